"""A client made of the schema that is served, as generators make one: each operation by its name, and nothing else."""

import re
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from jsonschema import Draft202012Validator

from tests.scoring.api.programs import check, closed, the_schema
from tests.tournaments.tokens import Program


@dataclass
class GeneratedClient:
    """
    It sends what the schema allows and reads what it promises: anything else fails here, before or after the call.

    `keys` are those of the acts in their order: played again from the start, the same acts have the same keys.
    """

    program: Program
    keys: list[uuid.UUID] = field(default_factory=list)
    acts: int = 0

    def __getattr__(self, operation: str) -> Any:
        if operation.startswith("_"):
            raise AttributeError(operation)
        return lambda body=None, **arguments: self._call(operation, body, arguments)

    def answers(self, operation: str, body: Any = None, **arguments: Any) -> Any:
        """Return the body of an answer that went well."""
        answer = self._call(operation, body, arguments)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def from_the_start(self) -> None:
        self.acts = 0

    def _call(self, operation: str, body: Any, arguments: dict[str, Any]) -> HttpResponse:
        path, method, declared = _operations()[operation]
        assert (body is not None) == ("requestBody" in declared), f"{operation} and its body"
        if body is not None:
            _hold(declared["requestBody"]["content"]["application/json"]["schema"], body)
        headers, query = {}, {}
        for parameter in declared.get("parameters", ()):
            name = parameter["name"]
            value = arguments.pop(re.sub(r"\W", "_", name).lower(), None)
            if name == "Idempotency-Key":
                value = value or self._key()
            if value is None:
                assert not parameter.get("required"), f"{operation} needs {name}"
                continue
            _hold(parameter["schema"], value)
            if parameter["in"] == "path":
                path = path.replace(f"{{{name}}}", str(value))
            else:
                (headers if parameter["in"] == "header" else query)[name] = value
        assert not arguments, f"{operation} takes no {sorted(arguments)}"
        asked = path + ("?" + "&".join(f"{name}={value}" for name, value in query.items()) if query else "")
        answer = self.program.send(
            method, asked, body, **{name.replace("-", "_"): text for name, text in headers.items()}
        )
        check(answer, method, asked)
        return answer

    def _key(self) -> str:
        if self.acts == len(self.keys):
            self.keys.append(uuid.uuid4())
        self.acts += 1
        return str(self.keys[self.acts - 1])


def _operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    return {
        operation["operationId"]: (path, method.upper(), operation)
        for path, operations in the_schema()["paths"].items()
        for method, operation in operations.items()
    }


def _hold(schema: Any, value: Any) -> None:
    """Hold what is sent against the schema of it."""
    whole = closed(schema | {"components": the_schema()["components"]})
    assert [error.message for error in Draft202012Validator(whole).iter_errors(value)] == [], value
