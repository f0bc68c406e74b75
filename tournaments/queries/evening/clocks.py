"""The time left in a timed round, as an instant, so that a cached page stays true."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.labels import Pace
from tournaments.models import Clock, Round, Tournament


@dataclass(frozen=True)
class RoundClock:
    """
    The clock of a round: `ends_at` while it runs, else `left` seconds; the other one is None.

    A cached page says when the time is over, never how long that is from now.
    """

    round_number: int
    left: int | None
    ends_at: datetime | None
    is_untouched: bool  # not started yet, or set back to the beginning
    called_at: datetime | None = None  # when the arbiter said that the time is over

    @property
    def is_running(self) -> bool:
        return self.ends_at is not None

    @property
    def is_called(self) -> bool:
        return self.called_at is not None

    def is_over(self, at: datetime, *, extra: int = 0) -> bool:
        """Return whether the time is over for a table with `extra` more minutes; call it on the clock of all tables."""
        end = self.called_at or self.ends_at
        return end is not None and at >= end + timedelta(minutes=extra)

    @property
    def minutes(self) -> int | None:
        """The minutes left on a clock that does not run, rounded up; None while it runs."""
        return None if self.left is None else -(-self.left // 60)


def clock_of(tournament: Tournament, round_: Round | None, *, extra: int = 0) -> RoundClock | None:
    """
    Return the clock of a round in force; None if the tournament is not timed or is over. One query.

    `extra` are the minutes that one table has more than the others: the clock is then this table's.
    """
    minutes = tournament.minutes_per_round
    if round_ is None or tournament.pace != Pace.MINUTES or minutes is None or tournament.is_finished:
        return None
    length = timedelta(minutes=minutes + extra)
    clock = Clock.objects.filter(round=round_).first()
    if clock is None:
        return RoundClock(round_.number, left=int(length.total_seconds()), ends_at=None, is_untouched=True)
    if clock.called_at is not None:
        return _called(round_.number, clock.called_at, timedelta(minutes=extra))
    spent = timedelta(seconds=clock.spent)
    if clock.running_since is not None:
        return RoundClock(round_.number, left=None, ends_at=clock.running_since + length - spent, is_untouched=False)
    seconds_left = max(0, int((length - spent).total_seconds()))
    return RoundClock(round_.number, left=seconds_left, ends_at=None, is_untouched=not clock.spent)


def version_of_clock(round_: Round) -> str:
    """Return a text that changes each time the clock of a round is changed. One query."""
    return version_of(Clock.objects.filter(round=round_).first() or Clock(round=round_))


def version_of(clock: Clock) -> str:
    """Return the text of `version_of_clock` for a clock that is read already, or not stored yet."""
    moments = (clock.running_since, clock.called_at)
    return "-".join([str(clock.spent), *(str(int(at.timestamp() * 1000)) if at else "" for at in moments)])


def _called(round_number: int, at: datetime, extra: timedelta) -> RoundClock:
    """Return the clock of a round whose time was called: over, unless a table has extra minutes from then on."""
    return RoundClock(
        round_number,
        left=None if extra else 0,
        ends_at=at + extra if extra else None,
        is_untouched=False,
        called_at=at,
    )
