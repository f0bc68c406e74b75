"""
The hall's Wi-Fi dies: what was typed waits on the phone, or at the desk, and is on the sheet once when it is back.

The server is stopped for good and another one started at its address: what had no answer is sent again.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.urls import reverse
from playwright.sync_api import Browser, Error, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scoring.models import Conflict, SheetLine
from tests.factories import TournamentFactory, arbiter
from tests.journeys.browser import DESK, PATIENCE, PHONE, log_in, page_of, type_when_ready
from tests.scoring.sheets import named, results, seated
from tests.texts import plain
from tournaments.labels import TournamentState
from tournaments.models import Table, Tournament
from tournaments.queries.pages.table_codes import token_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.checks,
    pytest.mark.product,
    pytest.mark.slow,
    pytest.mark.xdist_group("tables"),
]
NAMES = ("MARTIN", "BERNARD", "DURAND", "PETIT")


class ServerAgain(ThreadedWSGIServer):
    """A server at the address of one that was just stopped."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"allow_reuse_address": True})


class Hall:
    """A server that can be stopped and started again at the same address."""

    def __init__(self) -> None:
        self.server = LiveServer("localhost")
        self.address = self.server.url

    def stop(self) -> None:
        self.server.stop()

    def start(self) -> None:
        self.server = LiveServer(self.address.removeprefix("http://"))


