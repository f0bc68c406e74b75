"""Of which round a penalty is: by its table, else by what had been written when it was given."""

from datetime import timedelta

import pytest

from scoring.labels import PenaltyTarget
from scoring.queries.desk.penalties import taken_after
from scoring.services.decisions.penalties import cancel_penalty
from tests.factories import NOW
from tests.scoring.sheets import a_penalty, record
from tests.services.calls import World, a_world
from tournaments.models import Tournament
from tournaments.queries.standings.lines import Span, until
from tournaments.queries.standings.public import public_standings

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def world() -> World:
    """Two rounds of two tables: the first was written at eight, the second two hours later."""
    found = a_world()
    for number in (1, 2):
        for table in found.tables(number):
            record(table, 1, found.arbiter, at=NOW + 2 * HOUR * (number - 1))
    return found


def taken(world: World, points: int, *, hours: int, **where: object) -> object:
    return a_penalty(world.tournament, world.by, points=points, at=NOW + hours * HOUR, **where)


def test_a_penalty_is_of_the_round_of_its_table_whenever_it_was_given(world: World) -> None:
    first, second = (world.tournament.rounds.get(number=number).tables.first() for number in (1, 2))
    one, two = world.entries[:2]
    taken(world, -10, hours=9, registration=one, table=first)
    taken(world, -20, hours=1, registration=one, table=second)
    taken(world, -5, hours=3, target=PenaltyTarget.TABLE, table=second)

    assert taken_after({world.tournament.pk: 0})[one.pk] == -35
    assert taken_after({world.tournament.pk: 1})[one.pk] == -25
    assert taken_after({world.tournament.pk: 1})[two.pk] == -5
    assert taken_after({world.tournament.pk: 2}) == {}


@pytest.mark.parametrize(("hours", "later"), [(-1, [1]), (0, [1]), (1, [1]), (2, [1, 0]), (9, [1, 0])])
def test_one_without_a_table_is_of_the_round_that_had_begun(world: World, hours: int, later: list[int]) -> None:
    (one, *_others) = world.entries
    taken(world, -10, hours=hours, registration=one)
    is_of = 0 if hours < 0 else len(later)
    assert [one.pk in taken_after({world.tournament.pk: number}) for number in (0, 1, 2)] == [
        is_of > number for number in (0, 1, 2)
    ]


def test_the_ranking_after_a_round_has_what_was_taken_until_then(
    world: World, django_assert_max_num_queries: object
) -> None:
    one = world.entries[0]
    early = taken(world, -10, hours=1, registration=one)
    taken(world, -20, hours=3, registration=one)

    def penalties(span: Span | None) -> int:
        found = public_standings(Tournament.objects.get(pk=world.tournament.pk), span)
        line = found.line_of(one.pk)
        assert line is not None
        return line.penalties

    assert [penalties(span) for span in (None, until(1), until(2), Span(2, 2))] == [-30, -10, -30, 0]
    cancel_penalty(penalty=early, reason="erreur", by=world.by, at=NOW + 4 * HOUR)  # type: ignore[arg-type]
    assert [penalties(span) for span in (None, until(1), until(2))] == [-20, 0, -20]
    Tournament.objects.filter(pk=world.tournament.pk).update(hidden_rounds=1)
    assert penalties(None) == 0
    with django_assert_max_num_queries(7):  # type: ignore[operator]
        public_standings(Tournament.objects.get(pk=world.tournament.pk), until(1))
