"""The file of a club that an earlier version wrote: read as the migrations would have left its rows, or refused."""

import gzip
import json
import uuid
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from io import BytesIO
from typing import Any

import pytest
from django.db import migrations
from django.db.migrations.loader import MigrationLoader

from tarot_club.backups import OURS
from tarot_club.club_files import take_in
from tarot_club.older_club_files import CHANGED_IN
from tests.factories import NOW, ClubFactory, PlayerFactory, RegistrationFactory, SeasonFactory, TournamentFactory
from tests.refusals import refusal_of
from tests.tarot_club.test_club_leaves import emptied, file_of
from tests.test_migrations import STOPPED_FOR
from tests.texts import plain
from tournaments.models import Club, Entry, Fee, Mail, MembershipPeriod, Payment, SeasonRate

pytestmark = pytest.mark.django_db

Row = dict[str, Any]

TOLD = {"tournaments": CHANGED_IN, "scoring": "0010_boards_of_duplicate"}  # what `rows_of_today` knows of each app
HARMLESS: dict[tuple[str, str], str] = {}  # migration: why it changes nothing in a file


def lines_of(club: Club) -> list[Row]:
    return [json.loads(line) for line in gzip.decompress(file_of(club)).splitlines()]


def packed(head: Row, rows: Iterable[Row]) -> BytesIO:
    rows = list(rows)
    head = head | {"rows": len(rows)}
    return BytesIO(gzip.compress("".join(json.dumps(row) + "\n" for row in (head, *rows)).encode()))


def row(model: str, pk: int, **fields: object) -> Row:
    return {"model": f"tournaments.{model}", "pk": pk, "fields": fields}


def of_version_1(club: Club, more: Iterable[Row], fees: dict[int, int | None]) -> BytesIO:
    """Write a club as the first version did: without periods and rates, with what a season costs in the season."""
    head, *rows = lines_of(club)
    del head["migrations"]
    rows = [one for one in rows if one["model"] != "tournaments.membershipperiod"]
    for one in rows:
        if one["model"] == "tournaments.season":
            one["fields"]["fee"] = fees[one["pk"]]
        if one["model"] == "tournaments.entry":
            one["fields"] |= {"mail_at": "2026-11-20T10:00:00Z", "mail_tries": 2}
    return packed(head | {"version": 1}, [*more, *rows])


def test_a_file_of_the_first_version_has_fees_payments_and_periods_as_the_migrations_make_them() -> None:
    club = ClubFactory(time_zone="Pacific/Noumea")
    season, free = SeasonFactory(club=club, name="2026"), SeasonFactory(club=club, name="2025")
    evening = TournamentFactory(club=club, date=date(2026, 9, 5))
    whole, part, nothing, gone, unknown = (PlayerFactory(club=club, last_name=name) for name in "ABCDE")
    entry = RegistrationFactory(tournament=evening, player=whole)
    Entry.objects.create(
        tournament=evening, number=1, state="annulee", places=1, last_name="F", entered_at=NOW, key=uuid.uuid4(),
        email="f@exemple.fr", cancelled_at=NOW,
    )  # fmt: skip
    gone.memberships.update(until=date(2026, 8, 1))
    member = dict(club.memberships.values_list("player", "pk"))
    paid = [
        (1, whole, season, "2026-09-10", 2000), (2, part, season, "2026-09-11", 1050),
        (3, nothing, season, "2026-09-12", 0), (4, gone, free, "2026-07-01", 1500),
    ]  # fmt: skip
    fees = [
        row("fee", pk, membership=member[player.pk], season=of.pk, paid_on=day, amount=amount)
        for pk, player, of, day, amount in paid
    ]
    door = {"key": "7f3b7a52-0000-4000-8000-000000000001", "registration": entry.pk, "amount": 500}
    payment = row("payment", 7, at="2026-09-05T18:30:00.120Z", method="especes", **door)
    file = of_version_1(club, [payment, *fees], {season.pk: 2000, free.pk: None})

    emptied()
    take_in(file)
    rates = SeasonRate.objects.order_by("season__name", "place").values_list("season__name", "code", "label", "amount")
    assert [(name, code, plain(label), amount) for name, code, label, amount in rates] == [
        ("2025", "adulte", "Cotisation", 1500),
        ("2026", "adulte", "Cotisation", 2000),
        ("2026", "autre", "Cotisation à 10,50 €", 1050),
        ("2026", "autre", "Cotisation à 0,00 €", 0),
    ]
    told = Fee.objects.order_by("pk").values_list("membership__player__last_name", "season__name", "rate__amount")
    assert list(told) == [("A", "2026", 2000), ("B", "2026", 1050), ("C", "2026", 0), ("D", "2025", 1500)]
    assert list(Payment.objects.values_list("pk", "registration", "fee", "amount", "method", "paid_on")) == [
        (7, entry.pk, None, 500, "especes", date(2026, 9, 6)),  # it was past midnight in Nouméa
        (8, None, 1, 2000, "autre", date(2026, 9, 10)),
        (9, None, 2, 1050, "autre", date(2026, 9, 11)),
        (10, None, 4, 1500, "autre", date(2026, 7, 1)),
    ]
    assert Payment.objects.get(pk=8).at == datetime(2026, 9, 10, 12, tzinfo=UTC)
    periods = MembershipPeriod.objects.order_by("membership__player__last_name")
    assert list(periods.values_list("membership__player__last_name", "since", "until", "reason")) == [
        ("A", date(2026, 9, 5), None, ""),
        ("B", date(2026, 9, 11), None, ""),
        ("C", date(2026, 9, 12), None, ""),
        ("D", date(2026, 7, 1), date(2026, 8, 1), "other"),
        (unknown.last_name, None, None, ""),
    ]
    assert (Entry.objects.get().email, Mail.objects.count()) == ("f@exemple.fr", 0)


