"""A phone reads the marks of its own table alone while the étuis of the position are played."""

import uuid

import pytest

from scoring.models import Phone
from scoring.queries.table.table_access import reads_marks
from scoring.services.sheets.phones import come_in, take_seat
from tests.factories import NOW
from tests.scoring.sheets import duplicate, seat
from tournaments.models import Club, Table, Tournament

pytestmark = pytest.mark.django_db


def phone_at(table: Table, key: uuid.UUID, *, sits: bool = True) -> Phone:
    phone = come_in(table=table, key=key, at=NOW)
    if sits:
        take_seat(phone=phone, seat=seat(table, 0))
    return phone


def test_who_sits_at_a_table_reads_it_and_no_other(club: Club) -> None:
    one, other = duplicate(club, tables=2, boards=range(1, 3))
    key = uuid.uuid4()
    assert not reads_marks(phone_at(one, key, sits=False), one)
    assert reads_marks(phone_at(one, key), one)
    assert not reads_marks(phone_at(other, key), other)
    assert reads_marks(phone_at(other, uuid.uuid4()), other)


def test_everybody_reads_what_is_free(club: Club) -> None:
    one, other = duplicate(club, tables=2, boards=range(1, 3))
    Tournament.objects.filter(pk=one.round.tournament_id).update(free_rounds=1)
    other = Table.objects.select_related("round__tournament__club").get(pk=other.pk)
    assert reads_marks(phone_at(other, uuid.uuid4(), sits=False), other)
