"""Which draw a round in force comes from, and what certificates say of rounds drawn again, cancelled and put back."""

from datetime import timedelta

from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW
from tests.tournaments.rotations import drawn, published, redrawn
from tournaments.models import Account, Round, Tournament
from tournaments.queries.draws.certificate import hand_words, published_worth
from tournaments.queries.draws.drafts import published_draw
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.results import put_back, set_aside

WITHOUT_REPEATS = "Avec ces changements, aucune rencontre ne se répète."


def in_force(tournament: Tournament) -> list[tuple[int, int, bool]]:
    return [(draw.first, draw.last, draw.is_changed) for draw in published_worth(tournament).draws]


def cancel(tournament: Tournament, number: int, by: Account) -> Round:
    round_ = tournament.rounds.get(number=number)
    set_aside(round_=round_, reason="mauvais étuis", by=by, at=NOW)
    return Round.objects.get(pk=round_.pk)


def drawn_again(tournament: Tournament, number: int, by: Account, minutes: int) -> None:
    publish_draw(draw=redrawn(tournament, number, by), by=by, at=NOW + timedelta(minutes=minutes))


def test_a_round_put_back_is_of_the_draw_that_made_it(tournament: Tournament, the_organiser: Account) -> None:
    published(tournament, the_organiser)
    first = cancel(tournament, 3, the_organiser)
    drawn_again(tournament, 3, the_organiser, minutes=10)
    assert in_force(tournament) == [(1, 2, False), (3, 3, False), (4, 5, False)]
    second = cancel(tournament, 3, the_organiser)
    assert in_force(tournament) == [(1, 2, False), (4, 5, False)]
    put_back(round_=first)
    assert in_force(tournament) == [(1, 5, False)]
    assert hand_words(tournament, published_draw(tournament)) == []

    cancel(tournament, 3, the_organiser)
    put_back(round_=second)
    assert in_force(tournament) == [(1, 2, False), (3, 3, False), (4, 5, False)]


def test_what_became_of_a_round_is_told_as_it_is_now(tournament: Tournament, the_organiser: Account) -> None:
    published(tournament, the_organiser)
    draw = published_draw(tournament)
    again = "Après le tirage, la position 3 a été tirée à nouveau, seule."
    gone = "La position 3 a été annulée : ce qui y était joué ne compte plus.".replace(" :", "\N{NO-BREAK SPACE}:")
    cancel(tournament, 3, the_organiser)
    assert hand_words(tournament, draw)[:-1] == [gone]
    drawn_again(tournament, 3, the_organiser, minutes=10)
    assert hand_words(tournament, draw)[:-1] == [again, gone]
    cancel(tournament, 3, the_organiser)
    assert hand_words(tournament, draw) == [gone, WITHOUT_REPEATS]


def test_the_draw_that_was_published_last_made_the_round_not_the_one_asked_last(
    tournament: Tournament, the_organiser: Account
) -> None:
    published(tournament, the_organiser)
    early, late = (redrawn(tournament, 3, the_organiser, seed=seed) for seed in (8, 9))
    publish_draw(draw=late, by=the_organiser, at=NOW + timedelta(minutes=1))
    publish_draw(draw=early, by=the_organiser, at=NOW + timedelta(minutes=2))
    assert tournament.rounds.get(number=3).draw == early
    assert [changed for _first, _last, changed in in_force(tournament)] == [False] * 3


def test_what_is_published_costs_the_same_however_often_it_was_drawn(
    tournament: Tournament, the_organiser: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    published(tournament, the_organiser)
    for minutes in (1, 2):
        again = drawn(tournament, the_organiser, seed=minutes + 1)
        publish_draw(draw=again, by=the_organiser, at=NOW + timedelta(minutes=minutes))
        with django_assert_num_queries(4):
            worth = published_worth(tournament)
        assert [(draw.first, draw.last) for draw in worth.draws] == [(1, 5)]
        assert set(tournament.rounds.values_list("draw", flat=True)) == {again.pk}
