"""A league of hundreds is read by pages, a name found over all of them; each club leads to where its evenings count."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, ClubFactory, PlayerFactory, SeasonFactory, other_league
from tests.texts import text, words
from tests.tournaments.documents.printing import claimed, pages
from tests.tournaments.monitors import Listening
from tests.tournaments.rounds import evening
from tournaments.labels import JobKind, Sex
from tournaments.models import Club, Committee, Document, LeagueGuest, Player, Season
from tournaments.queries.standings.league_pages import LINES, MOST_COLUMNS
from tournaments.services.clubs.leagues import (
    LeagueFacts,
    answer_invitation,
    change_league,
    invite_season,
    publish_league,
)
from tournaments.services.work import jobs
from tournaments.tasks import WORKS

pytestmark = pytest.mark.django_db
LINE = re.compile(r"<tr id=\"n(\d+)\"")


@pytest.fixture
def season(club: Club) -> Season:
    """More people than a page holds: the best first, « Zoé Dernier » last, two « Martin » on the first page."""
    season = SeasonFactory(club=club)
    last_names = ["Martin", "Martinet", *[f"Nom{number:03d}" for number in range(LINES)], "Dernier"]
    people = [PlayerFactory(club=club, last_name=name, first_name="Zoé") for name in last_names]
    evening(season, 1, {player: 1000 - number for number, player in enumerate(people)})
    return season


def lines(answer) -> list[int]:
    return [int(found) for found in LINE.findall(answer.content.decode())]


def test_each_line_is_on_one_page_and_what_is_beside_them_on_the_first(client: Client, season: Season) -> None:
    address = season.main_league.get_absolute_url()
    first, second = client.get(address), client.get(f"{address}?page=2")
    assert (len(lines(first)), len(lines(second))) == (LINES, 3)
    assert len({*lines(first), *lines(second)}) == LINES + 3
    assert "1–100 sur 103" in words(first)
    assert "Suivante" in words(first)
    assert "Plus anciens" not in words(first)
    assert ["Les tournois de la saison" in words(page) for page in (first, second)] == [True, False]
    assert client.get(f"{address}?format=csv").content.decode().count("Zoé") == LINES + 3


def test_who_is_not_named_is_counted_at_the_foot_of_the_last_page(client: Client, season: Season) -> None:
    Player.objects.filter(last_name="Martin").update(consent=False)
    Player.objects.filter(last_name="Nom050").update(consent=False)
    address = season.main_league.get_absolute_url()
    told = [words(client.get(f"{address}?page={number}")) for number in (1, 2)]
    assert ["2 joueurs qui ne sont pas nommés" in page for page in told] == [False, True]


def test_a_name_leads_to_its_page_and_of_several_one_is_chosen(client: Client, season: Season) -> None:
    address = season.main_league.get_absolute_url()
    last = Player.objects.get(last_name="Dernier")
    assert client.get(f"{address}?nom=zoe+DERNIER")["Location"] == f"{address}?page=2#n{last.pk}"
    for name, page in (("Nom097", 1), ("Nom098", 2)):  # the last line of a page, and the first of the next
        found = Player.objects.get(last_name=name)
        assert client.get(f"{address}?nom={name}")["Location"] == f"{address}?page={page}#n{found.pk}"
    several = client.get(f"{address}?nom=martin")
    for name in ("Martin", "Martinet"):
        assert f"?page=1#n{Player.objects.get(last_name=name).pk}" in text(several)
    assert "Personne de ce nom dans ce classement" in words(client.get(f"{address}?nom=Absent"))
    many = words(client.get(f"{address}?nom=zoe"))
    assert "Il y en a d’autres : écrivez aussi le prénom." in many.replace("\N{NO-BREAK SPACE}", " ")
    assert client.get(f"{address}?nom=dernier&fragment").status_code == 200  # a poll stays where it is


def test_a_name_is_found_among_the_ladies_where_they_are_shown(client: Client, season: Season) -> None:
    Player.objects.update(sex=Sex.MAN)
    Player.objects.filter(last_name__in=["Martinet", "Dernier"]).update(sex=Sex.WOMAN)
    address, last = season.main_league.get_absolute_url(), Player.objects.get(last_name="Dernier")
    found = client.get(f"{address}?categorie=dames&nom=dernier")
    assert found["Location"] == f"{address}?categorie=dames&page=1#n{last.pk}"


def test_the_whole_league_and_a_publication_page_and_find_too(as_organiser: Client, season: Season) -> None:
    league = season.main_league
    publication = publish_league(league=league, key=uuid.uuid4(), by=None, at=NOW)
    last = Player.objects.get(last_name="Dernier")
    for address in (
        reverse("whole_league", args=[season.club_id, league.pk]),
        reverse("published_league", args=[publication.pk]),
    ):
        assert [len(lines(as_organiser.get(f"{address}?page={page}"))) for page in (1, 2)] == [LINES, 3]
        assert as_organiser.get(f"{address}?nom=dernier")["Location"] == f"{address}?page=2#n{last.pk}"


def test_of_too_many_evenings_each_line_tells_its_own(client: Client, club: Club) -> None:
    season = SeasonFactory(club=club, name="2026-2027")
    one, two = (PlayerFactory(club=club, last_name=name, first_name="Anne") for name in ("Alix", "Bob"))
    for _each in range(MOST_COLUMNS):
        evening(season, 2, {one: 1})
    assert "02/10 (60)" in words(client.get(season.main_league.get_absolute_url()))
    evening(season, 3, {one: 5, two: -7})
    shown = words(client.get(season.main_league.get_absolute_url()))
    assert "Bob Anne 03/10 −7 −7 1" in shown
    assert "02/10 (60)" not in shown
    assert "Alix Anne 03/10 +5 · 02/10 +1 · " in shown
    assert "02/10 +1 · et 49 autres +65 61" in shown
    assert "sous chaque nom, celles où il a joué" in shown
    job = claimed(JobKind.LEAGUE, season=season)
    answer = WORKS[JobKind.LEAGUE](job, Listening())
    jobs.finish(job=job, result=answer, at=NOW)
    paper = " ".join(" ".join(pages(Document.objects.get(pk=answer["document"]))).split())
    assert "Bob Anne 03/10 −7" in paper
    assert "T61" not in paper


def test_the_league_is_named_by_each_club_whose_evenings_count_in_it(client: Client, club: Club) -> None:
    committee = Committee.objects.create(name="Comité des Tests", slug="comite-des-tests")
    Club.objects.filter(pk=club.pk).update(committee=committee)
    league = other_league(SeasonFactory(club=ClubFactory(name="Hôte"), name="Leur saison"))
    season = SeasonFactory(club=club)
    addresses = [
        reverse("club", args=[club.slug]),
        season.main_league.get_absolute_url(),
        reverse("committee", args=[committee.slug]),
    ]
    link = f'href="{league.get_absolute_url()}"'
    guest = invite_season(league=league, season=season, by=None, at=NOW)

    def read() -> list[tuple[str, str]]:
        return [((answer := client.get(address))["ETag"], answer.content.decode()) for address in addresses]

    invited = read()
    assert not [page for _tag, page in invited if link in page]
    answer_invitation(guest=guest, agrees=True, by=None, at=NOW)
    agreed = read()
    assert all(link in page and "Challenge 2" in page and "Hôte" in page for _tag, page in agreed)
    assert not {tag for tag, _page in invited} & {tag for tag, _page in agreed}
    change_league(league=league, facts=LeagueFacts("Interclubs"), by=None, at=NOW)
    assert all("Interclubs" in page for _tag, page in read())
    assert LeagueGuest.objects.get().agreed_at == NOW
