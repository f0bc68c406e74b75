"""The console while an evening goes on: a table calls, an arbiter reads it without asking, goes there, settles it."""

import datetime
import uuid

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from scoring.labels import CallAbout, ProtestAbout
from scoring.models import ArbiterCall, Phone, Protest
from scoring.queries.desk.console import SILENT_AFTER
from scoring.services.decisions.arbiter_calls import call_arbiter
from tests.factories import TournamentFactory, arbiter
from tests.journeys.browser import DESK, PHONE, log_in, page_of
from tests.scoring.sheets import SUD, phone_of, record, seated
from tournaments.labels import TournamentState
from tournaments.models import Account, Table
from tournaments.queries.pages.table_codes import token_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.checks,
    pytest.mark.product,
    pytest.mark.slow,
    pytest.mark.xdist_group("tables"),
]


def hall(tables: int) -> tuple[list[Table], Account]:
    """Return the tables of a hall where two call, one contests, one waits to be confirmed, and who is its arbiter."""
    tournament = TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=4, needs_confirmation=True)
    made = seated(tournament, tables=tables)
    judge, now = arbiter(tournament.club), timezone.now()
    for table in made:
        record(table, 1, judge)
    record(made[9], 2, phone_of(made[9], SUD, at=now))
    for table in made[-2:]:
        call_arbiter(table=table, about=CallAbout.CHELEM, number=2, key=uuid.uuid4(), by=judge, at=now)
    asked = {"reason": "la donne 2 est de 53, pas de 56", "key": uuid.uuid4(), "by_name": "Ada", "at": now}
    Protest.objects.create(table=made[4], about=ProtestAbout.SHEET, **asked)
    return made, judge


def seen_whole(page: Page, tiles: str) -> list[str]:
    """Return the tables whose whole tile is in the window, above the bar at its foot."""
    return page.evaluate(
        """(tiles) => {
          const bar = document.querySelector("#desk-tables > .bar");
          const foot = bar ? bar.getBoundingClientRect().top : innerHeight;
          return [...document.querySelectorAll(tiles)].filter((tile) => {
            const { top, bottom } = tile.getBoundingClientRect();
            return top >= 0 && bottom <= Math.min(foot, innerHeight);
          }).map((tile) => (tile.querySelector("[id^=table-]") || tile).id);
        }""",
        tiles,
    )


@pytest.mark.parametrize(("tables", "whole"), [(24, 24), (60, 4)])
def test_a_hall_is_read_on_one_screen(site: str, browser: Browser, tables: int, whole: int) -> None:
    made, judge = hall(tables)
    desk, phone = page_of(browser, site, DESK), page_of(browser, site, PHONE)
    for page in (desk, phone):
        log_in(page, judge.username, "secret")
        expect(page.get_by_role("button", name="Déconnexion")).to_be_visible()
        page.goto(reverse("desk_round", args=[made[0].round.tournament_id, 1]))
    first = desk.locator(".tile").first.bounding_box()
    assert first
    assert first["y"] < 300  # 620 when five rows of controls stood above it
    told_whole = seen_whole(desk, ".tiles.whole .tile")
    assert len(told_whole) == whole
    assert told_whole[:4] == [f"table-{number}" for number in (tables - 1, tables, 5, 10)]
    assert desk.get_by_text("2 tables appellent").is_visible()
    desk.get_by_role("link", name="Par numéro").click()
    expect(desk.locator(".tile")).to_have_count(tables)
    assert len(seen_whole(desk, ".tile")) == tables  # the hall as it stands, each with its word
    assert "appelle" in desk.locator(f".tile:has(#table-{tables}), #table-{tables}").first.inner_text()

    assert seen_whole(phone, ".tile")[:1] == [f"table-{tables - 1}"]
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    small = phone.locator(".tile:has-text('joue')").first.bounding_box()
    assert small
    assert small["width"] < PHONE["width"] / 3  # a word to a tile, several beside one another
    assert desk.mishaps == phone.mishaps == []


def test_what_is_new_does_not_take_the_arbiter_from_where_he_is(site: str, browser: Browser) -> None:
    made, judge = hall(60)
    later = seated(made[0].round.of_tournament, tables=1, round_number=2)[0]
    desk = page_of(browser, site, DESK)
    log_in(desk, judge.username, "secret")
    expect(desk.get_by_role("button", name="Déconnexion")).to_be_visible()
    desk.goto(reverse("desk_round", args=[made[0].round.tournament_id, 1]))
    desk.locator("#table-40").focus()
    scrolled = desk.evaluate("scrollY")
    for table in (made[0], later):
        call_arbiter(table=table, about=CallAbout.FAULT, key=uuid.uuid4(), by=judge, at=timezone.now())
    expect(desk.locator(".tiles.whole .tile")).to_have_count(5)
    expect(desk.locator("#table-40")).to_be_focused()  # two places further on now, and still his
    assert desk.evaluate("scrollY") == scrolled
    expect(desk.locator("#round-2")).to_contain_text("appel")  # beside the part that was asked for again
    assert desk.mishaps == []


def test_a_call_is_read_gone_to_and_settled_and_a_silent_phone_is_told(site: str, browser: Browser) -> None:
    tables = seated(TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=2), tables=3)
    tournament = tables[0].round.of_tournament
    judge = arbiter(tournament.club)
    desk, phone = page_of(browser, site, DESK), page_of(browser, site, PHONE)
    log_in(desk, judge.username, "secret")
    expect(desk.get_by_role("button", name="Déconnexion")).to_be_visible()
    desk.goto(reverse("desk", args=[tournament.pk]))
    rows = desk.locator("#desk-tables .tile")
    expect(rows).to_have_count(3)

    # From here on nobody touches the desk: it looks again by itself.
    table_page = reverse("table_page", args=[token_of(tables[2], tournament)])
    phone.goto(table_page)
    phone.get_by_role("button", name=tables[2].seats.get(chair=0).registration.player.full_name).click()
    expect(phone.get_by_role("link", name="Saisir la donne")).to_be_visible()  # else the page before is touched
    phone.get_by_role("link", name="Appeler l’arbitre", exact=True).click()
    phone.get_by_role("button", name="Une faute").click()
    expect(phone.get_by_text("L’arbitre est appelé.", exact=True)).to_be_visible()
    call = desk.locator(".arbiter-call")
    expect(call).to_contain_text("Une faute")
    expect(call).to_contain_text("à l’instant")
    expect(rows.first.locator(".arbiter-call")).to_have_count(1)  # it came third, and stands first now

    call.get_by_role("button", name="J’y vais").click()
    expect(call).to_contain_text(f"{judge} y va")
    phone.reload()
    expect(phone.get_by_text(f"{judge} arrive.")).to_be_visible()

    call.get_by_role("button", name="Réglé").click()
    expect(call).to_have_count(0)
    phone.reload()
    expect(phone.get_by_role("link", name="Appeler l’arbitre", exact=True)).to_be_visible()
    assert ArbiterCall.objects.get().settled_by == judge

    mishaps = phone.mishaps
    phone.context.close()  # a page that is open asks again, and is heard
    heard = timezone.now() - SILENT_AFTER - datetime.timedelta(minutes=1)
    since = timezone.localtime(heard)
    told = desk.get_by_text(f"muet depuis {since.hour} h {since:%M}")
    for _look in range(60):
        Phone.objects.update(last_seen=heard)  # again: what the page asked while it closed may be answered later
        if told.is_visible():
            break
        desk.wait_for_timeout(1000)
    expect(told).to_be_visible()
    assert desk.mishaps == mishaps == []
