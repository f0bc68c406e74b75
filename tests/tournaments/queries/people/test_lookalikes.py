"""Who of a club may be the person somebody types."""

import pytest

from tests.factories import PlayerFactory
from tests.tournaments.kit.test_likeness import ALIKE
from tournaments.kit.likeness import Likeness
from tournaments.queries.people.lookalikes import doubles, lookalikes, lookalikes_of_club

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("one", "other", "how"), ALIKE)
def test_the_database_gives_everybody_who_is_alike(club, one, other, how):
    player = PlayerFactory(club=club, last_name=other[0], first_name=other[1])

    assert [(found.player, found.likeness) for found in lookalikes(club.pk, *one)] == [(player, how)]
    assert lookalikes_of_club(club.pk).find(*one) == [(player.pk, how)]


def test_nobody_of_another_club_and_nobody_with_another_licence(club):
    PlayerFactory(last_name="DUPONT", first_name="Jean")
    PlayerFactory(club=club, last_name="DURAND", first_name="Jean")
    jean = PlayerFactory(club=club, last_name="DUPONT", first_name="Jean", licence="A1")
    bare = PlayerFactory(club=club, last_name="DUPONT", first_name="J.", licence="")

    assert [found.player for found in lookalikes(club.pk, "Dupont", "Jean")] == [jean, bare]
    assert [found.player for found in lookalikes(club.pk, "Dupont", "Jean", licence="B2")] == [bare]
    assert lookalikes(club.pk, "", "Jean") == []


def test_the_most_alike_come_first_at_two_queries_and_the_one_asked_about_is_left_out(club, django_assert_num_queries):
    spelled = PlayerFactory(club=club, last_name="DUPOND", first_name="Jean")
    same = PlayerFactory(club=club, last_name="DUPONT", first_name="Jean")

    with django_assert_num_queries(2):
        found = lookalikes(club.pk, "Dupont", "Jean")
    assert [(one.player, one.likeness, one.why) for one in found] == [
        (same, Likeness.SAME, "le même nom"),
        (spelled, Likeness.SPELLED, "presque le même nom"),
    ]
    assert [one.player for one in lookalikes(club.pk, "Dupont", "Jean", but=same.pk)] == [spelled]
    assert len(lookalikes(club.pk, "Dupont", "Jean", most=1)) == 1


def test_the_files_made_last_are_compared_with_all(club):
    there, _abel, new = (
        PlayerFactory(club=club, last_name=name, first_name="Jean", licence="") for name in ("DUPONT", "ABEL", "DUPOND")
    )
    assert [(pair.keep, pair.drop) for pair in doubles(club.pk, newest=1)] == [(there, new)]
