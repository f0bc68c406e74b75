"""Pages of teams: the ranking and a team for everybody; formed, changed and dissolved at the door."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import NOW, arbiter, at_the_door, logged_in, organiser, rewrite
from tests.texts import words
from tests.tournaments.links import captain_phone, evening_phone
from tests.tournaments.rounds import mark, publish
from tests.tournaments.teams import a_team, by_teams, teams_of
from tournaments.labels import TournamentState
from tournaments.models import Registration, Team, Tournament
from tournaments.services.people.links import withdraw_evening_link, withdraw_evening_links
from tournaments.services.people.teams import change_team

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(tournament: Tournament) -> list[Registration]:
    """Return eight players of four pairs who have played one round."""
    rewrite(tournament, state=TournamentState.RUNNING)
    entries = by_teams(tournament, 2, 8)
    one, two, three, four, five, six, seven, eight = entries
    teams_of(entries, 2)
    first = publish(tournament, 1, [[one, three, five, seven], [two, four, six, eight]])
    mark(first, {one: 120, three: -60, five: 40, seven: -100, two: -30, four: 90, six: -60, eight: 0})
    return entries


def address(page: str, tournament: Tournament, **values: int) -> str:
    return reverse(page, kwargs={"tournament_id": tournament.pk, **values})


def test_everybody_reads_the_ranking_of_teams(
    visitor: Client, tournament: Tournament, evening: list[Registration]
) -> None:
    answer = visitor.get(address("team_standings", tournament))
    page = words(answer)

    assert page.index("Équipe A") < page.index("Équipe B") < page.index("Équipe C") < page.index("Équipe D")
    assert f"{evening[0].player.full_name}, {evening[1].player.full_name}" in page
    assert "Une équipe a la somme des points de ses joueurs" in page
    again = visitor.get(address("team_standings", tournament), headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304
    part = visitor.get(f"{address('team_standings', tournament)}?fragment=").content.decode()
    assert part.lstrip().startswith("<table")
    assert f'data-follow="{address("team_standings", tournament)}' in part


def test_a_team_that_changes_changes_the_page(
    visitor: Client, tournament: Tournament, evening: list[Registration]
) -> None:
    first = visitor.get(address("team_standings", tournament))
    door = logged_in(at_the_door(tournament.club))
    sent = {"key": "", "name": "Les Bouts", "players": [evening[0].pk, evening[1].pk], "captain": evening[1].pk}
    sent["key"] = "4b8a5e0e-1111-4222-8333-123456789abc"
    assert door.post(address("edit_team", tournament, team_number=1), sent).status_code == 303
    again = visitor.get(address("team_standings", tournament), headers={"if-none-match": first["ETag"]})
    assert again.status_code == 200
    assert "Les Bouts" in words(again)


def test_a_team_has_a_page_with_its_members_and_its_place(
    visitor: Client, tournament: Tournament, evening: list[Registration]
) -> None:
    page = words(visitor.get(address("team", tournament, team_number=2)))
    assert "Équipe B" in page
    assert "2e avec un total de +30." in page
    assert f"{evening[3].player.full_name} +90" in page
    assert visitor.get(address("team", tournament, team_number=9)).status_code == 404


def test_a_tournament_without_teams_has_no_such_page(visitor: Client, tournament: Tournament) -> None:
    rewrite(tournament, state=TournamentState.RUNNING)
    assert visitor.get(address("team_standings", tournament)).status_code == 404
    assert address("team_standings", tournament) not in visitor.get(address("standings", tournament)).content.decode()


def test_before_the_first_sheet_the_page_says_when_it_begins(visitor: Client, tournament: Tournament) -> None:
    entries = by_teams(tournament, 2, 4)
    teams_of(entries, 2)
    page = words(visitor.get(address("team_standings", tournament)))
    assert "Pas encore de classement des équipes" in page
    assert "Les équipes inscrites Équipe A Équipe B" in page
    assert entries[0].player.full_name not in page
    first = visitor.get(reverse("tournament", args=[tournament.pk])).content.decode()
    assert f'href="{address("team_standings", tournament)}"' in first


def test_the_door_forms_a_team(tournament: Tournament) -> None:
    entries = by_teams(tournament, 2, 6)
    door = logged_in(at_the_door(tournament.club))
    teams = address("teams", tournament)
    sent = {"key": "4b8a5e0e-1111-4222-8333-123456789abc", "name": "Les Bouts"}

    refused = door.post(teams, sent | {"players": [entries[0].pk]})
    made = door.post(teams, sent | {"players": [entries[0].pk, entries[1].pk], "captain": entries[1].pk})
    door.post(teams, sent | {"players": [entries[0].pk, entries[1].pk], "captain": entries[1].pk})

    assert refused.status_code == 422
    assert "Une équipe compte de 2 à 6 joueurs" in words(refused)
    assert made.status_code == 303
    (team,) = Team.objects.all()
    assert (team.name, team.captain) == ("Les Bouts", entries[1])
    page = words(door.get(teams))
    assert "1 équipe" in page
    assert f"Sans équipe : {entries[2].player.full_name}, {entries[3].player.full_name}" in page


def test_without_saying_who_is_captain_the_first_is(tournament: Tournament) -> None:
    entries = by_teams(tournament, 2, 6)
    sent = {"key": "4b8a5e0e-1111-4222-8333-123456789abc", "name": "Les Bouts"}
    sent["players"] = [entries[2].pk, entries[3].pk]
    logged_in(organiser(tournament.club)).post(address("teams", tournament), sent)
    assert Team.objects.get().captain == entries[2]


def test_a_team_is_dissolved(tournament: Tournament, evening: list[Registration]) -> None:
    door = logged_in(at_the_door(tournament.club))
    for _press in range(2):
        assert door.post(address("dissolve_team", tournament, team_number=1)).status_code == 303
    assert list(tournament.teams.values_list("number", flat=True)) == [2, 3, 4]
    assert not Registration.objects.get(pk=evening[0].pk).is_captain


def test_an_arbiter_forms_no_team(tournament: Tournament) -> None:
    entries = by_teams(tournament, 2, 4)
    a_team("Les Bouts", *entries[:2])
    hall = logged_in(arbiter(tournament.club))
    assert hall.get(address("teams", tournament)).status_code == 403
    assert hall.post(address("dissolve_team", tournament, team_number=1)).status_code == 403


@pytest.mark.parametrize("page", ["team_standings", "teams"])
def test_a_page_costs_as_much_for_many_teams_as_for_few(tournament: Tournament, page: str) -> None:
    rewrite(tournament, state=TournamentState.RUNNING)
    entries = by_teams(tournament, 2, 48)
    mark(publish(tournament, 1, [entries[first : first + 4] for first in range(0, 48, 4)]), dict.fromkeys(entries, 10))
    browser = logged_in(organiser(tournament.club))

    def statements() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert browser.get(address(page, tournament)).status_code == 200
        return len(captured)

    teams_of(entries[:4], 2)
    browser.get(address(page, tournament))
    teams_of(entries[4:8], 2)
    few = statements()
    teams_of(entries[8:], 2)
    assert statements() == few


def test_a_player_reads_his_team_and_its_place_on_his_own_page(
    tournament: Tournament, evening: list[Registration]
) -> None:
    hidden = evening[0].player
    hidden.consent = False
    hidden.save()
    page = words(evening_phone(evening[1]).get(reverse("own")))
    assert "Mon équipe : Équipe A" in page
    assert "sa place 1er" in page
    assert "Joueur n° 1 capitaine +120" in page
    assert hidden.full_name not in page
    assert "vous en êtes le capitaine" in words(evening_phone(evening[0]).get(reverse("own")))


def test_before_the_first_sheet_he_reads_who_is_in_it(tournament: Tournament) -> None:
    one, other, *_rest = by_teams(tournament, 2, 4)
    a_team("Les Bouts", one, other)
    name = other.player.full_name
    for state in (TournamentState.OPEN, TournamentState.RUNNING):
        rewrite(tournament, state=state)
        assert f"Capitaine de l’équipe « Les Bouts », avec {name}." in words(evening_phone(one).get(reverse("own")))


def test_the_captains_link_opens_the_evening_of_whoever_is_captain(
    tournament: Tournament, evening: list[Registration]
) -> None:
    team = tournament.teams.get(number=1)
    phone = captain_phone(team)
    assert "vous en êtes le capitaine" in words(phone.get(reverse("own")))
    shown = logged_in(at_the_door(tournament.club)).get(address("captain_link", tournament, team_number=1))
    assert "capitaine de l’équipe « Équipe A »" in words(shown)

    members = [entry.pk for entry in evening[:2]]
    change_team(team=team, name=team.name, members=members, captain=members[1], by=None, at=NOW)

    assert phone.get(reverse("own")).status_code == 410
    team.refresh_from_db()
    assert evening[1].player.full_name in words(captain_phone(team).get(reverse("own")))


def test_a_link_that_is_withdrawn_is_so_as_the_captains_too(
    tournament: Tournament, evening: list[Registration]
) -> None:
    phones = [captain_phone(team) for team in tournament.teams.all()[:2]]
    by = organiser(tournament.club)
    withdraw_evening_link(tournament=tournament, registration=evening[0].pk, reason="perdu", by=by, at=NOW)
    assert [phone.get(reverse("own")).status_code for phone in phones] == [410, 200]
    withdraw_evening_links(tournament=tournament, reason="perdus", by=by, at=NOW)
    assert [phone.get(reverse("own")).status_code for phone in phones] == [410, 410]


def test_the_big_screen_shows_the_teams(visitor: Client, tournament: Tournament, evening: list[Registration]) -> None:
    screen = address("screen", tournament)
    assert 'data-panel="teams"' in visitor.get(screen).content.decode()
    alone = words(visitor.get(f"{screen}?vue=4"))
    assert "Classement des équipes 1 Équipe A +90 2 Équipe B +30" in alone
    assert evening[0].player.full_name not in alone
    rewrite(tournament, team_size=0, revision=tournament.revision + 1)
    assert 'data-panel="teams"' not in visitor.get(screen).content.decode()


def test_the_ranking_of_teams_is_printed_from_its_page(tournament: Tournament, evening: list[Registration]) -> None:
    host = logged_in(organiser(tournament.club))
    assert 'name="teams" value="1"' in host.get(address("team_standings", tournament)).content.decode()
    assert "des équipes" in words(host.get(address("documents", tournament)))
    assert host.post(address("make_ranking", tournament), {"teams": "1"}).status_code == 303
    assert tournament.jobs.get().wanted["teams"] is True


def test_the_door_and_the_list_say_of_which_team_somebody_is(tournament: Tournament) -> None:
    entries = by_teams(tournament, 2, 4)
    a_team("Les Bouts", *entries[:2])
    host, typed = logged_in(organiser(tournament.club)), entries[1].player.last_name
    assert "· Les Bouts" in words(host.get(f"{address('check_in', tournament)}?q={typed}"))
    assert words(host.get(address("registrations", tournament))).count("· Les Bouts") == 2
