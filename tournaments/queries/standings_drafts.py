"""What organisers look at before they publish a round by standings: everybody's rank, and who meets again."""

from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import ngettext

from tournaments.models import Job
from tournaments.queries.draws import DraftRound
from tournaments.queries.places import places


@dataclass(frozen=True)
class Rematch:
    """Two players of one table of the draft who met before; `when` says at which positions."""

    one: str
    other: str
    when: str


def ranks_of(job: Job) -> dict[int, int]:
    """Return the place of each registration id in the ranking that a draw followed; {} when it followed none."""
    if "standing" not in (job.result or {}):
        return {}
    return {player: rank for rank, player in enumerate(job.wanted["ranking"], start=1)}


def rematches_of(job: Job, draft: DraftRound) -> list[Rematch]:
    """Return who meets again in a draft by standings, table by table: one query, none when nobody does."""
    if not job.outcome.get("standing", {}).get("rematches"):
        return []
    where = {
        number: {player: at and at[0] for player, at in here.items()}
        for number, here in places(job.of_tournament).items()
        if (number != draft.number if "number" in job.wanted else number < draft.number)
    }
    found = []
    for table in draft.tables:
        for one, other in combinations(table, 2):
            met = [n for n, at in where.items() if at.get(one.pk) is not None and at[one.pk] == at.get(other.pk)]
            if met:
                words = ngettext("position %(numbers)s", "positions %(numbers)s", len(met))
                when = words % {"numbers": ", ".join(map(str, met))}
                found.append(Rematch(one.player.full_name, other.player.full_name, when))
    return found
