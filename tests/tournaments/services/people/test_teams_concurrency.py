"""Two at the door at once: a team once, nobody in two teams, no name twice."""

import uuid
from functools import partial

import pytest

from tests.concurrency import at_once, codes
from tests.factories import NOW, ClubFactory, TournamentFactory
from tests.tournaments.teams import by_teams
from tournaments.models import Registration, Team, Tournament
from tournaments.refusals import Refusal
from tournaments.services.people.teams import make_team

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament() -> Tournament:
    return TournamentFactory(club=ClubFactory())


def making(name: str, members: list[Registration], key: uuid.UUID | None = None) -> "partial[Team]":
    return partial(
        make_team,
        tournament=members[0].tournament,
        name=name,
        members=[member.pk for member in members],
        captain=members[0].pk,
        key=key or uuid.uuid4(),
        by=None,
        at=NOW,
    )


def test_one_form_sent_three_times_at_once_is_one_team(tournament: Tournament) -> None:
    make = making("Les Bouts", by_teams(tournament, 2, 2), uuid.uuid4())
    assert not any(isinstance(answer, Refusal) for answer in at_once(make, make, make))
    assert Team.objects.count() == 1


def test_of_two_who_take_the_same_player_at_once_one_has_him(tournament: Tournament) -> None:
    entries = by_teams(tournament, 2, 3)
    calls = [making("Les Bouts", entries[:2]), making("Les Atouts", entries[1:])]
    assert codes(at_once(*calls)) == ["two_teams"]
    assert Team.objects.count() == 1


def test_of_two_who_give_the_same_name_at_once_one_has_it(tournament: Tournament) -> None:
    entries = by_teams(tournament, 2, 4)
    assert codes(at_once(making("Les Bouts", entries[:2]), making("les bouts", entries[2:]))) == ["team_name_taken"]
    assert list(Team.objects.values_list("number", flat=True)) == [1]
