"""Two people at two doors of a hall: one with a phone, one with the laptop, and the same queue before both."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.browser import DESK, PHONE
from tests.journeys.worlds import ServedWorld

pytestmark = [pytest.mark.checks, pytest.mark.product, pytest.mark.slow, pytest.mark.xdist_group("phones")]

# A member who is not entered, and what he pays.
MEMBER = """
from tests.factories import PlayerFactory
from tournaments.models import Tournament
tournament = Tournament.objects.get(pk={draft_id})
print(PlayerFactory(club=tournament.club, last_name="LE GOFF", first_name="Étienne", licence="").pk)
"""

# From the end of who paid to what he paid, on each line, in pixels.
FROM_NAME_TO_FIGURE = """() => [...document.querySelectorAll(".kept li")].map((line) => {
    const name = document.createRange();
    name.selectNodeContents(line.firstElementChild);
    return line.lastElementChild.getBoundingClientRect().left - name.getBoundingClientRect().right;
})"""
FAR = 420  # px: an eye loses the line


def at_the_door(world: ServedWorld, browser: Browser, size: dict[str, int]) -> Page:
    page = world.window(browser, "organiser", viewport=size, locale="fr-FR").new_page()
    page.goto("/organisation/tournois/{draft_id}/porte/".format(**world.values))
    expect(page.locator("#cherche")).to_be_focused()
    return page


def test_two_doors_let_one_player_in_once(world: ServedWorld, browser: Browser) -> None:
    player = world.server.manage(MEMBER.format(**world.values)).strip()
    phone, desk = at_the_door(world, browser, PHONE), at_the_door(world, browser, DESK)
    for page in (phone, desk):
        # Ten seconds may pass before a tap, or before its answer is read: the list asked again would say it otherwise.
        page.route("**/porte/?etat=1**", lambda route: route.fulfill(status=204))
        page.keyboard.type("legoff e")
        expect(page.locator(".check-in-person")).to_have_count(1)

    there = phone.locator(f"#personne-{player}")
    there.get_by_role("button", name=re.compile("^Présent, 12,50")).click()
    expect(there).to_contain_text("LE GOFF Étienne est là, n°")
    expect(phone.locator("#etat")).to_contain_text("10 présents")
    expect(phone.locator("#cherche")).to_be_focused()

    # The laptop's line is as it was: its tap is told what the phone did, and takes no money.
    desk.get_by_role("button", name=re.compile("^Présent, 12,50")).click()
    expect(desk.locator(f"#personne-{player}")).to_contain_text("était déjà là")
    expect(desk.locator("#etat")).to_contain_text("payé 25")

    # What is typed next takes the place of the name before.
    desk.keyboard.type("Zorro")
    expect(desk.locator("#trouves")).to_contain_text("Personne du club ne s’appelle")
    expect(desk.locator("[name=last_name]")).to_have_value("Zorro")
    desk.get_by_role("button", name="Sans payer").click()
    expect(desk.locator("#messages")).to_contain_text("Zorro est invité du club")
    expect(desk.locator("#messages")).to_be_in_viewport()
    expect(desk.locator("#cherche")).to_be_focused()
    expect(desk.locator("#etat")).to_contain_text("11 présents")

    desk.goto(desk.url.partition("/porte/")[0] + "/caisse/")
    assert 0 < max(desk.evaluate(FROM_NAME_TO_FIGURE)) < FAR
    for page in (phone, desk):
        page.context.close()


def test_an_open_line_stays_open_with_what_was_chosen_when_the_list_is_asked_again(
    world: ServedWorld, browser: Browser
) -> None:
    page = at_the_door(world, browser, PHONE)
    page.goto("/organisation/tournois/{draft_id}/porte/?liste=a-payer".format(**world.values))
    line = page.locator(".check-in-person").first
    line.locator("summary").click()
    line.locator("[name=method]").select_option("cheque")
    line.evaluate("line => { line.dataset.before = 'yes' }")

    page.evaluate("htmx.trigger('#trouves', 'htmx:trigger'); htmx.ajax('GET', location.href + '&etat=1', '#trouves')")
    expect(page.locator("[data-before]")).to_have_count(0)

    expect(line.locator("details")).to_have_attribute("open", "")
    expect(line.locator("[name=method]")).to_have_value("cheque")
    expect(page.locator("[data-live=trouves]")).to_contain_text("À jour à")
    page.context.close()


EXPECTED = """
from tests.factories import PlayerFactory, RegistrationFactory, TournamentFactory
from tournaments.models import Tournament
club = Tournament.objects.get(pk={draft_id}).club
evening = TournamentFactory(club=club, rounds_planned=3, name="À pointer")
for number in range(1, 29):
    player = PlayerFactory(club=club, licence="", last_name="ATTENDU", first_name=f"Prénom {{number:02}}")
    RegistrationFactory(tournament=evening, player=player, start_number=number, status="inscrit")
print(evening.pk)
"""

# The buttons « Présent » that nothing covers: their tops, in pixels.
TO_TICK = """() => [...document.querySelectorAll(".check-in-person .primary")]
    .map((button) => [button, button.getBoundingClientRect()])
    .filter(([button, box]) => [box.top + 2, box.bottom - 2]
        .every((y) => document.elementFromPoint(box.left + 9, y) === button))
    .map(([button, box]) => Math.round(box.top))"""


def test_ticking_on_a_phone_keeps_the_next_button_under_the_thumb(world: ServedWorld, browser: Browser) -> None:
    evening = world.server.manage(EXPECTED.format(**world.values)).strip()
    page = world.window(browser, "organiser", viewport=PHONE, locale="fr-FR", has_touch=True).new_page()
    page.goto(f"/organisation/tournois/{evening}/porte/")
    thumb = 0
    for done in range(9):  # the list is asked again meanwhile: those who are there leave it
        page.wait_for_function("() => !document.querySelector('.htmx-settling, .htmx-added')")
        tops = page.evaluate(TO_TICK)
        assert len(tops) >= 8, tops  # where a phone reaches the site, the folded code covers one
        if done:
            assert abs(tops[0] - thumb) <= 8
        thumb = tops[0]
        if not done:
            other = page.locator(".check-in-person summary").first
            other.tap()  # what « Autre » opens leaves the button where it was
            assert page.evaluate(TO_TICK)[0] == thumb
            assert page.locator(".check-in-person .primary").first.bounding_box()["x"] > PHONE["width"] / 3  # type: ignore[index]
            other.tap()
        pressed = page.locator(".check-in-person .primary").first
        name = re.split(r", | \(", pressed.get_attribute("aria-label").removeprefix("Présent, "))[0]
        pressed.tap()
        expect(page.locator(".is-there", has_text=f"{name} est là")).to_have_count(1)
        expect(page.locator("#etat")).to_contain_text(f"{done + 1} présent")
        if done == 4:
            page.evaluate("htmx.ajax('GET', '?etat=1', {target: '#trouves', swap: 'outerHTML'})")
            expect(page.locator(".check-in-person.is-there")).to_have_count(0)
    page.context.close()
