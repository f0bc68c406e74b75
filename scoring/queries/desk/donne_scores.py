"""Adjusted scores of single donnes: by how many points they change what a sheet gives."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from scoring.labels import Outcome, PenaltyTarget, Sanction
from scoring.models import Penalty, SheetLine
from scoring.queries.desk.penalties import camp_of
from scoring.queries.table.sheets import marks_of
from tournaments.models import Seat, Table


def scores_at(table: Table, number: int | None = None) -> list[Penalty]:
    """Return the adjusted scores in force at a table, or at one donne of it, with the players on whom they fall."""
    scores = Penalty.objects.filter(table=table, sanction=Sanction.DONNE_SCORE, cancelled_at=None)
    if number is not None:
        scores = scores.filter(donne=number)
    return list(scores.prefetch_related("shares").order_by("pk"))


def adjusted_at(table: Table) -> dict[tuple[int, int], int]:
    """Return what adjusted scores of boards give, in duplicate, by (registration id, board)."""
    return {
        (share.registration_id, score.donne): score.assigned
        for score in scores_at(table)
        if score.donne is not None and score.assigned is not None
        for share in score.shares.all()
    }


def shifts_at(table: Table) -> dict[int, int]:
    """Return by how many points adjusted scores of donnes change each result at a table, by registration id."""
    scores = scores_at(table)
    lines = {line.number: line for line in table.lines.filter(current=True)} if scores else {}
    members = {score.pk: [share.registration_id for share in score.shares.all()] for score in scores}
    seats = table.seats.values_list("registration_id", flat=True)
    return dict.fromkeys(seats, 0) | shifts_of(table, scores, lines, members)


def shifts_of(
    table: Table, scores: Iterable[Penalty], lines: Mapping[int, SheetLine], members: Mapping[int, list[int]]
) -> dict[int, int]:
    """
    Return by how many points these adjusted scores change results, by registration id; `lines` are by number of donne.

    `members` are the registration ids on whom each decision falls, by id of the decision.
    """
    seats: list[Seat] = list(table.seats.order_by("chair"))
    index = {seat.registration_id: chair for chair, seat in enumerate(seats)}
    more: dict[int, int] = defaultdict(int)
    for score in scores:
        line = lines.get(score.donne or 0)
        marks = [0] * len(seats) if line is None else marks_of(line, len(seats))
        for registration in members[score.pk]:
            if registration in index:
                more[registration] += (score.assigned or 0) - marks[index[registration]]
    return dict(more)


def members_then(score: Penalty, line: SheetLine | None) -> list[int]:
    """Return the registration ids on whom an adjusted score falls when this line stands at its donne."""
    if score.target != PenaltyTarget.CAMP:
        return [share.registration_id for share in score.shares.all()]
    return camp_of(line, score.camp) if line is not None and line.outcome == Outcome.PLAYED else []
