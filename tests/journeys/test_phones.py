"""
Phones in a hall: what stays in sight, and what is said when the network fails.

No live part shows as present what is past: each says since when, and all come back.
"""

import datetime
import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from playwright.sync_api import TimeoutError as NoneCame

from tests.journeys.browser import DESK, PHONE
from tests.journeys.worlds import ServedWorld

pytestmark = [pytest.mark.checks, pytest.mark.product, pytest.mark.slow, pytest.mark.xdist_group("phones")]

EVENING = datetime.datetime(2026, 11, 21, 20, 34, tzinfo=datetime.UTC)  # half past nine, and four, in Paris
LOST = "Pas à jour : connexion perdue depuis 21 h 34. Les chiffres montrés sont ceux de cette heure-là."
# Work that goes on for as long as this page is looked at: no worker has it.
RUNNING_JOB = """
from django.utils import timezone
from tournaments.labels import JobKind
from tournaments.models import Tournament
from tournaments.services.work import jobs
job = jobs.ask(kind=JobKind.RANKING, tournament=Tournament.objects.get(pk={tournament_id}), by=None, at=timezone.now())
jobs.claim(job_id=job.pk, worker="elsewhere", at=timezone.now())
print(job.pk)
"""


def at_half_past_nine(
    world: ServedWorld, browser: Browser, who: str | None, path: str, size: dict[str, int] = PHONE
) -> Page:
    """Open a page whose clock only moves when the test says so."""
    page = world.window(browser, who, viewport=size, locale="fr-FR", timezone_id="Europe/Paris").new_page()
    page.clock.install(time=EVENING - datetime.timedelta(minutes=1))
    page.clock.pause_at(EVENING)  # it would go on by itself, and a busy machine takes minutes for a page
    page.goto(path.format(**world.values))
    return page


@pytest.mark.parametrize(
    ("who", "path", "part"),
    [
        (None, "/tournois/{tournament_id}/classement/", "standings"),
        (None, "/tournois/{tournament_id}/tables/", "seating"),
        (None, "/tournois/{tournament_id}/", "tournament"),
        (None, "/tournois/{tournament_id}/classement/1/", "place"),
        (None, "/joueurs/{player_key}/", "card"),
        (None, "/saisons/{season_id}/", "season"),
        (None, "/", "front"),
        ("player", "/moi/", "evening"),
        ("arbiter of the club", "/arbitrage/{tournament_id}/", "desk-tables"),
    ],
)
def test_a_live_part_says_since_when_it_is_not_up_to_date_and_comes_back(
    world: ServedWorld, browser: Browser, who: str | None, path: str, part: str
) -> None:
    page = at_half_past_nine(world, browser, who, path)
    the_network_fails_and_comes_back(page, part)
    page.context.close()


def test_the_progress_of_a_job_says_so_too(world: ServedWorld, browser: Browser) -> None:
    job = world.server.manage(RUNNING_JOB.format(**world.values))
    page = at_half_past_nine(world, browser, "organiser", f"/organisation/travaux/{job}/")
    the_network_fails_and_comes_back(page, "job-progress")
    page.context.close()


def the_network_fails_and_comes_back(page: Page, part: str) -> None:
    line = page.locator(f"[data-live={part}]")
    expect(line).to_have_text("À jour à 21 h 34")

    page.context.set_offline(True)
    page.clock.run_for(61_000)
    expect(line).to_have_text(LOST)
    expect(line).to_be_in_viewport()
    soft = page.evaluate("getComputedStyle(document.querySelector('.foot')).color")
    old = page.locator("[data-follow] td:visible")
    if old.count():  # the desk's tiles have none
        assert old.first.evaluate("cell => getComputedStyle(cell).color") == soft

    page.context.set_offline(False)
    page.clock.run_for(61_000)
    expect(line).to_have_text(re.compile(r"^\s*À jour à 21 h 3[56]\s*$"))


