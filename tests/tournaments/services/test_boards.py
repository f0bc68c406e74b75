"""Duplicate: the boards that each round plays, and from when everybody may read what was marked on them."""

from dataclasses import replace
from datetime import date

import pytest

from scoring.queries.desk.cancelled_rounds import seen_in
from scoring.services.sheets.cancelled_rounds import cancel_round, restore_round
from scoring.services.sheets.sheets import reopen_sheet, tell_if_round_is_closed
from tests.factories import DAY, NOW, AccountFactory, RegistrationFactory, TournamentFactory, field
from tests.refusals import refusal_of
from tests.texts import plain
from tests.tournaments.boards import closed, duplicate, played
from tests.tournaments.rotations import redrawn
from tests.tournaments.services.drawing import drawn, published
from tournaments.labels import DrawMode, JobState, Keeps, Pace, TournamentState
from tournaments.models import Account, BoardDeal, Club, Table, Tournament
from tournaments.queries.draws.forecast import forecast
from tournaments.queries.standings.standings import StandingsChange, standings, standings_of
from tournaments.queries.standings.words import rule_words
from tournaments.seating import Remainder
from tournaments.services.boards import lift_secrecy
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.requests import ask_draw
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.tournaments import change_settings, create_tournament, finish, new_ranking_rule
from tournaments.standings import Missed

pytestmark = pytest.mark.django_db
SETTINGS = Settings(name="Duplicate", date=date(2026, 11, 20), compared_by="matchpoints", rounds_planned=3)
SCALED = {
    "compared_by": "scale",
    "compared_least": 3,
    "compared_small_fields": True,
    "compared_scale": "0;0\n10;1\n",
    "compared_scale_name": "du comité",
    "compared_scale_on": DAY,
}


def drawn_duplicate(by: Account, players: int = 20, **settings: object) -> Tournament:
    tournament = TournamentFactory(
        compared_by="matchpoints", void_donnes_count=True, donnes_per_round=4, rounds_planned=3, **settings
    )
    field(tournament, players)
    published(tournament, by)
    return tournament


def boards_of(tournament: Tournament) -> dict[int, set[tuple[int | None, int | None]]]:
    found: dict[int, set[tuple[int | None, int | None]]] = {}
    for number, *ends in Table.objects.filter(round__tournament=tournament).values_list(
        "round__number", "first_board", "last_board"
    ):
        found.setdefault(number, set()).add((ends[0], ends[1]))
    return found


def close(tournament: Tournament, number: int) -> int:
    """Close all sheets of a round, and return how many rounds are free then."""
    closed(tournament, number)
    tournament = Tournament.objects.get(pk=tournament.pk)
    tell_if_round_is_closed(tournament.rounds.get(number=number), tournament=tournament, at=NOW)
    return free(tournament)


def free(tournament: Tournament) -> int:
    return Tournament.objects.get(pk=tournament.pk).free_rounds


def test_all_tables_of_a_round_play_the_same_boards_and_no_round_those_of_another(the_organiser: Account) -> None:
    assert boards_of(drawn_duplicate(the_organiser)) == {1: {(1, 4)}, 2: {(5, 8)}, 3: {(9, 12)}}


def test_libre_has_no_boards(the_organiser: Account) -> None:
    tournament = TournamentFactory(rounds_planned=2)
    field(tournament, 8)
    published(tournament, the_organiser)
    assert boards_of(tournament) == {1: {(None, None)}, 2: {(None, None)}}
    closed(tournament, 1)
    assert close(tournament, 1) == 0
    assert tournament.last_shown_round is None


def test_a_round_drawn_again_keeps_its_boards_that_nobody_saw(the_organiser: Account) -> None:
    tournament = drawn_duplicate(the_organiser)
    RegistrationFactory(tournament=tournament, start_number=21)
    publish_draw(draw=redrawn(tournament, 2, the_organiser), by=the_organiser, at=NOW)
    assert boards_of(tournament) == {1: {(1, 4)}, 2: {(5, 8)}, 3: {(9, 12)}}


def test_a_cancelled_round_gives_its_boards_to_none(the_organiser: Account) -> None:
    """Somebody has held them: the round in its place plays others."""
    tournament = drawn_duplicate(the_organiser)
    assert close(tournament, 1) == 1
    round_ = tournament.rounds.get(number=1)
    cancel_round(tournament=tournament, number=1, reason="étuis mêlés", seen=seen_in(round_), by=the_organiser, at=NOW)
    publish_draw(draw=redrawn(tournament, 1, the_organiser), by=the_organiser, at=NOW)
    assert boards_of(tournament) == {1: {(13, 16)}, 2: {(5, 8)}, 3: {(9, 12)}}
    assert free(tournament) == 0


