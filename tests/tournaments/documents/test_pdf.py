"""The PDF library is used in one place: it fetches nothing, and says what it misses."""

import gc
import re
import threading
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import weasyprint
from django.conf import settings
from django.test import override_settings
from django.utils.translation import override
from pypdf import PdfReader

from tests.refusals import refusal_of
from tests.tournaments.monitors import Listening
from tournaments.documents import pdf
from tournaments.documents.pdf import PdfPart, render_parts
from tournaments.seating import WorkStage

HOSTILE = """{% extends "documents/base.html" %}
{% block content %}<p>Bonjour</p><img src="file:///etc/hostname" alt=""><img src="http://192.0.2.1/x.png" alt="">
{% endblock %}"""


# Whatever a document is made of: headings (one looks like a reference of a PDF), lists, a table with headers of both
# kinds, what is positioned.
LEAVES = """{% extends "documents/base.html" %}
{% block layout %}composed{% endblock %}
{% block content %}{% for leaf in leaves %}<section class="sheet"><p class="about">Pied {{ leaf }}</p>
<p class="sheet-number">page {{ leaf }}</p><h2>Feuille {{ leaf }} (7 0 R)</h2><p>Texte <b>gras</b></p>
<ul><li>un</li></ul>
<ol style="list-style: none"><li>sans puce</li></ol><table><thead><tr>
<th scope="col">N°</th><th scope="col">Nom</th></tr>
</thead><tbody><tr><th scope="row">1</th><td colspan="1">Ève</td></tr></tbody></table></section>{% endfor %}
{% endblock %}"""
LEAF = "leaves.html"


@pytest.fixture
def leaves(tmp_path: Path) -> Iterator[None]:
    (tmp_path / LEAF).write_text(LEAVES)
    with override_settings(TEMPLATES=templates(tmp_path)):
        yield


def part(*numbers: int) -> PdfPart:
    return PdfPart({"title": "Essai", "leaves": numbers})


def templates(folder: Path) -> list[dict[str, object]]:
    return [settings.TEMPLATES[0] | {"DIRS": [folder, *settings.TEMPLATES[0]["DIRS"]]}]


def test_a_template_fetches_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "hostile.html").write_text(HOSTILE)
    with override_settings(TEMPLATES=templates(tmp_path)):
        content = pdf.render("hostile.html", {})
    assert "Bonjour" in PdfReader(BytesIO(content)).pages[0].extract_text()
    refused = [record.getMessage() for record in caplog.records if "disallowed protocol" in record.getMessage()]
    assert len(refused) == 2


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_document_says_its_language_and_its_title(tmp_path: Path, language: str) -> None:
    (tmp_path / "plain.html").write_text(HOSTILE.split("<img", maxsplit=1)[0] + "{% endblock %}")
    with override_settings(TEMPLATES=templates(tmp_path)), override(language):
        reader = PdfReader(BytesIO(pdf.render("plain.html", {"title": "Essai"})))
    assert reader.metadata is not None
    assert reader.metadata.title == "Essai"
    assert reader.trailer["/Root"]["/Lang"] == language
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]


def test_every_document_is_told_in_the_language_of_its_base() -> None:
    for template in (settings.BASE_DIR / "templates" / "documents").glob("*.html"):
        assert ("<html" in template.read_text("utf-8")) is (template.name == "base.html"), template.name
        assert "block language" not in template.read_text("utf-8"), template.name


@pytest.mark.usefixtures("leaves")
def test_volumes_are_bound_into_the_file_that_one_would_be() -> None:
    whole = PdfReader(BytesIO(render_parts(LEAF, [part(1, 2, 3, 4, 5)])))
    bound = PdfReader(BytesIO(render_parts(LEAF, [part(1, 2), part(3), part(4, 5)])))
    assert [page.extract_text() for page in bound.pages] == [page.extract_text() for page in whole.pages]
    assert bound.metadata == whole.metadata
    assert {"/Lang", "/MarkInfo", "/Metadata", "/ViewerPreferences"} <= bound.root_object.keys()
    assert bound.root_object.keys() == whole.root_object.keys()
    assert bookmarks(bound) == bookmarks(whole) == [(f"Feuille {number} (7 0 R)", number - 1) for number in range(1, 6)]
    assert bound.root_object["/Outlines"]["/Count"] == whole.root_object["/Outlines"]["/Count"] == 5
    assert tags(bound) == tags(whole)


def bookmarks(reader: PdfReader) -> list[tuple[str, int | None]]:
    return [(str(one.title), reader.get_destination_page_number(one)) for one in reader.outline]


