"""Files made to take long, sent three at once to `manage.py serve`: readers are answered, and memory is bounded."""

import http.client
import io
import time
import zipfile
from pathlib import Path
from threading import Event, Thread
from typing import Self

import pytest

from tests.needs import on_linux
from tests.tarot_club.serving import PATIENCE, Serving
from tests.tournaments.imports.test_spreadsheets import SHEET, workbook

pytestmark = [pytest.mark.services, pytest.mark.product, pytest.mark.slow, on_linux]

MOST_MEBIBYTES = 400
LONGEST_95_PER_CENT = 1.0  # seconds that a reader waits; a server that answers nobody meanwhile had him wait a minute
BOUNDARY, TOKEN = "b" * 30, "t" * 32
SESSION = """
from tests.factories import ClubFactory, organiser
from django.test import Client
club = ClubFactory()
client = Client()
client.force_login(organiser(club))
print(club.pk, client.cookies['sessionid'].value)
"""


def big_workbook() -> bytes:
    """Return one that takes as long as it may: a million of tags, in a part that has the usual name."""
    return workbook(sheet=SHEET.format(("<row>" + "<c/>" * 15 + "</row>") * 69_000))


def renamed_workbook() -> bytes:
    """Return one whose sheet is called otherwise, and is found by what `[Content_Types].xml` says."""
    written, renamed = io.BytesIO(workbook(sheet=SHEET.format("<row>" + "<c/>" * 1_000_000 + "</row>"))), io.BytesIO()
    with zipfile.ZipFile(written) as old, zipfile.ZipFile(renamed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name).replace(b"worksheets/sheet1.xml", b"sheet.dat")
            new.writestr(name.replace("worksheets/sheet1.xml", "sheet.dat"), content)
    return renamed.getvalue()


def workbook_of_zeros() -> bytes:
    """Return an ODS of which the part that says what it is has a gigabyte and a half."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as parts:
        parts.writestr("content.xml", "<a/>")
        mimetype = zipfile.ZipInfo("mimetype")
        mimetype.compress_type = zipfile.ZIP_DEFLATED
        with parts.open(mimetype, "w", force_zip64=True) as part:
            for _mebibyte in range(1_500):
                part.write(bytes(1 << 20))
    return packed.getvalue()


def mebibytes(pid: int) -> float:
    """Return the memory of a process, what it shares with others counted in parts; none when it has ended."""
    try:
        rolled = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    return int(rolled.partition("\nPss:")[2].split()[0]) / 1024


def send(server: Serving, path: str, session: str, content: bytes, answers: list[int]) -> None:
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="%s"'
    token = (head % "csrfmiddlewaretoken" + f"\r\n\r\n{TOKEN}\r\n").encode()
    file = (head % "file" + '; filename="liste"\r\n\r\n').encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    headers = {
        "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
        "Cookie": f"sessionid={session}; csrftoken={TOKEN}",
    }
    connection.request("POST", path, token + file, headers)
    answers.append(connection.getresponse().status)
    connection.close()


class Memory(Thread):
    """Follows the memory of a server while a block runs: `highest` is in MiB."""

    def __init__(self, server: Serving) -> None:
        super().__init__(daemon=True)
        self.server, self.is_over, self.highest = server, Event(), 0.0

    def run(self) -> None:
        while not self.is_over.wait(0.2):
            self.highest = max(self.highest, sum(map(mebibytes, self.server.processes())))

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.is_over.set()
        self.join()


def test_three_at_once_keep_nobody_from_reading(tmp_path: Path, started_once: Path) -> None:
    answers: list[int] = []
    with Serving(tmp_path / "data", like=started_once) as server, Memory(server) as memory:
        club, session = server.manage(SESSION).split()
        path = f"/organisation/clubs/{club}/joueurs/importer/"
        files = [big_workbook(), big_workbook(), renamed_workbook(), workbook_of_zeros()]
        for three in (files[:3], files[1:]):
            senders = [Thread(target=send, args=(server, path, session, one, answers), daemon=True) for one in three]
            waited: list[float] = []
            for sender in senders:
                sender.start()
            while any(sender.is_alive() for sender in senders):
                began = time.monotonic()
                assert server.answers()
                waited.append(time.monotonic() - began)
                time.sleep(0.05)
            assert len(waited) >= 5
            assert sorted(waited)[len(waited) * 95 // 100] < LONGEST_95_PER_CENT
    assert set(answers) <= {303, 422}
    assert len(answers) == 6
    assert memory.highest < MOST_MEBIBYTES
