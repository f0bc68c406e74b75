"""The site's own files go out small, once, and never old."""

import gzip
import re
from pathlib import Path
from typing import Any

import brotli
import pytest
import tinycss2
from django.conf import settings
from django.core.files.base import ContentFile
from django.templatetags.static import static
from django.test import Client

from tarot_club.assets import CollectedAssets, _read, minified

OURS = settings.BASE_DIR / "tarot_club" / "static" / "tarot_club"
THEME = OURS / "theme.css"
SMALL_THEME = minified(THEME, THEME.read_bytes())
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


def test_our_style_sheets_and_scripts_come_out_without_comments_and_indentation():
    for file in (*OURS.glob("*.css"), *OURS.glob("*.js")):
        small = minified(file, file.read_bytes()).decode()
        assert len(small) < len(file.read_text("utf-8")) * 0.87, file.name
        assert "\n " not in small, file.name
        assert "/* " not in small, file.name
        assert "\n//" not in small, file.name


Selectors = list[tuple[Any, ...]]
COMBINES = {">", "+", "~", ","}  # blanks beside them say nothing; elsewhere one says « within »


def selectors(rules: list[tinycss2.ast.Node]) -> Selectors:
    """Return what each rule is about, in order, and those within it, as a browser reads them."""
    found: Selectors = []
    for rule in rules:
        if rule.type == "qualified-rule":
            found.append(tuple(read(rule.prelude, is_selector=True)))
        elif rule.type == "at-rule":
            within = rule.at_keyword in {"media", "supports", "container"} and tinycss2.parse_rule_list(rule.content)
            found.append((rule.at_keyword, *read(rule.prelude, is_selector=False), *selectors(within or [])))
    return found


def read(tokens: list[tinycss2.ast.Node], *, is_selector: bool) -> list[Any]:
    """Return the words of a selector or of a condition, with the blanks that a browser does not pass over."""
    words: list[Any] = []
    for token in tokens:
        if token.type == "whitespace":
            words += [" "] if is_selector and words and words[-1] not in COMBINES else []
            continue
        if words and words[-1] == " " and token.type == "literal" and token.value in COMBINES:
            words.pop()
        inside = getattr(token, "arguments", getattr(token, "content", None))
        if inside is None:
            words.append(token.serialize())
        else:
            words.append((token.type, getattr(token, "name", ""), *read(inside, is_selector=is_selector)))
    return words[:-1] if words and words[-1] == " " else words


def whole(text: str) -> Selectors:
    return selectors(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True))


def test_our_style_sheets_come_out_about_the_same_elements():
    """Within `@container` the blank of `.list :is(th)`, which says « within », would be lost."""
    for file in OURS.glob("*.css"):
        assert whole(minified(file, file.read_bytes()).decode()) == whole(file.read_text("utf-8")), file.name
    assert whole("@container (width<2px){.list:is(th){}}") != whole("@container (width<2px){.list :is(th){}}")
    assert whole("@media screen and (width < 2px) { a > b , c d { } }") == whole(
        "@media screen and (width<2px){a>b,c d{}}"
    )


def test_letters_have_one_of_seven_sizes():
    """The others are tuned to their place: the form of one screen, menu, tabs and lede of a phone, a tick, my table."""
    size = re.compile(r"^.*font(?:-size)?: (?:\w+ )*[\d.]+rem.*$", re.MULTILINE)
    own = {"1rem/1.5", ".lede", ".entering", ".places", ".top nav a", ".tap", ".where"}
    for name in ("theme.css", "lists.css", "office.css"):
        for found in size.finditer((OURS / name).read_text("utf-8")):
            assert any(each in found[0] for each in own), found[0].strip()


def test_what_others_ship_comes_out_as_it_is(tmp_path: Path):
    assert minified(tmp_path / "x.css", b"a { }  /* theirs */") == b"a { }  /* theirs */"
    assert minified(OURS / "icon.svg", b"<svg>  </svg>") == b"<svg>  </svg>"


def test_who_works_on_the_files_reads_them_as_they_are(settings):
    settings.DEBUG = True
    assert minified(THEME, THEME.read_bytes()) == THEME.read_bytes()


def test_no_template_of_a_script_stands_within_another_which_would_lose_its_spaces():
    for file in OURS.glob("*.js"):
        assert re.findall(r"`[^`]*\$\{[^}`]*`", file.read_text("utf-8")) == [], file.name


def test_a_browser_that_takes_brotli_gets_less_than_in_gzip():
    gzip_alone, both = Client(headers={"accept-encoding": "gzip"}), Client(headers={"accept-encoding": "gzip, br"})
    packed, tight = (client.get(static("tarot_club/theme.css")) for client in (gzip_alone, both))
    assert (packed["Content-Encoding"], tight["Content-Encoding"]) == ("gzip", "br")
    assert brotli.decompress(tight.content) == gzip.decompress(packed.content) == SMALL_THEME
    assert len(tight.content) < len(packed.content)


def test_what_is_collected_is_as_small(tmp_path: Path):
    collected = CollectedAssets(location=tmp_path)
    for name in ("tarot_club/theme.css", "theirs/x.css"):
        collected.save(name, ContentFile(THEME.read_bytes()))
    assert (tmp_path / "tarot_club/theme.css").read_bytes() == SMALL_THEME
    assert (tmp_path / "theirs/x.css").read_bytes() == THEME.read_bytes()


def test_what_comes_out_is_the_file():
    plain, packed = Client().get(static("tarot_club/theme.css")), Client().head(static("tarot_club/theme.css"))
    assert plain.content == SMALL_THEME
    assert (plain["Content-Type"], "Content-Encoding" in plain) == ('text/css; charset="utf-8"', False)
    assert (packed.content, packed["Content-Length"]) == (b"", plain["Content-Length"])


def test_a_page_of_an_older_release_gets_todays_file_and_does_not_keep_it():
    answer = Client().get("/static/tarot_club/theme.0123456789ab.css")
    assert (answer.content, answer["Cache-Control"]) == (SMALL_THEME, "no-cache")
    unhashed = Client().get("/static/tarot_club/theme.css")
    assert (body(unhashed), unhashed["Cache-Control"]) == (THEME.read_bytes(), "max-age=3600, public")


@pytest.mark.django_db
def test_what_no_package_ships_is_not_there():
    for path in ("/static/tarot_club/nothing.0123456789ab.css", "/static/../settings.0123456789ab.py"):
        assert Client().get(path).status_code == 404


def test_new_bytes_have_a_new_address(tmp_path: Path):
    file = tmp_path / "x.css"
    file.write_text("a")
    first = _read(file, file.stat().st_mtime_ns).digest
    file.write_text("b")
    assert _read(file, file.stat().st_mtime_ns + 1).digest != first


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


def test_what_the_standings_bring_along_leaves_room_for_a_thousand_lines():
    """Of 50 kB of a first view a thousand lines take 38.6."""
    packed = Client(headers={"accept-encoding": "gzip"})
    files = ("theme.css", "live.js", "mine.js", "find.js")
    assert sum(len(packed.get(static(f"tarot_club/{name}")).content) for name in files) < 11_320
