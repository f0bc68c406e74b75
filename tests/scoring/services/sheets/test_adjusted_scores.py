"""A score that an arbiter puts in place of a round's: counted, explained, recounted, and taken back."""

import uuid

import pytest

from scoring.labels import PenaltyTarget, Sanction
from scoring.models import Penalty, PenaltyKind
from scoring.queries.desk.cancelled_rounds import forecast, seen_in, standings_with
from scoring.services.decisions.penalties import cancel_penalty, give_penalty
from scoring.services.sheets.cancelled_rounds import cancel_round, restore_round
from scoring.services.sheets.results import differences
from tests.factories import NOW
from tests.refusals import refusal_of
from tests.scoring.sheets import garde, record, results, seat, seated
from tests.texts import NO_BREAK
from tournaments.models import Player, Seat, Tournament
from tournaments.queries.evening.own_evenings import own_evenings
from tournaments.queries.evening.stages import begun_rounds, is_begun
from tournaments.queries.standings.standings import standings
from tournaments.standings import Adjusted

pytestmark = pytest.mark.django_db


@pytest.fixture
def rounds(tournament, the_arbiter):
    """Two rounds of one table: 198 for Sud in the first, −66 for each other; the second is not played."""
    first = seated(tournament)[0]
    second = seated(tournament, round_number=2)[0]
    record(first, 1, the_arbiter)
    return first, second


def adjust(table, by, **changes):
    asked = {
        "tournament": changes.get("tournament") or table.round.tournament,
        "kind": PenaltyKind.objects.get(club=None, code="autre"),
        "target": PenaltyTarget.PLAYER,
        "registration": changes.get("registration") or seat(table, 0).registration,
        "sanction": Sanction.ADJUSTED,
        "basis": Adjusted.OWN,
        "points": 0,
        "reason": "donne injouable",
        "key": uuid.uuid4(),
    } | changes
    return give_penalty(table=table, by=by, at=NOW, **asked)


def counted(tournament):
    """Return what each player's rounds count for, and his total, in the order of the chairs."""
    lines = sorted(standings(tournament).lines, key=lambda line: line.start_number)
    return [([mark.points for mark in line.marks], line.total) for line in lines]


def told(tournament, number):
    line = next(line for line in standings(tournament).lines if line.start_number == number)
    return [remark.translate(NO_BREAK) for remark in line.remarks]


def test_a_players_own_average_stands_for_a_round_he_could_not_play(tournament, rounds, the_arbiter):
    given = adjust(rounds[1], the_arbiter)

    assert counted(tournament) == [([198, 198], 396), ([-66, None], -66), ([-66, None], -66), ([-66, None], -66)]
    assert told(tournament, 1) == ["position 2 : score ajusté (moyenne du joueur)"]
    assert results(rounds[1]) == []  # no donne was invented
    assert list(differences(tournament)) == []
    assert given.does.translate(NO_BREAK) == "score ajusté : moyenne du joueur"


def test_a_whole_table_has_the_average_of_the_event(tournament, rounds, the_arbiter):
    adjust(rounds[1], the_arbiter, target=PenaltyTarget.TABLE, registration=None, basis=Adjusted.EVENT)
    assert [total for _marks, total in counted(tournament)] == [198, -66, -66, -66]
    assert [marks[1] for marks, _total in counted(tournament)] == [0, 0, 0, 0]


def test_an_assigned_score_replaces_what_was_written_and_the_sheet_stays_as_it_is(tournament, rounds, the_arbiter):
    adjust(rounds[0], the_arbiter, basis=Adjusted.ASSIGNED, assigned=40)
    assert counted(tournament)[0] == ([40, None], 40)
    assert results(rounds[0]) == [198, -66, -66, -66]  # its sum is still zero

    record(rounds[0], 1, the_arbiter, garde(taker=2))
    assert counted(tournament)[0] == ([40, None], 40)
    assert list(differences(tournament)) == []
    mark = standings(tournament).line_of(seat(rounds[0], 0).registration.pk).marks[0]
    assert (mark.adjusted, mark.written, mark.donnes) == ("attribue", -66, 1)


def test_averages_follow_what_is_entered_later_and_leave_adjusted_rounds_out(tournament, rounds, the_arbiter):
    adjust(rounds[0], the_arbiter)
    assert counted(tournament)[0] == ([0, None], 0)
    record(rounds[1], 1, the_arbiter, garde(taker=1))
    assert counted(tournament)[0] == ([-66, -66], -132)


def test_taken_back_the_round_counts_for_what_its_sheet_gives(tournament, rounds, the_arbiter):
    given = adjust(rounds[0], the_arbiter, basis=Adjusted.ASSIGNED, assigned=40)
    revision = Tournament.objects.get().revision
    cancel_penalty(penalty=given, reason="erreur", by=the_arbiter, at=NOW)
    assert counted(tournament)[0] == ([198, None], 198)
    assert Tournament.objects.get().revision > revision
    assert list(differences(tournament)) == []


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"basis": ""}, "adjusted_score_unsaid", "basis"),
        ({"basis": "hasard"}, "adjusted_score_unsaid", "basis"),
        ({"basis": Adjusted.ASSIGNED}, "adjusted_score_unsaid", "assigned"),
        ({"basis": Adjusted.ASSIGNED, "assigned": 100_001}, "adjusted_score_unsaid", "assigned"),
        ({"target": PenaltyTarget.CAMP}, "adjusted_for_nobody", "target"),
        ({"points": -5}, "sanction_takes_no_points", "points"),
    ],
)
def test_an_adjusted_score_says_where_it_comes_from(tournament, rounds, the_arbiter, changes, code, field):
    caught = refusal_of(adjust, rounds[0], the_arbiter, **changes)
    assert caught.code == code
    assert field in caught.fields
    assert Penalty.objects.count() == 0


