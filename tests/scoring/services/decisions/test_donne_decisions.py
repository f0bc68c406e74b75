"""A decision about a donne changes the donne, and it stays changed whatever is written later."""

import datetime
import uuid
from dataclasses import replace
from typing import Any

import pytest

from scoring.labels import REDEALS, CalledWhen, CallOutcome, Outcome, PenaltyTarget, Prime, Sanction
from scoring.marque import Facts
from scoring.models import Penalty, SheetLine
from scoring.queries.desk.cancelled_rounds import seen_in
from scoring.queries.desk.donne_decisions import has_prime, with_prime_of, without_prime
from scoring.queries.table.agreements import agreement_of
from scoring.queries.table.lines import Happened, changes_of
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.calls import cancel_chelem_call
from scoring.services.decisions.penalties import cancel_penalty, give_again, note_applied
from scoring.services.sheets.cancelled_rounds import cancel_round, restore_round
from scoring.services.sheets.moves import empty_donne, move_donne
from scoring.services.sheets.results import differences
from scoring.services.sheets.sheets import close_sheet
from scoring.services.undo.undoing import restore_version, undo
from tests.factories import NOW
from tests.refusals import refusal_of
from tests.scoring.sheets import a_penalty, chelem_called, garde, phone_of, played_by, record, results, seat, void
from tournaments.models import Account, JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db
LATER = NOW + datetime.timedelta(minutes=5)
# Example 1 of the règlement: 49 points, 2 bouts, the taker's poignée and petit au bout: 318.
EXAMPLE = garde(petit_au_bout="attaque", poignees=((0, "simple"),))


def decided(table: Table, by: Account, sanction: Sanction = Sanction.REDEAL, **changes: Any) -> Penalty:
    asked = {"target": PenaltyTarget.DONNE, "sanction": sanction, "donne": 1, "points": 0, "reason": "vu", "at": LATER}
    return a_penalty(table.round.of_tournament, by, table=table, **asked | changes)


def cancelled(table: Table, by: Account, prime: Prime, **changes: Any) -> Penalty:
    return decided(table, by, Sanction.PRIME_CANCELLED, prime=prime, **changes)


def at_donne(table: Table, number: int = 1) -> SheetLine | None:
    return table.lines.filter(number=number, current=True).first()


@pytest.mark.parametrize(
    ("entry", "prime", "points"),
    [
        (EXAMPLE, Prime.PETIT, 86),
        (EXAMPLE, Prime.ATTACK_POIGNEE, 86),
        (garde(petit_au_bout="defense", poignees=((1, "simple"),)), Prime.PETIT, 86),
        (garde(petit_au_bout="defense", poignees=((1, "simple"),)), Prime.DEFENCE_POIGNEE, 46),
        (garde(points="60", chelem_announced=True), Prime.CHELEM, 88),
        (garde(bouts=3, points="91", chelem_announced=True, chelem_made="attaque"), Prime.CHELEM, 360),
    ],
)
def test_a_cancelled_prime_is_no_longer_in_the_donne(
    table: Table, the_arbiter: Account, entry: Facts, prime: Prime, points: int
) -> None:
    before = record(table, 1, the_arbiter, entry, confirmed=None)

    penalty = cancelled(table, the_arbiter, prime)

    line = at_donne(table)
    assert line is not None
    assert (line.key, line.supersedes, penalty.line_met) == (penalty.line_key, before, before)
    assert results(table) == [3 * points, -points, -points, -points]
    assert list(differences(table.round.of_tournament)) == []

    cancel_penalty(penalty=penalty, reason="à tort", by=the_arbiter, at=LATER)
    again = at_donne(table)
    assert again is not None
    assert again.marque == before.marque


@pytest.mark.parametrize(
    ("entry", "prime"),
    [
        (EXAMPLE, Prime.PETIT),
        (EXAMPLE, Prime.ATTACK_POIGNEE),
        (garde(poignees=((0, "simple"), (1, "double"), (2, "simple"))), Prime.DEFENCE_POIGNEE),
        (garde(bouts=3, points="91", chelem_announced=True, chelem_made="attaque"), Prime.CHELEM),
        (garde(points="60", petit_chelem_announced=True), Prime.PETIT_CHELEM),
        (garde(miseres=((0, "atout"),)), Prime.MISERE),
    ],
)
def test_a_prime_comes_back_as_it_was_but_to_another_taker(entry: Facts, prime: Prime) -> None:
    without = without_prime(entry, prime)
    assert (has_prime(entry, prime), has_prime(without, prime)) == (True, False)
    assert with_prime_of(without, prime, entry) == entry
    corrected = replace(without, taker=1)
    assert with_prime_of(corrected, prime, entry) == corrected


