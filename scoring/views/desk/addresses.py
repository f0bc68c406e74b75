"""Finds the table that an address names by numbers, and builds such addresses."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.queries.table.sheet_texts import names_read_by
from scoring.queries.table.sheets import PlayingTable, Sheet, seated, sheet_of, written_at
from tournaments.documents.public_page import PublicPage
from tournaments.models import Round, Seat, Table, Tournament
from tournaments.queries.pages.addresses import public_address
from tournaments.queries.pages.table_codes import token_of
from tournaments.queries.people.names import names_apart, public_name


def table_at(tournament: Tournament, round_number: int, table_number: int) -> Table:
    """Return a table of a published position. Raises Http404, with a sentence, when there is none."""
    return _table(tournament, round_number, table_number, Q(round__tournament=tournament, round__number=round_number))


def sheet_at(tournament: Tournament, round_number: int, table_number: int) -> Sheet:
    return written_at(seated_at(tournament, round_number, table_number))


def seated_at(tournament: Tournament, round_number: int, table_number: int) -> PlayingTable:
    """Return the players of a table of a published position, in one query. Raises Http404 when there is none."""
    seats = list(
        Seat.objects.filter(table__number=table_number, round__number=round_number, round__tournament=tournament)
        .select_related("table", "round", "registration__player")
        .order_by("chair")
    )
    table = seats[0].seated_at if seats else table_at(tournament, round_number, table_number)
    if seats:
        table.round = seats[0].round
        table.round.tournament = tournament
    for seat in seats:
        seat.table = table
    return seated(table, seats, tournament)


def own_sheet_at(tournament: Tournament, tables: Mapping[int, Table], round_number: int) -> Sheet:
    """Return the sheet of a player's table in a round; `tables` are by round number. Raises Http404 without one."""
    if round_number not in tables:
        raise Http404(_("Vous n’étiez assis à aucune table à cette position."))
    table = tables[round_number]
    table.round.tournament = tournament
    return sheet_of(table)


def cancelled_sheet_at(tournament: Tournament, round_: Round, table_number: int) -> Sheet:
    """Return the sheet of a table of a cancelled position. Raises Http404 when there is no such table."""
    return sheet_of(_table(tournament, round_.number, table_number, Q(round=round_)))


def address(table: Table) -> dict[str, int]:
    """Return the arguments of a table's addresses."""
    return {
        "tournament_id": table.round.tournament_id or 0,
        "round_number": table.round.number,
        "table_number": table.number,
    }


def ways_in(request: HttpRequest, table: Table, tournament: Tournament) -> dict[str, Any]:
    """Return what opens a table's page on a phone: `page` for a code to photograph, `find` for letters to type."""
    asked_at = request.build_absolute_uri("/").rstrip("/")
    own = public_address(reverse("table_page", args=[token_of(table, tournament)]), asked_at)
    find = public_address(reverse("find_table"), asked_at)
    return {"page": PublicPage(own), "find": PublicPage(find)} if own else {}


def staff_names(seats: tuple[Seat, ...]) -> list[str]:
    """Return the full names of a table's players, by chair, for those who run the event, never for the public."""
    return names_read_by(seats, None)


def table_names(seats: tuple[Seat, ...], *, names_all: bool) -> list[str]:
    """Return the names of a table's players, by chair, for a phone with its code; `names_all` as in `reads_names`."""
    if names_all:
        return staff_names(seats)
    return names_apart([seat.registration for seat in seats], [public_name(seat.registration) for seat in seats])


def _table(tournament: Tournament, round_number: int, table_number: int, of_round: Q) -> Table:
    table = Table.objects.select_related("round").filter(of_round, number=table_number).first()
    if table is None:
        raise Http404(
            _("La position %(position)d n’a pas de table %(table)d.")
            % {"position": round_number, "table": table_number}
        )
    table.round.tournament = tournament  # a cancelled round keeps none: this one has its rules
    return table
