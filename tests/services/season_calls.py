"""The services of clubs, seasons and leagues, one row for each thing that one of them can do."""

import datetime
from dataclasses import asdict, replace

from tests.factories import NOW, AccountFactory, PlayerFactory, SeasonFactory, other_league
from tests.services.calls import KEY, Act, Entry, World, call_of
from tournaments.models import Club, Committee, Season, SeatResult
from tournaments.services.clubs.clubs import SeasonFacts, change_club, change_season, create_club, create_season
from tournaments.services.clubs.committee_leagues import open_league
from tournaments.services.clubs.leagues import (
    LeagueFacts,
    answer_invitation,
    change_league,
    create_league,
    invite_season,
    publish_league,
    publish_leagues,
)
from tournaments.services.undo.leaving import delete_club
from tournaments.services.undo.undoing import delete_league, delete_season
from tournaments.standings import LeagueRule

SEASON = SeasonFacts(name="2027-2028", starts_on=datetime.date(2027, 9, 1), ends_on=datetime.date(2028, 6, 30))


@call_of(create_club, Entry("club créé", "Les Oudlers", of="result"))
def a_club_founded(world: World) -> Act:
    return lambda: create_club(name="Les Oudlers", organiser=AccountFactory(), by=world.by, at=NOW)


@call_of(change_club, Entry("club modifié", "Les Oudlers", of="club"), told=True)
def a_club_renamed(world: World) -> Act:
    return lambda: change_club(
        club=world.club, name=" Les  Oudlers ", slug="les-oudlers", town="Ici", by=world.by, at=NOW
    )


@call_of(change_club, Entry("club modifié", "Ailleurs", of="result"), told=True)
def a_club_renamed_whose_player_visits(world: World) -> Act:
    world.tables()
    visitor = PlayerFactory(last_name="ZIMMER", first_name="Zoé", licence="Z1")
    world.tournament.registrations.filter(start_number=1).update(player=visitor)
    club = visitor.club
    return lambda: change_club(club=club, name="Ailleurs", slug=club.slug, town="", by=world.by, at=NOW)


@call_of(create_season, Entry("saison créée", "2027-2028", of="club"))
def a_season_opened(world: World) -> Act:
    return lambda: create_season(club=world.club, facts=SEASON, by=world.by, at=NOW)


@call_of(create_league, Entry("championnat créé", "Challenge, 2026-2027", of="club"))
def a_league_added(world: World) -> Act:
    return lambda: create_league(season=world.season, facts=LeagueFacts("Challenge"), by=world.by, at=NOW)


@call_of(change_league, Entry("championnat modifié", "2026-2027", of="club"), told=True)
def a_league_renamed(world: World) -> Act:
    league = world.season.main_league
    return lambda: change_league(league=league, facts=LeagueFacts("Grand prix"), by=world.by, at=NOW)


@call_of(change_league, Entry("règle du championnat changée", "2026-2027", "vote", of="club"), told=True)
def a_league_rule_changed_after_the_first_result(world: World) -> Act:
    a_result(world)
    league = world.season.main_league
    facts = LeagueFacts(league.name, LeagueRule(best_of=1))
    return lambda: change_league(league=league, facts=facts, by=world.by, at=NOW, reason=" vote ")


@call_of(delete_league, Entry("championnat supprimé", "Challenge 2, 2026-2027", of="club"), told=True)
def a_league_deleted(world: World) -> Act:
    league = other_league(world.season)
    return lambda: delete_league(league=league, by=world.by, at=NOW)


INVITED = "championnat proposé à un club"


@call_of(
    open_league,
    Entry("championnat créé", "Interclubs, 2026-2027", of="club"),
    Entry(INVITED, "Interclubs, 2026-2027", of="club"),
)
def a_league_opened_by_a_committee(world: World) -> Act:
    committee = Committee.objects.create(name="Bourgogne", slug="bourgogne")
    Club.objects.filter(pk=world.club.pk).update(committee=committee)
    season = world.season
    return lambda: open_league(committee=committee, season=season, name=" Interclubs ", by=world.by, at=NOW)


@call_of(invite_season, Entry(INVITED, "2026-2027", of="club"), Entry(INVITED, "2026-2027", of="elsewhere"))
def another_club_s_season_invited(world: World) -> Act:
    league, season = world.season.main_league, SeasonFactory()
    return lambda: invite_season(league=league, season=season, by=world.by, at=NOW)


@call_of(
    answer_invitation,
    Entry("championnat rejoint", "2026-2027", of="club"),
    Entry("championnat rejoint", "2026-2027", of="elsewhere"),
    told=True,
)
def an_invitation_to_a_league_accepted(world: World) -> Act:
    guest = world.season.main_league.guests.create(season=SeasonFactory())
    return lambda: answer_invitation(guest=guest, agrees=True, by=world.by, at=NOW)


@call_of(
    answer_invitation,
    Entry("championnat quitté", "2026-2027", of="club"),
    Entry("championnat quitté", "2026-2027", of="elsewhere"),
    told=True,
)
def a_league_left(world: World) -> Act:
    guest = world.season.main_league.guests.create(season=SeasonFactory(), agreed_at=NOW)
    return lambda: answer_invitation(guest=guest, agrees=False, by=world.by, at=NOW)


@call_of(publish_league, Entry("championnat publié", "2026-2027", of="club"), told=True)
def a_league_published(world: World) -> Act:
    a_result(world)
    league = world.season.main_league
    return lambda: publish_league(league=league, key=KEY, by=world.by, at=NOW)


@call_of(publish_leagues, Entry("championnat publié", "2026-2027", of="club"), told=True)
def the_leagues_of_a_season_published(world: World) -> Act:
    a_result(world)
    ticked = [world.season.main_league.pk]
    return lambda: publish_leagues(season=world.season, leagues=ticked, key=KEY, by=world.by, at=NOW)


def a_result(world: World) -> None:
    SeatResult.objects.create(seat=world.tables()[0].seats.all()[0], points=10, donnes=1)


@call_of(change_season, Entry("saison modifiée", "2026-2028", of="club"), told=True)
def a_season_renamed(world: World) -> Act:
    facts = replace(SEASON, name="2026-2028", starts_on=world.season.starts_on)
    return lambda: change_season(season=world.season, facts=facts, by=world.by, at=NOW)


@call_of(change_season, Entry("saison modifiée", "2026-2027", of="club"), told=True)
def a_season_given_ages(world: World) -> Act:
    season = world.season
    facts = SeasonFacts(season.name, season.starts_on, season.ends_on, youth_until_age=25, veteran_from_age=60)
    return lambda: change_season(season=season, facts=facts, by=world.by, at=NOW)


@call_of(delete_season, Entry("saison supprimée", "2027-2028", of="club"))
def a_season_without_an_evening_deleted(world: World) -> Act:
    season = Season.objects.create(club=world.club, **asdict(SEASON))
    return lambda: delete_season(season=season, by=world.by, at=NOW)


@call_of(delete_club, told=True, gone=True)
def a_club_that_leaves(world: World) -> Act:
    return lambda: delete_club(club=world.club, name=world.club.name, by=world.by, at=NOW)
