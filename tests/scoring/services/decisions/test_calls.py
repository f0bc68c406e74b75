"""A chelem call and its donne say the same, whichever is written first; what a call did is taken back with it."""

import uuid
from dataclasses import replace

import pytest

from scoring.labels import CalledWhen, CallOutcome, ExcusePlayed, Outcome
from scoring.marque import Camp, Chelem
from scoring.models import ChelemCall, SheetLine
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.calls import cancel_chelem_call
from scoring.services.sheets.moves import empty_donne, move_donne
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW
from tests.refusals import refusal_of
from tests.scoring.sheets import chelem_called as call
from tests.scoring.sheets import garde, looked_at, phone_of, record, results, seat, seated, void
from tests.texts import NO_BREAK
from tournaments.models import JournalEntry
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db

CHELEM = garde(bouts=3, points="91", chelem_announced=True, chelem_made="attaque")


def outcome_of(made):
    return ChelemCall.objects.get(pk=made.pk).outcome


def test_a_call_waits_for_its_donne_which_settles_it(table, the_arbiter):
    made = call(table, the_arbiter)
    assert sheet_of(table).rows[0].call == made

    record(table, 1, the_arbiter, CHELEM, confirmed=looked_at(table, CHELEM))

    assert outcome_of(made) == CallOutcome.MADE
    assert results(table) == [3 * 560, -560, -560, -560]


@pytest.mark.parametrize(
    ("entry", "outcome"),
    [
        (garde(points="60", chelem_announced=True), CallOutcome.FAILED),
        (garde(bouts=0, points="10", chelem_announced=True, chelem_made="defense"), CallOutcome.INFLICTED),
    ],
)
def test_what_became_of_a_call_is_read_on_the_donne(table, the_arbiter, entry, outcome):
    made = call(table, the_arbiter)

    record(table, 1, the_arbiter, entry, confirmed=looked_at(table, entry))

    assert outcome_of(made) == outcome


@pytest.mark.parametrize("entry", [garde(), garde(taker=1, chelem_announced=True), void(Outcome.PASSED)])
def test_a_donne_that_contradicts_its_call_is_refused(table, the_arbiter, entry):
    call(table, the_arbiter)

    assert refusal_of(record, table, 1, the_arbiter, entry).code == "chelem_called"
    assert SheetLine.objects.count() == 0


def test_a_call_on_a_donne_already_entered_corrects_it(table, the_arbiter):
    record(table, 1, the_arbiter, garde(points="60"))

    made = call(table, the_arbiter, outcome=CallOutcome.FAILED)

    line = SheetLine.objects.get(current=True)
    assert (line.chelem_announced, line.reason) == (True, "appel de chelem enregistré par l’arbitre")
    assert outcome_of(made) == CallOutcome.FAILED
    assert results(table) == [3 * (88 - 200), 112, 112, 112]


def test_a_call_that_the_line_says_already_is_settled_from_it(table, the_arbiter):
    record(table, 1, the_arbiter, CHELEM, confirmed=looked_at(table, CHELEM))

    made = call(table, the_arbiter)

    assert outcome_of(made) == CallOutcome.MADE
    assert SheetLine.objects.count() == 1


def test_a_call_that_tells_another_story_than_its_line_is_refused(table, the_arbiter):
    record(table, 1, the_arbiter, CHELEM, confirmed=looked_at(table, CHELEM))

    assert refusal_of(call, table, the_arbiter, outcome=CallOutcome.FAILED).code == "outcome_differs"
    assert ChelemCall.objects.count() == 0


def test_a_made_chelem_is_not_read_into_an_ordinary_count(table, the_arbiter):
    record(table, 1, the_arbiter, garde(points="60"))

    assert refusal_of(call, table, the_arbiter, outcome=CallOutcome.MADE).code == "donne_impossible"
    assert ChelemCall.objects.count() == 0
    assert SheetLine.objects.count() == 1


def test_only_the_taker_calls(table, the_arbiter):
    record(table, 1, the_arbiter)

    assert refusal_of(call, table, the_arbiter, chair=2).code == "caller_is_not_taker"


