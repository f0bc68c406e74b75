"""
Lists as clubs have them, made from their habits: each brings the same eight people of the club.

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
    """
    What somebody brings; `by_hand` is the column of a title that says nothing, `answered` the button pressed in the
    preview, `has_licences` whether all of the eight come with theirs (« 10001 » and on).
    """

    sent: bytes | str
    by_hand: dict[int, str] = field(default_factory=dict)
    answered: dict[str, str] = field(default_factory=dict)
    has_licences: bool = False


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


def _merge(book: Workbook) -> None:
    for cells in ("A1:B1", "C1:C2"):
        book.active.merge_cells(cells)


def _natural(last: str) -> str:
    """Return a family name as one writes it by hand, its particles in small letters: « de la Tour »."""
    return " ".join(word.lower() if word in ("DE", "LA") else _capital(word) for word in last.split())


def _particled(last: str) -> str:
    """Return a family name in capitals after its particles: « de la TOUR »."""
    return " ".join(word.lower() if word in ("LE", "DE", "LA") else word for word in last.split())


def _capital(name: str) -> str:
    return name if name.startswith("d’") else name.title().replace("’A", "’A")


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

LICENSED = [(last, first, str(10000 + number)) for number, (last, first) in enumerate(PEOPLE, 1)]
CHAT = """Bonjour à tous,
Inscrits pour samedi 12/09 :
[12/09/2026 18:32:10] Jean: ✅ Jean DUPONT
[12/09/2026 18:33:02] Anne: Anne LE GALL 06 12 34 56 78
12/09/2026, 18:40 - Noël : Noël LEFÈVRE +1
<Médias omis>
4. Marie-Ange DE LA TOUR présente
5) Éloïse BŒUF ok
12.
06 98 76 54 32
❌ Paul MARTIN
Lucie GARNIER forfait
6. Jean-Pierre MARTIN-ROUX
7. Zoé PETIT ❤️
8. José d’ALMEIDA 🇫🇷
Merci !
"""

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
    "natural names with particles in one column": List(
        csv(("Joueur", CONSENT), *[(f"{_natural(last)} {first}", "oui") for last, first in PEOPLE])),
    "particles in small letters before capitals": List(
        csv(("Joueur", CONSENT), *[(f"{_particled(last)} {first}", "oui") for last, first in PEOPLE])),
    "signs after names with a legend below": List(
        csv(TITLED, *[(f"{last} *", f"{first} (1)", "oui") for last, first in PEOPLE], (),
            ("* à jour de cotisation",), ("(1) non licencié",))),
    "sums of clubs between people": List(
        csv(("Nom", "Prénom", "Club", "Cotis."), *[(*person, "T.C. Angers", 25) for person in PEOPLE[:4]],
            ("Sous-total Club de Bollène", "", "", 100), *[(*person, "T.C. Angers", 25) for person in PEOPLE[4:]],
            ("Sous-total", "Club d’Angers", "", 100), ("8 joueurs",))),
    "emoji, flags and hearts around names and in a title": List(
        "🎄 Tournoi de Noël ❤️🎅\n" + "\n".join(f"🇫🇷 {first} ♥️ {last.upper()} 👩‍🦰" for last, first in PEOPLE)),
    "letters that nobody sees": List(
        csv(("\u200bNom", "Prénom\u200b", CONSENT), *[(f"\u202e{last}\u200b", f"{first}\ufeff", "oui\u200b")
                                                     for last, first in PEOPLE])),
    "Lic.": List(csv(("Nom", "Prénom", "Lic."), *LICENSED), has_licences=True),
    "Lic FFT": List(csv(("Nom", "Prénom", "Lic FFT"), *LICENSED), has_licences=True),
    "LIC. :": List(csv(("NOM :", "PRÉNOM :", "LIC. :"), *LICENSED), has_licences=True),
    "a licence under a heading of two merged rows": List(
        xlsx([("Identité", None, "Licence FFT", "Club"), ("Nom", "Prénom", None, None),
              *[(*person, "Angers") for person in LICENSED]], decorate=_merge), has_licences=True),
    "a licence whose heading goes on below": List(
        xlsx([("Nom", "Prénom", "Licence", None), (None, None, "Numéro", "Année"),
              *[(*person, 2026) for person in LICENSED]]), has_licences=True),
    "a licence under a heading that nobody knows": List(
        csv(("Nom", "Prénom", "Matricule"), *LICENSED), answered={"reads": "2:licence"}, has_licences=True),
    "Joueur (Prénom NOM)": List(
        csv(("Joueur (Prénom NOM)", "N° licence"), *[(f"{first} {_natural(last)}", number)
                                                     for last, first, number in LICENSED]), has_licences=True),
    "Nom (nom de jeune fille)": List(
        csv(("Nom (nom de jeune fille)", "Prénom", "Licence"),
            *[(f"{last} (née MARTIN)", first, number) for last, first, number in LICENSED]), has_licences=True),
    "the questions of an online form": List(
        csv(("Horodateur", "Votre nom de famille", "Votre prénom", "Numéro de licence FFT (si licencié)",
             "Acceptez-vous que votre nom soit affiché ?"),
            *[("12/09/2026 18:32:10", *person, "Oui") for person in LICENSED], delimiter=","), has_licences=True),
    "headings that nobody knows": List(
        csv(("Blaze", "Petit nom"), *[(_natural(last), first) for last, first in PEOPLE]),
        answered={"title_line": "1"}),
    "headings that nobody knows but the licence": List(
        csv(("Blaze", "Petit nom", "Licence"), *LICENSED), has_licences=True),
    "a message of a phone": List(CHAT),
    "prénom and NOM in one line, nothing above": List("\n".join(f"{first} {last.upper()}" for last, first in PEOPLE)),
    "natural prénom and nom in one line, nothing above": List(
        "\n".join(f"{first} {_natural(last)}" for last, first in PEOPLE)),
    "pasted from a PDF, one space between columns": List(
        "N° Nom Prénom Licence Catégorie\n" + "\n".join(
            f"{n} {last} {first} {number} Senior" for n, (last, first, number) in enumerate(LICENSED, 1)),
        has_licences=True),
    "pasted from a PDF without headings": List(
        "\n".join(f"{last} {first} {number} 49 Angers" for last, first, number in LICENSED),
        answered={"reads": "1:licence"}, has_licences=True),
    "three players in a row": List(
        csv(("Équipe", "Joueur 1", "Licence 1", "Joueur 2", "Licence 2", "Joueur 3", "Licence 3"),
            *[(f"Équipe {place}", *[cell for last, first, number in LICENSED[place:place + 3]
                                    for cell in (f"{last} {first}", number)]) for place in (0, 3, 6)]),
        has_licences=True),
    "three players in a row, in two columns each": List(
        csv(("Nom", "Prénom", "Licence") * 3,
            *[[cell for person in LICENSED[place:place + 3] for cell in person] for place in (0, 3, 6)]),
        has_licences=True),
    "three players in a line, nothing above": List(
        "\n".join("Équipe {} : {}".format(place, " / ".join(f"{last.upper()} {first}" for last, first in
                                                            PEOPLE[place:place + 3])) for place in (0, 3, 6))),
    "civilities before names": List(
        csv(("Joueur", CONSENT), *[(f"{'Mme' if first == 'Anne' else 'M.'} {last} {first}", "oui")
                                   for last, first in PEOPLE])),
    "formulas that give nothing": List(
        csv(("Nom", "Prénom", "Licence"), *LICENSED, ("#N/A", "#N/A", "#REF!"), ("#VALUE!", "", "")),
        has_licences=True),
}  # fmt: skip
