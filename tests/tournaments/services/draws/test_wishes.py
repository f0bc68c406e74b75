"""Wishes: written down, refused when they contradict each other, taken back and kept on record."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.factories import NOW, ClubFactory, PlayerFactory, RegistrationFactory, TournamentFactory, field
from tests.refusals import refusal_of
from tournaments.labels import WishKind
from tournaments.models import Account, Tournament, Wish
from tournaments.queries.draws.wishes import asks_in_force, wanted_wishes, wish_book, wishes_of
from tournaments.refusals import Refusal
from tournaments.seating import Apart, Wishes
from tournaments.services.draws.wishes import add_wish, cancel_wish, put_sector_last


@pytest.fixture
def hall(tournament: Tournament) -> list[int]:
    """Return twelve present players by their registration ids, in the order of their numbers."""
    return [one.pk for one in field(tournament, 12)]


def wish(tournament: Tournament, by: Account, kind: WishKind, *players: int, **said: Any) -> Wish:
    return add_wish(tournament=tournament, kind=kind, players=players, by=by, at=NOW, **said)


def refused(tournament: Tournament, by: Account, kind: WishKind, *players: int, **said: Any) -> Refusal:
    before = Wish.objects.count()
    refusal = refusal_of(wish, tournament, by, kind, *players, **said)
    assert Wish.objects.count() == before
    return refusal


def name(tournament: Tournament, number: int) -> str:
    return tournament.registrations.get(start_number=number).player.full_name


def test_what_is_asked_is_what_the_seating_is_told(
    tournament: Tournament, the_organiser: Account, hall: list[int]
) -> None:
    wish(tournament, the_organiser, WishKind.APART, hall[0], hall[1], reason="mari et femme")
    wish(tournament, the_organiser, WishKind.APART, hall[2], hall[3], hall[4], hard=False)
    wish(tournament, the_organiser, WishKind.TEAM, hall[5], hall[6])
    wish(tournament, the_organiser, WishKind.PLACE, hall[7], table=2, chair=3)
    wish(tournament, the_organiser, WishKind.PLACE, hall[8], chair=0)

    told = wishes_of(wanted_wishes(asks_in_force(tournament), hall))

    assert told == Wishes(
        apart=(Apart((hall[0], hall[1]), hard=True), Apart((hall[2], hall[3], hall[4]), hard=False)),
        teams=((hall[5], hall[6]),),
        fixed_tables=((hall[7], 1),),
        fixed_seats=((hall[7], 3), (hall[8], 0)),
    )


def test_who_is_away_is_left_aside(tournament: Tournament, the_organiser: Account, hall: list[int]) -> None:
    wish(tournament, the_organiser, WishKind.APART, hall[0], hall[1])
    wish(tournament, the_organiser, WishKind.APART, hall[1], hall[2], hall[3])
    wish(tournament, the_organiser, WishKind.PLACE, hall[1], table=1)
    told = wishes_of(wanted_wishes(asks_in_force(tournament), [one for one in hall if one != hall[1]]))
    assert told == Wishes(apart=(Apart((hall[2], hall[3]), hard=True),))


def test_nobody_who_wishes_is_nothing_in_the_job(tournament: Tournament, hall: list[int]) -> None:
    assert wanted_wishes(asks_in_force(tournament), hall) == []


def test_clubs_are_found_when_the_draw_is_made(tournament: Tournament, the_organiser: Account) -> None:
    clubs = {letter: ClubFactory(name=f"Club {letter}") for letter in "AB"}
    entries = [
        RegistrationFactory(
            tournament=tournament, player=PlayerFactory(club=clubs["AAABB"[number % 5]]), start_number=number + 1
        ).pk
        for number in range(10)
    ]
    wish(tournament, the_organiser, WishKind.CLUB, hard=False)
    told = wishes_of(wanted_wishes(asks_in_force(tournament), entries))
    assert {one.name: len(one.players) for one in told.apart} == {"Club A": 6, "Club B": 4}
    assert not any(one.hard for one in told.apart)
    too_many = refused(tournament, the_organiser, WishKind.CLUB, hard=True)
    assert str(too_many) == "Les clubs sont déjà séparés par un autre souhait : retirez-le d’abord.".replace(
        " :", "\N{NO-BREAK SPACE}:"
    )


def test_one_club_alone_is_not_kept_apart(tournament: Tournament, the_organiser: Account, hall: list[int]) -> None:
    refusal = refused(tournament, the_organiser, WishKind.CLUB)
    assert (refusal.code, refusal.fields) == ("clubs_not_apart", {})  # no field of the form is wrong


@pytest.mark.parametrize(
    ("kind", "count", "said", "field_"),
    [
        (WishKind.APART, 1, {}, "players"),
        (WishKind.TEAM, 3, {}, "players"),
        (WishKind.PLACE, 2, {"table": 1}, "players"),
        (WishKind.PLACE, 1, {}, "table"),
        (WishKind.SECTOR, 4, {}, "name"),
        (WishKind.SECTOR, 0, {"name": "bas"}, "players"),
    ],
)
def test_a_wish_that_does_not_say_enough_is_refused_at_its_field(
    tournament: Tournament, the_organiser: Account, hall: list[int], kind: WishKind, count: int, said: Any, field_: str
) -> None:
    assert list(refused(tournament, the_organiser, kind, *hall[:count], **said).fields) == [field_]


def test_a_player_of_another_tournament_wishes_nothing_here(
    tournament: Tournament, the_organiser: Account, hall: list[int]
) -> None:
    stranger = RegistrationFactory(tournament=TournamentFactory(club=tournament.club))
    assert list(refused(tournament, the_organiser, WishKind.APART, hall[0], stranger.pk).fields) == ["players"]


def test_two_to_keep_apart_do_not_ask_for_the_same_table_and_both_are_named(
    tournament: Tournament, the_organiser: Account, hall: list[int]
) -> None:
    wish(tournament, the_organiser, WishKind.APART, hall[0], hall[1])
    wish(tournament, the_organiser, WishKind.PLACE, hall[0], table=2)
    refusal = refused(tournament, the_organiser, WishKind.PLACE, hall[1], table=2)
    assert refusal.code == "apart_together"
    assert name(tournament, 1) in str(refusal)
    assert name(tournament, 2) in str(refusal)


def test_more_to_keep_apart_than_tables_is_refused_with_the_most_that_can_be(
    tournament: Tournament, the_organiser: Account, hall: list[int]
) -> None:
    refusal = refused(tournament, the_organiser, WishKind.APART, *hall[:4])
    assert refusal.code == "apart_too_many"
    assert "séparez-en 3 au plus" in str(refusal)
    assert wish(tournament, the_organiser, WishKind.APART, *hall[:4], hard=False).pk


def test_a_table_that_will_not_be_there_is_refused(
    tournament: Tournament, the_organiser: Account, hall: list[int]
) -> None:
    refusal = refused(tournament, the_organiser, WishKind.PLACE, hall[0], table=9)
    assert refusal.code == "no_such_table"
    assert "choisissez une table de 1 à 3" in str(refusal)


def test_a_chair_that_is_taken_is_refused_with_the_name_of_its_holder(
    tournament: Tournament, the_organiser: Account, hall: list[int]
) -> None:
    wish(tournament, the_organiser, WishKind.PLACE, hall[0], table=1, chair=0)
    refusal = refused(tournament, the_organiser, WishKind.PLACE, hall[1], table=1, chair=0)
    assert list(refusal.fields) == ["chair"]
    assert name(tournament, 1) in str(refusal)


def test_nobody_is_of_two_teams(tournament: Tournament, the_organiser: Account, hall: list[int]) -> None:
    wish(tournament, the_organiser, WishKind.TEAM, *hall[:2])
    refusal = refused(tournament, the_organiser, WishKind.TEAM, *hall[1:3])
    assert (refusal.code, list(refusal.fields)) == ("two_teams", ["players"])
    assert str(refusal).startswith(f"{name(tournament, 2)} est déjà dans une équipe")
    wish(tournament, the_organiser, WishKind.TEAM, *hall[2:4])


def test_a_second_place_for_the_same_player_is_refused(
    tournament: Tournament, the_organiser: Account, hall: list[int]
) -> None:
    wish(tournament, the_organiser, WishKind.PLACE, hall[0], table=1)
    refusal = refused(tournament, the_organiser, WishKind.PLACE, hall[0], table=2)
    assert (refusal.code, name(tournament, 1) in str(refusal)) == ("fixed_twice", True)


def test_a_sector_too_small_for_a_table_is_refused(
    tournament: Tournament, the_organiser: Account, hall: list[int]
) -> None:
    assert refused(tournament, the_organiser, WishKind.SECTOR, *hall[:3], name="bas").code == "too_few"
    wish(tournament, the_organiser, WishKind.SECTOR, *hall[:4], name="bas")
    assert wishes_of(wanted_wishes(asks_in_force(tournament), hall)).sectors == (tuple(hall[:4]),)


def test_two_to_keep_apart_in_a_sector_of_one_table_are_refused_by_name(
    tournament: Tournament, the_organiser: Account, hall: list[int]
) -> None:
    wish(tournament, the_organiser, WishKind.APART, *hall[:2])
    refusal = refused(tournament, the_organiser, WishKind.SECTOR, *hall[:4], name="bas")
    assert refusal.code == "apart_at_one_table"
    told = str(refusal)
    assert all(part in told for part in ("bas", name(tournament, 1), name(tournament, 2), "une seule table"))


def test_before_there_are_enough_players_nothing_is_impossible_yet(
    tournament: Tournament, the_organiser: Account
) -> None:
    (one, other) = field(tournament, 2)
    assert wish(tournament, the_organiser, WishKind.PLACE, one.pk, table=40).table == 40
    assert wish(tournament, the_organiser, WishKind.APART, one.pk, other.pk).hard


def test_the_same_wish_twice_is_one_wish(tournament: Tournament, the_organiser: Account, hall: list[int]) -> None:
    first = wish(tournament, the_organiser, WishKind.APART, hall[1], hall[0])
    assert wish(tournament, the_organiser, WishKind.APART, hall[0], hall[1]) == first
    assert tournament.journal.filter(action="souhait ajouté").count() == 1


def test_a_wish_taken_back_stays_on_record_with_who_and_when(
    tournament: Tournament, the_organiser: Account, hall: list[int]
) -> None:
    made = wish(tournament, the_organiser, WishKind.APART, hall[0], hall[1], reason="se disputent")
    cancel_wish(wish=made, by=the_organiser, at=NOW)
    cancel_wish(wish=made, by=the_organiser, at=NOW)
    book = wish_book(tournament)
    assert (len(book.in_force), len(book.taken_back)) == (0, 1)
    kept = book.taken_back[0].wish
    assert (kept.cancelled_by, kept.cancelled_by_name, kept.cancelled_at) == (the_organiser, str(the_organiser), NOW)
    assert kept.reason == "se disputent"
    assert tournament.journal.filter(action="souhait retiré").count() == 1
    assert wanted_wishes(asks_in_force(tournament), hall) == []


def test_the_journal_that_arbiters_read_says_nothing_of_whom_nor_why(
    tournament: Tournament, the_organiser: Account, hall: list[int]
) -> None:
    made = wish(tournament, the_organiser, WishKind.APART, hall[0], hall[1], reason="se disputent")
    cancel_wish(wish=made, by=the_organiser, at=NOW)
    entries = [(one.subject, one.reason, one.details) for one in tournament.journal.all()]
    assert entries == [("joueurs à séparer", "", {})] * 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "caprice"},
        {"kind": WishKind.PLACE},
        {"kind": WishKind.APART, "table": 2},
        {"kind": WishKind.PLACE, "table": 0},
        {"kind": WishKind.PLACE, "chair": 5},
        {"kind": WishKind.SECTOR},
        {"kind": WishKind.TEAM, "hard": False},
        {"kind": WishKind.APART, "cancelled_by_name": "Ada"},
    ],
)
def test_the_database_keeps_no_wish_that_means_nothing(tournament: Tournament, wrong: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Wish.objects.create(tournament=tournament, added_at=NOW, **wrong)


def sectors(tournament: Tournament) -> list[tuple[str, int]]:
    """Return the sectors as a draw takes them: name, and how many players."""
    return [(one.name, len(one.players)) for one in asks_in_force(tournament) if one.kind == WishKind.SECTOR]


def test_a_sector_goes_after_the_others_once(tournament: Tournament, the_organiser: Account, hall: list[int]) -> None:
    wish(tournament, the_organiser, WishKind.PLACE, hall[9], chair=2)
    bas = wish(tournament, the_organiser, WishKind.SECTOR, *hall[:4], name="bas", reason="les marches")
    wish(tournament, the_organiser, WishKind.SECTOR, *hall[4:8], name="haut")
    assert sectors(tournament) == [("bas", 4), ("haut", 4)]
    for _twice in range(2):
        put_sector_last(wish=bas, by=the_organiser, at=NOW)
    assert sectors(tournament) == [("haut", 4), ("bas", 4)]
    assert Wish.objects.filter(name="bas").count() == 2
    assert Wish.objects.get(name="bas", cancelled_at=None).reason == "les marches"
    assert tournament.journal.filter(action="secteur mis après les autres").count() == 1


def test_an_order_that_takes_a_fixed_table_out_of_its_sector_is_refused(
    tournament: Tournament, the_organiser: Account, hall: list[int]
) -> None:
    bas = wish(tournament, the_organiser, WishKind.SECTOR, *hall[:4], name="bas")
    wish(tournament, the_organiser, WishKind.SECTOR, *hall[4:8], name="haut")
    wish(tournament, the_organiser, WishKind.PLACE, hall[0], table=1)
    before = sectors(tournament)
    with pytest.raises(Refusal):
        put_sector_last(wish=bas, by=the_organiser, at=NOW)
    assert sectors(tournament) == before
