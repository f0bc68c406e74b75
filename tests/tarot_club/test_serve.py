"""The embedded server lives and dies as a whole, and no job is lost with it."""

import contextlib
import hashlib
import io
import os
import re
import shutil
import signal
import sqlite3
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno
from django.db import OperationalError

from tarot_club.embedded import children
from tarot_club.embedded.full_disk import reading_full_disk
from tarot_club.management.commands.serve import Command
from tests.needs import on_linux, on_sqlite, skip_without
from tests.outages.servers import Disk
from tests.tarot_club.serving import PATIENCE, Serving, command_of, logs_in, started_at, wait_until

pytestmark = [
    pytest.mark.services,
    pytest.mark.product,
    pytest.mark.slow,
    on_linux,
]

SECONDS_TO_END = 3

GATHER = """
from tests.factories import TournamentFactory, field
field(TournamentFactory(rounds_planned=3), 40)
"""
ASK_FOR_A_DRAW = """
from django.utils import timezone
from tournaments.models import Tournament
from tournaments.seating import Remainder
from tournaments.services.work import jobs
from tournaments.services.draws.requests import ask_draw
draw = ask_draw(tournament=Tournament.objects.get(), remainder=Remainder.EXEMPT, seed=1, by=None, at=timezone.now())
{then}
print(draw.job_id)
"""
CLAIM_FOR_THE_DEAD = "jobs.claim(job_id=draw.job_id, worker='killed', at=timezone.now())"
ASK_FOR_TWO_LONG_DRAWS = """
from django.utils import timezone
from tests.factories import TournamentFactory, field
from tournaments.seating import Remainder
from tournaments.services.draws.requests import ask_draw
for number in range(2):
    tournament = TournamentFactory(rounds_planned=16)
    field(tournament, 50)
    ask_draw(tournament=tournament, remainder=Remainder.EXEMPT, seed=1, by=None, at=timezone.now())
"""
ASK_FOR_A_RANKING = """
from django.utils import timezone
from tournaments.labels import JobKind
from tournaments.models import Tournament
from tournaments.services.work import jobs
print(jobs.ask(kind=JobKind.RANKING, tournament=Tournament.objects.first(), by=None, at=timezone.now()).pk)
"""
# A backup comes by the clock: on a slow machine, before this ends.
ALL_STATES = """
from tournaments.models import Job
print(*sorted(f"{kind}:{state}:{attempts}" for kind, state, attempts in
              Job.objects.exclude(kind="sauvegarde").values_list("kind", "state", "attempts")))
"""
MESSAGES = """
from tournaments.models import Job
print(*Job.objects.filter(kind="tirage").values_list("message", flat=True))
"""
AN_EVENING = """
from tests.factories import AccountFactory, PlayerFactory, SeasonFactory
from tests.tournaments.rounds import evening
AccountFactory(username="claude")
season = SeasonFactory()
evening(season, 10, {PlayerFactory(club=season.club): points for points in (717, -239, -239, -239)})
"""
ALL_TABLES = "from django.db import connection; print(connection.introspection.table_names())"
STATE = "from tournaments.models import Job; job = Job.objects.get(pk={job}); print(job.state, job.attempts)"


class BegunAnew(Serving):
    """A server whose children are begun anew, as on macOS, instead of forked."""

    begins = """
import os, sys
from django.core.management import execute_from_command_line
from django.db import OperationalError

from tarot_club.embedded import children
from tarot_club.embedded.full_disk import reading_full_disk
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarot_club.settings")
children.METHOD = "spawn"
execute_from_command_line(sys.argv)
"""
    program = ("-c", begins)


def test_a_child_that_begins_anew_reads_where_the_server_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(children.SERVED_AT_VARIABLE, raising=False)
    assert children.served_at() is None
    monkeypatch.setattr(children.multiprocessing, "set_start_method", lambda _method, *, force: None)
    children.prepare_children("::", 8000)
    assert children.served_at() == ("::", 8000)


