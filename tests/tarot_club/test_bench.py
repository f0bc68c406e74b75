"""The benchmarks run and say something: figures are printed, never judged, here."""

import shutil
from importlib import import_module
from pathlib import Path

import pytest

from tarot_club.bench import keys, marque, public, releve, works
from tarot_club.bench.crowd import Read, stale
from tarot_club.bench.public import Figure
from tarot_club.demo import build_demo
from tests.databases import FILE
from tests.factories import NOW


@pytest.fixture
def begun_with_tables(migrated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has a served evening begin with the tables that are made once a run; on PostgreSQL there is no file of them."""
    served = import_module("tarot_club.bench.served")
    manage = served.manage

    def copy_or_manage(folder: str | Path, *arguments: str) -> str:
        if arguments[0] == "migrate" and (migrated / FILE).exists():
            shutil.copy(migrated / FILE, folder)
        return str(manage(folder, *arguments))

    monkeypatch.setattr(served, "manage", copy_or_manage)


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
    printed = list(works.pdf(at=NOW, players=16, many=20, times=1))
    assert len(printed) == 7
    assert all(figure.cpu > printed[1].cpu for figure in printed[2:])
    assert printed[-1].name == "le classement de 20 joueurs, 4 s de processeur au plus"
    assert printed[-1].ratio == printed[-1].cpu / works.MOST_OF_A_RANKING


@pytest.mark.django_db
def test_the_door_is_measured_beside_itself_before_anything_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(works, "TIMES", 1)
    figures = list(works.door(at=NOW, players=20))
    assert figures[0].ratio == 1
    assert "trois lettres et un prénom, 20 joueurs" in [figure.name for figure in figures]


@pytest.mark.product
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
def test_a_public_page_is_measured_beside_its_limits(monkeypatch: pytest.MonkeyPatch, begun_with_tables: None) -> None:
    # Not for whole seconds on all processors, as the tool reads.
    monkeypatch.setattr(import_module("tarot_club.bench.served"), "TOOL", None)
    monkeypatch.setattr(import_module("tarot_club.bench.public"), "SECONDS_OF_A_RATE", 0.3)
    printed = list(public(players=16, rounds=2, seconds=2, times=3, readers=4, phones=6))
    held = {line[2:64].strip() for line in printed if line.endswith("tenu")}
    assert {
        "page froide, requêtes SQL",
        "rendus pour 4 lecteurs au même instant",
        "après 3 donnes : 4 lecteurs au même instant, pages d’avant",
        "pages différentes par donne, au plus",
        "6 téléphones toutes les 5 s, 4 tables, 2 s : erreurs",
        "réponses plus vieilles qu’une donne",
    } <= held
    assert len([line for line in printed if " ≤ " in line or " ≥ " in line]) == 19


@pytest.mark.pure
def test_a_figure_says_whether_its_limit_holds() -> None:
    assert str(Figure("attente", 150.04, "ms", 150, 25)).endswith("150.0 ms   ≤ 150 (visé 25)  MANQUÉ")
    assert str(Figure("attente", 24, "ms", 150, 25)).endswith("24 ms   ≤ 150 (visé 25)  tenu")
    assert str(Figure("part", 50, "%", 50, 80, least=True)).endswith("50 %    ≥ 50 (visé 80)  tenu")
    assert str(Figure("part", 49, "%", 50, least=True)).endswith("≥ 50  MANQUÉ")
    assert str(Figure("débit", 0.5, "/s")).endswith("0.50 /s")


@pytest.mark.pure
def test_unchanged_after_a_donne_that_the_reader_cannot_have_seen_is_stale() -> None:
    reads = [Read(200, "a", 1, 2), Read(304, "a", 6, 7), Read(200, "b", 8, 9), Read(304, "b", 10, 11)]
    assert stale(reads, [(3, 4)]) == 1
    assert stale(reads, [(1.5, 4)]) == 0  # sent while the first page was on its way: it may have shown it
    assert stale(reads, [(3, 6.5)]) == 0  # acknowledged after the question


def test_without_a_browser_the_keys_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert [line.partition("\u00a0")[0] for line in keys()] == [
        "  il n’y a pas de navigateur ici (Chromium et playwright) : rien n’est mesuré"
    ]


@pytest.mark.checks
@pytest.mark.product
@pytest.mark.slow
def test_a_plain_donne_takes_six_keys_or_seven_taps(begun_with_tables: None) -> None:
    counted, by_hand, waited, tapped, by_touch, answered, verdict = keys(donnes=1)
    assert (counted.endswith("  6 touches"), tapped.endswith("  7 touchers")) == (True, True)
    assert 6 * 0.28 < float(by_hand.split()[-2]) < 20
    assert 7 * 1.0 < float(by_touch.split()[-2]) < 40
    assert waited.endswith(" ms")
    assert answered.endswith(" ms")
    assert verdict.startswith("  → au plus 8 touchers et 8 s : ")
