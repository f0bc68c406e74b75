"""An adjusted score says everywhere whether it is an average, whose, or a number: no page takes one for another."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Penalty, PenaltyKind
from scoring.services.decisions.penalties import cancel_penalty
from tests.factories import NOW, AccountFactory, logged_in
from tests.scoring.api.programs import TableProgram
from tests.scoring.documents.test_decisions import printed
from tests.scoring.sheets import a_penalty, record, seat
from tests.texts import NO_BREAK
from tournaments.models import Account, Table, Tournament

pytestmark = pytest.mark.django_db
FAULT = "Main mal remise dans l’étui"
WORDS = [
    ("epreuve", None, "score ajusté : moyenne de l’épreuve"),
    ("joueur", None, "score ajusté : moyenne du joueur"),
    ("attribue", -12, "score ajusté : score attribué −12"),
]


@pytest.fixture
def table(table: Table, the_arbiter: Account) -> Table:
    record(table, 1, the_arbiter)
    return table


def adjusted(table: Table, by: Account, basis: str, assigned: int | None) -> Penalty:
    kind = PenaltyKind.objects.get(club=None, code="etui")
    of_place = {"registration": seat(table, 1).registration, "table": table, "reason": "main abîmée"}
    asked = {"sanction": "score_ajuste", "basis": basis, "assigned": assigned, "points": 0}
    return a_penalty(table.round.of_tournament, by, kind=kind, **of_place, **asked)


def read(client: Client, name: str, *place: int, **asked: str) -> str:
    return " ".join(client.get(reverse(name, args=place), asked).content.decode().translate(NO_BREAK).split())


@pytest.mark.parametrize(("basis", "assigned", "words"), WORDS)
def test_every_list_says_which(
    tournament: Tournament,
    table: Table,
    the_arbiter: Account,
    as_arbiter: Client,
    basis: str,
    assigned: int | None,
    words: str,
) -> None:
    penalty = adjusted(table, the_arbiter, basis, assigned)
    place = [tournament.pk, 1, 1]
    pages = {
        "penalties": read(as_arbiter, "penalties", tournament.pk),
        "penalties, taken away": read(as_arbiter, "penalties", tournament.pk, format="csv"),
        "sheet": read(as_arbiter, "sheet", *place),
        "journal": read(as_arbiter, "journal", tournament.pk),
        "paper": printed(tournament, penalty),
    }
    account = AccountFactory(player=seat(table, 1).registration.player)
    mine = logged_in(account)
    pages["his own"] = read(mine, "own_corrections", tournament.pk)
    pages["his own, taken away"] = read(mine, "own_corrections", tournament.pk, format="csv")
    others = {told for _basis, _points, told in WORDS} - {words}
    assert [name for name, page in pages.items() if words not in page] == []
    assert [name for name, page in pages.items() if any(other in page for other in others)] == []
    assert f"{FAULT} (avertissement)" not in pages["journal"]


def test_a_page_that_gave_one_says_which(tournament: Tournament, table: Table, as_arbiter: Client) -> None:
    form = {
        "kind": str(PenaltyKind.objects.get(club=None, code="etui").pk),
        "sanction": "score_ajuste",
        "basis": "epreuve",
        "assigned": "",
        "target": "joueur",
        "player": "2",
        "position": "1",
        "table": "1",
        "points": "",
        "reason": "main abîmée",
        "key": str(uuid.uuid4()),
    }
    answer = as_arbiter.post(reverse("give_penalty", args=[tournament.pk]), form, follow=True)
    told = answer.content.decode().translate(NO_BREAK)
    assert f"Pénalité « {FAULT} » donnée, score ajusté : moyenne de l’épreuve :" in told


def test_one_taken_back_is_struck_out_with_what_it_did(
    tournament: Tournament, table: Table, the_arbiter: Account, as_arbiter: Client
) -> None:
    penalty = adjusted(table, the_arbiter, "joueur", None)
    cancel_penalty(penalty=penalty, reason="à tort", by=the_arbiter, at=NOW)
    assert "<s>score ajusté : moyenne du joueur</s>" in read(as_arbiter, "penalties", tournament.pk)
    told = read(as_arbiter, "journal", tournament.pk, action="pénalité annulée")
    assert f"{FAULT} (score ajusté : moyenne du joueur)" in told


def test_programs_read_which(table: Table, the_arbiter: Account) -> None:
    program = TableProgram.of(table, the_arbiter)
    adjusted(table, the_arbiter, "epreuve", None)
    (told,) = program.ask("GET", "penalties/", of_tournament=True).json()
    assert (told["sanction"], told["basis"], told["assigned"]) == ("score_ajuste", "epreuve", None)
