"""What an arbiter typed is not lost: an expired session, a page left by mistake, one Enter too many."""

import re
from collections.abc import Iterator

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Dialog, Page, expect

from scoring.models import Penalty, PenaltyKind, SheetLine, SheetTotal
from tests.factories import TournamentFactory, arbiter, organiser
from tests.journeys.browser import DESK, log_in, page_of, type_when_ready
from tests.scoring.sheets import record, seated
from tournaments.labels import Keeps, RoleName
from tournaments.models import Account, Appointment, Player, Series, Table, Tournament

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.checks,
    pytest.mark.product,
    pytest.mark.slow,
    pytest.mark.xdist_group("kept-forms"),
]


@pytest.fixture
def by(browser: Browser, transactional_db: None) -> Account:
    by = arbiter(TournamentFactory().club)
    by.set_password("secret-de-table")
    by.save()
    return by


@pytest.fixture
def table(by: Account) -> Table:
    return seated(Tournament.objects.get())[0]


@pytest.fixture
def page(site: str, browser: Browser, by: Account) -> Iterator[Page]:
    """A page of an arbiter who is logged in."""
    page = page_of(browser, site, DESK)
    log_in(page, by.username, "secret-de-table")
    expect(page.get_by_role("button", name="Déconnexion")).to_be_visible()
    yield page
    assert page.mishaps == []
    page.context.close()


def sheet(table: Table) -> str:
    return f"/arbitrage/{table.round.tournament_id}/1/tables/{table.number}/"


def log_in_again(page: Page, by: Account) -> None:
    expect(page.get_by_text("Ce que vous avez saisi est gardé")).to_be_visible()
    page.fill("[name=login]", by.username)
    page.fill("[name=password]", "secret-de-table")
    page.get_by_role("button", name="Se connecter").click()
    expect(page.get_by_text("voici ce que vous aviez saisi")).to_be_visible()


def test_a_donne_typed_in_an_expired_session_is_there_after_the_login(page: Page, by: Account, table: Table) -> None:
    page.goto(f"{sheet(table)}donnes/1/")
    type_when_ready(page, "eg2")
    page.keyboard.type("49")
    page.get_by_text("Poignées, chelem").click()
    page.locator("[name=poignee_1][value=simple]").check()
    Session.objects.all().delete()
    page.keyboard.press("Enter")

    log_in_again(page, by)

    assert SheetLine.objects.count() == 0
    expect(page.locator("#preview")).to_contain_text("+258")  # the preview is of what came back
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_role("heading", name="Donne 2, table 1")).to_be_visible()
    line = SheetLine.objects.get()
    assert (line.taker.chair, line.contract, line.bouts, line.half_points) == (1, "garde", 2, 98)
    assert line.poignees == [{"position": 1, "size": "simple"}]
    expect(page.locator("#id_points")).to_have_value("")  # what was saved comes back nowhere


def test_a_penalty_typed_in_an_expired_session_is_there_after_the_login(page: Page, by: Account, table: Table) -> None:
    kind = PenaltyKind.objects.create(code="retard_long", name="Retard long", points=-10)
    page.goto(sheet(table))
    page.get_by_role("link", name="Pénalité").click()
    page.select_option("[name=kind]", str(kind.pk))
    page.locator("[name=seated][value='2']").check()
    page.fill("[name=reason]", "vingt minutes")
    Session.objects.all().delete()
    page.get_by_role("button", name="Donner la pénalité").click()

    log_in_again(page, by)
    page.get_by_role("button", name="Donner la pénalité").click()

    expect(page.get_by_text(re.compile("Pénalité .* donnée"))).to_be_visible()
    penalty = Penalty.objects.get()
    assert (penalty.kind, penalty.registration, penalty.reason) == (
        kind,
        table.seats.get(chair=2).registration,
        "vingt minutes",
    )


def test_balances_typed_in_an_expired_session_are_there_after_the_login(page: Page, by: Account, table: Table) -> None:
    Tournament.objects.update(keeps=Keeps.TOTALS)
    page.goto(f"{sheet(table)}bilans/")
    for chair, points in enumerate(("120", "-120", "40", "-40")):
        page.fill(f"[name=chair_{chair}]", points)
    Session.objects.all().delete()
    page.get_by_role("button", name="Enregistrer").click()

    log_in_again(page, by)
    expect(page.locator("[data-total]")).to_have_text("0 ✓")
    page.get_by_role("button", name="Enregistrer").click()

    expect(page.get_by_role("heading", name="Feuille de la table 1")).to_be_visible()
    assert list(SheetTotal.objects.values_list("points", flat=True)) == [120, -120, 40, -40]


def test_leaving_a_half_typed_form_warns_and_leaving_a_saved_one_does_not(page: Page, table: Table) -> None:
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.goto(f"{sheet(table)}donnes/1/")
    page.get_by_role("link", name="Retour").click()  # nothing is typed: nothing is asked
    expect(page.get_by_role("heading", name="Feuille de la table 1")).to_be_visible()
    page.get_by_role("link", name="Saisir la donne 1").click()
    type_when_ready(page, "eg2")
    with page.expect_event("dialog"):
        page.get_by_role("link", name="Retour").click()
    expect(page.locator("[name=contract][value=garde]")).to_be_checked()
    assert asked == ["beforeunload"]

    page.locator("#id_points").fill("49")
    page.get_by_role("button", name="Enregistrer").click()

    expect(page.get_by_role("heading", name="Donne 2, table 1")).to_be_visible()
    assert asked == ["beforeunload"]


