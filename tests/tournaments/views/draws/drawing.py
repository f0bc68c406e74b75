"""A draw as the page asks for it and the worker makes it, for tests."""

from django.test import Client
from django.urls import reverse

from tests.factories import NOW
from tests.tournaments.rotations import done
from tournaments.models import Draw, Seat, Table, Tournament
from tournaments.services.results import Result, set_results


def page(client: Client, tournament: Tournament) -> str:
    answer = client.get(reverse("draw", args=[tournament.pk]))
    assert answer.status_code == 200
    return answer.content.decode().replace("\N{NO-BREAK SPACE}", " ")


def drawn(client: Client, tournament: Tournament, *, remainder: str = "exempt", seed: int = 7, **said: str) -> Draw:
    """Ask for a draw as the page does, and do the worker's part."""
    client.post(reverse("draw", args=[tournament.pk]), {"remainder": remainder, "seed": seed} | said)
    return done(Draw.objects.latest("pk"))


def played(tournament: Tournament, number: int, *, close: bool = True) -> None:
    """Give everybody marks in a round, the first numbers the most, and close its sheets."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number, table__isnull=False)
    set_results([Result(seat, 100 - seat.registration.start_number, 4) for seat in seats])
    if close:
        Table.objects.filter(round__tournament=tournament, round__number=number).update(closed_at=NOW)
