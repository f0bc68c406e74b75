"""
The code that opens the page of a table on a phone, without an account.

`tournaments/queries/pages/table_codes.py` says how it is made. It opens the table for reading while it is a code of
this evening, and for writing until the sheet is closed. After the evening, names are those that people agreed to show
(`reads_names`); only players who sat there read a hidden position (`opened_by_phone`).
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.models import Phone
from scoring.queries.table.agreements import may_be_contested
from scoring.queries.table.phones import held_elsewhere
from tournaments.labels import TournamentState
from tournaments.models import Table, Tournament
from tournaments.queries.pages.table_codes import numbers_of_token, token_of


class ShutTable(Enum):
    """The reasons for which a code does not open its table."""

    FORGED = "forged"
    REVOKED = "revoked"
    REDRAWN = "redrawn"  # there is no such table any more, or its position was cancelled
    OFF = "off"
    KEPT = "kept"  # its position is hidden and its sheet closed
    NOT_BEGUN = "not_begun"


@dataclass(frozen=True)
class TableAccess:
    """
    What a code opens: a table, or the reason why not (`shut`).

    `reads_only` is a sentence that says why nothing may be written there; empty while the table writes.
    """

    token: str
    table: Table | None = None
    shut: ShutTable | None = None
    reads_only: str = ""

    @property
    def of_table(self) -> Table:
        """Return the table, with its round, tournament and club. Only for a code that opens one."""
        assert self.table is not None
        return self.table

    @property
    def tournament(self) -> Tournament:
        return self.of_table.round.of_tournament

    @property
    def sentence(self) -> str:
        """Return the sentence that says why this code opens nothing, and what to do."""
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
    """Return what the card of a table opens: this table in the current round, unless the table's code was revoked."""
    table = _in_play(Q(round__tournament=tournament_id, number=number))
    if table is None:
        return TableAccess(token, shut=ShutTable.REDRAWN)
    if version != table.round.of_tournament.entry_version or table.entry_version > 1:
        return TableAccess(token, shut=ShutTable.REVOKED)
    return access_to(table)


def sat_down_in_time(phone: Phone | None, table: Table) -> bool:
    """Return whether this phone came to the table while its sheet was open, and its holder said who he is."""
    if phone is None or phone.sits_at is None:
        return False
    return table.closed_at is None or phone.first_seen <= table.closed_at


def is_kept(table: Table) -> bool:
    """Return whether the position of a table is hidden until the ranking is released."""
    last = table.round.of_tournament.last_shown_round
    return last is not None and table.round.number > last


def reads_marks(phone: Phone, table: Table) -> bool:
    """
    Return whether a phone reads the marks of a table: of a hidden position, who sits there does.

    In duplicate a phone that somebody holds at another table of the position does not: he has these boards before him.
    """
    if not is_kept(table):
        return True
    if phone.sits_at is None:
        return False
    return not table.boards or held_elsewhere(phone, table) is None


def opened_by_phone(access: TableAccess, phone: Phone | None) -> TableAccess:
    """
    Return what a code opens to this phone. A closed sheet of a hidden position opens only to phones that sat down in
    time.

    Otherwise a person could read all cards of the hall, and add up the hidden ranking.
    """
    if access.shut is not None or access.of_table.closed_at is None or not is_kept(access.of_table):
        return access
    return access if sat_down_in_time(phone, access.of_table) else replace(access, shut=ShutTable.KEPT)


def reads_names(phone: Phone, table: Table, *, at: datetime) -> bool:
    """
    Return whether a phone reads all names and free texts of a table.

    During the evening all phones do. After it only those that sat down in time do, while they may contest: any other
    phone has found a card.
    """
    tournament = table.round.of_tournament
    if not tournament.is_finished:
        return True
    return may_be_contested(table, tournament, at=at) and sat_down_in_time(phone, table)


def access_to(table: Table, *, token: str = "") -> TableAccess:
    """Return the access of the players of a table; `table` has its round and tournament loaded."""
    tournament = table.round.of_tournament
    token = token or token_of(table, tournament)
    if not tournament.entry_at_tables and not tournament.is_finished:
        return TableAccess(token, table, shut=ShutTable.OFF)
    if tournament.state == TournamentState.DRAFT:
        return TableAccess(token, table, shut=ShutTable.NOT_BEGUN)
    return TableAccess(token, table, reads_only=why_closed(table))


def why_closed(table: Table) -> str:
    """Return a sentence that says why nothing may be written on a sheet, empty while it is open."""
    if table.round.of_tournament.is_finished:
        return _("Le tournoi est terminé : cette feuille se lit. Dites une erreur à l’organisateur : il la corrige.")
    if table.closed_at is not None:
        return _("Cette feuille est close : vous pouvez la lire.")
    return ""


def table_by_code(code: str, number: int) -> Table | None:
    """Return the table with this number in the current round of the evening with this code; None without one."""
    code = "".join(letter for letter in code.upper() if letter.isalpha())
    return _in_play(Q(round__tournament__entry_code=code, number=number))


def _in_play(of_evening: Q) -> Table | None:
    """Return the table of the first round whose sheet is open, or of the last round when all are closed."""
    tables = list(Table.objects.filter(of_evening).select_related("round__tournament__club").order_by("round__number"))
    return next((table for table in tables if table.closed_at is None), tables[-1] if tables else None)


def table_after(table: Table) -> Table | None:
    """
    Return the table with this number in the next published, open position; `table` has its round. One query.

    The card of a table opens its first open sheet. Players who sit down there before it is closed get that sheet.
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
