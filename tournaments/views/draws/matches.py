"""Matches of teams: drawn, lined up and published by those who run them, lined up by captains, read by everybody."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.exports.results import match_table, matches_table
from tournaments.forms.draws.matches import LineUpForm, StandInForm
from tournaments.models import Account, ByLink, Match, Registration, SealedLineUp, Team, Tournament
from tournaments.permissions import Action, MemberRequest, Tells, public, requires, shown_tournament
from tournaments.queries.draws.matches import (
    captaincy,
    match_of_team,
    next_round,
    rounds_of_matches,
    to_line_up,
    who_may_play,
    who_may_stand_in,
    within_a_club,
)
from tournaments.queries.pages.revisions import of_match, of_tournament
from tournaments.queries.people.names import names_apart, public_name
from tournaments.queries.standings.matches import MatchScore, shown_scores
from tournaments.queries.standings.words import victory_words, within_a_club_text
from tournaments.services.draws import matches as service
from tournaments.services.people.stand_ins import call_stand_in, send_back
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other
from tournaments.views.caching import OFTEN, SELDOM, cached_page, live_part
from tournaments.views.exports import PARAMETER, file_of, wants_file
from tournaments.views.own_pages import OwnRequest, follows_evening


@require_safe
@public
@cached_page(of_tournament, texts=(PARAMETER,))
def matches(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show who meets whom in each round, and what became of the matches that everybody may read."""
    tournament = shown_tournament(request, tournament_id)
    if not tournament.plays_matches:
        raise Http404
    scores = shown_scores(tournament)
    rounds = rounds_of_matches(tournament)
    if wants_file(request):
        return file_of(request, lambda: matches_table(tournament, rounds, scores))
    context = {
        "tournament": tournament,
        "rounds": [
            (each, [(drawn.match, scores.get(drawn.match.pk)) for drawn in each.matches]) for each in reversed(rounds)
        ],
        "victory": victory_words(tournament) if tournament.victory_by else "",
        "live": live_part(request, "matches", SELDOM if tournament.is_final else OFTEN),
    }
    return render(request, "tournaments/public/matches.html", context)


@require_safe
@public
@cached_page(of_match, texts=(PARAMETER,))
def match(request: HttpRequest, tournament_id: int, round_number: int, match_number: int) -> HttpResponse:
    """Show a match whose tables are published: both line-ups, and each board once everybody may read it."""
    tournament = shown_tournament(request, tournament_id)
    rounds = rounds_of_matches(tournament, round_number) if tournament.plays_matches else []
    drawn = next((each for each in rounds[0].matches if each.match.number == match_number), None) if rounds else None
    if drawn is None or drawn.match.is_bye or not rounds[0].is_published:
        raise Http404
    score = shown_scores(tournament).get(drawn.match.pk, MatchScore(drawn.match))
    if wants_file(request):
        return file_of(request, lambda: match_table(tournament, score))
    context = {
        "tournament": tournament,
        "match": drawn.match,
        "sides": list(zip(drawn.sides, drawn.match.table_numbers, strict=True)),
        "score": score,
        "live": live_part(request, "match", SELDOM if tournament.is_final else OFTEN),
    }
    return render(request, "tournaments/public/match.html", context)


