"""
A club in one file, to move it: its rows as Django's serializers write them, for a new site where nobody is yet.

It holds people's names, payments and every sheet, so it is for the club's organisers only. It holds no password, no
secret of programs, no documents and no jobs.
"""

import gzip
import json
import tempfile
from collections.abc import Iterator
from datetime import datetime
from io import TextIOWrapper
from itertools import groupby, islice
from typing import BinaryIO, TextIO

from django.contrib.auth.hashers import make_password
from django.core import serializers
from django.core.exceptions import FieldDoesNotExist, ObjectDoesNotExist
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.db import IntegrityError, connection, transaction
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _

from scoring.imports.event_rows import OWN_COLUMNS
from scoring.models import PenaltyKind
from tarot_club.backups import known_migrations
from tarot_club.older_club_files import rows_of_today
from tournaments.mail_labels import MailState
from tournaments.models import (
    Account,
    Club,
    CommitteeSuspension,
    Document,
    Invitation,
    Job,
    League,
    LeagueGuest,
    Mail,
    Player,
    Token,
    Webhook,
    WebhookDelivery,
)
from tournaments.queries.clubs.leaving import people_of, rows_of
from tournaments.refusals import Refusal
from tournaments.services.locks import lock_club
from tournaments.services.people.periods import note_unknown_periods

FORMAT, VERSION = "tarot-club-club", 2  # from 2 on a file names the last migrations of its site
CONTENT_TYPE, EXTENSION = "application/gzip", "club.gz"
# Secrets, messages and offers of this installation, work that is done again, what two clubs agreed upon, and what a
# comité decided.
LEFT_OUT = {CommitteeSuspension, Document, Invitation, Job, LeagueGuest, Token, Webhook, WebhookDelivery}
AT_ONCE = 500
LONGEST_LINE = 16 * 1024 * 1024  # letters; the plan of a draw of 2,000 players has the longest row


def club_file(club: Club, *, at: datetime) -> BinaryIO:
    """Return a file with all that belongs to a club, open for reading. The file is deleted when it is closed."""
    file = tempfile.TemporaryFile(prefix="tarot-club-")  # noqa: SIM115 - it is sent
    with transaction.atomic(), gzip.open(file, "wb") as packed, TextIOWrapper(packed, "utf-8") as text:
        lock_club(club)
        list(club.tournaments.select_for_update(no_key=True).order_by("pk").values_list("pk"))
        sections = _sections(club)
        kept = {model: set(rows.values_list("pk", flat=True)) for model, rows in sections.items()}
        head = {"format": FORMAT, "version": VERSION, "club": club.name, "made_at": at.isoformat()}
        head["migrations"] = _last_migrations()
        json.dump(head | {"rows": sum(map(len, kept.values()))}, text, ensure_ascii=False)
        text.write("\n")
        members = set(club.players.values_list("pk", flat=True))
        for rows in sections.values():
            alone = (_alone(row, club, members, kept) for row in rows.order_by("pk").iterator(AT_ONCE))
            serializers.serialize("jsonl", alone, stream=text, ensure_ascii=False)
    file.seek(0)
    return file


def _last_migrations() -> dict[str, str]:
    """Return the last migration of each app in this version."""
    return dict(sorted(known_migrations()))


def _sections(club: Club) -> "dict[type[Model], QuerySet[Model]]":
    """Return the rows of each model in the file. Rows of no club are the faults that penalties point to."""
    sections = {model: rows for model, rows in rows_of(club) if model not in LEFT_OUT}
    sections[PenaltyKind] |= PenaltyKind.objects.filter(club=None, edition=None)
    sections[Player] = people_of(club)
    roles = Q(appointments__club=club) | Q(appointments__tournament__club=club) | Q(player__in=club.players)
    sections[Account] = Account.objects.filter(roles).distinct()
    return sections


def _alone(row: Model, club: Club, members: set[int], kept: dict[type[Model], set[int]]) -> Model:
    """Return a row as it is on a site with this club only. A former member comes without what his other clubs keep."""
    if isinstance(row, League) and row.committee_id is not None:  # there it is the club's own, beside its others
        row.name = f"{row.name[:50]} ({row.number})"
    for column in row._meta.concrete_fields:
        target = column.related_model
        if target is not None and getattr(row, column.attname) not in kept.get(target, ()):
            setattr(row, column.attname, None)
    if isinstance(row, Club):
        row.lists_members = row.lists_arbiters = False  # to a comité of this installation
    if isinstance(row, Player):
        row.club_id = club.pk
        for model, name in OWN_COLUMNS if row.pk not in members else ():
            if model is Player:
                setattr(row, name, getattr(Player(), name))
    return _harmless(row)


