"""
A long PDF written in volumes and joined into one file: only one laid-out volume is in memory at a time.

WeasyPrint gives each finished volume to a `finisher` as a `pydyf.PDF`. Its objects are kept as bytes under new numbers.
The parts that a PDF has only once (ISO 32000-1: the pages, the bookmarks, the tags for screen readers) are joined. Each
volume keeps its own fonts.
"""

import io
import re
from collections.abc import Mapping
from typing import Any

import pydyf

# A string, which may hold anything, or a reference to an object: « 12 0 R ».
STRING_OR_REFERENCE = re.compile(rb"\((?:[^\\()]|\\.)*\)|\b(\d+) 0 R\b", re.DOTALL)
ONCE = frozenset({"Type", "Pages", "StructTreeRoot", "Outlines"})  # in the catalogue, joined here
VERSION = "1.7"  # of PDF, for PDF/UA-1


class CopiedObject(pydyf.Object):
    """An object of a volume, as bytes."""

    def __init__(self, data: bytes, *, compressible: bool) -> None:
        super().__init__()
        self._data, self._compressible = data, compressible

    @property
    def data(self) -> bytes:
        return self._data

    @property
    def compressible(self) -> bool:
        return self._compressible


class Volumes:
    """The joined PDF, with the volumes added so far."""

    def __init__(self) -> None:
        self.pdf = pydyf.PDF()
        self.count = 0
        self.root = pydyf.Dictionary({"Type": "/StructTreeRoot"})
        self.document = pydyf.Dictionary({"Type": "/StructElem", "S": "/Document", "K": pydyf.Array()})
        self.tags_of_pages = pydyf.Dictionary({"Nums": pydyf.Array()})  # a number, then the tags on that page
        self.bookmarks = pydyf.Dictionary({"Type": "/Outlines", "Count": 0})
        self.last_bookmark: pydyf.Dictionary | None = None
        for pdf_object in (self.root, self.document, self.tags_of_pages, self.bookmarks):
            self.pdf.add_object(pdf_object)
        self.root |= {"K": pydyf.Array([self.document.reference]), "ParentTree": self.tags_of_pages.reference}
        self.document["P"] = self.root.reference
        self.pdf.catalog["StructTreeRoot"] = self.root.reference

    def add(self, _document: Any, volume: pydyf.PDF) -> None:
        """Add a volume: this is the `finisher` of its `write_pdf`."""
        self.count += 1
        root = _object(volume, volume.catalog["StructTreeRoot"])
        document, tags_of_pages = _object(volume, root["K"][0]), _object(volume, root["ParentTree"])
        bookmarks = _object(volume, volume.catalog["Outlines"]) if "Outlines" in volume.catalog else pydyf.Dictionary()
        joined = {
            volume.pages.number: self.pdf.pages.number,
            document.number: self.document.number,
            bookmarks.number: self.bookmarks.number,
        }
        left_out = {0, volume.catalog.number, root.number, tags_of_pages.number, *joined}
        objects = [pdf_object for pdf_object in volume.objects if pdf_object.number not in left_out]
        first = len(self.pdf.objects)
        numbers = joined | {pdf_object.number: number for number, pdf_object in enumerate(objects, start=first)}
        self._make_unique(objects)
        ends = {_number(bookmarks[end]) for end in ("First", "Last") if end in bookmarks}
        for pdf_object in objects:
            if pdf_object.number in ends:  # to be linked to those of the other volumes
                self.pdf.add_object(
                    pydyf.Dictionary({key: _copied(value, numbers) for key, value in pdf_object.items()})
                )
            else:
                self.pdf.add_object(CopiedObject(_copied(pdf_object, numbers), compressible=pdf_object.compressible))
        for reference in volume.page_references:
            self.pdf.pages["Kids"] += [numbers[_number(reference)], 0, "R"]
            self.pdf.pages["Count"] += 1
        begin = len(self.tags_of_pages["Nums"]) // 2
        for key, tags in zip(tags_of_pages["Nums"][::2], tags_of_pages["Nums"][1::2], strict=True):
            self.tags_of_pages["Nums"] += [begin + key, _copied(tags, numbers)]
        self.document["K"] += [_copied(tag, numbers) for tag in document["K"]]
        if ends:
            self._chain(*(self.pdf.objects[numbers[_number(bookmarks[end])]] for end in ("First", "Last")))
            self.bookmarks["Count"] += bookmarks["Count"]
        for key, value in volume.catalog.items():
            if key not in ONCE:
                self.pdf.catalog.setdefault(key, _copied(value, numbers))
        self.pdf.info = self.pdf.info or volume.info
        volume.objects.clear()  # they are copied: WeasyPrint still writes the volume, without compressing them again

    def content(self) -> bytes:
        """Return the whole file."""
        output = io.BytesIO()
        self.pdf.write(output, VERSION, compress=True)
        return output.getvalue()

    def _make_unique(self, objects: list[pydyf.Object]) -> None:
        """Renumber the pages' tags and rename the headers of tables, so that no earlier volume has the same."""
        begin = len(self.tags_of_pages["Nums"]) // 2
        for element in objects:
            if isinstance(element, pydyf.Dictionary):
                if "StructParents" in element:
                    element["StructParents"] += begin
                if element.get("Type") == "/StructElem" and "ID" in element:
                    element["ID"].string = f"{self.count}-{element['ID'].string}"  # the cells below hold this string

    def _chain(self, first: pydyf.Dictionary, last: pydyf.Dictionary) -> None:
        if self.last_bookmark is None:
            self.bookmarks["First"] = first.reference
            self.pdf.catalog["Outlines"] = self.bookmarks.reference
        else:
            first["Prev"], self.last_bookmark["Next"] = self.last_bookmark.reference, first.reference
        self.bookmarks["Last"] = last.reference
        self.last_bookmark = last


def _object(volume: pydyf.PDF, reference: bytes) -> Any:
    return volume.objects[_number(reference)]


def _number(reference: bytes) -> int:
    return int(reference.split()[0])


def _copied(value: Any, numbers: Mapping[int, int]) -> bytes:
    """Return a value as bytes with new numbers in its references. The content of a stream does not change."""

    def renumber(match: re.Match[bytes]) -> bytes:
        return b"%d 0 R" % numbers[int(match[1])] if match[1] else match[0]

    data = pydyf.Array([value]).data[1:-1]
    head, *content = data.split(b"stream\n", 1) if isinstance(value, pydyf.Stream) else [data]
    return b"stream\n".join([STRING_OR_REFERENCE.sub(renumber, head), *content])
