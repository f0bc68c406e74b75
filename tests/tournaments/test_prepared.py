"""A prepared query answers as the query set that it was made of, compiled once, on either database."""

import uuid

import pytest
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from scoring.models import SheetLine
from tests.needs import on_postgresql
from tests.scoring.sheets import record, seated
from tournaments.models import Account, Club, Round, Seat, Tournament
from tournaments.prepared import LARGEST_ID, Prepared, PreparedModels
from tournaments.services.results import lock_tournament

pytestmark = pytest.mark.django_db(transaction=True)


def _columns(model) -> dict[str, object]:
    return {field.attname: getattr(model, field.attname) for field in model._meta.concrete_fields}


def test_models_are_those_of_the_query_set(tournament: Tournament, the_arbiter: Account) -> None:
    table, other = seated(tournament, tables=2)
    line = record(table, 1, the_arbiter)
    record(table, 2, the_arbiter)
    record(other, 1, the_arbiter)
    compose = lambda table, key: SheetLine.objects.filter(Q(table=table) | Q(key=key)).order_by("pk")  # noqa: E731
    prepared = PreparedModels(compose)

    for table_id, key in ((table.pk, uuid.uuid4()), (other.pk, line.key), (0, line.key), (0, uuid.uuid4())):
        found = prepared.found(table_id, key)
        assert [_columns(each) for each in found] == [_columns(each) for each in compose(table_id, key)]
        assert all(each.marque["scores"] and each.written_at.tzinfo and not each._state.adding for each in found)


def test_what_is_selected_beside_and_annotated_comes_with_them(tournament: Tournament, the_arbiter: Account) -> None:
    tables = seated(tournament, tables=2)
    record(tables[0], 1, the_arbiter)
    prepared = PreparedModels(
        lambda table: (
            Seat.objects.filter(table=table)
            .select_related("table", "round", "registration__player")
            .annotate(written=Exists(SheetLine.objects.filter(table=OuterRef("table"))))
            .order_by("-chair")
        )
    )

    for table, written in zip(tables, (True, False), strict=True):
        seats = prepared.found(table.pk)
        with CaptureQueriesContext(connection) as asked:
            told = [(seat.chair, seat.table, seat.round, seat.registration.player.full_name) for seat in seats]
        assert len(asked) == 0
        assert told == [
            (seat.chair, table, table.round, seat.registration.player.full_name)
            for seat in table.seats.order_by("-chair")
        ]
        assert [seat.written for seat in seats] == [written] * len(seats)


def test_it_asks_through_the_cursor_where_queries_are_counted_and_answers_the_same(tournament: Tournament) -> None:
    prepared = PreparedModels(lambda pk: Tournament.objects.filter(pk=pk))
    plain = prepared.one(tournament.pk)
    with CaptureQueriesContext(connection) as asked:
        counted = prepared.one(tournament.pk)
    assert len(asked) == 1
    assert _columns(plain) == _columns(counted) == _columns(Tournament.objects.get(pk=tournament.pk))


def test_no_row_is_none_and_no_number_is_too_large(tournament: Tournament) -> None:
    prepared = PreparedModels(lambda pk: Tournament.objects.filter(pk=pk))
    assert [prepared.one(pk) for pk in (0, None, LARGEST_ID, LARGEST_ID + 1, 10**40)] == [None] * 5
    assert Prepared(lambda slug: Club.objects.filter(slug=slug).values_list("name")).rows(tournament.club.slug) == [
        (tournament.club.name,)
    ]


def test_a_value_may_be_asked_for_twice_beside_one_that_is_fixed(tournament: Tournament) -> None:
    seated(tournament, tables=1)
    prepared = Prepared(
        lambda pk, number: (
            Round.objects.filter(Q(tournament=pk) | Q(cancelled_from=pk), number=number, cancelled_at=None)
            .exclude(number=99)
            .values_list("tournament", "number")
        )
    )
    assert prepared.rows(tournament.pk, 1) == [(tournament.pk, 1)]
    assert prepared.rows(tournament.pk, 2) == prepared.rows(0, 1) == []


@on_postgresql
def test_a_row_is_locked_in_a_transaction_only(tournament: Tournament) -> None:
    with transaction.atomic():
        assert lock_tournament(tournament.pk) == tournament
    with pytest.raises(TransactionManagementError):
        lock_tournament(tournament.pk)
