"""What a round holds before it is cancelled or restored, and what the standings would then be."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Max, Q, QuerySet

from scoring.labels import PenaltyTarget, Sanction
from scoring.models import ChelemCall, Penalty, PenaltyShare, SheetLine, SheetTotal
from scoring.queries.desk.donne_scores import shifts_of
from tournaments.labels import AWAY
from tournaments.models import Round, Seat, SeatResult, Table, Tournament
from tournaments.queries.standings.boards import (
    MARKS,
    BoardPoints,
    board_rows,
    cancelled_rows,
    unit_of,
    won_by_round,
)
from tournaments.queries.standings.lines import Mark, Standings, sheet_of_marks
from tournaments.queries.standings.place_changes import Moved, entries_of, moved
from tournaments.queries.standings.standings import is_out, standings
from tournaments.standings import Adjusted, Brought, adjusted_score

# Decisions about a table, a camp or a donne, and adjusted scores, are cancelled with the round; any other stays.
FALLS_WITH_IT = ~Q(target=PenaltyTarget.PLAYER) | Q(sanction__in=[Sanction.ADJUSTED, Sanction.DONNE_SCORE])


@dataclass(frozen=True)
class RoundForecast:
    """
    What cancelling a round would do. `sheets` are its sheets with something written; `penalties` would be cancelled
    with it, `kept` are penalties of players alone and stay. `seen` is the round's version: it changes with anything
    written.
    """

    round: Round
    sheets: int
    donnes: int
    results: int
    penalties: int
    kept: int
    seen: str
    lines: tuple[Moved, ...]


@dataclass(frozen=True)
class StoredTable:
    """A table of a cancelled round; `seats` are (full name, chair, points or None) in playing order."""

    table: Table
    donnes: int
    seats: tuple[tuple[str, str, int | None], ...]


@dataclass(frozen=True)
class StoredRound:
    """A cancelled round as it was. `replaced` says that its number was drawn again: it cannot be restored."""

    round: Round
    tables: tuple[StoredTable, ...]
    exempts: tuple[str, ...]
    replaced: bool


def seen_in(round_: Round) -> str:
    """Return a short text that changes with anything written in a round: the version that a page showed."""
    lines = SheetLine.objects.filter(table__round=round_).aggregate(count=Count("pk"), last=Max("pk"))
    totals = SheetTotal.objects.filter(seat__round=round_).aggregate(count=Count("pk"), last=Max("pk"))
    marks = sorted(SeatResult.objects.filter(seat__round=round_).values_list("seat", "points", "donnes"))
    penalties = sorted(Penalty.objects.filter(table__round=round_, cancelled_at=None).values_list("pk", flat=True))
    calls = sorted(ChelemCall.objects.filter(table__round=round_, cancelled_at=None).values_list("pk", flat=True))
    closed = round_.tables.filter(closed_at__isnull=False).count()
    plain = [round_.pk, *lines.values(), *totals.values(), marks, penalties, calls, closed]
    return hashlib.sha256(repr(plain).encode()).hexdigest()[:16]


def penalties_of_round(round_: Round) -> list[Penalty]:
    """Return the penalties in force that are cancelled with a round: those of its tables and of camps of its donnes."""
    return list(Penalty.objects.filter(FALLS_WITH_IT, table__round=round_, cancelled_at=None))


def fallen_with(round_: Round) -> QuerySet[Penalty]:
    """Return the penalties that were cancelled with a round. They are restored with it."""
    fallen = Penalty.objects.filter(FALLS_WITH_IT, table__round=round_, cancelled_at=round_.cancelled_at)
    return fallen.order_by("pk")


def stored_round(tournament: Tournament, round_: Round) -> StoredRound:
    """Return a cancelled round with the points marked at each table. Three queries."""
    seats = Seat.objects.filter(round=round_).select_related("registration__player", "table", "result")
    by_table: dict[int, list[Seat]] = {}
    exempts = []
    for seat in seats.order_by("table__number", "chair", "registration__start_number"):
        if seat.table is None:
            exempts.append(seat.registration.player.full_name)
        else:
            by_table.setdefault(seat.table.pk, []).append(seat)
    lines = SheetLine.objects.filter(table__round=round_, current=True).order_by()
    donnes = dict(lines.values("table").annotate(count=Count("pk")).values_list("table", "count"))
    return StoredRound(
        round=round_,
        tables=tuple(
            StoredTable(
                table=table_seats[0].seated_at,
                donnes=donnes.get(table, 0),
                seats=tuple((seat.registration.player.full_name, seat.name, _points(seat)) for seat in table_seats),
            )
            for table, table_seats in by_table.items()
        ),
        exempts=tuple(exempts),
        replaced=is_replaced(tournament, round_),
    )


def is_replaced(tournament: Tournament, round_: Round) -> bool:
    """Return whether a round in force has the number of this cancelled round."""
    return tournament.rounds.filter(number=round_.number).exists()


def _points(seat: Seat) -> int | None:
    return seat.result.points if hasattr(seat, "result") else None


def forecast(tournament: Tournament, round_: Round) -> RoundForecast:
    """Return what cancelling a round would do, with the standings without it."""
    lines = SheetLine.objects.filter(table__round=round_, current=True)
    totals = SheetTotal.objects.filter(seat__round=round_, current=True)
    written_tables = set(lines.values_list("table", flat=True)) | set(totals.values_list("seat__table", flat=True))
    falling = penalties_of_round(round_)
    ranking = standings(tournament)
    return RoundForecast(
        round=round_,
        sheets=len(written_tables),
        donnes=lines.count(),
        results=SeatResult.objects.filter(seat__round=round_).count(),
        penalties=len(falling),
        kept=Penalty.objects.filter(~FALLS_WITH_IT, table__round=round_, cancelled_at=None).count(),
        seen=seen_in(round_),
        lines=_without(ranking, ranking.rounds.index(round_.number), _points_back(falling), tournament),
    )


def _points_back(falling: list[Penalty]) -> dict[int, int]:
    """Return the points of penalties that would be cancelled, by registration id: whole, negative."""
    taken: dict[int, int] = {}
    for registration, points in PenaltyShare.objects.filter(penalty__in=falling).values_list(
        "registration_id", "points"
    ):
        taken[registration] = taken.get(registration, 0) + points
    return taken


def standings_with(tournament: Tournament, round_: Round) -> tuple[Moved, ...]:
    """Return each player's line as it is, and as it would be with a restored round, in the order of the latter."""
    fallen = list(fallen_with(round_))
    marks, taken = _brought(round_, fallen), _points_back(fallen)
    entries = entries_of(tournament)
    ranking = standings(tournament)
    lines = {line.registration_id: line for line in ranking.lines}
    nothing = (Mark(missed=True),) * len(ranking.rounds)
    counted = lines.keys() | taken.keys() | {pk for pk, mark in marks.items() if mark.points is not None}
    all_marks = {
        pk: (*(lines[pk].marks if pk in lines else nothing), marks.get(pk, Mark(missed=True))) for pk in sorted(counted)
    }
    unit = MARKS
    if tournament.is_duplicate:
        rows = [*board_rows([tournament])[tournament.pk], *cancelled_rows(round_)]
        unit, numbers = unit_of(tournament, rows), (*ranking.rounds, round_.number)
        all_marks = _compared_again(all_marks, numbers, won_by_round(tournament, rows))
    sheets = [
        replace(
            sheet_of_marks(
                entries[pk].start_number,
                all_marks[pk],
                entries[pk].penalty_points + taken.get(pk, 0),
                unit,
                is_gone=entries[pk].status in AWAY,
                is_out=is_out(entries[pk].status, entries[pk].player.double_of_id),
            ),
            rounds=rounds,
        )
        for pk, rounds in _counted_again(all_marks).items()
    ]
    places = {line.start_number: line.place for line in lines.values() if line.counts}
    return moved(tournament, lines.values(), places, sheets, entries)


