"""The draw: what it would mean, how far it is, the draft to look at, publishing it."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.draws import DrawForm
from tournaments.forms.refused import show_refusal
from tournaments.labels import DRAWS, SEAT_NAMES, DrawMode, JobKind, JobState, TournamentState
from tournaments.models import Job, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.certificates import certificate_words
from tournaments.queries.draws import draft_rounds, draw_to_show, forecast
from tournaments.queries.kept_wishes import told_wishes
from tournaments.queries.movements import movement_words, published_draw
from tournaments.queries.seat_changes import changes_of
from tournaments.queries.standings_drafts import ranks_of, rematches_of
from tournaments.queries.wishes import wishes_in_force
from tournaments.refusals import Refusal
from tournaments.services import draws, jobs
from tournaments.tasks import wake
from tournaments.views.work import SeeOther, draw_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.DRAW)
def draw(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Ask for a draw, follow it, look at its draft."""
    last = tournament.jobs.filter(kind=JobKind.DRAW).first()
    seen = forecast(tournament)
    form = DrawForm(request.POST or None, last=_last(tournament, last), forecast=seen)
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
        "wishes": wishes_in_force(tournament),
        "is_finished": tournament.state == TournamentState.FINISHED,
        "asked": last,
        **_work(tournament, draw_to_show(last), is_seated=bool(seen.begun or seen.replaces)),
    }
    return render(request, "tournaments/office/draw.html", context, status=422 if form.errors else 200)


@require_POST
@requires(Action.DRAW)
def publish_draw(request: MemberRequest, job: Job) -> HttpResponse:
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


@require_POST
@requires(Action.DRAW)
def settle_draw(request: MemberRequest, job: Job) -> HttpResponse:
    """Have enough: the best found so far becomes the draft."""
    if job.kind not in DRAWS:
        messages.error(request, _("Ce travail n’est pas un tirage : il va jusqu’à sa fin, ou s’annule."))
        return SeeOther(reverse("job", kwargs={"job_id": job.pk}))
    try:
        jobs.settle(job=job, by=request.user, at=timezone.now())
    except Refusal as refusal:
        messages.error(request, str(refusal))
    return SeeOther(draw_page(job))


def _last(tournament: Tournament, job: Job | None) -> dict[str, Any]:
    """Return what the form proposes: as the last draw was asked, under the next number; else the first way there is."""
    wanted: dict[str, Any] = job.wanted if job else {"remainder": None}
    return {
        "mode": wanted.get("mode", DrawMode.ROTATION),
        "remainder": wanted["remainder"],
        "by_rule": wanted.get("by_rule", False),
        "seed": wanted["seed"] + 1 if job else tournament.seed,
    }


def _work(tournament: Tournament, job: Job | None, *, is_seated: bool) -> dict[str, Any]:
    """
    Return what to show of the last draw, its progress, its draft or why it failed, and of the one that is published.

    The published one stays in sight until another is published in its place, whatever became of those asked since.
    """
    if job is None:
        return {}
    is_draft = job.state == JobState.DONE and job.result is not None and not job.result.get("published")
    context: dict[str, Any] = {"job": job, "is_draw": True, "is_draft": is_draft}
    if is_draft:
        rounds = draft_rounds(job)
        widest = max((len(table) for each in rounds for table in each.tables), default=0)
        context |= {
            "draft": _told(job),
            "rounds": rounds,
            "chairs": SEAT_NAMES[:widest],
            "changes": changes_of(job),
            "ranks": ranks_of(job),
            "rematches": rematches_of(job, rounds[0]),
        }
    published = published_draw(tournament) if is_seated and not job.is_live else None
    if published is not None:
        context |= {
            "published": _told(published),
            "is_published": not is_draft,
            "is_one_by_one": DrawMode(published.wanted.get("mode", DrawMode.ROTATION)).one_by_one,
        }
    return context


def _told(job: Job) -> dict[str, Any]:
    """Return what a finished draw is worth, in words."""
    return {
        "certificate": certificate_words(job),
        "told_wishes": told_wishes(job),
        "movement": movement_words(job),
        "wanted": job.wanted,
    }
