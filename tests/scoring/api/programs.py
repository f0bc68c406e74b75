"""A program at a table, for tests: what it sends, and every answer held against the schema that is served."""

import functools
import re
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client
from jsonschema import Draft202012Validator

from tarot_club.schema import EnglishSchema
from tests.tournaments.tokens import Program, a_token
from tournaments.models import Account, Table

GARDE: dict[str, Any] = {"outcome": "jouee", "taker": 1, "contract": "garde", "bouts": 2, "points": 46}
NEW = {"if_none_match": "*"}


@functools.cache
def the_schema() -> dict[str, Any]:
    schema: dict[str, Any] = EnglishSchema().get_schema(request=None, public=True)
    return schema


def check(answer: HttpResponse, method: str, path: str) -> None:
    """Hold an answer against what the schema declares for its address, its method and its status."""
    path, paths = path.partition("?")[0], the_schema()["paths"]
    (route,) = [one for one in paths if re.fullmatch(re.sub(r"\{\w+\}", "[0-9]+", one), path)]
    declared = paths[route][method.lower()]["responses"]
    assert str(answer.status_code) in declared, f"{method} {route} answers {answer.status_code}: {answer.content!r}"
    if answer.status_code == 304:
        assert answer.content == b""
        return
    content = declared[str(answer.status_code)]["content"]
    if answer["Content-Type"] != "application/json":
        assert list(content) == [answer["Content-Type"]]
        return
    shape = content["application/json"]["schema"]
    whole = closed(shape | {"components": the_schema()["components"]})
    errors = [error.message for error in Draft202012Validator(whole).iter_errors(answer.json())]
    assert errors == [], answer.json()


def closed(schema: Any) -> Any:
    """Return a schema of OpenAPI 3.0 as one of JSON Schema that allows no key it does not name."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    strict = {name: closed(inner) for name, inner in schema.items()}
    if isinstance(strict.get("properties"), dict) and strict.get("type") == "object":
        strict.setdefault("additionalProperties", False)
    if strict.pop("nullable", None) is True:
        return {"anyOf": [strict, {"type": "null"}]}
    return strict


@dataclass
class TableProgram:
    """A program with a token of an account; `path` is of the table it asks about, or of the tournament."""

    table: Table
    program: Program = field(default_factory=Program)

    @classmethod
    def of(cls, table: Table, account: Account, **token: Any) -> "TableProgram":
        scopes = token.pop("scopes", ())
        return cls(table, Program(a_token(account, *scopes, **token).secret, Client()))

    def path(self, what: str, *, of_tournament: bool = False) -> str:
        tournament = f"/api/v1/tournaments/{self.table.round.tournament_id}/"
        if of_tournament:
            return f"{tournament}{what}"
        return f"{tournament}rounds/{self.table.round.number}/tables/{self.table.number}/{what}"

    def ask(
        self, method: str, what: str, body: Any = None, *, of_tournament: bool = False, **headers: str
    ) -> HttpResponse:
        path = self.path(what, of_tournament=of_tournament)
        answer = self.program.send(method, path, body, **headers)
        check(answer, method, path)
        return answer

    def donne(self, number: int, body: Any, key: uuid.UUID | None = None, **headers: str) -> HttpResponse:
        return self.ask("PUT", f"donnes/{number}/", body, idempotency_key=str(key or uuid.uuid4()), **headers)

    def sheet(self) -> dict[str, Any]:
        sheet: dict[str, Any] = self.ask("GET", "sheet/").json()
        return sheet


def new_key() -> dict[str, str]:
    """Return the header by which a program names an act of its own, once."""
    return {"idempotency_key": str(uuid.uuid4())}
