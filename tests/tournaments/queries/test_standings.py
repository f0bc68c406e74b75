import pytest

from tests.factories import PlayerFactory, RegistrationFactory, TournamentFactory, field
from tests.tournaments.rounds import mark, publish
from tournaments.models import Registration
from tournaments.queries.standings import Mark, standings, standings_of

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
