"""Étuis on paper: a card a pocket, the list to make them up, and the hands of a position once it is played."""

import pytest

from scoring.cards.boards import deal
from scoring.cards.deck import codes
from scoring.documents.boards import by_colour
from scoring.services.boards import ask_board_paper, deal_boards, withdraw_deal
from tests.factories import NOW, TournamentFactory, rewrite
from tests.refusals import refusal_of
from tests.scoring.sheets import seated
from tests.texts import NO_BREAK
from tests.tournaments.documents.printing import made, pages
from tournaments.labels import OF_BOARDS, JobKind, TournamentState
from tournaments.models import BoardDeal, Club, Player, Table, Tournament

pytestmark = pytest.mark.django_db
SEED = 7


@pytest.fixture
def event(club: Club) -> Tournament:
    """A duplicate of two positions of three étuis, the first of them free."""
    event = TournamentFactory(
        club=club, name="Printemps", compared_by="matchpoints", void_donnes_count=True, donnes_per_round=3,
        rounds_planned=2, state=TournamentState.RUNNING,
    )  # fmt: skip
    deal_boards(tournament=event, keeps_petit_sec=False, by=None, at=NOW)
    BoardDeal.objects.update(seed=SEED)
    for number in (1, 2):
        (table,) = seated(event, round_number=number)
        Table.objects.filter(pk=table.pk).update(first_board=3 * number - 2, last_board=3 * number)
    Player.objects.update(last_name="Zzverdier", first_name="Zzodile")
    rewrite(event, free_rounds=1)
    return event


def printed(event: Tournament, kind: JobKind, number: int | None = None) -> list[str]:
    event.refresh_from_db()
    asked = ask_board_paper(tournament=event, kind=kind, round_number=number, language="fr", by=None, at=NOW)
    return [" ".join(page.translate(NO_BREAK).split()) for page in pages(made(asked))]


def test_cards_are_told_by_colour_the_highest_first() -> None:
    board = deal(SEED, 1)
    assert by_colour(board.hands[0]) == [
        ("", "14 11 9 1"), ("♠", "C V 9"), ("♥", "R C 3"), ("♦", "C 6 4"), ("♣", "D V 10 8 5"),
    ]  # fmt: skip
    assert by_colour(board.hands[1])[0] == ("", "17 5 Excuse")
    assert by_colour(board.hands[1])[-1] == ("♣", "–")
    for packet in (*board.hands, board.dog):
        held = " ".join(words for _symbol, words in by_colour(packet)).replace("–", "").split()
        assert len(held) == len(codes(packet))


def test_each_pocket_has_a_card_with_its_hand_and_how_many_it_holds(event: Tournament) -> None:
    found = printed(event, JobKind.HAND_CARDS)
    assert len(found) == 3
    first = found[0]
    assert first.count("Étui 1 ·") == first.count("Étui 2 ·") == 5
    assert "Étui 1 · Sud Printemps · 21 novembre 2026 Atouts 14 11 9 1 ♠ C V 9 ♥ R C 3 ♦ C 6 4 ♣ D V 10 8 5" in first
    assert "18 cartes · donneur : Nord" in first
    assert "Étui 1 · Chien" in first
    assert first.count("6 cartes") == 2
    assert "Étui 6 · Ouest" in found[2]


def test_the_list_has_each_packet_once_and_boxes_for_two(event: Tournament) -> None:
    found = printed(event, JobKind.BOARD_LIST)
    assert ["Étui 5" in page for page in found] == [True, False]
    assert "Étui 1 donneur : Nord Sud 14 11 9 1 ♠ C V 9 ♥ R C 3 ♦ C 6 4 ♣ D V 10 8 5" in found[0]
    assert "Chien 21 10 3 ♠ A ♥ 7 ♣ A Étui 2 donneur : Est" in found[0]
    assert "Secret : pour qui ne joue pas." in found[0]


def test_the_hands_of_a_position_are_those_of_its_boards_alone(event: Tournament) -> None:
    (page,) = printed(event, JobKind.HAND_RECORDS, 1)
    assert [f"Étui {number} " in page for number in range(1, 7)] == [True] * 3 + [False] * 3
    assert "chien : 21 10 3 ♠ A ♥ 7 ♣ A" in page
    assert "Sud Atouts 14 11 9 1" in page


@pytest.mark.parametrize("kind", OF_BOARDS)
def test_nobody_is_named(event: Tournament, kind: JobKind) -> None:
    assert "Zz" not in " ".join(printed(event, kind, 1))


def test_a_paper_of_etuis_that_were_dealt_anew_meanwhile_is_not_made(event: Tournament) -> None:
    event.refresh_from_db()
    stale = ask_board_paper(tournament=event, kind=JobKind.BOARD_LIST, language="fr", by=None, at=NOW)
    withdraw_deal(tournament=event, by=None, at=NOW)
    assert refusal_of(made, stale).code == "no_etuis"


def test_hands_that_are_secret_again_are_not_made(event: Tournament) -> None:
    event.refresh_from_db()
    asked = ask_board_paper(tournament=event, kind=JobKind.HAND_RECORDS, round_number=1, language="fr", by=None, at=NOW)
    rewrite(event, free_rounds=0)
    assert refusal_of(made, asked).code == "round_not_free"
