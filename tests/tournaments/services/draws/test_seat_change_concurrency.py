"""Two organisers at once, or one who clicks twice: seats change once, and nobody ends up on two chairs."""

import uuid

import pytest

from scoring.queries.desk.cancelled_rounds import seen_in
from scoring.services.sheets.cancelled_rounds import cancel_round, restore_round
from tests.concurrency import at_once, codes
from tests.factories import NOW, ClubFactory, TournamentFactory, organiser
from tests.scoring.sheets import record
from tests.tournaments.rotations import published, redrawn, seats_of
from tournaments.models import Account, Registration, SeatChange, SeatResult, Table, Tournament
from tournaments.queries.draws.seating import digest, places
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.replacements import replace_player
from tournaments.services.draws.seat_changes import swap_players
from tournaments.services.people.players import PlayerFacts

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> tuple[Tournament, Account]:
    tournament = TournamentFactory(club=ClubFactory())
    by = organiser(tournament.club)
    published(tournament, by)
    return tournament, by


def test_an_exchange_clicked_three_times_is_one(evening: tuple[Tournament, Account]) -> None:
    tournament, by = evening
    one, other = list(seats_of(tournament, 3))[:2]
    seen, key, before = digest(places(tournament)), uuid.uuid4(), seats_of(tournament, 3)

    def swap() -> object:
        return swap_players(
            tournament=tournament, number=3, one=one, other=other, seen=seen, key=key, reason="voisins", by=by, at=NOW
        )

    assert len(set(at_once(swap, swap, swap))) == 1
    assert SeatChange.objects.count() == 1
    assert seats_of(tournament, 3) == before | {one: before[other], other: before[one]}


def test_of_two_exchanges_seen_at_once_one_is_told_to_look_again(evening: tuple[Tournament, Account]) -> None:
    tournament, by = evening
    a, b, c = list(seats_of(tournament, 3))[:3]
    said = {"seen": digest(places(tournament)), "reason": "voisins", "by": by, "at": NOW, "number": 3}
    answers = at_once(
        lambda: swap_players(tournament=tournament, one=a, other=b, key=uuid.uuid4(), **said),
        lambda: swap_players(tournament=tournament, one=b, other=c, key=uuid.uuid4(), **said),
    )
    assert codes(answers) == ["seats_changed_since"]
    assert SeatChange.objects.count() == 1


def test_a_replacement_clicked_twice_brings_one_person(evening: tuple[Tournament, Account]) -> None:
    tournament, by = evening
    leaver, key = Registration.objects.get(start_number=1).pk, uuid.uuid4()

    def replace() -> object:
        return replace_player(
            tournament=tournament,
            leaver=leaver,
            comer=PlayerFacts("Zimmer", "Zoé"),
            number=1,
            key=key,
            reason="souffrant",
            by=by,
            at=NOW,
        )

    assert len(set(at_once(replace, replace))) == 1
    assert tournament.registrations.count() == 17


def test_a_donne_and_a_redraw_at_once_never_lose_the_donne_unsaid(evening: tuple[Tournament, Account]) -> None:
    tournament, by = evening
    draw = redrawn(tournament, 1, by)
    table = Table.objects.select_related("round__tournament").get(
        round__tournament=tournament, round__number=1, number=1
    )
    answers = at_once(lambda: publish_draw(draw=draw, by=by, at=NOW), lambda: record(table, 1, by))
    refused = codes(answers)
    assert refused in (["round_begun"], ["table_redrawn"])
    assert SeatResult.objects.count() == (0 if refused == ["table_redrawn"] else 4)


def test_a_donne_and_a_cancelling_at_once_never_lose_the_donne_unsaid(evening: tuple[Tournament, Account]) -> None:
    tournament, by = evening
    round_ = tournament.rounds.get(number=1)
    seen = seen_in(round_)
    table = Table.objects.select_related("round__tournament").get(round=round_, number=1)
    answers = at_once(
        lambda: cancel_round(tournament=tournament, number=1, seen=seen, reason="étuis", by=by, at=NOW),
        lambda: record(table, 1, by),
    )
    refused = codes(answers)
    assert refused in (["round_changed_since"], ["table_redrawn"])
    assert tournament.rounds.filter(number=1).exists() == (refused == ["round_changed_since"])


def test_a_round_restored_while_another_is_put_at_its_number_is_there_once(
    evening: tuple[Tournament, Account],
) -> None:
    tournament, by = evening
    cancel_round(
        tournament=tournament,
        number=5,
        seen=seen_in(tournament.rounds.get(number=5)),
        reason="mauvais étuis",
        by=by,
        at=NOW,
    )
    gone, other = tournament.cancelled_rounds.get(), redrawn(tournament, 5, by)
    answers = at_once(
        lambda: restore_round(tournament=tournament, round_=gone, reason="c’était la bonne", by=by, at=NOW),
        lambda: publish_draw(draw=other, by=by, at=NOW),
    )
    assert tournament.rounds.filter(number=5).count() == 1
    # The one restored has nothing written in it: a redraw published after it takes its place.
    assert codes(answers[:1]) in ([], ["round_replaced"])
    assert len(seats_of(tournament, 5)) == 16
