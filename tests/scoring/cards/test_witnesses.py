"""No bound without a witness: a whole legal donne reaches each of them, and nothing played goes beyond."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards.evaluation import evaluate
from scoring.cards.reading import as_mapping, read
from scoring.marque import Variant

from .witnesses import Bound, bounds, witness

BOUNDS = list(bounds())


def reached(bound: Bound, **asked: object) -> Bound:
    """Return the bound a witness reaches, its record written out and read back on the way."""
    replay = evaluate(read(as_mapping(witness(bound, **asked)))).replay
    return Bound(bound.variant, replay.record.contract, replay.bouts, replay.chelem_made, replay.half_points)


@pytest.mark.parametrize("bound", BOUNDS, ids=str)
def test_a_legal_donne_reaches_the_bound(bound):
    assert reached(bound) == bound


@given(st.sampled_from(BOUNDS), st.integers())
def test_whoever_else_holds_what(bound, seed):
    assert reached(bound, seed=seed) == bound


@given(st.sampled_from([bound for bound in BOUNDS if bound.variant is Variant.FIVE]), st.integers())
def test_with_a_partner_at_five(bound, seed):
    assert witness(bound, seed=seed, with_partner=True).partner is not None
    assert reached(bound, seed=seed, with_partner=True) == bound


def test_the_grid_is_whole():
    """Three, four and five players, four contracts, four numbers of bouts, with either chelem and without."""
    without = {(bound.variant, bound.contract, bound.bouts) for bound in BOUNDS if bound.chelem is None}
    assert len(without) == 3 * 4 * 4
    assert len(BOUNDS) == 192
