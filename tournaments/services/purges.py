"""
What is not kept for ever: sessions, login tries, ended jobs, drafts of draws, old documents and messages to webhooks.

A document can be made again at any time from what is in the database. A published draw cannot: it stays without the job
that computed it, for it tells how the rounds were made. Said on the page of documents and in the README.
"""

from collections import Counter
from datetime import datetime, timedelta

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Max, QuerySet

from tournaments.labels import JobKind, JobState
from tournaments.models import Document, Draw, Job, WebhookDelivery
from tournaments.papers import NARROWED

DAYS_OF_A_DOCUMENT = 90
DAYS_OF_A_JOB = 30
DAYS_OF_A_TRY = 30  # a lock lasts minutes; beyond, these rows only tell who tried

AT_ONCE = 200  # rows to delete in one transaction: a donne saved meanwhile waits for no more than that


def purge(*, at: datetime) -> Counter[str]:
    """Delete what is too old, and return how many rows of each model, by its name (« Job »)."""
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
    ):
        deleted += _delete(rows)
    return deleted


def old_documents(at: datetime) -> QuerySet[Document]:
    """
    Return the documents to delete: the last ranking of each tournament and the last league of each season stay.

    Those of one group, one club or some rounds alone do not count as such.
    """
    of_all = Document.objects.exclude(job__wanted__has_any_keys=NARROWED).order_by()
    rankings = of_all.filter(job__kind=JobKind.RANKING).values("tournament")
    leagues = of_all.filter(job__kind=JobKind.LEAGUE).values("season")
    old = Document.objects.filter(made_at__lt=at - timedelta(days=DAYS_OF_A_DOCUMENT))
    for kept in (rankings, leagues):
        old = old.exclude(pk__in=kept.annotate(last=Max("pk")).values("last"))
    return old


def drafts(at: datetime) -> QuerySet[Draw]:
    """Return the draws to delete, before their jobs: those never published whose job is to be deleted."""
    return Draw.objects.filter(published_at=None, job__in=ended_jobs(at))


def ended_jobs(at: datetime) -> QuerySet[Job]:
    """Return the jobs to delete: those of a document that is still there stay."""
    return Job.objects.filter(
        state__in=[JobState.DONE, JobState.FAILED, JobState.CANCELLED],
        ended_at__lt=at - timedelta(days=DAYS_OF_A_JOB),
        document=None,
    )


def old_deliveries(at: datetime) -> QuerySet[WebhookDelivery]:
    """Return the messages to delete: what arrived or was given up, a month ago."""
    return WebhookDelivery.objects.filter(next_try_at=None, made_at__lt=at - timedelta(days=DAYS_OF_A_JOB))


def _delete(rows: QuerySet) -> Counter[str]:
    """Delete rows some at a time."""
    deleted: Counter[str] = Counter()
    keys = list(rows.values_list("pk", flat=True))
    for first in range(0, len(keys), AT_ONCE):
        with transaction.atomic():
            again = rows.filter(pk__in=keys[first : first + AT_ONCE])  # a draft may be published meanwhile
            deleted[rows.model.__name__] += again.delete()[0]
    return deleted
