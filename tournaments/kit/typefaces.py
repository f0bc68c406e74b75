"""
The letters of pages and papers: Source Sans and Source Serif, as packages ship them under the SIL Open Font License.

A laptop without fonts, a phone and a projector then show the same page. Each face is cut down to what French and the
pages need (some 20 kB of 290) and compressed for the web at its first request, once an installation; its name is
cut away too, because the licence reserves it for the whole. Papers are set in the whole faces, which have Greek,
Cyrillic and Vietnamese too: a PDF keeps the letters it uses.
"""

import base64
import io
import logging
import os
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from threading import Lock

from django.conf import settings

from tournaments.kit.suits import suits_font

log = logging.getLogger(__name__)

# Latin of Western and Central Europe, the spaces and signs of French typography, arrows, fractions, ticks.
LETTERS = (
    (0x20, 0x7E), (0xA0, 0x17F), (0x2C6, 0x2C6), (0x2DA, 0x2DC), (0x2000, 0x206F), (0x20AC, 0x20AC), (0x2116, 0x2122),
    (0x2190, 0x2193), (0x2212, 0x2215), (0x2248, 0x2265), (0x25B2, 0x25BF), (0x2610, 0x2611), (0x2713, 0x2713),
)  # fmt: skip
FEATURES = ["kern", "mark", "ccmp", "locl", "liga", "lnum", "tnum", "pnum"]
LICENCE_NAMES = [0, 13, 14]  # the copyright, the licence and where it is read: kept in every cut
MAKING = Lock()


@dataclass(frozen=True)
class Face:
    """One face of a typeface: the package that ships it, and its file there."""

    package: str
    file: str


SUITS = "suits"
FACES: dict[str, Face | None] = {
    "sans-400": Face("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    "sans-600": Face("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    "serif-600": Face("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
    SUITS: None,  # drawn in suits.py
}
# What style sheets call each, and its weight there.
NAMES = {
    "sans-400": ("Club Sans", "normal"),
    "sans-600": ("Club Sans", "bold"),
    "serif-600": ("Club Serif", "bold"),
    SUITS: ("Club Suits", "normal"),
}


@lru_cache(maxsize=len(FACES))
def web_font(name: str) -> bytes:
    """Return a face as WOFF2, made now if this installation has not yet. Raises KeyError for an unknown name."""
    face = FACES[name]
    path = settings.DATA_DIR / "typefaces" / f"{name}.woff2"
    with MAKING:
        try:
            return path.read_bytes()
        except OSError:
            made = _made(face) if face else suits_font()
        try:
            path.parent.mkdir(exist_ok=True)
            unfinished = path.with_suffix(f".{os.getpid()}")
            unfinished.write_bytes(made)
            unfinished.replace(path)
        except OSError as error:  # a container may not write there, or the disk is full: it is made again after a start
            log.info("A typeface is not kept: %s", error)
        return made


def paper_faces() -> str:
    """Return the `@font-face` rules of papers, whose addresses are files of packages, and the suits themselves."""
    return "\n".join(
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; src: url("{_address(name)}") }}'
        for name, (family, weight) in NAMES.items()
    )


def _address(name: str) -> str:
    face = FACES[name]
    if face is None:
        return f"data:font/woff2;base64,{base64.b64encode(suits_font()).decode()}"
    return Path(str(files(face.package) / "files" / face.file)).as_uri()


def _made(face: Face) -> bytes:
    from fontTools import subset  # only here: half a second that no start has to wait for
    from fontTools.ttLib import TTFont

    options = subset.Options()
    options.layout_features = FEATURES
    options.name_IDs = LICENCE_NAMES
    options.flavor = "woff2"
    cut = subset.Subsetter(options)
    cut.populate(unicodes=[sign for first, last in LETTERS for sign in range(first, last + 1)])
    with as_file(files(face.package) / "files" / face.file) as path, TTFont(path) as font:
        cut.subset(font)
        font.flavor = "woff2"
        made = io.BytesIO()
        font.save(made)
    return made.getvalue()
