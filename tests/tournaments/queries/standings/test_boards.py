"""The ranking of a duplicate tournament: each result beside the others of the same hand."""

from fractions import Fraction

import pytest
from django.test.utils import CaptureQueriesContext

from tests.factories import RegistrationFactory, TournamentFactory
from tests.tournaments.boards import Scores, at_chair, duplicate, played
from tournaments.kit.text import Percent
from tournaments.labels import TournamentState
from tournaments.models import BoardResult, ClubRating, Registration, Seat, Tournament
from tournaments.queries.standings.boards import BoardRow
from tournaments.queries.standings.places import place_of
from tournaments.queries.standings.ratings import rated_tournaments
from tournaments.queries.standings.standings import StandingsChange, standings, standings_of

pytestmark = pytest.mark.django_db

THREE_TABLES: dict[int, dict[int, Scores]] = {
    1: {1: (90, -30, -30, -30), 2: (-60, 20, 20, 20)},
    2: {1: (90, -30, -30, -30), 2: (0, 0, 0, 0)},
    3: {1: (-150, 50, 50, 50), 2: (300, -100, -100, -100)},
}


def total_at(tournament: Tournament, table: int, chair: int, **more: object) -> object:
    line = standings(tournament, **more).line_of(at_chair(tournament, table, chair).pk)
    assert line is not None
    return line.total


def test_a_total_is_what_was_won_of_what_could_be_won() -> None:
    """Of a board at three tables, a hand can win 4: 2 for each result beaten, 1 for each equal."""
    tournament = duplicate(3)
    played(tournament, 1, THREE_TABLES)
    assert total_at(tournament, 1, 0) == Percent(Fraction(100 * (3 + 0), 8))
    assert total_at(tournament, 2, 0) == Percent(Fraction(100 * (3 + 2), 8))
    assert total_at(tournament, 3, 0) == Percent(Fraction(100 * (0 + 4), 8))
    assert total_at(tournament, 1, 1) == Percent(Fraction(100 * (1 + 4), 8))
    assert isinstance(total_at(tournament, 1, 0), Percent)


def test_equal_shares_share_a_place_whatever_was_played() -> None:
    tournament = duplicate(3)
    played(tournament, 1, THREE_TABLES)
    places = {line.registration_id: (line.place, line.shared) for line in standings(tournament).lines}
    # Four of the hands have 5 of 8: Sud of table 2, and all three defenders of table 1.
    assert [place for place, _shared in places.values()].count(1) == 4
    assert places[at_chair(tournament, 2, 0).pk] == (1, True)


def test_who_sat_out_a_round_has_nothing_invented() -> None:
    """He played two boards of four, and is measured by these two."""
    tournament = duplicate(3, rounds=2)
    played(tournament, 1, THREE_TABLES)
    played(
        tournament,
        2,
        {
            table: {board + 2: scores for board, scores in boards.items()}
            for table, boards in THREE_TABLES.items()
            if table != 1
        },
    )
    assert total_at(tournament, 1, 0) == Percent(Fraction(100 * 3, 8))


def test_a_board_played_less_often_is_brought_to_the_usual_number() -> None:
    """Neuberg: of p points among n results where N are usual, (p + 1)·N/n − 1."""
    tournament = duplicate(3)
    played(tournament, 1, THREE_TABLES | {3: {1: (-150, 50, 50, 50)}})
    won = Fraction((0 + 1) * 3, 2) - 1  # the worse of two results on board 2
    assert total_at(tournament, 1, 0) == Percent(Fraction(100 * (3 + won), 8))


def test_by_the_mean_a_total_is_in_points_of_the_boards_of_the_event() -> None:
    tournament = duplicate(3, compared_by="mean")
    played(tournament, 1, THREE_TABLES)
    assert total_at(tournament, 1, 0) == (90 - Fraction(90 - 150, 2)) + (-60 - Fraction(0 + 300, 2))
    assert not isinstance(total_at(tournament, 1, 0), Percent)


def test_a_defender_may_be_weighed_as_one_opponent_of_three() -> None:
    tournament = duplicate(3, compared_by="mean", compared_per_opponent=True)
    played(tournament, 1, THREE_TABLES)
    assert total_at(tournament, 1, 0) == Fraction(30 - Fraction(30 - 50, 2)) + (-20 - Fraction(0 + 100, 2))


def test_the_best_and_the_worst_others_may_be_left_out() -> None:
    tournament = duplicate(4, boards=1, compared_by="mean", compared_trim=1)
    played(tournament, 1, {n: {1: (points, 0, 0, 0)} for n, points in enumerate((0, 10, 20, 1000), start=1)})
    assert total_at(tournament, 1, 0) == 0 - 20
    assert total_at(tournament, 4, 0) == 1000 - 10


def test_a_penalty_is_a_percentage_of_what_a_board_can_bring() -> None:
    tournament = duplicate(3)
    played(tournament, 1, THREE_TABLES)
    registration = at_chair(tournament, 2, 0)
    Registration.objects.filter(pk=registration.pk).update(penalty_points=-25)
    assert total_at(tournament, 2, 0) == Percent(Fraction(100 * (5 - 1), 8))
    line = standings(tournament).line_of(registration.pk)
    assert line is not None
    assert line.penalties == -25


