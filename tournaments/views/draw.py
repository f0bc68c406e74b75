"""The draw: what it would mean, how far it is, the draft to look at, publishing it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.draws import DrawForm
from tournaments.forms.refused import show_refusal
from tournaments.labels import SEAT_NAMES, JobKind, JobState, TournamentState
from tournaments.models import Job, Tournament
from tournaments.permissions import Action, requires
from tournaments.queries.certificates import certificate_words
from tournaments.queries.draws import draft_rounds, forecast
from tournaments.refusals import Refusal
from tournaments.services import draws
from tournaments.tasks import wake
from tournaments.views.work import SeeOther


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.DRAW)
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask for a draw, follow it, look at its draft."""
    last = tournament.jobs.filter(kind=JobKind.DRAW).first()
    seen = forecast(tournament)
    seed = last.wanted["seed"] + 1 if last else tournament.seed
    way = last.wanted["remainder"] if last else tournament.remainder
    form = DrawForm(request.POST or None, way=way, forecast=seen, seed=seed)
    if request.method == "POST" and form.is_valid():
        try:
            asked = draws.ask_draw(tournament=tournament, by=request.user, at=timezone.now(), **form.cleaned_data)
        except Refusal as refusal:
            show_refusal(form, refusal)
        else:
            wake(asked.pk)
            return SeeOther(reverse("draw", kwargs={"tournament_id": tournament.pk}))
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "form": form,
        "forecast": seen,
        "is_finished": tournament.state == TournamentState.FINISHED,
        **_work(last),
    }
    return render(request, "tournaments/office/draw.html", context, status=422 if form.errors else 200)


@require_POST
@requires(Action.DRAW)
def publish_draw(request: HttpRequest, job: Job) -> HttpResponse:
    """Make a draft the seating of the evening."""
    if job.tournament is None:
        messages.error(request, _("Ce travail n’est pas un tirage : il n’y a rien à publier."))
        return SeeOther(reverse("job", kwargs={"job_id": job.pk}))
    try:
        draws.publish_draw(job=job, by=request.user, at=timezone.now())
    except Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Le tirage est publié : chaque joueur peut voir sa place."))
    return SeeOther(reverse("draw", kwargs={"tournament_id": job.tournament_id}))


def _work(job: Job | None) -> dict[str, Any]:
    """Return what to show of the last draw: its progress, its draft, that it is published, or why it failed."""
    if job is None:
        return {}
    done = job.state == JobState.DONE and job.result is not None
    published = done and bool(job.result.get("published"))
    context: dict[str, Any] = {"job": job, "is_published": published, "is_draft": done and not published}
    if done:
        context["certificate"] = certificate_words(job)
    if context["is_draft"]:
        rounds = draft_rounds(job)
        widest = max((len(table) for each in rounds for table in each.tables), default=0)
        context |= {"rounds": rounds, "chairs": SEAT_NAMES[:widest]}
    return context
