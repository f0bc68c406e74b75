"""Pages about the money of a tournament: amounts due and paid, rates, cancelled payments, the count of the cash box."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.exports.office import debts_table, payments_table, rates_table
from tournaments.forms.money.money import CashForm, RatesForm, RefundsForm
from tournaments.kit.languages import current_language
from tournaments.kit.text import euros, whole_numbers
from tournaments.models import Payment, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.money.takings import cash_box, debts, last_with_rates, payments, takings, with_refunds
from tournaments.services.money import payments as service
from tournaments.services.money.rates import rates_of, set_rates
from tournaments.services.work.documents import ask_receipts
from tournaments.views.answers import (
    follow,
    form_page,
    refusals_on,
    refusals_told,
    see_other,
)
from tournaments.views.exports import file_of, wants_file
from tournaments.views.money.refunds import cancel_page, refund_page


@requires(Action.MANAGE_MONEY)
def cash_desk(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show what was paid; a POST is a count of the cash box, or gives all of the ticked payments back."""
    if wants_file(request):
        if request.GET.get("liste") == "restes":
            return file_of(request, lambda: debts_table(tournament, debts(tournament)))
        return file_of(request, lambda: payments_table(tournament, payments(tournament)))
    last = tournament.cash_counts.first()
    gives_back = request.POST.get("do") == "refund"
    data = request.POST if request.method == "POST" else None
    form = CashForm(None if gives_back else data, initial={"opening": last.opening} if last else None)
    refund = RefundsForm(data if gives_back else None, initial={"paid_on": timezone.localdate()})
    sent: Any = refund if gives_back else form
    if sent.is_bound and sent.is_valid():
        with refusals_on(sent):
            return (_give_back if gives_back else _count)(request, tournament, sent)
    paid: list[Any] = payments(tournament)
    all_back = bool(tournament.called_off) or request.GET.get("rendre") == "tous"
    box, opening = cash_box(tournament), last.opening if last else 0
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "form": sent,
        "cash": form,
        "refund": refund,
        "ticked": whole_numbers(request.POST.getlist("payment")),
        "ticks_all": all_back and not gives_back,
        "opens_refund": all_back or gives_back,
        "left": [each.pk for each in paid if each.amount > each.given_back and not each.cancelled_at],
        "takings": takings(tournament),
        "debts": debts(tournament),
        "payments": paid,
        "count": last,
        "box": box,
        "opening": opening,
        "expected": opening + box.moved,
        "has_rates": tournament.rates.exists(),
    }
    return form_page(request, "tournaments/office/check_in/cash_desk.html", context)


def _count(request: MemberRequest, tournament: Tournament, form: CashForm) -> HttpResponse:
    service.count_cash(
        tournament=tournament,
        opening=form.cleaned_data["opening"],
        counted=form.cleaned_data["counted"] or 0,
        pieces=form.pieces,
        remark=form.cleaned_data["remark"],
        key=form.cleaned_data["key"],
        by=request.user,
        at=timezone.now(),
    )
    messages.success(request, _("La caisse est comptée."))
    return see_other("cash_desk", tournament_id=tournament.pk)


def _give_back(request: MemberRequest, tournament: Tournament, form: RefundsForm) -> HttpResponse:
    ticked = set(whole_numbers(request.POST.getlist("payment")))
    lines = service.give_all_back(
        tournament=tournament, payments=ticked, by=request.user, at=timezone.now(), **form.cleaned_data
    )
    if lines:
        words = ngettext(
            "%(n)d remboursement est noté (%(sum)s), sur une ligne à lui.",
            "%(n)d remboursements sont notés (%(sum)s), chacun sur une ligne à lui.",
            len(lines),
        )
        given = euros(-sum(line.amount for line in lines), current_language())
        messages.success(request, words % {"n": len(lines), "sum": given})
    else:
        messages.error(request, _("Rien n’est rendu : cochez au moins un paiement."))
    if lines and (before := len(ticked) - len(lines)):
        words = ngettext(
            "%(n)d paiement coché était déjà rendu, ou barré.",
            "%(n)d paiements cochés étaient déjà rendus, ou barrés.",
            before,
        )
        messages.warning(request, words % {"n": before})
    return see_other(f"{_desk(tournament)}#paiements")


@requires(Action.MANAGE_MONEY)
def rates(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Set the rates of a tournament; at first, those of the club's last tournament are proposed."""
    if wants_file(request):
        return file_of(request, lambda: rates_table(tournament, tournament.rates.all()))
    own = rates_of(tournament)
    before = None if own else last_with_rates(tournament)
    form = RatesForm(request.POST or None, proposed=own or (rates_of(before, as_new=True) if before else []))
    if request.method == "POST" and form.is_valid():
        form.shown_at = form.refused_at()
        with refusals_on(form):
            set_rates(of=tournament, rates=form.rates, by=request.user, at=timezone.now())
            messages.success(request, _("Les tarifs sont notés."))
            back = "check_in" if Action.CHECK_IN in request.actions else "cash_desk"
            return see_other(back, tournament_id=tournament.pk)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "form": form,
        "before": before,
        "own": own,
    }
    return form_page(request, "tournaments/office/check_in/rates.html", context)


@requires(Action.MANAGE_MONEY)
def cancel_payment(request: MemberRequest, tournament: Tournament, payment_id: int) -> HttpResponse:
    """Cancel a payment or a refund that was noted by mistake, with a reason."""
    payment = _payment_of(tournament, payment_id)
    return cancel_page(request, payment, {"tournament": tournament, "club": tournament.club}, _desk(tournament))


@requires(Action.MANAGE_MONEY)
def give_payment_back(request: MemberRequest, tournament: Tournament, payment_id: int) -> HttpResponse:
    """Give money of a payment back, with a reason."""
    payment = _payment_of(tournament, payment_id)
    return refund_page(request, payment, {"tournament": tournament, "club": tournament.club}, _desk(tournament))


def _payment_of(tournament: Tournament, payment: int) -> Payment:
    rows = with_refunds(Payment.objects.filter(registration__tournament=tournament))
    return get_object_or_404(rows.select_related("registration__player", "registration__tournament"), pk=payment)


def _desk(tournament: Tournament) -> str:
    return reverse("cash_desk", args=[tournament.pk])


@require_POST
@requires(Action.MANAGE_MONEY)
def make_receipts(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Enqueue one PDF with the receipts of everybody who paid."""
    with refusals_told(request):
        return follow(
            ask_receipts(tournament=tournament, language=current_language(), by=request.user, at=timezone.now())
        )
    return see_other("cash_desk", tournament_id=tournament.pk)
