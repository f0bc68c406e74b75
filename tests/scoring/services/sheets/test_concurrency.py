"""Several arbiters at once: nobody's donne is lost, and nobody's overwrites another's."""

import uuid
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db.models import Sum

from scoring.labels import Outcome
from scoring.marque import Contract, Facts
from scoring.models import PenaltyKind, SheetLine
from scoring.services.decisions.calls import record_chelem_call
from scoring.services.rules.catalogues import FaultFacts, drop_edition, open_edition
from scoring.services.sheets.balances import record_balances
from scoring.services.sheets.confirmations import sign_sheet
from scoring.services.sheets.donnes import SentDonne, record_donne
from scoring.services.sheets.sheets import close_sheet
from tests.concurrency import at_once
from tests.factories import NOW, ClubFactory, TournamentFactory, arbiter, field
from tests.refusals import refusal_of
from tests.scoring.sheets import a_penalty
from tests.tournaments.rotations import done
from tournaments.labels import Keeps
from tournaments.models import Account, Round, Seat, SeatResult, Table, Tournament
from tournaments.refusals import Refusal
from tournaments.seating import Remainder
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.requests import ask_draw

pytestmark = pytest.mark.django_db(transaction=True)

GARDE = Facts(taker=0, contract=Contract.GARDE, bouts=2, half_points=92)


@pytest.fixture
def tables() -> list[Table]:
    tournament = TournamentFactory(club=ClubFactory(), donnes_per_round=4)
    registrations = field(tournament, 16)
    round_ = Round.objects.create(tournament=tournament, number=1, published_at=NOW)
    tables = [Table.objects.create(round=round_, number=number) for number in range(1, 5)]
    for index, registration in enumerate(registrations):
        Seat.objects.create(round=round_, table=tables[index // 4], chair=index % 4, registration=registration)
    return list(Table.objects.select_related("round__tournament"))


def record(
    table: Table, number: int, by: Account, key: uuid.UUID | None = None, entry: Facts | Outcome = GARDE
) -> object:
    return record_donne(SentDonne(table, number, entry, key or uuid.uuid4(), by, NOW)).line


def test_sixteen_donnes_saved_at_once_are_all_there(tables: list[Table]) -> None:
    by = arbiter(tables[0].round.tournament.club)
    answers = at_once(
        *[lambda table=table, number=number: record(table, number, by) for table in tables for number in range(1, 5)]
    )
    assert all(isinstance(answer, SheetLine) for answer in answers), answers
    assert SheetLine.objects.filter(current=True).count() == 16
    assert SeatResult.objects.aggregate(total=Sum("points"))["total"] == 0
    assert set(SeatResult.objects.filter(seat__chair=0).values_list("points", "donnes")) == {(4 * 180, 4)}
    assert Tournament.objects.get().revision == 17


def test_two_arbiters_who_save_the_same_donne_agree_on_one_line(tables: list[Table]) -> None:
    by = arbiter(tables[0].round.tournament.club)
    answers = at_once(*[lambda: record(tables[0], 1, by)] * 2)
    assert [answer.number for answer in answers] == [1, 1]
    assert SheetLine.objects.count() == 1


def test_two_arbiters_who_save_one_donne_otherwise_get_one_line_and_one_refusal(tables: list[Table]) -> None:
    by = arbiter(tables[0].round.tournament.club)
    answers = at_once(
        lambda: record(tables[0], 1, by), lambda: record(tables[0], 1, by, entry=replace(GARDE, half_points=100))
    )
    refusals = [answer for answer in answers if isinstance(answer, Refusal)]
    assert [refusal.code for refusal in refusals] == ["stale_line"]
    assert SheetLine.objects.count() == 1


def test_one_form_sent_twice_at_once_writes_one_line(tables: list[Table]) -> None:
    by, key = arbiter(tables[0].round.tournament.club), uuid.uuid4()
    answers = at_once(*[lambda: record(tables[0], 1, by, key)] * 3)
    assert len({answer.pk for answer in answers if isinstance(answer, SheetLine)}) == 1
    assert SheetLine.objects.count() == 1
    assert Tournament.objects.get().revision == 2


def test_a_table_that_was_drawn_again_meanwhile_takes_nothing(tables: list[Table]) -> None:
    """The page of a donne, a call, a penalty is open while the organiser draws the position again."""
    table = tables[0]
    tournament = table.round.tournament
    by, caller = arbiter(tournament.club), table.seats.get(chair=0)
    tournament.rounds.all().delete()
    said = {"key": uuid.uuid4(), "by": by, "at": NOW}
    passed = Outcome.PASSED
    writes: list[Callable[[], object]] = [
        lambda: record(table, 1, by),
        lambda: record_donne(SentDonne(table=table, number=1, entry=passed, **said)),
        lambda: close_sheet(table=table, by=by, at=NOW),
        lambda: sign_sheet(table=table, seat=caller, seen="", by=by, at=NOW),
        lambda: record_chelem_call(
            table=table, number=1, caller=caller, announced="avant_carte", outcome="en_attente", **said
        ),
        lambda: a_penalty(tournament, by, target="table", table=table),
    ]
    for write in writes:
        assert refusal_of(write).code == "table_redrawn"
    Tournament.objects.update(keeps=Keeps.TOTALS)
    refusal = refusal_of(record_balances, table=table, balances=dict.fromkeys(range(4), 0), replaces=[], **said)
    assert refusal.code == "table_redrawn"


def test_a_donne_and_a_new_draw_at_once_never_lose_the_donne_unsaid(tables: list[Table]) -> None:
    tournament = tables[0].round.tournament
    by = arbiter(tournament.club)
    draw = ask_draw(tournament=tournament, remainder=Remainder.EXEMPT, seed=1, by=by, at=NOW)
    done(draw)
    published, saved = at_once(lambda: publish_draw(draw=draw, by=by, at=NOW), lambda: record(tables[0], 1, by))
    codes = {answer.code for answer in (published, saved) if isinstance(answer, Refusal)}
    assert codes in ({"table_redrawn"}, {"round_begun_since"})
    assert SheetLine.objects.count() == (0 if isinstance(saved, Refusal) else 1)


@pytest.mark.parametrize("_turn", range(4))
def test_an_edition_is_dropped_or_serves_never_both(tables: list[Table], _turn: int) -> None:
    tournament = tables[0].round.of_tournament
    by = arbiter(tournament.club)
    faults = [FaultFacts("Bruit", points=-5)]
    edition = open_edition(club=tournament.club, valid_from=tournament.date, faults=faults, by=by, at=NOW)
    kind = edition.kinds.get()

    def give() -> object:
        return a_penalty(tournament, by, kind=kind, target="table", table=tables[0], points=-5, reason="")

    given, dropped = at_once(give, lambda: drop_edition(edition=edition, by=by, at=NOW))

    served = PenaltyKind.objects.filter(pk=kind.pk).exists()
    codes = [answer.code if isinstance(answer, Refusal) else "" for answer in (given, dropped)]
    assert codes == (["", "edition_used"] if served else ["fault_gone", ""])
