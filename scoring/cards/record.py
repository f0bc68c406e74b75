"""A donne card by card, as it was written. It holds only facts: `hands` and `replay` say what is wrong with them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import attrgetter

from scoring.marque import Contract, Variant

from .deck import DEALT, Card

WITH_ECART = frozenset({Contract.PRISE, Contract.GARDE})  # R6, R20


@dataclass(frozen=True, slots=True)
class ShownPoignee:
    """The cards that one player showed as a poignée [R14]."""

    player: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """
    A donne card by card.

    `players` are in playing order, with the mort; `hands` are as dealt, before the dog is taken; `ecart` is empty at
    garde sans and garde contre. A trick is a list of (player, card) as written; the last trick may be incomplete while
    the donne is entered. Cards may be wrong: the record is made to be checked.
    """

    variant: Variant
    players: tuple[str, ...]
    taker: str
    contract: Contract
    hands: Mapping[str, tuple[Card, ...]] = field(hash=False)
    chien: tuple[Card, ...]
    ecart: tuple[Card, ...] = ()
    tricks: tuple[tuple[tuple[str, Card], ...], ...] = ()
    called: Card | None = None
    dealer: str | None = None
    leader: str | None = None
    chelem_announced: bool = False
    poignees: tuple[ShownPoignee, ...] = ()
    mort: str | None = None

    @property
    def playing(self) -> tuple[str, ...]:
        """Return the names of the players who hold cards, in playing order."""
        return tuple(player for player in self.players if player != self.mort)

    @property
    def hand_size(self) -> int:
        """Return the number of cards in a hand, which is the number of tricks [R3]."""
        return DEALT[self.variant.hands][0]

    @property
    def chien_size(self) -> int:
        return DEALT[self.variant.hands][1]

    @property
    def has_ecart(self) -> bool:
        """Return whether the taker took the dog in hand."""
        return self.contract in WITH_ECART

    @property
    def partner(self) -> str | None:
        """Return who was dealt the called card; None when the taker holds it or it is in the dog [R22]."""
        if self.called is None:
            return None
        return next(
            (player for player in self.playing if player != self.taker and self.called in self.hands.get(player, ())),
            None,
        )

    @property
    def attackers(self) -> tuple[str, ...]:
        partner = self.partner
        return (self.taker,) if partner is None else (self.taker, partner)

    @property
    def first_leader(self) -> str | None:
        """
        Return who leads the first trick: the taker after an announced chelem, else the player right of the dealer [R17,
        R21].

        Without a dealer it is the `leader` of the record, if any. A mort is skipped.
        """
        if self.chelem_announced:
            return self.taker
        if self.dealer is None:
            return self.leader
        after = self.players.index(self.dealer) + 1
        return next(player for player in self.players[after:] + self.players[:after] if player != self.mort)

    def held_by(self, player: str) -> tuple[Card, ...]:
        """Return the hand of a player before the first trick, sorted; the taker's after the écart."""
        hand = list(self.hands.get(player, ()))
        if player == self.taker and self.has_ecart:
            hand = [card for card in (*hand, *self.chien) if card not in self.ecart]
        return tuple(sorted(hand, key=attrgetter("place")))
