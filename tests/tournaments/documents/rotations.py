"""Rotations to be printed, and their papers."""

from io import BytesIO
from typing import Any

from pypdf import PdfReader

from tests.factories import NOW
from tests.tournaments.documents.printing import made, pages
from tests.tournaments.rounds import publish
from tournaments.labels import JobKind
from tournaments.models import Document, Registration, Tournament
from tournaments.paper_labels import Paper
from tournaments.services.work.documents import ask_print


def turned(tournament: Tournament, people: list[Registration], rounds: int = 2, size: int = 4) -> None:
    """Publish positions at which everybody moves on by one; who is left over is exempt."""
    for number in range(1, rounds + 1):
        order = people[number - 1 :] + people[: number - 1]
        seated = len(order) // size * size
        tables = [order[start : start + size] for start in range(0, seated, size)]
        publish(tournament, number, tables, order[seated:])


def document_of(
    tournament: Tournament,
    kind: JobKind,
    round_number: int | None = None,
    paper: Paper = Paper.A4,
    language: str = "fr",
    **said: Any,
) -> Document:
    asked = ask_print(
        tournament=tournament,
        kind=kind,
        round_number=round_number,
        paper=paper,
        language=language,
        by=None,
        at=NOW,
        **said,
    )
    return made(asked)


def images(document: Document) -> list[str]:
    """Return what a screen reader says of each image of a document."""
    reader = PdfReader(BytesIO(bytes(document.content)))
    objects = [reader.get_object(number) for number in range(1, int(reader.trailer["/Size"]))]
    figures = [one for one in objects if isinstance(one, dict) and one.get("/S") == "/Figure"]
    return [str(figure.get("/Alt", "nothing")).replace("\N{NO-BREAK SPACE}", " ") for figure in figures]


def printed(tournament: Tournament, kind: JobKind, round_number: int | None = None, **said: object) -> list[str]:
    """Return the words of each page, spaces made plain."""
    return [" ".join(page.split()) for page in pages(document_of(tournament, kind, round_number, **said))]
