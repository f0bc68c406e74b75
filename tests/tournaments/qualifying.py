"""Stages of a championship for tests: what leads to a final, said in one line."""

from tournaments.models import League, Qualifying, Tournament
from tournaments.queries.standings.qualifying import ROWS, FinalStage, stage_of_row


def leads(
    origin: League | Tournament, final: Tournament | None = None, *, first: int | None = 2, **columns: object
) -> Qualifying:
    """Write that the first players of a ranking are qualified for a final, and return the row."""
    column = "league" if isinstance(origin, League) else "source"
    number = final.sources.count() + 1 if final else 1
    row = Qualifying.objects.create(final=final, number=number, first=first, **{column: origin}, **columns)
    return Qualifying.objects.select_related(*ROWS).get(pk=row.pk)


def told(row: Qualifying) -> list[str]:
    """Return the first letters of the names of who goes, the reserves, those over a quota, and who does not come."""
    stage: FinalStage = stage_of_row(row)
    parts = [
        [one for source in stage.sources for one in getattr(source, part)] for part in ("going", "reserves", "over")
    ]
    return ["".join(one.name[0] for one in part) for part in (*parts, stage.declined)]
