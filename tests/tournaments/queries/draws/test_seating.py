"""Who sits where in a round, by table and by name, read with the names people agreed to."""

import pytest

from tests.factories import NOW, PlayerFactory, RegistrationFactory, field
from tests.tournaments.rounds import mark, publish
from tournaments.models import Table
from tournaments.queries.draws.seating import seating

pytestmark = pytest.mark.django_db


def entered(tournament, number, last_name, **player):
    person = PlayerFactory(club=tournament.club, last_name=last_name, first_name="Anne", **player)
    return RegistrationFactory(tournament=tournament, player=person, start_number=number)


@pytest.fixture
def five(tournament):
    return [
        entered(tournament, 1, "Zola"),
        entered(tournament, 2, "Élie"),
        entered(tournament, 3, "Secret", consent=False),
        entered(tournament, 4, "Durand"),
        entered(tournament, 5, "Bœuf"),
    ]


def test_a_round_is_shown_by_table_and_by_name(tournament, five):
    publish(tournament, 1, [five[1:]], five[:1])
    publish(tournament, 2, [five[:4]], five[4:])
    found = seating(tournament, 2)
    assert (found.rounds, found.round.number) == ((1, 2), 2)
    (table,) = found.tables
    assert [(seat.letter, seat.chair, seat.name) for seat in table.seats] == [
        ("S", "Sud", "Zola Anne"),
        ("E", "Est", "Élie Anne"),
        ("N", "Nord", "Joueur n°\u00a03"),
        ("O", "Ouest", "Durand Anne"),
    ]
    assert [seat.name for seat in found.exempts] == ["Bœuf Anne"]
    assert [seat.start_number for seat in found.by_name] == [5, 4, 2, 1, 3]
    assert [seat.start_number for seat in found.matching("ELIE")] == [2]
    assert [seat.start_number for seat in found.matching("3")] == [3]


def test_those_without_a_name_come_last_by_their_numbers(tournament, five):
    late = [entered(tournament, 10, "Abel", consent=False), entered(tournament, 9, "Zoé", consent=False)]
    publish(tournament, 1, [five[:4]], [five[4], *late])
    assert [seat.start_number for seat in seating(tournament, 1).by_name] == [5, 4, 2, 1, 3, 9, 10]


def test_another_round_can_be_asked_for(tournament, five):
    publish(tournament, 1, [five[1:]], five[:1])
    publish(tournament, 2, [five[:4]], five[4:])
    assert [seat.name for seat in seating(tournament, 1).exempts] == ["Zola Anne"]
    assert seating(tournament, 9).round is None


def test_of_a_whole_rotation_the_round_being_played_is_shown(tournament, five):
    rounds = [publish(tournament, number, [five[:4]], five[4:]) for number in (1, 2, 3)]
    assert seating(tournament).round.number == 1
    rounds[0].tables.update(closed_at=NOW)
    assert seating(tournament).round.number == 2
    mark(rounds[2], dict.fromkeys(five[:4], 0))  # the sheet of the second was forgotten open
    assert seating(tournament).round.number == 3
    Table.objects.update(closed_at=NOW)
    assert seating(tournament).round.number == 3


def test_those_who_run_the_event_read_every_name(tournament, five):
    publish(tournament, 1, [five[:4]], five[4:])
    assert [seat.name for seat in seating(tournament, full_names=True).by_name] == [
        "Bœuf Anne",
        "Durand Anne",
        "Élie Anne",
        "Secret Anne",
        "Zola Anne",
    ]


def test_imported_results_do_not_make_exempts(tournament, five):
    mark(publish(tournament, 1, [], five), dict.fromkeys(five, 10))
    found = seating(tournament)
    assert (found.tables, found.exempts) == ((), ())


@pytest.mark.parametrize("count", [1, 30])
def test_two_queries_whatever_the_number_of_players(tournament, count, django_assert_num_queries):
    publish(tournament, 1, [[player] for player in field(tournament, count)])
    with django_assert_num_queries(2):
        assert len(seating(tournament).by_name) == count
