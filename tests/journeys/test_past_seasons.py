"""A club brings its past: a season file with lines that contradict themselves, then a zip with one broken file."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.browser import DESK, PHONE, log_in, page_of
from tests.scoring.imports.test_archives import zipped
from tests.scoring.imports.test_past_seasons import ALIAS, GOOD
from tests.tarot_club.serving import Serving

pytestmark = [pytest.mark.product, pytest.mark.journey, pytest.mark.slow, pytest.mark.xdist_group("journey")]

MADE = """
from tests.factories import AccountFactory, ClubFactory
from tournaments.labels import RoleName
from tournaments.models import Appointment

for name in ("phone", "desk"):
    organiser = AccountFactory(username=name)
    Appointment.objects.create(account=organiser, role=RoleName.ORGANISER, club=ClubFactory(name=f"Club {name}"))
"""
WRONG = ALIAS + "30/01/2022;Ève;garde;0;;;-60;-60;-60;180\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("past") / "data", like=migrated) as server:
        server.manage(MADE)
        yield server


def holds(page: Page) -> None:
    """Fail when the page is wider than its window, or its console complained."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert page.mishaps == []


def send(page: Page, name: str, content: bytes) -> None:
    page.get_by_role("link", name="Championnats").click()
    page.get_by_role("link", name="Saisons passées").click()
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    page.get_by_label("Fichiers").set_input_files([file])
    holds(page)
    page.get_by_role("button", name="Vérifier les fichiers").click()


@pytest.mark.parametrize(("who", "size"), [("phone", PHONE), ("desk", DESK)])
def test_a_season_and_an_archive_come_in(server: Serving, browser: Browser, who: str, size: dict[str, int]) -> None:
    page = page_of(browser, server.address, size)
    log_in(page, who, "secret")
    page.goto("/organisation/")
    page.locator('a[href^="/organisation/clubs/"]').first.click()

    send(page, "Saison 2022.csv", WRONG.encode())
    expect(page.get_by_role("heading", name="1 ligne se contredit")).to_be_visible()
    holds(page)
    page.get_by_role("button", name="Faire entrer ces soirées").click()
    expect(page.get_by_role("alert")).to_contain_text("Dites qui est")
    holds(page)
    page.get_by_label("Ev", exact=True).select_option(label="Ève")
    page.get_by_label("Ligne 6").select_option(label="prendre telle quelle")
    page.get_by_label("Pourquoi des lignes").fill("la feuille le dit")
    page.get_by_role("button", name="Faire entrer ces soirées").click()
    expect(page.locator(".notice.ok").first).to_contain_text("Saison 2022.csv")

    # The same people with the same figures are an evening that is there: each year has donnes of its own.
    titles, first, second, third = GOOD.splitlines(keepends=True)
    years = ((2019, second + third), (2020, first))
    archive = {f"Saison {year}.csv": (titles + played).replace("2022", str(year)).encode() for year, played in years}
    send(page, "club.zip", zipped(archive | {"casse.xlsx": b"PK\x03\x04"}))
    expect(page.get_by_text("1 fichier ne peut pas entrer")).to_be_visible()
    holds(page)
    page.get_by_role("button", name="Faire entrer les 2 fichiers prêts").click()
    expect(page.locator(".notice.ok").first).to_contain_text("2 fichiers sont entrés")
    expect(page.get_by_text("Ce classeur ne s’ouvre pas")).to_be_visible()
    holds(page)
