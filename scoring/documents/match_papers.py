"""
Papers of matches of teams: who meets whom at which tables, and the sheet on which a match is added up.

They name people as the public pages do, once the tables are published: nobody reads a line-up before.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.queries.table.boards import dealer_named, half_time_told
from tournaments.documents.composed_pages import SMALLEST, Page, about, composed, fitted, sliced
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import SEAT_NAMES, JobKind
from tournaments.models import Match, Table
from tournaments.queries.draws.seating import SeatedTable, seating
from tournaments.queries.evening.round_names import all_rounds, round_name, round_title
from tournaments.services.work.documents import rounds_to_print

MATCHES = 5  # of a page of the plan
ROWS, ROW, MOST_HEIGHT = 14, 135.0, 12.0  # boards of a page, the millimetres for them, and of one
TEAM, TEAM_SIZES = 80, (15, 13, 11, 9, SMALLEST)
NAME, NAME_SIZES = 43, (10, 9, 8, SMALLEST)


@document(JobKind.MATCH_PLAN, template="documents/match_plan.html")
def match_plan(order: Order) -> Content:
    """Compose who meets whom in one round or, without a round, in all of them: tables, chairs, takers, half-time."""
    pages: list[Page] = []
    for number, foot, matches in _rounds(order, _("Plan des matchs")):
        told = [_match(match, tables) for match, tables in matches]
        byes = order.tournament.matches.filter(round_number=number, other=None).values_list("one__name", flat=True)
        pages += [foot | {"matches": some, "byes": list(byes)} for some in sliced(told, MATCHES)]
    title = _titled(order, _("Plan des matchs"))
    return Content(title, _stem(order, "plan-matchs"), composed(pages, layout="composed"))


@document(JobKind.MATCH_SHEETS, template="documents/match_sheets.html")
def match_sheets(order: Order) -> Content:
    """Compose a sheet for each match of one round, or of all of them, to write both takers' marks on board by board."""
    pages: list[Page] = []
    for _number, foot, matches in _rounds(order, _("Feuilles de match")):
        for match, tables in matches:
            parts = sliced(tables[0][0].boards, ROWS)
            page = foot | {"match": _match(match, tables), "victory": bool(order.tournament.victory_by)}
            pages += [
                page
                | {
                    "rows": [(board, dealer_named(board)) for board in part],
                    "height": f"{min(MOST_HEIGHT, ROW / len(part)):.2f}mm",
                    "is_last": part is parts[-1],
                }
                for part in parts
            ]
    title = _titled(order, _("Feuilles de match"))
    return Content(title, _stem(order, "feuilles-match"), composed(pages, layout="composed"))


OfRound = tuple[int, dict[str, Any], list[tuple[Match, list[tuple[Table, SeatedTable]]]]]


def _rounds(order: Order, name: str) -> Iterator[OfRound]:
    """Yield each round asked for: its number, what all its pages say, and its matches with both tables of each."""
    tournament = order.tournament
    for number in rounds_to_print(tournament, order.job.wanted["position"]):
        seated = {table.number: table for table in seating(tournament, number).tables}
        drawn = Table.objects.filter(round__tournament=tournament, round__number=number, match__isnull=False)
        tables: dict[int, list[tuple[Table, SeatedTable]]] = {}
        for table in drawn.order_by("number"):
            tables.setdefault(table.match_id or 0, []).append((table, seated[table.number]))
        matches = tournament.matches.filter(pk__in=tables.keys()).select_related("one", "other")
        what = _("%(name)s, %(round)s") % {"name": name, "round": round_name(tournament, number)}
        foot = {"title": round_title(tournament, number), "about": about(tournament, what, order.at)}
        yield number, foot, [(match, tables[match.pk]) for match in matches]


def _match(match: Match, tables: Sequence[tuple[Table, SeatedTable]]) -> dict[str, Any]:
    """Return a match with its teams, and its two tables: at each who takes for which team, and who defends."""
    assert match.other is not None  # a bye has no tables
    teams = (match.one.name, match.other.name)
    return {
        "number": match.number,
        "teams": [fitted(team, TEAM, TEAM_SIZES, height=12, bold=True) for team in teams],
        "tables": [
            {
                "number": table.number,
                "team": team,
                "taker": fitted(seated.seats[0].told, NAME, NAME_SIZES, height=9, bold=True),
                "defence": [
                    (str(SEAT_NAMES[chair]), fitted(seat.told, NAME, NAME_SIZES, height=9))
                    for chair, seat in enumerate(seated.seats[1:], 1)
                ],
                "half_time": half_time_told(table),
            }
            for team, (table, seated) in zip(teams, tables, strict=True)
        ],
    }


def _titled(order: Order, name: str) -> str:
    position, tournament = order.job.wanted["position"], order.tournament
    rounds = all_rounds(tournament) if position is None else round_name(tournament, position)
    return _("%(name)s, %(rounds)s · %(tournament)s") % {"name": name, "rounds": rounds, "tournament": tournament.name}


def _stem(order: Order, stem: str) -> str:
    position = order.job.wanted["position"]
    return stem if position is None else f"{stem}-p{position}"
