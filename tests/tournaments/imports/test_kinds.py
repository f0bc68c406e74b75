"""Lists of every messy kind: whoever is ticked without a word is one of theirs, whoever is theirs is there or told."""

import datetime
import io
import unicodedata
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from openpyxl import Workbook

from tests.texts import NO_BREAK
from tests.tournaments.imports.lists import csv, ods, xlsx
from tests.tournaments.imports.reading import read_player_file
from tournaments.imports.ooxml import TRANSITIONAL
from tournaments.imports.player_files import PlayerFile
from tournaments.refusals import Refusal

Person = tuple[str, str, str]  # family name, first name, licence or ""

JEAN, ANNE, ZOE, PAUL = PEOPLE = [
    ("DUPONT", "Jean", "0123456"),
    ("LE GALL", "Anne", "0123457"),
    ("PETIT", "Zoé", "0123458"),
    ("ROY", "Paul", "0123459"),
]
ACCENTED = [("LEFÈVRE", "Noël", "0123456"), ("BEAUNÉ", "Éloïse", "0123457"), ("GARÇON", "José", "0123458")]
HEADINGS = [
    ("Nom(s)", "Prénom(s)", "N° FFT"),
    ("Nom licencié", "Prénom licencié", "ID FFT"),
    ("Nom usuel", "1er prénom", "Numéro FFT"),
    ("NOM DE FAMILLE", "Premier prénom", "Identifiant fédéral"),
    ("Nom de l’adhérent(e)", "Prénom de l’adhérent(e)", "N° de licence FFT"),
    ("Nom d'usage", "Prénom d'usage", "Code FFT"),
    ("Nom du participant", "Prénom du participant", "Matricule FFT"),
    ("Nom (en majuscules)", "Prénom (usuel)", "Licence n°"),
    ("Surname(s)", "Given name(s)", "Licence no."),
    ("Licencié nom", "Licencié prénom", "FFT"),
]
TITLES = ("Nom", "Prénom", "Licence")
NAMES = [person[:2] for person in PEOPLE]


@dataclass(frozen=True)
class Kind:
    """What is sent, who is read without a doubt and who with one, and what is told (parts of sentences)."""

    sent: bytes | str
    sure: Sequence[Person] = tuple(PEOPLE)
    doubted: Sequence[Person] = ()
    told: Sequence[str] = ()


def unlicensed(people: Sequence[Person]) -> list[Person]:
    return [(last, first, "") for last, first, _licence in people]


def _name(book: Workbook, *names: str) -> None:
    for sheet, name in zip(book.worksheets, names, strict=True):
        sheet.title = name


def _hide(book: Workbook) -> None:
    sheet = book.active
    sheet.row_dimensions[3].hidden = True
    sheet.row_dimensions[5].height = 0.5


def _hide_column(book: Workbook) -> None:
    book.active.column_dimensions["C"].hidden = True


def strict(content: bytes) -> bytes:
    """Return a workbook as « Classeur Open XML Strict » has it."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            for strict_name, known in TRANSITIONAL:
                part = part.replace(known, strict_name)
            new.writestr(name, part)
    return made.getvalue()


def filtered_ods() -> bytes:
    """Return an ODS whose third row a filter hides, and the column of old licences too."""
    people = [(f"OLD{licence}", licence, last, first) for last, first, licence in PEOPLE]
    content = ods([("LICENCE", "Licence n°", "Nom", "Prénom"), *people])
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as parts, zipfile.ZipFile(made, "w") as new:
        text = parts.read("content.xml").decode().replace(
            'style-name="vu">', 'style-name="vu"><table:table-column table:visibility="collapse"/><table:table-column/>'
        )  # fmt: skip
        head, *rows = text.split("<table:table-row>")
        rows[2] = f'<table:table-row table:visibility="filter">{rows[2]}'
        shown = [f"<table:table-row>{row}" if n != 2 else row for n, row in enumerate(rows)]
        new.writestr("content.xml", head + "".join(shown))
    return made.getvalue()


def merged(*cells: str) -> Callable[[Workbook], None]:
    """Return what merges cells of a workbook: « A2:A3 »."""

    def merge(book: Workbook) -> None:
        for each in cells:
            book.active.merge_cells(each)

    return merge


def merged_ods(lines: Sequence[Sequence[str | None]], spans: dict[str, tuple[int, int]]) -> bytes:
    """Return an ODS in which the cell of a text spans so many rows and columns; None is covered by another one."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(ods(lines))) as parts, zipfile.ZipFile(made, "w") as new:
        text = parts.read("content.xml").decode()
        text = text.replace('<table:table-cell table:number-columns-repeated="1"/>', "<table:covered-table-cell/>")
        for words, (rows, columns) in spans.items():
            cell = f'office:value-type="string"><text:p>{words.replace(" ", "<text:s/>", 1)}</text:p>'
            assert cell in text
            spanned = f'table:number-rows-spanned="{rows}" table:number-columns-spanned="{columns}"'
            text = text.replace(cell, f"{spanned} {cell}", 1)
        new.writestr("content.xml", text)
    return made.getvalue()


