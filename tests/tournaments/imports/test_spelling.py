"""Two spellings of one thing: what a list writes otherwise and does not change."""

import random

import pytest

from tests.factories import NOW, PlayerFactory
from tests.tournaments.imports.reading import read_player_file
from tournaments.exports.people import players_table
from tournaments.exports.writing import as_csv
from tournaments.imports.player_rows import PlayerRow
from tournaments.imports.players import apply_import, examine
from tournaments.imports.spelling import richer_of, zeros_put_back
from tournaments.kit.text import unaccented
from tournaments.models import Club


@pytest.mark.parametrize(
    ("name", "known", "written", "kept"),
    [
        ("first_name", "Joël", "Joel", "Joël"),
        ("first_name", "Joël", "JOEL", "Joël"),
        ("first_name", "Joël", "joël", "Joël"),
        ("first_name", "Joel", "Joël", "Joël"),
        ("first_name", "Joel", "JOEL", "Joel"),
        ("first_name", "joel", "Joel", "Joel"),
        ("first_name", "Jean-Pierre", "Jean Pierre", "Jean-Pierre"),
        ("first_name", "Jean Pierre", "Jean-Pierre", "Jean-Pierre"),
        ("first_name", "Joséphe", "Josèphe", "Josèphe"),
        ("first_name", "Jean-René", "Jean René", "Jean-René"),
        ("first_name", "Jean René", "Jean-Rene", "Jean René"),
        ("last_name", "DELMAS", "Delmas", "DELMAS"),
        ("last_name", "Delmas", "DELMAS", "Delmas"),
        ("last_name", "DELMAS", "DELMASS", "DELMASS"),
        ("last_name", "L’HÔTE", "L'Hôte", "L’HÔTE"),
        ("last_name", "LEBŒUF", "Leboeuf", "LEBŒUF"),
        ("home_club", "Besançon", "BESANCON", "Besançon"),
        ("home_club", "Besançon", "Dole", "Dole"),
        ("email", "a@b.fr", "A@B.fr", "a@b.fr"),
        ("phone", "06 12 34 56 78", "+33 (0)6.12.34.56.78", "06 12 34 56 78"),
        ("phone", "06 12 34 56 78", "0612345679", "0612345679"),
        ("licence", "0123456", "123456", "0123456"),
        ("sex", "F", "M", "M"),
        ("sex", "", "M", "M"),
        ("consent", True, False, False),
    ],
)
def test_the_richer_of_two_spellings_is_kept(name: str, known: object, written: object, kept: object):
    assert richer_of(name, known, written) == kept


@pytest.mark.parametrize("spelt", [str.lower, str.upper, unaccented, lambda text: unaccented(text).upper()])
def test_the_club_s_own_export_in_any_poorer_spelling_changes_nothing(club: Club, spelt):
    names = [("DELMAS", "Joël"), ("LE GOFF", "Gwénaël"), ("d’ÂVRAY", "Zoé"), ("MÜLLER", "Jean-René"), ("BŒUF", "Ève")]
    lot = random.Random(4)
    for number, (last, first) in enumerate(names):
        PlayerFactory(club=club, last_name=last, first_name=first, licence=f"01234{number}5", home_club="Besançon",
                      sex=lot.choice("FM"), category="veteran")  # fmt: skip
    content = as_csv(players_table(club, club.players.order_by("pk")), "fr").decode("utf-8-sig")

    preview = examine(club=club, rows=read_player_file(spelt(content).encode()).rows)

    assert (preview.problems, preview.created, [effect.changes for effect in preview.changed]) == ([], [], [])
    assert len(preview.unchanged) == len(names)


@pytest.mark.parametrize(
    ("licences", "known", "put_back"),
    [
        (["123457"], ["0123457"], {"123457": "0123457"}),
        (["123457", "0123457"], [], {"123457": "0123457"}),
        (["123459", "0123456", "0123457", "0123458"], [], {"123459": "0123459"}),
        (["3459", "0123456", "0123457", "0123458"], [], {}),  # three figures are missing: another kind of number
        (["123459", "0123456", "1234567"], [], {}),
        (["123459", "0123459"], ["123459"], {}),  # somebody has it as it is
        (["A123", ""], ["0A123"], {}),
    ],
)
def test_the_zero_that_a_spreadsheet_took_is_put_back(licences: list[str], known: list[str], put_back: dict[str, str]):
    assert zeros_put_back(licences, known) == put_back


def test_a_licence_without_its_zero_is_told_and_matched(club: Club):
    PlayerFactory(club=club, licence="0123457", last_name="ROY", first_name="Paul")
    rows = [
        PlayerRow(2, "Roy", "Paul", "123457"),
        PlayerRow(3, "Petit", "Zoé", "0123458"),
        PlayerRow(4, "Bon", "Max", "0123459"),
        PlayerRow(5, "Gay", "Léa", "23460"),
    ]
    preview = examine(club=club, rows=rows)
    assert [effect.line for effect in preview.unchanged] == [2]
    assert [notice.replace("\u00a0", " ") for notice in preview.notices] == [
        "Licence, lignes 2 et 5 : le tableur a retiré le 0 du début. Il est remis : 0123457, 0023460."
    ]
    apply_import(club=club, rows=rows, fingerprint=preview.fingerprint, by=None, at=NOW)
    assert sorted(club.players.values_list("licence", flat=True)) == ["0023460", "0123457", "0123458", "0123459"]
