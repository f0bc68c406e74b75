"""
How a long piece of work reports to its caller, and learns that it should stop.

The caller gives a `Monitor`; the work divides itself into stages, each with its share of the percentage.
"""


class Cancelled(Exception):
    """The work was cancelled: it has no result."""


class StopEarly(Exception):
    """The caller wants the best found so far. Caught inside this package."""


class Monitor:
    """
    How a caller follows a long piece of work; this one does nothing.

    The work sets `stopped_early` when it has been asked to stop and takes the best found so far.
    """

    stopped_early = False

    def report(self, percent: int) -> None:
        """Receive the progress: 0 to 100, never falling, often the same again. Raise Cancelled to end the work."""

    def found(self, repeats: int, bound: int) -> None:
        """Receive the repeats of the best rotation yet, past included, and the number no rotation goes below."""

    def should_stop(self) -> bool:
        """Answer whether the best found so far is wanted now."""
        return False


class Best:
    """Tells the monitor of each rotation that is better; `before` are the repeats that every rotation has."""

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
        """Return the stage between two shares (0 to 1) of this one."""
        length = self.high - self.low
        return WorkStage(self.monitor, self.low + length * begin, self.low + length * end, best or self.best)

    def report(self, share: float) -> None:
        """Say how much of this stage is done, from 0 to 1."""
        self.monitor.report(int(self.low + (self.high - self.low) * share))

    def step(self, share: float, best: tuple[int, int] | None = None) -> None:
        """
        Report a step of a search whose best so far is `best`: its cost and its repeats.

        Raises StopEarly when that best is wanted now, except at the first and the last step.
        """
        if best is not None:
            self.update(*best)
        self.report(share)
        if 0 < share < 1 and self.monitor.should_stop():
            self.monitor.stopped_early = True
            raise StopEarly

    def update(self, cost: int, repeats: int) -> None:
        """Tell of the best so far: the monitor hears of it when it is better than what it heard."""
        if self.best is not None:
            self.best.update(cost, repeats)
