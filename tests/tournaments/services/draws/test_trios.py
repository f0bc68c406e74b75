"""Teams of three: opened in the settings, drawn whole by the plan, refused in other numbers, never drawn half-way."""

import uuid
from collections import Counter
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tests.factories import NOW, registered, rewrite
from tests.refusals import refusal_of, refused
from tests.tournaments.boards import closed
from tests.tournaments.services.drawing import asked, drawn
from tests.tournaments.teams import a_team
from tests.tournaments.trios import of_trios, trios_published
from tournaments.labels import Status, WishKind
from tournaments.models import Account, Club, Registration, Seat, Table, Tournament
from tournaments.queries.draws.certificate import certificate_words
from tournaments.queries.draws.drafts import demand_of
from tournaments.queries.draws.forecast import forecast
from tournaments.queries.draws.seating import digest, places
from tournaments.seating import problems
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.replacements import replace_player
from tournaments.services.draws.seat_changes import swap_players
from tournaments.services.draws.wishes import add_wish
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.tournaments import change_settings, create_tournament
from tournaments.services.people.registrations import set_status

pytestmark = pytest.mark.django_db

TRIOS = Settings(
    name="Triplettes", date=NOW.date(), compared_by="matchpoints", plays_trios=True, rounds_planned=4, team_size=2
)


def teams_at(table: Table) -> tuple[int, set[int]]:
    """Return the number of the team that takes at a table, and of those in defence."""
    numbers = list(table.seats.order_by("chair").values_list("registration__team__number", flat=True))
    return numbers[0], set(numbers[1:])


def the_first_of(tournament: Tournament, number: int) -> Registration:
    return tournament.registrations.filter(team__number=number).order_by("start_number")[0]


@pytest.mark.parametrize(("teams", "tables", "boards"), [(6, 3, 12), (8, 6, 12), (12, 9, 24)])
def test_a_whole_evening_is_drawn_at_once_and_every_position_is_published(
    club: Club, the_organiser: Account, teams: int, tables: int, boards: int
) -> None:
    evening = of_trios(club, teams)
    draw = drawn(evening, the_organiser)
    assert problems(draw.computed_plan, demand_of(draw)) == []
    assert any(sentence.startswith(f"{teams} triplettes") for sentence in certificate_words(draw))

    publish_draw(draw=draw, by=the_organiser, at=NOW)
    found = Table.objects.filter(round__tournament=evening).select_related("round")
    assert Counter(table.round.number for table in found) == dict.fromkeys(range(1, evening.rounds_planned + 1), tables)
    assert {board for table in found for board in table.boards} == set(range(1, boards + 1))
    takes, met = Counter[int](), Counter[tuple[int, int]]()
    for table in found:
        taking, defending = teams_at(table)
        assert len(defending) == 1
        assert taking not in defending
        takes[taking] += 1
        met.update((team, board) for team in (taking, *defending) for board in table.boards)
    assert set(takes.values()) == {3}
    assert set(met.values()) == {1}
    waiting = Seat.objects.filter(round__tournament=evening, table=None)
    assert waiting.count() == (36 if teams == 6 else 0)


@pytest.mark.parametrize(("teams", "fewer", "more"), [(4, 6, 8), (5, 6, 8), (7, 6, 8), (9, 8, 12)])
def test_another_number_of_teams_is_refused_with_the_nearest_two(
    club: Club, the_organiser: Account, teams: int, fewer: int, more: int
) -> None:
    evening = of_trios(club, teams)
    code, sentence = refused(asked, evening, the_organiser)
    assert code == "boards_cannot_travel"
    assert f"les plus proches sont {fewer} et {more}" in sentence
    assert f"{fewer} et {more}" in forecast(evening).no_travel


def test_once_a_team_has_left_the_others_are_told_how_many_may_play(club: Club, the_organiser: Account) -> None:
    evening = of_trios(club, 8)
    for gone in evening.registrations.filter(team__number=8):
        set_status(tournament=evening, registrations=[gone.pk], status=Status.WITHDRAWN, by=the_organiser, at=NOW)
    assert "il y en a 7" in refused(asked, evening, the_organiser)[1]
    for gone in evening.registrations.filter(team__number=7):
        set_status(tournament=evening, registrations=[gone.pk], status=Status.WITHDRAWN, by=the_organiser, at=NOW)
    assert "À 6 triplettes le plan a 6 positions" in refused(asked, evening, the_organiser)[1]
    rewrite(evening, rounds_planned=6)
    evening.refresh_from_db()
    assert len(drawn(evening, the_organiser).computed_plan.rounds) == 6


def test_who_has_no_team_and_teams_that_are_not_three_are_named(club: Club, the_organiser: Account) -> None:
    evening = of_trios(club, 6)
    gone = the_first_of(evening, 2)
    set_status(tournament=evening, registrations=[gone.pk], status=Status.ABSENT, by=the_organiser, at=NOW)
    alone = registered(evening, [40])[0]
    _code, sentence = refused(asked, evening, the_organiser)
    assert f"{alone.player.full_name} n’est d’aucune équipe" in sentence
    assert "« Équipe B » (2)" in sentence.replace("\u00a0", " ")


def test_once_a_position_has_begun_nothing_is_drawn_any_more(club: Club, the_organiser: Account) -> None:
    evening = trios_published(club, the_organiser, 6)
    draw = drawn(evening, the_organiser)
    closed(evening, 1)
    sentence = refused(asked, evening, the_organiser)[1]
    assert "la première est commencée" in sentence
    assert refusal_of(publish_draw, draw=draw, by=the_organiser, at=NOW).code == "round_begun_since"


