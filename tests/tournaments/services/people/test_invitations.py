"""Roles in two clubs: nobody has one in a club that is not his without having accepted it."""

from collections.abc import Callable

import pytest

from tests.factories import NOW, AccountFactory, ClubFactory, PlayerFactory, TournamentFactory, arbiter, organiser
from tests.refusals import refusal_of
from tournaments.labels import RoleName
from tournaments.models import Account, Appointment, Club, Invitation, JournalEntry, Player
from tournaments.permissions import Role, roles_of
from tournaments.queries.clubs.directory import invitations_for, invitations_of
from tournaments.services.people.appointments import give_player_access, renew_password, revoke
from tournaments.services.people.invitations import MOST_WAITING, accept, decline, name_or_invite, offer_file, withdraw
from tournaments.services.people.keeping import give_file
from tournaments.services.people.merging import merge_players
from tournaments.services.privacy.erasing import erase_player


@pytest.fixture
def elsewhere(db: None) -> Club:
    return ClubFactory()


def invite(club: Club, username: str, role: str = RoleName.ARBITER, **scope: object) -> Account | None:
    by = Account.objects.filter(appointments__club=club, appointments__role=RoleName.ORGANISER).first()
    return name_or_invite(club=club, username=username, role=role, by=by, at=NOW, **scope)


def journal(club: Club) -> list[tuple[str, str]]:
    return list(JournalEntry.objects.filter(club=club).order_by("pk").values_list("action", "by_name"))


def test_somebody_of_another_club_has_no_role_until_he_accepts(club: Club, elsewhere: Club) -> None:
    invited = arbiter(elsewhere)

    assert invite(club, invited.username.upper()) is None
    assert roles_of(invited, club=club) == {Role.PUBLIC, Role.ACCOUNT}
    assert Appointment.objects.filter(account=invited).count() == 1

    (invitation,) = invitations_for(invited)
    accept(invitation_id=invitation.pk, account=invited, at=NOW)

    assert Role.ARBITER in roles_of(invited, club=club)
    assert Invitation.objects.count() == 0
    told = [("invitation", ""), ("invitation acceptée", str(invited)), ("nomination", str(invited))]
    assert journal(club) == told
    assert journal(elsewhere) == []


def test_until_then_both_clubs_stand_where_they_stood(club: Club, elsewhere: Club) -> None:
    stranger, invited, loose = organiser(club), arbiter(elsewhere), AccountFactory()
    for account in (invited, loose):
        invite(club, account.username)
        assert refusal_of(renew_password, club=club, account=account, by=stranger, at=NOW).code == "not_only_ours"

    login = renew_password(club=elsewhere, account=invited, by=None, at=NOW)

    invited.refresh_from_db()
    assert invited.check_password(login.password)


def test_no_password_of_somebody_who_left_is_renewed_by_a_club_he_never_joined(club: Club, elsewhere: Club) -> None:
    left = arbiter(elsewhere)
    revoke(club=elsewhere, appointment=left.appointments.get(), by=None, at=NOW)

    assert refusal_of(renew_password, club=club, account=left, by=None, at=NOW).code == "not_only_ours"


def test_a_role_declined_is_none_and_both_sides_read_it(club: Club, elsewhere: Club) -> None:
    invited = arbiter(elsewhere)
    invite(club, invited.username, RoleName.ORGANISER)

    decline(invitation_id=invitations_for(invited).get().pk, account=invited, at=NOW)

    assert (Invitation.objects.count(), roles_of(invited, club=club)) == (0, {Role.PUBLIC, Role.ACCOUNT})
    assert journal(club) == [("invitation", ""), ("invitation refusée", str(invited))]


def test_an_invitation_taken_back_is_no_more_accepted(club: Club, elsewhere: Club) -> None:
    invited = arbiter(elsewhere)
    invite(club, invited.username)
    invitation = invitations_of(club).get()
    number = invitation.pk
    withdraw(club=club, invitation=invitation, by=None, at=NOW)

    assert refusal_of(accept, invitation_id=number, account=invited, at=NOW).code == "no_invitation"
    assert journal(club) == [("invitation", ""), ("invitation retirée", "")]


@pytest.mark.parametrize(("answer", "told"), [(accept, "acceptée"), (decline, "refusée")])
def test_an_invitation_answered_a_moment_before_is_not_taken_back(
    club: Club, elsewhere: Club, answer: Callable[..., Invitation], told: str
) -> None:
    invited = arbiter(elsewhere)
    invite(club, invited.username)
    read_before = invitations_of(club).get()
    answer(invitation_id=read_before.pk, account=invited, at=NOW)

    assert refusal_of(withdraw, club=club, invitation=read_before, by=None, at=NOW).code == "no_invitation"
    assert [action for action, _name in journal(club)][:2] == ["invitation", f"invitation {told}"]
    assert "invitation retirée" not in dict(journal(club))


def test_nobody_answers_for_somebody_else(club: Club, elsewhere: Club) -> None:
    invited, other = arbiter(elsewhere), arbiter(elsewhere)
    invite(club, invited.username)

    for answer in (accept, decline):
        refused = refusal_of(answer, invitation_id=invitations_of(club).get().pk, account=other, at=NOW)
        assert refused.code == "no_invitation"

    assert Invitation.objects.count() == 1


