"""Sheets to write on: a row for each donne, a column for each player, and nothing lower than a hand can write in."""

import re

import pytest

from scoring.documents.blank_sheets import ACROSS, HALF, LOWEST, WHOLE, _columns, _grid, _sheet
from scoring.marque import Variant
from tests.factories import TournamentFactory, field, rewrite
from tests.scoring.sheets import with_boards
from tests.tournaments.documents.rotations import document_of, images, printed, turned
from tests.tournaments.rounds import publish
from tournaments.labels import JobKind, Keeps, Pace
from tournaments.models import Club, Player, Table, Tournament
from tournaments.queries.pages.table_codes import token_of

BLANK = JobKind.BLANK_SHEETS
SITE = "http://192.168.1.20:8000"


def timed(tournament: Tournament) -> None:
    tournament.pace, tournament.donnes_per_round, tournament.minutes_per_round = Pace.MINUTES, None, 60
    tournament.save()


def test_two_tables_to_a_page_with_their_players_and_what_is_written(tournament: Tournament) -> None:
    people = field(tournament, 8)
    publish(tournament, 1, [people[:4], people[4:]])
    Player.objects.filter(pk=people[0].player_id).update(last_name="Huet", first_name="Ève")

    (page,) = printed(tournament, BLANK, 1, site=SITE)

    assert "Table 1 Position 1" in page
    assert "Table 2 Position 1" in page
    heads = "N° Donneur Preneur Contrat Bouts Points Petit Poignée Chelem Sud Huet Ève Est"
    assert heads in page
    way = f"Saisie sur un téléphone. Sans appareil photo : 192.168.1.20:8000/table code {tournament.entry_code}"
    assert page.count(way) == 2
    assert page.count("Signatures") == page.count("Total (somme des joueurs : 0)") == 2
    assert re.search(r"1 2 3 4 P G GS GC", page)
    assert page.count("P G GS GC") == 2 * (tournament.donnes_per_round + 1)  # one more for a void donne


def test_the_code_opens_the_page_of_its_table(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    tables = Table.objects.filter(round__tournament=tournament, round__number=2)
    own = [f"Code QR : {SITE}/t/{token_of(table, tournament)}/" for table in tables]
    said = images(document_of(tournament, BLANK, 2, site=SITE))
    assert sorted(said) == sorted([*own, "Grille à remplir", "Grille à remplir"])


@pytest.mark.parametrize("settings", [{"entry_at_tables": False}, {"keeps": Keeps.TOTALS}])
def test_the_code_opens_the_arbiters_sheet_where_tables_do_not_enter(
    tournament: Tournament, settings: dict[str, object]
) -> None:
    turned(tournament, field(tournament, 8))
    Tournament.objects.update(**settings)
    desk = f"{SITE}/arbitrage/{tournament.pk}/2/tables"
    said = images(document_of(tournament, BLANK, 2, site=SITE))
    assert sorted(said) == [
        f"Code QR : {desk}/1/",
        f"Code QR : {desk}/2/",
        "Grille à remplir",
        "Grille à remplir",
    ]
    assert images(document_of(tournament, BLANK, 2)) == ["Grille à remplir"] * 2


def test_a_hidden_name_stays_hidden_on_the_table(tournament: Tournament) -> None:
    people = field(tournament, 4)
    Player.objects.filter(pk=people[1].player_id).update(consent=False, last_name="Secret")
    publish(tournament, 1, [people])
    (page,) = printed(tournament, BLANK, 1)
    assert "Secret" not in page
    assert "Joueur n° 2" in page


def test_the_last_half_is_a_sheet_in_reserve(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 12))
    first, last = printed(tournament, BLANK, 1)
    assert "Table 1" in first
    assert "Table 3" in first  # cut, the piles are put one on the other
    assert "Table 2" in last
    assert "Table …… Position 1" in last


def test_all_positions_one_after_the_other(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8), rounds=3)
    found = printed(tournament, BLANK)
    assert [re.search(r"Position \d", page).group() for page in found] == [f"Position {number}" for number in (1, 2, 3)]
    assert document_of(tournament, BLANK).title == f"Feuilles à remplir de toutes les positions · {tournament.name}"


def test_where_the_clock_decides_a_table_has_a_page_and_balances_are_handed_in(tournament: Tournament) -> None:
    timed(tournament)
    rewrite(tournament, keeps=Keeps.TOTALS)
    turned(tournament, field(tournament, 8))
    found = printed(tournament, BLANK, 1)
    assert len(found) == 2
    assert all("Séquence 1" in page and "Bilan de la séquence, à rendre" in page for page in found)
    assert [page.count("P G GS GC") for page in found] == [20, 20]


def test_many_donnes_run_on_and_are_signed_at_the_end(tournament: Tournament) -> None:
    rewrite(tournament, donnes_per_round=60)
    publish(tournament, 1, [field(tournament, 4)])
    found = printed(tournament, BLANK, 1)
    assert [page.count("Signatures") for page in found] == [0, 0, 1]
    assert sum(page.count("P G GS GC") for page in found) == 61
    assert all("Table 1" in page for page in found)


