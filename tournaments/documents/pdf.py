"""
From a template to a PDF: the only place that knows WeasyPrint.

WeasyPrint is imported at the first document rather than with this module: it needs pango, which only the system can
give, and a club without it must still open its site; and the web process, which never prints, stays smaller by it.

A thousand cards laid out at once take half a gigabyte. So pages are laid out a part at a time, painted and forgotten,
which WeasyPrint does not offer: `_Leaf` relies on the order in which it walks through its pages. A test compares what
comes of it, byte for byte, with what WeasyPrint writes by itself.
"""

import ctypes
import gc
import importlib
import pickle
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from types import ModuleType
from typing import Any
from xml.etree.ElementTree import Element

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournaments.refusals import Refusal

# The one line of the README, to the letter: what Debian gives, for the PDFs and for the browser tests.
APT_LINE = "sudo apt-get install --yes --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 chromium python3-venv"
PANGO = "libpango-1.0.so.0"
STYLESHEET = "documents/print.css"
VARIANT = "pdf/ua-1"  # tagged: a screen reader follows it

# What WeasyPrint's tags read of a box after its page is painted, and of its style.
OF_TAGS = frozenset({"element_tag", "is_table_wrapper", "colspan", "rowspan"})
STYLE_OF_TAGS = ("display", "list_style_type")


# Fonts that no document uses now.
_IDLE_FONTS: list[Any] = []


@dataclass(frozen=True)
class Part:
    """
    What a template is rendered with, for pages of their own. `pages` is how many they are, where their author knows.

    Then they are laid out when their turn to be painted comes, and forgotten: time and memory grow with the document
    and no faster.
    """

    context: Mapping[str, Any]
    pages: int | None = None


def render(template: str, context: Mapping[str, Any]) -> bytes:
    """
    Return the PDF of a template, in the style of every document. Nothing is ever fetched: no image, font or address.

    Refuses where pango is missing, with the line that installs it.
    """
    return render_parts(template, [Part(context)])


def render_parts(template: str, parts: Sequence[Part], progress: Callable[[int], None] = lambda _done: None) -> bytes:
    """
    Return one PDF of a template rendered for each part, every part on pages of its own.

    `progress` hears how many parts are laid out and may raise to stop. Refuses as `render` does; raises Miscounted when
    a part has not the pages it said.
    """
    library = _weasyprint()
    fonts = _free_fonts(library)
    try:
        content = _written(_Press(library, fonts, template, progress), parts)
    finally:
        gc.collect()  # its boxes hold each other: a worker that left them to chance would grow with every document
    _IDLE_FONTS.append(fonts)  # not after an error: its trace still holds what was laid out in them
    return content


def _written(press: "_Press", parts: Sequence[Part]) -> bytes:
    quires = [_Quire(press, part) for part in parts]
    leaves = [leaf for quire in quires for leaf in quire.leaves()]
    return quires[0].document.copy(leaves).write_pdf(pdf_variant=VARIANT)


class Miscounted(Exception):
    """A part has more or fewer pages than it said; without a number it can be printed all the same."""


class _Press:
    """What lays out the parts of a document, one after the other."""

    def __init__(self, library: ModuleType, fonts: Any, template: str, progress: Callable[[int], None]) -> None:
        self.template, self.progress = template, progress
        self.weasyprint, self.fonts = library, fonts
        self.nothing = self.weasyprint.urls.URLFetcher(allowed_protocols=())
        self.style = self.weasyprint.CSS(string=render_to_string(STYLESHEET), url_fetcher=self.nothing)
        self.done = 0

    def laid_out(self, context: Mapping[str, Any]) -> Any:
        """Return a part laid out. The copy leaves the tree of its HTML behind."""
        if self.done:
            gc.collect()  # what the part before no longer needs holds itself together
        html = self.weasyprint.HTML(string=render_to_string(self.template, dict(context)), url_fetcher=self.nothing)
        document = html.render(stylesheets=[self.style], font_config=self.fonts, pdf_variant=VARIANT).copy()
        self.done += 1
        self.progress(self.done)
        return document


def _free_fonts(weasyprint: ModuleType) -> Any:
    """
    Return fonts for one document, those of an earlier one if they can be had: pango never gives all of them back.

    A font map is one document's at a time. There are as many as documents are made at once, however many threads a
    worker has: each takes seven megabytes.
    """
    try:
        return _IDLE_FONTS.pop()
    except IndexError:
        return weasyprint.text.fonts.FontConfiguration()


class _Quire:
    """The pages of a part."""

    def __init__(self, press: _Press, part: Part) -> None:
        self.press, self.part = press, part

    @cached_property
    def document(self) -> Any:
        document = self.press.laid_out(self.part.context)
        if self.part.pages not in (None, len(document.pages)):
            raise Miscounted
        return document

    def leaves(self) -> Iterator["_Leaf"]:
        """Yield the pages; they are laid out now when nobody said how many they are."""
        count = len(self.document.pages) if self.part.pages is None else self.part.pages
        return (_Leaf(self, index) for index in range(count))


class _Leaf:
    """
    A page in the shape WeasyPrint wants it, laid out when it is first looked at.

    Links and their targets are asked of all pages before the first is painted; these documents have none. Once painted
    it keeps what the tags are made of, folded small: a box as laid out carries some 7 kB, and a page has hundreds.
    """

    anchors: Mapping[str, Any] = {}
    links: Sequence[Any] = ()

    def __init__(self, quire: _Quire, index: int) -> None:
        self._quire, self._index = quire, index
        self._stream: Any = None
        self._folded = b""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._quire.document.pages[self._index], name)

    def paint(self, stream: Any, scale: float = 1) -> None:
        page = self._quire.document.pages[self._index]
        page.paint(stream, scale)
        # What pydyf would do at the end, done now: a page is thousands of small objects.
        stream.stream[:] = [zlib.compress(b"\n".join(map(_bytes, stream.stream)), level=9)]
        stream.extra["Filter"], stream.compress = "/FlateDecode", False
        self._folded = zlib.compress(pickle.dumps((_light(page._page_box), stream._tags)), level=1)
        self._stream = stream
        stream._tags.clear()
        page._page_box = None

    @property
    def _page_box(self) -> Any:
        """The page for its tags, which name its very boxes."""
        box, tags = pickle.loads(zlib.decompress(self._folded))  # noqa: S301 - folded above, by this process
        self._stream._tags.update(tags)
        return box


def _bytes(one: Any) -> bytes:
    """Return what an operator, a name or a dictionary of a page is in the file."""
    data = getattr(one, "data", one)
    return data.encode("ascii") if isinstance(data, str) else data


def _light(box: Any) -> Any:
    """Return a painted box, it and all it holds now only what the tags are made of."""
    box = getattr(box, "_box", box)  # one that is positioned hides behind a placeholder
    kept = {name: value for name, value in vars(box).items() if name in OF_TAGS}
    kept["style"] = _style_of_tags(*(box.style[name] for name in STYLE_OF_TAGS))
    kept["element"] = None if box.element is None else Element(box.element.tag, box.element.attrib)
    kept["children"] = [_light(child) for child in box.children]
    box.__dict__ = kept
    return box


@cache
def _style_of_tags(*values: Any) -> Mapping[str, Any]:
    """Return the one style of all boxes alike."""
    return dict(zip(STYLE_OF_TAGS, values, strict=True))


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
