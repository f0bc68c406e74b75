"""A table of players and evenings is read as clubs keep it: results of each evening, its day from a title."""

import datetime
import io
from collections.abc import Sequence
from typing import Any

import pytest
from openpyxl import Workbook

from scoring.imports.archives import MOST_FILES, SentFile, opened, opened_all
from scoring.imports.evening_tables import EveningTable, open_tables
from scoring.imports.evening_titles import day_of, days_of
from scoring.imports.workbooks import FileMeanings, Opened
from tests.refusals import refusal_of
from tests.texts import plain
from tournaments.imports.columns import NOTHING_SAID
from tournaments.labels import ImportKind

pytestmark = pytest.mark.pure
NOTHING = FileMeanings(NOTHING_SAID, NOTHING_SAID, NOTHING_SAID)
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
    found = opened(SentFile(name, text.encode() if isinstance(text, str) else text), NOTHING)
    return [one for one in found if one.kind == ImportKind.TABLE]


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
        ("12-sept", "2025-09-12"),
        ("12-sept.-25", "2025-09-12"),
        ("1 (12/09)", "2025-09-12"),
        ("12/09 (chez Paul)", "2025-09-12"),
        ("12/09 pts", "2025-09-12"),
        ("Super soirée 12/09", "2025-09-12"),
        ("12 septembre 2025 (Angers)", "2025-09-12"),
        ("mar. 12/09", "2025-09-12"),
        ("mar. 12", None),
        ("sept-25", None),
        ("1/2 finale", None),
        ("Coef 1.5", None),
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
        *(("30-", -30), ("− 30", -30), ("120 pts", 120), ("0", 0)),
        *((away, None) for away in ("", "-", "—", "abs", "Abs.", "N.J.", "x", "forfait", "/", "excusée")),
        *((away, None) for away in ("ABSENT", "n.c.", "--", ".", "absent (malade)", "exc. (travail)")),
    ],
)
def test_a_cell_is_read_as_people_write_it(cell: str, points: int | None) -> None:
    table = table_of(f"Joueur;03/10;07/11\nA;{cell};1\nB;0;-1\n")
    assert (table.rows[0].points, table.problems) == ((points, 1), [])


@pytest.mark.parametrize(
    "titles",
    [
        *(
            "Soirée 1;Soirée 2",
            "Séance n° 1;Séance n° 2",
            "J1;J2",
            "Étape 1;Étape 2",
            "1;2",
            "S1;S2",
            "D1;D2",
            "n°1;n°2",
        ),
        *("1ère soirée;2e soirée", "1re;2e", "Semaine 38;Semaine 40", "Vendredi 12;Vendredi 26", "Septembre;Octobre"),
        *("sept-25;oct-25", "09/2025;10/2025", "1/2 finale;Finale", "S1 Pts;S2 Pts"),
    ],
)
def test_a_title_without_a_day_is_an_evening_whose_day_is_asked(titles: str) -> None:
    table = table_of(f"Joueur;{titles}\nA;1;2\nB;-1;-2\n")
    assert [(one.day, one.players) for one in table.evenings(SEASON)] == [(None, 2), (None, 2)]


@pytest.mark.parametrize(
    "titles", ["T1;T2", "Tour 1;Tour 2", "P1;P2", "Rang 12/09;Rang 26/09", "Total 12/09;Cumul 26/09"]
)
def test_sequences_places_and_totals_are_no_evenings(titles: str) -> None:
    assert read(f"Joueur;{titles}\nA;1;2\nB;-1;-2\n") == []


def test_s1_is_a_sequence_in_a_file_whose_name_says_its_day() -> None:
    table = "Joueur;S1;S2\nA;1;2\nB;-1;-2\n"
    assert len(read(table, "Challenge.csv")) == 1
    assert read(table, "2025-10-03 Carbay.csv") == []


BESIDE = "Nom;12/09 Pts;12/09 Pl;26/09 Pts;26/09 Pl;Total"
FIGURES = "DUPONT Jean;120;1;-30;2;90\nMARTIN Paul;-120;2;30;1;-90\n"


