"""How draws are tested: by few examples, the same ones each time, by short searches, and each long one made once."""

from functools import cache

import pytest
from hypothesis import HealthCheck, settings

from tournaments.seating import Demand, Plan, draw

quick = pytest.mark.usefixtures("_quick")
once = pytest.mark.xdist_group("long draws")  # for tests that share a long draw: in one process
laws = settings(
    max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@cache
def drawn(demand: Demand) -> Plan:
    """Return the plan of a demand, its search as long as in an evening; never for a test that is `quick`."""
    return draw(demand)
