"""
Uploaded pictures made safe to show: decoded, reduced, and written again as a PNG, a photo as a JPEG.

None of the uploaded bytes is kept: the new picture is drawn from the pixels alone, without metadata. A drawing (SVG) is
a program and is refused. No Django here.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO

from PIL import Image, ImageFile, ImageOps

FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
MOST_BYTES = 5 * 1024 * 1024
MOST_PIXELS = 40_000_000  # of a photo, which is read small; those of today's telephones have twelve million
MOST_DRAWN = 16_000_000  # of any other picture, which is read whole: each takes eight bytes
BIGGEST_SIDE = 480  # of what is kept: as wide as anything shows or prints it
HEAVY = 150_000  # bytes; a larger PNG is reduced to 256 colours
MOST_OF_PHOTO = 80_000  # bytes of a photo as it is kept: its page is opened in halls with one bar of network
SIDES_OF_PHOTO, QUALITIES = (1200, 900, 640), (80, 65, 45)  # tried one after the other until it is light enough


class Fault(StrEnum):
    """The reasons for refusing a picture."""

    TOO_HEAVY = "too_heavy"
    TOO_LARGE = "too_large"
    NO_PICTURE = "no_picture"
    TOO_DETAILED = "too_detailed"


class UnreadablePicture(Exception):
    """Raised for bytes that are no picture, a picture too large to open, or one that cannot be made small enough."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


@dataclass(frozen=True)
class Picture:
    """A PNG or a JPEG; `digest` identifies its content."""

    content: bytes
    width: int
    height: int

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()[:16]


def redrawn(sent: bytes) -> Picture:
    """Return these bytes redrawn as a PNG, at most `BIGGEST_SIDE` pixels wide and high. Raises UnreadablePicture."""
    upright = _opened(sent, BIGGEST_SIDE)
    drawn = Image.new("RGBA", upright.size)
    drawn.paste(upright)
    content = as_png(drawn)
    if len(content) > HEAVY:
        content = as_png(drawn.quantize(256, method=Image.Quantize.FASTOCTREE))
    return Picture(content, *drawn.size)


def redrawn_photo(sent: bytes) -> Picture:
    """Return these bytes redrawn as a JPEG of at most `MOST_OF_PHOTO` bytes. Raises UnreadablePicture."""
    upright = _opened(sent, SIDES_OF_PHOTO[0])
    drawn = Image.new("RGB", upright.size, "white")  # a JPEG is not transparent
    drawn.paste(upright, mask=upright.getchannel("A"))
    for side in SIDES_OF_PHOTO:
        drawn.thumbnail((side, side))
        for quality in QUALITIES:
            content = _written(drawn, "JPEG", quality=quality)
            if len(content) <= MOST_OF_PHOTO:
                return Picture(content, *drawn.size)
    raise UnreadablePicture(Fault.TOO_DETAILED)


def _opened(sent: bytes, side: int) -> Image.Image:
    """Return the pixels of a picture, reduced to `side` pixels wide and high. Raises UnreadablePicture."""
    if len(sent) > MOST_BYTES:
        raise UnreadablePicture(Fault.TOO_HEAVY)
    try:
        upright = _decoded(sent, side)
    except UnreadablePicture:
        raise
    except Image.DecompressionBombError:
        raise UnreadablePicture(Fault.TOO_LARGE) from None
    except Exception:  # noqa: BLE001 - a broken picture makes its decoder raise anything
        raise UnreadablePicture(Fault.NO_PICTURE) from None
    upright.thumbnail((side, side))
    return upright


def _decoded(sent: bytes, side: int) -> Image.Image:
    """Return the pixels of a picture, turned upright. Only its header is read before its size in memory is known."""
    with _whole_pictures_only(), Image.open(BytesIO(sent), formats=FORMATS) as opened:
        if opened.width * opened.height > (MOST_PIXELS if opened.format == "JPEG" else MOST_DRAWN):
            raise UnreadablePicture(Fault.TOO_LARGE)
        opened.draft(None, (2 * side, 2 * side))
        return ImageOps.exif_transpose(opened).convert("RGBA")


@contextmanager
def _whole_pictures_only() -> Iterator[None]:
    """Make Pillow refuse a truncated picture in this block: WeasyPrint makes it accept them, for the whole process."""
    before = ImageFile.LOAD_TRUNCATED_IMAGES
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before


def as_png(image: Image.Image) -> bytes:
    return _written(image, "PNG")


def _written(image: Image.Image, kind: str, **options: int) -> bytes:
    written = BytesIO()
    image.save(written, kind, optimize=True, **options)
    return written.getvalue()
