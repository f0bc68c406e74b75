"""The steps of a donne replayed: what a page shows, with nothing left to compute."""

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

    `demand` says what was allowed, from the hand of that moment; `held` whether the card was in it. `renonce` is true
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
    One trick: its plays in their order, who takes it, and what the attack has once it is taken.

    `winner` and `camp` are `None` while the last trick is short. `attack_half_points` and `attack_bouts` include the
    écart or the dog from the start; an Excuse that has been played counts where it stands.
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
    A whole record, examined.

    `hands` are those the players go into the first trick with, sorted, the taker's after the écart. `aside` is the
    écart or the dog and `aside_camp` whose it is. The counts are the attack's, in half-points, as far as the donne
    goes; with `problems` they are only indications. `petit_au_bout` and `chelem_made` are known once it is `complete`.
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
        """Return what everyone holds before trick `number`, from 1; one more than the tricks gives what is left."""
        played = {(play.player, play.card) for trick in self.tricks[: number - 1] for play in trick.plays}
        return {
            player: tuple(card for card in hand if (player, card) not in played) for player, hand in self.hands.items()
        }

    @property
    def warnings(self) -> tuple[CardProblem, ...]:
        """
        Return what an arbiter should look at in a donne that counts: the Excuse of an announced slam, played too early.

        The announcer has to keep the Excuse for the last trick [R18], as long as the camp has taken every trick. Played
        earlier it mostly loses the slam; at five the partner may win the trick, and nothing else shows the mistake.
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
    """Return the playing order from a leader on."""
    first = playing.index(leader)
    return [*playing[first:], *playing[:first]]
