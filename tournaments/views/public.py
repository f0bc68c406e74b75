"""What everyone may read, without login: clubs, tournaments, standings, tables, leagues."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from tournaments.labels import TournamentState
from tournaments.models import Club, Season, Table, Tournament
from tournaments.permissions import Action, actions_of, public, roles_of
from tournaments.queries import clubs as front_query
from tournaments.queries import leagues
from tournaments.queries import seating as seating_query
from tournaments.queries import standings as standings_query
from tournaments.queries.certificate import certificate_words, several_draws, verdict
from tournaments.queries.draws import published_draw
from tournaments.queries.movements import published_rule
from tournaments.queries.names import LONGEST
from tournaments.queries.revisions import of_club, of_front, of_season, of_tournament
from tournaments.views.caching import etag_of, kept_fresh, wants_fragment

PAGE = 50


@public
@kept_fresh(of_front)
def home(request: HttpRequest) -> HttpResponse:
    """The clubs, and what is being played."""
    front = front_query.front(today=timezone.localdate())
    return render(request, "tournaments/public/home.html", {"front": front})


@public
@kept_fresh(of_club, numbers=("page",))
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club: its seasons and its tournaments."""
    club = get_object_or_404(Club, slug=slug)
    tournaments = front_query.with_entries(Tournament.objects.filter(club=club))
    page = Paginator(tournaments, PAGE).get_page(request.GET.get("page"))
    context = {"club": club, "seasons": list(club.seasons.all()), "page": page}
    return render(request, "tournaments/public/club.html", context)


@public
@kept_fresh(of_tournament)
def tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A tournament: where it stands, who leads, where to look further."""
    tournament = _tournament(tournament_id)
    context = {"tournament": tournament, "entered": tournament.registrations.count()}
    if tournament.state != TournamentState.PREPARING:
        context["standings"] = standings_query.standings(tournament)
        # Imported results have none.
        context["has_tables"] = Table.objects.filter(round__tournament=tournament).exists()
    return render(request, "tournaments/public/tournament.html", context)


@public
@kept_fresh(of_tournament)
def standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The standings, alive: the table asks every few seconds whether it is still true."""
    tournament = _tournament(tournament_id)
    context = {
        "tournament": tournament,
        "standings": standings_query.standings(tournament),
        "etag": etag_of(request, [(tournament.pk, tournament.revision, tournament.club.name)], fragment=True),
    }
    if wants_fragment(request):
        return render(request, "tournaments/public/standings_table.html", context)
    context["me"] = _start_number(request, tournament)
    return render(request, "tournaments/public/standings.html", context)


@public
@kept_fresh(of_tournament, numbers=("position",), texts=("nom",))
def seating(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Who sits where, alive: the position being played, or the one asked for."""
    tournament = _tournament(tournament_id)
    round_number = request.GET.get("position", "")
    number = int(round_number) if round_number.isdecimal() and len(round_number) < 5 else None
    where = seating_query.seating(tournament, number)
    context = {
        "tournament": tournament,
        "seating": where,
        "asked": number,
        "people": where.by_name,
        "etag": etag_of(request, [(tournament.pk, tournament.revision, tournament.club.name)], fragment=True),
        **_worth(tournament),
    }
    if wants_fragment(request):
        return render(request, "tournaments/public/seating_live.html", context)
    typed = request.GET.get("nom", "").strip()[:LONGEST]
    context |= {
        "typed": typed,
        "found": {seat.registration_id for seat in where.found(typed)} if typed else set(),
        "me": _start_number(request, tournament),
        "prints": Action.PRINT in actions_of(roles_of(request.user, tournament=tournament)),
    }
    return render(request, "tournaments/public/seating.html", context)


@public
@kept_fresh(of_tournament)
def certificate(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """What the published draw is worth, whole; wishes are counted and nobody's are told."""
    tournament = _tournament(tournament_id)
    context = {"tournament": tournament, **_worth(tournament)}
    if context.get("draw"):
        context["certificate"] = certificate_words(context["draw"])
        context["draws"] = several_draws(tournament)
    return render(request, "tournaments/public/certificate.html", context)


@public
@kept_fresh(of_season)
def season(request: HttpRequest, season_id: int) -> HttpResponse:
    """A season: its league."""
    season = get_object_or_404(Season.objects.select_related("club"), pk=season_id)
    league = leagues.league(season)
    context = {"season": season, "league": league, "me": getattr(request.user, "player_id", None)}
    return render(request, "tournaments/public/season.html", context)


def _worth(tournament: Tournament) -> dict[str, Any]:
    """Return the published draw, its verdict and the rule to follow; nothing before the first is published."""
    draw = published_draw(tournament) if tournament.state != TournamentState.PREPARING else None
    if draw is None:
        return {}
    return {"draw": draw, "verdict": verdict(draw), "rule": published_rule(tournament, draw)}


def _tournament(tournament_id: int) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related("club", "season"), pk=tournament_id)


def _start_number(request: HttpRequest, tournament: Tournament) -> int | None:
    """Return the start number of whoever reads, so that the page can show him his own line."""
    player_id = getattr(request.user, "player_id", None)
    if player_id is None:
        return None
    return tournament.registrations.filter(player=player_id).values_list("start_number", flat=True).first()
