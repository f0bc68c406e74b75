"""At the desk a page begins in the field that is typed first, and one key after another leads through a donne."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, rewrite
from tests.scoring.sheets import record, seated
from tests.scoring.views.typed import at, typed
from tests.texts import text
from tournaments.labels import Keeps
from tournaments.models import Account, Table, Tournament

pytestmark = pytest.mark.django_db

FOCUSED = re.compile(r'<(?:input|select|textarea)\b[^>]*?\bname="(\w+)"[^>]*?\bautofocus\b')
STEP = re.compile(r'id="f-(\w+)"[^>]*?\bdata-step\b')


def first_of(page: HttpResponse) -> set[str]:
    """Return the fields in which a page begins."""
    return {*FOCUSED.findall(text(page))}


def test_a_page_of_donnes_begins_in_the_field_that_is_typed_first(
    table: Table, the_arbiter: Account, as_arbiter: Client
) -> None:
    record(table, 2, the_arbiter)
    sheet = [table.round.tournament_id, 1, table.number]
    assert first_of(as_arbiter.get(at(table, 1))) == {"taker"}
    assert first_of(as_arbiter.get(at(table, 2))) == {"outcome"}
    assert first_of(as_arbiter.get(at(table, 2, "move_donne"))) == {"table"}
    assert first_of(as_arbiter.get(at(table, 2, "empty_donne"))) == {"reason"}
    assert first_of(as_arbiter.get(reverse("paper_sheet", args=sheet))) == {"taker_1"}
    for number in (1, 3, 4):
        record(table, number, the_arbiter)
    close_sheet(table=table, by=the_arbiter, at=NOW)
    assert first_of(as_arbiter.get(reverse("reopen_sheet", args=sheet))) == {"reason"}


def test_a_page_of_balances_begins_with_the_first_player(tournament: Tournament, as_arbiter: Client) -> None:
    rewrite(tournament, keeps=Keeps.TOTALS)
    table = seated(tournament)[0]
    grid, balances = (reverse("balance_grid", args=[tournament.pk, 1]), reverse("balances", args=[tournament.pk, 1, 1]))
    assert first_of(as_arbiter.get(grid)) == {"t1_0"}
    assert first_of(as_arbiter.get(balances)) == {"chair_0"}
    wrong = {"key": str(table.pk), "chair_0": "douze", "t1_0": "douze"}
    assert first_of(as_arbiter.post(grid, wrong)) == first_of(as_arbiter.post(balances, wrong)) == set()


def test_a_page_of_decisions_begins_with_what_happened(tables: list[Table], as_arbiter: Client) -> None:
    tournament = tables[0].round.tournament_id
    assert first_of(as_arbiter.get(reverse("penalties", args=[tournament]))) == {"kind"}
    assert first_of(as_arbiter.get(reverse("incidents", args=[tournament]))) == {"text"}


def test_the_keys_lead_through_a_plain_donne(table: Table, as_arbiter: Client) -> None:
    page = as_arbiter.get(at(table))
    assert STEP.findall(text(page)) == ["taker", "contract", "bouts", "points"]
    keys = dict(re.findall(r'name="(?:outcome|contract|bouts)" value="(\w+)"[^>]*?data-key="(\w)"', text(page)))
    assert " ".join(f"{key}:{value}" for value, key in keys.items()) == (
        "j:jouee p:passee s:petit_sec f:fausse_donne a:annulee "
        "p:prise g:garde s:garde_sans c:garde_contre 0:0 1:1 2:2 3:3"
    )
    assert first_of(as_arbiter.post(at(table), typed(points="x"))) == {"taker"}
