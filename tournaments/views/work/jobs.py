"""Pages of background jobs: follow one, cancel one."""

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.labels import ABOUT_MONEY, DRAWS, JobKind
from tournaments.models import Document, Draw, Job
from tournaments.paper_labels import PRINTS
from tournaments.permissions import Action, MemberRequest, is_hidden_from, may_follow, requires
from tournaments.services.work import jobs
from tournaments.views.answers import refusals_told, see_other

# The addresses that make a document of a season again, and one of a league that is not its main one.
AGAIN: dict[str, str] = {
    JobKind.LEAGUE_POSTER: "make_league_poster",
    JobKind.YEAR_REPORT: "make_year_report",
    JobKind.RECOUNT: "recount_season",
}
OF_LEAGUE: dict[str, str] = {JobKind.LEAGUE: "print_league", JobKind.LEAGUE_POSTER: "print_league_poster"}


@never_cache
@require_safe
@requires(Action.FOLLOW_JOB)
def job(request: MemberRequest, job: Job) -> HttpResponse:
    """Show the progress of a document; redirect to the draw's own page for a draw."""
    _refuse_other(request, job)
    if job.kind in DRAWS:
        return HttpResponseRedirect(draw_page(job.draw))
    return render(request, "tournaments/office/job.html", _context(job))


@never_cache
@require_safe
@requires(Action.FOLLOW_JOB)
def job_progress(request: MemberRequest, job: Job) -> HttpResponse:
    """Return the part of the page that a browser polls until the job is over."""
    _refuse_other(request, job)
    # The whole page shows the draft, or why there is none.
    leads_to = draw_page(job.draw) if job.kind in DRAWS and not job.is_live else ""
    context = _context(job) | {"polled": True, "leads_to": leads_to}
    response = render(request, "tournaments/office/job_progress.html", context)
    if leads_to and "fini" in request.GET:
        # Only the last poll asks with `fini`: sent at each poll, it would start a slow page again before it arrives.
        response["HX-Redirect"] = leads_to
    return response


@require_POST
@requires(Action.FOLLOW_JOB)
def cancel_job(request: MemberRequest, job: Job) -> HttpResponse:
    """Cancel a job, at once or at its next step. Only who may draw cancels a draw."""
    _refuse_other(request, job)
    if job.kind in DRAWS and Action.DRAW not in request.actions:
        raise PermissionDenied
    with refusals_told(request):
        jobs.cancel(job=job, by=request.user, at=timezone.now())
    return see_other("job", job_id=job.pk)


def _refuse_other(request: MemberRequest, job: Job) -> None:
    """Answer 403 to a user who may not follow this job: the check-in role follows receipts only."""
    if not may_follow(job.kind, request.actions) or is_hidden_from(request.user, job):
        raise PermissionDenied


def draw_page(draw: Draw) -> str:
    """Return the address where a draw is followed: the tournament's draw page, or that of the one round it draws."""
    if draw.alone:
        return reverse("redraw_round", kwargs={"tournament_id": draw.tournament_id, "round_number": draw.first_round})
    return reverse("draw", kwargs={"tournament_id": draw.tournament_id})


def _context(job: Job) -> dict[str, object]:
    league, again = job.league, ""
    if league is not None:
        again = reverse(OF_LEAGUE[job.kind], kwargs={"league_id": league.pk})
    elif job.season_id is not None:
        again = reverse(AGAIN.get(job.kind, "make_league"), kwargs={"season_id": job.season_id})
    return {
        "job": job,
        "is_print": job.kind in PRINTS,
        "is_about_money": job.kind in ABOUT_MONEY,
        "season_again": again,
        "league": league,
        "committee": league.committee if league else None,
        "is_draw": job.kind in DRAWS,
        "tournament": job.tournament,
        "season": job.season,
        "club": job.club,
        "document": Document.objects.defer("content").filter(job=job).first(),
    }
