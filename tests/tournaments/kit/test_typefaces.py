"""The site's own letters: French whole, small, what their script makes, and without the name their licence reserves."""

import io
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from tests.letters import made
from tournaments.kit.typefaces import CUTS, FACES, SUITS, web_font

STYLE = Path(__file__).parents[3] / "tarot_club" / "static" / "tarot_club" / "theme.css"
FRENCH = "aàâäæbcçdeéèêëfghiîïjklmnoôöœpqrstuùûüvwxyÿzAÀÂÆBCÇÉÈÊËÎÏÔŒÙÛÜŸ0123456789«»’–—…°±−×€n°\u00a0\u202f½→✓"


@pytest.mark.parametrize("name", sorted(set(FACES) - {SUITS}))
def test_a_face_has_all_of_french_in_few_bytes_and_not_the_reserved_name(name):
    content = web_font(name)
    assert len(content) < 32_000
    font = TTFont(io.BytesIO(content))
    missing = {letter for letter in FRENCH if ord(letter) not in font.getBestCmap()}
    assert missing <= {"\u202f"}  # the browser draws a narrow space that a face lacks
    names = {record.nameID: record.toUnicode() for record in font["name"].names}
    assert "Adobe" in names[0]
    assert "Open Font License" in names[13]
    assert not {1, 3, 4, 6} & names.keys()


def test_the_files_are_what_the_script_makes():
    """Letter by letter: another release of the compressor may pack the same letters in other bytes."""
    files = made()
    assert sorted(path.name for path in CUTS.iterdir()) == sorted(files)
    for name, content in files.items():
        committed = (CUTS / name).read_bytes()
        assert (unpacked(committed) == unpacked(content)) if name.endswith(".woff2") else (committed == content), name


def unpacked(font):
    read, plain = TTFont(io.BytesIO(font), recalcTimestamp=False), io.BytesIO()
    read.flavor = None
    read.save(plain)
    return plain.getvalue()


def test_the_stylesheet_names_the_faces_there_are(client):
    named = re.findall(r'url\("/polices/([^.]+)\.woff2\?v=\d+"\)', STYLE.read_text())
    assert sorted(named) == sorted(FACES)


def test_a_face_is_kept_for_ever_and_an_unknown_one_is_not_there(client):
    answer = client.get("/polices/sans-400.woff2")
    assert (answer.status_code, answer["Content-Type"]) == (200, "font/woff2")
    assert "immutable" in answer["Cache-Control"]
    assert client.get("/polices/..woff2").status_code == 404


def test_the_suits_are_drawn_each_in_its_place():
    font = TTFont(io.BytesIO(web_font(SUITS)))
    signs = font.getBestCmap()
    assert sorted(signs) == sorted(map(ord, "♠♣♥♦ \u00a0"))  # a PDF sets the space between two signs in their font
    for name in set(signs.values()) - {"space"}:
        glyph = font["glyf"][name]
        assert (glyph.yMin >= -10, glyph.yMax <= 800, glyph.xMin >= 50, glyph.xMax <= 950) == (True,) * 4
        assert abs(glyph.xMin + glyph.xMax - 1000) <= 4  # as much to the left as to the right
