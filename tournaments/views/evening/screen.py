"""The big screen of a hall: podium, standings, teams, seats, page after page, and the clock of a timed round."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.models import ClubLogo, Tournament
from tournaments.permissions import (
    Action,
    MemberRequest,
    Tells,
    actions_of,
    public,
    requires,
    roles_of,
    shown_tournament,
)
from tournaments.queries.draws import seating as seating_query
from tournaments.queries.evening.clocks import clock_of
from tournaments.queries.pages.revisions import of_tournament
from tournaments.queries.standings.podiums import podiums_of
from tournaments.queries.standings.public import public_standings
from tournaments.queries.standings.teams import team_standings
from tournaments.refusals import Refusal
from tournaments.services.evening import clocks
from tournaments.views.answers import refusals_told, see_other
from tournaments.views.caching import FRAGMENT, cached_page, etag_of, wants_fragment
from tournaments.views.public_page import public_page_of

# What is shown, by the number in the address; without a number, all of it in turn.
SHOWN = {1: "standings", 2: "tables", 3: "podium", 4: "teams"}
CHANGES = {
    "lancer": clocks.start_clock,
    "arreter": clocks.pause_clock,
    "annoncer": clocks.call_time,
    "remettre": clocks.reset_clock,
}


@public
@cached_page(of_tournament, numbers=("vue", "position"))
def screen(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the page of a projector: the page polls for changes, and a script turns its pages."""
    tournament = shown_tournament(request, tournament_id)
    position = request.GET.get("position", "")
    round_seating = seating_query.seating(tournament, int(position) if position else None)
    current = public_standings(tournament)
    context = {
        "tournament": tournament,
        "standings": current,
        "teams": team_standings(current) if tournament.has_teams else None,
        "podium": podiums_of([current])[tournament.pk] if tournament.is_final else (),
        "seating": round_seating,
        "people": round_seating.by_name,
        "clock": clock_of(tournament, round_seating.round),
        "way": public_page_of(tournament),
        "logo": ClubLogo.objects.filter(club=tournament.club).defer("content").first() if tournament.is_final else None,
        "only": SHOWN.get(int(request.GET.get("vue", "0")), ""),
        "query": urlencode({name: value for name, value in request.GET.items() if name != FRAGMENT}),
        "etag": etag_of(request, [(tournament.pk, tournament.revision, tournament.club.name)], fragment=True),
    }
    if wants_fragment(request):
        return render(request, "tournaments/public/screen_live.html", context)
    actions = actions_of(roles_of(request.user, tournament=tournament))
    context["keeps_time"] = Action.RECORD in actions and context["clock"] is not None
    return render(request, "tournaments/public/screen.html", context)


@require_POST
@requires(Action.RECORD, tells=Tells.NOTHING)
def change_clock(request: MemberRequest, tournament: Tournament, round_number: int) -> HttpResponse:
    """Start, pause or reset the clock of a round, then redirect to the page of the button."""
    with refusals_told(request):
        change = CHANGES.get(request.POST.get("horloge", ""))
        if change is None:
            raise Refusal(_("Ce bouton n’est plus connu. Rechargez la page."), code="unknown_change")
        change(tournament=tournament, round_number=round_number, by=request.user, at=timezone.now())
    if request.POST.get("de") == "ecran":
        return see_other("screen", tournament_id=tournament.pk)
    return see_other("desk_round", tournament_id=tournament.pk, round_number=round_number)
