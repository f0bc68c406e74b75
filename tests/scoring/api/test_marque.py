"""The calculator: the exchange format over HTTP."""

import json
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from scoring.marque import Donne, ImpossibleDonne, Problem, as_mapping, read, score
from tests.scoring.api.programs import closed, the_schema
from tests.strategies import donnes

pytestmark = pytest.mark.services  # the address counts how often it is asked

# The contract's own example.
DONNE = {
    "variant": "4",
    "players": ["Nord", "Est", "Sud", "Ouest"],
    "taker": "Est",
    "partner": None,
    "contract": "garde",
    "bouts": 2,
    "points": 46,
    "petit_au_bout": None,
    "poignees": [{"player": "Est", "size": "simple"}],
    "chelem": {"announced": False, "made": None},
}
SCORED = {
    "scores": {"Nord": -80, "Est": 240, "Sud": -80, "Ouest": -80},
    "per_defender": 80,
    "won": True,
    "parts": [
        {"reason": "contract", "points": 60, "text": "(25 + 5) × 2"},
        {"reason": "poignee", "points": 20, "text": "poignée simple"},
    ],
}


def somebody(**options: bool) -> Client:
    """Return a client at an address that has asked nothing yet: the cache may be one for all tests."""
    return Client(**options, REMOTE_ADDR=f"198.18.{secrets.randbelow(256)}.{secrets.randbelow(256)}")


@pytest.fixture
def client() -> Client:
    return somebody()


def ask(client: Client, body: object, **headers: str) -> HttpResponse:
    sent = body if isinstance(body, (str, bytes)) else json.dumps(body)
    return client.post("/api/v1/marque/", sent, content_type="application/json", headers=headers)


def test_the_example_of_the_contract(client: Client) -> None:
    answer = ask(client, DONNE)
    assert (answer.status_code, answer.json()) == (200, SCORED)


@settings(deadline=None, max_examples=30)  # the first request loads all addresses
@given(donne=donnes())
def test_whatever_can_happen_is_scored_as_the_library_scores_it(donne: Donne) -> None:
    answer = ask(somebody(), as_mapping(donne))
    assert (answer.status_code, answer.json()) == (200, score(donne).as_json())


EIGHT = {
    "variant": "8",
    "players": ["Anne", "Bob", "Chloé", "Dan", "Eve", "Fred", "Gina", "Hugo"],
    "taker": "Anne",
    "partner": "Eve",
    "sits_out": ["Dan", "Hugo"],
    "contract": "pousse",
    "bouts": 2,
    "points": 46,
    "options": {"pousse": "add", "miseres": [{"player": "Bob", "kind": "tete"}]},
}


def test_rules_hors_reglement_are_asked_for_by_their_options_and_said_in_the_answer(client: Client) -> None:
    answer = ask(client, EIGHT).json()
    assert sorted(answer["house_rules"]) == ["misere", "pousse", "variant"]
    assert answer["scores"] == {
        "Anne": 40, "Bob": 25, "Chloé": -35, "Dan": 0, "Eve": 40, "Fred": -35, "Gina": -35, "Hugo": 0,
    }  # fmt: skip
    assert [part["player"] for part in answer["parts"] if "player" in part] == ["Bob"]
    assert "house_rules" not in ask(client, DONNE).json()


def test_why_is_told_when_it_is_asked_for(client: Client) -> None:
    body = json.dumps(DONNE)

    def why(query: str, language: str = "fr") -> object:
        path = f"/api/v1/marque/{query}"
        said = client.post(path, body, content_type="application/json", headers={"Accept-Language": language})
        return said.json().get("why")

    scored = score(read(DONNE))
    assert why("?why=1") == list(scored.why("fr"))
    assert why("?why=1", "en") == list(scored.why("en"))
    assert why("") is None
    assert why("?why=0") is None
    assert why("?why=") is None


def test_a_mark_at_the_beginning_is_no_problem(client: Client) -> None:
    marked = "\ufeff" + json.dumps(DONNE)
    assert ask(client, marked).json() == ask(client, DONNE).json()
    assert ask(client, "\ufeff" + marked).status_code == 400


def test_all_problems_at_once(client: Client) -> None:
    answer = ask(client, DONNE | {"taker": "Personne", "bouts": 4, "points": 91.5})
    assert answer.status_code == 422
    told, problems = answer.json(), answer.json()["problems"]
    assert (told["code"], told["message"]) == (problems[0]["code"], problems[0]["message"])
    assert told["fields"] == {
        one["field"]: [each["message"] for each in problems if each["field"] == one["field"]] for one in problems
    }
    assert {problem["field"] for problem in answer.json()["problems"]} >= {"taker", "bouts", "points"}


