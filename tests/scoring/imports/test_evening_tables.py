"""A table of players and evenings is read as clubs keep it: results of each evening, its day from a title."""

import datetime
import io
from collections.abc import Sequence
from typing import Any

import pytest
from openpyxl import Workbook

from scoring.imports.archives import MOST_FILES, Opened, SentFile, evening_tables_in, opened_all
from scoring.imports.evening_tables import EveningTable, day_of, days_of, open_tables
from tests.refusals import refusal_of
from tests.texts import plain
from tournaments.imports.columns import NOTHING_SAID
from tournaments.labels import ImportKind

pytestmark = pytest.mark.pure
SEASON = datetime.date(2025, 9, 1), datetime.date(2026, 8, 31)
TABLE = """Classement;;;;
N°;Nom et prénom;03/10;07/11;Total;Rang
1;DUPONT Jean;120;-30;90;1
2;MARTIN Paul;-120;abs;-120;3
3;PETIT Anne;;30;35;2
4;ROUX Luc;;;0;
;Total;0;0;;
"""


def read(text: str | bytes, name: str = "Soirées.csv") -> list[Opened]:
    return evening_tables_in(SentFile(name, text.encode() if isinstance(text, str) else text), NOTHING_SAID)


def table_of(text: str | bytes) -> EveningTable:
    (one,) = read(text)
    assert one.kind == ImportKind.TABLE
    assert one.sheet is not None
    return EveningTable.read(one.sheet)


def results(table: EveningTable, index: int) -> dict[str, tuple[int | None, ...]]:
    file = table.of_evening(index)
    assert len(file.sequences) == 1
    return {row.name: row.points for row in file.rows}


def told(table: EveningTable) -> list[str]:
    return [plain(problem.sentence) for problem in table.problems]


def workbook(*sheets: tuple[str, Sequence[Sequence[Any]]]) -> bytes:
    book, content = Workbook(), io.BytesIO()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(content)
    return content.getvalue()


def test_each_evening_has_the_results_of_who_came_to_it() -> None:
    table = table_of(TABLE)
    first, second = table.evenings(SEASON)
    assert (first.day, first.players, first.sum) == (datetime.date(2025, 10, 3), 2, 0)
    assert (second.title, second.day, second.players) == ("07/11", datetime.date(2025, 11, 7), 2)
    assert results(table, 0) == {"DUPONT Jean": (120,), "MARTIN Paul": (-120,)}
    assert results(table, 1) == {"DUPONT Jean": (-30,), "PETIT Anne": (30,)}
    assert [row.name for row in table.came] == ["DUPONT Jean", "MARTIN Paul", "PETIT Anne"]
    assert [heading.title for heading in table.headings if not heading.column] == ["N°", "Rang"]


def test_totals_are_compared_and_each_that_differs_is_named() -> None:
    assert [plain(sentence) for sentence in table_of(TABLE).disagreements] == [
        "Ligne 5, PETIT Anne : le total écrit est +35, ses soirées font +30."
    ]
    counted = table_of("Joueur;03/10;07/11;Nb;Moy.;Cumul\nA;10;;2;5,5;10\nB;-10;3;2;-3,5;-7\n")
    assert [plain(sentence) for sentence in counted.disagreements] == [
        "Ligne 2, A : le nombre de soirées écrit est 2, ses cases en disent 1."
    ]
    assert (counted.problems, [each.title for each in counted.headings if not each.column]) == ([], ["Moy."])


@pytest.mark.parametrize(
    ("title", "day"),
    [
        ("03/10/2025", "2025-10-03"),
        ("3.10.25", "2025-10-03"),
        ("2025-10-03", "2025-10-03"),
        ("2025-10-03 00:00:00", "2025-10-03"),
        ("ven. 3 oct.", "2025-10-03"),
        ("Vendredi 3 octobre", "2025-10-03"),
        ("1er mai", "2026-05-01"),
        ("Soirée du 03/10", "2025-10-03"),
        ("S12 06/02", "2026-02-06"),
        ("Octobre 3", "2025-10-03"),
        ("45933", "2025-10-03"),
        ("Total", None),
        ("Soirée 3", None),
        ("séquence 1 (45 min)", None),
        ("31/02", None),
        ("15/13", None),
    ],
)
def test_the_day_of_an_evening_is_read_as_people_write_it(title: str, day: str | None) -> None:
    found = day_of(title, SEASON)
    assert (found and found.isoformat()) == day


@pytest.mark.parametrize(
    ("cell", "points"),
    [
        *(("120", 120), ("−30", -30), ("-30", -30), ("(30)", -30), ("( 1 250 )", -1250), ("+5", 5), ("12,0", 12)),
        *((away, None) for away in ("", "-", "—", "abs", "Abs.", "N.J.", "x", "forfait", "/", "excusée")),
    ],
)
def test_a_cell_is_read_as_people_write_it(cell: str, points: int | None) -> None:
    table = table_of(f"Joueur;03/10;07/11\nA;{cell};1\nB;0;-1\n")
    assert (table.rows[0].points, table.problems) == ((points, 1), [])


@pytest.mark.parametrize("titles", ["Soirée 1;Soirée 2", "Séance n° 1;Séance n° 2", "J1;J2", "Étape 1;Étape 2", "1;2"])
def test_a_title_without_a_day_is_an_evening_whose_day_is_asked(titles: str) -> None:
    table = table_of(f"Joueur;{titles}\nA;1;2\nB;-1;-2\n")
    assert [(one.day, one.players) for one in table.evenings(SEASON)] == [(None, 2), (None, 2)]


