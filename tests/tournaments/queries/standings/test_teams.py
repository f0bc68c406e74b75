"""The ranking of teams from the rows: sums, substitutes, those who lack, hidden rounds, percent, and its cost."""

from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import registered, rewrite
from tests.tournaments.boards import duplicate, played
from tests.tournaments.matches import matches_published, of_matches
from tests.tournaments.rounds import mark, publish
from tests.tournaments.teams import a_team, by_teams, teams_of
from tournaments.kit.text import Percent
from tournaments.labels import Status, TournamentState, Waits
from tournaments.models import Club, Registration, Tournament
from tournaments.queries.standings.lines import Mark, Standings
from tournaments.queries.standings.standings import standings
from tournaments.queries.standings.team_places import team_place
from tournaments.queries.standings.teams import TeamLine, public_team_standings, team_standings
from tournaments.standings import Missed, Unfinished

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(tournament: Tournament) -> list[Registration]:
    """Return eight players of four pairs who have played two rounds; their names are N1 to N8."""
    rewrite(tournament, state=TournamentState.RUNNING, rounds_planned=3)
    entries = by_teams(tournament, 2, 8)
    one, two, three, four, five, six, seven, eight = entries
    teams_of(entries, 2)
    first = publish(tournament, 1, [[one, three, five, seven], [two, four, six, eight]])
    mark(first, {one: 120, three: -60, five: 40, seven: -100, two: -30, four: 90, six: -60, eight: 0})
    second = publish(tournament, 2, [[one, four, five, eight], [two, three, six, seven]])
    mark(second, {one: -50, four: 20, five: 30, eight: 0, two: 10, three: 0, six: -10, seven: 0})
    return entries


def table_of(current: Standings) -> list[tuple[str, int | None, bool, object]]:
    return [(line.name, line.place, line.shared, line.total) for line in current.lines]


def line_of(tournament: Tournament, name: str) -> TeamLine:
    line = next(line for line in public_team_standings(tournament).lines if line.name == name)
    assert isinstance(line, TeamLine)
    return line


def test_a_team_has_what_its_members_brought(tournament: Tournament, evening: list[Registration]) -> None:
    Registration.objects.filter(pk=evening[4].pk).update(penalty_points=-20)
    current = public_team_standings(tournament)

    assert table_of(current) == [
        ("Équipe A", 1, True, 50),
        ("Équipe B", 1, True, 50),
        ("Équipe C", 3, False, -20),
        ("Équipe D", 4, False, -100),
    ]
    assert current.lines[0].marks == (Mark(90, 8), Mark(-40, 8))
    assert (current.lines[2].penalties, current.has_penalties, current.of_teams) == (-20, True, True)
    assert sum(line.total for line in current.lines) == sum(line.total for line in standings(tournament).lines)


def test_a_substitute_counts_for_the_team_and_alone(tournament: Tournament, evening: list[Registration]) -> None:
    """His line and the leaver's are each their own; the team has both, and was never short."""
    (came,) = registered(tournament, [9])
    Registration.objects.filter(pk=came.pk).update(team=tournament.teams.get(number=1))
    Registration.objects.filter(pk=evening[1].pk).update(status=Status.WITHDRAWN)
    one, _two, three, four, *others = evening
    mark(publish(tournament, 3, [[one, came, three, four], others]), {one: 10, came: 25, three: -5, four: -30})

    line = line_of(tournament, "Équipe A")

    assert (line.total, line.short_rounds, line.lacking) == (50 + 35, (), 0)
    assert [member.start_number for member in line.members] == [1, 2, 9]
    alone = {each.start_number: each.total for each in standings(tournament).lines}
    assert (alone[1], alone[2], alone[9]) == (80, -20, 25)


def test_a_team_that_lacks_somebody_says_so(tournament: Tournament, evening: list[Registration]) -> None:
    Registration.objects.filter(pk=evening[0].pk).update(status=Status.WITHDRAWN)
    one, two, three, four, *others = evening
    mark(publish(tournament, 3, [[two, three, four], others]), {two: 10, three: -5, four: -5})

    line = line_of(tournament, "Équipe A")

    assert (line.total, line.short_rounds, line.lacking) == (60, (3,), 1)
    assert line.remarks == [
        f"{one.player.full_name}, {two.player.full_name}",
        "incomplète\u00a0: position 3",
        "il manque 1 joueur",
        "sans capitaine\u00a0: il n’est plus là",
    ]
    rewrite(tournament, unfinished_rule=Unfinished.OUT)
    assert line_of(tournament, "Équipe A").place is None
    assert line_of(tournament, "Équipe B").place == 1  # a team that is whole is ranked


