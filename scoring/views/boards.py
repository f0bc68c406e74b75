"""The public pages of the boards of a duplicate tournament: which are free to read, and what became of each."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.exports import board_table
from scoring.queries.boards import board_of, free_boards
from tournaments.permissions import public, shown_tournament
from tournaments.queries.pages.revisions import of_board, of_tournament
from tournaments.views.caching import OFTEN, SELDOM, cached_page, live_part
from tournaments.views.exports import PARAMETER, file_of, wants_file


@require_safe
@public
@cached_page(of_tournament)
def boards(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """List the boards that nobody has still to play."""
    tournament = shown_tournament(request, tournament_id)
    if not tournament.is_duplicate:
        raise Http404
    context = {
        "tournament": tournament,
        "rounds": free_boards(tournament),
        "live": live_part(request, "boards", SELDOM if tournament.is_final else OFTEN),
    }
    return render(request, "scoring/boards.html", context)


@require_safe
@public
@cached_page(of_board, texts=(PARAMETER,))
def board(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """Show a board at every table. While somebody has still to play it, there is no such page."""
    tournament = shown_tournament(request, tournament_id)
    shown = board_of(tournament, number) if tournament.is_duplicate else None
    if shown is None:
        raise Http404
    if wants_file(request):
        return file_of(request, lambda: board_table(tournament, shown))
    context = {
        "tournament": tournament,
        "board": shown,
        "live": live_part(request, "board", SELDOM if tournament.is_final else OFTEN),
    }
    return render(request, "scoring/board.html", context)
