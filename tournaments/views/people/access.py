"""Roles in a club: logins created (a password is shown once), invitations, roles revoked."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.exports.clubs import access_table
from tournaments.forms.clubs.clubs import AppointmentForm, FoundArbiterForm
from tournaments.kit.throttle import RateLimit
from tournaments.labels import RoleName
from tournaments.models import Account, Appointment, Club
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.clubs.directory import invitations_for, invitations_of
from tournaments.refusals import Refusal
from tournaments.services.people import appointments, invitations
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file

NAMES_TAKEN = RateLimit("names-taken", 10, 3600)


@never_cache
@requires(Action.MANAGE_CLUB)
def club_access(request: MemberRequest, club: Club) -> HttpResponse:
    """Show who has a role in a club, and the form that gives a role."""
    if wants_file(request):
        return file_of(request, lambda: access_table(club, _sorted_appointments(club), invitations_of(club)))
    form = AppointmentForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        appointment = {name: form.cleaned_data[name] for name in ("role", "tournament")}
        appointment |= {"club": club, "by": request.user, "at": timezone.now()}
        with refusals_on(form):
            if form.cleaned_data["existing"]:
                return _say_appointed(
                    request, invitations.name_or_invite(username=form.cleaned_data["username"], **appointment), club
                )
            names = {name: form.cleaned_data[name] for name in ("username", "first_name", "last_name")}
            with new_names_counted(request):
                login = appointments.create_login(**names, **appointment)
            # Shown in this answer only: no redirect could carry the password without writing it somewhere.
            return _page(request, club, AppointmentForm(club=club), login)
    return _page(request, club, form)


@never_cache
@require_POST
@requires(Action.MANAGE_CLUB)
def invite_arbiter(request: MemberRequest, club: Club) -> HttpResponse:
    """Invite an arbiter of the comité; one whom the club knows already has the role at once."""
    found = FoundArbiterForm(request.POST, club=club)
    if found.is_valid():
        appointment = {"club": club, "role": RoleName.ARBITER, "tournament": found.cleaned_data["tournament"]}
        appointment |= {"username": found.cleaned_data["arbiter"].username, "by": request.user, "at": timezone.now()}
        with refusals_on(found):
            return _say_appointed(request, invitations.name_or_invite(**appointment), club)
    return _page(request, club, AppointmentForm(club=club), found=found)


def _say_appointed(request: HttpRequest, person: Account | None, club: Club) -> HttpResponse:
    """Say that a person has the role; after an invitation, say the same if the login exists and if it does not."""
    if person is not None:
        messages.success(request, _("%(person)s est nommé.") % {"person": person})
    else:
        sentence = _(
            "L’invitation est enregistrée. Si quelqu’un a cet identifiant, il la trouvera sur sa page et n’aura ce "
            "rôle qu’en l’acceptant."
        )
        messages.success(request, sentence)
    return see_other("club_access", club_id=club.pk)


@contextmanager
def new_names_counted(request: HttpRequest) -> Iterator[None]:
    """
    Limit how many logins of other people an organiser can find by trying names: ten mistakes an hour.

    A login is unique in the whole installation, so a name that is taken has to be refused.
    """
    organiser = str(request.user.pk)
    if NAMES_TAKEN.is_used_up(organiser):
        sentence = _("Trop d’identifiants déjà pris ont été essayés. Attendez une heure, ou choisissez-en avec soin.")
        raise Refusal(sentence, code="too_many_names", fields={"username": [sentence]})
    try:
        yield
    except Refusal as refusal:
        if refusal.code == appointments.TAKEN:
            NAMES_TAKEN.wait(organiser)
        raise


@require_POST
@requires(Action.MANAGE_CLUB)
def withdraw_invitation(request: MemberRequest, club: Club, invitation_id: int) -> HttpResponse:
    invitation = get_object_or_404(invitations_of(club), pk=invitation_id)
    with refusals_told(request):
        invitations.withdraw(club=club, invitation=invitation, by=request.user, at=timezone.now())
        messages.success(request, _("L’invitation est retirée."))
    if invitation.player is not None:
        return see_other("edit_player", club_id=club.pk, player_id=invitation.player.pk)
    return see_other("club_access", club_id=club.pk)


@require_POST
@requires(Action.MANAGE_CLUB)
def revoke_access(request: MemberRequest, club: Club, appointment_id: int) -> HttpResponse:
    appointment = get_object_or_404(_appointments_in(club), pk=appointment_id)
    with refusals_told(request):
        appointments.revoke(club=club, appointment=appointment, by=request.user, at=timezone.now())
        messages.success(request, _("%(person)s n’a plus ce rôle.") % {"person": appointment.account})
    return see_other("club_access", club_id=club.pk)


@never_cache
@require_POST
@requires(Action.MANAGE_CLUB)
def renew_password(request: MemberRequest, club: Club, account_id: int) -> HttpResponse:
    account = get_object_or_404(
        Account.objects.filter(appointments__in=_appointments_in(club)).distinct(), pk=account_id
    )
    with refusals_told(request):
        login = appointments.renew_password(club=club, account=account, by=request.user, at=timezone.now())
        return _page(request, club, AppointmentForm(club=club), login)
    return see_other("club_access", club_id=club.pk)


def _appointments_in(club: Club) -> QuerySet[Appointment]:
    return Appointment.objects.filter(Q(club=club) | Q(tournament__club=club)).select_related(
        "account", "club", "tournament"
    )


def _page(
    request: HttpRequest,
    club: Club,
    form: AppointmentForm,
    login: appointments.Login | None = None,
    found: FoundArbiterForm | None = None,
) -> HttpResponse:
    context = {
        "club": club,
        "form": form,
        "login": login,
        "found": found or FoundArbiterForm(club=club),
        "invitations": invitations_of(club),
        "appointments": _sorted_appointments(club),
    }
    return form_page(request, "tournaments/office/access.html", context, refused=True if found else None)


def _sorted_appointments(club: Club) -> list[Appointment]:
    """Return the roles given in a club, in the order in which roles are offered."""
    by_name = _appointments_in(club).order_by("account__last_name", "account__username")
    return sorted(by_name, key=lambda appointment: RoleName.values.index(appointment.role))


@require_safe
@requires(Action.ANSWER)
def my_invitations(request: MemberRequest) -> HttpResponse:
    """Show the invitations without an answer, and what accepting one means."""
    return render(request, "tournaments/player/invitations.html", {"invitations": invitations_for(request.user)})


@require_POST
@requires(Action.ANSWER)
def accept_invitation(request: MemberRequest, own_invitation_id: int) -> HttpResponse:
    return _answer_invitation(request, own_invitation_id, accepts=True)


@require_POST
@requires(Action.ANSWER)
def decline_invitation(request: MemberRequest, own_invitation_id: int) -> HttpResponse:
    return _answer_invitation(request, own_invitation_id, accepts=False)


def _answer_invitation(request: MemberRequest, invitation_id: int, *, accepts: bool) -> HttpResponse:
    accept_or_decline = invitations.accept if accepts else invitations.decline
    with refusals_told(request):
        invitation = accept_or_decline(invitation_id=invitation_id, account=request.user, at=timezone.now())
        values = {"where": invitation.tournament or invitation.club}
        if not accepts:
            messages.success(request, _("Vous avez décliné l’invitation de %(where)s.") % values)
            return see_other("my_invitations")
        if invitation.player is not None:
            messages.success(request, _("Vous suivez maintenant vos soirées avec votre identifiant."))
            return see_other("own")
        messages.success(request, _("Vous avez maintenant ce rôle : %(where)s.") % values)
        return see_other("organisation")
    return see_other("my_invitations")