def test_a_late_call_is_on_record_and_counts_for_nothing(table, the_arbiter):
    record(table, 1, the_arbiter, garde(points="60"))

    made = call(table, the_arbiter, announced=CalledWhen.LATE)

    assert (made.counts, outcome_of(made)) == (False, CallOutcome.PENDING)
    assert SheetLine.objects.get().chelem_announced is False
    record(table, 1, the_arbiter, garde(points="61"))
    assert outcome_of(made) == CallOutcome.PENDING


@pytest.mark.parametrize("taker", [0, 1])
@pytest.mark.parametrize("is_at_table", [True, False])
def test_after_a_late_call_nobody_writes_an_announcement(table, the_arbiter, taker, is_at_table):
    call(table, the_arbiter, announced=CalledWhen.LATE)
    writer = phone_of(table, 0) if is_at_table else the_arbiter
    entry = replace(CHELEM, taker=taker)

    refused = refusal_of(record, table, 1, writer, entry, confirmed=None)

    assert (refused.code, list(refused.fields)) == ("chelem_called", ["chelem_announced"])
    assert "hors délai" in refused.message
    assert SheetLine.objects.count() == 0
    record(table, 1, writer, replace(entry, chelem=Chelem(made=Camp.ATTAQUE)), confirmed=None)
    assert results(table)[1 - taker] == -360


@pytest.mark.parametrize(
    ("entry", "points"),
    [
        (CHELEM, 360),
        (garde(points="60", chelem_announced=True), 88),
        (garde(bouts=0, points="10", chelem_announced=True, chelem_made="defense"), -342),
    ],
)
def test_a_late_call_takes_the_announcement_from_a_line_that_a_phone_wrote(table, the_arbiter, entry, points):
    before = record(table, 1, phone_of(table, 0), entry, confirmed=None)

    made = call(table, the_arbiter, announced=CalledWhen.LATE)

    line = SheetLine.objects.get(current=True)
    assert (line.key, line.supersedes, line.chelem_made) == (made.line_key, before, before.chelem_made)
    assert results(table) == [3 * points, -points, -points, -points]
    assert refusal_of(record, table, 1, the_arbiter, entry, confirmed=None).code == "chelem_called"

    cancel_chelem_call(call=made, reason="il était à temps", by=the_arbiter, at=NOW)
    assert SheetLine.objects.get(current=True).marque == before.marque


def test_a_late_call_that_is_cancelled_gives_the_announcement_back_to_a_line_corrected_since(table, the_arbiter):
    record(table, 1, the_arbiter, garde(points="60", chelem_announced=True), confirmed=None)
    made = call(table, the_arbiter, announced=CalledWhen.LATE)
    record(table, 1, the_arbiter, garde(points="61"))

    cancel_chelem_call(call=made, reason="il était à temps", by=the_arbiter, at=NOW)

    line = SheetLine.objects.get(current=True)
    assert (line.half_points, line.chelem_announced) == (122, True)


def test_a_late_call_that_met_no_announcement_gives_none_back(table, the_arbiter):
    record(table, 1, the_arbiter)
    made = call(table, the_arbiter, announced=CalledWhen.LATE)

    assert cancel_chelem_call(call=made, reason="mauvaise table", by=the_arbiter, at=NOW) is None
    assert SheetLine.objects.get().chelem_announced is False


def test_a_donne_with_a_late_call_stays_at_its_place(table, the_arbiter):
    line = record(table, 1, the_arbiter)
    call(table, the_arbiter, announced=CalledWhen.LATE)
    moved = {"table": table, "number": 2, "reason": "décalée", "key": uuid.uuid4(), "by": the_arbiter, "at": NOW}
    assert refusal_of(move_donne, line=line, **moved).code == "donne_with_call"


