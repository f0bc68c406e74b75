"""The two piles of a donne as tricks fall: what each camp owns, and the Excuse that changes hands [R6, R18, R19]."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.marque import Camp

from .deck import EXCUSE, Card, Kind
from .words import DEFAULT_LANGUAGE, move_text


class MoveKind(StrEnum):
    KEPT = "kept"  # the Excuse goes back to the camp that played it
    OWED = "owed"  # that camp has no low card to give for it yet
    PAID = "paid"
    LOST = "lost"  # played to the last trick
    TAKES = "takes"  # played last in a chelem: it takes the trick


@dataclass(frozen=True, slots=True)
class Move:
    """What the Excuse, or the card given for it, did when a trick was taken: from one camp to the other, or kept."""

    kind: MoveKind
    giver: Camp
    receiver: Camp
    card: Card

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return the move as a sentence; a card given that is no low one says why it is given."""
        dear = self.kind is MoveKind.PAID and self.card.kind is not Kind.BASSE
        kind = "paid_dear" if dear else self.kind
        return move_text(kind, self.giver, self.receiver, self.card.name(language), language)


class Piles:
    """
    What each camp has won so far.

    `aside` is the écart or the dog, which belongs to a camp from the start and out of which no card is given. Counts
    are in half-points.
    """

    def __init__(self, aside: Sequence[Card], owner: Camp) -> None:
        self.aside = {camp: list(aside) if camp is owner else [] for camp in Camp}
        self.won: dict[Camp, list[Card]] = {camp: [] for camp in Camp}
        self.tricks = dict.fromkeys(Camp, 0)
        self.half_points = {camp: sum(card.half_points for card in self.aside[camp]) for camp in Camp}
        self.bouts = {camp: sum(card.is_bout for card in self.aside[camp]) for camp in Camp}
        self._owes: Camp | None = None

    def cards(self, camp: Camp) -> tuple[Card, ...]:
        """Return everything a camp owns, sorted."""
        return tuple(sorted(self.won[camp] + self.aside[camp], key=_place))

    def take(self, cards: Sequence[Card], *, camp: Camp, excuse_from: Camp | None, last: bool) -> tuple[Move, ...]:
        """
        Give a trick to a camp and return what happens to the Excuse.

        `excuse_from` is the camp that played the Excuse in this trick, `camp` the winner, which is the Excuse's own
        when it finishes a chelem. Before the last trick the Excuse stays with its camp against a low card of its
        tricks, now or as soon as it has one; in the last trick it changes camp [R19], unless its camp has taken all
        the others [R18].
        """
        moves: list[Move] = []
        keeper = camp
        if excuse_from is not None:
            other = _other(excuse_from)
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
        Give a low card for the Excuse when there is one.

        At the end the cheapest card goes, if no trick of the debtor holds a low one: the piles then keep whole tricks
        and, at four, whole points. A camp without a trick gives nothing [R19].
        """
        creditor = _other(debtor)
        payable = [card for card in self.won[debtor] if card.half_points == 1]
        if not payable and last:
            payable = [card for card in self.won[debtor] if card is not EXCUSE]
        if not payable:
            return [Move(MoveKind.OWED, debtor, creditor, EXCUSE)] if new and not last else []
        paid = min(payable, key=_worth)
        self.won[debtor].remove(paid)
        self.half_points[debtor] -= paid.half_points
        self.bouts[debtor] -= paid.is_bout
        self._give([paid], creditor)
        self._owes = None
        return [Move(MoveKind.PAID, debtor, creditor, paid)]

    def _give(self, cards: Sequence[Card], camp: Camp) -> None:
        self.won[camp] += cards
        self.half_points[camp] += sum([card.half_points for card in cards])
        self.bouts[camp] += sum([card.kind is _BOUT for card in cards])


_BOUT = Kind.BOUT


def _other(camp: Camp) -> Camp:
    return Camp.DEFENSE if camp is Camp.ATTAQUE else Camp.ATTAQUE


def _place(card: Card) -> int:
    return card.place


def _worth(card: Card) -> tuple[int, int]:
    return card.half_points, -card.place