def test_a_round_that_has_not_begun_is_short_for_nobody_and_a_team_of_nobody_has_no_line(
    tournament: Tournament, evening: list[Registration]
) -> None:
    Registration.objects.filter(pk__in=[evening[6].pk, evening[7].pk]).update(team=None, is_captain=False)
    publish(tournament, 3, [evening[1:4], evening[4:]])
    current = public_team_standings(tournament)
    assert [line.name for line in current.lines] == ["Équipe A", "Équipe B", "Équipe C"]
    assert line_of(tournament, "Équipe A").short_rounds == ()


def test_what_an_excluded_member_lost_is_not_his_team_s(tournament: Tournament, evening: list[Registration]) -> None:
    Registration.objects.filter(pk=evening[0].pk).update(status=Status.EXCLUDED, penalty_points=-40)
    line = line_of(tournament, "Équipe A")
    assert (line.total, line.penalties, line.marks[0]) == (-20, 0, Mark(-30, 4))


def test_an_exempt_brings_his_team_what_the_rule_gives(tournament: Tournament, evening: list[Registration]) -> None:
    rewrite(tournament, missed_counts=Missed.FIXED, missed_points=7)
    one, two, three, four, *others = evening
    mark(publish(tournament, 3, [[two, three, four], others], [one]), {two: 10, three: -5, four: -5})

    line = line_of(tournament, "Équipe A")

    assert (line.total, line.marks[2], line.short_rounds) == (67, Mark(10, 4, given=7), ())


def test_who_is_excluded_brings_his_team_nothing(tournament: Tournament, evening: list[Registration]) -> None:
    Registration.objects.filter(pk=evening[0].pk).update(status=Status.EXCLUDED)
    assert (line_of(tournament, "Équipe A").total, line_of(tournament, "Équipe A").short_rounds) == (-20, (1, 2))


def test_hidden_rounds_are_hidden_from_the_ranking_of_teams(
    tournament: Tournament, evening: list[Registration]
) -> None:
    rewrite(tournament, hidden_rounds=2)
    assert [line.total for line in public_team_standings(tournament).lines] == [90, 30, -20, -100]
    assert [line.total for line in team_standings(standings(tournament)).lines] == [50, 50, 0, -100]


def test_names_are_those_that_everybody_may_read(tournament: Tournament, evening: list[Registration]) -> None:
    player = evening[0].player
    player.consent = False
    player.save()
    Registration.objects.filter(pk=evening[1].pk).update(status=Status.REGISTERED, waits=Waits.STAND_IN)
    assert line_of(tournament, "Équipe A").remarks[:2] == [
        "Joueur n°\u00a01",
        f"remplaçant\u00a0: {evening[1].player.full_name}",
    ]


def test_a_percentage_is_the_sum_won_of_all_that_was_possible() -> None:
    tournament = duplicate(2, boards=2)
    entries = list(tournament.registrations.order_by("start_number"))
    rewrite(tournament, team_size=2)
    a_team("Hauts", entries[0], entries[5])
    a_team("Bas", entries[4], entries[1])
    even = (60, -20, -20, -20)
    played(tournament, 1, {1: {1: (90, -30, -30, -30), 2: even}, 2: {1: (-90, 30, 30, 30), 2: even}})
    rewrite(tournament, free_rounds=1, rounds_planned=1)

    current = public_team_standings(tournament)
    alone = {line.start_number: line.total for line in standings(tournament).lines}

    assert table_of(current) == [
        ("Hauts", 1, False, Percent(75)),
        ("Bas", 2, False, Percent(25)),
    ]
    assert [alone[number] for number in (1, 6, 5, 2)] == [75, 75, 25, 25]


