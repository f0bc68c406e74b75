"""Lines under known headings, whatever they are of: what is taken, what is told, and how much of it."""

from typing import Any

from tests.refusals import refusal_of
from tests.texts import NO_BREAK
from tournaments.imports.columns import LineProblem, ReadTable
from tournaments.imports.headings import Column, Meanings
from tournaments.imports.spreadsheets import CellSheet, named


class Heights(ReadTable[tuple[str, int]]):
    columns = (Column("name", ("nom",), "nom"), Column("height", ("taille", "hauteur"), "taille", int))
    most_lines = 3
    most_problems = 2
    has_too_many_lines = "Trop de lignes."
    naming = ("name",)

    def check_columns(self) -> None:
        if not self.has("name"):
            self.wrong(1, "Il manque le nom.")

    def row(self, line: int, values: dict[str, Any]) -> tuple[str, int]:
        if "height" in values and not values["height"]:
            self.wrong(line, "Il manque la taille.")
        return values["name"], values.get("height") or 0


def read(*lines: str, meanings: Meanings | None = None) -> Heights:
    sheet = CellSheet([(number, line.split(";")) for number, line in enumerate(lines, 1)])
    return Heights.read(sheet, meanings or Meanings())


def test_a_file_holds_as_many_lines_as_it_may_and_no_more() -> None:
    assert read("nom;taille", "a;1", "b;2", "c;3").rows == [("a", 1), ("b", 2), ("c", 3)]
    refused = refusal_of(read, "nom;taille", "a;1", "b;2", "c;3", "d;4")
    assert (refused.code, str(refused)) == ("too_many_lines", "Trop de lignes.")


def test_a_wrong_line_is_left_out_also_when_no_more_problems_are_told() -> None:
    table = read("nom;taille", "a;", "b;", "c;")
    assert table.rows == []
    assert table.problems == [LineProblem(2, "Il manque la taille."), LineProblem(3, "Il manque la taille.")]


def test_a_cell_that_is_wrong_is_not_an_empty_one() -> None:
    assert [problem.line for problem in read("nom;taille", "a;haut", "b;2").problems] == [2]


def test_a_column_is_told_by_any_of_its_headings_and_read_once() -> None:
    table = read("NOM;Hauteur;taille", "a;1;2")
    assert (table.problems, table.rows) == ([], [("a", 1)])


def test_two_columns_chosen_for_one_thing_are_told() -> None:
    table = read("NOM;Hauteur;taille", "a;1;2", meanings=Meanings(chosen={1: "height", 2: "height"}))
    told = [(problem.line, problem.sentence.translate(NO_BREAK)) for problem in table.problems]
    assert told == [(0, "« taille » est choisi pour plusieurs colonnes : gardez-en une.")]
    assert table.rows == []


def test_many_lines_are_named_by_the_first_ones_or_by_their_ends() -> None:
    assert named([2, 3, 5]) == "2, 3 et 5"
    assert named([1, *range(3, 14)]) == "1, 3, 4, 5, 6, 7, 8, 9, 10, 11…"
    assert named(list(range(619, 642))) == "619 à 641"
