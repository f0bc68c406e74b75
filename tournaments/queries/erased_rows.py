"""What the rows of some clubs say once one person is taken out of them: read here, written by `services/erasing.py`."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import models
from django.db.models import Model, Q

from tournaments.models import Account, JournalEntry, Player, Registration, Seat, Tournament
from tournaments.queries.club_texts import has_table, models_with_texts, of_clubs, rows_about, ways_to_tournament
from tournaments.queries.named_texts import ERASED, Finder, Name, Person
from tournaments.text import fold, whole_number

# What a file says of a person, in the journal and in an import: taken out where it is his.
OF_PERSON = frozenset(
    {"licence", "last_name", "first_name", "category", "sex", "birth_year", "home_club", "public_name"}
)
LOGINS = ("account", "by", "first", "organiser")  # where the journal holds a login, which may be a word of any sentence
IDS = ("id", "kept")  # by which a line of the journal says whose file it is about
# The seat of who wrote, in the rows that a phone writes, and the columns that say his name.
WRITERS, WRITTEN = ("seat", "writer"), ("by_name", "written_by_name")
AT_ONCE = 2000


@dataclass(frozen=True)
class Rewritten:
    """A row that says something else without him: its new `values`, by column."""

    model: type[Model]
    pk: int
    values: dict[str, Any]


@dataclass
class Without:
    """Takes one person out of texts and of JSON; what it was asked once it knows."""

    finder: Finder
    player: int
    _known: dict[tuple[str, bool, bool], str] = field(default_factory=dict)
    _near: set[str] = field(default_factory=set)

    @property
    def person(self) -> Person:
        return self.finder.person

    def text(self, text: str, *, about: bool, near: bool) -> str:
        """Return a text without him: `Finder.without`. What was written near him is copied by the journal as it is."""
        if near or about:
            self._near.add(text)
        known = (text, about, near or text in self._near)
        if known not in self._known:
            self._known[known] = self.finder.without(text, about=about, near=known[2])
        return self._known[known]

    def json(self, value: Any, *, about: bool, near: bool, is_his: bool) -> Any:
        """Return a value of JSON without him, its keys too; `is_his` says that what a file holds there is his own."""
        if isinstance(value, str):
            return self.text(value, about=about, near=near)
        if isinstance(value, list):
            return [self.json(each, about=about, near=near, is_his=False) for each in value]
        if not isinstance(value, dict):
            return value
        is_his = self._is_his(value, is_his)
        kept: dict[str, Any] = {}
        for key, each in value.items():
            if is_his and key in OF_PERSON:
                kept[key] = None
            elif not (_is_of_person(each) and whole_number(key) in self.person.ids):
                named = self.text(key, about=about, near=False)
                of_key = named != key or (is_his and not _is_of_person(each))
                new = f"{named} {self.player}" if named != key else key
                kept[new] = self.json(each, about=about, near=near, is_his=of_key)
                if key in LOGINS and isinstance(each, str) and self.is_login(each):
                    kept[new] = ERASED
        return kept

    def is_login(self, name: str) -> bool:
        """Whether this is one of his logins, as it was typed."""
        return name.casefold() in {login.casefold() for login in self.person.logins}

    def _is_his(self, value: dict[str, Any], inherited: bool) -> bool:  # noqa: FBT001 - what holds above it
        """Whether what a file says in this object is his: by its id, else by its name and licence, else as above it."""
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
    """Return whose file an object is about, by id; nobody's where it says nothing of a file, or is of before."""
    return {value[name] for name in IDS if value.get(name) is not None} if _is_of_person(value) else set()


def licences_in(details: dict[str, Any]) -> set[str]:
    """Return the licences that a line of the journal says of the file it is about, those of before a change too."""
    said = details.get("licence")
    return {each for each in (said if isinstance(said, list) else [said]) if isinstance(each, str) and each}


def _is_of_person(value: object) -> bool:
    return isinstance(value, dict) and not OF_PERSON.isdisjoint(value)


def others_of(player: Player, clubs: Collection[int]) -> set[Name]:
    """Return the names of everybody else a text of these clubs may mean: their players, and who runs them."""
    entered = Registration.objects.filter(tournament__registrations__player=player).values("player")
    others: set[Name] = set()
    for people in (Player.objects.filter(club__in=clubs), Player.objects.filter(pk__in=entered)):
        unerased = people.filter(erased_at=None).exclude(pk=player.pk)
        others |= set(unerased.values_list("last_name", "first_name"))
    running = Account.objects.exclude(player=player.pk).exclude(last_name="")
    # A login of his very name that is nobody's is taken for his own, made before it was given to a player.
    own = fold(player.full_name)
    return others | {
        (last, first)
        for last, first, of in running.values_list("last_name", "first_name", "player")
        if of is not None or fold(f"{last} {first}") != own
    }