def test_a_cancelled_round_that_is_planned_no_more_is_not_restored_where_all_may_read_it(
    the_organiser: Account,
) -> None:
    tournament = drawn_duplicate(the_organiser)
    round_ = tournament.rounds.get(number=3)
    cancel_round(tournament=tournament, number=3, reason="il est tard", seen=seen_in(round_), by=the_organiser, at=NOW)
    fewer = replace(Settings.of(tournament), rounds_planned=2)
    change_settings(tournament=tournament, settings=fewer, by=the_organiser, at=NOW)
    assert (close(tournament, 1), close(tournament, 2)) == (1, 2)
    said = {"round_": round_, "reason": "finalement si", "by": the_organiser, "at": NOW}
    assert refusal_of(restore_round, tournament=tournament, **said).code == "round_not_planned"

    more = replace(fewer, rounds_planned=3)
    change_settings(tournament=tournament, settings=more, by=the_organiser, at=NOW)
    restore_round(tournament=tournament, **said)
    assert Tournament.objects.get(pk=tournament.pk).last_shown_round == 2


def test_all_drawn_again_after_a_cancelled_round_has_no_board_twice(the_organiser: Account) -> None:
    tournament = drawn_duplicate(the_organiser)
    close(tournament, 1)
    round_ = tournament.rounds.get(number=1)
    cancel_round(tournament=tournament, number=1, reason="étuis mêlés", seen=seen_in(round_), by=the_organiser, at=NOW)
    published(tournament, the_organiser)
    assert boards_of(tournament) == {1: {(13, 16)}, 2: {(5, 8)}, 3: {(9, 12)}}


def test_a_round_is_free_once_all_its_sheets_are_closed(the_organiser: Account) -> None:
    tournament = drawn_duplicate(the_organiser)
    assert Tournament.objects.get(pk=tournament.pk).last_shown_round == 0
    Table.objects.filter(round__number=1, number=1).update(closed_at=NOW)
    tell_if_round_is_closed(tournament.rounds.get(number=1), tournament=tournament, at=NOW)
    assert free(tournament) == 0
    assert close(tournament, 1) == 1
    assert Tournament.objects.get(pk=tournament.pk).last_shown_round == 1


def test_a_round_closed_before_another_waits_for_it(the_organiser: Account) -> None:
    tournament = drawn_duplicate(the_organiser)
    assert close(tournament, 2) == 0
    assert close(tournament, 1) == 2


def test_what_is_free_stays_free_when_a_sheet_is_opened_again(the_organiser: Account) -> None:
    tournament = drawn_duplicate(the_organiser)
    close(tournament, 1)
    reopen_sheet(table=Table.objects.get(round__number=1, number=1), reason="mal lue", by=the_organiser, at=NOW)
    assert free(tournament) == 1


def test_all_is_free_when_it_ends_even_before_the_last_round(the_organiser: Account) -> None:
    tournament = drawn_duplicate(the_organiser)
    tournament.rounds.filter(number=3).delete()
    close(tournament, 1)
    assert finish(tournament=tournament, by=the_organiser, at=NOW).is_final
    assert Tournament.objects.get(pk=tournament.pk).last_shown_round is None


def test_rounds_held_back_for_the_prizes_stay_so_when_they_are_free(the_organiser: Account) -> None:
    tournament = drawn_duplicate(the_organiser, hidden_rounds=2)
    assert [close(tournament, number) for number in (1, 2, 3)] == [1, 2, 3]
    assert Tournament.objects.get(pk=tournament.pk).last_shown_round == 1


@pytest.mark.django_db(transaction=True)
def test_boards_that_another_session_has_still_to_play_are_not_free(club: Club, the_organiser: Account) -> None:
    """The same étuis in two halls: a round is free once both have played it, and then for both."""
    deal = BoardDeal.objects.create(club=club, seed=7)
    first = drawn_duplicate(the_organiser, club=club, board_deal=deal)
    second = TournamentFactory(
        club=club, compared_by="mean", void_donnes_count=True, donnes_per_round=4, rounds_planned=3, board_deal=deal
    )
    assert close(first, 1) == 0  # the other is not even drawn: it has all boards before it
    field(second, 8)
    published(second, the_organiser)
    before = Tournament.objects.get(pk=first.pk).revision
    assert close(second, 1) == 1
    assert free(first) == 1
    assert Tournament.objects.get(pk=first.pk).revision > before  # its pages tell more than those that are kept
    finish(tournament=second, by=the_organiser, at=NOW)
    assert close(first, 2) == 2


