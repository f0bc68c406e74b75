"""
What the things that people wait for cost, each beside a baseline of the same run: machines differ, ratios less so.

Every function writes in the database in use; the command gives them a throwaway one.
"""

import statistics
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from random import Random

from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from scoring.imports.past_files import read_past_results
from scoring.imports.past_results import Past, import_past_results
from scoring.marque import Contract, Facts
from scoring.services.donnes import record_donne
from tarot_club.demo import DONNES, ROUNDS
from tournaments.documents.pdf import render
from tournaments.labels import JobKind, TournamentState
from tournaments.models import Account, Club, Table, Tournament
from tournaments.queries.standings import standings
from tournaments.seating import Monitor
from tournaments.services import jobs
from tournaments.tasks import WORKS

TIMES = 20
TYPED = {"outcome": "jouee", "taker": "0", "contract": "garde", "bouts": "2", "points": "49", "replaces": ""}
ENTRY = Facts(taker=0, contract=Contract.GARDE, bouts=2, half_points=98)


@dataclass(frozen=True)
class Figure:
    """Seconds of CPU and of the clock for one thing done once, the median of several; `ratio` to the baseline."""

    name: str
    cpu: float
    wall: float
    ratio: float = 1.0


def donne(*, at: datetime) -> Iterator[Figure]:
    """Measure one donne saved and the standings read again: in the services, then through the whole site."""
    tournament = Tournament.objects.filter(state=TournamentState.RUNNING).latest("date")
    arbiter = Account.objects.get(username="arbitre")
    tables = Table.objects.filter(round__tournament=tournament, round__number=ROUNDS)
    free = ((table, number) for table in tables.select_related("round__tournament") for number in range(1, DONNES + 1))
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench (figure integer)")

    def insert() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("INSERT INTO bench VALUES (1)")

    def save() -> None:
        table, number = next(free)
        record_donne(table=table, number=number, entry=ENTRY, key=uuid.uuid4(), replaces=None, by=arbiter, at=at)
        standings(tournament)

    client = Client(headers={"host": "localhost"})
    client.force_login(arbiter, backend="allauth.account.auth_backends.AuthenticationBackend")

    def browse() -> None:
        table, number = next(free)
        where = reverse("donne", args=[tournament.pk, ROUNDS, table.number, number])
        answer = client.post(where, TYPED | {"key": str(uuid.uuid4())})
        assert answer.status_code == 303, answer.content.decode()
        assert client.get(reverse("standings", args=[tournament.pk])).status_code == 200

    yield from _measured(
        ("une ligne écrite, sans rien d’autre", insert),
        ("une donne et le classement, par les services", save),
        ("une donne et le classement, par le site", browse),
        times=TIMES,
    )


def pdf(*, at: datetime, players: int = 200, times: int = 5) -> Iterator[Figure]:
    """Measure rankings and everybody's cards on paper, beside an empty page."""
    small = Tournament.objects.filter(state=TournamentState.FINISHED).latest("date")
    large = _concours(players, at)

    def make(kind: JobKind, tournament: Tournament) -> Callable[[], None]:
        def once() -> None:
            queued = jobs.ask(kind=kind, tournament=tournament, wanted={"language": "fr"}, by=None, at=at)
            job = jobs.claim(job_id=queued.pk, worker="bench", at=at)
            assert job is not None
            jobs.finish(job=job, result=WORKS[kind](job, Monitor()), at=at)

        return once

    began = time.process_time(), time.perf_counter()
    render("documents/base.html", {"title": "vide"})
    yield Figure("la première page d’un travailleur (avec le chargement)", *_since(began))
    yield from _measured(
        ("une page vide", lambda: render("documents/base.html", {"title": "vide"})),
        ("le classement de 64 joueurs", make(JobKind.RANKING, small)),
        (f"le classement de {players} joueurs", make(JobKind.RANKING, large)),
        ("les fiches de 64 joueurs", make(JobKind.PLAYER_CARDS, small)),
        times=times,
    )


BENCHES: dict[str, Callable[..., Iterator[Figure]]] = {"donne": donne, "pdf": pdf}


def _measured(*works: tuple[str, Callable[[], object]], times: int) -> Iterator[Figure]:
    """Yield the figures of each work; the first is the baseline of the others. Each is done once before, unmeasured."""
    baseline = 0.0
    for name, work in works:
        work()
        durations = []
        for _time in range(times):
            began = time.process_time(), time.perf_counter()
            work()
            durations.append(_since(began))
        cpu, wall = (statistics.median(each) for each in zip(*durations, strict=True))
        baseline = baseline or cpu
        yield Figure(name, cpu, wall, cpu / baseline if baseline else 0.0)


def _since(began: tuple[float, float]) -> tuple[float, float]:
    return time.process_time() - began[0], time.perf_counter() - began[1]


def _concours(players: int, at: datetime) -> Tournament:
    """Return a finished concours of so many players and five sequences."""
    rng = Random(1)  # noqa: S311 - figures to be repeated, not a secret
    marks = [[rng.randrange(-900, 900) for _sequence in range(5)] for _player in range(players)]
    lines = [f"Joueur{index};" + ";".join(map(str, row)) for index, row in enumerate(marks)]
    text = "joueur;" + ";".join(f"sequence {number}" for number in range(1, 6)) + "\n" + "\n".join(lines)
    organiser = Account.objects.get(username="organisateur")
    return import_past_results(
        club=Club.objects.get(appointments__account=organiser),
        past=Past(f"Concours de {players}", at.date()),
        file=read_past_results(text.encode()),
        key=uuid.uuid4(),
        by=organiser,
        at=at,
    )
