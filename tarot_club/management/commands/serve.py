"""`manage.py serve`: one command from a new machine to a running club."""

import contextlib
import io
import os
import secrets
import socket
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import segno
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.management.base import BaseCommand, CommandError, OutputWrapper
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.urls import get_resolver
from django.utils import timezone

from tarot_club.celery import app
from tarot_club.collector import freeze_loaded
from tarot_club.data_folder import lock
from tarot_club.demo import DEMO_LOGINS
from tarot_club.embedded.children import begin_again, prepare_children
from tarot_club.embedded.full_disk import Room, cannot_be_opened, reading_full_disk
from tarot_club.embedded.web import Interrupt, serve_until
from tarot_club.embedded.worker import ChildWorker
from tarot_club.failures import is_full
from tarot_club.watchdog import PARENT_VARIABLE
from tournaments.documents.pdf import what_to_install
from tournaments.models import Account, Club
from tournaments.queries.pages.addresses import network_addresses
from tournaments.services.work import jobs

if TYPE_CHECKING:
    from tarot_club.embedded.certificate import OwnCertificate


class Command(BaseCommand):
    help = "Run the club: web server and worker, nothing to configure. Ctrl-C stops both."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")  # noqa: S104
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--demo", action="store_true", help="build a demonstration club if there is none yet")
        parser.add_argument("--https", action="store_true", help="speak TLS, with a certificate of its own")

    def handle(self, *, host: str, port: int, demo: bool, https: bool, **_options: Any) -> None:
        if https and (not settings.HTTPS or settings.SECURE_HSTS_SECONDS):
            # No HSTS: nobody could open a site any more whose certificate he has to accept himself (RFC 6797, 12.1).
            begin_again(HTTPS="1", HSTS_SECONDS="0")
        interrupt, room = Interrupt(), Room()
        with contextlib.suppress(KeyboardInterrupt), reading_full_disk(), only_server_of(Path(settings.DATA_DIR)):
            refuse_busy_port(host, port)
            self.check(tags=["rulebook"])  # reads it, too: a child that is forked shares it
            first_login = self.prepare_database(demo=demo)
            addresses = network_addresses(host)
            # The hall's Wi-Fi may come up after we do, under an address nobody knows yet: every name is let in.
            if "ALLOWED_HOSTS" not in os.environ:
                settings.ALLOWED_HOSTS = [os.environ.setdefault("ALLOWED_HOSTS", "*")]
            settings.SERVED_AT = (host, port)
            prepare_children(host, port)
            certificate = certificate_for(addresses) if https else None
            os.environ[PARENT_VARIABLE] = str(os.getpid())
            connections.close_all()  # a database's connection does not survive a fork
            app.loader.import_default_modules()
            get_resolver().url_patterns  # noqa: B018 - reads the views
            freeze_loaded()  # what is loaded stays shared with the children
            interrupt.hold()
            worker = room if settings.IS_READ_ONLY else ChildWorker()
            try:
                interrupt.check()
                with self.said():
                    self.greet(addresses, port, first_login, certificate)
                own = certificate.path if certificate else None
                serve_until(interrupt, host=host, port=port, certificate=own, tell=self.tell)
            finally:
                worker.ask_to_stop()
                interrupt.listen()  # a second Ctrl-C ends the worker's job
                self.tell("\nTarot Club s’arrête…")
                worker.stop()
        if room.was_made:
            begin_again(TAROT_CLUB_READ_ONLY="")

    def tell(self, line: str) -> None:
        with self.said():
            self.stdout.write(line)

    @contextlib.contextmanager
    def said(self) -> Iterator[None]:
        """Print at once what this block writes. Without room for it (`serve > file`), the club is served anyway."""
        with said_or_dropped(self.stderr):  # it may be led to the same file
            with said_or_dropped(self.stdout) as was_said:
                yield
            if not was_said:
                self.stderr.write("Le fichier où s’écrit ce que dit Tarot Club n’a plus de place : le club est servi.")

    def prepare_database(self, *, demo: bool) -> list[tuple[str, str]]:
        """Write what a start needs in the database, and return the logins to print; empty on a read-only server."""
        if settings.IS_READ_ONLY:
            if has_migrations_to_apply():
                raise cannot_be_opened()
            return []
        password = FirstPassword()
        if has_migrations_to_apply():
            run_apart("migrate", "--noinput")
        logins = self.first_start(password, demo=demo)
        if not settings.REDIS_URL:  # ours is the only worker: whatever runs on paper died with the last server
            jobs.release_running()
        return logins

    def first_start(self, password: "FirstPassword", *, demo: bool) -> list[tuple[str, str]]:
        """Return the logins to print: the demo's, or the first organiser's of a club without accounts."""
        if demo and not Club.objects.exists():
            self.stdout.write("Préparation du club de démonstration…")
            run_apart("demo")
        if demo:
            return DEMO_LOGINS if Account.objects.filter(username=DEMO_LOGINS[0][0]).exists() else []
        if Account.objects.filter(is_superuser=True).exists():
            return []
        Account.objects.create(username="admin", is_staff=True, is_superuser=True, password=password.hashed())
        return [("admin", password.text)]

    def greet(
        self,
        addresses: list[str],
        port: int,
        logins: list[tuple[str, str]],
        certificate: "OwnCertificate | None" = None,
    ) -> None:
        scheme = "https" if certificate else "http"
        if settings.IS_READ_ONLY:
            self.stdout.write(
                f"Le disque du dossier {settings.DATA_DIR} est plein : le club se lit, et rien ne s’y enregistre. "
                "Rien n’est perdu. Libérez de la place : il redémarrera de lui-même."
            )
        self.stdout.write(f"\nTarot Club est prêt : {scheme}://localhost:{port}/")
        found = [f"{scheme}://{address}:{port}/" for address in addresses]
        # A container knows its own network alone: what phones open has to be said.
        reached = [f"{settings.PUBLIC_ADDRESS.rstrip('/')}/"] if settings.PUBLIC_ADDRESS else found
        for address in reached:
            self.stdout.write(f"Sur le réseau de la salle : {address}")
        if reached and self.stdout.isatty():
            # Drawn first: Django's stdout ends a line after each piece written, and no phone reads a torn code.
            code = io.StringIO()
            segno.make(reached[0], micro=False).terminal(out=code, compact=True)
            self.stdout.write(code.getvalue())
        if certificate:
            self.stdout.write(
                "Chaque navigateur avertit une fois que personne ne garantit ce certificat. Son empreinte SHA-256 doit "
                f"être celle-ci :\n  {certificate.fingerprint}"
            )
        for name, password in logins:
            self.stdout.write(f"  identifiant {name:<14} mot de passe {password}")
        if line := what_to_install():
            self.stdout.write(f"Les PDF ne pourront pas être faits sur cet ordinateur avant cette commande :\n  {line}")
        self.stdout.write("Ctrl-C pour arrêter.")