def alone_in(player: Player, clubs: Collection[int], shared: Collection[str]) -> frozenset[int]:
    """
    Return the tournaments of a player that nobody else entered who bears one of these names (`shared`, folded): a text
    of theirs that says it says him. None where somebody who runs something bears it, for he may be meant anywhere.
    """
    running = Account.objects.exclude(player=player.pk).exclude(player=None).values_list("last_name", "first_name")
    if not shared or any(fold(f"{last} {first}") in shared for last, first in running):
        return frozenset()
    entered = Registration.objects.filter(player=player).values("tournament")
    people = Player.objects.filter(Q(club__in=clubs) | Q(registrations__tournament__in=entered)).exclude(pk=player.pk)
    names = people.filter(erased_at=None).values_list("pk", "last_name", "first_name").distinct()
    namesakes = [pk for pk, last, first in names if fold(f"{last} {first}") in shared]
    theirs = Registration.objects.filter(player__in=namesakes).values("tournament")
    return frozenset(Tournament.objects.filter(pk__in=entered).exclude(pk__in=theirs).values_list("pk", flat=True))


def rewritten_rows(player: Player, clubs: Collection[int], without: Without) -> Iterator[Rewritten]:
    """Return every row of these clubs that says something of a player which it is not to say any more."""
    seats = list(Seat.objects.filter(registration__player=player).values_list("pk", "table"))
    finder = without.finder
    apart = [name for name in finder.others if fold(" ".join(name)) not in finder.shared]
    walk = _Walk(
        without,
        Without(Finder(finder.person, apart), player.pk),
        alone=alone_in(player, clubs, finder.shared),
        entries=frozenset(Registration.objects.filter(player=player).values_list("pk", flat=True)),
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
    Goes over the rows of a model. Of ids: his entries, seats and tables; whose each login is (`players`).

    Rows of the tournaments where he is `alone` with his name are read `apart` from those who bear it elsewhere.
    """

    without: Without
    apart: Without
    alone: frozenset[int]
    entries: frozenset[int]
    seats: frozenset[int]
    tables: frozenset[int]
    players: dict[int, int]

    def rows_of(self, model: type[Model], columns: tuple[str, ...], clubs: Collection[int]) -> Iterator[Rewritten]:
        """Return the rows of a model that are to say something else in these `columns`."""
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
            without = self.apart if any(row[way] in self.alone for way in ways) else self.without
            values = self._values(model, fields, row, without, is_about=row["pk"] in about_him)
            changed = {name: value for name, value in values.items() if value != row[name]}
            if changed:
                yield Rewritten(model, row["pk"], changed)

    def _values(
        self, model: type[Model], fields: dict[str, Any], row: dict[str, Any], without: Without, *, is_about: bool
    ) -> dict[str, Any]:
        """Return what the columns of a row say without him."""
        finder = without.finder
        is_his = is_about
        if model is JournalEntry:
            ids = ids_in(row["details"])
            if ids and ids.isdisjoint(without.person.ids):  # a namesake's own line
                return {}
            told = [row["subject"], *(each for each in row["words"].values() if isinstance(each, str))]
            # A line of before has no id: a name that is another's too is his where the line says his licence.
            has_licence = not licences_in(row["details"]).isdisjoint(without.person.licences)
            is_his = bool(ids) or any(finder.is_named(each, about=has_licence) for each in told)
        written = (row[name] for name in fields if isinstance(row[name], str) and not name.endswith("by_name"))
        about = is_his or any(map(finder.is_named, written))
        near = row.get("table_id") in self.tables
        values: dict[str, Any] = {}
        for name, column in fields.items():
            old = row[name]
            if not old:
                continue
            if name.endswith("by_name"):
                values[name] = self._writer(row, name, without)
            elif isinstance(column, models.JSONField):
                values[name] = without.json(old, about=about, near=near, is_his=is_his)
            else:
                values[name] = without.text(old, about=about, near=near)[: column.max_length]
        return values

    def _writer(self, row: dict[str, Any], name: str, without: Without) -> str:
        """Return who wrote a row: by the login or the seat that it keeps beside the name, else by the name itself."""
        old: str = row[name]
        account = row.get(f"{name.removesuffix('_name')}_id")
        if account in self.players:
            return ERASED if self.players[account] == without.player else old
        seat = None if account else next((row[f"{key}_id"] for key in WRITERS if row.get(f"{key}_id")), None)
        if seat is not None and name in WRITTEN and without.finder.is_named(old, about=True):
            return ERASED if seat in self.seats else old
        return ERASED if without.is_login(old) else without.text(old, about=False, near=False)