@pytest.fixture
def hall() -> Iterator[Hall]:
    """A server of tests; the site gives its own files, which Django's would not know by these names."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("django.test.testcases.LiveServerThread.server_class", ServerAgain)
        # A connection that is kept open would be answered after the server has stopped.
        patched.setattr(WSGIRequestHandler, "handle", WSGIRequestHandler.handle_one_request)
        patched.setattr("django.contrib.staticfiles.handlers.StaticFilesHandler", lambda application: application)
        hall = Hall()
        yield hall
        hall.stop()


@pytest.fixture
def table(transactional_db: None) -> Table:
    table = seated(TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=4))[0]
    named(table, [f"{name} Claude" for name in NAMES])
    return table


def phone_at(browser: Browser, hall: Hall, table: Table, name: str) -> Page:
    page = page_of(browser, hall.address, PHONE)
    page.goto(reverse("table_page", args=[token_of(table, table.round.of_tournament)]))
    page.get_by_role("button", name=f"{name} Claude").click()
    expect(page.get_by_role("link", name="Saisir la donne")).to_be_visible()
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    return page


def enter(page: Page, taker: str, points: str, *, bouts: str = "2") -> None:
    page.locator("#f-taker label").filter(has_text=taker).click()
    page.locator("#f-contract label").filter(has_text="Garde").first.click()
    page.locator("#f-bouts label").filter(has_text=bouts).click()
    for digit in points:
        page.locator(f"[data-digit='{digit}']").click()
    # Where its marks have no answer the bar says so, and what stands below it may move.
    expect(page.locator(".bar .live.is-lost:visible, #preview > :is(.here, .why-of):visible").first).to_be_visible()
    page.get_by_role("button", name="Enregistrer").click()


def queue_of(page: Page) -> list[str]:
    return [plain(text) for text in page.locator("#queue li").locator("b, span").all_text_contents()]


def at_heading(page: Page, number: int) -> None:
    expect(page.locator("h1")).to_contain_text(f"donne {number}", ignore_case=True)


def test_three_donnes_outlive_the_server_and_the_page_each_once(browser: Browser, hall: Hall, table: Table) -> None:
    page = phone_at(browser, hall, table, "MARTIN")
    hall.stop()
    page.get_by_role("link", name="Saisir la donne 1").click()
    for number, points in enumerate(("49", "50", "51"), start=1):
        at_heading(page, number)
        enter(page, "MARTIN", points)
    at_heading(page, 4)
    folded = page.locator("#queue summary")
    expect(folded).to_have_text("Sur cet appareil 3 donnes · en attente", use_inner_text=True)
    assert page.locator("#queue").bounding_box()["height"] < 60  # one line above the form, which a tap opens
    expect(page.locator("#queue li").first).to_be_hidden()
    folded.click()
    expect(page.locator("#queue li").first).to_be_visible()
    assert queue_of(page) == [
        text for number in (1, 2, 3) for text in (f"Donne {number}", "gardée ici, elle part dès que le réseau revient")
    ]
    assert SheetLine.objects.count() == 0
    context = page.context
    page.close()

    hall.start()
    page = context.new_page()
    page.goto(reverse("table_page", args=[token_of(table, table.round.of_tournament)]))
    expect(page.locator("#queue li[data-state=saved]")).to_have_count(3)
    assert queue_of(page)[1] == "enregistrée : elle est sur la feuille"
    page.reload()
    expect(page.get_by_role("link", name="Saisir la donne 4")).to_be_visible()
    lines = SheetLine.objects.order_by("number").values_list("number", "half_points", "phone__seat__chair")
    assert list(lines) == [(1, 98, 0), (2, 100, 0), (3, 102, 0)]


def test_a_rare_donne_that_waited_is_asked_about_and_is_saved_once_confirmed(
    browser: Browser, hall: Hall, table: Table
) -> None:
    page = phone_at(browser, hall, table, "MARTIN")
    hall.stop()
    page.get_by_role("link", name="Saisir la donne 1").click()
    at_heading(page, 1)
    # A form that was never open before counts and checks as well: its scripts came with it.
    enter(page, "MARTIN", "87")
    expect(page.locator("#preview")).to_contain_text("87 points avec 2 bouts, c’est un chelem")
    expect(page.locator("#queue li")).to_have_count(0)
    page.fill("#id_points", "")
    enter(page, "MARTIN", "82", bouts="3")
    at_heading(page, 2)
    hall.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#queue li[data-state=refused]")).to_have_count(1)
    asked = queue_of(page)[1]
    assert asked.startswith("à confirmer : Donne 1, table 1 : elle est possible, mais rare.")
    assert asked.endswith("Vérifiez, puis confirmez.")
    assert SheetLine.objects.count() == 0  # neither lost nor accepted in silence

    page.locator("#queue summary").click()
    page.get_by_role("link", name="Reprendre").click()
    at_heading(page, 1)
    expect(page.locator("#id_points")).to_have_value("82")
    page.get_by_role("button", name="Enregistrer").click()
    page.locator("#id_confirmed").check(force=True)
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_text("Donne 1 enregistrée.")).to_be_visible()
    expect(page.locator("#queue li")).to_have_count(0)
    line = SheetLine.objects.get()
    assert (line.number, line.half_points, line.confirmed) == (1, 164, ["made_by_far"])
    assert page.mishaps == []


def test_an_answer_that_is_lost_makes_no_second_donne(browser: Browser, hall: Hall, table: Table) -> None:
    page = phone_at(browser, hall, table, "MARTIN")
    page.get_by_role("link", name="Saisir la donne 1").click()
    expect(page.locator("#queue[data-ready]")).to_be_attached()

    def lose(route: Route) -> None:
        route.fetch()  # it arrives
        with suppress(Error):  # a page that is tired of waiting has ended it already
            route.abort()

    page.route("**/donnes/1/", lose)
    enter(page, "MARTIN", "49")
    at_heading(page, 2)
    assert results(table) == [198, -66, -66, -66]
    page.unroute("**/donnes/1/")
    expect(page.locator("#queue li[data-state=saved]")).to_have_count(1)
    assert SheetLine.objects.count() == 1


def test_two_phones_without_network_agree_on_one_donne_and_not_on_another(
    browser: Browser, hall: Hall, table: Table
) -> None:
    one, other = phone_at(browser, hall, table, "MARTIN"), phone_at(browser, hall, table, "BERNARD")
    hall.stop()
    for page, second in ((one, "50"), (other, "52")):
        page.get_by_role("link", name="Saisir la donne 1").click()
        for number, points in enumerate(("49", second), start=1):
            at_heading(page, number)
            enter(page, "MARTIN", points)
        at_heading(page, 3)
    other.context.set_offline(True)
    hall.start()
    one.evaluate("dispatchEvent(new Event('online'))")
    expect(one.locator("#queue li[data-state=saved]")).to_have_count(2)
    other.context.set_offline(False)
    expect(other.locator("#queue li[data-state=saved]")).to_have_count(1)
    expect(other.locator("#queue li[data-state=beside]")).to_have_count(1)
    assert queue_of(other)[3] == (
        "chez l’arbitre. Donne 2 : la feuille dit autre chose et ne change pas. "
        "L’arbitre a les deux versions, il tranche."
    )
    assert list(SheetLine.objects.order_by("number").values_list("number", "half_points")) == [(1, 98), (2, 100)]

    conflict = Conflict.objects.get()
    tournament = table.round.of_tournament
    judge = arbiter(tournament.club)
    desk = page_of(browser, hall.address, DESK)
    log_in(desk, judge.username, "secret")
    expect(desk.get_by_role("button", name="Déconnexion")).to_be_visible()
    desk.goto(reverse("desk", args=[tournament.pk]))
    expect(desk.get_by_text("1 donne en deux versions")).to_be_visible()
    desk.get_by_role("link", name="Table 1", exact=True).click()
    desk.get_by_role("link", name="Comparer et trancher").click()
    desk.get_by_role("button", name="Garder l’autre version").click()
    expect(desk.get_by_text("Donne 2 : c’est tranché.")).to_be_visible()
    assert SheetLine.objects.get(number=2, current=True).half_points == 104
    conflict.refresh_from_db()
    assert (conflict.kept, conflict.settle_reason) == ("autre", "vérifié avec la table")
    assert one.mishaps == other.mishaps == desk.mishaps == []


def test_two_tabs_without_locks_and_with_a_wrong_clock_send_each_donne_once(
    browser: Browser, hall: Hall, table: Table
) -> None:
    page = phone_at(browser, hall, table, "MARTIN")
    # Over plain http a browser gives no locks; and this phone believes that it is yesterday.
    page.context.add_init_script(
        "Object.defineProperty(navigator, 'locks', { value: undefined });"
        "const now = Date.now; Date.now = () => now() - 86400000;"
    )
    page.reload()
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    sent: list[str] = []
    hall.stop()
    page.get_by_role("link", name="Saisir la donne 1").click()
    for number, points in enumerate(("49", "50"), start=1):
        at_heading(page, number)
        enter(page, "MARTIN", points)
    at_heading(page, 3)
    # A busy machine may need a second attempt at each, which the server knows by its key: one line stands.
    page.context.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    hall.start()
    tab = page.context.new_page()
    tab.goto(reverse("table_page", args=[token_of(table, table.round.of_tournament)]))
    page.evaluate("dispatchEvent(new Event('online'))")
    for _second in range(PATIENCE // 1000):  # whichever of the two tabs sends
        if SheetLine.objects.count() == 2:
            break
        tab.wait_for_timeout(1000)
    tab.wait_for_timeout(3000)  # the other one asks too, and finds nothing left
    assert {address[-10:] for address in sent if "/marque/" not in address} == {"/donnes/1/", "/donnes/2/"}
    assert SheetLine.objects.count() == 2


def comes_back_to(page: Page, hall: Hall, sheet: str) -> None:
    """See a donne wait on a page without a form, and its sheet within two seconds of the network's return."""
    expect(page.locator("#queue li[data-state=waiting]")).to_be_visible()
    expect(page.get_by_role("link", name="Voir la feuille")).to_be_visible()
    hall.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_url(sheet, timeout=2_000)


