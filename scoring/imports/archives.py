"""
Many files sent together, or in a zip: each is read on its own, and a broken file stops no other.

Sizes are limited before anything is read: a zip of a few bytes may unpack to more than a disk.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from scoring.imports.evening_tables import EveningTable, open_tables
from scoring.imports.evening_titles import may_be_sequences
from scoring.imports.past_files import PastFile
from scoring.imports.season_files import SeasonFile
from tournaments.imports.cells import day
from tournaments.imports.headings import Meanings
from tournaments.imports.spreadsheets import SMALL, CellSheet, is_small
from tournaments.kit.text import tidy
from tournaments.labels import ImportKind
from tournaments.refusals import Refusal
from tournaments.work.reading import read_alone

MOST_FILES = 100
MOST_FILE = 10 * 1024 * 1024  # bytes, unpacked
MOST_UNPACKED = 24 * 1024 * 1024  # bytes of all files together, unpacked
MOST_ENTRIES = 1_000  # of a zip, folders and what computers add to it counted
LONGEST_NAME = 120
ZIP = b"PK\x03\x04"
EMPTY_ZIP = b"PK\x05\x06"
# What computers put beside the files of a zip: nobody chose it.
NOT_CHOSEN = re.compile(r"(^|/)(__MACOSX/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$|~\$|\.)")
DAY_IN_NAME = re.compile(r"\d{4}[-_. ]\d{1,2}[-_. ]\d{1,2}|\d{1,2}[-_. ]\d{1,2}[-_. ]\d{4}")


@dataclass(frozen=True)
class SentFile:
    """A file that was sent: its `content`, or the reason why it could not be opened (`why`)."""

    name: str
    content: bytes = b""
    why: str = ""


@dataclass(frozen=True)
class Opened:
    """
    A file that was read: the `kind` of its list and the sheet that holds it, or the reason why it is none (`why`).
    """

    name: str
    kind: ImportKind | None = None
    sheet: CellSheet | None = None
    why: str = ""


def opened_all(
    files: Sequence[tuple[str, bytes]], seasons: Meanings, results: Meanings, tables: Meanings
) -> list[Opened]:
    """
    Return each file as it was read, files of a zip one by one, in their order. Refuses what `unpacked` refuses.

    Each sheet that is a table of players and evenings is one. All files are read in one `read_alone`: big ones together
    in one process.
    """
    small = sum(len(content) for _name, content in files) <= SMALL and all(
        is_small(content) for _name, content in files
    )
    return read_alone(_opened_all, files, seasons, results, tables, is_small=small)


def _opened_all(
    files: Sequence[tuple[str, bytes]], seasons: Meanings, results: Meanings, tables: Meanings
) -> list[Opened]:
    found = [
        each for one in unpacked(files) for each in evening_tables_in(one, tables) or [opened(one, seasons, results)]
    ]
    if len(found) > MOST_FILES:
        sentence = _("Il y a plus de %(most)d fichiers : envoyez-les en plusieurs fois.")
        raise Refusal(sentence % {"most": MOST_FILES}, code="too_many_files")
    return found


def evening_tables_in(sent: SentFile, meanings: Meanings) -> list[Opened]:
    """Return the tables of players and evenings of a file, one a sheet; empty for any other file."""
    try:
        tables = [] if sent.why else open_tables(sent.content, meanings)
    except Refusal:
        return []
    if concours_of(sent.name)[1]:  # « S1 » is a sequence of a concours there, and an evening elsewhere
        tables = [(name, sheet) for name, sheet in tables if not _may_be_a_concours(sheet, meanings)]
    return [
        Opened(f"{sent.name} · {sheet_name}" if len(tables) > 1 else sent.name, ImportKind.TABLE, sheet)
        for sheet_name, sheet in tables
    ]


def _may_be_a_concours(sheet: CellSheet, meanings: Meanings) -> bool:
    return may_be_sequences(EveningTable.read(sheet, meanings).sequences)


def unpacked(files: Iterable[tuple[str, bytes]]) -> list[SentFile]:
    """
    Return the files, those of a zip one by one, in their order.

    Refuses too many files, and files that hold too many bytes together. A fault of one file is noted in its `why`.
    """
    sent: list[SentFile] = []
    left = MOST_UNPACKED
    for name, content in files:
        for one in _entries(content, left) if _is_archive(content) else [SentFile(_named(name), content)]:
            sent.append(one)
            left -= len(one.content)
            if left < 0:
                raise _too_big()
            if len(sent) > MOST_FILES:
                sentence = _("Il y a plus de %(most)d fichiers : envoyez-les en plusieurs fois.")
                raise Refusal(sentence % {"most": MOST_FILES}, code="too_many_files")
    if not sent:
        raise Refusal(_("Cette archive ne contient aucun fichier."), code="archive_empty")
    return sent


def opened(sent: SentFile, seasons: Meanings, results: Meanings) -> Opened:
    """Return a file read as donnes of past seasons or as results of a concours. Any other file is kept as donnes."""
    if sent.why:
        return Opened(sent.name, why=sent.why)
    try:
        sheet = SeasonFile.open(sent.content, seasons)
        if SeasonFile.read(sheet, seasons).is_of_donnes:
            return Opened(sent.name, ImportKind.SEASON, sheet)
        other = PastFile.open(sent.content, results)
        if PastFile.read(other, results).sequences:
            return Opened(sent.name, ImportKind.RESULTS, other)
    except Refusal as refusal:
        return Opened(sent.name, why=str(refusal))
    return Opened(sent.name, ImportKind.SEASON, sheet)


def concours_of(file_name: str) -> tuple[str, date | None]:
    """Return the name of a concours and its day, read from the name of its file. Without a date the day is None."""
    stem = stem_of(file_name)
    found = DAY_IN_NAME.search(stem)
    if found is None:
        return stem, None
    try:
        (when,) = day(re.sub(r"[_. ]", "-", found[0]))
    except ValueError:
        return stem, None
    rest = tidy(f"{stem[: found.start()]} {stem[found.end() :]}".replace("_", " ")).strip(" -–,.")
    return rest or stem, when


def stem_of(file_name: str) -> str:
    """Return the name of a file without its folder and its extension."""
    return tidy(re.sub(r"\.\w{1,5}$", "", file_name.rsplit("/", 1)[-1])) or file_name


def _is_archive(content: bytes) -> bool:
    """Return whether the bytes are a zip archive. A workbook is a zip too, but does not count."""
    if content.startswith(EMPTY_ZIP):
        return True
    if not content.startswith(ZIP):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            return not {"[Content_Types].xml", "mimetype", "content.xml"} & set(parts.namelist())
    except (zipfile.BadZipFile, NotImplementedError):
        return False  # and the spreadsheets say what is wrong with it


def _entries(content: bytes, left: int) -> Iterator[SentFile]:
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        entries = parts.infolist()
        if len(entries) > MOST_ENTRIES:
            sentence = _("Cette archive a plus de %(most)d entrées : envoyez-la en plusieurs fois.")
            raise Refusal(sentence % {"most": MOST_ENTRIES}, code="too_many_files")
        for entry in entries:
            if entry.is_dir() or NOT_CHOSEN.search(entry.filename):
                continue
            one = _read(parts, entry, min(MOST_FILE, left))
            left -= len(one.content)
            yield one


def _read(parts: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> SentFile:
    """Return a file of a zip. At most `most` bytes are unpacked, whatever size the zip says."""
    name = _named(entry.filename)
    if entry.flag_bits & 1:
        return SentFile(name, why=_("Ce fichier est protégé par un mot de passe."))
    try:
        with parts.open(entry) as stream:
            content = stream.read(most + 1)
    # Of zipfile: NotImplementedError is a packing it does not know, RuntimeError a file with a password.
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError):
        return SentFile(name, why=_("Ce fichier est abîmé dans l’archive : il ne se lit pas."))
    if len(content) > most:
        if most < MOST_FILE:
            raise _too_big()
        return SentFile(name, why=_("Ce fichier dépasse 10 Mo une fois déplié : rien n’en a été lu."))
    if _is_archive(content):
        return SentFile(name, why=_("C’est une archive dans l’archive : elle n’est pas ouverte. Envoyez-la à part."))
    return SentFile(name, content)


def _named(name: str) -> str:
    return tidy(name)[-LONGEST_NAME:] or "?"


def _too_big() -> Refusal:
    return Refusal(
        _("Une fois dépliés, ces fichiers dépassent 24 Mo : envoyez-les en plusieurs fois."), code="archive_too_big"
    )
