"""Spreadsheets read at once, as the pages do it in two steps."""

from scoring.imports.evening_tables import EveningTable, open_tables
from scoring.imports.past_files import PastFile, open_past_results
from scoring.imports.season_files import SeasonFile
from tournaments.imports.columns import NOTHING_SAID
from tournaments.imports.headings import Meanings


def read_past_results(content: bytes) -> PastFile:
    return PastFile.read(open_past_results(content), NOTHING_SAID)


def read_season_file(content: bytes, meanings: Meanings = NOTHING_SAID) -> SeasonFile:
    return SeasonFile.read(SeasonFile.open(content, meanings), meanings)


def read_evening_table(content: bytes) -> EveningTable:
    ((_name, sheet),) = open_tables(content)
    return EveningTable.read(sheet)