def test_who_is_of_the_club_is_named_at_once(club: Club) -> None:
    ours, player = arbiter(club), AccountFactory(player=PlayerFactory(club=club))
    of_tournament = AccountFactory()
    tournament = TournamentFactory(club=club)
    Appointment.objects.create(account=of_tournament, role=RoleName.ARBITER, tournament=tournament)

    named = [invite(club, account.username, RoleName.ORGANISER) for account in (ours, player, of_tournament)]

    assert named == [ours, player, of_tournament]
    assert Appointment.objects.filter(club=club, role=RoleName.ORGANISER).count() == 3
    assert Invitation.objects.count() == 0


def test_a_name_that_nobody_has_is_answered_like_one_that_somebody_has(club: Club, elsewhere: Club) -> None:
    taken = arbiter(elsewhere).username

    answers = [invite(club, name) for name in (taken, "personne", taken, "personne")]

    assert answers == [None] * 4
    assert [invitation.username for invitation in invitations_of(club)] == [taken, "personne"]
    assert journal(club) == [("invitation", "")] * 2


def test_an_invitation_to_one_tournament_gives_no_more(club: Club, elsewhere: Club) -> None:
    invited, tournament = arbiter(elsewhere), TournamentFactory(club=club)
    invite(club, invited.username, RoleName.ORGANISER, tournament=tournament)

    accept(invitation_id=invitations_for(invited).get().pk, account=invited, at=NOW)

    assert Role.ORGANISER in roles_of(invited, tournament=tournament)
    assert roles_of(invited, club=club) == {Role.PUBLIC, Role.ACCOUNT}


def test_a_tournament_of_another_club_is_not_offered(club: Club) -> None:
    assert refusal_of(invite, club, "personne", tournament=TournamentFactory()).code == "not_of_this_club"


def test_a_club_keeps_only_so_many_waiting(club: Club) -> None:
    for number in range(MOST_WAITING):
        invite(club, f"personne{number}")

    assert refusal_of(invite, club, "encore").code == "too_many_invitations"


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["\ufdfa" * 150, "ß" * 150, "n" * 150])
def test_any_name_that_can_be_typed_can_be_kept(club: Club, typed: str) -> None:
    assert invite(club, typed) is None
    assert len(invitations_of(club).get().username) <= 150


@pytest.fixture
def his(club: Club) -> Player:
    return PlayerFactory(club=club, last_name="Roy", first_name="Al")


def offer(player: Player, account: Account) -> Invitation:
    return offer_file(club=player.club, player=player, username=account.username, by=None, at=NOW)


def opens(account: Account) -> Player | None:
    return Account.objects.get(pk=account.pk).player


def test_a_login_opens_a_file_once_its_holder_says_that_it_is_his(club: Club, his: Player) -> None:
    holder = arbiter(club)

    assert offer(his, holder) == offer(his, holder), "sent twice, it is one"
    assert opens(holder) is None
    assert [(one.player, one.offered) for one in invitations_for(holder)] == [(his, "fiche de Roy Al")]

    accept(invitation_id=invitations_for(holder).get().pk, account=holder, at=NOW)
    assert opens(holder) == his
    assert Invitation.objects.count() == 0
    by = str(holder)
    assert journal(club) == [("invitation", ""), ("invitation acceptée", by), ("accès donné à un joueur", by)]


def test_a_file_declined_or_taken_back_opens_for_nobody(club: Club, his: Player) -> None:
    holder = arbiter(club)
    decline(invitation_id=offer(his, holder).pk, account=holder, at=NOW)
    withdrawn = offer(his, holder)
    number = withdrawn.pk
    withdraw(club=club, invitation=withdrawn, by=None, at=NOW)

    assert refusal_of(accept, invitation_id=number, account=holder, at=NOW).code == "no_invitation"
    assert opens(holder) is None
    told = ["invitation", "invitation refusée", "invitation", "invitation retirée"]
    assert [action for action, _by in journal(club)] == told


def test_a_file_is_offered_to_one_login_at_a_time(club: Club, his: Player) -> None:
    holder, other = arbiter(club), arbiter(club)
    waiting = offer(his, holder)

    refused = refusal_of(offer_file, club=club, player=his, username=other.username, by=None, at=NOW)
    assert (refused.code, holder.username in str(refused)) == ("offer_waits", True)
    assert refusal_of(give_player_access, club=club, player=his, username="al", by=None, at=NOW).code == "offer_waits"
    assert refusal_of(accept, invitation_id=waiting.pk, account=other, at=NOW).code == "no_invitation"


def test_who_has_no_role_here_any_more_or_is_another_player_since_does_not_open_it(club: Club, his: Player) -> None:
    left, taken = arbiter(club), arbiter(club)
    number = offer(his, left).pk
    revoke(club=club, appointment=left.appointments.get(), by=None, at=NOW)
    assert refusal_of(accept, invitation_id=number, account=left, at=NOW).code == "not_of_this_club"

    withdraw(club=club, invitation=Invitation.objects.get(), by=None, at=NOW)
    number = offer(his, taken).pk
    Account.objects.filter(pk=taken.pk).update(player=PlayerFactory(club=club))
    assert refusal_of(accept, invitation_id=number, account=taken, at=NOW).code == "not_of_this_club"
    assert not Account.objects.filter(player=his).exists()


def test_an_offer_goes_with_the_file_that_changes_hands_is_merged_or_erased(club: Club, elsewhere: Club) -> None:
    handed, keep, drop, forgotten = PlayerFactory.create_batch(4, club=club, licence="")
    for player in (handed, keep, drop, forgotten):
        offer(player, arbiter(club))

    give_file(handed, elsewhere, at=NOW)
    merge_players(keep=keep, drop=drop, by=None, at=NOW)
    erase_player(player=forgotten, by=None, at=NOW)

    assert Invitation.objects.count() == 0
