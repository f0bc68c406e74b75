"""A form sent twice makes its rows once, whatever the service: by a key, a unique name, or by what it asks for."""

import ast
import re
from collections import Counter
from contextlib import suppress
from copy import deepcopy

import pytest
from django.apps import apps
from django.db import connection, transaction

from tests.services.calls import Act, a_world
from tests.services.rows import CALLS
from tests.services.test_rows import called_in, functions, rows
from tournaments.models import JournalEntry
from tournaments.refusals import Refusal

TABLES = [
    model._meta.db_table
    for app in ("tournaments", "scoring")
    for model in apps.get_app_config(app).get_models()
    if model != JournalEntry  # a line for each act: it follows from the other rows
]
COUNTS = ", ".join(f"(SELECT COUNT(*) FROM {table})" for table in TABLES)
MAKES = {"create", "bulk_create", "get_or_create", "update_or_create"}
# What makes rows and is no service with a transaction of its own, and why it makes them once.
BESIDE = {
    "make_token": "its key is refused the second time: the secret is shown once",
    "note_worker": "one row of a site",
    "note_unknown_periods": "one row of each member who has none",
    "carry_prizes": "of a tournament that is created with it",
    "carry_teams": "of a tournament that is created with it",
}


def counted() -> Counter[str]:
    """Return how many rows each table has."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {COUNTS}")
        return Counter(dict(zip(TABLES, cursor.fetchone(), strict=True)))


def made_by(act: Act) -> Counter[str]:
    """Return how many rows more each table has after a form was sent."""
    before = counted()
    with suppress(Refusal), transaction.atomic():
        act()
    return counted() - before


@pytest.mark.django_db
def test_a_form_sent_twice_makes_its_rows_once() -> None:
    world, twice = a_world(), {}
    for call in CALLS:
        with transaction.atomic():
            act = call.prepare(deepcopy(world))
            if made_by(act) and (again := made_by(act)):
                twice[call.service.__name__, str(call)] = again
            transaction.set_rollback(True)
    assert twice == {}


@pytest.mark.django_db
def test_what_a_service_says_it_does_once_is_told_once() -> None:
    """It says « Idempotent » or « once however often »: called again it writes no line of the journal."""
    world, twice = a_world(), []
    once = [call for call in CALLS if re.search("[Ii]dempotent|however often", call.service.__doc__ or "")]
    for call in once:
        with transaction.atomic():
            act = call.prepare(deepcopy(world))
            act()
            lines = JournalEntry.objects.count()
            with suppress(Refusal):
                act()
            if JournalEntry.objects.count() > lines:
                twice.append(str(call))
            transaction.set_rollback(True)
    assert twice == []


def makes_rows(node: ast.AST) -> bool:
    """Whether a function says `X.objects.create` or a like of it, or saves a row as a new one."""
    calls = [part for part in ast.walk(node) if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute)]
    return any(
        call.func.attr in MAKES or any(word.arg == "force_insert" for word in call.keywords)
        for call in calls
        if isinstance(call.func, ast.Attribute)
    )


def test_what_makes_rows_is_a_service_of_the_table_or_a_part_of_one() -> None:
    """So that a new one is sent twice above."""
    nodes = dict(functions())
    parts = set().union(*map(called_in, nodes.values()))
    alone = {name for (module, name), node in nodes.items() if makes_rows(node) and (module, name) not in rows()}
    assert alone - parts == BESIDE.keys()
