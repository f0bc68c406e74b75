"""The standings of a tournament from its rows: points, penalties, ties, who counts, the first of each group."""

from dataclasses import replace

import pytest

from tests.factories import NOW, PlayerFactory, RegistrationFactory, TournamentFactory, field, rewrite
from tests.tournaments.rounds import mark, publish
from tournaments.labels import Category, Group, Sex, Status, TournamentState
from tournaments.models import Player, Registration, SeatResult, Table
from tournaments.queries.standings.corrections import AFTER_END, public_corrections
from tournaments.queries.standings.groups import firsts_of, groups_of, place_in_groups
from tournaments.queries.standings.lines import Mark
from tournaments.queries.standings.standings import standings, standings_of
from tournaments.services.journal import log
from tournaments.standings import Missed, Unfinished

pytestmark = pytest.mark.django_db


def test_points_penalties_and_exempts_make_the_standings(tournament):
    one, two, three, four, five = field(tournament, 5)
    mark(publish(tournament, 1, [[one, two, three, four]], [five]), {one: 120, two: -60, three: 40, four: -100})
    mark(publish(tournament, 2, [[one, two, three, five]], [four]), {one: -20, two: 100, three: 0, five: -80})
    publish(tournament, 3, [[one, two, four, five]], [three])
    Registration.objects.filter(pk=one.pk).update(penalty_points=-60)

    found = standings(tournament)

    assert found.rounds == (1, 2, 3)
    assert found.rounds_begun == 2
    assert found.has_penalties
    assert [(line.place, line.shared, line.start_number, line.total, line.penalties) for line in found.lines] == [
        (1, True, 1, 40, -60),
        (1, True, 2, 40, 0),
        (1, True, 3, 40, 0),
        (4, False, 5, -80, 0),
        (5, False, 4, -100, 0),
    ]
    assert found.lines[2].marks == (Mark(40, 4), Mark(0, 4), Mark(exempt=True))
    assert found.lines[3].marks == (Mark(exempt=True), Mark(-80, 4), Mark())
    assert found.lines[0].donnes == 8


def test_equal_totals_are_separated_as_the_tournament_says(tournament):
    one, two, three, four = field(tournament, 4)
    tables = publish(tournament, 1, [[one, two, three, four]])
    mark(tables, {one: 40, two: 40, three: -40, four: -40})
    SeatResult.objects.filter(seat__registration__in=[one, two, three]).update(contracts=1)
    SeatResult.objects.filter(seat__registration=two).update(contracts=3)

    def placed(ties):
        tournament.tie_breaks = ties
        return [(line.start_number, line.place, line.shared) for line in standings(tournament).lines]

    assert placed("") == [(1, 1, True), (2, 1, True), (3, 3, True), (4, 3, True)]
    assert placed("contrats") == [(2, 1, False), (1, 2, False), (3, 3, True), (4, 3, True)]  # of number 4 none is known
    tournament.seed = 5
    drawn = placed("position,sort")
    assert [place for _number, place, _shared in drawn] == [1, 2, 3, 4]
    assert placed("position,sort") == drawn


def test_who_never_had_a_chair_is_not_ranked_unless_he_was_penalised(tournament):
    seated = field(tournament, 4)
    RegistrationFactory(tournament=tournament, start_number=5)
    RegistrationFactory(tournament=tournament, start_number=6, penalty_points=-10)
    publish(tournament, 1, [seated])
    assert [line.start_number for line in standings(tournament).lines] == [1, 2, 3, 4, 6]


def test_who_withheld_consent_is_a_number_without_a_club(tournament):
    hidden = PlayerFactory(club=tournament.club, last_name="Secret", consent=False, public_name="Masque")
    alias = PlayerFactory(club=tournament.club, last_name="Civil", public_name="La Dame")
    seats = [
        RegistrationFactory(tournament=tournament, player=hidden, start_number=17),
        RegistrationFactory(tournament=tournament, player=alias, start_number=18),
        *field(tournament, 2),
    ]
    publish(tournament, 1, [seats])
    lines = {line.start_number: line for line in standings(tournament).lines}
    assert (lines[17].name, lines[17].club, lines[17].is_named) == ("Joueur n°\u00a017", "", False)
    assert (lines[18].name, lines[18].club) == ("La Dame", tournament.club.name)


def test_a_tournament_nobody_played(tournament):
    found = standings(tournament)
    assert (found.rounds, found.lines, found.rounds_begun) == ((), (), 0)


