"""The 78 cards: rank, suit and worth of each, how a card is written and read [R1, R2]."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from scoring.marque import Variant
from scoring.marque.feasible import DEALS
from scoring.marque.words import DEFAULT_LANGUAGE
from tournaments.kit.translation import gettext_noop as _
from tournaments.kit.translation import translated


class Suit(StrEnum):
    """The four suits and the trumps. The value is the letter in exchange codes; codes of trumps have no letter."""

    PIQUE = "P"
    COEUR = "C"
    CARREAU = "K"
    TREFLE = "T"
    ATOUT = "A"

    @property
    def symbol(self) -> str:
        """Return ♠ ♥ ♦ ♣; empty for the trumps."""
        return _SYMBOLS[self]

    def name_in(self, language: str) -> str:
        """Return the suit as a sentence names it: « pique », « l’atout »."""
        return translated(_SUIT_NAMES[self], language)


class Kind(StrEnum):
    """The kinds of cards when a pile is counted, the highest value first."""

    BOUT = "bout"
    ROI = "roi"
    DAME = "dame"
    CAVALIER = "cavalier"
    VALET = "valet"
    BASSE = "basse"  # every card of half a point

    @property
    def half_points(self) -> int:
        return _HALF_POINTS[self]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """
    One of the 78 cards. Each card exists once, so `is` and `==` give the same.

    `suit` is None for the Excuse. `rank` is 1 to 21 for a trump, 1 (ace) to 14 (king) in a suit, 0 for the Excuse.
    `place` is the index in `DECK`, from 0: it sorts a hand as players hold it.
    """

    code: str
    suit: Suit | None
    rank: int
    kind: Kind
    half_points: int
    place: int

    @property
    def is_trump(self) -> bool:
        """Return whether the card is one of the 21 trumps. The Excuse is not."""
        return self.suit is Suit.ATOUT

    @property
    def is_bout(self) -> bool:
        return self.kind is Kind.BOUT

    @property
    def symbol(self) -> str:
        """Return the card as printed in its corner: « R♠ », « 10♥ », « 21 », « Excuse »."""
        if self.suit is None:
            return "Excuse"
        return f"{self.code.removeprefix(self.suit)}{self.suit.symbol}"

    def name(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return the card in words: « roi de pique », « 16 d’atout », « Excuse »."""
        if self.suit is None:
            return translated(_EXCUSE, language)
        if self.is_trump:
            return translated(_TRUMP, language).format(rank=self.rank)
        rank = translated(_RANK_NAMES[self.rank], language) if self.rank in _RANK_NAMES else str(self.rank)
        return translated(_OF_SUIT, language).format(rank=rank, suit=self.suit.name_in(language))

    def with_article(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return the card as a sentence names it: « le roi de pique », « l’Excuse »."""
        rank = None if self.is_trump else self.rank
        return translated(_ARTICLES.get(rank, _USUAL_ARTICLE), language) + self.name(language)

    def __lt__(self, other: "Card") -> bool:
        return self.place < other.place

    def __repr__(self) -> str:
        return f"<{self.code}>"

    def __reduce__(self) -> tuple[object, ...]:
        return card, (self.code,)  # a copied or unpickled card is the same object again


class UnreadableCard(ValueError):
    """Raised for a text that is no card; `text` is what was written."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(text)


_SYMBOLS = {Suit.PIQUE: "♠", Suit.COEUR: "♥", Suit.CARREAU: "♦", Suit.TREFLE: "♣", Suit.ATOUT: ""}
_HALF_POINTS = {Kind.BOUT: 9, Kind.ROI: 9, Kind.DAME: 7, Kind.CAVALIER: 5, Kind.VALET: 3, Kind.BASSE: 1}  # R2
_LETTERS = {14: "R", 13: "D", 12: "C", 11: "V", 1: "A"}
_HONOURS = {14: Kind.ROI, 13: Kind.DAME, 12: Kind.CAVALIER, 11: Kind.VALET}

SUITS = (Suit.PIQUE, Suit.COEUR, Suit.CARREAU, Suit.TREFLE)  # the règlement's order
HIGHEST_TRUMP = 21
KING, QUEEN, KNIGHT, JACK, ACE = 14, 13, 12, 11, 1


def _all_cards() -> Iterator[tuple[str, Suit | None, int, Kind]]:
    for rank in range(HIGHEST_TRUMP, 0, -1):
        yield str(rank), Suit.ATOUT, rank, Kind.BOUT if rank in (1, HIGHEST_TRUMP) else Kind.BASSE
    yield "EX", None, 0, Kind.BOUT
    for suit in SUITS:
        for rank in range(KING, 0, -1):
            yield f"{suit}{_LETTERS.get(rank, rank)}", suit, rank, _HONOURS.get(rank, Kind.BASSE)


DECK: tuple[Card, ...] = tuple(
    Card(code, suit, rank, kind, kind.half_points, place) for place, (code, suit, rank, kind) in enumerate(_all_cards())
)
BY_CODE: dict[str, Card] = {card.code: card for card in DECK}
EXCUSE, PETIT, VINGT_ET_UN = BY_CODE["EX"], BY_CODE["1"], BY_CODE["21"]
TRUMPS: tuple[Card, ...] = tuple(card for card in DECK if card.is_trump)
# Hands dealt: (cards in a hand, cards in the dog) [R3].
DEALT = {
    variant.hands: (DEALS[variant].tricks, DEALS[variant].dog)
    for variant in (Variant.THREE, Variant.FOUR, Variant.FIVE)
}

# What people write instead of a code: the symbols of the suits, the ace as 1, the Excuse in full.
_SUIT_LETTERS = str.maketrans("♠♥♦♣♤♡♢♧", "PCKTPCKT", "\ufe0e\ufe0f")
_WRITTEN = BY_CODE | {"EXCUSE": EXCUSE, "EXC": EXCUSE} | {f"{suit}1": BY_CODE[f"{suit}A"] for suit in SUITS}
_SUIT_LAST = re.compile(r"([RDCVA]|[0-9]+)([PCKT])")
_LONE_SUIT = re.compile(
    r"(?<![^\s,;])([PCKT♠♥♦♣♤♡♢♧][\ufe0e\ufe0f]?)\s+(?=(?:[RDCVA]|10|[1-9])(?:[\s,;]|$))", re.IGNORECASE
)
_BETWEEN = re.compile(r"[\s,;]+")


_SUIT_NAMES = {
    Suit.PIQUE: _("pique"),
    Suit.COEUR: _("cœur"),
    Suit.CARREAU: _("carreau"),
    Suit.TREFLE: _("trèfle"),
    Suit.ATOUT: _("l’atout"),  # « fournir à l'atout »
}
_RANK_NAMES = {KING: _("roi"), QUEEN: _("dame"), KNIGHT: _("cavalier"), JACK: _("valet"), ACE: _("as")}
_OF_SUIT, _TRUMP, _EXCUSE = _("{rank} de {suit}"), _("{rank} d’atout"), _("Excuse")
# What stands before a name in a sentence, by the rank in a suit, 0 for the Excuse.
_ARTICLES: dict[int | None, str] = {0: _("l’"), ACE: _("l’"), QUEEN: _("la ")}
_USUAL_ARTICLE = _("le ")


def card(text: str) -> Card:
    """
    Return the card of a code: `21`, `EX`, `PR`, `T10`.

    Accepts any case, spaces, a suit as ♠ or after the rank (« 10♥ »), the ace as 1. Raises `UnreadableCard`.
    """
    if text in BY_CODE:
        return BY_CODE[text]
    code = "".join(text.split()).upper().translate(_SUIT_LETTERS)
    if code not in _WRITTEN and (suit_last := _SUIT_LAST.fullmatch(code)):
        code = suit_last[2] + suit_last[1]
    if code not in _WRITTEN:
        raise UnreadableCard(text)
    return _WRITTEN[code]


def read_cards(text: str) -> tuple[list[Card], list[str]]:
    """
    Return the cards of a text in its order, and the words that are no card.

    Cards stand between spaces, commas or new lines. A suit letter alone belongs to the next word: « P 10 » is one card.
    """
    cards: list[Card] = []
    unread: list[str] = []
    for word in filter(None, _BETWEEN.split(_LONE_SUIT.sub(r"\1", text))):
        try:
            cards.append(card(word))
        except UnreadableCard:
            unread.append(word)
    return cards, unread


def codes(cards: Iterable[Card]) -> list[str]:
    """Return the exchange codes of these cards."""
    return [card.code for card in cards]
