"""What a club records about one of its members: contacts, fees, evenings."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.exports.results import own_table
from tournaments.forms.people.players import MembershipForm
from tournaments.labels import Grade
from tournaments.models import Club, Player
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.evening.own_evenings import PAST, entries_at, own_evenings
from tournaments.queries.money.fees import seasons_of
from tournaments.queries.people.files import seen_by, suspension_words
from tournaments.queries.people.members import grade_of, keeps_file, periods_of, were_members
from tournaments.queries.people.messages import mailbox_at, mailbox_words
from tournaments.queries.standings.cached import cached_standings
from tournaments.services.people.members import date_membership, take_end_back
from tournaments.services.people.players import join_club
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file
from tournaments.views.people.known_people import joined_sentence


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def member(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """
    Show one member of a club, or a former one: since when, contacts, fees, evenings here and their results.

    A POST corrects the first day of his membership, begins it again, or takes its end back (`undo`).
    """
    people = Q(pk__in=club.files.values("pk")) | Q(pk__in=were_members(club.pk).values("pk"))
    player = get_object_or_404(Player.objects.select_related("club").filter(people), pk=player_id, erased_at=None)
    is_member = grade_of(player, club) == Grade.MEMBER
    form = MembershipForm(request.POST if request.method == "POST" else None, is_member=is_member)
    if request.method == "POST" and _changed(request, club, player, form):
        return see_other("member", club_id=club.pk, player_id=player.pk)
    (player,) = seen_by(club.pk, [player])
    entries = entries_at(club, player)
    if wants_file(request):
        return file_of(request, lambda: own_table(own_evenings(list(entries))))
    pages = Paginator(entries, PAST).get_page(request.GET.get("page"))
    own = own_evenings(list(pages.object_list), ranked=cached_standings)
    context = {
        "club": club,
        "player": player,
        "periods": (periods := periods_of(player, club)),
        "last": periods[-1] if periods else None,
        "is_member": is_member,
        "keeps_file": keeps_file(club, player),
        "form": form,
        "suspension": suspension_words(player, timezone.localdate()),
        "unwritten": mailbox_words(mailbox_at(club.pk, player.email)),
        "fees": seasons_of(club, player, timezone.localdate()),
        "coming": own.coming,
        "evenings": [*own.running, *own.past],
        "page": pages,
    }
    return form_page(request, "tournaments/office/member.html", context)


def _changed(request: MemberRequest, club: Club, player: Player, form: MembershipForm) -> bool:
    """Do what a member's page asks, and return whether it was done; a refusal is told, or stands at its field."""
    whose: dict[str, Any] = {"club": club, "player": player, "by": request.user, "at": timezone.now()}
    if "undo" in request.POST:
        with refusals_told(request):
            take_end_back(**whose)
            messages.success(request, _("C’est annulé : %(player)s est membre comme avant.") % whose)
        return True
    if not form.is_valid():
        return False
    with refusals_on(form):
        if form.is_member:
            date_membership(**whose, **form.cleaned_data)
            messages.success(request, _("C’est noté."))
            return True
        join_club(**whose, **form.cleaned_data)
        messages.success(request, joined_sentence(player, club))
        return True
    return False
