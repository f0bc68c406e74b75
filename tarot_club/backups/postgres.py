"""The backup of a PostgreSQL database into one file, an archive of pg_dump; and its restoring."""

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit

import psycopg
from django.db import connection
from psycopg import sql

from tarot_club.backups import Migration, broken, connected_to, moment, new_file, refuse_unless_ours
from tournaments.refusals import Refusal

MAGIC = b"PGDMP"
INTO_A_NEW_ONE = ("--no-owner", "--exit-on-error", "--single-transaction")


def back_up(file: Path) -> None:
    """Write the present database into a new archive, while others may write to it, and check the archive completely."""
    with new_file(file) as unfinished:
        answer = _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={unfinished}")
        if answer.returncode:
            raise Refusal(f"pg_dump n’a pas pu faire la sauvegarde : {answer.stderr.strip()}", code="cannot_copy")
        check(unfinished)


def check(file: Path, *, for_us: bool = False) -> None:
    """Refuse an archive that cannot be read completely or is not ours; with `for_us`, also a newer one."""
    whole = _run("pg_restore", f"--file={os.devnull}", str(file))
    if whole.returncode:
        raise broken(file, whole.stderr.strip())
    rows = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file))
    refuse_unless_ours(file, _migrations(rows.stdout), for_us=for_us)


def restore(file: Path, into: str | None, *, prepare: Callable[[], None] = lambda: None) -> str:
    """
    Make a checked backup the database named `into`, or this one when None; return a sentence that says what was done.

    The backup goes into a new database first, and `prepare` is called while Django is connected to it. One transaction
    then gives it the name, so an interruption before that changes nothing. The former database is kept under another
    name. Refuses while anybody else is connected to the former database.
    """
    check(file, for_us=True)
    name = connection.settings_dict["NAME"]
    own = connection.connection and connection.connection.info.backend_pid
    connection.close()
    new = into or f"{name}_restauree_{moment()}"
    set_aside = f"{name}_avant_{moment()}"
    try:
        with closing(_maintenance()) as server:
            if not into:
                _refuse_if_in_use(server, name, own=own)
                _forget_unfinished(server, name)
            server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(new)))
            answer = _run("pg_restore", *INTO_A_NEW_ONE, f"--dbname={new}", str(file))
            if answer.returncode:
                server.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(new)))
                raise broken(file, answer.stderr.strip())
            try:
                with connected_to(new):
                    prepare()
            except BaseException:
                server.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(new)))
                raise
            if into:
                return f"Sauvegarde rendue dans la base « {new} »."
            rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
            with server.transaction():
                server.execute(rename.format(sql.Identifier(name), sql.Identifier(set_aside)))
                server.execute(rename.format(sql.Identifier(new), sql.Identifier(name)))
    except psycopg.errors.DuplicateDatabase as taken:
        raise Refusal(f"La base « {new} » existe déjà : choisissez un autre nom.", code="file_exists") from taken
    except psycopg.Error as error:
        raise Refusal(
            f"PostgreSQL a refusé : {str(error).strip()}. « {name} » est restée telle quelle.", code="refused"
        ) from error
    return f"Sauvegarde rendue. Ce qui était là est gardé dans la base « {set_aside} »."


@contextmanager
def restored_beside(file: Path, _folder: Path) -> Iterator[str]:
    """Restore a backup as a separate database, yield its DATABASE_URL, and drop it at the end."""
    name = f"{connection.settings_dict['NAME']}_essai"
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    with closing(_maintenance()) as server:
        server.execute(drop)  # of a worker that was killed
        try:
            restore(file, name)
            yield urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{quote(name)}").geturl()
        finally:
            server.execute(drop)


def _forget_unfinished(server: psycopg.Connection, name: str) -> None:
    """Drop the databases of interrupted restores: they may hold somebody who had to be erased."""
    left = server.execute(
        "SELECT datname FROM pg_database WHERE datname ~ %s", [f"^{re.escape(name)}_restauree_[0-9]{{14}}$"]
    ).fetchall()
    for (unfinished,) in left:
        server.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(unfinished)))


def _refuse_if_in_use(server: psycopg.Connection, name: str, *, own: int | None) -> None:
    """Refuse while anybody else is connected. `own` is the id of our server process: it may outlive its connection."""
    connected = server.execute(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = %s AND backend_type = 'client backend' AND pid IS DISTINCT FROM %s::int",
        [name, own],
    ).fetchone()
    if connected is not None and connected[0]:
        raise Refusal(
            f"La base « {name} » sert encore ({connected[0]} connexions) : arrêtez d’abord les serveurs et les "
            "travailleurs de Tarot Club.",
            code="in_use",
        )


def _maintenance() -> psycopg.Connection:
    """Return a connection to the server's own database: a database cannot be renamed over its own connection."""
    address = connection.get_connection_params()
    parameters = {key: address[key] for key in ("host", "port", "user", "password") if address.get(key)}
    return psycopg.connect(**parameters, dbname="postgres", autocommit=True)


def _run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program of PostgreSQL. The password is in its environment, where no other user can read it."""
    address = connection.settings_dict
    variables = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    own = {name: str(address[key]) for name, key in variables.items() if address.get(key)}
    try:
        return subprocess.run(  # noqa: S603 - PostgreSQL's own programs
            [program, *arguments],
            check=False,
            env=os.environ | own | {"LC_ALL": "C"},
            capture_output=True,
            errors="replace",
        )
    except FileNotFoundError as missing:
        raise Refusal(
            f"Il manque {program} sur cet ordinateur : installez-le avec "
            "« sudo apt-get install --yes postgresql-client », puis recommencez.",
            code="program_missing",
        ) from missing


def _migrations(copied: str) -> list[Migration]:
    """Return (app, name) of rows of django_migrations, by id. `copied` are pg_restore's lines: id, app, name, time."""
    lines = [line.split("\t") for line in copied.splitlines()]
    rows = sorted((int(fields[0]), fields[1], fields[2]) for fields in lines if len(fields) == 4)
    return [(app, name) for _id, app, name in rows]
