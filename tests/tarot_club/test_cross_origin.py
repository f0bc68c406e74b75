"""Scripts of other sites read what everybody may read, and nothing else."""

import pytest
from django.test import Client

from tests.factories import AccountFactory, TournamentFactory

pytestmark = pytest.mark.django_db

ELSEWHERE = {"Origin": "https://elsewhere.example"}


def allowed(client: Client, path: str, method: str = "get", **headers: str) -> str | None:
    answer = getattr(client, method)(path, headers=ELSEWHERE | headers)
    assert "Access-Control-Allow-Credentials" not in answer.headers
    return answer.headers.get("Access-Control-Allow-Origin")


def test_what_is_public_is_read_from_any_origin_errors_too(client: Client) -> None:
    tournament = TournamentFactory()
    for path in ("clubs/", f"tournaments/{tournament.pk}/", "tournaments/?club=x", "tournaments/999/", "nowhere/"):
        assert allowed(client, f"/api/v1/{path}") == "*"
    assert allowed(client, "/api/schema/") == "*"
    tag = client.get("/api/v1/clubs/").headers["ETag"]
    assert allowed(client, "/api/v1/clubs/", **{"If-None-Match": tag}) == "*"


def test_nothing_else_is(client: Client) -> None:
    tournament = TournamentFactory()
    client.force_login(AccountFactory(is_superuser=True), backend="allauth.account.auth_backends.AuthenticationBackend")
    assert allowed(client, f"/tournois/{tournament.pk}/") is None
    assert allowed(client, f"/api/v1/tournaments/{tournament.pk}/penalties/") is None
    assert allowed(client, "/api/v1/marque/", "post") is None


def test_a_browser_that_asks_first_is_told_that_it_may_read_and_not_write(client: Client) -> None:
    def asks(method: str) -> dict[str, str]:
        headers = ELSEWHERE | {"Access-Control-Request-Method": method}
        answer = client.options("/api/v1/tournaments/1/penalties/", headers=headers)
        assert answer.status_code == 204
        return {name: value for name, value in answer.headers.items() if name.startswith("Access-Control-Allow")}

    assert asks("GET") == {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
        "Access-Control-Allow-Headers": "Accept, Accept-Language, If-None-Match",
    }
    assert asks("POST") == asks("PUT") == {}
