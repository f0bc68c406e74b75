"""A whole evening as people live it: from the spreadsheet to the PDF, in a real browser, with the real worker."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pypdf import PdfReader

from scoring.rulebook import matching, rulebook
from tests.journeys.browser import DESK, PHONE, log_in, page_of, type_when_ready
from tests.tarot_club.serving import Serving

pytestmark = [pytest.mark.product, pytest.mark.journey, pytest.mark.slow, pytest.mark.xdist_group("journey")]

FIRST_NAMES = ["Andrée", "Bruno", "Chloé", "Denis", "Élise", "Fabien", "Ginette", "Hervé"]
PLAYERS = [
    {
        "licence": f"33{number:04d}",
        "nom": f"JOUEUR{number:02d}",
        "prénom": FIRST_NAMES[number % 8],
        "consentement": "non" if number == 5 else "oui",
    }
    for number in range(1, 17)
]
WITHHELD = "JOUEUR05"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("evening") / "data", like=migrated) as server:
        yield server


def spreadsheet(folder: Path) -> Path:
    """Return the club's list as an old spreadsheet program saves it: semicolons, Windows' own alphabet."""
    text = io.StringIO()
    writer = csv.DictWriter(text, PLAYERS[0].keys(), delimiter=";")
    writer.writeheader()
    writer.writerows(PLAYERS)
    path = folder / "joueurs.csv"
    path.write_bytes(text.getvalue().encode("cp1252"))
    return path


def test_the_evening(server: Serving, browser: Browser, tmp_path: Path) -> None:
    office = page_of(browser, server.address, DESK)
    password = re.search(r"identifiant admin\s+mot de passe (\S+)", server.said())
    assert password is not None
    log_in(office, "admin", password.group(1))

    found_a_club(office)
    import_players(office, spreadsheet(tmp_path))
    open_season(office)
    open_tournament(office)
    register_everybody(office)
    draw_and_publish(office)
    name, secret = appoint_an_arbiter(office)

    phone = page_of(browser, server.address, PHONE)
    phone.goto("/")
    phone.get_by_role("link", name="Soirée d’automne").click()
    phone.get_by_role("link", name="Classement").first.click()

    desk = page_of(browser, server.address, DESK)
    log_in(desk, name, secret)
    desk.get_by_role("link", name="Soirée d’automne").first.click()
    desk.get_by_role("link", name="Saisir les feuilles").click()
    enter_first_table_by_keyboard(desk)
    expect(phone.locator("table tbody")).to_contain_text("+293")  # the page came alive by itself
    refuse_what_cannot_be(desk)
    call_a_chelem(desk)
    correct_a_donne(desk)
    punish(desk, last_number(phone))
    expect(phone.locator("table tbody")).to_contain_text("−50")
    assert WITHHELD not in phone.content()
    assert "Joueur n°" in phone.locator("table tbody").inner_text()

    pdf = ranking_as_pdf(office)
    text = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    assert "Soirée d’automne" in text
    assert "JOUEUR01" in text
    assert WITHHELD not in text

    season = page_of(browser, server.address, PHONE)
    season.goto("/saisons/1/")
    expect(phone.locator("table tbody tr").first).to_contain_text("+1 626")
    if leader := name_of_the_leader(phone):  # a league gives whoever is not named no row
        expect(season.locator("table tbody tr").first).to_contain_text("+1 626")
        assert name_of_the_leader(season) == leader
    else:
        expect(season.locator("table tbody").first).to_contain_text("JOUEUR")
        assert "+1 626" not in season.content()
    for page in (office, phone, desk, season):
        assert page.mishaps == []
    server.manage("from django.core.management import call_command; call_command('check_results')")  # or it fails


def test_what_is_answered_while_the_table_of_the_calculator_changes_is_kept(server: Serving, browser: Browser) -> None:
    phone = page_of(browser, server.address, PHONE)
    phone.goto("/marque/")
    slow: list[Route] = []

    def hold(route: Route) -> None:
        slow.append(route)

    phone.route("**/marque/?*", hold, times=1)
    phone.check("#id_variant_1")
    phone.check("#id_taker_1")
    phone.wait_for_timeout(500)  # longer than the page waits before it asks for the marks
    for _look in range(300):  # a busy machine takes longer still
        if not slow:
            phone.wait_for_timeout(200)
    slow[0].continue_()
    expect(phone.locator("#f-taker label")).to_have_text(["Sud", "Est", "Nord"])
    expect(phone.locator("[name=taker]:checked")).to_have_value("1")
    assert phone.mishaps == []


def test_what_is_folded_in_the_rulebook_opens_for_a_link_and_for_a_search(server: Serving, browser: Browser) -> None:
    page = page_of(browser, server.address, PHONE)
    page.goto("/reglement/")
    assert page.locator("[data-fold][open]").count() == 0
    page.goto("/reglement/#c12")
    assert page.locator("#c12 [data-fold][open]").count() == page.locator("[data-fold][open]").count() == 1

    page.goto("/reglement/")
    for asked in ("hors tour", "sanctions", "petit séc", "chicane", "document", "lien", "belote"):
        page.fill("#find", asked)
        shown = page.locator(".rule:visible").evaluate_all("rules => rules.map(rule => rule.id)")
        assert set(shown) == matching(rulebook("fr"), asked), asked  # as without a script
        assert page.locator(".rule:visible [data-fold]:not([open])").count() == 0
    page.fill("#find", "")
    assert page.locator("[data-fold][open]").count() == 0
    assert page.mishaps == []


def found_a_club(page: Page) -> None:
    page.get_by_role("link", name="Créer un club").click()
    page.get_by_label("Nom du club").fill("Tarot Club de l’Érable")
    page.get_by_role("button", name="Créer le club").click()
    expect(page.get_by_role("heading", name="Tarot Club de l’Érable")).to_be_visible()


def import_players(page: Page, path: Path) -> None:
    page.get_by_role("link", name="Importer les joueurs").click()
    page.set_input_files("input[type=file]", path)
    page.get_by_role("button", name="Vérifier la liste").click()
    expect(page.get_by_text("rien n’est encore enregistré")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Ginette")
    page.get_by_role("button", name="Importer les lignes cochées").click()
    expect(page.locator("main")).to_contain_text("16")


def open_season(page: Page) -> None:
    page.goto("/organisation/")
    page.get_by_role("link", name="Gérer le club").click()
    page.get_by_role("link", name="Championnats").click()
    page.get_by_role("link", name="Nouvelle saison").first.click()
    page.get_by_label("Nom").fill("2026-2027")
    page.get_by_label("Du", exact=True).fill("2026-09-01")
    page.get_by_label("Au", exact=True).fill("2027-06-30")
    page.get_by_role("button", name="Créer la saison").click()


def open_tournament(page: Page) -> None:
    page.goto("/organisation/")
    page.get_by_role("link", name="Nouvelle soirée").first.click()
    page.get_by_label("Nom", exact=True).fill("Soirée d’automne")
    page.get_by_text("Saison, et qui la voit").click()
    page.get_by_label("Saison").select_option(label="2026-2027")
    page.get_by_label("Nombre de positions").fill("3")
    page.get_by_label("Donnes par position").fill("2")
    page.get_by_role("button", name="Créer la soirée").click()
    expect(page.get_by_role("heading", name="Soirée d’automne")).to_be_visible()


def register_everybody(page: Page) -> None:
    page.locator(".steps a").first.click()
    page.get_by_label("Ils sont déjà là").check()
    page.get_by_role("button", name="Inscrire les 16 joueurs").click()
    expect(page.locator("main")).to_contain_text("16")


def name_of_the_leader(page: Page) -> str | None:
    """Return the name of who leads alone, None when it is withheld: numbers are drawn by lot, and anybody may lead."""
    named = re.search(r"JOUEUR\d\d", page.locator("table tbody").first.locator("tr").first.inner_text())
    return named and named.group()


def last_number(page: Page) -> str:
    """Return the start number of who is last: a penalty there leaves the leader his total."""
    why = page.locator("table tbody").first.locator("tr").last.locator("a").get_attribute("href")
    assert why is not None
    return why.strip("/")


def draw_and_publish(page: Page) -> None:
    page.get_by_role("link", name="Tirer les tables").first.click()
    page.get_by_role("button", name="Tirer les tables").click()
    page.get_by_role("button", name="Publier").first.click()  # shown when the worker has finished
    expect(page.locator(".notice.ok").first).to_contain_text("publié")


def appoint_an_arbiter(page: Page) -> tuple[str, str]:
    """Return the login and the password that the office shows once."""
    page.goto("/organisation/")
    page.get_by_role("link", name="Gérer le club").click()
    page.get_by_role("link", name="Club", exact=True).click()
    page.get_by_role("link", name="Rôles").click()
    page.fill("[name=username]", "marc")
    page.get_by_label("Prénom").fill("Marc")
    page.get_by_label("Nom", exact=True).fill("Delmas")
    page.get_by_role("button", name="Donner l’accès").click()
    shown = page.locator("[role=status] dd")
    expect(shown).to_have_count(2)
    name, secret = shown.all_inner_texts()
    return name, secret


def enter_first_table_by_keyboard(page: Page) -> None:
    """Both donnes of table 1 without the mouse: the official example of 318, then a prise."""
    expect(page.get_by_role("heading", name="Arbitrage, position 1")).to_be_visible()
    type_when_ready(page, "1\n")
    expect(page.get_by_role("heading", name="Feuille de la table 1")).to_be_visible()
    type_when_ready(page, "\n")  # the one primary action has the focus
    expect(page.get_by_role("heading", name="Donne 1, table 1")).to_be_visible()
    type_when_ready(page, "sg2")
    page.keyboard.type("49")
    page.get_by_text("Poignées, chelem").click()
    page.locator("[name=petit_au_bout][value=attaque]").check()
    page.locator("[name=poignee_0][value=simple]").check()
    expect(page.locator("#preview")).to_contain_text("+318")
    expect(page.locator("#preview")).to_contain_text("−106")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_role("heading", name="Donne 2, table 1")).to_be_visible()
    type_when_ready(page, "ep1")
    page.keyboard.type("51")
    expect(page.locator("#preview")).to_contain_text("+75")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Feuille de la table 1")).to_be_visible()
    expect(page.locator("tfoot")).to_contain_text("+293")
    page.get_by_role("button", name="Clore la feuille").click()


def refuse_what_cannot_be(page: Page) -> None:
    """91 points and a half with no bout: every reason at once, and nothing typed is lost."""
    page.goto("/arbitrage/1/1/tables/2/donnes/1/")
    type_when_ready(page, "ng0")
    page.keyboard.type("91,5")
    page.keyboard.press("Enter")
    expect(page.locator("[role=alert]").first).to_be_visible()
    expect(page.locator("#id_points")).to_have_value("91,5")
    expect(page.locator("[name=contract][value=garde]")).to_be_checked()
    page.locator("#id_points").fill("40")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_role("heading", name="Donne 2, table 2")).to_be_visible()


def call_a_chelem(page: Page) -> None:
    """The arbiter is called to table 3; the donne's form then announces the chelem by itself."""
    page.goto("/arbitrage/1/1/tables/3/")
    page.get_by_role("link", name="Appel de chelem").click()
    page.locator("[name=caller]").first.check()
    page.fill("[name=number]", "1")
    page.locator("[name=announced][value=avant_carte]").check()
    page.get_by_role("button", name="Enregistrer l’appel").click()
    page.get_by_role("link", name="Feuille").first.click()
    page.get_by_role("link", name=re.compile("Saisir la donne 1")).click()
    expect(page.locator("[name=chelem_announced]")).to_be_checked()
    type_when_ready(page, "sg2")
    page.keyboard.type("87")
    page.locator("[name=chelem_made][value=attaque]").check()
    expect(page.locator("#preview")).to_contain_text("400")
    page.get_by_role("button", name="Enregistrer").click()
    # Possible, but so rare that it is asked whether it happened; the focus is on the box that says yes.
    expect(page.get_by_text("Rien n’est encore enregistré")).to_be_visible()
    expect(page.get_by_label(re.compile("J’ai vérifié"))).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Donne 2, table 3")).to_be_visible()


