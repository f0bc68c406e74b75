"""One round drawn by itself: asked for, followed, looked at with what it changes for each, published."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.refused import show_refusal
from tournaments.forms.seat_changes import RedrawForm
from tournaments.labels import SEAT_NAMES, JobKind, JobState, TournamentState
from tournaments.models import Job, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.certificates import certificate_words
from tournaments.queries.draws import draw_to_show, forecast, sheet_words
from tournaments.queries.hand_changes import repeats_now
from tournaments.queries.kept_wishes import certificate_of, told_wishes
from tournaments.queries.redraws import draft_of_round, mode_of_round, other_sheets, rounds_one_by_one
from tournaments.queries.seat_changes import changes_of
from tournaments.queries.standings_drafts import ranks_of, rematches_of
from tournaments.refusals import Refusal
from tournaments.seating import Remainder
from tournaments.services import redraws
from tournaments.tasks import wake
from tournaments.views.work import SeeOther, draw_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.DRAW)
def redraw(request: MemberRequest, tournament: Tournament, round_number: int) -> HttpResponse:
    """Ask for one round to be drawn again, follow it, look at its draft."""
    state = next((one for one in rounds_one_by_one(tournament) if one.number == round_number), None)
    if state is None:
        raise Http404(_("Ce tournoi n’a pas de position %(number)d.") % {"number": round_number})
    last = tournament.jobs.filter(kind=JobKind.REDRAW, about=redraws.about(round_number)).first()
    seen = forecast(tournament)
    mode = mode_of_round(tournament, round_number)
    form = RedrawForm(
        request.POST or None,
        choices=seen.choices,
        even=seen.is_even,
        waited_for=sheet_words(other_sheets(tournament, round_number)) if mode.by_standings else "",
        initial={"seed": (last.wanted["seed"] if last else tournament.seed) + 1},
    )
    if request.method == "POST" and form.is_valid():
        try:
            job = redraws.ask_redraw(
                tournament=tournament,
                number=round_number,
                remainder=Remainder(form.cleaned_data["remainder"]),
                seed=form.cleaned_data["seed"],
                anyway=form.cleaned_data.get("anyway", False),
                by=request.user,
                at=timezone.now(),
            )
        except Refusal as refusal:
            show_refusal(form, refusal)
        else:
            wake(job.pk)
            return SeeOther(draw_page(job))
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "state": state,
        "form": form,
        "forecast": seen,
        "mode": mode,
        "is_finished": tournament.state == TournamentState.FINISHED,
        "asked": last,
        **_work(draw_to_show(last)),
    }
    return render(request, "tournaments/office/seat_changes_redraw.html", context, status=422 if form.errors else 200)


@require_POST
@requires(Action.DRAW)
def publish_redraw(request: MemberRequest, job: Job) -> HttpResponse:
    """Make the draft of one round its seating."""
    if job.kind != JobKind.REDRAW:
        messages.error(request, _("Ce travail n’est pas le tirage d’une position : il n’y a rien à publier."))
        return SeeOther(reverse("job", kwargs={"job_id": job.pk}))
    try:
        redraws.publish_redraw(job=job, by=request.user, at=timezone.now())
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return SeeOther(draw_page(job))
    messages.success(
        request,
        _("La position %(number)d est publiée : chaque joueur peut voir sa place.") % {"number": job.wanted["number"]},
    )
    return SeeOther(reverse("seat_changes", kwargs={"tournament_id": job.tournament_id}))


def _work(job: Job | None) -> dict[str, Any]:
    """Return what to show of the last draw of this round: its progress, its draft, or why it failed."""
    if job is None:
        return {}
    is_draft = job.state == JobState.DONE and not (job.result or {}).get("published", False)
    context: dict[str, Any] = {"job": job, "is_draw": True, "is_draft": is_draft}
    if is_draft:
        rounds = draft_of_round(job)
        widest = max(len(table) for table in rounds[0].tables)
        context |= {
            "rounds": rounds,
            "chairs": SEAT_NAMES[:widest],
            "draft": {
                "certificate": certificate_words(job),
                "told_wishes": told_wishes(job),
                "wanted": job.wanted,
            },
            "repeats": (repeats_now(job.of_tournament, job.wanted["number"]), certificate_of(job).repeats),
            "changes": changes_of(job),
            "ranks": ranks_of(job),
            "rematches": rematches_of(job, rounds[0]),
        }
    return context
