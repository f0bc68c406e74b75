"""The players of a club: the list, one person, the file to take away."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.documents.player_sheets import players_workbook
from tournaments.filters import PlayerFilter
from tournaments.forms.players import PlayerForm
from tournaments.forms.refused import show_refusal
from tournaments.models import Club
from tournaments.permissions import Action, requires
from tournaments.refusals import Refusal
from tournaments.services import players
from tournaments.tables import PlayerTable, page

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@requires(Action.MANAGE_CLUB)
def club_players(request: HttpRequest, club: Club) -> HttpResponse:
    narrowed = PlayerFilter(request.GET, queryset=club.players.all())
    table = page(request, PlayerTable(narrowed.qs))
    context = {"club": club, "filter": narrowed, "table": table, "is_empty": not table.rows and not request.GET}
    return render(request, "tournaments/office/players.html", context)


@requires(Action.MANAGE_CLUB)
def add_player(request: HttpRequest, club: Club) -> HttpResponse:
    form = PlayerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            player = players.add_player(club=club, facts=form.facts, by=request.user, at=timezone.now())
        except Refusal as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("%(player)s est ajouté aux joueurs du club.") % {"player": player})
            return redirect("add_player" if "another" in request.POST else "club_players", club_id=club.pk)
    context = {"club": club, "form": form}
    return render(request, "tournaments/office/player.html", context, status=422 if form.errors else 200)


@requires(Action.MANAGE_CLUB)
def edit_player(request: HttpRequest, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(club.players.select_related("club"), pk=player_id)
    form = PlayerForm(request.POST) if request.method == "POST" else PlayerForm.about(player)
    if request.method == "POST" and form.is_valid():
        try:
            players.change_player(player=player, facts=form.facts, by=request.user, at=timezone.now())
        except Refusal as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("La fiche de %(player)s est enregistrée.") % {"player": form.facts.full_name})
            return redirect("club_players", club_id=club.pk)
    context = {"club": club, "form": form, "player": player}
    return render(request, "tournaments/office/player.html", context, status=422 if form.errors else 200)


@requires(Action.MANAGE_CLUB)
def export_players(request: HttpRequest, club: Club) -> HttpResponse:  # noqa: ARG001 - the guard's shape
    """The club's players as a workbook that comes in again by the import."""
    response = HttpResponse(players_workbook(club.players.all()), content_type=XLSX)
    response["Content-Disposition"] = f'attachment; filename="joueurs-{slugify(club.name)}.xlsx"'
    return response


@requires(Action.MANAGE_CLUB)
def player_model(request: HttpRequest, club: Club) -> HttpResponse:  # noqa: ARG001 - the guard's shape
    """An empty workbook with the headings, to be filled in."""
    response = HttpResponse(players_workbook(club.players.none()), content_type=XLSX)
    response["Content-Disposition"] = 'attachment; filename="joueurs-modele.xlsx"'
    return response
