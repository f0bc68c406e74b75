"""
How a plain donne is entered, in a real browser against the real server: which keys or taps, and how long it takes.

The hand is a script that waits before each key as long as somebody who does not type all day, and before each tap of a
phone as long as a player who looks for what he touches.
"""

import importlib
import importlib.util
import re
import shutil
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tarot_club.bench.big_evening import ARBITER
from tarot_club.bench.served import served_evening

PLAIN = ("s", "g", "2", "4", "9", "Enter")  # Sud takes a garde: two bouts, forty-nine points
SECONDS_A_KEY = 0.28  # of an average typist, by the keystroke-level model
# The same by touch, once the donne is opened: the taker, the contract, the bouts, two digits, « Enregistrer ».
PLAIN_TAPS = (
    "#f-taker label",
    "#f-contract label:has-text('Garde')",
    "#f-bouts label:has-text('2')",
    "[data-digit='4']",
    "[data-digit='9']",
    "form[data-queue] button[type=submit]:not([name])",
)
TAPS = 1 + len(PLAIN_TAPS)
MOST_TAPS, MOST_SECONDS = 8, 8
SECONDS_A_TAP = 1.0  # to look for a thing and to touch it
DESK, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 700}
READY = "document.activeElement && document.activeElement.name === 'taker'"


def keys(*, donnes: int = 12) -> Iterator[str]:
    """Yield what it takes to enter so many donnes, in French; that there is no browser, where there is none."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None or importlib.util.find_spec("playwright") is None:
        yield "  il n’y a pas de navigateur ici (Chromium et playwright) : rien n’est mesuré"
        return
    with served_evening(players=16, rounds=1) as served, _browser(path) as browser:
        desk = browser.new_context(viewport=DESK, locale="fr-FR", base_url=served.address).new_page()
        desk.goto("/comptes/login/")
        desk.fill("[name=login]", ARBITER)
        desk.fill("[name=password]", served.password)
        desk.click("main button[type=submit]")
        desk.wait_for_url("**/organisation/**")
        yield from _lines(_typed(desk, donnes), f"{len(PLAIN)} touches", "au clavier, à l’arbitrage", "Entrée")
        desk.goto("/arbitrage/1/1/tables/2/code/")
        table = re.findall(r"/t/[^/\"]+/", desk.content())[0]
        phone = browser.new_context(viewport=PHONE, has_touch=True, locale="fr-FR", base_url=served.address).new_page()
        phone.goto(table)
        phone.locator("form[action$='/moi/'] button").first.tap()
        took = _tapped(phone, donnes)
        yield from _lines(took, f"{TAPS} touchers", "sur un téléphone, à la table", "Enregistrer")
        seconds = statistics.median(whole for whole, _waited in took)
        verdict = "tenu" if TAPS <= MOST_TAPS and seconds <= MOST_SECONDS else "PAS TENU"
        yield f"  → au plus {MOST_TAPS} touchers et {MOST_SECONDS} s : {verdict}"


def _lines(took: list[tuple[float, float]], count: str, how: str, last: str) -> Iterator[str]:
    """Yield the medians of donnes: seconds of each, and those of them after the last key or tap."""
    whole, waited = zip(*took, strict=True)
    yield f"  {f'une donne simple {how}':<56}{count:>17}"
    yield f"  {'à la main, jusqu’à la suivante':<56}{statistics.median(whole):>9.1f} s"
    yield f"  {f'dont attendu après {last}, p50':<56}{statistics.median(waited) * 1000:>9.0f} ms"


def _typed(page: Any, donnes: int) -> list[tuple[float, float]]:
    """Type donnes at the desk: the seconds of each, and those that its answer took."""
    took = []
    page.goto("/arbitrage/1/1/tables/1/donnes/1/")
    page.wait_for_function(READY)
    for number in range(1, donnes + 1):
        began = time.perf_counter()
        for key in PLAIN:
            time.sleep(SECONDS_A_KEY)
            page.keyboard.press(key)
        typed = time.perf_counter()
        page.wait_for_url(f"**/donnes/{number + 1}/")
        page.wait_for_function(READY)
        took.append((time.perf_counter() - began, time.perf_counter() - typed))
    return took


def _tapped(page: Any, donnes: int) -> list[tuple[float, float]]:
    """Enter donnes at a table by touch: the seconds of each, and those that its answer took."""
    took = []
    for number in range(1, donnes + 1):
        enter = page.locator(f"main a[href$='/donnes/{number}/']").first
        enter.wait_for()
        began = time.perf_counter()
        for target in (enter, *[page.locator(selector).first for selector in PLAIN_TAPS]):
            time.sleep(SECONDS_A_TAP)
            target.tap()
        tapped = time.perf_counter()
        page.locator(f"main a[href$='/donnes/{number + 1}/']").first.wait_for()
        took.append((time.perf_counter() - began, time.perf_counter() - tapped))
    return took


@contextmanager
def _browser(path: str) -> Iterator[Any]:
    """Start a browser that is there."""
    api = importlib.import_module("playwright.sync_api")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield browser
        finally:
            browser.close()
