"""The rule that leads from one position to the next: told as far as it holds."""

import pytest

from tests.factories import NOW, field
from tests.texts import plain
from tests.tournaments.services.drawing import published
from tournaments.labels import Status
from tournaments.models import Account, Round, Seat, Tournament
from tournaments.queries.draws.drafts import published_draw
from tournaments.queries.draws.movements import movement_words, next_move, published_movements, published_rule


def test_a_rule_that_people_follow_is_told_as_far_as_it_holds(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 20)
    draw = published(tournament, the_organiser, by_rule=True)
    assert plain(movement_words(draw)[0]).startswith("À chaque changement, selon la place de la position 1 : Sud ")
    assert published_draw(tournament) == draw
    whole = published_rule(tournament, draw)
    assert whole is not None
    assert (whole.holds_until, whole.is_whole, whole.is_steady) == (5, True, True)

    one, other = Seat.objects.filter(round__tournament=tournament, round__number=4).order_by("pk")[:2]
    Seat.objects.filter(pk=one.pk).update(chair=None, table=None)
    Seat.objects.filter(pk=other.pk).update(chair=one.chair, table=one.table)
    Seat.objects.filter(pk=one.pk).update(chair=other.chair, table=other.table)
    bent = published_rule(tournament, draw)
    assert bent is not None
    assert (bent.holds_until, bent.is_whole) == (3, False)
    assert plain(whole.sentences[-1]).endswith("vient la table 1. La règle vaut jusqu’à la position 5.")
    assert plain(bent.sentences[-1]).endswith("vient la table 1.")


def test_somebody_who_takes_the_place_of_another_bends_no_rule(tournament: Tournament, the_organiser: Account) -> None:
    *people, comer = field(tournament, 21)
    tournament.registrations.filter(pk=comer.pk).update(status=Status.ABSENT)
    draw = published(tournament, the_organiser, by_rule=True)
    Seat.objects.filter(round__number__gte=3, registration=people[0]).update(registration=comer)
    rule = published_rule(tournament, draw)
    assert rule is not None
    assert rule.is_whole


@pytest.mark.parametrize(("cancelled", "holds_until"), [(1, None), (2, None), (3, 2)])
def test_a_cancelled_position_ends_the_rule_there(
    cancelled: int, holds_until: int | None, tournament: Tournament, the_organiser: Account
) -> None:
    field(tournament, 20)
    draw = published(tournament, the_organiser, by_rule=True)
    Round.objects.filter(tournament=tournament, number=cancelled).update(
        tournament=None, cancelled_from=tournament, cancelled_at=NOW, cancel_reason="Panne de courant"
    )
    rule = published_rule(tournament, draw)
    assert (rule and rule.holds_until) == holds_until


def test_a_place_filled_in_the_middle_ends_the_rule_there(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 20)
    draw = published(tournament, the_organiser, by_rule=True)
    begun = Seat.objects.filter(round__tournament=tournament, round__number=1).order_by("pk")[0]
    Seat.objects.filter(pk=begun.pk).update(chair=None, table=None)
    rule = published_rule(tournament, draw)
    assert rule is not None
    assert rule.holds_until == 2


def test_everybody_finds_his_next_table_by_the_rule(tournament: Tournament, the_organiser: Account) -> None:
    entries = field(tournament, 20)
    published(tournament, the_organiser, by_rule=True)
    first, rule = published_movements([tournament.pk])[tournament.pk]
    for entry in entries:
        seats = Seat.objects.filter(registration=entry).values_list("round__number", "table__number", "chair")
        path = {number: (table, chair) for number, table, chair in seats}
        told = [next_move(rule, path, first, number) for number in range(1, 6)]
        assert [f"able {path[number + 1][0]}" in words for number, words in enumerate(told[:-1], 1)] == [True] * 4
        assert told[-1] == ""
        path[3] = (path[3][0] % 5 + 1, path[3][1])
        assert next_move(rule, path, first, 2) == ""


def test_a_draw_without_a_rule_has_none(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 10)
    draw = published(tournament, the_organiser, by_rule=True)
    assert (movement_words(draw), published_rule(tournament, draw)) == ([], None)
    assert published_movements([tournament.pk]) == {}
