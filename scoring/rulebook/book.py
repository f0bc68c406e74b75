"""The whole rulebook in one language, with its figures and examples, and a search in it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from string import ascii_lowercase

from scoring.marque import FFT_2012, Bareme
from tournaments.kit.text import unaccented
from tournaments.kit.translation import is_english

from .figures import Ranges, Worked, figures, ranges, worked
from .nouns import Article, Chapter, DonneExample, Mistake, Passage, Prose, RulebookPart
from .reading import prose


@dataclass(frozen=True, slots=True)
class ShownArticle:
    """An article as it is shown. A link may lead to its `anchor` or to its `slug`; both may be equal."""

    anchor: str
    slug: str
    number: str
    title: str
    says: tuple[Passage, ...]
    settled: tuple[Passage, ...]
    examples: tuple[Worked, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Headed:
    """A heading of the page with its text."""

    slug: str
    title: str
    intro: Passage


@dataclass(frozen=True, slots=True)
class ShownSection(Headed):
    """A part of the rulebook with its articles."""

    official: bool
    entries: tuple[ShownArticle, ...]


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake of a document, as it is shown."""

    anchor: str
    code: str
    where: str
    says: Passage
    right: Passage
    examples: tuple[Worked, ...]


@dataclass(frozen=True, slots=True)
class Slips(Headed):
    """The mistakes of one kind."""

    slips: tuple[Slip, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything that the page shows, in its order; `sources` are (short citation, full reference) of each document."""

    edition: str
    sections: tuple[ShownSection, ...]
    ranges: tuple[Ranges, ...]
    slips: tuple[Slips, ...]
    sources: tuple[tuple[str, Passage], ...]

    @property
    def entries(self) -> tuple[ShownArticle, ...]:
        return tuple(entry for section in self.sections for entry in section.entries)

    @property
    def numbered(self) -> tuple[ShownArticle, ...]:
        """Return the articles by number: R3, R3a, R4. Sections have them in the order of the game."""
        return tuple(sorted((entry for entry in self.entries if entry.number), key=_by_number))


def _by_number(entry: ShownArticle) -> tuple[bool, int, str]:
    """Return the sort key of an article: R1, R2, R3, R3a, R3b, R4; after the rules the faults, from F1."""
    letter, number = entry.number[0], entry.number[1:]
    return letter != "R", int(number.rstrip(ascii_lowercase)), number


def rulebook(language: str, bareme: Bareme = FFT_2012) -> Rulebook:
    """
    Return the rulebook for this barème, in English for "en" and "en-gb", else in French.

    Mistakes of documents always quote the figures of the règlement, whatever the barème.
    """
    texts = prose("en" if is_english(language) else "fr")
    writer, official = _FigureWriter(texts, bareme), _FigureWriter(texts, FFT_2012)
    return Rulebook(
        edition=bareme.edition,
        sections=tuple(map(writer.section, texts.parts)),
        ranges=ranges(texts.phrases),
        slips=tuple(map(official.slips, texts.chapters)),
        sources=tuple((writer.cited[document.name], writer.filled(document.described)) for document in texts.documents),
    )


def article_for(reason: str) -> str:
    """Return the anchor of the article behind a part of the marque; `reason` is a `Reason` or its code."""
    return {article.explains: article.anchor for article in prose("fr").articles}[reason]


class _FigureWriter:
    """Fills in the figures of texts, for one barème and one language."""

    def __init__(self, texts: Prose, bareme: Bareme) -> None:
        self.prose = texts
        self.bareme = bareme
        self.figures = figures(bareme, texts.phrases)
        self.cited = {document.name: self.text(document.cited) for document in texts.documents}

    def filled(self, passage: Passage) -> Passage:
        return passage.filled(self.figures)

    def text(self, passage: Passage) -> str:
        return self.filled(passage).text

    def examples(self, several: Iterable[DonneExample]) -> tuple[Worked, ...]:
        return tuple(
            worked(
                replace(example, note=example.note and self.filled(example.note)),
                self.bareme,
                self.prose.phrases,
                self.prose.language,
            )
            for example in several
        )

    def section(self, part: RulebookPart) -> ShownSection:
        return ShownSection(
            part.slug,
            self.text(part.title),
            self.filled(part.intro),
            part.official,
            tuple(map(self.entry, part.articles)),
        )

    def entry(self, article: Article) -> ShownArticle:
        return ShownArticle(
            anchor=article.anchor,
            slug=article.slug,
            number=article.number,
            title=self.text(article.title),
            says=tuple(map(self.filled, article.says)),
            settled=tuple(map(self.filled, article.settled)),
            examples=self.examples(article.examples),
            sources=tuple(self.cited[source] for source in article.sources),
        )

    def slips(self, chapter: Chapter) -> Slips:
        return Slips(
            chapter.slug,
            self.text(chapter.title),
            self.filled(chapter.intro),
            tuple(map(self.slip, chapter.mistakes)),
        )

    def slip(self, mistake: Mistake) -> Slip:
        cited = ", ".join(self.cited[source] for source in mistake.sources)
        where = f"{cited}, {self.text(mistake.where)}"
        return Slip(
            anchor=mistake.anchor,
            code=mistake.code,
            where=where[0].upper() + where[1:],
            says=self.filled(mistake.says),
            right=self.filled(mistake.right),
            examples=self.examples(mistake.examples),
        )


def matching(book: Rulebook, words: str) -> frozenset[str]:
    """
    Return the anchors of the parts that contain all these words, without regard to accents and capitals.

    Without a word it returns all anchors. The search box of the page finds the same.
    """
    folded = _folded(words).split()
    texts = {entry.anchor: _of_entry(entry) for entry in book.entries}
    texts |= {slip.anchor: _of_slip(slip) for slips in book.slips for slip in slips.slips}
    return frozenset(anchor for anchor, text in texts.items() if _holds(text, folded))


def _holds(text: Iterable[str], words: list[str]) -> bool:
    if not words:
        return True
    folded = _folded(" ".join(text))
    return all(word in folded for word in words)


def _of_entry(entry: ShownArticle) -> tuple[str, ...]:
    return (
        entry.number,
        entry.title,
        *(passage.text for passage in (*entry.says, *entry.settled)),
        *entry.sources,
        *_of_examples(entry.examples),
    )


def _of_slip(slip: Slip) -> tuple[str, ...]:
    return (slip.code, slip.where, slip.says.text, slip.right.text, *_of_examples(slip.examples))


def _of_examples(examples: tuple[Worked, ...]) -> tuple[str, ...]:
    return tuple(
        text
        for example in examples
        for text in (example.note.text if example.note else "", example.summary, *dict(example.parts), *example.beside)
    )


def _folded(text: str) -> str:
    return unaccented(text.replace("’", "'"), form="NFD").lower()
