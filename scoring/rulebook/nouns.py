"""What a rulebook is made of: articles in parts, and the mistakes of the documents it comes from."""

from dataclasses import dataclass
from enum import StrEnum

Texts = tuple[str, str]
"""(French, English), with the names of figures in braces; `figures` knows what they are worth."""


class Source(StrEnum):
    """A document the rules come from. `sources` says which one it is."""

    FFT = "fft"
    FFT_WHOLE = "fft_whole"
    FFT_3_5 = "fft_3_5"
    WIKIPEDIA_FR = "wikipedia_fr"
    GAMES_SITE = "games_site"
    BOOKLET = "booklet"
    WIKIPEDIA_PT = "wikipedia_pt"
    BOUTS = "bouts"
    SLAM = "slam"


@dataclass(frozen=True, slots=True)
class Example:
    """
    A donne in the notation of the marque, which counts it when the page is made: no result is written down.

    `note` says what the example shows, when its figures do not say it.
    """

    line: str
    note: Texts | None = None


@dataclass(frozen=True, slots=True)
class Article:
    """
    One rule. `number` is ours (`R13`), the same in the code, the tests and the page; empty for what has none.

    `says` is the rule, a paragraph each; `settled` is what the documents leave open or contradict, and how it was
    decided.
    """

    number: str
    slug: str
    title: Texts
    says: tuple[Texts, ...]
    sources: tuple[Source, ...]
    settled: tuple[Texts, ...] = ()
    examples: tuple[Example, ...] = ()

    @property
    def anchor(self) -> str:
        """Return where the page may be linked to: `r13`."""
        return self.number.lower() or self.slug


@dataclass(frozen=True, slots=True)
class Part:
    """Articles that go together, in the order of the game. Those of a part that is not `official` are house rules."""

    slug: str
    title: Texts
    intro: Texts
    articles: tuple[Article, ...]
    official: bool = True


@dataclass(frozen=True, slots=True)
class Mistake:
    """
    Something a document says that is wrong, or that contradicts the règlement.

    `code` is ours (`C7`). `where` is the passage, `says` what stands there, `right` what is right and why.
    """

    code: str
    sources: tuple[Source, ...]
    where: Texts
    says: Texts
    right: Texts
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """Mistakes of one kind."""

    slug: str
    title: Texts
    intro: Texts
    mistakes: tuple[Mistake, ...]