def written_otherwise(content: bytes, texts: dict[str, str]) -> bytes:
    """Return an ODS in which some texts stand for others."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as parts, zipfile.ZipFile(made, "w") as new:
        xml = parts.read("content.xml").decode()
        for text, other in texts.items():
            xml = xml.replace(text, other)
        new.writestr("content.xml", xml)
    return made.getvalue()


MARIE = ("DUPONT", "Marie", "0123461")
HOUSEHOLD = [JEAN, (None, *MARIE[1:]), (None, "Luc", "0123462"), ZOE, PAUL]
OF_HOUSEHOLD = [("DUPONT", "Luc", "0123462"), MARIE]

KINDS: dict[str, Kind] = {
    "a household under one merged name": Kind(
        xlsx([TITLES, *HOUSEHOLD], decorate=merged("A2:A4")), [JEAN, ZOE, PAUL], OF_HOUSEHOLD,
        ["dans une cellule fusionnée avec la ligne au-dessus"]),
    "a household under one merged name of an ODS": Kind(
        merged_ods([TITLES, *HOUSEHOLD], {"DUPONT": (3, 1)}), [JEAN, ZOE, PAUL], OF_HOUSEHOLD,
        ["dans une cellule fusionnée avec la ligne au-dessus"]),
    "a household under one merged name, nothing above": Kind(
        xlsx([JEAN[:2], (None, "Marie"), *NAMES[1:]], decorate=merged("A1:A2")), unlicensed(PEOPLE),
        unlicensed([MARIE]), ["dans une cellule fusionnée"]),
    "names over two columns": Kind(
        xlsx([("Liste", None, None), TITLES, JEAN, ("LE GALL Anne", None, "0123457"), ZOE, PAUL, ("Table 2",)],
             decorate=merged("A1:C1", "A4:B4", "A7:B7")),
        [JEAN, ZOE, PAUL], [ANNE, ("Table 2", "", "")], ["dans une cellule fusionnée sur plusieurs colonnes"]),
    "names over two columns of an ODS, the first name before": Kind(
        merged_ods([("Licence", "Prénom", "Nom"), *[(c, b, a) for a, b, c in (JEAN, ZOE, PAUL)],
                    ("0123457", "Anne Legall", None)], {"Anne Legall": (1, 2)}),
        [JEAN, ZOE, PAUL], [("Legall", "Anne", "0123457")], ["sur plusieurs colonnes"]),
    "a club and a licence merged over several lines": Kind(
        xlsx([(*TITLES, "Club"), (*JEAN, "Blois"), ("LE GALL", "Anne"), (*ZOE, "Tours"), (*PAUL, None)],
             decorate=merged("C2:C3", "D2:D3", "D4:D5")), [JEAN, ("LE GALL", "Anne", ""), ZOE, PAUL],
        told=["Lignes 3 et 5 : des cellules fusionnées y sont lues"]),
    "two lines of one person, and a hidden sheet": Kind(
        xlsx([(*TITLES, "Adresse"), (*JEAN, "12, rue du Pot"), (None, None, None, "49000 Angers"), ANNE, ZOE, PAUL],
             [("Nom",)], decorate=lambda book: (merged("A2:A3", "B2:B3", "C2:C3")(book),
                                                setattr(book.worksheets[1], "sheet_state", "hidden"))),
        told=["La ligne 3 n’est pas lue : son nom est dans une cellule fusionnée", "Une feuille masquée"]),
    "numbers, series, stars and places beside people": Kind(
        csv(("N°", "Nom", "Prénom", "Licence", "Série", "Étoiles"),
            *[(place, *person, f"{place}e", place) for place, person in enumerate(PEOPLE, 1)])),
    "1re and 2e of series": Kind(csv((*TITLES, "Série", "Cat."), *[(*person, "1re", "2e") for person in PEOPLE])),
    "dashes and question marks": Kind(
        csv((*TITLES, "E-mail", "Téléphone", "Club"), *[(*PEOPLE[n], "-", "?—"[n % 2], "-") for n in range(4)])),
    "marks of attendance": Kind(
        csv((*TITLES, "12/09", "19/09", "26/09", "3/10"), *[(*person, "x", "-", "?", "—") for person in PEOPLE])),
    "children, and 1 or 2 for the sex": Kind(
        csv((*TITLES, "Sexe", "Enfants"), *[(*person, n % 2 + 1, n) for n, person in enumerate(PEOPLE)]),
        told=["ne dit ni femme ni homme"]),
    "a club beside whole names": Kind(
        csv(("Joueur", "Licence", "Club"), *[(f"{last} {first}", licence, f"TC {club}") for (last, first, licence), club
                                             in zip(PEOPLE, ("Angers", "BLOIS", "Tours", "Nantes"), strict=True)])),
    "a sponsor beside whole names": Kind(
        csv(("Joueur", "Parrain"), *[(f"{last} {first}", "MARTIN Luc") for last, first in NAMES]),
        unlicensed(PEOPLE)),
    "clubs behind names, nothing above": Kind(
        "\n".join(f"{last} {first} - TC {club}" for (last, first), club in zip(NAMES, "ABCD", strict=True)),
        unlicensed(PEOPLE), [("TC", club, "") for club in "ABCD"], told=["c’est peut-être son club"]),
    "words of headings in the list": Kind(
        csv(("DUPONT", "Jean", "président"), ("ROY", "Paul", "membre"), ("PETIT", "Zoé", "membre"),
            ("LE GALL", "Anne", "licencié")), unlicensed(PEOPLE)),
    "one word of a heading on the third line": Kind(
        csv(("DUPONT", "Jean", "président"), ("LE GALL", "Anne", "trésorière"), ("PETIT", "Zoé", "membre")),
        unlicensed(PEOPLE[:3])),
    "an address that looks like a title": Kind(
        csv(("DUPONT", "Jean", "Mobile"), ("LE GALL", "Anne", "anne@exemple.fr"), ("PETIT", "Zoé", "zoe@exemple.fr")),
        unlicensed(PEOPLE[1:3]), told=["Jean"]),
    "a second table below that knows more columns": Kind(
        csv(TITLES, *PEOPLE[:2], (), (*TITLES, "Club", "Catégorie"),
            *[(*person, "Blois", "S") for person in PEOPLE[2:]])),
    "a second table below that says other things": Kind(
        csv(TITLES, *PEOPLE[:3], (), ("Équipe", "Joueur", "Points"), ("Les As", "ROY Paul", "12")),
        PEOPLE[:3], told=["La ligne 7 est sous d’autres titres"]),
    "a sheet for women and one for men": Kind(
        xlsx([TITLES, *PEOPLE[:2]], [("Liste des dames",), ("Licence", "Club", "Prénom", "Nom"),
                                     *[(licence, "Blois", first, last) for last, first, licence in PEOPLE[2:]]]),
        told=["La feuille « Sheet1 » est lue aussi : sa ligne 1 est comptée 1001."]),
    "a sheet of something else": Kind(
        xlsx([TITLES, *PEOPLE], [("Date", "Salle"), ("12/09/2026", "Foyer")]),
        told=["Une autre feuille n’est pas lue : « Sheet1 »."]),
    "a sheet of an older season": Kind(
        xlsx([TITLES, *PEOPLE[:2]], [TITLES, *PEOPLE[2:]], decorate=lambda book: _name(book, "2026", "2025")),
        PEOPLE[:2], PEOPLE[2:], told=["il est sur la feuille « 2025 »"]),
    "a sheet of former members": Kind(
        xlsx([TITLES, *PEOPLE[:2]], [TITLES, *PEOPLE[2:]], decorate=lambda book: _name(book, "Membres", "Anciens")),
        PEOPLE[:2], PEOPLE[2:], told=["il est sur la feuille « Anciens »"]),
    "rows that a filter hides, or without height": Kind(
        xlsx([TITLES, *PEOPLE], decorate=_hide), [JEAN, ZOE], [ANNE, PAUL], told=["cette ligne est masquée"]),
    "a hidden column of old licences": Kind(
        xlsx([("Nom", "Prénom", "Licence", "Licence 2026"),
              *[(last, first, f"OLD{licence}", licence) for last, first, licence in PEOPLE]], decorate=_hide_column),
        told=["La colonne « Licence » est masquée dans le classeur : elle est laissée de côté."]),
    "an ODS with a filter and a hidden column": Kind(
        filtered_ods(), [JEAN, ZOE, PAUL], [ANNE],
        told=["cette ligne est masquée", "La colonne « LICENCE » est masquée"]),
    "a hidden sheet": Kind(
        xlsx([TITLES, *PEOPLE], [("Nom", "Prénom"), ("SECRET", "Agent")],
             decorate=lambda book: setattr(book.worksheets[1], "sheet_state", "hidden")),
        told=["Une feuille masquée, ou trop loin, n’est pas lue : « Sheet1 »"]),
    "more sheets than are read": Kind(
        xlsx([TITLES, *PEOPLE], *[[("Rien",)] for _sheet in range(8)]),
        told=["7 autres feuilles ne sont pas lues", "Une feuille masquée, ou trop loin"]),
    "a strict workbook": Kind(strict(xlsx([TITLES, *PEOPLE]))),
    "names that a spreadsheet took for true and false": Kind(
        xlsx([TITLES, *PEOPLE, (True, "Paul", "1"), ("FAUX", "Luc", "2"), ("ROY", False, "3")]),
        [*PEOPLE, ("FAUX", "Luc", "2")], [("ROY", "FAUX", "3"), ("VRAI", "Paul", "1")], told=["« vrai » ou « faux »"]),
    "true and false as a list of text holds them": Kind(
        "Nom;Prénom;Licence\n" + "\n".join(map(";".join, PEOPLE)) + "\nVRAI;Faux;\nROY;oui;7\nFAUX;Luc;2\n",
        [*PEOPLE, ("FAUX", "Luc", "2")], [("VRAI", "Faux", ""), ("ROY", "oui", "7")], told=["n’est qu’une marque"]),
    "a quote that is never closed": Kind(
        'Nom;Prénom;Licence\nDUPONT;Jean;0123456\n"LE GALL;Anne;0123457\nPETIT;Zoé;0123458\nROY;Paul;0123459\n',
        [JEAN, ZOE, PAUL], [('"LE GALL', "Anne", "0123457")],
        ["Un guillemet de la ligne 3 n’est pas fermé : elle est lue sans guillemets."]),
    "a quote never closed where others are": Kind(
        '"Nom","Prénom","Licence"\n"DUPONT","Jean","0123456"\n"LE GALL,"Anne","0123457"\n"PETIT","Zoé","0123458"\n'
        '"ROY","Paul","0123459"\n', [JEAN, ZOE, PAUL], [('"LE GALL', "Anne", "0123457")], ["n’est pas fermé"]),
    "a quote never closed in the headings": Kind(
        '"Nom;Prénom;Licence\n' + "\n".join(map(";".join, PEOPLE)), told=["Un guillemet de la ligne 1"]),
    "a quote closed by another one lines below": Kind(
        'Nom;Prénom\nDUPONT;Jean\n"LE GALL;Anne\nPETIT;Zoé\nROY;Paul"\n', unlicensed([JEAN, ZOE]),
        [('"LE GALL', "Anne", ""), ("ROY", 'Paul"', "")], ["n’est pas fermé"]),
    "quoted cells of several lines": Kind(
        'Nom;Prénom;Adresse;Licence\n' + "".join(
            f'{last};{first};"{n}, rue ""du"" Pot; bât. A\n49000 Angers";{licence}\n'
            for n, (last, first, licence) in enumerate(PEOPLE))),
    "ditto marks between quotes and alone": Kind(
        'Nom;Prénom;Licence\nDUPONT;Jean;0123456\n";Marie;0123461\n";Luc;0123462\nidem;Léa;0123463\nROY;Paul;0123459\n',
        [JEAN, PAUL], [("DUPONT", "Luc", "0123462"), ("DUPONT", "Léa", "0123463"), ("DUPONT", "Marie", "0123461")],
        ["reprend le nom de la ligne au-dessus", "un signe de répétition"]),
    "ditto marks of a workbook, also of licences and clubs": Kind(
        xlsx([(*TITLES, "Club"), (*JEAN, "Blois"), ("LE GALL", "Anne", '"', "''"), (*ZOE, "-\"-"), (*PAUL, "〃")]),
        [JEAN, ("LE GALL", "Anne", ""), ZOE, PAUL],
        told=["Colonne « licence », ligne 3 : un signe de répétition", "Colonne « club d’origine », lignes 3, 4 et 5"]),
    "a delimiter inside a name": Kind(
        csv(TITLES, *PEOPLE[:3], ('DUPOND "Jojo', "le grand", "Jo", "0123499")), PEOPLE[:3],
        [('DUPOND "Jojo', "le grand", "")], ["cette ligne a plus de cases que les autres"]),
    "guards around texts in every column": Kind(
        csv(TITLES, *[(f'="{last}"', f"'{first}", f'="{licence}"') for last, first, licence in PEOPLE[:2]],
            *[(f"'{last}'", f'"=""{first}"""', f"'{licence}") for last, first, licence in PEOPLE[2:]])),
    "guards that nobody has computed": Kind(
        xlsx([TITLES, *[(last, f'="{first}"', f'="{licence}"') for last, first, licence in PEOPLE]])),
    "apostrophes that are of the name": Kind(
        csv(TITLES, ("'t Hooft", "Jan"), ("d'Alméida", "José")), [("'t Hooft", "Jan", ""), ("d'Alméida", "José", "")]),
    "UTF-8 read as Windows and written again": Kind(
        csv(("Nom", "Prénom", "Licence"), *ACCENTED).decode().encode().decode("latin-1").encode(), ACCENTED,
        told=["Les accents de ce fichier étaient abîmés"]),
    "UTF-8 read as Windows twice": Kind(
        csv(TITLES, *ACCENTED).decode("latin-1").encode().decode("latin-1").encode(), ACCENTED, told=["abîmés"]),
    "accents apart from their letters": Kind(
        unicodedata.normalize("NFD", csv(TITLES, *ACCENTED).decode()).encode(), ACCENTED),
    "accents apart from their letters, read as Windows": Kind(
        unicodedata.normalize("NFD", csv(TITLES, *ACCENTED).decode()).encode().decode("latin-1").encode(), ACCENTED,
        told=["abîmés"]),
    "UTF-8 read as Mac and as DOS": Kind(
        csv(TITLES, ACCENTED[0], ()) + csv(ACCENTED[1], ()).decode("mac_roman").encode()
        + csv(ACCENTED[2]).decode("cp850").encode(), ACCENTED, told=["abîmés"]),
    "a workbook made of a text read wrongly": Kind(
        xlsx([TITLES, *[[cell.encode().decode("latin-1") for cell in person] for person in ACCENTED]]), ACCENTED),
    "half of it in UTF-8": Kind(
        csv(TITLES, *ACCENTED[:2]) + b"\r\n" + csv(*ACCENTED[2:], encoding="cp1252"), ACCENTED, told=["Windows-1252"]),
    "an old Mac": Kind(csv(TITLES, *ACCENTED, encoding="mac_roman"), ACCENTED, told=["Mac Roman"]),
    "DOS": Kind(csv(TITLES, *ACCENTED, encoding="cp850"), ACCENTED, told=["MS-DOS (850)"]),
    "UTF-16 that does not say so": Kind(csv(TITLES, *ACCENTED, encoding="utf-16-le"), ACCENTED),
    "UTF-16 the other way round": Kind(csv(TITLES, *ACCENTED, encoding="utf-16-be"), ACCENTED),
    "letters of the web": Kind(
        "Nom;Prénom\nLEF&Egrave;VRE;No&euml;l\nB&#338;UF;&#xC9;lo&iuml;se\nDE&nbsp;L&#39;ORME;Léa\n",
        [("LEFÈVRE", "Noël", ""), ("BŒUF", "Éloïse", ""), ("DE L'ORME", "Léa", "")]),
    "lost letters": Kind(
        csv(TITLES, JEAN, ("LEF�VRE", "Noël", "1"), ("LEF?VRE", "No?l", "2"), ("LEFÃ VRE", "Noël", "3"),
            ("LEF=C8VRE", "Noël", "4"), ("LEFèVRE", "NoÈl", "5")), [JEAN],
        [("LEF=C8VRE", "Noël", "4"), ("LEF?VRE", "No?l", "2"), ("LEFÃ VRE", "Noël", "3"), ("LEFèVRE", "NoÈl", "5"),
         ("LEF�VRE", "Noël", "1")], ["une lettre de ce nom s’est perdue"]),
    "names that are numbers and days": Kind(
        xlsx([TITLES, *PEOPLE, (datetime.date(2026, 5, 1), "Paul", "1"), (12, "Luc", "2")]), PEOPLE,
        [("05/2026", "Paul", "1"), ("12", "Luc", "2")], ["un nom s’écrit avec des lettres"]),
    "no first names": Kind(
        csv(("Nom", "Petit nom", "Licence"), *PEOPLE), (), [(last, "", licence) for last, _first, licence in PEOPLE],
        ["il n’y a pas de prénom"]),
    **{f"{last}, {first}, {licence}": Kind(csv((last, first, licence), *PEOPLE)) for last, first, licence in HEADINGS},
    "the names of who pays beside those of who plays": Kind(
        csv(("Prénom du payeur", "Nom du payeur", "Nom du joueur", "Prénom(s) du joueur"),
            *[("Luc", "MARTIN", *person) for person in NAMES]), unlicensed(PEOPLE)),
    "a discussion as a phone exports it": Kind(
        """\u200e[28/11/2025 17:00:00] Vendredi: \u200eLes messages sont chiffrés de bout en bout.
[28/11/2025 17:01:12] Gérard Petit: Bonjour à tous,
qui vient vendredi ?
[28/11/2025 17:03:45] Jo: présent
[28/11/2025 17:04:00] Anne Le Gall: Je serai là 😀
[28/11/2025 17:05:00] Luc Roy: absent désolé
[28/11/2025 17:06:00] ~ Marie Dupont: 👍
[28/11/2025 17:07:00] +33 6 12 34 56 78: présent
[28/11/2025 17:08:00] Gérard Petit: Inscrits :
1. Jean DUPONT
2. Paul ROY
3 tables de libres
""", unlicensed([JEAN, PAUL]),
        [("Jo", "", ""), ("Le Gall", "Anne", ""), ("Roy", "Luc", ""), ("Dupont", "Marie", "")],
        ["C’est une discussion", "il écrit qu’il vient", "ne vient pas", "3 messages n’y nomment personne"]),
    "a discussion of another phone": Kind(
        """28/11/2025, 17:00 - Les messages et les appels sont chiffrés.
28/11/2025, 17:01 - Gérard a ajouté Anne
28/11/2025, 17:03 - Jo : présent
28/11/2025, 17:05 - Paul: <Médias omis>
28/11/2025, 17:06 - Marc: DUPONT Jean
ROY Paul
LE GALL Anne
28/11/2025, 17:07 - Marc: DUPONT Jean
ROY Paul
PETIT Zoé
""", unlicensed([JEAN, PAUL, ZOE]), [("Jo", "", ""), ("LE GALL", "Anne", "")],
        ["il n’est plus dans la dernière liste"]),
    **{f"a discussion that begins « {head} »": Kind(
        f"{head}present\n{head.replace('Jo', 'Al')}DUPONT Jean\n", unlicensed([JEAN]), [("Jo", "Weber", "")])
       for head in ("[11/28/25, 5:03:45 PM] Jo Weber: ", "28.11.25, 17:03 - Jo Weber: ",
                    "2025-11-28 17:03 - Jo Weber: ",
                    "[17:03, 28/11/2025] Jo Weber: ", "28/11/2025 à 17:03 - Jo Weber : ",
                    "Jo Weber, [28.11.2025 17:03]\n", "28/11/25 5:03 p. m. - Jo Weber: ")},
    "everything in one cell, with clubs": Kind(
        "Nom Prénom Licence Club Catégorie\n" + "".join(
            f"{last} {first} {licence} {club}\n" for (last, first, licence), club in zip(
                PEOPLE, ("TC ANGERS Senior", "Tarot Club Blois Vétéran 2", "TC Tours S", "Foyer"), strict=True)),
        (), PEOPLE, ["la ligne était d’un seul tenant"]),
    "everything in one cell, the licence first": Kind(
        "".join(f"{licence} {last} {first} TC ANGERS Senior\n" for last, first, licence in PEOPLE),
        (), unlicensed(PEOPLE), ["la ligne était d’un seul tenant"]),
    "everything in one cell of a workbook": Kind(
        xlsx([("Liste du club", "2026"),
              *[(f"{last} {first} {licence} TC ANGERS V",) for last, first, licence in PEOPLE * 3]]),
        (), [*unlicensed(PEOPLE), ("Liste du club", "", "")], ["la ligne était d’un seul tenant"]),
    "clubs and age groups behind names without a licence": Kind(
        "DUPONT Jean TC ANGERS\nPETIT Zoé senior\nJean ROY TC NANTES\nRoy Paul Tarot Club Tours\nLE GALL Anne\n",
        [("LE GALL", "Anne", "")],
        [("DUPONT TC ANGERS", "Jean", ""), ("PETIT", "Zoé senior", ""), ("ROY TC NANTES", "Jean", ""),
         ("Roy", "Paul Tarot Club Tours", "")], ["il y a plus qu’un nom"]),
    "marks and clubs before names without titles": Kind(
        csv(*[("x" if n % 2 else "oui", "TC Blois", last, first, "1re") for n, (last, first) in enumerate(NAMES)]),
        unlicensed(PEOPLE)),
    "labels and signatures below": Kind(
        csv(TITLES, *PEOPLE, ("Le président :", "Jean MARTIN"), ("Trésorier", "Luc"), ("Hommes", "Femmes"),
            ("Fait à Angers", "le 12/09/2026")),
        doubted=[("Le président :", "Jean MARTIN", ""), ("Trésorier", "Luc", ""), ("Hommes", "Femmes", ""),
                 ("Fait à Angers", "le 12/09/2026", "")], told=["c’est sans doute une remarque"]),
    "remarks in small letters among whole names": Kind(
        "\n".join([*[f"{last} {first}" for last, first in NAMES], "pensez aux chèques"]),
        unlicensed(PEOPLE), [("pensez", "aux chèques", "")]),
    "a heading of one cell that is none": Kind(
        csv(("Licence FFT obligatoire",), *[(last, first, "A") for last, first in NAMES]), unlicensed(PEOPLE),
        [("Licence FFT obligatoire", "", "")]),
    "a short sheet of rates before a list without titles": Kind(
        xlsx([("Tarifs",), ("Membre", "5")], [*NAMES, ("MARTIN", "Luc"), ("MARTIN", "Léa")]),
        [*unlicensed(PEOPLE), ("MARTIN", "Luc", ""), ("MARTIN", "Léa", "")], told=["Une autre feuille n’est pas lue"]),
    "a licence of which a workbook has lost figures": Kind(
        xlsx([TITLES, *PEOPLE[:3], ("ROY", "Paul", 12345678901234567890)]), [*PEOPLE[:3], ("ROY", "Paul", "")],
        told=["« 1.23457E+19 » est un nombre que le tableur a arrondi"]),
    "series and marks without titles": Kind(
        csv(*[(last, first, "1er", "2e") for last, first in NAMES]), unlicensed(PEOPLE)),
    "dashes and question marks without titles": Kind(
        csv(*[(last, first, "-", "?") for last, first in NAMES]), unlicensed(PEOPLE)),
    "a signature where whole names stand": Kind(
        csv(("Rôle", "Joueur"), *[("Membre", f"{last} {first}") for last, first in NAMES],
            ("Le président :", "MARTIN Luc")), unlicensed(PEOPLE), [("MARTIN", "Luc", "")]),
    "somebody named in the talk of a discussion": Kind(
        "[28/11/2025 17:01:12] Luc: Jean Dupont\n[28/11/2025 17:02:12] Al: LE GALL Anne\n",
        [("LE GALL", "Anne", "")], [("Jean", "Dupont", "")], ["il est nommé dans une discussion"]),
    "teams with series": Kind(
        csv(("Équipe", "Joueur 1", "Licence 1", "Joueur 2", "Licence 2"),
            *[(n, *[cell for last, first, licence in PEOPLE[n:n + 2] for cell in (f"{last} {first}", licence)])
              for n in (0, 2)]),
        told=["Plusieurs joueurs sont sur une ligne"]),
    "what the federation's program writes": Kind(
        csv(("Fédération Française de Tarot",), ("Club : 490123 TC ANGERS", "", "", "", "Saison 2026-2027"),
            ("N° Licence", "Nom", "Prénom", "Catégorie", "Série", "Club", "Comité", "PP", "Mutation"),
            *[(c, a, b, "SEN", "2S", "TC ANGERS", "Anjou", "120,5", "") for a, b, c in PEOPLE],
            ("Nombre de licenciés : 4",)), told=["c’est donc le vôtre"]),
    "merged cells over two lines of headings": Kind(
        xlsx([("Joueur", None, "Licence", None), ("Nom", "Prénom", "N°", "Fin"), *[(*each, 2026) for each in PEOPLE]],
             decorate=lambda book: book.active.merge_cells("A1:B1"))),
    "a title above each table": Kind(
        "Table 1 :\nDUPONT Jean\nLE GALL Anne\nTable 2 :\nPETIT Zoé\nROY Paul\n", unlicensed(PEOPLE),
        [("Table 1 :", "", ""), ("Table 2 :", "", "")]),
    "a table a line": Kind(
        "Table 1: DUPONT Jean, LE GALL Anne\nTable 2: PETIT Zoé, ROY Paul\n", unlicensed(PEOPLE),
        told=["Plusieurs joueurs sont sur une ligne"]),
    "empty columns between": Kind(
        csv(("", "Nom", "", "Prénom", "", "", "Licence"), *[("", a, "", b, "", "", c) for a, b, c in PEOPLE])),
    "a table copied out of a letter": Kind(
        "Nom\tPrénom\tLicence\r\n" + "".join(f"{a} \t {b}\xa0\t{c}\r\n\r\n" for a, b, c in PEOPLE)),
    "semicolons, tabs and commas": Kind(
        "Nom;Prénom;Licence\nDUPONT;Jean;0123456\nLE GALL\tAnne\t0123457\nPETIT;Zoé;0123458\nROY,Paul,0123459\n",
        [JEAN, ZOE], [("LE GALL Anne 0123457", "", ""), ("ROY,Paul,0123459", "", "")]),
    "tabs, and spaces in their place": Kind(
        "Nom\tPrénom\tLicence\nDUPONT\tJean\t0123456\nLE GALL    Anne    0123457\nPETIT\tZoé    0123458\n"
        "ROY    Paul\t0123459\nNOIR\tÈve\tpas    ici\n",
        [*PEOPLE, ("NOIR", "Ève", "")], told=["« pas ici » n’est pas une licence"]),
    "tabs, one or several, that draw columns": Kind(
        "Nom\tPrénom\tLicence\r\nDUPONT\t\tJean\t0123456\r\nLE GALL\tAnne\t0123457\r\nPETIT\t\tZoé\t0123458\r\n"
        "ROY\t\tPaul\t0123459\t\r\n"),
    "tabs of empty cells": Kind(
        "Nom\tPrénom\tClub\tLicence\nDUPONT\tJean\t\t0123456\nLE GALL\tAnne\tBlois\t0123457\nPETIT\tZoé\t\t0123458\n"
        "ROY\tPaul\n", [*PEOPLE[:3], ("ROY", "Paul", "")]),
    "names in two cells among whole ones": Kind(
        "DUPONT\tJean\nLE GALL Anne\nPETIT\tZoé\nROY Paul\nMARTIN\tBlois\n", unlicensed(PEOPLE),
        [("MARTIN", "", "")]),
    "whole names, some with a town": Kind(
        "DUPONT Jean\tANGERS\nLE GALL Anne\nPETIT Zoé\tBlois\nROY Paul\n", unlicensed(PEOPLE)),
    "places held without a name": Kind(
        "DUPONT Jean\nRéservé\nLE GALL Anne\nRe\u0301serve\u0301e.\nPETIT Zoé\nRÉSERVÉS\nROY Paul\n",
        unlicensed(PEOPLE), [("RÉSERVÉS", "", ""), ("Réservé", "", ""), ("Réservée", "", "")],
        ["c’est sans doute une place sans personne"]),
    "a list of reserves below": Kind(
        "DUPONT Jean\nLE GALL Anne\nRéserves\nPETIT Zoé\nROY Paul\n", unlicensed([JEAN, ANNE]),
        [("Réserves", "", ""), *unlicensed([ZOE, PAUL])], ["il est sous « Réserves »"]),
    "two files one behind the other": Kind(csv(TITLES, *PEOPLE[:2]) + b"\r\n\xef\xbb\xbf" + csv(TITLES, *PEOPLE[2:])),
    "telephones where names stand": Kind(
        csv(TITLES, *PEOPLE, ("06 12 34 56 78",), ("", "07 11 22 33 44")),
        told=["Ligne 6, colonne « nom »", "Ligne 7"]),
    "addresses where names stand": Kind(
        "\n".join([*[f"{a} {b}" for a, b in NAMES], "paul.martin@exemple.fr", "Marie <marie@exemple.fr>"]),
        unlicensed(PEOPLE), [("paul.martin@exemple.fr", "", ""), ("Marie", "", "")],
        ["c’est une adresse, et non un nom"]),
    "households": Kind(
        "DUPONT Jean\nM. et Mme MARTIN\nMonsieur et Madame Garnier Luc\nFamille BLANC\nfamille Noir (4)\n"
        "MARTIN Luc et Léa\n", unlicensed([JEAN]),
        [("M. et Mme MARTIN", "", ""), ("Monsieur et Madame Garnier Luc", "", ""), ("Famille BLANC", "", ""),
         ("famille Noir (4)", "", ""), ("MARTIN Luc et Léa", "", "")], ["ce sont peut-être deux personnes"]),
    "how many come": Kind(
        "DUPONT Jean + 1\nROY Paul (2 pers.)\nGARNIER 2 pers.\nBLANC Luc et son épouse\nNOIR Max plus un ami\n",
        unlicensed([JEAN, PAUL]),
        [("GARNIER", "2 pers", ""), ("BLANC Luc et son épouse", "", ""), ("NOIR", "Max plus un ami", "")],
        ["Quelqu’un vient avec eux"]),
    "guests of somebody": Kind(
        "DUPONT Jean\nROY Paul (invité de Jean)\ninvité de Paul\nUn ami de Jean\nInvité Dupont 1\n",
        unlicensed([JEAN, PAUL]), [("de Paul", "invité", ""), ("de Jean", "Un ami", ""), ("Invité", "Dupont 1", "")]),
    "who is not sure": Kind(
        "DUPONT Jean\n?? (à confirmer)\nROY Paul (à confirmer)\nGARNIER Léa ?\n??\nBLANC Max à confirmer\n",
        unlicensed([JEAN, PAUL]), [("GARNIER Léa ?", "", ""), ("BLANC", "Max à confirmer", "")],
        ["Les lignes 2 et 5 ne sont pas lues"]),
    "headings and feet of each page": Kind(
        csv(TITLES, *PEOPLE[:2], ("page 1/2",), ("Liste des membres - page 2",), TITLES, *PEOPLE[2:],
            ("Imprimé le 12/09/2026",)),
        doubted=[("page 1/2", "", ""), ("Liste des membres - page 2", "", ""), ("Imprimé le 12/09/2026", "", "")]),
    "days between people": Kind(
        "samedi 12 septembre 2026\nDUPONT Jean\nLE GALL Anne\nvendredi 18/09\nPETIT Zoé\nROY Paul\n12/10/2026\n",
        unlicensed(PEOPLE), [("samedi 12 septembre 2026", "", ""), ("vendredi 18/09", "", "")],
        ["La ligne 7 n’est pas lue"]),
    "teams between people": Kind(
        "Équipe A\nDUPONT Jean\nLE GALL Anne\nÉquipe B :\nPETIT Zoé\nROY Paul\nEquipe n°3\n", unlicensed(PEOPLE),
        [("Équipe A", "", ""), ("Équipe B :", "", ""), ("Equipe n°3", "", "")]),
    "rules and remarks between people": Kind(
        "DUPONT Jean\n// voir avec lui\nLE GALL Anne\n(vient en retard)\nPETIT Zoé\n# pas sûr\nROY Paul\n---\n* * *\n",
        unlicensed(PEOPLE), [("// voir avec lui", "", ""), ("#", "pas sûr", "")], ["Les lignes 4, 8 et 9"]),
    "both orders in one list": Kind("DUPONT Jean\nAnne LE GALL\nPETIT Zoé\nPaul ROY\n", unlicensed(PEOPLE)),
    "all in capitals": Kind(
        "\n".join(f"{a} {b}".upper() for a, b in NAMES), [(a, b.upper(), "") for a, b in NAMES]),
    "nicknames": Kind(
        'DUPONT Jean "Jeannot"\nLE GALL Anne dite Nanou\nPETIT Zoé (Zozo)\nROY Paul « Popaul »\n',
        unlicensed([JEAN, ZOE, PAUL]), [("LE GALL", "Anne dite Nanou", "")]),
    "titles of professions": Kind(
        "M. DUPONT Jean\nMme LE GALL Anne\nDr PETIT Zoé\nPr. ROY Paul\nMaître MARTIN Luc\nMe GARNIER Max\n",
        [*unlicensed(PEOPLE), ("MARTIN", "Luc", ""), ("GARNIER", "Max", "")]),
    "those who wait, below": Kind(
        "Inscrits\nDUPONT Jean\nLE GALL Anne\nListe d'attente\nPETIT Zoé\nROY Paul\n", unlicensed([JEAN, ANNE]),
        [("Liste d'attente", "", ""), *unlicensed([ZOE, PAUL])], ["il est sous « Liste d'attente »"]),
    "those who do not come, above others": Kind(
        csv(TITLES, JEAN, ("Excusés :",), ANNE, ("Présents :",), ZOE, PAUL), [JEAN, ZOE, PAUL],
        [("Excusés :", "", ""), ANNE, ("Présents :", "", "")], ["il est sous « Excusés »"]),
    "places that are free": Kind(
        "1. DUPONT Jean\n2. LE GALL Anne\n3. \n4. libre\n5. place libre\n6. PETIT Zoé\n7. à pourvoir\n8. complet\n"
        "9. ROY Paul\n", unlicensed(PEOPLE),
        [("libre", "", ""), ("place", "libre", ""), ("à", "pourvoir", ""), ("complet", "", "")]),
    "a table of a forum": Kind(
        "| Nom | Prénom | Licence |\n|-----|:------:|--------|\n"
        + "".join(f"| {a} | {b} | {c} |\n" for a, b, c in PEOPLE),
        told=["Ligne 2"]),
    "pairs on a line": Kind(
        "DUPONT Jean / LE GALL Anne\nPETIT Zoé & ROY Paul\nMARTIN Luc et GARNIER Léa\n", unlicensed(PEOPLE),
        [("MARTIN Luc et GARNIER Léa", "", "")]),
    "bullets, arrows and boxes": Kind(
        "• DUPONT Jean\n– LE GALL Anne\n→ PETIT Zoé\n☑ ROY Paul\n", unlicensed(PEOPLE)),
    "struck out": Kind(
        "DUPONT Jean\n~LE GALL Anne~\n~~PETIT Zoé~~\nROY Paul (annulé)\n", unlicensed([JEAN]),
        unlicensed([ANNE, ZOE, PAUL]), ["la liste dit qu’il ne vient pas"]),
    "what was paid behind names": Kind(
        "DUPONT Jean 5€\nLE GALL Anne payé\nPETIT Zoé\nROY Paul chq\n", unlicensed([ZOE]),
        [("DUPONT", "Jean 5€", ""), ("LE GALL", "Anne payé", ""), ("ROY", "Paul chq", "")]),
    "towns behind names": Kind(
        "DUPONT Jean (Angers)\nLE GALL Anne (TC Blois)\nPETIT Zoé [Tours]\nROY Paul - Nantes\n",
        unlicensed(PEOPLE[:3]), [("ROY", "Paul - Nantes", "")]),
    "counts at the foot": Kind(
        "\n".join([*[f"{a} {b}" for a, b in NAMES], "Total : 4 joueurs", "4 inscrits", "soit 1 table"]),
        unlicensed(PEOPLE), [("soit", "1 table", "")], ["Les lignes 5 et 6 ne sont pas lues"]),
    "boxes, all empty": Kind(
        "☐ DUPONT Jean\n[ ] LE GALL Anne\n- [ ] PETIT Zoé\nROY Paul □\n", unlicensed(PEOPLE)),
    "boxes, some ticked": Kind(
        "☑ DUPONT Jean\n[ ] LE GALL Anne\n- [x] PETIT Zoé\nROY Paul ☐\nMARTIN Luc x\n(x) NOIR Ève\n",
        [*unlicensed([JEAN, ZOE]), ("MARTIN", "Luc", ""), ("NOIR", "Ève", "")], unlicensed([ANNE, PAUL]),
        ["sa case n’est pas cochée dans la liste, et d’autres le sont"]),
    "letters and signs that are bullets": Kind(
        "x DUPONT Jean\no LE GALL Anne\n■ PETIT Zoé\n__ ROY Paul\n¤ MARTIN Luc\n+ NOIR Ève\n— VERT Guy\n· BRUN Léa\n",
        [*unlicensed(PEOPLE), ("MARTIN", "Luc", ""), ("NOIR", "Ève", ""), ("VERT", "Guy", ""), ("BRUN", "Léa", "")]),
    "signs that make words bold": Kind(
        "- **DUPONT** Jean\n*LE GALL Anne*\n`PETIT Zoé`\n__ROY__ Paul\n", unlicensed(PEOPLE)),
    "letters of a font of its own": Kind("𝐑𝐎𝐘 𝐏𝐚𝐮𝐥\nＤＵＰＯＮＴ Ｊｅａｎ\n", unlicensed([PAUL, JEAN])),
    "addresses of a message": Kind(
        'Jean DUPONT <jean@exemple.fr>; "LE GALL, Anne" <a@exemple.fr>; Zoé PETIT <z@exemple.fr>; zoe@exemple.fr',
        unlicensed([JEAN, ANNE, ZOE]), [("zoe@exemple.fr", "", "")], ["c’est une adresse, et non un nom"]),
    "an address in the column of names": Kind(
        csv(TITLES, *PEOPLE[:3], ("paul@exemple.fr", "", ""), ("MARTIN", "luc@exemple.fr", "")), PEOPLE[:3],
        [("MARTIN", "luc@exemple.fr", ""), ("paul@exemple.fr", "", "")], ["c’est une adresse, et non un nom"]),
    "telephones and addresses behind names": Kind(
        "DUPONT Jean 06 12 34 56 78 jean@exemple.fr\nLE GALL Anne tél. : 0612345678\nPETIT Zoé (02.41.00.00.00)\n"
        "ROY Paul portable +33 6 12 34 56 78\nwww.exemple.fr\nTél : 02 41 00 00 00\n",
        unlicensed(PEOPLE), [("www.exemple.fr", "", "")]),
    "chairs that nobody has": Kind(
        csv(TITLES, *PEOPLE, ("Bye", "Bye", ""), ("Le", "Mort", "0"), ("Exempt", "Exempt", ""), ("NOM", "Prénom", ""),
            ("Test", "TEST", "123"), ("Inconnu", "", ""), ("Joueur", "A", ""), ("Toto", "Tata", "")), PEOPLE,
        [("Bye", "Bye", ""), ("Exempt", "Exempt", ""), ("Inconnu", "", ""), ("Joueur", "A", ""), ("Le", "Mort", ""),
         ("Test", "TEST", "123"), ("Toto", "Tata", "")], ["une place sans personne, ou un exemple"]),
    "one word twice": Kind(csv(TITLES, *PEOPLE, ("JEAN", "Jean", ""), ("PAUL", "Paul", "0123499")),
                           [*PEOPLE, ("PAUL", "Paul", "0123499")], [("JEAN", "Jean", "")], ["sont le même mot"]),
    "one or another": Kind(
        "DUPONT Jean\nROY ou PETIT Paul\nGARNIER Léa ou Max\nMARTIN Luc, Léa\n", unlicensed([JEAN]),
        [("GARNIER Léa ou Max", "", ""), ("MARTIN Luc, Léa", "", ""), ("ROY ou PETIT Paul", "", "")],
        ["ce sont peut-être deux personnes"]),
    "numbers of other kinds before names": Kind(
        "n°1 DUPONT Jean\n#2 LE GALL Anne\nN° 3 - PETIT Zoé\n4e ROY Paul\n1er MARTIN Luc\nb) NOIR Ève\n",
        [*unlicensed(PEOPLE), ("MARTIN", "Luc", ""), ("NOIR", "Ève", "")]),
    "letters of teams and chairs before names": Kind(
        "A. DUPONT Jean\nE - LE GALL Anne\nT4 N PETIT Zoé\nROY Paul\n", unlicensed([PAUL]),
        [("DUPONT", "A. Jean", ""), ("LE GALL", "E - Anne", ""), ("PETIT", "T4 N Zoé", "")],
        ["une lettre est devant le nom"]),
    "widows, and civilities without a first name": Kind(
        "Mme Vve DUPONT Jeanne\nVeuve LE GALL Anne\nMme PETIT\nM. le Maire\nPETIT Zoé\n",
        [("DUPONT", "Jeanne", ""), *unlicensed([ANNE, ZOE])], [("PETIT", "", ""), ("le Maire", "", "")],
        ["il n’y a pas de prénom."]),
    "the dead": Kind(
        "DUPONT Jean †\n† LE GALL Anne\nPETIT Zoé (décédée)\nROY Paul décédé\nNOIR Ève\n", [("NOIR", "Ève", "")],
        unlicensed(PEOPLE)),
    "names with spaces about their hyphens and apostrophes": Kind(
        "MARTIN - DURAND Luc\nROY- Paul\nO’ NEIL Pat\nD' ALMEIDA José\nDUPONT Jean.\n« PETIT Zoé »\n“LE GALL Anne”\n",
        [*unlicensed(PEOPLE), ("MARTIN-DURAND", "Luc", ""), ("O’NEIL", "Pat", ""), ("D'ALMEIDA", "José", "")]),
    "licences behind names": Kind(
        "DUPONT Jean (0123456)\nLE GALL Anne - 0123457\nPETIT Zoé n°0123458\nROY Paul lic. 0123459\n",
        unlicensed(PEOPLE)),
    "licences written otherwise": Kind(
        csv(TITLES, ("DUPONT", "Jean", "01 234 56"), ("LE GALL", "Anne", "0.123.457"),
            ("PETIT", "Zoé", "0123458 (2026)"), ("ROY", "Paul", "n° 0123459"))),
    "a telephone or a day for a licence": Kind(
        csv(TITLES, ("DUPONT", "Jean", "06 12 34 56 78"), ("LE GALL", "Anne", "0612345678"),
            ("PETIT", "Zoé", "12/09/2026"), ("ROY", "Paul", "+33612345678")), unlicensed(PEOPLE),
        told=["« 06 12 34 56 78 » est un téléphone ou une date, et non une licence", "« 12/09/2026 » est"]),
    "telephones for licences, otherwise written": Kind(
        csv(TITLES, *[("ROY", first, phone) for first, phone in zip("ABCDEFGH", (
            "33612345678", "6 12 34 56 78", "06 1234 5678", "0612 345 678", "06/12/34/56/78", "(+33) 6 12 34 56 78",
            "0033 (0)6 12 34 56 78", "612345678"), strict=True)], *PEOPLE * 3),
        [*PEOPLE, *[("ROY", first, "") for first in "ABCDEFG"]], [("ROY", "H", "612345678")],
        ["« 33612345678 » est un téléphone ou une date", "« 612345678 » est peut-être un téléphone sans son 0"]),
    "a licence that a workbook keeps as a number, and a telephone": Kind(
        csv(TITLES, *[(*person[:2], f"{person[2]}.0") for person in PEOPLE], ("NOIR", "Ève", "712345678,0")),
        PEOPLE, [("NOIR", "Ève", "712345678")], ["« 712345678,0 » est peut-être un téléphone"]),
    "a column of telephones that is called one of licences": Kind(
        csv(TITLES, *[(last, first, phone) for (last, first), phone in zip(
            NAMES, ("612345678", "241000000", "712345678.0", "0612345678"), strict=True)], ("NOIR", "Ève", "0123460")),
        [*unlicensed(PEOPLE), ("NOIR", "Ève", "0123460")],
        told=["Colonne « licence », lignes 2, 3 et 4 : cette colonne est celle de téléphones."]),
    "a poll of a discussion": Kind(
        "Qui vient ?\n✅ Oui (2)\nJean DUPONT\nAnne LE GALL\n❌ Non (1)\nZoé PETIT\nPeut-être\nPaul ROY\n",
        unlicensed([JEAN, ANNE]), [("Qui vient ?", "", ""), ("Oui", "", ""), ("Non", "", ""), ("Peut-être", "", ""),
                                   *unlicensed([ZOE, PAUL])],
        ["il est sous « Peut-être »", "il est sous « ❌ Non (1) »"]),
    "absents counted in brackets": Kind(
        "Présents (2)\nDUPONT Jean\nLE GALL Anne\n⛔ Absents (2) :\nPETIT Zoé\nROY Paul\n", unlicensed([JEAN, ANNE]),
        [("Présents (2)", "", ""), ("⛔ Absents (2) :", "", ""), *unlicensed([ZOE, PAUL])],
        ["il est sous « ⛔ Absents (2) »"]),
    "an answer alone in a column of a table": Kind(
        csv((*TITLES, "Vient"), JEAN, ("", "", "", "non"), ANNE, ZOE, PAUL), told=["La ligne 3 n’est pas lue"]),
    "answers of an online form": Kind(
        csv(("Horodateur", *TITLES, "Serez-vous présent(e) ?", "Viendrez-vous accompagné(e) ?", "Statut"),
            ("1/10/2026 8:00", *JEAN, "Oui", "Non", "Validé"), ("1/10/2026 8:01", *ANNE, "Non", "Non", ""),
            ("1/10/2026 8:02", *ZOE, "Oui", "Oui", "Contesté"), ("1/10/2026 8:03", *PAUL, "non merci", "", "")),
        [JEAN, PAUL], [ANNE, ZOE], ["la liste dit « Non »", "la liste dit « Contesté »"]),
    "addresses below names": Kind(
        "DUPONT Jean\n12, rue du Pot\nLE GALL Anne\nRésidence des Lilas\nPETIT Zoé\n5 bis av. Foch\nROY Paul\n"
        "PLACE Luc\n",
        [*unlicensed(PEOPLE), ("PLACE", "Luc", "")],
        [("12, rue du Pot", "", ""), ("Résidence des Lilas", "", ""), ("5 bis av. Foch", "", "")],
        ["c’est une adresse, et non un nom"]),
    "forms, one below the other": Kind(
        "Nom : DUPONT\nPrénom : Jean\n\nNom : ROY\nPrénom : Paul\n", (),
        [("DUPONT", "Nom :", ""), ("ROY", "Nom :", ""), ("Prénom", ": Jean", ""), ("Prénom", ": Paul", "")],
        ["c’est sans doute une remarque"]),
    "letters of two alphabets in a word": Kind(
        csv(TITLES, *PEOPLE, ("DU\u0420ONT", "Jean", "1"), ("NOIR", "Zο\u00e9", "2"), ("ИВАНОВ", "Пётр", "3"),
            ("NOIR", "Пётр", "4")),
        [*PEOPLE, ("ИВАНОВ", "Пётр", "3"), ("NOIR", "Пётр", "4")], [("DU\u0420ONT", "Jean", "1"), ("NOIR", "Zοé", "2")],
        ["mêle deux alphabets"]),
    "who is there and who is not, a line each": Kind(
        "Présents : DUPONT Jean, LE GALL Anne\nAbsents : PETIT Zoé, ROY Paul\n", unlicensed([JEAN, ANNE]),
        unlicensed([ZOE, PAUL]), ["il est sous « Absents »"]),
    "who is there and who is not, a column each": Kind(
        csv(("Présents", "Absents"), ("DUPONT Jean", "PETIT Zoé"), ("LE GALL Anne", "ROY Paul")),
        unlicensed([JEAN, ANNE]), [("Présents Absents", "", ""), *unlicensed([ZOE, PAUL])],
        ["il est sous « Absents »"]),
    "a day on which somebody left": Kind(
        csv((*TITLES, "Date de sortie", "Année"), (*JEAN, "", "2026"), (*ANNE, "12/06/2024", "2025"), (*ZOE, "-", ""),
            (*PAUL, "2019", "")), [JEAN, ZOE], [ANNE, PAUL],
        ["la liste dit « 12/06/2024 »"]),
    "a message whose lines were wrapped": Kind(
        "DUPONT Jean, ROY\nPaul, PETIT Zoé, LE GALL\nAnne\n", (),
        [("PETIT Zoé", "Paul", ""), ("ROY", "DUPONT Jean", "")],
        ["ce sont peut-être deux personnes"]),
    "laughs and pleas behind names": Kind(
        "DUPONT Jean lol\nROY Paul svp\nPETIT Zoé\nde la TOUR Luc\nDU PRÉ Ève\n",
        [*unlicensed([ZOE]), ("DU PRÉ", "Ève", ""), ("de la TOUR", "Luc", "")],
        [("DUPONT", "Jean lol", ""), ("ROY", "Paul svp", "")], ["c’est sans doute une remarque"]),
    "who wrote the message, below": Kind(
        "DUPONT Jean\nLE GALL Anne\nPETIT Zoé\nROY Paul\nBien cordialement,\nLuc Martin\n"
        "--\nLe secrétaire\nMARTIN Léa\n",
        unlicensed(PEOPLE), [("Bien cordialement,", "", ""), ("Luc", "Martin", ""), ("MARTIN", "Léa", ""),
                             ("Le secrétaire", "", "")],
        ["il est sous « Bien cordialement, »", "il est sous « Le secrétaire »"]),
    "who signs below two dashes": Kind(
        "DUPONT Jean\nROY Paul\n--\nMARTIN Luc\n", unlicensed([JEAN, PAUL]), [("MARTIN", "Luc", "")],
        ["il est sous « -- »"]),
    "struck out in a numbered list": Kind(
        "1) **DUPONT** Jean\n2) ~~ROY Paul~~\n3) ~PETIT~ Zoé\n", unlicensed([JEAN, ZOE]), unlicensed([PAUL]),
        ["la liste dit qu’il ne vient pas"]),
    "initials before names": Kind(
        "J. DUPONT\nJ.P. MARTIN\nJ.-P. ROY\nDUPONT J.-M.\n",
        [("DUPONT", "J.", ""), ("MARTIN", "J.P.", ""), ("ROY", "J.-P.", ""), ("DUPONT", "J.-M.", "")]),
    "more than names in columns of names": Kind(
        csv(TITLES, *PEOPLE[:2], ("NOIR 0123471", "Ève", ""), ("VERT", "Guy - TC Blois", "4"),
            ("BRUN", "undefined", "5"), ("GRIS", "Anne - Marie", "6")),
        [*PEOPLE[:2], ("GRIS", "Anne - Marie", "6")],
        [("BRUN", "undefined", "5"), ("NOIR 0123471", "Ève", ""),
         ("VERT", "Guy - TC Blois", "4")],
        ["il y a un chiffre dans le nom", "il y a plus qu’un nom", "une place sans personne"]),
    "two civilities before one name": Kind(
        csv(("Civ.", *TITLES), ("M.", *JEAN), ("Mme", *ANNE), ("M. et Mme", *ZOE), ("M/Mme", *PAUL)),
        [JEAN, ANNE, PAUL], [ZOE], ["ce sont peut-être deux personnes"]),
    "titles again in the middle, told otherwise": Kind(
        "DUPONT Jean\nLE GALL Anne\nNom et prénom\nPETIT Zoé\nNom Prénom\nROY Paul\n", unlicensed(PEOPLE),
        told=["Les lignes 3 et 5 ne sont pas lues"]),
    "columns set apart by spaces": Kind(
        "".join(f"{last:12}{first:10}{club}\n" for (last, first), club in zip(
            NAMES, ("Angers", "Blois", "Tours", "Nantes"), strict=True)), unlicensed(PEOPLE)),
    "columns set apart by spaces, with titles": Kind(
        "".join(f"{last:12}{first:10}{licence}\n" for last, first, licence in [TITLES, *PEOPLE])),
    "two tables side by side, nothing above": Kind(
        csv((*NAMES[0], "", *NAMES[1]), (*NAMES[2], "", *NAMES[3]), ("", "", "", "MARTIN", "Luc")),
        [*unlicensed(PEOPLE), ("MARTIN", "Luc", "")], told=["Plusieurs joueurs sont sur une ligne"]),
    "women and men side by side": Kind(
        csv(("Dames", "Messieurs"), ("LE GALL Anne", "DUPONT Jean"), ("PETIT Zoé", "ROY Paul"), ("", "MARTIN Luc")),
        [*unlicensed(PEOPLE), ("MARTIN", "Luc", "")], [("Dames", "Messieurs", "")]),
    "all in one line": Kind(" / ".join(f"{last} {first}" for last, first in [*NAMES, ("NOIR", "Ève"), ("VERT", "Guy")]),
                            [*unlicensed(PEOPLE), ("NOIR", "Ève", ""), ("VERT", "Guy", "")]),
    "all in one line, first names first": Kind(
        "Jean Dupont, Anne Le Gall, Zoé Petit et Paul Roy", [("Dupont", "Jean", ""), ("Le Gall", "Anne", "")],
        [("Zoé Petit et Paul Roy", "", "")]),
    "what somebody eats": Kind(
        "DUPONT Jean végétarien\nLE GALL Anne (sans gluten)\nPETIT zoé\nGARNIER marie\nbrun guillaume\n",
        [*unlicensed([ANNE]), ("PETIT", "zoé", ""), ("GARNIER", "marie", ""), ("brun", "guillaume", "")],
        [("DUPONT", "Jean végétarien", "")]),
    "prices, meals and chairs in columns": Kind(
        csv(*[("12,50", f"T{n} N", last, first, "x", "", "12 €") for n, (last, first) in enumerate(NAMES)]),
        unlicensed(PEOPLE)),
    "a letterhead above the titles": Kind(
        xlsx([("Tarot Club d’Angers",), ("12, rue des Lilas", "49000 Angers"), ("Tél. 02 41 00 00 00", "a@exemple.fr"),
              (), TITLES, *PEOPLE]), told=["Les lignes 2 et 3 sont au-dessus des titres"]),
    "no name beside a licence, where names stand together": Kind(
        csv(("Nom et prénom", "Licence"), *[(f"{last} {first}", licence) for last, first, licence in PEOPLE],
            ("", "0123471")), told=["le nom est vide"]),
    "two lines of a letterhead in capitals": Kind(
        csv(("Fédération de TAROT",), ("Comité de TOURAINE",), ("Grand Prix d’ANGERS",), TITLES, *PEOPLE)),
    "a letterhead that names its board": Kind(
        csv(("Président : Jean DUPONT",), ("Secrétaire : Anne LE GALL",), ("Arbitre", "Paul ROY"), TITLES, *PEOPLE)),
    "addresses in brackets in a column": Kind(
        "Adresse;Nom;Prénom;Licence;Club\n" + "".join(
            f"{first} <x@exemple.fr>;{last};{first};{licence};Blois\n" for last, first, licence in PEOPLE)),
    "addresses in brackets in a column that commas part": Kind(
        "Nom,Prénom,Adresse,Licence\n" + "".join(
            f"{last},{first},<x@exemple.fr>,{licence}\n" for last, first, licence in PEOPLE)),
    "signs of the next page": Kind(
        "DUPONT Jean\nLE GALL Anne\n…/…\nSuite de la liste\nPETIT Zoé\nROY Paul\n", unlicensed(PEOPLE),
        [("Suite de la liste", "", "")], ["La ligne 3 n’est pas lue"]),
    "hours and days behind names and between": Kind(
        "RDV 19h\nDUPONT Jean 19h\nLE GALL Anne (arrive à 20h)\nPETIT Zoé\nle 12 septembre\n19h30\n",
        unlicensed([ANNE, ZOE]),
        [("19h30", "", ""), ("DUPONT", "Jean 19h", ""), ("RDV 19h", "", ""), ("le 12", "septembre", "")]),
    "ranks before names, and family names that are ranks": Kind(
        "Colonel DUPONT Jean\nGénéral LE GALL Anne\nSœur PETIT Zoé\nBARON Jean Paul\nMajor ROY Paul\n"
        "Colonel Noir Luc\nCOLONEL VERT GUY\n",
        [*unlicensed(PEOPLE), ("BARON", "Jean Paul", "")], [("COLONEL", "VERT GUY", ""), ("Colonel", "Noir Luc", "")],
        ["un grade ou un titre est peut-être devant le nom"]),
    "ranks and professions in a column of family names": Kind(
        csv(TITLES, ("Dr DUPONT", *JEAN[1:]), ("Maître LE GALL", *ANNE[1:]), ("Colonel PETIT", *ZOE[1:]), PAUL)),
    "more than a part of a name in the column of each": Kind(
        csv(TITLES, JEAN, ANNE, ("PETIT", "Zoé TC ANGERS", "3"), ("ROY", "ROY Paul", "4"), ("NOIR Ève", "Ève", "5"),
            ("VERT Guy", "", "6"), ("Le BRUN", "Léa", "7"), ("GRIS", "Anne M.", "8"), ("BLEU", "LUC (fils)", "9")),
        [JEAN, ANNE, ("VERT", "Guy", "6"), ("Le BRUN", "Léa", "7"), ("GRIS", "Anne M.", "8"),
         ("BLEU", "LUC (fils)", "9")],
        [("NOIR Ève", "Ève", "5"), ("PETIT", "Zoé TC ANGERS", "3"), ("ROY", "ROY Paul", "4")],
        ["il y a plus qu’un nom"]),
    "a part of a name under the title of the other": Kind(
        csv(TITLES, *PEOPLE[:3], ("Paul", "ROY", "0123459")), PEOPLE[:3], [("Paul", "ROY", "0123459")],
        ["le nom et le prénom sont peut-être échangés"]),
    "a whole name beside « oui » and « non »": Kind(
        csv(("Nom", "Licencié"), *[(f"{last} {first}", "oui") for last, first in NAMES]), unlicensed(PEOPLE)),
    "names cut at the end of a line": Kind(
        "DUPONT Jean\nMARTIN-\nDURAND Luc\nLE GALL Anne\nPETIT Zoé\n", unlicensed(PEOPLE[:3]),
        [("DURAND", "Luc", ""), ("MARTIN", "", "")], ["un nom est peut-être coupé"]),
    "names cut at the end of a line, in columns": Kind(
        csv(TITLES, *PEOPLE, ("MARTIN-", "Luc", "5"), ("DURAND", "", ""), ("NOIR", "Ève", "6")),
        [*PEOPLE, ("NOIR", "Ève", "6")], [("DURAND", "", ""), ("MARTIN", "Luc", "5")], ["un nom est peut-être coupé"]),
    "a cell of a workbook broken behind a hyphen": Kind(
        xlsx([("Joueur",), *[(f"{last} {first}",) for last, first in NAMES], ("MARTIN-\nDURAND Luc",)]),
        [*unlicensed(PEOPLE), ("MARTIN-DURAND", "Luc", "")]),
    "roman numbers, and numbers in circles": Kind(
        "II. DUPONT Jean\nIV) LE GALL Anne\n③ PETIT Zoé\n❹ ROY Paul\n", unlicensed(PEOPLE)),
    "dashes and underscores between the two parts of names": Kind(
        "DUPONT - Jean\nLE GALL_Anne\nZoé – PETIT\nROY — Paul\n", unlicensed(PEOPLE)),
    "dots that lead to a town": Kind(
        "DUPONT Jean ........ Angers\nLE GALL Anne . . . . . Blois\nPETIT Zoé ______ Tours\nROY Paul…… 12 €\n",
        unlicensed(PEOPLE)),
    "dots behind one name": Kind(
        "DUPONT Jean\nLE GALL Anne ..... Blois\nPETIT Zoé\nROY Paul\n", unlicensed([JEAN, ZOE, PAUL]),
        [("LE GALL", "Anne ..... Blois", "")]),
    "line ends of word processors": Kind(
        "\v".join(f"{a} {b}" for a, b in NAMES[:2]) + "\u2028" + "\f".join(f"{a} {b}" for a, b in NAMES[2:]),
        unlicensed(PEOPLE)),
    **{f"« {marks[0]} » for licences": Kind(
        csv(TITLES, *[(*name, mark) for name, mark in zip(NAMES, marks, strict=True)]), unlicensed(PEOPLE),
        told=["ce n’est pas un numéro" if "€" not in marks[0] else "est un prix, et non une licence"])
       for marks in (("1", "0", "1", "1"), ("2026", "2025", "2026", "2026"), ("35", "35", "40", "35"),
                     ("A1", "A1", "L2", "A1"), ("35 €", "35,00 €", "40€", "35 €"))},
    **{f"{title} before the licence of a PDF": Kind(
        f"Nom Prénom {title} Licence Cat\n" + "".join(
            f"{last} {first} {said}{n} {licence} S\n" for n, (last, first, licence) in enumerate(PEOPLE)))
       for title, said in (("Naissance", "195"), ("Né(e) le", "12/03/195"), ("CP", "4900"), ("Année", "195"))},
    "a birth and no licence, of a PDF": Kind(
        "Nom Prénom Naissance Licence\n" + "".join(f"{a} {b} 1950 {c}\n" for a, b, c in PEOPLE) + "NOIR Ève 1957\n",
        doubted=[("NOIR", "Ève", "")], told=["la ligne ne dit rien d’autre"]),
    "teams of an online form": Kind(
        csv(("Horodateur", *[f"{part} du joueur {n}" for n in (1, 2, 3) for part in ("Nom", "Prénom")], "E-mail"),
            ("1/9/2026", *NAMES[0], *NAMES[1], *NAMES[2], "a@exemple.fr"),
            ("2/9/2026", *NAMES[3], "", "", "", "", "b@exemple.fr")), unlicensed(PEOPLE)),
    "two members on a line, the licence of one": Kind(
        csv(("Nom", "Prénom", "Club", "Nom 2e personne", "Prénom 2e personne", "Licence"),
            (*NAMES[0], "Blois", *NAMES[1], JEAN[2]), (*NAMES[2], "Blois", "", "", ZOE[2]),
            (*NAMES[3], "Tours", "NOIR", "Ève", PAUL[2])),
        [JEAN, ("LE GALL", "Anne", ""), ZOE, PAUL, ("NOIR", "Ève", "")]),
    "a captain and his team": Kind(
        csv(("Équipe", "Capitaine", "Équipier 1"), ("As", "DUPONT Jean", "LE GALL Anne"),
            ("Rois", "PETIT Zoé", "ROY Paul")), unlicensed(PEOPLE)),
    "partners in a column of their own": Kind(
        csv(("Votre nom", "Votre prénom", "Nom et prénom du partenaire", "Viendrez-vous accompagné ?"),
            *[(*name, "MARTIN Luc", "oui") for name in NAMES]), unlicensed(PEOPLE),
        told=["La colonne « Nom et prénom du partenaire » nomme peut-être d’autres joueurs"]),
    **{f"those who are out below « {title} »": Kind(
        f"DUPONT Jean\nLE GALL Anne\n{title} :\nPETIT Zoé\nROY Paul\n", unlicensed([JEAN, ANNE]),
        [(f"{title} :", "", ""), *unlicensed([ZOE, PAUL])], [f"il est sous « {title} »"])
       for title in ("Forfaits", "Malades", "Ne viennent pas", "N’ont pas répondu", "Démissionnaires", "Radiés",
                     "Décédés en 2025", "Non renouvelés", "Partis", "Sans réponse")},
    **{f"who signs below « {closing} »": Kind(
        f"DUPONT Jean\nROY Paul\n{closing}\nMARTIN Luc\n", unlicensed([JEAN, PAUL]),
        [(last, first, "") for last, first in (signed, ("MARTIN", "Luc"))], ["il est sous"])
       for closing, signed in (("Cdlt", ("Cdlt", "")), ("Salutations", ("Salutations", "")),
                               ("Merci d’avance", ("Merci d’avance", "")), ("À samedi !", ("À samedi !", "")))},
    "who is out or comes along, in brackets": Kind(
        "DUPONT Jean\nLE GALL Anne (ne vient pas)\nPETIT Zoé (liste d’attente)\nROY Paul (et MARTIN Luc)\n"
        "NOIR Ève (avec son mari)\nBRUN Léa (TC Blois)\n", [*unlicensed([JEAN]), ("BRUN", "Léa", "")],
        [*unlicensed([ANNE, ZOE, PAUL]), ("NOIR", "Ève", "")], ["il ne vient pas", "peut-être deux personnes"]),
    "all in one line, numbered": Kind(
        "1. DUPONT Jean, 2. LE GALL Anne, 3. PETIT Zoé, 4. ROY Paul", unlicensed(PEOPLE)),
    "the club above its people, and a town behind one": Kind(
        "TC ANGERS\nDUPONT Jean\nLE GALL Anne\nPETIT Zoé\nROY Paul TOURS\n", unlicensed(PEOPLE[:3]),
        [("TC", "ANGERS", ""), ("ROY TOURS", "Paul", "")], ["c’est peut-être un club", "il y a plus qu’un nom"]),
    "a title over two columns": Kind(
        xlsx([("NOM et Prénom", None, "Licence"), *PEOPLE], decorate=merged("A1:B1"))),
    "a title over two columns of a text, the first name before": Kind(
        csv(("Prénom et nom", "", "Licence"), *[(b, a, c) for a, b, c in PEOPLE])),
    "a column without a title that holds no first names": Kind(
        csv(("Nom", "", "Licence"), *[(a, town, c) for (a, _b, c), town in zip(
            PEOPLE, ("Angers", "Blois", "Tours", "Nantes"), strict=True)]), (),
        [(a, "", c) for a, _b, c in PEOPLE], ["il n’y a pas de prénom"]),
    "officers above the titles": Kind(
        csv(("Président : MARTIN Luc",), ("Trésorier : NOIR Max",), TITLES, *PEOPLE)),
    "two people in one line of cells": Kind(
        xlsx([TITLES, *PEOPLE, ("MARTIN\nNOIR", "Luc\nMax", "5")]), PEOPLE, [("MARTIN NOIR", "Luc Max", "5")],
        ["plusieurs lignes sont dans une case"]),
    "two people in one line of a text": Kind(
        csv(TITLES, *PEOPLE, ('"MARTIN\nNOIR"', '"Luc\nMax"', "5")), PEOPLE, [("MARTIN NOIR", "Luc Max", "5")],
        ["plusieurs lignes sont dans une case"]),
    "two people in one line of an ODS": Kind(
        written_otherwise(ods([TITLES, *PEOPLE, ("MARTIN/NOIR", "Luc/Max", "5")]), {"/NOIR": "</text:p><text:p>NOIR",
                                                                                   "/Max": "</text:p><text:p>Max"}),
        PEOPLE, [("MARTIN NOIR", "Luc Max", "5")], ["plusieurs lignes sont dans une case"]),
    "licences with the zeros of their format": Kind(
        xlsx([TITLES, *[(last, first, int(licence)) for last, first, licence in PEOPLE]],
             decorate=lambda book: [setattr(cell, "number_format", "0000000") for cell in book.active["C"]])),
    "licences with the zeros of their format in an ODS": Kind(
        written_otherwise(ods([TITLES, *[(last, first, int(licence)) for last, first, licence in PEOPLE]]),
                          {f"{int(licence):,}": licence for *_name, licence in PEOPLE})),
    "civilities without a space, and names turned round a comma": Kind(
        xlsx([("Joueur",), ("M.DUPONT Jean",), ("Mme.LE GALL Anne",), ("Zoé, PETIT",), ("ROY, Paul",)]),
        unlicensed(PEOPLE)),
    "names round a comma as their title says": Kind(
        xlsx([("Prénom, Nom",), ("Jean, Dupont",), ("Anne, Le Gall",)]),
        [("Dupont", "Jean", ""), ("Le Gall", "Anne", "")]),
    "licences with their season, and with whose they are": Kind(
        csv(TITLES, (*NAMES[0], "0123456/2026"), (*NAMES[1], "FFT-0123457 - 2026"), (*NAMES[2], "Lic. FFT 0123458"),
            (*NAMES[3], "0123459 2025-2026"))),
    "two licences in one cell": Kind(
        csv(TITLES, *PEOPLE[:3], (*NAMES[3], "0123459 ou 0123460")), [*PEOPLE[:3], ("ROY", "Paul", "")],
        told=["« 0123459 ou 0123460 » est plus d’une licence"]),
    "letters struck out one by one": Kind(
        "DUPONT Jean\n" + "".join(f"{letter}\u0336" for letter in "LE GALL Anne") + "\nPETIT Zoé\nROY Paul\n",
        unlicensed([JEAN, ZOE, PAUL]), unlicensed([ANNE]), ["il ne vient pas"]),
    "who comes along in a discussion": Kind(
        "[28/11/2025 17:01:12] Luc Roy: je viens avec Paul\n[28/11/2025 17:02:12] Al Weber: présent avec Anne !\n"
        "[28/11/2025 17:03:12] Bo Noir: +2\n[28/11/2025 17:04:12] Cy: qui joue avec moi ce soir chez nous demain ?\n",
        (), [("Luc", "Roy", ""), ("Al", "Weber", ""), ("Bo", "Noir", "")],
        ["il écrit qu’il vient", "1 message n’y nomme personne"]),
    "letters that nobody sees, in names": Kind(
        "DU\u00adPONT Jean\nLE\u00a0GALL Anne\nPE\u200bTIT Zoé\n\u202eROY\u3000Paul\u202c\n", unlicensed(PEOPLE)),
}  # fmt: skip