def test_children_that_begin_anew_serve_and_work_as_forked_ones(tmp_path: Path, migrated: Path) -> None:
    with BegunAnew(tmp_path / "data", like=migrated) as server:
        server.manage(GATHER)
        ranking = server.manage(ASK_FOR_A_RANKING)
        assert server.comes_to_print("fait 1", STATE.format(job=ranking)), server.said()
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE) == 0
        assert wait_until(lambda: server.processes() == [])


def test_a_first_start_shows_a_login_and_ends_cleanly_on_sigterm(tmp_path: Path) -> None:
    with Serving(tmp_path / "data") as server:
        assert f"http://localhost:{server.port}/" in server.said()
        shown = re.search(r"identifiant admin +mot de passe (\S+)", server.said())
        assert shown is not None
        assert logs_in(server, shown[1], name="admin")[0] == 302
        assert wait_until(lambda: len(server.processes()) >= 3)
        server.process.terminate()
        assert server.process.wait(PATIENCE) == 0
        assert wait_until(lambda: server.processes() == [])


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, started_once: Path) -> Iterator[Serving]:
    """Return a server that no test ends."""
    with Serving(tmp_path_factory.mktemp("running") / "data", like=started_once) as server:
        yield server


@pytest.mark.xdist_group("running")
def test_phones_reach_it_by_whatever_address_the_hall_gives_it(running: Serving) -> None:
    request = urllib.request.Request(running.address, headers={"Host": f"192.168.7.20:{running.port}"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        assert response.status == 200


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_code_in_the_terminal_is_drawn_without_gaps() -> None:
    terminal, code = Terminal(), io.StringIO()
    Command(stdout=terminal).greet(["192.168.7.20"], 8000, [])
    segno.make("http://192.168.7.20:8000/", micro=False).terminal(out=code, compact=True)
    assert code.getvalue() in terminal.getvalue()


@pytest.mark.xdist_group("running")
def test_a_second_server_on_the_same_folder_is_refused_with_a_sentence(running: Serving) -> None:
    second = Serving(running.data)
    assert second.process.wait(PATIENCE) == 1
    assert "tourne déjà sur le dossier" in second.said()


def test_it_speaks_tls_by_a_certificate_of_its_own_and_keeps_it(tmp_path: Path, started_once: Path) -> None:
    data = tmp_path / "data"
    with Serving(data, "--https", like=started_once) as server:  # it answers whom its certificate convinces
        login = server.address + "/comptes/login/"
        with urllib.request.urlopen(login, timeout=PATIENCE, context=server.trusts()) as page:
            assert "Secure" in page.headers["Set-Cookie"]
            assert "Strict-Transport-Security" not in page.headers
        certificate = (data / "https.pem").read_bytes()
        shown = ssl.get_server_certificate(("127.0.0.1", server.port))
        fingerprint = hashlib.sha256(ssl.PEM_cert_to_DER_cert(shown)).digest().hex(":").upper()
        assert f"https://localhost:{server.port}/" in server.said()
        assert fingerprint in server.said()
    assert (data / "https.pem").stat().st_mode & 0o777 == 0o600

    with Serving(data, "--https"):
        assert (data / "https.pem").read_bytes() == certificate


SERVE_A_WRONG_RULEBOOK = """
from django.core.management import execute_from_command_line
import scoring.apps
scoring.apps.faults = lambda: ["prose/fr/articles/R5-contrat.md:9: there is no figure “toutal”"]
execute_from_command_line(["manage.py", "serve", "--port", "0"])
"""


def test_it_does_not_start_with_a_rulebook_that_cannot_be_shown(tmp_path: Path) -> None:
    environment = {"DJANGO_SETTINGS_MODULE": "tarot_club.settings", "TAROT_CLUB_DATA": str(tmp_path)}
    served = subprocess.run(
        [sys.executable, "-c", SERVE_A_WRONG_RULEBOOK],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )

    assert served.returncode == 1
    assert served.stderr.count("prose/fr/articles/R5-contrat.md:9: there is no figure “toutal”") == 1
    assert [path.name for path in tmp_path.glob("*.sqlite3")] == []


def worker_and_web(server: Serving) -> tuple[int, int]:
    """Return the two children that are forked: they run the parent's command line, and the worker is the older."""
    ours = command_of(server.process.pid)
    forked = [pid for pid in server.processes() if pid != server.process.pid and command_of(pid) == ours]
    worker, web = sorted(forked, key=started_at)
    return worker, web


def test_the_web_process_is_started_again_however_often_it_dies(tmp_path: Path, started_once: Path) -> None:
    with Serving(tmp_path / "data", like=started_once) as server:
        for deaths in range(1, 5):
            _worker, web = worker_and_web(server)
            os.kill(web, signal.SIGKILL)
            assert wait_until(lambda: server.said().count("Le serveur des pages s’est interrompu") == deaths)  # noqa: B023
            assert wait_until(server.answers), server.said()
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE) == 0
        assert wait_until(lambda: server.processes() == [])


def test_the_worker_is_started_again_when_it_dies(tmp_path: Path, started_once: Path) -> None:
    with Serving(tmp_path / "data", like=started_once) as server:
        worker, web = worker_and_web(server)
        os.kill(worker, signal.SIGKILL)
        server.manage(GATHER)
        ranking = server.manage(ASK_FOR_A_RANKING)
        assert server.comes_to_print("fait 1", STATE.format(job=ranking)), server.said()
        assert web in worker_and_web(server)


def ends_by_itself(server: Serving) -> int | None:
    """Return the status with which a server ends that does not start."""
    try:
        wait_until(lambda: server.process.poll() is not None or server.answers())
        return server.process.poll()
    finally:
        server.__exit__()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    disk = Disk(tmp_path / "disk", size="32m")
    try:
        if not disk.is_small:
            skip_without("mount", "no disk of its own can be made here, and filled")
        yield disk
    finally:
        disk.close()


@on_sqlite
def test_on_a_full_disk_the_club_is_read_and_writes_again_once_there_is_room(disk: Disk, started_once: Path) -> None:
    shutil.copytree(started_once, disk.folder, dirs_exist_ok=True)
    server = Serving(disk.folder)
    with server:
        server.manage(AN_EVENING)
    assert wait_until(lambda: not server.processes())
    with contextlib.closing(sqlite3.connect(disk.folder / "tarot_club.sqlite3")) as last:
        last.execute("SELECT count(*) FROM django_migrations")  # who closes it last puts away what is beside it
    disk.fill(left=0)
    server.start()
    with server:
        assert "plein\u00a0: le club se lit" in server.said()
        with urllib.request.urlopen(f"{server.address}/tournois/1/classement/", timeout=PATIENCE) as page:
            assert "717" in page.read().decode()
        assert logs_in(server, "secret")[0] == 507
        assert len(server.processes()) == 2  # no worker
        disk.empty()
        assert wait_until(lambda: server.said().count("Tarot Club est prêt") == 3)  # once before it was full
        assert wait_until(server.answers)
        assert logs_in(server, "secret")[0] == 302
        assert len(server.processes()) == 3
    assert server.process.returncode == 0


@on_sqlite
def test_what_a_full_disk_left_in_the_log_is_neither_left_out_nor_lost(
    tmp_path: Path, disk: Disk, started_once: Path
) -> None:
    shutil.copytree(started_once, tmp_path / "alive")
    with contextlib.closing(sqlite3.connect(tmp_path / "alive" / "tarot_club.sqlite3")) as alive:
        alive.execute("CREATE TABLE written_last (x)")
        shutil.copytree(tmp_path / "alive", disk.folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*-shm"))
    disk.fill(left=0)
    server = Serving(disk.folder)
    assert ends_by_itself(server) == 1
    assert "le club ne peut pas être ouvert. Rien n’est perdu." in server.said()
    disk.empty()
    server.start()
    with server:
        assert "written_last" in server.manage(ALL_TABLES)


@on_sqlite
def test_what_it_says_into_a_file_on_a_full_disk_ends_nothing(disk: Disk, started_once: Path) -> None:
    server = Serving(disk.folder / "data", like=started_once)  # what it says goes to the same disk, beside the data
    with server:
        pass
    assert wait_until(lambda: not server.processes())
    with contextlib.closing(sqlite3.connect(server.data / "tarot_club.sqlite3")) as last:
        last.execute("SELECT count(*) FROM django_migrations")  # who closes it last puts away what is beside it
    disk.fill(left=0)
    with server.log.open("ab", buffering=0) as log, contextlib.suppress(OSError):
        while True:  # the end of its last block
            log.write(b"x")
    before = server.said()
    del server.environment["PYTHONUNBUFFERED"]  # as where somebody types `serve > file`
    server.start()
    with server:
        assert server.said() == before
        disk.empty()
        assert wait_until(lambda: "Tarot Club est prêt" in server.said().removeprefix(before))
        assert wait_until(server.answers)
    assert server.process.returncode == 0


def test_who_types_is_told_that_what_is_said_has_no_room() -> None:
    terminal = io.StringIO()
    with Path("/dev/full").open("w") as full:
        command = Command(stdout=full, stderr=terminal, no_color=True)
        command.tell("Tarot Club est prêt")
        full.flush()  # nothing is left to be written, by a child that was forked either
        with pytest.raises(BrokenPipeError), command.said():
            raise BrokenPipeError
    told = "Le fichier où s’écrit ce que dit Tarot Club n’a plus de place\u00a0: le club est servi.\n"
    assert terminal.getvalue() == told


@on_sqlite
def test_tables_that_are_still_to_be_changed_are_not_read_on_a_full_disk(disk: Disk, started_once: Path) -> None:
    shutil.copytree(started_once, disk.folder, dirs_exist_ok=True)
    with contextlib.closing(sqlite3.connect(disk.folder / "tarot_club.sqlite3", isolation_level=None)) as before:
        before.execute("DELETE FROM django_migrations WHERE app = 'scoring'")
    disk.fill(left=0)
    server = Serving(disk.folder)
    assert ends_by_itself(server) == 1
    assert "le club ne peut pas être ouvert. Rien n’est perdu." in server.said()


def test_what_else_a_database_says_is_no_full_disk() -> None:
    with pytest.raises(OperationalError), reading_full_disk():
        raise OperationalError("disk I/O error")


@pytest.mark.parametrize("seconds", [0, 0.3, 2])
def test_the_first_ctrl_c_ends_it_whenever_it_comes(tmp_path: Path, started_once: Path, seconds: float) -> None:
    """A terminal sends it to every process of its group."""
    with Serving(tmp_path / "data", like=started_once) as server:
        time.sleep(seconds)
        os.killpg(server.process.pid, signal.SIGINT)
        assert server.process.wait(SECONDS_TO_END) == 0
        assert server.processes() == []
        assert "Traceback" not in server.said()


@pytest.mark.parametrize("seconds", [0, 0.2, 0.5])
def test_the_first_ctrl_c_ends_a_start(tmp_path: Path, seconds: float) -> None:
    server = Serving(tmp_path / "data")
    try:
        assert wait_until((tmp_path / "data" / "serve.lock").exists)
        time.sleep(seconds)
        os.killpg(server.process.pid, signal.SIGINT)
        assert server.process.wait(PATIENCE) == 0
        assert wait_until(lambda: server.processes() == [])
        assert "Traceback" not in server.said()
    finally:
        server.__exit__()


class InterruptedAtAFork(Serving):
    """A server that Ctrl-C reaches while a child is begun, one that a busy machine does not let run for a while."""

    begins = """
import os, signal, sys, time
from multiprocessing.popen_fork import Popen
from django.core.management import execute_from_command_line

wanted, forked = int(os.environ["INTERRUPTED_AT"]), []
launch = Popen._launch

def launch_and_interrupt(self, process):
    launch(self, process)
    forked.append(self.pid)
    if len(forked) == wanted:
        os.write(1, b"interrupted")
        os.kill(os.getpid(), signal.SIGINT)

Popen._launch = launch_and_interrupt
os.register_at_fork(after_in_child=lambda: time.sleep(1))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarot_club.settings")
execute_from_command_line(sys.argv)
"""
    program = ("-c", begins)


@pytest.mark.parametrize("child", [1, 2])
def test_ctrl_c_ends_a_start_while_a_child_is_begun(
    tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch, child: int
) -> None:
    """Of the two, the worker and the web process: a signal that came too early was lost, and waited for 20 seconds."""
    monkeypatch.setenv("INTERRUPTED_AT", str(child))
    server = InterruptedAtAFork(tmp_path / "data", like=migrated)
    try:
        assert wait_until(lambda: "interrupted" in server.said())
        assert server.process.wait(SECONDS_TO_END) == 0
        assert server.processes() == []
        assert "Traceback" not in server.said()
    finally:
        server.__exit__()


def test_when_the_parent_is_killed_nothing_is_left_behind(tmp_path: Path, started_once: Path) -> None:
    with Serving(tmp_path / "data", like=started_once) as server:
        assert wait_until(lambda: len(server.processes()) >= 3)
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait(PATIENCE)
        assert wait_until(lambda: server.processes() == []), server.processes()


def test_a_job_survives_the_death_of_everything_and_a_lost_message(tmp_path: Path, started_once: Path) -> None:
    with Serving(tmp_path / "data", like=started_once) as server:
        server.manage(GATHER)
        job = server.manage(ASK_FOR_A_DRAW.format(then=""))  # nobody is told: the message was lost
        assert server.comes_to_print("fait 1", STATE.format(job=job)), server.said()
        running = server.manage(ASK_FOR_A_DRAW.format(then=CLAIM_FOR_THE_DEAD))
        for pid in server.processes():
            os.kill(pid, signal.SIGKILL)
        server.process.wait(PATIENCE)
    with Serving(tmp_path / "data") as server:
        assert server.comes_to_print("fait 2", STATE.format(job=running)), server.said()


def searches(server: Serving) -> list[int]:
    """Return the processes in which draws search."""
    return [pid for pid in server.processes() if b"tournaments.work.searches" in command_of(pid)]


def stopped(server: Serving, known: set[int]) -> int:
    """Return the next process that searches, hung from now on."""
    assert wait_until(lambda: {*searches(server)} - known != set()), server.said()
    pid = min({*searches(server)} - known)
    os.kill(pid, signal.SIGSTOP)
    return pid


@pytest.mark.xdist_group("hung-draws")  # it waits most of its time: the other servers do not wait for it
def test_draws_have_processes_of_their_own_that_hold_nobody_up(
    tmp_path: Path, started_once: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One is killed and taken up again; both hang, a PDF is made meanwhile, and they fail with a sentence."""
    monkeypatch.setenv("DRAW_MINUTES_WITHOUT_PROGRESS", "0.75")
    with Serving(tmp_path / "data", like=started_once) as server:
        server.manage(ASK_FOR_TWO_LONG_DRAWS)
        hung = stopped(server, known=set())
        killed = stopped(server, known={hung})
        os.kill(killed, signal.SIGKILL)
        stopped(server, known={hung, killed})

        ranking = server.manage(ASK_FOR_A_RANKING)
        assert server.comes_to_print("fait 1", STATE.format(job=ranking)), server.said()
        assert server.manage(ALL_STATES) == "classement_pdf:fait:1 tirage:en_cours:1 tirage:en_cours:2"

        assert wait_until(lambda: searches(server) == []), server.said()
        ended = "classement_pdf:fait:1 tirage:echec:1 tirage:echec:2"
        assert server.comes_to_print(ended, ALL_STATES), server.said()
        assert server.manage(MESSAGES).count("Ce travail n’avançait plus depuis 1 minute") == 2
