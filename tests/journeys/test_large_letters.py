"""What is read in letters of any size: a name beside its total, no column out of the window, nothing that jumps."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.journeys.browser import PHONE, with_letters
from tests.journeys.test_my_line import a_line, written
from tests.journeys.worlds import ServedWorld
from tournaments.queries.standings.lines import Mark

THEME = (Path(__file__).parents[2] / "tarot_club/static/tarot_club/theme.css").read_text("utf-8")
pytestmark = [pytest.mark.checks, pytest.mark.product, pytest.mark.slow, pytest.mark.xdist_group("phones")]
RANKINGS = ["/tournois/{drawn_id}/classement/", "/tournois/{drawn_id}/classement/?position=1", "/saisons/{season_id}/"]
WIDE = [  # with choices, buttons and tables beside each other
    *("/", "/reglement/", "/organisation/clubs/{club_id}/baremes/nouveau/"),
    *(f"/organisation/clubs/{{club_id}}/{part}" for part in ("", "joueurs/", "joueurs/accords/")),
    *(
        f"/organisation/tournois/{{drawn_id}}/{part}"
        for part in ("", "journal/", "prix/", "caisse/", "documents/", "inscriptions/", "porte/", "reglages/")
    ),
    *(f"/organisation/clubs/{{club_id}}/{part}" for part in ("joueurs/invites/", "penalites/")),
]
OWN = ["/moi/", "/moi/demandes/", "/moi/fiches/", "/moi/invitations/"]
READ_OUT = "Nom;Prénom;Licence;Catégorie\nDE LA FERRONNAYS;Marie-Christine;7654321;vétéran\nDURAND;Anne / Michel;;\n"
# Of the first line, how many pixels wide the name and the total are, and how many of them are in sight.
IN_SIGHT = """() => {
    const row = document.querySelector(".ranking tbody tr");
    row.scrollIntoView({ block: "center" });
    return ["th", "td:nth-child(3)"].map(which => {
        const cell = row.querySelector(which);
        const letters = document.createRange();
        letters.selectNodeContents(cell);
        const { left, top, width, height } = letters.getClientRects()[0];
        const seen = x => cell.contains(document.elementFromPoint(x, top + height / 2));
        const pixels = [...Array(Math.floor(width)).keys()];
        return [pixels.length, pixels.filter(x => seen(left + x + 0.5)).length];
    });
}"""
OUT_OF_SIGHT = """() => [...document.querySelectorAll("main tbody :is(td, th)")]
    .filter(cell => cell.checkVisibility() && cell.getBoundingClientRect().right > innerWidth)
    .map(cell => cell.innerText)"""
TICKS = """() => [...document.querySelectorAll("[name=line]")].map(box => {
    const { width, height } = box.closest("label").getBoundingClientRect();
    return Math.min(width, height) >= 44;
})"""
JUMPS = """() => new Promise(resolve => {
    let sum = 0;
    new PerformanceObserver(list => list.getEntries().forEach(each => { sum += each.value; }))
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 700);
})"""


@pytest.fixture(scope="module", params=[16, 20, 24, 32], ids=["100 %", "125 %", "150 %", "200 %"])
def large(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Browser]:
    with with_letters(browser, request.param) as large:
        yield large


@pytest.mark.parametrize("width", [320, 390])
def test_a_name_and_its_total_are_read_at_once(world: ServedWorld, large: Browser, width: int) -> None:
    page = world.window(large, locale="fr-FR", viewport={"width": width, "height": 700}).new_page()
    for path in RANKINGS:
        page.goto(path.format(**world.values))
        for letters, seen in page.evaluate(IN_SIGHT):
            assert letters > 10, path
            assert seen == letters, path
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
    page.context.close()


@pytest.mark.parametrize("width", [320, 390])
def test_nothing_is_wider_than_a_phone(world: ServedWorld, large: Browser, width: int) -> None:
    for who, paths in (("organiser", WIDE), ("player", OWN)):
        page = world.window(large, who, locale="fr-FR", viewport={"width": width, "height": 700}).new_page()
        for path in paths:
            page.goto(path.format(**world.values))
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
        page.context.close()


def test_lines_of_a_list_and_of_a_catalogue_are_read_whole_on_a_phone(world: ServedWorld, browser: Browser) -> None:
    """No column is out of sight at the side, and a tick that stands alone is as large as a finger."""
    small = {"width": 320, "height": 700}
    page = world.window(browser, "organiser", locale="fr-FR", viewport=small, is_mobile=True, has_touch=True).new_page()
    page.goto("/organisation/clubs/{club_id}/joueurs/importer/".format(**world.values))
    page.fill("textarea", READ_OUT)
    page.get_by_role("button", name="Vérifier la liste").click()
    page.locator(".read-lines").first.wait_for()
    assert page.evaluate(OUT_OF_SIGHT) == []
    assert page.evaluate(TICKS) == [True, True]
    page.goto("/organisation/clubs/{club_id}/penalites/".format(**world.values))
    assert page.evaluate(OUT_OF_SIGHT) == []
    page.context.close()


def a_ranking(page: Page, rounds: int, *, points: int, ends: str) -> None:
    """Put a ranking of so many positions on a page, the theme alone: the newest is the first of them."""
    line = a_line(1, name="DE LA FERRONNAYS Marie-Christine", total=points * 9, marks=(Mark(points),) * rounds)
    heads = [*(f"P{number}" for number in range(rounds, 0, -1)), *(["Pén."] if ends else [])]
    rows = written(line) + ("<td>−40" if ends else "")
    page.set_content(
        f"<!DOCTYPE html><html lang=fr><meta name=viewport content='width=device-width'><style>{THEME}</style>"
        f"<main class='page wide'><div class='folds list-first'>"
        "<label class=unfold><input type=checkbox> Toutes les positions</label>"
        f"<div class='scroll roomy sideways'><table class='list ranking {ends} "
        f"{'long' if abs(points) > 999 else ''}' id=standings>"
        f"<caption>Classement</caption>"
        f"<thead><tr><th>Pl.<th>Joueur<th>Total{''.join(f'<th>{head}' for head in heads)}</thead>"
        f"<tbody>{rows}</table></div></div></main>"
    )


@pytest.mark.parametrize("ends", ["", "ends"])
@pytest.mark.parametrize("points", [-388, -1388])
def test_the_columns_of_many_positions_fit_a_desk_and_the_newest_stand_beside_the_total(
    browser: Browser, points: int, ends: str
) -> None:
    page = browser.new_page()
    for width in (1024, 1151, 1152, 1279, 1280, 1366):
        page.set_viewport_size({"width": width, "height": 700})
        for rounds in (4, 8, 14, 24):
            a_ranking(page, rounds, points=points, ends=ends)
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (width, rounds)
            heads = page.locator("thead th:visible").all_inner_texts()
            newest = [f"P{number}" for number in range(rounds, 0, -1)]
            shown = heads[3:-1] if ends else heads[3:]
            assert shown == newest[: len(shown)], (width, rounds)
            assert len(shown) >= min(rounds, 6), (width, rounds)
            assert (heads[-1] == "Pén.") is bool(ends)
            assert page.locator(".unfold").is_visible() == (len(shown) < rounds), (width, rounds)
            if len(shown) < rounds:
                page.get_by_label("Toutes les positions").check()
                assert page.locator("thead th:visible").count() == 3 + rounds + bool(ends)
                assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (width, rounds)
    page.close()


def test_the_names_over_a_sheet_are_whole_in_letters_twice_as_large(world: ServedWorld, browser: Browser) -> None:
    with with_letters(browser, 32) as large:
        page = world.window(large, "arbiter of the club", locale="fr-FR", viewport=PHONE).new_page()
        page.goto("/arbitrage/{tournament_id}/1/tables/1/".format(**world.values))
        heads = page.locator(".sheet thead th.num")
        heads.nth(1).evaluate("head => { head.firstChild.data = 'JACQUEMIN André ' }")
        broken = """head => {
            const word = document.createRange();
            word.setStart(head.firstChild, 0);
            word.setEnd(head.firstChild, 9);
            return word.getClientRects().length;
        }"""
        assert heads.nth(1).evaluate(broken) == 1
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        page.context.close()


def test_the_standings_begin_in_the_upper_third_of_a_desk(world: ServedWorld, browser: Browser) -> None:
    page = world.window(browser, locale="fr-FR", viewport={"width": 1280, "height": 900}).new_page()
    page.goto("/tournois/{drawn_id}/classement/".format(**world.values))
    assert page.locator("#standings tbody tr").first.bounding_box()["y"] <= 300
    page.context.close()


HEADS = """() => ["h1", ".lede", ".crumbs"].map(which => {
    const { top, height } = document.querySelector(`.page-head ${which}`).getBoundingClientRect();
    return [top, top + height / 2];
})"""


def test_a_title_and_what_is_said_of_it_take_one_line_and_so_does_the_path_to_it(
    world: ServedWorld, browser: Browser
) -> None:
    """Of a page for everybody and of one of work; a path that is too long for a phone ends in dots."""
    page = world.window(browser, "organiser", locale="fr-FR", viewport={"width": 1280, "height": 900}).new_page()
    for path in ("/tournois/{drawn_id}/", "/organisation/tournois/{drawn_id}/"):
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(path.format(**world.values))
        (title, _middle), (_top, beside), _path = page.evaluate(HEADS)
        assert title < beside < title + 60, path
        page.set_viewport_size({"width": 320, "height": 700})
        page.locator(".crumbs a").last.evaluate("link => { link.textContent = 'Un très long nom de club '.repeat(5) }")
        (title, _middle), _lede, (crumbs, _of_crumbs) = page.evaluate(HEADS)
        assert title - crumbs < 40, path
        assert page.evaluate("document.documentElement.scrollWidth") == 320, path
    page.context.close()


def test_a_league_on_a_phone_touches_neither_its_search_box_nor_the_heading_below(
    world: ServedWorld, browser: Browser
) -> None:
    page = world.window(browser, locale="fr-FR", viewport=PHONE).new_page()
    page.goto("/saisons/{season_id}/".format(**world.values))
    above, below = page.evaluate("""() => {
        const box = (which) => document.querySelector(which).getBoundingClientRect();
        document.querySelector(".list-first").insertAdjacentHTML("afterend", "<h2 id=below>Premiers</h2>");
        return [box(".sideways").top - box("#find").bottom, box("#below").top - box(".list-first").bottom];
    }""")
    assert above >= 8
    assert below >= 16
    page.context.close()


@pytest.mark.parametrize(("size", "in_sight"), [((1280, 900), 64), ((390, 844), 10)], ids=["desk", "phone"])
def test_the_names_of_an_evening_stand_on_one_screen(
    world: ServedWorld, browser: Browser, size: tuple[int, int], in_sight: int
) -> None:
    """All 64 at a desk, ten on a phone, each with his number on the same line."""
    page = world.window(browser, locale="fr-FR", viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto("/tournois/{drawn_id}/tables/".format(**world.values))
    page.reload()  # in our letters: they have come
    shown = page.evaluate("""() => {
        const body = document.querySelector("#people tbody");
        const [row] = body.rows;
        row.querySelector("th").firstChild.data = "BARTHELEMY Monique, ";
        body.replaceChildren(...[...Array(64)].map(() => row.cloneNode(true)));
        const foot = document.querySelector(".by-name").getBoundingClientRect().bottom;
        const boxes = [...body.rows].map(each => each.getBoundingClientRect());
        const ends = boxes.filter(box => box.bottom <= Math.min(innerHeight, foot));
        return [ends.length, Math.max(...ends.map(box => box.height))];
    }""")
    assert shown[0] >= in_sight
    assert shown[1] < 45  # one line
    page.context.close()


def late(route: Route) -> None:
    time.sleep(0.4)
    route.continue_()


@pytest.mark.parametrize("path", [*RANKINGS, "/", "/tournois/{drawn_id}/", "/tournois/{drawn_id}/tables/", "/marque/"])
def test_nothing_jumps_when_the_letters_come_late(world: ServedWorld, browser: Browser, path: str) -> None:
    """Letters as wide as those of this machine stand in for ours; those who know their player have one link more."""
    page = world.window(browser, locale="fr-FR", viewport=PHONE).new_page()
    page.goto("/mentions-legales/")
    page.evaluate("localStorage.setItem('mine-joueur', '1')")
    page.context.clear_cookies()
    page.route("**/polices/**", late)
    page.goto(path.format(**world.values))
    assert page.evaluate("getComputedStyle(document.querySelector('nav [data-place]')).display") != "none"
    assert page.evaluate(JUMPS) <= 0.05
    page.context.close()