def test_the_greatest_score_that_can_be_assigned(tournament, rounds, the_arbiter):
    adjust(rounds[0], the_arbiter, basis=Adjusted.ASSIGNED, assigned=100_000)
    assert counted(tournament)[0] == ([100_000, None], 100_000)


def test_a_players_adjusted_score_says_of_which_table_it_is(tournament, rounds, the_arbiter):
    caught = refusal_of(adjust, None, the_arbiter, tournament=tournament, registration=seat(rounds[0], 0).registration)
    assert caught.code == "adjusted_score_unsaid"
    assert [*caught.fields] == ["table"]


def test_a_score_is_adjusted_once_and_at_the_table_where_he_sits(tournament, rounds, the_arbiter):
    adjust(rounds[0], the_arbiter)
    for changes in ({}, {"target": PenaltyTarget.TABLE, "registration": None}):
        assert refusal_of(adjust, rounds[0], the_arbiter, **changes).code == "adjusted_already"
    other = seated(tournament, chairs=4, tables=2, round_number=3)[1]
    elsewhere = refusal_of(adjust, other, the_arbiter, registration=seat(rounds[0], 0).registration)
    assert elsewhere.code == "not_at_the_table"
    assert Seat.objects.exclude(adjusted="").count() == 1


def test_a_round_with_an_adjusted_score_is_begun(tournament, rounds, the_arbiter):
    assert (begun_rounds(tournament), is_begun(tournament, 2)) == (1, False)
    adjust(rounds[1], the_arbiter)
    assert (begun_rounds(tournament), is_begun(tournament, 2)) == (2, True)


def test_it_goes_with_its_round_and_comes_back_with_it(tournament, rounds, the_arbiter):
    adjust(rounds[0], the_arbiter, basis=Adjusted.ASSIGNED, assigned=40)
    round_ = rounds[0].round
    cancel_round(tournament=tournament, number=1, seen=seen_in(round_), reason="étuis", by=the_arbiter, at=NOW)
    assert list(differences(tournament)) == []
    assert not Seat.objects.exclude(adjusted="").exists()
    restore_round(tournament=tournament, round_=round_, reason="erreur", by=the_arbiter, at=NOW)
    assert counted(tournament)[0] == ([40, None], 40)
    assert Penalty.objects.filter(cancelled_at=None).values_list("sanction", "basis", "assigned").get() == (
        "score_ajuste",
        "attribue",
        40,
    )


def test_a_redeal_comes_back_as_a_redeal(tournament, rounds, the_arbiter):
    adjust(
        rounds[0],
        the_arbiter,
        sanction=Sanction.REDEAL,
        target=PenaltyTarget.DONNE,
        donne=1,
        registration=None,
        basis="",
    )
    round_ = rounds[0].round
    cancel_round(tournament=tournament, number=1, seen=seen_in(round_), reason="étuis", by=the_arbiter, at=NOW)
    restore_round(tournament=tournament, round_=round_, reason="erreur", by=the_arbiter, at=NOW)
    assert list(Penalty.objects.filter(cancelled_at=None).values_list("sanction", flat=True)) == ["redonne"]


def test_a_score_that_no_decision_put_there_is_told(tournament, rounds, the_arbiter):
    Seat.objects.filter(pk=seat(rounds[0], 2).pk).update(adjusted="attribue", adjusted_points=500)
    (sentence,) = differences(tournament)
    assert "le score ajusté n’est pas celui d’une décision" in sentence


def test_a_player_reads_what_his_round_counts_for(tournament, rounds, the_arbiter):
    adjust(rounds[0], the_arbiter, basis=Adjusted.ASSIGNED, assigned=40)
    player = Player.objects.get(registrations=seat(rounds[0], 0).registration)
    mine = own_evenings(list(player.registrations.select_related("tournament", "player"))).running[0]
    assert [(each.number, each.points, each.adjusted) for each in mine.rounds] == [(2, None, False), (1, 40, True)]


@pytest.mark.parametrize("basis", [Adjusted.OWN, Adjusted.EVENT, Adjusted.ASSIGNED])
def test_what_cancelling_and_restoring_would_do_is_what_they_do(tournament, rounds, the_arbiter, basis):
    """Averages are over the rounds that are left, in the forecast too."""
    _first, second = rounds
    record(second, 1, the_arbiter, garde(taker=1, points="60"))
    third = seated(tournament, round_number=3)[0]
    record(third, 1, the_arbiter, garde(taker=2, points="45"))
    assigned = 25 if basis == Adjusted.ASSIGNED else None
    adjust(second, the_arbiter, basis=basis, assigned=assigned)
    adjust(third, the_arbiter, basis=basis, assigned=assigned, registration=seat(third, 1).registration)

    def totals():
        return {line.start_number: line.total for line in standings(tournament).lines}

    before = totals()
    said = forecast(tournament, second.round)
    assert {line.start_number: line.total_before for line in said.lines} == before
    cancel_round(tournament=tournament, number=2, seen=said.seen, reason="étuis", by=the_arbiter, at=NOW)
    assert {line.start_number: line.total_after for line in said.lines} == totals()
    second.round.refresh_from_db()
    back = {line.start_number: line.total_after for line in standings_with(tournament, second.round)}
    restore_round(tournament=tournament, round_=second.round, reason="erreur", by=the_arbiter, at=NOW)
    assert back == totals() == before
