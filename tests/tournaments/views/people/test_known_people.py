"""The page of guests and of what clubs ask of one another, and the player's own: who answers, what is read."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import NOW, AccountFactory, ClubFactory, PlayerFactory, TournamentFactory, logged_in, organiser
from tests.tournaments.links import evening_phone, phone_of
from tests.tournaments.services.people.test_joining import responsible
from tests.tournaments.ways import told as secrets_in
from tournaments.forms.people.players import WalkInForm
from tournaments.labels import Grade
from tournaments.models import Club, JournalEntry, Player, Proposal
from tournaments.queries.pages.personal_links import personal_code
from tournaments.queries.people.files import seen_by
from tournaments.queries.people.members import grade_of
from tournaments.refusals import Refusal
from tournaments.services.people.files import facts_now, hide_player, record_facts
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
    assert secrets_in(told) == []
    assert "n’attend plus" in asks_itself.content.decode()
    assert "(1)" in keeping.get(reverse("club_players", args=[guest.club_id])).content.decode()
    future = keeping.post(
        page_of(guest.club), {"membership": membership.pk, "answer": "oui", "heard_on": "2190-01-01"}, follow=True
    )
    assert "pas encore venu" in future.content.decode()
    keeping.post(page_of(guest.club), {"membership": membership.pk, "answer": "oui", "heard_on": "2026-11-20"})

    assert grade_of(guest, club) == Grade.MEMBER
    assert JournalEntry.objects.filter(club=club).latest("pk").details["heard_on"] == "2026-11-20"


@pytest.mark.parametrize("way", ["login", "link"])
def test_he_answers_on_his_own_page(club: Club, guest: Player, way: str):
    """By his login, or the link that the club which keeps his file gave him; nobody else's opens it."""
    join_club(club=club, player=guest, by=organiser(club), at=NOW)
    him = logged_in(AccountFactory(player=guest)) if way == "login" else phone_of(guest)
    other = logged_in(AccountFactory(player=PlayerFactory())) if way == "login" else phone_of(PlayerFactory())
    evening = evening_phone(guest.registrations.get())
    assert evening.post(reverse("own_requests"), {"membership": guest.memberships.get(club=club).pk, "answer": "oui"})
    assert grade_of(guest, club) == Grade.ASKED
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


def test_what_one_club_asks_about_one_person_stands_on_one_card(club: Club, player: Player):
    join_club(club=club, player=player, by=organiser(club), at=NOW)
    Proposal.objects.create(club=club, player=player, changes={"last_name": ["Roy", "Roi"]}, proposed_on=NOW)
    keeping, him = logged_in(organiser(player.club)), logged_in(AccountFactory(player=player))

    for page, heading in (
        (keeping.get(page_of(player.club)), player),
        (him.get(reverse("own_requests")), club),
    ):
        _before, card = page.content.decode().split(f"<h2>{heading}</h2>")
        asked = card.split("</section>")[0]
        assert asked.count('name="membership"') == asked.count('name="proposal"') == 1


def test_a_club_makes_its_own_guest_a_member(club: Club):
    newcomer = walk_in(tournament=TournamentFactory(club=club), facts=PlayerFacts("Petit"), by=None, at=NOW)
    client, player = logged_in(organiser(club)), newcomer.registration.player

    assert "Faire membre" in client.get(page_of(club)).content.decode()
    client.post(page_of(club), {"ask": player.pk})

    assert grade_of(player, club) == Grade.MEMBER
    assert "Petit" not in client.get(page_of(club)).content.decode().split("<main")[-1].split("Invités</h2>")[-1]
    assert client.post(page_of(club), {"ask": "x"}).status_code == 404


UNANSWERED = "unanswered_files"


def asked_twice(club: Club, player: Player, days: int) -> None:
    for ago in (days + 14, days):
        join_club(club=club, player=player, by=organiser(club), at=timezone.now() - timedelta(days=ago))


@pytest.mark.parametrize("who", ["comité", "administrator"])
def test_a_file_without_answer_is_given_to_the_club_that_asked(club: Club, guest: Player, who: str):
    organiser(guest.club)
    there, committee = guest.club, responsible(guest.club)
    client = logged_in(committee if who == "comité" else AccountFactory(is_superuser=True))
    asked_twice(club, guest, days=14)
    membership, where = guest.memberships.get(club=club), reverse(UNANSWERED)

    assert "La fiche d’un joueur est sans réponse" in client.get(reverse("organisation")).content.decode()
    told = client.get(where).content.decode()
    assert f"« {there} » tient sa fiche et n’a pas répondu" in told
    assert secrets_in(told) == []
    answer = client.post(where, {"membership": membership.pk}, follow=True).content.decode()

    guest.refresh_from_db()
    assert guest.club == club
    assert "tient maintenant la fiche de Roy Al" in answer
    assert "Aucune fiche n’attend" in answer
    assert {entry.action for entry in JournalEntry.objects.filter(club__in=[club, there])} >= {
        "fiche confiée à un autre club"
    }
    again = client.post(where, {"membership": membership.pk}, follow=True).content.decode()
    assert "n’attend plus" in again


