"""
The rows of an event's file, written into a club.

Every row gets a new id, and references to it change too: nothing in the file can touch a row that is there.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from scoring.imports.event_rows import SECTIONS, Row, columns_of, name_of
from scoring.models import ChelemCall, DonneRecord, SheetLine
from tournaments.kit.text import visible
from tournaments.models import Club, Draw, Registration, Wish

BATCH = 500
# Written in two steps: a row of these models may point to another one of the same model.
OWN_KIND: dict[type[models.Model], str] = {SheetLine: "supersedes", DonneRecord: "supersedes"}


class BrokenEventError(Exception):
    """The file is not a valid event."""


@dataclass
class Loading:
    """
    The rows of a file being written into a club: `ids` maps the id in the file to the new one.

    `space` makes new keys from those in the file, the same key for the same one: the original event may be there too.
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
        for call in rows.get(name_of(ChelemCall), []):  # the key of the line that a call wrote is made from its own key
            line = uuid.uuid5(uuid.UUID(call["key"]), "line")
            self.keys[str(line)] = uuid.uuid5(self.key_of(call["key"]), "line")
        for model in SECTIONS:
            self._write_section(model, rows.get(name_of(model), []))

    def _write_section(self, model: type[models.Model], rows: list[Row]) -> None:
        instances = [self.read(model, row) for row in rows]
        model._default_manager.bulk_create(instances, batch_size=BATCH)
        for row, new in zip(rows, instances, strict=True):
            self.know(model, row["id"], new.pk)
        own = OWN_KIND.get(model)
        if own is None:
            return
        following = []
        for row, new in zip(rows, instances, strict=True):
            if row.get(own) is not None:
                setattr(new, f"{own}_id", self.id_of(model, row[own]))
                following.append(new)
        model._default_manager.bulk_update(following, [own], batch_size=BATCH)

    def read(self, model: type[models.Model], row: Row) -> models.Model:
        """Return an unsaved row. A column that the file does not have gets its default."""
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
            if name != "id" and OWN_KIND.get(model) != name:
                setattr(instance, columns[name].attname, self._value(columns[name], value))
        if isinstance(instance, Draw):
            self._renumber_draw(instance)
        return instance

    def _value(self, column: "models.Field[Any, Any]", value: Any) -> Any:
        """Return what a column holds, read from the file. Raises BrokenEventError."""
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
        """Replace the old registration ids in a draw by the new ones."""
        draw.renumber(lambda old: self.id_of(Registration, old))
        draw.seats_digest = ""  # a digest of old ids; a published draw does not use it
        wishes = self.ids.get(name_of(Wish), {})
        draw.wishes = [drawn_wish | {"wish": wishes.get(drawn_wish.get("wish"))} for drawn_wish in draw.wishes]
        if draw.plan is not None:
            assert draw.computed_plan  # parsed as pages parse it, so that a broken plan is found now
