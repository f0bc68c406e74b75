"""
The registry of what can be printed: each kind of document is declared once, where it is composed.

    @document(JobKind.POSTER, template="documents/poster.html")
    def poster(order: Order) -> Content:
        ...

Every app that has documents declares them in its package `documents`, which `tournaments.tasks` loads.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import override

from tournaments.documents.pdf import PdfPart, render_parts
from tournaments.documents.public_page import public_page
from tournaments.labels import JobKind
from tournaments.models import Job, Tournament, language_of
from tournaments.seating import Monitor, WorkStage
from tournaments.services.work.documents import keep_document


@dataclass(frozen=True)
class Order:
    """The task of a document: the job that asked for it, its date, and the stage for progress reports."""

    job: Job
    at: datetime
    stage: WorkStage

    @property
    def tournament(self) -> Tournament:
        return self.job.of_tournament


@dataclass(frozen=True)
class Content:
    """A document before rendering: its title, the beginning of its file name, and the parts for its template."""

    title: str
    stem: str
    parts: Sequence[PdfPart]


@dataclass(frozen=True)
class Printable:
    """A kind of document: the function that composes it, and the template that renders it."""

    compose: Callable[[Order], Content]
    template: str

    def make(self, job: Job, monitor: Monitor) -> dict[str, Any]:
        """Make the document of a job in the language asked for, store it, and return `{"document": id}`."""
        language = job.wanted.get("language", "fr")  # an old job names none
        zone = job.club.zone if job.club else None
        with override(language), override(language_of(job.tournament)), timezone.override(zone):
            at = timezone.now()
            monitor.report(5)
            composing = WorkStage(monitor, 5, 35)
            content = self.compose(Order(job, at, composing))
            composing.report(1)
            pdf = self._rendered(content, job, WorkStage(monitor, 35, 95))
            filename = f"{content.stem}-{_owner(job)}.pdf"
            return {"document": keep_document(job=job, title=content.title, filename=filename, content=pdf, at=at).pk}

    def _rendered(self, content: Content, job: Job, stage: WorkStage) -> bytes:
        common = {
            "title": content.title,
            "club": job.club,
            "tournament": job.tournament,
            "season": job.season,
            "public": public_page(job),
        }
        parts = [replace(part, context=common | dict(part.context)) for part in content.parts]
        return render_parts(self.template, parts, stage)


DOCUMENTS: dict[JobKind, Printable] = {}


def document(kind: JobKind, *, template: str) -> Callable[[Callable[[Order], Content]], Callable[[Order], Content]]:
    """Register the decorated function as the one that composes this kind of document."""

    def declare(compose: Callable[[Order], Content]) -> Callable[[Order], Content]:
        if kind in DOCUMENTS:
            raise ValueError(f"{kind} is declared twice")
        DOCUMENTS[kind] = Printable(compose, template)
        return compose

    return declare


def _owner(job: Job) -> str:
    """Return the middle of a file name: tournament and date, or club (of a comité's league, the comité) and season."""
    if job.tournament is None:
        season, league = job.of_season, job.league
        return slugify(f"{league.holder if league else season.club} {season.name}")[:80] or "saison"
    return f"{slugify(job.tournament.name)[:60] or 'tournoi'}-{job.tournament.date:%Y-%m-%d}"
