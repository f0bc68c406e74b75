"""Pages of the stages of a championship: for organisers, and whether he goes for a player."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.exports.people import qualified_table
from tournaments.forms.clubs.qualifying import AnnouncedForm, ChangedCutForm, SourceForm
from tournaments.kit.text import whole_number
from tournaments.models import Club, Committee, League, Player, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.standings.candidates import Candidate
from tournaments.queries.standings.own_finals import own_place as own_place_in
from tournaments.queries.standings.qualifying import (
    ROWS,
    FinalStage,
    final_row,
    of_league_alone,
    stage_of,
    stage_of_row,
)
from tournaments.queries.standings.qualifying_words import cut_words, entered_words, noted_words, own_words, warnings_of
from tournaments.queries.standings.shown_stages import names_read_in, strangers
from tournaments.services.clubs import qualifying as services
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file
from tournaments.views.own_pages import OwnRequest, follows_own

RESERVES = 12  # shown of each ranking: who declines moves the next up


@requires(Action.MANAGE_TOURNAMENT)
def qualifying(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show from which rankings a final takes its players, who goes and who is a reserve; take one more ranking."""
    if "player" in request.POST:
        _note_decline(request, stage_of(tournament))
        return see_other("qualifying", tournament_id=tournament.pk)
    form = SourceForm(request.POST or None, final=tournament)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            services.add_source(final=tournament, origin=form.origin, cut=form.cut, by=request.user, at=timezone.now())
            messages.success(request, _("Ce classement mène à la finale."))
            return see_other("qualifying", tournament_id=tournament.pk)
    context: dict[str, Any] = {"tournament": tournament, "form": form, "offers": len(form.origins)}
    return _page(request, tournament.club, stage_of(tournament), context)


@requires(Action.MANAGE_TOURNAMENT)
def edit_source(request: MemberRequest, tournament: Tournament, qualifying_id: int) -> HttpResponse:
    """Change how many a ranking qualifies for a final, put it before another, or remove it."""
    row = get_object_or_404(tournament.sources.select_related(*ROWS), pk=qualifying_id)
    form = ChangedCutForm(request.POST) if request.method == "POST" else ChangedCutForm.about(row)
    if row.takes_teams:
        form.ask_about_teams()
    if request.method == "POST" and "remove" in request.POST:
        with refusals_told(request):
            services.remove_source(row=row, by_host=True, by=request.user, at=timezone.now())
            messages.success(request, _("« %(source)s » ne qualifie plus personne ici.") % {"source": row.title})
        return see_other("qualifying", tournament_id=tournament.pk)
    if request.method == "POST" and "before" in request.POST:
        other = whole_number(request.POST["before"]) or 0
        before = get_object_or_404(tournament.sources, pk=other)
        with refusals_told(request):
            services.place_source(row=row, before=before, by=request.user, at=timezone.now())
            sentence = _("« %(source)s » passe avant « %(other)s ».")
            messages.success(request, sentence % {"source": row.title, "other": before.title})
        return see_other("qualifying", tournament_id=tournament.pk)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            reason = form.cleaned_data["reason"]
            changed: dict[str, Any] = {"row": row, "cut": form.cut, "by_host": True}
            services.change_source(**changed, by=request.user, at=timezone.now(), reason=reason)
            messages.success(request, _("La qualification est enregistrée."))
            return see_other("qualifying", tournament_id=tournament.pk)
    return form_page(
        request, "tournaments/office/qualifying_source.html", {"tournament": tournament, "row": row, "form": form}
    )


