"""Who is organiser or arbiter: logins made and shown once, appointments taken back."""

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.forms.clubs import AppointmentForm
from tournaments.forms.refused import show_refusal
from tournaments.models import Account, Appointment, Club
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.refusals import Refusal
from tournaments.services import appointments


@never_cache
@requires(Action.MANAGE_CLUB)
def club_access(request: MemberRequest, club: Club) -> HttpResponse:
    """The organisers and arbiters of a club; a form to appoint one."""
    form = AppointmentForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        said = {name: form.cleaned_data[name] for name in ("role", "tournament")}
        said |= {"club": club, "by": request.user, "at": timezone.now()}
        try:
            if form.account is not None:
                appointments.appoint(account=form.account, **said)
                messages.success(request, _("%(person)s est nommé.") % {"person": form.account})
                return redirect("club_access", club_id=club.pk)
            names = {name: form.cleaned_data[name] for name in ("username", "first_name", "last_name")}
            login = appointments.create_login(**names, **said)
        except Refusal as refusal:
            show_refusal(form, refusal)
        else:
            # Shown in this answer only: no redirect could carry the password without writing it somewhere.
            return _page(request, club, AppointmentForm(club=club), login)
    return _page(request, club, form)


@require_POST
@requires(Action.MANAGE_CLUB)
def revoke_access(request: MemberRequest, club: Club, appointment_id: int) -> HttpResponse:
    appointment = get_object_or_404(_of(club), pk=appointment_id)
    try:
        appointments.revoke(club=club, appointment=appointment, by=request.user, at=timezone.now())
    except Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("%(person)s n’a plus ce rôle.") % {"person": appointment.account})
    return redirect("club_access", club_id=club.pk)


@never_cache
@require_POST
@requires(Action.MANAGE_CLUB)
def renew_password(request: MemberRequest, club: Club, account_id: int) -> HttpResponse:
    account = get_object_or_404(Account.objects.filter(appointments__in=_of(club)).distinct(), pk=account_id)
    try:
        login = appointments.renew_password(club=club, account=account, by=request.user, at=timezone.now())
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("club_access", club_id=club.pk)
    return _page(request, club, AppointmentForm(club=club), login)


def _of(club: Club) -> QuerySet[Appointment]:
    return Appointment.objects.filter(Q(club=club) | Q(tournament__club=club)).select_related(
        "account", "club", "tournament"
    )


def _page(
    request: HttpRequest, club: Club, form: AppointmentForm, login: appointments.Login | None = None
) -> HttpResponse:
    context = {
        "club": club,
        "form": form,
        "login": login,
        "appointments": _of(club).order_by("-role", "account__last_name", "account__username"),
    }
    return render(request, "tournaments/office/access.html", context, status=422 if form.errors else 200)
