"""
An evening of duplicate: chosen on the page of settings, its étuis entered at the desk and on a phone, told once played.

What a board brought is nowhere to read while a table has it still to play.
"""

import re
from collections.abc import Iterator
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.browser import DESK, PHONE, log_in, page_of, type_when_ready
from tests.journeys.test_every_page import Findings, Walk, look
from tests.tarot_club.serving import Serving

pytestmark = [pytest.mark.product, pytest.mark.journey, pytest.mark.slow, pytest.mark.xdist_group("journey")]

# A club of eight: importing players is another evening's journey.
MADE = """
from tests.factories import AccountFactory, ClubFactory, PlayerFactory
from tournaments.labels import RoleName
from tournaments.models import Appointment
club = ClubFactory(name="Les Étuis", slug="les-etuis")
Appointment.objects.create(account=AccountFactory(username="aline"), role=RoleName.ORGANISER, club=club)
for number in range(1, 9):
    PlayerFactory(club=club, last_name=f"JOUEUR{number:02d}", first_name="Jean-Baptiste")
print(club.pk)
"""
PUBLIC = "/tournois/1/"
TABLE, LATER = "/arbitrage/1/1/tables/{}/", "/arbitrage/1/2/tables/{}/"
SECRET = ("classement/", "tables/", "etuis/", "")  # what everybody may open while the étuis are played
TOLD = re.compile(r"[+−]\d|\d\s?%|\d (battu|égal|devant)")  # marks, what they bring, and beside whom
NOT_YET = HTTPStatus.NOT_FOUND


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("duplicate") / "data", like=migrated) as server:
        yield server


def test_an_evening_of_duplicate(server: Serving, browser: Browser) -> None:
    club = server.manage(MADE)
    office = page_of(browser, server.address, DESK)
    log_in(office, "aline", "secret")
    expect(office.get_by_role("button", name="Déconnexion")).to_be_visible()
    open_duplicate(office, club)
    register_everybody(office)
    draw_and_publish(office)

    enter_out_of_order(office)
    refuse_a_board_of_another_round(office)
    phone, beside = (phone_at_table(browser, server, office, 2, chair) for chair in (0, 1))
    enter_on_the_phone(phone)
    read_beside(beside)
    close_sheet(office, 1)
    visitor = page_of(browser, server.address, PHONE)
    tells_nothing(visitor)
    tells_nothing(beside)

    send_what_waited(phone)
    tells_nothing(visitor)
    close_sheet(office, 2)
    tells_all(visitor)
    expect(visitor.locator("main")).not_to_contain_text("Étui 3")
    assert status_of(visitor, "etuis/3/") == NOT_YET

    read_well(office, visitor)
    play_the_second_round(office, visitor)
    finish(office, visitor)
    assert office.mishaps == phone.mishaps == beside.mishaps == visitor.mishaps == []
    server.manage("from django.core.management import call_command; call_command('check_results')")  # or it fails


def open_duplicate(page: Page, club: str) -> None:
    """By match points, two rounds of two étuis."""
    page.goto(f"/organisation/clubs/{club}/tournois/nouveau/")
    page.get_by_label("Nom", exact=True).fill("Soirée des étuis")
    page.get_by_label("duplicate, par rang").check()
    page.get_by_label("Nombre de positions").fill("2")
    page.get_by_label("Donnes par position").fill("2")
    page.get_by_role("button", name="Créer la soirée").click()
    expect(page.get_by_role("heading", name="Soirée des étuis")).to_be_visible()


def register_everybody(page: Page) -> None:
    page.locator(".steps a").first.click()
    page.get_by_label("Ils sont déjà là").check()
    page.get_by_role("button", name="Inscrire les 8 joueurs").click()
    expect(page.locator("main")).to_contain_text("8 présents")


def draw_and_publish(page: Page) -> None:
    page.get_by_role("link", name="Tirer les tables").first.click()
    page.get_by_role("button", name="Tirer les tables").click()
    page.get_by_role("button", name="Publier").first.click()  # shown when the worker has finished
    expect(page.locator(".notice.ok").first).to_contain_text("publié")


