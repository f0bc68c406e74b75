"""
Deletes what is not kept for ever: sessions, login tries, ended jobs, drafts of draws, old documents and messages, and
entries from home of finished tournaments.

A document can always be made again from the database. A published draw cannot, and shows how the rounds were made: it
stays, without the job that computed it. The page of documents and the README beside this file say so.
"""

from collections import Counter
from datetime import datetime, timedelta

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from tournaments.labels import OVER, EntryState, JobKind, JobState
from tournaments.models import Document, Draw, Entry, Job, Mail, Tournament, WebhookDelivery
from tournaments.paper_labels import NARROWED
from tournaments.queries.work.clock import act_before_leap
from tournaments.services.locks import lock_tournament
from tournaments.services.people.entries import count_places

DAYS_OF_A_DOCUMENT = 90
DAYS_OF_A_JOB = 30
DAYS_OF_AN_ENTRY = 60  # after the day of its tournament
DAYS_TO_CONFIRM = 7  # an address that somebody typed: it may be anybody's
DAYS_OF_A_TRY = 30  # a lock lasts minutes; after that, these rows only record who tried

AT_ONCE = 200  # rows deleted in one transaction: a donne saved meanwhile waits no longer than that


def purge_by_the_clock(*, at: datetime) -> Counter[str]:
    """Delete what is too old; nothing if the clock of this machine may be ahead. Return as `purge`."""
    return Counter() if act_before_leap(at) else purge(at=at)


def purge(*, at: datetime) -> Counter[str]:
    """Delete what is too old, and return how many rows of each model were deleted, by the model's name (« Job »)."""
    deleted: Counter[str] = Counter()
    tried_before = at - timedelta(days=DAYS_OF_A_TRY)
    for rows in (
        Session.objects.filter(expire_date__lt=at),
        *(
            model.objects.filter(attempt_time__lt=tried_before)
            for model in (AccessAttempt, AccessFailureLog, AccessLog)
        ),
        old_documents(at),
        drafts(at),
        ended_jobs(at),
        old_deliveries(at),
        old_messages(at),
    ):
        deleted += _delete(rows)
    return deleted + _delete_entries(at)


def old_documents(at: datetime) -> QuerySet[Document]:
    """
    Return the documents to delete; the last ranking of each tournament and the last league of each season stay.

    Rankings of one group, one club or some rounds only are no such last ranking.
    """
    of_all = Document.objects.exclude(job__wanted__has_any_keys=NARROWED).order_by()
    rankings = of_all.filter(job__kind=JobKind.RANKING).values("tournament")
    leagues = of_all.filter(job__kind=JobKind.LEAGUE).values("season")
    old_rows = Document.objects.filter(made_at__lt=at - timedelta(days=DAYS_OF_A_DOCUMENT))
    for of_kind in (rankings, leagues):
        old_rows = old_rows.exclude(pk__in=of_kind.annotate(last=Max("pk")).values("last"))
    return old_rows


def drafts(at: datetime) -> QuerySet[Draw]:
    """Return the unpublished draws whose job is to be deleted; they are deleted before their jobs."""
    return Draw.objects.filter(published_at=None, job__in=ended_jobs(at))


def ended_jobs(at: datetime) -> QuerySet[Job]:
    """Return the jobs to delete; a job with a document stays."""
    return Job.objects.filter(
        state__in=[JobState.DONE, JobState.FAILED, JobState.CANCELLED],
        ended_at__lt=at - timedelta(days=DAYS_OF_A_JOB),
        document=None,
    )


def old_deliveries(at: datetime) -> QuerySet[WebhookDelivery]:
    """Return the messages to webhooks to delete: older than 30 days, and received or given up."""
    return WebhookDelivery.objects.filter(next_try_at=None, made_at__lt=at - timedelta(days=DAYS_OF_A_JOB))


def old_messages(at: datetime) -> QuerySet[Mail]:
    """
    Return the e-mails to people to delete, older than 90 days and sent or given up: those of an entry go with it.

    What an address stopped stays (`Mailbox`): it holds as long as its club is here.
    """
    return Mail.objects.filter(due_at=None, made_at__lt=at - timedelta(days=DAYS_OF_A_DOCUMENT))


def old_entries(at: datetime) -> QuerySet[Entry]:
    """
    Return the entries from home to delete: registrations keep who came.

    These are the entries of tournaments that ended or were called off, 60 days after their day, and entries whose
    address was not confirmed for a week. Entries of another tournament that nobody ended stay, whatever the day.
    """
    past = timezone.localdate(at) - timedelta(days=DAYS_OF_AN_ENTRY)
    unconfirmed = Q(state=EntryState.TO_CONFIRM, entered_at__lt=at - timedelta(days=DAYS_TO_CONFIRM))
    is_over = Q(tournament__state__in=OVER) | ~Q(tournament__called_off="")
    return Entry.objects.filter(Q(is_over, tournament__date__lt=past) | unconfirmed)


def _delete_entries(at: datetime) -> Counter[str]:
    """Delete the old entries, one tournament after the other, and count the places of each again."""
    deleted: Counter[str] = Counter()
    tournaments = Tournament.objects.filter(pk__in=old_entries(at).values("tournament"))
    for pk in tournaments.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            tournament = lock_tournament(pk)
            rows, by_model = old_entries(at).filter(tournament=tournament).delete()
            deleted["Entry"] += rows - by_model.get(Mail._meta.label, 0)
            count_places(tournament)
    return deleted


def _delete(rows: QuerySet) -> Counter[str]:
    """Delete rows, `AT_ONCE` in a transaction, and return how many, by the model's name."""
    deleted: Counter[str] = Counter()
    keys = list(rows.values_list("pk", flat=True))
    for start in range(0, len(keys), AT_ONCE):
        with transaction.atomic():
            still_old = rows.filter(pk__in=keys[start : start + AT_ONCE])  # a draft may be published meanwhile
            deleted[rows.model.__name__] += still_old.delete()[0]
    return deleted
