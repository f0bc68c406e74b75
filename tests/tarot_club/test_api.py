"""How the API tells errors, and how it describes itself."""

import itertools
import json
import re
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client
from django.utils.translation import override
from rest_framework.exceptions import (
    APIException,
    MethodNotAllowed,
    NotAcceptable,
    NotAuthenticated,
    ParseError,
    Throttled,
    UnsupportedMediaType,
    ValidationError,
)
from rest_framework.exceptions import PermissionDenied as Forbidden

from tarot_club.api import refuse, urlpatterns
from tournaments.permissions import Action, Role
from tournaments.refusals import Refusal

ROOT = Path(__file__).parent.parent.parent


def told(error: Exception) -> tuple[int, object]:
    answer = refuse(error, {})
    assert answer is not None
    return answer.status_code, answer.data


def test_a_refusal_is_a_409_with_its_code_its_sentence_and_its_fields() -> None:
    refusal = Refusal("La feuille est close.", code="sheet_closed", fields={"points": ["Rouvrez-la."]})
    assert told(refusal) == (
        409,
        {"code": "sheet_closed", "message": "La feuille est close.", "fields": {"points": ["Rouvrez-la."]}},
    )


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        (Forbidden, ()),
        (NotAuthenticated, ()),
        (MethodNotAllowed, ("PUT",)),
        (NotAcceptable, ()),
        (UnsupportedMediaType, ("text/plain",)),
        (Throttled, (12.3,)),
        (ParseError, ()),
    ],
)
def test_no_error_is_told_in_the_words_of_the_framework(
    kind: type[APIException], arguments: tuple[Any, ...], language: str
) -> None:
    with override(language):
        error = kind(*arguments)
        _status, data = told(error)
        assert data["message"] != str(error.detail)
    assert ("13" in data["message"]) is (kind is Throttled)


def test_what_the_framework_says_of_a_field_has_the_apostrophes_of_print() -> None:
    with override("fr"):
        _status, data = told(ValidationError({"n": ["L'adresse n'est pas 'celle-ci'."]}))
    assert data["fields"] == {"n": ["L’adresse n’est pas 'celle-ci'."]}


def test_what_a_view_said_itself_stays() -> None:
    assert told(Forbidden("Ce jeton ne vaut pas ici."))[1] == {
        "code": "permission_denied",
        "message": "Ce jeton ne vaut pas ici.",
    }


def test_the_frameworks_errors_keep_their_status() -> None:
    assert told(Http404("No Club matches"))[0] == 404
    assert told(PermissionDenied())[0] == 403
    status, data = told(NotAuthenticated())
    assert (status, sorted(data), data["code"]) == (401, ["code", "message"], "not_authenticated")
    assert told(ValidationError({"state": ["Inconnu."], "club": ["Lequel ?"]})) == (
        400,
        {"code": "invalid", "message": "Inconnu.", "fields": {"state": ["Inconnu."], "club": ["Lequel ?"]}},
    )
    assert told(ValidationError("Non.")) == (400, {"code": "invalid", "message": "Non.", "fields": {"": ["Non."]}})


def test_a_bug_stays_a_bug() -> None:
    assert refuse(ZeroDivisionError(), {}) is None


def test_every_address_is_public_by_name_but_those_of_sheets_and_decisions() -> None:
    audiences = {pattern.name: pattern.callback.audience for pattern in urlpatterns}
    at_table = "sheet donne confirmation balances signatures protests close reopen calls cancel_call call_arbiter "
    at_table += "arbiter_calls go settle_arbiter_call all_protests answer versions settle_versions move empty history "
    at_table += "restore undo clock extra_minutes whole_standings line_up"
    guarded = {f"api_{name}": Action.RECORD for name in at_table.split()}
    guarded |= {f"api_{name}": Action.PENALISE for name in ("faults", "penalties", "cancel_penalty")}
    guarded |= {f"api_{name}": Action.PENALISE for name in ("incidents", "cancel_incident")}
    guarded["api_journal"] = Action.READ_JOURNAL
    guarded |= {f"api_{name}": Action.MANAGE_CLUB for name in ("players", "new_tournament")}
    guarded |= {
        f"api_{name}": Action.MANAGE_TOURNAMENT
        for name in ("state", "finish", "reopen_tournament", "release", "entries")
    }
    guarded |= {
        f"api_{name}": Action.CHECK_IN
        for name in ("check_in", "newcomers", "formed_teams", "formed_team", "dissolve_team")
    }
    guarded |= {f"api_{name}": Action.DRAW for name in ("draws", "publish")}
    guarded |= {f"api_{name}": Action.PRINT for name in ("job", "documents", "document")}
    assert audiences == dict.fromkeys(audiences, Role.PUBLIC) | guarded | {"api_own_sheet": Action.FOLLOW_OWN}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_schema_is_served_and_names_every_address(client: Client, language: str) -> None:
    schema = client.get("/api/schema/", headers={"Accept-Language": language}).json()
    assert schema["openapi"].startswith("3.")
    described = {path.replace("{", "<").replace("}", ">") for path in schema["paths"]}
    addresses = {f"/api/{pattern.pattern}".replace("<int:", "<") for pattern in urlpatterns}
    assert described == addresses - {"/api/", "/api/schema/", "/api/<anything:rest>"}
    marque = schema["paths"]["/api/v1/marque/"]["post"]
    assert sorted(marque["responses"]) == ["200", "400", "413", "414", "422", "429"]
    assert all("414" in one["responses"] for found in schema["paths"].values() for one in found.values())
    assert "security" not in marque or marque["security"] == [{}]


