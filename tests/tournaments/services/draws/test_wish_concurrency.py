"""Organisers at once: a wish written once, never two that contradict each other, nobody stopped by a deadlock."""

from collections.abc import Callable

import pytest

from tests.concurrency import again_and_again, at_once, codes
from tests.factories import NOW, ClubFactory, TournamentFactory, field, organiser
from tournaments.labels import JobState, WishKind
from tournaments.models import Account, Job, Tournament, Wish
from tournaments.refusals import Refusal
from tournaments.seating import Remainder
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.requests import ask_draw
from tournaments.services.draws.wishes import add_wish, cancel_wish
from tournaments.services.work import jobs

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Tournament:
    tournament = TournamentFactory(club=ClubFactory())
    field(tournament, 8)
    return tournament


def wishing(tournament: Tournament, by: Account, kind: WishKind, *numbers: int, **said: int) -> Callable[[], object]:
    players = list(tournament.registrations.filter(start_number__in=numbers).values_list("pk", flat=True))
    return lambda: add_wish(tournament=tournament, kind=kind, players=players, by=by, at=NOW, **said)


def test_the_same_wish_sent_three_times_at_once_is_one_wish(evening: Tournament) -> None:
    wish = wishing(evening, organiser(evening.club), WishKind.APART, 1, 2)
    assert not any(isinstance(answer, Refusal) for answer in at_once(wish, wish, wish))
    assert Wish.objects.count() == 1


def test_of_two_who_ask_for_the_same_chair_at_once_one_has_it(evening: Tournament) -> None:
    by = organiser(evening.club)
    calls = [wishing(evening, by, WishKind.PLACE, number, table=1, chair=0) for number in (1, 2)]
    assert codes(at_once(*calls)) == ["chair_taken"]
    assert Wish.objects.count() == 1


def test_wishing_taking_back_drawing_and_publishing_never_stop_each_other(evening: Tournament) -> None:
    by = organiser(evening.club)
    draw = ask_draw(tournament=evening, remainder=Remainder.EXEMPT, seed=1, by=by, at=NOW)
    job = draw.job

    def wish_and_take_back(_turn: int) -> None:
        cancel_wish(wish=wishing(evening, by, WishKind.APART, 1, 2)(), by=by, at=NOW)

    def settle(_turn: int) -> None:
        Job.objects.filter(pk=job.pk).update(state=JobState.RUNNING, heartbeat_at=NOW, enough_asked=False)
        jobs.stop_early(job=job, by=by, at=NOW)

    again_and_again(wish_and_take_back, settle, lambda _turn: publish_draw(draw=draw, by=by, at=NOW))
    assert evening.wishes.filter(cancelled_at=None).count() == 0
