"""The page for programs says what the schema says, all of it, in both languages, and calls nobody else."""

import re

import pytest
from django.test import Client

from tarot_club.api_docs import NAMED, Operation, Shape, operations, shapes
from tournaments.labels import PUBLICATIONS, Scope

pytestmark = pytest.mark.django_db


def test_every_request_and_every_shape_stands_there(client: Client) -> None:
    schema = client.get("/api/schema/").json()
    page = client.get("/api/").content.decode()
    for path, item in schema["paths"].items():
        for method in item:
            assert f"<code><b>{method.upper()}</b> {path.replace('<', '&lt;')}</code>" in page
    names = set(schema["components"]["schemas"])
    assert set(re.findall(r'id="shape-(\w+)"', page)) == names
    assert set(re.findall(r'href="#shape-(\w+)"', page)) <= names
    for code in (*Scope, *PUBLICATIONS):
        assert f"<code>{code.value}</code>" in page


def test_it_is_read_in_both_languages_and_kept(client: Client) -> None:
    french, english = (client.get("/api/", headers={"Accept-Language": language}) for language in ("fr", "en"))
    assert "Pour les programmes" in french.content.decode()
    assert "For programs" in english.content.decode()
    assert client.get("/api/", headers={"If-None-Match": french.headers["ETag"]}).status_code == 304


def test_what_needs_a_token_is_marked(client: Client) -> None:
    known = {one.path: one for one in operations(client.get("/api/schema/").json())}
    assert known["/api/v1/clubs/"].is_open
    assert not known["/api/v1/tournaments/{tournament_id}/penalties/"].is_open


def test_a_shape_is_told_in_the_words_of_json() -> None:
    schema = {
        "paths": {
            "/x/": {
                "get": {
                    "description": "One thing.\n\nMore of it.",
                    "parameters": [{"name": "n", "schema": {"type": "integer", "minimum": 1, "maximum": 9}}],
                    "responses": {
                        "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}
                    },
                }
            }
        },
        "components": {
            "schemas": {
                "A": {
                    "required": ["b"],
                    "properties": {
                        "b": {"type": "array", "items": {"$ref": f"{NAMED}B"}},
                        "c": {"type": "string", "format": "date", "nullable": True},
                        "d": {"oneOf": [{"type": "number"}, {"type": "string"}]},
                    },
                },
                "B": {"enum": ["x", None]},
            }
        },
    }
    ((get,), (one, other)) = operations(schema), shapes(schema)
    assert isinstance(get, Operation)
    assert (get.title, get.description, get.is_open) == ("One thing.", "More of it.", True)
    assert get.parameters[0].shape == Shape("integer ≥ 1 ≤ 9")
    assert get.answers[0].shape == Shape("A", "A")
    assert [field.shape for field in one[2]] == [
        Shape("[B]", "B"),
        Shape("date string | null"),
        Shape("number | string"),
    ]
    assert [field.required for field in one[2]] == [True, False, False]
    assert other == ("B", '"x" | null', [])


def test_the_schema_is_english_to_the_letter_whoever_reads_it(client: Client) -> None:
    french, english = (
        client.get("/api/schema/", headers={"Accept-Language": language}).content.decode() for language in ("fr", "en")
    )
    assert french == english
    assert "`annonce` - announced" in french
    assert "4 joueurs" not in french
    page = client.get("/api/", headers={"Accept-Language": "fr"}).content.decode()
    told = page.split('<div lang="en">')[1]
    assert "announced" in told
    assert "inscriptions ouvertes" not in told
