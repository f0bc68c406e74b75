"""
A match of two teams: captains line up on their phones, the desk publishes, both tables enter, and who won is told.

Nobody reads a line-up before both are sealed, and the second table begins with the second half of the étuis.
"""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.browser import DESK, PHONE, log_in, page_of
from tests.journeys.test_duplicate import MADE, close_sheet, enter, phone_at_table, register_everybody
from tests.journeys.test_every_page import Findings, Walk, look
from tests.tarot_club.serving import Serving

pytestmark = [pytest.mark.product, pytest.mark.journey, pytest.mark.slow, pytest.mark.xdist_group("journey")]

TEAMED = """
from tests.tournaments.teams import teams_of
from tournaments.models import Tournament
from tournaments.queries.pages.personal_links import captain_code
Tournament.objects.update(state="ouvert")
entries = list(Tournament.objects.get().registrations.order_by("start_number"))
print(" ".join(captain_code(team) for team in teams_of(entries, 4)))
"""
OFFICE = "/organisation/tournois/1/matchs/"
OWN = "/moi/tournois/1/compositions/"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("matches") / "data", like=migrated) as server:
        yield server


def test_a_match_of_two_teams(server: Serving, browser: Browser) -> None:
    club = server.manage(MADE)
    office = page_of(browser, server.address, DESK)
    log_in(office, "aline", "secret")
    expect(office.get_by_role("button", name="Déconnexion")).to_be_visible()
    open_matches(office, club)
    register_everybody(office)
    captains = [captain(browser, server, code) for code in server.manage(TEAMED).split()[-2:]]
    office.goto(OFFICE)
    office.get_by_role("button", name="Tirer toutes les positions").click()
    expect(office.get_by_text("composition attendue")).to_have_count(2)

    first, second = (line_up(page, taker) for page, taker in zip(captains, (1, 0), strict=True))
    expect(captains[0].get_by_text("Votre composition est scellée")).to_be_visible()
    expect(captains[1].get_by_text("Les deux compositions sont là")).to_be_visible()
    for page in captains:
        page.goto(OWN)
        expect(page.locator("main")).to_contain_text(f"{first} prend")
        expect(page.locator("main")).to_contain_text(f"{second} prend")

    office.goto(OFFICE)
    office.get_by_role("button", name="Publier les tables").click()
    expect(office.get_by_text("tables publiées", exact=True)).to_be_visible()
    tables = [phone_at_table(browser, server, office, number, 0) for number in (1, 2)]
    expect(tables[0].locator("main")).to_contain_text("Étui 1, puis échange avec la table 2")
    expect(tables[1].locator("main")).to_contain_text("Étui 2, puis échange avec la table 1")
    play(tables[0], (1, 2), "61")
    play(tables[1], (2, 1), "51")
    visitor = page_of(browser, server.address, PHONE)
    visitor.goto("/tournois/1/positions/1/matchs/1/")
    expect(visitor.locator("main")).to_contain_text("ne se lisent pas encore")

    close_sheet(office, 1)
    close_sheet(office, 2)
    winner = tells_who_won(visitor)
    visitor.goto("/tournois/1/equipes/")
    expect(visitor.locator("#standings tbody tr").first).to_contain_text(winner)

    walk = Walk()
    for page, paths in (
        (visitor, ["/tournois/1/matchs/", "/tournois/1/positions/1/matchs/1/", "/tournois/1/equipes/1/"]),
        (office, [OFFICE, "/arbitrage/1/1/tables/2/"]),
        (captains[0], [OWN]),
    ):
        page.add_init_script(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
        for path in paths:
            look(page, path, path, walk)
    assert walk.findings == Findings(pages=walk.findings.pages)
    assert len(walk.findings.pages) == 6
    assert [page.mishaps for page in (office, visitor, *captains, *tables)] == [[]] * 6
    server.manage("from django.core.management import call_command; call_command('check_results')")  # or it fails


def open_matches(page: Page, club: str) -> None:
    """By difference, one round of two étuis."""
    page.goto(f"/organisation/clubs/{club}/tournois/nouveau/")
    page.get_by_label("Nom", exact=True).fill("Quadrettes")
    page.get_by_label("duplicate, par écart à la moyenne").check()
    page.get_by_label("Par matchs d’équipes, preneur imposé").check()
    page.get_by_label("Nombre de positions").fill("1")
    page.get_by_label("Donnes par position").fill("2")
    page.get_by_role("button", name="Créer la soirée").click()
    expect(page.get_by_role("heading", name="Quadrettes")).to_be_visible()


def captain(browser: Browser, server: Serving, code: str) -> Page:
    """Open the link of a captain on a phone of his own."""
    page = page_of(browser, server.address, PHONE)
    page.goto(f"/j/{code}")
    page.goto(OWN)
    expect(page.get_by_text("Vous en êtes le capitaine")).to_be_visible()
    return page


def line_up(page: Page, taker: int) -> str:
    """Seal a line-up: this member takes, the three others defend; return the name of who takes."""
    page.goto(OWN)
    page.get_by_role("link", name="Composer").click()
    takers = page.locator("#field-taker label")
    name = takers.nth(taker).inner_text().strip()
    takers.nth(taker).click()
    for member in {0, 1, 2, 3} - {taker}:
        page.locator("#field-defence label").nth(member).click()
    page.get_by_role("button", name="Sceller la composition").click()
    page.wait_for_url(f"**{OWN}")
    return name


def play(page: Page, boards: tuple[int, int], points: str) -> None:
    """Enter both étuis in the order in which this table plays them; South is the only one who may take."""
    for board in boards:
        page.get_by_role("link", name=f"Saisir la donne de l’étui {board}").click()
        expect(page.locator("h1")).to_contain_text(f"étui {board}")
        expect(page.locator("#f-taker label")).to_have_count(1)
        enter(page, 0, points)
        expect(page.get_by_text(f"Donne de l’étui {board} enregistrée.")).to_be_visible()


def tells_who_won(page: Page) -> str:
    """Return who won, as the page of all matches and that of the match tell it: +10 of card points twice, in garde."""
    page.goto("/tournois/1/matchs/")
    expect(page.locator("tbody tr")).to_contain_text("+120,00 – −120,00")
    winner = page.locator("tbody tr td").last.inner_text().strip()
    page.locator("tbody tr a").click()
    expect(page.locator("main")).to_contain_text(f"gagné par {winner}")
    expect(page.locator("tbody tr")).to_have_count(2)
    return winner
