"""
The rows of an event: which ones its file has, how each is written there, and how each is written into a club.

A row is a dict of its columns by name, with its old id; a row that points to another row of the event has that row's
id. Names of those who acted are kept; their accounts belong to another installation and are left out.
"""

import datetime
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Count, Q
from django.utils import timezone

from scoring.models import (
    ArbiterCall,
    ChelemCall,
    Confirmation,
    Conflict,
    DonneRecord,
    Incident,
    IncidentPlayer,
    Penalty,
    PenaltyKind,
    PenaltyShare,
    Phone,
    Protest,
    SheetLine,
    SheetTotal,
    Signature,
    TypedSheet,
)
from tournaments.kit.text import visible
from tournaments.models import (
    BoardResult,
    CashCount,
    Clock,
    Club,
    Draw,
    Entry,
    EntryPartner,
    FouledBoard,
    FouledTable,
    JournalEntry,
    Match,
    Payment,
    Player,
    Prize,
    PrizeGiven,
    PrizePlan,
    Rate,
    Registration,
    Round,
    SealedLineUp,
    Seat,
    SeatChange,
    SeatResult,
    Table,
    Team,
    Tournament,
    Wish,
    WishPlayer,
)
from tournaments.models.clubs import ASKS, CONTACTS

Row = dict[str, Any]

ROUNDS = ("tournament", "cancelled_from")


def _in_round(path: str) -> Callable[[Tournament], Q]:
    """Return the filter for rows of a round of the tournament, in force or cancelled."""
    return lambda tournament: Q(**{f"{path}{ROUNDS[0]}": tournament}) | Q(**{f"{path}{ROUNDS[1]}": tournament})


def _by(path: str) -> Callable[[Tournament], Q]:
    return lambda tournament: Q(**{path: tournament})


def _draws(tournament: Tournament) -> Q:
    """Return the filter for draws that made a round or were published. A draw not yet published is left out."""
    return Q(tournament=tournament) & (Q(published_at__isnull=False) | Q(rounds__isnull=False))


def _line_ups(tournament: Tournament) -> Q:
    """Return the filter for line-ups that may be read: of matches for which both teams have sealed theirs."""
    both = Match.objects.filter(tournament=tournament).annotate(sealed=Count("line_ups")).filter(sealed=2)
    return Q(match__in=both)


# In the order in which they are written: a row comes after those that it points to. `Player`, `Tournament`,
# `ClubBareme` and `PenaltyKind` are read by `events.py`: they may be there already. So is `BoardDeal`, to which the
# tournament points.
SECTIONS: dict[type[models.Model], Callable[[Tournament], Q]] = {
    Rate: _by("tournament"),
    Team: _by("tournament"),
    Registration: _by("tournament"),
    Match: _by("tournament"),
    SealedLineUp: _line_ups,
    Entry: _by("tournament"),
    EntryPartner: _by("entry__tournament"),
    Payment: _by("registration__tournament"),
    CashCount: _by("tournament"),
    PrizePlan: _by("tournament"),
    Prize: _by("plan__tournament"),
    PrizeGiven: _by("prize__plan__tournament"),
    Wish: _by("tournament"),
    WishPlayer: _by("wish__tournament"),
    Draw: _draws,
    Round: _in_round(""),
    Clock: _in_round("round__"),
    Table: _in_round("round__"),
    Seat: _in_round("round__"),
    SeatResult: _in_round("seat__round__"),
    BoardResult: _in_round("seat__round__"),
    FouledBoard: _by("tournament"),
    FouledTable: _by("fouled__tournament"),
    SeatChange: _by("tournament"),
    Phone: _in_round("table__round__"),
    SheetLine: _in_round("table__round__"),
    Confirmation: _in_round("line__table__round__"),
    Signature: _in_round("seat__round__"),
    Protest: _in_round("table__round__"),
    ArbiterCall: _in_round("table__round__"),
    SheetTotal: _in_round("seat__round__"),
    ChelemCall: _in_round("table__round__"),
    Conflict: _in_round("table__round__"),
    Penalty: _by("tournament"),
    PenaltyShare: _by("penalty__tournament"),
    Incident: _by("tournament"),
    IncidentPlayer: _by("incident__tournament"),
    DonneRecord: _in_round("table__round__"),
    TypedSheet: _in_round("table__round__"),
    JournalEntry: _by("tournament"),
}
# The models that a row may point to in the file; any other foreign key is left out, and empty when it is read.
WITH_IT = {*SECTIONS, Player, Tournament, PenaltyKind}
# Accounts, work and what the club plans are an installation's own; a document is made again from what is there.
LEFT_OUT = {
    f"tournaments.{name}"
    for name in (
        *("Job", "Document", "Appointment", "Invitation", "Token", "Series", "Template", "Import", "Membership"),
        *("MembershipPeriod", "Fee", "SeasonRate"),
        *("Rating", "League", "LeagueGuest", "LeaguePublication", "PublishedLine", "Qualifying", "Declined"),
        "Mail",
    )
}


