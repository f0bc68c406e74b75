"""The whole rulebook in one language, every figure and every example in its place."""

from collections.abc import Iterable
from dataclasses import dataclass
from string import ascii_lowercase

from scoring.marque import FFT_2012, Bareme
from scoring.marque.words import typeset

from .articles import PARTS
from .examples import Worked, worked
from .figures import ENGLISH, FRENCH, figures
from .mistakes import CHAPTERS
from .nouns import Article, Chapter, Example, Mistake, Part, Source, Texts
from .ranges import Ranges, ranges
from .sources import CITED, DESCRIBED


@dataclass(frozen=True, slots=True)
class Entry:
    """An article as it is shown. `anchor` and `slug` are both places to link to, and may be the same."""

    anchor: str
    slug: str
    number: str
    title: str
    says: tuple[str, ...]
    settled: tuple[str, ...]
    examples: tuple[Worked, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Headed:
    """What stands at the head of a part of the page."""

    slug: str
    title: str
    intro: str


@dataclass(frozen=True, slots=True)
class Section(Headed):
    """Articles that go together."""

    official: bool
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake of a document as it is shown."""

    anchor: str
    code: str
    where: str
    says: str
    right: str
    examples: tuple[Worked, ...]


@dataclass(frozen=True, slots=True)
class Slips(Headed):
    """Mistakes of one kind."""

    slips: tuple[Slip, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything the page shows, in its order. `anchors` are the places the words of a text may point to: `R13`."""

    edition: str
    sections: tuple[Section, ...]
    ranges: tuple[Ranges, ...]
    slips: tuple[Slips, ...]
    sources: tuple[tuple[str, str], ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(entry for section in self.sections for entry in section.entries)

    @property
    def numbered(self) -> tuple[Entry, ...]:
        """Return the articles by their numbers: R3, R3a, R4. The sections have them in the order of the game."""
        return tuple(sorted((entry for entry in self.entries if entry.number), key=_by_number))


def _by_number(entry: Entry) -> tuple[bool, int, str]:
    """Order R1, R2, R3, R3a, R3b, R4 and the faults, F1 on, after the rules."""
    letter, number = entry.number[0], entry.number[1:]
    return letter != "R", int(number.rstrip(ascii_lowercase)), number


def rulebook(language: str, bareme: Bareme = FFT_2012) -> Rulebook:
    """
    Return the rulebook by this barème, in English for "en" and "en-gb", otherwise in French.

    The mistakes of the documents stay told by the règlement: that is what they got wrong.
    """
    writer = _Writer(bareme, ENGLISH if language[:2].lower() == "en" else FRENCH)
    official = _Writer(FFT_2012, writer.language)
    return Rulebook(
        edition=bareme.edition,
        sections=tuple(map(writer.section, PARTS)),
        ranges=ranges(writer.language),
        slips=tuple(map(official.slips, CHAPTERS)),
        sources=tuple((writer.text(CITED[source]), writer.text(DESCRIBED[source])) for source in Source),
    )


class _Writer:
    """Fills in texts, always by the same barème and in the same language."""

    def __init__(self, bareme: Bareme, language: int) -> None:
        self.bareme = bareme
        self.language = language
        self.figures = figures(bareme, language)

    def text(self, texts: Texts) -> str:
        return typeset(texts)[self.language].format_map(self.figures)

    def texts(self, several: Iterable[Texts]) -> tuple[str, ...]:
        return tuple(map(self.text, several))

    def examples(self, several: Iterable[Example]) -> tuple[Worked, ...]:
        return tuple(
            worked(example, self.text(example.note) if example.note else "", self.bareme, self.language)
            for example in several
        )

    def section(self, part: Part) -> Section:
        return Section(
            part.slug,
            self.text(part.title),
            self.text(part.intro),
            part.official,
            tuple(map(self.entry, part.articles)),
        )

    def entry(self, article: Article) -> Entry:
        return Entry(
            anchor=article.anchor,
            slug=article.slug,
            number=article.number,
            title=self.text(article.title),
            says=self.texts(article.says),
            settled=self.texts(article.settled),
            examples=self.examples(article.examples),
            sources=self.texts(CITED[source] for source in article.sources),
        )

    def slips(self, chapter: Chapter) -> Slips:
        return Slips(
            chapter.slug, self.text(chapter.title), self.text(chapter.intro), tuple(map(self.slip, chapter.mistakes))
        )

    def slip(self, mistake: Mistake) -> Slip:
        cited = ", ".join(self.texts(CITED[source] for source in mistake.sources))
        where = f"{cited}, {self.text(mistake.where)}"
        return Slip(
            anchor=mistake.code.lower(),
            code=mistake.code,
            where=where[0].upper() + where[1:],
            says=self.text(mistake.says),
            right=self.text(mistake.right),
            examples=self.examples(mistake.examples),
        )
