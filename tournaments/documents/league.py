"""The league of a season on paper."""

from django.utils.translation import gettext as _

from tournaments.documents.paper import moment
from tournaments.documents.pdf import Part
from tournaments.documents.ranking import layout_of
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import JobKind
from tournaments.queries.leagues import league


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
