"""The tab bar of a tournament and of a club: who sees which, and which one is the page's."""

import re

import pytest

from tests.factories import TournamentFactory, logged_in, organiser
from tests.one_of_everything import world
from tests.scoring.sheets import seated
from tests.test_urls import ALL
from tournaments.labels import TournamentState
from tournaments.models import Table
from tournaments.templatetags.tabs import OF_CLUB, OF_TOURNAMENT

pytestmark = pytest.mark.django_db
LINK = r'<a href="[^"]+"\s*(aria-current="\w+")?\s*>([^<]+)</a>'


@pytest.fixture
def evening(club):
    return TournamentFactory(club=club, state=TournamentState.RUNNING)


def tabs(client, page):
    """Return the tabs of a page, the marked one in brackets."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    shown = client.get(page).content.decode()
    found = re.search(r'<nav class="places".*?</nav>', shown, re.DOTALL)
    links = re.findall(LINK, found[0]) if found else []
    return [f"[{label}]" if mark else label for mark, label in links]


def test_an_organiser_goes_everywhere(as_organiser, evening):
    assert tabs(as_organiser, f"/organisation/tournois/{evening.pk}/reglages/") == [
        *("Tournoi", "Inscriptions", "À la porte", "Tirage", "Arbitrage", "Documents", "[Réglages]", "Journal", "Plus")
    ]


def test_an_arbiter_where_he_may_go(as_arbiter, evening):
    assert tabs(as_arbiter, f"/arbitrage/{evening.pk}/") == ["Tournoi", "[Arbitrage]", "Documents", "Journal"]


def test_a_page_behind_a_tab_marks_it(as_arbiter, evening):
    seated(evening)
    for page in ("penalites/", "chelems/", "1/"):
        assert "[Arbitrage]" in tabs(as_arbiter, f"/arbitrage/{evening.pk}/{page}")


@pytest.mark.parametrize(
    ("page", "label"),
    [
        ("caisse/", "Caisse"),
        ("caisse/tarifs/", "Caisse"),
        ("voeux/", "Souhaits"),
        ("places/", "Places"),
        ("prix/", "Prix"),
    ],
)
def test_what_stands_inside_plus_is_marked_there_on_a_line_of_its_own(as_organiser, evening, page, label):
    *_first, more, one, two, three, four = tabs(as_organiser, f"/organisation/tournois/{evening.pk}/{page}")

    assert more == "[Plus]"
    assert [one, two, three, four] == [
        f"[{each}]" if each == label else each for each in ("Caisse", "Souhaits", "Places", "Prix")
    ]


def test_plus_is_a_page_that_says_what_each_is_for(as_organiser, evening):
    page = f"/organisation/tournois/{evening.pk}/plus/"
    shown = as_organiser.get(page).content.decode()
    listed = re.findall(r'href="([^"]+)">(\w+)</a>\s*</dt>\s*<dd>\s*([^<]+\.)\s*</dd>', shown)

    assert tabs(as_organiser, page)[-1] == "[Plus]"
    assert [label for _address, label, _purpose in listed] == ["Caisse", "Souhaits", "Places", "Prix"]
    assert {as_organiser.get(address).status_code for address, _label, _purpose in listed} == {200}


def test_what_was_not_played_here_has_no_tables_to_go_to(as_organiser, evening):
    seated(evening)
    evening.state = TournamentState.FINISHED
    evening.save()
    page = f"/organisation/tournois/{evening.pk}/"
    assert tabs(as_organiser, page)[-1] == "Plus"
    Table.objects.all().delete()
    assert tabs(as_organiser, page) == ["[Tournoi]", "Inscriptions", "Documents", "Réglages", "Journal", "Prix"]


def test_a_club_has_its_own(as_organiser, club):
    assert tabs(as_organiser, f"/organisation/clubs/{club.pk}/joueurs/") == [
        *("Tournois", "[Joueurs]", "Dates et modèles", "Page du club", "Rôles", "Documents"),
        *("Importer un concours", "Saisons passées", "Barèmes", "Fautes et sanctions", "Journal"),
    ]


def test_where_there_is_neither_there_is_no_bar(as_organiser, club):
    assert tabs(as_organiser, "/organisation/") == []


@pytest.mark.parametrize("page", ["accords/", "importer/", "doublons/", "../imports/"])
def test_what_is_done_to_players_stands_behind_their_tab(as_organiser, club, page):
    assert "[Joueurs]" in tabs(as_organiser, f"/organisation/clubs/{club.pk}/joueurs/{page}".replace("joueurs/../", ""))


def test_no_page_is_behind_two_tabs_and_each_exists():
    for bar in (OF_TOURNAMENT, OF_CLUB):
        tabs = [one for tab in bar for one in (tab, *tab.inside)]
        named = [name for tab in tabs for name in (tab.page, *tab.behind)]
        assert len(named) == len(set(named))
        assert set(named) <= {address.pattern.name for address in ALL}


def test_every_page_of_a_club_or_a_tournament_is_behind_a_tab():
    here = world()
    client, unmarked, looked_at = logged_in(organiser(here.club)), [], 0
    for address in ALL:
        if not address.route.startswith(("organisation/clubs/<int:club_id>/", "organisation/tournois/", "arbitrage/")):
            continue
        page = address.at(here.values)
        if b'<nav class="places"' in client.get(page).content:
            looked_at += 1
            unmarked += [] if any(label[0] == "[" for label in tabs(client, page)) else [address.route]
    assert looked_at > 60
    assert unmarked == []
    assert unmarked == []
