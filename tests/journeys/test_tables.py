"""
Two phones at a table: a plain donne in seven taps on one screen, confirmed by the other camp, signed, closed.

Taps are counted by what a finger touches; a second between two of them is a player who knows what he wants.
"""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect

from scoring.models import Confirmation, Conflict, SheetLine
from tests.factories import TournamentFactory, organiser
from tests.journeys.browser import page_of
from tests.scoring.sheets import EST, SUD, named, results, seated
from tournaments.labels import Pace, TournamentState
from tournaments.models import Table
from tournaments.queries.pages.table_codes import token_of
from tournaments.services.evening.clocks import start_clock

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.checks,
    pytest.mark.product,
    pytest.mark.slow,
    pytest.mark.xdist_group("tables"),
]
SMALL = {"width": 390, "height": 700}
MOST_TAPS = 8
TOUCH = 44  # pixels
NEAR = 3  # pixels
NAMES = ("MARTIN", "BERNARD", "DE LA FERRONNAYS", "PETIT")


@pytest.fixture
def table(browser: Browser, transactional_db: None) -> Table:
    tournament = TournamentFactory(
        state=TournamentState.RUNNING,
        donnes_per_round=1,
        rounds_planned=2,
        needs_confirmation=True,
        closes_itself=True,
    )
    table = seated(tournament)[0]
    named(table, [f"{name} Claude" for name in NAMES])
    seated(tournament, round_number=2)
    return table


class Finger:
    """What touches a phone, and how often."""

    def __init__(self, browser: Browser, site: str, table: Table) -> None:
        self.page: Page = page_of(browser, site, SMALL)
        self.taps = 0
        token = token_of(table, table.round.of_tournament)
        self.page.goto(reverse("table_page", args=[token]))

    def tap(self, what: Locator) -> None:
        box = None
        while box is None:  # the page asks for this part again now and then: it may just be replaced
            expect(what).to_be_visible()
            box = what.bounding_box()
        assert min(box["width"], box["height"]) >= TOUCH, what
        what.click()
        self.taps += 1

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def choice(self, field: str, words: str) -> Locator:
        return self.page.locator(f"#f-{field} label").filter(has_text=words)


def on_one_screen(page: Page) -> bool:
    """Whether nothing of a page has to be scrolled to, down or across."""
    return page.evaluate(
        "[document.documentElement.scrollHeight <= innerHeight, document.documentElement.scrollWidth <= innerWidth]"
    ) == [True, True]


def test_two_phones_enter_confirm_sign_and_close(site: str, browser: Browser, table: Table) -> None:
    writer, other = Finger(browser, site, table), Finger(browser, site, table)
    expect(writer.page.get_by_role("heading", name="Est-ce bien cela ?")).to_be_visible()
    writer.tap(writer.button("MARTIN Claude"))
    other.tap(other.button("BERNARD Claude"))

    writer.taps = 0
    writer.tap(writer.page.get_by_role("link", name="Saisir la donne 1"))
    expect(writer.page.locator("h1")).to_contain_text("donne 1")
    assert on_one_screen(writer.page)
    stood = writer.button("Enregistrer").bounding_box()["y"]
    writer.tap(writer.choice("taker", "MARTIN"))
    writer.tap(writer.choice("contract", "Garde").first)
    writer.tap(writer.choice("bouts", "2"))
    for digit in "49":
        writer.tap(writer.page.locator(f"[data-digit='{digit}']"))
    assert writer.page.locator("#id_points").get_attribute("inputmode") == "none"  # no keyboard comes up
    bar = writer.page.locator("#preview")
    expect(bar).to_contain_text("MARTIN +198")
    expect(bar).to_contain_text("DE LA FERRONNAYS −66")
    moved = writer.button("Enregistrer").bounding_box()["y"] - stood
    assert abs(moved) < NEAR  # the finger is on its way when the marks come
    assert on_one_screen(writer.page)
    other.page.reload()
    expect(other.page.get_by_text("MARTIN Claude saisit la donne 1.")).to_be_visible()
    writer.tap(writer.button("Enregistrer"))
    expect(writer.page.get_by_text("Donne 1 enregistrée.")).to_be_visible()
    assert writer.taps == 7 <= MOST_TAPS
    assert results(table) == [198, -66, -66, -66]
    assert SheetLine.objects.get().phone.seat.chair == SUD

    assert writer.button("MARTIN Claude : c’est juste").count() == 0
    other.page.reload()
    other.tap(other.button("C’est juste (BERNARD Claude)"))
    expect(other.page.get_by_text("Donne 1 confirmée.")).to_be_visible()
    assert Confirmation.objects.get().seat.chair == EST

    for name in NAMES:
        other.tap(other.button(f"{name} Claude"))
        expect(other.button(f"{name} Claude")).to_have_count(0)
    expect(other.page.get_by_text("Tout le monde a signé : la feuille est close.")).to_be_visible()
    assert Table.objects.get(pk=table.pk).closed_at is not None
    writer.page.reload()
    expect(writer.page.get_by_role("heading", name="Où aller ensuite")).to_be_visible()
    assert writer.page.mishaps == other.page.mishaps == []


