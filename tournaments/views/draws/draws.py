"""Pages of a draw, of every round not begun or of one alone: ask for it, follow it, look at the draft, publish it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.draws.draws import DrawForm
from tournaments.labels import DRAWS, SEAT_NAMES, DrawMode
from tournaments.models import Draw, Job, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.draws.certificate import certificate_words
from tournaments.queries.draws.drafts import (
    changes_of,
    draft_rounds,
    draw_to_show,
    last_draw,
    published_draw,
    ranks_of,
    rematches_of,
    usual_draw,
    way_of_round,
)
from tournaments.queries.draws.forecast import awaited_words, forecast
from tournaments.queries.draws.movements import movement_words
from tournaments.queries.draws.seat_changes import repeats_now
from tournaments.queries.draws.small_changes import void_papers
from tournaments.queries.draws.wish_outcomes import wish_outcomes
from tournaments.queries.draws.wishes import wishes_in_force
from tournaments.queries.evening.stages import RoundState, rounds_one_by_one
from tournaments.seating import Remainder, Turns
from tournaments.services.draws import publishing, requests
from tournaments.services.work import jobs
from tournaments.tasks import enqueue
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other
from tournaments.views.work.jobs import draw_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.DRAW)
def draw(request: MemberRequest, tournament: Tournament, round_number: int | None = None) -> HttpResponse:
    """Show the draw of every round not begun, or of one round: form, progress, draft. A POST asks for a draw."""
    if tournament.plays_matches:
        return see_other("match_office", tournament_id=tournament.pk)
    last, current_forecast = last_draw(tournament, round_number), forecast(tournament)
    context = {"tournament": tournament, "club": tournament.club, "forecast": current_forecast, "asked": last}
    context["awaited"] = awaited_words(tournament)
    form = DrawForm.of(tournament, round_number, forecast=current_forecast, last=last, typed=request.POST or None)
    if round_number is None:
        context["wishes"] = wishes_in_force(tournament)
    else:
        mode, _turns = way_of_round(tournament, round_number)
        context |= {"state": _round_state(tournament, round_number), "mode": mode}
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            asked_draw = requests.ask_draw(
                tournament=tournament, number=round_number, by=request.user, at=timezone.now(), **form.cleaned_data
            )
            assert asked_draw.job is not None
            enqueue(asked_draw.job.pk)
            return see_other(draw_page(asked_draw))
    context |= {"form": form, "is_finished": tournament.is_finished}
    context |= _draw_context(draw_to_show(last), is_seated=bool(current_forecast.begun or current_forecast.replaces))
    context["redraw_is_folded"] = (
        round_number is None
        and bool(current_forecast.replaces)
        and not form.errors
        and (context.get("is_small_change") or (context.get("is_published") and not current_forecast.undrawn))
    )
    return form_page(request, "tournaments/office/draw.html", context)


@require_POST
@requires(Action.DRAW)
def draw_as_usual(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Draw every round not begun with the choices of the last draw, or of the copied tournament's last draw."""
    usual, possible = usual_draw(tournament), [choice.remainder for choice in forecast(tournament).choices]
    remainder = Remainder(usual.remainder if usual else tournament.remainder)
    with refusals_told(request):
        asked_draw = requests.ask_draw(
            tournament=tournament,
            remainder=remainder if remainder in possible or not possible else possible[0],
            seed=tournament.seed,
            mode=DrawMode(usual.mode if usual else DrawMode.ROTATION),
            by_rule=usual.by_rule if usual else False,
            turns=Turns(usual.turns if usual else Turns.FIRST),
            by=request.user,
            at=timezone.now(),
        )
        assert asked_draw.job is not None
        enqueue(asked_draw.job.pk)
    return see_other("draw", tournament_id=tournament.pk)


@require_POST
@requires(Action.DRAW)
def smallest_change(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Ask for a draw that changes as few published seats as possible, after a player came or left."""
    with refusals_told(request):
        asked_draw = requests.ask_smallest_change(tournament=tournament, by=request.user, at=timezone.now())
        assert asked_draw.job is not None
        enqueue(asked_draw.job.pk)
    return see_other("draw", tournament_id=tournament.pk)


@require_POST
@requires(Action.DRAW)
def publish_draw(request: MemberRequest, job: Job) -> HttpResponse:
    """Publish a draft: from now on everybody sees its seats."""
    if job.kind not in DRAWS:
        messages.error(request, _("Ce travail n’est pas un tirage : il n’y a rien à publier."))
        return see_other("job", job_id=job.pk)
    draft = job.draw
    with refusals_told(request):
        publishing.publish_draw(draw=draft, by=request.user, at=timezone.now())
        if draft.alone:
            sentence = _("La position %(number)d est publiée : chaque joueur peut voir sa place.")
            messages.success(request, sentence % {"number": draft.first_round})
            return see_other("seat_changes", tournament_id=draft.tournament_id)
        messages.success(request, _("Le tirage est publié : chaque joueur peut voir sa place."))
        return see_other(draw_page(draft))
    return see_other(draw_page(draft))


@require_POST
@requires(Action.DRAW)
def stop_draw_early(request: MemberRequest, job: Job) -> HttpResponse:
    """Stop the search: the best draw found so far becomes the draft."""
    if job.kind not in DRAWS:
        messages.error(request, _("Ce travail n’est pas un tirage : il va jusqu’à sa fin, ou s’annule."))
        return see_other("job", job_id=job.pk)
    with refusals_told(request):
        jobs.stop_early(job=job, by=request.user, at=timezone.now())
    return see_other(draw_page(job.draw))


def _round_state(tournament: Tournament, number: int) -> RoundState:
    state = next((round_state for round_state in rounds_one_by_one(tournament) if round_state.number == number), None)
    if state is None:
        raise Http404(_("Ce tournoi n’a pas de position %(number)d.") % {"number": number})
    return state


def _draw_context(latest: Draw | None, *, is_seated: bool) -> dict[str, Any]:
    """
    Return the context of the last draw (its progress, its draft or its error) and of the published one.

    The published draw is shown until another one is published, also when later draws failed.
    """
    if latest is None:
        return {}
    context: dict[str, Any] = {"job": latest.job, "is_draw": True, "is_draft": latest.is_draft}
    if latest.is_draft:
        rounds = draft_rounds(latest)
        widest = max((len(table) for round_ in rounds for table in round_.tables), default=0)
        context |= {
            "draft": _worth_in_words(latest),
            "rounds": rounds,
            "chairs": SEAT_NAMES[:widest],
            "changes": changes_of(latest),
            "ranks": ranks_of(latest),
            "rematches": rematches_of(latest, rounds[0]),
            "is_small_change": latest.moved is not None,
        }
    if latest.alone:
        if latest.is_draft:
            context["repeats"] = (repeats_now(latest.tournament, latest.first_round), latest.certificate.repeats)
        return context
    published = published_draw(latest.tournament) if is_seated and not latest.is_live else None
    if published is not None:
        context |= {
            "published": _worth_in_words(published),
            "is_published": not latest.is_draft,
            "is_one_by_one": DrawMode(published.mode).one_by_one,
            "void": void_papers(latest.tournament),
        }
    return context


def _worth_in_words(finished: Draw) -> dict[str, Any]:
    """Return, in words, the quality of a finished draw."""
    return {
        "certificate": certificate_words(finished),
        "wishes_text": wish_outcomes(finished),
        "movement": movement_words(finished),
        "by_rule": finished.by_rule,
    }
