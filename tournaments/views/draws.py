"""The draw, of all that is not begun or of one round alone: asked for, followed, looked at, published."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.draws import DrawForm
from tournaments.labels import DRAWS, SEAT_NAMES, DrawMode
from tournaments.models import Draw, Job, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.certificate import certificate_words
from tournaments.queries.draws import (
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
from tournaments.queries.evening import RoundState, begun_and_shown, rounds_one_by_one, sheet_words
from tournaments.queries.forecast import Forecast, awaited_words, forecast, turn_prices
from tournaments.queries.movements import movement_words
from tournaments.queries.seat_changes import repeats_now
from tournaments.queries.wish_outcomes import told_wishes
from tournaments.queries.wishes import wishes_in_force
from tournaments.seating import Remainder, Turns
from tournaments.services import draws, jobs, publishing
from tournaments.tasks import enqueue
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other
from tournaments.views.jobs import draw_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.DRAW)
def draw(request: MemberRequest, tournament: Tournament, round_number: int | None = None) -> HttpResponse:
    """Ask for a draw, of all that is not begun or of one round alone; follow it, look at its draft."""
    last, start = last_draw(tournament, round_number), forecast(tournament)
    context = {"tournament": tournament, "club": tournament.club, "forecast": start, "asked": last}
    context["awaited"] = awaited_words(tournament)
    if round_number is None:
        next_seed = last.seed + 1 if last else tournament.seed
        form = DrawForm(
            request.POST or None,
            forecast=start,
            last=last,
            seed=next_seed,
            alone=False,
            waited_for=start.waited_for,
            shown_until=_shown_until(tournament, start),
            prices=turn_prices(tournament, start),
        )
        context["wishes"] = wishes_in_force(tournament)
    else:
        mode, _turns = way_of_round(tournament, round_number)
        form = DrawForm(
            request.POST or None,
            forecast=start,
            last=last,
            seed=(last.seed if last else tournament.seed) + 1,
            alone=True,
            waited_for=_other_sheets(start, round_number) if mode.by_standings else "",
            shown_until=_shown_until(tournament, start) if mode.by_standings else None,
        )
        context |= {"state": _round_state(tournament, round_number), "mode": mode}
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            asked_draw = draws.ask_draw(
                tournament=tournament, number=round_number, by=request.user, at=timezone.now(), **form.cleaned_data
            )
            assert asked_draw.job is not None
            enqueue(asked_draw.job.pk)
            return see_other(draw_page(asked_draw))
    context |= {"form": form, "is_finished": tournament.is_finished}
    context |= _work(draw_to_show(last), is_seated=bool(start.begun or start.replaces))
    return form_page(request, "tournaments/office/draw.html", context)


@require_POST
@requires(Action.DRAW)
def draw_as_usual(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Draw what is not begun the way the last draw was asked, its own or that of the tournament it was opened like."""
    usual, ways = usual_draw(tournament), [way.remainder for way in forecast(tournament).choices]
    wanted = Remainder(usual.remainder if usual else tournament.remainder)
    with refusals_told(request):
        asked_draw = draws.ask_draw(
            tournament=tournament,
            remainder=wanted if wanted in ways or not ways else ways[0],
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
def publish_draw(request: MemberRequest, job: Job) -> HttpResponse:
    """Make a draft the places of everybody."""
    if job.kind not in DRAWS:
        messages.error(request, _("Ce travail n’est pas un tirage : il n’y a rien à publier."))
        return see_other("job", job_id=job.pk)
    made = job.draw
    with refusals_told(request):
        publishing.publish_draw(draw=made, by=request.user, at=timezone.now())
        if made.alone:
            sentence = _("La position %(number)d est publiée : chaque joueur peut voir sa place.")
            messages.success(request, sentence % {"number": made.first_round})
            return see_other("seat_changes", tournament_id=made.tournament_id)
        messages.success(request, _("Le tirage est publié : chaque joueur peut voir sa place."))
        return see_other(draw_page(made))
    return see_other(draw_page(made))


@require_POST
@requires(Action.DRAW)
def stop_draw_early(request: MemberRequest, job: Job) -> HttpResponse:
    """Have enough: the best found so far becomes the draft."""
    if job.kind not in DRAWS:
        messages.error(request, _("Ce travail n’est pas un tirage : il va jusqu’à sa fin, ou s’annule."))
        return see_other("job", job_id=job.pk)
    with refusals_told(request):
        jobs.stop_early(job=job, by=request.user, at=timezone.now())
    return see_other(draw_page(job.draw))


def _round_state(tournament: Tournament, number: int) -> RoundState:
    state = next((each for each in rounds_one_by_one(tournament) if each.number == number), None)
    if state is None:
        raise Http404(_("Ce tournoi n’a pas de position %(number)d.") % {"number": number})
    return state


def _other_sheets(start: Forecast, number: int) -> str:
    """Say which sheets the standings wait for that a round drawn alone follows: not its own."""
    return sheet_words(sheet for sheet in start.missing if sheet[0] != number)


def _shown_until(tournament: Tournament, start: Forecast) -> int | None:
    """Return the last round whose results everybody reads where a later one is begun; None where nothing is hidden."""
    shown = begun_and_shown(tournament, start.begun)
    return shown if shown < start.begun else None


def _work(shown: Draw | None, *, is_seated: bool) -> dict[str, Any]:
    """
    Return what to show of the last draw, its progress, its draft or why it failed, and of the one that is published.

    The published one stays in sight until another is published in its place, whatever became of those asked since.
    """
    if shown is None:
        return {}
    context: dict[str, Any] = {"job": shown.job, "is_draw": True, "is_draft": shown.is_draft}
    if shown.is_draft:
        rounds = draft_rounds(shown)
        widest = max((len(table) for each in rounds for table in each.tables), default=0)
        context |= {
            "draft": _told(shown),
            "rounds": rounds,
            "chairs": SEAT_NAMES[:widest],
            "changes": changes_of(shown),
            "ranks": ranks_of(shown),
            "rematches": rematches_of(shown, rounds[0]),
        }
    if shown.alone:
        if shown.is_draft:
            context["repeats"] = (repeats_now(shown.tournament, shown.first_round), shown.certificate.repeats)
        return context
    published = published_draw(shown.tournament) if is_seated and not shown.is_live else None
    if published is not None:
        context |= {
            "published": _told(published),
            "is_published": not shown.is_draft,
            "is_one_by_one": DrawMode(published.mode).one_by_one,
        }
    return context


def _told(shown: Draw) -> dict[str, Any]:
    """Return what a finished draw is worth, in words."""
    return {
        "certificate": certificate_words(shown),
        "told_wishes": told_wishes(shown),
        "movement": movement_words(shown),
        "by_rule": shown.by_rule,
    }
