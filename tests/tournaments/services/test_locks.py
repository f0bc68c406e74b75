"""
What each lock is for, step by step: what another writer commits while a service waits is seen by the service.

On PostgreSQL only. `test_concurrency` asks the same of many at once and of luck.
"""

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections, transaction

from tests.factories import (
    NOW,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    field,
    organiser,
    rewrite,
)
from tests.needs import on_postgresql
from tests.tournaments.rotations import drawn, redrawn
from tests.tournaments.rounds import publish
from tests.tournaments.services.locks import Act, is_free, while_waiting
from tournaments.imports.player_rows import PlayerRow
from tournaments.imports.players import apply_import, examine
from tournaments.labels import JobKind, Status
from tournaments.models import Account, Document, Draw, Job, Registration, Tournament
from tournaments.seating import Cancelled
from tournaments.services.clubs.clubs import SeasonFacts, change_season
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.replacements import replace_player
from tournaments.services.locks import lock_club, lock_tournament
from tournaments.services.people.appointments import link_player
from tournaments.services.people.players import PlayerFacts, add_player, change_player
from tournaments.services.people.registrations import register, walk_in
from tournaments.services.work import jobs
from tournaments.services.work.documents import keep_document

pytestmark = [on_postgresql, pytest.mark.django_db(transaction=True)]

ZOE = PlayerFacts(last_name="ZIMMER", first_name="Zoé")


@pytest.fixture
def evening() -> Tournament:
    tournament = TournamentFactory(club=ClubFactory(), rounds_planned=1)
    field(tournament, 8)
    return tournament


@pytest.fixture
def by(evening: Tournament) -> Account:
    return organiser(evening.club)


# The tournament's row: one queue for all who write in it.


def test_two_who_register_at_once_number_on(evening: Tournament, by: Account) -> None:
    one, other = PlayerFactory(club=evening.club), PlayerFactory(club=evening.club)
    _seen, answer = while_waiting(
        lambda: register(tournament=evening, players=[other], by=by, at=NOW),
        on=evening,
        meanwhile=lambda: RegistrationFactory(tournament=evening, player=one, start_number=9),
    )
    assert [entry.start_number for entry in answer] == [10]


def test_a_job_asked_for_twice_at_once_is_one(evening: Tournament, by: Account) -> None:
    _seen, answer = while_waiting(
        lambda: jobs.ask(kind=JobKind.RANKING, tournament=evening, by=by, at=NOW),
        on=evening,
        meanwhile=lambda: Job.objects.create(kind=JobKind.RANKING, tournament=evening, asked_by=by, asked_at=NOW),
    )
    assert [answer] == list(Job.objects.all())


# The club's row: one queue for all who write in its file of players.


def test_two_namesakes_added_at_once_are_one_player(evening: Tournament, by: Account) -> None:
    _seen, answer = while_waiting(
        lambda: add_player(club=evening.club, facts=ZOE, by=by, at=NOW),
        on=evening.club,
        meanwhile=lambda: PlayerFactory(club=evening.club, last_name="Zimmer", first_name="Zoe", licence=""),
    )
    assert answer == "namesake"


@pytest.mark.parametrize("at_the_door", ["walk_in", "replace_player"])
def test_the_club_is_locked_before_the_tournament(evening: Tournament, by: Account, at_the_door: str) -> None:
    """An import of players holds the club and then wants its tournaments: the other order would be a deadlock."""
    entries = list(evening.registrations.order_by("start_number"))
    publish(evening, 1, [entries[:4], entries[4:]])
    calls: dict[str, Act] = {
        "walk_in": lambda: walk_in(tournament=evening, facts=ZOE, by=by, at=NOW),
        "replace_player": lambda: replace_player(
            tournament=evening,
            leaver=entries[0].pk,
            comer=ZOE,
            number=1,
            key=uuid.uuid4(),
            reason="parti",
            by=by,
            at=NOW,
        ),
    }
    club_is_free, _answer = while_waiting(calls[at_the_door], on=evening, look=lambda: is_free(evening.club))
    assert club_is_free is False
    assert Registration.objects.get(player__last_name="ZIMMER").status == Status.PRESENT


# Several tournaments told at once.


def renaming(one: Tournament, by: Account) -> Act:
    player = one.registrations.get(start_number=1).player
    return lambda: change_player(player=player, facts=ZOE, by=by, at=NOW)


