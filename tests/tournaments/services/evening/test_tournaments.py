"""Tournaments: opened, changed while they can harm nobody, ended, opened again."""

from dataclasses import replace
from datetime import date

import pytest
from django.db import IntegrityError, transaction

from tests.factories import DAY, NOW, SeasonFactory
from tests.refusals import refusal_of
from tournaments.labels import Keeps, Pace, TournamentState
from tournaments.models import Club, JournalEntry, Round, Tournament
from tournaments.refusals import Refusal
from tournaments.seating import Remainder, possible_layouts
from tournaments.services.evening.settings import REMAINDERS, Settings
from tournaments.services.evening.states import archive
from tournaments.services.evening.tournaments import change_settings, create_tournament, finish, reopen
from tournaments.standings import Missed, Rule, Unfinished

SETTINGS = Settings("Soirée", DAY)


def publish(tournament: Tournament, rounds: int) -> None:
    for number in range(1, rounds + 1):
        Round.objects.create(tournament=tournament, number=number, published_at=NOW)


def test_a_tournament_is_created_as_a_draft(club: Club):
    tournament = create_tournament(club=club, settings=SETTINGS, by=None, at=NOW)

    assert (tournament.state, tournament.bareme) == (TournamentState.DRAFT, "fft-2012")
    assert Settings.of(tournament) == SETTINGS
    assert JournalEntry.objects.get().tournament == tournament


def test_a_form_sent_twice_opens_one_tournament(club: Club):
    create_tournament(club=club, settings=SETTINGS, by=None, at=NOW)

    assert list(refusal_of(create_tournament, club=club, settings=SETTINGS, by=None, at=NOW).fields) == ["name"]
    assert Tournament.objects.count() == 1


def test_only_the_pace_that_is_chosen_keeps_its_number(club: Club):
    settings = replace(SETTINGS, pace=Pace.MINUTES, minutes_per_round=50, keeps=Keeps.TOTALS)

    tournament = create_tournament(club=club, settings=settings, by=None, at=NOW)

    assert (tournament.donnes_per_round, tournament.minutes_per_round) == (None, 50)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"table_size": 6}, "table_size"),
        ({"table_size": 3, "remainder": Remainder.SMALLER}, "remainder"),
        ({"table_size": 5, "remainder": Remainder.LARGER}, "remainder"),
        ({"rounds_planned": 31}, "rounds_planned"),
        ({"donnes_per_round": None}, "donnes_per_round"),
        ({"pace": Pace.MINUTES}, "minutes_per_round"),
        ({"seed": -1}, "seed"),
        ({"unfinished_rule": "perhaps"}, "unfinished_rule"),
        ({"unfinished_rule": Unfinished.MINIMUM, "minimum_rounds": 0}, "minimum_rounds"),
        ({"unfinished_rule": Unfinished.MINIMUM, "minimum_rounds": 31}, "minimum_rounds"),
        ({"missed_counts": "much"}, "missed_counts"),
        ({"tie_breaks": "sort,position"}, "tie_breaks"),
        ({"tie_breaks": "position,position"}, "tie_breaks"),
        ({"missed_counts": Missed.FIXED}, "missed_points"),
        ({"missed_counts": Missed.FIXED, "missed_points": -1001}, "missed_points"),
    ],
)
def test_settings_that_contradict_each_other_are_refused_where_they_are(club: Club, wrong: dict, field: str):
    refused = refusal_of(create_tournament, club=club, settings=replace(SETTINGS, **wrong), by=None, at=NOW)

    assert list(refused.fields) == [field]
    assert not Tournament.objects.exists()


def test_a_season_of_another_club_is_refused(club: Club):
    with pytest.raises(Refusal) as refused:
        create_tournament(club=club, settings=replace(SETTINGS, season=SeasonFactory()), by=None, at=NOW)

    assert list(refused.value.fields) == ["season"]


@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_remainders_offered_are_those_the_seating_can_do(size: int):
    possible = {way.value for players in range(20, 40) for way in possible_layouts(players, size)}

    assert {way.value for way in REMAINDERS[size]} == possible
    assert possible <= {way.value for way in Remainder}


def test_before_the_first_round_everything_may_change(tournament: Tournament):
    settings = replace(Settings.of(tournament), table_size=3, seed=77)

    changed = change_settings(tournament=tournament, settings=settings, by=None, at=NOW)

    assert (changed.table_size, changed.seed, changed.revision) == (3, 77, 2)
    assert JournalEntry.objects.get().details == {"table_size": [4, 3], "seed": [1, 77]}


@pytest.mark.parametrize(
    ("typed", "name"),
    [("Soirée du 21 novembre", "Soirée du 27 novembre"), ("Gala du 21 novembre", "Gala du 21 novembre")],
)
def test_a_name_that_says_its_day_follows_the_date_unless_it_is_typed_anew(club: Club, typed: str, name: str):
    said = replace(SETTINGS, name="Soirée du 21 novembre", date=date(2026, 11, 21))
    tournament = create_tournament(club=club, settings=said, by=None, at=NOW)
    settings = replace(Settings.of(tournament), name=typed, date=date(2026, 11, 27))
    assert change_settings(tournament=tournament, settings=settings, by=None, at=NOW).name == name


