"""The migrations: what a first start makes, and what becomes of a database of before 0.1.0."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.apps import apps
from django.db import migrations
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.db.models.fields import NOT_PROVIDED

from scoring.labels import FAULTS
from tarot_club.backups import FIRST, OURS, known_migrations, refuse_unless_ours
from tests.databases import FILE
from tests.refusals import refused
from tests.texts import plain
from tournaments.models import Tournament
from tournaments.standings import LeagueRule

ROOT = Path(__file__).parent.parent
# The last of what a database of before 0.1.0 has recorded.
BEFORE = [("tournaments", "0041_ages_of_a_season"), ("scoring", "0022_decisions_are_applied")]
TOO_OLD = (
    "Cette base de données est plus ancienne que la version 0.1.0. Démarrez-la une fois avec le commit qui précède "
    "«\u00a0Cut 0.1.0\u00a0», puis une fois avec «\u00a0Cut 0.1.0\u00a0»\u00a0: ils la mettent à jour. Revenez "
    "ensuite à cette version. Rien n’a été changé."
)


def migrate(data: Path, *target: str) -> subprocess.CompletedProcess[str]:
    """Run `manage.py migrate` on the SQLite file of a data folder, up to a `target` (app, migration) if one is said."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    return subprocess.run(
        [sys.executable, "manage.py", "migrate", *target],
        check=False,
        cwd=ROOT,
        env=kept | {"TAROT_CLUB_DATA": str(data), "DJANGO_SETTINGS_MODULE": "tarot_club.settings"},
        capture_output=True,
        text=True,
    )


@pytest.fixture
def data(tmp_path: Path, migrated: Path) -> Path:
    """Return a data folder with a database of a first start."""
    if (migrated / FILE).exists():  # of a run on PostgreSQL there is no file
        shutil.copy(migrated / FILE, tmp_path)
    else:
        assert migrate(tmp_path).returncode == 0
    return tmp_path


def recorded(data: Path, names: list[tuple[str, str]]) -> None:
    """Leave these recorded of our migrations, in this order."""
    with closing(sqlite3.connect(data / FILE)) as database, database:
        database.execute("DELETE FROM django_migrations WHERE app IN ('tournaments', 'scoring')")
        database.executemany("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '2026-11-20')", names)


def test_a_row_that_is_not_yet_written_has_a_value_where_the_database_has_a_default() -> None:
    """Django puts an expression there, which is true: a warning in the journal became a prime that nobody knows."""
    found = [
        f"{model.__name__}.{field.name}"
        for app in ("scoring", "tournaments")
        for model in apps.get_app_config(app).get_models()
        for field in model._meta.concrete_fields
        if field.has_db_default() and not field.has_default()
    ]
    assert found == []


def test_a_first_start_has_the_faults_that_every_club_starts_with(data: Path) -> None:
    with closing(sqlite3.connect(data / FILE)) as database:
        kinds = database.execute("SELECT name, points, club_id FROM scoring_penaltykind").fetchall()
    assert len(kinds) == 22
    assert {name for name, _points, _club in kinds} == set(FAULTS)  # else nobody finds their English
    assert {(points, club) for _name, points, club in kinds} == {(None, None)}


def test_the_first_migrations_make_whole_tables() -> None:
    """A constraint or a field that is added to its table later has all models rendered again: half a second each."""
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    later = [
        operation.describe()
        for app in sorted(OURS)
        for operation in loader.disk_migrations[app, FIRST].operations
        if not isinstance(operation, migrations.CreateModel | migrations.RunPython)
    ]
    assert later == ["Add field player to account", "Add field template to series"]  # each the end of a circle


@pytest.mark.product
def test_a_database_that_crossed_0_1_0_goes_on(data: Path) -> None:
    with closing(sqlite3.connect(data / FILE)) as database:
        names = database.execute("SELECT app, name FROM django_migrations ORDER BY id").fetchall()
    recorded(data, BEFORE + [name for name in names if name[0] in OURS])
    done = migrate(data)
    assert (done.returncode, "No migrations to apply." in done.stdout) == (0, True), done.stderr


@pytest.mark.product
def test_an_older_database_is_told_which_commits_to_start_first(data: Path) -> None:
    recorded(data, BEFORE)
    before = (data / FILE).read_bytes()
    done = migrate(data)
    assert (done.returncode, done.stderr.strip()) == (1, f"CommandError: {TOO_OLD}")
    assert (data / FILE).read_bytes() == before