@pytest.mark.parametrize(
    ("house", "entry", "prime", "points"),
    [
        ({"petit_chelem": True}, garde(points="60", petit_chelem_announced=True), Prime.PETIT_CHELEM, 88),
        ({"miseres": True}, garde(miseres=((0, "atout"),)), Prime.MISERE, 66),
    ],
)
def test_a_prime_of_a_house_rule_is_cancelled_too(
    tournament: Tournament,
    table: Table,
    the_arbiter: Account,
    house: dict[str, bool],
    entry: Facts,
    prime: Prime,
    points: int,
) -> None:
    played_by(tournament, **house)
    table = Table.objects.get(pk=table.pk)
    record(table, 1, the_arbiter, entry, confirmed=None)
    before = results(table)
    penalty = cancelled(table, the_arbiter, prime)
    assert results(table)[1] == -points
    assert refusal_of(record, table, 1, the_arbiter, entry, confirmed=None).code == "donne_decided"
    cancel_penalty(penalty=penalty, reason="à tort", by=the_arbiter, at=LATER)
    assert results(table) == before


@pytest.mark.parametrize("is_entered", [True, False])
@pytest.mark.parametrize("is_at_table", [True, False])
def test_a_cancelled_prime_does_not_come_back(
    table: Table, the_arbiter: Account, is_entered: bool, is_at_table: bool
) -> None:
    writer = phone_of(table, 0) if is_at_table and not is_entered else the_arbiter
    if is_entered:
        record(table, 1, the_arbiter, EXAMPLE)
    cancelled(table, the_arbiter, Prime.PETIT)

    refused = refusal_of(record, table, 1, writer, replace(EXAMPLE, half_points=100))
    assert (refused.code, list(refused.fields)) == ("donne_decided", ["petit_au_bout"])
    other_camp = garde(points="50", petit_au_bout="defense")
    assert refusal_of(record, table, 1, writer, other_camp).code == "donne_decided"
    record(table, 1, writer, garde(points="50", poignees=((0, "simple"),)))
    assert results(table)[1] == -88


def test_a_cancelled_poignee_does_not_come_back_in_the_other_camp(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter, EXAMPLE)
    cancelled(table, the_arbiter, Prime.ATTACK_POIGNEE)
    as_defender = garde(taker=1, poignees=((0, "simple"),))
    assert refusal_of(record, table, 1, the_arbiter, as_defender).code == "donne_decided"
    record(table, 1, the_arbiter, garde(taker=1, poignees=((2, "simple"),)))


def test_of_a_line_corrected_since_only_the_prime_comes_back(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter, EXAMPLE)
    penalty = cancelled(table, the_arbiter, Prime.ATTACK_POIGNEE)
    record(table, 1, the_arbiter, garde(points="50", petit_au_bout="attaque"))
    cancel_penalty(penalty=penalty, reason="à tort", by=the_arbiter, at=LATER)
    line = at_donne(table)
    assert line is not None
    assert (line.half_points, line.poignees) == (100, EXAMPLE_POIGNEES)


EXAMPLE_POIGNEES = [{"position": 0, "size": "simple"}]


def test_a_prime_that_was_not_there_or_belongs_to_a_call_in_time_is_refused(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter, EXAMPLE)
    assert refusal_of(decided, table, the_arbiter, Sanction.PRIME_CANCELLED).code == "prime_unsaid"
    assert refusal_of(cancelled, table, the_arbiter, Prime.DEFENCE_POIGNEE).code == "no_prime_to_cancel"
    record(table, 2, the_arbiter, void(Outcome.PASSED))
    assert refusal_of(cancelled, table, the_arbiter, Prime.PETIT, donne=2).code == "no_prime_to_cancel"
    call = chelem_called(table, the_arbiter, number=3)
    assert refusal_of(cancelled, table, the_arbiter, Prime.CHELEM, donne=3).code == "prime_is_called"
    cancel_chelem_call(call=call, reason="erreur", by=the_arbiter, at=LATER)
    cancelled(table, the_arbiter, Prime.CHELEM, donne=3)
    assert refusal_of(chelem_called, table, the_arbiter, number=3).code == "donne_decided"
    chelem_called(table, the_arbiter, number=3, announced=CalledWhen.LATE)


