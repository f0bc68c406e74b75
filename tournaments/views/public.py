"""Public pages, without a login: clubs, tournaments, standings, tables, leagues."""

from typing import Any

from csp.constants import NONE
from csp.decorators import csp_replace
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments import banners
from tournaments.exports.results import (
    clubs_table,
    finalists_table,
    league_table,
    published_table,
    seating_table,
    standings_table,
    tournaments_table,
)
from tournaments.kit.languages import current_language
from tournaments.kit.text import whole_number
from tournaments.labels import Group, TournamentState
from tournaments.models import Club, ClubLogo, ClubPhoto, League, LeaguePublication, Season, Table, Tournament, is_shown
from tournaments.models.seasons import MAIN
from tournaments.permissions import Action, actions_of, on_clock_of, public, roles_of, shown_tournament
from tournaments.queries.clubs import directory as front_query
from tournaments.queries.clubs.committees import leagues_held
from tournaments.queries.clubs.heroes import heroes, next_date
from tournaments.queries.clubs.pages import club_pages, price_of_evening
from tournaments.queries.draws import seating as seating_query
from tournaments.queries.draws.certificate import certificate_words, several_draws, verdict
from tournaments.queries.draws.drafts import published_draw
from tournaments.queries.draws.movements import published_rule
from tournaments.queries.pages.revisions import (
    of_club,
    of_front,
    of_league,
    of_league_place,
    of_place,
    of_publication,
    of_qualified,
    of_season,
    of_tournament,
    of_tournament_and_its_entries,
)
from tournaments.queries.people.entries import offer_of, to_take_in
from tournaments.queries.people.names import LONGEST
from tournaments.queries.standings.cached import Lines, cached_results
from tournaments.queries.standings.corrections import league_corrections, public_corrections
from tournaments.queries.standings.honours import honours
from tournaments.queries.standings.league_events import leagues_joined
from tournaments.queries.standings.league_pages import rows_of, tells_own_events
from tournaments.queries.standings.league_pictures import meetings_of, progress_of
from tournaments.queries.standings.league_places import league_place_of
from tournaments.queries.standings.league_words import league_words
from tournaments.queries.standings.leagues import LeagueStandings, public_league
from tournaments.queries.standings.lines import Line, Span, part_of
from tournaments.queries.standings.places import gained_in_last_round, place_of
from tournaments.queries.standings.podiums import podiums_of
from tournaments.queries.standings.public import public_standings, shown_rounds
from tournaments.queries.standings.publications import shown_publication
from tournaments.queries.standings.qualifying import final_row, stage_of, stage_of_row
from tournaments.queries.standings.qualifying_words import cut_changes, provisional_words, sources_in_words
from tournaments.queries.standings.shown_stages import shown_stage
from tournaments.queries.standings.words import rule_words
from tournaments.standings import rule_of
from tournaments.templatetags.marks import french_when, ordinal, signed
from tournaments.views.answers import file_answer
from tournaments.views.caching import OFTEN, SELDOM, cached_page, etag_of, live_part, wants_fragment
from tournaments.views.clubs.league_pages import NAME, his_page, league_page
from tournaments.views.exports import PARAMETER, file_of, wants_file

PAGE = 10  # tournaments of a club
LEAGUES = League.objects.select_related("season__club", "committee")
PUBLICATIONS = LeaguePublication.objects.select_related("league__season__club", "league__committee")


# The group whose ranking is shown; everybody's without it.
GROUPS = {"categorie": frozenset(Group.values)}


@public
@cached_page(of_front, texts=(PARAMETER,))
def home(request: HttpRequest) -> HttpResponse:
    """Show the clubs, and the tournaments that are being played."""
    front = front_query.front(at=timezone.now())
    if wants_file(request):
        return file_of(request, lambda: clubs_table(front.club_pages))
    live = live_part(request, "front", (OFTEN if front.running else SELDOM) if front.clubs else 0)
    return render(request, "tournaments/public/home.html", {"front": front, "live": live})


