"""Which round each penalty belongs to: the ranking after a round leaves out later penalties."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.db.models import Min

from scoring.models import PenaltyShare, SheetLine, SheetTotal
from tournaments.queries.standings.taken_later import Rounds, tells_taken_later

# When something was first written in each round: tournament id → round number → time.
Begun = dict[int, dict[int, datetime]]


@tells_taken_later
def taken_after(rounds: Rounds) -> dict[int, int]:
    """
    Return the points that penalties took after these rounds, by registration id: one query, three where one has no
    table.

    A penalty belongs to the round of its table. Without a table it belongs to the latest round in which something had
    been written when it was given: later corrections do not change that.
    """
    shares = PenaltyShare.objects.filter(
        points__lt=0, penalty__cancelled_at=None, penalty__tournament__in=list(rounds)
    ).values_list(
        *("registration_id", "points", "penalty__tournament_id", "penalty__given_at", "penalty__table__round__number")
    )
    rows = list(shares)
    begun = _begun(pk for _registration, _points, pk, _at, number in rows if number is None)
    taken: dict[int, int] = defaultdict(int)
    for registration, points, tournament, at, of_table in rows:
        number = of_table or max((number for number, since in begun[tournament].items() if since <= at), default=0)
        if number > rounds[tournament]:
            taken[registration] += points
    return dict(taken)


def _begun(tournaments: Iterable[int]) -> Begun:
    begun: Begun = defaultdict(dict)
    tournament_ids = set(tournaments)
    if not tournament_ids:
        return begun
    lines = SheetLine.objects.filter(table__round__tournament__in=tournament_ids).order_by()
    totals = SheetTotal.objects.filter(seat__round__tournament__in=tournament_ids).order_by()
    for tournament, number, since in (
        *lines.values_list("table__round__tournament_id", "table__round__number").annotate(Min("written_at")),
        *totals.values_list("seat__round__tournament_id", "seat__round__number").annotate(Min("written_at")),
    ):
        begun[tournament][number] = min(since, begun[tournament].get(number, since))
    return begun
