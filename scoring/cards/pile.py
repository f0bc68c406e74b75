"""
Piles of cards: counting one pile, and following the piles of both camps trick by trick.

Cards are counted two by two, an honour with a low card [R2]. Each camp owns the tricks that it takes; the Excuse may
change camp [R6, R18, R19]. Counts are in half-points.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from operator import attrgetter

from scoring.marque import Camp
from scoring.marque.words import DEFAULT_LANGUAGE, name_of
from tournaments.kit.text import points_text
from tournaments.kit.translation import gettext_noop as _
from tournaments.kit.translation import translated

from .deck import EXCUSE, Card, Kind


@dataclass(frozen=True, slots=True)
class Pairs:
    """A line of a count: the same two cards, or one card alone, so many `times`; `half_points` is their sum."""

    times: int
    kinds: tuple[Kind, ...]
    half_points: int

    @property
    def points(self) -> Fraction:
        return Fraction(self.half_points, 2)

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return the line in words: « 3 × (roi + petite carte) = 15 »."""
        first, second = (translated(_KINDS[kind], language) for kind in (self.kinds[0], self.kinds[-1]))
        line = _LONE if len(self.kinds) == 1 else _PAIR if self.times == 1 else _PAIRS
        points = points_text(self.half_points, language)
        return translated(line, language).format(times=self.times, first=first, second=second, points=points)


@dataclass(frozen=True, slots=True)
class Pile:
    """The count of some cards in half-points, with its lines; the lines add up to `half_points`."""

    cards: int
    half_points: int
    bouts: int
    lines: tuple[Pairs, ...]

    @property
    def points(self) -> Fraction:
        """Return the count in points, to be shown only."""
        return Fraction(self.half_points, 2)


def count(cards: Iterable[Card]) -> Pile:
    """
    Return the count of a pile, pair by pair.

    Each bout and honour is paired with a low card while there are low cards, the highest value first. The other cards
    are paired together; an odd card stays alone. A card given twice counts twice.
    """
    pile = list(cards)
    numbers = dict.fromkeys(Kind, 0)
    for card in pile:
        numbers[card.kind] += 1
    return Pile(len(pile), sum(card.half_points for card in pile), numbers[Kind.BOUT], tuple(_lines(numbers)))