def _compared_again(
    marks: Mapping[int, tuple[Mark, ...]], numbers: Sequence[int], won: Mapping[tuple[int, int], BoardPoints]
) -> dict[int, tuple[Mark, ...]]:
    """Return these marks of the rounds with these numbers, each with what its boards brought."""
    return {
        pk: tuple(
            mark
            if (brought := won.get((pk, number))) is None
            else replace(mark, points=brought.told, won=brought.points, possible=brought.weight)
            for number, mark in zip(numbers, own, strict=True)
        )
        for pk, own in marks.items()
    }


def _brought(round_: Round, fallen: list[Penalty]) -> dict[int, Mark]:
    """
    Return what a cancelled round brought, by registration id. At an open sheet without a result, it is not known yet.

    Adjusted scores of the decisions in `fallen` are restored with it.
    """
    brought: dict[int, Mark] = {}
    for registration, table, closed_at, points, contracts in Seat.objects.filter(round=round_).values_list(
        "registration", "table", "table__closed_at", "result__points", "result__contracts"
    ):
        is_missed = points is None and table is not None and closed_at is not None
        is_exempt = table is None and points is None
        brought[registration] = Mark(points, exempt=is_exempt, missed=is_missed, table=table, contracts=contracts)
    adjusting = PenaltyShare.objects.filter(penalty__in=fallen, penalty__sanction=Sanction.ADJUSTED)
    for registration, basis, assigned in adjusting.values_list("registration", "penalty__basis", "penalty__assigned"):
        brought[registration] = Mark(assigned or 0, adjusted=basis)
    for registration, more in _shifts(round_, fallen).items():
        if not (mark := brought[registration]).adjusted:
            brought[registration] = replace(mark, points=(mark.points or 0) + more, missed=False, shift=more)
    return brought


