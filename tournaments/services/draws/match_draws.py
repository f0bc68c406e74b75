"""The draw that a published round of matches is, as any other round has one."""

from collections.abc import Sequence
from datetime import datetime

from tournaments.labels import DrawMode
from tournaments.models import Account, Draw, Tournament
from tournaments.queries.draws.forecast import present_ids
from tournaments.queries.draws.seating import as_tables, places
from tournaments.seating import Demand, Plan, Remainder
from tournaments.seating.certificate import certify
from tournaments.seating.problem import Past


def draw_of(
    tournament: Tournament,
    number: int,
    tables: Sequence[Sequence[int]],
    by: Account | None,
    at: datetime,
    *,
    alone: bool,
) -> Draw:
    """Write the published draw of a round of matches: who is there and at none of these tables is exempt."""
    seated = {player for table in tables for player in table}
    exempts = tuple(pk for pk in present_ids(tournament) if pk not in seated)
    players = sorted({*seated, *exempts})
    past = [as_tables(seats) for other, seats in sorted(places(tournament).items()) if other < number]
    demand = Demand(
        players=tuple(players),
        rounds=1,
        seed=tournament.seed,
        past=tuple(before for before, _out in past),
        past_exempts=tuple(out for _tables, out in past),
    )
    round_tables = tuple((south, east, north, west) for south, east, north, west in tables)
    certificate = certify(demand, Past(demand), [round_tables], [exempts], "matches")
    return Draw.objects.create(
        tournament=tournament,
        first_round=number,
        alone=alone,
        mode=DrawMode.MATCHES,
        seed=tournament.seed,
        table_size=tournament.table_size,
        remainder=Remainder.EXEMPT.value,
        players=players,
        plan=Plan((round_tables,), (exempts,), certificate).as_json(),
        asked_by=by,
        asked_at=at,
        published_by=by,
        published_at=at,
    )
