"""Lists of people read into an evening: people of ticked lines are registered, or checked in if the list says so."""

from typing import Any

from django.db import transaction

from tournaments.imports.evening_teams import enter_teams
from tournaments.imports.players import apply_import
from tournaments.imports.previews import Applied
from tournaments.labels import Status
from tournaments.models import Tournament
from tournaments.services.people import registrations


@transaction.atomic
def enter_list(*, tournament: Tournament, **what: Any) -> tuple[Applied, int, int]:
    """
    Call `apply_import` (`what` are its arguments except the club) and register the people of its lines: all or nothing.

    Return what was applied, how many people were registered, and how many are present. A registered person stays so,
    and is checked in when the list says so. A person who does not come, as the list says, is not registered. Each
    is put into the team that the list names, where the evening has teams. Refuses what `apply_import`,
    `registrations.register` and `enter_teams` refuse.
    """
    who, at = what["by"], what["at"]
    applied = apply_import(club=tournament.club, evening=tournament, **what)
    entered = present = 0
    for status, is_there in ((Status.PRESENT, True), (Status.REGISTERED, False)):
        people = [player for player, is_present in applied.people if is_present is is_there]
        if not people:
            continue
        new = registrations.register(tournament=tournament, players=people, status=status, by=who, at=at)
        entered += len(new)
        if is_there:
            expected = tournament.registrations.filter(player__in=people, status=Status.REGISTERED)
            ids = list(expected.values_list("pk", flat=True))
            came = registrations.set_status(tournament=tournament, registrations=ids, status=status, by=who, at=at)
            present = len(new) + came
    enter_teams(tournament=tournament, people=applied.teams, by=who, at=at)
    return applied, entered, present
