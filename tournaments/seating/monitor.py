"""
How long work reports its progress to its caller, and learns that it should stop.

The caller gives a `Monitor`; the work is divided into stages, each with a share of the percentage.
"""


class Cancelled(Exception):
    """The work was cancelled: it has no result."""


class StopEarly(Exception):
    """The caller wants the best result found so far. Caught inside this package."""


class Monitor:
    """
    How a caller follows long work; this base class does nothing.

    The work sets `stopped_early` when it stops early and uses the best result so far.
    """

    stopped_early = False

    def report(self, percent: int) -> None:
        """Receive the progress, 0 to 100, never falling, often the same again. May raise Cancelled to end the work."""

    def found(self, repeats: int, bound: int) -> None:
        """Receive the repeats of the best rotation so far, past included, and the lower bound for any rotation."""

    def should_stop(self) -> bool:
        """Return True when the caller wants the best result found so far."""
        return False


class Best:
    """Reports each better rotation to the monitor; `before` are repeats that every rotation has."""

    def __init__(self, monitor: Monitor, *, before: int, bound: int) -> None:
        self.monitor, self.before, self.bound = monitor, before, bound
        self.least: tuple[int, int] | None = None

    def update(self, cost: int, repeats: int) -> None:
        if self.least is None or (cost, repeats) < self.least:
            self.least = (cost, repeats)
            self.monitor.found(self.before + repeats, self.bound)


class WorkStage:
    """A stage of the work, from `low` to `high` percent of the whole."""

    def __init__(self, monitor: Monitor, low: float = 0, high: float = 100, best: Best | None = None) -> None:
        self.monitor, self.low, self.high, self.best = monitor, low, high, best

    def part(self, begin: float, end: float, best: Best | None = None) -> "WorkStage":
        """Return the part of this stage between two shares, each from 0 to 1."""
        length = self.high - self.low
        return WorkStage(self.monitor, self.low + length * begin, self.low + length * end, best or self.best)

    def report(self, share: float) -> None:
        """Report which share of this stage is done, from 0 to 1."""
        self.monitor.report(int(self.low + (self.high - self.low) * share))

    def step(self, share: float, best: tuple[int, int] | None = None) -> None:
        """
        Report a step of a search; `best` is (cost, repeats) of the best rounds so far.

        Raises StopEarly when the caller wants these now, except at the first and the last step.
        """
        if best is not None:
            self.update(*best)
        self.report(share)
        if 0 < share < 1 and self.monitor.should_stop():
            self.monitor.stopped_early = True
            raise StopEarly

    def update(self, cost: int, repeats: int) -> None:
        """Report the best rounds so far; the monitor gets them only when they are better than before."""
        if self.best is not None:
            self.best.update(cost, repeats)