@pytest.fixture
def unfinished(tournament):
    """Three rounds: the winner of the first two left, somebody came for the third, somebody was exempt in two."""
    leaver, two, three, four, late, exempt = field(tournament, 6)
    first = publish(tournament, 1, [[leaver, two, three, exempt]], [four])
    mark(first, {leaver: 400, two: -100, three: -200, exempt: -100})
    second = publish(tournament, 2, [[leaver, two, three, four]], [exempt])
    mark(second, {leaver: 382, two: -182, three: -100, four: -100})
    third = publish(tournament, 3, [[two, three, four, late]], [exempt])
    mark(third, {two: 60, three: 40, four: -50, late: -50})
    Table.objects.filter(round__tournament=tournament).update(closed_at=NOW)
    Registration.objects.filter(pk=leaver.pk).update(status=Status.WITHDRAWN)
    rewrite(tournament, state=TournamentState.FINISHED)
    return tournament


def shown(tournament):
    return {line.start_number: (line.place, line.total) for line in standings(tournament).lines}


def test_who_left_and_who_came_late_are_marked_wherever_they_rank(unfinished):
    assert shown(unfinished) == {1: (1, 782), 5: (2, -50), 6: (3, -100), 4: (4, -150), 2: (5, -222), 3: (6, -260)}
    found = standings(unfinished)
    assert (found.has_unranked, found.has_late, found.has_left) == (False, True, True)
    lines = {line.start_number: line for line in found.lines}
    assert {number: line.remarks for number, line in lines.items() if line.remarks} == {
        1: ["départ après la position 2"],
        5: ["arrivée à la position 3"],
    }
    assert [mark.missed for mark in lines[5].marks] == [True, True, False]
    assert [mark.exempt for mark in lines[6].marks] == [False, True, True]
    assert (lines[1].attended, lines[6].attended, lines[5].attended) == (2, 3, 1)


def test_a_minimum_of_positions_leaves_out_who_played_too_few(unfinished):
    unfinished.unfinished_rule = Unfinished.MINIMUM  # of three rounds more than half is two
    assert list(shown(unfinished)) == [1, 6, 4, 2, 3, 5]
    unfinished.minimum_rounds = 3
    found = standings(unfinished)
    assert [(line.start_number, line.place) for line in found.lines][-2:] == [(1, None), (5, None)]
    assert [line.start_number for line in found.ranked] == [6, 4, 2, 3]
    assert (found.required, found.has_unranked) == (3, True)
    assert found.lines[-2].remarks == [
        "départ après la position 2",
        "hors classement\N{NO-BREAK SPACE}: 2 positions, il en faut 3",
    ]


def test_an_exempt_or_missed_position_brings_what_the_tournament_says(unfinished):
    unfinished.missed_counts, unfinished.missed_points = Missed.FIXED, 30
    assert shown(unfinished)[6] == (3, -40)
    unfinished.missed_counts, unfinished.missed_points = Missed.AVERAGE, None
    lines = {line.start_number: line for line in standings(unfinished).lines}
    assert (lines[6].total, [mark.given for mark in lines[6].marks]) == (-300, [0, -100, -100])
    assert (lines[1].total, lines[5].total) == (782 + 391, -150)


def test_a_running_round_puts_nobody_out_before_its_sheets_are_in(tournament):
    one, two, three, four, five, six, seven, eight = field(tournament, 8)
    tournament.unfinished_rule = Unfinished.OUT
    now = publish(tournament, 1, [[one, two, three, four], [five, six, seven, eight]])
    mark(now, dict.fromkeys([one, two, three, four], 0))
    assert {line.place for line in standings(tournament).lines} == {1}
    Table.objects.filter(round=now, number=2).update(closed_at=NOW)  # with nothing on it
    assert [line.place for line in standings(tournament).lines] == [1, 1, 1, 1, None, None, None, None]


def test_a_group_has_places_of_its_own_and_nobody_whose_name_is_withheld(tournament):
    players = field(tournament, 5)
    mark(publish(tournament, 1, [players]), dict(zip(players, (50, 40, 30, 20, -140), strict=True)))
    for entry in players[1:4]:
        Player.objects.filter(pk=entry.player_id).update(sex=Sex.WOMAN)
    Player.objects.filter(pk=players[2].player_id).update(consent=False)
    Player.objects.filter(pk=players[4].player_id).update(category=Category.YOUTH)
    found = standings(tournament)
    assert found.groups == [Group.LADIES, Group.SENIORS, Group.YOUTHS]
    ladies = found.of_group(Group.LADIES)
    assert [(line.start_number, line.place, line.overall) for line in ladies.lines] == [(2, 1, 2), (4, 2, 4)]
    assert [line.start_number for line in found.of_group(Group.YOUTHS).lines] == [5]
    assert found.of_group(None) is found


