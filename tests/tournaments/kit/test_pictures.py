"""A picture that is sent is drawn again from its pixels; what is none, or hides something, is refused."""

import struct
import zlib
from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from tournaments.kit.pictures import (
    BIGGEST_SIDE,
    HEAVY,
    MOST_BYTES,
    MOST_OF_PHOTO,
    Fault,
    Picture,
    UnreadablePicture,
    redrawn,
    redrawn_photo,
)

SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def sent(image: Image.Image, kind: str = "PNG", **values: object) -> bytes:
    written = BytesIO()
    image.save(written, kind, **values)
    return written.getvalue()


def huge() -> bytes:
    """Return the head of a PNG that would be 60,000 pixels wide and high, in a hundred bytes."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_every_kind_becomes_a_small_png(kind: str) -> None:
    found = redrawn(sent(Image.new("RGB", (1200, 600), "green"), kind))
    assert (found.width, found.height) == (BIGGEST_SIDE, BIGGEST_SIDE // 2)
    with Image.open(BytesIO(found.content)) as shown:
        assert (shown.format, shown.size) == ("PNG", (480, 240))


def test_a_small_picture_keeps_its_size_and_its_transparency() -> None:
    found = redrawn(sent(Image.new("RGBA", (20, 30), (0, 0, 0, 0))))
    with Image.open(BytesIO(found.content)) as shown:
        assert (shown.size, shown.getpixel((5, 5))[3]) == ((20, 30), 0)


def test_what_stands_beside_the_pixels_goes() -> None:
    told = PngInfo()
    told.add_text("Author", "Élise Îlot, 12 rue des Fleurs")
    picture = sent(Image.new("RGB", (40, 40), "red"), pnginfo=told) + b"<script>alert(1)</script>"
    found = redrawn(picture)
    assert (b"tEXt" in picture, b"tEXt" in found.content) == (True, False)
    assert b"script" not in found.content
    assert found == redrawn(sent(Image.new("RGB", (40, 40), "red")))


def test_a_photo_lying_on_its_side_stands_up() -> None:
    turned = Image.Exif()
    turned[0x0112] = 6
    found = redrawn(sent(Image.new("RGB", (60, 20), "red"), "JPEG", exif=turned))
    assert (found.width, found.height) == (20, 60)


def test_a_noisy_photo_stays_light() -> None:
    noise = Image.effect_noise((900, 900), 90).convert("RGB")
    assert len(redrawn(sent(noise, "JPEG")).content) < 2 * HEAVY


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_photo_is_kept_as_a_light_jpeg_without_what_stands_beside_its_pixels(kind: str) -> None:
    told = Image.Exif()
    told[0x010E] = "12 rue des Fleurs"
    hall = Image.effect_noise((300, 100), 60).resize((3000, 1000)).convert("RGB")
    found = redrawn_photo(sent(hall, kind, exif=told) + b"<script>alert(1)</script>")
    with Image.open(BytesIO(found.content)) as shown:
        assert (shown.format, shown.size, (found.width, found.height)) == ("JPEG", (1200, 400), (1200, 400))
    assert len(found.content) <= MOST_OF_PHOTO
    assert [words in found.content for words in (b"Fleurs", b"script")] == [False, False]


def test_a_photo_too_rich_for_its_weight_is_made_smaller_and_one_of_noise_refused() -> None:
    rich = redrawn_photo(sent(Image.effect_noise((200, 200), 40).resize((1200, 1200)).convert("RGB")))
    assert (rich.width < 1200, len(rich.content) <= MOST_OF_PHOTO) == (True, True)
    with pytest.raises(UnreadablePicture) as refused:
        redrawn_photo(sent(Image.effect_noise((1200, 1200), 120).convert("RGB")))
    assert refused.value.fault == Fault.TOO_DETAILED


def test_what_a_photo_lets_through_is_white() -> None:
    found = redrawn_photo(sent(Image.new("RGBA", (60, 20), (200, 0, 0, 0))))
    with Image.open(BytesIO(found.content)) as shown:
        assert shown.getpixel((30, 10)) == (255, 255, 255)


@pytest.mark.parametrize("draw", [redrawn, redrawn_photo])
@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (SVG, Fault.NO_PICTURE),
        (b"", Fault.NO_PICTURE),
        (b"%PDF-1.7", Fault.NO_PICTURE),
        (sent(Image.new("RGB", (90, 90), "blue"))[:70], Fault.NO_PICTURE),
        (b"\0" * (MOST_BYTES + 1), Fault.TOO_HEAVY),
        (huge(), Fault.TOO_LARGE),
        (sent(Image.new("RGB", (9, 9)), "BMP"), Fault.NO_PICTURE),
    ],
    ids=["svg", "empty", "pdf", "cut", "heavy", "huge", "other kind"],
)
def test_what_is_no_picture_or_too_large_is_refused(
    draw: Callable[[bytes], Picture], content: bytes, fault: Fault
) -> None:
    with pytest.raises(UnreadablePicture) as refused:
        draw(content)
    assert refused.value.fault == fault


def test_a_photo_may_be_larger_than_a_drawing_for_it_is_read_small() -> None:
    """The pixels of a photo of forty million would take half a gigabyte, twice over."""
    sides = (4_100, 4_000)
    assert redrawn(sent(Image.new("L", sides), "JPEG")).width == BIGGEST_SIDE
    with pytest.raises(UnreadablePicture) as drawing:
        redrawn(sent(Image.new("1", sides)))
    assert drawing.value.fault == Fault.TOO_LARGE
