"""E-mails to people: the page by which somebody stops them, and what the organiser reads of them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.exports.people import to_call_table
from tournaments.mail_labels import MailPurpose
from tournaments.models import Club, Mail, Mailbox, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.pages.addresses import sends_mail
from tournaments.queries.people.messages import mails_by_kind, stopped_at
from tournaments.queries.people.reach import people_of, to_call
from tournaments.services.evening import calling_off
from tournaments.services.people import messages as service
from tournaments.views.answers import SeeOther, reason_page, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file
from tournaments.views.own_pages import by_mail


@csrf_exempt  # a mail program sends it without a page; who knows the code may stop, and that is all
@require_http_methods(["GET", "HEAD", "POST"])
@by_mail
def stop_messages(request: HttpRequest, mailbox: Mailbox, purpose: MailPurpose) -> HttpResponse:
    """
    Stop the messages of a club to an address by the link in each of them, or allow them again.

    Needs a button, because mail programs open links; one that offers to unsubscribe sends the POST itself (RFC 8058).
    """
    if request.method == "POST":
        if "allow" in request.POST:
            mailbox = service.allow_messages(mailbox=mailbox, purpose=purpose)
        else:
            mailbox = service.stop_messages(mailbox=mailbox, purpose=purpose, at=timezone.now())
    context = {
        "club": mailbox.club,
        "purpose": purpose,
        "stopped_at": stopped_at(mailbox, purpose),
        "is_changed": request.method == "POST",
    }
    return render(request, "tournaments/player/stop_messages.html", context)


@requires(Action.MANAGE_TOURNAMENT)
def tournament_messages(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show what was sent about a tournament, to how many, what failed, and whom somebody has to call."""
    people = people_of(tournament, with_files=Action.MANAGE_CLUB in request.actions)
    names = {one.player.pk: one.name for one in people if one.player}
    told = mails_by_kind(tournament, timezone.now(), names=names)
    called = to_call(people, told)
    if wants_file(request):
        return file_of(request, lambda: to_call_table(tournament, called))
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "told": told,
        "people": people,
        "to_call": called,
        "sends_mail": sends_mail(),
    }
    return render(request, "tournaments/office/messages.html", context)


@requires(Action.MANAGE_CLUB)
def club_messages(request: MemberRequest, club: Club) -> HttpResponse:
    """Show what was sent by a club, to how many, and what failed."""
    context = {"club": club, "told": mails_by_kind(club, timezone.now()), "sends_mail": sends_mail()}
    return render(request, "tournaments/office/messages.html", context)


@require_POST
@requires(Action.MANAGE_CLUB)
def try_message_again(request: MemberRequest, club: Club, message_id: int) -> HttpResponse:
    """Send a message again that failed, to an address that refused it too."""
    message = get_object_or_404(Mail.objects.select_related("entry", "player"), pk=message_id, mailbox__club=club)
    with refusals_told(request):
        service.try_address_again(club=club, message=message, by=request.user, at=timezone.now())
        messages.success(request, _("Le message part de nouveau."))
    return see_other("club_messages", club_id=club.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_TOURNAMENT)
def call_off(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Call off an evening, with a reason that everybody reads: who is written to, and who has to be called."""

    def act(reason: str) -> SeeOther:
        calling_off.call_off(tournament=tournament, reason=reason, by=request.user, at=timezone.now())
        messages.success(request, _("« %(name)s » est annulé : la page publique le dit.") % {"name": tournament})
        return see_other("tournament_messages", tournament_id=tournament.pk)

    if tournament.called_off:
        return see_other("tournament_messages", tournament_id=tournament.pk)
    people = people_of(tournament)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "written": len({one.email for one in people if one.is_written}),
        "to_call": len([one for one in people if not one.is_written]),
        "sends_mail": sends_mail(),
    }
    return reason_page(request, "tournaments/office/call_off.html", context, act)


@require_POST
@requires(Action.MANAGE_TOURNAMENT)
def hold_after_all(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Hold an evening that was called off."""
    with refusals_told(request):
        calling_off.hold_after_all(tournament=tournament, by=request.user, at=timezone.now())
        messages.success(request, _("« %(name)s » a lieu : la page publique le dit.") % {"name": tournament})
    return see_other("tournament_messages", tournament_id=tournament.pk)