def test_a_second_phone_that_is_told_who_writes_needs_no_scrolling_either(
    site: str, browser: Browser, table: Table
) -> None:
    writer, other = Finger(browser, site, table), Finger(browser, site, table)
    for finger, name in ((writer, "DE LA FERRONNAYS Claude"), (other, "BERNARD Claude")):
        finger.tap(finger.button(name))
        finger.tap(finger.page.get_by_role("link", name="Saisir la donne 1"))
        expect(finger.page.locator("h1")).to_contain_text("donne 1")
    told = other.page.get_by_text("DE LA FERRONNAYS Claude saisit la donne 1.")
    expect(told).to_be_visible()
    assert on_one_screen(other.page)
    for field, words in (("taker", "MARTIN"), ("contract", "Garde"), ("bouts", "2")):
        other.tap(other.choice(field, words).first)
    for digit in "49":
        other.tap(other.page.locator(f"[data-digit='{digit}']"))
    expect(other.page.locator("#preview")).to_contain_text("MARTIN +198")
    expect(told).to_be_in_viewport(ratio=1)
    assert on_one_screen(other.page)


def test_the_pad_writes_what_a_count_can_be(site: str, browser: Browser, table: Table) -> None:
    finger = Finger(browser, site, table)
    finger.tap(finger.button("MARTIN Claude"))
    finger.tap(finger.page.get_by_role("link", name="Saisir la donne 1"))
    points, told = finger.page.locator("#id_points"), finger.page.locator("#f-points output")
    for digit in "491":
        finger.tap(finger.page.locator(f"[data-digit='{digit}']"))
    expect(points).to_have_value("1")  # a third digit begins again
    finger.tap(finger.page.locator("[data-digit='9']"))
    finger.tap(finger.page.locator("[data-rub]"))
    expect(points).to_have_value("1")
    finger.tap(finger.page.locator("[data-clear]"))
    expect(points).to_have_value("")
    for digit in "42":
        finger.tap(finger.page.locator(f"[data-digit='{digit}']"))
    expect(told).to_have_text("défense : 49")
    finger.tap(finger.choice("points", "défense"))
    expect(told).to_have_text("attaque : 49")


def test_what_is_impossible_is_said_in_the_bar_and_a_donne_nobody_took_is_two_taps(
    site: str, browser: Browser, table: Table
) -> None:
    finger = Finger(browser, site, table)
    finger.tap(finger.button("MARTIN Claude"))
    finger.tap(finger.page.get_by_role("link", name="Saisir la donne 1"))
    finger.tap(finger.choice("taker", "MARTIN"))
    finger.tap(finger.choice("contract", "Prise"))
    finger.tap(finger.choice("bouts", "3"))
    finger.tap(finger.page.locator("[data-digit='5']"))
    expect(finger.page.locator("#preview .error")).to_be_visible()
    finger.page.locator("summary", has_text="Pas jouée").click()
    finger.tap(finger.choice("outcome", "Passée"))
    expect(finger.page.locator("#preview")).to_contain_text("Personne ne marque.")
    expect(finger.page.locator("#f-taker")).to_be_hidden()
    finger.tap(finger.button("Enregistrer"))
    expect(finger.page.get_by_text("Donne 1 enregistrée.")).to_be_visible()
    assert SheetLine.objects.get().outcome == "passee"


