"""
From a template to a PDF: the only module that knows WeasyPrint, and only its public interface.

WeasyPrint is imported at the first document, not with this module: it needs pango, which only the system can provide,
and the site must start without it. The web process, which never prints, so stays smaller.

A thousand cards laid out at once take half a gigabyte: pages are laid out a part at a time, written and forgotten.
"""

import ctypes
import gc
import importlib
import io
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournaments.documents.volumes import Volumes
from tournaments.kit.typefaces import paper_faces
from tournaments.refusals import Refusal
from tournaments.seating import Monitor, WorkStage

# What the commands of the README begin with: it installs what is missing.
SETUP = "python3 manage.py setup"
PANGO = "libpango-1.0.so.0"
STYLESHEET = "documents/print.css"
VARIANT = "pdf/ua-1"  # tagged: a screen reader follows it
# How the pages of a part are numbered, where the style sheet numbers them by counters.
NUMBERS = """@page { @bottom-right { content: "page " counter(page) "/%(all)d" } }
@page :first { counter-reset: page %(first)d }"""

# Fonts that no document uses now.
_IDLE_FONTS: list[Any] = []


@dataclass(frozen=True)
class PdfPart:
    """
    The context of a template, rendered on pages of its own; `pages` is how many pages are expected.

    `template` is set where a document has several templates.
    """

    context: Mapping[str, Any]
    pages: int = 1
    template: str = ""


def render(template: str, context: Mapping[str, Any]) -> bytes:
    """
    Return the PDF of a template, in the style of all documents. Nothing is downloaded: no image, font or address.

    Refuses where pango is missing, with the command that installs it.
    """
    return render_parts(template, [PdfPart(context)])


def render_parts(template: str, parts: Sequence[PdfPart], stage: WorkStage | None = None) -> bytes:
    """
    Return one PDF of a template rendered for each part, every part on pages of its own.

    Pages are numbered through all parts; if a part has another number of pages than expected, all are laid out again.
    `stage` gets the share of parts done, and may raise Cancelled. Refuses as `render` does.
    """
    weasyprint = _weasyprint()
    stage = stage or WorkStage(Monitor())
    fonts = _free_fonts(weasyprint)
    try:
        content = _pdf_of_parts(weasyprint, fonts, template, parts, stage)
    finally:
        gc.collect()  # its boxes refer to each other: without this, a worker would grow with every document
    _IDLE_FONTS.append(fonts)  # not after an error: its traceback still holds what was laid out in them
    return content


def _pdf_of_parts(
    weasyprint: ModuleType, fonts: Any, template: str, parts: Sequence[PdfPart], stage: WorkStage
) -> bytes:
    embedded_only = weasyprint.urls.URLFetcher(allowed_protocols=("data",))  # data URLs in the page itself
    style = weasyprint.CSS(string=render_to_string(STYLESHEET), url_fetcher=embedded_only)

    def laid_out(part: PdfPart, *more_styles: Any) -> Any:
        html = weasyprint.HTML(
            string=render_to_string(part.template or template, dict(part.context)), url_fetcher=embedded_only
        )
        rendered = html.render(stylesheets=[style, *more_styles], font_config=fonts, pdf_variant=VARIANT)
        return rendered.copy()  # without the tree of its HTML

    if len(parts) == 1:
        document = laid_out(parts[0])
        gc.collect()
        stage.report(1)
        return document.write_pdf(pdf_variant=VARIANT)
    expected, progress = [part.pages for part in parts], 0.0
    while True:
        volumes, counts = Volumes(), []
        for index, part in enumerate(parts):
            numbers = NUMBERS % {"first": 1 + sum(expected[:index]), "all": sum(expected)}
            document = laid_out(part, weasyprint.CSS(string=numbers, url_fetcher=embedded_only))
            counts.append(len(document.pages))
            if counts == expected[: index + 1]:
                document.write_pdf(io.BytesIO(), finisher=volumes.add, pdf_variant=VARIANT)
                progress = max(progress, (index + 1) / len(parts))
            del document
            gc.collect()  # what is laid out refers to itself in circles
            stage.report(progress)
        if counts == expected:
            return volumes.content()
        expected = counts


def _free_fonts(weasyprint: ModuleType) -> Any:
    """
    Return fonts for one document, idle ones of an earlier document if there are any: pango never frees all their
    memory.

    One document at a time may use a font map. So there are as many as documents made at once, whatever the number of
    threads; each takes seven megabytes.
    """
    try:
        return _IDLE_FONTS.pop()
    except IndexError:
        fonts = weasyprint.text.fonts.FontConfiguration()
        own_files = weasyprint.urls.URLFetcher(allowed_protocols=("file", "data"))
        weasyprint.CSS(string=paper_faces(), font_config=fonts, url_fetcher=own_files)
        return fonts


def what_to_install() -> str:
    """Return the command that installs what PDFs need, or "" when nothing is missing. Imports nothing."""
    if sys.platform == "linux":
        try:
            ctypes.CDLL(PANGO)
        except OSError:
            return SETUP
    return ""


@cache
def _weasyprint() -> ModuleType:
    """Return the library, and make the garbage collector run less often: a document's objects are freed together."""
    try:
        library = importlib.import_module("weasyprint")
    except OSError as missing:  # a shared library of the system, not a Python package
        raise Refusal(
            _(
                "Le PDF ne peut pas être fait : il manque pango sur cet ordinateur. Installez-le avec « %(line)s », "
                "puis relancez ce travail."
            )
            % {"line": SETUP},
            code="pango_missing",
        ) from missing
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    return library
