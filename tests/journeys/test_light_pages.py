"""The pages that everybody follows are sent without what the others need, and miss nothing of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.journeys.browser import chromium
from tests.journeys.worlds import ServedWorld, served_world

pytestmark = [pytest.mark.checks, pytest.mark.product, pytest.mark.slow, pytest.mark.xdist_group("phones")]
OFFICE = (Path(__file__).parents[2] / "tarot_club/static/tarot_club/office.css").read_text("utf-8")
LIGHT = [
    "/",
    "/clubs/{slug}/",
    "/saisons/{season_id}/",
    "/tournois/{tournament_id}/",
    "/tournois/{tournament_id}/classement/",
    "/tournois/{drawn_id}/classement/?apres=1",
    "/tournois/{tournament_id}/classement/1/",
    "/tournois/{tournament_id}/tables/",
    "/tournois/{drawn_id}/tables/",
    "/tournois/{drawn_id}/tirage/",
]
# Of a style sheet, the selectors that match something in the page; what a pointer or a print does is no matter.
MATCHED = """text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    const found = [];
    const read = rules => {
        for (const rule of rules) {
            if (rule.cssRules && rule.cssRules.length) read(rule.cssRules);
            if (!rule.selectorText) continue;
            const plain = rule.selectorText.replace(/::[\\w-]+/g, "").replace(/:(hover|active)/g, "");
            // What is left of « ::file-selector-button » alone is nothing: no page that is light has a file to choose.
            if (document.querySelector(plain || "input[type=file]")) found.push(rule.selectorText);
        }
    };
    read(sheet.cssRules);
    return found;
}"""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[ServedWorld]:
    with served_world(tmp_path_factory, migrated) as world:
        yield world


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def test_no_rule_of_the_office_is_missing_on_a_page_that_leaves_it_out(world: ServedWorld, browser: Browser) -> None:
    page = world.window(browser, locale="fr-FR").new_page()
    missing = {}
    for path in LIGHT:
        answer = page.goto(path.format(**world.values))
        assert answer.status == 200, path
        assert page.locator('link[href*="office."], script[src*="htmx"]').count() == 0, path
        if found := page.evaluate(MATCHED, OFFICE):
            missing[path] = found
    assert missing == {}
    page.context.close()