def test_cancelling_a_call_puts_back_the_line_that_it_corrected(table, the_arbiter):
    before = record(table, 1, the_arbiter, garde(points="60"))
    made = call(table, the_arbiter, outcome=CallOutcome.FAILED)
    assert results(table) == [3 * (88 - 200), 112, 112, 112]

    back = cancel_chelem_call(call=made, reason="erreur de table", by=the_arbiter, at=NOW)

    line = SheetLine.objects.get(current=True)
    assert (line, line.supersedes.key) == (back, made.line_key)
    assert line.reason.translate(NO_BREAK) == "appel de chelem annulé : erreur de table"
    assert (line.marque, line.confirmed) == (before.marque, before.confirmed)
    assert results(table) == [3 * 88, -88, -88, -88]


def test_cancelling_a_call_takes_back_a_made_chelem_that_it_wrote(table, the_arbiter):
    entry = garde(bouts=0, points="10")
    record(table, 1, the_arbiter, entry, confirmed=looked_at(table, entry))
    made = call(table, the_arbiter, outcome=CallOutcome.INFLICTED)
    assert SheetLine.objects.get(current=True).chelem_made == "defense"

    cancel_chelem_call(call=made, reason="rien de tel", by=the_arbiter, at=NOW)

    line = SheetLine.objects.get(current=True)
    assert (line.chelem_announced, line.chelem_made) == (False, "")


def test_of_a_line_corrected_since_only_the_chelem_is_taken_back(table, the_arbiter):
    record(table, 1, the_arbiter, garde(points="60"))
    made = call(table, the_arbiter)
    record(table, 1, the_arbiter, garde(points="50", petit_au_bout="attaque", chelem_announced=True))

    cancel_chelem_call(call=made, reason="erreur de table", by=the_arbiter, at=NOW)

    line = SheetLine.objects.get(current=True)
    assert (line.half_points, line.petit_au_bout, line.chelem_announced) == (100, "attaque", False)


def test_a_chelem_that_its_call_announced_before_the_donne_is_taken_back_too(table, the_arbiter):
    made = call(table, the_arbiter)
    record(table, 1, the_arbiter, garde(points="60", chelem_announced=True))

    cancel_chelem_call(call=made, reason="mauvaise donne", by=the_arbiter, at=NOW)

    assert results(table) == [3 * 88, -88, -88, -88]


def test_an_announcement_that_stood_before_its_call_stays(table, the_arbiter):
    entry = garde(points="60", chelem_announced=True)
    record(table, 1, the_arbiter, entry, confirmed=looked_at(table, entry))
    made = call(table, the_arbiter)

    assert cancel_chelem_call(call=made, reason="deux fois", by=the_arbiter, at=NOW) is None

    assert SheetLine.objects.get().chelem_announced is True


def test_a_call_is_not_cancelled_on_a_line_nobody_was_shown(table, the_arbiter):
    shown = record(table, 1, the_arbiter, garde(points="60"))
    made = call(table, the_arbiter)

    caught = refusal_of(cancel_chelem_call, call=made, reason="erreur", seen=shown.pk, by=the_arbiter, at=NOW)

    assert caught.code == "line_changed_since"
    assert ChelemCall.objects.get().cancelled_at is None


def test_a_closed_sheet_keeps_its_call(table, the_arbiter):
    record(table, 1, the_arbiter, garde(points="60"))
    made = call(table, the_arbiter)
    for number in range(2, 5):
        record(table, number, the_arbiter)
    close_sheet(table=table, by=the_arbiter, at=NOW)

    assert refusal_of(cancel_chelem_call, call=made, reason="erreur", by=the_arbiter, at=NOW).code == "sheet_closed"
    assert ChelemCall.objects.get().cancelled_at is None


def test_an_announced_chelem_without_a_call_is_confirmed(table, the_arbiter):
    entry = garde(points="48", chelem_announced=True)
    caught = refusal_of(record, table, 1, the_arbiter, entry)
    assert (caught.code, len(caught.fields["confirmed"])) == ("donne_to_confirm", 1)

    line = record(table, 1, the_arbiter, entry, confirmed=frozenset({"chelem_without_call"}))

    assert line.confirmed == ["chelem_without_call"]


