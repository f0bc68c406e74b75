"""
Faults drawn by lot from the source: a condition negated, a comparison or a word of logic exchanged, a flag flipped, a
call dropped. A test that runs the changed line ought to fail.
"""

import ast
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from coverage import CoverageData

from tests.faults.fault import ROOT

# What decides and writes; the pure packages have laws of their own.
PLACES = tuple(f"{app}/{layer}" for app in ("scoring", "tournaments") for layer in ("services", "queries", "views"))
EXCHANGED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """`new` stands in place of the bytes `begin` to `end` of a file, in the statement that begins at a line."""

    file: str
    statement: int
    begin: int
    end: int
    new: str

    def written(self, source: bytes) -> bytes:
        """Return the text of its file with the fault in it."""
        return source[: self.begin] + self.new.encode() + source[self.end :]

    def tests(self, lines: CoverageData) -> list[str]:
        """Return the tests that run the changed line, those of its own room and layer first."""
        contexts = lines.contexts_by_lineno(str(ROOT / self.file)).get(self.statement, [])
        names = {context.rpartition("|")[0] for context in contexts} - {""}
        folder, _slash, room = self.file.removesuffix(".py").rpartition("/")
        own = f"tests/{folder}/test_{room}.py"
        return sorted(names, key=lambda name: (not name.startswith(own), not name.startswith(f"tests/{folder}/"), name))

    def __str__(self) -> str:
        old = (ROOT / self.file).read_bytes()[self.begin : self.end].decode()
        return f"{self.file}:{self.statement}: {' '.join(old.split())} → {' '.join(self.new.split())}"


def drawn(number: int, *, seed: int, places: Sequence[str] = PLACES) -> list[Mutant]:
    """Return so many mutants of the files and folders of these names: the same for the same seed and source."""
    files = {file for place in places for file in ([ROOT / place] if place.endswith(".py") else _python_in(place))}
    found = (mutant for file in sorted(files) for mutant in mutants_of(file.relative_to(ROOT), file.read_bytes()))
    mutants = [*dict.fromkeys(found)]  # what a function in a function does is found twice
    return random.Random(seed).sample(mutants, min(number, len(mutants)))


def _python_in(place: str) -> list[Path]:
    return [*(ROOT / place).rglob("*.py")]


def mutants_of(file: Path, source: bytes) -> Iterator[Mutant]:
    """Yield every mutant of what stands in the functions of a file."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for statement in _statements(ast.parse(source)):
        for node in _own_nodes(statement):
            for old, new in _changes(node):
                begin = starts[old.lineno - 1] + old.col_offset
                end = starts[(old.end_lineno or 0) - 1] + (old.end_col_offset or 0)
                yield Mutant(file.as_posix(), statement.lineno, begin, end, new)


def _statements(tree: ast.Module) -> Iterator[ast.stmt]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for top in function.body:
                yield from (node for node in ast.walk(top) if isinstance(node, ast.stmt))


def _own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield a statement and what it is made of: no statement inside of it, no type, no text with values."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        for name, value in ast.iter_fields(node):
            inside = [child for child in (value if isinstance(value, list) else [value]) if isinstance(child, ast.AST)]
            if name not in ("annotation", "returns"):
                waiting += [child for child in inside if not isinstance(child, ast.stmt | ast.JoinedStr)]


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield what is replaced of a node, and by which text."""
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield test, f"(not ({ast.unparse(test)}))"
        case ast.comprehension(ifs=conditions):
            yield from ((condition, f"(not ({ast.unparse(condition)}))") for condition in conditions)
        case ast.Expr(value=ast.Call() | ast.Yield()):
            yield node, "pass"
        case ast.Constant(value=bool() as flag):
            yield node, str(not flag)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.Compare(left=left, ops=[operator], comparators=comparators):
            yield node, f"({ast.unparse(ast.Compare(left, [EXCHANGED[type(operator)]()], comparators))})"
        case ast.BoolOp(op=operator, values=values):
            yield node, f"({ast.unparse(ast.BoolOp(EXCHANGED[type(operator)](), values))})"
