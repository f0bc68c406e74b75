"""The balances of a whole position on one page, and its complete sheets closed by one button of the desk."""

import uuid

import pytest

from scoring.labels import ProtestAbout
from scoring.services.decisions.protests import contest
from tests.factories import NOW
from tests.scoring.sheets import record, results, seated
from tests.texts import text
from tournaments.labels import Keeps
from tournaments.models import Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables(tournament, as_arbiter):
    as_arbiter.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    Tournament.objects.update(keeps=Keeps.TOTALS)
    return seated(tournament, tables=3)


def grid(tournament):
    return f"/arbitrage/{tournament.pk}/1/bilans/"


def desk(tournament):
    return f"/arbitrage/{tournament.pk}/1/"


def typed(client, tournament, **rows):
    """Return the page's form as somebody fills it: `t2="30 -30 0 0"`."""
    key = client.get(grid(tournament)).context["form"]["key"].value()
    figures = {f"{row}_{chair}": value for row, said in rows.items() for chair, value in enumerate(said.split(" "))}
    return {"key": str(key)} | figures


def test_what_is_filled_in_is_saved_and_the_rest_waits(tournament, tables, as_arbiter):
    answer = as_arbiter.post(grid(tournament), typed(as_arbiter, tournament, t1="+30 −30 0 0", t3="0 0 −8 8"))
    assert (answer.status_code, answer["Location"]) == (303, desk(tournament))
    assert [results(table) for table in tables] == [[30, -30, 0, 0], [], [0, 0, -8, 8]]
    assert "Bilans enregistrés : 2 tables." in text(as_arbiter.get(desk(tournament)))
    assert [table.number for table in as_arbiter.get(grid(tournament)).context["form"].tables] == [2]


def test_saved_and_closed_in_one_go(tournament, tables, as_arbiter):
    as_arbiter.post(grid(tournament), typed(as_arbiter, tournament, t1="30 -30 0 0") | {"clore": "1"})
    assert list(Table.objects.filter(closed_at__isnull=False).values_list("number", flat=True)) == [1]


def test_everything_that_is_wrong_is_said_and_nothing_saved(tournament, tables, as_arbiter):
    form = typed(as_arbiter, tournament, t1="30 -30 0 0", t2="30 -20 0 0", t3="5  0 0") | {"t1_3": "x"}
    answer = as_arbiter.post(grid(tournament), form)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["t1_3", "t2_0", "t3_1"]
    shown = text(answer)
    assert "Table 2 : la somme fait +10 au lieu de 0." in shown
    assert "Table 3 : il faut le bilan de chacun." in shown
    assert 'value="-20"' in shown
    assert [results(table) for table in tables] == [[], [], []]


def test_nobody_wins_or_loses_more_than_a_hundred_thousand(tournament, tables, as_arbiter):
    beyond = as_arbiter.post(grid(tournament), typed(as_arbiter, tournament, t2="100001 −100001 0 0"))
    assert list(beyond.context["form"].errors) == ["t2_0", "t2_1"]
    as_arbiter.post(grid(tournament), typed(as_arbiter, tournament, t2="100000 −100000 0 0"))
    assert results(tables[1]) == [100_000, -100_000, 0, 0]


def test_an_empty_grid_is_told(tournament, tables, as_arbiter):
    answer = as_arbiter.post(grid(tournament), typed(as_arbiter, tournament))
    assert (answer.status_code, "Rien n’est encore écrit" in text(answer)) == (422, True)


def test_what_another_arbiter_wrote_meanwhile_is_said_and_the_rest_stays_typed(tournament, tables, as_arbiter):
    late = typed(as_arbiter, tournament, t1="40 -40 0 0", t2="7 -7 0 0")
    as_arbiter.post(grid(tournament), typed(as_arbiter, tournament, t1="30 -30 0 0"))
    answer = as_arbiter.post(grid(tournament), late)
    assert (answer.status_code, "Les bilans de la table 1 ont été changés" in text(answer)) == (422, True)
    assert [results(table) for table in tables] == [[30, -30, 0, 0], [], []]
    form = answer.context["form"]
    assert ([table.number for table in form.tables], form["t2_0"].value()) == ([2, 3], "7")


def test_the_same_grid_sent_twice_is_saved_once(tournament, tables, as_arbiter):
    form = typed(as_arbiter, tournament, t1="30 -30 0 0")
    assert [as_arbiter.post(grid(tournament), form).status_code for _time in range(2)] == [303, 303]
    assert results(tables[0]) == [30, -30, 0, 0]


def test_where_donnes_are_kept_there_is_no_grid(tournament, tables, as_arbiter):
    Tournament.objects.update(keeps=Keeps.DONNES)
    assert as_arbiter.get(grid(tournament))["Location"] == desk(tournament)


def test_the_desk_closes_the_complete_ones(tournament, as_arbiter, the_arbiter):
    as_arbiter.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    Tournament.objects.update(donnes_per_round=1)
    tables = seated(tournament, tables=3)
    assert "Clore l" not in text(as_arbiter.get(desk(tournament)))
    for table in tables[:2]:
        record(table, 1, the_arbiter)
    shown = as_arbiter.get(desk(tournament))
    assert "Clore les 2 feuilles complètes" in text(shown)
    numbers = list(shown.context["view"].to_close)
    told = text(as_arbiter.post(f"{desk(tournament)}clore/", {"table": [*numbers, 3, "x"]}, follow=True))
    assert "2 feuilles closes." in told
    assert "Ces feuilles ne sont plus complètes, ou sont déjà closes : 3." in told


def test_the_desk_says_which_complete_ones_it_leaves_open(tournament, as_arbiter, the_arbiter):
    as_arbiter.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    Tournament.objects.update(donnes_per_round=1)
    tables = seated(tournament, tables=2)
    for table in tables:
        record(table, 1, the_arbiter)
    said = {"about": ProtestAbout.SHEET, "seat": None, "reason": "faux", "key": uuid.uuid4()}
    contest(table=tables[0], by=the_arbiter, at=NOW, **said)
    shown = text(as_arbiter.get(desk(tournament)))
    held = (
        "La table 1 reste ouverte : il y a une contestation, deux versions, une décision à appliquer "
        "ou une donne à confirmer."
    )
    assert (held in shown, "Clore la feuille complète" in shown) == (True, True)
    told = text(as_arbiter.post(f"{desk(tournament)}clore/", {"table": [1, 2]}, follow=True))
    assert ("1 feuille close." in told, held in told, "ne sont plus complètes" in told) == (True, True, False)
