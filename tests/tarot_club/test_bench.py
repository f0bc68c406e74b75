"""The benchmarks run and say something: figures are printed, never judged, here."""

import pytest

from tarot_club.bench import works
from tarot_club.demo import build_demo
from tests.factories import NOW


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
    printed = list(works.pdf(at=NOW))
    assert len(printed) == 4
    assert printed[-1].cpu > printed[1].cpu
