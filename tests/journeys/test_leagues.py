"""An organiser composes the rule of a league and sees what it does; somebody reads why he has his place."""

import pytest
from playwright.sync_api import Browser, expect

from tests.factories import ClubFactory, PlayerFactory, SeasonFactory, logged_in, organiser
from tests.journeys.browser import DESK, PHONE, page_of
from tests.tournaments.rounds import evening
from tournaments.models import Season
from tournaments.standings import Brings

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.checks,
    pytest.mark.product,
    pytest.mark.slow,
    pytest.mark.xdist_group("own_page"),
]


@pytest.fixture
def season(browser: Browser, transactional_db: None) -> Season:
    season = SeasonFactory(club=ClubFactory(name="Les Bouts"), name="2026-2027")
    people = [PlayerFactory(club=season.club, last_name=name, first_name="Anne") for name in ("ALIX", "BOB", "CLEO")]
    one, two, three = people
    evening(season, 1, {one: 500, two: 20, three: -520})
    evening(season, 8, {one: -100, two: 60, three: 40})
    return season


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_rule_is_composed_while_it_is_seen_and_every_place_is_explained(
    site: str, browser: Browser, season: Season, size: dict[str, int]
) -> None:
    desk = page_of(browser, site, size)
    session = logged_in(organiser(season.club)).cookies["sessionid"].value
    desk.context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
    desk.goto(f"/organisation/clubs/{season.club.pk}/saisons/")
    desk.get_by_role("link", name="Ajouter un championnat").click()
    desk.get_by_label("Nom", exact=True).fill("Aux points")
    first = desk.locator("#preview tbody tr").first
    expect(first).to_contain_text("ALIX Anne")
    desk.locator("input[name=brings][value=table]").check()
    desk.get_by_label("Points de chaque place").fill("10 6 4")
    desk.get_by_label("Points de présence").fill("2")
    expect(first).to_contain_text("BOB Anne")
    expect(first).to_contain_text("+20")
    desk.get_by_label("Points de chaque place").fill("10 6 huit")
    expect(desk.locator("#preview")).to_contain_text("n’est pas un nombre de points")
    desk.get_by_label("Points de chaque place").fill("10 6 4")
    expect(first).to_contain_text("BOB Anne")
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
    desk.get_by_role("button", name="Créer le championnat").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Aux points, saison 2026-2027")
    assert season.leagues.get(number=2).ranking_rule.brings is Brings.TABLE

    visitor = page_of(browser, site, size)
    visitor.goto(f"/saisons/{season.pk}/")
    visitor.get_by_role("link", name="Aux points").click()
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Aux points, 2026-2027")
    visitor.locator("#league tbody td a").first.click()
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Pourquoi 1er\u00a0?")
    expect(visitor.locator("main")).to_contain_text("1er avec un total de +20")
    expect(visitor.locator("main")).to_contain_text("pour sa présence")
    assert visitor.evaluate("document.documentElement.scrollWidth <= innerWidth")