@pytest.mark.parametrize("sanction", REDEALS)
def test_a_new_deal_voids_the_donne_which_stays_void(table: Table, the_arbiter: Account, sanction: Sanction) -> None:
    before = record(table, 1, the_arbiter)

    penalty = decided(table, the_arbiter, sanction)

    line = at_donne(table)
    assert line is not None
    assert (line.outcome, line.supersedes) == (Outcome.ANNULLED, before)
    assert results(table) == [0, 0, 0, 0]
    refused = refusal_of(record, table, 1, the_arbiter, garde(points="61"))
    assert (refused.code, list(refused.fields)) == ("donne_decided", ["outcome"])
    record(table, 1, the_arbiter, void(Outcome.MISDEAL))
    assert refusal_of(record, table, 1, the_arbiter, garde(points="61")).code == "donne_decided"
    restored = {"key": uuid.uuid4(), "reason": "erreur", "by": the_arbiter, "at": LATER}
    assert refusal_of(restore_version, line=before, **restored).code == "donne_decided"

    cancel_penalty(penalty=penalty, reason="à tort", by=the_arbiter, at=LATER)
    assert results(table) == [0, 0, 0, 0]  # somebody wrote since why it is void
    record(table, 1, the_arbiter)


def test_a_new_deal_that_is_cancelled_gives_its_donne_back(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter)
    before = results(table)
    penalty = decided(table, the_arbiter)
    cancel_penalty(penalty=penalty, reason="à tort", by=the_arbiter, at=LATER)
    assert results(table) == before
    give_again(penalty=Penalty.objects.get(), key=uuid.uuid4(), by=the_arbiter, at=LATER)
    assert results(table) == [0, 0, 0, 0]


def test_a_donne_dealt_again_in_its_place_is_written_and_corrected(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter)
    penalty = decided(table, the_arbiter)
    line = at_donne(table)
    assert line is not None
    empty_donne(line=line, reason="redonnée ici", by=the_arbiter, at=LATER)
    record(table, 1, phone_of(table, 0), garde(points="50"), at=LATER)
    record(table, 1, the_arbiter, garde(points="51"), at=LATER)
    dealt_again = results(table)

    cancel_penalty(penalty=penalty, reason="à tort", by=the_arbiter, at=LATER)
    give_again(penalty=Penalty.objects.get(), key=uuid.uuid4(), by=the_arbiter, at=LATER)
    assert results(table) == dealt_again
    close(table, the_arbiter)


def close(table: Table, by: Account) -> None:
    for number in range(1, 5):
        if at_donne(table, number) is None:
            record(table, number, by)
    close_sheet(table=table, by=by, at=LATER)


def test_where_void_donnes_count_a_new_deal_empties_its_donne(table: Table, the_arbiter: Account) -> None:
    Tournament.objects.update(void_donnes_count=True)
    table = Table.objects.get(pk=table.pk)
    record(table, 1, the_arbiter)
    before = results(table)
    penalty = decided(table, the_arbiter)
    assert at_donne(table) is None
    cancel_penalty(penalty=penalty, reason="à tort", by=the_arbiter, at=LATER)
    assert results(table) == before
    entry = JournalEntry.objects.filter(action="pénalité annulée").get()
    undo(entry=entry, key=uuid.uuid4(), reason="si", by=the_arbiter, at=LATER)
    assert Penalty.objects.filter(cancelled_at=None).exists()


def test_what_was_dealt_again_already_stays(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter)
    before = results(table)
    decided(table, the_arbiter, is_dealt_again=True)
    assert results(table) == before
    record(table, 1, the_arbiter, garde(points="50"))
    close(table, the_arbiter)


def test_a_decision_waits_for_a_donne_that_is_not_entered(table: Table, the_arbiter: Account) -> None:
    decided(table, the_arbiter)
    record(table, 1, phone_of(table, 0), at=LATER + datetime.timedelta(minutes=1))
    record(table, 1, the_arbiter, garde(points="50"), at=LATER + datetime.timedelta(minutes=2))
    close(table, the_arbiter)


def test_a_decided_donne_stays_at_its_place(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter, EXAMPLE)
    cancelled(table, the_arbiter, Prime.PETIT)
    line = at_donne(table)
    assert line is not None
    moved = {"table": table, "number": 2, "reason": "décalée", "key": uuid.uuid4(), "by": the_arbiter, "at": LATER}
    assert refusal_of(move_donne, line=line, **moved).code == "donne_with_decision"
    other = record(table, 3, the_arbiter, EXAMPLE)
    cancelled(table, the_arbiter, Prime.PETIT, donne=2)
    assert refusal_of(move_donne, line=other, **moved | {"key": uuid.uuid4()}).code == "donne_decided"


