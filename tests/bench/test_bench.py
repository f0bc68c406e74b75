"""The benches run and say something: figures are printed, and judged only where they are counts."""

from pathlib import Path

import pytest

from tests.bench import public as of_public
from tests.bench.championship import championship
from tests.bench.duplicate import duplicate
from tests.bench.entry import entry
from tests.bench.figures import Figure
from tests.bench.leagues import leagues
from tests.bench.papers import ranking
from tests.bench.served import at_rest
from tests.bench.sizes import sizes
from tests.bench.year import year
from tests.factories import NOW


@pytest.mark.product
@pytest.mark.django_db
def test_a_saved_donne_keeps_within_its_statements() -> None:
    statements, median, longest = entry(at=NOW, tables=4, times=6)
    assert statements.value <= statements.limit == 16
    assert 0 < median.value <= longest.value


@pytest.mark.product
@pytest.mark.django_db
def test_evenings_of_two_sizes_are_compared() -> None:
    *_each, saved, polled, page = sizes(at=NOW, players=(48, 96), times=4)
    assert (saved.limit, polled.limit, page.limit) == (1.3, 1.3, 1)
    assert all(0 < figure.value < 10 for figure in (saved, polled, page))  # a time is judged by the command alone


@pytest.mark.product
@pytest.mark.django_db
def test_a_ranking_is_measured() -> None:
    (paper,) = ranking(at=NOW, players=16, rounds=2)
    assert (paper.name, paper.limit) == ("le classement de 16 joueurs en PDF, processeur", 8)
    assert paper.value > 0


@pytest.mark.product
@pytest.mark.django_db
def test_the_pages_of_a_league_over_clubs_are_weighed() -> None:
    figures = list(leagues(at=NOW, clubs=2, people=32))
    weights = [figure for figure in figures if figure.unit == "ko"]
    assert len(weights) == 8
    assert all(4 < figure.value <= figure.limit == 200 for figure in weights)
    assert {figure.limit for figure in figures if figure.unit == "s"} == {1}


@pytest.mark.product
@pytest.mark.django_db
def test_a_year_is_measured() -> None:
    figures = list(year(at=NOW, members=24, evenings=3))
    assert {(figure.unit, figure.limit) for figure in figures} == {("s", 0.3), ("", 12), ("", None)}
    assert len(figures) == 14
    assert all(figure.value > 0 for figure in figures)


@pytest.mark.product
@pytest.mark.django_db
def test_a_duplicate_is_measured() -> None:
    figures = list(duplicate(at=NOW, tables=20, boards=2, rounds=5))
    assert [figure.limit for figure in figures] == [0.2, 0.2, 0.25, 5]
    assert all(figure.value > 0 for figure in figures)


@pytest.mark.checks
@pytest.mark.product
@pytest.mark.slow
def test_a_public_page_and_its_hall_are_measured_beside_their_limits(
    monkeypatch: pytest.MonkeyPatch, migrated: Path
) -> None:
    monkeypatch.setattr(of_public, "TOOL", None)  # not for whole seconds on all processors
    figures = of_public.public(players=16, rounds=2, seconds=3, times=3, readers=4, phones=6, like=migrated)
    told = {figure.name.strip(): figure for figure in figures}
    held = {name for name, figure in told.items() if str(figure).endswith("tenu")}
    assert {
        "requêtes SQL",
        "rendus pour 4 lecteurs au même instant",
        "première vue, la page du tournoi avec ses 4 feuilles et scripts",
        "après 3 donnes, 4 lecteurs au même instant : pages d’avant",
        "pages différentes par donne, au plus",
        "6 téléphones, 4 tables, 3 s : erreurs ou pages d’avant",
    } <= held
    assert len([figure for figure in told.values() if figure.limit is not None]) == 10


@pytest.mark.checks
@pytest.mark.product
@pytest.mark.services
@pytest.mark.slow
def test_a_server_at_rest_is_weighed(monkeypatch: pytest.MonkeyPatch, migrated: Path) -> None:
    monkeypatch.setattr("tests.bench.served.SECONDS_TO_SETTLE", 0)
    for memory in at_rest(papers=1, like=migrated):
        assert memory.value > 20


@pytest.mark.pure
def test_a_figure_says_whether_its_limit_holds() -> None:
    assert str(Figure("attente", 150.04, "ms", 150)).endswith("150.0 ms   ≤ 150  MANQUÉ")
    assert str(Figure("attente", 24, "ms", 150)).endswith("24 ms   ≤ 150  tenu")
    assert str(Figure("débit", 1500, "/s", 1500, least=True)).endswith("1500 /s   ≥ 1500  tenu")
    assert str(Figure("débit", 1499, "/s", 1500, least=True)).endswith("≥ 1500  MANQUÉ")
    assert str(Figure("débit", 0.5, "/s")).endswith("0.50 /s")


@pytest.mark.checks
@pytest.mark.product
@pytest.mark.slow
def test_a_championship_loses_nothing(migrated: Path) -> None:
    figures = list(championship(donnes=12, tables=4, spectators=3, like=migrated))
    held = {figure.name.strip() for figure in figures if str(figure).endswith("tenu")}
    assert held == {
        "4 tables à la fois, 3 spectateurs : erreurs ou pages d’avant",
        "donnes écrites deux fois",
        "donnes écrites",
        "chiffres qui diffèrent de leur feuille",
    }
