"""A decision shows what it changes before it is given; one that its donne does not follow waits at the desk."""

import datetime
import uuid

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from scoring.labels import Outcome, PenaltyTarget, Prime, Sanction
from scoring.marque import Facts
from scoring.models import Penalty, PenaltyKind, Signature
from scoring.queries.desk.donne_decisions import to_apply
from scoring.queries.table.agreements import version_of
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.sheets.confirmations import sign_sheet
from scoring.services.sheets.moves import empty_donne
from tests.factories import NOW
from tests.scoring.sheets import garde, phone_of, record, results, seat, seated, void
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


def old(table: Table, by: Account, sanction: Sanction = Sanction.REDEAL, prime: str = "") -> Penalty:
    """Return a decision as it was given before decisions changed their donnes: it is to be applied."""
    fault = PenaltyKind.objects.get(club=None, code="fausse_donne")
    return Penalty.objects.create(
        tournament=table.round.tournament,
        kind=fault,
        target=PenaltyTarget.DONNE,
        sanction=sanction,
        prime=prime,
        table=table,
        donne=1,
        points=0,
        key=uuid.uuid4(),
        given_by=by,
        given_by_name=str(by),
        given_at=NOW,
    )


def waits(table: Table) -> bool:
    return bool(to_apply(Q(table=table)))


def with_petit() -> Facts:
    return garde(petit_au_bout="attaque")


def test_it_keeps_its_sheet_open_until_the_donne_is_corrected(
    table: Table, the_arbiter: Account, as_arbiter: Client
) -> None:
    record(table, 1, the_arbiter, with_petit())
    record(table, 2, the_arbiter)
    old(table, the_arbiter, Sanction.PRIME_CANCELLED)
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

    record(table, 1, the_arbiter, garde(points="56", petit_au_bout="attaque"), at=LATER)
    assert waits(table)  # the points are not the prime
    record(table, 1, the_arbiter, at=LATER)
    assert "à appliquer" not in read(as_arbiter.get(desk)).casefold()
    assert "feuille close" in read(as_arbiter.post(f"{desk}clore/", {"table": 1}, follow=True))


def test_a_new_deal_waits_until_the_donne_is_void_or_taken_off(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter)
    old(table, the_arbiter, Sanction.DEALER_BARRED)
    assert waits(table)
    line = record(table, 1, the_arbiter, garde(points="61"), at=LATER)
    assert waits(table)  # corrected is not dealt again
    empty_donne(line=line, reason="redonnée", by=the_arbiter, at=LATER)
    assert not waits(table)
    record(table, 1, the_arbiter, at=LATER)
    assert not waits(table)
    record(table, 1, the_arbiter, garde(points="61"), at=LATER)
    assert not waits(table)


def test_a_new_deal_is_done_once_the_donne_is_void(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter)
    old(table, the_arbiter)
    record(table, 1, the_arbiter, void(Outcome.ANNULLED), at=LATER)
    assert not waits(table)


def test_a_decision_that_is_cancelled_waits_no_more(table: Table, the_arbiter: Account) -> None:
    record(table, 1, the_arbiter)
    penalty = old(table, the_arbiter)
    assert waits(table)
    cancel_penalty(penalty=penalty, reason="erreur", by=the_arbiter, at=LATER)
    assert not waits(table)


def test_an_arbiter_says_that_it_is_done_already(table: Table, the_arbiter: Account, as_arbiter: Client) -> None:
    both = {"petit_au_bout": "attaque", "poignees": ((0, "simple"),)}
    record(table, 1, the_arbiter, garde(**both))
    penalty = old(table, the_arbiter, Sanction.PRIME_CANCELLED)
    pages = (
        reverse("sheet", args=[table.round.tournament_id, 1, 1]),
        reverse("penalties", args=[table.round.tournament_id]),
    )
    asked = reverse("penalty_applied", args=[table.round.tournament_id, penalty.pk])
    assert [f'action="{asked}"' in read(as_arbiter.get(page)) for page in pages] == [True, True]
    assert "a encore toutes les primes qu’elle avait" in read(as_arbiter.post(asked, follow=True))
    assert waits(table)
    record(table, 1, the_arbiter, with_petit(), at=LATER)
    for _twice in range(2):
        answer = as_arbiter.post(asked, follow=True)
    assert "a une prime de moins qu’à la décision" in read(answer)
    assert not waits(table)
    assert [f'action="{asked}"' in read(as_arbiter.get(page)) for page in pages] == [False, False]
    assert JournalEntry.objects.filter(action="décision appliquée").count() == 1


