"""The data folder, private to its owner: it holds names, hashed passwords, sessions and the key of the site."""

import contextlib
import fcntl
import os
import secrets
from pathlib import Path
from typing import IO

FOLDER, FILE = 0o700, 0o600


def keep_private(folder: Path, *, apart: Path | None = None) -> None:
    """
    Make the folder and everything in it readable by its owner only, whatever an earlier version left.

    The umask set here does the same for later files of this process. `apart` holds nothing private and is not read.
    Files of another user of the machine stay as they are.
    """
    os.umask(0o077)
    folder.mkdir(parents=True, exist_ok=True)
    _allow(folder, FOLDER)
    for root, folders, files in os.walk(folder):
        if apart is not None and apart.name in folders and Path(root) == apart.parent:
            folders.remove(apart.name)
        for name in folders:
            _allow(Path(root) / name, FOLDER)
        for name in files:
            _allow(Path(root) / name, FILE)


def secret_key(folder: Path) -> str:
    """Return this installation's secret key, made at its first start: no two clubs share a default key."""
    folder.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(folder / "secret_key", os.O_RDWR | os.O_CREAT, FILE), "r+") as file:
        os.fchmod(file.fileno(), FILE)  # whatever the umask, and whatever an earlier copy left it at
        lock(file, wait=True)  # a web process and a worker may make their first start at the same moment
        key = file.read()
        if not key:
            key = secrets.token_urlsafe(50)
            file.write(key)
        return key


def lock(file: IO[str], *, wait: bool) -> None:
    """
    Lock an open file until it is closed. Without `wait`, raises BlockingIOError when another process holds it.

    It works on Linux and macOS; the site runs on no other system (docker/LAPTOP.md).
    """
    fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


def _allow(path: Path, mode: int) -> None:
    # A message of the queue may be taken meanwhile, a folder be mounted as somebody else's.
    with contextlib.suppress(FileNotFoundError, PermissionError):
        if not path.is_symlink() and path.stat().st_mode & 0o777 != mode:
            path.chmod(mode)
