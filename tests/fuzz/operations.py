"""Whatever an operation of the API may be asked, by Schemathesis: right requests and wrong ones, each taken back."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import hypothesis
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection, reset_queries, transaction
from django.test.utils import CaptureQueriesContext
from schemathesis.specs.openapi import checks

from tests.factories import organiser
from tests.fuzz.submissions import MOST_STATEMENTS
from tests.one_of_everything import World
from tests.tournaments.tokens import a_token

KEPT = (
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.positive_data_acceptance,
)
# What a schema cannot say: that a donne is possible (422), that one of two headers is there (428), that nothing else
# stands there by now (412).
SAID_BY_THE_RULES = ["2xx", "304", "401", "403", "404", "409", "412", "422", "428"]
REFUSED = ["400", "401", "403", "404", "405", "406", "409", "412", "413", "414", "415", "422", "428", "429"]
# Of each operation; a wrong token is told so whatever it asks.
EXAMPLES = {"organiser": 8, "wrong": 2, "nobody": 4}


@contextmanager
def on_one_connection() -> Iterator[None]:
    """Have a request leave the connection of the test open, as Django's own client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@dataclass
class Program:
    """Somebody's program, which asks about this world, and what it was answered."""

    who: str
    here: World
    answered: Counter[int] = field(default_factory=Counter)
    most_statements: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        secret = {"organiser": a_token(organiser(self.here.club)).secret, "wrong": "tc_wrong", "nobody": ""}[self.who]
        self.headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {secret}"} if secret else {})

    def ask(self, operation: Any, *, examples: int, seed: int | None) -> None:
        """Ask one operation what its schema allows and what it does not, of what there is and of what there is not."""

        @hypothesis.settings(
            max_examples=examples,
            database=None,
            derandomize=seed is None,
            deadline=None,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        @hypothesis.given(case=operation.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE))
        def right(case: Any) -> None:
            self.send(case)

        @hypothesis.settings(right._hypothesis_internal_use_settings, max_examples=max(1, examples // 2))
        @hypothesis.given(case=operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE))
        def wrong(case: Any) -> None:
            # Blanks around a text are cut off before its letters are counted, which no schema can say.
            hypothesis.assume(all(text == text.strip() for text in texts_in(case.body)))
            self.send(case)

        for asked in [right, wrong] if operation.body or list(operation.query) else [right]:
            (asked if seed is None else hypothesis.seed(seed)(asked))()

    def send(self, case: Any) -> None:
        cache.clear()  # nobody is told to wait
        reset_queries()  # a full log takes no more
        for name, value in (case.path_parameters or {}).items():
            if isinstance(value, int) and value % 8:  # seven of eight are there
                case.path_parameters[name] = self.here.values.get(name, value)
        with transaction.atomic(), CaptureQueriesContext(connection) as asked:
            answer = case.call(headers=self.headers)
            connection.check_constraints()
            transaction.set_rollback(True)
        self.answered[answer.status_code] += 1
        self.most_statements[case.operation.path] = max(self.most_statements[case.operation.path], len(asked))
        assert len(asked) <= MOST_STATEMENTS
        case.validate_response(answer, checks=KEPT)


def texts_in(value: Any) -> Iterator[str]:
    """Yield every text in what is sent as JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts_in(inner)


def operations() -> list[Any]:
    config = schemathesis.Config.from_dict(
        {
            "checks": {
                "positive_data_acceptance": {"expected-statuses": SAID_BY_THE_RULES},
                "negative_data_rejection": {"expected-statuses": REFUSED},
            }
        }
    )
    schema = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application(), config=config)
    return [found.ok() for found in schema.get_all_operations()]