def importing(one: Tournament, by: Account) -> Act:
    rows = [PlayerRow(line=2, last_name="ZIMMER", first_name="Zoé", licence=one.registrations.first().player.licence)]
    shown = examine(club=one.club, rows=rows)
    return lambda: apply_import(club=one.club, rows=rows, fingerprint=shown.fingerprint, by=by, at=NOW)


def reckoning(one: Tournament, by: Account) -> Act:
    facts = SeasonFacts(one.season.name, one.season.starts_on, one.season.ends_on, veteran_from_age=60)
    return lambda: change_season(season=one.season, facts=facts, by=by, at=NOW)


@pytest.mark.parametrize("prepare", [renaming, importing, reckoning])
def test_several_tournaments_are_locked_in_one_order(evening: Tournament, by: Account, prepare: object) -> None:
    """Two clubs whose players sit in the same two tournaments would each hold one and wait for the other's."""
    season = SeasonFactory(club=evening.club)
    second = TournamentFactory(club=evening.club, season=season)
    RegistrationFactory(tournament=second, player=evening.registrations.get(start_number=1).player, start_number=1)
    # Written last, so that a statement that takes the rows as they lie meets the first one second.
    rewrite(evening, season=season)

    second_is_free, _answer = while_waiting(prepare(evening, by), on=evening, look=lambda: is_free(second))

    assert second_is_free is True
    assert set(Tournament.objects.values_list("revision", flat=True)) == {2}


# The row of an account, of a job.


def redrawn_first(tournament: Tournament, by: Account) -> Draw:
    return redrawn(tournament, 1, by)


def test_one_login_given_to_players_of_two_clubs_at_once_is_the_first_ones(evening: Tournament, by: Account) -> None:
    """Each club's own lock does not keep the other away."""
    player, elsewhere = PlayerFactory(club=evening.club), PlayerFactory()
    _seen, answer = while_waiting(
        lambda: link_player(club=player.club, player=player, username=by.username, by=by, at=NOW),
        on=by,
        meanwhile=lambda: Account.objects.filter(pk=by.pk).update(player=elsewhere),
    )
    assert answer == "not_of_this_club"
    assert Account.objects.get(pk=by.pk).player == elsewhere


@pytest.mark.parametrize("how", ["cancelled", "made again"])
def test_a_paper_cancelled_or_begun_again_while_it_is_written_down_is_not_kept(
    evening: Tournament, by: Account, how: str
) -> None:
    """Somebody was erased while a worker had his name on a finished page."""
    asked = jobs.ask(kind=JobKind.RANKING, tournament=evening, by=by, at=NOW)
    job = jobs.claim(job_id=asked.pk, worker="one", at=NOW)
    assert job is not None

    def keep() -> object:
        try:
            return keep_document(job=job, title="Classement", filename="a.pdf", content=b"%PDF", at=NOW)
        except Cancelled:
            return "cancelled"

    def meanwhile() -> None:
        if how == "cancelled":
            Job.objects.filter(pk=job.pk).update(cancel_asked=True)
        else:
            assert [again.pk for again in jobs.make_again(tournaments=[evening.pk], seasons=[])] == [job.pk]

    _seen, answer = while_waiting(keep, on=job, meanwhile=meanwhile)
    assert (answer, Document.objects.count()) == ("cancelled", 0)


@pytest.mark.parametrize("make", [drawn, redrawn_first])
def test_a_draw_that_another_publishes_is_not_published_again(
    evening: Tournament, by: Account, make: Callable[..., Draw]
) -> None:
    draw = make(evening, by)
    tournament_is_free, _answer = while_waiting(
        lambda: publish_draw(draw=draw, by=by, at=NOW),
        on=draw,
        look=lambda: is_free(evening),
        meanwhile=lambda: Draw.objects.filter(pk=draw.pk).update(published_at=NOW),
    )
    assert tournament_is_free is False  # the tournament first, as everywhere
    assert (evening.rounds.count(), Tournament.objects.get().revision) == (0, 1)


# Who only points at a row does not wait for its lock.


@pytest.mark.parametrize("locked", ["tournament", "club"])
def test_a_line_of_the_journal_does_not_wait_for_who_holds_what_it_is_about(
    evening: Tournament, by: Account, locked: str
) -> None:
    job = jobs.ask(kind=JobKind.RANKING, tournament=evening, by=by, at=NOW)

    def cancel() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '5s'")
            jobs.cancel(job=job, by=by, at=NOW)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as threads, transaction.atomic():
        if locked == "club":
            lock_club(evening.club)
        else:
            lock_tournament(evening.pk)
        threads.submit(cancel).result()
    assert evening.journal.get().action == "travail annulé"
