"""The figures of the house, read off the source: what there is of it, and who imports whom."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
APPS = ("tarot_club", "tournaments", "scoring")
LONG = 50  # lines of a function

Imports = dict[str, set[str]]


def modules() -> dict[str, Path]:
    """Return the file of every module of the product, migrations apart."""
    files = (path for app in APPS for path in (ROOT / app).rglob("*.py") if "migrations" not in path.parts)
    return {_name(path): path for path in files}


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(files: dict[str, Path]) -> Imports:
    """Return which modules each module imports; a package counts where a name of its own is taken from it."""
    found: Imports = {}
    for module, path in files.items():
        names: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                above = module.split(".")[: -node.level or None] if path.name != "__init__.py" else module.split(".")
                base = ".".join([*(above if node.level else []), *([node.module] if node.module else [])])
                names |= {inner if (inner := f"{base}.{alias.name}") in files else base for alias in node.names}
            elif isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
        found[module] = names & files.keys() - {module}
    return found


def one_importer(found: Imports) -> int:
    """Return how many modules only one other module imports."""
    importers = defaultdict(set)
    for module, names in found.items():
        for name in names:
            importers[name].add(module)
    return sum(len(by) == 1 for by in importers.values())


def circles(found: Imports) -> list[set[str]]:
    """Return the sets of modules that lead back to themselves, imports for types alone among them."""
    reached = {module: _reached(module, found) for module in found}
    rings = {frozenset(other for other in reached[module] if module in reached[other]) for module in found}
    return [set(ring) for ring in rings if len(ring) > 1]


def _reached(module: str, found: Imports) -> set[str]:
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        for name in found[waiting.pop()] - seen:
            seen.add(name)
            waiting.append(name)
    return seen


def long_functions(files: dict[str, Path]) -> Iterator[str]:
    """Yield every function of more than `LONG` lines, docstring and all."""
    for path in files.values():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > LONG:
                    yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {lines}"


def lines_of(files: Iterator[Path]) -> int:
    return sum(len(path.read_text("utf-8").splitlines()) for path in files)


def rooms(app: str) -> int:
    """Return how many files and folders of an app are seen at once."""
    return sum(
        path.suffix == ".py" or (path / "__init__.py").exists()
        for path in (ROOT / app).iterdir()
        if path.stem not in {"__init__", "__pycache__"}
    )