@pytest.mark.parametrize(
    "titles",
    [
        BESIDE,
        "Nom;12/09;;26/09;;Total\n;Pts;Pl;Pts;Pl;",
        ";12/09;;26/09;;\nNom;Points;Place;Points;Place;Total",
        "Challenge 2025-2026;;;;;\n\n;12/09;;26/09;;\nNom;Points;Place;Points;Place;Total",
        "Nom;Septembre;;Septembre;;Total\n;12;;26;;",
        "Nom;Soirées;;;;Total\n;12/09;Clt;26/09;Clt;",
        ";S1;;S2;;\nNom;12/09;;26/09;;Total",
        "Nom;Vendredi;;Vendredi;;Total\n;12/09;;26/09;;",
    ],
)
def test_titles_on_two_lines_and_places_beside_points_are_read_as_they_look(titles: str) -> None:
    table = table_of(f"{titles}\n{FIGURES}")
    days = [(one.day and one.day.isoformat(), one.sum) for one in table.evenings(SEASON)]
    assert days == [("2025-09-12", 0), ("2025-09-26", 0)]
    assert [(row.name, row.points, row.published_total) for row in table.rows] == [
        ("DUPONT Jean", (120, -30), 90),
        ("MARTIN Paul", (-120, 30), -90),
    ]
    assert told(table) == []


def test_two_evenings_of_a_day_and_one_among_words_are_evenings() -> None:
    table = table_of("Nom;12/09 soir;12/09 après-midi;19/09 (par équipes)\nDUPONT Jean;1;2;3\n")
    assert [str(one.day) for one in table.evenings(SEASON)] == ["2025-09-12", "2025-09-12", "2025-09-19"]


PEOPLE = "".join(f"{name};{number};{-number}\n" for number, name in enumerate(
    ("DUPONT Jean", "M. MARTIN Paul", "PETIT Anne", "Mme LE GALL Zoé", "ROUX Luc", "Max MARTEL"), 1
))  # fmt: skip


@pytest.mark.parametrize(
    "footer",
    [
        *("Total;21;-21", "TOTAUX;21;-21", "Somme;21;-21", "Vérification;0;0", "Contrôle;0;0", "Écart;21;-21"),
        *(
            "Moyenne;3,5;-3,5",
            "Moyenne;#DIV/0!;",
            "Moy.;3,5;",
            "Total;abs;-",
            "Nb joueurs;6;6",
            "Nombre de présents;6;6",
        ),
        *("Présents;6;6", "Joueurs;6;6", "6 joueurs;;", "Tables;1;1", "Meilleur score;6;-1", "Max;6;-1", "Min;1;-6"),
        *(
            "Arbitre;Luc;Luc",
            "Vainqueur;DUPONT Jean;ROUX Luc",
            "Invité;5;",
            "Cagnotte;12;15",
            ";21;-21",
            ";6;6",
            ";3,5;",
        ),
        *("* abs = absent;;", "Arbitres : Luc et Paul;;", "Prochaine soirée le 10/10;;", ";;\n\nTotal :;21;-21"),
    ],
)
def test_nobody_is_made_of_what_stands_under_a_table(footer: str) -> None:
    table = table_of(f"Nom;12/09;26/09\n{PEOPLE}{footer}\n")
    assert (told(table), len(table.rows)) == ([], 6)
    assert "titre" in plain(" ".join(table.notices))
    assert [row.last_name for row in table.came] == ["DUPONT", "MARTIN", "PETIT", "LE GALL", "ROUX", "MARTEL"]


@pytest.mark.parametrize(
    ("footer", "sentence"),
    [
        ("Buvette;12;15", "Ligne 8 : « Buvette » n’a pas de prénom, et tous les autres en ont un."),
        ("Lot 2;12;15", "Ligne 8 : « Lot 2 » n’a pas de prénom"),
        ("Total;21;-21\nBuvette bar;12;15", "Ligne 9 : « Buvette bar » est sous un total : est-ce un joueur ?"),
        (";7;9", "Ligne 8 : il n’y a ni nom ni licence."),
    ],
)
def test_what_may_be_nobody_under_a_table_is_refused_with_its_line(footer: str, sentence: str) -> None:
    assert sentence in " ".join(told(table_of(f"Nom;12/09;26/09\n{PEOPLE}{footer}\n")))


