"""A table of players and evenings is read as clubs keep it: results of each evening, its day from a title."""

import datetime
import io

import pytest
from openpyxl import Workbook

from scoring.imports.archives import MOST_FILES, Opened, SentFile, evenings_in, opened_all
from scoring.imports.evening_tables import day_of, days_of, open_table
from scoring.imports.past_files import PastFile
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


def read(text: str, name: str = "Soirées.csv", days=SEASON) -> list[Opened]:
    return evenings_in(SentFile(name, text.encode()), NOTHING_SAID, days)


def results(one: Opened) -> dict[str, tuple[int | None, ...]]:
    assert one.kind == ImportKind.RESULTS
    assert one.sheet is not None
    file = PastFile.read(one.sheet)
    assert file.problems == []
    return {row.name: row.points for row in file.rows}


def test_each_evening_is_a_file_of_who_came_to_it() -> None:
    first, second = read(TABLE)
    assert (first.name, second.name) == (
        "2025-10-03 Soirée du 3 octobre 2025",
        "2025-11-07 Soirée du 7 novembre 2025",
    )
    assert results(first) == {"DUPONT Jean": (120,), "MARTIN Paul": (-120,)}
    assert results(second) == {"DUPONT Jean": (-30,), "PETIT Anne": (30,)}


def test_totals_are_compared_and_not_taken_in() -> None:
    first, second = read(TABLE)
    told = [plain(notice) for one in (first, second) for notice in one.sheet.notices if "total" in notice]
    assert [notice for notice in told if "somme" in notice] == [
        "1 total n’est pas la somme des soirées : il n’est pas repris (PETIT Anne +35 / +30)."
    ]


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
        ("Total", None),
        ("séquence 1 (45 min)", None),
        ("31/02", None),
        ("15/13", None),
    ],
)
def test_the_day_of_an_evening_is_read_as_people_write_it(title: str, day: str | None) -> None:
    found = day_of(title, SEASON)
    assert (found and found.isoformat()) == day


def test_a_year_that_no_title_says_is_asked_or_told_by_the_name_of_the_file() -> None:
    (unread,) = read(TABLE, days=None)
    assert (unread.kind, "« 03/10 » ne dit pas l’année" in plain(unread.why)) == (None, True)
    first, _second = read(TABLE, "Challenge 2025-2026.csv", None)
    assert first.name.startswith("2025-10-03")
    assert days_of("Soirées 2025", None) is None
    assert days_of("Stage 2025-2029", None) is None


def test_two_evenings_of_one_day_are_two_and_a_cell_that_is_no_figure_is_told() -> None:
    twice = read("Joueur;03/10;03/10\nA;1;2\nB;-1;-2\n")
    assert [one.name[11:] for one in twice] == ["Soirée du 3 octobre 2025", "Soirée du 3 octobre 2025 (2)"]
    (wrong,) = read("Joueur;03/10;07/11\nA;un;2\nB;-1;-2\n")
    assert "« un » n’est pas un nombre entier" in plain(wrong.why)


def test_dates_of_a_workbook_are_titles_and_other_files_are_no_such_table() -> None:
    book, content = Workbook(), io.BytesIO()
    for row in (["Joueur", datetime.date(2025, 10, 3), datetime.date(2025, 11, 7)], ["A", 10, -10], ["B", -10, 10]):
        book.active.append(row)
    book.save(content)
    assert len(evenings_in(SentFile("a.xlsx", content.getvalue()), NOTHING_SAID, None)) == 2
    for other in ("joueur;séquence 1;séquence 2\nA;1;2\n", "Joueur;03/10\nA;1\n", "date;preneur\n03/10;A\n"):
        assert open_table(other.encode()) is None
    assert read("%PDF") == []


def test_the_evenings_of_tables_are_counted_as_files_are() -> None:
    days = [f"{day:02}/10" for day in range(1, 26)]
    table = "\n".join([";".join(["Nom et prénom", *days]), ";".join(["DUPONT Jean", *["5"] * 25])]).encode()
    files = [(f"{number}.csv", table) for number in range(MOST_FILES // 25)]
    assert len(opened_all(files, NOTHING_SAID, NOTHING_SAID, SEASON)) == MOST_FILES
    assert (
        refusal_of(opened_all, [*files, ("donnes.csv", b"a;b")], NOTHING_SAID, NOTHING_SAID, SEASON).code
        == "too_many_files"
    )
