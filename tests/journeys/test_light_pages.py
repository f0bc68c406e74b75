"""The pages that everybody follows are sent without what the others need, and miss nothing of it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tarot_club.assets import minified
from tests.journeys.browser import DESK, PHONE
from tests.journeys.worlds import ServedWorld

pytestmark = [pytest.mark.checks, pytest.mark.product, pytest.mark.slow, pytest.mark.xdist_group("phones")]
SHEETS = sorted((Path(__file__).parents[2] / "tarot_club/static/tarot_club").glob("*.css"))
OFFICE, LISTS = ((SHEETS[0].parent / name).read_text("utf-8") for name in ("office.css", "lists.css"))
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
FOLLOWED = [*LIGHT, "/joueurs/{player_key}/", "/joueurs/{player_key}/contre/{other_key}/"]
# Of the line that says since when a part is up to date, the texts that it lies over.
COVERED = """() => {
    const line = [...document.querySelectorAll(".live")].find(each => each.checkVisibility({visibilityProperty: true}));
    if (!line || !line.textContent.trim()) return ["no such line"];
    const box = line.getBoundingClientRect();
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { currentNode: text } = texts;
        if (!text.data.trim() || line.contains(text) || !text.parentElement.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const each of range.getClientRects()) {
            const left = Math.max(each.left, box.left), right = Math.min(each.right, box.right);
            const top = Math.max(each.top, box.top), bottom = Math.min(each.bottom, box.bottom);
            const there = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
            const isShown = right - left > 1 && bottom - top > 1 && there.includes(text.parentElement);
            if (isShown) found.push(text.data.trim());
        }
    }
    return found;
}"""
TOPS = "[...document.querySelectorAll('h1, #standings')].map(each => each.getBoundingClientRect().y)"
# What a browser reads in a style sheet; where it keeps what was written, a space may be gone.
READ = """text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules].map(rule => rule.cssText.replace(/([,:]) /g, "$1"));
}"""
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


def test_the_standings_miss_no_rule_of_the_lists_that_they_leave_out(world: ServedWorld, browser: Browser) -> None:
    page = world.window(browser, locale="fr-FR").new_page()
    for path in (each for each in LIGHT if each.endswith(("/classement/", "?apres=1"))):
        page.goto(path.format(**world.values))
        assert page.locator('link[href*="lists."]').count() == 0, path
        assert page.evaluate(MATCHED, LISTS) == [], path
    page.goto("/tournois/{tournament_id}/".format(**world.values))
    assert page.locator('link[href*="lists."]').count() == 1
    page.context.close()


def test_nothing_is_cut_where_letters_are_twice_as_large(world: ServedWorld, browser: Browser) -> None:
    """A phone of 390 pixels on which the page is shown at 200 % has half of them."""
    page = world.window(browser, locale="fr-FR", viewport={"width": 195, "height": 422}).new_page()
    for path in ("/tournois/{tournament_id}/classement/", "/tournois/{tournament_id}/tables/"):
        page.goto(path.format(**world.values))
        for told in page.locator(".page-head :is(.crumbs, .lede)").all():
            assert told.evaluate("told => told.scrollWidth <= told.clientWidth"), path
        box = page.get_by_role("searchbox")
        assert box.bounding_box()["width"] > 150, path
    page.context.close()


def test_an_arbiter_whose_letters_are_twice_as_large_has_nothing_beside_the_page(
    world: ServedWorld, browser: Browser
) -> None:
    page = world.window(browser, "organiser", locale="fr-FR", viewport={"width": 195, "height": 422}).new_page()
    sheet = "/arbitrage/{tournament_id}/1/tables/1/"
    for path in ("/arbitrage/{tournament_id}/1/", sheet, f"{sheet}donnes/1/", f"{sheet}donnes/2/"):
        page.goto(path.format(**world.values))
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
    page.context.close()


@pytest.mark.parametrize(
    ("who", "followed"), [(None, FOLLOWED), ("arbiter of the club", ["/arbitrage/{tournament_id}/"])]
)
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_since_when_a_page_is_up_to_date_covers_no_text_of_it(
    world: ServedWorld, browser: Browser, size: dict[str, int], who: str | None, followed: list[str]
) -> None:
    page = world.window(browser, who, locale="fr-FR", viewport=size).new_page()
    covered = {}
    for path in followed:
        page.goto(path.format(**world.values))
        page.wait_for_function("document.querySelector('.live .since')?.textContent")
        for end in (0, "document.body.scrollHeight"):
            page.evaluate(f"scrollTo(0, {end})")
            if found := page.evaluate(COVERED):
                covered[path, end] = found
    assert covered == {}
    page.context.close()


def test_a_page_is_printed_in_black_without_what_only_a_screen_says(world: ServedWorld, browser: Browser) -> None:
    page = world.window(browser, locale="fr-FR", color_scheme="dark").new_page()
    page.goto("/tournois/{tournament_id}/classement/".format(**world.values))
    expect(page.locator(".live .since")).not_to_be_empty()
    ink = "getComputedStyle(document.querySelector('#standings td')).color"
    assert page.evaluate(ink) != "rgb(36, 30, 23)"
    page.emulate_media(media="print")
    assert page.evaluate(ink) == "rgb(36, 30, 23)"
    expect(page.locator(".live")).to_be_hidden()
    page.context.close()


def test_nothing_moves_when_it_is_first_written(world: ServedWorld, browser: Browser) -> None:
    """Its place is kept before the script has run."""
    page = world.window(browser, locale="fr-FR", viewport=PHONE).new_page()
    page.goto("/tournois/{tournament_id}/classement/".format(**world.values))
    page.evaluate("document.fonts.ready")  # a first view may be in the letters of the machine
    page.route("**/live*.js", lambda route: route.abort())
    tops = []
    for _with_script in range(2):
        page.goto("/tournois/{tournament_id}/classement/".format(**world.values))
        tops.append(page.evaluate(TOPS))
        page.unroute_all()
    expect(page.locator(".live .since")).not_to_be_empty()
    assert tops[0] == pytest.approx(tops[1], abs=1)  # a line of letters is not the same to the pixel as an empty one
    page.context.close()


def test_a_minified_style_sheet_says_what_its_source_says(browser: Browser) -> None:
    page = browser.new_page()
    assert len(SHEETS) >= 3
    for sheet in SHEETS:
        source = sheet.read_bytes()
        small = page.evaluate(READ, minified(sheet, source).decode())
        assert small == page.evaluate(READ, source.decode()), sheet.name
    page.close()
