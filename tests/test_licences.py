"""A new requirement may be used beside our MIT, and the list of licences is told as the packages say it."""

import pytest

from tests.licences import MAY_BE_USED, licences

pytestmark = pytest.mark.checks


def test_each_requirement_may_be_used() -> None:
    found = licences()
    assert len(found) > 50
    assert {name: licence for name, licence in found.items() if not MAY_BE_USED.search(licence)} == {}


@pytest.mark.parametrize("licence", ["GNU Affero General Public License v3", "GPL-3.0-only", "Proprietary", ""])
def test_what_may_not_be_used_is_seen(licence: str) -> None:
    assert MAY_BE_USED.search(licence) is None