def enter_out_of_order(page: Page) -> None:
    """Table 1 played étui 2 first: the form after it is that of étui 1, which is entered by keyboard alone."""
    page.goto(TABLE.format(1))
    page.locator("#donne-2").get_by_role("link", name="à saisir").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("Donne de l’étui 2, table 1")
    expect(heading).to_contain_text("donneur Est")
    type_when_ready(page, "eg151")
    expect(page.locator("#preview")).to_contain_text("+150")
    page.keyboard.press("Enter")
    expect(heading).to_contain_text("Donne de l’étui 1, table 1")
    expect(heading).to_contain_text("donneur Nord")
    type_when_ready(page, "sg249")
    expect(page.locator("#preview")).to_contain_text("+198")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Feuille de la table 1")).to_be_visible()
    expect(page.locator("#donne-1 .marks").first).to_contain_text("+198")


def refuse_a_board_of_another_round(page: Page) -> None:
    """What is moved to an étui of the next round stays where it is: no table holds that one yet."""
    page.goto(f"{TABLE.format(1)}donnes/1/deplacer/")
    page.fill("[name=table]", "2")
    page.fill("[name=number]", "3")
    page.fill("[name=reason]", "mauvaise table")
    page.get_by_role("button", name="Déplacer la donne").click()
    told = "La table 2 ne joue pas l’étui 3 à cette position : elle joue les étuis 1 à 2."
    expect(page.get_by_text(told).first).to_be_visible()
    page.goto(TABLE.format(1))
    expect(page.locator("#donne-1 .marks").first).to_contain_text("+198")


def phone_at_table(browser: Browser, server: Serving, office: Page, table: int, chair: int) -> Page:
    """Open the table by the code that its card shows, and say who holds the phone."""
    office.goto("/organisation/tournois/1/reglages/")
    code = office.locator(".letters").first.text_content()
    page = page_of(browser, server.address, PHONE)
    page.goto("/table/")
    page.fill("[name=code]", code or "")
    page.fill("[name=table]", str(table))
    page.get_by_role("button", name="Ouvrir la feuille").click()
    page.locator("form.seats button").nth(chair).click()
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    return page


def enter(page: Page, chair: int, points: str, *, bouts: str = "2") -> None:
    page.locator("#f-taker label").nth(chair).click()
    page.locator("#f-contract label").filter(has_text="Garde").first.click()
    page.locator("#f-bouts label").filter(has_text=bouts).click()
    for digit in points:
        page.locator(f"[data-digit='{digit}']").click()
    # Where its marks have no answer the bar says so, and what stands below it may move.
    expect(page.locator(".bar .live.is-lost:visible, #preview > :is(.here, .why-of):visible").first).to_be_visible()
    page.get_by_role("button", name="Enregistrer").click()


def enter_on_the_phone(page: Page) -> None:
    """The étui that comes next, with who deals it."""
    page.get_by_role("link", name="Saisir la donne de l’étui 1").click()
    expect(page.locator("h1")).to_contain_text("étui 1")
    expect(page.locator("h1")).to_contain_text("donneur Nord")
    enter(page, 0, "41")
    expect(page.get_by_text("Donne de l’étui 1 enregistrée.")).to_be_visible()
    expect(page.get_by_role("link", name="Saisir la donne de l’étui 2")).to_be_visible()
    expect(page.locator("#queue[data-ready]")).to_be_attached()


def read_beside(page: Page) -> None:
    """The table's second phone has the étui that the first one wrote, and goes on with the next."""
    page.reload()
    expect(page.locator(".donnes")).to_contain_text("41")
    page.get_by_role("link", name="Saisir la donne de l’étui 2").click()
    expect(page.locator("h1")).to_contain_text("donneur Est")
    page.go_back()


def send_what_waited(page: Page) -> None:
    """Étui 2 without network: it waits on the phone, and is on the sheet when the network is back."""
    page.get_by_role("link", name="Saisir la donne de l’étui 2").click()
    expect(page.locator("h1")).to_contain_text("étui 2")
    expect(page.locator("h1")).to_contain_text("donneur Est")
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    page.context.set_offline(True)
    enter(page, 1, "41", bouts="1")
    expect(page.locator("#queue li[data-state=waiting], #queue li[data-state=sent]")).to_have_count(1)
    expect(page.locator("#queue li")).to_contain_text("Donne de l’étui 2")
    page.context.set_offline(False)
    page.wait_for_url("**/t/*/")  # no étui of this round is left: the sheet comes back by itself
    expect(page.locator(".donnes")).to_contain_text("41")


def close_sheet(page: Page, table: int, position: int = 1) -> None:
    page.goto((TABLE if position == 1 else LATER).format(table))
    page.get_by_role("button", name="Clore la feuille").click()
    expect(page.get_by_text(f"Feuille de la table {table} (position {position}) close.")).to_be_visible()


