"""Evenings to be printed, and reading what was printed."""

from dataclasses import dataclass
from io import BytesIO
from math import hypot
from typing import Any

from pypdf import PdfReader

from tests.factories import NOW, PlayerFactory, RegistrationFactory
from tournaments.labels import JobKind
from tournaments.models import Document, Job, Round, Season, Seat, Tournament
from tournaments.services.results import Result, set_results
from tournaments.services.work import jobs
from tournaments.services.work.jobs import JobMonitor
from tournaments.tasks import WORKS


def played(tournament: Tournament, marks: list[list[int | None]], names: list[str] | None = None) -> None:
    """Give the tournament a player for each row of marks, with a result for each of its rounds; None is exempt."""
    rounds = [
        Round.objects.create(tournament=tournament, number=number, published_at=NOW)
        for number in range(1, len(marks[0]) + 1)
    ]
    for index, row in enumerate(marks):
        name = names[index] if names else f"Nom{index + 1}"
        player = PlayerFactory(club=tournament.club, last_name=name, first_name="Élodie")
        entry = RegistrationFactory(tournament=tournament, player=player, start_number=index + 1)
        for round_, points in zip(rounds, row, strict=True):
            seat = Seat.objects.create(round=round_, registration=entry)
            if points is not None:
                set_results([Result(seat, points, donnes=4)])


def claimed(
    kind: JobKind, *, tournament: Tournament | None = None, season: Season | None = None, **wanted: object
) -> Job:
    asked = jobs.ask(kind=kind, tournament=tournament, season=season, wanted=wanted, by=None, at=NOW)
    job = jobs.claim(job_id=asked.pk, worker="test", at=NOW)
    assert job is not None
    return job


def made(asked: Job) -> Document:
    """Return the document of a job that waits, made as a worker makes it."""
    job = jobs.claim(job_id=asked.pk, worker="test", at=NOW)
    assert job is not None
    answer = WORKS[JobKind(job.kind)](job, JobMonitor(job, now=lambda: NOW))
    assert jobs.finish(job=job, result=answer, at=NOW)
    return Document.objects.get(pk=answer["document"])


def pages(document: Document) -> list[str]:
    """Return the text of each page, no-break spaces made plain."""
    reader = PdfReader(BytesIO(bytes(document.content)))
    return [page.extract_text().replace("\N{NO-BREAK SPACE}", " ") for page in reader.pages]


@dataclass(frozen=True, order=True)
class WordsSet:
    """Words of a paper, how large they are set and where, in points."""

    size: float
    text: str
    left: int
    top: int


def words_set(document: Document) -> list[WordsSet]:
    """Return all that is set on a paper, in the order it is painted."""
    found: list[WordsSet] = []

    def see(text: str, page: list[float], line: list[float], _font: Any, size: float) -> None:
        if text.strip():
            a, b, c, d, e, f = page
            across, up = line[2] * a + line[3] * c, line[2] * b + line[3] * d
            left, top = line[4] * a + line[5] * c + e, line[4] * b + line[5] * d + f
            found.append(WordsSet(round(size * hypot(across, up), 2), text.strip(), round(left), round(top)))

    for page in PdfReader(BytesIO(bytes(document.content))).pages:
        page.extract_text(visitor_text=see)
    return found
