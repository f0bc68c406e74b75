"""
The README's pictures, made from the demonstration: `python -m tests.pictures`.

Standings on a phone, the entry form of a donne, the first page of the ranking as it is printed. It starts a server on a
folder of its own and ends it; it needs Debian's chromium and poppler-utils.
"""

import subprocess
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.journeys.browser import DESK, PHONE, chromium, log_in, page_of
from tests.tarot_club.serving import Serving

FOLDER = Path(__file__).parent.parent / "tarot_club" / "demo" / "pictures"
HEIGHT = 760  # pixels of each picture, so that the three stand side by side
PASSWORD = "tarot-demo"  # of every login of the demonstration; it prints it
COLOURS = 128  # enough for a page of text, and a third of the bytes


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        with Serving(Path(folder) / "data", "--demo") as server, chromium() as browser:
            standings_on_a_phone(browser, server.address, Path(folder) / "standings.png")
            entry_form(browser, server.address, Path(folder) / "entry.png")
            printed_ranking(browser, server.address, Path(folder))
        for name in ("standings", "entry", "ranking"):
            keep(Path(folder) / f"{name}.png")


def standings_on_a_phone(browser: Browser, address: str, picture: Path) -> None:
    page = page_of(browser, address, PHONE)
    page.goto("/")
    page.get_by_role("link", name="Soirée du club").first.click()
    page.get_by_role("link", name="Classement").first.click()
    expect(page.locator("main table")).to_be_visible()
    page.screenshot(path=picture)


def entry_form(browser: Browser, address: str, picture: Path) -> None:
    """Half filled in, with what everybody would have."""
    page = logged_in(browser, address, "arbitre", DESK)
    page.goto("/")
    page.get_by_role("link", name="Soirée du club").first.click()
    tournament = page.url.rstrip("/").rpartition("/tournois/")[2].partition("/")[0]
    page.goto(f"/arbitrage/{tournament}/3/tables/2/donnes/3/")
    for group, choice in (("taker", "1"), ("contract", "garde"), ("bouts", "2")):
        page.locator(f"label:has([name={group}][value='{choice}'])").click()
    page.fill("[name=points]", "49")
    page.wait_for_load_state("networkidle")
    page.screenshot(path=picture)


def printed_ranking(browser: Browser, address: str, folder: Path) -> None:
    page = logged_in(browser, address, "organisateur", DESK)
    page.goto("/organisation/")
    page.get_by_role("link", name="Grand Prix de la Rivière").first.click()
    page.get_by_role("link", name="Papiers").first.click()
    page.get_by_role("button", name="Classement").first.click()
    link = page.get_by_role("link", name="Télécharger").first
    expect(link).to_be_visible(timeout=60_000)
    (folder / "ranking.pdf").write_bytes(page.request.get(str(link.get_attribute("href"))).body())
    subprocess.run(
        ["pdftoppm", "-png", "-singlefile", "-r", "100", folder / "ranking.pdf", folder / "ranking"], check=True
    )


def logged_in(browser: Browser, address: str, name: str, size: dict[str, int]) -> Page:
    page = page_of(browser, address, size)
    log_in(page, name, PASSWORD)
    return page


def keep(picture: Path) -> None:
    """Write a picture into the repository, as high as the others and small."""
    with Image.open(picture) as image:
        size = (round(image.width * HEIGHT / image.height), HEIGHT)
        small = image.convert("RGB").resize(size, Image.Resampling.LANCZOS).quantize(COLOURS)
        small.save(FOLDER / picture.name, optimize=True)


if __name__ == "__main__":
    main()