def _harmless(row: Model) -> Model:
    """
    Return a login with only its roles in the club, without a password and rights on the site, and a message that waits
    as one of which nobody knows whether it left: the site that it comes from sends it, so this one must not.
    """
    if isinstance(row, Account):
        row.password, row.is_superuser, row.is_staff = make_password(None), False, False
    if isinstance(row, Mail) and row.state == MailState.WAITING:
        row.state, row.due_at, row.handed_at = MailState.LEAVING, None, row.due_at
    return row


@transaction.atomic
def take_in(file: BinaryIO) -> Club:
    """
    Write the club of a file into a database that has no club and no account, and return the club.

    Refuses another database, another kind of file, and a file that is cut, altered, or of a newer or too old version.
    """
    if Club.objects.exists() or Account.objects.exists():
        raise Refusal(
            "Un club entre dans un site où il n’y a encore ni club ni compte : faites-en un neuf "
            "(TAROT_CLUB_DATA ou DATABASE_URL), puis recommencez. Rien n’a été changé.",
            code="not_empty",
        )
    PenaltyKind.objects.all().delete()  # the club brings the catalogue that its penalties point to
    try:
        with gzip.open(file) as packed, TextIOWrapper(packed, "utf-8") as text:
            expected, migrations = _read_head(text)
            for model, rows in _read(rows_of_today(_lines(text, expected), migrations)):
                _write(model, rows)
        connection.check_constraints()
    except (OSError, EOFError, UnicodeDecodeError, DeserializationError, ObjectDoesNotExist, IntegrityError) as error:
        if isinstance(error.__cause__, FieldDoesNotExist) and migrations != _last_migrations():
            raise _too_old() from error
        raise _broken() from error
    if Club.objects.count() != 1:
        raise _broken()
    club = Club.objects.get()
    note_unknown_periods(club)
    return club


def _read_head(text: TextIO) -> tuple[int, dict[str, str]]:
    """
    Return how many rows follow the first line, and the last migrations of the site that wrote them.

    Refuses another kind of file, and one of a newer version.
    """
    try:
        head = json.loads(text.readline(LONGEST_LINE))
        if head["format"] != FORMAT:
            raise _broken()
        version, rows = int(head["version"]), int(head["rows"])
        migrations = dict(head["migrations"]) if version > 1 else {}
        is_newer = version > VERSION or not migrations.items() <= known_migrations()
    except (ValueError, TypeError, KeyError) as error:
        raise _broken() from error
    if is_newer:
        raise Refusal(
            "Ce fichier vient d’une version plus récente de Tarot Club : mettez d’abord le programme à jour. "
            "Rien n’a été changé.",
            code="newer_than_us",
        )
    return rows, migrations


def _lines(text: TextIO, expected: int) -> Iterator[str]:
    """Yield as many lines as the head says, none too long: a small file may unpack to any size."""
    for _number in range(expected):
        line = text.readline(LONGEST_LINE)
        if len(line) == LONGEST_LINE or not line.strip():
            raise _broken()
        yield line
    if text.read(1):
        raise _broken()


def _read(lines: Iterator[str]) -> Iterator[tuple[type[Model], Iterator[Model]]]:
    """Yield the rows of a file by model. Raises DeserializationError for a model that no club has."""
    may_come = {model for model, _rows in rows_of(Club(pk=0))} - LEFT_OUT | {Player, Account}
    rows = (found.object for found in serializers.deserialize("jsonl", lines))
    for model, group in groupby(rows, key=type):
        if model not in may_come:
            raise DeserializationError(model.__name__)
        yield model, map(_harmless, group)


def _write(model: type[Model], rows: Iterator[Model]) -> None:
    """Write rows under the ids of the file. New rows of this site get higher ids."""
    plain: QuerySet[Model] = QuerySet(model)  # a manager of ours would make memberships
    while some := list(islice(rows, AT_ONCE)):
        plain.bulk_create(some)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(statement)


def _broken() -> Refusal:
    return Refusal(
        _("Ce fichier n’est pas un club entier : il est abîmé, ou c’est autre chose. Rien n’a été changé."),
        code="broken_club",
    )


def _too_old() -> Refusal:
    return Refusal(
        "Ce fichier vient d’une version trop ancienne de Tarot Club : mettez à jour le site d’où il vient, puis "
        "reprenez-y le fichier du club. Rien n’a été changé.",
        code="too_old",
    )