def name_of(model: type[models.Model]) -> str:
    return model._meta.label


def rows_of(tournament: Tournament) -> dict[str, list[Row]]:
    """Return all rows of an event by name of their model, the oldest first."""
    return {
        name_of(model): [
            as_row(row) for row in model._default_manager.filter(condition(tournament)).distinct().order_by("pk")
        ]
        for model, condition in SECTIONS.items()
    }


def as_row(row: models.Model) -> Row:
    """Return the columns of a row as JSON values, without columns that point out of the event."""
    return {column.name: _as_json(column.value_from_object(row)) for column in columns_of(type(row), with_id=True)}


# The code that opens an evening’s tables opens those of this one alone; an event read back is new here now.
OWN_COLUMNS = {
    (Tournament, "changed_at"),
    (Tournament, "entry_code"),
    (Tournament, "entry_version"),
    (Table, "entry_version"),
    (Team, "link_version"),
}
# How somebody is reached, and what he wrote, he gave to the club for one evening.
OWN_COLUMNS |= {(Entry, name) for name in ("email", "phone", "message")}
# People agree to a card and to sharing for one installation only: this is not exported.
OWN_COLUMNS |= {(Player, name) for name in ("key", "card_consent", "sharing_consent", *ASKS.values())}
# What clubs keep of their members is theirs.
OWN_COLUMNS |= {(Player, name) for name in (*CONTACTS, *CONTACTS.values(), "licence_until", "federal_series")}
OWN_COLUMNS |= {(Player, name) for name in ("federal_series_on", "suspended_from", "suspended_until")}
OWN_COLUMNS |= {(Player, "suspension_reason")}


def columns_of(model: type[models.Model], *, with_id: bool = False) -> "Iterator[models.Field[Any, Any]]":
    """Yield the columns that a row in the file has; with `with_id`, its own id too."""
    for column in model._meta.concrete_fields:
        if column.primary_key and not with_id:
            continue
        if (model, column.name) in OWN_COLUMNS:
            continue
        if column.related_model is None or (model is not Tournament and column.related_model in WITH_IT):
            yield column


def _as_json(value: Any) -> Any:
    if isinstance(value, (datetime.date, datetime.time)):  # a datetime is a date too
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    return value


BATCH = 500
# A row of these models may point to an earlier one of the same model, which is written before it.
OWN_KIND: dict[type[models.Model], str] = {SheetLine: "supersedes", DonneRecord: "supersedes", Payment: "refunds"}


class BrokenEventError(Exception):
    """Raised for a file that is not a valid event."""


def _runs(rows: list[Row], own: str | None) -> Iterator[list[Row]]:
    """Yield the rows in order, cut so that no row points by its column `own` into its own run."""
    run: list[Row] = []
    ids: set[str] = set()
    for row in rows:
        named = row if isinstance(row, dict) else {}
        if own is not None and str(named.get(own)) in ids:
            yield run
            run, ids = [], set()
        run.append(row)
        ids.add(str(named.get("id")))
    yield run