def test_one_enter_too_many_does_not_close_the_sheet(page: Page, by: Account, table: Table) -> None:
    for number in range(1, 4):
        record(table, number, by)
    page.goto(f"{sheet(table)}donnes/4/")
    type_when_ready(page, "eg2")
    page.keyboard.type("49")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Feuille de la table 1")).to_be_visible()

    type_when_ready(page, "")
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Arbitrage, position 1")).to_be_visible()
    table.refresh_from_db()
    assert table.closed_at is None


def test_a_part_of_a_page_never_becomes_the_login_page(table: Table) -> None:
    preview = Client().post(f"{sheet(table)}donnes/1/marque/", headers={"hx-request": "true"})

    assert (preview.status_code, preview.content) == (401, b"")


# Forms of the office, and what is typed there.
OFFICE = {
    "a new evening": ("new_tournament", {"name": "Soirée des rois", "place": "Salle Éluard"}),
    "a new player": ("add_player", {"last_name": "ZIMMER", "first_name": "Zoé", "licence": "Z 1"}),
    "a series": ("new_series", {"name": "Vendredis", "starts_on": "2026-12-04"}),
}


@pytest.fixture
def office(page: Page, by: Account) -> Page:
    """The same page, for whoever organises the club."""
    Appointment.objects.update(role=RoleName.ORGANISER, club=Tournament.objects.get().club, tournament=None)
    return page


def typed_at(page: Page, form: str) -> tuple[str, dict[str, str]]:
    """Open a form of the office and type in it; return its address and what stands in it now."""
    name, fields = OFFICE[form]
    address = reverse(name, args=[Tournament.objects.get().club_id])
    page.goto(address)
    for field, value in fields.items():
        page.fill(f"form.form [name={field}]", value)
    return address, fields


def stands_there(page: Page, address: str, fields: dict[str, str]) -> None:
    expect(page).to_have_url(re.compile(re.escape(address)))
    for field, value in fields.items():
        expect(page.locator(f"form.form [name={field}]").first).to_have_value(value)


def send(page: Page) -> None:
    page.locator("form.form button[type=submit].primary").first.click()


@pytest.mark.parametrize("form", OFFICE)
def test_any_form_sent_in_an_expired_session_is_there_after_the_login(office: Page, by: Account, form: str) -> None:
    address, fields = typed_at(office, form)
    Session.objects.all().delete()
    written = (Tournament.objects.count(), Player.objects.count(), Series.objects.count())
    send(office)
    log_in_again(office, by)
    stands_there(office, address, fields)
    assert (Tournament.objects.count(), Player.objects.count(), Series.objects.count()) == written
    send(office)
    expect(office.get_by_text("voici ce que vous aviez saisi")).to_have_count(0)
    assert (Tournament.objects.count(), Player.objects.count(), Series.objects.count()) != written


def test_a_page_that_is_scrolled_with_the_wheel_changes_no_number(office: Page) -> None:
    typed_at(office, "a new evening")
    rounds = office.locator("[name=rounds_planned]")
    rounds.fill("5")
    rounds.hover()
    rounds.focus()
    office.mouse.wheel(0, 1000)
    expect(office.locator("h1")).not_to_be_in_viewport()
    expect(rounds).to_have_value("5")


def test_after_a_login_in_a_second_tab_the_form_is_one_press_away(office: Page, by: Account) -> None:
    address, fields = typed_at(office, "a new player")
    Session.objects.all().delete()
    beside = office.context.new_page()
    beside.mishaps = []
    log_in(beside, by.username, "secret-de-table")
    expect(beside.get_by_role("button", name="Déconnexion")).to_be_visible()
    send(office)
    expect(office.get_by_role("heading", name="Cette page est trop ancienne")).to_be_visible()
    office.get_by_role("link", name="Ouvrir le formulaire").click()
    expect(office.get_by_text("voici ce que vous aviez saisi")).to_be_visible()
    stands_there(office, address, fields)
    assert not Player.objects.filter(last_name="ZIMMER").exists()


def test_what_one_typed_is_not_shown_to_another_who_logs_in_there(office: Page) -> None:
    typed_at(office, "a new player")
    other = organiser(Tournament.objects.get().club)
    other.set_password("secret-de-table")
    other.save()
    Session.objects.all().delete()
    send(office)
    office.fill("[name=login]", other.username)
    office.fill("[name=password]", "secret-de-table")
    office.get_by_role("button", name="Se connecter").click()
    expect(office.locator("form.form [name=last_name]")).to_have_value("")
    expect(office.get_by_role("button", name="Déconnexion")).to_be_visible()
    office.wait_for_load_state()
    assert "ZIMMER" not in office.evaluate("JSON.stringify({...sessionStorage})")


def test_a_password_is_kept_nowhere(office: Page) -> None:
    office.goto(reverse("account_change_password"))
    for name in ("oldpassword", "password1", "password2"):
        office.fill(f"[name={name}]", "un mot de passe")
    Session.objects.all().delete()
    send(office)
    expect(office.locator("[name=login]")).to_be_visible()
    assert "mot de passe" not in office.evaluate("JSON.stringify({...sessionStorage})")
