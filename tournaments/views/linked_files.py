"""Files of one person that several clubs keep: a code is given, typed on the other file, the link undone."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.forms.players import LinkCodeForm
from tournaments.models import Club
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.people.linking import linked_files
from tournaments.services.people import linking
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def link_player(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """The links of a file that the club keeps; a POST gives a code (`offer`), types one, or undoes all (`undo`)."""
    player = get_object_or_404(club.files.select_related("club").filter(club=club), pk=player_id)
    form = LinkCodeForm(request.POST if "code" in request.POST else None)
    here = {"club_id": club.pk, "player_id": player.pk}
    if "offer" in request.POST or "undo" in request.POST:
        with refusals_told(request):
            if "offer" in request.POST:
                linking.offer_link(player=player, by=request.user, at=timezone.now())
            else:
                linking.unlink(player=player, by=request.user, at=timezone.now())
                messages.success(request, _("C’est défait : cette fiche n’est liée à aucune autre."))
        return see_other("link_player", **here)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            code = form.cleaned_data["code"]
            linking.link_files(player=player, code=code, by=request.user, at=timezone.now())
            messages.success(request, _("Les deux fiches sont liées : les championnats comptent une seule personne."))
            return see_other("link_player", **here)
    is_good = player.link_code_until is not None and player.link_code_until >= timezone.localdate()
    context = {
        "club": club,
        "player": player,
        "form": form,
        "linked": linked_files(player),
        "code": player.link_code if is_good else "",
    }
    return form_page(request, "tournaments/office/link.html", context)