def test_a_backup_of_before_0_1_0_is_taken_and_not_restored() -> None:
    file, since = Path("avant.dump"), sorted(known_migrations())
    refuse_unless_ours(file, BEFORE, for_us=False)
    half = [*BEFORE, *(name for name in since if name[0] == "tournaments")]
    for old in (BEFORE, half):
        assert refused(refuse_unless_ours, file, old, for_us=True) == ("too_old", plain(TOO_OLD))
    refuse_unless_ours(file, BEFORE + since, for_us=True)
    assert refused(refuse_unless_ours, file, since + BEFORE, for_us=True)[0] == "newer_than_us"


# What has come since 0.1.0 and the code before it does not bear: a site is stopped for these.
STOPPED_FOR = {
    ("scoring", "0002_balances_of_past_seasons"),
    ("tournaments", "0005_people_enter_from_home"),
    ("tournaments", "0007_leagues_have_the_rules"),
    ("tournaments", "0013_members_of_a_club"),
    ("tournaments", "0045_a_league_points_to_no_final"),
    ("tournaments", "0062_a_payment_of_an_evening_or_a_season"),
    ("tournaments", "0065_an_entry_has_no_mail_of_its_own"),
}
TAKES_AWAY = (migrations.RemoveField, migrations.RenameField, migrations.DeleteModel, migrations.RenameModel)


def what_the_old_code_does_not_bear(migration: Migration, before: ProjectState) -> list[str]:
    """Return what a migration takes from the code before it, or asks of the rows that it still writes."""
    found = []
    for operation in migration.operations:
        field = getattr(operation, "field", None)
        model = before.models.get((migration.app_label, getattr(operation, "model_name_lower", "")))
        if isinstance(operation, TAKES_AWAY):
            found.append(operation.describe())
        elif field is not None and model is not None:  # of a new table the old code knows nothing
            known, is_given = model.fields.get(operation.name), field.null or field.db_default is not NOT_PROVIDED
            if not (is_given or field.many_to_many) and (known is None or known.null):
                found.append(f"{operation.describe()}: neither NULL nor a db_default")
    return found


def test_the_version_before_bears_every_migration() -> None:
    """Web processes are replaced one by one: the old code runs on the new tables (docker/README.md)."""
    loader = MigrationLoader(None)
    broken = {
        name: found
        for name, migration in sorted(loader.disk_migrations.items())
        if name[0] in OURS
        and name[1] != FIRST
        and (found := what_the_old_code_does_not_bear(migration, loader.project_state(name, at_end=False)))
    }
    assert {name: broken[name] for name in broken.keys() - STOPPED_FOR} == {}
    assert STOPPED_FOR - broken.keys() == set()


@pytest.mark.product
def test_the_final_of_a_league_becomes_a_row_of_the_final(data: Path) -> None:
    assert migrate(data, "tournaments", "0038_published_totals_in_thousandths").returncode == 0
    with closing(sqlite3.connect(data / FILE)) as database, database:
        for table, columns in (
            ("club", {"id": 1, "name": "Dijon", "slug": "dijon"}),
            ("season", {"id": 1, "club_id": 1, "name": "2025", "starts_on": "2025-09-01", "ends_on": "2026-08-31"}),
            ("league", {"id": 1, "season_id": 1, "number": 1, "name": "Un", "rule": rule(qualified=8, carries=True)}),
            ("league", {"id": 2, "season_id": 1, "number": 2, "name": "Deux", "rule": rule(qualified=0)}),
            ("player", {"id": 1, "club_id": 1, "last_name": "ROY", "first_name": "Al"}),
            ("declined", {"league_id": 1, "player_id": 1}),
            ("declined", {"league_id": 2, "player_id": 1}),
        ):
            write(database, f"tournaments_{table}", columns)
    done = migrate(data)
    assert done.returncode == 0, done.stderr
    with closing(sqlite3.connect(data / FILE)) as database:
        columns = "id, league_id, final_id, source_id, number, first, share, club_most, carried"
        rows = database.execute(f"SELECT {columns} FROM tournaments_qualifying").fetchall()
        assert rows == [(1, 1, None, None, 1, 8, None, None, 100)]
        assert database.execute("SELECT qualifying_id, player_id FROM tournaments_declined").fetchall() == [(1, 1)]
        rules = [json.loads(text) for (text,) in database.execute("SELECT rule FROM tournaments_league ORDER BY id")]
    assert rules == [json.loads(rule(qualified=0)), json.loads(rule(qualified=0))]


