"""One process takes a whole file or a whole group, in the order of the run; of the product it takes single tests."""

from types import SimpleNamespace
from typing import Any

import pytest
from xdist.remote import Producer

from tests.conftest import pytest_xdist_make_scheduler

ORDER = (
    "tests/test_long.py::test_draw[a::b]@long draws",
    "tests/test_short.py::test_one",
    "tests/test_other.py::test_draw@long draws",
    "tests/test_wide.py::test_row[0]",
    "tests/test_wide.py::test_row[@]",
    "tests/test_wide.py::TestMore::test_row",
    "tests/test_short.py::test_two",
    "tests/test_last.py::test_end",
)


class Process:
    """A process of a run, as far as it is handed tests."""

    gateway = SimpleNamespace(id="of tests")
    shutting_down = False

    def __init__(self) -> None:
        self.handed: list[list[int]] = []

    def send_runtest_some(self, tests: list[int]) -> None:
        self.handed.append(tests)

    def shutdown(self) -> None:
        self.shutting_down = True


def scheduler(marks: str, *, dist: str = "loadgroup") -> Any:
    option = SimpleNamespace(markexpr=marks, dist=dist, loadscopereorder=True)
    config: Any = SimpleNamespace(option=option, getvalue=lambda _name: ["popen", "popen"])
    return pytest_xdist_make_scheduler(config, Producer("tests"))


@pytest.mark.parametrize("marks", ["not product", "not checks and not pure and not page and not product"])
def test_a_file_or_a_group_stays_together_and_the_first_begins_first(marks: str) -> None:
    hands_out, processes = scheduler(marks), (Process(), Process())
    for process in processes:
        hands_out.add_node(process)
        hands_out.add_node_collection(process, list(ORDER))
    hands_out.schedule()
    long_draws, short, wide, last = [0, 2], [1, 6], [3, 4, 5], [7]
    assert [process.handed for process in processes] == [[long_draws, wide], [short, last]]


@pytest.mark.parametrize(("marks", "dist"), [("product", "loadgroup"), ("", "loadgroup"), ("not product", "each")])
def test_what_holds_the_product_is_handed_out_as_xdist_does(marks: str, dist: str) -> None:
    assert scheduler(marks, dist=dist) is None