def people_of(read: PlayerFile, *, in_doubt: bool) -> list[Person]:
    return sorted(
        (row.last_name, row.first_name or "", row.licence or "") for row in read.rows if bool(row.doubt) == in_doubt
    )


def told_of(read: PlayerFile) -> str:
    sentences = [*read.notices, *(problem.sentence for problem in read.problems), *(row.doubt for row in read.rows)]
    return "\n".join(sentences).translate(NO_BREAK)


def test_a_ticked_box_says_who_is_there() -> None:
    read = read_player_file(KINDS["boxes, some ticked"].sent.encode())  # type: ignore[union-attr]

    assert [row.presence for row in read.rows] == [True, None, True, None, True, True]
    assert {row.presence for row in read_player_file("☑ DUPONT Jean\n☑ ROY Paul\n".encode()).rows} == {None}


NO_LISTS = {
    "écrit pour un programme": [
        '[{"nom": "DUPONT", "prenom": "Jean"}]', '{"nom": "DUPONT"}\n{"nom": "ROY"}\n', "[]\n", "['DUPONT Jean']",
        '<?xml version="1.0"?><joueurs/>', '<joueurs>\n<nom>DUPONT</nom></joueurs>', '<liste de="2026">',
        "---\n- nom: DUPONT\n", "- nom: DUPONT\n  prenom: Jean\n", '[[joueur]]\nnom = "DUPONT"\n',
        "INSERT INTO joueurs VALUES ('DUPONT');", "dn: cn=Jean DUPONT\n", "\\begin{tabular}\n",
    ],
    "un message entier": ["Received: from a\n by b\nFrom: Luc <l@exemple.fr>\n\nDUPONT Jean\n",
                          "From: Luc\nSubject: liste\nMIME-Version: 1.0\n\nDUPONT Jean\n"],
    "une page web ou une lettre": ["<p>DUPONT Jean</p>", "<!DOCTYPE html><html>", "{\\rtf1 DUPONT Jean}"],
    "un carnet d’adresses": ["BEGIN:VCARD\nN:DUPONT;Jean\n", "BEGIN:VCALENDAR\n"],
}  # fmt: skip


