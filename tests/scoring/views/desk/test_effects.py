"""Before a correction is saved its page says who moves, to those who run the event alone."""

import uuid

import pytest
from django.urls import reverse

from scoring.models import PenaltyKind, SheetLine
from scoring.services.decisions.calls import cancel_chelem_call
from tests.factories import NOW
from tests.scoring.sheets import balanced, chelem_called, duplicate, garde, named, record
from tests.scoring.views.desk.test_moves import asked
from tests.scoring.views.typed import at, typed
from tests.texts import text
from tournaments.labels import Keeps
from tournaments.models import Table, Tournament
from tournaments.queries.standings.standings import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables(tables, the_arbiter):
    """Two tables: Abel takes at the first and leads, Blum at the second follows him."""
    named(tables[0], ["Abel A"])
    named(tables[1], ["Blum A"])
    record(tables[0], 1, the_arbiter, garde(points="60"))
    record(tables[1], 1, the_arbiter)
    return tables


def effect(response):
    return response.context["effect"].standings


def told(moves):
    return [(line.name, line.place_before, line.place_after) for line in moves.lines]


def test_a_correction_says_who_moves_and_writes_nothing(tables, as_arbiter):
    line = tables[0].lines.get()
    response = as_arbiter.post(at(tables[0], name="donne_preview"), typed(points="41", replaces=str(line.pk)))
    page = text(response)
    assert "Abel A passe derrière Blum A." in page
    assert " ".join(page.split()).count("1er → 2e") == 1
    assert "+264 → +150" in page
    assert SheetLine.objects.count() == 2


def test_a_correction_that_moves_nobody_is_folded(tables, as_arbiter):
    page = text(as_arbiter.post(at(tables[0], name="donne_preview"), typed(points="61")))
    assert "<summary>Personne ne bouge au classement.</summary>" in page


def test_the_same_again_changes_nothing(tables, as_arbiter):
    page = text(as_arbiter.post(at(tables[0], name="donne_preview"), typed(points="60")))
    assert "Aucun total ne change au classement." in page


def test_the_same_again_of_an_etui_that_was_turned_changes_nothing(club, the_arbiter, as_arbiter):
    turned, straight = duplicate(club, tables=2)
    record(turned, 5, the_arbiter, turn=1)
    record(straight, 5, the_arbiter)
    again = as_arbiter.post(at(turned, number=5, name="donne_preview"), typed(turn="1"))
    assert "Aucun total ne change au classement." in text(again)
    straightened = as_arbiter.post(at(turned, number=5, name="donne_preview"), typed(turn="0"))
    assert "Aucun total ne change au classement." not in text(straightened)


def test_a_call_taken_back_leaves_an_etui_as_it_lay(club, the_arbiter, as_arbiter):
    turned, straight = duplicate(club, tables=2)
    made = garde(points="91", bouts=3, chelem_made="attaque")
    record(turned, 5, the_arbiter, made, turn=1, confirmed=None)
    record(straight, 5, the_arbiter, made, turn=1, confirmed=None)
    call = chelem_called(turned, the_arbiter, number=5, outcome="reussi")
    tournament = turned.round.tournament
    before = {line.start_number: line.total for line in standings(tournament).lines}
    said = effect(as_arbiter.get(reverse("cancel_chelem_call", args=[tournament.pk, call.pk])))
    cancel_chelem_call(call=call, reason="erreur", by=the_arbiter, at=NOW)
    now = {line.start_number: line.total for line in standings(tournament).lines}
    assert set(now.values()) == {50}
    assert before | {line.start_number: line.total_after for line in said.lines} == now


def test_a_new_donne_says_nothing_of_places(tables, as_arbiter):
    page = text(as_arbiter.post(at(tables[0], number=2, name="donne_preview"), typed()))
    assert "who-moves" not in page


def test_a_donne_that_becomes_void_says_who_moves(tables, as_arbiter):
    page = text(as_arbiter.post(at(tables[0], name="donne_preview"), typed(outcome="passee")))
    assert "Abel A passe derrière Blum A." in page


def test_without_scripts_the_page_says_it_too(tables, as_arbiter):
    page = text(as_arbiter.post(at(tables[0]), typed(points="41", preview="1", replaces="1")))
    assert "Abel A passe derrière Blum A." in page


def test_emptying_says_who_moves(tables, as_arbiter):
    response = as_arbiter.get(at(tables[0], name="empty_donne"))
    assert ("Abel A", 1, None) in told(effect(response))
    assert "1er → non classé" in " ".join(text(response).split())


def test_moving_says_who_moves_before_it_is_confirmed(tables, as_arbiter):
    line = tables[0].lines.get()
    response = as_arbiter.post(at(tables[0], name="move_donne"), asked(seen=line.pk))
    assert response.status_code == 422
    assert ("Blum A", 2, 1) in told(effect(response))
    assert "Au classement" in text(response)


def test_a_penalty_being_typed_says_who_moves(tables, tournament, as_arbiter):
    address = reverse("penalty_effect", args=[tournament.pk])
    kind = PenaltyKind.objects.first()
    form = {"kind": kind.pk, "target": "joueur", "player": "1", "points": "100", "reason": "x", "key": uuid.uuid4()}

    page = text(as_arbiter.post(address, form))

    assert "Abel A passe derrière Blum A." in page
    assert tournament.penalties.count() == 0
    for nothing in ({"points": "0"}, {"player": "99"}, {"kind": ""}, {"target": "camp"}):
        assert "who-moves" not in text(as_arbiter.post(address, form | nothing))


def test_a_penalty_to_be_cancelled_says_who_moves(tables, tournament, as_arbiter):
    kind = PenaltyKind.objects.first()
    form = {"kind": kind.pk, "target": "joueur", "player": "1", "points": "100", "reason": "x", "key": uuid.uuid4()}
    as_arbiter.post(reverse("give_penalty", args=[tournament.pk]), form)
    address = reverse("cancel_penalty", args=[tournament.pk, tournament.penalties.get().pk])
    assert told(effect(as_arbiter.get(address))) == [("Abel A", 2, 1)]
    as_arbiter.post(address, {"reason": "erreur"})
    assert as_arbiter.get(address).context["effect"] is None


def test_balances_being_corrected_say_who_moves(tables, as_arbiter, the_arbiter):
    SheetLine.objects.update(current=False)
    Tournament.objects.update(keeps=Keeps.TOTALS)
    table = Table.objects.select_related("round__tournament").get(pk=tables[0].pk)
    place = [table.round.tournament_id, table.round.number, table.number]
    typed_in = {"chair_0": "-10", "chair_1": "10", "chair_2": "0", "chair_3": "0", "key": uuid.uuid4()}
    address = reverse("balances_effect", args=place)
    assert "who-moves" not in text(as_arbiter.post(address, typed_in))  # nothing is written yet

    balanced(table, the_arbiter, 300, -300, 0, 0)

    page = text(as_arbiter.post(address, typed_in))
    assert "Abel A passe derrière Blum A, " in page
    page = as_arbiter.post(reverse("balances", args=place), typed_in | {"preview": "1"})
    assert [line.total_after for line in effect(page).lines] == [10, -10]
    assert table.seats.get(chair=0).totals.get().points == 300
    for nothing in ({"chair_0": "5"}, {"chair_0": ""}):
        assert "who-moves" not in text(as_arbiter.post(address, typed_in | nothing))