def test_the_last_donne_leaves_while_its_page_stays_open(browser: Browser, hall: Hall, table: Table) -> None:
    """No form comes after it, nor after a correction; the sheet comes when it was taken."""
    Tournament.objects.update(donnes_per_round=1)
    page = phone_at(browser, hall, table, "MARTIN")
    sheet = page.url
    page.get_by_role("link", name="Saisir la donne 1").click()
    page.wait_for_url("**/donnes/1/")
    hall.stop()
    enter(page, "MARTIN", "49")
    comes_back_to(page, hall, sheet)

    page.goto(f"{sheet}donnes/1/")
    hall.stop()
    page.fill("[name=points]", "50")
    page.fill("[name=reason]", "mal lu")
    page.get_by_role("button", name="Corriger").click()
    comes_back_to(page, hall, sheet)
    lines = SheetLine.objects.order_by("pk").values_list("number", "half_points")
    assert list(lines) == [(1, 98), (1, 100)]
    assert page.mishaps == []


def test_the_desk_s_last_donne_leaves_too(browser: Browser, hall: Hall, table: Table) -> None:
    Tournament.objects.update(donnes_per_round=1)
    tournament = table.round.of_tournament
    page = page_of(browser, hall.address, DESK)
    log_in(page, arbiter(tournament.club).username, "secret")
    expect(page.get_by_role("button", name="Déconnexion")).to_be_visible()
    page.goto(reverse("donne", args=[tournament.pk, 1, table.number, 1]))
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    hall.stop()
    type_when_ready(page, "sg249\n")
    comes_back_to(page, hall, "**/tables/*/")
    assert SheetLine.objects.get().half_points == 98
    assert page.mishaps == []


