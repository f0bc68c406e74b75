"""A ranking of a group of which most files do not say who is in it is not made without a word, wherever it is shown."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import RegistrationFactory, SeasonFactory, TournamentFactory
from tests.texts import plain
from tests.tournaments.api.test_standings import evening
from tests.tournaments.documents.printing import claimed, pages
from tournaments.labels import Category, Group, JobKind, Status
from tournaments.models import Club, Document, Player, Tournament
from tournaments.queries.people.names import unsaid_groups
from tournaments.queries.standings.leagues import public_league
from tournaments.queries.standings.public import public_standings
from tournaments.queries.standings.unsaid import unsaid_in
from tournaments.seating import Monitor
from tournaments.tasks import WORKS

LADIES = "Dames : 3 des 4 fiches ne disent ni femme ni homme. Le classement ne suit que ce que disent les fiches."
VETERANS = "Vétérans : 3 des 4 fiches ne disent pas l’année de naissance."


@pytest.mark.parametrize(
    ("sexes", "is_told"),
    [(["F", "", ""], True), (["F", "M", ""], False), (["F", "M", "", ""], False), (["", "", ""], False), ([], False),
     (["M", "", ""], False)],
)  # fmt: skip
def test_it_is_told_where_most_files_say_neither(club: Club, sexes: list[str], is_told: bool):
    tournament = TournamentFactory(club=club)
    for sex in sexes:
        RegistrationFactory(tournament=tournament, player__club=club, player__sex=sex)
    RegistrationFactory(tournament=tournament, player__club=club, player__sex="", status=Status.WITHDRAWN)
    assert bool(unsaid_in(tournament)) == is_told


@pytest.mark.parametrize(
    ("births", "ages", "is_told"),
    [([1950, None, None], True, True), ([1950, 1990, None], True, False), ([1950, None, None], False, False),
     ([None, None, None], True, False)],
)  # fmt: skip
def test_it_is_told_where_ages_make_categories_and_most_births_are_missing(
    club: Club, births: list[int | None], ages: bool, is_told: bool
):
    season = SeasonFactory(club=club, veteran_from_age=60 if ages else None)
    tournament = TournamentFactory(club=club, season=season)
    for birth in births:
        RegistrationFactory(tournament=tournament, player__club=club, player__sex="M", player__birth_year=birth)
    assert bool(unsaid_in(tournament)) == is_told


def test_a_category_that_was_written_says_it_without_a_birth(club: Club):
    ages = SeasonFactory(club=club, veteran_from_age=60).ages
    player = RegistrationFactory(player__club=club, player__sex="F", player__category=Category.VETERAN).player
    assert unsaid_groups(player, ages) == frozenset()
    player.category = Category.SENIOR
    assert unsaid_groups(player, ages) == {Group.SENIORS, Group.VETERANS, Group.YOUTHS}


@pytest.mark.parametrize("page", ["prizes", "prize_plan", "documents"])
def test_prizes_and_documents_say_it(as_organiser: Client, club: Club, page: str):
    tournament = TournamentFactory(club=club)
    for sex in ("F", "", ""):
        RegistrationFactory(tournament=tournament, player__club=club, player__sex=sex)
    content = plain(as_organiser.get(reverse(page, args=[tournament.pk])).content.decode())
    assert "Dames : 2 des 3 fiches ne disent ni femme ni homme." in content


@pytest.fixture
def played(tournament: Tournament) -> Tournament:
    """Return a played evening of four in a season with ages: one file says a sex and a year of birth."""
    entered = evening(tournament)
    season = SeasonFactory(club=tournament.club, veteran_from_age=60)
    Tournament.objects.filter(pk=tournament.pk).update(season=season)
    Player.objects.update(consent=True, sex="", birth_year=None, category=Category.SENIOR)
    Player.objects.filter(pk=entered[1].player_id).update(sex="F", birth_year=1940)
    return Tournament.objects.get(pk=tournament.pk)


def test_every_page_and_answer_that_has_the_ranking_says_it(client: Client, played: Tournament) -> None:
    season = played.season_id
    for address in (
        reverse("tournament", args=[played.pk]),
        f"{reverse('standings', args=[played.pk])}?categorie=dames",
        reverse("place", args=[played.pk, 2]),
        reverse("season", args=[season]),
        f"{reverse('season', args=[season])}?categorie=dames",
        f"/api/v1/tournaments/{played.pk}/standings/",
        f"/api/v1/tournaments/{played.pk}/standings/?group=dames",
        f"/api/v1/seasons/{season}/league/",
        f"/api/v1/seasons/{season}/league/?group=dames",
    ):
        assert LADIES in plain(client.get(address).content.decode()), address
    for address in (
        f"{reverse('standings', args=[played.pk])}?categorie=veteran",
        reverse("tournament", args=[played.pk]),
    ):
        assert VETERANS in plain(client.get(address).content.decode()), address


def test_a_file_of_the_group_says_it_in_its_last_row(client: Client, played: Tournament) -> None:
    for page in (reverse("standings", args=[played.pk]), reverse("season", args=[played.season_id])):
        rows = client.get(f"{page}?categorie=dames&format=json").json()["rows"]
        assert [plain(row[1]) for row in rows][1:] == [LADIES]
        assert len({len(row) for row in rows}) == 1
        assert LADIES not in plain(client.get(f"{page}?format=json").content.decode())


@pytest.mark.parametrize("wanted", [{"group": "dames"}, {}])
@pytest.mark.parametrize("kind", [JobKind.RANKING, JobKind.LEAGUE])
def test_paper_says_it(played: Tournament, kind: JobKind, wanted: dict[str, str]) -> None:
    of = {"season": played.season} if kind == JobKind.LEAGUE else {"tournament": played}
    answer = WORKS[kind](claimed(kind, **of, **wanted), Monitor())
    (page,) = pages(Document.objects.get(pk=answer["document"]))
    assert LADIES in " ".join(page.split())


def test_nothing_is_said_where_most_files_say_it_and_of_a_group_that_nobody_is_in(played: Tournament) -> None:
    shown = public_standings(played)
    assert shown.of_group(Group.YOUTHS).unsaid == ""
    assert public_league(played.season.leagues.get()).of_group(Group.LADIES).unsaid
    Player.objects.filter(sex="").update(sex="M", birth_year=1990)
    shown = public_standings(played)
    assert (shown.unsaid_texts, shown.of_group(Group.LADIES).unsaid) == ([], "")


def test_who_is_not_named_is_not_counted(played: Tournament) -> None:
    Player.objects.filter(sex="").update(consent=False)
    assert public_standings(played).of_group(Group.LADIES).unsaid == ""
