"""Of which round each penalty is: what was taken after a round is no part of the ranking as it stood then."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.db.models import Min

from scoring.models import PenaltyShare, SheetLine, SheetTotal
from tournaments.queries.taken_later import Rounds, tells_taken_later

# When something was first written in each round, by its number, by tournament id.
Begun = dict[int, dict[int, datetime]]


@tells_taken_later
def taken_after(rounds: Rounds) -> dict[int, int]:
    """
    Return what penalties in force took after these rounds, by registration id: one query, three where one has no table.

    A penalty is of the round of its table. One that names no table is of the latest round in which something had been
    written when it was given: that stands whatever is corrected later.
    """
    shares = PenaltyShare.objects.filter(
        points__lt=0, penalty__cancelled_at=None, penalty__tournament__in=list(rounds)
    ).values_list(
        *("registration_id", "points", "penalty__tournament_id", "penalty__given_at", "penalty__table__round__number")
    )
    given = list(shares)
    begun = _begun(pk for _registration, _points, pk, _at, number in given if number is None)
    taken: dict[int, int] = defaultdict(int)
    for registration, points, tournament, at, of_table in given:
        number = of_table or max((number for number, since in begun[tournament].items() if since <= at), default=0)
        if number > rounds[tournament]:
            taken[registration] += points
    return dict(taken)


def _begun(tournaments: Iterable[int]) -> Begun:
    begun: Begun = defaultdict(dict)
    wanted = set(tournaments)
    if not wanted:
        return begun
    lines = SheetLine.objects.filter(table__round__tournament__in=wanted).order_by()
    totals = SheetTotal.objects.filter(seat__round__tournament__in=wanted).order_by()
    for tournament, number, since in (
        *lines.values_list("table__round__tournament_id", "table__round__number").annotate(Min("written_at")),
        *totals.values_list("seat__round__tournament_id", "seat__round__number").annotate(Min("written_at")),
    ):
        begun[tournament][number] = min(since, begun[tournament].get(number, since))
    return begun
