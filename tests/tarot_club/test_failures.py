"""A full disk, a database that is away: a sentence, and what was typed is kept."""

import os
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, InternalError, OperationalError, connection
from django.test import Client, RequestFactory
from django.urls import reverse

from tarot_club import failures
from tarot_club.failures import is_away, is_full
from tests.factories import organiser
from tests.tarot_club.serving import ROOT
from tournaments.models import Account, Club

FULL = "Le disque de l’ordinateur qui fait tourner Tarot Club est plein\u00a0: rien n’a été enregistré."
AWAY = "La base de données ne répond pas\u00a0: rien n’a été enregistré."


@pytest.fixture(autouse=True)
def nothing_failed_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failures._Full, "since", None)


@pytest.fixture
def no_room() -> Iterator[None]:
    """Let the database grow no more, as on a full disk."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("VACUUM")  # what an earlier test deleted left room
            cursor.execute("PRAGMA page_count")
            (pages,) = cursor.fetchone()
            cursor.execute(f"PRAGMA max_page_count = {pages}")
        else:
            cursor.execute(
                "CREATE FUNCTION full_disk() RETURNS trigger AS $$ BEGIN "
                "RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$ LANGUAGE plpgsql"
            )
            cursor.execute("CREATE TRIGGER full_disk BEFORE INSERT ON tournaments_player EXECUTE FUNCTION full_disk()")
    yield
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA max_page_count = 1073741823")
        else:
            cursor.execute("DROP TRIGGER full_disk ON tournaments_player")
            cursor.execute("DROP FUNCTION full_disk()")


def patient(account: Account) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(account, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


@pytest.mark.django_db
def test_pages_of_a_site_that_is_only_read_say_so(club: Club, settings: Any) -> None:
    told = "le site se lit, et rien ne s’y enregistre"
    pages = ("/", "/comptes/login/", reverse("club", args=[club.slug]))
    assert [told in Client().get(page).content.decode() for page in pages] == [False, False, False]
    settings.IS_READ_ONLY = True
    assert [told in Client().get(page).content.decode() for page in pages] == [True, True, True]


@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_told_so_and_what_was_typed_is_kept(club: Club, request: pytest.FixtureRequest) -> None:
    client = patient(organiser(club))
    request.getfixturevalue("no_room")
    page = reverse("add_player", args=[club.pk])
    typed = {"last_name": "L’<HÔTE>", "licence": "", "category": "senior"}
    for number in range(100):  # a page or two of a database may have room left, for people whose names are not alike
        typed["first_name"] = sha256(str(number).encode()).hexdigest()
        answer = client.post(page, typed)
        if answer.status_code == 507:
            break
    said = answer.content.decode()
    assert answer.status_code == 507
    assert FULL in said
    assert f'<form method="post" action="{page}">' in said
    kept = dict(re.findall(r'<textarea name="(\w+)" hidden>\n([^<]*)</textarea>', said))
    assert kept["last_name"] == "L’&lt;HÔTE&gt;"
    assert kept["first_name"] == typed["first_name"]
    health = Client().get("/sante/")
    assert health.status_code == 507
    assert (health.json()["database"], health.json()["reason"]) == (False, "disk_full")
    assert client.get(page).status_code == 200  # what there is can still be read


def test_the_page_of_a_failure_has_the_sheets_of_what_it_shows() -> None:
    page = (ROOT / "templates/failure.html").read_text("utf-8")
    sheets = [ROOT / "tarot_club/static" / name for name in re.findall(r'static "([^"]+\.css)"', page)]
    ruled = {name for sheet in sheets for name in re.findall(r"\.([\w-]+)", sheet.read_text("utf-8"))}
    assert {name for names in re.findall(r'class="([^"]+)"', page) for name in names.split()} <= ruled


AWAY_SCRIPT = """
from django.test import Client, RequestFactory
client = Client(raise_request_exception=False)
client.cookies["sessionid"] = "a" * 32
for path in ("/", "/organisation/", "/comptes/login/", "/api/v1/clubs/", "/tournois/1/classement/"):
    page = client.get(path)
    print(page.status_code, path, page.headers.get("Retry-After"))
