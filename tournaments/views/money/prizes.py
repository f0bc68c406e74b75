"""Pages about the prizes of a tournament: the list with its winners, the plan, giving, taking back, printing."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.exports.office import prizes_table
from tournaments.forms.money.prizes import GiveForm, PrizesForm
from tournaments.kit.languages import current_language
from tournaments.labels import PrizeMethod
from tournaments.models import PrizeGiven, Tournament
from tournaments.permissions import Action, MemberRequest, Tells, requires
from tournaments.queries.money.prizes import last_with_prizes, plan_of, prize_list
from tournaments.queries.pages.addresses import public_site
from tournaments.queries.standings.unsaid import unsaid_in
from tournaments.services.money import prizes as service
from tournaments.services.money.prize_checks import prize_facts
from tournaments.services.work.documents import ask_prize_receipts, ask_prizes
from tournaments.views.answers import (
    SeeOther,
    follow,
    form_page,
    reason_page,
    refusals_on,
    refusals_told,
    see_other,
    tell_errors,
)
from tournaments.views.exports import file_of, wants_file


@require_safe
@requires(Action.MANAGE_MONEY, tells=Tells.ALL)
def prizes(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show who wins which prize in the present ranking, and which prizes were handed over."""
    current = prize_list(tournament)
    if wants_file(request) and current is not None:
        return file_of(request, lambda: prizes_table(tournament, current))
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "prizes": current,
        "methods": PrizeMethod.choices,
        "unsaid": unsaid_in(tournament),
    }
    return render(request, "tournaments/office/prizes/prizes.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_MONEY)
def prize_plan(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Set the prizes that can be won; at first, those of the club's last tournament are proposed."""
    own = plan_of(tournament)
    before = None if own else last_with_prizes(tournament)
    plan = own or before
    initial = {"one_each": plan.one_each if plan else True, "club_adds": (own.club_adds if own else 0) or None}
    proposed = [prize_facts(prize) for prize in plan.prizes.all()] if plan else []
    form = PrizesForm(request.POST or None, proposed=proposed, initial=initial)
    if "more" not in request.POST and request.method == "POST" and form.is_valid():
        form.shown_at = form.refused_at()
        with refusals_on(form):
            service.set_prizes(
                tournament=tournament,
                prizes=form.prizes,
                one_each=form.cleaned_data["one_each"],
                club_adds=form.cleaned_data["club_adds"] or 0,
                by=request.user,
                at=timezone.now(),
            )
            messages.success(request, _("La liste des prix est notée."))
            return see_other("prizes", tournament_id=tournament.pk)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "form": form,
        "before": before,
        "unsaid": unsaid_in(tournament),
    }
    return form_page(request, "tournaments/office/prizes/plan.html", context)


@require_POST
@requires(Action.MANAGE_MONEY, tells=Tells.ALL)
def give_prizes(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Record that one winner has a prize (`prize` and `registration` sent), or that all winners have theirs."""
    form = GiveForm(request.POST)
    if not form.is_valid():
        tell_errors(request, form)
        return see_other("prizes", tournament_id=tournament.pk)
    arguments: dict[str, Any] = {"tournament": tournament, "by": request.user, "at": timezone.now(), **form.arguments}
    with refusals_told(request):
        if "prize" in arguments:
            prize_given = service.give_prize(**arguments)
            messages.success(request, _("Remis à %(player)s.") % {"player": prize_given.registration.player})
        else:
            prizes_given = service.give_all_prizes(**arguments)
            sentence = ngettext("%(count)d prix remis.", "%(count)d prix remis.", len(prizes_given)) % {
                "count": len(prizes_given)
            }
            messages.success(request, sentence)
    return see_other("prizes", tournament_id=tournament.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_MONEY)
def take_prize_back(request: MemberRequest, tournament: Tournament, given_id: int) -> HttpResponse:
    """Cancel a prize that was given to the wrong person or by mistake, with a reason."""
    prize_given = get_object_or_404(
        PrizeGiven.objects.select_related("registration__player"), pk=given_id, prize__plan__tournament=tournament
    )

    def act(reason: str) -> SeeOther:
        service.take_prize_back(
            tournament=tournament, prize_given=prize_given.pk, reason=reason, by=request.user, at=timezone.now()
        )
        messages.success(request, _("Le prix est repris ; il reste au journal."))
        return see_other("prizes", tournament_id=tournament.pk)

    context = {"tournament": tournament, "club": tournament.club, "given": prize_given}
    return reason_page(request, "tournaments/office/prizes/take_back.html", context, act)


@require_POST
@requires(Action.MANAGE_MONEY)
def make_prize_papers(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Enqueue a PDF of the list of prizes or, when `receipts` is sent, of the receipts that winners sign."""
    arguments: dict[str, Any] = {
        "tournament": tournament,
        "language": current_language(),
        "by": request.user,
        "at": timezone.now(),
    }
    with refusals_told(request):
        if "receipts" in request.POST:
            return follow(ask_prize_receipts(**arguments))
        return follow(ask_prizes(site=public_site(request.build_absolute_uri("/")), **arguments))
    return see_other("prizes", tournament_id=tournament.pk)
