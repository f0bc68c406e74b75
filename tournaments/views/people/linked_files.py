"""Files of one person kept by several clubs: a club or the player offers a code, types one, or undoes the link."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.forms.people.players import LinkCodeForm
from tournaments.models import Account, ByLink, Club, Player
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.people.linking import linked_files
from tournaments.services.people import linking
from tournaments.views.answers import SeeOther, form_page, refusals_on, refusals_told, see_other
from tournaments.views.own_pages import OwnRequest, follows_own


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def link_player(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """Show the links of a player's file that the club keeps; a POST changes them."""
    player = get_object_or_404(club.files.select_related("club").filter(club=club), pk=player_id)
    here = see_other("link_player", club_id=club.pk, player_id=player.pk)
    return _links(request, player, request.user, here, "tournaments/office/link.html", {"club": club})


@require_http_methods(["GET", "HEAD", "POST"])
@follows_own
def own_links(request: OwnRequest) -> HttpResponse:
    """Show the links of a player's own file; a POST changes them."""
    page = "tournaments/player/linked_files.html"
    return _links(request, request.me, request.speaker, see_other("own_links"), page, {"me": request.me})


def _links(
    request: MemberRequest, player: Player, by: Account | ByLink, here: SeeOther, page: str, context: dict[str, Any]
) -> HttpResponse:
    """Show the links of a file. A POST offers a code (`offer`), types one (`code`), or undoes all links (`undo`)."""
    form = LinkCodeForm(request.POST if "code" in request.POST else None)
    if "offer" in request.POST or "undo" in request.POST:
        with refusals_told(request):
            if "offer" in request.POST:
                linking.offer_link(player=player, by=by, at=timezone.now())
            else:
                linking.unlink(player=player, by=by, at=timezone.now())
                messages.success(request, _("C’est défait : cette fiche n’est liée à aucune autre."))
        return here
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            linking.link_files(player=player, code=form.cleaned_data["code"], by=by, at=timezone.now())
            messages.success(request, _("Les deux fiches sont liées : les championnats comptent une seule personne."))
            return here
    is_good = player.link_code_until is not None and player.link_code_until >= timezone.localdate()
    context |= {
        "player": player,
        "form": form,
        "linked": linked_files(player),
        "code": player.link_code if is_good else "",
    }
    return form_page(request, page, context)