def test_who_reads_that_another_donne_stands_there_corrects_it_himself(
    site: str, browser: Browser, table: Table
) -> None:
    """While he looks at both versions nothing goes to the arbiter, and his correction leaves nothing behind."""
    writer, other = Finger(browser, site, table), Finger(browser, site, table)
    for finger, name in ((writer, "MARTIN Claude"), (other, "BERNARD Claude")):
        finger.tap(finger.button(name))
        finger.tap(finger.page.get_by_role("link", name="Saisir la donne 1"))
        for field, words in (("taker", "MARTIN"), ("contract", "Garde"), ("bouts", "2")):
            finger.tap(finger.choice(field, words).first)
        finger.tap(finger.page.locator("[data-digit='4']"))
        finger.tap(finger.page.locator(f"[data-digit='{9 if finger is writer else 5}']"))
    writer.tap(writer.button("Enregistrer"))
    expect(writer.page.get_by_text("Donne 1 enregistrée.")).to_be_visible()

    other.tap(other.button("Enregistrer"))
    expect(other.page.get_by_text("Ce qui est maintenant enregistré")).to_be_visible()
    expect(other.page.locator("#queue li")).to_have_count(0)  # it was answered: nothing waits
    expect(other.button("Porter chez l’arbitre")).to_be_visible()
    other.page.evaluate("dispatchEvent(new Event('online'))")  # the queue would be sent
    other.page.wait_for_load_state("networkidle")
    assert Conflict.objects.count() == 0
    other.page.fill("#id_reason", "recompté ensemble")
    other.tap(other.button("Corriger"))
    expect(other.page.locator("h1")).not_to_contain_text("donne")
    assert SheetLine.objects.get(current=True).half_points == 90
    assert (Conflict.objects.count(), other.page.locator("#queue li").count()) == (0, 0)
    assert writer.page.mishaps == other.page.mishaps == []


@pytest.mark.parametrize("off", [timedelta(days=1), timedelta(days=-1), timedelta(minutes=10), timedelta(minutes=-10)])
def test_the_time_left_is_the_servers_on_a_phone_whose_clock_is_wrong_and_set_meanwhile(
    site: str, browser: Browser, transactional_db: None, off: timedelta
) -> None:
    timed = TournamentFactory(
        state=TournamentState.RUNNING, pace=Pace.MINUTES, minutes_per_round=40, donnes_per_round=None
    )
    (there,) = seated(timed)
    start_clock(tournament=timed, round_number=1, seen=None, by=organiser(timed.club), at=timezone.now())
    page = page_of(browser, site, SMALL)
    wrong = timezone.now() + off
    page.clock.install(time=wrong - timedelta(minutes=1))
    page.clock.pause_at(wrong)  # nothing is asked again: what it says, it says at once
    said: list[str] = []
    page.expose_function("told", lambda text: said.append(text))  # noqa: PLW0108
    page.add_init_script("""new MutationObserver(() => {
        const clock = document.querySelector(".clock");
        if (clock) window.told(clock.textContent.trim());
    }).observe(document, { childList: true, subtree: true, characterData: true })""")
    page.goto(reverse("table_page", args=[token_of(there, timed)]))
    left = re.compile(r"^(40:00|3\d:\d\d)$")
    expect(page.locator(".clock")).to_have_text(left)
    page.clock.set_system_time(timezone.now())
    page.clock.run_for(1_000)
    expect(page.locator(".clock")).to_have_text(left)
    expect(page.locator(".clock.is-over")).to_have_count(0)
    assert not [text for text in said if not left.match(text) and not text.startswith("fin à ")]
    page.context.close()