@require_POST
@requires(Action.MANAGE_TOURNAMENT)
def enter_qualified(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Register the qualified players in the tournament of the final."""
    with refusals_told(request):
        entered = services.enter_qualified(final=tournament, by=request.user, at=timezone.now())
        if entered:
            words = ngettext("%(count)d joueur est inscrit.", "%(count)d joueurs sont inscrits.", len(entered))
            messages.success(request, words % {"count": len(entered)})
        else:
            messages.info(request, _("Tous les qualifiés étaient déjà inscrits."))
    return see_other("qualifying", tournament_id=tournament.pk)


@requires(Action.MANAGE_LEAGUE)
def league_final(request: MemberRequest, league: League) -> HttpResponse:
    """
    Ask how many players of a league go to its final; show them, and the reserves in order.

    Of the final of a comité's league its responsible reads what comes from there.
    """
    row = final_row(league)
    stage = stage_of_row(row) if row else FinalStage(None, (), ())
    if row and league.committee:
        stage = of_league_alone(stage, row)
    if "player" in request.POST:
        _note_decline(request, stage, only_its=league.committee is not None)
        return see_other("league_final", league_id=league.pk)
    form = AnnouncedForm(request.POST if request.method == "POST" else None, league=league, row=row)
    if request.method == "POST" and "remove" in request.POST and row:
        with refusals_told(request):
            services.remove_source(row=row, by=request.user, at=timezone.now())
            messages.success(request, _("Ce championnat n’a plus de finale."))
        return see_other("league_final", league_id=league.pk)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            said = form.cleaned_data
            asked = {"league": league, "cut": form.cut, "final": said["final"], "reason": said.get("reason", "")}
            services.announce_final(**asked, by=request.user, at=timezone.now())
            messages.success(request, _("La qualification est enregistrée."))
            return see_other("league_final", league_id=league.pk)
    club = None if league.committee else league.club
    context = {"club": club, "committee": league.committee, "league": league, "form": form, "row": row}
    return _page(request, league.holder, stage, context)


@require_http_methods(["GET", "HEAD", "POST"])
@follows_own
def own_place(request: OwnRequest, *, tournament: Tournament) -> HttpResponse:
    """Show a player whether he goes to a final, and why; he says whether he comes. 404 if no ranking leads there."""
    stage = stage_of(tournament)
    place = own_place_in(stage, request.me) if tournament.is_public else None
    if place is None:
        raise Http404
    if request.method == "POST":
        with refusals_told(request):
            speaks: dict[str, Any] = {
                "final": tournament,
                "player": request.me,
                "by": request.speaker,
                "at": timezone.now(),
            }
            if "comes" in request.POST:
                services.enter_himself(**speaks)
                messages.success(request, entered_words(place))
            else:
                declines = request.POST.get("declines") == "1"
                services.decline_himself(**speaks, declines=declines)
                messages.success(request, noted_words(place, declines=declines))
        return see_other("own")
    return render(
        request, "tournaments/player/place.html", {"tournament": tournament, "place": place, "words": own_words(place)}
    )


def _note_decline(request: MemberRequest, stage: FinalStage, *, only_its: bool = False) -> None:
    """
    Note whether the player, or the team, of the request comes to the final. 404 for a team that is none of its, and
    with `only_its` for such a player.
    """
    asked, team = whole_number(request.POST.get("player", "")) or 0, None
    if stage.of_teams:  # of other clubs' teams the names are not told
        found = stage.of_id(asked)
        if found is None or found[1].team is None:
            raise Http404
        team, asked = found[1].team.team, found[1].player_id
    player = get_object_or_404(Player, pk=asked)
    if not stage.sources or (only_its and stage.of_player(asked) is None):
        raise Http404
    with refusals_told(request):
        row, declines = stage.sources[0].row, request.POST.get("declines") == "1"
        services.decline_final(row=row, player=player, team=team, declines=declines, by=request.user, at=timezone.now())


def _page(request: MemberRequest, reader: Club | Committee, stage: FinalStage, context: dict[str, Any]) -> HttpResponse:
    """Return the page of a stage with its form; the lists of its players as a file where one is asked for."""
    names = names_read_in(stage, reader)
    if stage.sources and wants_file(request):
        return file_of(request, lambda: qualified_table(stage, names))
    sources = [
        (one, cut_words(one.row.cut, of_teams=stage.of_teams), *_first(one.reserves), *_first(one.over), before)
        for one, before in zip(stage.sources, (None, *stage.sources), strict=False)
    ]
    context |= {
        "stage": stage,
        # Once it is over nobody says whether he comes.
        **({"says": "", "takes_back": ""} if stage.final and stage.final.is_finished else {"says": 1, "takes_back": 0}),
        "names": names,
        "sources": sources,
        "warnings": warnings_of(stage),
        "strangers": len(strangers(stage, reader)) if isinstance(reader, Club) else 0,
        "is_drawn": stage.final is not None and stage.final.rounds.exists(),
        "entered": {one.id for one in stage.everybody if one.key in stage.entered},
        "to_enter": sum(one.key not in stage.entered for one in stage.going),
    }
    return form_page(request, "tournaments/office/qualifying.html", context)


def _first(candidates: Sequence[Candidate]) -> tuple[Sequence[Candidate], int]:
    """Return the first candidates, and how many more there are."""
    return candidates[:RESERVES], len(candidates[RESERVES:])
