"""The parts of the rulebook's texts as written: articles, their passages, and the mistakes of the source documents."""

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
    A paragraph, a list, or the words of a heading or key. Names in braces stand for figures until it is `filled`.

    `text` is plain, for the search; `html` is the same to be shown, with its links.
    """

    text: str
    html: str
    line: int = field(default=0, compare=False)

    @property
    def inline(self) -> str:
        """Return the HTML of a single paragraph without its `<p>` tags, to stand in another element."""
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
    A donne in the notation of the marque. It is counted when the page is made, so the file has no result.

    `note` says what the example shows, when its figures do not.
    """

    donne: str
    note: Passage | None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Article:
    """
    One rule. `number` (`R13`) is this program's, the same in code, tests and page; empty for an article without one.

    `says` are the paragraphs of the rule. `settled` is what the documents leave open or contradict, and the decision.
    `explains` is the code of the `Reason` whose parts of a marque rest on the article, or empty.
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
        """Return the anchor of the article for links: `r13`."""
        return self.number.lower() or self.slug


@dataclass(frozen=True, slots=True)
class RulebookPart:
    """A part of the rulebook with its articles, in the order of the game. A part not `official` has house rules."""

    slug: str
    title: Passage
    intro: Passage
    official: bool
    articles: tuple[Article, ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """
    A passage of a document that is wrong, or contradicts the règlement.

    `code` (`C7`) is this program's. `where` names the passage, `says` quotes it, `right` says what is right and why.
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
    """The mistakes of one kind."""

    slug: str
    title: Passage
    intro: Passage
    mistakes: tuple[Mistake, ...]


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A document that the rules come from: its short citation, and its full reference."""

    name: str
    cited: Passage
    described: Passage


@dataclass(frozen=True, slots=True)
class Prose:
    """All texts of the rulebook in one language; the most trusted document comes first."""

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