@pytest.mark.product
def test_a_member_is_one_since_the_first_day_of_which_the_club_knows(data: Path) -> None:
    assert migrate(data, "tournaments", "0055_who_speaks_for_a_team_declines_for_himself_too").returncode == 0
    season = {"name": "2025", "starts_on": "2025-09-01", "ends_on": "2026-08-31"}
    members = [("member", None), ("member", None), ("guest", None), ("member", "2025-10-01"), ("member", "2025-12-01")]
    with closing(sqlite3.connect(data / FILE)) as database, database:
        for table, columns in (
            ("club", {"id": 1, "name": "Dijon", "slug": "dijon", "time_zone": "Europe/Paris"}),
            ("season", {"id": 1, "club_id": 1, **season}),
            ("tournament", {"id": 1, "club_id": 1, "name": "Un", "date": "2025-11-07"}),
            *(
                ("player", {"id": pk, "club_id": 1, "last_name": f"ROY{pk}", "first_name": "Al", "key": f"k{pk}"})
                for pk in range(1, 6)
            ),
            *(
                ("membership", {"id": 10 * pk, "club_id": 1, "player_id": pk, "grade": grade, "until": until})
                for pk, (grade, until) in enumerate(members, 1)
            ),
            *(
                ("registration", {"id": pk, "tournament_id": 1, "player_id": pk, "start_number": pk})
                for pk in (1, 3, 4, 5)
            ),
            ("fee", {"membership_id": 10, "season_id": 1, "paid_on": "2025-10-03"}),
        ):
            write(database, f"tournaments_{table}", columns)
    done = migrate(data, "tournaments", "0057_membership_periods")
    assert done.returncode == 0, done.stderr
    with closing(sqlite3.connect(data / FILE)) as database:
        columns = "membership_id, since, until, reason"
        rows = database.execute(f"SELECT {columns} FROM tournaments_membershipperiod ORDER BY membership_id")
        assert rows.fetchall() == [
            (10, "2025-10-03", None, ""),  # the fee came before the evening
            (20, None, None, ""),  # a list named him, and nothing says since when
            (40, None, "2025-10-01", "other"),  # he played afterwards, as a guest
            (50, "2025-11-07", "2025-12-01", "other"),
        ]


@pytest.mark.product
def test_what_members_paid_becomes_fees_with_rates_and_payments(data: Path) -> None:
    """Who had paid owes nothing afterwards; a payment at the door gets its day by the clock of its club."""
    assert migrate(data, "tournaments", "0055_who_speaks_for_a_team_declines_for_himself_too").returncode == 0
    with closing(sqlite3.connect(data / FILE)) as database, database:
        season = {"club_id": 1, "starts_on": "2025-09-01", "ends_on": "2026-08-31"}
        write(database, "tournaments_club", {"id": 1, "name": "Dijon", "slug": "dijon", "time_zone": "Europe/Paris"})
        write(database, "tournaments_season", season | {"id": 1, "name": "2025", "fee": 3000})
        write(database, "tournaments_season", season | {"id": 2, "name": "sans", "fee": None})
        who = {"club_id": 1, "last_name": "ROY"}
        for pk, (where, amount) in enumerate([(1, 3000), (1, 1500), (1, 6000), (2, 1000), (2, 1000)], 1):
            write(database, "tournaments_player", who | {"id": pk, "key": f"{pk:032}", "licence": f"L{pk}"})
            write(database, "tournaments_membership", {"id": pk, "club_id": 1, "player_id": pk, "grade": "membre"})
            paid = {"membership_id": pk, "season_id": where, "paid_on": "2025-10-02", "amount": amount}
            write(database, "tournaments_fee", {"id": pk} | paid)
        write(database, "tournaments_tournament", {"id": 1, "club_id": 1, "name": "Soirée"})
        write(database, "tournaments_registration", {"id": 1, "tournament_id": 1, "player_id": 1})
        door = {"id": 1, "registration_id": 1, "amount": 500, "method": "especes", "at": "2026-11-21 23:30:00"}
        write(database, "tournaments_payment", door | {"key": "0" * 32})
    done = migrate(data, "tournaments", "0062_a_payment_of_an_evening_or_a_season")
    assert done.returncode == 0, done.stderr
    with closing(sqlite3.connect(data / FILE)) as database:
        rates = "SELECT season_id, label, amount, place FROM tournaments_seasonrate ORDER BY season_id, place"
        assert [(season, plain(label), *more) for season, label, *more in database.execute(rates)] == [
            (1, "Cotisation", 3000, 1), (1, "Cotisation à 15,00 €", 1500, 2), (2, "Cotisation", 1000, 1)
        ]  # fmt: skip
        paid = "SELECT p.amount, r.amount, p.method, p.paid_on FROM tournaments_payment p"
        joined = (
            "JOIN tournaments_fee f ON f.id = p.fee_id JOIN tournaments_seasonrate r ON r.id = f.rate_id ORDER BY f.id"
        )
        said = ("autre", "2025-10-02")
        assert database.execute(f"{paid} {joined}").fetchall() == [
            (3000, 3000, *said), (1500, 1500, *said), (6000, 3000, *said), (1000, 1000, *said), (1000, 1000, *said)
        ]  # fmt: skip
        assert database.execute("SELECT paid_on FROM tournaments_payment WHERE id = 1").fetchall() == [("2026-11-22",)]


