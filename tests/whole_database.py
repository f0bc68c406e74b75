"""All that a database says, by its own statements: whatever models there are, and whatever they call their columns."""

import json
from io import BytesIO
from typing import Any

from django.db import connection
from pypdf import PdfReader

from tournaments.text import fold


def everything() -> dict[str, str]:
    """Return all that each table says, folded: texts, JSON with its keys, what is readable of a document."""
    said = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            said[table] = fold(" | ".join(_said(value) for row in cursor.fetchall() for value in row))
    return said


def where(*texts: str) -> list[tuple[str, str]]:
    """Return (text, table) for each of these that a table says, accents, case and hyphens aside."""
    said = everything()
    return [(text, table) for text in texts for table, all_of in said.items() if fold(text) in all_of]


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