def test_one_call_for_a_donne_and_one_form_is_one_call(table, the_arbiter):
    key = uuid.uuid4()
    assert call(table, the_arbiter, key=key) == call(table, the_arbiter, key=key)

    assert refusal_of(call, table, the_arbiter).code == "call_exists"
    assert ChelemCall.objects.count() == 1


def test_a_caller_from_another_table_is_refused(tournament, the_arbiter):
    here, there = seated(tournament, tables=2)

    assert refusal_of(call, here, the_arbiter, caller=seat(there, 0)).code == "caller_elsewhere"


@pytest.mark.parametrize("number", [0, 5, 40])
def test_a_call_does_not_lengthen_the_sheet(table, the_arbiter, number):
    assert refusal_of(call, table, the_arbiter, number=number).code == "no_such_donne"
    assert len(sheet_of(table).rows) == 4


def test_a_closed_sheet_takes_no_call(table, the_arbiter):
    for number in range(1, 5):
        record(table, number, the_arbiter)
    close_sheet(table=table, by=the_arbiter, at=NOW)

    assert refusal_of(call, table, the_arbiter).code == "sheet_closed"


def test_a_call_is_cancelled_with_a_reason_and_stays_on_record(table, the_arbiter):
    made = call(table, the_arbiter)
    assert list(refusal_of(cancel_chelem_call, call=made, reason="", by=the_arbiter, at=NOW).fields) == ["reason"]

    cancel_chelem_call(call=made, reason="mauvaise table", by=the_arbiter, at=NOW)
    cancel_chelem_call(call=made, reason="encore", by=the_arbiter, at=NOW)

    made.refresh_from_db()
    assert (made.cancel_reason, made.cancelled_by) == ("mauvaise table", the_arbiter)
    record(table, 1, the_arbiter)
    assert results(table) == [198, -66, -66, -66]


def test_a_form_that_served_for_one_donne_does_not_serve_for_another(table, the_arbiter):
    """The browser's « back », and another number typed: the call that stands is told, and no second one is made."""
    key = uuid.uuid4()
    call(table, the_arbiter, number=1, key=key)
    assert refusal_of(call, table, the_arbiter, number=2, key=key).code == "call_exists"
    assert ChelemCall.objects.get().number == 1


# What the arbiter saw besides, at a table of four

SLAM = garde(bouts=3, points="91", chelem_announced=True, chelem_made="attaque", petit_au_bout="attaque")
WITHOUT = garde(bouts=2, points="87", chelem_announced=True, chelem_made="attaque")
FAILED = garde(bouts=3, points="70", chelem_announced=True)


def slammed(table, by, entry):
    return record(table, 1, by, entry, confirmed=looked_at(table, entry))


@pytest.mark.parametrize(
    ("seen", "entry"),
    [
        ({"excuse": ExcusePlayed.LAST, "petit_before_last": True}, SLAM),
        ({"excuse": ExcusePlayed.LAST}, SLAM),
        ({"excuse": ExcusePlayed.DEFENCE}, WITHOUT),
        ({"excuse": ExcusePlayed.EARLIER}, FAILED),
        ({}, SLAM),
    ],
)
def test_a_donne_that_is_as_the_arbiter_saw_it_enters_before_or_after_the_call(table, the_arbiter, seen, entry):
    first = call(table, the_arbiter, **seen)
    slammed(table, the_arbiter, entry)
    assert outcome_of(first) == (CallOutcome.FAILED if entry is FAILED else CallOutcome.MADE)
    cancel_chelem_call(call=first, reason="essai", by=the_arbiter, at=NOW)
    again = call(table, the_arbiter, outcome=outcome_of(first), **seen)
    assert outcome_of(again) == outcome_of(first)


