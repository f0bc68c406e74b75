"""What a draft changes for each player, and what an exchange costs, told before either is accepted."""

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.factories import PlayerFactory, RegistrationFactory, TournamentFactory, field
from tests.tournaments.rotations import a_wish, drawn, published, redrawn
from tests.tournaments.rounds import publish
from tournaments.labels import Status, WishKind
from tournaments.models import Account, Club, Player, Registration, Tournament
from tournaments.queries.draws.drafts import PlaceChange, changes_of, compared
from tournaments.queries.draws.seat_changes import price
from tournaments.queries.draws.seating import as_places, as_tables, described, digest, places


def test_a_first_draw_changes_nothing_for_anybody(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 8)
    assert changes_of(drawn(tournament, the_organiser)) is None


def test_each_change_is_told_before_and_after(tournament: Tournament) -> None:
    a, b, c, d, late = field(tournament, 5)
    before = {2: as_places([[a.pk, b.pk, c.pk, d.pk]], []), 3: as_places([[d.pk, c.pk, b.pk]], [a.pk])}
    after = {2: as_places([[a.pk, b.pk, c.pk, late.pk]], []), 3: as_places([[a.pk, c.pk, b.pk]], [late.pk])}
    changes = compared(before, after)
    assert {one.start_number: one.steps for one in changes.players} == {
        1: (PlaceChange(3, "exempt", "table 1, Sud"),),
        4: (PlaceChange(2, "table 1, Ouest", ""), PlaceChange(3, "table 1, Sud", "")),
        5: (PlaceChange(2, "", "table 1, Ouest"), PlaceChange(3, "", "exempt")),
    }
    comes_or_leaves = {one.start_number: (one.comes, one.leaves) for one in changes.players}
    assert comes_or_leaves == {1: (False, False), 4: (False, True), 5: (True, False)}
    assert changes.sentence == "1 joueur change de place, 2 gardent les leurs. 1 arrive. 1 ne joue plus."


def test_they_stand_in_the_order_of_the_alphabet(tournament: Tournament) -> None:
    names = ["Zola", "Étienne", "Îlot", "Abadie"]
    entries = [
        RegistrationFactory(
            tournament=tournament, start_number=number, player=PlayerFactory(club=tournament.club, last_name=name)
        )
        for number, name in enumerate(names, 1)
    ]
    ids = [entry.pk for entry in entries]
    changes = compared({1: as_places([ids], [])}, {1: as_places([ids[1:] + ids[:1]], [])})
    assert [one.name.split()[0] for one in changes.players] == ["Abadie", "Étienne", "Îlot", "Zola"]


def test_a_late_arrival_and_a_withdrawal_are_told_as_such(tournament: Tournament, the_organiser: Account) -> None:
    entries = published(tournament, the_organiser, players=16)
    Registration.objects.filter(pk=entries[0].pk).update(status=Status.WITHDRAWN)
    RegistrationFactory(tournament=tournament, start_number=17)
    changes = changes_of(drawn(tournament, the_organiser, seed=2))
    assert [one.start_number for one in changes.players if one.leaves] == [1]
    assert [one.start_number for one in changes.players if one.comes] == [17]
    assert len(changes.players) + changes.unmoved == 17


def test_a_draft_of_one_round_changes_that_round_only(tournament: Tournament, the_organiser: Account) -> None:
    published(tournament, the_organiser, players=20)
    changes = changes_of(redrawn(tournament, 4, the_organiser))
    assert {step.number for one in changes.players for step in one.steps} == {4}


def test_the_changes_cost_two_queries_however_many_play(
    club: Club, the_organiser: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (8, 32):
        tournament = TournamentFactory(club=club)
        published(tournament, the_organiser, players=count)
        draw = drawn(tournament, the_organiser, seed=2)
        assert draw.tournament is not None
        with django_assert_num_queries(2):
            changes_of(draw)


def test_a_place_is_said_as_people_say_it() -> None:
    assert [described(where) for where in ((4, 0), (12, 4), None)] == ["table 4, Sud", "table 12, 5e joueur", "exempt"]


def test_tables_and_places_are_two_ways_to_say_the_same() -> None:
    tables, exempts = ((1, 2, 3, 4), (5, 6, 7)), (8, 9)
    assert as_tables(as_places(tables, exempts)) == (tables, exempts)


def test_the_digest_changes_with_a_chair_and_not_with_a_round_set_aside() -> None:
    rounds = {1: as_places([[1, 2, 3]], [4]), 2: as_places([[1, 2, 3]], [4])}
    turned = rounds | {2: as_places([[2, 1, 3]], [4])}
    assert digest(rounds) != digest(turned)
    assert digest(rounds, but=2) == digest(turned, but=2)


@pytest.fixture
def two_rounds(tournament: Tournament) -> list[Registration]:
    """Eight players, two rounds: in the second everybody of table 1 but two has changed table."""
    people = field(tournament, 8)
    publish(tournament, 1, [people[:4], people[4:]])
    publish(tournament, 2, [[people[0], people[1], people[4], people[5]], [people[2], people[3], people[6], people[7]]])
    return people


def test_a_price_names_whom_one_would_meet_again_and_counts_it(
    tournament: Tournament, two_rounds: list[Registration]
) -> None:
    p = two_rounds
    for entry, name in zip(p[2:6], ("Zola", "Étienne", "Îlot", "Abadie"), strict=True):
        Player.objects.filter(pk=entry.player_id).update(last_name=name)
    found = price(tournament, places(tournament), 2, p[1].pk, p[6].pk)
    assert [(side.place_now, side.place_then) for side in found.sides] == [
        ("table 1, Est", "table 2, Nord"),
        ("table 2, Nord", "table 1, Est"),
    ]
    assert found.sides[0].met_again == ("Étienne Prénom (position 1)", "Zola Prénom (position 1)")
    assert found.sides[1].met_again == ("Abadie Prénom (position 1)", "Îlot Prénom (position 1)")
    told = {figure.reason: (figure.before, figure.after) for figure in found.figures}
    assert told["Rencontres répétées sur tout le tournoi"] == (4, 6)
    assert found.worse


def test_a_price_says_which_wish_is_broken(
    tournament: Tournament, two_rounds: list[Registration], the_organiser: Account
) -> None:
    p = two_rounds
    a_wish(tournament, the_organiser, WishKind.APART, p[0], p[6], hard=False)
    found = price(tournament, places(tournament), 2, p[1].pk, p[6].pk)
    assert (found.figures[0].reason, found.figures[0].before, found.figures[0].after) == (
        "Rencontres de joueurs à séparer",
        0,
        1,
    )


def test_exchanging_back_is_told_as_better(tournament: Tournament, two_rounds: list[Registration]) -> None:
    p = two_rounds
    # In the second round as it is, players 1 and 2 meet again, and so do 3 and 4: nothing parts both pairs but this.
    found = price(tournament, places(tournament), 1, p[0].pk, p[2].pk)
    assert not found.worse
    assert found.sides[0].place_then == "table 1, Nord"