def test_by_the_mean_a_team_has_what_a_board_brought_its_members_times_the_boards_of_the_event() -> None:
    """Whoever plays fewer boards weighs less, and a team of two is measured as one player is."""
    tournament = duplicate(2, boards=2, compared_by="mean")
    entries = list(tournament.registrations.order_by("start_number"))
    rewrite(tournament, team_size=2)
    a_team("Hauts", entries[0], entries[5])
    a_team("Bas", entries[4], entries[1])
    even = (60, -20, -20, -20)
    played(tournament, 1, {1: {1: (90, -30, -30, -30), 2: even}, 2: {1: (-90, 30, 30, 30), 2: even}})
    rewrite(tournament, free_rounds=1, rounds_planned=1)
    one_board = Fraction((90 + 90) + 0 + (30 + 30) + 0, 4)

    assert table_of(public_team_standings(tournament)) == [
        ("Hauts", 1, False, 2 * one_board),
        ("Bas", 2, False, -2 * one_board),
    ]

    # Whole points of the comparison: they weigh as what a board brought, among those of both members.
    Registration.objects.filter(pk=entries[5].pk).update(penalty_points=-130)
    lines = public_team_standings(tournament).lines
    assert [(line.total, line.penalties) for line in lines] == [(Fraction(240 - 130, 4) * 2, -130), (-120, 0)]
    assert lines[0].marks[0].won == 180 + 60


def test_by_the_mean_a_member_who_has_played_one_board_weighs_one() -> None:
    tournament = duplicate(3, boards=2, compared_by="mean")
    entries = list(tournament.registrations.order_by("start_number"))
    rewrite(tournament, team_size=2)
    a_team("Hauts", entries[0], entries[5])
    a_team("Bas", entries[4], entries[8])
    one, other = (90, -30, -30, -30), (-90, 30, 30, 30)
    played(tournament, 1, {1: {1: one, 2: one}, 2: {1: other}, 3: {1: other, 2: other}})
    rewrite(tournament, free_rounds=1, rounds_planned=1)
    (first, second) = public_team_standings(tournament).lines
    # Board 1 beside two others, board 2 beside one: table 2 has not played it.
    assert first.total == Fraction(180 + 180 + (30 - 0), 3) * 2
    assert second.total == Fraction((-90 - 0) + (-90 - 0) + -180, 3) * 2


def test_a_team_has_its_place_explained(tournament: Tournament, evening: list[Registration]) -> None:
    place = team_place(tournament, 3)
    assert place is not None
    assert [(step.round_number, step.amount, step.total, step.place) for step in place.steps] == [
        (1, -20, -20, 3),
        (2, 20, 0, 3),
    ]
    assert place.before is not None
    assert (place.before.line.name, place.before.gap) == ("Équipe B", 50)
    assert team_place(tournament, 9) is None


def statements(tournament: Tournament) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert public_team_standings(tournament).lines
    return len(captured)


@pytest.mark.parametrize("size", [2, 4])
def test_the_ranking_costs_as_much_for_many_teams_as_for_few(tournament: Tournament, size: int) -> None:
    rewrite(tournament, state=TournamentState.RUNNING)
    entries = by_teams(tournament, size, 48)
    published = publish(tournament, 1, [entries[first : first + 4] for first in range(0, 48, 4)])
    mark(published, dict.fromkeys(entries, 10))
    teams_of(entries[: 2 * size], size)
    few = statements(tournament)
    teams_of(entries[2 * size :], size)
    assert (few, statements(tournament)) == (5, 5)


def test_a_team_is_gone_once_fewer_are_left_than_it_has(tournament: Tournament, evening: list[Registration]) -> None:
    assert not any(line.is_gone for line in public_team_standings(tournament).lines)
    Registration.objects.filter(pk=evening[0].pk).update(status=Status.WITHDRAWN)
    assert [line.name for line in public_team_standings(tournament).lines if line.is_gone] == ["Équipe A"]


def test_a_team_of_matches_is_gone_once_fewer_are_left_than_play(club: Club) -> None:
    evening = matches_published(of_matches(club, 2, members=5, rounds_planned=1), 1)
    played(evening, 1, {1: {1: (30, -10, -10, -10)}, 2: {1: (60, -20, -20, -20)}})
    one, two = evening.teams.get(number=1).members.all()[:2]
    for leaver, are_gone in ((one, 0), (two, 1)):
        Registration.objects.filter(pk=leaver.pk).update(status=Status.WITHDRAWN)
        assert sum(line.is_gone for line in team_standings(standings(evening)).lines) == are_gone


def test_a_team_is_short_only_in_rounds_that_have_begun(tournament: Tournament, evening: list[Registration]) -> None:
    one, two, *others = evening
    seated = [one, *others[:3]]
    third = publish(tournament, 3, [seated, others[3:]])  # two has no place
    assert line_of(tournament, "Équipe A").short_rounds == ()
    mark(third, dict.fromkeys(seated, 0))
    assert line_of(tournament, "Équipe A").short_rounds == (3,)
    assert two.team == one.team
