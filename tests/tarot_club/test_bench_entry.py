"""What entering donnes costs is measured, and pairs who contradict each other are counted: no time is judged here."""

import re

import pytest

from tarot_club.bench.entry import _judged, entry
from tarot_club.bench.pairs import contradictions
from tests.factories import NOW

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.product
def test_entering_is_measured_beside_a_bare_insert_and_judged() -> None:
    _where, title, *lines = entry(at=NOW, tables=4, times=3, at_once=4, rounds=2, pause=0.1)
    assert title.split()[-7:] == ["SQL", "processeur", "p50", "p99", "durée", "p50", "p99"]
    assert [re.split(r" {2,}", line.strip())[:2] for line in lines[:6]] == [
        ["écrire une ligne, sans rien d’autre", "3"],
        ["l’aperçu d’une donne", "7"],
        ["enregistrer une donne", "14"],
        ["le formulaire de la suivante", "7"],
        ["une donne incomplète, refusée", "12"],
        ["corriger une donne", "15"],
    ]
    assert lines[6] == "  → enregistrer une donne : 14 instructions, au plus 15 : tenu"
    assert re.fullmatch(
        r"  → enregistrer une donne : [\d.]+ ms de processeur, p50, au plus 15 : (PAS )?(TENU|tenu)", lines[7]
    )
    assert [re.split(r" {2,}", line.strip())[0] for line in lines[8:]] == [
        "4 tables, une donne chacune toutes les 0.1 s",
        "écrire une ligne, sans rien d’autre",
        "enregistrer une donne",
        lines[11].strip(),
        "4 tables au même instant",
        "écrire une ligne, sans rien d’autre",
        "enregistrer une donne",
        lines[15].strip(),
    ]
    told = {line: re.findall(r"\d+\.\d\b", line) for line in lines if line.startswith("    ")}
    assert [len(figures) for figures in told.values()] == [4] * 6 + [3] * 4
    # A bare insert may take less than is written.
    assert all(float(figure) > 0 for line, figures in told.items() if "rien d’autre" not in line for figure in figures)


def test_what_is_above_its_limit_is_not_kept() -> None:
    assert _judged("ms", 15.0, 15).endswith(" 15 ms, au plus 15 : tenu")
    assert _judged("ms", 15.25, 15).endswith(" 15.2 ms, au plus 15 : PAS TENU")


def test_of_two_who_contradict_each_other_one_is_written_and_the_other_reads_both() -> None:
    _where, winners, readers, errors, _seconds = contradictions(at=NOW, pairs=12, tables=4, processes=1)
    one, other = map(int, re.findall(r"\d+", winners))
    assert one + other == 12
    on_pages, in_json = map(int, re.findall(r"\d+(?= fois)", readers))
    assert on_pages + in_json == 12
    assert on_pages >= 3 <= in_json  # who is of the desk both, or of programs both
    assert errors.strip() == "aucune erreur 5xx, 12 lignes, aucun résultat faux"
