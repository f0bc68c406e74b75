"""The four suit signs, drawn here: the typefaces of the pages have none, and not every laptop has a font of symbols."""

import io

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
    from fontTools.fontBuilder import FontBuilder  # only here, as in typefaces.py
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

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
    builder.font.flavor = "woff2"
    made = io.BytesIO()
    builder.save(made)
    return made.getvalue()
