"""A pile of cards counted as people count it: two by two, an honour with a low card [R2]."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from .deck import Card, Kind
from .words import DEFAULT_LANGUAGE, pairs_text


@dataclass(frozen=True, slots=True)
class Pairs:
    """So many times the same two cards, or one card left alone; `half_points` is what they make together."""

    times: int
    kinds: tuple[Kind, ...]
    half_points: int

    @property
    def points(self) -> Fraction:
        return Fraction(self.half_points, 2)

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return the line in words: « 3 × (roi + petite carte) = 15 »."""
        return pairs_text(self.times, self.kinds, self.half_points, language)


@dataclass(frozen=True, slots=True)
class Pile:
    """What some cards are worth, and the working that shows it; the lines add up to `half_points`."""

    cards: int
    half_points: int
    bouts: int
    lines: tuple[Pairs, ...]

    @property
    def points(self) -> Fraction:
        """Return the count in points, for reading only."""
        return Fraction(self.half_points, 2)


def count(cards: Iterable[Card]) -> Pile:
    """
    Return what a pile is worth, by pairs.

    Each bout and honour goes with a low card while there are some, the dearest first; what is left goes two by two,
    and an odd card stays alone. Cards are taken as they come: a card given twice counts twice.
    """
    pile = list(cards)
    numbers = dict.fromkeys(Kind, 0)
    for card in pile:
        numbers[card.kind] += 1
    return Pile(len(pile), sum(card.half_points for card in pile), numbers[Kind.BOUT], tuple(_lines(numbers)))


def _lines(numbers: dict[Kind, int]) -> Iterator[Pairs]:
    dear = [kind for kind in Kind if kind is not Kind.BASSE]
    lows = numbers[Kind.BASSE]
    left: list[Kind] = []
    for kind in dear:
        with_low = min(numbers[kind], lows)
        if with_low:
            yield Pairs(with_low, (kind, Kind.BASSE), with_low * (kind.half_points + Kind.BASSE.half_points))
        lows -= with_low
        left += [kind] * (numbers[kind] - with_low)
    # More honours than low cards: the honours go together.
    pairs = [(first, second) for first, second in zip(left[::2], left[1::2], strict=False)]
    for pair in dict.fromkeys(pairs):
        times = pairs.count(pair)
        yield Pairs(times, pair, times * (pair[0].half_points + pair[1].half_points))
    if len(left) % 2:
        yield Pairs(1, (left[-1],), left[-1].half_points)
    if lows >= 2:
        yield Pairs(lows // 2, (Kind.BASSE, Kind.BASSE), lows // 2 * 2)
    if lows % 2:
        yield Pairs(1, (Kind.BASSE,), 1)
