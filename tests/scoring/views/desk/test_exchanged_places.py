"""A form that says people by their chairs is of those who sat there when it was shown, whoever sits there by now."""

import inspect
import re
import uuid
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.forms.desk.sheets import ChairsForm
from scoring.models import ChelemCall, Incident, Penalty, PenaltyKind, SheetLine, SheetTotal
from tests.factories import TournamentFactory, logged_in, organiser
from tests.fuzz.page_forms import Form, forms_of
from tests.fuzz.submissions import untyped
from tests.scoring.services.sheets.test_held_phones import exchanged, replaced
from tests.scoring.sheets import EST, SUD, seat, seated
from tests.scoring.views.tables import PhoneAt, read
from tournaments.labels import Keeps, TournamentState
from tournaments.models import Table, Tournament

WRITTEN = (SheetLine, SheetTotal, ChelemCall, Incident, Penalty)
TOLD = "Table 1 : des places ont changé depuis que vous avez ouvert cette page. Rien n’est enregistré"
DONNE = {"taker": "0", "contract": "garde", "bouts": "2", "points": "49"}
FILLED = {
    "donne": DONNE,
    "on a phone": DONNE,
    "paper_sheet": {"taker_1": "s", "contract_1": "g", "bouts_1": "2", "points_1": "49"},
    "balances": {"chair_0": "30", "chair_1": "-30", "chair_2": "0", "chair_3": "0"},
    "balance_grid": {"t1_0": "30", "t1_1": "-30", "t1_2": "0", "t1_3": "0"},
    "chelem_calls": {"number": "1", "caller": "0"},
    "incidents": {"text": "une carte vue", "seated": "0"},
    "penalties": {"target": "joueur", "seated": "0", "points": "20", "reason": "retard"},
}
SAYS_CHAIRS = re.compile(r"seat_choices\(|chair_keys\(|_cell\(")


@pytest.fixture
def table() -> Table:
    return seated(TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=2), tables=2)[0]


def opened(client: Client, page: str, table: Table) -> HttpResponse:
    """Open a form about a table."""
    if page == "on a phone":
        return PhoneAt(table, client=client).get("table_donne", number=1)
    if page in ("balances", "balance_grid"):
        Tournament.objects.update(keeps=Keeps.TOTALS)
    place = {"donne": [1, 1, 1], "balance_grid": [1]}.get(page, [1, 1] if page in ("paper_sheet", "balances") else [])
    return client.get(
        reverse(page, args=[table.round.tournament_id, *place]), {} if place else {"position": 1, "table": 1}
    )


def form_in(answer: HttpResponse) -> Form:
    found = forms_of(answer.content.decode(), answer.request["PATH_INFO"])
    (form,) = (form for form in found if any(control.name == "sat" for control in form.controls))
    return form


def send(client: Client, shown: HttpResponse, page: str) -> HttpResponse:
    """Fill in the form of a page and send it, to the same address where it says no other."""
    form = form_in(shown)
    query = shown.request["QUERY_STRING"] if form.path == shown.request["PATH_INFO"] else ""
    more = {"kind": PenaltyKind.objects.get(club=None, code="retard").pk} if page == "penalties" else {}
    return client.post(f"{form.path}?{query}", untyped(form) | FILLED[page] | more)


def written() -> int:
    return sum(model.objects.count() for model in WRITTEN)


@pytest.mark.django_db
@pytest.mark.parametrize("change", ["exchanged", "replaced"])
@pytest.mark.parametrize("page", FILLED)
def test_it_is_shown_again_with_who_sits_there_now(table: Table, page: str, change: str) -> None:
    boss = organiser(table.round.of_tournament.club)
    client = Client() if page == "on a phone" else logged_in(boss)
    shown = opened(client, page, table)
    if change == "exchanged":
        other = Table.objects.get(round=table.round, number=2)
        exchanged(seat(table, SUD), seat(other, EST), boss)
    else:
        replaced(table, boss, SUD)

    refused = send(client, shown, page)

    assert (refused.status_code, TOLD in read(refused), written()) == (422, True, 0)
    saved = send(client, refused, page)
    assert (saved.status_code, bool(written())) == (303, True)


@pytest.mark.django_db
def test_a_donne_that_waited_on_a_phone_is_refused_in_words_and_nothing_is_kept(table: Table) -> None:
    phone = PhoneAt(table)
    form = form_in(opened(phone.client, "on a phone", table))
    replaced(table, organiser(table.round.of_tournament.club), SUD)
    sent = untyped(form) | DONNE | {"garde": "1", "key": str(uuid.uuid4())}
    answer = phone.client.post(form.path, sent, headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["state"], written()) == (422, "refused", 0)


def classes() -> Iterator[type]:
    """Yield each form of the app that is told which chair somebody has."""
    root = Path(inspect.getfile(ChairsForm)).parents[3]
    for file in sorted((root / "scoring" / "forms").rglob("*.py")):
        module = import_module(".".join(file.relative_to(root).with_suffix("").parts))
        for each in vars(module).values():
            is_defined_here = inspect.isclass(each) and each.__module__ == module.__name__
            if is_defined_here and SAYS_CHAIRS.search(inspect.getsource(each)):
                yield each


def test_every_form_that_says_chairs_knows_who_sat_there() -> None:
    found = list(classes())
    assert len(found) >= 7
    assert [each.__name__ for each in found if not issubclass(each, ChairsForm)] == []
