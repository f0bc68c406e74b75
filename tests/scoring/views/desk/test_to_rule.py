"""What contradicts an arbiter's ruling of a chelem, or wants his call: at the desk, on the sheet, before the end."""

import uuid
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from scoring.labels import CalledWhen, CallOutcome, Outcome
from scoring.marque import Facts
from scoring.models import ChelemCall, Signature
from scoring.queries.desk.contradictions import Against, contradictions_of, lines_to_rule
from scoring.queries.table.agreements import version_of
from scoring.queries.table.sheets import sheet_of
from scoring.services.sheets.confirmations import sign_sheet
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW
from tests.refusals import refusal_of
from tests.scoring.sheets import chelem_called, garde, phone_of, record, seat, seated, void
from tests.scoring.views.tables import read
from tournaments.models import Account, Table, Tournament

pytestmark = pytest.mark.django_db
ANNOUNCED = garde(points="60", chelem_announced=True)
MADE = garde(bouts=3, points="91", chelem_announced=True, chelem_made="attaque")


@pytest.fixture
def table(tournament: Tournament) -> Table:
    Tournament.objects.update(donnes_per_round=1, rounds_planned=1, void_donnes_count=True)
    return Table.objects.select_related("round__tournament").get(pk=seated(tournament)[0].pk)


def against() -> list[Against]:
    return [against for _line, against in contradictions_of(lines_to_rule())]


def kept(table: Table, by: Account, announced: CalledWhen, ruling: CallOutcome = CallOutcome.PENDING) -> None:
    """Keep a call beside its line without looking at it, as old evenings and event files may have it."""
    said = {"announced": announced, "ruling": ruling, "recorded_by": by, "recorded_by_name": str(by)}
    ChelemCall.objects.create(table=table, number=1, caller=seat(table, 0), key=uuid.uuid4(), recorded_at=NOW, **said)


@pytest.mark.parametrize(
    ("entry", "ruling", "is_told"),
    [
        (ANNOUNCED, CallOutcome.PENDING, False),
        (ANNOUNCED, CallOutcome.FAILED, False),
        (MADE, CallOutcome.MADE, False),
        (ANNOUNCED, CallOutcome.MADE, True),
        (MADE, CallOutcome.FAILED, True),
        (MADE, CallOutcome.INFLICTED, True),
        (garde(), CallOutcome.PENDING, True),
        (replace(ANNOUNCED, taker=1), CallOutcome.PENDING, True),
        (void(Outcome.ANNULLED), CallOutcome.PENDING, True),
    ],
)
def test_a_line_that_says_something_else_than_a_call_in_time_is_told(
    table: Table, the_arbiter: Account, entry: Facts | Outcome, ruling: CallOutcome, is_told: bool
) -> None:
    record(table, 1, the_arbiter, entry, confirmed=None)
    kept(table, the_arbiter, CalledWhen.BEFORE_CARD, ruling)

    assert against() == ([Against.CALL] if is_told else [])
    if is_told:
        assert refusal_of(close_sheet, table=table, by=the_arbiter, at=NOW).code == "line_against_ruling"
    else:
        close_sheet(table=table, by=the_arbiter, at=NOW)


def test_a_call_that_was_cancelled_contradicts_nothing(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter, ANNOUNCED, confirmed=None)
    kept(table, the_arbiter, CalledWhen.LATE)
    ChelemCall.objects.update(cancelled_at=NOW, cancelled_by=the_arbiter, cancel_reason="mal entendu")
    assert against() == []


def test_an_announcement_that_was_ruled_late_keeps_the_sheet_open(
    table: Table, the_arbiter: Account, as_organiser: Client
) -> None:
    record(table, 1, the_arbiter, ANNOUNCED, confirmed=None)
    kept(table, the_arbiter, CalledWhen.LATE)
    assert against() == [Against.LATE]
    refused = refusal_of(close_sheet, table=table, by=the_arbiter, at=NOW)
    assert refused.code == "line_against_ruling"
    assert "donne 1, l’annonce enregistrée hors délai y compte encore" in refused.message
    pages = [reverse("sheet", args=[table.round.tournament_id, 1, 1])]
    pages += [reverse("desk_round", args=[table.round.tournament_id, 1])]
    pages += [reverse("finish_tournament", args=[table.round.tournament_id])]
    assert ["hors délai y compte encore" in read(as_organiser.get(page)) for page in pages] == [True] * 3
    assert "1 chelem est à trancher" in read(as_organiser.get(pages[2]))

    record(table, 1, the_arbiter, garde(points="60"))
    assert against() == []
    close_sheet(table=table, by=the_arbiter, at=NOW)


def test_a_chelem_that_a_table_announced_without_an_arbiter_is_at_the_desk(
    table: Table, the_arbiter: Account, as_arbiter: Client
) -> None:
    Tournament.objects.update(closes_itself=True)
    table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    record(table, 1, phone_of(table, 0), ANNOUNCED, confirmed=None)
    assert against() == [Against.UNCALLED]
    desk = reverse("desk_round", args=[table.round.tournament_id, 1])
    page = read(as_arbiter.get(desk))
    assert "tile needs-to_rule" in page
    assert "1 chelem à trancher" in page
    assert f"{reverse('chelem_calls', args=[table.round.tournament_id])}?position=1&amp;table=1&amp;donne=1" in page
    left = read(as_arbiter.post(f"{desk}clore/", {"table": 1}, follow=True))
    assert "La table 1 reste ouverte" in left

    seen = version_of(sheet_of(table))
    for chair in range(4):
        assert not sign_sheet(table=table, seat=seat(table, chair), seen=seen, by=phone_of(table, chair), at=NOW)
    assert Signature.objects.count() == 4
    chelem_called(table, the_arbiter)
    assert against() == []
    assert sign_sheet(table=table, seat=seat(table, 0), seen=seen, by=phone_of(table, 0), at=NOW)


def test_what_an_arbiter_announced_himself_is_not_asked_again(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter, ANNOUNCED, confirmed=None)
    assert against() == []
    close_sheet(table=table, by=the_arbiter, at=NOW)
