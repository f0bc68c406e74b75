"""The PDF library stays behind one door: it fetches nothing, and says what it misses."""

import gc
import re
import threading
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
import weasyprint
from django.conf import settings
from django.template.loader import render_to_string
from django.test import override_settings
from pypdf import PdfReader

from tournaments.documents import pdf
from tournaments.documents.paper import printed_parts
from tournaments.documents.pdf import Miscounted, Part, render_parts
from tournaments.refusals import Refusal

HOSTILE = """{% extends "documents/base.html" %}
{% block content %}<p>Bonjour</p><img src="file:///etc/hostname" alt=""><img src="http://192.0.2.1/x.png" alt="">
{% endblock %}"""


# Whatever a document is made of: headings, lists, a table with headers of both kinds, what is positioned.
LEAVES = """{% extends "documents/base.html" %}
{% block layout %}composed{% endblock %}
{% block content %}{% for leaf in leaves %}<section class="sheet"><p class="about">Pied {{ leaf }}</p>
<p class="sheet-number">page {{ leaf }}</p><h2>Feuille {{ leaf }}</h2><p>Texte <b>gras</b></p><ul><li>un</li></ul>
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


def part(*numbers: int, pages: int | None = None) -> Part:
    return Part({"title": "Essai", "leaves": numbers}, pages=pages)


def templates(folder: Path) -> list[dict[str, object]]:
    return [settings.TEMPLATES[0] | {"DIRS": [folder, *settings.TEMPLATES[0]["DIRS"]]}]


def test_a_template_fetches_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "hostile.html").write_text(HOSTILE)
    with override_settings(TEMPLATES=templates(tmp_path)):
        content = pdf.render("hostile.html", {})
    assert "Bonjour" in PdfReader(BytesIO(content)).pages[0].extract_text()
    refused = [record.getMessage() for record in caplog.records if "disallowed protocol" in record.getMessage()]
    assert len(refused) == 2


def test_a_document_says_its_language_and_its_title(tmp_path: Path) -> None:
    (tmp_path / "plain.html").write_text(HOSTILE.split("<img", maxsplit=1)[0] + "{% endblock %}")
    with override_settings(TEMPLATES=templates(tmp_path)):
        reader = PdfReader(BytesIO(pdf.render("plain.html", {"title": "Essai"})))
    assert reader.metadata is not None
    assert reader.metadata.title == "Essai"
    assert reader.trailer["/Root"]["/Lang"] == "fr"
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]


def test_forgetting_pages_once_painted_changes_nothing(leaves: None) -> None:
    said = render_parts(LEAF, [part(1, 2, pages=2), part(3, pages=1)])
    assert said == render_parts(LEAF, [part(1, 2), part(3)])

    html = render_to_string(LEAF, {"title": "Essai", "leaves": (1, 2, 3)})
    style = weasyprint.CSS(string=render_to_string(pdf.STYLESHEET))
    whole = weasyprint.HTML(string=html).write_pdf(stylesheets=[style], pdf_variant=pdf.VARIANT)
    assert render_parts(LEAF, [part(1, 2, 3)]) == whole  # tags, headers of cells and bookmarks included
    assert [outline["/Title"] for outline in PdfReader(BytesIO(said)).outline] == [
        "Feuille 1",
        "Feuille 2",
        "Feuille 3",
    ]


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

    def count(_done: int) -> None:
        gc.collect()
        pages = [one for one in gc.get_objects() if type(one) is weasyprint.document.Page]
        held.append(sum(page._page_box is not None for page in pages))

    render_parts(LEAF, [part(number, number, pages=2) for number in range(5)], count)

    assert held == [2] * 5


def test_a_part_that_runs_on_is_told_and_printed_all_the_same(leaves: None) -> None:
    parts = [part(1, pages=1), part(2, 3, pages=1)]
    with pytest.raises(Miscounted):
        render_parts(LEAF, parts)
    assert len(PdfReader(BytesIO(printed_parts(LEAF, parts, lambda _done: None))).pages) == 3


def test_without_pango_the_refusal_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise OSError(f"cannot load library 'libpango-1.0-0' for {name}")

    pdf._weasyprint.cache_clear()
    monkeypatch.setattr(pdf.importlib, "import_module", missing)
    with pytest.raises(Refusal) as refusal:
        pdf.render("documents/base.html", {})
    assert pdf.APT_LINE in str(refusal.value)
    assert pdf.APT_LINE in (settings.BASE_DIR / "README.md").read_text().splitlines()
    pdf._weasyprint.cache_clear()


def test_a_start_without_pango_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pdf.what_to_install() == ""
    monkeypatch.setattr(pdf, "PANGO", "libnothing.so.0")
    assert pdf.what_to_install() == pdf.APT_LINE


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
