"""What every test may use, the order tests run in, and what a run says of those it skipped."""

import gc
import itertools
import os
import random
import secrets
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.test import Client, TransactionTestCase
from django.test.utils import teardown_databases
from django.utils import translation
from pytest_django import DjangoDbBlocker

from scoring.models import PenaltyKind
from tarot_club.assets import Assets
from tests import databases, needs
from tests.distribution import LoadFileScheduling
from tests.factories import ClubFactory, TournamentFactory, arbiter, logged_in, organiser
from tests.tarot_club.serving import built_once, start_and_end
from tests.tournaments.rotations import shorten_draws
from tournaments.forms import asked_days
from tournaments.models import Account, Club, Tournament
from tournaments.queries.standings.cached import cached_lines, cached_results, cached_standings
from tournaments.queries.standings.podiums import cached_podiums
from tournaments.queries.standings.teams import cached_team_standings

# The programs that tests start, and the workers, find our modules compiled: else each would do it for itself.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# What people are shown is made of what queries return: CI tries it on SQLite, and on PostgreSQL walks every address.
PAGES = {"views", "documents"}

DRAWS_IN_FULL = ("tests/tournaments/seating/", "tests/tournaments/work/test_searches.py")

NOWHERE = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nowhere", "REDIS_URL": "redis://127.0.0.1:1/0"}

# A law is true or false, never late: these machines are noisy.
FINISHED = itertools.count(1)  # tests of this process

LONGEST_NAME = 80  # letters of one argument in the name of a test

NEVER_LATE = {"deadline": None, "suppress_health_check": [hypothesis.HealthCheck.too_slow]}
hypothesis.settings.register_profile("house", **NEVER_LATE, max_examples=60)
hypothesis.settings.register_profile("thorough", **NEVER_LATE, max_examples=2_000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", metavar="SEED", help="run the files, and the tests of each, in this seed's order")
    parser.addoption(
        "--thorough", action="store_true", help="2,000 examples of each law; axe reads each page in all its forms"
    )


@pytest.hookimpl(tryfirst=True)  # before the modules of the tests are imported
def pytest_configure(config: pytest.Config) -> None:
    gc.disable()  # until all tests are collected: what is loaded then stays
    hypothesis.settings.load_profile("thorough" if config.getoption("thorough") else "house")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """
    Return as many workers as there are processors, and one more for the product: servers and browsers wait.

    Workers that only take turns on a processor cost it: with one more than there are, the others' tests took 15 % more
    of it, and the product's a fifth more with three each.
    """
    return (os.cpu_count() or 1) + (config.option.markexpr == "product")


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling | None:
    """Hand out whole files; those of the product one test at a time: a server or a browser takes seconds each."""
    marks = config.option.markexpr.split(" and ")
    return LoadFileScheduling(config, log) if config.option.dist == "loadgroup" and "not product" in marks else None


def pytest_report_header(config: pytest.Config) -> list[str]:
    return _order(config)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave aside the files of which `-m` takes nothing: to import all of them takes each process seconds."""
    if not collection_path.name.startswith("test_"):
        return None
    marks = config.option.markexpr.split(" and ")
    has_no_product = marks == ["product"] and "mark.product" not in collection_path.read_text("utf-8")
    return True if has_no_product or ("not page" in marks and PAGES.intersection(collection_path.parts)) else None


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """
    Name a long value by its argument alone.

    The name goes between the processes with each message about the test: that of a file of 10 MB did too. And a
    workbook made while tests are collected holds the time, so that two processes named one test differently.
    """
    return argname if isinstance(val, str | bytes) and len(val) > LONGEST_NAME else None


@pytest.hookimpl(tryfirst=True)  # before `-m` looks at the marks
def pytest_itemcollected(item: pytest.Item) -> None:
    if not knows_a_service(item):
        item.add_marker("pure")
    if PAGES.intersection(item.path.parts):
        item.add_marker("page")


@pytest.hookimpl(trylast=True)  # after pytest-django, which puts the tests that empty the tables last
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if (seed := config.getoption("shuffle")) is not None:
        items[:] = shuffled(items, seed)
    # What takes long begins first, or one worker ends long after the other.
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)  # the little that a test leaves is not worth a look at all that is loaded
    gc.enable()
    grouped = [item for item in session.items if item.get_closest_marker("xdist_group")]
    if getattr(session.config.option, "loadgroup", False) and not all("@" in item.nodeid for item in grouped):
        # What a group shares (a server, a long draw) would be made by each process: nothing fails, all gets slower.
        raise pytest.UsageError("pytest-xdist no longer keeps the tests of a group in one process")


@pytest.hookimpl(trylast=True)
def pytest_runtest_logfinish(nodeid: str) -> None:
    """Keep what was loaded meanwhile out of every later search for garbage, PDFs' own among them."""
    if nodeid and next(FINISHED) % 50 == 0:
        gc.collect()
        gc.freeze()


def knows_a_service(item: pytest.Item) -> bool:
    """Whether a test can tell PostgreSQL from SQLite, or Redis from no Redis; a pure one reaches neither."""
    fixtures = {"db", "transactional_db", "django_db_setup", "live_server"}
    marks = ("django_db", "services", "journey", "checks")
    return not fixtures.isdisjoint(getattr(item, "fixturenames", ())) or any(map(item.get_closest_marker, marks))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    lines = [*needs.skips_by_reason(_skipped(terminalreporter), os.environ), *_order(config)]
    if config.option.markexpr == "not product":
        lines.append("the product in servers, browsers and containers was not tried: pytest -m product")
    if lines:
        terminalreporter.section("what was skipped, and in which order")
        for line in lines:
            terminalreporter.line(line)


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:  # a worker of xdist: the one that reports decides
        return
    if session.exitstatus == pytest.ExitCode.OK and not all(
        needs.is_expected(reason, os.environ) for reason in _skipped(reporter)
    ):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def shuffled(items: list[pytest.Item], seed: str) -> list[pytest.Item]:
    """Return the files in the order of this seed, and the tests of each: what a file sets up once it sets up once."""
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    chance = random.Random(seed)
    return [
        item
        for name in chance.sample(sorted(files), len(files))
        for item in chance.sample(files[name], len(files[name]))
    ]


def _order(config: pytest.Config) -> list[str]:
    seed = config.getoption("shuffle")
    return [] if seed is None else [f"shuffled: --shuffle {seed} gives this order again"]


def _skipped(reporter: pytest.TerminalReporter) -> list[str]:
    """Return why each test was skipped that was."""
    return [report.longrepr[2].removeprefix("Skipped: ") for report in reporter.stats.get("skipped", [])]


@pytest.fixture(scope="session")
def migrated(
    tmp_path_factory: pytest.TempPathFactory,
    django_test_environment: None,
    django_db_modify_db_settings: None,
    django_db_blocker: DjangoDbBlocker,
) -> Path:
    """Return the data folder of a club whose tables are made, and in which nobody has an account yet."""
    with django_db_blocker.unblock():
        return databases.migrated_once(tmp_path_factory)


@pytest.fixture(scope="session")
def django_db_setup(migrated: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """
    Make the test database, and give every test the catalogue of penalties, whatever ran before it.

    A migration wrote it; a test that commits leaves nothing when it ends, and then it is written again.
    """
    with django_db_blocker.unblock():
        before = databases.set_up(migrated)
        catalogue = list(PenaltyKind.objects.order_by("pk"))

    def clear(_case: TransactionTestCase) -> None:
        databases.clear()
        for kind in catalogue:
            kind.pk = None
        PenaltyKind.objects.bulk_create(catalogue)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TransactionTestCase, "_fixture_teardown", clear)
        yield
    with django_db_blocker.unblock():
        teardown_databases(before, verbosity=0)


@pytest.fixture(scope="session", autouse=True)
def static_files_are_looked_for_once() -> Iterator[None]:
    """Each client of a test has its own middleware, which would look through all packages for its files again."""
    look = Assets.add_files_from_finders
    known: list[Assets] = []

    def add(self: Assets) -> None:
        if not known:
            look(self)
            known.append(self)
        self.files, self.paths = dict(known[0].files), dict(known[0].paths)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Assets, "add_files_from_finders", add)
        yield


