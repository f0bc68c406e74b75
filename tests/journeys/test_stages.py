"""
A final of pairs: the cut of a qualification, a pair that declines on its captain's phone, the next that moves up whole.

Everybody reads who is in and who is a reserve, the pair that moved up is told on its own page, and the final is drawn.
"""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.browser import DESK, PHONE, log_in, page_of
from tests.journeys.test_every_page import Findings, Walk, look
from tests.tarot_club.serving import Serving

pytestmark = [pytest.mark.product, pytest.mark.journey, pytest.mark.slow, pytest.mark.xdist_group("journey")]

PLAYED = """
import datetime
from django.utils import timezone
from tests.factories import AccountFactory, ClubFactory, PlayerFactory, SeasonFactory, TournamentFactory, rewrite
from tests.tournaments.rounds import evening
from tests.tournaments.teams import teams_of
from tournaments.labels import RoleName, TournamentState
from tournaments.models import Appointment, Tournament
from tournaments.queries.pages.personal_links import personal_code
club = ClubFactory(name="Les Paires", slug="les-paires")
Appointment.objects.create(account=AccountFactory(username="aline"), role=RoleName.ORGANISER, club=club)
people = [PlayerFactory(club=club, last_name=f"JOUEUR{n:02d}", first_name="Ana", consent=True) for n in range(1, 13)]
points = [60, 50, 40, 30, 20, 10, -10, -20, -30, -40, -50, -60]
season = SeasonFactory(club=club)
played = evening(season, 1, dict(zip(people, points)), TournamentState.RUNNING, name="Qualification")
rewrite(played, team_size=2, date=timezone.localdate())
teams_of(list(played.registrations.order_by("start_number")), 2)
rewrite(played, state=TournamentState.FINISHED)
day = timezone.localdate() + datetime.timedelta(days=7)
TournamentFactory(club=club, name="Finale", state=TournamentState.OPEN, team_size=2, date=day, rounds_planned=2)
print(" ".join(personal_code(people[index], timezone.localdate()) for index in (2, 8)))
"""
OFFICE, PUBLIC, OWN = "/organisation/tournois/2/qualification/", "/tournois/2/qualifies/", "/moi/qualifications/2/"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("stages") / "data", like=migrated) as server:
        yield server


def test_a_pair_declines_and_the_next_moves_up(server: Serving, browser: Browser) -> None:
    codes = server.manage(PLAYED).split()[-2:]
    office = page_of(browser, server.address, DESK)
    log_in(office, "aline", "secret")
    expect(office.get_by_role("button", name="Déconnexion")).to_be_visible()
    take_four_pairs(office)
    captain, reserve = (phone(browser, server, code) for code in codes)
    expect(reserve.locator("main")).to_contain_text("Votre équipe « Équipe E » est en réserve, n° 1")
    visitor = page_of(browser, server.address, PHONE)
    visitor.goto(PUBLIC)
    expect(visitor.locator("main")).to_contain_text("Équipe A, Équipe B, Équipe C, Équipe D")

    expect(captain.locator("main")).to_contain_text("Votre équipe « Équipe B » est qualifiée")
    captain.get_by_role("button", name="L’équipe ne vient pas").click()
    expect(captain.get_by_text("C’est noté : « Équipe B » ne vient pas à « Finale ».")).to_be_visible()
    reserve.goto("/moi/")
    expect(reserve.locator("main")).to_contain_text("Votre équipe « Équipe E » est qualifiée")
    visitor.goto(PUBLIC)
    expect(visitor.locator("main")).to_contain_text("Équipe A, Équipe C, Équipe D, Équipe E")
    expect(visitor.locator("main")).to_contain_text("Réserve, dans l’ordre : Équipe F")

    office.goto(OFFICE)
    expect(office.locator("section", has=office.get_by_role("heading", name="Ne viennent pas"))).to_contain_text(
        "Équipe B"
    )
    office.get_by_role("button", name="Inscrire les qualifiés à « Finale »").click()
    expect(office.get_by_text("8 joueurs sont inscrits.")).to_be_visible()
    reserve.goto(OWN)
    expect(reserve.locator("main")).to_contain_text("Votre équipe « Équipe E » y est inscrite")
    draw_by_rank(office)
    reserve.goto("/tournois/2/tables/")
    expect(reserve.locator("main")).to_contain_text("JOUEUR09 Ana")
    expect(reserve.locator("main")).not_to_contain_text("JOUEUR03 Ana")

    walk = Walk()
    for page, path in ((office, OFFICE), (visitor, PUBLIC), (captain, OWN), (reserve, "/moi/")):
        page.add_init_script(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
        look(page, path, path, walk)
    assert walk.findings == Findings(pages=walk.findings.pages)
    assert [page.mishaps for page in (office, visitor, captain, reserve)] == [[]] * 4


def take_four_pairs(page: Page) -> None:
    """Say that the first four pairs of the qualification go to the final."""
    page.goto(OFFICE)
    page.get_by_label("Classement").select_option(label=page.locator("option", has_text="Qualification").inner_text())
    page.get_by_label("Combien d’équipes").fill("4")
    page.get_by_role("button", name="Prendre ces joueurs").click()
    expect(page.get_by_text("Ce classement mène à la finale.")).to_be_visible()


def phone(browser: Browser, server: Serving, code: str) -> Page:
    """Open a player's own link on a phone, and what he is to the final."""
    page = page_of(browser, server.address, PHONE)
    page.goto(f"/j/{code}")
    page.goto(OWN)
    return page


def draw_by_rank(page: Page) -> None:
    page.goto("/organisation/tournois/2/inscriptions/")
    page.get_by_role("button", name="Tous présents").click()
    page.goto(OFFICE)
    page.get_by_role("link", name="Tirer par rang").click()
    page.get_by_role("button", name="Tirer les tables").click()
    page.get_by_role("button", name="Publier").first.click()  # shown when the worker has finished
    expect(page.locator(".notice.ok").first).to_contain_text("publié")
