"""Who holds which role where."""

import pytest

from tests.factories import ClubFactory, PlayerFactory, organiser
from tournaments.models import Account, Club
from tournaments.permissions import Role, roles_of


@pytest.mark.django_db
def test_an_account_that_is_closed_holds_no_role_whatever_it_was_appointed() -> None:
    club: Club = ClubFactory()
    account: Account = organiser(club)
    account.player, account.is_superuser = PlayerFactory(club=club), True
    account.save()
    assert roles_of(account, club=club) > {Role.PUBLIC, Role.PLAYER, Role.ORGANISER}

    account.is_active = False

    assert roles_of(account, club=club) == {Role.PUBLIC}
    assert roles_of(account) == {Role.PUBLIC}
