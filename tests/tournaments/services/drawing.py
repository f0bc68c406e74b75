"""Draws asked for, made, published and played, for tests."""

from tests.factories import NOW
from tests.tournaments.rotations import done
from tournaments.labels import DrawMode
from tournaments.models import Account, Draw, Seat, Table, Tournament
from tournaments.seating import Remainder
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.requests import ask_draw
from tournaments.services.results import Result, set_results

Places = list[list[int]]


def asked(tournament: Tournament, by: Account, mode: DrawMode = DrawMode.ROTATION, **said: object) -> Draw:
    return ask_draw(tournament=tournament, remainder=Remainder.EXEMPT, seed=1, by=by, at=NOW, mode=mode, **said)


def drawn(tournament: Tournament, by: Account, mode: DrawMode = DrawMode.ROTATION, **said: object) -> Draw:
    """Return a finished draw, as the worker does it."""
    return done(asked(tournament, by, mode, **said))


def published(tournament: Tournament, by: Account, mode: DrawMode = DrawMode.ROTATION, **said: object) -> Draw:
    draw = drawn(tournament, by, mode, **said)
    publish_draw(draw=draw, by=by, at=NOW)
    return draw


def play(tournament: Tournament, number: int, *, leave_open: int = 0) -> None:
    """Give everybody marks by his start number, the first the most, and close the sheets but some."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number, table__isnull=False)
    set_results([Result(seat, 100 - seat.registration.start_number, 4) for seat in seats])
    tables = Table.objects.filter(round__tournament=tournament, round__number=number).order_by("number")
    tables.filter(pk__in=[table.pk for table in tables[leave_open:]]).update(closed_at=NOW)


def tables(tournament: Tournament, number: int) -> Places:
    """Return the start numbers at each table of a round."""
    return [
        sorted(table.seats.values_list("registration__start_number", flat=True))
        for table in Table.objects.filter(round__tournament=tournament, round__number=number).order_by("number")
    ]