@pytest.mark.parametrize("hours", [1, -1])
def test_a_clock_that_is_put_right_is_no_network_that_is_lost_and_hides_none(
    world: ServedWorld, browser: Browser, hours: int
) -> None:
    page = at_half_past_nine(world, browser, None, "/tournois/{tournament_id}/classement/")
    line = page.locator("[data-live=standings]")
    page.clock.run_for(1_000)
    page.context.set_offline(True)
    page.clock.set_system_time(EVENING + datetime.timedelta(hours=hours))
    page.clock.run_for(2_000)
    expect(line).to_have_text("À jour à 21 h 34")
    page.clock.run_for(61_000)
    expect(line).to_have_text(LOST)
    page.context.close()


HIDDEN = """hidden => {
    Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_hidden_page_rests_and_says_nothing_false_when_somebody_comes_back(
    world: ServedWorld, browser: Browser
) -> None:
    page = at_half_past_nine(world, browser, None, "/tournois/{tournament_id}/classement/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "fragment" in request.url else None)
    line = page.locator("[data-live=standings]")
    page.evaluate(HIDDEN, True)
    page.clock.run_for(300_000)
    assert asked == []
    page.evaluate(HIDDEN, False)
    expect(line).to_have_text("À jour à 21 h 34")
    page.clock.run_for(2_000)
    expect(line).to_have_text("À jour à 21 h 39")
    page.context.close()


def test_phones_do_not_ask_in_step_and_ask_less_often_while_nobody_answers(
    world: ServedWorld, browser: Browser
) -> None:
    page = at_half_past_nine(world, browser, None, "/tournois/{tournament_id}/classement/")
    page.route("**/classement/?fragment=*", lambda route: route.fulfill(status=500))
    page.evaluate("""() => {
        const pauses = [], plain = window.setTimeout;
        window.setTimeout = (work, pause) => { if (pause > 4000) pauses.push(pause); return plain(work, pause); };
        return window.pauses = pauses;
    }""")
    for _second in range(130):
        page.clock.run_for(1_000)
    pauses = page.evaluate("pauses")
    longest = [5_000, 10_000, 20_000, 40_000, 60_000]
    assert all(any(0.85 * each <= pause <= 1.15 * each for each in longest) for pause in pauses), pauses
    assert max(pauses) >= 0.85 * 40_000
    assert not set(pauses) & set(longest)  # each of a length of its own
    expect(page.locator("[data-live=standings]")).to_contain_text("le serveur ne répond plus")
    page.context.close()


def polled(page: Page) -> None:
    """Run the clock until a question is answered: while the page works on an answer the time for another passes by."""
    for _quarter in range(20):
        try:
            with page.expect_response("**/?fragment*", timeout=3_000):
                page.clock.run_for(15_000)
        except NoneCame:
            continue
        return


def drawn(route: Route, *, shown: bool = False) -> None:
    """Answer a poll as if the next position had just been drawn, and perhaps was the one that is shown."""
    headers = {name: value for name, value in route.request.headers.items() if name != "if-none-match"}
    response = route.fetch(headers=headers)
    number = int(re.search(r'data-round="(\d+)"', response.text())[1])
    text = response.text().replace(f'data-round="{number}"', f'data-round="{number + 1}"')
    if shown:
        text = text.replace(f'data-shown="{number}"', f'data-shown="{number + 1}"')
    text = re.sub(rf"((?:P|p)osition ){number} est tirée", rf"\g<1>{number + 1} est tirée", text)
    route.fulfill(
        response=response, body=re.sub(rf"((?:P|p)osition ){number} est tirée", rf"\g<1>{number + 1} est tirée", text)
    )


@pytest.mark.parametrize(
    ("who", "path", "part", "shown", "said"),
    [
        (None, "/tournois/{tournament_id}/classement/", "standings", False, r"^Position \d est tirée\.$"),
        (None, "/tournois/{tournament_id}/tables/", "seating", True, r"^Position \d est tirée\.$"),
        (
            "player",
            "/tournois/{tournament_id}/tables/",
            "seating",
            False,
            r"^Position \d est tirée\s: table \d, \w+\.$",
        ),
        ("player", "/tournois/{tournament_id}/tables/", "seating", True, r"^Position \d est tirée\s: table \d, \w+\.$"),
    ],
)
def test_the_next_position_is_announced_with_my_table_when_the_page_knows_me(
    world: ServedWorld, browser: Browser, who: str | None, path: str, part: str, shown: bool, said: str
) -> None:
    page = at_half_past_nine(world, browser, who, path)
    line = page.locator(f"[data-announces={part}]")
    polled(page)
    expect(line).to_have_text("")
    expect(line).to_have_attribute("role", "status")
    page.route("**/?fragment*", lambda route: drawn(route, shown=shown))
    polled(page)
    expect(line).to_have_text(re.compile(said))
    expect(line).to_be_in_viewport()
    page.context.close()


def test_a_server_that_answers_nothing_at_all_is_noticed_too(world: ServedWorld, browser: Browser) -> None:
    page = at_half_past_nine(world, browser, None, "/tournois/{tournament_id}/classement/")
    page.route("**/classement/?fragment*", lambda _route: None)
    page.clock.run_for(25_000)
    expect(page.locator("[data-live=standings]")).to_contain_text("Pas à jour : connexion perdue depuis 21 h 34")
    page.context.close()


def test_the_login_page_never_stands_where_a_live_part_was(world: ServedWorld, browser: Browser) -> None:
    page = at_half_past_nine(world, browser, "arbiter of the club", "/arbitrage/{tournament_id}/")
    page.context.clear_cookies()
    page.clock.run_for(6_000)
    expect(page.locator("[data-live=desk-tables]")).to_have_text(
        "Pas à jour depuis 21 h 34 : le serveur ne répond plus à cette page. Rechargez-la."
    )
    expect(page.locator("#desk-tables .tiles").first).to_be_visible()
    expect(page.locator("[name=password]")).to_have_count(0)
    page.context.close()


def donne_typed(world: ServedWorld, browser: Browser, size: dict[str, int]) -> Page:
    page = at_half_past_nine(
        world, browser, "arbiter of the club", "/arbitrage/{tournament_id}/1/tables/1/donnes/3/", size
    )
    page.check("#id_taker_0")
    page.check("[name=contract][value=garde]")
    page.check("[name=bouts][value='2']")
    page.fill("#id_points", "41")
    page.clock.run_for(300)
    return page


def test_the_form_of_a_donne_never_shows_the_marks_of_other_figures(world: ServedWorld, browser: Browser) -> None:
    page = donne_typed(world, browser, DESK)
    marks = page.locator("#preview .preview")
    expect(marks).to_contain_text("+150")

    page.context.set_offline(True)
    page.fill("#id_points", "60")
    expect(marks).to_be_hidden()  # at once: nobody has asked the server yet
    page.clock.run_for(1_000)
    expect(marks).to_be_hidden()
    here = page.locator("#preview .here")
    expect(here).to_contain_text("+264")
    expect(here).to_contain_text("compté ici, sans réseau")
    line = page.locator("[data-live=preview]").first
    expect(line).to_have_text(
        "Pas à jour : connexion perdue depuis 21 h 34."
        " Le résultat de ce que vous avez tapé s’affichera dès qu’elle revient."
    )

    page.fill("#id_points", "41")  # what was answered already
    expect(here).to_contain_text("+150")

    page.fill("#id_points", "60")
    page.clock.run_for(1_000)
    page.context.set_offline(False)
    page.clock.run_for(10_000)
    expect(marks).to_be_visible()
    expect(marks).to_contain_text("+264")
    expect(line).to_be_hidden()
    page.context.close()


def test_a_late_answer_to_earlier_figures_is_not_shown(world: ServedWorld, browser: Browser) -> None:
    page = donne_typed(world, browser, DESK)
    marks = page.locator("#preview .preview")
    expect(marks).to_contain_text("+150")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/donnes/3/marque/", hold, times=1)
    page.fill("#id_points", "60")
    with page.expect_request("**/donnes/3/marque/"):
        page.clock.run_for(300)
    page.fill("#id_points", "70")  # asked for in a quarter of a second, which does not pass yet
    with page.expect_response("**/donnes/3/marque/"):
        held[0].continue_()
    expect(marks).to_be_hidden()
    page.clock.run_for(300)
    expect(marks).to_contain_text("+324")
    page.context.close()


def test_on_a_phone_the_marks_are_in_sight_before_saving(world: ServedWorld, browser: Browser) -> None:
    page = donne_typed(world, browser, PHONE)
    bar = page.locator("#en-bref")
    expect(bar).to_have_text(re.compile(r"\(n°\s1\)\s+\+150, chaque défenseur\s+−50"))
    expect(bar).to_be_in_viewport(ratio=1)
    page.context.set_offline(True)
    page.fill("#id_points", "60")
    expect(bar.locator("b").first).to_be_hidden()
    page.clock.run_for(1_000)
    expect(bar).to_have_text(re.compile(r"\(n°\s1\)\s+\+264, chaque défenseur\s+−88"))  # counted here
    expect(bar).to_be_in_viewport(ratio=1)
    lost = page.locator(".bar [data-live=preview]")
    expect(lost).to_be_hidden()
    page.locator("#preview summary").click()  # which leaves the field
    owed = page.locator("#preview .parts .total")
    expect(owed).to_have_text(re.compile(r"par défenseur\s+\+88"))
    expect(owed).to_be_visible()

    page.fill("#id_points", "60,3")  # what is not read here
    expect(lost).to_have_text("Pas à jour : connexion perdue")
    expect(bar).to_be_hidden()
    page.context.close()


@pytest.mark.parametrize(
    ("path", "ask", "answer", "part"),
    [
        ("/marque/?notation=4+Sud,Est,Nord,Ouest+garde+Est+46/2", "#id_bouts_3", "#reponse table", "reponse"),
        ("/cartes/compter/?cartes=21+EX+18", "[name=carte][value=PR]", "#compte table", "compte"),
    ],
)
def test_what_visitors_count_is_hidden_as_soon_as_it_is_no_longer_theirs(
    world: ServedWorld, browser: Browser, path: str, ask: str, answer: str, part: str
) -> None:
    page = at_half_past_nine(world, browser, None, path, DESK)
    expect(page.locator(answer).first).to_be_visible()
    page.context.set_offline(True)
    page.check(ask, force=True)
    expect(page.locator(answer).first).to_be_hidden()
    page.clock.run_for(1_000)
    expect(page.locator(f"[data-live={part}]").first).to_contain_text("Pas à jour : connexion perdue depuis 21 h 34")
    page.context.set_offline(False)
    page.clock.run_for(10_000)
    expect(page.locator(answer).first).to_be_visible()
    page.context.close()


def test_a_tap_that_got_no_answer_says_so(world: ServedWorld, browser: Browser) -> None:
    page = at_half_past_nine(world, browser, "organiser", "/organisation/tournois/{tournament_id}/inscriptions/", PHONE)
    page.context.set_offline(True)
    page.locator("form[id^=pointage-] button").first.click()
    expect(page.locator("#unanswered")).to_be_in_viewport()
    page.context.close()


def test_the_standings_begin_on_the_first_screen_of_a_phone(world: ServedWorld, browser: Browser) -> None:
    page = at_half_past_nine(world, browser, None, "/tournois/{drawn_id}/classement/")
    assert page.locator("#standings tbody tr").first.bounding_box()["y"] <= 300
    page.context.close()


def in_our_letters(route: Route) -> None:
    """Have the page wait for its letters, where a phone that is slow takes its own."""
    sheet = route.fetch()
    route.fulfill(response=sheet, body=sheet.text().replace("optional", "block"))


def test_a_place_of_three_digits_stands_beside_its_sign_of_a_tie(world: ServedWorld, browser: Browser) -> None:
    page = at_half_past_nine(world, browser, None, "/tournois/{drawn_id}/classement/")
    page.route("**/theme*.css", in_our_letters)
    page.reload()
    cell = page.locator("#standings tbody td:first-child").first
    cell.evaluate("cell => { cell.textContent = '169'; cell.classList.add('shared') }")
    figures = "(() => { const text = document.createRange(); text.selectNodeContents(cell); return text; })()"
    right = cell.evaluate(f"cell => {figures}.getBoundingClientRect().right")
    sign = cell.evaluate(
        "cell => cell.getBoundingClientRect().right - parseFloat(getComputedStyle(cell, '::after').right)"
        " - parseFloat(getComputedStyle(cell, '::after').width)"
    )
    assert right <= sign + 1
    page.context.close()


def test_the_names_on_my_sheet_are_large_enough_and_whole(world: ServedWorld, browser: Browser) -> None:
    page = at_half_past_nine(world, browser, "player", "/moi/feuilles/{tournament_id}/1/")
    for name in page.locator(".sheet thead .under").all():
        assert float(name.evaluate("name => parseFloat(getComputedStyle(name).fontSize)")) >= 14
    for column in page.locator(".sheet thead th.num").all():
        assert column.evaluate("column => column.scrollWidth <= column.clientWidth")  # nothing is cut off
    page.context.close()


@pytest.mark.parametrize(
    ("path", "cell"),
    [("/arbitrage/{tournament_id}/1/", ".tiles.whole .tile"), ("/arbitrage/{tournament_id}/1/tables/1/", ".sheet td")],
)
def test_the_longest_badge_is_read_whole_on_the_smallest_phone(
    world: ServedWorld, browser: Browser, path: str, cell: str
) -> None:
    page = at_half_past_nine(world, browser, "arbiter of the club", path, {"width": 320, "height": 640})
    place = page.locator(cell).first
    place.evaluate("cell => { cell.innerHTML = '<span class=badge>chelem annoncé hors délai par CHEVALLIER</span>' }")
    box = place.locator(".badge").bounding_box()
    assert box["x"] + box["width"] <= 320
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.context.close()


def test_the_league_is_folded_as_the_standings_are(world: ServedWorld, browser: Browser) -> None:
    page = at_half_past_nine(world, browser, None, "/saisons/{season_id}/")
    heads = page.locator("#league thead th:visible")
    assert heads.all_inner_texts() == ["Pl.", "Joueur", "Total", "Joués"]
    page.get_by_label("Toutes les soirées").check()
    assert heads.count() > 4
    page.context.close()


@pytest.mark.parametrize("who", [None, "player", "arbiter of the club", "organiser"])
def test_the_menu_of_a_phone_leads_to_the_cards_and_staff_to_the_rulebook(
    world: ServedWorld, browser: Browser, who: str | None
) -> None:
    page = at_half_past_nine(world, browser, who, "/")
    menu = page.get_by_role("navigation", name="Menu principal")
    expect(menu.get_by_role("link", name="Cartes")).to_be_visible()
    expect(menu.get_by_role("link", name="Règlement")).to_be_visible(visible=who is not None)
    page.context.close()


def test_the_name_typed_goes_along(world: ServedWorld, browser: Browser) -> None:
    page = at_half_past_nine(world, browser, None, "/tournois/{drawn_id}/tables/")
    page.fill("#find", "nom")
    page.locator("#position-2").click()
    expect(page.locator("#find")).to_have_value("nom")
    page.get_by_role("link", name="Classement").click()
    expect(page.locator("#find")).to_have_value("nom")
    expect(page).to_have_url(re.compile(r"/classement/\?nom=nom$"))
    page.context.close()
