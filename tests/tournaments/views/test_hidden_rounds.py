"""What is kept until the prize-giving: nobody reads it anywhere but those who run the event, until it is released."""

import re

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from tests.factories import DAY, NOW, SeasonFactory, TournamentFactory, arbiter, field, logged_in, organiser
from tests.refusals import refusal_of
from tests.texts import plain
from tests.tournaments.rounds import mark, publish
from tournaments import banners
from tournaments.labels import TournamentState
from tournaments.models import Club, Registration, Tournament
from tournaments.queries.evening.own_evenings import entries, own_evenings
from tournaments.queries.standings.leagues import league_standings
from tournaments.queries.standings.lines import Span, until
from tournaments.queries.standings.public import public_standings
from tournaments.queries.standings.standings import standings
from tournaments.services.evening.states import release_ranking

pytestmark = pytest.mark.django_db
# What the kept round brought and made, not in the middle of a tag or of a drawing: those are figures by chance.
FIGURES = re.compile(r"(?<![0-9a-z./])(333|444|666|777)(?![0-9a-z.])")
KEPT = "Les résultats de la position 2 seront publiés à la remise des prix."


@pytest.fixture
def evening(club: Club) -> Tournament:
    """Two rounds of two are played and the second, which turns the ranking over, is kept; one came for it only."""
    club.name, club.slug = "Club du lundi", "lundi"  # no name counts up to a figure
    club.save()
    season = SeasonFactory(club=club, name="Saison", starts_on=DAY.replace(month=9, day=1))
    tournament = TournamentFactory(
        club=club, name="Concours", season=season, state=TournamentState.FINISHED, rounds_planned=2, hidden_rounds=1
    )
    one, two, three = field(tournament, 3)
    mark(publish(tournament, 1, [[one, two]]), {one: 111, two: -111})
    mark(publish(tournament, 2, [[one, two, three]]), {one: -777, two: 444, three: 333})
    return tournament


def told(line_of: Tournament) -> list[tuple[int, int]]:
    return [(line.start_number, line.total) for line in public_standings(line_of).lines]


def test_two_ways_to_the_standings(evening: Tournament) -> None:
    assert [(line.start_number, line.total) for line in standings(evening).lines] == [(2, 333), (3, 333), (1, -666)]
    assert told(evening) == [(1, 111), (2, -111)]
    assert not public_standings(evening).is_final
    evening.released_at = NOW
    assert public_standings(evening).is_final
    assert told(evening) == [(2, 333), (3, 333), (1, -666)]


def test_nobody_falls_out_of_the_ranking_for_what_is_hidden(evening: Tournament) -> None:
    evening.unfinished_rule = "out"
    one, two = public_standings(evening).lines
    assert (one.place, one.left_after, two.place) == (1, None, 2)
    alone = public_standings(evening, Span(2, 2))
    assert (alone.rounds, alone.lines) == ((), ())  # asked for by itself it is hidden all the same


PAGES = ["tournament", "standings", "screen", "season", "club", "home", "api_standings", "csv", "place"]


@pytest.mark.parametrize("page", PAGES)
def test_no_page_tells_it_before_it_is_released_and_each_at_once_after(evening: Tournament, page: str) -> None:
    address = {
        "season": f"/saisons/{evening.season_id}/",
        "club": f"/clubs/{evening.club.slug}/",
        "home": "/",
        "api_standings": f"/api/v1/tournaments/{evening.pk}/standings/",
        "csv": f"/tournois/{evening.pk}/classement/?format=csv",
        "place": f"/tournois/{evening.pk}/classement/2/",
        "tournament": f"/tournois/{evening.pk}/",
        "standings": f"/tournois/{evening.pk}/classement/",
        "screen": f"/tournois/{evening.pk}/ecran/",
    }[page]
    readers = [Client(), logged_in(organiser(evening.club))]  # a page open to everybody is the same for all
    for reader in readers:
        answer = reader.get(address)
        assert answer.status_code == 200
        assert not FIGURES.search(answer.content.decode()), page
        assert "111" in answer.content.decode()
    release_ranking(tournament=evening, by=None, at=NOW)
    for reader in readers:
        assert "333" in plain(reader.get(address).content.decode())


