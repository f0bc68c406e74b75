"""The laws of a club's own rating: made again from the same rankings, moved by an event and by nothing after it."""

import math
from collections import defaultdict
from itertools import combinations
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings import AT_FIRST, rate
from tournaments.standings.ratings import MODEL, Formula, RatingStep

# Places as a ranking gives them: 1, 2, 2, 4.
rankings = st.dictionaries(st.integers(1, 12), st.integers(1, 5), max_size=8).map(
    lambda marks: {player: 1 + sum(other < mark for other in marks.values()) for player, mark in marks.items()}
)
histories = st.lists(rankings, max_size=8).map(lambda found: list(enumerate(found, 1)))


def test_the_worked_example():
    steps = rate([(10, {1: 1, 2: 2, 3: 2, 4: 4}), (20, {1: 2, 2: 1})])
    assert [(step.event, step.player, step.events, step.before, step.value) for step in steps] == [
        (10, 1, 1, 1000, 1078),
        (10, 2, 1, 1000, 1012),
        (10, 3, 1, 1000, 1012),
        (10, 4, 1, 1000, 941),
        (20, 2, 2, 1012, 1085),
        (20, 1, 2, 1078, 1035),
    ]


@pytest.mark.parametrize("places", [{}, {1: 1}])
def test_an_event_of_fewer_than_two_is_no_match(places):
    assert rate([(10, places)]) == []


@given(histories)
def test_a_step_begins_where_the_one_before_ended(history):
    before: dict[int, int] = defaultdict(lambda: AT_FIRST)
    events: dict[int, int] = defaultdict(int)
    for step in rate(history):
        events[step.player] += 1
        assert (step.before, step.events) == (before[step.player], events[step.player])
        before[step.player] = step.value


@given(histories, st.randoms())
def test_the_same_rankings_give_the_same_ratings_whatever_the_order_of_the_people(history, random):
    shuffled = [(event, dict(random.sample(sorted(places.items()), len(places)))) for event, places in history]
    assert rate(shuffled) == rate(history)


@given(histories, rankings)
def test_an_event_added_at_the_end_changes_nothing_before_it(history, places):
    steps = rate(history)
    assert rate([*history, (99, places)])[: len(steps)] == steps


@given(histories)
def test_who_is_alone_in_the_first_place_does_not_lose_by_it(history):
    first = {event: [player for player, place in places.items() if place == 1] for event, places in history}
    for step in rate(history):
        if first[step.event] == [step.player]:
            assert step.value >= step.before


@given(rankings)
def test_among_equals_a_better_place_gains_more_and_the_last_loses_what_the_first_gains(places):
    gained = {step.player: step.mu for step in rate([(1, places)])}
    for one, other in combinations(sorted(gained, key=lambda player: places[player]), 2):
        if places[one] == places[other]:
            assert gained[one] == gained[other]
        else:
            assert gained[one] > gained[other]
    if gained:
        assert fmean(gained.values()) == pytest.approx(MODEL.mu)


def counted(before: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return what the formula of the page makes of (mu, sigma) from the first place to the last: one end of a match."""
    told = Formula()
    sure = [(mu, math.hypot(sigma, told.tau)) for mu, sigma in before]
    c = math.sqrt(sum(sigma**2 + told.beta**2 for _mu, sigma in sure))
    strengths = [math.exp(mu / c) for mu, _sigma in sure]
    after = []
    for place, ((mu, sigma), (_mu, old)) in enumerate(zip(sure, before, strict=True)):
        shares = [strengths[place] / sum(strengths[taken:]) for taken in range(place + 1)]
        omega, delta = 1 - sum(shares), sum(share * (1 - share) for share in shares)
        left = max(1 - (sigma / c) ** 3 * delta, told.kappa)
        after.append((mu + sigma**2 / c * omega, min(sigma * math.sqrt(left), old)))
    return after


@given(histories)
def test_the_formula_that_the_page_tells_gives_the_ratings(history):
    told = Formula()
    now = defaultdict(lambda: (told.mu, told.sigma))
    events: dict[int, list[RatingStep]] = defaultdict(list)
    for step in rate(history):
        events[step.event].append(step)
    for event, places in history:
        if len(places) < 2:
            continue
        order = sorted(places, key=lambda player: (places[player], player))
        before = [now[player] for player in order]
        down = counted(before)
        up = [(-mu, sigma) for mu, sigma in counted([(-mu, sigma) for mu, sigma in before[::-1]])][::-1]
        both = [((one + other) / 2, (first + last) / 2) for (one, first), (other, last) in zip(down, up, strict=True)]
        for step in events[event]:
            sharing = [index for index, player in enumerate(order) if places[player] == places[step.player]]
            mu, sigma = now[step.player]
            gained = fmean(both[index][0] - before[index][0] for index in sharing)
            kept = fmean(both[index][1] / before[index][1] for index in sharing)
            assert (step.mu, step.sigma) == pytest.approx((mu + gained, sigma * kept))
            assert step.value == told.at_first + round(told.points * (step.mu - told.less * step.sigma))
        now |= {step.player: (step.mu, step.sigma) for step in events[event]}
