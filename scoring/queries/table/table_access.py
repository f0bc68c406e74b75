"""
The code that opens the page of a table on a phone, without an account.

`tournaments/queries/pages/table_codes.py` says how it is made. It opens the table for reading as long as it is one of
this evening's codes, and for writing until the sheet is closed. Once the evening is over the names are those that
people agreed to (`reads_names`); a hidden position is read by those who sat there (`opened_by_phone`).
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.models import Phone
from scoring.queries.table.agreements import may_be_contested
from tournaments.labels import TournamentState
from tournaments.models import Table, Tournament
from tournaments.queries.pages.table_codes import numbers_of_token, token_of


class ShutTable(Enum):
    """Why a code does not open its table."""

    FORGED = "forged"
    REVOKED = "revoked"
    REDRAWN = "redrawn"  # there is no such table any more, or its position was cancelled
    OFF = "off"
    KEPT = "kept"  # its position is hidden and its sheet closed
    NOT_BEGUN = "not_begun"


@dataclass(frozen=True)
class TableAccess:
    """
    What a code opens: a table, or why not (`shut`).

    `reads_only` says why nothing is written there any more, in a sentence; empty while the table writes.
    """

    token: str
    table: Table | None = None
    shut: ShutTable | None = None
    reads_only: str = ""

    @property
    def of_table(self) -> Table:
        """The table, with its round, its tournament and its club. Only for a code that opens one."""
        assert self.table is not None
        return self.table

    @property
    def tournament(self) -> Tournament:
        return self.of_table.round.of_tournament

    @property
    def sentence(self) -> str:
        """Why this code opens nothing, and what to do."""
        return "" if self.shut is None else _sentences()[self.shut]


def access_of(token: str) -> TableAccess:
    """Return what a code opens. One query, two for the card of a table."""
    parts = numbers_of_token(token)
    if parts is None:
        return TableAccess(token, shut=ShutTable.FORGED)
    is_card, (pk, version, last) = parts
    if is_card:
        return _access_by_card(token, pk, version, number=last)
    table = Table.objects.select_related("round__tournament__club").filter(pk=pk).first()
    if table is None or table.round.tournament is None:
        return TableAccess(token, shut=ShutTable.REDRAWN)
    if (version, last) != (table.round.tournament.entry_version, table.entry_version):
        return TableAccess(token, shut=ShutTable.REVOKED)
    return access_to(table, token=token)


def _access_by_card(token: str, tournament_id: int, version: int, *, number: int) -> TableAccess:
    """Return what the card of a table opens: its table of the current round, unless that table's code was revoked."""
    table = _in_play(Q(round__tournament=tournament_id, number=number))
    if table is None:
        return TableAccess(token, shut=ShutTable.REDRAWN)
    if version != table.round.of_tournament.entry_version or table.entry_version > 1:
        return TableAccess(token, shut=ShutTable.REVOKED)
    return access_to(table)


def sat_down_in_time(phone: Phone | None, table: Table) -> bool:
    """Whether somebody said on this phone who he is, which came to the table while its sheet was open."""
    if phone is None or phone.sits_at is None:
        return False
    return table.closed_at is None or phone.first_seen <= table.closed_at


def is_kept(table: Table) -> bool:
    """Whether the position of a table is one that everybody reads only once the ranking is released."""
    last = table.round.of_tournament.last_shown_round
    return last is not None and table.round.number > last


def opened_by_phone(access: TableAccess, phone: Phone | None) -> TableAccess:
    """
    Return what a code opens to this phone: of a hidden position a closed sheet is read by who sat down in time alone.

    Whoever read one card of the hall could else add up the ranking before it is told.
    """
    if access.shut is not None or access.of_table.closed_at is None or not is_kept(access.of_table):
        return access
    return access if sat_down_in_time(phone, access.of_table) else replace(access, shut=ShutTable.KEPT)


def reads_names(phone: Phone, table: Table, *, at: datetime) -> bool:
    """
    Return whether a phone reads everybody's name at a table, and what was written in free text there.

    During the evening all do; once it is over those who sat down in time, as long as they may contest. Anybody else has
    found a card.
    """
    tournament = table.round.of_tournament
    if not tournament.is_finished:
        return True
    return may_be_contested(table, tournament, at=at) and sat_down_in_time(phone, table)


def access_to(table: Table, *, token: str = "") -> TableAccess:
    """Return how a table is open to those who sit there; `table` has its round and tournament loaded."""
    tournament = table.round.of_tournament
    token = token or token_of(table, tournament)
    if not tournament.entry_at_tables and not tournament.is_finished:
        return TableAccess(token, table, shut=ShutTable.OFF)
    if tournament.state == TournamentState.DRAFT:
        return TableAccess(token, table, shut=ShutTable.NOT_BEGUN)
    return TableAccess(token, table, reads_only=why_closed(table))


def why_closed(table: Table) -> str:
    """Return why nothing is written on a sheet any more, empty while it is open."""
    if table.round.of_tournament.is_finished:
        return _("Le tournoi est terminé : cette feuille se lit. Dites une erreur à l’organisateur : il la corrige.")
    if table.closed_at is not None:
        return _("Cette feuille est close : vous pouvez la lire.")
    return ""


def table_by_code(code: str, number: int) -> Table | None:
    """Return the table of an evening by the code of the evening and its number, of the round that is being played."""
    code = "".join(letter for letter in code.upper() if letter.isalpha())
    return _in_play(Q(round__tournament__entry_code=code, number=number))


def _in_play(of_evening: Q) -> Table | None:
    """Return the table of the first round whose sheet is still open; of the last round when all are closed."""
    tables = list(Table.objects.filter(of_evening).select_related("round__tournament__club").order_by("round__number"))
    return next((table for table in tables if table.closed_at is None), tables[-1] if tables else None)


def table_after(table: Table) -> Table | None:
    """
    Return the table of this number in the next position that is published and open; `table` has its round. One query.

    The card of a table opens its first open sheet: whoever sits down there next, before that is closed, has this one.
    """
    later = Table.objects.filter(round__tournament=table.round.tournament_id, number=table.number, closed_at=None)
    return later.filter(round__number__gt=table.round.number).select_related("round").order_by("round__number").first()


def _sentences() -> dict[ShutTable, str]:
    return {
        ShutTable.FORGED: _(
            "Ce code n’ouvre aucune table. Photographiez à nouveau le QR code de la table, ou tapez le code de la "
            "soirée et le numéro de la table."
        ),
        ShutTable.REVOKED: _(
            "Ce code ne vaut plus : l’organisateur l’a remplacé. Demandez à l’arbitre le nouveau QR code de la table, "
            "ou tapez le code de la soirée."
        ),
        ShutTable.REDRAWN: _(
            "Cette position a été tirée à nouveau ou annulée : la table n’est plus celle-là. Regardez le nouveau plan, "
            "puis photographiez le QR code de votre table."
        ),
        ShutTable.OFF: _("À ce tournoi, les feuilles sont saisies par l’arbitre : remettez-lui la vôtre."),
        ShutTable.KEPT: _(
            "Cette feuille est close, et cette position est gardée jusqu’à la publication du classement : seul un "
            "téléphone où quelqu’un de la table a touché son nom avant la clôture la lit."
        ),
        ShutTable.NOT_BEGUN: _("Ce tournoi n’est pas encore annoncé. Demandez à l’organisateur."),
    }
