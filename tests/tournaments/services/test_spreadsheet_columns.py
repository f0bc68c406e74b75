"""The letters of a spreadsheet's columns."""

from openpyxl.utils import get_column_letter

from tournaments.services.spreadsheets import column_letter


def test_a_column_has_the_letters_a_spreadsheet_gives_it() -> None:
    assert [column_letter(index) for index in range(800)] == [get_column_letter(n + 1) for n in range(800)]
