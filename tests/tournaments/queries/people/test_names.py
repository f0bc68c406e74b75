"""Looking for people by what somebody types."""

import pytest

from tests.factories import NOW, PlayerFactory, TournamentFactory
from tournaments.models import Account, Club, JournalEntry, Player, Tournament
from tournaments.queries.people.names import in_alphabet, namesakes, people
from tournaments.services.journal import log
from tournaments.tables import JournalFilter, TournamentFilter


@pytest.mark.parametrize("typed", ["lefevre", "LEFÈVRE", "jean lefe", "pierre jean", "l00", "boeuf"])
def test_a_player_is_found_without_accents_in_any_order(club: Club, typed: str):
    last_name = "Bœuf" if typed == "boeuf" else "Lefèvre"
    PlayerFactory(club=club, last_name=last_name, first_name="Jean-Pierre", licence="L001")
    PlayerFactory(club=club, last_name="Roy", first_name="Zoé", licence="X2")

    assert [player.last_name for player in Player.objects.filter(people(typed))] == [last_name]


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("BARTHÉLEMY", "barthelemy"),
        ("BARTHÉLEMY", "barthélemy"),
        ("Barthe\u0301lemy", "barthélemy"),  # decomposed, as some files write it
        ("ŠIMIĆ", "simic"),
        ("Łukasz", "lukasz"),
        ("SØRENSEN", "sorensen"),
        ("Nguyễn", "NGUYEN"),
        ("Simic", "šimić"),
        ("Le Cœur", "coeur"),
        ("KÆMPFE", "kaempfe"),
        ("D’Aubigné", "d'aubigne"),
        ("Saint-Étienne", "saint etienne"),
    ],
)
def test_every_accent_is_one_letter(club: Club, name: str, typed: str):
    PlayerFactory(club=club, last_name=name)
    PlayerFactory(club=club, last_name="Roy")

    assert [player.last_name for player in Player.objects.filter(people(typed))] == [name]


def test_lists_that_are_not_of_people_are_searched_alike(club: Club):
    names = ["Soirée d’ÉTÉ", "Concours de l’été", "Hiver"]
    for name in names:
        TournamentFactory(club=club, name=name)

    narrowed = TournamentFilter({"name": "ete"}, queryset=Tournament.objects.order_by("pk")).qs

    assert [tournament.name for tournament in narrowed] == names[:2]


def test_the_journal_is_searched_alike(club: Club, the_organiser: Account):
    log(action="donne saisie", subject="Tournoi d’été", by=the_organiser, at=NOW, club=club)
    log(action="donne corrigée", subject="table 3", by=the_organiser, at=NOW, club=club, reason="mal recopiée")

    def found(typed: str) -> list[str]:
        entries = JournalEntry.objects.order_by("pk")
        return [entry.subject for entry in JournalFilter({"q": typed}, queryset=entries).qs]

    assert found("corrigee RECOPIEE") == ["table 3"]
    assert found("ÉTÉ") == ["Tournoi d’été"]


@pytest.mark.parametrize("typed", ["(", "[a", "a*", "\\", "%", ""])
def test_what_looks_like_a_pattern_is_only_text(club: Club, typed: str):
    PlayerFactory(club=club, last_name="Roy")

    assert Player.objects.filter(people(typed)).count() == (0 if typed else 1)


def test_the_alphabet_is_that_of_a_french_list(club: Club):
    names = ["Aubry", "Ébrard", "Édouard", "Evrard", "Huet", "ÎLOT", "Jacob", "le Goff", "Léa", "Roy", "Royer", "zola"]
    for name in reversed(names):
        PlayerFactory(club=club, last_name=name, first_name="")

    assert [player.last_name for player in Player.objects.order_by(in_alphabet())] == names


def test_the_first_names_of_a_family_are_in_that_order_too(club: Club):
    people = ["BŒUF Anne", "Bœuf Élise", "BŒUF Ginette", "BŒUF Ève-Marie", "BONNET Zoé"]
    in_order = [people[number] for number in (0, 1, 3, 2, 4)]
    for name in people:
        last_name, first_name = name.split()
        PlayerFactory(club=club, last_name=last_name, first_name=first_name)

    assert [player.full_name for player in Player.objects.order_by(in_alphabet())] == in_order


def test_a_licence_is_found_by_its_beginning_alone(club: Club):
    PlayerFactory(club=club, last_name="Roy", licence="123450")
    PlayerFactory(club=club, last_name="Huet", licence="999123")

    assert [player.last_name for player in Player.objects.filter(people("123"))] == ["Roy"]
    assert not Player.objects.filter(people("345")).exists()


def test_a_namesake_has_the_same_first_name_and_not_the_beginning_of_it(club: Club) -> None:
    anne, _other = (PlayerFactory(club=club, last_name="Martin", first_name=name) for name in ("ÁNNE", "Anne-Marie"))
    assert namesakes(club.pk, "martin", "Anne") == [anne]
    assert [player.first_name for player in namesakes(club.pk, "MARTIN", "anne marie")] == ["Anne-Marie"]