def correct_a_donne(page: Page) -> None:
    page.goto("/arbitrage/1/1/tables/2/donnes/1/")
    expect(page.locator("#id_points")).to_have_value("40")
    page.locator("#id_points").fill("56")
    page.get_by_role("button", name="Corriger la donne").click()
    expect(page.locator("[role=alert]").first).to_contain_text("pourquoi")
    page.get_by_label(re.compile("Pourquoi")).fill("points mal recopiés")
    page.get_by_role("button", name="Corriger la donne").click()
    expect(page.get_by_role("heading", name="Feuille de la table 2")).to_be_visible()


def punish(page: Page, number: str) -> None:
    page.goto("/arbitrage/1/penalites/")
    page.get_by_label("Faute").select_option(label="Retard")
    page.get_by_label("Points retirés").fill("50")
    page.locator("[name=target][value=joueur]").check()
    page.fill("[name=player]", number)
    page.get_by_label("Motif").fill("vingt minutes de retard")
    page.get_by_role("button", name="Donner la pénalité").click()
    expect(page.locator("main")).to_contain_text("−50")


def ranking_as_pdf(page: Page) -> bytes:
    page.goto("/organisation/tournois/1/documents/")
    page.get_by_role("button", name="Classement en PDF").click()
    ready = page.get_by_role("link", name="Télécharger")
    expect(ready).to_be_visible()  # the worker has made it
    address = ready.get_attribute("href")
    assert address is not None
    answer = page.context.request.get(address)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    content = answer.body()
    page.goto("/organisation/tournois/1/documents/")
    expect(page.locator("table tbody tr")).to_have_count(1)
    return content
