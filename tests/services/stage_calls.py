"""The services of the stages of a championship, one row for each thing that one of them can do."""

from tests.factories import NOW, PlayerFactory, TournamentFactory, rewrite
from tests.services.calls import Act, Entry, World, call_of
from tests.tournaments.qualifying import leads
from tests.tournaments.rounds import evening
from tests.tournaments.teams import teams_of
from tournaments.labels import TournamentState
from tournaments.models import Player, Qualifying, Team
from tournaments.services.clubs.qualifying import (
    add_source,
    announce_final,
    change_source,
    decline_final,
    decline_himself,
    enter_himself,
    enter_qualified,
    place_source,
    remove_source,
)
from tournaments.standings import Cut

OF_SEASON = "Championnat, 2026-2027"


def a_final(world: World) -> Qualifying:
    """Return a row that leads from the season to the tournament, with a result of somebody who is not entered."""
    evening(world.season, 1, {world.another_player(): 10})
    return leads(world.season.main_league, world.tournament, first=1)


def a_final_of_teams(world: World) -> Team:
    """Lead from an evening of pairs to the tournament, made one of pairs, and return the only pair of the evening."""
    pair = {world.another_player(): 10, PlayerFactory(club=world.club): 0}
    played = evening(world.season, 1, pair, state=TournamentState.RUNNING)
    rewrite(played, team_size=2)
    [team] = teams_of(list(played.registrations.order_by("start_number")), 2)
    rewrite(played, state=TournamentState.FINISHED)
    rewrite(world.tournament, team_size=2)
    leads(played, world.tournament, first=1)
    return team


@call_of(add_source, Entry("qualification ajoutée", "Qualification"), told=True)
def a_source_added(world: World) -> Act:
    origin = TournamentFactory(club=world.club, name="Qualification")
    return lambda: add_source(final=world.tournament, origin=origin, cut=Cut(share=25), by=world.by, at=NOW)


@call_of(announce_final, Entry("qualification ajoutée", OF_SEASON, of="club"), told=True)
def a_final_announced(world: World) -> Act:
    league = world.season.main_league
    return lambda: announce_final(league=league, cut=Cut(first=8), final=None, by=world.by, at=NOW)


@call_of(announce_final, Entry("finale choisie", OF_SEASON), told=True)
def the_tournament_of_a_final_chosen(world: World) -> Act:
    league = world.season.main_league
    leads(league, first=8)
    return lambda: announce_final(league=league, cut=Cut(first=8), final=world.tournament, by=world.by, at=NOW)


@call_of(change_source, Entry("qualification changée", OF_SEASON, "vote"), told=True)
def a_cut_changed_after_the_first_result(world: World) -> Act:
    row = a_final(world)
    return lambda: change_source(row=row, cut=Cut(first=2), by=world.by, at=NOW, reason=" vote ")


@call_of(place_source, Entry("qualification mise avant une autre", "Second"), told=True)
def a_source_put_before_another(world: World) -> Act:
    first, second = (TournamentFactory(club=world.club, name=name) for name in ("Premier", "Second"))
    rows = [leads(origin, world.tournament) for origin in (first, second)]
    return lambda: place_source(row=rows[1], before=rows[0], by=world.by, at=NOW)


@call_of(remove_source, Entry("qualification retirée", OF_SEASON), told=True)
def a_source_removed(world: World) -> Act:
    row = a_final(world)
    return lambda: remove_source(row=row, by=world.by, at=NOW)


@call_of(decline_final, Entry("finale déclinée", "ZIMMER Zoé"), told=True)
def a_final_declined(world: World) -> Act:
    row = a_final(world)
    player = Player.objects.get(last_name="ZIMMER")
    return lambda: decline_final(row=row, player=player, declines=True, by=world.by, at=NOW)


@call_of(decline_final, Entry("finale acceptée", "ZIMMER Zoé"), told=True)
def a_final_accepted_after_all(world: World) -> Act:
    row = a_final(world)
    player = Player.objects.get(last_name="ZIMMER")
    row.declined.create(player=player)
    return lambda: decline_final(row=row, player=player, declines=False, by=world.by, at=NOW)


@call_of(decline_himself, Entry("finale déclinée", "ZIMMER Zoé"), told=True)
def a_final_declined_on_his_word(world: World) -> Act:
    row = a_final(world)
    player = Player.objects.get(last_name="ZIMMER")
    return lambda: decline_himself(final=row.final, player=player, declines=True, by=world.by, at=NOW)


@call_of(decline_final, Entry("finale déclinée", "Équipe A"), told=True)
def a_final_declined_by_a_team(world: World) -> Act:
    team = a_final_of_teams(world)
    row = world.tournament.sources.get()
    player = team.members.get(is_captain=True).player
    return lambda: decline_final(row=row, player=player, team=team, declines=True, by=world.by, at=NOW)


@call_of(enter_qualified, Entry("inscriptions", "2 joueurs"), Entry("équipe formée", "Équipe A"), told=True)
def a_qualified_team_entered_in_the_final(world: World) -> Act:
    a_final_of_teams(world)
    return lambda: enter_qualified(final=world.tournament, by=world.by, at=NOW)


@call_of(enter_qualified, Entry("inscription", "n° 9 ZIMMER Zoé"), told=True)
def the_qualified_entered_in_the_final(world: World) -> Act:
    row = a_final(world)
    return lambda: enter_qualified(final=row.final, by=world.by, at=NOW)


@call_of(enter_himself, Entry("inscription", "n° 9 ZIMMER Zoé"), told=True)
def a_qualified_player_entered_on_his_word(world: World) -> Act:
    row = a_final(world)
    player = Player.objects.get(last_name="ZIMMER")
    return lambda: enter_himself(final=row.final, player=player, by=world.by, at=NOW)