def test_who_is_over_sits_out(the_organiser: Account) -> None:
    tournament = drawn_duplicate(the_organiser, players=22)
    assert {choice.remainder for choice in forecast(tournament).choices} == {Remainder.EXEMPT}
    refused = refusal_of(ask_draw, tournament=tournament, remainder=Remainder.LARGER, seed=1, by=the_organiser, at=NOW)
    assert refused.code == "duplicate_by_four"
    assert {table.seats.count() for table in Table.objects.filter(round__tournament=tournament)} == {4}
    assert drawn(tournament, the_organiser).plan is not None


def test_what_duplicate_fixes_is_written_so(club: Club) -> None:
    loose = replace(
        SETTINGS, remainder=Remainder.SMALLER, missed_counts=Missed.AVERAGE, tie_breaks="sort", compared_trim=2
    )
    tournament = create_tournament(club=club, settings=loose, by=None, at=NOW)
    assert tournament.void_donnes_count
    assert (tournament.remainder, tournament.missed_counts, tournament.tie_breaks) == ("exempt", "zero", "")
    assert (tournament.compared_trim, tournament.compared_per_opponent) == (0, False)
    libre = create_tournament(
        club=club, settings=replace(SETTINGS, name="Libre", compared_by="", compared_trim=2), by=None, at=NOW
    )
    assert libre.compared_trim == 0


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"table_size": 5, "remainder": Remainder.EXEMPT}, "table_size"),
        ({"pace": Pace.MINUTES, "minutes_per_round": 50}, "pace"),
        ({"keeps": Keeps.TOTALS}, "keeps"),
        ({"compared_by": "hasard"}, "compared_by"),
        ({"compared_by": "mean", "compared_trim": 6}, "compared_trim"),
        ({"compared_least": 0}, "compared_least"),
        (SCALED | {"compared_scale": ""}, "compared_scale"),
        (SCALED | {"compared_scale": "0 : 0\n20 : 1\n10 : 2"}, "compared_scale"),
        (SCALED | {"compared_scale_name": ""}, "compared_scale_name"),
        (SCALED | {"compared_scale_on": None}, "compared_scale_on"),
    ],
)
def test_what_duplicate_cannot_be_played_with_is_refused(club: Club, wrong: dict[str, object], field: str) -> None:
    refused = refusal_of(create_tournament, club=club, settings=replace(SETTINGS, **wrong), by=None, at=NOW)
    assert field in refused.fields


def test_a_scale_that_does_not_ascend_is_refused_by_its_line(club: Club) -> None:
    wrong = replace(SETTINGS, **SCALED | {"compared_scale": "0 : 0\n20 : 1\n10 : 2"})
    refused = refusal_of(create_tournament, club=club, settings=wrong, by=None, at=NOW)
    assert plain(str(refused.fields["compared_scale"][0])) == (
        "Ligne 3, « 10 : 2 » : l’écart n’est pas au-dessus du précédent. Rangez les paliers en montant."
    )


def test_what_a_method_does_not_use_is_not_kept(club: Club) -> None:
    scaled = create_tournament(club=club, settings=replace(SETTINGS, **SCALED), by=None, at=NOW)
    assert plain(scaled.compared_scale) == "0 : 0\n10 : 1"
    assert (scaled.compared_scale_name, scaled.compared_scale_on) == ("du comité", DAY)
    assert (scaled.compared_small_fields, scaled.compared_least) == (False, 3)
    ranked = replace(SETTINGS, **SCALED | {"compared_by": "matchpoints", "name": "Par rang"})
    by_rank = create_tournament(club=club, settings=ranked, by=None, at=NOW)
    assert (by_rank.compared_scale, by_rank.compared_scale_name, by_rank.compared_scale_on) == ("", "", None)
    assert by_rank.compared_small_fields


def test_a_scale_chosen_after_results_wants_a_reason_and_counts(the_organiser: Account) -> None:
    tournament = duplicate(3, boards=1)
    played(tournament, 1, {1: {1: (90, -30, -30, -30)}, 2: {1: (-90, 30, 30, 30)}, 3: {1: (30, -10, -10, -10)}})
    other = replace(Settings.of(tournament), **SCALED | {"compared_least": 1})
    (_before, then) = new_ranking_rule(tournament, other)
    foreseen = standings_of([tournament], {tournament.pk: StandingsChange(rule=then)})[tournament.pk].lines
    refused = refusal_of(change_settings, tournament=tournament, settings=other, by=the_organiser, at=NOW)
    assert "reason" in refused.fields
    asked = {"settings": other, "reason": "échelle votée", "by": the_organiser, "at": NOW}
    changed = change_settings(tournament=tournament, **asked)
    lines = standings(changed).lines
    assert [(line.start_number, line.total) for line in lines] == [(line.start_number, line.total) for line in foreseen]
    # Of Sud's: 90 is 120 above the mean of the others, −90 is 150 below it, 30 is 30 above it: one step each.
    assert {line.total for line in lines} == {1, -1}
    told = plain(" ".join(rule_words(changed, "fr")))
    assert "l’échelle « du comité » (21 novembre 2026) : 0 : 0, 10 : 1." in told


