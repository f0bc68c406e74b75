"""A backup is whole, nobody else's to read, and comes back beside what was there; on both databases."""

import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tarot_club.backups import postgres, sqlite
from tests.factories import ClubFactory
from tests.needs import on_postgresql, skip_without
from tests.refusals import refusal_of
from tests.tarot_club.serving import ROOT, Serving
from tournaments.models import Club

CLUB = "from tests.factories import ClubFactory; ClubFactory(name='{name}', slug='{name}')"
REVISION = "from tournaments.models import Tournament; print(Tournament.objects.get().revision)"
PLAYED = "from tournaments.models import Tournament; Tournament.objects.update(revision=9)"
TOURNAMENT = "from tests.factories import TournamentFactory; TournamentFactory(revision=5, club__name='premier')"
CLUBS = "from tournaments.models import Club; print(*Club.objects.order_by('pk').values_list('name', flat=True))"

PLAYER = "from tests.factories import *; PlayerFactory(club=Club.objects.get(), last_name='Zzverdier')"
ERASE = (
    "from tests.factories import NOW; from tournaments.models import Player; "
    "from tournaments.services.privacy.erasing import erase_player; "
    "erase_player(player=Player.objects.get(), by=None, at=NOW)"
)
NAMES = (
    "from tournaments.models import Player; print(*Player.objects.order_by('pk').values_list('last_name', flat=True))"
)

in_this_process = pytest.mark.django_db(transaction=True)


@pytest.fixture
def engine() -> Any:
    return postgres if connection.vendor == "postgresql" else sqlite


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "club.sauvegarde"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """Return where to restore to, beside the database of the tests: a new folder, or a new database's name."""
    if connection.vendor != "postgresql":
        yield str(tmp_path / "essai")
        return
    name = f"{connection.settings_dict['NAME']}_essai"
    try:
        yield name
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def clubs_in(place: str) -> list[str]:
    names = "SELECT name FROM tournaments_club ORDER BY id"
    if connection.vendor == "postgresql":
        address = connection.get_connection_params() | {"dbname": place}
        given = {key: address[key] for key in ("dbname", "host", "port", "user", "password") if address.get(key)}
        with psycopg.connect(**given) as opened:
            return [name for (name,) in opened.execute(names).fetchall()]
    database = Path(connection.settings_dict["NAME"]).name
    with closing(sqlite3.connect(Path(place) / database)) as opened:
        assert stat.S_IMODE((Path(place) / database).stat().st_mode) == 0o600
        return [name for (name,) in opened.execute(names).fetchall()]


def refused(call: Any, *args: Any, **kwargs: Any) -> tuple[str, str]:
    refusal = refusal_of(call, *args, **kwargs)
    return refusal.code, str(refusal)


@in_this_process
def test_a_backup_comes_back_beside_the_original(engine: Any, file: Path, elsewhere: str) -> None:
    ClubFactory(name="premier")
    engine.back_up(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(file.parent.iterdir()) == [file]
    ClubFactory(name="second")
    engine.restore(file, elsewhere)
    assert clubs_in(elsewhere) == ["premier"]
    assert list(Club.objects.order_by("pk").values_list("name", flat=True)) == ["premier", "second"]
    code, sentence = refused(engine.restore, file, elsewhere)
    assert (code, "existe déjà\u00a0: choisissez un autre" in sentence) == ("file_exists", True)


@in_this_process
def test_a_backup_is_never_written_over_another_file(engine: Any, file: Path) -> None:
    file.write_text("quelque chose")
    taken = f"«\u00a0{file}\u00a0» existe déjà\u00a0: choisissez un autre nom."
    assert refused(engine.back_up, file) == ("file_exists", taken)
    with pytest.raises(CommandError, match="existe déjà"):
        call_command("backup", str(file))
    assert (file.read_text(), list(file.parent.iterdir())) == ("quelque chose", [file])


@in_this_process
def test_a_place_that_cannot_be_written_is_said(engine: Any, tmp_path: Path) -> None:
    file = tmp_path / "nulle" / "part"
    missing = f"Le dossier «\u00a0{file.parent}\u00a0» n’existe pas\u00a0: créez-le d’abord."
    assert refused(engine.back_up, file) == ("no_folder", missing)


@in_this_process
def test_a_backup_of_a_newer_version_is_made_and_not_restored(engine: Any, file: Path, elsewhere: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '0999_later', CURRENT_TIMESTAMP)"
        )
    try:
        engine.back_up(file)
        code, sentence = refused(engine.restore, file, elsewhere)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE name = '0999_later'")
    assert code == "newer_than_us"
    assert sentence == (
        f"«\u00a0{file}\u00a0» vient d’une version plus récente de Tarot Club\u00a0: mettez d’abord le programme à "
        "jour. Rien n’a été changé."
    )


