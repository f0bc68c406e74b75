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
from tests.scoring.api.programs import TableProgram
from tests.scoring.api.test_donnes import GARDE, NEW
from tests.scoring.duplicates import tables_of
from tests.scoring.sheets import chelem_called, garde, record, seat
from tests.scoring.views.tables import PhoneAt, read, typed
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


def test_a_phone_at_the_table_is_offered_sud_alone_and_refused_another_taker(six: Tournament) -> None:
    phone = PhoneAt(tables_of(six, 1)[0], chair=0)
    board = phone.table.boards[0]
    assert "Sud prend à chaque étui" in phone.text()
    page = phone.text("table_donne", number=board)
    assert page.count('name="taker"') == 1
    refused = phone.post("table_donne", typed(taker="2"), number=board)
    assert "Le preneur est imposé" in read(refused)
    assert not phone.table.lines.exists()
    phone.post("table_donne", typed(taker="0"), number=board)
    assert phone.table.lines.count() == 1


def test_a_program_is_refused_another_taker(six: Tournament, the_arbiter: Account) -> None:
    program = TableProgram.of(tables_of(six, 1)[0], the_arbiter)
    board = program.table.boards[0]
    refused = program.donne(board, GARDE | {"taker": 2}, **NEW)
    assert (refused.status_code, refused.json()["code"]) == (422, "taker_prescribed")
    assert program.donne(board, GARDE | {"taker": 0}, **NEW).status_code == 200
