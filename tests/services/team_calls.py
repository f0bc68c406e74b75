"""The services of the teams of a tournament, one row for each thing that one of them can do."""

from tests.factories import NOW, rewrite
from tests.services.calls import KEY, Act, Entry, World, call_of
from tests.tournaments.teams import a_team
from tournaments.services.people.teams import change_team, dissolve_team, make_team


@call_of(make_team, Entry("équipe formée", "Les Bouts"), told=True)
def a_team_made(world: World) -> Act:
    rewrite(world.tournament, team_size=2)
    members = [entry.pk for entry in world.entries[:2]]
    return lambda: make_team(
        tournament=world.tournament,
        name=" Les Bouts ",
        members=members,
        captain=members[0],
        key=KEY,
        by=world.by,
        at=NOW,
    )


@call_of(change_team, Entry("équipe changée", "Les Atouts"), told=True)
def a_team_renamed(world: World) -> Act:
    rewrite(world.tournament, team_size=2)
    team = a_team("Les Bouts", *world.entries[:2])
    members = [entry.pk for entry in world.entries[:2]]
    return lambda: change_team(team=team, name="Les Atouts", members=members, captain=members[1], by=world.by, at=NOW)


@call_of(dissolve_team, Entry("équipe dissoute", "Les Bouts"), told=True)
def a_team_dissolved(world: World) -> Act:
    rewrite(world.tournament, team_size=2)
    team = a_team("Les Bouts", *world.entries[:2])
    return lambda: dissolve_team(team=team, by=world.by, at=NOW)
