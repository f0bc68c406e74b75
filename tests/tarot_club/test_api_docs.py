"""The page for programs says what they may do, in both languages; the schema beside it is English for everybody."""

from functools import partial

import pytest
from django.test import Client

from tarot_club.schema import EnglishSchema
from tests.concurrency import at_once
from tournaments.labels import PUBLICATIONS, Scope

pytestmark = pytest.mark.django_db


def test_it_names_every_right_of_a_token_and_every_event(client: Client) -> None:
    page = client.get("/api/").content.decode()
    for code in (*Scope, *PUBLICATIONS):
        assert f"<code>{code.value}</code>" in page


def test_it_is_read_in_both_languages_and_kept(client: Client) -> None:
    french, english = (client.get("/api/", headers={"Accept-Language": language}) for language in ("fr", "en"))
    assert "Pour les programmes" in french.content.decode()
    assert "For programs" in english.content.decode()
    assert client.get("/api/", headers={"If-None-Match": french.headers["ETag"]}).status_code == 304


def schema_in(language: str, *, new: bool = True) -> str:
    """Return the schema; to the first reader of a new process, unless told otherwise."""
    if new:
        EnglishSchema.document = None
    return Client().get("/api/schema/", headers={"Accept-Language": language}).content.decode()


def test_the_schema_is_english_to_the_letter_whoever_reads_it() -> None:
    french, english = schema_in("fr"), schema_in("en")
    assert french == english
    assert "`annonce` - announced" in french
    assert "4 joueurs" not in french
    assert "inscriptions ouvertes" not in french


def test_those_who_are_first_to_read_the_schema_at_once_all_get_it() -> None:
    expected = schema_in("fr")
    EnglishSchema.document = None
    assert at_once(*[partial(schema_in, "en", new=False)] * 4) == [expected] * 4