def test_a_change_of_one_table_moves_all_who_held_its_boards() -> None:
    tournament = duplicate(3)
    played(tournament, 1, THREE_TABLES)
    table = tournament.rounds.get().tables.get(number=3)
    instead = tuple(
        BoardRow(at_chair(tournament, 3, chair).pk, 1, table.pk, board, chair, points, is_taker=chair == 0)
        for board, scores in {1: (600, -200, -200, -200), 2: (300, -100, -100, -100)}.items()
        for chair, points in enumerate(scores)
    )
    changed = standings_of([tournament], {tournament.pk: StandingsChange(boards={table.pk: instead})})[tournament.pk]
    line = changed.line_of(at_chair(tournament, 2, 0).pk)
    assert line is not None
    assert line.total == Percent(Fraction(100 * (1 + 2), 8))


def test_a_change_of_a_table_without_results_counts_in_its_own_tournament() -> None:
    """As the first donne of a table does before it is saved, when several evenings of a league are counted."""
    other, tournament = duplicate(2, boards=1), duplicate(2, boards=1)
    table = tournament.rounds.get().tables.get(number=1)
    first = tuple(
        BoardRow(at_chair(tournament, 1, chair).pk, 1, table.pk, 1, chair, 0, is_taker=False) for chair in range(4)
    )
    changes = {tournament.pk: StandingsChange(boards={table.pk: first})}
    counted = standings_of([other, tournament], changes)
    begun = {pk: ranking.rounds_begun for pk, ranking in counted.items()}
    assert begun == {other.pk: 0, tournament.pk: 1}


def test_a_place_says_what_each_round_brought_and_adds_up() -> None:
    tournament = duplicate(3, rounds=2)
    played(tournament, 1, THREE_TABLES)
    played(
        tournament,
        2,
        {table: {board + 2: scores for board, scores in boards.items()} for table, boards in THREE_TABLES.items()},
    )
    current = standings(tournament)
    line = current.line_of(at_chair(tournament, 2, 0).pk)
    assert line is not None
    Tournament.objects.update(free_rounds=2)
    why = place_of(Tournament.objects.get(), line.start_number)
    assert why is not None
    assert [step.amount for step in why.steps] == [Percent(Fraction(500, 8))] * 2
    assert why.steps[-1].total == line.total


def test_boards_cost_two_queries_in_duplicate_and_none_in_libre(
    django_assert_num_queries: CaptureQueriesContext,
) -> None:
    tournament = duplicate(3)
    played(tournament, 1, THREE_TABLES)
    libre = TournamentFactory()
    with django_assert_num_queries(5):
        standings(tournament)
    with django_assert_num_queries(3):
        standings(libre)


def test_a_board_that_leaves_a_sheet_leaves_the_comparison() -> None:
    tournament = duplicate(3)
    played(tournament, 1, THREE_TABLES)
    played(tournament, 1, {3: {1: (-150, 50, 50, 50)}})
    assert BoardResult.objects.filter(seat__table__number=3).values_list("board", flat=True).distinct().get() == 1


def test_an_adjusted_result_is_no_result_that_others_are_measured_by() -> None:
    """Two tables played the only board: of these two a hand can win 2, whatever the arbiter gave at the third."""
    tournament = duplicate(3, boards=1)
    played(tournament, 1, {1: {1: (90, -30, -30, -30)}, 2: {1: (60, -20, -20, -20)}})
    for chair in range(4):
        seat = at_chair(tournament, 3, chair).seats.get()
        BoardResult.objects.create(seat=seat, board=1, hand=chair, adjusted=50)
    line = standings(tournament).line_of(at_chair(tournament, 1, 0).pk)
    assert line is not None
    assert line.marks[0].possible == 2
    assert total_at(tournament, 3, 0) == Percent(50)


def test_what_one_table_alone_has_played_is_an_average_and_a_penalty_is_a_share_of_it() -> None:
    tournament = duplicate(3)
    played(tournament, 1, {1: {1: (90, -30, -30, -30)}})
    late = at_chair(tournament, 1, 0)
    assert total_at(tournament, 1, 0) == Percent(50)
    tournament.registrations.filter(pk=late.pk).update(penalty_points=-10)
    assert total_at(tournament, 1, 0) == Percent(40)


def test_who_has_played_no_board_has_no_place_and_is_told_why() -> None:
    tournament = duplicate(3)
    idle = RegistrationFactory(tournament=tournament, start_number=99)
    Seat.objects.create(round=tournament.rounds.get(), registration=idle)
    played(tournament, 1, THREE_TABLES)
    line = standings(tournament).line_of(idle.pk)
    assert line is not None
    assert (line.place, line.remarks) == (None, ["hors classement\N{NO-BREAK SPACE}: n’a pas encore joué d’étui"])


def test_a_rating_waits_until_the_boards_are_free() -> None:
    """Another session of the same étuis may have to play them after the end of this one."""
    tournament = duplicate(3, state=TournamentState.FINISHED)
    played(tournament, 1, THREE_TABLES)
    rating = ClubRating.objects.create(club=tournament.club, since=tournament.date)
    assert list(rated_tournaments(rating)) == []
    Tournament.objects.filter(pk=tournament.pk).update(free_rounds=1)
    assert list(rated_tournaments(rating)) == [tournament]
