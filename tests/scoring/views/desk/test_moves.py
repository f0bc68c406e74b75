"""Moving and emptying a donne, as an arbiter does it."""

import uuid

import pytest

from scoring.models import SheetLine
from scoring.queries.table.sheet_texts import sheet_text
from tests.scoring.sheets import duplicate, garde, record, results, seat
from tests.scoring.views.typed import at, sheet, typed
from tests.texts import text

pytestmark = pytest.mark.django_db


def asked(**changes):
    return {
        "position": "1",
        "table": "2",
        "number": "3",
        "reason": "mauvaise table",
        "key": str(uuid.uuid4()),
    } | changes


def test_the_entry_form_of_a_written_donne_leads_to_both(tables, the_arbiter, as_arbiter):
    assert "Déplacer cette donne" not in text(as_arbiter.get(at(tables[0])))

    record(tables[0], 1, the_arbiter)

    page = text(as_arbiter.get(at(tables[0])))
    assert page.count(at(tables[0], name="move_donne")) == 1
    assert page.count(at(tables[0], name="empty_donne")) == 1


def test_a_donne_is_shown_where_it_will_be_before_it_moves(tables, the_arbiter, as_arbiter):
    here, there = tables
    line = record(here, 1, the_arbiter)
    address = at(here, name="move_donne")
    name = seat(there, 0).registration.player.full_name

    first = as_arbiter.post(address, asked(seen=line.pk))
    box = first.context["form"].confirmation
    assert (first.status_code, SheetLine.objects.count()) == (422, 1)
    assert [f"de {name}" in sentence or f"d’{name}" in sentence for sentence in box.sentences] == [True]
    response = as_arbiter.post(address, asked(seen=line.pk, confirmed=box.value))

    assert (response.status_code, response.url) == (303, sheet(there))
    assert results(there) == [198, -66, -66, -66]
    page = text(as_arbiter.get(sheet(here)))
    assert "vers la position 1, table 2, donne 3 : « mauvaise table »" in page
    assert "de la position 1, table 1, donne 1 : « mauvaise table »" in text(as_arbiter.get(sheet(there)))


def test_another_place_is_asked_about_again(tables, the_arbiter, as_arbiter):
    here, _there = tables
    line = record(here, 1, the_arbiter)
    address = at(here, name="move_donne")
    box = as_arbiter.post(address, asked(seen=line.pk)).context["form"].confirmation

    response = as_arbiter.post(address, asked(seen=line.pk, number="4", confirmed=box.value))

    assert response.status_code == 422
    assert SheetLine.objects.get() == line


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"table": "9"}, "table"), ({"table": "x"}, "table"), ({"number": ""}, "number"), ({"reason": ""}, "reason")],
)
def test_what_is_wrong_is_said_at_its_field(tables, the_arbiter, as_arbiter, wrong, field):
    line = record(tables[0], 1, the_arbiter)

    response = as_arbiter.post(at(tables[0], name="move_donne"), asked(seen=line.pk) | wrong)

    assert (response.status_code, list(response.context["form"].errors)) == (422, [field])


def test_a_place_that_cannot_be_is_refused_before_anything_is_asked(tables, the_arbiter, as_arbiter):
    here, there = tables
    line = record(here, 1, the_arbiter)
    record(there, 3, the_arbiter)

    for number in ("3", "9"):
        form = as_arbiter.post(at(here, name="move_donne"), asked(seen=line.pk, number=number)).context["form"]
        assert (bool(form.errors), form.confirmation) == (True, None)


def test_a_line_corrected_meanwhile_is_not_emptied(tables, the_arbiter, as_arbiter):
    seen = record(tables[0], 1, the_arbiter)
    record(tables[0], 1, the_arbiter, garde(points="50"))

    response = as_arbiter.post(at(tables[0], name="empty_donne"), {"reason": "mauvaise table", "seen": seen.pk})

    assert response.status_code == 422
    assert SheetLine.objects.filter(current=True).count() == 1


def test_an_emptied_donne_is_to_be_entered_again(tables, the_arbiter, as_arbiter):
    here, _there = tables
    line = record(here, 1, the_arbiter)
    address = at(here, name="empty_donne")
    assert "+198 / −66 / −66 / −66" in text(as_arbiter.get(address))

    response = as_arbiter.post(address, {"reason": "mauvaise table", "seen": line.pk})

    assert (response.status_code, response.url) == (303, sheet(here))
    page = text(as_arbiter.get(sheet(here)))
    assert "Vidée par" in page
    assert "« mauvaise table »" in page
    assert [len(donne.changes) for donne in sheet_text(here).donnes] == [1, 0, 0, 0]  # on paper too
    again = as_arbiter.post(address, {"reason": "mauvaise table", "seen": line.pk})
    assert (again.status_code, again.url) == (303, sheet(here))


def test_two_arbiters_who_type_the_same_agree(tables, the_arbiter, as_arbiter):
    """The second one had the empty form before him: what he types is checked for nothing lost and nothing changed."""
    here, _there = tables
    record(here, 1, the_arbiter)

    same = as_arbiter.post(at(here), typed(), follow=True)
    other = as_arbiter.post(at(here), typed(points="48"))

    assert "identique à ce que" in text(same)
    assert same.redirect_chain[0][0] == at(here, 2)
    assert other.status_code == 422
    assert SheetLine.objects.count() == 1


def test_a_board_moves_where_it_is_played_with_how_its_etui_lay(club, the_arbiter, as_arbiter):
    here, _there = duplicate(club, tables=2, boards=range(5, 9))
    line = record(here, 5, the_arbiter, turn=2)
    move = at(here, 5, "move_donne")
    assert "Déplacer la donne de l’étui 5, table 1" in text(as_arbiter.get(move))
    for table in ("1", "2"):
        refused = as_arbiter.post(move, asked(seen=line.pk, table=table, number="9"))
        assert refused.context["form"].confirmation is None
        assert "elle joue les étuis 5 à 8" in text(refused)
    shown = as_arbiter.post(move, asked(seen=line.pk, number="5"))
    assert "étui tourné de deux places" in text(shown)
