"""The matches of a generated event: its teams, their line-ups, and those who leave."""

from datetime import datetime
from typing import Any

from tarot_club.demo.playing import CHAIRS, PlayedEvening
from tournaments.labels import Status
from tournaments.models import Tournament
from tournaments.queries.draws.matches import who_may_play
from tournaments.services.draws.matches import close_line_ups, draw_matches, publish_matches, seal_line_up
from tournaments.services.people.registrations import set_status
from tournaments.services.people.teams import make_team

MOST_IN_A_TEAM = 6
SEALED = 50  # of a hundred line-ups: the others are the usual ones


def teams(tournament: Tournament, evening: PlayedEvening, at: datetime) -> None:
    """Make teams of four to six of everybody entered, as equal as can be, and draw the matches of all rounds."""
    entries = list(tournament.registrations.order_by("start_number").values_list("pk", flat=True))
    count = max(2, -(-len(entries) // MOST_IN_A_TEAM))
    for number in range(count):
        members = entries[number::count]
        named: dict[str, Any] = {
            "name": f"Équipe {number + 1}",
            "members": members,
            "captain": members[0],
            "key": evening.key(),
        }
        make_team(tournament=tournament, by=evening.organiser, at=at, **named)
    draw_matches(tournament=tournament, by_standings=False, by=evening.organiser, at=at)


def line_ups(tournament: Tournament, number: int, evening: PlayedEvening, at: datetime) -> None:
    """Seal some line-ups of a round as captains do, the others as usual, and publish its tables."""
    rng, said = evening.rng, dict[str, Any](by=evening.organiser, at=at)
    for match in tournament.matches.filter(round_number=number).select_related("one", "other").order_by("number"):
        for team in [match.one, match.other] if match.other is not None else []:
            if rng.randrange(100) < SEALED:
                taker, *defence = rng.sample([one.pk for one in who_may_play(team)], CHAIRS)
                seal_line_up(match=match, team=team, taker=taker, defence=defence, key=evening.key(), **said)
    close_line_ups(tournament=tournament, number=number, **said)
    publish_matches(tournament=tournament, number=number, **said)


def leaver(tournament: Tournament, evening: PlayedEvening, at: datetime) -> None:
    """Let one member leave a team that has more than it needs."""
    for team in evening.rng.sample(list(tournament.teams.order_by("number")), tournament.teams.count()):
        members = [one.pk for one in who_may_play(team)]
        if len(members) > CHAIRS:
            gone: dict[str, Any] = {"registrations": [evening.rng.choice(members)], "status": Status.WITHDRAWN}
            set_status(tournament=tournament, by=evening.organiser, at=at, **gone)
            return
