"""The picture that a shared link to an event shows."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments import banners
from tournaments.labels import TournamentState
from tournaments.permissions import public, shown_tournament
from tournaments.queries.pages.revisions import of_tournament
from tournaments.queries.standings.lines import Line
from tournaments.queries.standings.public import public_standings
from tournaments.templatetags.marks import french_when, ordinal, signed
from tournaments.views.answers import file_answer
from tournaments.views.caching import cached_page


@public
@cached_page(of_tournament)
def tournament_image(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The event and its podium as a picture, with the names that everybody may read."""
    tournament = shown_tournament(request, tournament_id)
    ranking = None if tournament.is_coming else public_standings(tournament)
    lines = ranking.ranked[: banners.MOST_LINES] if ranking is not None and ranking.rounds_begun else ()
    is_over = tournament.state != TournamentState.RUNNING and tournament.last_shown_round is None
    content = banners.banner(
        title=tournament.name,
        under=f"{french_when(tournament)} · {tournament.club.name}",
        where=tournament.where,
        heading=_("Le podium") if is_over else _("En tête"),
        lines=[_line(line) for line in lines],
    )
    return file_answer(content, f"{tournament.pk}.png", content_type="image/png", as_attachment=False)


def _line(line: Line) -> banners.Line:
    number = _("n° %(number)d") % {"number": line.start_number}
    return banners.Line(str(ordinal(line.place or 0)), line.name, number, signed(line.total))
