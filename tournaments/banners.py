"""
The picture shown with a shared link: an event, and its winners or leaders. Also the site's icon, in browsers' sizes.

Drawn by Pillow with the fonts of the pages. A letter without a glyph is left out, and so is a character that changes
the direction of writing. No Django here.
"""

import io
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files

from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

from tournaments.kit.pictures import as_png

WIDTH, HEIGHT, MARGIN = 1200, 630, 80
FELT, CREAM, GOLD, PALE = "#1d5a41", "#faf5e9", "#e2b84b", "#c9d8cc"
SANS = ("font_source_sans_pro", "SourceSansPro-Semibold.ttf")
SERIF = ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf")
INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
MOST_LINES = 3
ICON = 32  # the side of the square it is drawn on, as in icon.svg
FINER = 4  # how many times larger an icon is drawn, for its edges to be smooth
FAVICON_SIZES = (16, 32, 48)

Name = tuple[str, str]


@dataclass(frozen=True)
class PodiumLine:
    """A line of the podium; `number` is drawn if no letter of the name can be."""

    place: str
    name: str
    number: str
    total: str


def banner(*, title: str, under: str, heading: str, lines: Sequence[PodiumLine], where: str = "") -> bytes:
    """Return a PNG of 1200 × 630 pixels: the event, its day and club, the place, three lines of the ranking at most."""
    image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    drawn = ImageDraw.Draw(image)
    drawn.rectangle((0, 0, WIDTH, 14), fill=GOLD)
    _write(drawn, (MARGIN, 60), _drawable(title, SERIF) or "Tarot Club", SERIF, 66, CREAM, WIDTH - 2 * MARGIN)
    _write(drawn, (MARGIN, 152), _drawable(under, SANS), SANS, 34, PALE, WIDTH - 2 * MARGIN)
    _write(drawn, (MARGIN, 194), _drawable(where, SANS), SANS, 30, PALE, WIDTH - 2 * MARGIN)
    if lines:
        _write(drawn, (MARGIN, 244), _drawable(heading, SANS), SANS, 32, GOLD, WIDTH - 2 * MARGIN)
    for row, line in enumerate(lines[:MOST_LINES]):
        top = 296 + 88 * row
        room = _width(line.total, 46)
        _write(drawn, (MARGIN, top), line.place, SANS, 46, GOLD, 130)
        drawn.text((WIDTH - MARGIN - room, top), line.total, font=_font(SANS, 46), fill=CREAM)
        name = _drawable(line.name, SANS) or line.number
        _write(drawn, (MARGIN + 140, top), name, SANS, 46, CREAM, WIDTH - 2 * MARGIN - 180 - room)
    image.paste(_icon(56), (WIDTH - MARGIN - 56, HEIGHT - 84))
    _write(drawn, (MARGIN, HEIGHT - 76), "Tarot Club", SANS, 30, PALE, 400)
    return as_png(image.quantize(64))


def icon(size: int) -> bytes:
    """Return the site's icon as a PNG, `size` pixels wide and high."""
    return as_png(_icon(size))


@lru_cache(maxsize=1)
def favicon() -> bytes:
    """Return /favicon.ico for browsers: the icon in three sizes, in one file."""
    written = io.BytesIO()
    sizes = [(size, size) for size in FAVICON_SIZES]
    _icon(FAVICON_SIZES[-1]).save(written, "ICO", sizes=sizes, append_images=[_icon(size) for size in FAVICON_SIZES])
    return written.getvalue()


def _icon(size: int) -> Image.Image:
    """Return the club of icon.svg on its green square, whose corners browsers and phones round."""
    fine = size * FINER
    image = Image.new("RGB", (fine, fine), FELT)
    drawn = ImageDraw.Draw(image)

    def at(*numbers: float) -> list[float]:
        return [number * fine / ICON for number in numbers]

    for x, y in ((16, 10.5), (10, 17.5), (22, 17.5)):
        drawn.ellipse(at(x - 5, y - 5, x + 5, y + 5), fill=CREAM)
    drawn.polygon(at(14.5, 14, 17.5, 14, 19.5, 26, 12.5, 26), fill=CREAM)
    return image.resize((size, size), Image.Resampling.LANCZOS)


def _write(
    drawn: ImageDraw.ImageDraw, at: tuple[int, int], text: str, name: Name, size: int, colour: str, room: float
) -> None:
    """Write a text, cut with « … » where it is wider than `room` pixels."""
    font = _font(name, size)
    if font.getlength(text) > room:
        while text and font.getlength(f"{text}…") > room:
            text = text[:-1]
        text = f"{text.rstrip()}…"
    drawn.text(at, text, font=font, fill=colour)


def _width(text: str, size: int) -> float:
    return float(_font(SANS, size).getlength(text))


def _drawable(text: str, name: Name) -> str:
    """Return the part of a text that the font can draw, on one line; "" without a letter or digit."""
    known = _letters(name)
    composed = unicodedata.normalize("NFC", text)[:200]
    drawable = (letter for letter in composed if ord(letter) in known and unicodedata.category(letter) not in INVISIBLE)
    words = " ".join("".join(drawable).split())
    return words if any(letter.isalnum() for letter in words) else ""


@lru_cache(maxsize=16)
def _font(name: Name, size: int) -> ImageFont.FreeTypeFont:
    package, file = name
    with as_file(files(package) / "files" / file) as path:
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=2)
def _letters(name: Name) -> frozenset[int]:
    package, file = name
    with as_file(files(package) / "files" / file) as path, TTFont(path, lazy=True) as font:
        return frozenset(font.getBestCmap())
