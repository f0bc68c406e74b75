"""A clean list of people, and what thirty years of an organiser do to it: nobody is invented, nobody is lost."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.texts import NO_BREAK
from tests.tournaments.imports.lists import Cells, csv, ods, xlsx
from tests.tournaments.imports.reading import read_player_file
from tournaments.refusals import Refusal

Person = tuple[str, str, str]

LAST = st.sampled_from(
    ["DUPONT", "MARTIN", "LEFÈVRE", "GARÇON", "BEAUNÉ", "d’ALMEIDA", "MARTIN-ROUX", "PETIT", "NGUYEN", "LY", "O'BRIEN",
     "LE GALL", "DE LA TOUR", "VAN DER MEER", "SAINT ANDRÉ"]
)  # fmt: skip
FIRST = st.sampled_from(["Jean", "Anne", "Zoé", "Noël", "Éloïse", "José", "Marie-Ange", "Jean-Pierre", "Gwénaël"])
PEOPLE = st.lists(st.tuples(LAST, FIRST), min_size=3, max_size=9, unique=True).map(
    lambda names: [(last, first, f"0{123450 + 7 * number}") for number, (last, first) in enumerate(names)]
)
TITLES = {
    "last": ("Nom", "NOM", "Nom(s)", "Nom de famille", "Nom du joueur", "Nom licencié"),
    "first": ("Prénom", "PRÉNOM", "Prénom(s)", "1er prénom", "Prénom usuel", "Prénom licencié"),
    "together": ("Nom et prénom", "NOM Prénom", "Nom/Prénom", "Joueur", "Licencié(e)", "Nom"),
    "licence": ("Licence", "N° licence", "N° FFT", "Lic.", "ID FFT", "Licence n°"),
}
# Columns that say nothing of who somebody is: marks of attendance, places, series, children, money, days.
MARKS = ("", "x", "X", "-", "–", "—", "?", "1", "2", "3", "1re", "2e", "3e", "1er", "*", "oui", "non", "P", "A", "/")
OTHER_TITLES = ("N°", "Place", "Série", "Étoiles", "Enfants", "Table", "12/09", "Payé", "Cotis.", "Remarque", "")
ABOVE = (
    ("Tarot Club d’Angers",), ("Liste des inscrits au 12/09/2026",), ("Saison", "2026-2027"), (), ("", "", "Concours"),
    ("* à jour de cotisation",), ("Licence FFT obligatoire",), ("Contact : secretaire@exemple.fr",),
    ("Comité de TOURAINE",), ("Grand Prix d’ANGERS",), ("Président : Jean MARTIN",), ("Arbitre", "MARTIN Anne"),
)  # fmt: skip
BELOW = (
    ("Total",), ("TOTAL", "", "12"), ("Total général", "", "120"), ("Nombre de joueurs : 8",), (), ("8 joueurs",),
    ("Sous-total", "", "12"), ("Le président :", "Jean MARTIN"), ("Fait à Angers", "le 12/09/2026"), ("Présents", "12"),
    ("Absents", "trois"), ("Moyenne d’âge", "64 ans"), ("Légende", "x = présent"), ("Cotisation", "25 €"),
    ("Page 1/2",), ("Excusés :", "ROY Paul, PETIT Zoé"), ("Contact", "06 12 34 56 78"),
    ("Imprimé le", "12/09/2026"), ("", "Signature"),
    ("Trésorier", "Luc"), ("H : 12", "F : 8"), ("Remplaçants",), ("Hommes", "Femmes"), ("", "", "", "12 présents"),
)  # fmt: skip
OTHER_SHEETS = (
    [("Date", "Salle"), ("12/09/2026", "Foyer")], [("Tarifs",), ("Membre", "5"), ("Visiteur", "8")], [("Notes",)],
    [("Table", "Nord", "Sud"), ("1", "4", "7")],
)  # fmt: skip


@dataclass
class Brought:
    """What is sent, and who stands in it."""

    content: bytes
    people: list[Person]
    how: list[str] = field(default_factory=list)


@st.composite
def lists(draw: st.DrawFn) -> Brought:
    people = draw(PEOPLE)
    how: list[str] = []
    shape = draw(st.sampled_from(["columns", "columns", "together", "without titles", "together without titles"]))
    how.append(shape)
    kinds = ["together", "licence"] if "together" in shape else ["last", "first", "licence"]
    order = draw(st.permutations(kinds)) if "without" not in shape else kinds
    titles = [draw(st.sampled_from(TITLES[kind])) for kind in order]
    facts = [
        {"last": last, "first": first, "licence": licence, "together": f"{last} {first}"}
        for last, first, licence in people
    ]
    rows = [[fact[kind] for kind in order] for fact in facts]
    for _number in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, len(titles)))
        titles.insert(place, draw(st.sampled_from(OTHER_TITLES)))
        for row in rows:
            row.insert(place, draw(st.sampled_from(MARKS)))
    lines: list[Cells] = [*rows]
    if "without" not in shape and draw(st.booleans()):
        lines.insert(draw(st.integers(1, len(lines))), titles)
        how.append("headings again")
    for _number in range(draw(st.integers(0, 2))):
        lines.insert(draw(st.integers(0, len(lines))), ())
    lines = [*draw(st.lists(st.sampled_from(ABOVE), max_size=3)), *([] if "without" in shape else [titles]), *lines]
    lines += draw(st.lists(st.sampled_from(BELOW), max_size=2))
    write = draw(st.sampled_from([_text, _workbook, _opendocument]))
    return Brought(write(draw, lines, how), people, how)


def _text(draw: st.DrawFn, lines: list[Cells], how: list[str]) -> bytes:
    guard: Callable[[str], str] = draw(st.sampled_from([str, _quoted, _guarded, _with_apostrophe]))
    delimiter = draw(st.sampled_from(";\t,"))
    safe = [[str(cell).replace(",", " ") if delimiter == "," else str(cell) for cell in line] for line in lines]
    if draw(st.booleans()):
        safe = [[guard(cell) if cell else "" for cell in line] for line in safe]
        how.append(f"guard {guard.__name__}")
    if delimiter == ";" and draw(st.booleans()):
        place = draw(st.integers(0, len(safe) - 1))
        if safe[place]:
            safe[place][0] = f'"{safe[place][0]}'
            how.append(f"a quote opened in line {place + 1}")
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "cp1252", "mac_roman", "utf-16", "utf-16-le", "twice"]))
    how.append(f"{delimiter!r} {encoding}")
    if encoding == "twice":
        return csv(*safe, delimiter=delimiter).decode("cp1252", "replace").replace("\ufffd", "").encode()
    return csv(*safe, delimiter=delimiter).decode().encode(encoding, "replace")


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'


def _guarded(cell: str) -> str:
    return f'="{cell}"'


def _with_apostrophe(cell: str) -> str:
    return f"'{cell}"


def _workbook(draw: st.DrawFn, lines: list[Cells], how: list[str]) -> bytes:
    hidden = draw(st.sets(st.integers(1, len(lines)), max_size=3))
    more = draw(st.lists(st.sampled_from(OTHER_SHEETS), max_size=2))
    place = next((number for number, line in enumerate(lines) if _is_titles(line)), -1)
    cut = draw(st.integers(place + 1, len(lines)))
    sheets = [lines[:cut], [lines[place], *lines[cut:]]] if place >= 0 and draw(st.booleans()) else [lines]
    how.append(f"xlsx of {len(sheets)} sheets and {len(more)} others, rows hidden {hidden}")

    def hide(book: object) -> None:
        for number in hidden:
            book.worksheets[0].row_dimensions[number].hidden = True  # type: ignore[attr-defined]

    return xlsx(*sheets, *more, decorate=hide)


def _opendocument(_draw: st.DrawFn, lines: list[Cells], how: list[str]) -> bytes:
    how.append("ods")
    return ods(lines)


def _is_titles(line: Cells) -> bool:
    return any(title in line for title in TITLES["licence"])


@settings(derandomize=True)
@given(lists())
def test_whoever_is_ticked_is_of_the_list_and_whoever_is_of_it_is_there_or_told(brought: Brought) -> None:
    read = read_player_file(brought.content)

    people = set(brought.people)
    sure = {(row.last_name, row.first_name or "", row.licence or "") for row in read.rows if not row.doubt}
    unlicensed = {(last, first, "") for last, first, _licence in people}
    assert sure <= people | (set() if read.has("licence") else unlicensed)
    read_names = {(row.last_name, row.first_name or "") for row in read.rows}
    # Where all are of one family, a column that is alike from top to bottom is no name: their first names are doubted.
    in_doubt = " ".join(row.last_name for row in read.rows if row.doubt)
    unread = [name for *name, _licence in people if tuple(name) not in read_names]
    lost = [name for name in unread if not any(word in in_doubt for word in name)]
    # No column gives names, or the sheet of the list is another one: that is said of the whole file.
    is_told = any(problem.line == 0 for problem in read.problems) or any("« Sheet »" in each.translate(NO_BREAK)
                                                                        for each in read.notices)  # fmt: skip
    assert lost == [] or is_told


# What stands in a cell of a list: a name, and whatever is none.
CELLS = (
    "", "DUPONT", "Jean", "ROY Paul", "0123456", "12", "06 12 34 56 78", "x", "☐", "☑ LE GALL Anne", "Absents", "--",
    ":", "(2)", "a@b.fr", "M. et Mme", "né", "Nom",
)  # fmt: skip


@pytest.mark.parametrize(
    "titles", [(), ("Nom et prénom", "Licence"), ("Nom", "Licence"), ("Licence", "Prénom"), ("Présents", "Absents")]
)
def test_whatever_stands_in_its_cells_a_list_is_read_or_refused_in_a_sentence(titles: tuple[str, ...]) -> None:
    for cells in product(CELLS, CELLS):
        with suppress(Refusal):
            read_player_file(csv(titles, ("MARTIN Luc", "0123457"), cells))
