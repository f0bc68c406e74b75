"""Documents: asked for, when they are printed of a rotation (plan, posters, cards, certificate), and kept once made."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import PRINTS, PRINTS_OF_A_ROUND, JobKind, Paper
from tournaments.models import Account, Document, Job, Seat, Tournament
from tournaments.queries.rotation import printable
from tournaments.refusals import Refusal
from tournaments.seating import Cancelled
from tournaments.services import jobs
from tournaments.services.journal import note

# How many places one plan or poster of all positions may show: beyond, a small machine has not the memory.
MOST_PLACES = 2_000


@transaction.atomic
def keep_document(*, job: Job, title: str, filename: str, content: bytes, at: datetime) -> Document:
    """
    Return the document of this job. A job that was taken over and done twice keeps the first one.

    The job's own row is locked first, so that two workers that finish together keep one document. Raises Cancelled
    when somebody asked to cancel it meanwhile.
    """
    rows = Job.objects.select_for_update(of=("self",), no_key=True)
    job = rows.select_related("tournament__club", "season__club").get(pk=job.pk)
    if job.cancel_asked:
        raise Cancelled
    document, is_new = Document.objects.get_or_create(
        job=job,
        defaults={
            "tournament": job.tournament,
            "season": job.season,
            "title": title[:200],
            "filename": filename[:120],
            "content": content,
            "size": len(content),
            "made_at": at,
        },
    )
    if is_new:
        note(
            action=gettext_noop("document fait"),
            subject=document.title,
            by=job.asked_by,
            at=at,
            details={"filename": document.filename, "size": document.size},
            tournament=job.tournament,
            club=job.club,
        )
    return document


def ask_print(
    *,
    tournament: Tournament,
    kind: JobKind,
    language: str,
    by: Account | None,
    at: datetime,
    round_number: int | None = None,
    paper: Paper = Paper.A4,
) -> Job:
    """
    Return the job that prints this of the published rotation. The caller then calls `tasks.enqueue(job.pk)`.

    `position` is for the plan and the poster, None for all positions; only the poster may be wanted on A3. What does
    not depend on them is one job whatever is asked. Refuses while nothing is published, an unknown position, and all
    positions at once of a very large field.
    """
    if kind not in PRINTS:
        raise ValueError(f"{kind} is not printed of a rotation")
    if kind not in PRINTS_OF_A_ROUND:
        round_number = None
    if kind != JobKind.POSTER:
        paper = Paper.A4
    round_numbers = rounds_to_print(tournament, round_number)
    if kind in PRINTS_OF_A_ROUND and len(round_numbers) > 1:
        _refuse_if_huge(tournament)
    return jobs.ask(
        kind=kind,
        tournament=tournament,
        about=f"{round_number or 'toutes'}/{paper}/{language}",
        wanted={"position": round_number, "paper": paper.value, "language": language},
        by=by,
        at=at,
    )


def rounds_to_print(tournament: Tournament, round_number: int | None) -> tuple[int, ...]:
    """Return the positions wanted, all of them for None. Refuses when there is none, or not this one."""
    round_numbers = printable(tournament).round_numbers
    if not round_numbers:
        raise Refusal(
            _("Rien n’est encore publié : tirez les tables, publiez le tirage, puis imprimez-le."),
            code="nothing_published",
        )
    if round_number is not None and round_number not in round_numbers:
        raise Refusal(
            _("La position %(position)d n’a pas de table : choisissez une position de la liste.")
            % {"position": round_number},
            code="position_without_tables",
        )
    return round_numbers if round_number is None else (round_number,)


def _refuse_if_huge(tournament: Tournament) -> None:
    if Seat.objects.filter(round__tournament=tournament).count() > MOST_PLACES:
        raise Refusal(
            _("Il y a trop de joueurs pour imprimer toutes les positions à la fois : choisissez-en une."),
            code="too_many_places",
        )
