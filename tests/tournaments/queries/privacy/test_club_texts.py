"""Which rows are about one player alone: by a key of their own, or by a model that only links."""

import pytest

from tests.factories import NOW, AccountFactory, ClubFactory, PlayerFactory, RegistrationFactory, TournamentFactory
from tests.tournaments.tokens import a_token
from tournaments.labels import WishKind
from tournaments.models import Registration, Token, Tournament, Wish, WishPlayer
from tournaments.queries.privacy.club_texts import rows_about

pytestmark = pytest.mark.django_db


def wish(tournament: Tournament, *entries: Registration) -> Wish:
    made = Wish.objects.create(tournament=tournament, kind=WishKind.APART, added_at=NOW)
    WishPlayer.objects.bulk_create(WishPlayer(wish=made, registration=entry) for entry in entries)
    return made


def test_a_wish_is_about_a_player_when_it_links_his_entries_and_no_others() -> None:
    tournament = TournamentFactory()
    his, other = RegistrationFactory(tournament=tournament), RegistrationFactory(tournament=tournament)
    wish(tournament, his, other)
    wish(tournament, other)
    wish(tournament)
    about_him = wish(tournament, his)
    assert about_him.pk not in (his.pk, other.pk)  # so that the key of an entry is not taken for that of a wish

    assert rows_about(Wish, {his.pk}, his.player_id) == {about_him.pk}


def test_what_an_account_made_is_about_its_player() -> None:
    player = PlayerFactory(club=ClubFactory())
    token, _secret = a_token(AccountFactory(player=player))
    a_token(AccountFactory(player=PlayerFactory(club=player.club)))

    assert rows_about(Token, set(), player.pk) == {token.pk}


def test_what_an_account_only_wrote_is_not_about_its_player() -> None:
    account = AccountFactory(player=PlayerFactory())
    Wish.objects.create(tournament=TournamentFactory(), kind=WishKind.APART, added_at=NOW, added_by=account)

    assert rows_about(Wish, set(), account.player_id) == set()
