"""
Write down what every page, list, paper and answer of the API says, one file each:

    python -m tests.house.answers FOLDER

The database is `DATABASE_URL`, or `FOLDER/../house.sqlite3`, made when it is not there: a demonstration, with an
evening finished and one half played, and a club with one of everything. Another checkout that reads the same database
into another folder says the same, wherever the change that lies between them is one of the house alone.
"""

import hashlib
import json
import os
import re
import sys
from collections import Counter
from datetime import UTC, datetime
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qs, urljoin, urlsplit
from zipfile import ZipFile

from django.urls import Resolver404, resolve
from openpyxl import load_workbook
from pypdf import PdfReader

NOW = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)  # the demonstration's evening is under way
MOST = 40  # addresses of one kind that one person asks for: of so many players one is as another
# Different each time, and said by nothing else; the digest of a style sheet or a script.
VARIES = re.compile(
    r'(name="csrfmiddlewaretoken" value="|nonce="|"X-CSRFToken": "|&quot;X-CSRFToken&quot;: &quot;'
    r'|name="(?:[a-z]*-)?key" value="|data-key="|data-etag="&quot;|\?v=)[^"&\s]*|(?<=\.)()[0-9a-f]{12}(?=\.(?:css|js))'
)
HREF = re.compile(r'(?:href|hx-get|src)="([^"#]+)')
LEFT_OUT = re.compile(r"/(static|comptes/logout|comptes/deconnexion|admin)/")


def read(content: bytes, kind: str) -> str:
    """Return an answer as text: workbooks cell by cell, PDFs line by line."""
    if "spreadsheetml" in kind:
        rows = [[str(cell) for cell in row] for page in load_workbook(BytesIO(content)) for row in page.values]
        told = "\n".join(" | ".join(row) for row in rows)
    elif "opendocument" in kind:
        told = ZipFile(BytesIO(content)).read("content.xml").decode().replace("><", ">\n<")
    elif "pdf" in kind and len(content) > 100:  # the one of everything is a name and a beginning
        told = "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
    elif kind.startswith("image/") or "font" in kind:
        told = hashlib.sha256(content).hexdigest()
    elif "json" in kind:
        told = json.dumps(json.loads(content), ensure_ascii=False, indent=1)
    else:
        # What is no text is a backup: the database itself, which both read.
        told = VARIES.sub(r"\1…", content.decode("utf-8", "replace")) if "text" in kind else kind
    return told


def build() -> None:
    """Make the database, once."""
    from django.core.management import call_command

    from tarot_club.demo import build_demo
    from tests.one_of_everything import world
    from tournaments.models import Account

    call_command("migrate", verbosity=0)
    values = {name: str(value) for name, value in world().values.items()}
    build_demo(at=NOW)
    Account.objects.create_superuser("maison")
    where().write_text(json.dumps(values))


def where() -> Path:
    """Return the file of what the addresses of the club with one of everything name."""
    return Path(sys.argv[1]).resolve().parent / "house.json"


def addresses() -> list[tuple[str, bool]]:
    """Return every address, of the club with one of everything, and whether it takes POST alone."""
    from tests.test_urls import ALL

    values: dict[str, Any] = json.loads(where().read_text())
    return [address.at(values) for address in ALL if not address.route.startswith("static")]


def kind_of(path: str) -> str:
    """Return what an address asks for, whoever and whatever it names."""
    at = urlsplit(path)
    try:
        route = resolve(at.path).route
    except Resolver404:
        route = at.path
    return f"{route}?{sorted(parse_qs(at.query))}"


def walk(folder: Path, name: str, client: Any, start: list[str]) -> None:
    """Ask for all that there is, and for all that it leads to."""
    from django.db import transaction

    waiting, asked, kinds = dict.fromkeys(start), set(), Counter()
    folder.mkdir(parents=True)
    while waiting:
        path = next(iter(waiting))
        del waiting[path]
        asked.add(path)
        kinds[kind_of(path)] += 1
        if kinds[kind_of(path)] > MOST:
            continue
        with transaction.atomic():
            answer = client.get(path)
            if answer.headers.get("Allow") in {"POST", "POST, OPTIONS"}:
                answer = client.post(path)
            transaction.set_rollback(True)
        content = b"".join(answer) if answer.streaming else answer.content
        kind = answer.headers.get("Content-Type", "")
        told = read(content, kind) if answer.status_code == 200 or "html" in kind or "json" in kind else ""
        file = folder / re.sub(r"\W+", "_", path)[:120]
        file = file.with_name(file.name + "_" + hashlib.sha256(path.encode()).hexdigest()[:6])
        file.write_text(f"{path}\n{answer.status_code} {kind} {answer.headers.get('Location', '')}\n{told}\n")
        if answer.status_code == 200 and "html" in kind:
            for found in HREF.findall(content.decode()):
                to = urlsplit(urljoin(path, unescape(found)))
                target = to.path + (f"?{to.query}" if to.query else "")
                if not to.netloc and to.scheme in {"", "http"} and not LEFT_OUT.search(target) and target not in asked:
                    waiting[target] = None
    print(f"{name}: {sum(min(count, MOST) for count in kinds.values())} answers to {len(kinds)} kinds of addresses")


def papers(folder: Path) -> None:
    """Make each paper of each tournament, as a job does."""
    from django.db import transaction

    from tournaments.documents.registry import DOCUMENTS
    from tournaments.models import Document, Job, Season, Tournament
    from tournaments.refusals import Refusal
    from tournaments.seating import Monitor

    folder.mkdir()
    orders = [{"tournament": tournament} for tournament in Tournament.objects.order_by("pk")]
    orders += [{"season": season} for season in Season.objects.order_by("pk")]
    for kind, printable in sorted(DOCUMENTS.items()):
        for number, about in enumerate(orders):
            for asked in ({}, {"round": 1}, {"language": "en"}):
                with transaction.atomic():
                    told = ""
                    try:
                        job = Job.objects.create(kind=kind, asked_at=NOW, wanted=asked, **about)
                        made = printable.make(job, Monitor())
                        document = Document.objects.get(pk=made["document"])
                        told = f"{document.title}\n{document.filename}\n" + read(bytes(document.content), "pdf")
                    except Refusal as refusal:
                        told = f"refused: {refusal}"
                    except Exception as error:  # noqa: BLE001 - a kind that is not about this: before and after alike
                        told = f"{type(error).__name__}"
                    transaction.set_rollback(True)
                name = f"{kind}_{number}_" + "_".join(f"{key}_{value}" for key, value in asked.items())
                (folder / name).write_text(told + "\n")


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True)
    database = folder.parent / "house.sqlite3"
    os.environ.setdefault("DATABASE_URL", f"sqlite:///{database}")
    os.environ["SECRET_KEY"] = "maison"  # links that one process signed are opened by the other
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.test import Client
    from django.test.utils import setup_test_environment

    setup_test_environment()
    settings.AXES_ENABLED = False
    from tournaments import tasks as _tasks  # noqa: F401 - declares the documents
    from tournaments.models import Account

    with patch("django.utils.timezone.now", return_value=NOW):
        if not where().exists():
            build()
        every = addresses()
        demo = ["/"]
        for name in ("nobody", "maison", "organisateur", "arbitre", "joueur"):
            client = Client()
            account = Account.objects.filter(username=name).first()
            if account is not None:
                client.force_login(account, backend="allauth.account.auth_backends.AuthenticationBackend")
            walk(folder / name, name, client, every + demo)
        english = Client(headers={"accept-language": "en"})
        walk(folder / "english", "english", english, demo)
        papers(folder / "papers")


main()
