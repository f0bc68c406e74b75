"""Keeping a document that a job made."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_noop

from tournaments.models import Document, Job
from tournaments.seating import Cancelled
from tournaments.services.journal import note


@transaction.atomic
def keep_document(*, job: Job, title: str, filename: str, content: bytes, at: datetime) -> Document:
    """
    Return the document of this job. A job that was taken over and done twice keeps the first one.

    The job's own row is locked first, so that two workers that finish together keep one document. Raises Cancelled
    when somebody asked to cancel it meanwhile.
    """
    rows = Job.objects.select_for_update(of=("self",), no_key=True)
    job = rows.select_related("tournament__club", "season__club").get(pk=job.pk)
    if job.cancel_asked:
        raise Cancelled
    document, is_new = Document.objects.get_or_create(
        job=job,
        defaults={
            "tournament": job.tournament,
            "season": job.season,
            "title": title[:200],
            "filename": filename[:120],
            "content": content,
            "size": len(content),
            "made_at": at,
        },
    )
    if is_new:
        owner = {"tournament": job.tournament} if job.tournament else {"club": job.of_season.club}
        note(
            action=gettext_noop("document fait"),
            subject=document.title,
            by=job.asked_by,
            at=at,
            details={"filename": document.filename, "size": document.size},
            **owner,
        )
    return document
