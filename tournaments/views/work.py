"""Background work, seen from the browser: asked for, followed, cancelled."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.labels import DRAWS, PRINTS, JobKind
from tournaments.languages import current_language
from tournaments.models import Document, Draw, Job, Season, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.refusals import Refusal
from tournaments.services import jobs
from tournaments.tasks import enqueue


class SeeOther(HttpResponseRedirect):
    """After a POST: go and look there. Reloading that page posts nothing again."""

    status_code = 303


@require_POST
@requires(Action.PRINT)
def make_ranking(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Have the standings as they are now made into a PDF."""
    job = _ask(request, JobKind.RANKING, tournament=tournament)
    enqueue(job.pk)
    return SeeOther(reverse("job", kwargs={"job_id": job.pk}))


@require_POST
@requires(Action.PRINT)
def make_league(request: MemberRequest, season: Season) -> HttpResponse:
    """Have the league as it is now made into a PDF."""
    job = _ask(request, JobKind.LEAGUE, season=season)
    enqueue(job.pk)
    return SeeOther(reverse("job", kwargs={"job_id": job.pk}))


@never_cache
@require_safe
@requires(Action.PRINT)
def job(request: MemberRequest, job: Job) -> HttpResponse:
    """How far a document is; a draw has a page of its own."""
    if job.kind in DRAWS:
        return HttpResponseRedirect(draw_page(job.draw))
    return render(request, "tournaments/office/job.html", _context(job))


@never_cache
@require_safe
@requires(Action.PRINT)
def job_progress(request: MemberRequest, job: Job) -> HttpResponse:
    """The part that the page asks for again and again, until the answer no longer asks."""
    # The draft, or why there is none, is the whole page's business.
    leads_to = draw_page(job.draw) if job.kind in DRAWS and not job.is_live else ""
    context = _context(job) | {"polled": True, "leads_to": leads_to}
    response = render(request, "tournaments/office/job_progress.html", context)
    if leads_to and "fini" in request.GET:
        # Asked for once, by the answer that ended the asking: else a page slower than the next question never comes.
        response["HX-Redirect"] = leads_to
    return response


@require_POST
@requires(Action.PRINT)
def cancel_job(request: MemberRequest, job: Job) -> HttpResponse:
    """Stop a job, at once or at its next step. A draw is stopped by those who may draw."""
    if job.kind in DRAWS and Action.DRAW not in request.actions:
        raise PermissionDenied
    try:
        jobs.cancel(job=job, by=request.user, at=timezone.now())
    except Refusal as refusal:
        messages.error(request, str(refusal))
    return SeeOther(reverse("job", kwargs={"job_id": job.pk}))


def _ask(request: MemberRequest, kind: JobKind, **owner: Any) -> Job:
    """Return the job that makes a document in the language of who asks."""
    language = current_language()
    wanted = {"language": language}
    return jobs.ask(kind=kind, by=request.user, at=timezone.now(), about=language, wanted=wanted, **owner)


def draw_page(draw: Draw) -> str:
    """Return the address where a draw is followed: that of the tournament, or of the round it draws alone."""
    if draw.alone:
        return reverse("redraw_round", kwargs={"tournament_id": draw.tournament_id, "round_number": draw.first_round})
    return reverse("draw", kwargs={"tournament_id": draw.tournament_id})


def _context(job: Job) -> dict[str, object]:
    return {
        "job": job,
        "is_print": job.kind in PRINTS,
        "is_draw": job.kind in DRAWS,
        "tournament": job.tournament,
        "season": job.season,
        "club": job.club,
        "document": Document.objects.defer("content").filter(job=job).first(),
    }
