"""A page of a tournament, asked for and read, for tests."""

from django.test import Client
from django.urls import reverse

from tournaments.models import Tournament


def address(name: str, tournament: Tournament, *more: int) -> str:
    return reverse(name, args=[tournament.pk, *more])


def text_of(client: Client, path: str, **asked: object) -> str:
    answer = client.get(path, asked)
    assert answer.status_code == 200
    return answer.content.decode()
