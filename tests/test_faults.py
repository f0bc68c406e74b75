"""Each fault that `python -m tests.faults` plants can be planted today, and the tests that ought to fail are there."""

import ast
from functools import cache

from tests.faults.fault import ROOT, OutOfDateError, planted
from tests.faults.planted import FAULTS


@cache
def defined_in(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef))


def is_there(test: str) -> bool:
    file, _colons, name = test.partition("::")
    if not name:
        return (ROOT / file).exists()
    return name.split("::")[-1].partition("[")[0] in defined_in(file)


def test_every_fault_can_be_planted() -> None:
    stale = []
    for fault in FAULTS:
        try:
            planted(fault)
        except OutOfDateError as error:
            stale.append(f"{fault.name}: {error}")
    assert not stale, "\n".join(stale)


def test_every_test_that_ought_to_catch_one_is_there() -> None:
    assert [(fault.name, test) for fault in FAULTS for test in fault.tests if not is_there(test)] == []


def test_no_two_faults_have_one_name() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
