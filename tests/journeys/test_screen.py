"""The big screen of a hall in a real browser: what is in sight, pages that turn by themselves, hours without a leak."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Browser, CDPSession, Page, Route, expect

from tests.factories import NOW
from tests.journeys.worlds import ServedWorld

pytestmark = [pytest.mark.checks, pytest.mark.product, pytest.mark.slow, pytest.mark.xdist_group("screen")]

PROJECTOR = {"width": 1920, "height": 1080}
ROWS = 28
PLAYERS = 64
TURNS_EVERY = 12_000  # ms, of the page
UPDATES = 60
LEFT = 4_000  # bytes of scripts that each update may leave: one that keeps its page leaves more
TEN_METRES = 36  # pixels of a letter's height and above, on a projector of 1080 lines: 1/30 of the picture


def many(text: str, turn: int = 0) -> str:
    """Return the live part with as many lines as a big evening has, other figures at each turn."""
    row = '<li><b class="place">{n}</b><span class="who">NOM{n} Prénom</span><b class="marks">+{points}</b></li>'
    rows = "".join(row.format(n=n, points=1000 - n + turn) for n in range(1, PLAYERS + 1))
    return re.sub(r"<ol>.*?</ol>", f"<ol>{rows}</ol>", text, flags=re.DOTALL)


def screen(world: ServedWorld, browser: Browser, *, every: str = "") -> Page:
    """
    Open the screen with a big evening on it: every answer of the server is filled up on its way.

    Its time stands until the test moves it, unless it asks `every` so many seconds.
    (An installed clock runs on: on a busy machine the first page has turned before it is looked at.)
    """
    page = world.window(browser, viewport=PROJECTOR, locale="fr-FR").new_page()
    page.answers = 0

    def fill(route: Route) -> None:
        page.answers += 1
        headers = {name: value for name, value in route.request.headers.items() if name != "if-none-match"}
        response = route.fetch(headers=headers)
        text = many(response.text(), page.answers)
        route.fulfill(response=response, body=text.replace('data-every="5"', f'data-every="{every or 5}"'))

    page.route("**/ecran/**", fill)
    if not every:
        page.clock.install(time=NOW)
        page.clock.pause_at(NOW + timedelta(seconds=1))
    page.goto("/tournois/{drawn_id}/ecran/".format(**world.values))
    return page


def in_sight(page: Page) -> list[str]:
    return page.evaluate("""() => [...document.querySelectorAll(".panel li")].filter((row) => {
        const box = row.getBoundingClientRect();
        return box.width && box.left >= 0 && box.right <= innerWidth + 1 && box.top >= 0 && box.bottom <= innerHeight;
    }).map((row) => row.querySelector(".who").textContent)""")


def test_28_rows_in_two_columns_can_be_read_from_ten_metres(world: ServedWorld, browser: Browser) -> None:
    page = screen(world, browser)
    assert in_sight(page) == [f"NOM{n} Prénom" for n in range(1, ROWS + 1)]
    size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.board .who')).fontSize)")
    assert size >= TEN_METRES
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.unroute_all(behavior="ignoreErrors")  # what is asked while the window closes
    page.context.close()


def test_pages_turn_by_themselves_from_the_standings_to_the_tables_and_back(
    world: ServedWorld, browser: Browser
) -> None:
    page = screen(world, browser)
    page.emulate_media(reduced_motion="reduce")
    panel = page.locator("#screen")
    told = page.locator(".panel .page-of:visible")
    for now, at in [("standings", "1 / 3"), ("standings", "2 / 3"), ("standings", "3 / 3"), ("tables", "1 / 3")]:
        expect(panel).to_have_attribute("data-now", now)
        expect(told).to_have_text(at)
        page.clock.run_for(TURNS_EVERY)
    for _turn in range(2):
        page.clock.run_for(TURNS_EVERY)
    expect(panel).to_have_attribute("data-now", "standings")
    expect(told).to_have_text("1 / 3")
    page.unroute_all(behavior="ignoreErrors")  # what is asked while the window closes
    page.context.close()


def standing(page: Page, session: CDPSession) -> tuple[int, int, int]:
    """Return the nodes of the page, those in memory, and the bytes of scripts."""
    for _time in range(3):  # what is only waiting to go needs more than one
        session.send("HeapProfiler.collectGarbage")
        page.wait_for_timeout(200)
    figures = {one["name"]: int(one["value"]) for one in session.send("Performance.getMetrics")["metrics"]}
    shown = page.evaluate("document.evaluate('count(//node())', document, null, 1).numberValue")
    return int(shown), figures["Nodes"], figures["JSHeapUsedSize"]


def test_updates_leave_nothing_behind(world: ServedWorld, browser: Browser) -> None:
    page = screen(world, browser, every="0.05")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def after(updates: int) -> tuple[int, int, int]:
        for _look in range(600):
            if page.answers >= updates:
                return standing(page, session)
            page.wait_for_timeout(200)
        pytest.fail(f"only {page.answers} updates in two minutes")

    first, middle, last = after(20), after(20 + UPDATES), after(20 + 2 * UPDATES)
    assert abs(last[0] - first[0]) < UPDATES / 2  # a blank text an update would be four times as many
    assert last[1] - first[1] < 5 * first[0]  # some updates not collected yet, of those that there were
    # What a browser compiles meanwhile grows once; what is left behind grows with each update.
    assert min(middle[2] - first[2], last[2] - middle[2]) < UPDATES * LEFT
    page.unroute_all(behavior="ignoreErrors")  # what is asked while the window closes
    page.context.close()


def test_a_long_name_stays_on_one_line_beside_the_clock_and_the_address(world: ServedWorld, browser: Browser) -> None:
    page = screen(world, browser)
    page.evaluate("""() => {
        const head = document.querySelector(".screen-head");
        head.querySelector("h1").textContent = "Concours régional de la Vallée ".repeat(5);
        head.querySelectorAll(".time-up, .clock, .screen-way").forEach((part) => part.remove());
        head.insertAdjacentHTML("beforeend", `<p class="time-up">À la fin du temps : finir la donne commencée.</p>
            <p class="clock">1:02:35</p><p class="screen-way"><span>tarot-club.exemple.fr</span></p>`);
    }""")
    lines, right = page.evaluate("""() => {
        const title = document.querySelector(".screen-head h1");
        const rights = [...document.querySelectorAll(".screen-head > *")].map((e) => e.getBoundingClientRect().right);
        return [title.offsetHeight / parseFloat(getComputedStyle(title).lineHeight), Math.max(...rights)];
    }""")
    assert lines < 1.5
    assert right <= PROJECTOR["width"]
    page.unroute_all(behavior="ignoreErrors")  # what is asked while the window closes
    page.context.close()
