"""A switch of language on every page, and one word for one thing in each."""

import re

import pytest
from django.test import Client

from tests.factories import AccountFactory

pytestmark = pytest.mark.django_db
OFFERED = re.compile(r'name="language"\s+value="(\w+)"')


def chosen(client: Client, language: str, **headers: str) -> str:
    answer = client.post("/langue/", {"language": language}, headers=headers)
    assert answer.status_code == 302
    return answer["Location"]


@pytest.mark.parametrize("page", ["/", "/marque/", "/reglement/", "/comptes/login/", "/nulle-part/"])
def test_every_page_offers_the_other_language_and_keeps_the_choice(page: str) -> None:
    visitor = Client(headers={"accept-language": "en"}, enforce_csrf_checks=True)
    assert OFFERED.findall(visitor.get(page).content.decode()) == ["fr"]
    assert chosen(visitor, "fr", referer=f"http://testserver{page}") == f"http://testserver{page}"
    french = visitor.get(page)
    assert (OFFERED.findall(french.content.decode()), french["Content-Language"]) == (["en"], "fr")
    assert visitor.cookies["django_language"]["max-age"] == 31_536_000


def test_it_leads_nowhere_else(client: Client) -> None:
    assert chosen(client, "en", referer="http://elsewhere.example/x") == "/"
    assert client.get("/langue/")["Location"] == "/"
    chosen(client, "xx")
    assert client.get("/").headers["Content-Language"] == "en"


def test_who_is_logged_in_reads_the_language_he_chose(client: Client) -> None:
    client.force_login(AccountFactory(), backend="allauth.account.auth_backends.AuthenticationBackend")
    etag = client.get("/")["ETag"]
    chosen(client, "en")
    english = client.get("/", headers={"if-none-match": etag})
    assert (english.status_code, english["Content-Language"]) == (200, "en")


def test_english_says_rules(client: Client) -> None:
    page = client.get("/reglement/", headers={"accept-language": "en"}).content.decode()
    assert '<a class="book" href="/reglement/">Rules</a>' in page
    # The title of the federation's own document keeps its name, and the address does.
    assert re.findall(r"(?i)(.{20})règlement(?!”)", page) == []