@pytest.mark.parametrize(("accepted", "language"), [("fr", "fr"), ("de", "fr"), ("en", "en"), ("en-GB", "en")])
def test_problems_are_told_in_the_language_asked_for(client: Client, accepted: str, language: str) -> None:
    impossible = DONNE | {"taker": "Personne"}
    answer = ask(client, impossible, **{"Accept-Language": accepted})
    with pytest.raises(ImpossibleDonne) as told:
        read(impossible)
    assert answer.headers["Content-Language"] == language
    assert answer.json()["problems"] == told.value.as_json(language)["problems"]


@pytest.mark.parametrize("body", ["", "{", "pas du json", b"\xff\xfe", "[" * 16_000, "[" + "9" * 5_000])
def test_what_is_not_json_is_a_400(client: Client, body: Any) -> None:
    answer = ask(client, body)
    assert (answer.status_code, answer.json()) == (
        400,
        {"code": "not_json", "message": "Ce n’est pas du JSON : envoyez une donne, en un seul objet JSON."},
    )


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("[]", "not_object"),
        ("null", "not_object"),
        ("3", "not_object"),
        ("9" * 5_000, "not_object"),
        ('{"taker": "Est", "taker": "Nord"}', "key_twice"),
        (json.dumps(DONNE | {"points": float("nan")}), "points_unreadable"),
        (json.dumps(DONNE | {"colour": "red"}), "key_unknown"),
    ],
)
def test_json_that_is_no_donne_is_a_422(client: Client, body: str, code: str) -> None:
    answer = ask(client, body)
    assert answer.status_code == 422
    assert answer.json()["problems"][0]["code"] == code


def test_half_a_character_in_a_name_goes_out_as_it_came_in(client: Client) -> None:
    players = ["Nord", "\ud800", "Sud", "Ouest"]
    answer = ask(client, DONNE | {"players": players, "taker": "\ud800", "poignees": []})
    assert answer.status_code == 200
    assert answer.json()["scores"]["\ud800"] == 180


def test_a_long_body_is_not_read(client: Client) -> None:
    answer = ask(client, json.dumps(DONNE) + " " * 16_384)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_long")
    assert ask(client, json.dumps(DONNE).ljust(16_384)).status_code == 200


def test_only_json_is_spoken(client: Client) -> None:
    answer = client.post("/api/v1/marque/", {"variant": "4"})
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
    answer = client.get("/api/v1/marque/")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == "POST, OPTIONS"


def test_it_needs_no_token_and_no_database() -> None:
    strict = somebody(enforce_csrf_checks=True)  # and no fixture opens the database to this test
    strict.cookies["csrftoken"] = "x" * 32
    assert ask(strict, DONNE).status_code == 200


def test_one_address_asks_three_hundred_times_a_minute(client: Client) -> None:
    codes = [ask(client, "{").status_code for _each in range(301)]
    assert codes == [400] * 300 + [429]
    answer = ask(client, DONNE)
    assert (answer.status_code, answer.json()["code"]) == (429, "throttled")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert ask(somebody(), DONNE).status_code == 200


WHOLE: dict[str, Any] = DONNE | {
    "sits_out": [],
    "defense_points": 45,
    "chelem": {"announced": False, "made": None, "announced_by": None},
    "options": {
        "pousse": "add",
        "petit_chelem": {"announced": False, "made": False},
        "miseres": [],
        "misere_value": 10,
    },
}
SHORT = {"variant": "3", "players": ["a", "b", "c"], "taker": "a", "contract": "prise", "bouts": 1, "points": 51}
ANYTHING = (None, False, True, 0, 3, "", "a", [], [""], {}, ["0", "0"])
# Problems of how a donne is written, which a schema can tell; the others say that it cannot have been played.
MALFORMED = {"wrong_type", "code_unknown", "key_missing", "players_count", "players_twice", "player_unnamed"}
SIZE_OR_TRUMPS = ("key_missing", "poignees")


def written_otherwise(whole: Any) -> Iterator[Any]:
    """Yield an object with one of its values, at any depth, replaced by each of `ANYTHING`, or left out."""
    if isinstance(whole, dict):
        for key, value in whole.items():
            yield {name: kept for name, kept in whole.items() if name != key}
            yield from (whole | {key: other} for other in (*ANYTHING, *written_otherwise(value)))
    elif isinstance(whole, list) and whole:
        yield from ([other, *whole[1:]] for other in (*ANYTHING, *written_otherwise(whole[0])))


def test_the_schema_and_the_reader_of_a_donne_agree() -> None:
    schema = Draft202012Validator(
        closed({"$ref": "#/components/schemas/Donne", "components": the_schema()["components"]})
    )
    disagreements = []
    for donne in (*written_otherwise(WHOLE), *written_otherwise(SHORT)):
        problems: list[Problem] = []
        try:
            read(donne)
        except ImpossibleDonne as impossible:
            problems = list(impossible.problems)
        # A poignée has a size or a number of trumps: the description says it.
        malformed = [one for one in problems if one.code in MALFORMED and (one.code, one.field) != SIZE_OR_TRUMPS]
        if schema.is_valid(donne) if malformed else not problems and not schema.is_valid(donne):
            disagreements.append((donne, problems))
    assert disagreements == []
