"""Which addresses lead to which functions: read in the code by what each module imports and names."""

import ast
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.urls import get_resolver

ROOT = Path(__file__).parent.parent
Name = tuple[str, str]  # a module and what it defines


@cache
def _named() -> dict[Name, set[Name]]:
    """Return what each function, class and constant of our apps names, by where that is defined."""
    trees = {}
    for app in ("tournaments", "scoring", "tarot_club"):
        for path in (ROOT / app).rglob("*.py"):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            trees[module] = ast.parse(path.read_text("utf-8"))
    named = {}
    for module, tree in trees.items():
        imported = {
            alias.asname or alias.name: (node.module or "", alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        defined = {name: node for node in tree.body for name in _defines(node)}
        for name, node in defined.items():
            named[module, name] = set(_names_in(node, module, defined, imported))
    return named


def _defines(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _names_in(node: ast.stmt, module: str, defined: Collection[str], imported: dict[str, Name]) -> Iterator[Name]:
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield (module, part.id) if part.id in defined else imported.get(part.id, ("", part.id))
        elif isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in imported:
            package, name = imported[part.value.id]
            yield f"{package}.{name}", part.attr


def addresses_to(functions: Collection[Name]) -> set[str]:
    """Return the names of the addresses whose view names one of these functions, or what names it."""
    named = _named()
    leading, last = set(functions), 0
    while len(leading) > last:
        last = len(leading)
        leading |= {name for name, parts in named.items() if parts & leading}
    return {address for address, view in _views(get_resolver().url_patterns) if view in leading}


def _views(patterns: list[Any]) -> Iterator[tuple[str, Name]]:
    """Yield the name and the view of each address; of a view of the API its class."""
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from _views(pattern.url_patterns)
        else:
            view = getattr(pattern.callback, "view_class", pattern.callback)
            yield pattern.name or "", (view.__module__, view.__name__)
