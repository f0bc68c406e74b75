"""
From a template to a PDF: the only place that knows WeasyPrint.

WeasyPrint is imported at the first document rather than with this module: it needs pango, which only the system can
give, and a club without it must still open its site; and the web process, which never prints, stays smaller by it.
"""

import ctypes
import gc
import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournaments.refusals import Refusal

# The one line of the README, to the letter: what Debian gives, for the PDFs and for the browser tests.
APT_LINE = "sudo apt-get install --yes --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 chromium"
PANGO = "libpango-1.0.so.0"
STYLESHEET = "documents/print.css"
VARIANT = "pdf/ua-1"  # tagged: a screen reader follows it


def render(template: str, context: Mapping[str, Any]) -> bytes:
    """
    Return the PDF of a template, in the style of every document. Nothing is ever fetched: no image, font or address.

    Refuses where pango is missing, with the line that installs it.
    """
    return render_parts(template, [context])


def render_parts(
    template: str, parts: Sequence[Mapping[str, Any]], progress: Callable[[int], None] = lambda _done: None
) -> bytes:
    """
    Return one PDF of a template rendered for each part, every part on pages of its own.

    Each part is laid out by itself, so that time and memory grow with the document and no faster; `progress` hears how
    many parts are laid out and may raise to stop. Refuses as `render` does.
    """
    weasyprint = _weasyprint()
    nothing = weasyprint.urls.URLFetcher(allowed_protocols=())
    style = weasyprint.CSS(string=render_to_string(STYLESHEET), url_fetcher=nothing)
    laid_out = []
    for done, context in enumerate(parts, start=1):
        page = weasyprint.HTML(string=render_to_string(template, dict(context)), url_fetcher=nothing)
        laid_out.append(page.render(stylesheets=[style], pdf_variant=VARIANT))
        progress(done)
    whole = laid_out[0].copy([page for document in laid_out for page in document.pages])
    return whole.write_pdf(pdf_variant=VARIANT)


def what_to_install() -> str:
    """Return the line that installs what PDFs need when it is missing, else nothing. Costs no import."""
    if sys.platform == "linux":
        try:
            ctypes.CDLL(PANGO)
        except OSError:
            return APT_LINE
    return ""


@cache
def _weasyprint() -> ModuleType:
    """Return the library, and spare the collector: a document is a heap of objects that all go at once."""
    try:
        library = importlib.import_module("weasyprint")
    except OSError as missing:  # a shared library of the system, not a Python package
        raise Refusal(
            _(
                "Le PDF ne peut pas être fait : il manque pango sur cet ordinateur. Installez-le avec « %(line)s », "
                "puis relancez ce travail."
            )
            % {"line": APT_LINE},
            code="pango_missing",
        ) from missing
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    return library
