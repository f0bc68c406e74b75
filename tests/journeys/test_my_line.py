"""The standings on a phone: eight rows on the first screen, one's own line pinned and remembered without an account."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.worlds import ServedWorld
from tests.tournaments.templatetags.test_ranking_rows import TOURNAMENT, a_line, written
from tournaments.kit.text import Percent
from tournaments.models import Tournament
from tournaments.queries.standings.lines import Mark, Standings

THEME = (Path(__file__).parents[2] / "tarot_club/static/tarot_club/theme.css").read_text("utf-8")
LINES = 400
DUPLICATE = Tournament(name="Grand concours", rounds_planned=3, compared_by="matchpoints")
WIDEST = {"usual": Mark(-999), "long": Mark(-2888), "percent": Mark(Percent(100)), "given": Mark(-1200, given=-250)}
pytestmark = [pytest.mark.checks, pytest.mark.product, pytest.mark.slow, pytest.mark.xdist_group("phones")]
SMALL = {"width": 390, "height": 700}


def scroll(page: Page, end: str) -> None:
    """Scroll the page to where its list begins, or ends."""
    page.evaluate("end => document.querySelector('#standings').scrollIntoView({ block: end })", end)


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
    for end in ("start", "end"):
        scroll(page, end)
        expect(page.locator("#standings .is-me th")).to_be_in_viewport(ratio=0.95)
    page.evaluate("scrollTo(0, 0)")
    jump.click()
    page.wait_for_function("scrollY > 0")
    page.locator("#find").fill("zzz")
    expect(choose).to_be_hidden()
    window.close()


def test_a_phone_that_was_told_once_knows_its_player_on_every_page(world: ServedWorld, browser: Browser) -> None:
    window = world.window(browser, viewport=SMALL, locale="fr-FR")
    page = window.new_page()
    page.goto("/tournois/{drawn_id}/classement/5/".format(**world.values))
    menu = page.get_by_role("navigation", name="Menu principal").get_by_role("link", name="Ma soirée")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="C’est moi : garder ma ligne en vue").click()
    for path in ("/tournois/{drawn_id}/classement/", "/tournois/{drawn_id}/tables/", "/", "/marque/"):
        page.goto(path.format(**world.values))
        expect(menu).to_have_attribute("href", "/tournois/{drawn_id}/classement/5/".format(**world.values))
        expect(menu).to_be_visible()
        if "tournois" in path:
            expect(page.locator("tbody .is-me")).to_have_count(1)
            expect(page.locator("tbody .is-me th")).to_contain_text("5")
    window.close()


def test_the_lines_of_friends_stay_in_sight_beside_mine(world: ServedWorld, browser: Browser) -> None:
    window = world.window(browser, viewport={"width": 390, "height": 640}, locale="fr-FR")
    page = window.new_page()
    standings = "/tournois/{drawn_id}/classement/".format(**world.values)
    page.goto(standings)
    rows = page.locator("#standings tbody tr th a").all()
    numbers = [rows[place].get_attribute("href") for place in (0, 4, 8)]
    for number in numbers[:2]:
        page.goto(standings + number)
        page.get_by_role("button", name="Suivre sa ligne").click()
        expect(page.get_by_role("button", name="Ne plus suivre")).to_have_attribute("aria-pressed", "true")
    page.goto(standings + numbers[2])
    page.get_by_role("button", name="C’est moi : garder ma ligne en vue").click()
    page.goto(standings)
    pinned = [page.locator(f'#standings tr:has(a[href="{number}"])') for number in numbers]
    for end in ("start", "end"):
        scroll(page, end)
        boxes = [row.locator("td:nth-child(3)").bounding_box() for row in pinned]
        for row in pinned:
            expect(row.locator("td:nth-child(3)")).to_be_in_viewport(ratio=0.95)
        assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"] + 1  # one below the other, none covered
        assert boxes[1]["y"] + boxes[1]["height"] <= boxes[2]["y"] + 1
    page.goto(standings + numbers[0])
    page.get_by_role("button", name="Ne plus suivre").click()
    page.goto(standings)
    expect(page.locator("#standings .is-friend")).to_have_count(1)
    window.close()


def test_what_a_search_found_is_said_to_who_does_not_see_it(world: ServedWorld, browser: Browser) -> None:
    page = world.window(browser, viewport=SMALL, locale="fr-FR").new_page()
    page.goto("/tournois/{drawn_id}/classement/".format(**world.values))
    said = page.locator("output[for=find]")
    for typed, words in (
        ("zzz", "Personne de ce nom"),
        ("n° 3", "Lignes trouvées\N{NO-BREAK SPACE}: 1."),
        ("n°", "Lignes trouvées\N{NO-BREAK SPACE}: 9."),
    ):
        page.locator("#find").fill(typed)
        expect(said).to_contain_text(words)
    links = page.locator("#standings tbody a")
    expect(links.first).to_have_accessible_description("Pourquoi cette place\N{NO-BREAK SPACE}?")
    page.context.close()


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


def long_standings(browser: Browser, widest: Mark = Mark(399)) -> Page:  # noqa: B008 - a plain value
    """Open the standings of some hundreds on a phone, with the theme alone; the last but nine is one's own line."""
    marks = (Mark(None), Mark(-125), Mark(7), widest)
    lines = tuple(a_line(number, marks=marks, total=number - 9000) for number in range(1, LINES + 1))
    tournament = DUPLICATE if isinstance(widest.points, Percent) else TOURNAMENT
    rows, width = written(*lines), Standings(tournament, (1, 2, 3, 4), lines).mark_width
    heads = "".join(f"<th scope=col>{head}" for head in ("Pl.", "Joueur", "Total", "P1", "P2", "P3", "P4"))
    page = browser.new_context(viewport=SMALL).new_page()
    page.set_content(
        f"<!DOCTYPE html><style>{THEME}</style><main class=page><div class='folds list-first'>"
        "<label class=unfold><input type=checkbox> Toutes les positions</label>"
        "<div class='scroll roomy sideways' id=sideways tabindex=0>"
        f"<table class='list ranking {width}' id=standings><caption>Classement</caption>"
        f"<thead><tr>{heads}</thead><tbody>{rows}</table></div></div></main>"
    )
    page.locator(f'tbody a[href="{LINES - 9}/"]').evaluate("link => link.closest('tr').classList.add('is-me')")
    return page