def test_a_new_deal_is_not_done_because_somebody_says_so(
    table: Table, the_arbiter: Account, as_arbiter: Client
) -> None:
    record(table, 1, the_arbiter)
    penalty = old(table, the_arbiter)
    asked = reverse("penalty_applied", args=[table.round.tournament_id, penalty.pk])
    assert "encore celle qui devait être redonnée" in read(as_arbiter.post(asked, follow=True))
    assert waits(table)
    record(table, 1, the_arbiter, void(Outcome.ANNULLED), at=LATER)
    assert "ne compte pas (annulée par l’arbitre)" in read(as_arbiter.post(asked, follow=True))


def test_the_last_signature_is_kept_and_closes_nothing(table: Table, the_arbiter: Account) -> None:
    Tournament.objects.update(closes_itself=True, donnes_per_round=1)
    table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    record(table, 1, the_arbiter)
    penalty = old(table, the_arbiter)
    seen = version_of(sheet_of(table))

    def signed(chair: int) -> bool:
        return sign_sheet(table=table, seat=seat(table, chair), seen=seen, by=phone_of(table, chair), at=LATER)

    assert [signed(chair) for chair in range(4)] == [False] * 4
    assert Signature.objects.count() == 4
    cancel_penalty(penalty=penalty, reason="erreur", by=the_arbiter, at=LATER)
    assert signed(0)


def test_it_is_told_before_the_tournament_is_ended(table: Table, the_arbiter: Account, as_organiser: Client) -> None:
    record(table, 1, the_arbiter)
    old(table, the_arbiter)
    page = read(as_organiser.get(reverse("finish_tournament", args=[table.round.tournament_id])))
    assert "1 décision n’est pas appliquée" in page
    assert "nouvelle donne par le même donneur" in page


def test_what_a_decision_changes_is_shown_before_it_is_given(
    table: Table, the_arbiter: Account, as_arbiter: Client
) -> None:
    record(table, 1, the_arbiter, with_petit())
    address = reverse("give_penalty", args=[table.round.tournament_id])
    fault = PenaltyKind.objects.get(club=None, code="fausse_donne")
    typed = {"kind": fault.pk, "sanction": Sanction.PRIME_CANCELLED, "target": PenaltyTarget.DONNE, "reason": "vu"}
    typed |= {"position": 1, "table": 1, "donne": 1, "key": uuid.uuid4()}
    assert "Dites quelle prime est annulée." in read(as_arbiter.post(address, typed))

    typed["prime"] = Prime.PETIT
    asked = as_arbiter.post(address, typed)
    page = read(asked)
    assert asked.status_code == 422
    assert "cette décision la change :" in page
    assert "c’est bien cette décision que je donne" in page
    assert "ce qui s’est passé" not in page
    assert "avant : " in page
    assert "+258" in page
    assert "après : " in page
    assert "+198" in page
    assert "Qui bouge au classement" in page
    assert not Penalty.objects.exists()
    box = asked.context["form"].confirmation.value
    assert "prime annulée : petit au bout" in read(as_arbiter.post(address, typed | {"confirmed": box}, follow=True))
    assert results(table)[0] == 198

    cancelling = reverse("cancel_penalty", args=[table.round.tournament_id, Penalty.objects.get().pk])
    page = read(as_arbiter.get(cancelling))
    assert "Ce que cette décision a changé à la donne 1 est repris :" in page
    assert "+258" in page


def test_what_is_dealt_again_already_asks_for_nothing(table: Table, the_arbiter: Account, as_arbiter: Client) -> None:
    record(table, 1, the_arbiter)
    fault = PenaltyKind.objects.get(club=None, code="fausse_donne")
    typed = {"kind": fault.pk, "sanction": Sanction.REDEAL, "target": PenaltyTarget.DONNE, "is_dealt_again": "on"}
    typed |= {"position": 1, "table": 1, "donne": 1, "key": uuid.uuid4(), "reason": "vu"}
    as_arbiter.post(reverse("give_penalty", args=[table.round.tournament_id]), typed)
    assert Penalty.objects.get().applied_at is not None
    assert results(table)[0] == 198
