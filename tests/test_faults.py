"""Each fault that `python -m tests.faults` plants can be planted today, and the tests that ought to fail are there."""

import ast
from functools import cache
from pathlib import Path

from tests.faults.fault import ROOT, OutOfDateError, planted
from tests.faults.mutants import drawn, mutants_of
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


SOURCE = b"""
def f(a: int, *, b: bool = True) -> int:
    if a < 1 and not b:
        note(f"{a == 2}")
    return [x for x in a if x in b]
"""


def test_what_is_drawn_by_lot_is_a_condition_a_comparison_a_word_of_logic_a_flag_or_a_call():
    found = [(SOURCE[mutant.begin : mutant.end].decode(), mutant.new) for mutant in mutants_of(Path("f.py"), SOURCE)]
    assert sorted(found) == [
        ("a < 1", "(a <= 1)"),
        ("a < 1 and not b", "(a < 1 or not b)"),
        ("a < 1 and not b", "(not (a < 1 and (not b)))"),
        ("not b", "(b)"),
        ('note(f"{a == 2}")', "pass"),
        ("x in b", "(not (x in b))"),
        ("x in b", "(x not in b)"),
    ]


def test_every_fault_drawn_by_lot_is_python():
    for mutant in drawn(300, seed=2):
        ast.parse(mutant.written((ROOT / mutant.file).read_bytes()))