def test_what_the_schema_allows_is_what_is_answered(client: Client, db: None) -> None:
    schema = client.get("/api/schema/").json()
    for name, filters in {"clubs": [], "seasons": ["club"], "tournaments": ["club", "season"]}.items():
        described = schema["paths"][f"/api/v1/{name}/"]["get"]
        least = {one["name"]: one["schema"].get("minimum") for one in described["parameters"] if one["name"] != "state"}
        when = dict.fromkeys(["date_from", "date_to", "updated_since"] if "season" in filters else [])
        assert least == dict.fromkeys(["page", "page_size", *filters], 1) | when
        for page in ("9", "0", "x"):
            assert client.get(f"/api/v1/{name}/", {"page": page}).status_code == 404
        assert "404" in described["responses"]
        for noun in filters:
            assert client.get(f"/api/v1/{name}/", {noun: "0"}).status_code == 400
            assert client.get(f"/api/v1/{name}/", {noun: "999"}).status_code == 404
            assert "400" in described["responses"]
    donne = schema["components"]["schemas"]["Donne"]["properties"]
    assert {key: donne["players"][key] for key in ("minItems", "maxItems")} == {"minItems": 2, "maxItems": 8}
    assert donne["players"]["items"]["pattern"] == donne["taker"]["pattern"] == r"\S"
    assert client.post("/api/v1/marque/?why=AAA", {}, content_type="application/json").status_code == 400
    assert client.post("/api/v1/marque/", {"players": [""]}, content_type="application/json").status_code == 422


def shape(schema: dict[str, Any], named: dict[str, Any]) -> dict[str, Any]:
    """Return a shape of the document itself in place of a reference to it."""
    if "$ref" not in named:
        return named
    found: dict[str, Any] = schema["components"]["schemas"][named["$ref"].rpartition("/")[2]]
    return found


def test_every_error_is_declared_in_one_shape(client: Client) -> None:
    schema = client.get("/api/schema/").json()
    for address, operations in schema["paths"].items():
        for method, operation in operations.items():
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    told = shape(schema, answer["content"]["application/json"]["schema"])
                    lacking = {"code", "message"} - set(told["required"]) | {"fields"} - told["properties"].keys()
                    assert not lacking, (method, address, status)
                elif method == "get":
                    assert "304" in operation["responses"], address


def test_generated_clients_can_hold_what_the_schema_says(client: Client) -> None:
    """An hour of a club has no offset, as the format `time` would have; a header is text, and no object."""
    schema = client.get("/api/schema/").json()
    assert '"time"' not in json.dumps(schema)
    starts_at = schema["components"]["schemas"]["Tournament"]["properties"]["starts_at"]
    assert re.fullmatch(starts_at["pattern"], "20:30:00")
    assert not re.fullmatch(starts_at["pattern"], "24:00:00")
    parameters = [one for all_ in schema["paths"].values() for op in all_.values() for one in op.get("parameters", ())]
    headers = [one["schema"] for one in parameters if one["in"] == "header"]
    assert {one["type"] for one in headers} == {"string"}
    assert not [one for one in headers if "format" in one]
    keys = {one["schema"]["pattern"] for one in parameters if one["name"] == "Idempotency-Key"}
    assert [bool(re.search(pattern, str(uuid.uuid4()))) for pattern in keys] == [True]


@pytest.mark.checks
def test_the_schema_is_made_without_a_warning(tmp_path: Path) -> None:
    answer = subprocess.run(
        [
            sys.executable,
            "manage.py",
            "spectacular",
            "--validate",
            "--fail-on-warn",
            "--file",
            tmp_path / "schema.yaml",
        ],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (answer.returncode, answer.stderr) == (0, "")


def test_an_address_that_leads_nowhere_answers_programs(client: Client) -> None:
    for method, path in itertools.product(("get", "post"), ("/api/v2/players/", "/api/v1/clubs/1%0A2/")):
        answer = getattr(client, method)(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
