"""The étuis of a duplicate in the office: dealt, shared, withdrawn, and the papers about them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.desk.board_deal import BoardPaperForm, DealForm, ShareDealForm
from scoring.queries.desk.boards import board_numbers, is_dealt, rounds_of_other_boards, sharing_etuis
from scoring.services.boards import ask_board_paper, deal_boards, share_deal, withdraw_deal
from tournaments.kit.languages import current_language
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, plays_boards, requires
from tournaments.queries.draws.forecast import expected_ids
from tournaments.queries.evening.stages import begun_rounds
from tournaments.views.answers import SeeOther, follow, refusals_told, see_other, tell_errors


@require_safe
@requires(Action.PRINT)
def board_deal(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Show the étuis of a duplicate: never their hands, which are on paper alone."""
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "etuis": tournament.board_deal,
        "is_dealt": is_dealt(tournament),
        "count": len(board_numbers(tournament)),
        "begun": begun_rounds(tournament),
        "plays": plays_boards(request.user, tournament),
        "free": rounds_of_other_boards(tournament),
        "tables": _tables_expected(tournament),
        "deal_form": DealForm(),
        "share_form": ShareDealForm(tournament=tournament) if sharing_etuis(tournament).exists() else None,
        "sharers": _sharers(tournament),
    }
    return render(request, "scoring/board_deal.html", context)


def _tables_expected(tournament: Tournament) -> int:
    """Return for how many tables the boards are counted until the draw, where they travel; 0 elsewhere."""
    if not tournament.boards_travel or tournament.rounds.exists():
        return 0
    return len(expected_ids(tournament)) // tournament.table_size


def _sharers(tournament: Tournament) -> list[Tournament]:
    """Return the other tournaments that play the same étuis."""
    etuis = tournament.board_deal
    return [] if etuis is None else list(etuis.tournaments.exclude(pk=tournament.pk).order_by("date", "name"))


@require_POST
@requires(Action.PRINT)
def deal(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Deal the étuis."""
    form = DealForm(request.POST)
    if form.is_valid():
        with refusals_told(request):
            deal_boards(tournament=tournament, by=request.user, at=timezone.now(), **form.cleaned_data)
            messages.success(request, _("Les étuis sont distribués : imprimez de quoi les préparer."))
    return _back(tournament)


@require_POST
@requires(Action.PRINT)
def share(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Let the tournament play the étuis of another one."""
    form = ShareDealForm(request.POST, tournament=tournament)
    if not form.is_valid():
        tell_errors(request, form)
        return _back(tournament)
    with refusals_told(request):
        other = form.cleaned_data["other"]
        share_deal(tournament=tournament, other=other, by=request.user, at=timezone.now())
        sentence = _("Ce tournoi joue les étuis de « %(name)s ».")
        messages.success(request, sentence % {"name": other.name})
    return _back(tournament)


@require_POST
@requires(Action.PRINT)
def withdraw(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Withdraw the étuis."""
    with refusals_told(request):
        withdraw_deal(tournament=tournament, by=request.user, at=timezone.now())
        messages.success(request, _("Les étuis sont retirés : jetez les papiers qui en disent les mains."))
    return _back(tournament)


@require_POST
@requires(Action.PRINT)
def make_paper(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Enqueue a paper about the étuis."""
    form = BoardPaperForm(request.POST)
    if not form.is_valid():
        tell_errors(request, form)
        return _back(tournament)
    with refusals_told(request):
        job = ask_board_paper(
            tournament=tournament,
            kind=form.cleaned_data["kind"],
            round_number=form.cleaned_data["position"],
            language=current_language(),
            by=request.user,
            at=timezone.now(),
        )
        return follow(job)
    return _back(tournament)


def _back(tournament: Tournament) -> SeeOther:
    return see_other("board_deal", tournament_id=tournament.pk)
