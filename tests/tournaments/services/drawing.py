"""Draws asked for, made, published and played, for tests."""

from tests.factories import NOW
from tournaments.labels import DrawMode
from tournaments.models import Account, Job, Seat, Table, Tournament
from tournaments.seating import Remainder
from tournaments.services import jobs
from tournaments.services.draws import ask_draw, compute_draw, publish_draw
from tournaments.services.results import Result, set_results

Places = list[list[int]]


def asked(tournament: Tournament, by: Account, mode: DrawMode = DrawMode.ROTATION, **said: object) -> Job:
    return ask_draw(tournament=tournament, remainder=Remainder.EXEMPT, seed=1, by=by, at=NOW, mode=mode, **said)


def claimed(job: Job) -> Job:
    found = jobs.claim(job_id=job.pk, worker="test", at=NOW)
    assert found is not None
    return found


def drawn(tournament: Tournament, by: Account, mode: DrawMode = DrawMode.ROTATION, **said: object) -> Job:
    """Return a finished draw, as the worker does it."""
    job = claimed(asked(tournament, by, mode, **said))
    assert jobs.finish(job=job, result=compute_draw(job, lambda _percent: None), at=NOW)
    return Job.objects.get(pk=job.pk)


def published(tournament: Tournament, by: Account, mode: DrawMode = DrawMode.ROTATION, **said: object) -> Job:
    job = drawn(tournament, by, mode, **said)
    publish_draw(job=job, by=by, at=NOW)
    return job


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


def plain(words: str) -> str:
    return words.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
