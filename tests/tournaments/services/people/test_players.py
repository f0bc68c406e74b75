"""Players: added, corrected, and what is refused."""

import pytest

from tests.factories import NOW, ClubFactory, PlayerFactory, RegistrationFactory
from tests.refusals import refusal_of
from tournaments.labels import Purpose
from tournaments.models import Account, Club, JournalEntry, Player
from tournaments.queries.people.names import card_key, is_shared
from tournaments.refusals import MayBeKnown
from tournaments.services.people.consents import record_consents
from tournaments.services.people.players import PlayerFacts, add_player, change_player


def test_a_player_is_added_and_the_journal_says_so(club: Club, the_organiser: Account):
    facts = PlayerFacts("Lefèvre", "Odile", licence="12345", consent=True)

    player = add_player(club=club, facts=facts, by=the_organiser, at=NOW)

    assert (player.full_name, player.licence, player.shown_name) == ("Lefèvre Odile", "12345", "Lefèvre Odile")
    entry = JournalEntry.objects.get()
    assert (entry.action, entry.subject, entry.club) == ("joueur ajouté", "Lefèvre Odile", club)


def test_a_licence_of_the_club_is_refused_by_name(club: Club):
    PlayerFactory(club=club, licence="12345", last_name="Garnier", first_name="Paul")

    refused = refusal_of(add_player, club=club, facts=PlayerFacts("Roy", licence="12345"), by=None, at=NOW)

    assert str(refused) == "La licence 12345 est déjà celle de Garnier Paul. Vérifiez le numéro."
    assert list(refused.fields) == ["licence"]


def test_a_licence_of_another_club_does_not_name_its_player(club: Club):
    PlayerFactory(club=ClubFactory(name="Ailleurs"), licence="12345", last_name="Garnier")
    known, facts = PlayerFactory(club=club, licence=""), PlayerFacts("Roy", licence="12345")

    added = refusal_of(add_player, club=club, facts=facts, by=None, at=NOW)
    changed = refusal_of(change_player, player=known, facts=facts, by=None, at=NOW)

    assert str(added) == (
        "Le numéro 12345 est celui d’un membre d’un autre club, sous un autre nom. Vérifiez le numéro."
    )
    assert str(changed) == (
        "La licence 12345 est celle d’un joueur d’un autre club. Vérifiez le numéro, ou laissez-le vide."
    )


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        (PlayerFacts(""), "empty_name"),
        (PlayerFacts("A", licence="1" * 21), "too_long"),
        (PlayerFacts("A", public_name="n°\u202e 5"), "unseen_letters"),
    ],
)
def test_wrong_facts_are_refused(club: Club, facts: PlayerFacts, code: str):
    assert refusal_of(add_player, club=club, facts=facts, by=None, at=NOW).code == code
    assert not Player.objects.exists()
    known = PlayerFactory(club=club, last_name="Roy")
    assert refusal_of(change_player, player=known, facts=facts, by=None, at=NOW).code == code


def test_a_namesake_is_added_with_a_licence_or_once_he_is_said_to_be_another(club: Club):
    first = add_player(club=club, facts=PlayerFacts("Petit", "Zoé"), by=None, at=NOW)

    add_player(club=club, facts=PlayerFacts("Petit", "Zoé", licence="1"), by=None, at=NOW, others=[first.pk])
    assert refusal_of(add_player, club=club, facts=PlayerFacts("PETIT", "Zoe"), by=None, at=NOW).code == "namesake"
    both = list(Player.objects.values_list("pk", flat=True))
    add_player(club=club, facts=PlayerFacts("PETIT", "Zoe"), by=None, at=NOW, others=both)
    assert Player.objects.count() == 3


def test_who_may_be_known_is_added_only_when_he_was_said_to_be_somebody_else(club: Club):
    """A second door that made the same person meanwhile is asked about him, whatever it was told of the first."""
    known = [PlayerFactory(club=club, last_name="DUPONT", first_name=first_name) for first_name in ("Jean", "Jehan")]
    PlayerFactory(last_name="DUPONT", first_name="Jean")  # of another club
    facts = PlayerFacts("Dupon", "Jean")
    for others in ([], [known[0].pk]):
        with pytest.raises(MayBeKnown) as refused:
            add_player(club=club, facts=facts, by=None, at=NOW, others=others)
        assert [player.pk for player in refused.value.people] == [one.pk for one in known if one.pk not in others]
    assert club.players.count() == 2

    add_player(club=club, facts=facts, by=None, at=NOW, others=[one.pk for one in known])
    assert club.players.count() == 3


def test_a_change_tells_the_tournaments_where_the_player_is(club: Club):
    registration = RegistrationFactory(tournament__club=club)
    player = registration.player
    facts = PlayerFacts(player.last_name, player.first_name, player.licence, player.category, consent=False)

    change_player(player=player, facts=facts, by=None, at=NOW)

    registration.tournament.refresh_from_db()
    assert registration.tournament.revision == 2
    assert JournalEntry.objects.get().details == {"consent": [True, False], "id": player.pk}


def test_an_unchanged_player_is_not_written(club: Club):
    player = PlayerFactory(club=club)
    facts = PlayerFacts(player.last_name, player.first_name, player.licence, player.category, consent=True)

    change_player(player=player, facts=facts, by=None, at=NOW)

    assert not JournalEntry.objects.exists()


def test_who_takes_back_his_name_takes_back_card_and_sharing_with_it(club: Club):
    player = PlayerFactory(club=club, consent=True, card_consent=True, sharing_consent=True)
    facts = PlayerFacts("Roy", "Paul", consent=False, card_consent=True, sharing_consent=True)

    changed = change_player(player=player, facts=facts, by=None, at=NOW)

    assert (changed.consent, changed.card_consent, changed.sharing_consent) == (False, False, False)


@pytest.mark.parametrize("purpose", ["card_consent", "sharing_consent"])
def test_nothing_more_is_agreed_to_before_the_name(club: Club, purpose: str):
    refused = refusal_of(add_player, club=club, facts=PlayerFacts("Roy", **{purpose: True}), by=None, at=NOW)

    assert (refused.code, list(refused.fields)) == ("name_first", [purpose])


@pytest.mark.parametrize("purpose", [Purpose.CARD, Purpose.SHARING])
def test_of_many_only_who_agreed_to_the_name_agrees_to_more(club: Club, purpose: Purpose):
    silent, named = PlayerFactory(club=club, consent=False), PlayerFactory(club=club)

    agreed = record_consents(club=club, players=[silent, named], by=None, at=NOW, purpose=purpose)

    assert agreed == [named]
    named.refresh_from_db()
    given = {Purpose.CARD: card_key(named), Purpose.SHARING: is_shared(named)}
    assert {each for each, key in given.items() if key} == {purpose}


@pytest.mark.pure
def test_no_key_is_told_without_the_name():
    player = Player(consent=False, card_consent=True, sharing_consent=True)

    assert (card_key(player), is_shared(player)) == ("", False)
