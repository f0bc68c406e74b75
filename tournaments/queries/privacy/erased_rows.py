"""The new texts of clubs' rows without one player: computed here, written by `services/privacy/erasing.py`."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import models
from django.db.models import Model, Q

from tournaments.kit.text import fold, whole_number
from tournaments.models import Account, JournalEntry, Player, Registration, Seat, Tournament
from tournaments.queries.privacy.club_texts import (
    has_table,
    models_with_texts,
    of_clubs,
    rows_about,
    ways_to_tournament,
)
from tournaments.queries.privacy.named_texts import ERASED, Finder, Name, NamedPerson

# The fields of a player in the journal and in an import: taken out where they are his.
OF_PERSON = frozenset(
    {
        *("licence", "last_name", "first_name", "category", "sex", "birth_year", "home_club", "public_name"),
        *("licence_until", "federal_series", "federal_series_on", "suspended_from", "suspended_until"),
        *("suspension_reason", "email", "phone"),
    }
)
LOGINS = ("account", "by", "first", "organiser")  # keys of the journal with a login, which may also be an ordinary word
IDS = ("id", "kept")  # keys of the journal that say which player a line is about
# In rows written on a phone: the columns with the seat of the writer, and those with his name.
WRITERS, WRITTEN = ("seat", "writer"), ("by_name", "written_by_name")
AT_ONCE = 2000


@dataclass(frozen=True)
class Rewritten:
    """A row whose texts change when the player is removed: its new `values`, by column."""

    model: type[Model]
    pk: int
    values: dict[str, Any]


@dataclass
class Without:
    """Removes one player from texts and from JSON; results are cached."""

    finder: Finder
    player: int
    _cache: dict[tuple[str, bool, bool], str] = field(default_factory=dict)
    _near: set[str] = field(default_factory=set)

    @property
    def person(self) -> NamedPerson:
        return self.finder.person

    def text(self, text: str, *, about: bool, near: bool) -> str:
        """Return `Finder.without` of a text; a text once read as `near` stays so, because the journal copies texts."""
        if near or about:
            self._near.add(text)
        cache_key = (text, about, near or text in self._near)
        if cache_key not in self._cache:
            self._cache[cache_key] = self.finder.without(text, about=about, near=cache_key[2])
        return self._cache[cache_key]

    def json(self, value: Any, *, about: bool, near: bool, is_his: bool) -> Any:
        """
        Return a JSON value, its keys too, without the erased player.

        `about` and `near` are those of `named_texts`; with `is_his` the fields of a player in it are the player's own.
        """
        if isinstance(value, str):
            return self.text(value, about=about, near=near)
        if isinstance(value, list):
            return [self.json(item, about=about, near=near, is_his=False) for item in value]
        if not isinstance(value, dict):
            return value
        is_his = self._is_his(value, is_his)
        cleaned: dict[str, Any] = {}
        for key, item in value.items():
            if is_his and key in OF_PERSON:
                cleaned[key] = None
            elif not (_is_of_person(item) and whole_number(key) in self.person.ids):
                clean_key = self.text(key, about=about, near=False)
                of_key = clean_key != key or (is_his and not _is_of_person(item))
                new_key = f"{clean_key} {self.player}" if clean_key != key else key
                cleaned[new_key] = self.json(item, about=about, near=near, is_his=of_key)
                if key in LOGINS and isinstance(item, str) and self.is_login(item):
                    cleaned[new_key] = ERASED
        return cleaned

    def is_login(self, name: str) -> bool:
        """Return whether a name, as typed, is one of his logins."""
        return name.casefold() in {login.casefold() for login in self.person.logins}

    def _is_his(self, value: dict[str, Any], inherited: bool) -> bool:  # noqa: FBT001 - what holds above it
        """Return whether the player fields of this object are his: by id, else by licence or name, else `inherited`."""
        if not _is_of_person(value):
            return inherited
        if ids := ids_in(value):
            return not ids.isdisjoint(self.person.ids)
        licence, last, first = (value.get(name) for name in ("licence", "last_name", "first_name"))
        if isinstance(licence, str) and licence and self.person.licences:
            return licence in self.person.licences
        if isinstance(last, str) and isinstance(first, str):
            return self.finder.is_his_name(last, first)
        return inherited


def ids_in(value: dict[str, Any]) -> set[int]:
    """Return the ids of the players an object is about; an empty set if it has none, as in old lines."""
    return {value[name] for name in IDS if value.get(name) is not None} if _is_of_person(value) else set()


def licences_in(details: dict[str, Any]) -> set[str]:
    """Return the licences in a journal line; of a change, the old and the new one."""
    licence = details.get("licence")
    return {text for text in (licence if isinstance(licence, list) else [licence]) if isinstance(text, str) and text}


def _is_of_person(value: object) -> bool:
    return isinstance(value, dict) and not OF_PERSON.isdisjoint(value)


def others_of(player: Player, clubs: Collection[int]) -> set[Name]:
    """Return the names of all other people whom a text of these clubs may mean: players, and people with an account."""
    entered = Registration.objects.filter(tournament__registrations__player=player).values("player")
    others: set[Name] = set()
    for people in (Player.objects.filter(memberships__club__in=clubs), Player.objects.filter(pk__in=entered)):
        unerased = people.filter(erased_at=None).exclude(pk=player.pk)
        others |= set(unerased.values_list("last_name", "first_name"))
    running = Account.objects.exclude(player=player.pk).exclude(last_name="")
    # An account with his name and no player is taken for his own, made before it was linked to a player.
    own = fold(player.full_name)
    return others | {
        (last, first)
        for last, first, player_id in running.values_list("last_name", "first_name", "player")
        if player_id is not None or fold(f"{last} {first}") != own
    }


def alone_in(player: Player, clubs: Collection[int], shared: Collection[str]) -> frozenset[int]:
    """
    Return the ids of his tournaments in which no other player has a name of `shared` (folded), so that it means him.
    Empty if another person with an account has such a name, because that person may be meant anywhere.
    """
    running = Account.objects.exclude(player=player.pk).exclude(player=None).values_list("last_name", "first_name")
    if not shared or any(fold(f"{last} {first}") in shared for last, first in running):
        return frozenset()
    entered = Registration.objects.filter(player=player).values("tournament")
    people = Player.objects.filter(Q(memberships__club__in=clubs) | Q(registrations__tournament__in=entered)).exclude(
        pk=player.pk
    )
    names = people.filter(erased_at=None).values_list("pk", "last_name", "first_name").distinct()
    namesakes = [pk for pk, last, first in names if fold(f"{last} {first}") in shared]
    of_namesakes = Registration.objects.filter(player__in=namesakes).values("tournament")
    return frozenset(
        Tournament.objects.filter(pk__in=entered).exclude(pk__in=of_namesakes).values_list("pk", flat=True)
    )


def rewritten_rows(player: Player, clubs: Collection[int], without: Without) -> Iterator[Rewritten]:
    """Yield every row of these clubs whose texts must change so that they no longer name a player."""
    seats = list(Seat.objects.filter(registration__player__in=player.files).values_list("pk", "table"))
    finder = without.finder
    unshared = [name for name in finder.others if fold(" ".join(name)) not in finder.shared]
    walk = _Walk(
        without,
        Without(Finder(finder.person, unshared), player.pk),
        alone=alone_in(player, clubs, finder.shared),
        entries=frozenset(Registration.objects.filter(player__in=player.files).values_list("pk", flat=True)),
        seats=frozenset(pk for pk, _table in seats),
        tables=frozenset(table for _pk, table in seats if table),
        players=dict(Account.objects.exclude(player=None).values_list("pk", "player")),
    )
    # The journal last: it copies what stands in the other rows.
    for model, columns in sorted(models_with_texts(), key=lambda pair: pair[0] is JournalEntry):
        yield from walk.rows_of(model, columns, clubs)


@dataclass(frozen=True)
class _Walk:
    """
    Reads the rows of a model. The ids are of his registrations, seats and tables; `players` is {account id: player id}.

    In the tournaments of `alone`, where nobody else has his name, namesakes elsewhere are ignored.
    """

    without: Without
    ignoring_namesakes: Without
    alone: frozenset[int]
    entries: frozenset[int]
    seats: frozenset[int]
    tables: frozenset[int]
    players: dict[int, int]

    def rows_of(self, model: type[Model], columns: tuple[str, ...], clubs: Collection[int]) -> Iterator[Rewritten]:
        """Yield the rows of a model whose texts in these `columns` must change."""
        about_him = rows_about(model, self.entries, self.without.player)
        keys = [
            column.attname
            for column in model._meta.concrete_fields
            if column.is_relation and column.related_model in (Account, Seat)
        ]
        tables = ["table_id"] if has_table(model) else []
        ways = ways_to_tournament(model) if self.alone else []
        fields = {name: model._meta.get_field(name) for name in columns}
        rows = model._default_manager.filter(of_clubs(model, clubs)).order_by("pk")
        for row in rows.values("pk", *columns, *keys, *tables, *ways).iterator(AT_ONCE):
            without = self.ignoring_namesakes if any(row[way] in self.alone for way in ways) else self.without
            values = self._values(model, fields, row, without, is_about=row["pk"] in about_him)
            changed = {name: value for name, value in values.items() if value != row[name]}
            if changed:
                yield Rewritten(model, row["pk"], changed)

    def _values(
        self, model: type[Model], fields: dict[str, Any], row: dict[str, Any], without: Without, *, is_about: bool
    ) -> dict[str, Any]:
        """Return the new values of a row without the player, by column."""
        finder = without.finder
        is_his = is_about
        if model is JournalEntry:
            ids = ids_in(row["details"])
            if ids and ids.isdisjoint(without.person.ids):  # a namesake's own line
                return {}
            texts = [row["subject"], *(text for text in row["words"].values() if isinstance(text, str))]
            # An old line has no id: a name that he shares with another is his when the line has his licence.
            has_licence = not licences_in(row["details"]).isdisjoint(without.person.licences)
            is_his = bool(ids) or any(finder.is_named(text, about=has_licence) for text in texts)
        written = (row[name] for name in fields if isinstance(row[name], str) and not name.endswith("by_name"))
        about = is_his or any(map(finder.is_named, written))
        near = row.get("table_id") in self.tables
        values: dict[str, Any] = {}
        for name, column in fields.items():
            stored = row[name]
            if not stored:
                continue
            if name.endswith("by_name"):
                values[name] = self._writer(row, name, without)
            elif isinstance(column, models.JSONField):
                values[name] = without.json(stored, about=about, near=near, is_his=is_his)
            else:
                values[name] = without.text(stored, about=about, near=near)[: column.max_length]
        return values

    def _writer(self, row: dict[str, Any], name: str, without: Without) -> str:
        """Return the writer's name: erased if the account or seat beside it is his; without them, if the name is."""
        stored: str = row[name]
        account = row.get(f"{name.removesuffix('_name')}_id")
        if account in self.players:
            return ERASED if self.players[account] == without.player else stored
        seat = None if account else next((row[f"{key}_id"] for key in WRITERS if row.get(f"{key}_id")), None)
        if seat is not None and name in WRITTEN and without.finder.is_named(stored, about=True):
            return ERASED if seat in self.seats else stored
        return ERASED if without.is_login(stored) else without.text(stored, about=False, near=False)
