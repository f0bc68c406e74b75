"""A workbook with a sheet for each evening: all of them are read, each with its day, and what is none is named."""

import datetime
import io
import re
import zipfile
from typing import Any

import pytest

from scoring.imports.archives import SentFile, opened
from scoring.imports.past_files import PastFile
from scoring.imports.season_files import SeasonFile
from scoring.imports.workbooks import FileMeanings, Opened
from tests.scoring.imports.test_evening_tables import SEASON, workbook
from tests.texts import plain
from tests.tournaments.imports.lists import ods
from tournaments.imports.columns import NOTHING_SAID
from tournaments.labels import ImportKind

pytestmark = pytest.mark.pure
Cells = list[list[Any]]
TITLES: list[Any] = ["Place", "Nom", "Points"]
FIRST: Cells = [TITLES, [1, "DUPONT Jean", 120], [2, "MARTIN Paul", -120]]
SECOND: Cells = [TITLES, [1, "MARTIN Paul", 30], [2, "DUPONT Jean", -30]]
DAY, OTHER = datetime.date(2025, 9, 12), datetime.date(2025, 9, 26)


def read(*sheets: tuple[str, Cells], name: str = "Club.xlsx", within: Any = SEASON) -> list[Opened]:
    reading = FileMeanings(NOTHING_SAID, NOTHING_SAID, NOTHING_SAID, within)
    return opened(SentFile(name, workbook(*sheets)), reading)


def told(found: list[Opened]) -> list[tuple[str, str, datetime.date | None]]:
    return [(one.name, plain(one.title), one.day) for one in found]


def test_each_sheet_is_an_evening_with_the_day_of_its_name() -> None:
    found = read(("12-09", FIRST), ("26 septembre", SECOND))
    assert told(found) == [
        ("Club.xlsx · 12-09", "Soirée du 12 septembre 2025", DAY),
        ("Club.xlsx · 26 septembre", "Soirée du 26 septembre 2025", OTHER),
    ]
    assert found[0].sheet is not None
    file = PastFile.read(found[0].sheet)
    assert (file.problems, [(row.name, row.points) for row in file.rows]) == (
        [],
        [("DUPONT Jean", (120,)), ("MARTIN Paul", (-120,))],
    )


@pytest.mark.parametrize(
    ("name", "above", "title", "day"),
    [
        ("2025-09-12 Carbay", [], "Carbay", DAY),
        ("12.09.2025", [], "Soirée du 12 septembre 2025", DAY),
        ("ven 12 sept", [], "Soirée du 12 septembre 2025", DAY),
        ("Soirée 1", [["Soirée du vendredi 12 septembre"]], "Soirée 1", DAY),
        ("Feuil1", [["Date :", DAY]], "Soirée du 12 septembre 2025", DAY),
        ("26-09", [["Le 12/09/2025"]], "Soirée du 12 septembre 2025", DAY),
        ("Soirée 1", [["Imprimé le 12/09/2025"]], "Soirée 1", None),
        ("Soirée 1", [], "Soirée 1", None),
    ],
)
def test_the_day_stands_above_the_titles_or_in_the_name_of_the_sheet(
    name: str, above: Cells, title: str, day: datetime.date | None
) -> None:
    found = read((name, [*above, *FIRST]), ("2025-10-10", SECOND))
    assert told(found)[0][1:] == (title, day)


def test_a_year_is_that_of_the_season_or_of_the_file() -> None:
    assert [one.day for one in read(("12-09", FIRST), ("26-09", SECOND), within=None)] == [None, None]
    named = read(("12-09", FIRST), ("26-09", SECOND), within=None, name="Challenge 2025-2026.xlsx")
    assert [one.day for one in named] == [DAY, OTHER]


