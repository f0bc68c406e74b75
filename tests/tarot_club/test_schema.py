"""
The API answers what its schema says and nothing else, whatever it is asked: with a token, with a wrong one, without.

Schemathesis makes the requests of the schema itself, right ones and wrong ones. Each is taken back when it is answered.
`python -m tests.fuzz api` goes on for as long as it is told to.
"""

import random

import pytest

pytest.importorskip("schemathesis")

from tests.fuzz.operations import EXAMPLES, Program, on_one_connection, operations
from tests.one_of_everything import world

pytestmark = [pytest.mark.product, pytest.mark.slow, pytest.mark.django_db]


@pytest.mark.parametrize("who", ["organiser", "wrong", "nobody"])
def test_whatever_is_asked_the_answer_is_in_the_schema(who: str, pytestconfig: pytest.Config) -> None:
    """`--thorough`: twenty times as many requests, others each time."""
    thorough = pytestconfig.getoption("thorough")
    program = Program(who, world())
    with on_one_connection():
        found = operations()
        assert len(found) > 25
        for operation in found:
            seed = random.getrandbits(32) if thorough else None
            program.ask(operation, examples=EXAMPLES[who] * (20 if thorough else 1), seed=seed)
    assert {*program.answered} >= {"organiser": {200, 404, 422}, "wrong": {200, 401}, "nobody": {200, 401, 404}}[who]
