"""The ranking of a tournament and the league of a season on paper."""

from django.utils.translation import gettext as _

from tournaments.documents.paper import moment
from tournaments.documents.pdf import Part
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import JobKind
from tournaments.queries.leagues import league
from tournaments.queries.standings import standings

# How many columns of points a page holds: at the usual size, in small print, on its side; beyond, in minute print.
ROOMY, CROWDED, WIDE = 7, 10, 16


@document(JobKind.RANKING, template="documents/ranking.html")
def ranking(order: Order) -> Content:
    tournament = order.tournament
    current = standings(tournament)
    lines = current.lines if current.rounds_begun else ()
    context = {
        "standings": current,
        "lines": lines,
        "has_shared": any(line.shared for line in lines),
        "has_exempts": any(mark.exempt for line in lines for mark in line.marks),
        "layout": layout_of(len(current.rounds) + current.has_penalties),
        "bareme": tournament.bareme_label,
        "about": _("%(tournament)s · état n° %(revision)d, imprimé le %(moment)s")
        % {"tournament": tournament.name, "revision": tournament.revision, "moment": moment(order.at)},
    }
    return Content(_("Classement · %(tournament)s") % {"tournament": tournament.name}, "classement", [Part(context)])


def layout_of(columns: int) -> str:
    """Return the classes of the page for so many columns of points."""
    if columns <= ROOMY:
        return ""
    if columns <= CROWDED:
        return "crowded"
    return "crowded wide" if columns <= WIDE else "packed wide"


@document(JobKind.LEAGUE, template="documents/league.html")
def league_of_season(order: Order) -> Content:
    season = order.job.of_season
    table = league(season)
    context = {
        "league": table,
        "has_shared": any(line.shared for line in table.lines),
        "has_dropped": any(mark.dropped for line in table.lines for mark in line.marks),
        "layout": layout_of(len(table.events) + 1),
        "about": _("%(club)s · championnat %(season)s, imprimé le %(moment)s")
        % {"club": season.club.name, "season": season.name, "moment": moment(order.at)},
    }
    return Content(_("Championnat · %(season)s") % {"season": season.name}, "championnat", [Part(context)])