def _lines(numbers: dict[Kind, int]) -> Iterator[Pairs]:
    dear = [kind for kind in Kind if kind is not Kind.BASSE]
    lows = numbers[Kind.BASSE]
    unpaired: list[Kind] = []
    for kind in dear:
        with_low = min(numbers[kind], lows)
        if with_low:
            yield Pairs(with_low, (kind, Kind.BASSE), with_low * (kind.half_points + Kind.BASSE.half_points))
        lows -= with_low
        unpaired += [kind] * (numbers[kind] - with_low)
    # More honours than low cards: the honours go together.
    pairs = [(first, second) for first, second in zip(unpaired[::2], unpaired[1::2], strict=False)]
    for pair in dict.fromkeys(pairs):
        times = pairs.count(pair)
        yield Pairs(times, pair, times * (pair[0].half_points + pair[1].half_points))
    if len(unpaired) % 2:
        yield Pairs(1, (unpaired[-1],), unpaired[-1].half_points)
    if lows >= 2:
        yield Pairs(lows // 2, (Kind.BASSE, Kind.BASSE), lows // 2 * 2)
    if lows % 2:
        yield Pairs(1, (Kind.BASSE,), 1)


class MoveKind(StrEnum):
    KEPT = "kept"  # the Excuse goes back to the camp that played it
    OWED = "owed"  # that camp owes a low card for it, and has none yet
    PAID = "paid"
    LOST = "lost"  # played to the last trick
    TAKES = "takes"  # played last in a chelem: it takes the trick


@dataclass(frozen=True, slots=True)
class Move:
    """What a trick did with the Excuse, or with the card given for it: kept, or given by one camp to the other."""

    kind: MoveKind
    giver: Camp
    receiver: Camp
    card: Card

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return the move as a sentence. When the card given is not a low one, the sentence says why."""
        dear = self.kind is MoveKind.PAID and self.card.kind is not Kind.BASSE
        sentence = translated(_PAID_DEAR if dear else _MOVES[self.kind], language)
        giver, receiver = (name_of(camp, language) for camp in (self.giver, self.receiver))
        card = self.card.name(language)
        return sentence.format(giver=giver, Giver=giver[0].upper() + giver[1:], receiver=receiver, card=card)


class Piles:
    """
    The cards that each camp has won so far, counted in half-points.

    `aside` is the écart or the dog: it belongs to one camp from the start, and no card of it is given away.
    """

    def __init__(self, aside: Sequence[Card], owner: Camp) -> None:
        self.aside = {camp: list(aside) if camp is owner else [] for camp in Camp}
        self.won: dict[Camp, list[Card]] = {camp: [] for camp in Camp}
        self.tricks = dict.fromkeys(Camp, 0)
        self.half_points = {camp: sum(card.half_points for card in self.aside[camp]) for camp in Camp}
        self.bouts = {camp: sum(card.is_bout for card in self.aside[camp]) for camp in Camp}
        self._owes: Camp | None = None

    def cards(self, camp: Camp) -> tuple[Card, ...]:
        """Return all the cards of a camp, sorted."""
        return tuple(sorted(self.won[camp] + self.aside[camp], key=attrgetter("place")))

    def take(self, cards: Sequence[Card], *, camp: Camp, excuse_from: Camp | None, last: bool) -> tuple[Move, ...]:
        """
        Give a trick to its winner and return what happens to the Excuse.

        `camp` is the winner, `excuse_from` the camp that played the Excuse in this trick. Before the `last` trick, that
        camp keeps the Excuse and gives a low card of its tricks, as soon as it has one. In the last trick the Excuse
        changes camp [R19]. When its camp has taken all other tricks, it takes the trick [R18].
        """
        moves: list[Move] = []
        keeper = camp
        if excuse_from is not None:
            other = excuse_from.other
            if not last:
                keeper = excuse_from
                if camp is other:
                    moves.append(Move(MoveKind.KEPT, excuse_from, camp, EXCUSE))
                    self._owes = excuse_from
            elif camp is other:
                moves.append(Move(MoveKind.LOST, excuse_from, other, EXCUSE))
            elif self.tricks[other]:
                keeper = other
                moves.append(Move(MoveKind.LOST, excuse_from, other, EXCUSE))
                self._owes = other
            else:
                moves.append(Move(MoveKind.TAKES, excuse_from, excuse_from, EXCUSE))
        self.tricks[camp] += 1
        if keeper is camp:
            self._give(cards, camp)
        else:
            self._give([card for card in cards if card is not EXCUSE], camp)
            self._give([EXCUSE], keeper)
        if self._owes is not None:
            moves += self._pay(self._owes, last=last, new=excuse_from is not None)
        return tuple(moves)

    def _pay(self, debtor: Camp, *, last: bool, new: bool) -> list[Move]:
        """
        Give a low card for the Excuse when the camp has one.

        After the last trick, a camp without a low card in its tricks gives its cheapest card: piles then keep whole
        tricks and, at four, whole points. A camp without a trick gives nothing [R19].
        """
        creditor = debtor.other
        payable = [card for card in self.won[debtor] if card.half_points == 1]
        if not payable and last:
            payable = [card for card in self.won[debtor] if card is not EXCUSE]
        if not payable:
            return [Move(MoveKind.OWED, debtor, creditor, EXCUSE)] if new and not last else []
        paid = min(payable, key=lambda card: (card.half_points, -card.place))
        self.won[debtor].remove(paid)
        self.half_points[debtor] -= paid.half_points
        self.bouts[debtor] -= paid.is_bout
        self._give([paid], creditor)
        self._owes = None
        return [Move(MoveKind.PAID, debtor, creditor, paid)]

    def _give(self, cards: Sequence[Card], camp: Camp) -> None:
        self.won[camp] += cards
        self.half_points[camp] += sum([card.half_points for card in cards])
        self.bouts[camp] += sum([card.kind is Kind.BOUT for card in cards])


_KINDS = {
    Kind.BOUT: _("bout"),
    Kind.ROI: _("roi"),
    Kind.DAME: _("dame"),
    Kind.CAVALIER: _("cavalier"),
    Kind.VALET: _("valet"),
    Kind.BASSE: _("petite carte"),
}
_PAIR = "{first} + {second} = {points}"
_PAIRS = "{times} × ({first} + {second}) = {points}"
_LONE = _("{first}, sans autre carte = {points}")
# What the Excuse and the card that pays for it do once a trick is taken [R18, R19].
_MOVES = {
    MoveKind.KEPT: _("L’Excuse reste à {giver}."),
    MoveKind.OWED: _("{Giver} doit une petite carte."),
    MoveKind.PAID: _("{Giver} donne une carte en échange de l’Excuse ({card})."),
    MoveKind.LOST: _("Jouée au dernier pli, l’Excuse change de camp : elle va à {receiver}."),
    MoveKind.TAKES: _("Jouée la dernière dans un chelem, l’Excuse fait le pli."),
}
_PAID_DEAR = _(
    "{Giver} donne une carte en échange de l’Excuse ({card}) : ses plis n’ont pas de petite carte, c’est "
    "la moins chère qu’ils ont."
)
