"""The PDF library stays behind one door: it fetches nothing, and says what it misses."""

from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings
from pypdf import PdfReader

from tournaments.documents import pdf
from tournaments.refusals import Refusal

HOSTILE = """{% extends "documents/base.html" %}
{% block content %}<p>Bonjour</p><img src="file:///etc/hostname" alt=""><img src="http://192.0.2.1/x.png" alt="">
{% endblock %}"""


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
