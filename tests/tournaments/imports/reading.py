"""A player file read in one go: its page opens it, then reads it again whenever its columns are chosen otherwise."""

from tournaments.imports.columns import NOTHING_SAID
from tournaments.imports.headings import Meanings
from tournaments.imports.player_files import PlayerFile


def read_player_file(content: bytes, meanings: Meanings = NOTHING_SAID) -> PlayerFile:
    """Return what the file holds, its problems collected. Refuses what is no spreadsheet."""
    return PlayerFile.read(PlayerFile.open(content, meanings), meanings)
