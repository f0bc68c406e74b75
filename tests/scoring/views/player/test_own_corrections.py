"""A player reads what was changed of his own scores, by whom and why, and nobody's withheld name."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import SheetLine
from scoring.models.phones import Phone
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.sheets.moves import empty_donne
from tests.factories import NOW, AccountFactory, logged_in
from tests.scoring.sheets import a_penalty, balanced, garde, record, seat
from tests.texts import text
from tournaments.labels import Keeps
from tournaments.models import Account, Player, Registration, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine(tables) -> Client:
    """The client of who sits Est at the first table."""
    account = AccountFactory(player=seat(tables[0], 1).registration.player)
    return logged_in(account)


def page(client, tournament):
    return text(client.get(reverse("own_corrections", args=[tournament.pk])))


def test_nothing_was_corrected(tournament, tables, the_arbiter, mine):
    record(tables[0], 1, the_arbiter)
    assert "Rien de ce qui vous concerne n’a été corrigé" in page(mine, tournament)


def test_a_correction_with_both_versions_and_no_free_text(tournament, tables, the_arbiter, mine):
    record(tables[0], 1, the_arbiter)
    record(tables[0], 1, the_arbiter, garde(points="60"))
    record(tables[1], 1, the_arbiter)
    record(tables[1], 1, the_arbiter, garde(points="70"), reason="rien à moi")
    shown = page(mine, tournament)
    assert f"Corrigée par {the_arbiter} le 21 novembre à 21 h 00 : « motif noté, l’arbitre le dit »" in shown
    assert (
        "mal recopiée"
        not in shown + mine.get(reverse("own_corrections", args=[tournament.pk]) + "?format=csv").content.decode()
    )
    assert ("49 points" in shown, "60 points" in shown, "rien à moi" in shown) == (True, True, False)
    assert "Rétablir" not in shown


def test_no_withheld_name_is_shown(tournament, tables, the_arbiter, mine):
    taker = seat(tables[0], 0).registration.player
    Player.objects.filter(pk=taker.pk).update(last_name="Secret", consent=False)
    Account.objects.filter(pk=the_arbiter.pk).update(player=taker, last_name="Secret")
    record(tables[0], 1, the_arbiter)
    record(tables[0], 1, the_arbiter, garde(points="60"))
    empty_donne(line=tables[0].lines.get(current=True), reason="autre table", by=the_arbiter, at=NOW)
    phone = Phone.objects.create(
        table=tables[0], seat=seat(tables[0], 0), key=uuid.uuid4(), first_seen=NOW, last_seen=NOW
    )
    record(tables[0], 2, the_arbiter)
    record(tables[0], 2, the_arbiter, garde(points="61"))
    SheetLine.objects.filter(number=2, current=True).update(
        written_by=None, phone=phone, written_by_name="SECRET Prénom, téléphone de la table 1"
    )
    shown = page(mine, tournament)
    assert "secret" not in shown.casefold()
    assert ("Corrigée par un arbitre" in shown, "Vidée par un arbitre" in shown) == (True, True)
    assert "Corrigée par un téléphone de la table" in shown


def test_his_penalties_with_what_became_of_them(tournament, tables, the_arbiter, mine):
    given = a_penalty(tournament, the_arbiter, target="table", table=tables[0], reason="dix minutes")
    assert f"Donnée par {the_arbiter} le 21 novembre à 21 h 00." in page(mine, tournament)
    cancel_penalty(penalty=given, reason="à l’heure", by=the_arbiter, at=NOW)
    shown = page(mine, tournament)
    assert ("dix minutes" in shown, "<s>Retard</s>" in shown) == (False, True)
    assert f"Annulée par {the_arbiter} le 21 novembre à 21 h 00 : « motif noté, l’arbitre le dit »" in shown
    file = mine.get(reverse("own_corrections", args=[tournament.pk]) + "?format=csv").content.decode()
    assert ("dix minutes" in file, "à l’heure" in file, "Retard" in file) == (False, False, True)


def test_his_balances(tournament, tables, the_arbiter, mine):
    Tournament.objects.update(keeps=Keeps.TOTALS)
    table = Table.objects.select_related("round__tournament").get(pk=tables[0].pk)
    balanced(table, the_arbiter, 30, -30, 0, 0)
    balanced(table, the_arbiter, 40, -40, 0, 0)
    assert (
        f"−30 → −40</b> <small>Par {the_arbiter} le 21 novembre à 21 h 00 : « motif noté, l’arbitre le dit »"
        in " ".join(page(mine, tournament).split())
    )


def test_it_costs_the_same_with_one_and_many(tournament, tables, the_arbiter, mine, django_assert_num_queries):
    record(tables[0], 1, the_arbiter)
    for more in (1, 20):
        for time in range(more):
            record(tables[0], 1, the_arbiter, garde(points=str(40 + time)))
        with django_assert_num_queries(12):
            page(mine, tournament)


def test_who_is_not_entered_reads_nothing(tournament, tables):
    stranger = AccountFactory(
        player=Registration.objects.create(
            tournament=Tournament.objects.create(club=tournament.club, name="Ailleurs", date=NOW.date()),
            player=Player.objects.create(club=tournament.club, last_name="X", first_name="Y"),
            start_number=1,
        ).player
    )
    client = logged_in(stranger)
    assert client.get(reverse("own_corrections", args=[tournament.pk])).status_code == 404
