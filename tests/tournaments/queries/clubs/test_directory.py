"""The front page is short, however long a club has played."""

import datetime

from tests.factories import TournamentFactory
from tournaments.labels import TournamentState
from tournaments.models import Club, Tournament
from tournaments.queries.clubs.directory import SHOWN, front

TODAY = datetime.date(2026, 11, 22)


def evenings(club: Club, state: TournamentState, count: int, first: datetime.date) -> list[Tournament]:
    """Make so many evenings, one a week, going back from the first."""
    return [
        TournamentFactory(club=club, state=state, date=first - datetime.timedelta(weeks=week)) for week in range(count)
    ]


def test_the_last_that_were_played_are_shown_and_no_more(club: Club) -> None:
    played = evenings(club, TournamentState.FINISHED, SHOWN + 2, TODAY)
    assert front(today=TODAY).finished == tuple(played[:SHOWN])


def test_what_is_being_played_and_what_is_coming_are_bounded_too(club: Club) -> None:
    running = evenings(club, TournamentState.RUNNING, 3 * SHOWN + 1, TODAY)
    coming = evenings(club, TournamentState.OPEN, SHOWN + 2, TODAY + datetime.timedelta(weeks=SHOWN + 1))
    found = front(today=TODAY)
    assert found.running == tuple(running[: 3 * SHOWN])
    assert found.coming == tuple(reversed(coming))[:SHOWN]


def test_an_evening_that_was_never_opened_leaves_the_page_after_a_day(club: Club) -> None:
    (today,) = evenings(club, TournamentState.OPEN, 1, TODAY)
    (yesterday,) = evenings(club, TournamentState.OPEN, 1, TODAY - datetime.timedelta(days=1))
    evenings(club, TournamentState.OPEN, 4, TODAY - datetime.timedelta(days=2))
    assert front(today=TODAY).coming == (yesterday, today)