def test_a_year_that_no_title_says_is_that_of_the_season_or_of_the_name_of_the_file() -> None:
    table = table_of(TABLE)
    assert [one.day for one in table.evenings(None)] == [None, None]
    assert table.evenings(days_of("Challenge 2025-2026", None))[0].day == datetime.date(2025, 10, 3)
    assert days_of("Soirées 2025", None) is None
    assert days_of("Stage 2025-2029", None) is None


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("A;un;2", "Ligne 2, colonne « 03/10 » : « un » n’est pas un nombre entier de points."),
        ("A;12,5;2", "n’est pas un nombre entier de points : multipliez tout par 10"),
        ("A;900000;2", "« 900000 » n’est pas un nombre entier"),
        ("DUPONT Jean / MARTIN Luc;1;2", "Ligne 2 : « DUPONT Jean / MARTIN Luc » nomme deux personnes."),
        ("Jean et Luc;1;2", "« Jean et Luc » nomme deux personnes."),
        ("DUPONT J. & L.;1;2", ""),
    ],
)
def test_what_cannot_be_right_is_told_with_its_line_and_column(line: str, sentence: str) -> None:
    problems = told(table_of(f"Joueur;03/10;07/11\n{line}\nB;-1;-2\n"))
    assert (sentence in " ".join(problems)) if sentence else problems == []


def test_each_sheet_that_is_a_table_is_one_and_dates_of_a_workbook_are_titles() -> None:
    first = [["Joueur", datetime.date(2025, 10, 3), datetime.date(2025, 11, 7)], ["A", 10, -10], ["B", -10, 10]]
    second = [["Challenge"], [], ["Joueur", "Soirée 1", "Soirée 2"], ["A", 1, None], ["B", -1, None]]
    content = workbook(("Automne", first), ("Notes", [["à faire"]]), ("Printemps", second))
    one, other = read(content, "Club.xlsx")
    assert (one.name, other.name) == ("Club.xlsx · Automne", "Club.xlsx · Printemps")
    assert other.sheet is not None
    assert len(EveningTable.read(other.sheet).evenings(SEASON)) == 1  # nobody came to the second


def test_other_files_are_no_such_table() -> None:
    for other in ("joueur;séquence 1;séquence 2\nA;1;2\n", "Joueur;03/10\nA;1\n", "date;preneur\n03/10;A\n"):
        assert open_tables(other.encode()) == []
    assert read("%PDF") == []


def test_a_table_in_the_letters_of_an_old_windows_is_read() -> None:
    table = table_of("Prénom et nom;Soirée du 3 octobre;Soirée du 7 décembre\nZoé Émond;5;2\n".encode("cp1252"))
    assert [(row.last_name, row.first_name) for row in table.rows] == [("Émond", "Zoé")]


def test_more_evenings_than_a_table_may_have_are_told() -> None:
    """Those beyond the columns that are looked at count too."""
    days = [f"{day:02}/{month:02}" for month in range(1, 13) for day in range(1, 29)]
    for many in (61, 190):
        line = ["DUPONT Jean", *["5"] * many]
        table = table_of("\n".join([";".join(["Joueur", *days[:many]]), ";".join(line)]))
        assert told(table) == ["Ce tableau a plus de 60 soirées : séparez-le."]


@pytest.mark.parametrize(
    "rows",
    [
        [["Joueur", "03/10", "07/11", "Total"], ["A", 10, -10, "=B2+C2"], ["B", -10, "=1+1", 0]],
        [["Joueur", "03/10", "07/11"], ["A", "#REF!", 5], ["B", 1, -5]],
    ],
)
def test_a_formula_that_gives_nothing_is_told_with_its_line(rows: Sequence[Sequence[Any]]) -> None:
    table = table_of(workbook(("Feuille", rows)))
    assert "formule" in plain(" ".join([*(each.sentence for each in table.problems), *table.notices]))


def test_thousands_of_columns_are_told_and_not_read() -> None:
    for many in (3_000, 10_000):
        titles, cells = ";".join(["03/10/2025"] * many), ";".join(["1"] * many)
        assert told(table_of(f"Joueur;{titles}\nA;{cells}\n")) == ["Ce tableau a plus de 60 soirées : séparez-le."]


def test_merged_titles_and_names_are_read_as_they_look() -> None:
    book, content = Workbook(), io.BytesIO()
    rows = [
        [None, "Octobre", None, "Novembre"],
        ["Joueur", 3, 17, 7],
        ["A", 1, 2, 3],
        [None, 9, 9, 9],
        ["B", -1, -2, 0],
    ]
    for row in rows:
        book.active.append(row)
    book.active.merge_cells("B1:C1")
    book.active.merge_cells("A3:A4")
    book.save(content)
    table = table_of(content.getvalue())
    days = [one.day and one.day.isoformat() for one in table.evenings(SEASON)]
    assert days == ["2025-10-03", "2025-10-17", "2025-11-07"]
    assert [(row.name, row.points) for row in table.rows] == [("A", (1, 2, 3)), ("B", (-1, -2, 0))]
    assert "La ligne 4 n’est pas lue" in plain(" ".join(table.notices))


def test_the_tables_are_counted_as_files_are() -> None:
    files = [(f"{number}.csv", TABLE.encode()) for number in range(MOST_FILES)]
    nothing = (NOTHING_SAID, NOTHING_SAID, NOTHING_SAID)
    assert len(opened_all(files, *nothing)) == MOST_FILES
    assert refusal_of(opened_all, [*files, ("donnes.csv", b"a;b")], *nothing).code == "too_many_files"
