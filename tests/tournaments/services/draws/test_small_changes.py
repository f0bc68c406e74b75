"""After somebody came or left: a draw that keeps the published places, but for as few as can be."""

import pytest

from tests.factories import NOW, RegistrationFactory
from tests.refusals import refusal_of
from tests.scoring.sheets import record
from tests.tournaments.rotations import a_wish, done, published
from tournaments.labels import Status, WishKind
from tournaments.models import Account, Draw, Registration, SeatChange, Table, Tournament
from tournaments.queries.draws.certificate import certificate_words
from tournaments.queries.draws.drafts import changes_of
from tournaments.queries.draws.seating import places
from tournaments.queries.draws.small_changes import is_out_of_date, void_papers
from tournaments.seating import Remainder
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.requests import ask_smallest_change
from tournaments.services.people.registrations import set_status


@pytest.fixture
def entries(tournament: Tournament, the_organiser: Account) -> list[Registration]:
    """Nineteen players, so that three are exempt at each position, of which the first is begun."""
    people = published(tournament, the_organiser, players=19)
    record(Table.objects.get(round__tournament=tournament, round__number=1, number=1), 1, the_organiser)
    return people


def leave(tournament: Tournament, *entries: Registration, by: Account, status: Status = Status.WITHDRAWN) -> None:
    set_status(tournament=tournament, registrations=[entry.pk for entry in entries], status=status, by=by, at=NOW)


def changed(tournament: Tournament, by: Account) -> Draw:
    draw = done(ask_smallest_change(tournament=tournament, by=by, at=NOW))
    tournament.refresh_from_db()
    return draw


def test_an_exempt_takes_the_chair_of_one_who_leaves_and_nobody_else_moves(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    before, gone = places(tournament), entries[4]
    leave(tournament, gone, by=the_organiser)
    draw = changed(tournament, the_organiser)
    assert places(tournament) == before  # told first
    said = changes_of(draw)
    assert said is not None
    publish_draw(draw=draw, by=the_organiser, at=NOW)
    after = places(tournament)
    assert after[1] == before[1]
    moved: dict[int, list[int]] = {}
    for number in range(2, tournament.rounds_planned + 1):
        movers = [pk for pk in after[number] if after[number][pk] != before[number][pk]]
        assert len(movers) == (before[number][gone.pk] is not None)
        for pk in movers:
            assert (before[number][pk], after[number][pk]) == (None, before[number][gone.pk])
            moved.setdefault(pk, []).append(number)
    assert draw.moved == [[pk, numbers] for pk, numbers in sorted(moved.items())]
    assert said.sentence.startswith(f"{len(moved)} joueurs changent de place, {18 - len(moved)} gardent les leurs.")
    assert said.sentence.endswith(" 1 ne joue plus.")
    line = tournament.journal.get(action="plus petit changement publié")
    assert line.details["moved"] == len(moved)
    assert any("le moins de changements de place" in words for words in certificate_words(draw))
    void = void_papers(tournament)
    assert void is not None
    assert {entry.pk for entry in void.people} == moved.keys()
    assert list(void.rounds) == sorted({number for numbers in moved.values() for number in numbers})


def test_who_comes_late_has_a_place_and_who_comes_back_too(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    late = RegistrationFactory(tournament=tournament, start_number=20)
    draw = changed(tournament, the_organiser)
    publish_draw(draw=draw, by=the_organiser, at=NOW)
    after = places(tournament)
    assert all(len([pk for pk, place in after[number].items() if place]) == 20 for number in (2, 3))
    assert late.pk in {pk for pk, _rounds in draw.moved}
    leave(tournament, late, by=the_organiser)
    publish_draw(draw=changed(tournament, the_organiser), by=the_organiser, at=NOW)
    leave(tournament, late, by=the_organiser, status=Status.PRESENT)
    publish_draw(draw=changed(tournament, the_organiser), by=the_organiser, at=NOW)
    assert late.pk in places(tournament)[2]
    assert not SeatChange.objects.exists()


def test_where_nobody_was_left_over_the_way_that_moves_fewest_is_taken(
    tournament: Tournament, the_organiser: Account
) -> None:
    entries = published(tournament, the_organiser, players=20)
    leave(tournament, entries[4], by=the_organiser)
    draw = changed(tournament, the_organiser)
    assert draw.remainder == Remainder.SMALLER
    assert max(len(rounds) for _pk, rounds in draw.moved) <= tournament.rounds_planned
    assert len(draw.moved) <= tournament.rounds_planned


def test_what_was_published_keeps_its_way_although_another_would_move_fewer(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    leave(tournament, *entries[:4], by=the_organiser)  # 15: one table less, three exempts
    assert changed(tournament, the_organiser).remainder == Remainder.EXEMPT


def test_a_draw_is_out_of_date_where_one_of_its_rounds_is() -> None:
    rounds = {2: {1: (1, 0), 2: None}, 3: {1: None}}
    assert is_out_of_date(rounds, [2, 3], [1, 2])
    assert is_out_of_date(rounds, [2, 3], [1])
    assert not is_out_of_date(rounds, [3], [1])


def test_what_changes_nothing_or_cannot_be_is_refused(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    def code() -> str:
        return refusal_of(ask_smallest_change, tournament=tournament, by=the_organiser, at=NOW).code

    assert code() == "everybody_is_seated"
    a_wish(tournament, the_organiser, WishKind.PLACE, entries[5], table=4)
    leave(tournament, *entries[:4], by=the_organiser)
    assert code() == "no_such_table"
    tournament.rounds.filter(number=2).delete()
    assert code() == "nothing_published_to_change"


def test_somebody_who_leaves_meanwhile_makes_it_too_late(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    leave(tournament, entries[0], by=the_organiser)
    draw = changed(tournament, the_organiser)
    leave(tournament, entries[1], by=the_organiser)
    assert refusal_of(publish_draw, draw=draw, by=the_organiser, at=NOW).code == "players_changed_since"
