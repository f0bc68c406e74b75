"""
Plant faults one by one in a copy of the project and run the tests that ought to catch each: `python -m tests.faults`.

Nothing is changed in the checkout. With DATABASE_URL set to PostgreSQL the faults of locks are tried too. Ends with 1
when a fault survives or must be written anew, or when the tests fail without any fault.
"""

import argparse
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tests.faults.fault import ROOT, Fault, OutOfDateError, planted
from tests.faults.planted import FAULTS
from tests.needs import is_postgresql

NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", ".data", "__pycache__", ".*_cache", ".hypothesis", "*.sqlite3", "docs", "node_modules"
)
PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-m", "", "-p", "no:cacheprovider", "--no-header")
PASSED, FAILED = 0, 1
# Of arithmetic and comparisons only what is nearest: a sum of texts that is divided fails everywhere.
NOT_TRIED = (
    "core/ReplaceBinaryOperator_(?!Add_Sub|Sub_Add|Mul_FloorDiv|FloorDiv_Mul)",
    "core/ReplaceComparisonOperator_(?!Eq_NotEq|NotEq_Eq|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Is_IsNot|IsNot_Is)",
    "core/ReplaceUnaryOperator_(?!USub_UAdd|Delete_Not)",
    "core/Variable",
)
LONGEST = 300  # seconds: a fault that makes the tests wait for ever is caught too


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("names", nargs="*", help="only the faults whose name holds one of these texts")
    parser.add_argument("--list", action="store_true", help="only say which faults there are, and look for their texts")
    parser.add_argument("--mutants", action="store_true", help="instead, all that cosmic-ray makes of files or folders")
    parser.add_argument(
        "--tests", nargs="*", default=[], help="of mutants: the tests of other folders that run them too"
    )
    options = parser.parse_args()
    if options.mutants:
        return try_mutants(options.names, options.tests)
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


def try_mutants(places: Sequence[str], tests: Sequence[str]) -> int:
    """Try each mutant of these files and folders with the tests of their folders and these, and print which survive."""
    folders = {str(Path("tests", place).parent if place.endswith(".py") else Path("tests", place)) for place in places}
    with tempfile.TemporaryDirectory(prefix="tarot-club-faults-") as folder:
        tree = copied(Path(folder))
        (tree / "mutants.toml").write_text(
            f"""[cosmic-ray]
module-path = {json.dumps(places)}
timeout = {LONGEST}
excluded-modules = []
test-command = {json.dumps(shlex.join([*PYTEST, *sorted(folders), *tests]))}
distributor.name = "local"
filters.operators-filter.exclude-operators = {json.dumps(NOT_TRIED)}
""",
            "utf-8",
        )
        for command, *arguments in (
            ("cosmic-ray", "baseline", "mutants.toml"),
            ("cosmic-ray", "init", "mutants.toml", "mutants.sqlite"),
            ("cr-filter-operators", "mutants.sqlite", "mutants.toml"),
            ("cosmic-ray", "exec", "mutants.toml", "mutants.sqlite"),
            ("cr-report", "--surviving-only", "--show-diff", "mutants.sqlite"),
            ("cr-rate", "--fail-over", "0", "mutants.sqlite"),
        ):
            if status := subprocess.call([Path(sys.executable).with_name(command), *arguments], cwd=tree):
                return status
    return 0


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