def rule(**said: object) -> str:
    return json.dumps(LeagueRule(best_of=3, **said).data)  # type: ignore[arg-type]


def write(database: sqlite3.Connection, table: str, columns: dict[str, object]) -> None:
    """Write a row with these columns; each other one that may not be empty has its default, or a value of its kind."""
    database.execute("PRAGMA ignore_check_constraints = ON")
    kinds = {
        name: kind
        for _n, name, kind, needed, default, key in database.execute(f"PRAGMA table_info({table})")
        if needed and default is None and not key
    }
    usual = {"bool": 0, "date": "2026-01-01", "datetime": "2026-01-01"}
    missing = {
        name: usual.get(kind, 1 if "integer" in kind or "smallint" in kind else "")
        for name, kind in kinds.items()
        if name not in columns
    }
    whole = missing | columns
    names, marks = ", ".join(whole), ", ".join("?" * len(whole))
    database.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(whole.values()))


@pytest.mark.product
def test_the_mails_of_entries_that_wait_are_put_in_the_queue(data: Path) -> None:
    assert migrate(data, "tournaments", "0055_who_speaks_for_a_team_declines_for_himself_too").returncode == 0
    usual = {
        column.name: value if isinstance(value := column.get_default(), int | None) else str(value)
        for column in Tournament._meta.concrete_fields
        if column.has_default() and column.name != "called_off"
    }
    shared = {
        "tournament_id": 1,
        "places": 1,
        "state": "confirmee",
        "language": "en",
        "mail_at": "2026-11-20 10:00:00",
        "mail_tries": 2,
    }
    with closing(sqlite3.connect(data / FILE)) as database, database:
        write(database, "tournaments_club", {"id": 1, "name": "Dijon", "slug": "dijon"})
        write(
            database, "tournaments_tournament", {"id": 1, "club_id": 1, "name": "Coupe", "date": "2026-11-21"} | usual
        )
        for number, columns in enumerate(
            (
                {"email": "un@example.org"},
                {"email": "Un@example.org", "reminded_at": "2026-11-20 10:00:00"},
                {"email": "trois@example.org", "moved_up_at": "2026-11-20 10:00:00"},
                {"email": "quatre@example.org", "mail_at": None},
                {"email": ""},
            ),
            1,
        ):
            row = {"id": number, "number": number, "key": f"{number:032}", "last_name": "UN"} | shared | columns
            write(database, "tournaments_entry", row)
    done = migrate(data)
    assert done.returncode == 0, done.stderr
    with closing(sqlite3.connect(data / FILE)) as database:
        columns = "entry_id, kind, state, language, due_at, tries"
        rows = database.execute(f"SELECT {columns} FROM tournaments_mail ORDER BY entry_id").fetchall()
        assert [row[:2] for row in rows] == [(1, "lien"), (2, "rappel"), (3, "place")]
        assert {row[2:] for row in rows} == {("attend", "en", "2026-11-20 10:00:00", 2)}
        assert database.execute("SELECT COUNT(*) FROM tournaments_mailbox").fetchone() == (2,)
