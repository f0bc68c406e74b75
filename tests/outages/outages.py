"""What may break, each as a function that breaks it; `Site.start` then puts back what does not run."""

import contextlib
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import redis

from scoring.views.table.tables import WRONG_CODES
from tests.outages.evening import Evening
from tests.outages.hall import Somebody
from tests.outages.listener import Listener
from tests.outages.site import Laptop, ManyMachines
from tests.tarot_club.serving import command_of, wait_until
from tournaments.models import Job

FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)

Outage = Callable[[ManyMachines, Evening, Random], None]
OUTAGES: dict[str, tuple[Outage, int]] = {}
OF_A_LAPTOP: dict[str, tuple[Callable[[Laptop, Evening, Random], None], int]] = {}


def outage(often: int) -> Callable[[Outage], Outage]:
    """Add a function to what may break; `often` is its share of a long run."""

    def declare(function: Outage) -> Outage:
        OUTAGES[function.__name__] = function, often
        return function

    return declare


def lasts(rng: Random, most: float = 1.0) -> None:
    time.sleep(rng.uniform(0.05, most))


@outage(8)
def web_killed(site: ManyMachines, _evening: Evening, rng: Random) -> None:
    rng.choice(site.webs).kill()
    lasts(rng)


@outage(6)
def web_child_killed(site: ManyMachines, _evening: Evening, rng: Random) -> None:
    """The process that answers, and not the one that starts it again."""
    web = rng.choice(site.webs)
    for child in children(web.process.pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


@outage(4)
def both_webs_killed(site: ManyMachines, _evening: Evening, rng: Random) -> None:
    for web in site.webs:
        web.kill()
    lasts(rng)


@outage(3)
def worker_killed(site: ManyMachines, _evening: Evening, rng: Random) -> None:
    site.kill_worker(rng.randrange(len(site.workers)))
    lasts(rng)


@outage(3)
def everything_killed(site: ManyMachines, _evening: Evening, rng: Random) -> None:
    site.kill_everything()
    lasts(rng)


@outage(10)
def backends_terminated(site: ManyMachines, _evening: Evening, rng: Random) -> None:
    """As an administrator does, or PostgreSQL when it is shut down."""
    for _time in range(rng.randint(1, 3)):
        for pid in site.cluster.backends():
            site.cluster.execute(f"SELECT pg_terminate_backend({pid})")
        lasts(rng, 0.2)


@outage(8)
def backend_killed(site: ManyMachines, _evening: Evening, rng: Random) -> None:
    """By `kill -9`: the postmaster ends all others too, and recovers from its log."""
    if pids := site.cluster.backends():
        with contextlib.suppress(ProcessLookupError):
            os.kill(rng.choice(pids), signal.SIGKILL)
    lasts(rng)


@outage(8)
def postmaster_killed(site: ManyMachines, _evening: Evening, rng: Random) -> None:
    site.cluster.kill()
    lasts(rng)


@outage(8)
def redis_stopped(site: ManyMachines, _evening: Evening, rng: Random) -> None:
    site.redis.kill()
    lasts(rng, 2)


@outage(10)
def network_cut(site: ManyMachines, _evening: Evening, rng: Random) -> None:
    site.relay.cut()
    lasts(rng, 2)


@outage(8)
def network_silent(site: ManyMachines, _evening: Evening, rng: Random) -> None:
    """What was sent comes late, or is lost with its connection."""
    site.relay.go_silent()
    lasts(rng, 2)
    if rng.random() < 0.5:
        site.relay.cut()


@outage(5)
def disk_full(site: ManyMachines, _evening: Evening, rng: Random) -> None:
    site.disk.fill()
    lasts(rng, 3)


@outage(5)
def rolled_over(site: ManyMachines, _evening: Evening, _rng: Random) -> None:
    """One web process after the other is replaced by a new one, as for a new version: no reader is turned away."""
    for web in site.webs:
        web.process.send_signal(signal.SIGTERM)
        web.process.wait(60)
        web.start()
        ends = time.monotonic() + 60
        while not web.healthy() and time.monotonic() < ends:
            time.sleep(0.1)


def cannot_be_tried(*, disk_is_small: bool) -> dict[str, str]:
    """Return what cannot break on this machine, by its name, and why: it would hold by not being tried."""
    reasons: dict[str, str] = {}
    if FAKETIME is None:
        reasons |= dict.fromkeys(("clock_an_hour_back", "clock_a_day_on"), "libfaketime is not installed")
    if not disk_is_small:
        reasons |= dict.fromkeys(("disk_full",), "no small disk can be mounted here")
    return reasons


def with_the_clock(site: ManyMachines, rng: Random, moved: str) -> None:
    """Have the clock of every web process and worker be wrong for a while; that of PostgreSQL is right."""
    wrong = {"LD_PRELOAD": str(FAKETIME), "FAKETIME": moved}
    for environment in (wrong, {}):
        for web in site.webs:
            web.kill()
            web.start(**environment)
        for place in range(len(site.workers)):
            site.kill_worker(place)
            site.workers[place] = site.worker(**environment)
        assert wait_until(site.is_up, 90), site.said()
        lasts(rng, 2)


@outage(2)
def clock_an_hour_back(site: ManyMachines, evening: Evening, rng: Random) -> None:
    evening.waits_for(evening.asks_for_a_ranking(), died=False)
    with_the_clock(site, rng, "-1h")


@outage(2)
def clock_a_day_on(site: ManyMachines, evening: Evening, rng: Random) -> None:
    evening.waits_for(evening.asks_for_a_ranking(), died=False)
    with_the_clock(site, rng, "+1d")


@outage(1)
def address_turned_away(site: ManyMachines, evening: Evening, rng: Random) -> None:
    """Who tries codes is counted by both web processes together, and turned away by both."""
    stranger = Somebody(site.ports, rng.randrange(1000, 50_000))
    stranger.ask("GET", "/table/")
    typed = {"code": "AAAAAA", "table": "1", "csrfmiddlewaretoken": stranger.cookies["csrftoken"]}
    answers = [stranger.ask("POST", "/table/", typed).status for _try in range(WRONG_CODES.most + 2)]
    if answers != [422] * WRONG_CODES.most + [429] * 2:
        evening.hall.wrong.append(f"tries of a code are answered {answers}")


@outage(1)
def somebody_elses_keys(site: ManyMachines, evening: Evening, rng: Random) -> None:
    """Whoever shares a Redis by mistake has written under our names: a message, counts and pages."""
    with redis.Redis.from_url(site.redis.address) as client:
        client.lpush("documents", b"\x80nothing of ours")  # Celery's worker ends of it, and is started again
        for key in client.scan_iter("*page:*"):
            client.set(key, rng.randbytes(20))
        for key in client.scan_iter("*rate:*"):
            client.set(key, "some")
    assert wait_until(lambda: any(worker.poll() is not None for worker in site.workers), 60)
    evening.waits_for(evening.asks_for_a_ranking(), died=False)


# Nobody but the worker that was killed had the job, and who takes it over does it once. The job is held up where it
# reads lines or writes what it found, until it is seen that somebody has it.


def taken_over(
    site: ManyMachines,
    evening: Evening,
    ask: Callable[[], Job],
    *,
    held: str,
    is_written: bool = False,
    begun: Callable[[int], bool] = lambda _worker: True,
) -> None:
    """
    Kill the worker of a job while it waits for a table that is `held` from whoever reads it, or where `is_written` from
    whoever writes there: it cannot be done before. `begun` says of a worker's process whether it is where it is killed.
    """
    for worker in site.workers:
        os.killpg(worker.pid, signal.SIGSTOP)
    evening.waits_for(job := ask())
    with site.cluster.holding(held, but_from_readers=is_written):
        for worker in site.workers:
            os.killpg(worker.pid, signal.SIGCONT)
        assert wait_until(lambda: evening.worker_of(job) != "", 60), site.said()
        place = site.worker_of(evening.worker_of(job))
        assert wait_until(lambda: begun(site.workers[place].pid), 60), site.said()
        site.kill_worker(place)


@outage(1)
def worker_killed_in_a_pdf(site: ManyMachines, evening: Evening, _rng: Random) -> None:
    taken_over(site, evening, evening.asks_for_a_ranking, held="tournaments_seatresult")


@outage(1)
def worker_killed_in_a_recount(site: ManyMachines, evening: Evening, _rng: Random) -> None:
    taken_over(site, evening, evening.asks_for_a_recount, held="scoring_sheetline")


@outage(1)
def worker_killed_in_a_draw(site: ManyMachines, evening: Evening, _rng: Random) -> None:
    """Its search is stopped with its worker, and begun again by the other; what it had found could not be written."""

    def searches(worker: int) -> bool:
        return any(b"tournaments.work.searches" in command_of(child) for child in children(worker))

    taken_over(site, evening, evening.asks_for_a_draw, held="tournaments_draw", is_written=True, begun=searches)


@outage(1)
def workers_killed_in_a_webhook(site: ManyMachines, evening: Evening, _rng: Random) -> None:
    """The other side has heard, and nobody notes that it did: it hears the same once more, half a minute later."""
    with Listener() as listener:
        evening.is_told(listener)
        assert listener.was_called.wait(60), site.said()
        for place in range(len(site.workers)):
            site.kill_worker(place)
        listener.answers.set()
        site.start()
        assert wait_until(lambda: len(listener.heard) > 1 and evening.was_told(), 120), listener.heard
        assert len({*listener.heard}) == 1


def forked_killed(place: int) -> Callable[[Laptop, Evening, Random], None]:
    def kill(site: Laptop, _evening: Evening, rng: Random) -> None:
        if len(forked := site.forked()) == 2:
            with contextlib.suppress(ProcessLookupError):
                os.kill(forked[place], signal.SIGKILL)
        lasts(rng)

    return kill


def laptop_killed(site: Laptop, _evening: Evening, rng: Random) -> None:
    site.kill_everything()
    lasts(rng)


def laptop_full(site: Laptop, _evening: Evening, rng: Random) -> None:
    site.disk.fill()
    lasts(rng, 3)


OF_A_LAPTOP |= {
    "web_killed": (forked_killed(1), 8),
    "worker_killed": (forked_killed(0), 3),
    "everything_killed": (laptop_killed, 5),
    "disk_full": (laptop_full, 8),
}


def children(pid: int) -> list[int]:
    """Return the processes that a process has begun, in whichever of its threads."""
    return [int(child) for begun in Path(f"/proc/{pid}/task").glob("*/children") for child in begun.read_text().split()]