def test_a_closed_sheet_takes_no_decision_that_changes_a_donne(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter, EXAMPLE)
    penalty = cancelled(table, the_arbiter, Prime.PETIT)
    close(table, the_arbiter)
    assert refusal_of(decided, table, the_arbiter).code == "sheet_closed"
    refused = refusal_of(cancel_penalty, penalty=penalty, reason="à tort", by=the_arbiter, at=LATER)
    assert refused.code == "sheet_closed"
    assert Penalty.objects.get().cancelled_at is None


def test_a_call_in_time_is_cancelled_before_its_donne_is_dealt_again(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter, garde(points="60", chelem_announced=True), confirmed=None)
    chelem_called(table, the_arbiter, outcome=CallOutcome.FAILED)
    assert refusal_of(decided, table, the_arbiter).code == "chelem_called"
    assert not Penalty.objects.exists()


def test_undoing_the_line_of_a_decision_is_refused_and_undoing_the_decision_takes_it_back(
    table: Table, the_arbiter: Account
) -> None:
    record(table, 1, the_arbiter, EXAMPLE)
    before = results(table)
    cancelled(table, the_arbiter, Prime.PETIT)
    asked = {"reason": "erreur", "by": the_arbiter, "at": LATER}
    corrected = JournalEntry.objects.get(action="donne corrigée")
    assert refusal_of(undo, entry=corrected, key=uuid.uuid4(), **asked).code == "donne_decided"
    undo(entry=JournalEntry.objects.get(action="pénalité donnée"), key=uuid.uuid4(), **asked)
    assert results(table) == before


def test_a_penalty_of_a_camp_falls_on_nobody_once_its_donne_is_dealt_again(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter)
    tournament = table.round.of_tournament
    upon = {"target": PenaltyTarget.CAMP, "donne": 1, "camp": "attaque", "table": table, "reason": "renonce"}
    a_penalty(tournament, the_arbiter, **upon)
    assert seat(table, 0).registration.penalty_points == -20
    decided(table, the_arbiter)
    assert seat(table, 0).registration.penalty_points == 0


def test_saying_that_it_is_done_says_what_was_looked_at(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter, EXAMPLE)
    penalty = cancelled(table, the_arbiter, Prime.PETIT)
    asked = {"by": the_arbiter, "at": LATER}
    assert "ne compte plus la prime annulée (petit au bout)" in note_applied(penalty=penalty, **asked)
    SheetLine.objects.filter(current=True).update(petit_au_bout="attaque")  # as an event file may have it
    refused = refusal_of(note_applied, penalty=penalty, **asked)
    assert refused.code == "decision_not_applied"
    assert "compte encore la prime annulée (petit au bout)" in refused.message
    assert refusal_of(close, table, the_arbiter).code == "decision_to_apply"


@pytest.mark.parametrize("counts", [True, False])
def test_what_was_played_before_a_new_deal_is_not_written_again_in_its_place(
    table: Table, the_arbiter: Account, counts: bool
) -> None:
    Tournament.objects.update(void_donnes_count=counts)
    table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    before = record(table, 1, the_arbiter)
    decided(table, the_arbiter)
    if (line := at_donne(table)) is not None:
        empty_donne(line=line, reason="redonnée ici", by=the_arbiter, at=LATER)
    restored = {"key": uuid.uuid4(), "reason": "erreur", "by": the_arbiter, "at": LATER}
    assert refusal_of(restore_version, line=before, **restored).code == "donne_decided"
    if counts:
        emptied = JournalEntry.objects.get(action="donne vidée")
        assert refusal_of(undo, entry=emptied, **restored).code == "donne_decided"
    record(table, 1, the_arbiter, garde(points="50"), at=LATER)


def test_a_round_is_cancelled_and_comes_back_with_the_decisions_on_its_closed_sheets(
    table: Table, the_arbiter: Account
) -> None:
    record(table, 1, the_arbiter, EXAMPLE)
    cancelled(table, the_arbiter, Prime.PETIT)
    close(table, the_arbiter)
    written, lines = results(table), SheetLine.objects.count()
    said = {"tournament": table.round.of_tournament, "reason": "erreur", "by": the_arbiter, "at": LATER}
    cancel_round(number=1, seen=seen_in(table.round), **said)
    restore_round(round_=table.round, **said)
    assert (results(table), SheetLine.objects.count()) == (written, lines)
    assert Penalty.objects.get(cancelled_at=None).prime == Prime.PETIT


