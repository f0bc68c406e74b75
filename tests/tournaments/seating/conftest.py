import pytest


@pytest.fixture
def _quick(monkeypatch):
    """Laws hold however short the search: a tenth of the moves keeps Hypothesis within seconds."""
    monkeypatch.setattr("tournaments.seating.drawing.ANNEAL_MOVES", 3000)
    monkeypatch.setattr("tournaments.seating.drawing.MEND_MOVES", 100)
    monkeypatch.setattr("tournaments.seating.seats.COOLING_MOVES", 2000)
