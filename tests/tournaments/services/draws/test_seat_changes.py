"""Two players exchanged by hand: done once, undone, and never upon what is played."""

import uuid

from tests.factories import NOW, TournamentFactory, field
from tests.refusals import refusal_of
from tests.scoring.sheets import record
from tests.tournaments.rotations import drawn, published, seats_of, swap
from tournaments.labels import Status
from tournaments.models import Account, Registration, SeatChange, Table, Tournament
from tournaments.queries.draws.certificate import hand_words
from tournaments.queries.draws.drafts import published_draw
from tournaments.queries.draws.forecast import present_ids
from tournaments.queries.draws.seating import digest, places
from tournaments.seating import Remainder
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.seat_changes import undo_swap


def code_of(call: object, *args: object, **kwargs: object) -> str:
    return refusal_of(call, *args, **kwargs).code


def apart(tournament: Tournament, number: int) -> tuple[int, int]:
    """Return the ids of two players of different tables in a round."""
    here = seats_of(tournament, number)
    one = next(iter(here))
    return one, next(other for other, where in here.items() if where[0] != here[one][0])


def test_two_players_exchange_their_places_in_that_round_only(
    tournament: Tournament, entries: list[Registration]
) -> None:
    before = places(tournament)
    one, other = (Registration.objects.get(pk=pk) for pk in apart(tournament, 3))
    change = swap(tournament, 3, one, other)
    after = places(tournament)
    moved = before[3] | {one.pk: before[3][other.pk], other.pk: before[3][one.pk]}
    assert after == before | {3: moved}
    entry = tournament.journal.first()
    assert (entry.action, entry.reason) == ("places échangées", "mari et femme")
    assert (change.number, change.made_by_name) == (3, str(Account.objects.first()))
    tournament.refresh_from_db()
    assert tournament.revision == 3


def test_two_exempts_have_nothing_to_exchange(tournament: Tournament, the_organiser: Account) -> None:
    published(tournament, the_organiser, players=10)
    here = seats_of(tournament, 2)
    one, other = (Registration.objects.get(pk=pk) for pk, where in here.items() if where is None)
    assert code_of(swap, tournament, 2, one, other) == "both_exempt"
    assert not SeatChange.objects.exists()


def test_a_player_and_an_exempt_exchange_too(tournament: Tournament, the_organiser: Account) -> None:
    published(tournament, the_organiser, players=9)
    here = seats_of(tournament, 2)
    out = next(pk for pk, where in here.items() if where is None)
    seated = next(pk for pk, where in here.items() if where is not None)
    swap(tournament, 2, Registration.objects.get(pk=out), Registration.objects.get(pk=seated))
    assert seats_of(tournament, 2) == here | {out: here[seated], seated: None}


def test_the_same_form_sent_twice_exchanges_once(tournament: Tournament, entries: list[Registration]) -> None:
    one, other = (Registration.objects.get(pk=pk) for pk in apart(tournament, 2))
    seen, key = digest(places(tournament)), uuid.uuid4()
    first = swap(tournament, 2, one, other, seen=seen, key=key)
    after = seats_of(tournament, 2)
    assert swap(tournament, 2, one, other, seen=seen, key=key) == first
    assert seats_of(tournament, 2) == after
    assert SeatChange.objects.count() == 1


def test_what_two_tabs_saw_is_the_price_of_one_of_them_only(
    tournament: Tournament, entries: list[Registration]
) -> None:
    one, other = (Registration.objects.get(pk=pk) for pk in apart(tournament, 2))
    seen = digest(places(tournament))
    swap(tournament, 2, one, other, seen=seen)
    after = places(tournament)
    assert code_of(swap, tournament, 2, one, other, seen=seen) == "seats_changed_since"
    assert places(tournament) == after


