"""An organiser's pages at a desk and on a phone: tabs on one line, and lists that begin in the first third."""

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.journeys.worlds import ServedWorld

pytestmark = [pytest.mark.checks, pytest.mark.product, pytest.mark.slow, pytest.mark.xdist_group("phones")]
# Where the first line of each list begins at most, in pixels, at a desk and on a phone.
LISTS = {
    "/organisation/clubs/{club_id}/joueurs/": (350, 420),
    "/organisation/clubs/{club_id}/": (350, 470),
    "/organisation/clubs/{club_id}/journal/": (350, 420),
    "/organisation/tournois/{drawn_id}/inscriptions/": (361, 447),
    "/organisation/tournois/{drawn_id}/journal/": (350, 420),
}
PLACED = """() => {
    const [row] = document.querySelectorAll("#list tbody tr"), [first] = document.querySelectorAll(".places ul");
    return [row.getBoundingClientRect().top, first.scrollWidth - first.clientWidth];
}"""


def test_a_list_begins_in_the_first_third_under_tabs_on_one_line(world: ServedWorld, browser: Browser) -> None:
    for at, size in enumerate(({"width": 1280, "height": 800}, {"width": 390, "height": 800})):
        page = world.window(browser, "organiser", locale="fr-FR", viewport=size, has_touch=at == 1).new_page()
        for path, limits in LISTS.items():
            page.goto(path.format(**world.values))
            top, hidden = page.evaluate(PLACED)
            assert top <= limits[at], (path, size)
            assert hidden == 0, (path, size)
        if at == 1:
            page.set_viewport_size({"width": 360, "height": 740})
            assert page.evaluate(PLACED)[1] == 0
            assert page.get_by_role("link", name="Papiers").bounding_box()["x"] < 360  # type: ignore[index]
        page.context.close()


LOW = """() => [...document.querySelectorAll(".list tbody tr, .places a")]
    .map(each => each.getBoundingClientRect().height).filter(height => height && height < 44)"""
COLOURED = """() => {
    const style = getComputedStyle(document.querySelector(".places .pages [aria-current]"));
    return [style.backgroundClip, parseFloat(style.borderTopWidth) >= 6];
}"""


def test_a_line_and_a_tab_are_as_high_as_a_finger_where_there_is_no_mouse(world: ServedWorld, browser: Browser) -> None:
    """Of a tab of the second line less is coloured than is pressed."""
    for path in (*LISTS, "/tournois/{tournament_id}/classement/"):
        page = world.window(browser, "organiser", viewport={"width": 1280, "height": 800}, has_touch=True).new_page()
        page.goto(path.format(**world.values))
        assert page.locator(".list tbody tr").count()
        assert page.evaluate(LOW) == [], path
        if path in LISTS:
            assert page.evaluate(COLOURED) == ["padding-box", True]
        page.context.close()


def test_a_list_is_dimmed_while_its_answer_is_late_and_no_longer(world: ServedWorld, browser: Browser) -> None:
    page = world.window(browser, "organiser").new_page()
    page.goto("/organisation/tournois/{drawn_id}/journal/".format(**world.values))
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/journal/?*", hold)
    listed = page.locator("#list")
    for ends in (Route.continue_, Route.abort):
        page.get_by_role("searchbox").fill("tirage" if ends is Route.continue_ else "prix")
        expect(listed).to_have_attribute("aria-busy", "true")
        expect(listed).to_have_css("opacity", "0.55")
        ends(waiting.pop())
        expect(listed).to_have_css("opacity", "1")
        expect(listed).not_to_have_attribute("aria-busy", "true")
