"""The services of matches of teams, one row for each thing that one of them can do."""

from tests.factories import NOW, rewrite
from tests.services.calls import KEY, Act, Entry, World, call_of
from tests.tournaments.matches import drawn_matches
from tests.tournaments.teams import a_team
from tournaments.models import Match, Registration
from tournaments.services.draws.matches import (
    close_line_ups,
    draw_matches,
    publish_matches,
    seal_line_up,
    undo_matches,
)
from tournaments.services.people.registrations import register
from tournaments.services.people.stand_ins import call_stand_in, send_back


def two_teams(world: World) -> None:
    """Make two teams of four of the players of the world, who meet in matches."""
    rewrite(
        world.tournament,
        compared_by="mean",
        void_donnes_count=True,
        team_size=4,
        plays_matches=True,
        rounds_planned=1,
    )
    world.tournament.refresh_from_db()
    a_team("Les Bouts", *world.entries[:4])
    a_team("Les Atouts", *world.entries[4:8])


def a_match(world: World) -> Match:
    two_teams(world)
    (match,) = drawn_matches(world.tournament)
    return match


@call_of(draw_matches, Entry("matchs tirés", "1 position"), told=True)
def matches_drawn(world: World) -> Act:
    two_teams(world)
    return lambda: draw_matches(tournament=world.tournament, by_standings=False, by=world.by, at=NOW)


@call_of(undo_matches, Entry("tirage des matchs défait", "position 1"), told=True)
def matches_taken_back(world: World) -> Act:
    a_match(world)
    return lambda: undo_matches(tournament=world.tournament, number=1, by=world.by, at=NOW)


@call_of(seal_line_up, Entry("composition scellée", "position 1, match 1"), told=True)
def a_line_up_sealed(world: World) -> Act:
    match = a_match(world)
    four = list(match.one.members.values_list("pk", flat=True))
    return lambda: seal_line_up(
        match=match, team=match.one, taker=four[0], defence=four[1:], key=KEY, by=world.by, at=NOW
    )


@call_of(close_line_ups, Entry("compositions closes", "position 1"), told=True)
def line_ups_closed(world: World) -> Act:
    a_match(world)
    return lambda: close_line_ups(tournament=world.tournament, number=1, by=world.by, at=NOW)


@call_of(publish_matches, Entry("matchs publiés", "position 1"), told=True)
def a_round_of_matches_published(world: World) -> Act:
    a_match(world)
    close_line_ups(tournament=world.tournament, number=1, by=world.by, at=NOW)
    return lambda: publish_matches(tournament=world.tournament, number=1, by=world.by, at=NOW)


def somebody_free(world: World) -> Registration:
    (free,) = register(tournament=world.tournament, players=[world.another_player()], by=world.by, at=NOW)
    return free


@call_of(call_stand_in, Entry("remplaçant appelé", "n° 9 ZIMMER Zoé"), told=True)
def a_stand_in_called(world: World) -> Act:
    match, free = a_match(world), somebody_free(world)
    team = match.one
    return lambda: call_stand_in(match=match, team=team, registration=free.pk, by=world.by, at=NOW)


@call_of(send_back, Entry("remplaçant renvoyé", "n° 9 ZIMMER Zoé"), told=True)
def a_stand_in_sent_back(world: World) -> Act:
    match, free = a_match(world), somebody_free(world)
    call_stand_in(match=match, team=match.one, registration=free.pk, by=world.by, at=NOW)
    return lambda: send_back(match=match, team=match.one, start_number=free.start_number, by=world.by, at=NOW)