@dataclass
class Loading:
    """
    Writes the rows of a file into a club; `ids` maps each id in the file to the new one, by model.

    Every row and every reference gets a new id: nothing in the file can change an existing row. `space` makes a new key
    from each key in the file, because the original event may be in this database too.
    """

    club: Club
    space: uuid.UUID
    ids: dict[str, dict[int, int]] = field(default_factory=dict)
    keys: dict[str, uuid.UUID] = field(default_factory=dict)

    def know(self, model: type[models.Model], old: int, new: int) -> None:
        self.ids.setdefault(name_of(model), {})[old] = new

    def id_of(self, model: type[models.Model], old: Any) -> int:
        try:
            return self.ids[name_of(model)][old]
        except (KeyError, TypeError) as missing:
            raise BrokenEventError(f"{name_of(model)} {old}") from missing

    def key_of(self, old: str) -> uuid.UUID:
        return self.keys.get(old) or uuid.uuid5(self.space, old)

    def write(self, rows: Mapping[str, list[Row]]) -> None:
        """Write the rows of all models. Raises BrokenEventError."""
        # The key of the line that a call or a decision wrote is made from its own key.
        for made in (*rows.get(name_of(ChelemCall), []), *rows.get(name_of(Penalty), [])):
            line = uuid.uuid5(uuid.UUID(made["key"]), "line")
            self.keys[str(line)] = uuid.uuid5(self.key_of(made["key"]), "line")
        for model in SECTIONS:
            self._write_section(model, rows.get(name_of(model), []))

    def _write_section(self, model: type[models.Model], rows: list[Row]) -> None:
        for run in _runs(rows, OWN_KIND.get(model)):
            instances = [self.read(model, row) for row in run]
            model._default_manager.bulk_create(instances, batch_size=BATCH)
            for row, new in zip(run, instances, strict=True):
                self.know(model, row["id"], new.pk)

    def read(self, model: type[models.Model], row: Row) -> models.Model:
        """Return an unsaved row. A column missing in the file gets its default. Raises BrokenEventError."""
        if not isinstance(row, dict) or not isinstance(row.get("id"), int):
            raise BrokenEventError(name_of(model))
        columns = {column.name: column for column in columns_of(model)}
        if unknown := row.keys() - columns.keys() - {"id"}:
            raise BrokenEventError(f"{name_of(model)}: {', '.join(sorted(unknown))}")
        instance = model()
        for column in model._meta.concrete_fields:
            if column.related_model is Club:
                setattr(instance, column.attname, self.club.pk)
        for name, value in row.items():
            if name != "id":
                setattr(instance, columns[name].attname, self._value(columns[name], value))
        if isinstance(instance, Payment) and instance.paid_on is None:  # a file of before the day was kept
            instance.paid_on = timezone.localdate(instance.at)
        if isinstance(instance, Draw):
            self._renumber_draw(instance)
        return instance

    def _value(self, column: "models.Field[Any, Any]", value: Any) -> Any:
        """Return the value of a column, read from the file. Raises BrokenEventError."""
        if value is None:
            return None
        if column.related_model is not None:
            target = column.related_model
            assert isinstance(target, type)  # once Django has started, related models are classes
            return self.id_of(target, value)
        if isinstance(column, models.UUIDField):
            return self.key_of(str(uuid.UUID(value)))
        if isinstance(column, models.CharField) and isinstance(value, str):
            value = visible(value)
        try:
            parsed = column.to_python(value)
            column.run_validators(parsed)
        except ValidationError as error:
            raise BrokenEventError(f"{column}: {value!r:.40}") from error
        if isinstance(parsed, str) and "\x00" in parsed:
            raise BrokenEventError(f"{column}: {value!r:.40}")
        return parsed

    def _renumber_draw(self, draw: Draw) -> None:
        """Replace the old registration ids in a draw by the new ids."""
        draw.renumber(lambda old: self.id_of(Registration, old))
        draw.seats_digest = ""  # a digest of old ids; a published draw does not use it
        wishes = self.ids.get(name_of(Wish), {})
        draw.wishes = [drawn_wish | {"wish": wishes.get(drawn_wish.get("wish"))} for drawn_wish in draw.wishes]
        if draw.plan is not None:
            assert draw.computed_plan  # parsed as pages parse it, so that a broken plan is found now
