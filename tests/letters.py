"""
The letters of the pages, made from the packages that ship them whole: `python -m tests.letters` writes them again.

Each face is cut down to what French and the pages need. Its name is cut away too, for the licence reserves it for the
whole; the copyright and the licence stay inside, and the licences lie beside the cuts. The suit signs are drawn here:
the typefaces have none, and not every laptop has a font of symbols. A new cut takes another `v` in `theme.css` and
`base.html`, for browsers keep them for ever.
"""

import io

from fontTools import subset
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from tournaments.kit.typefaces import CUTS, FACES, SUITS, Face

# Latin of Western and Central Europe, the spaces and signs of French typography, arrows, fractions, ticks.
LETTERS = (
    (0x20, 0x7E), (0xA0, 0x17F), (0x2C6, 0x2C6), (0x2DA, 0x2DC), (0x2000, 0x206F), (0x20AC, 0x20AC), (0x2116, 0x2122),
    (0x2190, 0x2193), (0x2212, 0x2215), (0x2248, 0x2265), (0x25B2, 0x25BF), (0x2610, 0x2611), (0x2713, 0x2713),
)  # fmt: skip
FEATURES = ["kern", "mark", "ccmp", "locl", "liga", "lnum", "tnum", "pnum"]
LICENCE_NAMES = [0, 13, 14]  # the copyright, the licence and where it is read: kept in every cut
DRAWN = 3_850_000_000  # seconds since 1904: a day of 2026, so that the bytes are the same whenever they are made
SPACE = 200  # as wide as that of Source Sans
UNITS = 1000  # to an em; the signs stand on the line, as high as capitals
# Closed outlines, all one way round so that they add up: a start, then curves of three points or lines of one.
Outline = tuple[tuple[tuple[int, int], ...], ...]

STEM: Outline = (
    ((370, 0),),
    ((440, 50), (480, 140), (480, 380)),
    ((520, 380),),
    ((520, 140), (560, 50), (630, 0)),
)
HEART: Outline = (
    ((500, 10),),
    ((350, 190), (70, 350), (70, 540)),
    ((70, 670), (170, 750), (275, 750)),
    ((380, 750), (460, 690), (500, 600)),
    ((540, 690), (620, 750), (725, 750)),
    ((830, 750), (930, 670), (930, 540)),
    ((930, 350), (650, 190), (500, 10)),
)
DIAMOND: Outline = (
    ((500, 0),),
    ((440, 110), (300, 290), (170, 385)),
    ((300, 480), (440, 660), (500, 770)),
    ((560, 660), (700, 480), (830, 385)),
    ((700, 290), (560, 110), (500, 0)),
)
SPADE: Outline = (
    ((500, 150),),
    ((440, 110), (370, 90), (285, 90)),
    ((180, 90), (80, 160), (80, 290)),
    ((80, 470), (350, 600), (500, 770)),
    ((650, 600), (920, 470), (920, 290)),
    ((920, 160), (820, 90), (715, 90)),
    ((630, 90), (560, 110), (500, 150)),
)


def _disc(x: int, y: int, radius: int) -> Outline:
    bend = round(radius * 0.5523)  # of a quarter of a circle
    return (
        ((x, y - radius),),
        ((x - bend, y - radius), (x - radius, y - bend), (x - radius, y)),
        ((x - radius, y + bend), (x - bend, y + radius), (x, y + radius)),
        ((x + bend, y + radius), (x + radius, y + bend), (x + radius, y)),
        ((x + radius, y - bend), (x + bend, y - radius), (x, y - radius)),
    )


SIGNS: dict[str, tuple[Outline, ...]] = {
    "♠": (SPADE, STEM),
    "♣": (_disc(500, 575, 190), _disc(280, 280, 190), _disc(720, 280, 190), _disc(500, 390, 110), STEM),
    "♥": (HEART,),
    "♦": (DIAMOND,),
}


def suits_font() -> bytes:
    """Return the signs as a WOFF2 of their own."""
    letters = {sign: f"u{ord(sign):04X}" for sign in SIGNS}
    spaces = {" ": "space", "\N{NO-BREAK SPACE}": "space"}  # between two signs, a PDF is set in their font
    names = [".notdef", "space", *letters.values()]
    glyphs = {name: TTGlyphPen(None).glyph() for name in (".notdef", "space")}
    for name, outlines in zip(letters.values(), SIGNS.values(), strict=True):
        drawn = TTGlyphPen(None)
        pen = Cu2QuPen(drawn, max_err=1.0)
        for (start,), *steps in outlines:
            pen.moveTo(start)
            for points in steps:
                pen.lineTo(*points) if len(points) == 1 else pen.curveTo(*points)
            pen.closePath()
        glyphs[name] = drawn.glyph()
    builder = FontBuilder(UNITS, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(letter): name for letter, name in (letters | spaces).items()})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(dict.fromkeys(names, (UNITS, 0)) | {"space": (SPACE, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Club Suits", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.updateHead(created=DRAWN, modified=DRAWN)
    return written(builder.font)


def made() -> dict[str, bytes]:
    """Return every file of the folder of cuts, by its name."""
    files = {"suits.woff2": suits_font()}
    for name, face in FACES.items():
        if name != SUITS:
            files[f"{name}.woff2"] = cut(face)
            files[f"LICENSE-{name.partition('-')[0]}.txt"] = face.whole.with_name("LICENSE.txt").read_bytes()
    return files


def cut(face: Face) -> bytes:
    """Return a face as WOFF2 with the letters of pages alone."""
    options = subset.Options()
    options.layout_features = FEATURES
    options.name_IDs = LICENCE_NAMES
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[sign for first, last in LETTERS for sign in range(first, last + 1)])
    with TTFont(face.whole, recalcTimestamp=False) as font:
        cutter.subset(font)
        return written(font)


def written(font: TTFont) -> bytes:
    font.flavor = "woff2"
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()


def main() -> None:
    CUTS.mkdir(exist_ok=True)
    for name, content in made().items():
        (CUTS / name).write_bytes(content)


if __name__ == "__main__":
    main()
