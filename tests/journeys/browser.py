"""
A browser as people have it: headless Chromium, French, phone or desk.

Debian's headless shell is the same engine without the browser's own windows, which take half of the processor.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # letters as wide as in the browser: the shell rounds them otherwise
]
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE = 180_000  # ms: what is expected is looked for, not timed; machines are busy, and what is sent again waits
expect.set_options(timeout=PATIENCE)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Debian's Chromium; fails with the command that installs it when it is not there."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        pytest.fail("Chromium is missing: python3 manage.py setup --dev")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def with_letters(browser: Browser, size: int) -> Iterator[Browser]:
    """Start another whose reader chose letters of so many pixels for plain text: 16 as delivered, 32 is 200 %."""
    kind = browser.browser_type
    other = kind.launch(
        executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
        args=[*FLAGS, f"--blink-settings=defaultFontSize={size}"],
    )
    try:
        yield other
    finally:
        other.close()


def page_of(browser: Browser, address: str, size: dict[str, int]) -> Page:
    """Open a window of its own (its own cookies). Any error on its console fails the test that looks at `mishaps`."""
    context = browser.new_context(viewport=size, locale="fr-FR", base_url=address, accept_downloads=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.mishaps = []
    page.on("pageerror", lambda error: page.mishaps.append(str(error)))
    page.on(
        "console", lambda message: page.mishaps.append(message.text) if "Content Security" in message.text else None
    )
    return page


def type_when_ready(page: Page, keys: str) -> None:
    """Type once the page is there and has put the focus where the keyboard goes: no hand is as quick as a script."""
    page.wait_for_load_state("load")
    page.wait_for_function("document.activeElement && document.activeElement !== document.body")
    page.keyboard.type(keys)


def log_in(page: Page, name: str, password: str) -> None:
    page.goto("/comptes/login/")
    page.fill("[name=login]", name)
    page.fill("[name=password]", password)
    page.get_by_role("button", name="Se connecter").click()
