"""Next Friday: from the organiser's first page to published tables in three clicks and the ticks of who came."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.journeys.browser import DESK, log_in, page_of
from tests.tarot_club.serving import Serving

pytestmark = [pytest.mark.product, pytest.mark.journey, pytest.mark.slow, pytest.mark.xdist_group("journey")]

# Sixteen players of a club, of whom twelve came last Friday: two of them apart, one at a fixed place.
MADE = """
from datetime import timedelta
from django.db import transaction
from django.utils import timezone
from tests.factories import NOW, AccountFactory, ClubFactory, PlayerFactory, RegistrationFactory, TournamentFactory
from tests.tournaments.rotations import done
from tournaments.labels import RoleName, Status, TournamentState, WishKind
from tournaments.models import Appointment, Tournament
from tournaments.seating import Remainder
from tournaments.services.draws.requests import ask_draw
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.wishes import add_wish

club = ClubFactory(name="Les Bouts", slug="les-bouts")
aline = AccountFactory(username="aline")
Appointment.objects.create(account=aline, role=RoleName.ORGANISER, club=club)
friday = timezone.localdate() - timedelta(days=6)
last = TournamentFactory(club=club, name="Soirée n° 12", date=friday, rounds_planned=3, donnes_per_round=1)
entries = [
    RegistrationFactory(tournament=last, player__club=club, player__last_name=f"NOM{number:02d}", start_number=number,
                        status=Status.PRESENT if number <= 12 else Status.ABSENT)
    for number in range(1, 17)
]
add_wish(tournament=last, kind=WishKind.APART, players=[entries[0].pk, entries[1].pk], by=aline, at=NOW)
add_wish(tournament=last, kind=WishKind.PLACE, players=[entries[2].pk], table=1, by=aline, at=NOW)
with transaction.atomic():  # or the worker takes the job first
    draw = done(ask_draw(tournament=last, remainder=Remainder.EXEMPT, seed=1, by=aline, at=NOW))
publish_draw(draw=draw, by=aline, at=NOW)
Tournament.objects.update(state=TournamentState.FINISHED)
"""
CAME = 9  # of the twelve who are expected


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("friday") / "data", like=migrated) as server:
        server.manage(MADE)
        yield server


def test_the_next_evening_is_ready_in_three_clicks_and_the_ticks_of_who_came(server: Serving, browser: Browser) -> None:
    office = page_of(browser, server.address, DESK)
    log_in(office, "aline", "secret")
    office.goto("/organisation/")
    clicks: list[str] = []

    def click(button: Locator) -> None:
        clicks.append(button.inner_text())
        button.click()  # the last one appears when the worker has drawn

    click(office.get_by_role("button", name="Refaire"))
    expect(office.locator(".notice.ok").first).to_contain_text("12 habitués attendus, 2 souhaits repris")
    for number in range(CAME):
        tick = office.locator("tbody tr").nth(number).get_by_role("button", name="Présent")
        tick.click()
        expect(tick).to_have_count(0)
    expect(office.locator("#pointage")).to_contain_text("9 présents, 3 attendus")
    click(office.get_by_role("button", name="Tirer comme la dernière fois"))
    click(office.get_by_role("button", name="Publier ce tirage"))

    expect(office.locator(".notice.ok").first).to_contain_text("publié")
    assert len(clicks) == 3, clicks
    phone = page_of(browser, server.address, DESK)
    phone.goto("/")
    phone.get_by_role("link", name="Soirée n° 13").first.click()
    phone.locator('a[href$="/tables/"]').first.click()
    expect(phone.locator("main")).to_contain_text("NOM01")
    assert office.mishaps == phone.mishaps == []
