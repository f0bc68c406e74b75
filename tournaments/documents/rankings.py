"""The ranking of a tournament and the league of a season on paper."""

from django.utils.translation import gettext as _

from tournaments.documents.composed_pages import moment
from tournaments.documents.pdf import Part
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import Group, JobKind
from tournaments.languages import current_language
from tournaments.models import Job
from tournaments.queries.corrections import corrections_after_end
from tournaments.queries.leagues import league
from tournaments.queries.ranking_words import rule_words, season_words
from tournaments.queries.round_names import after_round, is_timed, round_alone, round_mark
from tournaments.queries.standing_lines import Span, Standings, part_code, span_of
from tournaments.queries.standings import standings

# How many columns of points a page holds: at the usual size, in small print, on its side; beyond, in minute print.
ROOMY, CROWDED, WIDE = 7, 10, 16


@document(JobKind.RANKING, template="documents/ranking.html")
def ranking(order: Order) -> Content:
    tournament = order.tournament
    span = part_printed(order.job)
    current = standings(tournament, span).of_group(group_of(order.job)).of_club(order.job.wanted.get("club"))
    lines = current.lines if current.rounds_begun else ()
    context = {
        "standings": current,
        "round_marks": [round_mark(tournament, number) for number in current.rounds],
        "is_timed": is_timed(tournament),
        "lines": lines,
        "has_shared": any(line.shared for line in lines),
        "has_exempts": any(mark.exempt for line in lines for mark in line.marks),
        "has_missed": any(mark.missed for line in lines for mark in line.marks),
        "has_unranked": any(not line.is_ranked for line in lines),
        "rule": rule_words(tournament, current_language()),
        "layout": layout_of(len(current.rounds) + current.has_penalties),
        "bareme": tournament.bareme_label,
        "corrections": corrections_after_end(tournament),
        "about": _("%(tournament)s · état n° %(revision)d, imprimé le %(moment)s")
        % {"tournament": tournament.name, "revision": tournament.revision, "moment": moment(order.at)},
    }
    title = " · ".join([_("Classement"), tournament.name, *_which(current)])
    stem = ["classement", current.group, span and part_code(span), current.club and current.club[0]]
    return Content(title, "-".join(str(each) for each in stem if each), [Part(context)])


def _which(current: Standings) -> list[str]:
    """Return what tells a ranking from the whole one, in words: of whom it is, which rounds it counts."""
    of_whom = [str(current.group.label)] if current.group else []
    if current.club:
        of_whom.append(current.club[1])
    if current.span is None:
        return of_whom
    told = round_alone if current.span.is_one_round else after_round
    return [*of_whom, told(current.tournament, current.span.last)]


def part_printed(job: Job) -> Span | None:
    """Return which rounds a ranking counts that a job prints; None for all of them."""
    code = job.wanted.get("part")
    return span_of(code) if code else None


def group_of(job: Job) -> Group | None:
    """Return whose ranking a job prints; None for everybody's, and for a job asked before groups were."""
    code = job.wanted.get("group")
    return Group(code) if code else None


def _titled(title: str, group: Group | None) -> str:
    return title if group is None else f"{title} · {group.label}"


def _stem(stem: str, group: Group | None) -> str:
    return stem if group is None else f"{stem}-{group.value}"


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
    group = group_of(order.job)
    table = league(season).of_group(group)
    context = {
        "league": table,
        "has_shared": any(line.shared for line in table.lines),
        "has_dropped": any(mark.dropped or not mark.ranked for line in table.lines for mark in line.marks),
        "has_late": any(mark.late for line in table.lines for mark in line.marks),
        "has_left": any(mark.left for line in table.lines for mark in line.marks),
        "has_void": any(not mark.ranked for line in table.lines for mark in line.marks),
        "has_unranked": any(not line.is_ranked for line in table.lines),
        "rule": season_words(season),
        "layout": layout_of(len(table.events) + 1),
        "about": _("%(club)s · championnat %(season)s, imprimé le %(moment)s")
        % {"club": season.club.name, "season": season.name, "moment": moment(order.at)},
    }
    title = _("Championnat · %(season)s") % {"season": season.name}
    return Content(_titled(title, group), _stem("championnat", group), [Part(context)])