def test_the_shared_picture_tells_nothing_of_it_either(evening: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, list[str]]] = []

    def banner(*, heading: str, lines: list[banners.PodiumLine], **_rest: str) -> bytes:
        drawn.append((heading, [plain(line.total) for line in lines]))
        return b"PNG"

    monkeypatch.setattr(banners, "banner", banner)
    for _time in range(2):
        Client().get(f"/tournois/{evening.pk}/image.png")
        release_ranking(tournament=evening, by=None, at=NOW)
    assert drawn == [("En tête", ["+111", "−111"]), ("Le podium", ["+333", "+333", "−666"])]


def test_the_public_pages_say_what_is_to_come(evening: Tournament) -> None:
    for address in ("", "classement/", "classement/1/", "ecran/"):
        shown = " ".join(plain(Client().get(f"/tournois/{evening.pk}/{address}").content.decode()).split())
        assert KEPT in shown
        assert "Classement définitif" not in shown
    assert "?position=2" in Client().get(f"/tournois/{evening.pk}/").content.decode()  # where one sat is no secret
    assert Client().get(f"/tournois/{evening.pk}/classement/3/").status_code == 404  # came for what is hidden
    Tournament.objects.filter(pk=evening.pk).update(rounds_planned=5, hidden_rounds=3, state=TournamentState.RUNNING)
    running = Tournament.objects.get(pk=evening.pk)
    assert "positions 3 à 5 seront publiés" in public_standings(running).hidden


def test_a_players_own_page_has_his_public_place_and_his_own_sheet(evening: Tournament) -> None:
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.RUNNING)
    player = evening.registrations.get(start_number=1).player
    (mine,) = own_evenings(entries(player)).running
    assert (mine.line.place, mine.line.total, mine.ranked) == (1, 111, 2)
    assert [round_.points for round_ in mine.rounds] == [-777, 111]


def test_a_league_is_provisional_while_one_of_its_events_hides_something(evening: Tournament) -> None:
    found = league_standings(evening.season.main_league)
    assert [line.total for line in found.lines] == [111, -111]
    assert found.running == (evening,)


def test_who_runs_it_reads_all_and_the_organiser_releases(evening: Tournament, club: Club) -> None:
    runs, judges = logged_in(organiser(club)), logged_in(arbiter(club))
    for desk in (runs, judges):
        assert "333" in plain(desk.get(reverse("whole_ranking", args=[evening.pk])).content.decode())
        assert (
            reverse("whole_ranking", args=[evening.pk])
            in desk.get(reverse("tournament_desk", args=[evening.pk])).content.decode()
        )
    button = reverse("release_ranking", args=[evening.pk])
    assert judges.post(button).status_code == 403  # an arbiter reads it and does not release it
    for _twice in range(2):
        assert runs.post(button).status_code == 303
    evening.refresh_from_db()
    moment = evening.released_at
    assert moment is not None
    assert evening.revision == 2
    assert runs.post(button, {"garder": "1"}).status_code == 303
    evening.refresh_from_db()
    assert (evening.released_at, evening.last_shown_round) == (None, 1)


def test_nothing_is_released_where_nothing_is_hidden(evening: Tournament, club: Club) -> None:
    plain_one = TournamentFactory(club=club, state=TournamentState.RUNNING)
    coming = TournamentFactory(club=club, hidden_rounds=1)
    for tournament, code in ((plain_one, "nothing_hidden"), (coming, "nothing_played")):
        assert refusal_of(release_ranking, tournament=tournament, by=None, at=NOW).code == code


@pytest.mark.parametrize("wrong", [{"hidden_rounds": 2}, {"hidden_rounds": 0, "released_at": NOW}])
def test_the_database_keeps_it_whole(evening: Tournament, wrong: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=evening.pk).update(**wrong)


def test_a_ranking_after_a_round_and_of_one_alone(evening: Tournament) -> None:
    evening.hidden_rounds = 0
    Registration.objects.filter(tournament=evening, start_number=2).update(penalty_points=-5)
    after = public_standings(evening, until(1))
    assert [(line.start_number, line.total) for line in after.lines] == [(1, 111), (2, -116)]
    alone = public_standings(evening, Span(2, 2))
    assert [(line.start_number, line.total) for line in alone.lines] == [(2, 444), (3, 333), (1, -777)]
    assert (alone.rounds, alone.drawn, alone.hidden) == ((2,), (1, 2), "")
