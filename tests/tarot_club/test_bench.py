"""The benchmarks run and say something: figures are printed, never judged, here."""

import re
from importlib import import_module

import pytest

from tarot_club.bench import keys, marque, pages, releve, works
from tarot_club.demo import build_demo
from tests.factories import NOW


@pytest.mark.product
@pytest.mark.slow
@pytest.mark.django_db
def test_every_bench_gives_its_figures_beside_a_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(works, "TIMES", 2)
    build_demo(at=NOW, players=16)
    saved = list(works.donne(at=NOW))
    assert [figure.name for figure in saved] == [
        "une ligne écrite, sans rien d’autre",
        "une donne et le classement, par les services",
        "une donne et le classement, par le site",
    ]
    assert saved[0].ratio == 1
    assert all(figure.cpu > 0 and figure.wall > 0 for figure in saved)
    printed = list(works.pdf(at=NOW, players=40, times=1))
    assert len(printed) == 6
    assert all(figure.cpu > printed[1].cpu for figure in printed[2:])


@pytest.mark.django_db
def test_the_door_is_measured_beside_itself_before_anything_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(works, "TIMES", 1)
    figures = list(works.door(at=NOW, players=20))
    assert figures[0].ratio == 1
    assert "trois lettres et un prénom, 20 joueurs" in [figure.name for figure in figures]


def test_the_marque_is_measured_without_a_database() -> None:
    printed = list(marque(donnes=20, times=1, event=30, lines=(10, 20)))
    assert [line.strip().split("  ")[0] for line in printed if line[2] != " "] == [
        "le règlement seul : 20 donnes au hasard",
        "toutes les variantes et règles maison : 20 donnes au hasard",
        "recompter 30 donnes d’après leurs lignes",
        "mémoire au plus haut, 10 lignes",
        "mémoire au plus haut, 20 lignes",
    ]


def test_the_cards_are_measured_beside_their_json() -> None:
    title, read_alone, answered = releve(donnes=3, times=1)
    assert title == "  3 donnes entières à quatre joueurs"
    assert read_alone.endswith(" 1.0×")
    assert float(answered.split()[-1].removesuffix("×")) > 1


@pytest.mark.checks
@pytest.mark.product
@pytest.mark.slow
def test_the_pages_are_measured_beside_a_bare_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        import_module("tarot_club.bench.pages"), "TOOL", None
    )  # it reads for whole seconds on all processors
    printed = list(pages(players=16, rounds=2, connections=4, seconds=0.3))
    assert [line.strip().split("  ")[0] for line in printed[2:]] == [
        "page gardée, un lecteur",
        "serveur nu, mêmes octets",
        "page gardée",
        "inchangée (304)",
        "pendant des saisies",
        printed[-1].strip().split("  ")[0],
    ]
    assert printed[3].endswith(" 1.00×")
    assert re.fullmatch(r"  [1-9]\d* donnes saisies alors, la plus lente +\d+ ms, aucune page périmée", printed[-1])


def test_without_a_browser_the_keys_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert [line.partition("\u00a0")[0] for line in keys()] == [
        "  il n’y a pas de navigateur ici (Chromium et playwright)"
    ]


@pytest.mark.checks
@pytest.mark.product
@pytest.mark.slow
def test_a_plain_donne_takes_six_keys() -> None:
    counted, by_hand, waited = keys(donnes=2)
    assert counted.endswith("  6 touches")
    assert 6 * 0.28 < float(by_hand.split()[-2]) < 20
    assert waited.endswith(" ms")