@never_cache
@require_safe
@requires(Action.RECORD, tells=Tells.NOTHING)
def match_office(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the matches that are drawn and which line-ups are there, with what comes next."""
    rounds = rounds_of_matches(tournament)
    coming = next_round(tournament)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "rounds": rounds,
        "coming": coming,
        "to_draw": tournament.plays_matches
        and coming <= tournament.rounds_planned
        and not any(each.number >= coming for each in rounds),
        "draws": Action.DRAW in request.actions and not tournament.is_finished,
    }
    return render(request, "tournaments/office/matches.html", context)


@require_POST
@requires(Action.DRAW)
def draw_matches(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Draw the matches of all rounds to come, or of the next one by the ranking."""
    parts_clubs = "parts_clubs" in request.POST
    with refusals_told(request):
        drawn = service.draw_matches(
            tournament=tournament,
            by_standings=request.POST.get("way") == "classement",
            by=request.user,
            at=timezone.now(),
            parts_clubs=parts_clubs,
        )
        messages.success(request, _("Les matchs sont tirés : les capitaines peuvent composer leur équipe."))
        if parts_clubs and (within := within_a_club(drawn)):
            messages.warning(request, within_a_club_text(within))
    return see_other("match_office", tournament_id=tournament.pk)


@require_POST
@requires(Action.DRAW)
def undo_matches(request: MemberRequest, tournament: Tournament, round_number: int) -> HttpResponse:
    """Take back the matches drawn from a round on."""
    act = partial(service.undo_matches, number=round_number)
    return _done(request, tournament, act, _("Le tirage des matchs est défait."))


@require_POST
@requires(Action.RECORD, tells=Tells.NOTHING)
def close_line_ups(request: MemberRequest, tournament: Tournament, round_number: int) -> HttpResponse:
    """Give the usual line-up to the teams of a round that have none."""
    act = partial(service.close_line_ups, number=round_number)
    return _done(request, tournament, act, _("Toutes les compositions sont là."))


@require_POST
@requires(Action.DRAW)
def publish_matches(request: MemberRequest, tournament: Tournament, round_number: int) -> HttpResponse:
    """Publish the tables of a round of matches."""
    act = partial(service.publish_matches, number=round_number)
    said = _("Les tables de la position %(number)d sont publiées.") % {"number": round_number}
    return _done(request, tournament, act, said)


def _done(request: MemberRequest, tournament: Tournament, act: Callable[..., object], said: str) -> HttpResponse:
    """Call a service of matches, tell what was `said` or why it refused, and lead back to the matches."""
    with refusals_told(request):
        act(tournament=tournament, by=request.user, at=timezone.now())
        messages.success(request, said)
    return see_other("match_office", tournament_id=tournament.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD, tells=Tells.NOTHING)
def line_up(
    request: MemberRequest, tournament: Tournament, round_number: int, match_number: int, team_number: int
) -> HttpResponse:
    """Seal who plays a match for a team, in place of its captain."""
    met = match_of_team(tournament, round_number, team_number)
    if met is None or met.number != match_number:
        return see_other("match_office", tournament_id=tournament.pk)
    team = met.one if met.one.number == team_number else met.other
    assert team is not None  # it is one of the two
    people = who_may_play(team)
    names = names_apart(people, [member.player.full_name for member in people])
    # Who runs the event may be a captain too: a line-up is shown here once both are sealed, as to everybody.
    form = _form(request, met, team, people, names, is_shown=met.line_ups.count() == len(met.team_ids))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            _seal(form, met, team, by=request.user, is_captain=False)
            messages.success(request, _("La composition est scellée."))
            return see_other("match_office", tournament_id=tournament.pk)
    context = {"tournament": tournament, "club": tournament.club, "form": form, "team": team, "match": met}
    return form_page(request, "tournaments/office/line_up.html", context)


@never_cache
@require_safe
@follows_evening
def own_matches(request: OwnRequest, *, tournament: Tournament) -> HttpResponse:
    """Show a captain the matches of his team: which line-ups are there, and both once both are sealed."""
    team = _captained(request, tournament)
    rounds = [
        (each, drawn)
        for each in (rounds_of_matches(tournament) if team is not None else ())
        for drawn in each.matches
        if team is not None and team.pk in drawn.match.team_ids
    ]
    context = {"tournament": tournament, "team": team, "rounds": rounds}
    return render(request, "tournaments/player/matches.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@follows_evening
def own_line_up(request: OwnRequest, *, tournament: Tournament, round_number: int) -> HttpResponse:
    """Seal who plays the match of a captain's team in a round that is not published."""
    team = _captained(request, tournament)
    met = _to_line_up(team, round_number)
    if team is None or met is None:
        return see_other("own_matches", tournament_id=tournament.pk)
    people = who_may_play(team)
    form = _form(request, met, team, people, names_apart(people, map(public_name, people)), is_shown=True)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            _seal(form, met, team, by=request.speaker, is_captain=True)
            both = met.line_ups.count() == len(met.team_ids)
            messages.success(
                request,
                _("Les deux compositions sont là : chaque équipe lit l’autre.")
                if both
                else _("Votre composition est scellée : l’autre équipe ne la lit pas encore."),
            )
            return see_other("own_matches", tournament_id=tournament.pk)
    context = {"tournament": tournament, "form": form, "team": team, "match": met}
    context |= {"stand_in_form": _stand_in_form(tournament), "called": _called(people)}
    return form_page(request, "tournaments/player/line_up.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@follows_evening
def own_stand_in(request: OwnRequest, *, tournament: Tournament, round_number: int) -> HttpResponse:
    """Call somebody of no team as a stand-in of a captain's team, and lead back to its line-up."""
    team = _captained(request, tournament)
    met = _to_line_up(team, round_number)
    if team is None or met is None or request.method != "POST":
        return see_other("own_line_up", tournament_id=tournament.pk, round_number=round_number)
    form = _stand_in_form(tournament, request.POST)
    if form.is_valid():
        with refusals_on(form):
            comer = call_stand_in(
                match=met,
                team=team,
                registration=form.cleaned_data["registration"],
                by=request.speaker,
                at=timezone.now(),
            )
            messages.success(request, _("%(player)s est de votre équipe.") % {"player": public_name(comer)})
            return see_other("own_line_up", tournament_id=tournament.pk, round_number=round_number)
    called = _called(who_may_play(team))
    context = {"tournament": tournament, "team": team, "match": met, "stand_in_form": form, "called": called}
    return form_page(request, "tournaments/player/line_up.html", context, refused=True)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@follows_evening
def send_stand_in_back(
    request: OwnRequest, *, tournament: Tournament, round_number: int, start_number: int
) -> HttpResponse:
    """Take a stand-in whom the captain called out of his team again."""
    team = _captained(request, tournament)
    met = _to_line_up(team, round_number)
    if team is not None and met is not None and request.method == "POST":
        with refusals_told(request):
            send_back(match=met, team=team, start_number=start_number, by=request.speaker, at=timezone.now())
            messages.success(request, _("Il n’est plus de votre équipe."))
    return see_other("own_line_up", tournament_id=tournament.pk, round_number=round_number)


def _to_line_up(team: Team | None, round_number: int) -> Match | None:
    """Return the match of a team in a round that is not published; None without one."""
    to_come = to_line_up(team) if team is not None else ()
    return next((each for each in to_come if each.round_number == round_number), None)


def _stand_in_form(tournament: Tournament, data: Any = None) -> StandInForm:
    people = who_may_stand_in(tournament)
    return StandInForm(data, people=people, names=names_apart(people, map(public_name, people)))


def _called(people: Iterable[Registration]) -> list[tuple[Registration, str]]:
    """Return the members whom the captain called, each with the name that everybody may read."""
    return [(member, public_name(member)) for member in people if member.called_at is not None]


def _captained(request: OwnRequest, tournament: Tournament) -> Team | None:
    """Return the team that this player speaks for in matches, None when he is the captain of none."""
    return captaincy(tournament, request.me) if tournament.plays_matches and tournament.is_public else None


def _form(
    request: HttpRequest,
    met: Match,
    team: Team,
    people: Sequence[Registration],
    names: Sequence[str],
    *,
    is_shown: bool,
) -> LineUpForm:
    """Return the form, filled in with the line-up that the team has sealed where its reader may read it."""
    earlier = SealedLineUp.objects.filter(match=met, team=team).first() if is_shown else None
    return LineUpForm(
        request.POST if request.method == "POST" else None,
        people=people,
        names=names,
        initial={"taker": earlier.taker_id, "defence": list(earlier.defence_ids)} if earlier else {},
    )


def _seal(form: LineUpForm, met: Match, team: Team, *, by: Account | ByLink, is_captain: bool) -> None:
    service.seal_line_up(match=met, team=team, by=by, at=timezone.now(), is_captain=is_captain, **form.cleaned_data)
