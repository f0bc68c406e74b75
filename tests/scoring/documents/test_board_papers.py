"""Papers of a duplicate that tell no hand: slips, the recap of played boards, and who follows which étuis."""

import re

import pytest
from django.test import Client

from tests.refusals import refused
from tests.scoring.duplicates import an_evening, play
from tests.texts import plain
from tests.tournaments.documents.rotations import document_of, printed
from tests.tournaments.trios import trios_published
from tournaments.labels import JobKind
from tournaments.models import Account, Club, Job, Player, Table, Tournament

pytestmark = pytest.mark.django_db
SLIPS, RECAP, SETS = JobKind.BOARD_SLIPS, JobKind.BOARD_RECAP, JobKind.SET_CARDS


@pytest.fixture
def evening(club: Club, the_organiser: Account) -> Tournament:
    """Five tables, two boards a round, three rounds; étuis travel."""
    return an_evening(club, the_organiser, boards_travel=True)


def words(tournament: Tournament, kind: JobKind, number: int | None = None) -> list[str]:
    return [plain(page) for page in printed(tournament, kind, number)]


def test_there_is_a_slip_for_each_board_at_each_table_with_who_sits_there(evening: Tournament) -> None:
    found = words(evening, SLIPS, 2)
    assert len(found) == 2
    told = re.findall(r"Étui (\d+) · table (\d)", " ".join(found))
    tables = Table.objects.filter(round__tournament=evening, round__number=2).order_by("number")
    assert told == [(str(board), str(table.number)) for table in tables for board in table.boards]
    first = tables[0]
    for seat in first.seats.select_related("registration__player"):
        assert f"Joueur n° {seat.registration.start_number}" in found[0] or str(seat.registration.player) in found[0]
    assert found[0].count("Position 2") == 8


def test_a_slip_asks_neither_who_takes_nor_whether_all_passed_where_sud_takes(
    evening: Tournament, club: Club, the_organiser: Account
) -> None:
    free = words(evening, SLIPS, 1)[0]
    assert ("Preneur S E N O" in free, "passé" in free) == (True, True)
    prescribed = words(trios_published(club, the_organiser), SLIPS, 1)[0]
    assert ("Preneur" in prescribed, "passé" in prescribed, "Contrat P G" in prescribed) == (False, False, True)


def test_a_slip_shows_no_result(evening: Tournament, the_organiser: Account) -> None:
    before = words(evening, SLIPS, 2)
    play(evening, 2, the_organiser)
    evening.refresh_from_db()
    assert [page.split("Bulletins des étuis")[0] for page in words(evening, SLIPS, 2)] == [
        page.split("Bulletins des étuis")[0] for page in before
    ]


def test_the_recap_is_of_free_boards_alone(evening: Tournament, the_organiser: Account) -> None:
    for number in (1, 2):
        play(evening, number, the_organiser)
    evening.refresh_from_db()
    assert refused(document_of, evening, RECAP)[0] == "no_free_board"
    Job.objects.all().delete()  # nobody has told it that it failed
    play(evening, 3, the_organiser)
    evening.refresh_from_db()
    found = " ".join(words(evening, RECAP, 2))  # boards that travel are of no position
    assert [f"Étui {number} donneur" in found for number in range(1, 12)] == [True] * 10 + [False]
    of_board_1 = found.partition("Étui 1 donneur : Nord")[2].partition("Étui 2 ")[0]
    assert len(re.findall(r" \d [1-5] (?:Garde|Prise|Passée)", of_board_1)) == 3


def test_the_recap_of_a_closed_position_has_its_boards_with_every_table(club: Club, the_organiser: Account) -> None:
    evening = an_evening(club, the_organiser)
    for number in (1, 2):
        play(evening, number, the_organiser)
    evening.refresh_from_db()
    (page,) = words(evening, RECAP, 2)
    assert re.findall(r"Étui (\d) donneur", page) == ["3", "4"]
    assert page.count("Passée (personne n’a pris)") == 2
    assert page.count(" %") == 40  # two boards, five tables, four hands
    assert refused(document_of, evening, RECAP, 3)[0] == "no_free_board"


def test_nobody_is_named_who_did_not_agree(evening: Tournament, the_organiser: Account) -> None:
    Player.objects.update(consent=False, last_name="Zzverdier", first_name="Zzodile")
    for number in (1, 2, 3):
        play(evening, number, the_organiser)
    evening.refresh_from_db()
    for kind in (SLIPS, RECAP, SETS, JobKind.TABLE_LISTS):
        assert "Zz" not in " ".join(words(evening, kind))


def test_each_set_says_at_which_table_it_is(evening: Tournament) -> None:
    (page,) = words(evening, SETS)
    for first in (1, 3, 5, 7, 9):
        tables = Table.objects.filter(round__tournament=evening, first_board=first).order_by("round__number")
        way = " ".join(f"{table.round.number} {table.number}" for table in tables.select_related("round"))
        set_number = (first + 1) // 2
        assert re.search(rf"Jeu {set_number} étuis {first} à {first + 1} .*? Pos\. Table {way}(?: |$)", page), (
            set_number
        )


def test_the_list_of_a_table_says_whence_its_boards_come_and_where_they_go(evening: Tournament) -> None:
    page = " ".join(words(evening, JobKind.TABLE_LISTS))
    table = Table.objects.get(round__tournament=evening, round__number=2, number=1)

    def at(number: int) -> int:
        of_set = Table.objects.get(round__tournament=evening, round__number=number, first_board=table.first_board)
        return of_set.number

    assert f"2 étuis {table.boards[0]} à {table.boards[1]} table {at(1)} → {at(3)}" in page


def test_the_card_of_a_player_names_the_set_of_each_position(evening: Tournament) -> None:
    found = " ".join(words(evening, JobKind.PLAYER_CARDS))
    entry = evening.registrations.select_related("player").get(start_number=1)
    path = [
        f"{seat.round.number} {seat.seated_at.number} {seat.letter} {seat.seated_at.board_set} "
        for seat in entry.seats.select_related("round", "table").order_by("round__number")
    ]
    card = found.partition(f"{entry.player} n° 1 ")[2]
    places = [card.find(step) for step in path]
    assert places == sorted(places)
    assert -1 not in places


def test_what_libre_or_closed_positions_do_not_have_is_not_printed(
    tournament: Tournament, club: Club, the_organiser: Account
) -> None:
    assert {refused(document_of, tournament, kind)[0] for kind in (SLIPS, RECAP, SETS)} == {"not_duplicate"}
    assert refused(document_of, an_evening(club, the_organiser), SETS)[0] == "boards_do_not_travel"


def test_the_page_of_papers_offers_them_where_they_are(
    evening: Tournament, the_organiser: Account, client: Client
) -> None:
    client.force_login(the_organiser)

    def offered() -> set[str]:
        page = client.get(f"/organisation/tournois/{evening.pk}/documents/").content.decode()
        return {kind.value for kind in (SLIPS, RECAP, SETS) if f'value="{kind.value}"' in page}

    assert offered() == {SLIPS.value, SETS.value}
    Tournament.objects.filter(pk=evening.pk).update(free_rounds=3)
    assert offered() == {SLIPS.value, RECAP.value, SETS.value}
    Tournament.objects.filter(pk=evening.pk).update(boards_travel=False)
    assert offered() == {SLIPS.value, RECAP.value}
