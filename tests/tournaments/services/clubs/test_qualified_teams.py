"""Whole teams in the stages of a championship: they qualify, decline, move up, and are entered with their people."""

import datetime

import pytest

from tests.factories import NOW, ClubFactory, PlayerFactory, SeasonFactory, TournamentFactory, organiser, rewrite
from tests.refusals import refusal_of
from tests.texts import plain
from tests.tournaments.matches import drawn_matches
from tests.tournaments.qualifying import leads
from tests.tournaments.rounds import evening, mark, publish
from tests.tournaments.teams import a_team, teams_of
from tournaments.labels import Status, TournamentState, Waits
from tournaments.models import ByLink, Club, Declined, Player, Qualifying, Registration, Season, Team, Tournament
from tournaments.queries.standings.own_finals import OwnState, own_place, own_places
from tournaments.queries.standings.qualifying import FinalStage, stage_of
from tournaments.queries.standings.qualifying_words import own_words, warnings_of
from tournaments.queries.standings.shown_stages import names_read_in, shown_stage, strangers
from tournaments.services.clubs.qualifying import (
    add_source,
    decline_final,
    decline_himself,
    enter_himself,
    enter_qualified,
)
from tournaments.services.people.registrations import leave, register, set_status
from tournaments.services.people.teams import change_team
from tournaments.standings import Cut

pytestmark = pytest.mark.django_db
ACT = {"by": None, "at": NOW}
PAIRS = ("Ane", "Boa", "Cygne", "Daim")  # ranked in this order


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [PlayerFactory(club=club, last_name=f"N{n}", first_name="Anne", licence=str(n + 1)) for n in range(8)]


@pytest.fixture
def season(club: Club) -> Season:
    return SeasonFactory(club=club, name="2026-2027")


def pairs_evening(season: Season, day: int, players: list[Player], names: tuple[str, ...] = PAIRS) -> Tournament:
    """Play an evening of pairs: two players after each other are a pair, the first pair leads."""
    points = [70, 60, 40, 30, -10, -20, -80, -90][: len(players)]
    played = evening(season, day, dict(zip(players, points, strict=True)), state=TournamentState.RUNNING)
    rewrite(played, team_size=2, name=f"Paires du {day}")
    entries = list(played.registrations.order_by("start_number"))
    for number, name in enumerate(names):
        a_team(name, *entries[2 * number : 2 * number + 2])
    rewrite(played, state=TournamentState.FINISHED)
    return played


@pytest.fixture
def first(season: Season, people: list[Player]) -> Tournament:
    return pairs_evening(season, 1, people)


@pytest.fixture
def final(club: Club) -> Tournament:
    date = datetime.date(2026, 10, 30)
    return TournamentFactory(club=club, name="Finale", state=TournamentState.OPEN, date=date, team_size=2)


def told(stage: FinalStage) -> list[str]:
    """Return the first letters of the teams that go, of the reserves, of those over a quota, and of who stays away."""
    parts = [
        [one for source in stage.sources for one in getattr(source, part)] for part in ("going", "reserves", "over")
    ]
    return ["".join(one.name[0] for one in part) for part in (*parts, stage.declined)]


def team_of(tournament: Tournament, name: str) -> Team:
    return tournament.teams.get(name=name)


def test_the_first_teams_of_a_tournament_go_and_the_next_are_reserves(first: Tournament, final: Tournament) -> None:
    add_source(final=final, origin=first, cut=Cut(first=2), **ACT)
    stage = stage_of(final)
    assert told(stage) == ["AB", "CD", "", ""]
    assert [(one.place, one.total) for one in stage.going] == [(1, 130), (2, 70)]
    assert told(shown_stage(stage)) == ["AB", "CD", "", ""]
    assert warnings_of(stage) == []


@pytest.mark.parametrize(("size", "final_size"), [(0, 2), (2, 0), (4, 2)])
def test_a_source_of_another_form_is_refused(season: Season, final: Tournament, size: int, final_size: int) -> None:
    rewrite(final, team_size=final_size)
    other = TournamentFactory(club=season.club, name="Autre", team_size=size)
    refused = refusal_of(add_source, final=final, origin=other, cut=Cut(first=2), **ACT)
    assert (refused.code, list(refused.fields)) == ("other_form", ["source"])
    assert Qualifying.objects.count() == 0


def test_a_league_of_players_qualifies_no_team(season: Season, final: Tournament) -> None:
    refused = refusal_of(add_source, final=final, origin=season.main_league, cut=Cut(first=2), **ACT)
    assert refused.code == "other_form"


