"""What was changed of a player's own scores: his donnes, his balances and his penalties, by whom and why."""

from collections import defaultdict
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.models import PenaltyShare, SheetTotal
from scoring.queries.table.lines import Change, changes_at
from scoring.queries.table.told_sheets import names_read_by
from tournaments.models import Account, Player, Registration, Seat, Table


@dataclass(frozen=True)
class OwnDonne:
    """A donne of a table where he sat that was changed; `names` are the players by chair, as he may read them."""

    table: Table
    number: int
    names: tuple[str, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class OwnBalance:
    """A balance of his that replaced another. Whole points; `before` is None where none was written."""

    table: Table
    before: int | None
    total: SheetTotal
    by: str


@dataclass(frozen=True)
class OwnPenalty:
    """A penalty that falls, or fell, on him; `by` and `cancelled_by` are named as they agreed to."""

    share: PenaltyShare
    by: str
    cancelled_by: str


@dataclass(frozen=True)
class OwnCorrections:
    donnes: tuple[OwnDonne, ...]
    balances: tuple[OwnBalance, ...]
    penalties: tuple[OwnPenalty, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.donnes or self.balances or self.penalties)


def own_corrections(registration: Registration) -> OwnCorrections:
    """Return what was changed of a player's own scores in a tournament: five queries, however many changes."""
    own = Seat.objects.filter(
        registration=registration, round__tournament=registration.tournament_id, table__isnull=False
    )
    tables = {seat.seated_at.pk: seat.seated_at for seat in own.select_related("table__round")}
    seated: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=tables).select_related("registration__player").order_by("chair"):
        seated[seat.table_id or 0].append(seat)
    donnes = []
    for (table, number), changes in changes_at(tables.values()).items():
        names = names_read_by(seated[table], registration.player_id)
        readable = tuple(replace(change, by=_changed_by(change, registration.player_id)) for change in changes)
        donnes.append(OwnDonne(tables[table], number, tuple(names), readable))
    return OwnCorrections(
        tuple(sorted(donnes, key=lambda donne: (donne.table.round.number, donne.number))),
        tuple(_balances(registration, tables)),
        tuple(_penalties(registration)),
    )


def _balances(registration: Registration, tables: dict[int, Table]) -> list[OwnBalance]:
    """Return his balances that were written with a reason, each with the one before."""
    totals = SheetTotal.objects.filter(seat__registration=registration, seat__table__in=tables)
    balances, last = [], dict[int, int]()
    for total in totals.select_related("seat", "written_by__player").order_by("seat__round__number", "pk"):
        if total.reason:
            by = _readable_name(total.written_by, registration.player_id)
            balances.append(OwnBalance(tables[total.seat.table_id or 0], last.get(total.seat_id), total, by))
        last[total.seat_id] = total.points
    return balances


def _penalties(registration: Registration) -> list[OwnPenalty]:
    shares = PenaltyShare.objects.filter(registration=registration).select_related(
        "penalty__kind", "penalty__table__round", "penalty__given_by__player", "penalty__cancelled_by__player"
    )
    return [
        OwnPenalty(
            share,
            _readable_name(share.penalty.given_by, registration.player_id),
            _readable_name(share.penalty.cancelled_by, registration.player_id),
        )
        for share in shares.order_by("penalty_id")
    ]


def _changed_by(change: Change, reader: int) -> str:
    """Return who made a change: a phone by its table, since its holder may have withheld his name."""
    if change.new is None:
        assert change.old is not None  # a change has one of the two
        return _readable_name(change.old.cancelled_by, reader)
    if change.new.phone_id is not None:
        return _("un téléphone de la table")
    return _readable_name(change.new.written_by, reader)


def _readable_name(account: Account | None, reader: int) -> str:
    """Return an account as a player may read it: an arbiter who plays may have withheld his name."""
    if account is None:
        return _("un arbitre")
    player: Player | None = account.player
    return str(account) if player is None or player.consent or player.pk == reader else _("un arbitre")