def test_a_draft_is_not_published_once_the_settings_are_others(club: Club, the_organiser: Account) -> None:
    evening = of_trios(club, 6)
    draw = drawn(evening, the_organiser)
    rewrite(evening, plays_trios=False)
    assert refusal_of(publish_draw, draw=draw, by=the_organiser, at=NOW).code == "settings_changed_since"


def test_drawn_again_before_the_first_donne_nothing_is_left_of_the_first_draw(
    club: Club, the_organiser: Account
) -> None:
    evening = trios_published(club, the_organiser, 6)
    publish_draw(draw=drawn(evening, the_organiser), by=the_organiser, at=NOW)
    assert Table.objects.filter(round__tournament=evening).count() == 18
    gone = the_first_of(evening, 1)
    set_status(tournament=evening, registrations=[gone.pk], status=Status.WITHDRAWN, by=the_organiser, at=NOW)
    assert "qui prend sa place joue pour son équipe" in forecast(evening).moved


def test_a_copy_is_of_teams_of_three_too(club: Club, the_organiser: Account) -> None:
    evening = of_trios(club, 6)
    again = create_tournament(club=club, settings=replace(Settings.of(evening), name="Retour"), by=None, at=NOW)
    assert (again.plays_trios, again.rounds_planned) == (True, 6)


def test_who_is_replaced_plays_for_the_same_team_and_has_met_no_board(club: Club, the_organiser: Account) -> None:
    evening = trios_published(club, the_organiser, 6)
    leaver, mate = evening.registrations.filter(team__number=1).order_by("start_number")[:2]
    comer = registered(evening, [50])[0]
    by = {"by": the_organiser, "at": NOW, "tournament": evening, "reason": "malade", "number": 1}
    replace_player(leaver=leaver.pk, comer=comer.pk, key=uuid.uuid4(), **by)
    comer.refresh_from_db()
    assert comer.team == mate.team
    assert Seat.objects.filter(registration=comer).count() == 6


def test_two_of_one_team_are_exchanged_and_two_of_two_teams_are_not(club: Club, the_organiser: Account) -> None:
    evening = trios_published(club, the_organiser, 6)
    table = Table.objects.filter(round__tournament=evening, round__number=1).order_by("number")[0]
    taker, defender, mate = (table.seats.get(chair=chair).registration for chair in range(3))
    other = evening.registrations.filter(team=taker.team).exclude(pk=taker.pk)[0]
    said = {"tournament": evening, "number": 1, "reason": "entorse", "by": the_organiser, "at": NOW}

    code = refused(
        swap_players, one=taker.pk, other=defender.pk, seen=digest(places(evening)), key=uuid.uuid4(), **said
    )[0]
    assert code == "two_trios"
    for one, two in ((taker, other), (defender, mate)):
        swap_players(one=one.pk, other=two.pk, seen=digest(places(evening)), key=uuid.uuid4(), **said)
    assert table.seats.get(chair=0).registration == other
    assert teams_at(table)[0] == other.team.number


def test_no_wish_goes_with_the_plan(club: Club, the_organiser: Account) -> None:
    evening = of_trios(club, 6)
    one, other = the_first_of(evening, 1), the_first_of(evening, 2)
    said = {"tournament": evening, "kind": WishKind.APART, "players": [one.pk, other.pk], "hard": True}
    code = refused(add_wish, by=the_organiser, at=NOW, **said)[0]
    assert code == "trios_and_wishes"


def test_teams_of_three_are_asked_for_in_the_settings_which_fix_the_rest(club: Club) -> None:
    evening = create_tournament(club=club, settings=TRIOS, by=None, at=NOW)
    assert (evening.plays_trios, evening.team_size, evening.boards_travel, evening.compared_least) == (True, 3, True, 3)
    for wrong, fields in [
        ({"compared_by": ""}, {"plays_trios"}),
        ({"plays_matches": True}, {"plays_trios"}),
        ({"rounds_planned": 5}, {"rounds_planned"}),
    ]:
        settings = replace(TRIOS, name="Autre", **wrong)
        assert refusal_of(create_tournament, club=club, settings=settings, by=None, at=NOW).fields.keys() == fields
    mean = replace(TRIOS, name="Par écart", compared_by="mean", compared_per_opponent=True, compared_trim=2)
    by_mean = create_tournament(club=club, settings=mean, by=None, at=NOW)
    assert (by_mean.compared_per_opponent, by_mean.compared_trim) == (False, 0)


def test_once_published_it_stays_and_a_larger_team_stands_in_its_way(club: Club, the_organiser: Account) -> None:
    evening = trios_published(club, the_organiser, 6)
    without = replace(Settings.of(evening), plays_trios=False)
    assert (
        "plays_trios"
        in refusal_of(change_settings, tournament=evening, settings=without, by=the_organiser, at=NOW).fields
    )

    fours = create_tournament(
        club=club, settings=replace(TRIOS, name="Quatre", plays_trios=False, team_size=4), by=None, at=NOW
    )
    a_team("Les Quatre", *registered(fours, range(1, 5)))
    as_trios = replace(Settings.of(fours), plays_trios=True)
    refusal = refusal_of(change_settings, tournament=fours, settings=as_trios, by=the_organiser, at=NOW)
    assert refusal.fields.keys() == {"team_size"}


def test_the_database_refuses_what_no_team_of_three_is(club: Club) -> None:
    evening = of_trios(club, 6)
    for change in ({"team_size": 4}, {"boards_travel": False}, {"plays_matches": True}, {"compared_by": ""}):
        with pytest.raises((IntegrityError, ValidationError)), transaction.atomic():
            rewrite(evening, **change)
