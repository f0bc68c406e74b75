"""Who plays at a club is its guest; a membership waits for his word, or that of the club that keeps his file."""

from datetime import date, timedelta

import pytest

from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    SeasonFactory,
    TournamentFactory,
    organiser,
)
from tests.refusals import refusal_of
from tournaments.labels import Grade
from tournaments.models import Club, JournalEntry, Membership, Player
from tournaments.queries.money.fees import owing_fee
from tournaments.queries.people.members import grade_of, speaks_for
from tournaments.services.people.joining import answer_membership
from tournaments.services.people.players import PlayerFacts, add_player, join_club
from tournaments.services.people.registrations import register, walk_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def there() -> Club:
    return ClubFactory(name="Ailleurs")


@pytest.fixture
def player(there: Club) -> Player:
    """Somebody whose file `there` keeps, and whom `club` does not know."""
    return PlayerFactory(club=there, licence="777", last_name="Roy", first_name="Al")


def lines(club: Club) -> list[str]:
    return list(JournalEntry.objects.filter(club=club, tournament=None).order_by("pk").values_list("action", flat=True))


def test_who_plays_is_a_guest_without_file_or_fee(club: Club, player: Player):
    tournament, season = TournamentFactory(club=club), SeasonFactory(club=club)

    register(tournament=tournament, players=[player], by=organiser(club), at=NOW)
    newcomer = walk_in(tournament=tournament, facts=PlayerFacts("Petit"), by=organiser(club), at=NOW)

    assert grade_of(player, club) == grade_of(newcomer.registration.player, club) == Grade.GUEST
    assert set(club.known) == {player, newcomer.registration.player}
    assert list(club.files) == [newcomer.registration.player]  # whose file it keeps
    assert not club.players.exists()
    assert not owing_fee(season).exists()
    assert set(player.club.players) == {player}


def test_who_was_a_member_and_plays_again_is_a_guest(club: Club, player: Player):
    join_club(club=club, player=player, by=None, at=NOW)
    Membership.objects.filter(club=club).update(until=date(2025, 6, 30))

    register(tournament=TournamentFactory(club=club), players=[player], by=None, at=NOW)

    assert grade_of(player, club) == Grade.GUEST


def test_a_member_who_plays_stays_a_member(club: Club):
    member = PlayerFactory(club=club)

    register(tournament=TournamentFactory(club=club), players=[member], by=None, at=NOW)

    assert grade_of(member, club) == Grade.MEMBER


def test_a_club_asks_and_does_not_answer_itself(club: Club, player: Player):
    """Not by its organiser, not by the same form again, not as somebody whom it wrote down twice."""
    asker = organiser(club)

    for _turn in range(2):
        join_club(club=club, player=player, by=asker, at=NOW)
    again = add_player(club=club, facts=PlayerFacts("Roy", "Al", licence="777"), same=player.pk, by=asker, at=NOW)
    refused = refusal_of(answer_membership, club=club, player=player, accepted=True, by=asker, at=NOW)

    assert (again, grade_of(player, club)) == (player, Grade.ASKED)
    assert not club.files.exists()
    assert refused.code == "not_his_word"
    assert "attend son mot, ou celui de «\u00a0Ailleurs\u00a0»" in str(refused)
    assert lines(club) == lines(player.club) == ["adhésion demandée"]


@pytest.mark.parametrize("who", ["himself", "keeper", "administrator"])
@pytest.mark.parametrize("accepted", [True, False])
def test_he_or_his_club_answers(club: Club, player: Player, who: str, accepted: bool):
    answering = {
        "himself": lambda: AccountFactory(player=player),
        "keeper": lambda: organiser(player.club),
        "administrator": lambda: AccountFactory(is_superuser=True),
    }[who]()
    join_club(club=club, player=player, by=organiser(club), at=NOW)
    day = date(2026, 11, 20)

    answer_membership(club=club, player=player, accepted=accepted, by=answering, at=NOW, heard_on=day)

    assert grade_of(player, club) == (Grade.MEMBER if accepted else Grade.GUEST)
    assert lines(club)[-1] == lines(player.club)[-1] == ("adhésion" if accepted else "adhésion refusée")
    assert JournalEntry.objects.filter(club=player.club).latest("pk").details["heard_on"] == "2026-11-20"


def test_who_organises_both_clubs_needs_to_ask_nobody(club: Club, player: Player):
    both = organiser(club)
    both.appointments.create(club=player.club, role="organiser")

    join_club(club=club, player=player, by=both, at=NOW)

    assert grade_of(player, club) == Grade.MEMBER


def test_silence_is_asked_once_more_and_is_never_a_yes(club: Club, player: Player):
    asker = organiser(club)
    for days in (0, 13, 14, 15, 400):
        join_club(club=club, player=player, by=asker, at=NOW + timedelta(days=days))

    asked = Membership.objects.get(club=club)
    assert (asked.grade, asked.asked_again_on) == (Grade.ASKED, asked.asked_on + timedelta(days=14))
    assert lines(player.club) == ["adhésion demandée", "adhésion demandée de nouveau"]


def test_a_guest_is_asked_for_by_his_licence_or_his_name(club: Club, player: Player):
    register(tournament=TournamentFactory(club=club), players=[player], by=None, at=NOW)
    facts = PlayerFacts("Roy", "Al", licence="777")

    asked = refusal_of(add_player, club=club, facts=facts, by=organiser(club), at=NOW)
    add_player(club=club, facts=facts, same=player.pk, by=organiser(club), at=NOW)

    assert (asked.code, asked.people) == ("is_a_guest", [player])
    assert grade_of(player, club) == Grade.ASKED


def test_the_word_is_his_or_his_keeper_s(club: Club, player: Player):
    other = PlayerFactory()

    assert speaks_for(player, None)
    assert speaks_for(player, AccountFactory(player=player))
    assert not speaks_for(player, AccountFactory(player=other))
    assert not speaks_for(player, organiser(club))
    assert not speaks_for(player, AccountFactory())
