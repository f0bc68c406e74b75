"""A rotation as an organiser lives it: wishes, draw, exchange, somebody leaves, another draw, the plan on paper."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from tests.journeys.browser import DESK, PHONE, log_in, page_of, type_when_ready
from tests.tarot_club.serving import Serving

pytestmark = [pytest.mark.journey, pytest.mark.product, pytest.mark.slow, pytest.mark.xdist_group("journey")]

# Twenty players, here already, before anything is drawn: coming in is another evening's journey.
THE_HALL = """
import datetime
from tournaments.models import Club, Player, Registration, Tournament
club = Club.objects.create(name="Tarot Club de l’Orme", slug="orme")
tournament = Tournament.objects.create(
    club=club, name="Concours d’hiver", date=datetime.date(2026, 12, 12), rounds_planned=3, donnes_per_round=1
)
for number in range(1, 21):
    player = Player.objects.create(
        club=club, licence=f"44{number:04d}", last_name=f"JOUEUR{number:02d}", first_name="Camille", consent=True
    )
    Registration.objects.create(tournament=tournament, player=player, start_number=number, status="present")
print(tournament.pk)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("rotation") / "data", like=migrated) as server:
        yield server


def test_the_rotation(server: Serving, browser: Browser) -> None:
    here = f"/organisation/tournois/{server.manage(THE_HALL)}"
    office = page_of(browser, server.address, DESK)
    password = re.search(r"identifiant admin\s+mot de passe (\S+)", server.said())
    assert password is not None
    log_in(office, "admin", password.group(1))

    wish(office, here)
    draw(office, here)
    publish(office)
    phone = page_of(browser, server.address, PHONE)
    tables = seating(phone, here)
    fade = phone.locator(".by-name").evaluate("list => getComputedStyle(list).getPropertyValue('--fade')")
    assert fade != "0px"  # the list goes on below, and shows it
    assert {tables[number]["JOUEUR03"] for number in tables} == {"2"}
    assert all(seats["JOUEUR01"] != seats["JOUEUR02"] for seats in tables.values())

    exchange_and_undo(office, here)
    assert seating(phone, here, "2") == {"2": tables["2"]}

    play_table_1(office, here)
    leave(office, here, "JOUEUR20")
    draw_again(office, here)
    publish(office)
    after = seating(phone, here)
    stayed = {name: table for name, table in tables["1"].items() if name != "JOUEUR20"}  # his chair there is free
    assert after["1"] == stayed
    assert all("JOUEUR20" not in after[number] and len(after[number]) == 19 for number in ("2", "3"))
    assert {after[number]["JOUEUR03"] for number in after} == {"2"}

    plan = " ".join(plan_as_pdf(office, here).split())
    assert "JOUEUR03 Camille" in plan
    assert "JOUEUR20" not in plan
    for page in (office, phone):
        assert page.mishaps == []


def wish(page: Page, here: str) -> None:
    """Two apart, and one who keeps table 2; a table that is not there is refused where it was typed."""
    page.goto(f"{here}/voeux/")
    page.get_by_label("Chercher un nom").fill("joueur01")
    page.get_by_label(re.compile("JOUEUR01")).check()
    page.get_by_label("Chercher un nom").fill("joueur02")
    page.get_by_label(re.compile("JOUEUR02")).check()
    page.get_by_label("Pourquoi").fill("mari et femme")
    page.get_by_role("button", name="Ajouter ce souhait").click()
    expect(page.locator(".wishes")).to_contain_text("JOUEUR01 Camille, JOUEUR02 Camille")
    page.get_by_role("link", name="Table ou place fixe").click()
    page.get_by_label(re.compile("JOUEUR03")).check()
    page.get_by_label("Table", exact=True).fill("9")
    page.get_by_role("button", name="Ajouter ce souhait").click()
    expect(page.locator("[role=alert]").first).to_contain_text("table 9")
    page.get_by_label("Table", exact=True).fill("2")
    page.get_by_role("button", name="Ajouter ce souhait").click()
    expect(page.locator(".wishes > li")).to_have_count(2)


def draw(page: Page, here: str) -> None:
    """The draft comes with its certificate, each wish in it."""
    page.goto(f"{here}/tirage/")
    page.fill("[name=seed]", "11")
    page.get_by_role("button", name="Tirer les tables").click()
    expect(page.get_by_role("heading", name="Le tirage est prêt")).to_be_visible()
    expect(page.locator(".verdicts .badge.ok")).to_have_text(["respecté", "respecté"])
    expect(page.locator("main")).to_contain_text(re.compile(r"Numéro du tirage\s: 11\."))


