"""A decision about a donne waits until its donne follows it: at the desk, on the sheet, and before the end."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from scoring.labels import Outcome, PenaltyTarget, Sanction
from scoring.marque import Facts
from scoring.models import Penalty, Signature
from scoring.queries.desk.penalties import to_apply
from scoring.queries.table.agreements import version_of
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.sheets.confirmations import sign_sheet
from scoring.services.sheets.moves import empty_donne
from tests.factories import NOW
from tests.scoring.sheets import a_penalty, garde, phone_of, record, seat, seated, void
from tests.scoring.views.tables import read
from tournaments.models import Account, JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db
LATER = NOW + datetime.timedelta(minutes=5)


@pytest.fixture
def table(tournament: Tournament) -> Table:
    Tournament.objects.update(donnes_per_round=2, rounds_planned=1)
    table = seated(tournament, tables=2)[0]
    table.refresh_from_db()
    return table


def decided(table: Table, by: Account, sanction: Sanction = Sanction.REDEAL, donne: int = 1) -> Penalty:
    asked = {"target": PenaltyTarget.DONNE, "sanction": sanction, "donne": donne, "points": 0}
    return a_penalty(table.round.of_tournament, by, table=table, reason="fausse donne", **asked)


def waits(table: Table) -> bool:
    return to_apply().filter(table=table).exists()


def with_petit() -> Facts:
    return garde(petit_au_bout="attaque")


def test_it_keeps_its_sheet_open_until_the_donne_is_corrected(
    table: Table, the_arbiter: Account, as_arbiter: Client
) -> None:
    record(table, 1, the_arbiter, with_petit())
    record(table, 2, the_arbiter)
    decided(table, the_arbiter, Sanction.PRIME_CANCELLED)
    desk = reverse("desk_round", args=[table.round.tournament_id, 1])
    sheet = reverse("sheet", args=[table.round.tournament_id, 1, 1])
    page = read(as_arbiter.get(desk))
    assert "1 décision à appliquer" in page
    assert "tile needs-to_apply" in page
    assert f'href="{sheet}donnes/1/"' in page
    assert "vider" not in page

    refused = read(as_arbiter.post(f"{sheet}clore/", follow=True))
    assert "la décision « prime annulée » n’est pas appliquée à la donne 1." in refused
    left = read(as_arbiter.post(f"{desk}clore/", {"table": 1}, follow=True))
    assert "La table 1 reste ouverte" in left
    assert Table.objects.get(pk=table.pk).closed_at is None

    record(table, 1, the_arbiter, at=LATER)
    assert "à appliquer" not in read(as_arbiter.get(desk)).casefold()
    assert "feuille close" in read(as_arbiter.post(f"{desk}clore/", {"table": 1}, follow=True))


def test_a_new_deal_waits_until_the_donne_is_taken_off_or_played_again(table: Table, the_arbiter: Account) -> None:
    line = record(table, 1, the_arbiter)
    decided(table, the_arbiter, Sanction.DEALER_BARRED)
    assert waits(table)
    empty_donne(line=line, reason="redonnée", by=the_arbiter, at=LATER)
    assert not waits(table)
    record(table, 1, the_arbiter, at=LATER)
    assert not waits(table)


def test_what_is_decided_before_the_donne_is_written_waits_only_for_a_prime(table: Table, the_arbiter: Account) -> None:
    decided(table, the_arbiter, Sanction.REDEAL)
    decided(table, the_arbiter, Sanction.PRIME_CANCELLED, donne=2)
    assert not waits(table)
    record(table, 1, the_arbiter, with_petit(), at=LATER)
    record(table, 2, the_arbiter, at=LATER)
    assert not waits(table)
    record(table, 2, the_arbiter, with_petit(), at=LATER)
    assert not waits(table)  # somebody corrected the donne after the decision: he knows

    other = Table.objects.get(round=table.round, number=2)
    decided(other, the_arbiter, Sanction.PRIME_CANCELLED)
    record(other, 1, the_arbiter, with_petit(), at=LATER)
    assert waits(other)


@pytest.mark.parametrize("outcome", [Outcome.PASSED, Outcome.ANNULLED])
def test_a_donne_that_was_not_played_waits_for_no_new_deal(
    table: Table, the_arbiter: Account, outcome: Outcome
) -> None:
    record(table, 1, the_arbiter, void(outcome))
    decided(table, the_arbiter)
    assert not waits(table)


def test_a_decision_that_is_cancelled_waits_no_more(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter)
    penalty = decided(table, the_arbiter)
    assert waits(table)
    cancel_penalty(penalty=penalty, reason="erreur", by=the_arbiter, at=LATER)
    assert not waits(table)


def test_an_arbiter_says_that_it_is_done_already(table: Table, the_arbiter: Account, as_arbiter: Client) -> None:
    record(table, 1, the_arbiter)
    penalty = decided(table, the_arbiter)
    pages = (
        reverse("sheet", args=[table.round.tournament_id, 1, 1]),
        reverse("penalties", args=[table.round.tournament_id]),
    )
    asked = reverse("penalty_applied", args=[table.round.tournament_id, penalty.pk])
    assert [f'action="{asked}"' in read(as_arbiter.get(page)) for page in pages] == [True, True]
    for _twice in range(2):
        answer = as_arbiter.post(asked, follow=True)
    assert "C’est noté : la donne est comme la décision le veut." in read(answer)
    assert not waits(table)
    assert [f'action="{asked}"' in read(as_arbiter.get(page)) for page in pages] == [False, False]
    assert JournalEntry.objects.filter(action="décision appliquée").count() == 1


def test_the_last_signature_is_kept_and_closes_nothing(table: Table, the_arbiter: Account) -> None:
    Tournament.objects.update(closes_itself=True, donnes_per_round=1)
    table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    record(table, 1, the_arbiter)
    penalty = decided(table, the_arbiter)
    seen = version_of(sheet_of(table))

    def signed(chair: int) -> bool:
        return sign_sheet(table=table, seat=seat(table, chair), seen=seen, by=phone_of(table, chair), at=LATER)

    assert [signed(chair) for chair in range(4)] == [False] * 4
    assert Signature.objects.count() == 4
    cancel_penalty(penalty=penalty, reason="erreur", by=the_arbiter, at=LATER)
    assert signed(0)


def test_it_is_told_before_the_tournament_is_ended(table: Table, the_arbiter: Account, as_organiser: Client) -> None:
    record(table, 1, the_arbiter)
    decided(table, the_arbiter)
    page = read(as_organiser.get(reverse("finish_tournament", args=[table.round.tournament_id])))
    assert "1 décision n’est pas appliquée" in page
    assert "nouvelle donne par le même donneur" in page
