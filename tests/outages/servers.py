"""A PostgreSQL cluster and a Redis of the run's own, which may be killed; and a disk that may be full."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import psycopg
import redis

from tests.tarot_club.serving import ROOT, free_port, wait_until

NAME = "tarot"
DISK = "256m"
LEFT = 64 * 1024  # bytes of room on a full disk: not enough for a page of rows and its log


def programs_of_postgresql() -> Path | None:
    """Return the folder of initdb and postgres, which Debian keeps off the path."""
    found = [Path(path).parent for path in [shutil.which("initdb")] if path]
    found += [path.parent for path in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)]
    return found[0] if found else None


class Disk:
    """A folder on a small disk of its own where this machine lets us make one; else it can never be full."""

    def __init__(self, folder: Path, size: str = DISK) -> None:
        self.folder, self.ballast = folder, folder / "ballast"
        folder.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], check=False, capture_output=True
        )
        self.is_small = mounted.returncode == 0

    def fill(self, left: int = LEFT) -> None:
        """Leave no room but for so many bytes, while others write."""
        with self.ballast.open("wb") as file:
            filled, more = 0, shutil.disk_usage(self.folder).free
            while more > left:
                try:
                    os.posix_fallocate(file.fileno(), filled, more)
                except OSError:
                    more //= 2
                else:
                    filled, more = filled + more, shutil.disk_usage(self.folder).free

    def empty(self) -> None:
        self.ballast.unlink(missing_ok=True)

    def close(self) -> None:
        if self.is_small:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=False)


class Cluster:
    """A PostgreSQL of its own, run by the user postgres where we are root: PostgreSQL refuses to be root's."""

    def __init__(self, folder: Path) -> None:
        programs = programs_of_postgresql()
        assert programs is not None
        self.programs, self.folder, self.port = programs, folder / "cluster", free_port()
        self.user = "postgres" if os.geteuid() == 0 else None
        self.folder.mkdir()
        if self.user:
            shutil.chown(folder, self.user)
            shutil.chown(self.folder, self.user)
        self._run("initdb", "-D", str(self.folder), "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8")
        with (self.folder / "postgresql.conf").open("a") as settings:
            settings.write(
                f"port = {self.port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n"
                "max_connections = 60\nshared_buffers = 32MB\nmin_wal_size = 32MB\nmax_wal_size = 64MB\n"
            )
        self.log = folder.parent / "postgresql.log"
        self.start()

    def address(self, database: str, port: int | None = None) -> str:
        return f"postgres://postgres@127.0.0.1:{port or self.port}/{database}"

    def start(self) -> None:
        """Start it, and wait until it takes connections: after a kill it first reads its log."""

        def begin() -> bool:
            if self.answers():
                return True
            if not self._is_running():  # a killed one's children may still hold its memory: then it ends, and again
                with self.log.open("a") as log:
                    self.process = subprocess.Popen(
                        [self.programs / "postgres", "-D", self.folder], user=self.user, stdout=log, stderr=log
                    )
            return False

        assert wait_until(begin, 60), self.log.read_text()[-3000:]

    def answers(self) -> bool:
        with contextlib.suppress(psycopg.OperationalError):
            self.execute("SELECT 1")
            return True
        return False

    def execute(self, statement: str) -> list[tuple[object, ...]]:
        """Run a statement in the cluster's own database, and return its rows."""
        with psycopg.connect(self.address("postgres"), autocommit=True, connect_timeout=3) as connection:
            done = connection.execute(statement)
            return done.fetchall() if done.description else []

    @contextlib.contextmanager
    def holding(self, table: str, database: str = NAME, *, but_from_readers: bool = False) -> Iterator[None]:
        """Keep everybody from a table meanwhile, or everybody who writes there."""
        with psycopg.connect(self.address(database)) as connection:
            connection.execute(f"LOCK TABLE {table} IN {'SHARE' if but_from_readers else 'ACCESS EXCLUSIVE'} MODE")
            yield

    def backends(self) -> list[int]:
        """Return the processes that serve the site."""
        rows = self.execute(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        return [int(str(pid)) for (pid,) in rows]

    def kill(self) -> None:
        """Kill the postmaster; its children notice that and end."""
        if self._is_running():
            self.process.kill()
            self.process.wait()

    def close(self) -> None:
        if self._is_running():
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()

    def _is_running(self) -> bool:
        return hasattr(self, "process") and self.process.poll() is None

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self.programs / program, *arguments], user=self.user, check=False, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr


class Pooler:
    """PgBouncer in transaction mode before a cluster: fewer connections than the site has threads."""

    def __init__(self, folder: Path, cluster: Cluster) -> None:
        self.port, self.user, self.folder = free_port(), cluster.user, folder
        folder.mkdir()
        (folder / "users").write_text('"postgres" ""\n')
        (folder / "pgbouncer.ini").write_text(
            f"[databases]\n* = host=127.0.0.1 port={cluster.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
            f"listen_port = {self.port}\nunix_socket_dir =\nauth_type = trust\nauth_file = {folder}/users\n"
            "pool_mode = transaction\ndefault_pool_size = 16\nserver_login_retry = 1\n"
        )
        if self.user:
            shutil.chown(folder, self.user)
        self.start()

    def start(self) -> None:
        if not hasattr(self, "process") or self.process.poll() is not None:
            command = [shutil.which("pgbouncer") or "/usr/sbin/pgbouncer", self.folder / "pgbouncer.ini"]
            self.process = subprocess.Popen(
                command, user=self.user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


class Redis:
    """A Redis of its own, as in compose.yaml: it writes nothing to disk."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.address = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(
            ["redis-server", *options], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        assert wait_until(self.answers, 30)

    def answers(self) -> bool:
        with contextlib.suppress(redis.RedisError), redis.Redis.from_url(self.address) as client:
            return bool(client.ping())
        return False

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    close = kill


class Proxy:
    """The nginx of docker/nginx.conf.example before some web processes, without TLS."""

    def __init__(self, folder: Path, webs: Sequence[int]) -> None:
        folder.mkdir()
        self.port = free_port()
        example = (ROOT / "docker" / "nginx.conf.example").read_text()
        upstream, _redirects, site = (part for part in re.split(r"^server \{$", example, flags=re.MULTILINE))
        *_kept, upstream = upstream.rpartition("upstream")
        servers = "".join(f"    server 127.0.0.1:{port} max_fails=0;\n" for port in webs)
        upstream = "upstream" + re.sub(r"(    server .*\n)+", servers, upstream)
        site = re.sub(r"^    (listen|http2|ssl_certificate).*\n", "", site, flags=re.MULTILINE)
        site = site.replace("$scheme", "https").replace("$remote_addr", "$http_x_forwarded_for")
        (folder / "nginx.conf").write_text(
            f"pid {folder}/pid;\nerror_log {folder}/error.log;\ndaemon off;\nevents {{}}\nhttp {{\naccess_log off;\n"
            f"{upstream}\nserver {{\n    listen 127.0.0.1:{self.port};\n{site}\n}}\n"
        )
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        self.process = subprocess.Popen([nginx, "-c", folder / "nginx.conf", "-e", folder / "error.log"])

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()
