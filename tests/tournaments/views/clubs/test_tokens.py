"""The page of one's tokens: made, shown once, withdrawn."""

import re
import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.tokens import a_token
from tournaments.labels import TournamentState
from tournaments.models import Account, Token, Tournament

pytestmark = pytest.mark.django_db
SECRET = re.compile(r"tc_[\w-]{43}")


def test_a_secret_is_shown_in_the_answer_to_its_form_and_never_again(
    as_arbiter: Client, the_arbiter: Account, tournament: Tournament
) -> None:
    page = reverse("my_tokens")
    typed = {"key": str(uuid.uuid4()), "name": "Tablette", "scopes": ["saisir", "lire"], "tournament": tournament.pk}
    answer = as_arbiter.post(page, typed)
    secrets = set(SECRET.findall(answer.content.decode()))
    token = Token.objects.get()
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]
    assert len(secrets) == 1
    assert (token.account, token.name, token.scopes, token.tournament) == (
        the_arbiter,
        "Tablette",
        ["lire", "saisir"],
        tournament,
    )

    assert SECRET.findall(as_arbiter.get(page).content.decode()) == []
    again = as_arbiter.post(page, typed)
    assert again.status_code == 422
    assert SECRET.findall(again.content.decode()) == []
    assert "son secret n’est montré qu’une fois" in again.content.decode()
    assert Token.objects.count() == 1


def test_a_form_that_says_nothing_is_refused_in_words(as_arbiter: Client) -> None:
    answer = as_arbiter.post(reverse("my_tokens"), {"key": str(uuid.uuid4()), "scopes": ["tout"]})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"name", "scopes"}
    assert Token.objects.count() == 0


def test_one_withdraws_ones_own_and_nobody_elses(
    as_arbiter: Client, the_arbiter: Account, the_organiser: Account
) -> None:
    own, other = a_token(the_arbiter).token, a_token(the_organiser).token
    for token in (own, other):
        answer = as_arbiter.post(reverse("withdraw_token", args=[token.pk]))
        assert (answer.status_code, answer.url) == (303, reverse("my_tokens"))
    assert set(Token.objects.filter(withdrawn_at=None)) == {other}
    page = as_arbiter.get(reverse("my_tokens"))
    assert [token for token, _scopes in page.context["tokens"]] == [own]


def test_a_token_is_offered_for_what_is_open_or_was_just_over(as_arbiter: Client, tournament: Tournament) -> None:
    page = reverse("my_tokens")
    assert f'<option value="{tournament.pk}"' in as_arbiter.get(page).content.decode()
    Tournament.objects.update(state=TournamentState.FINISHED, date=timezone.localdate() - timedelta(days=61))
    assert f'<option value="{tournament.pk}"' not in as_arbiter.get(page).content.decode()
