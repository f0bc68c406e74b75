"""A donne card by card: the record of a donne, and its replay as a page shows it, step by step."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from scoring.cards import Card
from scoring.cards.play import Duty
from scoring.cards.problems import CardProblem
from scoring.cards.reading import as_mapping, read
from scoring.cards.record import Record
from scoring.cards.replay import replay
from scoring.cards.steps import Play, Replay, Trick
from scoring.marque import FFT_2012, Camp
from scoring.models import DonneRecord
from tournaments.labels import SEAT_NAMES
from tournaments.models import Table

RENONCES = {"renonce", "called_suit"}
# Where each player sits on the page, so that the turn goes round as at the table; the first one is below.
SOUTH = "Sud"
# Faults that players can commit at the table; any other problem is a mistake of writing.
DONE_AT_THE_TABLE = {
    "renonce",
    "called_suit",
    "called_not_allowed",
    "out_of_turn",
    "leader_conflict",
    "petit_sec",
    "ecart_king",
    "ecart_bout",
    "ecart_trump",
    "poignee_twice",
    "poignee_excuse",
}


@dataclass(frozen=True)
class Chair:
    """
    One player at one step. `place` is 0 for the bottom of the page, then counter-clockwise; `hand` is before the trick.

    `play` is the card that he plays in this trick, None when he has played none yet.
    """

    player: str
    place: int
    camp: Camp
    is_taker: bool
    is_partner: bool
    is_mort: bool
    hand: tuple[Card, ...]
    play: Play | None
    turn: int | None
    leads: bool
    wins: bool


@dataclass(frozen=True)
class ReplayPage:
    """
    One page of a replay: 0 is the deal, then a page a trick, then the result.

    `half_points` and `bouts` are the attack's after the step; `required` is what its bouts need, in half-points.
    """

    number: int
    last: int
    trick: Trick | None
    chairs: tuple[Chair, ...]
    half_points: int
    bouts: int
    problems: tuple[CardProblem, ...]
    petit_au_bout: Camp | None

    @property
    def is_deal(self) -> bool:
        return self.number == 0

    @property
    def is_result(self) -> bool:
        return self.number == self.last

    @property
    def before(self) -> int | None:
        return None if self.is_deal else self.number - 1

    @property
    def after(self) -> int | None:
        return None if self.is_result else self.number + 1

    @property
    def required(self) -> int:
        return FFT_2012.required[min(self.bouts, 3)]


def play_problems(record: Record) -> list[CardProblem]:
    """
    Return everything wrong with the play of a record, trick by trick, and with its deal if the record has one.

    In a record without a dog, only the played cards are known. A card is a renonce when its player later played a card
    that he should have played instead; so an unfinished donne can be judged too.
    """
    replayed = replay(record)
    if record.chien:
        return list(replayed.problems)
    faults = [problem for problem in replayed.problems if problem.trick is not None or problem.code == "card_twice"]
    if any(problem.code not in RENONCES for problem in faults):
        return faults
    reported = {(problem.trick, problem.player) for problem in faults}
    for trick in replayed.tricks:
        for play in trick.plays:
            if play.card not in play.demand.cards and (trick.number, play.player) not in reported:
                values = {"card": play.card, "duty": play.demand, "cards": play.demand.cards}
                code = "called_suit" if play.demand.duty is Duty.CALLED else "renonce"
                faults.append(CardProblem(code, trick.number, play.player, values))
    return sorted(faults, key=lambda problem: problem.trick or 0)


def step_of(replayed: Replay, number: int) -> ReplayPage:
    """Return one step of a replay; for a number out of range, the nearest step."""
    last = len(replayed.tricks) + 1
    number = min(max(number, 0), last)
    trick = replayed.tricks[number - 1] if 0 < number < last else None
    counted_trick = (
        replayed.tricks[number - 1] if trick else replayed.tricks[-1] if number and replayed.tricks else None
    )
    if counted_trick is None:
        half_points, bouts = _aside(replayed)
    else:
        half_points, bouts = counted_trick.attack_half_points, counted_trick.attack_bouts
    final = number >= last - 1 and replayed.complete
    return ReplayPage(
        number=number,
        last=last,
        trick=trick,
        chairs=_chairs(replayed, number, trick),
        half_points=half_points,
        bouts=bouts,
        problems=tuple(_problems(replayed, number, last)),
        petit_au_bout=replayed.petit_au_bout if final and number > 0 else None,
    )


def renamed(record: Record, names: Mapping[str, str]) -> Record:
    """Return a record with other names for its players."""
    return dataclasses.replace(
        record,
        players=tuple(names[player] for player in record.players),
        taker=names[record.taker],
        dealer=record.dealer and names[record.dealer],
        leader=record.leader and names[record.leader],
        mort=record.mort and names[record.mort],
        hands={names[player]: hand for player, hand in record.hands.items()},
        tricks=tuple(tuple((names.get(who, who), card) for who, card in trick) for trick in record.tricks),
        poignees=tuple(dataclasses.replace(poignee, player=names[poignee.player]) for poignee in record.poignees),
    )


def _aside(replayed: Replay) -> tuple[int, int]:
    """Return the half-points and the bouts that the attack has before the first trick."""
    if replayed.aside_camp is not Camp.ATTAQUE:
        return 0, 0
    return sum(card.half_points for card in replayed.aside), sum(card.is_bout for card in replayed.aside)


def _problems(replayed: Replay, number: int, last: int) -> list[CardProblem]:
    """Return the problems of the deal or of one trick; on the last page, all of them."""
    if number == last:
        return list(replayed.problems)
    return [problem for problem in replayed.problems if (problem.trick or 0) == number]


def _chairs(replayed: Replay, number: int, trick: Trick | None) -> tuple[Chair, ...]:
    record = replayed.record
    hands = record.hands if number == 0 else replayed.hands_before(number)
    plays = {play.player: (turn, play) for turn, play in enumerate(trick.plays, 1)} if trick else {}
    below = record.players.index(SOUTH) if SOUTH in record.players else 0
    chairs = []
    for index, player in enumerate(record.players):
        turn, play = plays.get(player, (None, None))
        chairs.append(
            Chair(
                player=player,
                place=(index - below) % len(record.players),
                camp=replayed.camp_of(player),
                is_taker=player == record.taker,
                is_partner=player == replayed.partner,
                is_mort=player == record.mort,
                hand=tuple(sorted(hands.get(player, ()), key=lambda card: card.place)),
                play=play,
                turn=turn,
                leads=trick is not None and player == trick.leader,
                wins=trick is not None and player == trick.winner,
            )
        )
    return tuple(chairs)


def record_of(table: Table, number: int) -> DonneRecord | None:
    """Return the current record of a donne, None without one."""
    return table.records.filter(current=True, number=number).select_related("line").first()


def past_records(table: Table, number: int) -> QuerySet[DonneRecord]:
    """Return the earlier records of a donne, replaced or withdrawn, the last one first."""
    past = table.records.filter(current=False, number=number)
    return past.select_related("superseded_by", "cancelled_by").order_by("-pk")


def stored_record(attached: DonneRecord, names: Sequence[str]) -> Record:
    """Return an attached record, with these names by chair."""
    return renamed(chairs_of(attached), {str(chair): name for chair, name in enumerate(_different(names))})


def chairs_of(attached: DonneRecord) -> Record:
    """Return an attached record whose players are the chairs: "0" for Sud, "1" …"""
    return read(attached.record | {"tricks": [dict(trick) for trick in attached.record["tricks"]]})


def stored(record: Record) -> dict[str, Any]:
    """Return a record as JSON values for its column. Tricks are lists of [chair, card]: JSON keys have no order."""
    return as_mapping(record) | {"tricks": [[[who, card.code] for who, card in trick] for trick in record.tricks]}


def sort_problems(replayed: Replay) -> tuple[list[CardProblem], list[CardProblem]]:
    """Return two lists of problems: what is impossible, and what may have happened at the table."""
    impossible = [problem for problem in replayed.problems if problem.code not in DONE_AT_THE_TABLE]
    faults = [problem for problem in replayed.problems if problem.code in DONE_AT_THE_TABLE]
    return impossible, faults


def _different(names: Sequence[str]) -> list[str]:
    """Return names that are all different: players with the same name get their chair added."""
    return [
        f"{name} ({SEAT_NAMES[chair]})" if list(names).count(name) > 1 else name for chair, name in enumerate(names)
    ]
