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

from django.utils.translation import gettext as _

from scoring.imports.file_names import concours_of
from scoring.imports.past_files import PastFile
from scoring.imports.season_files import SeasonFile
from scoring.imports.workbooks import FileMeanings, Opened, sheets_in
from tournaments.imports.spreadsheets import SMALL, is_small
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


@dataclass(frozen=True)
class SentFile:
    """A file that was sent: its `content`, or the reason why it could not be opened (`why`)."""

    name: str
    content: bytes = b""
    why: str = ""


def opened_all(files: Sequence[tuple[str, bytes]], reading: FileMeanings) -> list[Opened]:
    """
    Return each file as it was read, files of a zip and evenings of a workbook one by one, in their order. Refuses what
    `unpacked` refuses.

    All files are read in one `read_alone`: big ones together in one process.
    """
    small = sum(len(content) for _name, content in files) <= SMALL and all(
        is_small(content) for _name, content in files
    )
    return read_alone(_opened_all, files, reading, is_small=small)


def _opened_all(files: Sequence[tuple[str, bytes]], reading: FileMeanings) -> list[Opened]:
    found = [each for one in unpacked(files) for each in opened(one, reading)]
    if len(found) > MOST_FILES:
        sentence = _("Il y a plus de %(most)d fichiers : envoyez-les en plusieurs fois.")
        raise Refusal(sentence % {"most": MOST_FILES}, code="too_many_files")
    return found


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


def opened(sent: SentFile, reading: FileMeanings) -> list[Opened]:
    """
    Return a file read as what it holds: the evenings of its sheets, donnes of past seasons, results of a concours. Any
    other file is kept as donnes.
    """
    if sent.why:
        return [Opened(sent.name, why=sent.why, file=sent.name)]
    try:
        return sheets_in(sent.name, sent.content, reading) or [_one(sent, reading)]
    except Refusal as refusal:
        return [Opened(sent.name, why=str(refusal), file=sent.name)]


def _one(sent: SentFile, reading: FileMeanings) -> Opened:
    sheet = SeasonFile.open(sent.content, reading.seasons)
    if not SeasonFile.read(sheet, reading.seasons).is_one:
        other = PastFile.open(sent.content, reading.results)
        if PastFile.read(other, reading.results).is_one:
            title, day = concours_of(sent.name)
            return Opened(sent.name, ImportKind.RESULTS, other, file=sent.name, title=title, day=day)
    return Opened(sent.name, ImportKind.SEASON, sheet, file=sent.name)


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