@contextlib.contextmanager
def said_or_dropped(stream: OutputWrapper) -> Iterator[list[bool]]:
    """
    Print what this block writes. On a full disk, drop it: each fork would try to print it again, and fail.

    The yielded list gets an item once everything is printed.
    """
    was_said: list[bool] = []
    try:
        yield was_said
        stream.flush()
        was_said.append(True)
    except OSError as error:
        if not is_full(error):
            raise
        with Path(os.devnull).open("w") as nowhere, os.fdopen(os.dup(stream.fileno())) as kept:
            os.dup2(nowhere.fileno(), stream.fileno())
            stream.flush()
            os.dup2(kept.fileno(), stream.fileno())


def certificate_for(addresses: list[str]) -> "OwnCertificate":
    from tarot_club.embedded.certificate import own_certificate  # takes memory, for a server that speaks TLS

    return own_certificate(Path(settings.DATA_DIR), addresses, at=timezone.now())


class FirstPassword:
    """The first organiser's password. Hashing is slow, and so is making the tables: a new club does both at once."""

    def __init__(self) -> None:
        self.text = secrets.token_urlsafe(9)
        self.digest = ""
        self.hashing = Thread(target=self._hash, daemon=True)
        if not connection.introspection.table_names():
            self.hashing.start()

    def hashed(self) -> str:
        if self.hashing.ident is None:
            self.hashing.start()
        self.hashing.join()
        return self.digest

    def _hash(self) -> None:
        self.digest = make_password(self.text)


def has_migrations_to_apply() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def run_apart(*command: str) -> None:
    """
    Run a command in its own process, which frees its memory at the end: making a new club's tables takes 180 MiB.

    It holds the data folder too. Ctrl-C reaches only this process, which ends the other. That one prints its own
    refusals.
    """
    manage = [sys.executable, str(settings.BASE_DIR / "manage.py"), *command, "--verbosity", "0"]
    done = subprocess.run(manage, check=False, stdout=subprocess.DEVNULL, close_fds=False, start_new_session=True)  # noqa: S603
    if done.returncode:
        sys.exit(done.returncode)


@contextlib.contextmanager
def only_server_of(folder: Path) -> Iterator[None]:
    """Lock the data folder: two servers on one folder would take each other's jobs for abandoned."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "serve.lock").open("w") as file:
        try:
            lock(file, wait=False)
        except BlockingIOError as held:
            raise CommandError(
                f"Tarot Club tourne déjà sur le dossier {folder}. Arrêtez l’autre fenêtre (Ctrl-C), "
                "ou donnez un autre dossier avec la variable TAROT_CLUB_DATA."
            ) from held
        os.set_inheritable(file.fileno(), True)  # for what is run apart
        yield


def refuse_busy_port(host: str, port: int) -> None:
    """Refuse a port that is in use, before anything is started."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Le port {port} est déjà pris par un autre programme. Choisissez-en un autre : "
                f"manage.py serve --port {port + 1}"
            ) from error