def test_a_final_whose_form_changes_says_that_a_source_qualifies_nobody(first: Tournament, final: Tournament) -> None:
    leads(first, final)
    rewrite(final, team_size=4)
    stage = stage_of(final)
    assert told(stage) == ["", "", "", ""]
    assert "ne classe pas d’équipes de 4" in plain(warnings_of(stage)[0])


def test_a_team_that_declines_moves_the_next_up_whole(
    first: Tournament, final: Tournament, people: list[Player]
) -> None:
    row = leads(first, final)
    boss = organiser(final.club)
    decline_final(row=row, player=people[0], team=team_of(first, "Ane"), declines=True, by=boss, at=NOW)
    assert told(stage_of(final)) == ["BC", "D", "", "A"]
    noted = Declined.objects.get()
    assert (noted.team, noted.player, noted.by, noted.is_own_word) == (team_of(first, "Ane"), people[0], boss, False)
    decline_final(row=row, player=people[0], declines=True, by=boss, at=NOW)  # again
    assert Declined.objects.count() == 1
    decline_final(row=row, player=people[0], declines=False, by=boss, at=NOW)
    assert told(stage_of(final)) == ["AB", "CD", "", ""]


def test_who_spoke_for_a_team_and_then_leads_another_speaks_for_that_too(
    first: Tournament, final: Tournament, people: list[Player]
) -> None:
    row, said = leads(first, final), {"player": people[0], "declines": True, "by": organiser(final.club), "at": NOW}
    ane, boas = team_of(first, "Ane"), team_of(first, "Boa")
    decline_final(row=row, team=ane, **said)
    boas.members.update(is_captain=False)
    first.registrations.filter(player=people[0]).update(team=boas, is_captain=True)
    decline_final(row=row, team=boas, **said)
    assert [one.team for one in Declined.objects.order_by("pk")] == [ane, boas]


def test_a_captain_alone_speaks_for_his_team(first: Tournament, final: Tournament, people: list[Player]) -> None:
    leads(first, final)
    captain, member = people[0], people[1]
    his, others = (own_place(stage_of(final), player) for player in (captain, member))
    assert his is not None
    assert others is not None
    assert (his.state, his.speaks, his.may_enter, his.may_decline) == (OwnState.IN, True, True, True)
    assert (others.state, others.speaks, others.may_enter, others.may_decline) == (OwnState.IN, False, False, False)
    assert "le capitaine, qui dit si elle vient" in plain(own_words(others))
    said = {"final": final, "declines": True, "at": NOW}
    assert refusal_of(decline_himself, player=member, by=ByLink(member), **said).code == "not_the_captain"
    assert refusal_of(enter_himself, final=final, player=member, by=ByLink(member), at=NOW).code == "no_place"
    decline_himself(player=captain, by=ByLink(captain), **said)
    assert told(stage_of(final)) == ["BC", "D", "", "A"]
    assert Declined.objects.get().is_own_word
    [next_one] = own_places(people[4])
    assert next_one.state is OwnState.IN
    decline_himself(final=final, player=captain, declines=False, by=ByLink(captain), at=NOW)
    assert told(stage_of(final)) == ["AB", "CD", "", ""]


def test_a_club_sends_so_many_teams_by_their_captains(first: Tournament, final: Tournament) -> None:
    away = ClubFactory(name="Bollène")
    Player.objects.filter(registrations__team=team_of(first, "Cygne"), registrations__is_captain=True).update(club=away)
    leads(first, final, club_most=1)
    assert told(stage_of(final)) == ["AC", "", "BD", ""]


def test_the_final_takes_over_the_teams_with_their_people(
    first: Tournament, final: Tournament, people: list[Player]
) -> None:
    leads(first, final)
    enter_qualified(final=final, **ACT)
    assert [team.name for team in final.teams.all()] == ["Ane", "Boa"]
    ane = team_of(final, "Ane")
    assert {member.player for member in ane.members.all()} == set(people[:2])
    assert ane.captain is not None
    assert ane.captain.player == people[0]
    stage = stage_of(final)
    assert len(stage.entered) == 2
    assert stage.beyond == ()
    assert enter_qualified(final=final, **ACT) == []  # sent twice
    assert final.registrations.count() == 4
    assert final.teams.count() == 2