sent = client.post("/organisation/clubs/1/joueurs/ajouter/", {"last_name": "L’HÔTE", "note": "a\\nb"})
print(sent.status_code, "L’HÔTE" in sent.content.decode(), "Envoyer de nouveau" in sent.content.decode())
login = client.post("/comptes/login/", {"login": "claude", "password": "tres-secret"})
print(login.status_code, "tres-secret" in login.content.decode())
print(Client(raise_request_exception=False, headers={"accept-language": "en"}).get("/").content.decode())
"""


def away(tmp_path: Path, script: str = AWAY_SCRIPT, **environment: str) -> list[str]:
    usual = {"PATH": os.environ["PATH"], "TAROT_CLUB_DATA": str(tmp_path), "ALLOWED_HOSTS": "testserver"}
    answer = subprocess.run(
        [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", script],
        cwd=ROOT,
        env=usual | {"LOG_LEVEL": "CRITICAL"} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return answer.stdout.split("\n")


EXPECTED = [
    "503 / 5",
    "503 /organisation/ 5",
    "503 /comptes/login/ 5",
    "503 /api/v1/clubs/ 5",
    "503 /tournois/1/classement/ 5",
    "503 True True",
    "503 False",
]


@pytest.mark.product
def test_while_postgresql_is_away(tmp_path: Path) -> None:
    said = away(tmp_path, DATABASE_URL="postgres://nobody@127.0.0.1:1/nothing")
    assert said[:7] == EXPECTED
    assert "The database does not answer" in "".join(said[7:])


SILENT_SCRIPT = """
import time
from django.test import Client
began = time.monotonic()
page = Client(raise_request_exception=False).get("/")
print(page.status_code, time.monotonic() - began < 20)
"""


@pytest.mark.product
def test_a_postgresql_that_is_silent_is_given_up(tmp_path: Path) -> None:
    """The network swallows what is sent: nobody refuses the connection, and nobody answers."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        said = away(tmp_path, SILENT_SCRIPT, DATABASE_URL=f"postgres://nobody@127.0.0.1:{silent.getsockname()[1]}/x")
    assert said[0] == "503 True"


@pytest.mark.product
def test_while_the_file_of_sqlite_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "tarot_club.sqlite3").mkdir()
    assert away(tmp_path)[:7] == EXPECTED


@pytest.mark.product
def test_while_the_file_of_sqlite_is_something_else(tmp_path: Path) -> None:
    (tmp_path / "tarot_club.sqlite3").write_bytes(b"no database at all " * 500)
    assert away(tmp_path)[:7] == EXPECTED


def sqlite_error(statement: str, *before: str) -> sqlite3.Error:
    with sqlite3.connect(":memory:") as database:
        for sql in before:
            database.execute(sql)
        with pytest.raises(sqlite3.Error) as raised:
            database.execute(statement)
    database.close()
    return raised.value


def test_a_fault_of_the_program_stays_one() -> None:
    error = sqlite_error("SELECT 1 FROM nothing")
    assert (is_full(error), is_away(error)) == (False, False)
    wrapped = OperationalError(str(error))
    wrapped.__cause__ = error
    assert (is_full(wrapped), is_away(wrapped)) == (False, False)
    assert (is_full(ZeroDivisionError()), is_away(ZeroDivisionError())) == (False, False)


def test_a_connection_that_ends_between_two_answers_is_a_database_away() -> None:
    for cause, told in (
        (psycopg.InternalError("got 2 results"), True),
        (psycopg.errors.InFailedSqlTransaction(), False),
    ):
        error = InternalError(str(cause))
        error.__cause__ = cause
        assert is_away(error) is told


def test_no_room_is_told_by_whatever_met_it() -> None:
    many = "INSERT INTO t SELECT randomblob(9000)"
    assert is_full(sqlite_error(many, "CREATE TABLE t (x)", "PRAGMA max_page_count = 2"))
    wrapped = DatabaseError("could not be kept")
    wrapped.__cause__ = OSError(28, "No space left on device")
    assert is_full(wrapped)
    assert not is_full(OSError(2, "No such file"))


@pytest.mark.django_db
def test_any_other_failure_says_what_to_do(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(raise_request_exception=False)
    monkeypatch.setattr("tournaments.queries.clubs.directory.front", lambda **_arguments: 1 / 0)
    number = "0123456789abcdef0123456789abcdef"
    answer = client.get("/", headers={"x-request-id": number})
    assert answer.status_code == 500
    assert number in answer.content.decode()
    assert "Le programme s’est trompé" in answer.content.decode()
    assert "Envoyer de nouveau" not in answer.content.decode()


def test_what_made_the_program_fail_is_not_offered_to_be_sent_again() -> None:
    request = RequestFactory().post("/organisation/", {"last_name": "L’HÔTE"})
    try:
        {}["nothing"]
    except KeyError:
        answer = failures.failed(request)
    said = answer.content.decode()
    assert answer.status_code == 500
    assert "Le programme s’est trompé" in said
    assert "L’HÔTE" not in said
    assert "Envoyer de nouveau" not in said