@pytest.mark.parametrize(
    ("seen", "entry", "code", "field"),
    [
        ({"excuse": ExcusePlayed.DEFENCE}, SLAM, "excuse_differs", "bouts"),
        ({"excuse": ExcusePlayed.LAST}, WITHOUT, "excuse_differs", "bouts"),
        ({"excuse": ExcusePlayed.LAST}, FAILED, "excuse_differs", "bouts"),
        ({"excuse": ExcusePlayed.EARLIER}, SLAM, "excuse_loses_a_trick", "chelem_made"),
        (
            {"excuse": ExcusePlayed.LAST, "petit_before_last": True},
            garde(bouts=3, points="91", chelem_announced=True, chelem_made="attaque"),
            "petit_differs",
            "petit_au_bout",
        ),
    ],
)
def test_a_donne_that_is_not_as_the_arbiter_saw_it_is_refused(table, the_arbiter, seen, entry, code, field):
    call(table, the_arbiter, **seen)
    caught = refusal_of(slammed, table, the_arbiter, entry)
    assert (caught.code, list(caught.fields)) == (code, [field])
    assert SheetLine.objects.count() == 0


def test_a_call_that_is_not_what_its_donne_says_is_refused_at_its_fields(table, the_arbiter):
    slammed(table, the_arbiter, SLAM)
    for seen, code in (
        ({"excuse": ExcusePlayed.DEFENCE}, "excuse_differs"),
        ({"excuse": ExcusePlayed.EARLIER}, "excuse_loses_a_trick"),
    ):
        caught = refusal_of(call, table, the_arbiter, outcome=CallOutcome.MADE, **seen)
        assert (caught.code, list(caught.fields)) == (code, ["excuse"])
    assert not table.chelem_calls.exists()


def test_the_petit_before_the_last_trick_goes_with_the_excuse_in_it(table, the_arbiter):
    caught = refusal_of(call, table, the_arbiter, petit_before_last=True)
    assert (caught.code, list(caught.fields)) == ("petit_without_excuse", ["petit_before_last"])


def test_a_late_call_says_nothing_of_the_excuse(table, the_arbiter):
    late = call(table, the_arbiter, announced=CalledWhen.LATE, excuse=ExcusePlayed.DEFENCE, led=False)
    assert (late.excuse, late.led) == ("", False)
    slammed(table, the_arbiter, garde(bouts=3, points="91", chelem_made="attaque"))


CHUTE = garde(points="60", chelem_announced=True)
INFLICTED = garde(bouts=0, points="10", chelem_announced=True, chelem_made="defense")
SAYING = {CallOutcome.MADE: CHELEM, CallOutcome.FAILED: CHUTE, CallOutcome.INFLICTED: INFLICTED}


@pytest.fixture(params=[(ruled, said) for ruled in SAYING for said in SAYING if ruled != said])
def contradiction(request):
    return request.param


def test_no_phone_and_no_moved_or_unasked_line_says_otherwise_than_the_arbiter(table, the_arbiter, contradiction):
    ruled, said = contradiction
    made = call(table, the_arbiter, outcome=ruled)
    phone = phone_of(table)

    for by, confirmed in ((phone, everything_about(table, SAYING[said])), (the_arbiter, None)):
        with pytest.raises(Refusal) as caught:
            record(table, 1, by, SAYING[said], confirmed=confirmed)
        assert caught.value.code == "chelem_ruled"
        assert f"« {ruled.label} »" in caught.value.message.translate(NO_BREAK)
    elsewhere = record(table, 2, the_arbiter, SAYING[said], confirmed=everything_about(table, SAYING[said]))
    with pytest.raises(Refusal) as caught:
        move_donne(
            line=elsewhere, table=table, number=1, reason="au bon endroit", key=uuid.uuid4(), by=the_arbiter, at=NOW
        )
    assert caught.value.code == "chelem_ruled"
    assert outcome_of(made) == ruled


