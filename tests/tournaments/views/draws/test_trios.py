"""What people read of an evening of teams of three: on the pages of the draw, the tables, the teams and the boards."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW
from tests.scoring.duplicates import tables_of
from tests.scoring.sheets import garde, record
from tests.texts import plain
from tests.tournaments.documents.rotations import printed
from tests.tournaments.documents.test_rankings import printed as ranking_printed
from tests.tournaments.trios import of_trios, trios_published
from tournaments.labels import JobKind
from tournaments.models import Account, Club, Team, Tournament
from tournaments.queries.draws.certificate import published_worth
from tournaments.queries.draws.rotation import rotation
from tournaments.queries.draws.trios import turns_of_trio
from tournaments.queries.standings.words import rule_words, team_rule_words

pytestmark = pytest.mark.django_db


def read(client: Client, page: str, **names: object) -> str:
    answer = client.get(reverse(page, kwargs=names))
    assert answer.status_code == 200
    return " ".join(plain(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def play(evening: Tournament, number: int, by: Account) -> None:
    for table in tables_of(evening, number):
        for board in table.boards:
            record(table, board, by, garde(points=str(40 + table.number)))
        close_sheet(table=table, by=by, at=NOW)


def test_the_page_of_the_draw_tells_what_it_gives_or_why_it_cannot(
    club: Club, as_organiser: Client, the_organiser: Account
) -> None:
    said = read(as_organiser, "draw", tournament_id=of_trios(club, 12).pk)
    assert "12 équipes, 12 jeux d’étuis, 24 étuis en tout" in said
    assert "3 tables voisines se passent le même jeu. Un jeu n’a que 2 étuis" in said
    assert "9 tables de 4" in said

    said = read(as_organiser, "draw", tournament_id=of_trios(club, 7).pk)
    assert "les plus proches sont 6 et 8" in said
    assert "tables de 4" not in said
    assert "jeux d’étuis" not in said


def test_who_takes_defends_and_waits_is_on_the_page_of_the_tables(club: Club, the_organiser: Account) -> None:
    evening = trios_published(club, the_organiser, 6)
    said = read(Client(), "seating", tournament_id=evening.pk)
    table = tables_of(evening, 1)[0]
    one, other = (table.seats.get(chair=chair).registration.team for chair in (0, 1))
    assert f"{one} prend, {other} défend" in said
    assert re.search(r"Attendent : Équipe [A-F], Équipe [A-F]\.", said)


def test_the_page_of_a_team_tells_its_part_of_each_position(club: Club, the_organiser: Account) -> None:
    evening = trios_published(club, the_organiser, 6)
    for number in range(1, 7):
        play(evening, number, the_organiser)
    for team in evening.teams.all():
        turns = turns_of_trio(evening, team.number)
        assert [turn.round for turn in turns] == [1, 2, 3, 4, 5, 6]
        assert sorted(len(turn.against) for turn in turns) == [0, 0, 1, 1, 1, 3]
        assert all(turn.takes == (len(turn.against) == 3) for turn in turns)
        met = [other for turn in turns for other in turn.against]
        assert team not in met
        assert len(set(met)) == 5  # everybody
    said = read(Client(), "team", tournament_id=evening.pk, team_number=1)
    assert said.count(" prend ") == 1
    assert said.count(" attend ") == 2


def test_turns_are_told_of_trios_alone(club: Club, the_organiser: Account, tournament: Tournament) -> None:
    assert turns_of_trio(tournament, 1) == []


@pytest.mark.parametrize(("teams", "free"), [(6, [0, 0, 0, 0, 0, 6]), (12, [1, 2, 3, 4])])
def test_what_is_still_to_be_played_is_told_to_nobody(
    club: Club, the_organiser: Account, teams: int, free: list[int]
) -> None:
    """Of six teams the boards travel to the end; of twelve a set is played in one position alone."""
    evening = trios_published(club, the_organiser, teams)
    found = []
    for number in range(1, evening.rounds_planned + 1):
        play(evening, number, the_organiser)
        evening.refresh_from_db()
        found.append(evening.free_rounds)
        board = tables_of(evening, number)[0].boards[0]
        shown = Client().get(reverse("board", kwargs={"tournament_id": evening.pk, "number": board})).status_code
        assert shown == (200 if evening.free_rounds >= number else 404)
    assert found == free
    said = read(Client(), "board", tournament_id=evening.pk, number=1)
    assert "les preneurs sont comparés entre eux, les défenses entre elles" in said


def test_before_a_position_is_free_the_ranking_says_when_it_is_told(club: Club, the_organiser: Account) -> None:
    evening = trios_published(club, the_organiser, 6)
    play(evening, 1, the_organiser)
    said = read(Client(), "standings", tournament_id=evening.pk)
    assert "quand aucune table n’a plus ses étuis à jouer" in said
    assert "%" not in said


def test_a_set_that_neighbours_share_names_all_its_tables(club: Club, the_organiser: Account) -> None:
    evening = trios_published(club, the_organiser, 8)
    (page,) = printed(evening, JobKind.SET_CARDS)
    assert "1 1, 2" in page
    assert rotation(evening).ways[range(1, 3)] == {1: 1, 2: 1}  # where it goes next is told by the first of its tables
    (table, *_others) = tables_of(evening, 1)
    client = Client()
    client.force_login(the_organiser)
    said = read(client, "sheet", tournament_id=evening.pk, round_number=1, table_number=table.number)
    assert "Sud prend à chaque étui" in said
    assert "Les mêmes étuis se jouent à la table 2" in said


def test_the_certificate_tells_of_teams_and_not_of_mates_who_defend_together(
    club: Club, the_organiser: Account
) -> None:
    worth = published_worth(trios_published(club, the_organiser, 8))
    assert worth.repeats == ()
    assert "8 triplettes : chacune prend à 1 position et défend à 3." in map(plain, worth.draws[0].sentences)
    six = published_worth(trios_published(club, the_organiser, 6))
    teams = {
        frozenset(Team.objects.get(members=entry.registration_id) for entry in (pair.one, pair.other))
        for pair in six.repeats
    }
    assert all(len(pair) == 2 for pair in teams)


@pytest.mark.parametrize("compared_by", ["matchpoints", "mean"])
def test_the_rule_says_how_camps_are_compared_and_what_a_team_adds_up(club: Club, compared_by: str) -> None:
    evening = of_trios(club, 6, compared_by=compared_by)
    for_players, for_teams = plain(" ".join(rule_words(evening, "fr"))), plain(team_rule_words(evening, "fr")[0])
    assert "preneurs" in for_players
    assert "moins de 3 résultats" in for_players
    assert "une fois pour trois joueurs" in for_teams


def test_the_settings_ask_for_teams_of_three_and_tell_what_is_wrong(club: Club, as_organiser: Client) -> None:
    evening = of_trios(club, 6)
    assert "Par triplettes, preneur imposé" in read(as_organiser, "tournament_settings", tournament_id=evening.pk)


def test_once_begun_the_page_of_the_draw_offers_no_other_one(
    club: Club, as_organiser: Client, the_organiser: Account
) -> None:
    evening = trios_published(club, the_organiser, 6)
    play(evening, 1, the_organiser)
    said = read(as_organiser, "draw", tournament_id=evening.pk)
    assert "la première est commencée" in said
    assert "Tirer à nouveau" not in said


def test_the_ranking_of_teams_is_printed(club: Club, the_organiser: Account) -> None:
    evening = trios_published(club, the_organiser, 8)
    for number in range(1, 5):
        play(evening, number, the_organiser)
    evening.refresh_from_db()
    (page,) = ranking_printed(evening, teams=True, part="", group="", club=None)
    said = plain(page)
    assert all(team.name in said for team in evening.teams.all())
    assert "%" in said


def test_a_program_reads_and_makes_an_evening_of_teams_of_three(club: Club) -> None:
    evening = of_trios(club, 6)
    answer = Client().get(f"/api/v1/tournaments/{evening.pk}/").json()
    assert (answer["plays_trios"], answer["boards_travel"], answer["team_size"]) == (True, True, 3)
