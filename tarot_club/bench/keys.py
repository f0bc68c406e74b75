"""
How a plain donne is typed at the desk, in a real browser against the real server: which keys, and how long it takes.

The hand is a script that waits before each key as long as somebody who does not type all day.
"""

import importlib
import importlib.util
import shutil
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tarot_club.bench.big_evening import ARBITER
from tarot_club.bench.pages import served_evening

PLAIN = ("s", "g", "2", "4", "9", "Enter")  # Sud takes a garde: two bouts, forty-nine points
SECONDS_A_KEY = 0.28  # of an average typist, by the keystroke-level model
READY = "document.activeElement && document.activeElement.name === 'taker'"


def keys(*, donnes: int = 12) -> Iterator[str]:
    """Yield what it takes to type so many donnes, in French; that there is no browser, where there is none."""
    path = shutil.which("chromium")
    if path is None or importlib.util.find_spec("playwright") is None:
        yield "  il n’y a pas de navigateur ici (Chromium et playwright) : rien n’est mesuré"
        return
    with served_evening(players=16, rounds=1) as served, _window(path, served.address) as page:
        page.goto("/comptes/login/")
        page.fill("[name=login]", ARBITER)
        page.fill("[name=password]", served.password)
        page.click("main button[type=submit]")
        page.wait_for_url("**/organisation/**")
        page.goto("/arbitrage/1/1/tables/1/donnes/1/")
        page.wait_for_function(READY)
        whole, waited = [], []
        for number in range(1, donnes + 1):
            began = time.perf_counter()
            for key in PLAIN:
                time.sleep(SECONDS_A_KEY)
                page.keyboard.press(key)
            typed = time.perf_counter()
            page.wait_for_url(f"**/donnes/{number + 1}/")
            page.wait_for_function(READY)
            whole.append(time.perf_counter() - began)
            waited.append(time.perf_counter() - typed)
    yield f"  {'une donne simple au clavier, à l’arbitrage':<56}{len(PLAIN):>9} touches"
    yield f"  {'à la main, jusqu’au formulaire de la suivante':<56}{statistics.median(whole):>9.1f} s"
    yield f"  {'dont attendu après Entrée, p50':<56}{statistics.median(waited) * 1000:>9.0f} ms"


@contextmanager
def _window(path: str, address: str) -> Iterator[Any]:
    """Open a window at the desk of a browser that is there."""
    api = importlib.import_module("playwright.sync_api")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield browser.new_context(
                viewport={"width": 1280, "height": 900}, locale="fr-FR", base_url=address
            ).new_page()
        finally:
            browser.close()