@in_this_process
def test_a_backup_that_remembers_what_was_before_0_1_0_comes_back(engine: Any, file: Path, elsewhere: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (id, app, name, applied) "
            "VALUES (-1, 'scoring', '0022_decisions_are_applied', CURRENT_TIMESTAMP)"
        )
    try:
        engine.back_up(file)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE id = -1")
    assert engine.restore(file, elsewhere).startswith("Sauvegarde rendue")


@on_postgresql
@in_this_process
def test_a_connection_that_it_closed_itself_and_that_is_still_ending_is_nobody_s() -> None:
    connection.ensure_connection()
    name, own = connection.settings_dict["NAME"], connection.connection.info.backend_pid
    with closing(postgres._maintenance()) as server:
        postgres._refuse_if_in_use(server, name, own=own)
        code, sentence = refused(postgres._refuse_if_in_use, server, name, own=None)
    assert (code, "(1 connexions)" in sentence) == ("in_use", True)


@in_this_process
def test_a_broken_file_is_refused(engine: Any, file: Path, elsewhere: str) -> None:
    ClubFactory(name="premier")
    engine.back_up(file)
    saved = file.read_bytes()
    middle = len(saved) // 2
    for damaged in (
        saved[:middle],
        saved[:middle] + b"\xff" * 9000 + saved[middle + 9000 :],
        b"Ceci n'est pas une sauvegarde." * 300,
    ):
        file.write_bytes(damaged)
        code, sentence = refused(engine.restore, file, elsewhere)
        assert (code, sentence.endswith("rien n’a été changé.")) == ("broken_backup", True), sentence
    assert not Path(elsewhere).exists()


@in_this_process
def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "autre.sqlite3"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE django_migrations (app, name)")
        other.execute("INSERT INTO django_migrations VALUES ('auth', '0001_initial')")
        other.commit()
    ours = f"«\u00a0{file}\u00a0» n’est pas une sauvegarde de Tarot Club\u00a0: rien n’a été changé."
    assert refused(sqlite.check, file) == ("not_ours", ours)


@in_this_process
def test_one_database_s_backup_does_not_go_into_the_other(file: Path) -> None:
    is_postgres = connection.vendor == "postgresql"
    file.write_bytes(sqlite.MAGIC if is_postgres else postgres.MAGIC)
    theirs, ours = ("SQLite", "PostgreSQL") if is_postgres else ("PostgreSQL", "SQLite")
    with pytest.raises(CommandError, match=f"d’une base {theirs}, et ce site est sur {ours}"):
        call_command("restore", str(file))


@pytest.mark.services
@pytest.mark.product
@pytest.mark.each_database
@pytest.mark.slow
def test_it_is_saved_while_it_runs_and_restored_in_place_when_it_does_not(
    tmp_path: Path, file: Path, started_once: Path
) -> None:
    def run(*arguments: object) -> tuple[int, str]:
        command = [sys.executable, "manage.py", *map(str, arguments)]
        answer = subprocess.run(command, cwd=ROOT, env=server.environment, check=False, capture_output=True, text=True)
        return answer.returncode, (answer.stdout + answer.stderr).strip()

    with Serving(tmp_path / "data", like=started_once) as server:
        server.manage(TOURNAMENT)
        server.manage(PLAYER)
        status, said = run("backup", file)
        assert (status, said.rpartition(" (")[0]) == (0, f"Sauvegarde faite et relue\u00a0: {file}")
        server.manage(CLUB.format(name="second"))
        server.manage(PLAYED)
        server.manage(ERASE)
        status, said = run("restore", file)
        assert (status, "tourne déjà sur le dossier" in said) == (1, True), said

    with _user_of(server) as user:
        status, said = run("restore", file)
        assert (status, "sert encore" in said) == (1, True), said
        user.close()

    status, said = run("restore", file)
    assert (status, said.partition(" gardé")[0]) == (0, "Sauvegarde rendue. Ce qui était là est"), said
    kept = re.search(r"«\u00a0(.*)\u00a0»", said)[1]
    assert "Effacés de nouveau, comme ils l’étaient : 1." in said.replace("\u00a0", " ")
    assert re.fullmatch(r"Joueur effacé \d{6}", server.manage(NAMES))
    assert server.manage(CLUBS) == "premier"
    assert int(server.manage(REVISION)) >= 10  # a page of before is never taken for one of after
    if address := server.environment.get("DATABASE_URL"):
        with psycopg.connect(address.rpartition("/")[0] + f"/{kept}", autocommit=True) as former:
            names = former.execute("SELECT name FROM tournaments_club ORDER BY id").fetchall()
        with psycopg.connect(address, autocommit=True) as now:
            now.execute(f"DROP DATABASE {kept} WITH (FORCE)")
    else:
        with closing(sqlite3.connect(kept)) as former:
            names = former.execute("SELECT name FROM tournaments_club ORDER BY id").fetchall()
    assert names == [("premier",), ("second",)]