@public
@cached_page(of_club, numbers=("page",), texts=(PARAMETER,))
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: its seasons and its tournaments."""
    club = get_object_or_404(Club.objects.select_related("committee"), slug=slug)
    on_clock_of(club)
    tournaments = front_query.with_entries(Tournament.objects.filter(is_shown(), club=club))
    if wants_file(request):
        return file_of(request, lambda: tournaments_table(club, tournaments))
    page = Paginator(tournaments, PAGE).get_page(request.GET.get("page"))
    now = timezone.now()
    (club_page,) = club_pages([club], at=now)
    context = {"club": club, "seasons": list(club.seasons.all()), "page": page, "club_page": club_page}
    context["coming"] = [coming for coming in club_page.coming if not coming.is_running]
    context["photo"] = ClubPhoto.objects.filter(club=club).defer("content").first()
    context["price"] = price_of_evening(club, today=club.day(now))
    joined = context["joined"] = leagues_joined(club.seasons.all())
    if club.committee is not None:
        context["held"] = leagues_held(club.committee).exclude(pk__in=joined.values("pk"))
    if page.number == 1:
        context["heroes"] = heroes(tournaments.filter(state=TournamentState.RUNNING).select_related("club"))
        context["next"] = None if context["heroes"] else next_date(club_page.coming, at=now)
    context["live"] = live_part(request, "club", OFTEN if context.get("heroes") else SELDOM)
    return render(request, "tournaments/public/club.html", context)


@public  # type: ignore[arg-type]  # django-csp says of a view that it takes a request and nothing else
@require_safe
@cache_control(max_age=365 * 86_400, public=True, immutable=True)
@csp_replace({"default-src": [NONE], "sandbox": True})  # type: ignore[arg-type]
def club_picture(
    _request: HttpRequest, slug: str, digest: str, *, of: type[ClubLogo | ClubPhoto], ending: str
) -> HttpResponse:
    """Return a picture of a club. Its address holds a digest of the picture, so a browser fetches each picture once."""
    picture = get_object_or_404(of, club__slug=slug, digest=digest)
    return file_answer(bytes(picture.content), f"{slug}.{ending}", content_type=f"image/{ending}", as_attachment=False)


@public
@cached_page(of_tournament_and_its_entries)
def tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show a tournament: its state, the leaders, links to its other pages."""
    tournament = shown_tournament(request, tournament_id)
    context = {
        "tournament": tournament,
        "entered": front_query.with_entries(Tournament.objects.filter(pk=tournament.pk)).get().entered,  # type: ignore[attr-defined]
        "ranking_rule": rule_words(tournament, current_language()),
        "live": live_part(request, "tournament", SELDOM if tournament.is_finished else OFTEN),
    }
    if tournament.is_coming:
        context["offer"] = offer_of(tournament, timezone.now())
        context["entered"] += to_take_in(tournament) if tournament.places_taken else 0
    else:
        current = public_standings(tournament)
        context["standings"], context["podium"] = current, podiums_of([current])[tournament.pk]
        context["corrections"] = public_corrections(tournament)
        context["has_tables"] = _has_tables(tournament)
    return render(request, "tournaments/public/tournament.html", context)


@public
@cached_page(of_tournament, numbers=("apres", "position", "club"), texts=(PARAMETER,), codes=GROUPS)
def standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """
    Show the standings, live: the table asks every few seconds for changes.

    `apres` asks for the ranking after a round, `position` for that of one round alone, `club` for that of one club.
    """
    tournament = shown_tournament(request, tournament_id)
    span = _span(request)
    whole = public_standings(tournament, span)
    if span is not None and span.last not in shown_rounds(whole):  # not drawn, or hidden
        whole, span = public_standings(tournament), None
    narrowed = whole.of_group(_group(request)).of_club(_number(request, "club"))
    if wants_file(request):
        return file_of(request, lambda: standings_table(narrowed))
    context = {
        "tournament": tournament,
        "standings": narrowed,
        "asked": span,
        "gained": gained_in_last_round(narrowed),
        "etag": etag_of(request, [(tournament.pk, tournament.revision, tournament.club.name)], fragment=True),
    }
    if wants_fragment(request):
        return render(request, "tournaments/public/standings_polled.html", context)
    context |= {
        "me": _start_number(request, tournament),
        "has_tables": _has_tables(tournament),
        "groups": whole.groups,
        "clubs": whole.clubs,
        "shown_rounds": shown_rounds(whole),
        "ranking_rule": rule_words(tournament, current_language()),
        "corrections": public_corrections(tournament),
        "prints": _may_print(request, tournament),
    }
    return render(request, "tournaments/public/standings.html", context)


@public
@cached_page(of_place)
def place(request: HttpRequest, tournament_id: int, start_number: int) -> HttpResponse:
    """Explain a player's place. The address has the start number; the page shows the name only if the player agreed."""
    tournament = shown_tournament(request, tournament_id)
    explained = None if tournament.is_coming else place_of(tournament, start_number)
    if explained is None:
        raise Http404
    context = {"tournament": tournament, "why": explained, "line": explained.line}
    context["ranking_rule"] = rule_words(tournament, current_language())
    context["live"] = live_part(request, "place", SELDOM if tournament.is_finished else OFTEN)
    return render(request, "tournaments/public/place.html", context)


