"""Who moves by a change, and how it is told."""

import re
from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import SeasonFactory, TournamentFactory, field, rewrite
from tests.tournaments.rounds import mark, publish
from tournaments.labels import TournamentState
from tournaments.models import Player, Registration, Tournament
from tournaments.queries.standings.place_changes import Moved, Moves, _moves, _Standing, place_changes
from tournaments.queries.standings.standings import StandingsChange

pytestmark = pytest.mark.django_db

NAMES = ("Abel", "Blum", "Caron", "Duval", "Evrard", "Faure", "Gros", "Henry")


@pytest.fixture
def entries(tournament: Tournament) -> list[Registration]:
    """Eight players, from the first place to the last: +80, +60, +40, +20, −20, −40, −60, −80."""
    entries = field(tournament, 8)
    for entry, name in zip(entries, NAMES, strict=True):
        Player.objects.filter(pk=entry.player_id).update(last_name=name, first_name="A")
    points = (80, 60, 40, 20, -20, -40, -60, -80)
    mark(publish(tournament, 1, [entries[:4], entries[4:]]), dict(zip(entries, points, strict=True)))
    return entries


def line(entry: Registration, places: tuple[int | None, int | None], totals: tuple[int, int]) -> Moved:
    return Moved(f"{NAMES[entry.start_number - 1]} A", entry.start_number, *places, *totals)


def test_who_rises_is_told_with_whom_he_passes(tournament, entries):
    effect = place_changes(tournament, StandingsChange(points={(entries[6].pk, 1): 70, (entries[0].pk, 1): -50}))
    assert effect.standings == Moves(
        lines=(line(entries[6], (7, 1), (-60, 70)), line(entries[0], (1, 7), (80, -50))),
        others=(),
        passings=(
            "Gros A passe devant Blum A, Caron A, Duval A et 3 autres.",
            "Abel A passe derrière Blum A, Caron A, Duval A et 2 autres.",  # and Gros, told already
        ),
    )
    assert not effect.is_nobody


def test_who_only_makes_room_is_told_apart(tournament, entries):
    effect = place_changes(tournament, StandingsChange(penalties={entries[0].pk: -50}))
    assert effect.standings == Moves(
        lines=(line(entries[0], (1, 3), (80, 30)),),
        others=(line(entries[1], (2, 1), (60, 60)), line(entries[2], (3, 2), (40, 40))),
        passings=("Abel A passe derrière Blum A et Caron A.",),
    )


def test_a_pair_is_told_from_one_side(tournament, entries):
    """As an arbiter read it: two camps' points, three sentences for two moves."""
    effect = place_changes(
        tournament,
        StandingsChange({(entry.pk, 1): points for entry, points in zip(entries, (30, 61, 41), strict=False)}),
    )
    assert effect.standings.passings == ("Abel A passe derrière Blum A et Caron A.",)


def test_who_passes_one_and_is_passed_by_another_is_told_both(tournament, entries):
    effect = place_changes(tournament, StandingsChange(penalties={entries[0].pk: -130, entries[1].pk: -30}))
    assert effect.standings.passings == (
        "Blum A passe derrière Caron A.",
        "Abel A passe derrière Caron A, Blum A, Duval A et 2 autres.",
    )


@given(st.lists(st.integers(-200, 200), min_size=4, max_size=4), st.sets(st.integers(0, 3)))
def test_each_move_is_told_once_and_is_what_then_happens(before, changed):
    """Whatever changes: everybody whose total or place changes has one line, and each pair that turns one sentence."""
    after = [total + (40 if number % 2 else -60) * (number in changed) for number, total in enumerate(before)]
    ranked = [
        [_Standing(key, NAMES[key], key + 1, 1 + sum(other > total for other in totals), total) for key, total in each]
        for totals in (before, after)
        for each in [sorted(enumerate(totals), key=lambda pair: -pair[1])]
    ]
    moves = _moves(*ranked)
    then = {line.start_number - 1: (line.place_before, line.place_after) for line in moves.lines + moves.others}
    places = [{line.key: line.place for line in each} for each in ranked]
    assert len(then) == len(moves.lines + moves.others)
    assert then == {
        key: (places[0][key], places[1][key])
        for key in range(4)
        if places[0][key] != places[1][key] or before[key] != after[key]
    }
    assert sorted(pairs_of(moves.passings)) == sorted(
        (NAMES[one], NAMES[other])
        for one, other in permutations(range(4), 2)
        if before[one] < before[other] and after[one] > after[other]
    )


