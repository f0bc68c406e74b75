"""A monitor of a test's own."""

from collections.abc import Callable
from typing import Any

from tournaments.seating import Monitor


class Listening(Monitor):
    """A monitor some of whose methods are given."""

    def __init__(self, **methods: Callable[..., Any]) -> None:
        for name, method in methods.items():
            assert name in vars(Monitor)
            setattr(self, name, method)
