import pytest


@pytest.fixture
def _quick(monkeypatch):
    """Laws hold however short the search: a hundredth of the moves keeps them within seconds."""
    monkeypatch.setattr("tournaments.seating.search.ANNEAL_MOVES", 3000)
    monkeypatch.setattr("tournaments.seating.search.MEND_MOVES", 100)
    monkeypatch.setattr("tournaments.seating.search.TIED_MOVES", 500)
    monkeypatch.setattr("tournaments.seating.table_numbers.ANNEALING_MOVES", 2000)
