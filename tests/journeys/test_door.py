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
        expect(page.locator(".door-person")).to_have_count(1)

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
    expect(desk.locator("#messages")).to_contain_text("Zorro est ajouté aux joueurs du club")
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
    line = page.locator(".door-person").first
    line.locator("summary").click()
    line.locator("[name=method]").select_option("cheque")
    line.evaluate("line => { line.dataset.before = 'yes' }")

    page.evaluate("htmx.trigger('#trouves', 'htmx:trigger'); htmx.ajax('GET', location.href + '&etat=1', '#trouves')")
    expect(page.locator("[data-before]")).to_have_count(0)

    expect(line.locator("details")).to_have_attribute("open", "")
    expect(line.locator("[name=method]")).to_have_value("cheque")
    expect(page.locator("[data-live=trouves]")).to_contain_text("À jour à")
    page.context.close()
