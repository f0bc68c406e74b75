"""One round drawn by itself: every other round stays, and what was seen meanwhile counts."""

from collections import Counter
from itertools import combinations

import pytest

from tests.factories import NOW, RegistrationFactory
from tests.scoring.sheets import record
from tests.tournaments.rotations import published, redrawn, seats_of
from tournaments.labels import JobState, Status, TournamentState
from tournaments.models import Account, Job, Registration, Table, Tournament
from tournaments.queries.draws import begun_rounds
from tournaments.queries.places import as_tables, places
from tournaments.refusals import Refusal
from tournaments.seating import Remainder
from tournaments.services.redraws import ask_redraw, publish_redraw


@pytest.fixture
def entries(tournament: Tournament, the_organiser: Account) -> list[Registration]:
    return published(tournament, the_organiser, players=20)


def ask(tournament: Tournament, number: int, by: Account) -> Job:
    return ask_redraw(tournament=tournament, number=number, remainder=Remainder.EXEMPT, seed=3, by=by, at=NOW)


def code_of(call: object, *args: object, **kwargs: object) -> str:
    with pytest.raises(Refusal) as refused:
        call(*args, **kwargs)
    return refused.value.code


def test_only_that_round_changes_and_the_others_count_as_its_past(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    before = places(tournament)
    RegistrationFactory(tournament=tournament, start_number=21)
    job = redrawn(tournament, 3, the_organiser)
    assert places(tournament) == before
    publish_redraw(job=job, by=the_organiser, at=NOW)
    after = places(tournament)
    assert after == before | {3: after[3]}
    assert len(after[3]) == 21
    met = Counter(
        pair for here in after.values() for table in as_tables(here)[0] for pair in combinations(sorted(table), 2)
    )
    assert sum(count - 1 for count in met.values()) == job.result["plan"]["certificate"]["repeats"]
    assert tournament.journal.filter(action="position tirée à nouveau").count() == 1


def test_publishing_twice_publishes_once(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    job = redrawn(tournament, 3, the_organiser)
    publish_redraw(job=job, by=the_organiser, at=NOW)
    after = places(tournament)
    publish_redraw(job=job, by=the_organiser, at=NOW)
    assert places(tournament) == after
    assert tournament.journal.filter(action="position tirée à nouveau").count() == 1


def test_a_round_before_the_one_begun_is_drawn_too_when_nothing_is_written_in_it(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    """The sheets of round 2 came in before round 1 was played: what counts is the round itself."""
    record(_table(tournament, 2), 1, the_organiser)
    assert begun_rounds(tournament) == 2
    publish_redraw(job=redrawn(tournament, 1, the_organiser), by=the_organiser, at=NOW)
    assert code_of(ask, tournament, 2, the_organiser) == "round_begun"


def test_what_no_longer_fits_is_not_published(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    first, second, third, fourth = (redrawn(tournament, number, the_organiser) for number in (2, 3, 4, 5))
    Registration.objects.filter(pk=entries[0].pk).update(status=Status.WITHDRAWN)
    assert code_of(publish_redraw, job=first, by=the_organiser, at=NOW) == "players_changed_since"
    Registration.objects.filter(pk=entries[0].pk).update(status=Status.PRESENT)
    publish_redraw(job=second, by=the_organiser, at=NOW)
    after = places(tournament)
    assert code_of(publish_redraw, job=third, by=the_organiser, at=NOW) == "seats_changed_since"
    record(_table(tournament, 5), 1, the_organiser)
    assert code_of(publish_redraw, job=fourth, by=the_organiser, at=NOW) == "round_begun"
    assert places(tournament) == after


def test_what_cannot_be_drawn_is_refused_with_the_reason(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    assert code_of(ask, tournament, 6, the_organiser) == "no_such_round"
    assert code_of(ask, tournament, 0, the_organiser) == "no_such_round"
    tournament.rounds.filter(number__gte=4).delete()
    assert code_of(ask, tournament, 5, the_organiser) == "round_before_is_missing"
    assert ask(tournament, 4, the_organiser).state == JobState.QUEUED
    Registration.objects.update(status=Status.ABSENT)
    assert code_of(ask, tournament, 3, the_organiser) == "too_few"
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert code_of(ask, tournament, 3, the_organiser) == "tournament_finished"


def test_a_job_that_is_not_done_or_of_another_kind_is_not_published(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    before = seats_of(tournament, 3)
    for job in (ask(tournament, 3, the_organiser), tournament.jobs.filter(state=JobState.DONE).get()):
        assert code_of(publish_redraw, job=job, by=the_organiser, at=NOW) == "draw_not_ready"
    assert seats_of(tournament, 3) == before


def _table(tournament: Tournament, number: int) -> Table:
    found = Table.objects.filter(round__tournament=tournament, round__number=number, number=1)
    return found.select_related("round__tournament").get()
