"""
Which rows make an event, and how each is written in its file and read back.

A row is a dict of its columns by their names, with the id it had; a row that points to another of the event says that
id. Read back, every row has a new id, and what points to it follows: nothing of the file can touch a row that is there.
Who did what keeps his name; his account is another installation's, and is left out.
"""

import datetime
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

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
from tournaments.models import (
    CashCount,
    Clock,
    Club,
    Draw,
    JournalEntry,
    Payment,
    Player,
    Prize,
    PrizeGiven,
    PrizePlan,
    Rate,
    Registration,
    Round,
    Seat,
    SeatChange,
    SeatResult,
    Table,
    Tournament,
    Wish,
    WishPlayer,
)

BATCH = 500
Row = dict[str, Any]

ROUNDS = ("tournament", "cancelled_from")


def _in_round(path: str) -> Callable[[Tournament], Q]:
    """Return the condition of what hangs on a round, in force or cancelled."""
    return lambda tournament: Q(**{f"{path}{ROUNDS[0]}": tournament}) | Q(**{f"{path}{ROUNDS[1]}": tournament})


def _by(path: str) -> Callable[[Tournament], Q]:
    return lambda tournament: Q(**{path: tournament})


def _draws(tournament: Tournament) -> Q:
    """Return those that made a round or were published: what waits to be looked at is drawn again."""
    return Q(tournament=tournament) & (Q(published_at__isnull=False) | Q(rounds__isnull=False))


# In the order in which they are written back: what points to another row comes after it. `Player`, `Tournament`,
# `ClubBareme` and `PenaltyKind` are read by `events.py`: they may be there already.
SECTIONS: dict[type[models.Model], Callable[[Tournament], Q]] = {
    Rate: _by("tournament"),
    Registration: _by("tournament"),
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
    SeatChange: _by("tournament"),
    Phone: _in_round("table__round__"),
    SheetLine: _in_round("table__round__"),
    Confirmation: _in_round("line__table__round__"),
    Signature: _in_round("seat__round__"),
    Protest: _in_round("table__round__"),
    Conflict: _in_round("table__round__"),
    ArbiterCall: _in_round("table__round__"),
    SheetTotal: _in_round("seat__round__"),
    ChelemCall: _in_round("table__round__"),
    Penalty: _by("tournament"),
    PenaltyShare: _by("penalty__tournament"),
    Incident: _by("tournament"),
    IncidentPlayer: _by("incident__tournament"),
    DonneRecord: _in_round("table__round__"),
    TypedSheet: _in_round("table__round__"),
    JournalEntry: _by("tournament"),
}
# What a row may point to in the file; any other column that points somewhere is left out, and empty when it is read.
WITH_IT = {*SECTIONS, Player, Tournament, PenaltyKind}
# Accounts, work and what the club plans are an installation's own; a document is made again from what is there.
LEFT_OUT = {
    f"tournaments.{name}"
    for name in ("Job", "Document", "Appointment", "Invitation", "Token", "Series", "Template", "Import")
}
# Read back in two steps: a row of these may point to another of its own kind.
OWN_KIND: dict[type[models.Model], str] = {SheetLine: "supersedes", DonneRecord: "supersedes"}


class BrokenEventError(Exception):
    """The file does not say what an event says."""


def name_of(model: type[models.Model]) -> str:
    return model._meta.label


def rows_of(tournament: Tournament) -> dict[str, list[Row]]:
    """Return every row of an event by the name of its model, the oldest first."""
    return {
        name_of(model): [
            as_row(row) for row in model._default_manager.filter(condition(tournament)).distinct().order_by("pk")
        ]
        for model, condition in SECTIONS.items()
    }


def as_row(row: models.Model) -> Row:
    """Return a row's columns as JSON holds them, without those that point out of the event."""
    return {column.name: _as_json(column.value_from_object(row)) for column in _columns(type(row), with_id=True)}


# The code that opens an evening’s tables opens those of this one alone; an event read back is new here now.
OWN_COLUMNS = {
    (Tournament, "changed_at"),
    (Tournament, "entry_code"),
    (Tournament, "entry_version"),
    (Table, "entry_version"),
}
# To a card and to sharing people agree where they play; nobody carries that elsewhere.
OWN_COLUMNS |= {(Player, name) for name in ("key", "card_consent", "sharing_consent")}


def _columns(model: type[models.Model], *, with_id: bool = False) -> "Iterator[models.Field[Any, Any]]":
    for column in model._meta.concrete_fields:
        if column.primary_key and not with_id:
            continue
        if (model, column.name) in OWN_COLUMNS:
            continue
        if column.related_model is None or (model is not Tournament and column.related_model in WITH_IT):
            yield column