@pytest.fixture(scope="session", autouse=True)
def days_of_tests_are_near() -> Iterator[None]:
    """Has forms ask about no day of the tests for its year, whenever they run: only one a lifetime away is a slip."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(asked_days, "YEARS_NEAR", 60)
        yield


@pytest.fixture(autouse=True)
def french() -> Iterator[None]:
    """Starts every test in the site's language: a page read in English leaves English to whoever comes next."""
    translation.deactivate()
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def no_league_is_kept() -> Iterator[None]:
    """Starts every test with nothing kept: what another test had at the same id and revision is gone."""
    yield
    cached_lines.clear()
    cached_results.clear()
    cached_podiums.clear()
    cached_standings.clear()
    cached_team_standings.clear()


@pytest.fixture(autouse=True)
def draws_are_short(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shortens each draw, but in the tests of the seating itself and in the processes that tests start."""
    if not request.node.nodeid.startswith(DRAWS_IN_FULL):
        shorten_draws(monkeypatch)


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory()


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return TournamentFactory(club=club)


@pytest.fixture
def the_organiser(club: Club) -> Account:
    return organiser(club)


@pytest.fixture
def the_arbiter(club: Club) -> Account:
    return arbiter(club)


@pytest.fixture
def as_organiser(the_organiser: Account) -> Client:
    return logged_in(the_organiser)


@pytest.fixture
def as_arbiter(the_arbiter: Account) -> Client:
    return logged_in(the_arbiter)


@pytest.fixture(scope="session")
def started_once(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Path:
    """Return the data folder of a club whose server has ended: a test of a server begins with a copy of it."""
    return built_once(tmp_path_factory, "started-once", partial(start_and_end, like=migrated))


@pytest.fixture(autouse=True)
def pure_tests_reach_no_service(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Keeps a pure test from the services that CI has it run without.

    The database is kept from it already; here the cache is, and the programs it starts find no service either.
    """
    if request.node.get_closest_marker("pure") is None:
        return

    def refuse(*_arguments: object, **_options: object) -> None:
        pytest.fail("a test that asks the cache is marked `services`", pytrace=False)

    monkeypatch.setattr(BaseCache, "make_and_validate_key", refuse)
    monkeypatch.setenv("DATABASE_URL", NOWHERE["DATABASE_URL"])
    monkeypatch.setenv("REDIS_URL", NOWHERE["REDIS_URL"])


@pytest.fixture(autouse=True)
def requests_are_counted_from_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starts every test with no request counted: they come from one address, and may share one Redis."""
    prefix = secrets.token_hex(6)
    monkeypatch.setitem(caches.settings["default"], "KEY_PREFIX", prefix)  # of threads that start later
    monkeypatch.setattr(caches["default"], "key_prefix", prefix)
