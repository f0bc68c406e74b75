"""At the tables of teams of three who takes is prescribed: Sud, at the desk, on a phone and for a program."""

import uuid

import pytest

from scoring.forms.desk.donnes import DonneForm
from scoring.labels import Outcome
from scoring.queries.desk.cancelled_rounds import seen_in
from scoring.queries.table.sheets import sheet_of
from scoring.services.sheets.cancelled_rounds import cancel_round
from scoring.services.sheets.donnes import SentDonne, record_donne
from tests.factories import NOW
from tests.refusals import refusal_of
from tests.scoring.duplicates import tables_of
from tests.scoring.sheets import chelem_called, garde, record, seat
from tests.tournaments.trios import trios_published
from tournaments.models import Account, Club, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def six(club: Club, the_organiser: Account) -> Tournament:
    return trios_published(club, the_organiser, 6)


def test_another_taker_and_a_passed_donne_are_refused_with_a_sentence(six: Tournament, the_organiser: Account) -> None:
    table = tables_of(six, 1)[0]
    board = table.boards[0]

    def sent(entry: object) -> SentDonne:
        return SentDonne(table, board, entry, uuid.uuid4(), the_organiser, NOW)  # type: ignore[arg-type]

    other = refusal_of(record_donne, sent(garde(taker=2)))
    assert (other.code, list(other.fields)) == ("taker_prescribed", ["taker"])
    assert table.seats.get(chair=0).registration.player.full_name in str(other)
    passed = refusal_of(record_donne, sent(Outcome.PASSED))
    assert (passed.code, list(passed.fields)) == ("taker_prescribed", ["outcome"])
    assert "match" not in str(passed)
    assert not table.lines.exists()
    record(table, board, the_organiser, garde(taker=0))


def test_the_form_offers_sud_alone_and_nobody_else_announces_a_chelem(six: Tournament, the_organiser: Account) -> None:
    table = tables_of(six, 1)[0]
    form = DonneForm(sheet=sheet_of(table), number=table.boards[0])
    assert [chair for chair, _name in form.fields["taker"].choices] == ["0"]
    assert form["taker"].value() == 0
    assert Outcome.PASSED not in [code for code, _words in form.fields["outcome"].choices]
    called = {"number": table.boards[0]}
    assert refusal_of(chelem_called, table, the_organiser, caller=seat(table, 1), **called).code == "taker_prescribed"
    chelem_called(table, the_organiser, caller=seat(table, 0), **called)


def test_a_cancelled_position_keeps_its_prescribed_takers(six: Tournament, the_organiser: Account) -> None:
    table = tables_of(six, 1)[0]
    record(table, table.boards[0], the_organiser, garde())
    round_ = six.rounds.get(number=1)
    cancel_round(tournament=six, number=1, reason="étuis mêlés", seen=seen_in(round_), by=the_organiser, at=NOW)
    assert Table.objects.get(pk=table.pk).is_taken_by_sud
