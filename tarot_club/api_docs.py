"""The page that explains the API to people: made of the schema that programs read, and of nothing else."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join

from scoring.api.views import MOST_BYTES
from tarot_club.schema import EnglishSchema
from tournaments.api.guarded import REQUESTS
from tournaments.api.paging import A_PAGE, MOST_A_PAGE
from tournaments.labels import PUBLICATIONS, Scope
from tournaments.permissions import public
from tournaments.services.work.deliveries import PAUSES, SIGNATURE
from tournaments.views.caching import kept_fresh

METHODS = ("get", "put", "post", "patch", "delete")
NAMED = "#/components/schemas/"


@dataclass(frozen=True)
class Shape:
    """What a value is: in words, and the name of the shape it has, if it has one."""

    words: str
    name: str = ""


@dataclass(frozen=True)
class Field:
    name: str
    shape: Shape
    required: bool
    description: str


@dataclass(frozen=True)
class Answer:
    status: str
    description: str
    shape: Shape | None


@dataclass(frozen=True)
class Operation:
    """One request that can be made; `is_open` when it needs no token."""

    method: str
    path: str
    title: str
    description: str
    is_open: bool
    parameters: tuple[Field, ...]
    body: Shape | None
    answers: tuple[Answer, ...]


@public
@kept_fresh(list)
def api_docs(request: HttpRequest) -> HttpResponse:
    """Show every request, every shape, how to log in, how to be notified."""
    schema = EnglishSchema().get_schema(request=None, public=True)
    context = {
        "operations": operations(schema),
        "shapes": shapes(schema),
        "scopes": list(Scope),
        "events": PUBLICATIONS,
        "a_page": A_PAGE,
        "most_a_page": MOST_A_PAGE,
        "most_bytes": MOST_BYTES,
        "asked": REQUESTS.most,
        "signature": SIGNATURE,
        "tries": len(PAUSES) + 1,
    }
    return render(request, "api_docs.html", context)


def operations(schema: dict[str, Any]) -> list[Operation]:
    """Return every request of a schema, in its order."""
    return [
        _operation(method, path, item[method])
        for path, item in schema["paths"].items()
        for method in METHODS
        if method in item
    ]


def _operation(method: str, path: str, operation: dict[str, Any]) -> Operation:
    open_to_all = not operation.get("security", [{}]) or {} in operation.get("security", [{}])
    parameters = tuple(
        Field(
            parameter["name"],
            _shape(parameter["schema"]),
            parameter.get("required", False),
            _with_code(parameter.get("description", "")),
        )
        for parameter in operation.get("parameters", [])
    )
    title, _dot, details = operation.get("description", "").partition("\n")
    body = operation.get("requestBody")
    return Operation(
        method=method.upper(),
        path=path,
        title=operation.get("summary") or title,
        description=_with_code(operation.get("description", "") if operation.get("summary") else details.strip()),
        is_open=open_to_all,
        parameters=parameters,
        body=_content(body) if body else None,
        answers=tuple(
            Answer(status, _with_code(answer.get("description", "")), _content(answer))
            for status, answer in sorted(operation["responses"].items())
        ),
    )


def _content(holder: dict[str, Any]) -> Shape | None:
    for content in holder.get("content", {}).values():
        return _shape(content["schema"])
    return None


def _with_code(text: str) -> str:
    """Return a text of the schema, what stands between two backticks as code."""
    parts = enumerate(text.split("`"))
    return format_html_join(
        "", "{}", ((format_html("<code>{}</code>", part) if odd % 2 else part,) for odd, part in parts)
    )


def shapes(schema: dict[str, Any]) -> list[tuple[str, str, list[Field]]]:
    """Return every named shape: its name, what it is, its keys (a code has none: its words list the values)."""
    return [
        (
            name,
            _with_code(shape.get("description", "")) if shape.get("properties") else _shape(shape).words,
            [
                Field(key, _shape(value), key in shape.get("required", []), _with_code(value.get("description", "")))
                for key, value in shape.get("properties", {}).items()
            ],
        )
        for name, shape in schema["components"]["schemas"].items()
    ]


def _shape(schema: dict[str, Any]) -> Shape:
    """Return what a value is, in the words of JSON."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(NAMED)
        return Shape(name, name)
    for together in ("oneOf", "anyOf", "allOf"):
        if together in schema:
            parts = [_shape(part) for part in schema[together]]
            named = next((part.name for part in parts if part.name), "")
            return Shape(" | ".join(part.words for part in parts if part.words), named)
    if "enum" in schema:
        return Shape(" | ".join("null" if code is None else f'"{code}"' for code in schema["enum"]))
    if schema.get("type") == "array":
        inner = _shape(schema["items"])
        return Shape(f"[{inner.words}]", inner.name)
    words = " ".join(filter(None, [schema.get("format", ""), str(schema.get("type", ""))]))
    limits = [f"{sign} {schema[key]}" for key, sign in (("minimum", "≥"), ("maximum", "≤")) if key in schema]
    if schema.get("nullable"):
        limits.append("| null")
    return Shape(" ".join([words, *limits]).strip())
