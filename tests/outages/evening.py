"""An evening of an outage: its tables, its phones and its readers."""

import datetime
import random
import uuid
from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connections
from django.utils import timezone

from tests.factories import ClubFactory, SeasonFactory, TournamentFactory, arbiter, field
from tests.outages.hall import Hall, Phone, Reader
from tests.outages.judge import verdict
from tests.outages.listener import Listener
from tests.outages.site import Site
from tests.scoring.sheets import seated
from tests.tarot_club.serving import wait_until
from tournaments.labels import JobKind, JobState, Publication, TournamentState
from tournaments.models import Account, Document, Job, Tournament, Webhook, WebhookDelivery
from tournaments.queries.pages.table_codes import token_of
from tournaments.seating import Remainder
from tournaments.services.clubs.webhooks import try_webhook
from tournaments.services.draws.requests import ask_draw
from tournaments.services.work import jobs

DONNES = 60


class Evening:
    """A tournament of a club of its own, at whose tables people write, and whose standings and desk are read."""

    def __init__(self, site: Site, rng: random.Random, *, tables: int, readers: int) -> None:
        self.club = ClubFactory(name=f"Club {rng.getrandbits(40)}", slug=f"club-{rng.getrandbits(60)}")
        self.tournament = TournamentFactory(
            club=self.club,
            date=timezone.localdate(),
            state=TournamentState.RUNNING,
            donnes_per_round=DONNES,
            entry_at_tables=True,
        )
        self.revision = self.tournament.revision
        self.hall = Hall(site.ports, site.read_at, most=DONNES)
        self.hall.phones = [
            Phone(self.hall, number, token_of(table, self.tournament), random.Random(rng.getrandbits(32)))
            for number, table in enumerate(seated(self.tournament, tables=tables))
        ]
        session = logged_in(arbiter(self.club))
        pages = [
            (f"/tournois/{self.tournament.pk}/classement/?fragment", {}),
            (f"/arbitrage/{self.tournament.pk}/1/", session),
        ]
        self.hall.readers = [Reader(self.hall, 100 + number, *pages[number % 2]) for number in range(readers)]
        self.asked: dict[int, bool] = {}
        connections.close_all()  # the judge's own: what breaks is for the site

    def asks_for_a_ranking(self) -> Job:
        wanted = {"language": "fr", "site": "https://tarot.example.org"}
        return jobs.ask(kind=JobKind.RANKING, tournament=self.tournament, wanted=wanted, by=None, at=timezone.now())

    def asks_for_a_recount(self) -> Job:
        day = timezone.localdate()
        season = SeasonFactory(club=self.club, starts_on=day, ends_on=day + datetime.timedelta(days=1))
        Tournament.objects.filter(pk=self.tournament.pk).update(season=season)
        return jobs.ask(kind=JobKind.RECOUNT, season=season, by=None, at=timezone.now())

    def asks_for_a_draw(self) -> Job:
        """Ask for one that is searched for seconds: no construction gives a plan of so many rounds."""
        other = TournamentFactory(club=self.club, rounds_planned=24)
        field(other, 90)
        draw = ask_draw(tournament=other, remainder=Remainder.EXEMPT, seed=1, by=None, at=timezone.now())
        return Job.objects.get(pk=draw.job_id)

    def is_told(self, listener: Listener) -> None:
        """Have what is published told to another site, and something told to it at once."""
        webhook = Webhook.objects.create(
            club=self.club, url=listener.url, events=[Publication.DRAW], key=uuid.uuid4(), made_at=timezone.now()
        )
        self.delivery = try_webhook(club=self.club, webhook=webhook, by=None, at=timezone.now())
        connections.close_all()

    def was_told(self) -> bool:
        return WebhookDelivery.objects.get(pk=self.delivery.pk).delivered_at is not None

    def waits_for(self, job: Job, *, died: bool = True) -> None:
        """Note a job that must be done; where its worker died, at the second attempt."""
        self.asked[job.pk] = died
        connections.close_all()

    def worker_of(self, job: Job) -> str:
        """Return the worker that has a job now, empty while none has."""
        return str(Job.objects.values_list("worker", flat=True).get(pk=job.pk))

    def jobs_are_done(self) -> bool:
        return not Job.objects.filter(pk__in=self.asked).exclude(state=JobState.DONE).exists()

    def judged(self, *, readers: bool) -> Iterator[str]:
        """Tell what is wrong; where processes are replaced one by one, that a reader was turned away is."""
        wait_until(self.jobs_are_done, 120)
        for job in Job.objects.filter(pk__in=self.asked):
            if self.asked[job.pk] and job.attempts != 2:
                yield f"{job.kind} took {job.attempts} attempts"
            if job.kind == JobKind.RANKING and not Document.objects.filter(job=job).exists():
                yield f"{job.kind} left no document"
        yield from verdict(self.hall, self.tournament, revision=self.revision)
        if readers and self.hall.turned_away:
            yield f"{self.hall.turned_away} readers were turned away"
        if not any(reader.answers for reader in self.hall.readers):
            yield "no reader ever read anything"
        connections.close_all()

    def figures(self) -> dict[str, int]:
        donnes = [donne for phone in self.hall.phones for donne in phone.donnes]
        statuses = self.hall.statuses
        return {
            "acknowledged": sum(donne.told > 0 for donne in donnes),
            "sent": sum(donne.sent for donne in donnes),
            "silent": statuses[0],
            "away": statuses[503],
            "full": statuses[507],
        }


def logged_in(account: Account) -> dict[str, str]:
    """Return the cookie of a browser in which somebody is logged in."""
    session = SessionStore()
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    session.set_expiry(datetime.timedelta(days=7))
    session.save()
    return {settings.SESSION_COOKIE_NAME: str(session.session_key)}
