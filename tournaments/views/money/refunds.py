"""The pages that cancel a payment or give money of it back, the same for an evening and for a season."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.forms.money.money import RefundForm
from tournaments.models import Payment
from tournaments.permissions import MemberRequest
from tournaments.services.money.payments import cancel_payment, give_back
from tournaments.views.answers import SeeOther, form_page, reason_page, refusals_on, see_other


def cancel_page(request: MemberRequest, payment: Payment, context: dict[str, Any], back: str) -> HttpResponse:
    """Ask why a payment was a mistake, and cancel it; then return to the address `back`."""

    def act(reason: str) -> SeeOther:
        cancel_payment(payment=payment, reason=reason, by=request.user, at=timezone.now())
        messages.success(request, _("La ligne est barrée ; elle reste écrite, avec sa raison."))
        return see_other(back)

    context |= {"payment": payment, "back": back}
    return reason_page(request, "tournaments/office/check_in/cancel_payment.html", context, act)


def refund_page(request: MemberRequest, payment: Payment, context: dict[str, Any], back: str) -> HttpResponse:
    """Ask what is given back of a payment, and note it; then return to the address `back`."""
    initial = {"method": payment.method, "paid_on": timezone.localdate()}
    form = RefundForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            give_back(payment=payment, by=request.user, at=timezone.now(), **form.cleaned_data)
            messages.success(request, _("Le remboursement est noté, sur une ligne à lui."))
            return see_other(back)
    context |= {"payment": payment, "back": back, "form": form}
    return form_page(request, "tournaments/office/check_in/give_back.html", context)