def test_donnes_go_on_where_the_network_went_before_the_next_form_was_there(
    browser: Browser, hall: Hall, table: Table
) -> None:
    page = phone_at(browser, hall, table, "MARTIN")
    page.route("**/donnes/*/?garde=1", lambda route: route.abort())
    page.get_by_role("link", name="Saisir la donne 1").click()
    at_heading(page, 1)
    hall.stop()
    for number, points in ((1, "49"), (2, "50")):
        at_heading(page, number)
        enter(page, "MARTIN", points)
    at_heading(page, 3)
    hall.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#queue li[data-state=saved]")).to_have_count(2)
    lines = SheetLine.objects.order_by("number").values_list("number", "half_points")
    assert list(lines) == [(1, 98), (2, 100)]


def test_the_desk_has_the_same_queue(browser: Browser, hall: Hall, table: Table) -> None:
    tournament = table.round.of_tournament
    judge = arbiter(tournament.club)
    page = page_of(browser, hall.address, DESK)
    log_in(page, judge.username, "secret")
    expect(page.get_by_role("button", name="Déconnexion")).to_be_visible()
    page.goto(reverse("donne", args=[tournament.pk, 1, table.number, 1]))
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    hall.stop()
    for number, points in enumerate(("49", "50"), start=1):
        at_heading(page, number)
        type_when_ready(page, f"sg2{points}\n")
    at_heading(page, 3)
    hall.start()
    # Somebody logged out meanwhile: what waits stays, and is not sent in the name of anybody else.
    page.context.clear_cookies(name="sessionid")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#queue li[data-state=login]")).to_have_count(2)
    told = page.locator("#queue summary")
    expect(told).to_have_text("Sur cet appareil 2 donnes · à regarder", use_inner_text=True)
    page.locator("#queue summary").click()
    page.locator("#queue").get_by_role("link", name="Se connecter").first.click()
    page.fill("[name=login]", judge.username)
    page.fill("[name=password]", "secret")
    page.get_by_role("button", name="Se connecter").click()
    expect(page.locator("#queue li[data-state=saved]")).to_have_count(2)
    lines = SheetLine.objects.order_by("number").values_list("number", "half_points", "written_by")
    assert list(lines) == [(1, 98, judge.pk), (2, 100, judge.pk)]
    assert page.mishaps == []