@pytest.mark.parametrize(("told", "sent"), [(told, sent) for told, texts in NO_LISTS.items() for sent in texts])
def test_what_is_no_list_is_told_as_what_it_is(told: str, sent: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_player_file(sent.encode())

    assert refusal.value.code == "not_a_spreadsheet"
    assert told in str(refusal.value)


@pytest.mark.parametrize("sent", ["---\nDUPONT Jean\nROY Paul\n", "<Médias omis>\nDUPONT Jean\n",
                                  "[x] DUPONT Jean\n[ ] ROY Paul\n", "From: Luc\nDUPONT Jean\n"])  # fmt: skip
def test_what_only_begins_like_it_is_read(sent: str) -> None:
    assert ("DUPONT", "Jean", "") in people_of(read_player_file(sent.encode()), in_doubt=False)


@pytest.mark.parametrize("name", KINDS)
def test_nobody_is_invented_and_nobody_lost(name: str) -> None:
    kind = KINDS[name]
    read = read_player_file(kind.sent.encode() if isinstance(kind.sent, str) else kind.sent)

    assert people_of(read, in_doubt=False) == sorted(kind.sure)
    assert people_of(read, in_doubt=True) == sorted(kind.doubted)
    told = told_of(read)
    assert [part for part in kind.told if part not in told] == []


def test_a_merged_club_is_that_of_each_of_its_lines() -> None:
    read = read_player_file(KINDS["a club and a licence merged over several lines"].sent)  # type: ignore[arg-type]

    assert [row.home_club for row in read.rows] == ["Blois", "Blois", "Tours", "Tours"]
