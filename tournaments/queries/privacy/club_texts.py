"""
Every text in a club's rows, of every model: Django lists the models, so that a new one is included.

Columns without names are left out: codes with choices, addresses, digests. So are players and accounts, each of whose
rows is about one person: `services/privacy/erasing.py` writes those itself.
"""

from collections.abc import Collection, Iterator
from functools import cache
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Model, Q

from tournaments.models import Account, Club, Committee, Player, Registration, Site, Table, Tournament

APPS = ("tournaments", "scoring")
OWN = (Player, Account, Site, Committee)  # each row is one person's, or that of no club
NO_TEXT = (
    *("about", "action", "bareme", "code", "column", "counted_from", "device", "digest", "edition", "entry_code"),
    *("link_code", "linked_as"),
    *("seats_digest", "slug", "start", "tie_breaks", "url", "username", "worker"),
)
TEXTS = (models.CharField, models.TextField, models.JSONField)
# A login leads to a club by its player, and by its appointments.
OF_ACCOUNT = ("player__club", "appointments__club", "appointments__tournament__club")


def models_with_texts() -> Iterator[tuple[type[Model], tuple[str, ...]]]:
    """Yield each model that has texts of a club, with their columns."""
    for model in apps.get_models():
        if model._meta.app_label in APPS and model not in OWN and (columns := text_columns(model)):
            yield model, columns


def text_columns(model: type[Model]) -> tuple[str, ...]:
    """Return the columns of a model with texts that people wrote, or with copies of such texts."""
    return tuple(
        column.name
        for column in model._meta.concrete_fields
        if isinstance(column, TEXTS) and not column.choices and column.name not in NO_TEXT
    )


def of_clubs(model: type[Model], clubs: Collection[int]) -> Q:
    """Return the condition « of one of these clubs » for a model. Raises ValueError if no key leads to a club."""
    ways = ways_to_club(model)
    if not ways:
        raise ValueError(f"{model.__name__} leads to no club")
    condition = Q()
    for way in ways:
        condition |= Q(**{f"{way}__in": clubs})
    return condition


def ways_to_tournament(model: type[Model]) -> list[str]:
    """Return the lookups from a model to the tournament of its rows."""
    direct = [key.name for key in _keys(model) if key.related_model is Tournament]
    ways = (way.removesuffix("__club") for way in ways_to_club(model))
    return direct or [way for way in ways if way.endswith("tournament")]


@cache
def ways_to_club(model: type[Model]) -> tuple[str, ...]:
    """Return the lookups from a model to its club: one that every row has, or else all that some rows have."""
    if model is Club:
        return ("pk",)
    if model is Account:
        return OF_ACCOUNT
    keys = [key for key in _keys(model) if key.related_model not in (model, Account)]
    if always := [ways for key in keys if not key.null and (ways := _ways_by(key))]:
        return min(always, key=lambda ways: (len(ways), ways[0].count("__")))
    owners = [key for key in _keys(model) if key.related_model is Account and not key.null]
    return tuple(way for key in (*keys, *owners) for way in _ways_by(key))


def _ways_by(key: Any) -> tuple[str, ...]:
    if key.related_model is Club:
        return (key.name,)
    return tuple(f"{key.name}__{way}" for way in ways_to_club(key.related_model))


def rows_about(model: type[Model], entries: Collection[int], player: int) -> set[int]:
    """
    Return the ids of a model's rows that are about one player only: they point at him or at one of his `entries` (ids),
    or rows of a linking model, which has no texts, link them to his entries and to no others.
    """
    manager = model._default_manager
    ids: set[int] = set()
    for key in _keys(model):
        if key.related_model is Registration:
            ids |= set(manager.filter(**{f"{key.name}__in": entries}).values_list("pk", flat=True))
        elif key.related_model is Player:
            ids |= set(manager.filter(**{key.name: player}).values_list("pk", flat=True))
        elif key.related_model is Account and key.name == "account":
            ids |= set(manager.filter(**{f"{key.name}__player": player}).values_list("pk", flat=True))
    for linking, to_row, to_entry in _linking_models(model):
        rows: Any = linking._default_manager
        his = set(rows.filter(**{f"{to_entry}__in": entries}).values_list(to_row, flat=True))
        shared = rows.filter(**{f"{to_row}__in": his}).exclude(**{f"{to_entry}__in": entries})
        ids |= his - set(shared.values_list(to_row, flat=True))
    return ids


def has_table(model: type[Model]) -> bool:
    """Return whether rows of this model are written at a table."""
    return any(key.name == "table" and key.related_model is Table for key in _keys(model))


def _linking_models(model: type[Model]) -> Iterator[tuple[type[Model], str, str]]:
    """Yield (model, key to the row, key to a registration) of each model that only links rows to registrations."""
    for linking in apps.get_models():
        if linking._meta.app_label in APPS and not text_columns(linking):
            to_row = [key.name for key in _keys(linking) if key.related_model is model]
            to_entry = [key.name for key in _keys(linking) if key.related_model is Registration]
            if to_row and to_entry:
                yield linking, to_row[0], to_entry[0]


def _keys(model: type[Model]) -> list[Any]:
    return [column for column in model._meta.concrete_fields if column.is_relation and column.related_model]
