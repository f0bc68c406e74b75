"""A whole event of any size, made by the services: a championship, with everything that may go wrong."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import product
from random import Random

from django.contrib.auth.hashers import make_password
from django.db import transaction

from scoring.labels import PenaltyTarget, ProtestAbout, Sanction
from scoring.models import PenaltyKind
from scoring.services.decisions.penalties import give_penalty
from scoring.services.decisions.protests import answer_protest, contest
from scoring.services.sheets.sheets import reopen_sheet
from scoring.services.undo.undoing import undo
from tarot_club.demo.cast import FIRST_NAMES, LAST_NAMES
from tarot_club.demo.playing import PlayedEvening, tables_of
from tournaments.imports.player_files import PlayerRow
from tournaments.imports.players import apply_import, examine
from tournaments.labels import RoleName, Status
from tournaments.models import Account, Club, Player, Registration, Table, Tournament
from tournaments.refusals import Refusal
from tournaments.seating import Remainder
from tournaments.services.clubs.clubs import create_club
from tournaments.services.draws.replacements import replace_player
from tournaments.services.evening import tournaments
from tournaments.services.evening.settings import Settings
from tournaments.services.people.appointments import appoint
from tournaments.services.people.players import PlayerFacts
from tournaments.services.people.registrations import register

DONNES = 4
LEAST, MOST = 8, 2000
# How many of a hundred tables, in each position.
CORRECTED, UNDONE, PENALISED, CONTESTED = 6, 2, 3, 2
LEAVES = 3  # of a hundred players, after each position


@transaction.atomic
def generate_event(*, players: int, rounds: int, seed: int, at: datetime) -> Tournament:
    """
    Return a finished tournament of a new club, with corrections, undos, penalties, protests, leavers and newcomers.

    The same arguments give the same event. Raises Refusal when it exists already.
    """
    rng = Random(seed)  # noqa: S311 - an event to be repeated, not a secret
    name = f"Concours {players} × {rounds}, {seed}"
    if Club.objects.filter(name=name).exists():
        raise Refusal(f"Le club « {name} » existe déjà : ce concours est déjà fait.", code="club_exists")
    evening = staff(name, rng)
    club = new_club(name, evening, at)
    bring(club, evening.rng.sample(names(), players), evening, at)
    settings = Settings(name=name, date=at.date(), rounds_planned=rounds, seed=seed)
    return played_through(club, settings, list(club.players.order_by("pk")), evening, at)


def new_club(name: str, evening: PlayedEvening, at: datetime) -> Club:
    """Return a new club whose organiser and arbiter are those of the evening."""
    club = create_club(name=name, organiser=evening.organiser, by=evening.organiser, at=at)
    appoint(club=club, account=evening.arbiter, role=RoleName.ARBITER, by=evening.organiser, at=at)
    return club


def names() -> list[tuple[str, str]]:
    """Return all names of the generator, each once, as (last name, first name)."""
    return list(product(LAST_NAMES, FIRST_NAMES))


def bring(club: Club, people: Sequence[tuple[str, str]], evening: PlayedEvening, at: datetime) -> None:
    """Add people with these names to a club, as from a list. One in eight withholds consent."""
    rows = [
        PlayerRow(line, last.upper(), first, licence=f"G{club.pk}{line:05d}", consent=line % 8 > 0)
        for line, (last, first) in enumerate(people, 2)
    ]
    seen = examine(club=club, rows=rows).fingerprint
    apply_import(club=club, rows=rows, fingerprint=seen, by=evening.organiser, at=at)


def played_through(
    club: Club, settings: Settings, people: Sequence[Player], evening: PlayedEvening, at: datetime
) -> Tournament:
    """Return a finished tournament of these people, with everything that may go wrong; `settings` has its positions."""
    tournament = _drawn(club, settings, people, evening, at)
    rounds = settings.rounds_planned
    kind = PenaltyKind.objects.get(club=None, code="retard")
    for number, tables in enumerate(tables_of(tournament), 1):
        for table in tables:
            _played(table, kind, evening, at)
        if number < rounds:
            _leavers(tournament, number + 1, evening, at)
    return tournaments.finish(tournament=tournament, by=evening.organiser, at=at)


def staff(name: str, rng: Random) -> PlayedEvening:
    """Return an evening with an organiser and an arbiter who cannot log in; `name` is a part of their logins."""
    organiser, arbiter = (
        Account.objects.create(username=f"{role}-{name}"[:150], password=make_password(None))
        for role in ("organisateur", "arbitre")
    )
    return PlayedEvening(rng, organiser, arbiter)


def _drawn(
    club: Club, settings: Settings, people: Sequence[Player], evening: PlayedEvening, at: datetime
) -> Tournament:
    settings = replace(settings, remainder=Remainder.EXEMPT, donnes_per_round=DONNES)
    tournament = tournaments.create_tournament(club=club, settings=settings, by=evening.organiser, at=at)
    register(
        tournament=tournament,
        players=people,
        status=Status.PRESENT,
        by=evening.organiser,
        at=at,
        is_order_of_arrival=True,
    )
    return evening.draw(tournament, seed=settings.seed, at=at)


def _played(table: Table, kind: PenaltyKind, evening: PlayedEvening, at: datetime) -> None:
    """Play a table, and sometimes what an arbiter is called for."""
    rng, by = evening.rng, evening.arbiter
    evening.play(table, at, donnes=DONNES)
    if rng.randrange(100) < CORRECTED:
        evening.correct(table, at)
    if rng.randrange(100) < UNDONE:
        reopen_sheet(table=table, reason="une donne manque", by=by, at=at)
        last = table.round.of_tournament.journal.filter(action="feuille rouverte").latest("pk")
        undo(entry=last, key=evening.key(), reason="elle y était", by=evening.organiser, at=at)
    if rng.randrange(100) < PENALISED:
        give_penalty(
            tournament=table.round.of_tournament,
            kind=kind,
            target=PenaltyTarget.PLAYER,
            registration=rng.choice(list(table.seats.order_by("chair"))).registration,
            sanction=Sanction.POINTS,
            points=-20,
            reason="en retard à sa table",
            key=evening.key(),
            by=by,
            at=at,
        )
    if rng.randrange(100) < CONTESTED:
        protest = contest(
            table=table, about=ProtestAbout.SHEET, seat=None, reason="total faux", key=evening.key(), by=by, at=at
        )
        answer_protest(protest=protest, answer="recompté : il est juste", upheld=False, by=by, at=at)


def _leavers(tournament: Tournament, number: int, evening: PlayedEvening, at: datetime) -> None:
    """Let some players leave after a position; a newcomer takes the places of each."""
    playing = Registration.objects.filter(seats__round__tournament=tournament, seats__round__number=number)
    playing = playing.exclude(seats__table=None).order_by("start_number")
    for entry in playing:
        if evening.rng.randrange(100) >= LEAVES:
            continue
        new = PlayerFacts("ARRIVÉ", f"N° {entry.start_number}", licence=f"A{tournament.pk}-{entry.start_number}")
        replace_player(
            tournament=tournament,
            number=number,
            leaver=entry.pk,
            comer=new,
            reason="rentré chez lui",
            key=evening.key(),
            by=evening.organiser,
            at=at,
        )
