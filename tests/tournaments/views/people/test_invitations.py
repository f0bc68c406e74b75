"""Roles offered by other clubs, on the pages of those who ask and of those who answer."""

import pytest
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, AccountFactory, ClubFactory, PlayerFactory, arbiter, logged_in
from tournaments.labels import RoleName
from tournaments.models import Account, Club, Invitation
from tournaments.permissions import Role, roles_of
from tournaments.services.people.invitations import accept


def asked(client: Client, club: Club, username: str, **typed: str) -> tuple[int, str]:
    """Return what an organiser is answered, the name he typed put aside."""
    answer = client.post(
        reverse("club_access", args=[club.pk]),
        {"role": "arbiter", "tournament": "", "username": username} | typed,
        follow=True,
    )
    page = answer.content.decode()
    token = answer.context["csrf_token"]
    return answer.status_code, page.replace(username, "NAME").replace(str(token), "TOKEN")


def test_a_login_of_another_club_and_one_nobody_has_are_answered_alike(as_organiser: Client, club: Club) -> None:
    taken = AccountFactory(username="andre")
    statuses = set()
    pages = []
    for name in (taken.username, "nobod"):
        status, page = asked(as_organiser, club, name, existing="on")
        statuses.add(status)
        pages.append(page.split("<main")[1].split("invitations/")[0])
        assert "L’invitation est enregistrée" in page
        Invitation.objects.all().delete()
    assert statuses == {200}
    assert pages[0] == pages[1]


def test_an_invited_arbiter_finds_it_when_he_logs_in_and_accepts(as_organiser: Client, club: Club) -> None:
    invited = arbiter(ClubFactory())
    asked(as_organiser, club, invited.username, existing="on")
    browser = Client()

    login = browser.post(reverse("account_login"), {"login": invited.username, "password": "secret"})
    assert login.url == reverse("my_invitations")
    page = browser.get(login.url)
    (invitation,) = page.context["invitations"]
    assert str(club) in page.content.decode()
    office = browser.get(reverse("organisation")).content.decode()
    assert "1 invitation attend votre réponse" in office

    answer = browser.post(reverse("accept_invitation", args=[invitation.pk]))
    assert answer.url == reverse("organisation")
    assert Role.ARBITER in roles_of(invited, club=club)


def test_a_player_finds_it_on_his_own_page_at_once(club: Club) -> None:
    player = AccountFactory(player=PlayerFactory())
    browser = logged_in(player)
    before = browser.get(reverse("own"))
    Invitation.objects.create(username=player.username, role=RoleName.ARBITER, club=club, asked_at=NOW)

    after = browser.get(reverse("own"), headers={"If-None-Match": before["ETag"]})

    assert after.status_code == 200
    assert "1 invitation attend votre réponse" in after.content.decode()
    assert "attend votre réponse" not in before.content.decode()


def test_declining_leaves_everything_as_it_was(club: Club) -> None:
    invited = arbiter(ClubFactory())
    invitation = Invitation.objects.create(username=invited.username, role="organiser", club=club, asked_at=NOW)
    answer = logged_in(invited).post(reverse("decline_invitation", args=[invitation.pk]), follow=True)
    assert "Vous avez décliné" in answer.content.decode()
    assert roles_of(invited, club=club) == {Role.PUBLIC, Role.ACCOUNT}


def test_an_answer_to_what_is_offered_to_another_is_refused_in_words(club: Club) -> None:
    invitation = Invitation.objects.create(username="autre", role="organiser", club=club, asked_at=NOW)
    somebody = AccountFactory()
    for name in ("accept_invitation", "decline_invitation"):
        answer = logged_in(somebody).post(reverse(name, args=[invitation.pk]), follow=True)
        assert "n’est pas pour vous" in answer.content.decode()
    assert roles_of(somebody, club=club) == {Role.PUBLIC, Role.ACCOUNT}
    assert Invitation.objects.count() == 1


def test_an_invitation_is_taken_back_on_the_page_of_the_club(as_organiser: Client, club: Club) -> None:
    asked(as_organiser, club, "personne", existing="on")
    invitation = Invitation.objects.get()
    page = as_organiser.get(reverse("club_access", args=[club.pk])).content.decode()
    assert "Invitations sans réponse" in page
    answer = as_organiser.post(reverse("withdraw_invitation", args=[club.pk, invitation.pk]), follow=True)
    assert "L’invitation est retirée" in answer.content.decode()
    assert Invitation.objects.count() == 0


def test_an_invitation_answered_while_it_is_taken_back_is_told(
    as_organiser: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    invited = arbiter(ClubFactory())
    asked(as_organiser, club, invited.username, existing="on")

    def answered_once_read(rows: QuerySet[Invitation], **which: object) -> Invitation:
        invitation = rows.get(**which)
        accept(invitation_id=invitation.pk, account=invited, at=NOW)
        return invitation

    monkeypatch.setattr("tournaments.views.people.access.get_object_or_404", answered_once_read)
    page = reverse("withdraw_invitation", args=[club.pk, Invitation.objects.get().pk])
    told = as_organiser.post(page, follow=True).content.decode()
    assert "Cette invitation a déjà une réponse" in told
    assert "L’invitation est retirée" not in told


@pytest.mark.parametrize("page", ["club_access", "give_player_access"])
def test_logins_of_others_are_found_out_ten_times_an_hour_at_most(as_organiser: Client, club: Club, page: str) -> None:
    player = PlayerFactory(club=club)
    where = reverse(page, args=[club.pk] if page == "club_access" else [club.pk, player.pk])
    for number in range(11):
        AccountFactory(username=f"pris{number}")
    said = []
    for name in [*(f"pris{number}" for number in range(11)), "libre"]:
        answer = as_organiser.post(where, {"role": "arbiter", "tournament": "", "username": name})
        said.append("est déjà pris" in answer.content.decode())
        assert answer.status_code == 422
    assert said == [True] * 10 + [False] * 2
    assert not Account.objects.filter(username="libre").exists()


def test_a_file_is_offered_on_its_page_and_opened_by_the_holder_of_the_login(as_organiser: Client, club: Club) -> None:
    player, holder = PlayerFactory(club=club, last_name="Roy", first_name="Al"), arbiter(club)
    browser, page = logged_in(holder), reverse("edit_player", args=[club.pk, player.pk])
    sent = {"username": holder.username, "existing": "on"}
    offered = as_organiser.post(reverse("give_player_access", args=[club.pk, player.pk]), sent, follow=True)
    invitation = Invitation.objects.get()

    assert "est proposée à cet identifiant" in offered.content.decode()
    assert f"<b>{holder.username}</b>, qui n’a pas encore répondu" in offered.content.decode()
    assert browser.get(reverse("own")).status_code != 200
    other = as_organiser.get(reverse("edit_player", args=[club.pk, PlayerFactory(club=club).pk]))
    assert other.context["access_form"], "another one is not told of it"
    for listed in (as_organiser.get(reverse("club_access", args=[club.pk])), browser.get(reverse("my_invitations"))):
        assert "fiche de Roy Al" in listed.content.decode()

    withdrawn = as_organiser.post(reverse("withdraw_invitation", args=[club.pk, invitation.pk]))
    assert (withdrawn.url, Invitation.objects.count()) == (page, 0)
    as_organiser.post(reverse("give_player_access", args=[club.pk, player.pk]), sent)
    answered = browser.post(reverse("accept_invitation", args=[Invitation.objects.get().pk]))

    assert answered.url == reverse("own")
    assert browser.get(reverse("own")).status_code == 200
    assert f"l’identifiant <b>{holder.username}</b>" in as_organiser.get(page).content.decode()
