"""
Somebody who never saw the product, with a club's own list of forty: from the login to the first published draw.

Every press that goes somewhere is counted, the choice of the file as one, and every page that comes; what is typed is
not. Nobody knows an address: each step starts from what the page before offers.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.styles import Font, PatternFill
from playwright.sync_api import Browser, Locator, Page, expect

from tests.journeys.browser import DESK, PHONE, page_of
from tests.tarot_club.serving import Serving
from tests.tournaments.imports.lists import xlsx

pytestmark = [pytest.mark.journey, pytest.mark.product, pytest.mark.slow, pytest.mark.xdist_group("first-time")]

MOST_CLICKS = 20  # what the organiser of a club may need
CLICKS, SCREENS = 13, 12  # what it takes; a draw that is quick spares a screen
FIRST = ["Anne", "Bruno", "Chloé", "Denis", "Élise", "Fabien", "Ginette", "Hervé"]
TITLES = ("Civilité", "Nom et Prénom", "Né(e) le", "Courriel", "Téléphone")


def family(number: int) -> str:
    """Return a family name without figures: where the whole name is in one cell, a figure in it is doubtful."""
    return "JOUEUR" + "".join("ABCDEFGHIJ"[int(figure)] for figure in f"{number:02d}")


MEMBERS = [
    (
        "M.",
        f"{family(number)} {FIRST[number % 8]}",
        f"12/03/19{40 + number}",
        f"j{number}@exemple.fr",
        "06 12 34 56 78",
    )
    for number in range(1, 41)
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("first") / "data", like=migrated) as server:
        yield server


class Hand:
    """Whoever holds the mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        self.screens: list[str] = []
        page.on("framenavigated", lambda frame: self.screens.append(frame.url) if frame == page.main_frame else None)

    def press(self, what: Locator) -> None:
        what.first.click()
        self.clicks += 1

    def link(self, name: str) -> None:
        self.press(self.page.get_by_role("link", name=name))

    def button(self, name: str) -> None:
        self.press(self.page.get_by_role("button", name=name))

    def choose(self, file: Path) -> None:
        self.page.set_input_files("input[type=file]", file)
        self.clicks += 1


def decorated(book: Workbook) -> None:
    """As a secretary makes it: the title over the whole width, colours, a picture of a list more than a table."""
    sheet = book.active
    sheet.merge_cells("A1:E1")
    sheet["A1"].font = Font(size=18, bold=True, color="1D5C3F")
    for cell in sheet[3]:
        cell.font, cell.fill = Font(bold=True), PatternFill("solid", fgColor="FFD966")
    sheet.freeze_panes = "A4"


def test_a_first_timer_with_a_messy_list_of_forty_publishes_a_draw(
    server: Serving, browser: Browser, tmp_path: Path
) -> None:
    messy = tmp_path / "adhérents.xlsx"
    lines = [("Tarot Club de l’Érable, saison 2026-2027",), (), TITLES, *MEMBERS, MEMBERS[3], (), ("Total", 40)]
    messy.write_bytes(xlsx(lines, decorate=decorated))
    page = page_of(browser, server.address, DESK)
    password = re.search(r"identifiant admin\s+mot de passe (\S+)", server.said())
    assert password is not None
    page.goto("/organisation/")
    page.fill("[name=login]", "admin")
    page.fill("[name=password]", password[1])
    page.get_by_role("button", name="Se connecter").click()
    expect(page.get_by_role("heading", name="Organisation")).to_be_visible()

    hand = Hand(page)  # from here on: just after the login
    hand.link("Créer un club")
    page.get_by_label("Nom du club").fill("Tarot Club de l’Érable")
    hand.button("Créer le club")

    hand.link("Importer les joueurs")
    hand.choose(messy)
    hand.button("Vérifier la liste")
    hand.press(page.get_by_label("Oui, ils l’ont accepté"))
    hand.button("Importer les lignes cochées")
    expect(page.locator("main")).to_contain_text(family(40))

    hand.link("Nouvelle soirée")
    page.get_by_label("Nom", exact=True).fill("Vendredi")
    hand.button("Créer la soirée")
    hand.button("Inscrire les 40 joueurs, tous présents")
    expect(page.locator(".notice.ok")).to_contain_text("40 joueurs inscrits et présents")

    hand.link("Tirer les tables")
    hand.button("Tirer les tables")
    hand.button("Publier")  # shown when the worker has finished
    expect(page.locator(".notice.ok").first).to_contain_text("publié")
    expect(page.locator("main")).to_contain_text("40 joueurs présents")

    assert hand.clicks == CLICKS <= MOST_CLICKS
    assert len(hand.screens) <= SCREENS
    assert page.mishaps == []
    seats_everybody_under_a_name(page_of(browser, server.address, PHONE))


def seats_everybody_under_a_name(phone: Page) -> None:
    """The draft became public with its draw: whoever comes by finds the forty, each in his place, none anonymous."""
    phone.goto("/")
    phone.get_by_role("link", name="Vendredi").click()
    phone.get_by_role("link", name="Tables").first.click()
    expect(phone.get_by_role("heading", name="Tables", exact=True)).to_be_visible()
    seated = set(re.findall(r"JOUEUR[A-J]{2}", phone.locator("main").inner_text()))
    assert seated == {family(number) for number in range(1, 41)}
    assert phone.mishaps == []
