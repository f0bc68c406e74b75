"""Phones call the arbiter at once, arbiters say « j’y vais » or give what they both saw: one of each is done."""

import uuid
from functools import partial

import pytest

from scoring.labels import CallAbout
from scoring.models import ArbiterCall, Penalty, Phone
from scoring.services.decisions.arbiter_calls import call_arbiter, go_to_table, settle_call
from scoring.services.sheets.phones import come_in
from tests.concurrency import at_once, codes
from tests.factories import NOW, TournamentFactory, arbiter
from tests.scoring.sheets import a_penalty, seat, seated
from tournaments.labels import TournamentState
from tournaments.models import JournalEntry, Registration, Table
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Table:
    made = seated(TournamentFactory(state=TournamentState.RUNNING))[0]
    return Table.objects.select_related("round__tournament").get(pk=made.pk)


def phones(table: Table, count: int) -> list[Phone]:
    return [come_in(table=table, key=uuid.uuid4(), at=NOW) for _number in range(count)]


def call(table: Table, phone: Phone, about: str = CallAbout.FAULT, key: uuid.UUID | None = None) -> partial:
    return partial(call_arbiter, table=table, about=about, key=key or uuid.uuid4(), by=phone, at=NOW)


def told(action: str) -> int:
    return JournalEntry.objects.filter(action=action).count()


def test_a_table_that_calls_from_every_phone_at_once_calls_once(table: Table) -> None:
    key, (one, *others) = uuid.uuid4(), phones(table, 3)
    answers = at_once(call(table, one, key=key), call(table, one, key=key), *[call(table, phone) for phone in others])
    assert answers == [ArbiterCall.objects.get()] * 4
    assert told("arbitre appelé") == 1


def test_of_two_reasons_at_once_one_calls_and_the_other_is_told_so(table: Table) -> None:
    one, other = phones(table, 2)
    answers = at_once(call(table, one), call(table, other, CallAbout.QUESTION))
    made = ArbiterCall.objects.get()
    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    assert [answer for answer in answers if answer not in refused] == [made]
    assert [(refusal.code, made.get_about_display() in str(refusal)) for refusal in refused] == [
        ("arbiter_called", True)
    ]
    assert told("arbitre appelé") == 1


def test_of_two_arbiters_one_goes_there_while_the_table_needs_him_no_more(table: Table) -> None:
    phone = phones(table, 1)[0]
    made = call(table, phone)()
    judges = [arbiter(table.round.of_tournament.club) for _number in range(2)]
    answers = at_once(*[partial(go_to_table, call=made, by=judge, at=NOW) for judge in judges])
    made.refresh_from_db()
    assert sorted(isinstance(answer, Refusal) for answer in answers) == [False, True]
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["somebody_goes"]
    assert made.coming_by in judges
    assert told("arbitre en route") == 1

    at_once(*[partial(settle_call, call=made, by=who, at=NOW) for who in (*judges, phone)])
    assert told("appel de l’arbitre réglé") == 1


def test_of_two_arbiters_who_saw_the_same_deed_one_gives_its_penalty(table: Table) -> None:
    tournament, whom = table.round.tournament, seat(table, 1).registration
    by = [arbiter(tournament.club) for _number in range(3)]
    answers = at_once(*[partial(a_penalty, tournament, each, registration=whom) for each in by])
    assert codes(answers) == ["given_by_another"] * 2
    assert Penalty.objects.get() in answers
    assert Registration.objects.get(pk=whom.pk).penalty_points == -20
