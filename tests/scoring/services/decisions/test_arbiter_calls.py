"""A table calls the arbiter: one open call at most, somebody goes there, it is settled by either."""

import datetime
import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from scoring.labels import CallAbout
from scoring.models import ArbiterCall
from scoring.services.decisions.arbiter_calls import call_arbiter, go_to_table, settle_call
from tests.factories import NOW, arbiter
from tests.refusals import refused
from tests.scoring.sheets import EST, chelem_called, phone_of, seat
from tournaments.models import JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db


def call(table: Table, about: str = CallAbout.QUESTION, **changes: Any) -> ArbiterCall:
    asked = {"key": uuid.uuid4(), "by": phone_of(table), "at": NOW} | changes
    return call_arbiter(table=table, about=about, **asked)


def test_one_open_call_of_a_table(table: Table) -> None:
    """Two phones touch the same button, a form is sent twice, somebody has another reason."""
    key = uuid.uuid4()
    first = call(table, CallAbout.FAULT, key=key)
    assert call(table, CallAbout.FAULT, key=key) == call(table, CallAbout.FAULT) == first
    assert refused(call, table, CallAbout.CHELEM) == (
        "arbiter_called",
        "L’arbitre est déjà appelé depuis 21 h 00 (une faute). Dites-lui le reste quand il est là.",
    )
    assert ArbiterCall.objects.count() == JournalEntry.objects.count() == 1
    settle_call(call=first, by=first.phone, at=NOW)
    assert call(table, CallAbout.CHELEM) != first


def test_the_database_holds_it_too(table: Table) -> None:
    call(table)
    with pytest.raises(IntegrityError), transaction.atomic():
        ArbiterCall.objects.create(table=table, about=CallAbout.FAULT, key=uuid.uuid4(), by_name="Ada", at=NOW)


def test_a_key_of_another_table_is_no_call_of_this_one(table: Table) -> None:
    other = Table.objects.select_related("round__tournament").get(number=2)
    key = uuid.uuid4()
    call(other, key=key)
    assert refused(call, table, key=key)[0] == "stale_call"


def test_what_was_announced_says_its_donne_and_who(table: Table) -> None:
    who = seat(table, EST)
    made = call(table, CallAbout.CHELEM, number=3, seat=who)
    assert (made.number, made.seat, made.by_name) == (3, who, "téléphone de la table 1")
    settle_call(call=made, by=made.phone, at=NOW)
    asked = call(table, CallAbout.QUESTION, number=3, seat=who)
    assert (asked.number, asked.seat) == (None, None)


def test_who_sits_elsewhere_announced_nothing_here(table: Table) -> None:
    elsewhere = seat(Table.objects.get(number=2), EST)
    assert refused(call, table, CallAbout.CHELEM, seat=elsewhere)[0] == "not_at_this_table"


def test_something_else_says_what(table: Table) -> None:
    assert refused(call, table, CallAbout.OTHER, reason="  ") == (
        "call_without_words",
        "Dites à l’arbitre pourquoi vous l’appelez, en quelques mots.",
    )
    assert call(table, CallAbout.OTHER, reason=" un jeu à 77 cartes ").reason == "un jeu à 77 cartes"


def test_one_arbiter_goes_there(table: Table) -> None:
    made = call(table)
    one, other = (arbiter(table.round.of_tournament.club) for _number in range(2))
    gone = go_to_table(call=made, by=one, at=NOW)
    assert (gone.coming_by, gone.coming_by_name, gone.coming_at) == (one, str(one), NOW)
    later = NOW + datetime.timedelta(minutes=2)
    assert go_to_table(call=made, by=one, at=later).coming_at == NOW
    code, sentence = refused(go_to_table, call=made, by=other, at=later)
    assert (code, sentence) == ("somebody_goes", f"{one} va déjà à la table 1, depuis 21 h 00.")
    assert JournalEntry.objects.filter(action="arbitre en route").count() == 1


def test_a_settled_call_stays_as_it_was_settled(table: Table) -> None:
    made = call(table)
    by = arbiter(table.round.of_tournament.club)
    settle_call(call=made, answer=" expliqué ", by=by, at=NOW)
    again = settle_call(call=made, answer="autre", by=phone_of(table), at=NOW)
    assert (again.answer, again.settled_by, again.settled_by_name) == ("expliqué", by, str(by))
    assert JournalEntry.objects.filter(action="appel de l’arbitre réglé").count() == 1
    assert refused(go_to_table, call=made, by=by, at=NOW)[0] == "call_settled"


@pytest.mark.parametrize(("about", "is_settled"), [(CallAbout.CHELEM, True), (CallAbout.FAULT, False)])
def test_recording_the_chelem_settles_the_call_that_was_for_it(table: Table, about: str, is_settled: bool) -> None:
    made = call(table, about)
    chelem_called(table, arbiter(table.round.of_tournament.club))
    made.refresh_from_db()
    assert (made.settled_at is not None) is is_settled


def test_nothing_of_it_is_told_to_the_public(table: Table) -> None:
    before = Tournament.objects.get().revision
    made = call(table)
    go_to_table(call=made, by=arbiter(table.round.of_tournament.club), at=NOW)
    settle_call(call=made, by=phone_of(table), at=NOW)
    assert Tournament.objects.get().revision == before