@public
@cached_page(of_tournament, numbers=("position",), texts=("nom", PARAMETER))
def seating(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show who sits where, live: in the current round, or in the round asked for."""
    tournament = shown_tournament(request, tournament_id)
    number = whole_number(request.GET.get("position", ""), digits=4)
    round_seating = seating_query.seating(tournament, number)
    if wants_file(request):
        return file_of(request, lambda: seating_table(round_seating))
    context = {
        "tournament": tournament,
        "seating": round_seating,
        "asked": number,
        "people": round_seating.by_name,
        "etag": etag_of(request, [(tournament.pk, tournament.revision, tournament.club.name)], fragment=True),
        **_worth(tournament),
    }
    if wants_fragment(request):
        return render(request, "tournaments/public/seating_live.html", context)
    typed = request.GET.get("nom", "").strip()[:LONGEST]
    context |= {
        "typed": typed,
        "found": {seat.registration_id for seat in round_seating.matching(typed)} if typed else set(),
        "me": _start_number(request, tournament),
        "prints": _may_print(request, tournament),
    }
    return render(request, "tournaments/public/seating.html", context)


@public
@cached_page(of_tournament)
def certificate(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the certificate of the published draw; wishes are only counted, so that no wish is made public."""
    tournament = shown_tournament(request, tournament_id)
    if tournament.plays_matches:
        return redirect("matches", tournament_id=tournament.pk)
    context = {"tournament": tournament, **_worth(tournament)}
    context["live"] = live_part(request, "certificate-live", SELDOM)  # a position may be drawn again
    if context.get("draw"):
        context["certificate"] = certificate_words(context["draw"])
        context["draws"] = several_draws(tournament)
    return render(request, "tournaments/public/certificate.html", context)


@public
@cached_page(of_season, numbers=("page",), texts=(PARAMETER, NAME), codes=GROUPS)
def season(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show a season: its first league, with links to the other ones."""
    return _league(request, get_object_or_404(LEAGUES, season__pk=season_id, number=MAIN))


@public
@cached_page(of_league, numbers=("page",), texts=(PARAMETER, NAME), codes=GROUPS)
def league(request: HttpRequest, league_id: int) -> HttpResponse:
    """Show a league; the first league of a season is shown on the page of the season."""
    shown = get_object_or_404(LEAGUES, pk=league_id)
    return redirect("season", season_id=shown.season_id) if shown.is_main else _league(request, shown)


def _league(request: HttpRequest, league: League) -> HttpResponse:
    on_clock_of(league.season.club)
    whole = public_league(league, results_of=cached_results)
    narrowed = whole.of_group(_group(request))
    if wants_file(request):
        return file_of(request, lambda: league_table(narrowed))
    paged = league_page(request, rows_of(narrowed), f"categorie={narrowed.group}&" if narrowed.group else "")
    if (found_alone := his_page(request, paged)) is not None:
        return found_alone
    context = {
        "season": league.season,
        "shown": league,
        "address": league.get_absolute_url(),
        "leagues": [] if league.committee else league.season.leagues.filter(committee=None),
        "league": narrowed,
        "groups": whole.groups,
        **paged,
        "tells_own_events": tells_own_events(narrowed),
        "has_several_clubs": narrowed.has_several_clubs,
        "joined": [] if league.committee else leagues_joined(Season.objects.filter(pk=league.season_id)),
        "rule": league_words(league.ranking_rule),
        "me": None if wants_fragment(request) else getattr(request.user, "player_id", None),
        "live": live_part(request, "season", OFTEN if narrowed.running else SELDOM),
    }
    if not paged["page"].has_previous():
        context |= _beside(whole, narrowed)
    return render(request, "tournaments/public/season.html", context)


def _beside(whole: LeagueStandings, narrowed: LeagueStandings) -> dict[str, Any]:
    """Return what the first page of a league shows beside its lines."""
    league = narrowed.league
    return {
        "honours": [] if narrowed.group else honours(whole),
        "progress": progress_of(narrowed),
        "meetings": meetings_of(narrowed),
        **_stage_of(league, narrowed),
        "publications": league.publications.all(),
        "corrections": league_corrections(league, narrowed.events),
    }


def _stage_of(league: League, narrowed: LeagueStandings) -> dict[str, Any]:
    """Return the stage that a league leads to in its own club; {} without one, and in the league of a group."""
    row = None if narrowed.group else final_row(league)
    if row is None:
        return {}
    stage = shown_stage(stage_of_row(row))
    return {"stage": stage, "told": sources_in_words(stage)}


@public
@cached_page(of_qualified, texts=(PARAMETER,))
def qualified(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show who is qualified for a final, who is a reserve and why; once it is played, its ranking with what counted."""
    tournament = shown_tournament(request, tournament_id)
    stage = shown_stage(stage_of(tournament))
    if not stage.sources:
        raise Http404
    if stage.finalists and wants_file(request):
        return file_of(request, lambda: finalists_table(stage))
    context = {
        "tournament": tournament,
        "stage": stage,
        "told": sources_in_words(stage),
        "changes": cut_changes(stage),
        "warnings": [] if stage.finalists else provisional_words(stage),
        "live": live_part(request, "qualified", SELDOM),
        "prints": _may_print(request, tournament),
    }
    return render(request, "tournaments/public/qualified.html", context)


@public
@cached_page(of_league_place)
def league_place(request: HttpRequest, league_id: int, player_id: int) -> HttpResponse:
    """Explain a player's place in a league; 404 for a player whose name the league does not show."""
    shown = get_object_or_404(LEAGUES, pk=league_id)
    on_clock_of(shown.season.club)
    explained = league_place_of(shown, player_id)
    if explained is None:
        raise Http404
    context = {
        "season": shown.season,
        "shown": shown,
        "address": shown.get_absolute_url(),
        "why": explained,
        "line": explained.line,
        "rule": league_words(shown.ranking_rule),
        "live": live_part(request, "place", SELDOM),
    }
    return render(request, "tournaments/public/league_place.html", context)


@public
@cached_page(of_publication, numbers=("page",), texts=(PARAMETER, NAME))
def published_league(request: HttpRequest, publication_id: int) -> HttpResponse:
    """Show a league as it was published on a day, with the names that players agree to today."""
    publication = get_object_or_404(PUBLICATIONS, pk=publication_id)
    on_clock_of(publication.league.season.club)
    published = shown_publication(publication)
    if wants_file(request):
        return file_of(request, lambda: published_table(published))
    paged = league_page(request, published.lines)
    if (found_alone := his_page(request, paged)) is not None:
        return found_alone
    context = {
        **paged,
        "season": publication.league.season,
        "shown": publication.league,
        "address": publication.league.get_absolute_url(),
        "publication": publication,
        "published": published,
        "rule": league_words(rule_of(publication.rule)),
        "live": live_part(request, "publication", SELDOM),
    }
    return render(request, "tournaments/public/published_league.html", context)


def _worth(tournament: Tournament) -> dict[str, Any]:
    """Return the published draw, its verdict and the movement rule; {} before one is published, and of matches."""
    draw = None if tournament.is_coming or tournament.plays_matches else published_draw(tournament)
    if draw is None:
        return {}
    return {"draw": draw, "verdict": verdict(draw), "rule": published_rule(tournament, draw)}


def _has_tables(tournament: Tournament) -> bool:
    """Return True when the tournament has tables: imported results have none."""
    return Table.objects.filter(round__tournament=tournament).exists()


def _may_print(request: HttpRequest, tournament: Tournament) -> bool:
    """Return True when the reader may print papers of the tournament."""
    return Action.PRINT in actions_of(roles_of(request.user, tournament=tournament))


def _number(request: HttpRequest, name: str) -> int | None:
    """Return a number of the address; None when it is absent. `cached_page` has removed anything else than digits."""
    return int(request.GET[name]) if request.GET.get(name) else None


def _span(request: HttpRequest) -> Span | None:
    """Return the rounds that the address asks for: one alone, all up to one, or None for all."""
    return part_of(_number(request, "position"), _number(request, "apres"))


def _group(request: HttpRequest) -> Group | None:
    """Return the group whose ranking is asked for; None for everybody. `cached_page` has removed unknown codes."""
    code = request.GET.get("categorie")
    return Group(code) if code else None


def _start_number(request: HttpRequest, tournament: Tournament) -> int | None:
    """Return the reader's start number, to mark the reader's line; None for a reader who does not play."""
    player_id = getattr(request.user, "player_id", None)
    if player_id is None:
        return None
    return tournament.registrations.filter(player=player_id).values_list("start_number", flat=True).first()


@public
@cached_page(of_tournament)
def tournament_image(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the tournament and its podium as a picture, with public names."""
    tournament = shown_tournament(request, tournament_id)
    ranking = None if tournament.is_coming else public_standings(tournament)
    lines: Lines = ()
    if ranking is not None and ranking.rounds_begun:
        lines = podiums_of([ranking])[tournament.pk] if tournament.has_teams else ranking.ranked
    is_over = tournament.state != TournamentState.RUNNING and tournament.last_shown_round is None
    content = banners.banner(
        title=tournament.name,
        under=f"{french_when(tournament)} · {tournament.club.name}",
        where=tournament.where,
        heading=_("Le podium") if is_over else _("En tête"),
        lines=[_line(line) for line in lines[: banners.MOST_LINES]],
    )
    return file_answer(content, f"{tournament.pk}.png", content_type="image/png", as_attachment=False)


def _line(line: Line) -> banners.PodiumLine:
    number = _("n° %(number)d") % {"number": line.start_number}
    return banners.PodiumLine(str(ordinal(line.place or 0)), line.told, number, signed(line.total))