def test_an_arbiter_is_asked_which_holds_and_the_journal_tells_it(table, the_arbiter, contradiction):
    ruled, said = contradiction
    made = call(table, the_arbiter, outcome=ruled)
    caught = refusal_of(record, table, 1, the_arbiter, SAYING[said])
    assert caught.code == "donne_to_confirm"
    assert f"« {ruled.label} »" in caught.message.translate(NO_BREAK)

    record(table, 1, the_arbiter, SAYING[said], confirmed=everything_about(table, SAYING[said]))

    told = JournalEntry.objects.get(action="issue du chelem changée")
    assert (outcome_of(made), told.by) == (said, the_arbiter)
    assert (told.reason, told.details["old"], told.details["new"]) == (
        "",
        {"outcome": ruled.value, "by": ""},
        {"outcome": said.value, "by": str(the_arbiter)},
    )


def by_a_phone(table, the_arbiter, entry):
    return record(table, 1, phone_of(table), entry, confirmed=everything_about(table, entry))


def at_the_desk(table, the_arbiter, entry):
    return record(table, 1, the_arbiter, entry, confirmed=looked_at(table, entry) | {"chelem_without_call"})


def unasked(table, the_arbiter, entry):
    return record(table, 1, the_arbiter, entry, confirmed=None)


def moved(table, the_arbiter, entry):
    line = record(table, 2, the_arbiter, entry, confirmed=None)
    return move_donne(line=line, table=table, number=1, reason="ici", key=uuid.uuid4(), by=the_arbiter, at=NOW)


EVERY_WAY = [by_a_phone, at_the_desk, unasked, moved]


def ruled_and_told(table):
    """What became of the call, by whose word, and how often a ruling was changed."""
    made = ChelemCall.objects.get()
    told = JournalEntry.objects.filter(action="issue du chelem changée").count()
    return made.outcome, made.ruling, made.ruled_by_name, told


@pytest.mark.parametrize("writes", EVERY_WAY)
@pytest.mark.parametrize("outcome", SAYING)
@pytest.mark.parametrize("ruled", [True, False])
def test_whoever_writes_what_the_arbiter_recorded_or_left_open_writes_it(table, the_arbiter, writes, outcome, ruled):
    ruling = outcome if ruled else CallOutcome.PENDING
    call(table, the_arbiter, outcome=ruling)

    line = writes(table, the_arbiter, SAYING[outcome])

    assert (line.current, line.number) == (True, 1)
    assert ruled_and_told(table) == (outcome, ruling, "", 0)


@pytest.mark.parametrize("writes", EVERY_WAY)
@pytest.mark.parametrize("said", SAYING)
@pytest.mark.parametrize("outcome", [CallOutcome.PENDING, *SAYING])
def test_a_call_recorded_after_its_donne_agrees_with_whoever_wrote_it(table, the_arbiter, writes, said, outcome):
    line = writes(table, the_arbiter, SAYING[said])

    if outcome not in (CallOutcome.PENDING, said):
        caught = refusal_of(call, table, the_arbiter, outcome=outcome)
        assert caught.code == "outcome_differs"
        assert f"ce chelem y est « {said.label} »" in caught.message.translate(NO_BREAK)
        assert ChelemCall.objects.count() == 0
    else:
        call(table, the_arbiter, outcome=outcome)
        assert ruled_and_told(table) == (said, outcome, "", 0)
    assert table.lines.get(current=True) == line


def test_after_the_call_a_phone_does_not_correct_what_was_ruled_on_its_donne(table, the_arbiter, contradiction):
    ruled, said = contradiction
    by_a_phone(table, the_arbiter, SAYING[ruled])
    call(table, the_arbiter, outcome=ruled)
    assert refusal_of(by_a_phone, table, the_arbiter, SAYING[said]).code == "chelem_ruled"
    assert ruled_and_told(table) == (ruled, ruled, "", 0)


def test_an_emptied_donne_leaves_what_the_arbiter_ruled(table, the_arbiter):
    made = call(table, the_arbiter, outcome=CallOutcome.MADE)
    line = record(table, 1, the_arbiter, CHELEM, confirmed=looked_at(table, CHELEM))

    empty_donne(line=line, reason="à ressaisir", by=the_arbiter, at=NOW)

    assert outcome_of(made) == CallOutcome.MADE


def everything_about(table, entry):
    return looked_at(table, entry) | {"chelem_against_ruling", "chelem_without_call"}
