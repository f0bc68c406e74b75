"""A site on the Internet: its settings, and the key each installation makes for itself."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tarot_club.data_folder import secret_key
from tests.tarot_club.serving import PATIENCE

pytestmark = pytest.mark.product  # each starts the program anew

ROOT = Path(__file__).parent.parent.parent


def manage(data: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Start a command in an environment that holds nothing but what is said here."""
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "TAROT_CLUB_DATA": str(data)} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_site_on_the_internet_is_secure(tmp_path: Path) -> None:
    checked = manage(
        tmp_path,
        *("check", "--deploy", "--fail-level", "WARNING"),
        SECRET_KEY="à-remplacer-" + "0123456789abcdefghij" * 3,
        ALLOWED_HOSTS="tarot.example.org",
        HTTPS="1",
    )
    said, complained = checked.communicate(timeout=PATIENCE)
    assert (checked.returncode, said, complained) == (0, "System check identified no issues (1 silenced).\n", "")


def test_over_tls_no_cookie_goes_in_the_clear(tmp_path: Path) -> None:
    shown = (
        "from django.conf import settings as s; from tournaments.views.phones import COOKIE_OPTIONS as ours; "
        "print(s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.LANGUAGE_COOKIE_SECURE, ours['secure'])"
    )
    said = manage(tmp_path, "shell", "--verbosity", "0", "-c", shown, HTTPS="1").communicate(timeout=PATIENCE)[0]
    assert said == "True True True True\n"


def test_a_whole_domain_is_promised_to_browsers_only_when_its_owner_asks(tmp_path: Path) -> None:
    shown = "from django.conf import settings; print(settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_PRELOAD)"
    shell = ("shell", "--verbosity", "0", "-c", shown)
    started = [
        manage(tmp_path, *shell, **environment)
        for environment in ({"HTTPS": "1"}, {"HTTPS": "1", "HSTS_PRELOAD": "1"}, {"HSTS_PRELOAD": "1"})
    ]
    printed = [process.communicate(timeout=PATIENCE)[0] for process in started]
    assert printed == ["31536000 False\n", "31536000 True\n", "0 False\n"]


def test_a_laptop_starts_without_loading_redis_and_leaves_what_it_loaded_alone(tmp_path: Path) -> None:
    # Of 400,000 objects fewer than a tenth are left to the collector, the views among what is frozen.
    shown = (
        "import gc, sys, tarot_club.wsgi; print('redis' in sys.modules, 'scoring.views.desk.donnes' in sys.modules, "
        "gc.get_freeze_count() > 10 * len(gc.get_objects()), gc.get_threshold())"
    )
    printed = manage(tmp_path, "shell", "--verbosity", "0", "-c", shown).communicate(timeout=PATIENCE)[0]
    assert printed == "False True True (10000, 10, 10)\n"


def test_a_fresh_installation_makes_its_key_once_and_keeps_it_to_itself(tmp_path: Path) -> None:
    data = tmp_path / "club" / "data"
    print_key = ("shell", "--verbosity", "0", "-c", "from django.conf import settings; print(settings.SECRET_KEY)")
    keys = {manage(data, *print_key).communicate(timeout=PATIENCE)[0].strip() for _start in range(2)}
    path = data / "secret_key"
    assert keys == {path.read_text()}
    assert len(path.read_text()) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_web_process_and_a_worker_that_start_together_agree_on_the_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as starts:
        for attempt in range(100):
            together = starts.map(secret_key, [tmp_path / str(attempt)] * 4)
            assert len(set(together)) == 1


def test_two_installations_have_two_keys(tmp_path: Path) -> None:
    for name in ("one", "two"):
        manage(tmp_path / name, "check").communicate(timeout=PATIENCE)
    assert (tmp_path / "one" / "secret_key").read_text() != (tmp_path / "two" / "secret_key").read_text()


def test_a_key_that_is_given_is_never_written_down(tmp_path: Path) -> None:
    manage(tmp_path, "check", SECRET_KEY="given").communicate(timeout=PATIENCE)
    assert not (tmp_path / "secret_key").exists()


def test_the_key_is_the_owners_alone_whatever_the_umask(tmp_path: Path) -> None:
    for number, mask in enumerate((0o000, 0o777, 0o222)):
        folder = tmp_path / str(number)
        folder.mkdir()
        before = os.umask(mask)
        try:
            secret_key(folder)
        finally:
            os.umask(before)
        assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600
