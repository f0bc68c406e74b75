"""
Thirty lists as clubs have them, made from their habits: each brings the same eight people of the club.

A list is what was sent (bytes, or the text that was pasted) and what has to be chosen by hand of its columns.
"""

import io
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill

PEOPLE = [
    ("DUPONT", "Jean"),
    ("LE GALL", "Anne"),
    ("LEFÈVRE", "Noël"),
    ("DE LA TOUR", "Marie-Ange"),
    ("BŒUF", "Éloïse"),
    ("MARTIN-ROUX", "Jean-Pierre"),
    ("PETIT", "Zoé"),
    ("d’ALMEIDA", "José"),
]
CONSENT = "Consentement"
SPACES = ("OFFICE", "office"), ("TABLE", "table"), ("TEXT", "text"), ("STYLE", "style")

Cells = Sequence[object]


@dataclass(frozen=True)
class List:
    """What somebody brings; `by_hand` is the column of a title that says nothing."""

    sent: bytes | str
    by_hand: dict[int, str] = field(default_factory=dict)


def csv(*lines: Cells, delimiter: str = ";", encoding: str = "utf-8", end: str = "\r\n") -> bytes:
    text = end.join(delimiter.join("" if cell is None else str(cell) for cell in line) for line in lines)
    return text.encode(encoding)


def xlsx(*sheets: Sequence[Cells], decorate: Callable[[Workbook], None] = lambda _book: None) -> bytes:
    book = Workbook()
    for number, lines in enumerate(sheets):
        sheet = book.active if number == 0 else book.create_sheet()
        for line in lines:
            sheet.append(list(line))
    decorate(book)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def ods(lines: Sequence[Cells], *, hidden: Sequence[Cells] = (), note: str = "") -> bytes:
    """Return a workbook as LibreOffice writes it: equal cells and rows told once, a note in a cell, styles."""

    def cell(value: object, remark: str = "") -> str:
        if value is None:
            return '<table:table-cell table:number-columns-repeated="1"/>'
        said = f"<office:annotation><text:p>{escape(remark)}</text:p></office:annotation>" if remark else ""
        if isinstance(value, int):
            return (
                f'<table:table-cell office:value-type="float" office:value="{value}">{said}'
                f"<text:p>{value:,}</text:p></table:table-cell>"
            )
        kind = 'office:value-type="string"'
        if str(value).startswith("date "):
            kind = f'office:value-type="date" office:date-value="{str(value)[5:]}"'
            value = "12 mars"
        words = escape(str(value)).replace(" ", "<text:s/>", 1)
        return f"<table:table-cell {kind}>{said}<text:p>{words}</text:p></table:table-cell>"

    def table(rows: Sequence[Cells], style: str, remark: str) -> str:
        written = "".join(
            f"<table:table-row>{''.join(cell(value, remark) for value in row)}"
            '<table:table-cell table:number-columns-repeated="1000"/></table:table-row>'
            if row
            else '<table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>'
            for row in rows
        )
        empty = '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
        return f'<table:table table:name="F" table:style-name="{style}">{written}{empty}</table:table>'

    spaces = " ".join(f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short}:1.0"' for _name, short in SPACES)
    styles = (
        '<office:automatic-styles><style:style style:name="caché" style:family="table">'
        '<style:table-properties table:display="false"/></style:style></office:automatic-styles>'
    )
    tables = (table(hidden, "caché", "") if hidden else "") + table(lines, "vu", note)
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces}>{styles}<office:body>'
        f"<office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        parts.writestr("content.xml", content)
    return stream.getvalue()


def _decorated(book: Workbook) -> None:
    sheet = book.active
    sheet.merge_cells("A1:E1")
    sheet["A1"].font = Font(bold=True, size=18)
    sheet["A4"].fill = PatternFill("solid", fgColor="FFCC00")
    sheet["A5"].comment = Comment("président", "secrétaire")
    sheet.auto_filter.ref = "A4:C12"
    sheet.freeze_panes = "A5"
    for row in range(14, 900):
        sheet.cell(row, 1).fill = PatternFill("solid", fgColor="EEEEEE")


def _hide_first(book: Workbook) -> None:
    book.worksheets[0].sheet_state = "hidden"


def _capital(name: str) -> str:
    return name if name.startswith("d’") else name.title().replace("’A", "’A")


SEPARATED = [(last, first) for last, first in PEOPLE]
AGREED = [(last, first, "oui") for last, first in PEOPLE]
TOGETHER = [(f"{last} {first}",) for last, first in PEOPLE]
TITLED = ("Nom", "Prénom", CONSENT)
EVERYTHING = ("Civilité", "NOM", "Prénom", "Né(e) le", "Courriel", "Téléphone", "Adresse", "CP", "Ville", "N° Licence")
MEMBERS = [
    ("Mme" if first in ("Anne", "Éloïse", "Zoé") else "M.", last, first, f"{number:02d}/03/19{50 + number}",
     f"{number}@exemple.fr", f"06 12 34 56 {number:02d}", f"{number}, rue des Bouts", "49000", "Angers",
     f"{10000 + number}")
    for number, (last, first) in enumerate(PEOPLE, 1)
]  # fmt: skip

