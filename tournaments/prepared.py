"""Queries asked with every request, compiled once a process: the ORM takes ten times as long as the database."""

import inspect
import uuid
from collections.abc import Callable
from copy import copy
from types import SimpleNamespace
from typing import Any, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Expression, Model, QuerySet
from django.db.models.query import ModelIterable
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError

Found = TypeVar("Found", bound=Model)
Rows = list[tuple[Any, ...]]
Value = int | str | uuid.UUID | None

LARGEST_ID = 2**63 - 1  # a larger number in an address names no row, and no driver writes it


class _Placeholder(Expression):
    """A value that a prepared query compares with: known only when it runs."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place

    def as_sql(self, _compiler: Any, _connection: Any) -> tuple[str, Any]:
        return "%s", [self]


class Prepared:
    """
    A query compiled at its first use; `compose` takes the values it compares with, and is called with placeholders.

    It goes straight to the driver, because Django's cursor takes several times as long as such a query, and through
    the cursor where queries are counted or logged. PostgreSQL plans it once a connection: planning takes as long as
    the rest. A value must be compared with a column; None is equal to nothing, as in SQL.
    """

    def __init__(self, compose: Callable[..., QuerySet[Any, Any]]) -> None:
        self._compose = compose
        self._compiled: tuple[SQLCompiler, str, str, tuple[Any, ...]] | None = None

    def rows(self, *values: Value) -> Rows:
        """Return plain rows, of columns that every driver gives alike: numbers, texts and dates."""
        return self._answer(values)[1]

    def _answer(self, values: tuple[Value, ...]) -> tuple[SQLCompiler, Rows]:
        compiler, sql, marked, places = self._compiled or self._compile()
        database: Any = connections[DEFAULT_DB_ALIAS]  # looked up once: `connection` looks it up at each attribute
        if any(isinstance(value, int) and value > LARGEST_ID for value in values):
            return compiler, []
        if compiler.query.select_for_update and database.get_autocommit():
            raise TransactionManagementError("select_for_update cannot be used outside of a transaction.")
        arguments = [values[place.place] if isinstance(place, _Placeholder) else place for place in places]
        if not database.features.has_native_uuid_field:
            arguments = [value.hex if isinstance(value, uuid.UUID) else value for value in arguments]
        if database.queries_logged:
            with database.cursor() as cursor:
                cursor.execute(sql, arguments)
                return compiler, cursor.fetchall()
        database.ensure_connection()  # with Django's own errors when nobody answers
        with database.wrap_database_errors:
            if database.vendor == "sqlite":
                return compiler, database.connection.execute(marked, arguments).fetchall()
            return compiler, _prepared_by(database).execute(sql, arguments, prepare=True).fetchall()

    def _compile(self) -> tuple[SQLCompiler, str, str, tuple[Any, ...]]:
        placeholders = [_Placeholder(place) for place in range(len(inspect.signature(self._compose).parameters))]
        compiler = self._compose(*placeholders).query.get_compiler(DEFAULT_DB_ALIAS)
        sql, places = compiler.as_sql()
        self._compiled = compiler, sql, sql.replace("%s", "?"), tuple(places)
        return self._compiled


class PreparedModels(Prepared):
    """A prepared query that returns models as its query set does: with related objects selected, and annotations."""

    def found(self, *values: Value) -> list[Any]:
        compiler, rows = self._answer(values)
        own = cast(Any, copy(compiler))  # a connection belongs to one thread
        own.connection = connections[DEFAULT_DB_ALIAS]
        own.execute_sql = lambda **_how: [rows]
        query = SimpleNamespace(get_compiler=lambda **_how: own)
        return list(
            ModelIterable(SimpleNamespace(db=DEFAULT_DB_ALIAS, query=query, _known_related_objects={}))  # type: ignore[arg-type]
        )

    def one(self, *values: Value) -> Any:
        """Return what a unique column finds, or None."""
        return next(iter(self.found(*values)), None)


def _prepared_by(database: Any) -> Any:
    """
    Return a cursor of psycopg's own: Django's puts the values into the text, which is then planned each time.

    Its module is the one that Django loaded for this database: a program on SQLite starts without it.
    """
    return database.Database.Cursor(database.connection)