def test_the_captain_enters_his_team_and_withdraws_it(
    first: Tournament, final: Tournament, people: list[Player]
) -> None:
    leads(first, final)
    captain = people[0]
    enter_himself(final=final, player=captain, by=ByLink(captain), at=NOW)
    enter_himself(final=final, player=captain, by=ByLink(captain), at=NOW)
    assert [team.name for team in final.teams.all()] == ["Ane"]
    place = own_place(stage_of(final), captain)
    assert place is not None
    assert place.state is OwnState.ENTERED
    assert place.may_decline
    decline_himself(final=final, player=captain, declines=True, by=ByLink(captain), at=NOW)
    assert set(final.registrations.values_list("status", flat=True)) == {Status.WITHDRAWN}
    assert told(stage_of(final)) == ["BC", "D", "", "A"]
    decline_himself(final=final, player=captain, declines=False, by=ByLink(captain), at=NOW)
    assert set(final.registrations.values_list("status", flat=True)) == {Status.REGISTERED}
    assert told(stage_of(final)) == ["AB", "CD", "", ""]


def test_a_team_whose_members_all_withdraw_leaves_its_place(first: Tournament, final: Tournament) -> None:
    leads(first, final)
    enter_qualified(final=final, **ACT)
    one, other = team_of(final, "Boa").members.all()
    leave(tournament=final, registration=one.pk, **ACT)
    assert told(stage_of(final))[0] == "AB"  # still a team, that lacks a player
    leave(tournament=final, registration=other.pk, **ACT)
    stage = stage_of(final)
    assert told(stage)[0] == "AC"
    assert [line.name for line in stage.left] == ["Boa"]


def test_a_seated_team_is_not_withdrawn(first: Tournament, final: Tournament, people: list[Player]) -> None:
    row = leads(first, final)
    enter_qualified(final=final, **ACT)
    publish(final, 1, [list(final.registrations.order_by("start_number"))])
    refused = refusal_of(decline_final, row=row, player=people[0], declines=True, **ACT)
    assert refused.code == "seated_already"
    assert not Declined.objects.exists()
    assert not final.registrations.filter(status=Status.WITHDRAWN).exists()


def test_who_left_the_qualification_is_not_entered_and_the_team_is_told_short(
    first: Tournament, final: Tournament, people: list[Player]
) -> None:
    rewrite(first, team_size=3)
    rewrite(final, team_size=3)
    spare = Registration.objects.create(tournament=first, player=PlayerFactory(club=final.club), start_number=9)
    Registration.objects.filter(pk=spare.pk).update(team=team_of(first, "Ane"), status=Status.REGISTERED)
    first.registrations.filter(player=people[0]).update(status=Status.WITHDRAWN)
    leads(first, final)
    stage = stage_of(final)
    assert told(stage)[0] == "AB"
    assert "« Ane » est qualifiée : il manque 1 joueur" in plain(warnings_of(stage)[0])
    assert stage.going[0].player_id == people[1].pk  # speaks for it since the captain left
    enter_qualified(final=final, **ACT)
    ane = team_of(final, "Ane")
    assert {member.player for member in ane.members.all()} == {people[1], spare.player}
    assert ane.captain is not None
    assert ane.captain.player == people[1]


def test_a_team_of_one_is_refused_with_its_name(first: Tournament, final: Tournament, people: list[Player]) -> None:
    first.registrations.filter(player=people[2]).update(status=Status.WITHDRAWN)
    leads(first, final)
    refused = refusal_of(enter_qualified, final=final, **ACT)
    assert refused.code == "team_incomplete"
    assert "« Boa »" in plain(str(refused))
    assert not final.registrations.exists()
    assert not final.teams.exists()


def test_who_is_in_two_qualified_teams_is_told_and_plays_for_the_first(
    season: Season, first: Tournament, final: Tournament, people: list[Player]
) -> None:
    rewrite(first, team_size=3)
    rewrite(final, team_size=3)
    others = [PlayerFactory(club=final.club, last_name=f"M{n}", first_name="Anne") for n in range(7)]
    second = pairs_evening(season, 8, [others[0], people[0], *others[1:]], ("Ours", "Paon", "Rat", "Singe"))
    rewrite(second, team_size=3)
    extra = PlayerFactory(club=final.club, last_name="X")
    Registration.objects.create(tournament=second, player=extra, start_number=21, team=team_of(second, "Ours"))
    leads(first, final, first=1)
    leads(second, final, first=1)
    stage = stage_of(final)
    assert told(stage)[0] == "AO"
    assert any("est de deux équipes qualifiées, « Ane » et « Ours »" in plain(one) for one in warnings_of(stage))
    enter_qualified(final=final, **ACT)
    assert people[0] in {member.player for member in team_of(final, "Ane").members.all()}
    assert {member.player for member in team_of(final, "Ours").members.all()} == {others[0], extra}
    assert len(stage_of(final).entered) == 2