def test_who_is_first_in_each_group_and_shares_it(tournament):
    players = field(tournament, 5)
    mark(publish(tournament, 1, [players]), dict(zip(players, (50, 40, 40, 20, -150), strict=True)))
    for entry in players[1:4]:
        Player.objects.filter(pk=entry.player_id).update(sex=Sex.WOMAN)
    Player.objects.filter(pk__in=[entry.player_id for entry in players[3:]]).update(category=Category.YOUTH)
    Player.objects.filter(pk=players[3].player_id).update(consent=False)
    found = standings(tournament)
    told = {group: [(line.start_number, line.place) for line in lines] for group, lines in found.firsts}
    assert told == {Group.LADIES: [(2, 2), (3, 2)], Group.SENIORS: [(1, 1)], Group.YOUTHS: [(5, 5)]}
    assert found.of_group(Group.LADIES).firsts == []
    tournament.unfinished_rule = Unfinished.OUT
    mark(publish(tournament, 2, [players[:4]]), dict.fromkeys(players[:4], 0))
    Registration.objects.filter(pk=players[4].pk).update(status=Status.WITHDRAWN)
    assert Group.YOUTHS not in dict(standings(tournament).firsts)  # the only one is out of the ranking


def test_nobody_is_first_before_anybody_has_a_result(tournament):
    players = field(tournament, 2)
    Player.objects.filter(pk=players[0].player_id).update(sex=Sex.WOMAN)
    publish(tournament, 1, [players])
    assert standings(tournament).firsts == []


def test_a_group_that_is_everybody_ranked_and_named_is_no_group(tournament):
    players = field(tournament, 5)
    tournament.unfinished_rule = Unfinished.OUT
    mark(publish(tournament, 1, [players]), dict.fromkeys(players, 0))
    now = publish(tournament, 2, [players[:4]])
    mark(now, dict.fromkeys(players[:4], 0))
    Player.objects.filter(pk=players[0].player_id).update(sex=Sex.WOMAN)
    Player.objects.filter(pk=players[1].player_id).update(category=Category.YOUTH, consent=False)
    Player.objects.filter(pk=players[4].player_id).update(category=Category.VETERAN)
    Registration.objects.filter(pk=players[4].pk).update(status=Status.WITHDRAWN)  # out of the ranking
    found = standings(tournament)
    assert (found.groups, [group for group, _lines in found.firsts]) == ([Group.LADIES], [Group.LADIES])
    told = [place_in_groups(line, found.lines) for line in found.lines]
    assert told == [[(Group.LADIES, 1)], [], [], [], []]
    nobody_ranked = [replace(line, place=None) for line in found.lines]
    assert groups_of(nobody_ranked) == [Group.LADIES, Group.SENIORS, Group.VETERANS]
    assert firsts_of(nobody_ranked) == []


def test_there_is_nothing_to_choose_where_all_are_of_one_group(tournament):
    publish(tournament, 1, [field(tournament, 4)])
    assert standings(tournament).groups == []


@pytest.mark.parametrize("count", [1, 30])
def test_three_queries_whatever_the_number_of_players(tournament, count, django_assert_num_queries):
    players = field(tournament, count)
    mark(
        publish(tournament, 1, [players[index : index + 4] for index in range(0, count, 4)]), dict.fromkeys(players, 0)
    )
    with django_assert_num_queries(3):
        assert len(standings(tournament).lines) == count


@pytest.mark.parametrize("count", [1, 30])
def test_three_queries_whatever_the_number_of_tournaments(club, count, django_assert_num_queries):
    tournaments = TournamentFactory.create_batch(count, club=club)
    for one in tournaments:
        publish(one, 1, [field(one, 3)])
    with django_assert_num_queries(3):
        found = standings_of(tournaments)
    assert [len(found[one.pk].lines) for one in tournaments] == [3] * count


def test_while_rounds_are_hidden_only_what_was_corrected_in_the_others_is_told(tournament):
    rewrite(tournament, state=TournamentState.FINISHED, rounds_planned=3, hidden_rounds=1)
    subjects = ["n° 1 SECRET Ada", *({"code": "table", "round": number, "table": 1} for number in (1, 2, 3))]
    for subject in subjects:
        log(action=AFTER_END, subject=subject, by=None, at=NOW, tournament=tournament, reason="mal lu")
    assert [correction.round_number for correction in public_corrections(tournament)] == [2, 1]
    rewrite(tournament, released_at=NOW)
    assert [correction.round_number for correction in public_corrections(tournament)] == [3, 2, 1, None]
