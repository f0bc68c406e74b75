"""The steps of a replayed donne: all that a page shows, already computed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.marque import Camp

from .deck import EXCUSE, Card
from .pile import Move
from .play import Playable
from .problems import CardProblem
from .record import Record


class Play(NamedTuple):
    """
    One card of a trick.

    `demand` says which cards were allowed at that moment; `held`, whether the card was in the hand. `renonce` is true
    when the card was held and not allowed.
    """

    player: str
    card: Card
    demand: Playable
    held: bool
    renonce: bool


@dataclass(frozen=True, slots=True)
class Trick:
    """
    One trick: its cards in the order played, who takes it, and what the attack has after it.

    `winner` and `camp` are None while the last trick is incomplete. `attack_half_points` and `attack_bouts` include the
    écart or the dog from the start; a played Excuse counts for the camp that has it now.
    """

    number: int
    leader: str
    plays: tuple[Play, ...]
    winner: str | None
    camp: Camp | None
    attack_half_points: int
    attack_bouts: int
    moves: tuple[Move, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(play.card for play in self.plays)


@dataclass(frozen=True, slots=True)
class Replay:
    """
    A whole record, checked.

    `hands` are the players' hands before the first trick, sorted, the taker's after the écart. `aside` is the écart or
    the dog, `aside_camp` its owner. Counts are the attack's, in half-points, as far as the donne goes; with `problems`
    they are only indications. `petit_au_bout` and `chelem_made` are known once the replay is `complete`.
    """

    record: Record
    partner: str | None
    attackers: tuple[str, ...]
    hands: Mapping[str, tuple[Card, ...]] = field(hash=False)
    aside: tuple[Card, ...]
    aside_camp: Camp
    tricks: tuple[Trick, ...]
    half_points: int
    bouts: int
    attack_cards: tuple[Card, ...]
    defense_cards: tuple[Card, ...]
    petit_au_bout: Camp | None
    chelem_made: Camp | None
    complete: bool
    problems: tuple[CardProblem, ...]

    def hands_before(self, number: int) -> dict[str, tuple[Card, ...]]:
        """Return everybody's hand before trick `number`, from 1; the number after the last trick gives what is left."""
        played = {(play.player, play.card) for trick in self.tricks[: number - 1] for play in trick.plays}
        return {
            player: tuple(card for card in hand if (player, card) not in played) for player, hand in self.hands.items()
        }

    @property
    def warnings(self) -> tuple[CardProblem, ...]:
        """
        Return what an arbiter should look at in a valid donne: the Excuse of an announced chelem, played too early.

        The announcer must keep the Excuse for the last trick [R18] while his camp has taken every trick. Played earlier
        it mostly loses the chelem. At five the partner may win that trick, and then nothing else shows the mistake.
        """
        if not self.record.chelem_announced or not self.complete:
            return ()
        for trick in self.tricks[:-1]:
            for play in trick.plays:
                if play.card is EXCUSE and play.player in self.attackers:
                    return (CardProblem("excuse_not_last", trick.number, play.player),)
            if trick.camp is not Camp.ATTAQUE:
                break
        return ()

    def camp_of(self, player: str) -> Camp:
        return Camp.ATTAQUE if player in self.attackers else Camp.DEFENSE


def turn(playing: Sequence[str], leader: str) -> list[str]:
    """Return the players in playing order, starting with the leader."""
    first = playing.index(leader)
    return [*playing[first:], *playing[:first]]
