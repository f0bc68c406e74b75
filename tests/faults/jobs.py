"""Faults of jobs, purges, limits of requests, health and locks."""

from tests.faults.fault import Fault

JOBS, OF_JOBS = "tournaments/services/work/jobs.py", "tests/tournaments/services/work/test_jobs.py"

JOBS_AND_DOORS: tuple[Fault, ...] = (
    Fault(
        "the result of a cancelled job is kept",
        JOBS,
        "_own_row(job).filter(cancel_asked=False).update(state=JobState.DONE",
        "_own_row(job).update(state=JobState.DONE",
        (OF_JOBS,),
    ),
    Fault(
        "a job that kills its worker is taken up for ever",
        JOBS,
        'attempts=F("attempts") + 1,',
        'attempts=F("attempts"),',
        (OF_JOBS,),
    ),
    Fault(
        "a worker writes in the row that another one took over",
        JOBS,
        "worker=job.worker, attempts=job.attempts, state=JobState.RUNNING)",
        "state=JobState.RUNNING)",
        (OF_JOBS,),
    ),
    Fault(
        "two clicks ask for the same work twice",
        JOBS,
        "return live or Job.objects.create(",
        "return Job.objects.create(",
        (OF_JOBS,),
    ),
    Fault(
        "a worker takes a job that another one does",
        JOBS,
        "Job.objects.filter(free, pk=job_id).update(",
        "Job.objects.filter(pk=job_id).update(",
        (OF_JOBS,),
    ),
    Fault(
        "a worker keeps alive the rows that it does no more",
        JOBS,
        "Job.objects.filter(pk__in=list(job_ids), worker=worker,",
        "Job.objects.filter(worker=worker,",
        (OF_JOBS, "tests/tournaments/test_tasks.py"),
    ),
    Fault(
        "the last ranking of a tournament is purged",
        "tournaments/services/work/purges.py",
        "for of_kind in (rankings, leagues):",
        "for of_kind in (leagues,):",
        ("tests/tournaments/services/work/test_purges.py",),
    ),
    Fault(
        "a job is given a slot that is not free",
        "tournaments/work/slots.py",
        "if self._free(sort) <= 0:",
        "if self._free(sort) < 0:",
        ("tests/tournaments/test_tasks.py",),
    ),
    Fault(
        "one request too few is allowed",
        "tournaments/kit/throttle.py",
        "return None if count <= self.most else",
        "return None if count < self.most else",
        ("tests/tournaments/kit/test_throttle.py",),
    ),
    Fault(
        "each address of one IPv6 network counts for itself",
        "tournaments/kit/throttle.py",
        "IPV6_OF_ONE_CLIENT = 64",
        "IPV6_OF_ONE_CLIENT = 128",
        ("tests/tournaments/kit/test_throttle.py",),
    ),
    Fault(
        "a client behind a proxy says who he is",
        "tournaments/kit/throttle.py",
        '.rpartition(",")[2] or written',
        '.partition(",")[0] or written',
        ("tests/tournaments/kit/test_throttle.py",),
    ),
    Fault(
        "`/sante/` answers 200 though the disk is full",
        "tarot_club/views.py",
        '"reason": "disk_full"}, status=507)',
        '"reason": "disk_full"}, status=200)',
        ("tests/tarot_club/test_health.py", "tests/tarot_club/test_failures.py"),
    ),
    Fault(
        "a tournament's row is not locked before it is written in",
        "tournaments/services/results.py",
        '.select_for_update(of=("self",), no_key=True).select_related("club").order_by()',
        '.select_related("club").order_by()',
        ("tests/services/test_locks.py",),
        needs="postgresql",
    ),
    Fault(
        "a club's file is not locked before it is written in",
        "tournaments/services/people/players.py",
        "Club.objects.select_for_update(no_key=True).get(pk=club.pk)",
        "Club.objects.get(pk=club.pk)",
        ("tests/services/test_locks.py",),
        needs="postgresql",
    ),
    Fault(
        "two who ask for the same work at once get two jobs",
        JOBS,
        "type(owner).objects.select_for_update(no_key=True).get(pk=owner.pk)",
        "type(owner).objects.get(pk=owner.pk)",
        ("tests/services/test_locks.py",),
        needs="postgresql",
    ),
)
