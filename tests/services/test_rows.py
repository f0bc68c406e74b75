"""The table of calls and the code say the same: nothing that writes stands outside it."""

import ast
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from tests.services.rows import CALLS

ROOT = Path(__file__).parent.parent.parent
WRITERS = ("services", "imports")  # the packages that write
RAISES = {"raise_revision", "raise_revisions"}

Function = tuple[str, str]


def functions() -> Iterator[tuple[Function, ast.FunctionDef]]:
    """Yield every function of every module that writes as ((module, name), definition)."""
    for app, package in product(("tournaments", "scoring"), WRITERS):
        for path in sorted((ROOT / app / package).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.FunctionDef):
                    yield (module, node.name), node


def called_in(node: ast.AST) -> set[str]:
    """Return the names that a function calls by their bare name."""
    return {part.func.id for part in ast.walk(node) if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)}


def rows(*, told: bool = False) -> set[Function]:
    return {(call.service.__module__, call.service.__name__) for call in CALLS if call.told or not told}


def test_every_service_that_opens_a_transaction_has_a_row() -> None:
    atomic = {
        function
        for function, node in functions()
        if any(ast.unparse(decorator).startswith("transaction.atomic") for decorator in node.decorator_list)
    }
    assert rows() == atomic


def test_every_service_that_raises_a_revision_has_a_row_that_says_so() -> None:
    """One that does it through a function that opens no transaction, and so is no service, counts too."""
    nodes = dict(functions())
    raising = {function for function, node in nodes.items() if called_in(node) & RAISES and function[1] not in RAISES}
    parts = raising - rows()
    while parts:
        module, part = parts.pop()
        callers = {
            function
            for function, node in nodes.items()
            if part in called_in(node) and (function[0] == module or not part.startswith("_"))
        }
        if callers:
            raising = raising - {(module, part)} | callers
            parts |= callers - rows()
    assert raising - rows(told=True) == set()


def test_every_action_of_the_journal_has_a_row() -> None:
    actions = {
        part.args[0].value
        for _function, node in functions()
        for part in ast.walk(node)
        if isinstance(part, ast.Call)
        and ast.unparse(part.func) == "gettext_noop"
        and isinstance(part.args[0], ast.Constant)
    }
    assert {entry.action for call in CALLS for entry in call.entries} == actions
    assert len(actions) > 40


def test_every_line_of_the_journal_is_told_from_a_service_alone() -> None:
    """A `log(…)` elsewhere would stand outside the table."""
    writers = {
        str(path.relative_to(ROOT))
        for app in ("tarot_club", "tournaments", "scoring")
        for path in (ROOT / app).rglob("*.py")
        if "services.journal import" in path.read_text("utf-8") and not {*WRITERS} & {*path.relative_to(ROOT).parts}
    }
    assert writers == set()