BACK_UP = "from django.core.management import call_command; call_command('backup', {!r})"
RENAME = "from tournaments.models import Club; Club.objects.update(name='second')"
CUT = (
    "from pathlib import Path; from tests.tarot_club.cut_restores import cut_at_each_step; cut_at_each_step(Path({!r}))"
)


@pytest.mark.services
@pytest.mark.product
@pytest.mark.each_database
@pytest.mark.slow
def test_who_was_erased_stays_so_at_whatever_moment_a_restore_is_cut(
    tmp_path: Path, file: Path, started_once: Path
) -> None:
    with Serving(tmp_path / "data", like=started_once) as server:
        server.manage(f"{TOURNAMENT}; {PLAYER}; {BACK_UP.format(str(file))}; {ERASE}; {RENAME}")

    *cut, whole = server.manage(CUT.format(str(file))).splitlines()

    assert len(cut) >= 8
    read = {re.sub(r"\d{6}$", "N", line.partition(" · ")[2]) for line in cut}
    assert read <= {"second · Joueur effacé N", "premier · Joueur effacé N"}  # before the rename, or after it
    assert re.fullmatch(r"0 · premier · Joueur effacé \d{6}", whole)
    if "DATABASE_URL" not in server.environment:
        assert not [file.name for file in server.data.iterdir() if "restauree" in file.name]


PLAYED_THEN = """
from tests.factories import TournamentFactory, organiser
from tests.scoring.sheets import record, seated
tournament = TournamentFactory()
by = organiser(tournament.club)
for table in seated(tournament, tables=3):
    for number in range(1, 5):
        record(table, number, by)
"""
PAGES = """
from django.test import Client
from tournaments.models import Tournament
for pk in Tournament.objects.values_list("pk", flat=True):
    print(Client(headers={"host": "localhost"}).get(f"/tournois/{pk}/classement/").status_code)
"""


@pytest.mark.checks
@pytest.mark.product
@pytest.mark.slow
def test_a_backup_of_two_versions_ago_is_brought_up_to_date(tmp_path: Path) -> None:
    """The code of before plays and saves a position; this one restores it, migrates and recounts it."""
    old, file = tmp_path / "old", tmp_path / "club.sauvegarde"
    old.mkdir()
    subprocess.run(["tar", "-x", "-C", old], check=True, input=_code_of_two_versions_ago())
    usual = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "ALLOWED_HOSTS": "localhost"}

    def run(code: Path, data: str, *arguments: object) -> str:
        command = [sys.executable, "manage.py", *map(str, arguments)]
        environment = usual | {"TAROT_CLUB_DATA": str(tmp_path / data)}
        answer = subprocess.run(command, cwd=code, env=environment, check=False, capture_output=True, text=True)
        assert answer.returncode == 0, answer.stdout + answer.stderr
        return answer.stdout

    run(old, "then", "migrate", "--verbosity", "0")
    run(old, "then", "shell", "--verbosity", "0", "-c", PLAYED_THEN)
    run(old, "then", "backup", file)
    run(ROOT, "now", "restore", file)
    run(ROOT, "now", "migrate", "--verbosity", "0")
    assert "Tout correspond : 36 chiffres recomptés." in run(ROOT, "now", "check_results")
    assert set(run(ROOT, "now", "shell", "--verbosity", "0", "-c", PAGES).split()) == {"200"}


def _code_of_two_versions_ago() -> bytes:
    """Return, as a tar, the code of before the last but one of our migrations, or skip the test."""
    last_but_one = sorted((ROOT / "tournaments" / "migrations").glob("0*.py"))[-2].relative_to(ROOT)
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        skip_without("git", "the code of before is not there")
    commits = _git("log", "--diff-filter=A", "--format=%H", "--", str(last_but_one)).split()
    before = _git("rev-list", f"{commits[-1]}^").split()
    # The newest of them that our own environment can run: a package may have come and gone in between.
    ours = _packages((ROOT / "requirements.txt").read_text())
    runs_here = next((commit for commit in before if _packages(_git("show", f"{commit}:requirements.txt")) <= ours), "")
    if not runs_here:
        skip_without("git", "the code of before is not in this clone")
    return subprocess.run(["git", "archive", runs_here], cwd=ROOT, check=True, capture_output=True).stdout


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=False, capture_output=True, text=True).stdout


def _packages(locked: str) -> set[str]:
    return set(re.findall(r"^([\w.-]+)(?=\[|==)", locked, re.MULTILINE))


def _user_of(server: Serving) -> Any:
    """Return a connection that somebody left open, as a context manager."""
    if address := server.environment.get("DATABASE_URL"):
        return psycopg.connect(address)
    opened = sqlite3.connect(server.data / "tarot_club.sqlite3")
    opened.execute("SELECT * FROM tournaments_club").fetchone()
    return closing(opened)
