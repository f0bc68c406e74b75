"""Before a round is cancelled: what is written in it, and what the standings would say without it."""

import hashlib
from dataclasses import dataclass, replace

from django.db.models import Count, Max, Q

from scoring.labels import PenaltyTarget
from scoring.models import ChelemCall, Penalty, PenaltyShare, SheetLine, SheetTotal
from tournaments.models import Registration, Round, SeatResult, Tournament
from tournaments.queries.standings import Standings, standings
from tournaments.standings import Sheet, rank

# What an arbiter decided about a table or a camp falls with the round; what he decided about a person stays.
OF_THE_ROUND = (PenaltyTarget.TABLE, PenaltyTarget.CAMP)


@dataclass(frozen=True)
class Moved:
    """A player's line before and after, in whole points; `place_after` is None for who would have played nothing."""

    name: str
    start_number: int
    place_before: int
    place_after: int | None
    total_before: int
    total_after: int


@dataclass(frozen=True)
class Forecast:
    """
    What cancelling a round means. `sheets` have something written, `penalties` would be cancelled with it, `kept` are a
    player's own and stay; `seen` changes with anything written in the round.
    """

    round: Round
    sheets: int
    donnes: int
    results: int
    penalties: int
    kept: int
    seen: str
    lines: tuple[Moved, ...]


def seen_in(round_: Round) -> str:
    """Return a short text that changes with anything written in a round: it says what a page showed."""
    lines = SheetLine.objects.filter(table__round=round_).aggregate(count=Count("pk"), last=Max("pk"))
    totals = SheetTotal.objects.filter(seat__round=round_).aggregate(count=Count("pk"), last=Max("pk"))
    marks = sorted(SeatResult.objects.filter(seat__round=round_).values_list("seat", "points", "donnes"))
    penalties = sorted(Penalty.objects.filter(table__round=round_, cancelled_at=None).values_list("pk", flat=True))
    calls = sorted(ChelemCall.objects.filter(table__round=round_, cancelled_at=None).values_list("pk", flat=True))
    closed = round_.tables.filter(closed_at__isnull=False).count()
    plain = [round_.pk, *lines.values(), *totals.values(), marks, penalties, calls, closed]
    return hashlib.sha256(repr(plain).encode()).hexdigest()[:16]


def penalties_of_round(round_: Round) -> list[Penalty]:
    """Return the penalties in force that fall with a round: those of its tables and of the camps of its donnes."""
    return list(Penalty.objects.filter(table__round=round_, cancelled_at=None, target__in=OF_THE_ROUND))


def forecast(tournament: Tournament, round_: Round) -> Forecast:
    """Return what cancelling a round of a tournament means, the standings without it included."""
    lines = SheetLine.objects.filter(table__round=round_, current=True)
    totals = SheetTotal.objects.filter(seat__round=round_, current=True)
    written = set(lines.values_list("table", flat=True)) | set(totals.values_list("seat__table", flat=True))
    falling = penalties_of_round(round_)
    ranking = standings(tournament)
    return Forecast(
        round=round_,
        sheets=len(written),
        donnes=lines.count(),
        results=SeatResult.objects.filter(seat__round=round_).count(),
        penalties=len(falling),
        kept=Penalty.objects.filter(Q(table__round=round_), cancelled_at=None, target=PenaltyTarget.PLAYER).count(),
        seen=seen_in(round_),
        lines=_without(ranking, ranking.rounds.index(round_.number), _given_back(falling), tournament),
    )


def _given_back(falling: list[Penalty]) -> dict[int, int]:
    """Return the points that penalties to be cancelled took, by registration id: whole, negative."""
    taken: dict[int, int] = {}
    for registration, points in PenaltyShare.objects.filter(penalty__in=falling).values_list(
        "registration_id", "points"
    ):
        taken[registration] = taken.get(registration, 0) + points
    return taken


def _without(ranking: Standings, index: int, taken: dict[int, int], tournament: Tournament) -> tuple[Moved, ...]:
    """Return everybody's line as it is and as it would be without one round, in the order it would be."""
    names = {
        entry.pk: entry.player.full_name
        for entry in Registration.objects.filter(tournament=tournament).select_related("player")
    }
    lines = {line.start_number: line for line in ranking.lines}
    left = {
        number: replace(
            line,
            marks=line.marks[:index] + line.marks[index + 1 :],
            penalties=line.penalties - taken.get(line.registration_id, 0),
        )
        for number, line in lines.items()
    }
    after = rank(
        Sheet(number, tuple(mark.points for mark in line.marks), line.penalties) for number, line in left.items()
    )
    return tuple(
        Moved(
            name=names[lines[row.sheet.key].registration_id],
            start_number=row.sheet.key,
            place_before=lines[row.sheet.key].place,
            place_after=row.place if left[row.sheet.key].counts else None,
            total_before=lines[row.sheet.key].total,
            total_after=row.sheet.total,
        )
        for row in after
    )