def test_a_group_under_a_total_and_people_named_as_figures_are_read() -> None:
    table = table_of(f"Nom;12/09;26/09\n{PEOPLE}Sous-total;21;-21\nSeniors;;\nROY Luc;1;2\nMax;1;1\n")
    assert told(table) == [
        "Ligne 11 : « Max » est sous un total : est-ce un joueur ? Mettez-le au-dessus, ou retirez la ligne."
    ]
    table = table_of("Nom;12/09;26/09\nMax;120;-30\nLéa;-120;30\nRomain;5;5\n")
    assert [row.name for row in table.rows] == ["Max", "Léa", "Romain"]


def test_names_are_read_whichever_way_they_stand() -> None:
    """Beside a title, in the column beside it, first name first; without a title of their own."""
    first = table_of("Joueur;12/09;26/09\nJean Dupont;1;2\nPaul Martin;-1;-2\nROY Luc;0;0\n")
    assert [row.name for row in first.rows] == ["Dupont Jean", "Martin Paul", "ROY Luc"]
    for titles in ("Nom;;12/09;26/09", "Nom;Prénom;12/09;26/09"):
        apart = table_of(f"{titles}\nDUPONT;Jean;1;2\nMARTIN;Paul;-1;-2\nNombre;de joueurs;2;2\n")
        assert [(row.last_name, row.first_name) for row in apart.rows] == [("DUPONT", "Jean"), ("MARTIN", "Paul")]
    untitled = table_of(";12/09;26/09\nDUPONT Jean;1;2\nMARTIN Paul;-1;-2\n")
    assert [row.name for row in untitled.rows] == ["DUPONT Jean", "MARTIN Paul"]


def test_zeros_where_no_cell_is_empty_are_asked_about() -> None:
    zeros = PEOPLE.replace(";1;-1", ";0;0").replace(";2;-2", ";0;-2")
    assert "Aucune case n’est vide et 3 sont à 0" in plain(table_of(f"Nom;12/09;26/09\n{zeros}").disagreements[0])
    assert table_of(f"Nom;12/09;26/09\n{zeros.replace(';3;-3', ';3;')}").disagreements == []


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


def test_thousands_are_apart_by_the_space_of_an_old_windows() -> None:
    table = table_of("Nom;03/10;07/11\nDUPONT Jean;1\u00a0250;-1\u00a0250\n".encode("cp1252"))
    assert table.rows[0].points == (1250, -1250)


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


def test_merged_titles_on_two_lines_are_read_as_they_look() -> None:
    book, content = Workbook(), io.BytesIO()
    day, other = datetime.date(2025, 9, 12), datetime.date(2025, 9, 26)
    for row in (
        ["Classement 2025-2026"],
        ["Nom", day, None, other, None, "Total"],
        [None, "Pts", "Pl", "Pts", "Pl", None],
        ["DUPONT Jean", 120, 1, -30, 2, 90],
        ["MARTIN Paul", -120, 2, 30, 1, -90],
    ):
        book.active.append(row)
    for cells in ("A1:F1", "A2:A3", "B2:C2", "D2:E2", "F2:F3"):
        book.active.merge_cells(cells)
    book.save(content)
    table = table_of(content.getvalue())
    assert [(one.day, one.sum) for one in table.evenings(SEASON)] == [(day, 0), (other, 0)]
    assert [row.published_total for row in table.rows] == [90, -90]


def test_the_tables_are_counted_as_files_are() -> None:
    files = [(f"{number}.csv", TABLE.encode()) for number in range(MOST_FILES)]
    assert len(opened_all(files, NOTHING)) == MOST_FILES
    assert refusal_of(opened_all, [*files, ("donnes.csv", b"a;b")], NOTHING).code == "too_many_files"