def publish(page: Page) -> None:
    page.get_by_role("button", name="Publier ce tirage").click()
    expect(page.locator(".notice.ok").first).to_contain_text("Le tirage est publié")


def seating(page: Page, here: str, positions: str = "123") -> dict[str, dict[str, str]]:
    """Return what everybody reads: the table of each player, by position."""
    found = {}
    for number in positions:
        page.goto(f"{here.removeprefix('/organisation')}/tables/?position={number}")
        rows = page.locator("#people tbody tr").all_inner_texts()
        seats = [re.match(r"(JOUEUR\d\d) Camille,\s+n°\s\d+\s+(\d+)\s", row) for row in rows]
        found[number] = {seat.group(1): seat.group(2) for seat in seats if seat is not None}
    return found


def exchange_and_undo(page: Page, here: str) -> None:
    """What an exchange costs is shown first; done, it can be undone."""
    page.goto(f"{here}/places/")
    page.get_by_role("link", name="Échanger deux joueurs").nth(1).click()
    expect(page.get_by_role("heading", name="Échanger deux joueurs, position 2")).to_be_visible()
    page.get_by_label("Ce joueur").select_option(label=option(page, "Ce joueur", "table 1"))
    page.get_by_label("prend la place de").select_option(label=option(page, "prend la place de", "table 4"))
    page.get_by_role("button", name="Voir ce que cela change").click()
    expect(page.locator("main")).to_contain_text(re.compile("Pour tout le tournoi|L’échange ne coûte rien"))
    page.get_by_label("Pourquoi").fill("brouillés")
    page.get_by_role("button", name=re.compile("^Échanger")).click()
    expect(page.locator(".notice.ok").first).to_contain_text("L’échange est fait à la position 2.")
    page.get_by_role("button", name="Défaire").click()
    expect(page.locator(".notice.ok").first).to_contain_text("chacun a retrouvé sa place")


def option(page: Page, label: str, place: str) -> str:
    """Return the first player offered who sits there and asked for nothing."""
    offered = page.get_by_label(label).locator("option").all_inner_texts()
    return next(words for words in offered if place in words and not re.match("JOUEUR0[123]", words))


def play_table_1(page: Page, here: str) -> None:
    page.goto(f"{here.replace('/organisation/tournois', '/arbitrage')}/1/tables/1/donnes/1/")
    type_when_ready(page, "sg2")
    page.keyboard.type("49")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator("tfoot")).to_contain_text("+198")


def leave(page: Page, here: str, name: str) -> None:
    page.goto(f"{here}/inscriptions/")
    page.get_by_role("button", name=f"Retirer, {name} Camille").click()
    expect(page.get_by_role("button", name=f"De retour, {name} Camille")).to_be_visible()


def draw_again(page: Page, here: str) -> None:
    """What was played stays, the rest is drawn for those who are left, and each change is read beforehand."""
    page.goto(f"{here}/tirage/")
    expect(page.locator("main")).to_contain_text(re.compile(r"ne sont plus là\s: JOUEUR20 Camille"))
    page.get_by_role("button", name="Changer le moins de places possible").click()
    expect(page.get_by_role("heading", name="Le plus petit changement est prêt")).to_be_visible()
    expect(page.locator("main")).to_contain_text("1 ne joue plus.")
    page.get_by_text("Tirer plutôt tout à nouveau").click()
    page.locator("[name=remainder][value=smaller]").check()
    page.get_by_role("button", name="Tirer à nouveau").click()
    expect(page.get_by_role("heading", name="Le tirage est prêt")).to_be_visible()
    moved = page.locator("#moved > li")
    expect(moved.filter(has_text="JOUEUR20")).to_contain_text("ne joue plus")
    page.get_by_label("Trouver un joueur").fill("joueur01")
    shown = moved.filter(visible=True)
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text(re.compile("Position [23]"))
    expect(shown).not_to_contain_text("Position 1")


def plan_as_pdf(page: Page, here: str) -> str:
    """Return the words of the plan of position 2, made by the worker."""
    page.goto(f"{here}/documents/")
    page.get_by_label("Position", exact=True).first.select_option("2")
    page.locator("details:has(button[value=plan_pdf]) > summary").click()
    page.locator("button[value=plan_pdf]").click()
    ready = page.get_by_role("link", name="Télécharger")
    expect(ready).to_be_visible()
    address = ready.get_attribute("href")
    assert address is not None
    answer = page.context.request.get(address)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.body())).pages)
