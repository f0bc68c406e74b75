"""
A list of members read for its fees alone, by who holds the club's money and may not change its members.

Who is surely a member has his fee noted; nobody is added, changed or joins. Every other line is left aside.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.imports.columns import LineProblem
from tournaments.imports.listed_fees import fees_told, note_fees
from tournaments.imports.player_rows import PlayerRow
from tournaments.imports.players import examine
from tournaments.imports.previews import Applied, LineEffect, PlayersPreview, stale
from tournaments.models import Account, Club, Season
from tournaments.services.locks import lock_club


def examine_fees(*, club: Club, rows: Iterable[PlayerRow], season: Season | None) -> PlayersPreview:
    """Return what the rows bring now for the fees of a season. Writes nothing; as many queries as `examine`."""
    rows = list(rows)
    whole = examine(club=club, rows=rows)
    known = [*whole.unchanged, *(effect for effect in whole.changed if not (effect.doubt or effect.joins))]
    sure = {effect.line for effect in known}
    met = [*whole.created, *whole.changed, *whole.joined]
    left = [_left(effect) for effect in met if effect.line not in sure]
    people = {effect.line: effect.player for effect in known if effect.player}
    return PlayersPreview(
        unchanged=sorted(known, key=lambda effect: effect.line),
        problems=[*whole.problems, *left],
        fees=fees_told(season, rows, people),
    )


@transaction.atomic
def apply_fees(
    *,
    club: Club,
    rows: Iterable[PlayerRow],
    season: Season | None,
    fingerprint: str,
    by: Account | None,
    at: datetime,
) -> Applied:
    """
    Note what `examine_fees` showed under this fingerprint: all of it or nothing.

    Refuses when it is no longer what was shown. Writes nothing when all is noted already (a double click).
    """
    lock_club(club)
    rows = list(rows)
    preview = examine_fees(club=club, rows=rows, season=season)
    if not preview.does_something:
        return Applied(0, 0)
    if preview.fingerprint != fingerprint:
        raise stale()
    people = [(effect.line, effect.player) for effect in preview.unchanged]
    return Applied(0, 0, fees=note_fees(season, rows, people, by=by, at=at))


def _left(effect: LineEffect) -> LineProblem:
    words = {"line": effect.line, "name": effect.facts.full_name}
    sentence = _(
        "Ligne %(line)d : « %(name)s » n’est pas reconnu parmi les membres du club. Un organisateur du club peut "
        "l’importer ou le corriger."
    )
    return LineProblem(effect.line, sentence % words)