def _shifts(round_: Round, fallen: list[Penalty]) -> dict[int, int]:
    """Return by how many points adjusted scores of donnes change a cancelled round, by registration id."""
    more: dict[int, int] = {}
    scores = [score for score in fallen if score.sanction == Sanction.DONNE_SCORE]
    for table in round_.tables.filter(pk__in={score.table_id for score in scores}):
        here = [score for score in scores if score.table_id == table.pk]
        members = {score.pk: list(score.shares.values_list("registration_id", flat=True)) for score in here}
        more |= shifts_of(table, here, {line.number: line for line in table.lines.filter(current=True)}, members)
    return more


def _counted_again(marks: Mapping[int, Sequence[Mark]]) -> dict[int, tuple[Brought, ...]]:
    """Return what these rounds bring each player. Averages of adjusted scores are computed over the same rounds."""
    own = {
        pk: [mark.points for mark in own_marks if isinstance(mark.points, int) and not mark.adjusted]
        for pk, own_marks in marks.items()
    }
    everybody = [points for own_points in own.values() for points in own_points]
    return {
        pk: tuple(
            adjusted_score(Adjusted(mark.adjusted), assigned=int(mark.points or 0), own=own[pk], everybody=everybody)
            if mark.adjusted
            else mark.brought
            for mark in own_marks
        )
        for pk, own_marks in marks.items()
    }


def _without(ranking: Standings, index: int, taken: dict[int, int], tournament: Tournament) -> tuple[Moved, ...]:
    """Return each player's line as it is, and as it would be without one round, in the order of the latter."""
    rounds = _counted_again(
        {line.registration_id: line.marks[:index] + line.marks[index + 1 :] for line in ranking.lines}
    )
    sheets = [
        replace(
            line.sheet.without_round(index),
            rounds=rounds[line.registration_id],
            penalties=line.unit.penalties(line.penalties - taken.get(line.registration_id, 0)),
        )
        for line in ranking.lines
    ]
    places = {line.start_number: line.place for line in ranking.lines}
    return moved(tournament, ranking.lines, places, sheets, entries_of(tournament))
