"""
Fonts of pages and papers: Source Sans and Source Serif under the SIL Open Font License, and our own suit signs.

A laptop without fonts, a phone and a projector so show the same page. Pages get each font reduced to the letters of
French (some 20 kB of 290): `letters/` beside this file holds the reduced fonts and their licence, and `python -m
tests.letters` makes them again. Papers use the whole fonts of the packages, with Greek, Cyrillic and Vietnamese: a PDF
keeps only the letters it uses.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

CUTS = Path(__file__).parent / "letters"


@dataclass(frozen=True)
class Face:
    """One font: the package that ships it, its file there, its name and weight in style sheets."""

    package: str
    file: str
    family: str
    weight: str

    @property
    def whole(self) -> Path:
        return Path(str(files(self.package) / self.file))


SUITS = "suits"
FACES = {
    "sans-400": Face("font_source_sans_pro", "files/SourceSansPro-Regular.ttf", "Club Sans", "normal"),
    "sans-600": Face("font_source_sans_pro", "files/SourceSansPro-Semibold.ttf", "Club Sans", "bold"),
    "serif-600": Face("font_source_serif_pro", "files/SourceSerifPro-Semibold.ttf", "Club Serif", "bold"),
    SUITS: Face(__package__, "letters/suits.woff2", "Club Suits", "normal"),
}


@cache
def web_font(name: str) -> bytes:
    """Return a font as WOFF2, reduced for the web. Raises KeyError for an unknown name."""
    if name not in FACES:
        raise KeyError(name)
    return (CUTS / f"{name}.woff2").read_bytes()


def paper_faces() -> str:
    """Return the `@font-face` rules of papers, with addresses of files."""
    return "\n".join(
        f'@font-face {{ font-family: "{face.family}"; font-weight: {face.weight}; src: url("{face.whole.as_uri()}") }}'
        for face in FACES.values()
    )
