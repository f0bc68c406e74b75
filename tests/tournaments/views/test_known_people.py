"""The page of guests and of what clubs ask of one another, and the player's own: who answers, what is read."""

import pytest
from django.urls import reverse

from tests.factories import NOW, AccountFactory, ClubFactory, PlayerFactory, TournamentFactory, logged_in, organiser
from tournaments.labels import Grade
from tournaments.models import Club, JournalEntry, Player, Proposal
from tournaments.queries.people.files import seen_by
from tournaments.queries.people.members import grade_of
from tournaments.services.people.files import facts_now, record_facts
from tournaments.services.people.players import PlayerFacts, join_club
from tournaments.services.people.registrations import register, walk_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    return PlayerFactory(club=ClubFactory(name="Ailleurs"), last_name="Roy", first_name="Al", birth_year=1950)


@pytest.fixture
def guest(club: Club, player: Player) -> Player:
    register(tournament=TournamentFactory(club=club), players=[player], by=None, at=NOW)
    return player


def page_of(club: Club) -> str:
    return reverse("club_guests", args=[club.pk])


def test_a_guest_is_asked_for_and_his_club_answers(club: Club, guest: Player):
    asking, keeping = logged_in(organiser(club)), logged_in(organiser(guest.club))
    assert "Roy Al" in asking.get(page_of(club)).content.decode()

    asking.post(page_of(club), {"ask": guest.pk})
    membership = guest.memberships.get(club=club)
    told = asking.get(page_of(club)).content.decode()
    asks_itself = asking.post(page_of(club), {"membership": membership.pk, "answer": "oui"}, follow=True)
    assert grade_of(guest, club) == Grade.ASKED
    assert "demandé le" in told
    assert "1950" not in told
    assert "n’attend plus" in asks_itself.content.decode()
    assert "(1)" in keeping.get(reverse("club_players", args=[guest.club_id])).content.decode()
    future = keeping.post(
        page_of(guest.club), {"membership": membership.pk, "answer": "oui", "heard_on": "2190-01-01"}, follow=True
    )
    assert "pas encore venu" in future.content.decode()
    keeping.post(page_of(guest.club), {"membership": membership.pk, "answer": "oui", "heard_on": "2026-11-20"})

    assert grade_of(guest, club) == Grade.MEMBER
    assert JournalEntry.objects.filter(club=club).latest("pk").details["heard_on"] == "2026-11-20"


def test_he_answers_on_his_own_page(club: Club, guest: Player):
    join_club(club=club, player=guest, by=organiser(club), at=NOW)
    him, other = logged_in(AccountFactory(player=guest)), logged_in(AccountFactory(player=PlayerFactory()))
    membership, where = guest.memberships.get(club=club), reverse("own_requests")

    other.post(where, {"membership": membership.pk, "answer": "oui"})
    assert grade_of(guest, club) == Grade.ASKED
    assert "1 demande d’un club attend votre réponse" in him.get(reverse("own")).content.decode()
    him.post(where, {"membership": membership.pk, "answer": "non"})

    assert grade_of(guest, club) == Grade.GUEST
    assert "Aucune demande" in him.get(where).content.decode()


def test_a_change_that_is_proposed_is_read_and_answered(club: Club, player: Player):
    join_club(club=club, player=player, by=None, at=NOW)
    (seen,) = seen_by(club.pk, [player])
    seen.last_name = "Roi"
    record_facts(club=club, player=player, facts=facts_now(seen), by=organiser(club), at=NOW)
    keeping, where = logged_in(organiser(player.club)), page_of(player.club)

    assert "Roy → Roi" in keeping.get(where).content.decode()
    keeping.post(where, {"proposal": Proposal.objects.get().pk, "answer": "oui"})

    player.refresh_from_db()
    assert (player.last_name, player.birth_year) == ("Roi", 1950)


def test_a_club_makes_its_own_guest_a_member(club: Club):
    newcomer = walk_in(tournament=TournamentFactory(club=club), facts=PlayerFacts("Petit"), by=None, at=NOW)
    client, player = logged_in(organiser(club)), newcomer.registration.player

    assert "Faire membre" in client.get(page_of(club)).content.decode()
    client.post(page_of(club), {"ask": player.pk})

    assert grade_of(player, club) == Grade.MEMBER
    assert "Petit" not in client.get(page_of(club)).content.decode().split("<main")[-1].split("Invités</h2>")[-1]
    assert client.post(page_of(club), {"ask": "x"}).status_code == 404
