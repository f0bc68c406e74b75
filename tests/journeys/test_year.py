"""
A club's year at the desk: rates, members renewed, a fee paid in two parts and partly given back, the year's books.

Then somebody who stops, the members of a day, and the end of the season on one page; receipt and report as the worker
makes them.
"""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.browser import DESK, PHONE, log_in, page_of
from tests.journeys.test_every_page import Findings, Walk, look
from tests.tarot_club.serving import Serving

pytestmark = [pytest.mark.product, pytest.mark.journey, pytest.mark.slow, pytest.mark.xdist_group("journey")]

MADE = """
from datetime import timedelta
from django.utils import timezone
from tests.factories import AccountFactory, ClubFactory, PlayerFactory, SeasonFactory
from tests.tournaments.rounds import evening
from tournaments.labels import RoleName
from tournaments.models import Appointment
club = ClubFactory(name="Les Adhérents", slug="les-adherents")
for name, role in (("aline", RoleName.ORGANISER), ("tanguy", RoleName.TREASURER)):
    Appointment.objects.create(account=AccountFactory(username=name), role=role, club=club)
today = timezone.localdate()
dates = {"starts_on": today - timedelta(days=60), "ends_on": today + timedelta(days=300)}
season = SeasonFactory(club=club, name="Cette saison", **dates)
people = [
    PlayerFactory(club=club, last_name=name, first_name="Ana", since=today - timedelta(days=400))
    for name in ("ADAM", "BRUN", "COLIN", "DENIS")
]
evening(season, 1, dict(zip(people, (30, 10, -10, -30))), name="Soirée de rentrée")
print(season.pk)
"""
CLUB = "/organisation/clubs/1/"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("year") / "data", like=migrated) as server:
        yield server


def test_a_year_of_a_club(server: Serving, browser: Browser) -> None:
    season = server.manage(MADE).split()[-1]
    treasurer, organiser = (page_of(browser, server.address, size) for size in (PHONE, DESK))
    for page, name in ((treasurer, "tanguy"), (organiser, "aline")):
        log_in(page, name, "secret")
        expect(page.get_by_role("button", name="Déconnexion")).to_be_attached()
    write_rates(treasurer)
    renew_everybody(treasurer)
    one = pay_in_two_parts(treasurer)
    give_back_a_part(treasurer, one)
    read_the_books(treasurer, season)
    stop_the_last(organiser)
    read_the_end(organiser, season)

    walk = Walk()
    for page, paths in (
        (treasurer, [f"{CLUB}cotisations/", one, f"/organisation/saisons/{season}/comptes/"]),
        (organiser, [f"/organisation/saisons/{season}/fin/", f"{CLUB}joueurs/?state=anciens"]),
    ):
        page.add_init_script(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
        for path in paths:
            look(page, path, path, walk)
    assert walk.findings == Findings(pages=walk.findings.pages)
    assert treasurer.mishaps == organiser.mishaps == []


def write_rates(page: Page) -> None:
    page.goto(f"{CLUB}cotisations/")
    page.get_by_role("link", name="Écrire les tarifs").click()
    for row, (label, amount) in enumerate((("Adulte", "30"), ("Couple", "50"))):
        page.fill(f"[name=label_{row}]", label)
        page.fill(f"[name=amount_{row}]", amount)
    page.get_by_role("button", name="Noter ces tarifs").click()
    expect(page.locator(".notice.ok").first).to_be_visible()


def renew_everybody(page: Page) -> None:
    """Four clicks lead from the page of the club to its renewed members."""
    page.goto(f"{CLUB}cotisations/")
    page.get_by_role("link", name="Renouveler les membres").click()
    expect(page.locator(".lede")).to_contain_text("4 membres à renouveler")
    page.get_by_role("button", name=re.compile("Renouveler")).click()
    expect(page.locator("main")).to_contain_text("Tous les membres ont leur cotisation")


def pay_in_two_parts(page: Page) -> str:
    """Return the address of the fee: 12 € by cheque, then 18 € in cash; more than the rest is refused, and stays."""
    page.goto(f"{CLUB}cotisations/")
    page.locator("tr", has_text="ADAM Ana").get_by_role("link").first.click()
    for amount, method, told in (("12", "chèque", "18 €"), ("18", "espèces", "0 €")):
        page.get_by_label("Montant").fill("40")
        page.get_by_role("button", name="Noter le paiement").click()
        expect(page.get_by_text("ADAM Ana doit encore").first).to_be_visible()
        expect(page.get_by_label("Montant")).to_have_value("40")
        page.get_by_label("Montant").fill(amount)
        page.get_by_label("Moyen").select_option(label=method)
        page.get_by_role("button", name="Noter le paiement").click()
        expect(page.locator(".facts strong")).to_contain_text(told)
    return page.url


def give_back_a_part(page: Page, fee: str) -> None:
    """5 € of the cheque: a line below it; the receipt has what is left."""
    page.get_by_role("link", name="Rendre").first.click()
    page.get_by_label("Montant rendu").fill("5")
    page.get_by_label("Pourquoi").fill("tarif de couple")
    page.get_by_role("button", name="Noter le remboursement").click()
    page.goto(fee)
    expect(page.locator("#paiements")).to_contain_text("−5 €")
    expect(page.locator(".facts strong")).to_contain_text("5 €")
    page.get_by_role("button", name="Reçu en PDF").click()
    with page.expect_download() as sent:
        page.get_by_role(
            "link", name=re.compile("Télécharger|Ouvrir")
        ).first.click()  # shown when the worker has finished
    assert sent.value.path().read_bytes().startswith(b"%PDF")


def read_the_books(page: Page, season: str) -> None:
    page.goto(f"/organisation/saisons/{season}/comptes/")
    expect(page.locator("tfoot")).to_contain_text("25 €")
    with page.expect_download() as sent:
        page.locator("details summary", has_text="Télécharger").click()
        page.get_by_role("link", name="CSV").click()
    lines = sent.value.path().read_text("utf-8-sig").splitlines()
    assert len(lines) == 4


def stop_the_last(page: Page) -> None:
    """Who stops is no more asked for his fee, is a former member, and his evening stays."""
    page.goto(f"{CLUB}joueurs/")
    page.get_by_role("link", name="DENIS Ana").first.click()
    page.get_by_role("link", name="Son adhésion, ses soirées, ses cotisations").click()
    page.get_by_role("link", name="Il n’est plus membre").click()
    page.get_by_label("a démissionné").check()
    page.locator("form button.danger, form button.primary").last.click()
    page.goto(f"{CLUB}joueurs/?state=anciens")
    expect(page.locator("main tbody")).to_contain_text("DENIS Ana")
    page.goto(f"{CLUB}cotisations/")
    expect(page.locator("main")).not_to_contain_text("DENIS Ana")
    page.goto(f"{CLUB}joueurs/")
    expect(page.locator("main tbody")).not_to_contain_text("DENIS Ana")


def read_the_end(page: Page, season: str) -> None:
    """The league is published from the page, and the report is made there."""
    page.goto(f"/organisation/saisons/{season}/fin/")
    page.get_by_role("button", name="Publier").click()
    expect(page.locator("main")).to_contain_text("inchangé depuis")
    page.get_by_role("button", name="Bilan de la saison en PDF").click()
    expect(page.get_by_role("link", name="Télécharger").first).to_be_visible()