def test_a_sheet_that_is_no_evening_is_named_and_left_out() -> None:
    rules: Cells = [["Règlement"], ["Les soirées commencent à 20 h 30."]]
    found = read(("12-09", FIRST), ("Règlement", rules), ("26-09", SECOND))
    assert [one.kind for one in found] == [ImportKind.RESULTS, None, ImportKind.RESULTS]
    assert (found[1].name, "n’est pas une soirée" in plain(found[1].why)) == ("Club.xlsx · Règlement", True)


def test_a_table_of_all_evenings_beside_them_is_one_too() -> None:
    table: Cells = [["Nom", DAY, OTHER], ["DUPONT Jean", 120, -30], ["MARTIN Paul", -120, 30]]
    found = read(("Général", table), ("12-09", FIRST), ("26-09", SECOND))
    assert [one.kind for one in found] == [ImportKind.TABLE, ImportKind.RESULTS, ImportKind.RESULTS]
    (alone,) = read(("Général", table), ("Notes", [["à faire"]]))
    assert (alone.name, alone.kind) == ("Club.xlsx", ImportKind.TABLE)
    assert alone.sheet is not None
    assert "« Notes »" in plain(alone.sheet.notices[-1])


def test_who_has_no_points_on_a_sheet_did_not_come() -> None:
    (one, _other) = read(("12-09", [*FIRST, ["", "ROUX Luc", None], ["", "ROY Léa", "abs"]]), ("26-09", SECOND))
    assert one.sheet is not None
    file = PastFile.read(one.sheet)
    assert [row.name for row in file.rows] == ["DUPONT Jean", "MARTIN Paul"]
    assert "Lignes 4 et 5 : sans points" in plain(file.notices[0])


def test_more_sheets_than_a_list_has_are_read_and_two_of_a_day_are_two() -> None:
    found = read(*((f"{day:02}-10", FIRST) for day in range(1, 29)))
    assert [one.day and one.day.day for one in found] == [*range(1, 29)]
    twice = read(("12-09", FIRST), ("12-09 (2)", SECOND), ("2025-09-12", SECOND))
    day = "Soirée du 12 septembre 2025"
    assert [plain(one.title) for one in twice] == [day, f"{day} (2)", f"{day} (3)"]


def test_donnes_of_each_evening_take_their_day_from_their_sheet() -> None:
    donnes: Cells = [["preneur", "contrat", "réussi", "Anne", "Bob", "Zoé"], ["Anne", "garde", 1, 100, -50, -50]]
    found = read(("12-09", donnes), ("26-09", donnes))
    assert [one.kind for one in found] == [ImportKind.SEASON] * 2
    sheets = [one.sheet for one in found if one.sheet is not None]
    assert [[row.day for row in SeasonFile.read(sheet).rows] for sheet in sheets] == [[DAY], [OTHER]]


def test_the_sequences_of_one_concours_in_sheets_are_no_evenings() -> None:
    sheets = (("Séquence 1", FIRST), ("Séquence 2", SECOND))
    (one,) = read(*sheets, name="2025-09-12 Carbay.xlsx")
    assert (one.name, one.kind) == ("2025-09-12 Carbay.xlsx", ImportKind.RESULTS)
    assert one.sheet is not None
    assert "« Séquence 2 »" in plain(one.sheet.notices[-1])


def test_the_sheets_of_a_workbook_of_libreoffice_are_read_as_well() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(ods(FIRST))) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            part = old.read(name).decode()
            if name == "content.xml":
                (sheet,) = re.findall(r"<table:table .*?</table:table>", part, re.DOTALL)
                first, second = (
                    re.sub(r'table:name="[^"]*"', f'table:name="{day}"', sheet) for day in ("12-09", "26-09")
                )
                part = part.replace(sheet, first + second)
            new.writestr(name, part)
    reading = FileMeanings(NOTHING_SAID, NOTHING_SAID, NOTHING_SAID, SEASON)
    found = opened(SentFile("Club.ods", made.getvalue()), reading)
    assert [(one.kind, one.day) for one in found] == [(ImportKind.RESULTS, DAY), (ImportKind.RESULTS, OTHER)]
