"""How much time is left in a timed round, told in a way that stays true while the page that says it is kept."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.labels import Pace
from tournaments.models import Clock, Round, Tournament


@dataclass(frozen=True)
class RoundClock:
    """
    The clock of a round: it ends at `ends_at` while it runs, and stands at `left` seconds otherwise.

    One of the two is None. A page that is kept tells when the time is over, never how long that is from now.
    """

    round_number: int
    left: int | None
    ends_at: datetime | None
    is_untouched: bool  # not started yet, or set back to the beginning

    @property
    def is_running(self) -> bool:
        return self.ends_at is not None

    @property
    def minutes(self) -> int | None:
        """The whole minutes left of a clock that stands, rounded up."""
        return None if self.left is None else -(-self.left // 60)


def clock_of(tournament: Tournament, round_: Round | None) -> RoundClock | None:
    """Return the clock of a round in force: one query. None for a tournament that is not timed, or is over."""
    minutes = tournament.minutes_per_round
    if round_ is None or tournament.pace != Pace.MINUTES or minutes is None or tournament.is_finished:
        return None
    whole = timedelta(minutes=minutes)
    clock = Clock.objects.filter(round=round_).first()
    if clock is None:
        return RoundClock(round_.number, left=minutes * 60, ends_at=None, is_untouched=True)
    spent = timedelta(seconds=clock.spent)
    if clock.running_since is not None:
        return RoundClock(round_.number, left=None, ends_at=clock.running_since + whole - spent, is_untouched=False)
    left = max(0, int((whole - spent).total_seconds()))
    return RoundClock(round_.number, left=left, ends_at=None, is_untouched=not clock.spent)