def test_a_team_of_two_sessions_takes_one_place(
    season: Season, first: Tournament, final: Tournament, people: list[Player]
) -> None:
    second = pairs_evening(season, 8, people, ("Ane", "Boas", "Cygne", "Daim"))
    leads(first, final)
    leads(second, final)
    assert told(stage_of(final))[0] == "ABBC"  # of the second: « Boas » is another team, « Cygne » the next
    decline_final(row=Qualifying.objects.get(source=second), player=people[0], declines=True, **ACT)
    assert told(stage_of(final)) == ["BCBD", "", "", "A"]


def test_a_team_keeps_part_of_its_total(first: Tournament, final: Tournament) -> None:
    leads(first, final, carried=50)
    enter_qualified(final=final, **ACT)
    entries = list(final.registrations.order_by("start_number"))
    of_boa = {member.pk for member in team_of(final, "Boa").members.all()}
    rewrite(final, state=TournamentState.FINISHED)
    mark(publish(final, 1, [entries]), {entry: 20 if entry.pk in of_boa else -20 for entry in entries})
    ranked = [(one.place, one.name, one.scored, one.total) for one in stage_of(final).finalists]
    assert ranked == [(1, "Boa", 40, 75), (2, "Ane", -40, 25)]


def test_a_renamed_team_with_other_people_is_still_the_one_that_qualified(first: Tournament, final: Tournament) -> None:
    leads(first, final)
    enter_qualified(final=final, **ACT)
    ane = team_of(final, "Ane")
    new = [
        Registration.objects.create(tournament=final, player=PlayerFactory(club=final.club), start_number=n)
        for n in (20, 21)
    ]
    change_team(team=ane, name="Zèbre", members=[one.pk for one in new], captain=new[0].pk, **ACT)
    stage = stage_of(final)
    assert len(stage.entered) == 2
    assert told(stage)[0] == "AB"


def test_stand_ins_come_as_stand_ins(first: Tournament, final: Tournament, people: list[Player]) -> None:
    spare = Registration.objects.create(
        tournament=first, player=PlayerFactory(club=final.club), start_number=9, waits=Waits.STAND_IN
    )
    Registration.objects.filter(pk=spare.pk).update(team=team_of(first, "Ane"))
    leads(first, final)
    enter_qualified(final=final, **ACT)
    waits = dict(team_of(final, "Ane").members.values_list("player", "waits"))
    assert waits == {people[0].pk: "", people[1].pk: "", spare.player_id: Waits.STAND_IN}


def test_two_teams_of_one_name_are_told_apart_by_their_clubs(
    season: Season, first: Tournament, final: Tournament
) -> None:
    abroad = ClubFactory(name="Bollène")
    theirs = pairs_evening(
        SeasonFactory(club=abroad, name="2026-2027"),
        8,
        [PlayerFactory(club=abroad, last_name=f"B{n}", first_name="Luc", consent=True) for n in range(8)],
    )
    leads(first, final, first=1)
    leads(theirs, final, first=1)
    names = names_read_in(stage_of(final), final.club)
    assert sorted(names[one.id] for one in stage_of(final).going) == ["Ane (Bollène)", f"Ane ({final.club.name})"]
    enter_qualified(final=final, **ACT)
    assert [team.name for team in final.teams.all()] == ["Ane", "Ane (Bollène)"]


def test_a_host_enters_no_team_of_which_he_may_not_read_a_member(season: Season, final: Tournament) -> None:
    abroad = ClubFactory(name="Bollène")
    players = [PlayerFactory(club=abroad, last_name=f"B{n}", first_name="Luc", consent=n != 1) for n in range(8)]
    theirs = pairs_evening(SeasonFactory(club=abroad, name="2026-2027"), 8, players)
    leads(theirs, final)
    assert [one.name for one in strangers(stage_of(final), final.club)] == ["Ane"]
    enter_qualified(final=final, **ACT)
    assert [team.name for team in final.teams.all()] == ["Boa"]
    enter_himself(final=final, player=players[0], by=ByLink(players[0]), at=NOW)
    assert {team.name for team in final.teams.all()} == {"Ane", "Boa"}


def test_a_suspended_member_is_left_out(first: Tournament, final: Tournament, people: list[Player]) -> None:
    rewrite(first, team_size=3)
    rewrite(final, team_size=3)
    third = Registration.objects.create(tournament=first, player=PlayerFactory(club=final.club), start_number=9)
    Registration.objects.filter(pk=third.pk).update(team=team_of(first, "Ane"))
    suspended = {"suspended_from": datetime.date(2026, 1, 1), "suspension_reason": "dispute"}
    Player.objects.filter(pk=people[0].pk).update(**suspended)
    leads(first, final, first=1)
    enter_qualified(final=final, **ACT)
    ane = team_of(final, "Ane")
    assert {member.player for member in ane.members.all()} == {people[1], third.player}
    assert ane.captain is not None
    assert ane.captain.player == people[1]