def tags(reader: PdfReader) -> Any:
    """Return the tree of tags: of each its kind, its page, where the headers of a cell are, and what it holds."""
    root = reader.root_object["/StructTreeRoot"]
    pages = {page.indirect_reference.idnum: number for number, page in enumerate(reader.pages)}
    places: dict[str, tuple[int, ...]] = {}
    marked: dict[int, list[int]] = {}

    def find(tag: Any, place: tuple[int, ...]) -> None:
        if "/ID" in tag:
            assert str(tag["/ID"]) not in places
            places[str(tag["/ID"])] = place
        for number, kid in enumerate(tag["/K"]):
            if isinstance(kid, int):
                marked.setdefault(pages[tag.raw_get("/Pg").idnum], []).append(tag.indirect_reference.idnum)
            else:
                find(kid.get_object(), (*place, number))

    def told(tag: Any) -> Any:
        headers = [places[str(one)] for one in tag.get("/A", {}).get("/Headers", ())]
        page = pages[tag.raw_get("/Pg").idnum] if "/Pg" in tag else None
        kids = [int(kid) if isinstance(kid, int) else told(kid.get_object()) for kid in tag["/K"]]
        assert all(kid.get_object()["/P"] == tag for kid in tag["/K"] if not isinstance(kid, int))
        return str(tag["/S"]), page, headers, kids

    (document,) = root["/K"]
    find(document.get_object(), ())
    keys, known = root["/ParentTree"]["/Nums"][::2], root["/ParentTree"]["/Nums"][1::2]
    assert keys == [page["/StructParents"] for page in reader.pages] == list(range(len(pages)))
    for number, of_page in enumerate(known):
        assert set(marked[number]) <= {one.idnum for one in of_page}
    return told(document.get_object())


def test_a_paper_is_set_in_the_letters_of_the_pages_and_needs_none_of_the_machine(
    leaves: None, caplog: pytest.LogCaptureFixture
) -> None:
    """Regular, bold and headings; suits with a space between two; Greek, which the pages' cut does not have."""
    words = "Élise Œ ½ → − ✓ ♠ ♥ ♦ ♣ Ωμέγα Nguyễn"
    reader = PdfReader(BytesIO(render_parts(LEAF, [PdfPart({"title": "Essai", "leaves": [words]})])))
    fonts = {str(font["/BaseFont"]).split("+")[1] for page in reader.pages for font in fonts_of(page)}
    assert fonts == {"Club-Sans", "Club-Sans-Bold", "Club-Serif-Bold", "Club-Suits", "Club-Suits-Bold"}
    assert words in reader.pages[0].extract_text()
    assert [record.getMessage() for record in caplog.records if "notdef" in record.getMessage()] == []


def fonts_of(page: Any) -> list[Any]:
    return [font.get_object() for font in page["/Resources"]["/Font"].values()]


def test_threads_take_turns_with_the_same_fonts(leaves: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thread with fonts of its own took seven megabytes for good."""
    monkeypatch.setattr(pdf, "_IDLE_FONTS", [])
    for _turn in range(3):
        thread = threading.Thread(target=render_parts, args=(LEAF, [part(1)]))
        thread.start()
        thread.join()
    assert len(pdf._IDLE_FONTS) == 1


def test_no_line_is_set_with_a_feature_of_a_font(leaves: None) -> None:
    """WeasyPrint gives no list of features back: a worker grew by 150 kB with every ranking."""
    render_parts(LEAF, [part(1)])
    assert pdf._IDLE_FONTS[-1].font_features == {}

    feature = re.compile(r"font-(variant[a-z-]*|feature-settings|kerning)\s*:(?! normal;)")
    documents = sorted((Path(settings.BASE_DIR) / "templates" / "documents").iterdir())
    assert len(documents) > 10
    assert [path.name for path in documents if feature.search(path.read_text())] == []


def test_no_more_than_a_part_is_laid_out_at_a_time(leaves: None) -> None:
    held = []

    def count(_percent: int) -> None:
        held.append(sum(type(one) is weasyprint.document.Page for one in gc.get_objects()))

    render_parts(LEAF, [part(number) for number in range(5)], WorkStage(Listening(report=count)))

    assert held == [0] * 5


def test_pages_are_numbered_through_parts_that_run_on(tmp_path: Path) -> None:
    """A part said one page and has two: all are laid out again, each with the numbers that are left to it."""
    (tmp_path / LEAF).write_text(LEAVES.replace("composed", ""))
    shares: list[int] = []
    with override_settings(TEMPLATES=templates(tmp_path)):
        content = render_parts(LEAF, [part(1), part(2, 3), part(4)], WorkStage(Listening(report=shares.append)))
    printed = [page.extract_text() for page in PdfReader(BytesIO(content)).pages]
    assert [(f"Feuille {number}" in text, f"page {number}/4" in text) for number, text in enumerate(printed, 1)] == [
        (True, True)
    ] * 4
    assert shares == sorted(shares)
    assert shares[-1] == 100


def test_without_pango_the_refusal_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise OSError(f"cannot load library 'libpango-1.0-0' for {name}")

    pdf._weasyprint.cache_clear()
    monkeypatch.setattr(pdf.importlib, "import_module", missing)
    assert pdf.SETUP in str(refusal_of(pdf.render, "documents/base.html", {}))
    assert pdf.SETUP in (settings.BASE_DIR / "README.md").read_text()
    pdf._weasyprint.cache_clear()


def test_a_start_without_pango_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pdf.what_to_install() == ""
    monkeypatch.setattr(pdf, "PANGO", "libnothing.so.0")
    assert pdf.what_to_install() == pdf.SETUP


@pytest.mark.usefixtures("leaves")
def test_nothing_of_a_document_is_left_in_memory() -> None:
    """Its boxes hold each other: a worker that leaves them to the collector's next turn grows by 2 MB a document."""
    render_parts(LEAF, [part(1)])  # what is loaded once stays

    def objects() -> int:
        return len(gc.get_objects())

    gc.disable()
    try:
        before = objects()
        for number in range(3):
            render_parts(LEAF, [part(number, number + 1)])
        assert objects() - before < 300
    finally:
        gc.enable()