def pairs_of(sentences: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield who passes whom, as the sentences say it."""
    for sentence in sentences:
        name, verb, others = re.fullmatch(r"(.*) passe (devant|derrière) (.*)\.", sentence).groups()
        for other in re.split(", | et ", others):
            yield (name, other) if verb == "devant" else (other, name)


def test_a_place_that_is_shared_is_no_passing(tournament, entries):
    effect = place_changes(tournament, StandingsChange(points={(entries[1].pk, 1): 80}))
    assert effect.standings == Moves((line(entries[1], (2, 1), (60, 80)),), (), ())
    assert not effect.is_nobody


def test_a_total_that_moves_nobody(tournament, entries):
    effect = place_changes(tournament, StandingsChange(points={(entries[1].pk, 1): 70}))
    assert effect.standings == Moves((line(entries[1], (2, 2), (60, 70)),), (), ())
    assert (effect.is_nobody, effect.is_nothing) == (True, False)


def test_nothing_at_all(tournament, entries):
    assert place_changes(tournament, StandingsChange(points={(entries[1].pk, 1): 60})).is_nothing


def test_who_brings_nothing_any_more_loses_his_place(tournament, entries):
    effect = place_changes(tournament, StandingsChange(points={(entries[0].pk, 1): None}))
    assert effect.standings.lines == (line(entries[0], (1, None), (80, 0)),)
    assert [each.place_after for each in effect.standings.others] == [1, 2, 3]


def test_the_league_moves_too_and_names_the_others_as_they_agreed(tournament, entries, django_assert_num_queries):
    season = SeasonFactory(club=tournament.club)
    Tournament.objects.filter(pk=tournament.pk).update(season=season, state=TournamentState.RUNNING)
    before = TournamentFactory(club=tournament.club, season=season, state=TournamentState.FINISHED)
    elsewhere = field(before, 4)
    Player.objects.filter(pk=elsewhere[0].player_id).update(consent=False, last_name="Secret")
    scores = dict(zip(elsewhere, (75, 0, 0, -75), strict=True))
    mark(publish(before, 1, [elsewhere]), scores)
    tournament = Tournament.objects.select_related("season").get(pk=tournament.pk)

    with django_assert_num_queries(18):
        effect = place_changes(tournament, StandingsChange(penalties={entries[0].pk: -10}))

    assert effect.standings.others == ()
    ((title, league),) = effect.leagues
    assert title == season.name
    assert [(each.name, each.place_before, each.place_after) for each in league.lines] == [("Abel A", 1, 2)]
    assert (league.others, league.unnamed, league.how_many) == ((), 1, 2)  # where he stands is not told
    assert league.passings == ("Abel A passe derrière 1 autre.",)
    assert not effect.is_nobody
    Player.objects.filter(last_name="Secret").update(consent=True)
    ((_title, league),) = place_changes(tournament, StandingsChange(penalties={entries[0].pk: -10})).leagues
    assert [(each.place_before, each.place_after) for each in league.others] == [(2, 1)]
    assert league.passings == (f"Abel A passe derrière {league.others[0].name}.",)


@pytest.mark.parametrize("state", [TournamentState.DRAFT, TournamentState.ANNOUNCED, TournamentState.OPEN])
def test_what_has_not_begun_is_in_no_league(tournament, entries, state):
    rewrite(tournament, season=SeasonFactory(club=tournament.club), state=state)
    assert place_changes(tournament, StandingsChange(penalties={entries[0].pk: -10})).leagues == ()
    rewrite(tournament, state=TournamentState.RUNNING)
    assert len(place_changes(tournament, StandingsChange(penalties={entries[0].pk: -10})).leagues) == 1


def test_what_is_not_shown_is_in_no_league(tournament, entries):
    rewrite(tournament, season=SeasonFactory(club=tournament.club), is_trial=True, state=TournamentState.RUNNING)
    assert place_changes(tournament, StandingsChange(penalties={entries[0].pk: -10})).leagues == ()
