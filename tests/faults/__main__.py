"""
Plant faults one by one in a copy of the project and run the tests that ought to catch each: `python -m tests.faults`.

Nothing is changed in the checkout. With DATABASE_URL set to PostgreSQL the faults of locks are tried too. Ends with 1
when a fault survives or must be written anew, or when the tests fail without any fault.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from coverage import CoverageData

from tests.faults.fault import ROOT, Fault, OutOfDateError, planted
from tests.faults.mutants import PLACES, drawn
from tests.faults.planted import FAULTS
from tests.needs import is_postgresql

NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", ".data", "__pycache__", ".*_cache", ".hypothesis", "*.sqlite3", "docs", "node_modules"
)
PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-m", "", "-p", "no:cacheprovider", "--no-header")
PASSED, FAILED = 0, 1
NEAREST, MOST = 40, 400  # tests that a fault drawn by lot is shown to: of its own room first
LONGEST = 300  # seconds: a fault that makes the tests wait for ever is caught too


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("names", nargs="*", help="only the faults whose name holds one of these texts")
    parser.add_argument("--list", action="store_true", help="only say which faults there are, and look for their texts")
    parser.add_argument(
        "--drawn", type=int, default=0, help="instead, so many drawn by lot; names are files or folders"
    )
    parser.add_argument("--seed", type=int, default=1, help="which are drawn")
    parser.add_argument(
        "--lines", type=Path, help="where to keep which tests run which lines: measured where it is not there"
    )
    options = parser.parse_args()
    if options.drawn:
        return try_drawn(options.drawn, seed=options.seed, places=options.names or PLACES, lines=options.lines)
    chosen = [fault for fault in FAULTS if not options.names or any(text in fault.name for text in options.names)]
    bad = [fault for fault in chosen if is_out_of_date(fault)]
    tried = [fault for fault in chosen if fault not in bad and is_possible(fault)]
    if options.list:
        for fault in tried:
            say(fault, fault.file)
        return int(bool(bad))
    with tempfile.TemporaryDirectory(prefix="tarot-club-faults-") as folder:
        tree = copied(Path(folder))
        selections = sorted({test for fault in tried for test in fault.tests})
        if tried and run(selections, tree, longest=None) != PASSED:
            sys.stdout.write("The tests do not pass without a fault: see pytest.\n")
            return 1
        survived = [fault for fault in tried if not is_caught(fault, tree)]
    sys.stdout.write(f"{len(tried) - len(survived)} caught, {len(survived)} survived, {len(bad)} to be written anew\n")
    return int(bool(bad or survived))


def try_drawn(number: int, *, seed: int, places: Sequence[str], lines: Path | None) -> int:
    """Try faults drawn by lot, each with the tests that run its line, and say which live."""
    with tempfile.TemporaryDirectory(prefix="tarot-club-faults-") as folder:
        tree = copied(Path(folder))
        measured = lines or Path(folder) / "lines"
        if not measured.exists():
            measure_lines(measured)
        tests_of_lines = CoverageData(str(measured.resolve()))
        tests_of_lines.read()
        alive = 0
        for mutant in drawn(number, seed=seed, places=places):
            file = tree / mutant.file
            before = file.read_bytes()
            file.write_bytes(mutant.written(before))
            tests = mutant.tests(tests_of_lines)
            # Most are caught by the tests of their own room: only what these let pass is shown to the others.
            parts = [part for part in (tests[:NEAREST], tests[NEAREST:MOST]) if part]
            is_caught = any(run(part, tree) != PASSED for part in parts)
            file.write_bytes(before)
            alive += not is_caught
            fate = "caught" if is_caught else f"SURVIVED {len(tests)} tests" if tests else "NO TEST RUNS IT"
            sys.stdout.write(f"{mutant}: {fate}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{number - alive} of {number} caught\n")
    return int(bool(alive))


def measure_lines(file: Path) -> None:
    """Run the tests, and keep in this file which lines each of them runs."""
    settings = file.with_name(f"of-{file.name}.ini")  # coverage deletes what begins with the name of its file
    settings.write_text(f"[run]\nsource = scoring\n  tournaments\ndata_file = {file.resolve()}\n", "utf-8")
    measuring = (
        "-m",
        "not product and not checks",
        "--cov",
        "--cov-context=test",
        f"--cov-config={settings.resolve()}",
    )
    subprocess.run([sys.executable, "-m", "pytest", "-q", *measuring, "--cov-report="], cwd=ROOT, check=True)
    settings.unlink()


def is_out_of_date(fault: Fault) -> bool:
    try:
        planted(fault)
    except OutOfDateError as error:
        say(fault, str(error))
        return True
    return False


def is_possible(fault: Fault) -> bool:
    """Whether what its tests need is here."""
    if fault.needs == "postgresql" and not is_postgresql:
        say(fault, "NOT TRIED: set DATABASE_URL to PostgreSQL")
        return False
    if fault.needs == "sqlite" and is_postgresql:
        say(fault, "NOT TRIED: PostgreSQL reads larger numbers, take DATABASE_URL away")
        return False
    return True


def copied(folder: Path) -> Path:
    """Return a copy of the project, which finds the workshop's data beside it as the checkout does."""
    tree = folder / "tree"
    shutil.copytree(ROOT, tree, ignore=NOT_COPIED, symlinks=True)
    shared = ROOT.parent / "shared"
    if shared.exists():
        (folder / "shared").symlink_to(shared.resolve())
    return tree


def is_caught(fault: Fault, tree: Path) -> bool:
    file = tree / fault.file
    before = file.read_text("utf-8")
    file.write_text(planted(fault, tree), "utf-8")
    try:
        status = run(fault.tests, tree)
    finally:
        file.write_text(before, "utf-8")
    if status not in (PASSED, FAILED):
        say(fault, f"its tests cannot be run (pytest ended with {status})")
        return False
    say(fault, "caught" if status == FAILED else "SURVIVED")
    return status == FAILED


def run(tests: Sequence[str], tree: Path, *, longest: float | None = LONGEST) -> int:
    """Return how pytest ended; tests that take for ever failed, unless all are run without a fault."""
    environment = {name: value for name, value in os.environ.items() if name not in ("CI", "PYTEST_ADDOPTS")}
    process = subprocess.Popen(
        [*PYTEST, *tests],
        cwd=tree,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(longest)
    except subprocess.TimeoutExpired:
        return FAILED
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def say(fault: Fault, what: str) -> None:
    sys.stdout.write(f"{fault.name}: {what}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