def test_of_a_long_list_a_phone_lays_out_what_is_in_sight(browser: Browser) -> None:
    page = long_standings(browser)
    is_laid_out = "row => row.checkVisibility({ contentVisibilityAuto: true })"
    rows = page.locator("#standings tbody tr")
    expect(rows).to_have_count(LINES)
    page.wait_for_timeout(200)  # the groups that are out of sight are known after a frame
    assert [rows.nth(number).evaluate(is_laid_out) for number in (0, LINES // 2)] == [True, False]
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
    expect(page.get_by_role("columnheader", name="Joueur")).to_be_in_viewport(ratio=1)
    expect(page.locator("#standings .is-me th")).to_be_in_viewport(ratio=0.95)
    page.context.close()


@pytest.mark.parametrize("widest", WIDEST.values(), ids=WIDEST)
def test_the_figures_of_each_group_stand_under_their_header(browser: Browser, widest: Mark) -> None:
    page = long_standings(browser, widest)
    page.get_by_label("Toutes les positions").check()
    columns = "row => [...row.cells].map(cell => cell.getBoundingClientRect()).map(({ x, width }) => [x, width])"
    header = page.locator("#standings thead tr").evaluate(columns)
    assert len(header) == 7
    for number in (0, 30, LINES - 1):
        row = page.locator("#standings tbody tr").nth(number)
        row.scroll_into_view_if_needed()
        assert row.evaluate(columns) == header
        assert row.evaluate("row => [...row.cells].every(cell => cell.scrollWidth <= cell.clientWidth)")
    page.context.close()


@pytest.mark.parametrize("left", [70, 10_000], ids=["in the middle of a column", "at the end"])
def test_no_column_stops_half_under_a_name(browser: Browser, left: int) -> None:
    """Its sign would be hidden."""
    page = long_standings(browser)
    page.get_by_label("Toutes les positions").check()
    page.locator("#sideways").evaluate("(list, left) => { list.scrollTop = 200; list.scrollLeft = left }", left)
    page.wait_for_function("document.querySelector('#sideways').scrollLeft > 0")
    expect(page.get_by_role("columnheader", name="Joueur")).to_be_in_viewport(ratio=1)
    row = page.locator("#standings tbody tr").nth(8)
    name = row.locator("th")
    expect(name).to_be_in_viewport(ratio=1)
    edge = name.bounding_box()["x"] + name.bounding_box()["width"]
    columns = [cell.bounding_box() for cell in row.locator("td:nth-child(n+3)").all()]
    assert [box["x"] for box in columns if box["x"] < edge - 1 < box["x"] + box["width"] - 2] == []
    page.context.close()


def test_a_screen_reader_is_told_a_table_of_all_lines(browser: Browser) -> None:
    page = long_standings(browser)
    page.get_by_label("Toutes les positions").check()
    table = page.get_by_role("table", name="Classement")
    expect(table.get_by_role("row")).to_have_count(LINES + 1)
    expect(table.get_by_role("rowheader")).to_have_count(LINES)
    expect(table.get_by_role("cell")).to_have_count(LINES * 6)
    expect(table.get_by_role("columnheader")).to_have_count(7)
    page.context.close()


@pytest.mark.parametrize("width", [320, 360, 390, 430, 600, 768, 1000])
@pytest.mark.parametrize("widest", WIDEST.values(), ids=WIDEST)
def test_a_phone_shows_the_newest_position_in_a_page_that_scrolls_one_way(
    browser: Browser, widest: Mark, width: int
) -> None:
    """Nothing scrolls sideways at any width, and the header stays; all positions are one tap away, in a window."""
    page = long_standings(browser, widest)
    page.set_viewport_size({"width": width, "height": 700})
    heads = page.locator("#standings thead th:visible")
    narrow = 360 if isinstance(widest.points, Percent) else 320
    newest = 3 if width >= 768 else 0 if width <= narrow or widest.given else 1
    assert heads.all_inner_texts() == ["Pl.", "Joueur", "Total", "P1", "P2", "P3"][: 3 + newest]
    list_ = page.locator("#sideways")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert list_.evaluate("list => list.scrollWidth <= list.clientWidth")
    row = page.locator("#standings tbody tr").first
    assert row.evaluate("row => [...row.cells].every(cell => cell.scrollWidth <= cell.clientWidth)")
    page.evaluate("scrollTo(0, 2000)")
    expect(page.get_by_role("columnheader", name="Joueur")).to_be_in_viewport(ratio=1)
    page.get_by_label("Toutes les positions").check()
    expect(heads).to_have_count(7)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()
