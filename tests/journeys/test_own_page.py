"""A player without an account: the code of his card, his own page, a donne confirmed, another contested, the table."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from scoring.models import Confirmation, Protest
from tests.factories import TournamentFactory
from tests.journeys.browser import PHONE, page_of
from tests.scoring.sheets import EST, SUD, seat, seated
from tests.scoring.views.tables import PhoneAt, typed
from tests.tournaments.documents.rotations import document_of, images
from tournaments.labels import JobKind, TournamentState
from tournaments.models import Player, Seat, Table
from tournaments.queries.pages.personal_links import evening_code
from tournaments.queries.pages.table_codes import token_of
from tournaments.services.locks import raise_revision

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.checks,
    pytest.mark.product,
    pytest.mark.slow,
    pytest.mark.xdist_group("own_page"),
]
NAMES = ("MARTIN", "BERNARD", "DE LA FERRONNAYS", "PETIT")


@pytest.fixture
def table(browser: Browser, transactional_db: None) -> Table:
    tournament = TournamentFactory(
        name="Le vendredi",
        state=TournamentState.RUNNING,
        donnes_per_round=3,
        rounds_planned=2,
        needs_confirmation=True,
        date=timezone.localdate(),
    )
    table = seated(tournament)[0]
    for chair, name in enumerate(NAMES):
        Player.objects.filter(registrations__seats__table=table, registrations__seats__chair=chair).update(
            last_name=name, first_name="Claude", consent=chair != EST
        )
    seated(tournament, round_number=2)
    for number in (1, 2):
        PhoneAt(table, SUD).post("table_donne", typed(), number=number)
    return table


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_from_the_code_of_his_card_to_his_table(site: str, browser: Browser, table: Table) -> None:
    tournament = table.round.of_tournament
    entry = seat(table, EST).registration
    cards = document_of(tournament, JobKind.PLAYER_CARDS, site=site)
    addresses = [re.sub(r"^.*(?=http)", "", said) for said in images(cards)]
    (mine,) = [address for address in addresses if f"/j/{evening_code(entry)}/" in address]

    page = page_of(browser, site, PHONE)
    page.goto(mine)
    expect(page).to_have_url(f"{site}/moi/")
    expect(page.get_by_role("heading", name="Ma soirée")).to_be_visible()
    expect(page.get_by_text("BERNARD Claude · votre nom ne paraît sur aucune page publique")).to_be_visible()
    expect(page.get_by_text("Donne 1, table 1")).to_be_visible()
    assert fits(page)

    page.get_by_role("button", name="C’est juste").first.click()
    expect(page.get_by_text("Donne 1 confirmée.")).to_be_visible()
    assert Confirmation.objects.get().seat == seat(table, EST)

    page.get_by_role("link", name="Contester").click()
    expect(page.get_by_label("Quelle donne")).to_have_value("2")
    page.get_by_label("Dites-le à l’arbitre en quelques mots").fill("Il y avait trois bouts.")
    page.get_by_role("button", name="Prévenir l’arbitre").click()
    expect(page.get_by_text("L’arbitre est prévenu : il vient à votre table.")).to_be_visible()
    assert (Protest.objects.get().number, Protest.objects.get().seat) == (2, seat(table, EST))
    assert fits(page)

    page.goto(reverse("table_page", args=[token_of(table, tournament)]))  # the code of the table
    expect(page.get_by_role("heading", name="Est-ce bien cela ?")).to_have_count(0)
    expect(page.get_by_role("button", name="C’est juste (BERNARD Claude)")).to_be_visible()
    assert page.mishaps == []


def test_a_new_position_is_announced_on_every_page_to_the_phone_that_opened_a_link(
    site: str, browser: Browser, table: Table
) -> None:
    tournament = table.round.of_tournament
    page = page_of(browser, site, PHONE)
    page.goto(reverse("open_link", args=[evening_code(seat(table, EST).registration)]))
    standings, tables = (reverse(name, args=[tournament.pk]) for name in ("standings", "seating"))
    for number, address in enumerate((reverse("own"), standings, tables), 3):
        page.goto(address)
        seated(tournament, round_number=number)
        raise_revision(tournament)
        page.evaluate("dispatchEvent(new Event('online'))")  # asks at once
        expect(page.locator(".announced")).to_have_text(f"Position {number} est tirée : table 1, Est.")
        expect(page.get_by_role("navigation", name="Menu principal").get_by_text("Ma soirée")).to_be_visible()
        if address != reverse("own"):
            expect(page.locator("tbody .is-me th")).to_have_text("Joueur n° 2")
    page.goto(reverse("forget_link"))
    page.get_by_role("button", name="L’oublier").click()
    page.goto(standings)
    expect(page.locator("tbody .is-me")).to_have_count(0)
    expect(page.get_by_role("navigation", name="Menu principal").get_by_text("Ma soirée")).to_be_hidden()
    assert page.mishaps == []


def test_who_is_moved_is_told_so(site: str, browser: Browser, table: Table) -> None:
    tournament = table.round.of_tournament
    mine = Seat.objects.get(registration=seat(table, EST).registration, round__number=2)
    page = page_of(browser, site, PHONE)
    page.goto(reverse("open_link", args=[evening_code(mine.registration)]))
    moves = [
        (reverse("own"), 2, "2, Est", "1, Est"),
        (f"{reverse('seating', args=[tournament.pk])}?position=2", 1, "1, Est", "2, Est"),
    ]
    for address, number, now, before in moves:
        page.goto(address)
        expect(page.get_by_text("Est").first).to_be_visible()
        Table.objects.filter(round__number=2).update(number=number)
        raise_revision(tournament)
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator(".announced")).to_have_text(f"Votre place a changé : table {now} (avant : {before}).")
    page.goto(reverse("own"))
    Seat.objects.filter(pk=mine.pk).update(table=None, chair=None)
    raise_revision(tournament)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".announced")).to_have_text("Votre place a changé : vous êtes exempt (avant : 1, Est).")
    assert page.mishaps == []


def test_the_phone_of_a_link_learns_of_an_evening_that_it_never_saw(site: str, browser: Browser, table: Table) -> None:
    tournament = table.round.of_tournament
    page = page_of(browser, site, PHONE)
    page.goto(reverse("open_link", args=[evening_code(seat(table, EST).registration)]))
    page.evaluate(f"localStorage.removeItem('mine-{tournament.pk}')")
    page.goto(reverse("seating", args=[tournament.pk]))
    expect(page.locator("tbody .is-me th")).to_have_text("Joueur n° 2")
