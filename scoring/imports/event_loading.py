"""
The rows of an event's file, written into a club.

Read back, every row has a new id, and what points to it follows: nothing of the file can touch a row that is there.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from scoring.imports.event_rows import SECTIONS, Row, columns_of, name_of
from scoring.models import ChelemCall, DonneRecord, SheetLine
from tournaments.models import Club, Draw, Registration, Wish

BATCH = 500
# Read back in two steps: a row of these may point to another of its own kind.
OWN_KIND: dict[type[models.Model], str] = {SheetLine: "supersedes", DonneRecord: "supersedes"}


class BrokenEventError(Exception):
    """The file does not say what an event says."""


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
        columns = {column.name: column for column in columns_of(model)}
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
