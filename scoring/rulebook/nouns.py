"""What the prose is made of, as it is written: articles in parts, and the mistakes of the documents it comes from."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

Phrases = Mapping[str, str]
"""What `phrases.md` of a language says around what is computed: `PHRASES` in `figures` tells its keys."""

FIGURE = re.compile(r"\{([a-z]\w*)\}")
"""The name of a figure in a text; `figures` knows what it is worth."""


@dataclass(frozen=True, slots=True)
class Passage:
    """
    A paragraph or a list, or the words of a heading or of a key; figures are named in braces until it is `filled`.

    `text` is plain, to be searched; `html` is the same to be shown, with its links.
    """

    text: str
    html: str
    line: int = field(default=0, compare=False)

    @property
    def inline(self) -> str:
        """Return the HTML of a single paragraph without its `<p>` tags, to stand inside another element."""
        return self.html.removeprefix("<p>").removesuffix("</p>")

    def filled(self, figures: Mapping[str, str]) -> "Passage":
        if "{" not in self.text:
            return self
        return Passage(
            FIGURE.sub(lambda name: figures[name[1]], self.text),
            FIGURE.sub(lambda name: escape(figures[name[1]]), self.html),
            self.line,
        )


@dataclass(frozen=True, slots=True)
class DonneExample:
    """
    A donne in the notation of the marque; it is counted when the page is made, so no result is written in the file.

    `note` says what the example shows, when its figures do not say it.
    """

    donne: str
    note: Passage | None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Article:
    """
    One rule. `number` is ours (`R13`), the same in the code, the tests and the page; empty for what has none.

    `says` is the rule, a paragraph each; `settled` is what the documents leave open or contradict, and how it was
    decided; `explains` is the code of the `Reason` whose terms of a marque rest on it, or empty.
    """

    number: str
    slug: str
    title: Passage
    sources: tuple[str, ...]
    explains: str
    says: tuple[Passage, ...]
    examples: tuple[DonneExample, ...]
    settled: tuple[Passage, ...]

    @property
    def anchor(self) -> str:
        """Return where the page may be linked to: `r13`."""
        return self.number.lower() or self.slug


@dataclass(frozen=True, slots=True)
class RulebookPart:
    """Articles that go together, in the order of the game. Those of a part that is not `official` are house rules."""

    slug: str
    title: Passage
    intro: Passage
    official: bool
    articles: tuple[Article, ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """
    Something a document says that is wrong, or that contradicts the règlement.

    `code` is ours (`C7`). `where` is the passage, `says` what stands there, `right` what is right and why.
    """

    code: str
    sources: tuple[str, ...]
    where: Passage
    says: Passage
    right: Passage
    examples: tuple[DonneExample, ...]

    @property
    def anchor(self) -> str:
        return self.code.lower()


@dataclass(frozen=True, slots=True)
class Chapter:
    """Mistakes of one kind."""

    slug: str
    title: Passage
    intro: Passage
    mistakes: tuple[Mistake, ...]


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A document the rules come from: how it is cited, and which one it is."""

    name: str
    cited: Passage
    described: Passage


@dataclass(frozen=True, slots=True)
class Prose:
    """All that is written in a language; the documents in the order they are trusted."""

    language: str
    parts: tuple[RulebookPart, ...]
    chapters: tuple[Chapter, ...]
    documents: tuple[SourceDocument, ...]
    phrases: Phrases

    @property
    def articles(self) -> tuple[Article, ...]:
        return tuple(article for part in self.parts for article in part.articles)

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        return tuple(mistake for chapter in self.chapters for mistake in chapter.mistakes)