def test_a_code_that_was_replaced_keeps_the_queue_and_gives_it_as_text(
    browser: Browser, hall: Hall, table: Table
) -> None:
    page = phone_at(browser, hall, table, "MARTIN")
    hall.stop()
    page.get_by_role("link", name="Saisir la donne 1").click()
    at_heading(page, 1)
    key = page.locator("form [name=key]").first.input_value()
    enter(page, "MARTIN", "49")
    at_heading(page, 2)
    Tournament.objects.update(entry_version=2)
    hall.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#queue li[data-state=stuck]")).to_have_count(1)
    assert queue_of(page)[1].startswith("gardée ici : le code de la table ne vaut plus. Montrez ce téléphone")
    with page.expect_download() as saved:
        page.locator("#queue summary").click()
        page.get_by_role("link", name="Enregistrer la liste en texte").click()
    text = plain(saved.value.path().read_text("utf-8"))
    assert text.splitlines()[1].startswith("Donne 1 – Preneur : ")
    assert "MARTIN" in text
    page.goto(reverse("table_page", args=[token_of(table, Tournament.objects.get())]))
    expect(page.locator("#queue li[data-state=saved]")).to_have_count(1)
    line = SheetLine.objects.get()
    assert (line.half_points, str(line.key)) == (98, key)  # of the form that was filled in, however often it is sent


def test_the_page_of_a_table_reloads_without_network_where_a_browser_lets_it(
    browser: Browser, hall: Hall, table: Table
) -> None:
    """As over https: to a browser http://localhost is as safe, and the script that keeps the pages is the same."""
    page = phone_at(browser, hall, table, "MARTIN")
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller")
    page.reload()  # kept from here on
    page.get_by_role("link", name="Saisir la donne 1").click()
    at_heading(page, 1)
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    hall.stop()
    page.reload()
    at_heading(page, 1)
    enter(page, "MARTIN", "49")
    at_heading(page, 2)
    page.goto(reverse("table_page", args=[token_of(table, table.round.of_tournament)]))
    expect(page.locator("#queue li[data-state=waiting]")).to_have_count(1)
    elsewhere = page.context.new_page()  # an error page of its own: it would interrupt what this one opens next
    with pytest.raises(Error):  # what is not of a table is not kept
        elsewhere.goto(reverse("standings", args=[table.round.tournament_id]))
    elsewhere.close()

    hall.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#queue li[data-state=saved]")).to_have_count(1)
    assert SheetLine.objects.get().half_points == 98


def stale_at(browser: Browser, hall: Hall, table: Table) -> Page:
    """Return the page of a phone whose donne 1 is refused: another one is on the sheet."""
    one, other = phone_at(browser, hall, table, "MARTIN"), phone_at(browser, hall, table, "BERNARD")
    for page in (one, other):
        page.get_by_role("link", name="Saisir la donne 1").click()
        at_heading(page, 1)
    enter(one, "MARTIN", "49")
    expect(one.get_by_text("Donne 1 enregistrée.")).to_be_visible()
    enter(other, "MARTIN", "55")
    expect(other.get_by_role("button", name="Porter chez l’arbitre")).to_be_visible()
    assert one.mishaps == []
    return other


def test_who_compares_and_leaves_sends_nothing(browser: Browser, hall: Hall, table: Table) -> None:
    other = stale_at(browser, hall, table)
    expect(other.locator("#queue")).to_be_hidden()
    other.get_by_role("link", name="La feuille est juste").click()
    expect(other.locator("#queue[data-ready]")).to_be_attached()
    other.wait_for_timeout(5000)  # longer than the first attempt to send what waits
    assert not Conflict.objects.exists()


def test_what_goes_to_the_arbiter_waits_for_the_network_and_replaces_nothing(
    browser: Browser, hall: Hall, table: Table
) -> None:
    page = stale_at(browser, hall, table)
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    hall.stop()
    page.get_by_role("button", name="Porter chez l’arbitre").click()
    expect(page.locator("#queue li[data-state=waiting]")).to_have_count(1)
    hall.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#queue li[data-state=beside]")).to_have_count(1)
    line = SheetLine.objects.get()
    assert (line.half_points, Conflict.objects.get().line) == (98, line)


