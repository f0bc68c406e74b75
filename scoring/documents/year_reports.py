"""The printed report of a season: figures, podiums, honours and evenings, with the names that people agreed to show."""

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.queries.seasons import season_figures
from tournaments.documents.composed_pages import logo_url, moment
from tournaments.documents.pdf import PdfPart
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import JobKind
from tournaments.queries.money.books import books
from tournaments.queries.people.membership_years import members_year
from tournaments.queries.standings.honours import honours
from tournaments.queries.standings.league_pictures import progress_of
from tournaments.queries.standings.leagues import public_league


@document(JobKind.YEAR_REPORT, template="documents/year_report.html")
def year_report(order: Order) -> Content:
    """Compose the report of a whole season: the curve and the honours are those of its main league."""
    season = order.job.of_season
    leagues = [public_league(league) for league in season.leagues.filter(committee=None).select_related("season__club")]
    main, figures = leagues[0], season_figures(season)
    is_over = season.ends_on < timezone.localdate(order.at) and not any(league.running for league in leagues)
    context = {
        "logo": logo_url(season.club),
        "what": _("Bilan de la saison") if is_over else _("Bilan provisoire de la saison"),
        "figures": figures,
        "year": members_year(season, timezone.localdate(order.at)),
        "leagues": [league for league in leagues if league.has_people],
        "progress": progress_of(main),
        "honours": honours(main),
        "books": books(season) if order.job.wanted.get("money") else None,
        "about": _("%(club)s · bilan de la saison %(season)s, imprimé le %(moment)s")
        % {"club": season.club.name, "season": season.name, "moment": moment(order.at)},
    }
    return Content(_("Bilan · %(season)s") % {"season": season.name}, "bilan", [PdfPart(context, pages=2)])
