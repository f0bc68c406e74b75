"""A decision that is given again says all that it said: its sanction, the score it put there, what was seen."""

import uuid

import pytest

from scoring.labels import CalledWhen, CallOutcome, ExcusePlayed, PenaltyTarget, Sanction
from scoring.models import ChelemCall, Penalty
from scoring.services.decisions.calls import cancel_chelem_call
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.sheets.results import differences
from scoring.services.undo.undoing import undo
from tests.factories import NOW
from tests.scoring.sheets import a_penalty, chelem_called, seated
from tournaments.labels import Status
from tournaments.models import Account, JournalEntry, Seat, Tournament
from tournaments.standings import Adjusted

pytestmark = pytest.mark.django_db


def undone(action: str, by: Account) -> None:
    entry = JournalEntry.objects.filter(action=action).latest("pk")
    undo(entry=entry, key=uuid.uuid4(), reason="erreur", by=by, at=NOW)


def decided(tournament: Tournament, by: Account, **what: object) -> Penalty:
    return a_penalty(tournament, by, **{"points": 0, "reason": "menaces"} | what)


def test_an_exclusion_given_again_excludes(tournament, the_arbiter):
    seat = seated(tournament)[0].seats.get(chair=0)
    penalty = decided(tournament, the_arbiter, registration=seat.registration, sanction=Sanction.EXCLUSION)
    cancel_penalty(penalty=penalty, reason="non", by=the_arbiter, at=NOW)
    seat.registration.refresh_from_db()
    assert seat.registration.status == Status.PRESENT

    undone("pénalité annulée", the_arbiter)

    seat.registration.refresh_from_db()
    assert seat.registration.status == Status.EXCLUDED
    assert Penalty.objects.get(cancelled_at=None).sanction == Sanction.EXCLUSION


def test_an_adjusted_score_given_again_stands_again(tournament, the_arbiter):
    table = seated(tournament)[0]
    penalty = decided(
        tournament,
        the_arbiter,
        target=PenaltyTarget.TABLE,
        table=table,
        sanction=Sanction.ADJUSTED,
        basis=Adjusted.ASSIGNED.value,
        assigned=40,
    )
    cancel_penalty(penalty=penalty, reason="non", by=the_arbiter, at=NOW)
    assert not Seat.objects.exclude(adjusted="").exists()

    undone("pénalité annulée", the_arbiter)

    scores = Seat.objects.values_list("adjusted", "adjusted_points")
    assert list(scores) == [(Adjusted.ASSIGNED.value, 40)] * 4
    assert list(differences(tournament)) == []


def test_a_call_recorded_again_keeps_what_the_arbiter_saw(tournament, the_arbiter):
    table = seated(tournament)[0]
    call = chelem_called(
        table,
        the_arbiter,
        announced=CalledWhen.BEFORE_CARD,
        outcome=CallOutcome.PENDING,
        led=True,
        excuse=ExcusePlayed.LAST,
        petit_before_last=True,
    )
    cancel_chelem_call(call=call, reason="non", by=the_arbiter, at=NOW)

    undone("appel de chelem annulé", the_arbiter)

    again = ChelemCall.objects.get(cancelled_at=None)
    assert (again.led, again.excuse, again.petit_before_last) == (True, ExcusePlayed.LAST, True)
