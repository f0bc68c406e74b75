"""All that a database says, by its own statements: whatever models there are, and whatever they call their columns."""

import hashlib
import json
import re
from collections.abc import Collection
from io import BytesIO
from typing import Any

from django.db import connection
from pypdf import PdfReader

from tournaments.kit.text import fold


def everything() -> dict[str, str]:
    """Return all that each table says: texts, JSON with its keys, what is readable of a document."""
    said = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            said[table] = " | ".join(_said(value) for row in cursor.fetchall() for value in row)
    return said


def digests(*, but: Collection[str] = ()) -> dict[str, str]:
    """Return a digest of the rows of each table but these: equal where nothing was written."""
    found = {}
    with connection.cursor() as cursor:
        for table in {*connection.introspection.table_names(cursor)}.difference(but):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            found[table] = hashlib.sha256(repr(sorted(map(repr, cursor.fetchall()))).encode()).hexdigest()
    return found


def where(*texts: str) -> list[tuple[str, str]]:
    """
    Return (text, table) for each of these that a table says, accents, case and hyphens aside; a year by itself, not in
    a key, an instant or a larger number.
    """
    found = []
    for table, raw in everything().items():
        folded = fold(raw)
        for text in texts:
            if text.isdigit():
                is_said = bool(re.search(rf"(?<![\w.:+-]){text}(?![\w.:-])", raw))
            else:
                is_said = fold(text) in folded
            if is_said:
                found.append((text, table))
    return found


def number_rows_as_no_year() -> None:
    """
    Number the rows made from now on above every year: PostgreSQL counts on from test to test, and an address of the
    1932nd tournament says no year. SQLite begins anew.
    """
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            for sequence in connection.introspection.get_sequences(cursor, table):
                cursor.execute("SELECT setval(%s, greatest(nextval(%s), 10000))", [sequence["name"]] * 2)


def _said(value: Any) -> str:
    if isinstance(value, bytes | memoryview):
        content = bytes(value)
        if content.startswith(b"%PDF") and b"%%EOF" in content:
            reader = PdfReader(BytesIO(content))
            return " ".join(page.extract_text() for page in reader.pages) + str(reader.metadata)
        return content.decode("latin1")
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return json.dumps(json.loads(value), ensure_ascii=False)
        except ValueError:
            return value
    return str(value)
