"""A ruling without points is noted once, and stays in the book when it is cancelled."""

import uuid

import pytest

from scoring.models import Incident
from scoring.services.decisions.incidents import LONGEST, cancel_incident, note_incident
from tests.factories import NOW, RegistrationFactory, TournamentFactory
from tests.refusals import refusal_of
from tests.scoring.sheets import seat, seated
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def note(tournament, by, **changes):
    asked = {"text": "Carte tombée, rejouée sans suite.", "key": uuid.uuid4(), "at": NOW} | changes
    return note_incident(tournament=tournament, by=by, **asked)


def test_a_ruling_keeps_where_it_was_and_who_was_there(tournament, table, the_arbiter):
    people = [seat(table, chair).registration for chair in (2, 0, 2)]
    noted = note(tournament, the_arbiter, table=table, donne=3, players=people)

    assert (noted.table, noted.donne, noted.noted_by_name) == (table, 3, str(the_arbiter))
    assert list(noted.players.values_list("registration__start_number", flat=True)) == [1, 3]
    assert Tournament.objects.get().revision == tournament.revision  # the public reads nothing of it


def test_the_same_form_sent_twice_is_one_and_another_text_is_refused(tournament, the_arbiter):
    key = uuid.uuid4()
    assert note(tournament, the_arbiter, key=key) == note(tournament, the_arbiter, key=key)
    assert refusal_of(note, tournament, the_arbiter, key=key, text="autre chose").code == "incident_noted"
    assert Incident.objects.count() == 1


def test_what_cannot_be_noted_is_refused(tournament, table, the_arbiter):
    elsewhere = seated(TournamentFactory())[0]
    for changes, code in (
        ({"text": "  "}, "incident_untold"),
        ({"text": "x" * (LONGEST + 1)}, "incident_too_long"),
        ({"donne": 2}, "incident_without_table"),
        ({"table": elsewhere}, "incident_elsewhere"),
        ({"players": [RegistrationFactory()]}, "incident_elsewhere"),
    ):
        assert refusal_of(note, tournament, the_arbiter, **changes).code == code
    assert Incident.objects.count() == 0


def test_it_is_cancelled_with_a_reason_and_stays_in_the_book(tournament, the_arbiter):
    noted = note(tournament, the_arbiter)
    assert list(refusal_of(cancel_incident, incident=noted, reason=" ", by=the_arbiter, at=NOW).fields) == ["reason"]
    cancel_incident(incident=noted, reason="mauvaise table", by=the_arbiter, at=NOW)
    cancel_incident(incident=noted, reason="encore", by=the_arbiter, at=NOW)
    noted.refresh_from_db()
    assert (noted.text, noted.cancel_reason) == ("Carte tombée, rejouée sans suite.", "mauvaise table")
