"""
The API answers what its schema says and nothing else, whatever it is asked: with a token, with a wrong one, without.

Schemathesis makes the requests of the schema itself, right ones and wrong ones. Each is taken back when it is answered.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings

from tests.factories import organiser
from tests.one_of_everything import World, world
from tests.tournaments.tokens import a_token

schemathesis = pytest.importorskip("schemathesis")

pytestmark = [pytest.mark.product, pytest.mark.slow, pytest.mark.django_db]

checks = pytest.importorskip("schemathesis.specs.openapi.checks")
KEPT = (
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.positive_data_acceptance,
)
# Of each operation; a wrong token is told so whatever it asks. `--thorough`: twenty times as many, others each time.
EXAMPLES = {"organiser": 8, "wrong": 2, "nobody": 4}
# What a schema cannot say: that a donne is possible (422), that one of two headers is there (428), that nothing else
# stands there by now (412).
SAID_BY_THE_RULES = ["2xx", "304", "401", "403", "404", "409", "412", "422", "428"]


@pytest.fixture
def on_one_connection() -> Iterator[None]:
    """Have a request leave the connection of the test open, as Django's own client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def secret_of(who: str, here: World) -> str:
    return {"organiser": a_token(organiser(here.club)).secret, "wrong": "tc_wrong", "nobody": ""}[who]


@pytest.mark.parametrize("who", ["organiser", "wrong", "nobody"])
def test_whatever_is_asked_the_answer_is_in_the_schema(
    who: str, on_one_connection: None, pytestconfig: pytest.Config
) -> None:
    here = world()
    thorough = pytestconfig.getoption("thorough")
    secret = secret_of(who, here)
    headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {secret}"} if secret else {})
    config = schemathesis.Config.from_dict(
        {"checks": {"positive_data_acceptance": {"expected-statuses": SAID_BY_THE_RULES}}}
    )
    schema = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application(), config=config)
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 25
    answered: set[int] = set()
    for operation in operations:
        ask(operation, here, headers, answered, examples=EXAMPLES[who] * (20 if thorough else 1), thorough=thorough)
    assert answered >= {"organiser": {200, 404, 422}, "wrong": {200, 401}, "nobody": {200, 401, 404}}[who]


def ask(
    operation: Any, here: World, headers: dict[str, str], answered: set[int], *, examples: int, thorough: bool
) -> None:
    """Ask one operation what its schema allows and what it does not, of what there is and of what there is not."""

    @settings(
        max_examples=examples,
        database=None,
        derandomize=not thorough,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE))
    def right(case: Any) -> None:
        sent(case)

    @settings(right._hypothesis_internal_use_settings, max_examples=examples // 2)
    @given(case=operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE))
    def wrong(case: Any) -> None:
        sent(case)

    def sent(case: Any) -> None:
        cache.clear()  # nobody is told to wait
        for name, value in (case.path_parameters or {}).items():
            if isinstance(value, int) and value % 4:  # three of four are there
                case.path_parameters[name] = here.values.get(name, value)
        with transaction.atomic():
            answer = case.call(headers=headers)
            transaction.set_rollback(True)
        answered.add(answer.status_code)
        case.validate_response(answer, checks=KEPT)

    right()
    if operation.body or list(operation.query):
        wrong()
