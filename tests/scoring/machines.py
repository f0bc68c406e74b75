"""What every machine of random acts is made of: a database taken back at its end, rows to wait for, some runs."""

from collections.abc import Callable
from typing import Any

import hypothesis
from django.db import transaction
from django.db.models import Model
from hypothesis import currently_in_test_context, note
from hypothesis.stateful import RuleBasedStateMachine, precondition, run_state_machine_as_test

from tests.scoring.recounted import Rows

ACTS = 25  # of a run, each sent twice


class TakenBack(RuleBasedStateMachine):
    """A machine whose acts are taken back from the database at its end; `rows` is what stands there now."""

    rows: Rows

    def __init__(self) -> None:
        super().__init__()
        self.rollback = transaction.atomic()
        self.rollback.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.rollback.__exit__(None, None, None)


def when_there_is(model: type[Model]) -> Callable[..., Any]:
    """Have a rule wait until there is a row to do it to."""
    return precondition(lambda self: bool(self.rows[model]))


def tell(said: str) -> None:
    """Put a line into the list of acts of a run that goes wrong; nothing where no machine plays."""
    if currently_in_test_context():
        note(said)


def runs(count: int, **more: Any) -> hypothesis.settings:
    """Return the settings of so many runs, which are never late."""
    whole = {"deadline": None, "suppress_health_check": list(hypothesis.HealthCheck)}
    return hypothesis.settings(max_examples=count, stateful_step_count=ACTS, **whole, **more)


def play_a_few(machine: Callable[[], TakenBack]) -> None:
    """Play what CI has time for: a few runs, or by `--thorough` more."""
    run_state_machine_as_test(machine, settings=runs(max(2, hypothesis.settings().max_examples // 30)))
