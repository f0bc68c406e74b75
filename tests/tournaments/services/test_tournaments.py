"""Tournaments: opened, changed while they can harm nobody, ended, opened again."""

from dataclasses import replace

import pytest

from tests.factories import DAY, NOW, SeasonFactory
from tournaments.labels import Keeps, Pace, TournamentState
from tournaments.models import Club, JournalEntry, Round, Tournament
from tournaments.refusals import Refusal
from tournaments.seating import Remainder, possible_layouts
from tournaments.services.tournaments import REMAINDERS, Settings, change_settings, create_tournament, finish, reopen

SETTINGS = Settings("Soirée", DAY)


def publish(tournament: Tournament, rounds: int) -> None:
    for number in range(1, rounds + 1):
        Round.objects.create(tournament=tournament, number=number, published_at=NOW)


def test_a_tournament_is_created_in_preparation(club: Club):
    tournament = create_tournament(club=club, settings=SETTINGS, by=None, at=NOW)

    assert (tournament.state, tournament.bareme) == (TournamentState.PREPARING, "fft-2012")
    assert Settings.of(tournament) == SETTINGS
    assert JournalEntry.objects.get().tournament == tournament


def test_a_form_sent_twice_opens_one_tournament(club: Club):
    create_tournament(club=club, settings=SETTINGS, by=None, at=NOW)

    with pytest.raises(Refusal) as refused:
        create_tournament(club=club, settings=SETTINGS, by=None, at=NOW)

    assert list(refused.value.fields) == ["name"]
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
    ],
)
def test_settings_that_contradict_each_other_are_refused_where_they_are(club: Club, wrong: dict, field: str):
    with pytest.raises(Refusal) as refused:
        create_tournament(club=club, settings=replace(SETTINGS, **wrong), by=None, at=NOW)

    assert list(refused.value.fields) == [field]
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


def test_once_rounds_are_published_only_the_harmless_may_change(tournament: Tournament):
    publish(tournament, 2)
    harmless = replace(Settings.of(tournament), name="Autre nom", rounds_planned=7)

    changed = change_settings(tournament=tournament, settings=harmless, by=None, at=NOW)
    with pytest.raises(Refusal) as refused:
        change_settings(
            tournament=tournament, settings=replace(harmless, donnes_per_round=6, rounds_planned=1), by=None, at=NOW
        )

    assert (changed.name, changed.rounds_planned) == ("Autre nom", 7)
    assert sorted(refused.value.fields) == ["donnes_per_round", "rounds_planned"]


def test_nothing_played_is_nothing_to_finish(tournament: Tournament):
    with pytest.raises(Refusal) as refused:
        finish(tournament=tournament, by=None, at=NOW)

    assert refused.value.code == "nothing_played"


def test_finished_twice_is_finished_once_and_reopening_asks_why(tournament: Tournament):
    publish(tournament, 1)

    finish(tournament=tournament, by=None, at=NOW)
    finish(tournament=tournament, by=None, at=NOW)
    with pytest.raises(Refusal) as refused:
        reopen(tournament=tournament, reason="  ", by=None, at=NOW)
    reopened = reopen(tournament=tournament, reason="feuille 3 mal lue", by=None, at=NOW)

    assert refused.value.code == "reason_missing"
    assert reopened.state == TournamentState.RUNNING
    assert [(entry.action, entry.reason) for entry in JournalEntry.objects.order_by("pk")] == [
        ("tournoi terminé", ""),
        ("tournoi rouvert", "feuille 3 mal lue"),
    ]
