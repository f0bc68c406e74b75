"""The ranking of a tournament and the league of a season, on paper."""

from django.utils.translation import gettext as _

from tournaments.documents.composed_pages import moment
from tournaments.documents.pdf import PdfPart
from tournaments.documents.registry import Content, Order, document
from tournaments.kit.languages import current_language
from tournaments.labels import Group, JobKind
from tournaments.models import Job, League
from tournaments.models.seasons import MAIN
from tournaments.queries.evening.round_names import after_round, is_timed, round_alone, round_mark
from tournaments.queries.standings.corrections import corrections_of, league_corrections
from tournaments.queries.standings.honours import honours
from tournaments.queries.standings.league_words import league_words
from tournaments.queries.standings.leagues import public_league
from tournaments.queries.standings.lines import Span, Standings, part_code, span_of
from tournaments.queries.standings.qualifying import stage_of
from tournaments.queries.standings.qualifying_words import provisional_words, sources_in_words
from tournaments.queries.standings.shown_stages import shown_stage
from tournaments.queries.standings.standings import standings
from tournaments.queries.standings.teams import team_standings
from tournaments.queries.standings.words import rule_words, team_rule_words

# How many columns of points a page holds: at the usual size, in small print, on its side; beyond, in tiny print.
ROOMY, CROWDED, WIDE = 7, 10, 16
# Evenings that have a column each on paper, where a mark may be « (−1 140) d »; of more, each line tells its own.
MOST_EVENINGS = 20
MOST_LINES = 1000  # of a league on paper: 3,848 took 23 s of CPU and 580 MB, these take 8 s and 300 MB


@document(JobKind.RANKING, template="documents/ranking.html")
def ranking(order: Order) -> Content:
    tournament = order.tournament
    span = part_printed(order.job)
    whole = standings(tournament, span)
    if order.job.wanted.get("teams"):
        current, rule = team_standings(whole), team_rule_words(tournament, current_language())
    else:
        current = whole.of_group(group_of(order.job)).of_club(order.job.wanted.get("club"))
        rule = rule_words(tournament, current_language())
    lines = current.lines if current.rounds_begun else ()
    context = {
        "standings": current,
        "is_timed": is_timed(tournament),
        "heads": [round_mark(tournament, number) for number in current.rounds],
        "lines": lines,
        "has_shared": any(line.shared for line in lines),
        "has_exempts": any(mark.exempt for line in lines for mark in line.marks),
        "has_missed": any(mark.missed for line in lines for mark in line.marks),
        "has_unranked": any(not line.is_ranked for line in lines),
        "rule": rule,
        "layout": layout_of(len(current.rounds) + current.has_penalties, exact=tournament.is_duplicate),
        "bareme": tournament.bareme_label,
        "corrections": corrections_of(tournament),
        "about": _("%(tournament)s · version %(revision)d, imprimé le %(moment)s")
        % {"tournament": tournament.name, "revision": tournament.revision, "moment": moment(order.at)},
    }
    title = " · ".join([_("Classement"), tournament.name, *_narrowed_words(current)])
    stem = [
        "classement",
        current.of_teams and "equipes",
        current.group,
        span and part_code(span),
        current.club and current.club[0],
    ]
    return Content(title, "-".join(str(part) for part in stem if part), [PdfPart(context)])


def _narrowed_words(current: Standings) -> list[str]:
    """Return, in words, what narrows a ranking: that it is of teams, its group, its club, the rounds that count."""
    words = [_("équipes")] if current.of_teams else []
    words += [str(current.group.label)] if current.group else []
    if current.club:
        words.append(current.club[1])
    if current.span is None:
        return words
    name_rounds = round_alone if current.span.is_one_round else after_round
    return [*words, name_rounds(current.tournament, current.span.last)]


def part_printed(job: Job) -> Span | None:
    """Return the rounds that count in the ranking of a job; None for all."""
    code = job.wanted.get("part")
    return span_of(code) if code else None


def group_of(job: Job) -> Group | None:
    """Return the group whose ranking a job prints; None for everybody, and for an old job that names none."""
    code = job.wanted.get("group")
    return Group(code) if code else None


def league_of(job: Job) -> League:
    """Return the league that a job prints: the one that it names, else the main league of its season."""
    leagues = League.objects.select_related("season__club", "committee")
    if "league" in job.wanted:  # a comité's may have come into the season of another club meanwhile
        return leagues.get(pk=job.wanted["league"])
    return leagues.get(season=job.of_season, number=MAIN)


def _titled(title: str, group: Group | None) -> str:
    return title if group is None else f"{title} · {group.label}"


def _stem(stem: str, group: Group | None) -> str:
    return stem if group is None else f"{stem}-{group.value}"


def layout_of(columns: int, *, exact: bool = False) -> str:
    """Return the CSS classes of a page with so many columns of points; `exact` ones, with decimals, are wider."""
    if exact:
        return f"exact {layout_of(columns * 7 // 6)}".rstrip()
    if columns <= ROOMY:
        return ""
    if columns <= CROWDED:
        return "crowded"
    return "crowded wide" if columns <= WIDE else "packed"


@document(JobKind.LEAGUE, template="documents/league.html")
def league_of_season(order: Order) -> Content:
    league = league_of(order.job)
    group = group_of(order.job)
    table = public_league(league).of_group(group)
    tells_own_events = len(table.events) > MOST_EVENINGS
    context = {
        "club": league.holder,
        "league": table,
        "lines": table.lines[:MOST_LINES],
        "beyond": max(0, len(table.lines) - MOST_LINES),
        "honours": [] if group else honours(table),
        "has_shared": any(line.shared for line in table.lines),
        "has_dropped": any(not mark.counts for line in table.lines for mark in line.marks),
        "has_late": any(mark.late for line in table.lines for mark in line.marks),
        "has_left": any(mark.left for line in table.lines for mark in line.marks),
        "has_void": any(not mark.ranked for line in table.lines for mark in line.marks),
        "has_unranked": any(not line.is_ranked for line in table.lines),
        "rule": league_words(league.ranking_rule),
        "corrections": league_corrections(league, table.events),
        "has_several_clubs": table.has_several_clubs,
        "tells_own_events": tells_own_events,
        "layout": "" if tells_own_events else layout_of(len(table.events) + 1),
        "about": _("%(club)s · championnat %(season)s, imprimé le %(moment)s")
        % {"club": league.holder.name, "season": league.title, "moment": moment(order.at)},
    }
    title = _("Championnat · %(season)s") % {"season": league.title}
    return Content(_titled(title, group), _stem("championnat", group), [PdfPart(context)])


@document(JobKind.STAGES, template="documents/stages.html")
def stages(order: Order) -> Content:
    tournament = order.tournament
    stage = shown_stage(stage_of(tournament))
    title = _("Palmarès") if stage.finalists else _("Qualifiés")
    context = {
        "stage": stage,
        "title": title,
        "sources": sources_in_words(stage),
        "has_shared": any(one.shared for one in stage.finalists),
        "keeps": any(one.total != one.scored for one in stage.finalists),
        "warnings": [] if stage.finalists else provisional_words(stage),
        "about": _("%(tournament)s · version %(revision)d, imprimé le %(moment)s")
        % {"tournament": tournament.name, "revision": tournament.revision, "moment": moment(order.at)},
    }
    return Content(f"{title} · {tournament.name}", "etapes", [PdfPart(context)])
