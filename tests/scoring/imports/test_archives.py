"""Many files in one go: each opened on its own, what is too much or broken said, bounded before it is read."""

import datetime
import io
import zipfile

import pytest
from openpyxl import Workbook

from scoring.imports import archives
from scoring.imports.archives import SentFile, opened, unpacked
from scoring.imports.file_names import concours_of, stem_of
from scoring.imports.workbooks import FileMeanings, Opened
from tests.refusals import refusal_of
from tests.texts import plain
from tournaments.imports.columns import NOTHING_SAID
from tournaments.labels import ImportKind

pytestmark = pytest.mark.pure

NOTHING = FileMeanings(NOTHING_SAID, NOTHING_SAID, NOTHING_SAID)
DONNES = b"date;preneur;contrat;fait;Anne;Bob;Zoe\n2021-03-09;Anne;garde;1;100;-50;-50\n"
RESULTS = "joueur;séquence 1\nMARTIN Luc;10\nDURAND Max;-10\n".encode()


def zipped(entries: dict[str, bytes], **options: int) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, held in entries.items():
            archive.writestr(name, held, **options)
    return content.getvalue()


def workbook() -> bytes:
    book, content = Workbook(), io.BytesIO()
    for row in (["date", "preneur", "contrat", "fait", "Anne", "Bob", "Zoé"], ["x"] * 7):
        book.active.append(row)
    book.save(content)
    return content.getvalue()


def open_one(name: str, content: bytes) -> Opened:
    (one,) = opened(SentFile(name, content), NOTHING)
    return one


def test_the_files_of_a_zip_come_one_by_one_and_what_a_computer_adds_does_not() -> None:
    archive = zipped({
        "saisons/2021.csv": DONNES, "saisons/livre.xlsx": workbook(),
        "__MACOSX/saisons/._2021.csv": b"x", "saisons/.DS_Store": b"x", "saisons/~$livre.xlsx": b"x",
    })  # fmt: skip
    sent = unpacked([("tout.zip", archive), ("2022.csv", DONNES)])
    assert [one.name for one in sent] == ["saisons/2021.csv", "saisons/livre.xlsx", "2022.csv"]
    assert [one.why for one in sent] == ["", "", ""]


def test_a_workbook_is_no_archive() -> None:
    assert [one.name for one in unpacked([("livre.xlsx", workbook())])] == ["livre.xlsx"]


def test_what_a_file_is_follows_from_its_columns() -> None:
    assert open_one("a.csv", DONNES).kind == ImportKind.SEASON
    assert open_one("b.csv", RESULTS).kind == ImportKind.RESULTS
    assert open_one("c.csv", b"nom;age\nRoy;3\n").kind == ImportKind.SEASON  # and told what it lacks
    broken = open_one("d.pdf", b"%PDF-1.7")
    assert (broken.kind, plain(broken.why)[:21]) == (None, "Ce fichier est un PDF")


def test_one_broken_file_of_fifty_is_named_and_the_others_are_read() -> None:
    entries = {f"{number}.csv": DONNES for number in range(49)} | {"casse.xlsx": b"PK\x03\x04 rien"}
    files = [each for one in unpacked([("club.zip", zipped(entries))]) for each in opened(one, NOTHING)]
    assert len(files) == 50
    assert [file.name for file in files if file.why] == ["casse.xlsx"]
    assert "ne s’ouvre pas" in files[-1].why


def test_an_archive_in_an_archive_is_not_opened() -> None:
    (inner,) = unpacked([("club.zip", zipped({"autre.zip": zipped({"a.csv": DONNES})}))])
    assert "C’est une archive dans l’archive" in inner.why


def test_a_zip_bomb_is_stopped_where_the_bound_is(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = zipped({"bombe.csv": b"0" * (archives.MOST_FILE + 1)})
    assert len(bomb) < 20_000
    (one,) = unpacked([("club.zip", bomb)])
    assert (one.content, "10 Mo" in one.why) == (b"", True)
    many = zipped({f"{number}.csv": b"0" * (archives.MOST_FILE - 1) for number in range(3)})
    assert refusal_of(unpacked, [("club.zip", many)]).code == "archive_too_big"


def test_what_a_zip_says_of_its_sizes_is_not_believed() -> None:
    honest = zipped({"a.csv": b"0" * (archives.MOST_FILE + 1)})
    size = (archives.MOST_FILE + 1).to_bytes(4, "little")
    (one,) = unpacked([("club.zip", honest.replace(size, (10).to_bytes(4, "little")))])
    assert len(one.content) <= archives.MOST_FILE  # zipfile stops at the size that is said, or finds the sum wrong


def test_a_broken_entry_and_one_with_a_password_are_said() -> None:
    archive = bytearray(zipped({"a.csv": DONNES * 20, "b.csv": DONNES}))
    archive[45:55] = b"\xff" * 10
    first, second = unpacked([("club.zip", bytes(archive))])
    assert ("abîmé" in first.why, second.why) == (True, "")
    locked = zipped({"a.csv": DONNES})
    place = locked.rindex(b"PK\x01\x02")
    locked = locked[: place + 8] + b"\x01" + locked[place + 9 :]
    (one,) = unpacked([("club.zip", locked)])
    assert "mot de passe" in one.why


def test_too_many_files_and_none_are_refused() -> None:
    files = [(f"{number}.csv", DONNES) for number in range(archives.MOST_FILES + 1)]
    assert refusal_of(unpacked, files).code == "too_many_files"
    assert refusal_of(unpacked, [("a.zip", zipped({f"{n}/": b"" for n in range(1001)}))]).code == "too_many_files"
    assert refusal_of(unpacked, [("vide.zip", zipped({}))]).code == "archive_empty"


@pytest.mark.parametrize(
    ("file", "name", "day"),
    [
        ("2019-11-09 Carbay.csv", "Carbay", datetime.date(2019, 11, 9)),
        ("archives/Carbay_09-11-2019.xlsx", "Carbay", datetime.date(2019, 11, 9)),
        ("Concours de Carbay.csv", "Concours de Carbay", None),
        ("2019-13-40 Carbay.csv", "2019-13-40 Carbay", None),
        ("2019-11-09.csv", "2019-11-09", datetime.date(2019, 11, 9)),
    ],
)
def test_the_name_of_a_file_says_its_concours(file: str, name: str, day: datetime.date | None) -> None:
    assert concours_of(file) == (name, day)


def test_a_season_is_named_as_its_file() -> None:
    assert stem_of("saisons/2021-2022.csv") == "2021-2022"