def test_fewer_results_than_asked_are_an_average(club: Club) -> None:
    tournament = duplicate(3, boards=1, compared_least=4)
    played(tournament, 1, {1: {1: (90, -30, -30, -30)}, 2: {1: (-90, 30, 30, 30)}, 3: {1: (30, -10, -10, -10)}})
    assert {line.total for line in standings(tournament).lines} == {50}
    assert "moins de 4 résultats" in plain(" ".join(rule_words(tournament, "fr")))


def test_another_method_may_be_chosen_and_libre_never(the_organiser: Account) -> None:
    tournament = duplicate(2)
    other = replace(Settings.of(tournament), compared_by="mean", compared_trim=1)
    changed = change_settings(tournament=tournament, settings=other, by=the_organiser, at=NOW)
    assert (changed.compared_by, changed.compared_trim) == ("mean", 1)
    refused = refusal_of(
        change_settings, tournament=tournament, settings=replace(other, compared_by=""), by=the_organiser, at=NOW
    )
    assert list(refused.fields) == ["compared_by"]
    libre = TournamentFactory(state=TournamentState.RUNNING)
    libre.rounds.create(number=1, published_at=NOW)
    refused = refusal_of(
        change_settings,
        tournament=libre,
        settings=replace(Settings.of(libre), compared_by="mean"),
        by=the_organiser,
        at=NOW,
    )
    assert "compared_by" in refused.fields


def test_the_boards_of_a_cancelled_last_round_come_back_in_none(the_organiser: Account) -> None:
    tournament = drawn_duplicate(the_organiser)
    round_ = tournament.rounds.get(number=3)
    cancel_round(tournament=tournament, number=3, reason="étuis mêlés", seen=seen_in(round_), by=the_organiser, at=NOW)
    publish_draw(draw=redrawn(tournament, 3, the_organiser), by=the_organiser, at=NOW)
    assert boards_of(tournament)[3] == {(13, 16)}


def test_dealt_etuis_are_withdrawn_before_it_becomes_libre(club: Club) -> None:
    deal = BoardDeal.objects.create(club=club, seed=7)
    tournament = TournamentFactory(
        club=club, compared_by="matchpoints", void_donnes_count=True, donnes_per_round=4, board_deal=deal
    )
    libre = replace(Settings.of(tournament), compared_by="")
    refused = refusal_of(change_settings, tournament=tournament, settings=libre, by=None, at=NOW)
    assert "Papiers" in str(refused)
    Tournament.objects.filter(pk=tournament.pk).update(board_deal=None)
    assert not change_settings(tournament=tournament, settings=libre, by=None, at=NOW).is_duplicate


def whole_ranking_asked(tournament: Tournament, by: Account) -> DrawMode:
    asked = {"mode": DrawMode.SWISS, "whole": True, "anyway": True, "remainder": Remainder.EXEMPT, "seed": 1}
    return DrawMode(ask_draw(tournament=tournament, by=by, at=NOW, **asked).mode)


def test_who_plays_does_not_draw_by_the_whole_ranking_and_who_does_not_or_has_lifted_it_does(
    the_organiser: Account,
) -> None:
    """Its tables would tell him what became of boards that he has still to play."""
    tournament = drawn_duplicate(the_organiser)
    close(tournament, 1)
    entry = tournament.registrations.first()
    plays = AccountFactory(player=entry.player)
    refusal = refusal_of(whole_ranking_asked, tournament, plays)
    assert refusal.code == "plays_the_etuis"
    assert plain(str(refusal)).startswith(
        "Vous avez encore des étuis à jouer, et ce tirage dirait le classement entier"
    )
    assert whole_ranking_asked(tournament, the_organiser) == DrawMode.SWISS
    jobs_done(tournament)
    public = ask_draw(
        tournament=tournament, remainder=Remainder.EXEMPT, seed=1, by=plays, at=NOW, mode=DrawMode.SWISS, anyway=True
    )
    assert public.mode == DrawMode.SWISS
    jobs_done(tournament)
    lift_secrecy(tournament=tournament, reason="seul arbitre", by=plays, at=NOW)
    assert whole_ranking_asked(tournament, plays) == DrawMode.SWISS
    jobs_done(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=4)
    assert refusal_of(whole_ranking_asked, tournament, plays).code == "plays_the_etuis"  # of the rounds drawn alone


def jobs_done(tournament: Tournament) -> None:
    """A draw that is under way would be answered to the next request."""
    tournament.jobs.update(state=JobState.DONE, ended_at=NOW)
