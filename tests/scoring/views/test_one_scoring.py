"""A donne is scored once where it is previewed or saved, and not at all where it is shown; with as many statements."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.marque import score
from scoring.marque.checks import problems_in
from tests.scoring.sheets import ODD, garde, looked_at, record
from tests.scoring.views.player.test_confirming import ODD_FORM, box
from tests.scoring.views.typed import at, sheet, typed

pytestmark = pytest.mark.django_db


class Count:
    """How often donnes were scored and checked, and how many statements the database was asked."""

    scored = checked = statements = 0


@contextmanager
def counting() -> Iterator[Count]:
    count = Count()

    def watch(frame, event, _argument):
        if event == "call":
            count.scored += frame.f_code is score.__code__
            count.checked += frame.f_code is problems_in.__code__

    with CaptureQueriesContext(connection) as statements:
        before = sys.getprofile()
        sys.setprofile(watch)
        try:
            yield count
        finally:
            sys.setprofile(before)
    count.statements = len(statements)


def counted(request: Callable[[], object]) -> tuple[int, int]:
    with counting() as count:
        request()
    return count.scored, count.checked


def test_a_preview_scores_once(table, as_arbiter):
    assert counted(lambda: as_arbiter.post(at(table, name="donne_preview"), typed())) == (1, 1)


def test_a_preview_of_what_is_impossible_scores_nothing(table, as_arbiter):
    assert counted(lambda: as_arbiter.post(at(table, name="donne_preview"), typed(points="91"))) == (0, 1)


def test_saving_scores_once(table, as_arbiter):
    assert counted(lambda: as_arbiter.post(at(table), typed())) == (1, 1)


def test_correcting_scores_once(table, the_arbiter, as_arbiter):
    line = record(table, 1, the_arbiter)
    form = typed(points="50", replaces=str(line.pk), reason="mal lu")

    assert counted(lambda: as_arbiter.post(at(table), form)) == (1, 1)


def test_the_same_form_sent_again_scores_nothing(table, as_arbiter):
    form = typed()
    as_arbiter.post(at(table), form)

    assert counted(lambda: as_arbiter.post(at(table), form)) == (0, 0)


@pytest.mark.parametrize(
    "changes", [ODD_FORM, {"replaces": "1", "points": "50"}, {"points": "50"}], ids=["odd", "no reason", "stale"]
)
def test_a_donne_that_is_not_written_but_shown_again_scores_once(table, the_arbiter, as_arbiter, changes):
    if changes != ODD_FORM:
        line = record(table, 1, the_arbiter)
        changes = changes | ({"replaces": str(line.pk)} if "replaces" in changes else {})

    as_arbiter.get(at(table))  # the first form of a process counts which donnes there are
    with counting() as count:
        response = as_arbiter.post(at(table), typed(**changes))

    assert response.status_code == 422
    assert (count.scored, count.checked) == (1, 1)


def test_an_odd_donne_that_is_confirmed_scores_once(table, as_arbiter):
    first = as_arbiter.post(at(table), typed(**ODD_FORM))

    assert counted(lambda: as_arbiter.post(at(table), typed(**ODD_FORM, confirmed=box(first).value))) == (1, 1)


def test_what_is_written_is_shown_without_scoring_it(table, the_arbiter, as_arbiter):
    for number, entry in enumerate([garde(), garde(points="38", petit_au_bout="defense"), ODD, garde(taker=2)], 1):
        record(table, number, the_arbiter, entry, confirmed=looked_at(table, entry))
    place = [table.round.tournament_id, table.round.number, table.number]

    for address in (sheet(table), at(table, 3), reverse("api_sheet", args=place)):
        as_arbiter.get(address)  # the first page of a process reads the rulebook, whose examples are donnes too
        with counting() as count:
            response = as_arbiter.get(address)
        assert response.status_code == 200
        assert (count.scored, count.checked) == (0, 0)


def test_a_sheet_asks_the_database_as_often_for_four_donnes_as_for_one(table, the_arbiter, as_arbiter):
    asked = []
    as_arbiter.get(sheet(table))
    for number in range(1, 5):
        record(table, number, the_arbiter)
        with counting() as count:
            as_arbiter.get(sheet(table))
        asked.append(count.statements)

    assert asked[1:] == asked[:-1]
