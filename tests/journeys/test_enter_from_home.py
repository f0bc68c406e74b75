"""Somebody enters from home, another waits, the first cancels, the second moves up and is let in at the door."""

import datetime

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tests.factories import AccountFactory, ClubFactory, TournamentFactory, logged_in, organiser
from tests.journeys.browser import DESK, PHONE, page_of
from tournaments.labels import EntryState, Status
from tournaments.models import Club, Entry, Tournament

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.checks,
    pytest.mark.product,
    pytest.mark.slow,
    pytest.mark.xdist_group("own_page"),
]


@pytest.fixture
def coming(browser: Browser, transactional_db: None) -> Tournament:
    return TournamentFactory(
        club=ClubFactory(name="Les Bouts"),
        name="Coupe",
        date=timezone.localdate() + datetime.timedelta(days=2),
        entries_open=True,
        capacity=1,
        people_per_entry=2,
    )


def at_the_desk(browser: Browser, site: str, club: Club, size: dict[str, int]) -> Page:
    """Return a window in which the organiser of a club is logged in."""
    page = page_of(browser, site, size)
    session = logged_in(organiser(club)).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
    return page


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def enters(page: Page, last_name: str) -> str:
    """Enter somebody from the calendar of the site, and return the address of his page."""
    page.goto("/calendrier/")
    page.get_by_role("link", name="S’inscrire").click()
    expect(page.get_by_label("Mon nom est montré dans les résultats")).not_to_be_checked()
    page.get_by_label("Prénom").first.fill("Jeanne")
    page.get_by_role("button", name="S’inscrire").click()
    expect(page.get_by_text("Écrivez votre nom.")).to_be_visible()
    expect(page.get_by_label("Prénom").first).to_have_value("Jeanne")
    assert fits(page)
    page.get_by_label("Nom", exact=True).first.fill(last_name)
    page.get_by_role("button", name="S’inscrire").dblclick()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Vous êtes")
    assert fits(page)
    return page.url


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_from_the_calendar_to_the_door(site: str, browser: Browser, coming: Tournament, size: dict[str, int]) -> None:
    AccountFactory()
    first, second = (page_of(browser, site, size) for _each in range(2))
    enters(first, "DUPONT")
    expect(first.get_by_role("heading", name="Vous êtes inscrit")).to_be_visible()
    waits = enters(second, "ZIMMER")
    expect(second.get_by_role("heading", level=1)).to_have_text("Vous êtes 1er sur la liste d’attente")
    assert list(Entry.objects.values_list("last_name", "state")) == [
        ("DUPONT", EntryState.CONFIRMED), ("ZIMMER", EntryState.WAITING)
    ]  # fmt: skip

    desk = at_the_desk(browser, site, coming.club, size)
    desk.goto(f"/organisation/tournois/{coming.pk}/inscriptions/en-ligne/")
    desk.get_by_role("button", name="Accepter DUPONT Jeanne").click()
    expect(desk.get_by_text("DUPONT Jeanne est inscrit, n° 1.")).to_be_visible()
    assert fits(desk)

    first.get_by_role("link", name="Annuler l’inscription…").click()
    first.get_by_role("button", name="Annuler l’inscription").click()
    expect(first.get_by_role("heading", name="Votre inscription est annulée")).to_be_visible()
    second.goto(waits)
    expect(second.get_by_role("heading", name="Vous êtes inscrit")).to_be_visible()
    expect(second.get_by_text("Une place s’est libérée le")).to_be_visible()

    desk.reload()
    expect(desk.get_by_text("DUPONT Jeanne était accepté, n° 1")).to_be_visible()
    desk.goto(f"/organisation/tournois/{coming.pk}/porte/")
    desk.locator("#cherche").press_sequentially("zim")
    desk.get_by_role("button", name="Présent, ZIMMER Jeanne").click()
    expect(desk.locator("#messages")).to_contain_text("ZIMMER Jeanne est là, n° 2.")
    assert fits(desk)
    assert list(coming.registrations.values_list("player__last_name", "status")) == [
        ("DUPONT", Status.WITHDRAWN), ("ZIMMER", Status.PRESENT)
    ]  # fmt: skip
    for page in (first, second, desk):
        assert page.mishaps == []
        page.context.close()
