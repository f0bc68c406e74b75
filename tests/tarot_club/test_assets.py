"""The site's own files go out small, once, and never old."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.templatetags.static import static
from django.test import Client

from tarot_club.assets import _read

OURS = settings.BASE_DIR / "tarot_club" / "static" / "tarot_club"
LINK = re.compile(r'(?:href|src)="(/static/[^"]+)"')
FOR_EVER = "max-age=31536000, public, immutable"


def body(response):
    return b"".join(response.streaming_content) if response.streaming else response.content


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/", "/marque/", "/cartes/compter/", "/admin/login/"])
def test_every_file_of_a_page_is_compressed_and_kept_for_ever(page):
    visitor = Client(headers={"accept-encoding": "gzip, deflate"})
    addresses = LINK.findall(gzip.decompress(visitor.get(page).content).decode())
    assert len(addresses) >= 3
    for address in addresses:
        answer = visitor.get(address)
        assert (answer.status_code, answer["Cache-Control"]) == (200, FOR_EVER)
        assert (answer["Content-Encoding"], answer["Vary"]) == ("gzip", "Accept-Encoding")
        assert answer["Content-Length"] == str(len(answer.content))


def test_a_first_view_is_a_third_of_its_files():
    files = [static(name) for name in ("tarot_club/theme.css", "django_htmx/htmx-2.min.js", "tarot_club/icon.svg")]
    plain, packed = Client(), Client(headers={"accept-encoding": "gzip"})
    assert sum(len(packed.get(name).content) for name in files) * 2.5 < sum(
        len(plain.get(name).content) for name in files
    )


def test_what_comes_out_is_the_file():
    plain, packed = Client().get(static("tarot_club/theme.css")), Client().head(static("tarot_club/theme.css"))
    assert plain.content == (OURS / "theme.css").read_bytes()
    assert (plain["Content-Type"], "Content-Encoding" in plain) == ('text/css; charset="utf-8"', False)
    assert (packed.content, packed["Content-Length"]) == (b"", plain["Content-Length"])


def test_a_page_of_an_older_release_gets_todays_file_and_does_not_keep_it():
    answer = Client().get("/static/tarot_club/theme.0123456789ab.css")
    assert (answer.content, answer["Cache-Control"]) == ((OURS / "theme.css").read_bytes(), "no-cache")
    unhashed = Client().get("/static/tarot_club/theme.css")
    assert (body(unhashed), unhashed["Cache-Control"]) == ((OURS / "theme.css").read_bytes(), "max-age=3600, public")


@pytest.mark.django_db
def test_what_no_package_ships_is_not_there():
    for path in ("/static/tarot_club/nothing.0123456789ab.css", "/static/../settings.0123456789ab.py"):
        assert Client().get(path).status_code == 404


def test_new_bytes_have_a_new_address(tmp_path: Path):
    file = tmp_path / "x.css"
    file.write_text("a")
    first = _read(file, file.stat().st_mtime_ns)[0]
    file.write_text("b")
    assert _read(file, file.stat().st_mtime_ns + 1)[0] != first


@pytest.mark.django_db
def test_the_root_has_its_icon_its_robots_and_a_description(client):
    assert client.get("/favicon.ico")["Content-Type"] == "image/x-icon"
    robots = client.get("/robots.txt")
    assert (robots["Content-Type"], "Disallow: /organisation/" in robots.content.decode()) == (
        "text/plain; charset=utf-8",
        True,
    )
    page = client.get("/", headers={"accept-language": "fr"}).content.decode()
    description = re.search(r'<meta name="description"\s+content="([^"]+)">', page)
    assert description[1] == "Les classements en direct, les tables et les championnats des clubs."
