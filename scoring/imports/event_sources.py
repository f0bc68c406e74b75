"""Where the people of a final come from, in the file of its event: rankings by their names."""

import datetime
from typing import Any

from scoring.imports.event_rows import BrokenEventError
from tournaments.models import Account, League, Tournament, is_shown
from tournaments.models.qualifying import title_of
from tournaments.queries.standings.qualifying import ROWS
from tournaments.refusals import Refusal
from tournaments.services.clubs.qualifying import MOST_SOURCES, add_source
from tournaments.standings import Cut

Source = dict[str, Any]
CUT = ("first", "share", "club_most", "carried", "start")


def sources_of(tournament: Tournament) -> list[Source]:
    """Return the sources of a tournament in their order: the ranking by its names, and the cut."""
    return [
        _named(row.origin) | {column: getattr(row, column) for column in CUT}
        for row in tournament.sources.select_related(*ROWS).order_by("number", "pk")
    ]


def _named(origin: League | Tournament) -> Source:
    if isinstance(origin, League):
        season = origin.season
        return {"league": origin.name, "season": season.name, "club": season.club.name, "title": title_of(origin)}
    day, club = origin.date.isoformat(), origin.club.name
    return {"tournament": origin.name, "date": day, "club": club, "title": title_of(origin)}


def write_sources(
    tournament: Tournament, sources: list[Source], *, by: Account | None, at: datetime.datetime
) -> list[str]:
    """
    Write the sources of an imported tournament whose rankings are here, and return the titles of the others.

    A ranking is here under its names in the club that imports, else in the club of its name, once it is public; two
    that are called alike are none. What `add_source` refuses is left out too. Raises BrokenEventError.
    """
    if not isinstance(sources, list) or len(sources) > MOST_SOURCES:
        raise BrokenEventError("sources")
    missing = []
    for said in sources:
        origin, cut = _found(tournament, said), Cut(**{column: said[column] for column in CUT if column in said})
        if not (origin and _is_added(tournament, origin, cut, by=by, at=at)):
            missing.append(str(said["title"])[:200])
    return missing


def _is_added(
    tournament: Tournament, origin: League | Tournament, cut: Cut, *, by: Account | None, at: datetime.datetime
) -> bool:
    """Add a source and return True; False if that is refused."""
    try:
        add_source(final=tournament, origin=origin, cut=cut, by=by, at=at)
    except Refusal:
        return False
    return True


def _found(tournament: Tournament, said: Source) -> League | Tournament | None:
    """Return the ranking of a source; None if it is not here."""
    origins: tuple[Any, ...]
    if "league" in said:
        leagues = League.objects.filter(name=said["league"], season__name=said["season"])
        own = leagues.filter(season__club=tournament.club_id)
        origins = (own, leagues.filter(season__club__name=said["club"]))
    else:
        events = Tournament.objects.filter(name=said["tournament"], date=said["date"]).exclude(pk=tournament.pk)
        origins = (events.filter(club=tournament.club_id), events.filter(is_shown(), club__name=said["club"]))
    for found in origins:
        here: list[League | Tournament] = list(found[:2])
        if here:
            return here[0] if len(here) == 1 else None
    return None