def status_of(page: Page, path: str) -> int:
    """Ask for a public page, and return the status of its answer."""
    answer = page.goto(PUBLIC + path)
    assert answer is not None
    return answer.status


def tells_nothing(page: Page) -> None:
    """Table 1 has finished étuis 1 and 2, table 2 has not: no page tells what they brought."""
    assert [status_of(page, f"etuis/{board}/") for board in (1, 2)] == [NOT_YET] * 2
    for path in SECRET:
        assert status_of(page, path) == HTTPStatus.OK, path
        expect(page.locator("main")).not_to_contain_text(TOLD)
    page.goto(f"{PUBLIC}etuis/")
    expect(page.get_by_text("Aucun étui ne se lit encore")).to_be_visible()


def tells_all(page: Page) -> None:
    """In percent, with each étui at each table, and each place étui by étui."""
    page.goto(f"{PUBLIC}classement/")
    expect(page.locator("#standings")).to_contain_text("100,00 %")
    expect(page.locator("#standings")).to_contain_text("0,00 %")
    cells = page.locator("#standings tbody tr").first.locator("> *")
    assert cells.evaluate_all("cells => cells.every(cell => cell.scrollWidth <= cell.clientWidth)")

    page.goto(f"{PUBLIC}etuis/")
    page.get_by_role("link", name="1", exact=True).click()
    expect(page.locator("h1")).to_contain_text("Étui 1")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(2)
    for row, marks, percent, beside in ((0, "+198", "100,00 %", "1 battu"), (1, "+150", "0,00 %", "1 devant")):
        for told in (marks, percent, beside):
            expect(rows.nth(row)).to_contain_text(told)

    page.goto(f"{PUBLIC}classement/")
    page.locator("#standings tbody tr").first.locator("a").first.click()
    steps = page.get_by_role("table", name="Étui par étui").locator("tbody tr")
    expect(steps).to_have_count(2)
    for row in steps.all():
        assert any(told in row.inner_text() for told in ("1 battu", "1 devant", "1 égal"))


def play_the_second_round(office: Page, visitor: Page) -> None:
    """Étuis 3 and 4, by keyboard: the first round stays to be read, the second is not before its last sheet closes."""
    for table, typed in ((1, ("sg249\n", "eg151\n")), (2, ("eg151\n", "sg241\n"))):
        office.goto(f"{LATER.format(table)}donnes/3/")
        for board, keys in enumerate(typed, start=3):
            expect(office.get_by_role("heading", level=1)).to_contain_text(f"Donne de l’étui {board}, table {table}")
            type_when_ready(office, keys)
        expect(office.get_by_role("heading", name=f"Feuille de la table {table}")).to_be_visible()
    close_sheet(office, 1, position=2)
    assert [status_of(visitor, f"etuis/{board}/") for board in (1, 3)] == [HTTPStatus.OK, NOT_YET]
    visitor.goto(f"{PUBLIC}classement/")
    expect(visitor.locator("main")).to_contain_text("Les résultats d’une position paraissent quand")
    close_sheet(office, 2, position=2)
    assert status_of(visitor, "etuis/3/") == HTTPStatus.OK
    expect(visitor.locator("tbody tr")).to_have_count(2)
    visitor.get_by_role("link", name="Étui 4").click()
    expect(visitor.locator("h1")).to_contain_text("Étui 4")


def finish(office: Page, visitor: Page) -> None:
    """Four étuis count for everybody, and the ranking is final."""
    office.goto("/organisation/tournois/1/terminer/")
    office.get_by_role("button", name="Terminer").first.click()
    visitor.goto(f"{PUBLIC}classement/")
    expect(visitor.locator("#standings caption")).to_contain_text("Classement définitif")
    visitor.locator("#standings tbody tr").first.locator("a").first.click()
    expect(visitor.get_by_role("table", name="Étui par étui").locator("tbody tr")).to_have_count(4)


def read_well(office: Page, visitor: Page) -> None:
    """By axe, on a narrow phone and in large letters."""
    walk = Walk()
    for page, paths in (
        (visitor, [PUBLIC + path for path in (*SECRET, "etuis/1/")]),
        (office, [TABLE.format(2), "/arbitrage/1/2/tables/1/donnes/4/", "/organisation/tournois/1/reglages/"]),
    ):
        page.add_init_script(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
        for path in paths:
            look(page, path, path, walk)
    assert walk.findings == Findings(pages=walk.findings.pages)
    assert len(walk.findings.pages) == len(SECRET) + 4
