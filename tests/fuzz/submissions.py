"""
Whatever a form may be sent: what its page would send, with some of it changed, left out, doubled or made up.

A case is some submissions one after the other, by anybody; nothing of it is kept. After each: the server did not fail,
it asked a bounded number of statements, the constraints of the database hold, and what was refused wrote nothing.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, reset_queries, transaction
from django.http import HttpResponse
from django.test.client import MULTIPART_CONTENT
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import strategies as st

from tests.fuzz.page_forms import Control, Form, forms_of
from tests.test_urls import ALL, NAMES
from tests.texts import HOSTILE
from tests.who_asks import Walk
from tests.whole_database import digests
from tournaments.models import Seat, SeatResult

MOST_STATEMENTS = 400  # of one answer, in a world of two small clubs
MOST_ACTS = 4  # of a case
MOST_CHOICES = 5  # of a box, of those that are made twice
WRITES = ("INSERT", "UPDATE", "DELETE")
# Written of who asks, whatever he is answered.
OF_VISITORS = {"scoring_phone", "django_session", "axes_accessattempt", "axes_accessfailurelog", "axes_accesslog"}
TYPED = [
    *("", " ", "0", "-1", "1", "2", "3", "12", "91", "91,5", "1e9", "1e400", "NaN", "Infinity", "½", "²", "٣", "\x00"),
    *("2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "9" * 500, "9" * 5000),
    *("0001-01-01", "9999-12-31", "2026-02-30", "2026-11-27", "31/12/9999", "25:61", "2026-11-27T25:00", "on", "true"),
    *("[]", "{}", "[1, 2]", '{"a": null}', "../../etc/passwd", "http://[::1", "a@b", "é" * 300, "\r\nSet-Cookie: a=b"),
    *("00000000-0000-0000-0000-000000000000", "\ufffe", *HOSTILE),
]
NO_UTF8 = [b"\xff\xfe", b"\xc3", b"\xed\xa0\x80"]
FILES = [b"", b"\x00" * 64, b"PK\x03\x04", b"%PDF-1.7", b"Nom;Club\nZIMMER;Autre\n", b"{}", b"[]", b"\x89PNG\r\n\x1a\n"]


@dataclass
class Site:
    """The worlds of the walk, every address, files to send, and what was answered so far."""

    walk: Walk
    paths: list[str]
    files: list[bytes] = field(default_factory=lambda: list(FILES))
    statuses: Counter[int] = field(default_factory=Counter)
    most_statements: Counter[str] = field(default_factory=Counter)
    untouched: dict[str, str] = field(default_factory=dict)  # what is written of the worlds before a case
    rows: dict[str, str] = field(default_factory=dict)  # and in one, so far

    def look(self, who: str, path: str) -> HttpResponse:
        """Return the page that somebody is led to; nothing of it is kept."""
        with transaction.atomic():
            answer = self.walk.client(self.walk.people[who].account).get(path, follow=True)
            transaction.set_rollback(True)
        return answer

    def send(self, who: str, form: Form, data: dict[str, list[Any]]) -> None:
        """Send a form once, and judge what is answered."""
        cache.clear()  # nobody is told to wait
        reset_queries()  # a full log takes no more
        client = self.walk.client(self.walk.people[who].account)
        with CaptureQueriesContext(connection) as asked:
            if form.method == "get":
                answer = client.get(form.path, data)
            elif any(isinstance(value, SimpleUploadedFile) for values in data.values() for value in values):
                answer = client.post(form.path, data, content_type=MULTIPART_CONTENT)
            else:
                answer = client.post(form.path, urlencode(data, doseq=True), "application/x-www-form-urlencoded")
            if answer.streaming:
                b"".join(answer)
        self.statuses[answer.status_code] += 1
        self.most_statements[form.path] = max(self.most_statements[form.path], len(asked))
        assert answer.status_code < 500
        assert len(asked) <= MOST_STATEMENTS, Counter(query["sql"] for query in asked).most_common(3)
        connection.check_constraints()
        if any(query["sql"].startswith(WRITES) for query in asked):
            before, self.rows = self.rows, digests(but=OF_VISITORS)
            changed = [table for table, rows in self.rows.items() if rows != before[table]]
            assert answer.status_code < 400 or changed == [], "it is refused, and half written"


def a_site(walk: Walk) -> Site:
    """Return the site of these worlds, the pages of the administrator and of logins among its addresses."""
    pages_of_models = [
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=arguments)
        for model in admin.site._registry
        for page, arguments in (("changelist", []), ("add", []), ("change", [getattr(model.objects.first(), "pk", 0)]))
    ]
    logins = [reverse(name) for name in ("account_login", "account_logout", "account_change_password", "admin:login")]
    pages = [address.at(walk.here.values) for address in ALL if not address.route.startswith("api/")]
    # The evening has a result, so that a rule that moves places is shown before it is kept.
    seat = Seat.objects.filter(round__tournament=walk.here.values["tournament_id"]).first()
    SeatResult.objects.create(seat=seat, points=10, donnes=1)
    site = Site(walk, pages + logins + pages_of_models)
    site.untouched = digests(but=OF_VISITORS)
    return site


def take_files(site: Site) -> None:
    """Have the files that the site gives out sent back to it too."""
    for path in site.paths:
        answer = site.look("superuser", path)
        if answer.has_header("Content-Disposition"):
            site.files.append(b"".join(answer) if answer.streaming else answer.content)


def forms_at(site: Site, who: str, path: str) -> list[Form]:
    """Return the forms of the page somebody is led to, and one of every name there is, which no page sends."""
    answer = site.look(who, path)
    made_up = Form(path, "post", tuple(Control(name, "text", ("1",), is_sent=False) for name in sorted(NAMES)))
    if answer.streaming or not answer.headers.get("Content-Type", "").startswith("text/html"):
        return [made_up]
    everywhere = {reverse("choose_language"), reverse("account_logout")} - {path}  # they stand on every page
    found = forms_of(answer.content.decode(), answer.request["PATH_INFO"])
    return [*(form for form in found if form.path not in everywhere), made_up]


def play(site: Site, data: st.DataObject) -> None:
    """Play a case; most of it is done by whoever may do everything."""
    site.rows = site.untouched
    people = ["superuser"] * len(site.walk.people) + [*site.walk.people]
    with transaction.atomic():
        for _act in range(data.draw(st.integers(1, MOST_ACTS), "acts")):
            who = data.draw(st.sampled_from(people), "who")
            path = data.draw(st.sampled_from(site.paths), "page")
            form = data.draw(st.sampled_from(forms_at(site, who, path)), "form")
            site.send(who, form, data.draw(typed(form, [*site.walk.here.values.values()], site.files), "sent"))
        transaction.set_rollback(True)


def untyped(form: Form) -> dict[str, list[Any]]:
    """Return what a page sends when nobody types."""
    sent: dict[str, list[Any]] = {}
    for control in form.controls:
        if control.is_sent and control.kind != "file":
            sent.setdefault(control.name, []).append(control.values[0])
    return sent


def chosen_twice(form: Form) -> Iterator[dict[str, list[Any]]]:
    """Yield what a page sends with the same choice made in two boxes that offer the same, empty texts filled in."""
    filled = untyped(form)
    alike: dict[tuple[str, ...], list[str]] = {}
    for control in form.controls:
        if control.kind == "text" and filled.get(control.name) == [""]:
            filled[control.name] = ["Essai"]
        if control.kind == "select":
            alike.setdefault(tuple(sorted(filter(None, control.values))[:MOST_CHOICES]), []).append(control.name)
    for values, names in alike.items():
        for value in values if len({*names}) > 1 else ():
            yield filled | {names[0]: [value], names[1]: [value]}


@st.composite
def typed(draw: st.DrawFn, form: Form, known: list[Any], files: list[bytes]) -> dict[str, list[Any]]:
    """Draw what is sent: what the page would send, but for some of its fields; of some forms one choice made twice."""
    sent = draw(st.sampled_from([untyped(form), *chosen_twice(form)]))
    names = sorted({control.name for control in form.controls})
    changed = draw(st.lists(st.sampled_from(names), max_size=6, unique=True)) if names else []
    for name in names:
        here = [control for control in form.controls if control.name == name]
        if here[0].kind == "file":
            sent[name] = [draw(_files(files))]
        elif name in changed:
            offered = [value for control in here for value in control.values]
            value = (
                st.sampled_from(offered or [""])
                | st.sampled_from([*TYPED, *NO_UTF8, *map(str, known)])
                | st.text(max_size=40)
            )
            sent[name] = draw(st.lists(value, max_size=3) | value.map(lambda one: [one]))
    return sent


@st.composite
def _files(draw: st.DrawFn, files: list[bytes]) -> SimpleUploadedFile:
    content = draw(st.sampled_from(files))
    if content and draw(st.booleans()):
        place, put = draw(st.integers(0, len(content))), draw(st.binary(max_size=6))
        content = content[:place] + put + content[place + len(put) :] if draw(st.booleans()) else content[:place]
    return SimpleUploadedFile(draw(st.sampled_from(["a.csv", "b.xlsx", "c.json"])), content)