def test_the_first_matches_of_a_final_follow_the_ranks(club: Club, season: Season) -> None:
    players = [PlayerFactory(club=club, last_name=f"Q{n}") for n in range(16)]
    points = dict(zip(players, [10, 0, -5, -5, 40, 10, -20, -10, 60, 0, 0, 0, -80, 0, 0, 0], strict=True))
    qualification = evening(season, 1, points, state=TournamentState.RUNNING)
    rewrite(qualification, team_size=4)
    teams_of(list(qualification.registrations.order_by("start_number")), 4)
    columns = {"compared_by": "mean", "donnes_per_round": 4, "rounds_planned": 3, "void_donnes_count": True}
    final = TournamentFactory(club=club, name="Finale", team_size=4, plays_matches=True, **columns)
    rewrite(qualification, state=TournamentState.FINISHED)
    row = leads(qualification, final, first=4)
    stage = stage_of(final)
    ranked = [one.name for one in stage.seeds]
    assert ranked == ["Équipe C", "Équipe B", "Équipe A", "Équipe D"]
    enter_qualified(final=final, **ACT)
    final.registrations.update(status=Status.PRESENT)
    matches = drawn_matches(final, by_standings=True)
    assert [{match.one.name, match.other.name} for match in matches if match.other] == [
        set(ranked[:2]),
        set(ranked[2:]),
    ]
    captain = final.teams.get(name=ranked[0]).captain
    assert captain is not None
    refused = refusal_of(decline_final, row=row, player=captain.player, declines=True, **ACT)
    assert refused.code == "seated_already"


@pytest.mark.parametrize("which", [0, 1])
def test_who_had_withdrawn_from_the_final_stays_out_and_the_others_come(
    season: Season, final: Tournament, people: list[Player], which: int
) -> None:
    rewrite(final, team_size=3)
    trios = pairs_evening(season, 1, people[:6], ())
    rewrite(trios, team_size=3, state=TournamentState.RUNNING)
    teams_of(list(trios.registrations.order_by("start_number")), 3)
    rewrite(trios, state=TournamentState.FINISHED)
    leads(trios, final)
    (gone,) = register(tournament=final, players=[people[which]], **ACT)
    set_status(tournament=final, registrations=[gone.pk], status=Status.WITHDRAWN, **ACT)
    assert len(enter_qualified(final=final, **ACT)) == 5
    team = final.teams.order_by("number").first()
    assert gone not in team.members.all()
    assert team.captain.player == people[1 if which == 0 else 0]


def test_victory_points_are_not_carried_to_a_final_that_adds_up_boards(season: Season) -> None:
    settings = {"club": season.club, "compared_by": "mean", "void_donnes_count": True}
    settings |= {"plays_matches": True, "team_size": 4}
    of_boards, final = (TournamentFactory(name=name, **settings) for name in ("Étuis", "Finale des étuis"))
    victory = {"victory_by": "result", "victory_win": 3, "victory_draw": 1, "victory_loss": 0}
    of_matches = TournamentFactory(name="Matchs", **settings, **victory)
    cut = Cut(first=2, carried=50)
    assert refusal_of(add_source, final=final, origin=of_matches, cut=cut, **ACT).code == "other_unit"
    assert refusal_of(add_source, final=of_matches, origin=of_boards, cut=cut, **ACT).code == "other_unit"
    assert add_source(final=final, origin=of_boards, cut=cut, **ACT).carried == 50


def test_two_teams_of_one_name_and_club_without_a_player_in_common_are_two(
    season: Season, first: Tournament, final: Tournament
) -> None:
    others = [PlayerFactory(club=final.club, last_name=f"M{n}", first_name="Anne") for n in range(8)]
    second = pairs_evening(season, 8, others, ("Ane", "Boas", "Cygne", "Daim"))
    leads(first, final, first=1)
    leads(second, final, first=1)
    assert told(stage_of(final))[0] == "AA"


def test_who_is_excluded_from_the_final_is_no_member_there(
    first: Tournament, final: Tournament, people: list[Player]
) -> None:
    Registration.objects.create(tournament=final, player=people[0], start_number=1, status=Status.EXCLUDED)
    leads(first, final, first=1)
    assert refusal_of(enter_qualified, final=final, **ACT).code == "team_incomplete"
    assert not final.teams.exists()
