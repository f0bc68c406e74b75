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
from typing import Any

from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from scoring.imports.past_files import read_past_results
from scoring.imports.past_results import PastConcours, import_past_results
from scoring.marque import Contract, Facts
from scoring.services.sheets.donnes import SentDonne, record_donne
from tarot_club.bench.big_evening import TYPED
from tarot_club.demo import DONNES, ROUNDS
from tarot_club.demo.cast import FIRST_NAMES
from tournaments.documents.pdf import render
from tournaments.labels import PAPERS, JobKind, TournamentState
from tournaments.models import Account, Club, Player, Table, Tournament
from tournaments.queries.standings.standings import standings
from tournaments.seating import Monitor
from tournaments.services.work import jobs
from tournaments.tasks import WORKS

TIMES = 20
MOST_OF_A_RANKING = 4.0  # seconds of CPU
SYLLABLES = ("ba", "chard", "du", "ga", "lé", "mont", "ni", "pont", "rand", "sé", "tier", "vi")
ENTRY = Facts(taker=0, contract=Contract.GARDE, bouts=2, half_points=98)


@dataclass(frozen=True)
class Timing:
    """Seconds of CPU and of the clock for one thing done once, the median of several; `ratio` to the baseline."""

    name: str
    cpu: float
    wall: float
    ratio: float = 1.0


def donne(*, at: datetime) -> Iterator[Timing]:
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
        record_donne(SentDonne(table, number, ENTRY, uuid.uuid4(), arbiter, at))
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


def pdf(*, at: datetime, players: int = 200, many: int = 1000, times: int = 5) -> Iterator[Timing]:
    """
    Measure rankings, everybody's cards and all the papers of a position, beside an empty page.

    The ranking of `many` players comes last, measured once: a warm worker has MOST_OF_A_RANKING seconds of CPU for it.
    """
    small = Tournament.objects.filter(state=TournamentState.FINISHED).latest("date")
    large = _concours(players, at)

    def make(kind: JobKind, tournament: Tournament, **more: Any) -> Callable[[], None]:
        options = {"language": "fr", "site": "http://192.168.1.20:8000"} | more

        def once() -> None:
            queued = jobs.ask(kind=kind, tournament=tournament, wanted=options, by=None, at=at)
            job = jobs.claim(job_id=queued.pk, worker="bench", at=at)
            assert job is not None
            jobs.finish(job=job, result=WORKS[kind](job, Monitor()), at=at)

        return once

    papers = {"position": 1, "paper": "A4", "papers": [str(paper) for paper in PAPERS]}
    began = time.process_time(), time.perf_counter()
    render("documents/base.html", {"title": "vide"})
    yield Timing("la première page d’un travailleur (avec le chargement)", *_since(began))
    yield from _measured(
        ("une page vide", lambda: render("documents/base.html", {"title": "vide"})),
        ("le classement de 64 joueurs", make(JobKind.RANKING, small)),
        (f"le classement de {players} joueurs", make(JobKind.RANKING, large)),
        ("les fiches de 64 joueurs", make(JobKind.PLAYER_CARDS, small)),
        ("tous les papiers d’une position de 64 joueurs", make(JobKind.PAPERS, small, **papers)),
        times=times,
    )
    work = make(JobKind.RANKING, _concours(many, at))
    began = time.process_time(), time.perf_counter()
    work()
    cpu, wall = _since(began)
    name = f"le classement de {many} joueurs, {MOST_OF_A_RANKING:.0f} s de processeur au plus"
    yield Timing(name, cpu, wall, cpu / MOST_OF_A_RANKING)


def door(*, at: datetime, players: int = 20_000) -> Iterator[Timing]:
    """Measure what the door answers to each letter typed in a large club, beside the door before anything is typed."""
    rng = Random(1)  # noqa: S311 - figures to be repeated, not a secret
    club = Club.objects.create(name="Grande porte", slug="grande-porte")
    tournament = Tournament.objects.create(club=club, name="Grande porte", date=at.date())
    Player.objects.bulk_create(
        Player(
            club=club,
            licence=f"{number:06d}",
            last_name="".join(rng.choice(SYLLABLES) for _part in range(rng.randint(2, 4))).upper(),
            first_name=rng.choice(FIRST_NAMES),
        )
        for number in range(players)
    )
    client = Client(headers={"host": "localhost", "HX-Request": "true"})
    client.force_login(
        Account.objects.create(username="porte", is_superuser=True),
        backend="allauth.account.auth_backends.AuthenticationBackend",
    )

    def typed(text: str) -> Callable[[], object]:
        return lambda: client.get(reverse("door", args=[tournament.pk]), {"q": text})

    yield from _measured(
        ("la porte, rien n’est tapé", typed("")),
        (f"une lettre tapée, {players} joueurs", typed("d")),
        (f"trois lettres et un prénom, {players} joueurs", typed("dur jea")),
        (f"une licence, {players} joueurs", typed("0123")),
        ("un nom que personne ne porte", typed("zzz")),
        ("presque un nom et un prénom", typed("montponte jeanne")),
        times=TIMES,
    )


BENCHES: dict[str, Callable[..., Iterator[Timing]]] = {"donne": donne, "door": door, "pdf": pdf}


def _measured(*works: tuple[str, Callable[[], object]], times: int) -> Iterator[Timing]:
    """Yield the figures of each work; the first is the baseline of the others. Each is done once before, unmeasured."""
    baseline = 0.0
    for name, work in works:
        work()
        durations = []
        for _time in range(times):
            began = time.process_time(), time.perf_counter()
            work()
            durations.append(_since(began))
        cpu, wall = (statistics.median(seconds) for seconds in zip(*durations, strict=True))
        baseline = baseline or cpu
        yield Timing(name, cpu, wall, cpu / baseline if baseline else 0.0)


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
        past=PastConcours(f"Concours de {players}", at.date()),
        file=read_past_results(text.encode()),
        key=uuid.uuid4(),
        by=organiser,
        at=at,
    )