def test_once_rounds_are_published_only_the_harmless_may_change(tournament: Tournament):
    publish(tournament, 2)
    season = SeasonFactory(club=tournament.club)
    harmless = replace(
        Settings.of(tournament), name="Autre nom", date=date(2030, 1, 1), season=season, rounds_planned=7
    )
    all_else = Settings(
        "Autre nom",
        DAY,
        table_size=3,
        remainder=Remainder.LARGER,
        rounds_planned=1,
        pace=Pace.MINUTES,
        donnes_per_round=None,
        minutes_per_round=45,
        keeps=Keeps.TOTALS,
        void_donnes_count=True,
        seed=77,
    )

    changed = change_settings(tournament=tournament, settings=harmless, by=None, at=NOW)
    refused = refusal_of(change_settings, tournament=tournament, settings=all_else, by=None, at=NOW)

    assert Settings.of(changed) == harmless
    assert sorted(refused.fields) == [
        *("donnes_per_round", "keeps", "minutes_per_round", "pace", "remainder"),
        *("rounds_planned", "seed", "table_size", "void_donnes_count"),
    ]


def test_who_counts_may_change_until_the_ranking_is_final(tournament: Tournament):
    publish(tournament, 2)
    wanted = replace(Settings.of(tournament), unfinished_rule=Unfinished.MINIMUM, minimum_rounds=3)

    changed = change_settings(tournament=tournament, settings=wanted, by=None, at=NOW)

    assert (changed.ranking_rule, changed.revision) == (Rule(Unfinished.MINIMUM, 3), 2)
    assert JournalEntry.objects.get().details == {
        "unfinished_rule": ["ranked", "minimum"],
        "minimum_rounds": [None, 3],
    }
    finish(tournament=tournament, by=None, at=NOW)
    with pytest.raises(Refusal) as refused:
        change_settings(tournament=tournament, settings=replace(wanted, minimum_rounds=2), by=None, at=NOW)
    assert list(refused.value.fields) == ["minimum_rounds"]
    assert Tournament.objects.get().minimum_rounds == 3


def test_a_number_is_kept_only_with_the_choice_that_reads_it(club: Club):
    settings = replace(SETTINGS, minimum_rounds=99, missed_counts=Missed.AVERAGE, missed_points=5000)

    tournament = create_tournament(club=club, settings=settings, by=None, at=NOW)

    assert (tournament.minimum_rounds, tournament.missed_points) == (None, None)
    assert tournament.ranking_rule == Rule(missed=Missed.AVERAGE)


def test_nothing_played_is_nothing_to_finish(tournament: Tournament):
    assert refusal_of(finish, tournament=tournament, by=None, at=NOW).code == "nothing_played"


def test_finished_twice_is_finished_once_and_reopening_asks_why(tournament: Tournament):
    publish(tournament, 1)

    finish(tournament=tournament, by=None, at=NOW)
    finish(tournament=tournament, by=None, at=NOW)
    refused = refusal_of(reopen, tournament=tournament, reason="  ", by=None, at=NOW)
    reopened = reopen(tournament=tournament, reason="feuille 3 mal lue", by=None, at=NOW)

    assert refused.code == "reason_missing"
    assert reopened.state == TournamentState.RUNNING
    assert [(entry.action, entry.reason) for entry in JournalEntry.objects.order_by("pk")] == [
        ("tournoi terminé", ""),
        ("tournoi rouvert", "feuille 3 mal lue"),
    ]


def test_a_tournament_does_not_take_the_name_of_another_of_that_day(club: Club):
    settings = [replace(SETTINGS, name=name) for name in ("Soirée", "Coupe")]
    evening, cup = (create_tournament(club=club, settings=each, by=None, at=NOW) for each in settings)

    with pytest.raises(Refusal, match="déjà un tournoi de ce nom") as refused:
        change_settings(tournament=cup, settings=SETTINGS, by=None, at=NOW)
    assert list(refused.value.fields) == ["name"]

    moved = replace(SETTINGS, date=date(2030, 1, 1))
    assert change_settings(tournament=cup, settings=moved, by=None, at=NOW).name == "Soirée"
    with pytest.raises(Refusal) as refused:
        change_settings(tournament=cup, settings=SETTINGS, by=None, at=NOW)  # the other day, by the date alone
    assert list(refused.value.fields) == ["name"]
    assert change_settings(tournament=evening, settings=replace(SETTINGS, seed=2), by=None, at=NOW).seed == 2


@pytest.mark.parametrize(("state", "is_shown"), [("brouillon", False), ("en_cours", False), ("termine", True)])
def test_a_trial_put_away_before_its_end_does_not_become_public_by_its_settings(club: Club, state: str, is_shown: bool):
    trial = create_tournament(club=club, settings=replace(SETTINGS, is_trial=True), by=None, at=NOW)
    Tournament.objects.filter(pk=trial.pk).update(state=state)
    trial = archive(tournament=trial, by=None, at=NOW)

    if is_shown:
        change_settings(tournament=trial, settings=SETTINGS, by=None, at=NOW)
    else:
        with pytest.raises(Refusal, match="Sortez-le des archives") as refused:
            change_settings(tournament=trial, settings=SETTINGS, by=None, at=NOW)
        assert list(refused.value.fields) == ["is_trial"]
    assert Tournament.objects.get(pk=trial.pk).is_public is is_shown
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=trial.pk).update(is_trial=False, archived_from="brouillon")
