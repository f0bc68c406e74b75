"""Who lets his name be shown: noted for many players at once."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Club
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.names import in_alphabet
from tournaments.services import players
from tournaments.tables import ConsentTable, PlayerFilter, page, ticked_players
from tournaments.views.answers import see_other


@requires(Action.MANAGE_CLUB)
def record_consents(request: MemberRequest, club: Club) -> HttpResponse:
    """The players whose names are withheld: tick those who agree, or take everybody."""
    silent = club.players.filter(consent=False)
    if request.method == "POST":
        chosen = silent if "everybody" in request.POST else silent.filter(pk__in=ticked_players(request))
        agreed = players.record_consents(club=club, players=chosen, by=request.user, at=timezone.now())
        if not agreed:
            messages.error(request, _("Rien n’est noté : cochez au moins un joueur."))
            return see_other("record_consents", club_id=club.pk)
        sentence = ngettext(
            "Le nom de %(count)d joueur peut maintenant être montré.",
            "Les noms de %(count)d joueurs peuvent maintenant être montrés.",
            len(agreed),
        )
        messages.success(request, sentence % {"count": len(agreed)})
        return see_other("club_players", club_id=club.pk)
    narrowed = PlayerFilter(request.GET, queryset=silent.annotate(alphabet=in_alphabet()))
    context = {
        "club": club,
        "filter": narrowed,
        "table": page(request, ConsentTable(narrowed.qs)),
        "silent": silent.count(),
    }
    return render(request, "tournaments/office/consents.html", context)
