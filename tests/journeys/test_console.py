"""The console while an evening goes on: a table calls, an arbiter reads it without asking, goes there, settles it."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, expect

from scoring.models import ArbiterCall, Phone
from scoring.queries.console import SILENT_AFTER
from tests.factories import TournamentFactory, arbiter
from tests.journeys.browser import DESK, PHONE, log_in, page_of
from tests.scoring.sheets import seated
from tournaments.labels import TournamentState
from tournaments.queries.table_codes import token_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.checks,
    pytest.mark.product,
    pytest.mark.slow,
    pytest.mark.xdist_group("tables"),
]


def test_a_call_is_read_gone_to_and_settled_and_a_silent_phone_is_told(site: str, browser: Browser) -> None:
    tables = seated(TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=2), tables=3)
    tournament = tables[0].round.of_tournament
    judge = arbiter(tournament.club)
    desk, phone = page_of(browser, site, DESK), page_of(browser, site, PHONE)
    log_in(desk, judge.username, "secret")
    expect(desk.get_by_role("button", name="Déconnexion")).to_be_visible()
    desk.goto(reverse("desk", args=[tournament.pk]))
    rows = desk.locator("#desk-tables tbody tr")
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
    expect(call).to_contain_text("L’arbitre est appelé : une faute")
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
    told = desk.get_by_text(f"téléphone muet depuis {since.hour} h {since:%M}")
    for _look in range(60):
        Phone.objects.update(last_seen=heard)  # again: what the page asked while it closed may be answered later
        if told.is_visible():
            break
        desk.wait_for_timeout(1000)
    expect(told).to_be_visible()
    assert desk.mishaps == mishaps == []
