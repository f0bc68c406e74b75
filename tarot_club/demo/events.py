"""A whole event of any size, made by the services: a championship, with everything that may go wrong."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from enum import StrEnum
from itertools import product
from random import Random

from django.contrib.auth.hashers import make_password
from django.db import transaction

from scoring.labels import Outcome, PenaltyTarget, ProtestAbout, Sanction
from scoring.models import PenaltyKind
from scoring.services.decisions.penalties import give_penalty
from scoring.services.decisions.protests import answer_protest, contest
from scoring.services.sheets.sheets import reopen_sheet
from scoring.services.undo.undoing import undo
from tarot_club.demo import matches
from tarot_club.demo.cast import FIRST_NAMES, LAST_NAMES
from tarot_club.demo.playing import PlayedEvening, tables_of
from tournaments.comparison import Method
from tournaments.imports.player_rows import PlayerRow
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


class PlayedAs(StrEnum):
    """How an event is played: by chance, by the same étuis at all tables, by étuis that travel, by matches of teams."""

    LIBRE = "libre"
    DUPLICATE = "duplicate"
    TRAVELLING = "travelling"
    MATCHES = "matches"


OF_ANY = Settings(name="", date=date.min)
OF_DUPLICATE = replace(OF_ANY, compared_by=Method.MATCHPOINTS, void_donnes_count=True)
FORMULAS = {
    PlayedAs.LIBRE: OF_ANY,
    PlayedAs.DUPLICATE: OF_DUPLICATE,
    PlayedAs.TRAVELLING: replace(OF_DUPLICATE, boards_travel=True),
    PlayedAs.MATCHES: replace(OF_DUPLICATE, compared_by=Method.MEAN, plays_matches=True),
}


@transaction.atomic
def generate_event(
    *, players: int, rounds: int, seed: int, at: datetime, formula: PlayedAs = PlayedAs.LIBRE
) -> Tournament:
    """
    Return a finished tournament of a new club, with corrections, undos, penalties, protests, leavers and newcomers.

    The same arguments give the same event. Raises Refusal when it exists already, and where so many players cannot
    play it so.
    """
    rng = Random(seed)  # noqa: S311 - an event to be repeated, not a secret
    name = f"Concours {players} × {rounds}, {seed}"
    if formula is not PlayedAs.LIBRE:
        name = f"{name}, {formula}"
    if Club.objects.filter(name=name).exists():
        raise Refusal(f"Le club « {name} » existe déjà : ce concours est déjà fait.", code="club_exists")
    evening = staff(name, rng)
    club = new_club(name, evening, at)
    bring(club, evening.rng.sample(names(), players), evening, at)
    settings = replace(FORMULAS[formula], name=name, date=at.date(), rounds_planned=rounds, seed=seed)
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
    tournament = _entered(club, settings, people, evening, at)
    kind = PenaltyKind.objects.get(club=None, code="retard")
    if tournament.plays_matches:
        matches.teams(tournament, evening, at)
    else:
        evening.draw(tournament, seed=settings.seed, at=at)
    for number in range(1, settings.rounds_planned + 1):
        if tournament.plays_matches:
            matches.line_ups(tournament, number, evening, at)
        tables = tables_of(tournament)[number - 1]
        if tournament.is_duplicate:
            evening.play_boards(tables, at, taker=0 if tournament.plays_matches else None)
        for table in tables:
            if not tournament.is_duplicate:
                evening.play(table, at, donnes=DONNES)
            _mishaps(table, kind, evening, at)
        if number == settings.rounds_planned:
            break
        if tournament.plays_matches:
            matches.leaver(tournament, evening, at)
        else:
            _leavers(tournament, number + 1, evening, at)
    return tournaments.finish(tournament=tournament, by=evening.organiser, at=at)


def staff(name: str, rng: Random) -> PlayedEvening:
    """Return an evening with an organiser and an arbiter who cannot log in; `name` is a part of their logins."""
    organiser, arbiter = (
        Account.objects.create(username=f"{role}-{name}"[:150], password=make_password(None))
        for role in ("organisateur", "arbitre")
    )
    return PlayedEvening(rng, organiser, arbiter)


def _entered(
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
    return tournament


def _mishaps(table: Table, kind: PenaltyKind, evening: PlayedEvening, at: datetime) -> None:
    """Do what an arbiter is sometimes called for at a table that has played."""
    rng, by = evening.rng, evening.arbiter
    # In a match the taker is prescribed, and nobody mistakes him; a table that passed all boards has none.
    if rng.randrange(100) < CORRECTED and table.match_id is None and _has_a_taker(table):
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


def _has_a_taker(table: Table) -> bool:
    return table.lines.filter(current=True, outcome=Outcome.PLAYED).exists()


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