def test_a_keeper_who_may_still_answer_is_not_passed_over(club: Club, guest: Player):
    organiser(guest.club)
    client, where = logged_in(responsible(guest.club)), reverse(UNANSWERED)
    asked_twice(club, guest, days=13)

    assert "Roy Al" not in client.get(where).content.decode()
    client.post(where, {"membership": guest.memberships.get(club=club).pk})
    guest.refresh_from_db()
    assert guest.club != club


def test_another_comite_reads_and_names_nothing(club: Club, guest: Player):
    asked_twice(club, guest, days=14)
    client, where = logged_in(responsible(ClubFactory())), reverse(UNANSWERED)

    assert "Roy Al" not in client.get(where).content.decode()
    client.post(where, {"membership": guest.memberships.get(club=club).pk})
    guest.refresh_from_db()
    assert guest.club != club
    assert logged_in(organiser(club)).get(where).status_code == 403


def test_a_club_hides_its_guest_and_cannot_show_him(club: Club, guest: Player):
    Player.objects.filter(pk=guest.pk).update(consent=True, card_consent=True, sharing_consent=True)
    client, where = logged_in(organiser(club)), page_of(club)
    assert f'name="hide" value="{guest.pk}"' in client.get(where).content.decode()

    client.post(where, {"hide": guest.pk})

    guest.refresh_from_db()
    assert (guest.consent, guest.card_consent, guest.sharing_consent) == (False, False, False)
    assert f'name="hide" value="{guest.pk}"' not in client.get(where).content.decode()
    assert JournalEntry.objects.filter(club=club, action="nom masqué").count() == 1
    client.post(reverse("edit_player", args=[club.pk, guest.pk]), {"last_name": "Roy", "consent": "on"})
    client.post(where, {"hide": guest.pk})  # sent twice
    guest.refresh_from_db()
    assert not guest.consent
    assert JournalEntry.objects.filter(club=club, action="nom masqué").count() == 1


def test_a_club_that_does_not_know_him_does_not_hide_him(club: Club, player: Player):
    Player.objects.filter(pk=player.pk).update(consent=True)

    assert logged_in(organiser(club)).post(page_of(club), {"hide": player.pk}).status_code == 404
    with pytest.raises(Refusal):
        hide_player(club=club, player=player, by=organiser(club), at=NOW)
    player.refresh_from_db()
    assert player.consent


@pytest.mark.parametrize("way", ["login", "link"])
def test_he_links_his_own_files_and_undoes_it(club: Club, player: Player, way: str):
    mine = PlayerFactory(club=club, last_name="Roy", first_name="Al", licence="")
    if way == "login":
        him = logged_in(AccountFactory(player=mine))
    else:
        him = Client()
        him.get(reverse("open_link", args=[personal_code(mine, timezone.localdate())]))
        him.post(reverse("open_link", args=[personal_code(mine, timezone.localdate())]))
    where = reverse("own_links")

    assert where in him.get(reverse("own")).content.decode()
    him.post(where, {"offer": "1"})
    mine.refresh_from_db()
    assert mine.link_code in him.get(where).content.decode()
    keeper = logged_in(organiser(player.club))
    keeper.post(reverse("link_player", args=[player.club_id, player.pk]), {"code": mine.link_code})
    assert f"<li>{player.club}</li>" in him.get(where).content.decode()
    him.post(where, {"undo": "1"})

    for file in (mine, player):
        file.refresh_from_db()
        assert file.linked_as == ""


def test_who_was_asked_for_is_hidden_too_and_asked_again_once_it_counts(club: Club, guest: Player):
    Player.objects.filter(pk=guest.pk).update(consent=True)
    client, again = logged_in(organiser(club)), "Demander de nouveau"
    join_club(club=club, player=guest, by=organiser(club), at=timezone.now() - timedelta(days=13))
    page = client.get(page_of(club)).content.decode()
    assert (f'name="hide" value="{guest.pk}"' in page, again in page) == (True, False)

    guest.memberships.filter(club=club).update(asked_on=timezone.localdate() - timedelta(days=14))
    assert again in client.get(page_of(club)).content.decode()


def test_nobody_is_said_to_be_who_was_erased(club: Club) -> None:
    erased = PlayerFactory(club=club, erased_at=NOW, consent=False, licence="")
    form = WalkInForm({"last_name": "Roy", "who": str(erased.pk)})
    assert form.is_valid()
    assert form.known_player(club) is None
