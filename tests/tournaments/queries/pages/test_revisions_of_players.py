"""What the card of a player hangs on: nothing is kept of who did not agree to it."""

import pytest

from tests.factories import PlayerFactory, RegistrationFactory
from tournaments.models import Player, Tournament
from tournaments.queries.pages.revisions import of_card, of_two_cards


@pytest.fixture
def ada(db: None) -> Player:
    return PlayerFactory(consent=True, card_consent=True)


def test_facts_change_with_a_tournament_a_name_and_a_new_entry(ada: Player):
    seen = [of_card(player_key=ada.key)]
    entry = RegistrationFactory(player=ada)
    seen.append(of_card(player_key=ada.key))
    Tournament.objects.filter(pk=entry.tournament_id).update(revision=99)
    seen.append(of_card(player_key=ada.key))
    Player.objects.update(public_name="Ada B.")
    seen.append(of_card(player_key=ada.key))

    assert len({repr(facts) for facts in seen}) == 4


@pytest.mark.parametrize("withheld", [{"card_consent": False}, {"consent": False, "card_consent": False}])
def test_without_consent_there_is_nothing_to_keep(ada: Player, withheld: dict[str, bool]):
    other = PlayerFactory(consent=True, card_consent=True)
    assert of_two_cards(player_key=ada.key, other_key=other.key)
    Player.objects.filter(pk=ada.pk).update(**withheld)

    assert of_card(player_key=ada.key) is None
    assert of_two_cards(player_key=ada.key, other_key=other.key) is None
    assert of_two_cards(player_key=other.key, other_key=ada.key) is None