LISTS: dict[str, List] = {
    "a clean file": List(csv(("nom", "prénom", "consentement"), *AGREED)),
    "Latin-1 of an old Excel": List(csv(TITLED, *AGREED, encoding="cp1252")),
    "tabs": List(csv(TITLED, *AGREED, delimiter="\t")),
    "commas and UTF-16": List(csv(TITLED, *AGREED, delimiter=",", encoding="utf-16")),
    "the line that Excel reads": List(b"sep=;\r\n" + csv(TITLED, *AGREED)),
    "a decorated workbook with a title in merged cells": List(
        xlsx([("Tarot Club d’Angers, saison 2026-2027",), ("Liste au 12/09/2026",), (), ("NOM", "PRÉNOM", CONSENT),
              *AGREED], decorate=_decorated)),
    "the list on the second sheet": List(xlsx([("Bienvenue",), ("Ne pas modifier",)], [TITLED, *AGREED])),
    "a hidden sheet before the list": List(xlsx([("nom", "prénom"), ("SECRET", "Agent")], [TITLED, *AGREED],
                                                decorate=_hide_first)),
    "ODS with a title, blank rows and notes": List(ods([("Les joueurs, et leur trésorier",), (), TITLED, *AGREED],
                                                       note="à relancer")),
    "ODS with a hidden sheet, days and numbers": List(
        ods([("Nom", "Prénom", "Licence", "Date de naissance"),
             *[(last, first, 100 + n, f"date 19{50 + n}-03-12") for n, (last, first) in enumerate(PEOPLE)]],
            hidden=[("nom", "prénom"), ("SECRET", "Agent")])),
    "everything the secretary knows": List(csv(EVERYTHING, *MEMBERS)),
    "everything, in a workbook with a total": List(
        xlsx([("FICHIER ADHÉRENTS",), EVERYTHING, *MEMBERS, ("Total", None, 8)])),
    "NOM Prénom in one cell": List(csv(("Nom et Prénom", "Tél."), *[(name, "06") for (name,) in TOGETHER])),
    "only Nom, and both in it": List(csv(("N°", "Nom"), *[(n, name) for n, (name,) in enumerate(TOGETHER, 1)])),
    "nom and prénom in small letters": List(
        csv(("Nom Prénom", CONSENT), *[(f"{_capital(last)} {first}", "O") for last, first in PEOPLE])),
    "prénom first": List(
        csv(("Prénom Nom", CONSENT), *[(f"{first} {last}", "x") for last, first in PEOPLE])),
    "a comma inside the name": List(csv(("Joueur", "Payé"), *[(f"{last}, {first}", "oui") for last, first in PEOPLE])),
    "names pasted, nothing above": List("\n".join(name for (name,) in TOGETHER)),
    "numbered names pasted from a letter": List(
        "Joueurs\n" + "\n".join(f"{n}. {name}" for n, (name,) in enumerate(TOGETHER, 1))),
    "two columns pasted, nothing above": List("\n".join(f"{last}\t{first}" for last, first in PEOPLE)),
    "prénom and NOM pasted, nothing above": List("\n".join(f"{first}\t{last.upper()}" for last, first in PEOPLE)),
    "identical lines": List(csv(TITLED, *AGREED, *AGREED[2:5])),
    "a line that completes another": List(csv(TITLED, *AGREED[:7], (*PEOPLE[7], ""), *AGREED[6:])),
    "a total and a count at the foot": List(
        csv(("Nom", "Prénom", "Licence", "Cotisation"), *[(*person, "", "25") for person in PEOPLE],
            ("Total", "", "", "200"), ("Nombre de joueurs : 8",))),
    "remarks below": List(
        csv(TITLED, *AGREED, (), ("* à jour de sa cotisation au 1er septembre",), ("Fait à Angers, le 12/09/2026",),
            ("La secrétaire :",))),
    "groups with their titles": List(
        csv(TITLED, ("Bureau",), *AGREED[:3], ("Vétérans",), *AGREED[3:])),
    "the headings again on every page": List(csv(TITLED, *AGREED[:4], TITLED, *AGREED[4:])),
    "groups of columns above the columns": List(
        csv(("Identité", "", "Divers", ""), ("Nom", "Prénom", "Ville", CONSENT),
            *[(last, first, "Angers", "oui") for last, first in PEOPLE])),
    "tickets of an online sale": List(
        csv(("Réf", "Nom participant", "Prénom participant", "Nom payeur", "Prénom payeur", "Email payeur", "Tarif"),
            *[(n, last, first, "PAYEUR", "Paul", "a@b.fr", "10,00") for n, (last, first) in enumerate(PEOPLE)],
            delimiter=";", encoding="utf-8-sig")),
    "the club's own name on every line": List(
        xlsx([("Club", "Nom", "Prénom", "Catégorie"), *[("T.C. Angers", *person, "Senior 2") for person in PEOPLE]])),
    "cells of several lines, and quotes": List(
        '"N° de\nlicence";"Nom";"Prénom";"Né(e)\nle";"Adresse"\n'.encode()
        + "".join(f'"{n}.0";"{last}";"{first}";"1958";"rue ""A""\nAngers"\n'
                  for n, (last, first) in enumerate(PEOPLE, 7)).encode()),
    "a title that only this club uses": List(
        csv(("Patronyme", "Prénom", "Cotis.", CONSENT), *[(last, first, "25", "oui") for last, first in PEOPLE]),
        {0: "last_name"}),
    "titles of groups and a signature where people have more cells": List(
        csv(("Civ.", "Nom et Prénom", "Tél.", "Cotis."), ("", "Section jeunes"),
            *[("M.", name, "06", 35) for (name,) in TOGETHER[:4]], ("", "Vétérans libres"),
            *[("", name, "07", 35) for (name,) in TOGETHER[4:]], (), ("", "Signature du président"))),
}  # fmt: skip
