"""How Hypothesis looks at draws: few examples, the same ones each time, and short searches."""

import pytest
from hypothesis import HealthCheck, settings

quick = pytest.mark.usefixtures("_quick")
laws = settings(
    max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