def test_with_a_network_it_goes_there_at_once(browser: Browser, hall: Hall, table: Table) -> None:
    page = stale_at(browser, hall, table)
    page.get_by_role("button", name="Porter chez l’arbitre").click()
    expect(page.get_by_text("l’arbitre a les deux versions, il tranche.")).to_be_visible()
    expect(page.locator("#queue")).to_be_hidden()
    assert Conflict.objects.count() == 1


def test_a_silent_server_has_a_word_within_a_second_and_one_tap_is_one_donne(
    browser: Browser, hall: Hall, table: Table
) -> None:
    page = phone_at(browser, hall, table, "MARTIN")
    page.get_by_role("link", name="Saisir la donne 1").click()
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    sent: list[str] = []
    page.route("**/donnes/1/", lambda route: sent.append(route.request.url))  # it is never answered
    with page.expect_request("**/donnes/1/"):  # the word is there before it is kept, and sent after that
        enter(page, "MARTIN", "49")
        busy = page.locator(".bar button[aria-busy]")
        expect(busy).to_have_text("envoi…", timeout=1000)
        busy.click()
    page.wait_for_timeout(300)  # a second one would go on its way
    assert len(sent) == 1
    at_heading(page, 2)
    page.unroute("**/donnes/1/")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#queue li[data-state=saved]")).to_have_count(1)
    assert SheetLine.objects.count() == 1


def test_whatever_is_tapped_while_the_server_is_silent_has_a_word_within_a_second(
    browser: Browser, hall: Hall, table: Table
) -> None:
    page = page_of(browser, hall.address, PHONE)
    page.goto(reverse("table_page", args=[token_of(table, table.round.of_tournament)]))
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    page.route("**/jeton/", lambda _route: None)  # it is never answered
    name = page.get_by_role("button", name="MARTIN Claude")
    name.click()
    expect(page.locator("button[aria-busy]")).to_have_text("envoi…", timeout=1000)
    expect(page.get_by_text("Pas de réseau.")).to_be_visible()
    expect(name).to_be_visible()

    page.unroute("**/jeton/")
    name.click()
    expect(name).to_be_hidden()  # the page where he sits: the one before shows the link too
    link = page.get_by_role("link", name="Appeler l’arbitre", exact=True)
    expect(link).to_be_visible()
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    page.route("**/jeton/", lambda _route: None)
    link.click()
    expect(page.locator("a[aria-busy]")).to_have_text("un instant…", timeout=1000)
    expect(page.get_by_text("Pas de réseau.")).to_be_visible()
    expect(link).to_be_visible()


@pytest.mark.parametrize(
    "broken",
    [
        "Object.defineProperty(window, 'indexedDB', { value: undefined })",
        "IDBFactory.prototype.open = () => { throw new DOMException('closed', 'SecurityError') }",
        "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }",
    ],
)
def test_a_phone_that_keeps_nothing_says_so_and_sends_from_its_page(
    browser: Browser, hall: Hall, table: Table, broken: str
) -> None:
    page = page_of(browser, hall.address, PHONE)
    page.add_init_script(broken)
    page.goto(reverse("table_page", args=[token_of(table, table.round.of_tournament)]))
    expect(page.get_by_text("Cet appareil ne garde rien.")).to_be_visible()
    page.get_by_role("button", name="MARTIN Claude").click()
    page.get_by_role("link", name="Saisir la donne 1").click()
    at_heading(page, 1)
    hall.stop()
    enter(page, "MARTIN", "49")
    expect(page.get_by_text("Le serveur ne répond pas.")).to_be_visible()
    hall.start()
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_text("Donne 1 enregistrée.")).to_be_visible()
    assert SheetLine.objects.count() == 1
