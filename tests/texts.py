"""What was answered, read as it is typed in a test: without the spaces of French typography."""

import re
from io import BytesIO
from zipfile import ZipFile

from django.http import HttpResponse

# For str.translate: sentences are compared by their words, whatever space stands before a colon.
NO_BREAK = str.maketrans({"\u00a0": " ", "\u202f": " "})


def plain(text: str) -> str:
    """Return a text with plain spaces, as a test is typed."""
    return text.translate(NO_BREAK)


def text(response: HttpResponse) -> str:
    """Return what was answered with plain spaces."""
    return plain(response.content.decode())


def words(response: HttpResponse) -> str:
    """Return the words of a page without its tags, one space between two of them."""
    return " ".join(re.sub(r"<[^>]+>", " ", text(response)).split())


def told_by(content: bytes) -> str:
    """Return all that a file says, as its format writes it; of a workbook each of its parts."""
    if not content.startswith(b"PK"):
        return content.decode()
    with ZipFile(BytesIO(content)) as parts:
        return " ".join(parts.read(name).decode("utf-8", "replace") for name in parts.namelist())


# What people, clubs and programs call themselves to see what happens.
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7*7 }} {% now %} %(name)s ${7*7}",
    "\u202elanrevni\u202c Zoé",
    "أحمد بن سعيد",
    "👩‍👩‍👧 Ada 🂡",
    "Z" * 80,
    "=1+1",
    "+33 6 12",
    "-2+3",
    "@SUM(A1)",
    "'=1+1",
    "＝1+1",
    "Robert'); DROP TABLE scores;--",
    "e" + "\u0301" * 40,
    "a\u200bb\u2028c\u0085d",
    "deux  espaces",
    "&lt;b&gt; &amp;",
    "null",
]
