"""The tab bar of a tournament and of a club: who sees which, and which one is the page's."""

import re

import pytest

from tests.factories import RegistrationFactory, TournamentFactory, at_the_door, logged_in, organiser, treasurer
from tests.one_of_everything import world
from tests.scoring.sheets import seated
from tests.test_urls import ALL
from tournaments.labels import Status, TournamentState
from tournaments.models import Registration, Table, Tournament
from tournaments.templatetags.tabs import OF_CLUB, OF_TOURNAMENT

pytestmark = pytest.mark.django_db
LINK = r'<a href="[^"]+"\s*(aria-current="\w+")?\s*>([^<]+)</a>'


@pytest.fixture
def evening(club):
    return TournamentFactory(club=club, state=TournamentState.RUNNING)


def tabs(client, page):
    """Return the tabs of a page, line by line, the marked ones in brackets."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    shown = client.get(page).content.decode()
    found = re.search(r'<nav class="places".*?</nav>', shown, re.DOTALL)
    lines = re.findall(r"<ul.*?</ul>", found[0], re.DOTALL) if found else []
    return [" · ".join(f"[{label}]" if mark else label for mark, label in re.findall(LINK, line)) for line in lines]


@pytest.mark.parametrize(
    ("page", "first", "second"),
    [
        ("", "[Soirée] · Joueurs · Tables · Arbitrage · Caisse · Papiers", "[Où en est-on] · Réglages · Journal"),
        (
            "reglages/",
            "[Soirée] · Joueurs · Tables · Arbitrage · Caisse · Papiers",
            "Où en est-on · [Réglages] · Journal",
        ),
        (
            "inscriptions/ajouter/",
            "Soirée · [Joueurs] · Tables · Arbitrage · Caisse · Papiers",
            "[Inscriptions] · À la porte · Messages",
        ),
        (
            "porte/",
            "Soirée · [Joueurs] · Tables · Arbitrage · Caisse · Papiers",
            "Inscriptions · [À la porte] · Messages",
        ),
        ("voeux/", "Soirée · Joueurs · [Tables] · Arbitrage · Caisse · Papiers", "Tirage · [Souhaits] · Places"),
        ("caisse/tarifs/", "Soirée · Joueurs · Tables · Arbitrage · [Caisse] · Papiers", "Paiements · [Tarifs] · Prix"),
        ("prix/", "Soirée · Joueurs · Tables · Arbitrage · [Caisse] · Papiers", "Paiements · Tarifs · [Prix]"),
    ],
)
def test_an_organiser_goes_everywhere_in_two_lines(as_organiser, evening, page, first, second):
    assert tabs(as_organiser, f"/organisation/tournois/{evening.pk}/{page}") == [first, second]


def test_a_place_of_one_page_has_no_second_line(as_organiser, evening):
    assert tabs(as_organiser, f"/organisation/tournois/{evening.pk}/documents/") == [
        "Soirée · Joueurs · Tables · Arbitrage · Caisse · [Papiers]"
    ]


def test_who_may_open_one_page_of_a_place_sees_that_page(as_arbiter, evening, club):
    assert tabs(as_arbiter, f"/arbitrage/{evening.pk}/") == ["Soirée · [Arbitrage] · Papiers"]
    assert tabs(as_arbiter, f"/organisation/tournois/{evening.pk}/")[1] == "[Où en est-on] · Journal"
    assert tabs(logged_in(at_the_door(club)), f"/organisation/tournois/{evening.pk}/porte/") == [
        "Où en est-on · [À la porte]"
    ]
    of_money = logged_in(treasurer(club))
    assert tabs(of_money, f"/organisation/tournois/{evening.pk}/prix/") == [
        "Où en est-on · [Caisse]",
        "Paiements · Tarifs · [Prix]",
    ]
    assert tabs(of_money, f"/organisation/clubs/{club.pk}/cotisations/") == []


def test_a_place_leads_to_the_first_of_its_pages_that_one_may_open(as_organiser, evening):
    seated(evening)
    shown = as_organiser.get(f"/organisation/tournois/{evening.pk}/").content.decode()
    assert f'href="/organisation/tournois/{evening.pk}/tirage/"' in "".join(re.findall(r"<a [^>]*>Tables</a>", shown))
    Tournament.objects.update(state=TournamentState.FINISHED)
    shown = as_organiser.get(f"/organisation/tournois/{evening.pk}/").content.decode()
    assert f'href="/organisation/tournois/{evening.pk}/voeux/"' in "".join(re.findall(r"<a [^>]*>Tables</a>", shown))


def test_a_page_behind_a_tab_marks_it(as_arbiter, evening):
    seated(evening)
    for page in ("penalites/", "chelems/", "1/"):
        assert "[Arbitrage]" in tabs(as_arbiter, f"/arbitrage/{evening.pk}/{page}")[0]


def test_what_was_not_played_here_has_no_tables_to_go_to(as_organiser, evening):
    seated(evening)
    evening.state = TournamentState.FINISHED
    evening.save()
    page = f"/organisation/tournois/{evening.pk}/"
    assert tabs(as_organiser, page)[0] == "[Soirée] · Joueurs · Tables · Arbitrage · Caisse · Papiers"
    Table.objects.all().delete()
    assert tabs(as_organiser, page)[0] == "[Soirée] · Inscriptions · Prix · Papiers"


@pytest.mark.parametrize(
    ("page", "first", "second"),
    [
        (
            "",
            "[Soirées] · Joueurs · Championnats · Règles · Club",
            "[Toutes] · Dates et modèles · Reprendre des résultats",
        ),
        (
            "cotisations/",
            "Soirées · [Joueurs] · Championnats · Règles · Club",
            "Liste · [Cotisations] · Accords · Messages · Doublons · Imports",
        ),
        ("saisons/", "Soirées · Joueurs · [Championnats] · Règles · Club", "[Saisons] · Saisons passées"),
        ("penalites/", "Soirées · Joueurs · Championnats · [Règles] · Club", "Barèmes · [Fautes et sanctions]"),
        (
            "modifier/",
            "Soirées · Joueurs · Championnats · Règles · [Club]",
            "Page publique · [Nom et ville] · Rôles · Documents · Journal",
        ),
    ],
)
def test_a_club_has_its_own(as_organiser, club, page, first, second):
    assert tabs(as_organiser, f"/organisation/clubs/{club.pk}/{page}") == [first, second]


def test_where_there_is_neither_there_is_no_bar(as_organiser, club):
    assert tabs(as_organiser, "/organisation/") == []


def test_the_door_is_one_tap_away_while_people_come(as_organiser, evening):
    evening.state = TournamentState.ANNOUNCED
    evening.save()
    desk = f"/organisation/tournois/{evening.pk}/"
    RegistrationFactory.create_batch(4, tournament=evening, status=Status.REGISTERED)

    def steps():
        return as_organiser.get(desk).content.decode().split('class="steps">')[1].split("</ol>")[0]

    assert f'<a href="{desk}porte/">' in steps()
    assert f'href="{desk}porte/">Arrivée à la porte' in as_organiser.get(f"{desk}inscriptions/").content.decode()
    Registration.objects.update(status=Status.PRESENT)
    assert f'<a href="{desk}inscriptions/">' in steps()


@pytest.mark.parametrize("page", ["accords/", "importer/", "doublons/", "../imports/"])
def test_what_is_done_to_players_stands_behind_their_tab(as_organiser, club, page):
    here = f"/organisation/clubs/{club.pk}/joueurs/{page}".replace("joueurs/../", "")
    assert [line.count("[") for line in tabs(as_organiser, here)] == [1, 1]
    assert "[Joueurs]" in tabs(as_organiser, here)[0]


def test_no_page_is_behind_two_tabs_and_each_exists():
    for bar in (OF_TOURNAMENT, OF_CLUB):
        tabs = [tab for group in bar for tab in group.tabs]
        named = [name for tab in tabs for name in (tab.page, *tab.behind)]
        assert len(named) == len(set(named))
        assert set(named) <= {address.pattern.name for address in ALL}


def test_every_page_of_a_club_or_a_tournament_is_behind_a_tab():
    here = world()
    client, unmarked, looked_at = logged_in(organiser(here.club)), [], 0
    for address in ALL:
        if not address.route.startswith(("organisation/", "arbitrage/")):
            continue
        page = address.at(here.values)
        if b'<nav class="places"' in client.get(page).content:
            looked_at += 1
            unmarked += [] if all(line.count("[") == 1 for line in tabs(client, page)) else [address.route]
    assert looked_at > 60
    assert unmarked == []