@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("about", [{"sanction": Sanction.REDEAL}, {"prime": Prime.PETIT}], ids=["redeal", "petit"])
def test_a_decision_that_came_back_with_its_round_gives_its_donne_back_when_it_is_cancelled(
    table: Table, the_arbiter: Account, about: dict[str, Any], counts: bool
) -> None:
    Tournament.objects.update(void_donnes_count=counts)
    table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    record(table, 1, the_arbiter, EXAMPLE)
    before = results(table)
    decided(table, the_arbiter, **{"sanction": Sanction.PRIME_CANCELLED} | about)
    without, lines = results(table), SheetLine.objects.count()
    said = {"reason": "erreur", "by": the_arbiter, "at": LATER}
    for minutes in (1, 2):
        now = said | {"tournament": table.round.of_tournament, "at": LATER + datetime.timedelta(minutes=minutes)}
        cancel_round(number=1, seen=seen_in(table.round), **now)
        restore_round(round_=table.round, **now)
    assert (results(table), SheetLine.objects.count()) == (without, lines)

    cancel_penalty(penalty=Penalty.objects.get(cancelled_at=None), **said)

    assert results(table) == before == [318, -106, -106, -106]
    undo(entry=JournalEntry.objects.filter(action="pénalité annulée").latest("pk"), key=uuid.uuid4(), **said)
    assert results(table) == without


def test_a_prime_that_was_corrected_away_while_nothing_forbade_it_does_not_come_back(
    table: Table, the_arbiter: Account
) -> None:
    record(table, 1, the_arbiter, EXAMPLE)
    said = {"reason": "erreur", "by": the_arbiter, "at": LATER}
    cancel_penalty(penalty=cancelled(table, the_arbiter, Prime.PETIT), **said)
    record(table, 1, the_arbiter, garde())
    undo(entry=JournalEntry.objects.get(action="pénalité annulée"), key=uuid.uuid4(), **said)
    cancel_penalty(penalty=Penalty.objects.get(cancelled_at=None), **said)
    assert results(table) == [198, -66, -66, -66]


@pytest.mark.parametrize("is_decided", [True, False])
def test_a_void_donne_that_was_emptied_and_put_back_is_what_it_was(
    table: Table, the_arbiter: Account, is_decided: bool
) -> None:
    Tournament.objects.update(needs_confirmation=True)
    table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    tournament, phone = table.round.of_tournament, phone_of(table, 0)
    record(table, 1, phone)
    before = results(table)
    penalty = decided(table, the_arbiter) if is_decided else None
    line = at_donne(table) if is_decided else record(table, 1, the_arbiter, void(Outcome.ANNULLED))
    assert line is not None
    for _time in "12":
        empty_donne(line=line, reason="redonnée ici", by=the_arbiter, at=LATER)
        assert results(table) == []
        entry = JournalEntry.objects.filter(action="donne vidée").latest("pk")
        undo(entry=entry, key=uuid.uuid4(), reason="par erreur", by=the_arbiter, at=LATER)
        again = at_donne(table)
        assert again is not None
        assert (again.outcome, again.supersedes, results(table)) == (Outcome.ANNULLED, line, [0, 0, 0, 0])
        line = again
    happened = [Happened.CORRECTED, *[Happened.EMPTIED, Happened.CORRECTED] * 2]
    assert sorted(change.kind.value for change in changes_of(table)[1]) == sorted(kind.value for kind in happened)
    if penalty is not None:
        refused = refusal_of(record, table, 1, the_arbiter, garde(points="61"))
        assert refused.code == "donne_decided"  # it is emptied first: then it is another donne
        cancel_penalty(penalty=penalty, reason="à tort", by=the_arbiter, at=LATER)
        assert results(table) == before
        assert agreement_of(sheet_of(table)).unconfirmed == (1,)  # what its table wrote waits for the other camp again
    record(table, 1, the_arbiter, garde(points="61"), at=LATER)
    assert results(table) == [270, -90, -90, -90]
    assert agreement_of(sheet_of(table)).unconfirmed == ()
    assert JournalEntry.objects.latest("pk").action == "donne corrigée"
    assert list(differences(tournament)) == []
