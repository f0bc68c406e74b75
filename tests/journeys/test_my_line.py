"""The standings on a phone: eight rows on the first screen, one's own line pinned and remembered without an account."""

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.worlds import ServedWorld

pytestmark = [pytest.mark.checks, pytest.mark.product, pytest.mark.slow, pytest.mark.xdist_group("phones")]
SMALL = {"width": 390, "height": 700}


def test_a_phone_remembers_my_line_and_keeps_it_in_sight(world: ServedWorld, browser: Browser) -> None:
    window = world.window(browser, viewport=SMALL, locale="fr-FR")
    page = window.new_page()
    page.goto("/tournois/{drawn_id}/classement/".format(**world.values))
    rows = page.locator("#standings tbody tr")
    inside = [row for row in rows.all() if row.bounding_box()["y"] + row.bounding_box()["height"] <= SMALL["height"]]
    assert len(inside) >= 8
    jump, choose = page.get_by_role("button", name="Ma ligne"), page.get_by_role("button", name="C’est moi")
    expect(jump).to_be_hidden()
    last = rows.last
    last.locator("th a").click()
    page.get_by_role("button", name="C’est moi : garder ma ligne en vue").click()
    expect(page.get_by_role("button", name="Ce n’est plus moi")).to_have_attribute("aria-pressed", "true")
    page.goto("/tournois/{drawn_id}/classement/".format(**world.values))
    expect(page.locator("#standings .is-me")).to_have_count(1)
    page.set_viewport_size({"width": 390, "height": 500})  # too low for all nine
    for top in (0, 10_000):
        page.locator("#sideways").evaluate("(list, top) => { list.scrollTop = top }", top)
        expect(page.locator("#standings .is-me th")).to_be_in_viewport(ratio=0.95)
    page.locator("#sideways").evaluate("list => { list.scrollTop = 0 }")
    jump.click()
    page.wait_for_function("document.querySelector('#sideways').scrollTop > 0 || scrollY > 0")
    page.locator("#find").fill("zzz")
    expect(choose).to_be_hidden()
    window.close()


def test_the_one_line_that_a_search_left_becomes_mine(world: ServedWorld, browser: Browser) -> None:
    window = world.window(browser, viewport=SMALL, locale="fr-FR")
    page = window.new_page()
    page.goto("/tournois/{drawn_id}/classement/".format(**world.values))
    name = page.locator("#standings tbody tr").nth(3).locator("th")
    link = name.locator("a").get_attribute("href")
    page.locator("#find").fill(name.inner_text().split("n°")[0])
    page.get_by_role("button", name="C’est moi").click()
    page.locator("#find").fill("")
    expect(page.get_by_role("button", name="Ma ligne")).to_be_visible()
    page.reload()
    expect(page.locator(f'tr.is-me a[href="{link}"]')).to_be_visible()
    window.close()