@pytest.mark.parametrize(("size", "head"), [(5, "Preneur Appelé Contrat"), (4, "Donneur Mort Preneur")])
def test_five_at_a_table_call_a_king_or_one_of_them_sits_out(tournament: Tournament, size: int, head: str) -> None:
    rewrite(tournament, table_size=size)
    publish(tournament, 1, [field(tournament, 5)])
    (page,) = printed(tournament, BLANK, 1)
    assert head in page
    assert "5e joueur" in page


@pytest.mark.parametrize("size", [4, 5])
def test_five_names_are_read_whole(tournament: Tournament, size: int) -> None:
    Tournament.objects.update(table_size=size)
    players = field(tournament, 5)
    first_names = ("Ginette", "Josette", "Colette", "Nanette", "Suzette")
    for entry, name in zip(players, first_names, strict=True):
        Player.objects.filter(pk=entry.player_id).update(last_name="BARTHÉLÉMY", first_name=name, consent=True)
    publish(tournament, 1, [players])
    (page,) = printed(tournament, BLANK, 1)
    assert all(f"BARTHÉLÉMY {name}" in page for name in first_names)


def test_a_long_name_takes_three_lines_before_its_first_name_is_an_initial(tournament: Tournament) -> None:
    people = field(tournament, 4)
    names = (("BARTHÉLÉMY", "Ginette"), ("BARTHÉLÉMY", "Ginette"), ("WOLFENSCHNEIDERMANN", "Christophe"))
    names += (("DE LA ROCHE-SAINT-ANDRÉ", "Marie-Bernadette"),)
    for entry, (last_name, first_name) in zip(people, names, strict=True):
        Player.objects.filter(pk=entry.player_id).update(last_name=last_name, first_name=first_name, consent=True)
    publish(tournament, 1, [people])
    (page,) = printed(tournament, BLANK, 1)
    assert [page.count(f"n° {number} BARTHÉLÉMY Ginette") for number in (1, 2)] == [1, 1]
    assert "WOLFENSCHNE IDERMANN Christophe" in page
    assert "DE LA ROCHE- SAINT-ANDRÉ M." in page


def test_a_table_of_three_has_three_columns(tournament: Tournament) -> None:
    publish(tournament, 1, [field(tournament, 3)])
    (page,) = printed(tournament, BLANK, 1)
    assert page.split("Table ……")[0].count("Ouest") == 0


@pytest.mark.parametrize("chairs", [3, 4, 5])
@pytest.mark.parametrize("donnes", [1, 4, 5, 7, 8, 9, 12, 23, 24, 25, 60])
def test_no_row_is_lower_than_a_hand_writes_and_all_hold_on_their_pages(chairs: int, donnes: int) -> None:
    tournament = Tournament(donnes_per_round=donnes, table_size=chairs)
    sheet = _sheet(tournament, 1, (None,) * chairs)
    heights = [float(part["height"].removesuffix("mm")) for part in sheet["parts"]]
    assert min(heights) >= LOWEST
    room = HALF if sheet["is_half"] else WHOLE
    assert all(
        height * len(part["numbers"]) <= room + 0.1 for height, part in zip(heights, sheet["parts"], strict=True)
    )
    assert [number for part in sheet["parts"] for number in part["numbers"]] == [*range(1, donnes + 1), ""]


@pytest.mark.parametrize("variant", [Variant.THREE, Variant.FOUR, Variant.FIVE, Variant.FIVE_MORT])
def test_each_player_has_room_for_his_points(variant: Variant) -> None:
    chairs = {Variant.THREE: 3, Variant.FOUR: 4}.get(variant, 5)
    grid = _grid(_columns(variant), (None,) * chairs, [1], 9, is_last=True)
    assert all(float(chair["width"].removesuffix("mm")) > 15 for chair in grid["chairs"])
    last = grid["chairs"][-1]
    assert float(last["left"].removesuffix("mm")) + float(last["width"].removesuffix("mm")) == pytest.approx(
        ACROSS, abs=0.1
    )


def test_no_page_spills_over(tournament: Tournament) -> None:
    people = field(tournament, 20)
    Player.objects.update(last_name="de La Rochefoucauld-Montbéliard", first_name="Marie-Antoinette")
    for donnes, pages in ((3, 3), (7, 3), (8, 5), (23, 5)):
        tournament.rounds.all().delete()
        rewrite(tournament, donnes_per_round=donnes)
        turned(tournament, people, rounds=1)
        found = printed(tournament, BLANK, 1, site=SITE)
        assert [f"page {number}/{len(found)}" in page for number, page in enumerate(found, 1)] == [True] * pages


def test_a_row_of_a_duplicate_sheet_says_its_board_and_who_deals(club: Club) -> None:
    tournament = TournamentFactory(club=club, compared_by="matchpoints", void_donnes_count=True)
    people = field(tournament, 4)
    with_boards(publish(tournament, 1, [people]).tables.all(), range(6, 10))

    (page,) = printed(tournament, BLANK, 1)

    assert page.count("Étui Donneur Preneur") == 2  # with a sheet in reserve
    assert page.count("6 7 8 9 Est Sud Ouest Nord P G GS GC") == 2
    assert page.count("P G GS GC") == 2 * 4