def of_a_newer_site(head: Row) -> None:
    head["migrations"]["tournaments"] = "9999_what_nobody_knows"


def without_migrations(head: Row) -> None:
    head["migrations"] = ["tournaments"]


@pytest.mark.parametrize(
    ("spoil", "column", "code"),
    [
        (of_a_newer_site, "", "newer_than_us"),
        (without_migrations, "", "broken_club"),
        (dict, "was_there", "broken_club"),
    ],
)
def test_a_file_of_a_version_that_is_not_read_says_so(spoil: Callable[[Row], object], column: str, code: str) -> None:
    club = ClubFactory()
    head, *rows = lines_of(club)
    spoil(head)
    if column:
        rows[-1]["fields"][column] = 1
    emptied()
    assert refusal_of(lambda: take_in(packed(head, rows))).code == code
    assert not Club.objects.exists()


def test_a_file_of_before_the_first_version_that_is_read_says_what_to_do() -> None:
    """Its club said something in a column that is no more, and no migration is told of it here."""
    club = ClubFactory()
    head, *rows = lines_of(club)
    rows[-1]["fields"]["was_there"] = 1
    emptied()
    refusal = refusal_of(lambda: take_in(packed(head | {"version": 1}, rows)))
    assert refusal.code == "too_old"
    assert "mettez à jour le site d’où il vient" in plain(str(refusal))
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    "fields", [{}, {"membership": 1, "season": 1, "amount": "x", "paid_on": 5}, {"amount": 1}, [], "x"]
)
def test_a_fee_of_the_first_version_that_is_none_is_refused(fields: object) -> None:
    club = ClubFactory()
    season = SeasonFactory(club=club)
    fee = {"model": "tournaments.fee", "pk": 1, "fields": fields}
    file = of_version_1(club, [fee], {season.pk: 2000})
    emptied()
    assert refusal_of(lambda: take_in(file)).code == "broken_club"
    assert not Club.objects.exists()


def test_whoever_changes_rows_that_are_there_tells_it_here() -> None:
    """
    A migration that moves rows, or takes a column away, leaves the files of before it to `rows_of_today`.

    One that changes nothing which a club's file holds is named in HARMLESS, with its reason.
    """
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    moves = {
        (app, name)
        for (app, name), migration in loader.disk_migrations.items()
        if app in OURS and name > TOLD[app]
        for operation in migration.operations
        if isinstance(operation, migrations.RunPython | migrations.RunSQL) or (app, name) in STOPPED_FOR
    }
    assert moves == set(HARMLESS)
