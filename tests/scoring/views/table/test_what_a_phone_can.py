"""No phone is told to do what only the desk can: whatever happened at a table, by every door that a phone has."""

import uuid
from collections.abc import Callable, Iterator

import pytest
from django.db import transaction

from scoring.labels import CalledWhen, CallOutcome, Outcome, PenaltyTarget, Prime, Sanction
from scoring.models import Phone, SheetLine
from scoring.queries.table.agreements import version_of
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.arbiter_calls import call_arbiter
from scoring.services.decisions.protests import contest
from scoring.services.sheets.confirmations import confirm_line, sign_sheet
from scoring.services.sheets.donnes import SentDonne
from scoring.services.sheets.entry import enter_donne
from scoring.services.sheets.sheets import close_sheet
from scoring.services.sheets.stops import stop_table
from tests.factories import NOW
from tests.scoring.sheets import EST, GARDE, NORD, a_penalty, chelem_called, garde, phone_of, record, seat, void
from tournaments.labels import Keeps, TournamentState
from tournaments.models import Account, Round, Table, Tournament
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db

OF_THE_DESK = ("rouvrez", "annulez", "videz", "closez", "bureau d’arbitrage", "dites que la table s’arrête")
CHELEM = garde(taker=1, bouts=3, points="91", chelem_announced=True, chelem_made="attaque")
ENTRIES = (GARDE, CHELEM, garde(taker=1, petit_au_bout="attaque"), void(Outcome.PASSED), void(Outcome.MISDEAL))


def called(**said: object) -> Callable[[Table, Account], object]:
    return lambda table, by: chelem_called(table, by, chair=EST, **said)


def decided(entry: object, **said: object) -> Callable[[Table, Account], object]:
    def decide(table: Table, by: Account) -> None:
        record(table, 1, phone_of(table, EST), entry)
        of_donne = {"target": PenaltyTarget.DONNE, "table": table, "donne": 1, "points": 0}
        a_penalty(table.round.tournament, by, **of_donne, **said)

    return decide


def closed(table: Table, by: Account) -> None:
    for number in range(1, 5):
        record(table, number, by)
    close_sheet(table=table, by=by, at=NOW)


def written_by_the_table(table: Table, _by: Account) -> None:
    record(table, 1, phone_of(table, EST), garde(points="50"))


def over(table: Table, _by: Account) -> None:
    Tournament.objects.update(state=TournamentState.FINISHED)


def set_aside(table: Table, by: Account) -> None:
    record(table, 1, by)
    of_whom = {"tournament": None, "cancelled_from": table.round.tournament}
    Round.objects.update(**of_whom, cancelled_at=NOW, cancel_reason="essai")


HAPPENED = {
    "nothing": lambda _table, _by: None,
    "written by an arbiter": lambda table, by: record(table, 1, by, garde(points="50")),
    "written by the table": written_by_the_table,
    "a chelem in time": called(),
    "a chelem ruled": called(outcome=CallOutcome.FAILED),
    "a chelem too late": called(announced=CalledWhen.LATE),
    "to be dealt again": decided(GARDE, sanction=Sanction.REDEAL),
    "a prime cancelled": decided(ENTRIES[2], sanction=Sanction.PRIME_CANCELLED, prime=Prime.PETIT),
    "stopped": lambda table, by: stop_table(table=table, reason="départ", by=by, at=NOW),
    "closed": closed,
    "balances alone": lambda _table, _by: Tournament.objects.update(keeps=Keeps.TOTALS),
    "over": over,
    "set aside": set_aside,
}


def acts(table: Table, phone: Phone) -> Iterator[Callable[[], object]]:
    """Yield all that a phone may do at its table, whatever it shows: a page there may be older than what happened."""
    lines = list(SheetLine.objects.filter(table=table, number=1, current=True))
    for entry in ENTRIES:
        for replaces in (None, *(line.pk for line in lines)):
            for confirmed in (frozenset(), None):
                sent = SentDonne(table, 1, entry, uuid.uuid4(), phone, NOW, replaces, "essai", confirmed)
                yield lambda sent=sent: enter_donne(sent)
    for line in lines:
        yield lambda line=line: confirm_line(line=line, seat=seat(table, NORD), by=phone, at=NOW)
    seen = version_of(sheet_of(table))
    for version in (seen, "older"):
        yield lambda version=version: sign_sheet(table=table, seat=seat(table, EST), seen=version, by=phone, at=NOW)
    said = {"about": "autre", "table": table, "seat": seat(table, EST), "reason": "", "by": phone, "at": NOW}
    yield lambda: call_arbiter(**said, key=uuid.uuid4())
    yield lambda: contest(**said, key=uuid.uuid4())


def test_no_phone_is_told_to_do_what_the_desk_alone_can(table: Table, the_arbiter: Account) -> None:
    codes, told = set(), []
    for name, happens in HAPPENED.items():
        with transaction.atomic():
            at = Table.objects.select_related("round__tournament").get(pk=table.pk)
            phone = phone_of(at, EST)
            happens(table, the_arbiter)
            for act in acts(at, phone):
                try:
                    with transaction.atomic():
                        act()
                        transaction.set_rollback(True)
                except Refusal as refusal:
                    codes.add(refusal.code)
                    words = [str(refusal), *(str(text) for texts in refusal.fields.values() for text in texts)]
                    told += [(name, text) for text in words for verb in OF_THE_DESK if verb in text.lower()]
            transaction.set_rollback(True)
    assert told == []
    assert codes >= {"stale_line", "sheet_closed", "chelem_called", "chelem_ruled", "donne_decided", "table_stopped"}
    assert codes >= {"arbiters_line", "tournament_finished", "table_redrawn", "sheet_incomplete", "stale_sheet"}