def test_what_is_begun_unpublished_or_over_is_refused(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    one, other = entries[:2]
    record(Table.objects.get(round__tournament=tournament, round__number=2, number=1), 1, the_organiser)
    assert [code_of(swap, tournament, number, one, other) for number in (1, 2, 6)] == [
        "round_begun",
        "round_begun",
        "no_such_round",
    ]
    assert not SeatChange.objects.exists()


def test_one_player_a_stranger_and_no_reason_are_refused(tournament: Tournament, entries: list[Registration]) -> None:
    stranger = field(TournamentFactory(), 1)[0]
    one, other = entries[:2]
    assert code_of(swap, tournament, 2, one, one) == "not_in_round"
    assert code_of(swap, tournament, 2, one, stranger) == "not_in_round"
    assert code_of(swap, tournament, 2, one, other, reason="  ") == "change_without_reason"


def test_a_table_that_something_is_written_upon_keeps_its_players(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    """A line that was annulled since leaves no result, yet it names who sat there."""
    table = Table.objects.get(round__tournament=tournament, round__number=2, number=1)
    record(table, 1, the_organiser)
    table.seats.get(chair=0).result.delete()
    for seat in table.seats.all():
        if hasattr(seat, "result"):
            seat.result.delete()
    here = seats_of(tournament, 2)
    one = next(pk for pk, where in here.items() if where[0] == 1)
    other = next(pk for pk, where in here.items() if where[0] == 2)
    people = (Registration.objects.get(pk=pk) for pk in (one, other))
    assert code_of(swap, tournament, 2, *people) == "table_has_records"


def test_undoing_gives_everybody_his_place_back_once(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    before = places(tournament)
    change = swap(tournament, 4, *(Registration.objects.get(pk=pk) for pk in apart(tournament, 4)))
    undo_swap(change=change, by=the_organiser, at=NOW)
    undo_swap(change=change, by=the_organiser, at=NOW)
    assert places(tournament) == before
    change.refresh_from_db()
    assert (change.undone_at, change.undone_by_name) == (NOW, str(the_organiser))
    assert tournament.journal.filter(action="échange défait").count() == 1


def test_what_was_done_last_is_undone_first(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    before = places(tournament)
    one, other = (Registration.objects.get(pk=pk) for pk in apart(tournament, 2))
    third = next(entry for entry in entries if entry.pk not in (one.pk, other.pk))
    first, last = swap(tournament, 2, one, other), swap(tournament, 2, other, third)
    assert code_of(undo_swap, change=first, by=the_organiser, at=NOW) == "swapped_again_since"
    undo_swap(change=last, by=the_organiser, at=NOW)
    undo_swap(change=first, by=the_organiser, at=NOW)
    assert places(tournament) == before


def test_a_new_draw_leaves_nothing_to_undo(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    change = swap(tournament, 2, *(Registration.objects.get(pk=pk) for pk in apart(tournament, 2)))
    publish_draw(draw=drawn(tournament, the_organiser, seed=5), by=the_organiser, at=NOW)
    assert code_of(undo_swap, change=change, by=the_organiser, at=NOW) == "round_drawn_since"
    assert hand_words(tournament, published_draw(tournament)) == []


def test_a_draft_older_than_an_exchange_is_not_published(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    """What it showed of who moves where is no longer true."""
    draw = drawn(tournament, the_organiser, Remainder.EXEMPT, seed=9)
    swap(tournament, 2, *(Registration.objects.get(pk=pk) for pk in apart(tournament, 2)))
    after = places(tournament)
    assert present_ids(tournament) == [entry.pk for entry in entries if entry.status == Status.PRESENT]
    assert code_of(publish_draw, draw=draw, by=the_organiser, at=NOW) == "seats_changed_since"
    assert places(tournament) == after


def test_the_certificate_says_that_seats_were_changed_by_hand(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    draw = published_draw(tournament)
    assert hand_words(tournament, draw) == []
    change = swap(tournament, 4, *(Registration.objects.get(pk=pk) for pk in apart(tournament, 4)))
    # Sixteen players in five rounds meet exactly once: two in each other's place meet three people again each.
    assert hand_words(tournament, draw) == [
        "Après le tirage, 1 échange de places fait à la main (position 4).",
        "Avec ces changements, 6 rencontres répétées en tout.",
    ]
    undo_swap(change=change, by=the_organiser, at=NOW)
    assert hand_words(tournament, draw) == []