def _as_json(value: Any) -> Any:
    if isinstance(value, (datetime.date, uuid.UUID)):  # an instant is a date too
        return value.isoformat() if isinstance(value, datetime.date) else str(value)
    return value


@dataclass
class Loading:
    """
    The rows of a file being written into a club: `ids` leads from the id a row had to the one it has.

    `space` makes other keys of those in the file, always the same of the same: the original may be there too.
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
        """Write the rows of all sections. Raises BrokenEventError."""
        for call in rows.get(name_of(ChelemCall), []):  # the line by which a call corrected a donne is found by its key
            line = uuid.uuid5(uuid.UUID(call["key"]), "line")
            self.keys[str(line)] = uuid.uuid5(self.key_of(call["key"]), "line")
        for model in SECTIONS:
            self._write_section(model, rows.get(name_of(model), []))

    def _write_section(self, model: type[models.Model], rows: list[Row]) -> None:
        made = [self.read(model, row) for row in rows]
        model._default_manager.bulk_create(made, batch_size=BATCH)
        for row, new in zip(rows, made, strict=True):
            self.know(model, row["id"], new.pk)
        own = OWN_KIND.get(model)
        if own is None:
            return
        following = []
        for row, new in zip(rows, made, strict=True):
            if row.get(own) is not None:
                setattr(new, f"{own}_id", self.id_of(model, row[own]))
                following.append(new)
        model._default_manager.bulk_update(following, [own], batch_size=BATCH)

    def read(self, model: type[models.Model], row: Row) -> models.Model:
        """Return a row, not written yet. A column that the file does not know has its default."""
        if not isinstance(row, dict) or not isinstance(row.get("id"), int):
            raise BrokenEventError(name_of(model))
        columns = {column.name: column for column in _columns(model)}
        if unknown := row.keys() - columns.keys() - {"id"}:
            raise BrokenEventError(f"{name_of(model)}: {', '.join(sorted(unknown))}")
        made = model()
        for column in model._meta.concrete_fields:
            if column.related_model is Club:
                setattr(made, column.attname, self.club.pk)
        for name, value in row.items():
            if name != "id" and OWN_KIND.get(model) != name:
                setattr(made, columns[name].attname, self._value(columns[name], value))
        if isinstance(made, Draw):
            self._lead_draw(made)
        return made

    def _value(self, column: "models.Field[Any, Any]", value: Any) -> Any:
        """Return what a column holds, read from the file. Raises BrokenEventError."""
        if value is None:
            return None
        if column.related_model is not None:
            target = column.related_model
            assert isinstance(target, type)  # by the end of the start, no model is a name any more
            return self.id_of(target, value)
        if isinstance(column, models.UUIDField):
            return self.key_of(str(uuid.UUID(value)))
        try:
            read = column.to_python(value)
            column.run_validators(read)
        except ValidationError as error:
            raise BrokenEventError(f"{column}: {value!r:.40}") from error
        if isinstance(read, str) and "\x00" in read:
            raise BrokenEventError(f"{column}: {value!r:.40}")
        return read

    def _lead_draw(self, draw: Draw) -> None:
        """Have a draw speak of the registrations that its players are now."""

        def led(ids: Any) -> list[int]:
            return [self.id_of(Registration, old) for old in ids]

        draw.players = led(draw.players)
        draw.ranking = None if draw.ranking is None else led(draw.ranking)
        draw.seats_digest = ""  # of ids; a draw that is published asks it no more
        draw.wishes = [
            ask
            | {
                "players": led(ask["players"]),
                "wish": None if ask.get("wish") is None else self.ids.get(name_of(Wish), {}).get(ask["wish"]),
            }
            for ask in draw.wishes
        ]
        if draw.plan is not None:
            certificate = draw.plan["certificate"]
            kept = [wish | {"players": led(wish["players"])} for wish in certificate.get("wishes", ())]
            draw.plan = draw.plan | {
                "rounds": [[led(table) for table in tables] for tables in draw.plan["rounds"]],
                "exempts": [led(out) for out in draw.plan["exempts"]],
                "certificate": certificate | {"wishes": kept},
            }
            assert draw.computed_plan  # it is read as pages read it: what is broken in it is found now


def hanging_on_a_tournament() -> set[str]:
    """Return the models of which a row belongs to one tournament, directly or by another: for a test of `SECTIONS`."""
    found, before = {name_of(Tournament)}, set[str]()
    while found != before:
        before = set(found)
        for model in apps.get_models():
            targets = {
                name_of(column.related_model)
                for column in model._meta.concrete_fields
                if isinstance(column.related_model, type) and not column.many_to_many
            }
            if targets & found and model._meta.app_label in ("tournaments", "scoring"):
                found.add(name_of(model))
    return found - {name_of(Tournament)}
