"""Who is added by hand under nearly the name of somebody of the club: all three forms ask who he is, and write once."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import PlayerFactory
from tests.tournaments.rotations import published
from tests.tournaments.views.reading import address
from tournaments.models import Account, Player, Tournament

TYPED = {"last_name": "Dupon", "first_name": "Jean", "licence": "L77"}


@pytest.fixture
def known(tournament: Tournament) -> Player:
    return PlayerFactory(club=tournament.club, last_name="DUPONT", first_name="Jean", licence="")


@pytest.fixture(params=["check_in", "office", "replacement"])
def form(request: pytest.FixtureRequest, tournament: Tournament, the_organiser: Account) -> tuple[str, dict[str, str]]:
    """The address of a form that adds somebody, and what is typed in it."""
    typed = TYPED | {"key": str(uuid.uuid4())}
    if request.param == "check_in":
        return address("check_in_newcomer", tournament), typed
    if request.param == "office":
        return reverse("add_player", args=[tournament.club_id]), typed | {"category": "senior"}
    leaver = published(tournament, the_organiser)[0]
    page = f"{address('replace_player', tournament)}?leaver={leaver.pk}&number=1"
    return page, typed | {"comer": "nouveau", "reason": "souffrant"}


def answers(page: str) -> list[str]:
    return re.findall(r'type="radio" name="who" value="([^"]+)"', page)


def test_nothing_is_written_before_it_is_said_who_he_is(as_organiser: Client, known: Player, form) -> None:
    before = Player.objects.count()
    answer = as_organiser.post(*form)
    page = answer.content.decode()

    assert answer.status_code == 422
    assert "dites qui c’est. Rien n’est encore écrit." in page
    assert answers(page) == [str(known.pk), f"autre-{known.pk}"]
    assert all(f'value="{text}"' in page for text in TYPED.values())
    assert Player.objects.count() == before

    as_organiser.post(form[0], form[1] | {"who": f"autre-{known.pk}"})
    assert Player.objects.filter(last_name="Dupon").count() == 1


def test_who_is_known_is_not_added_again(as_organiser: Client, tournament: Tournament, known: Player, form) -> None:
    before = Player.objects.count()
    answer = as_organiser.post(form[0], form[1] | {"who": str(known.pk)}, follow=True)

    assert answer.status_code == 200
    assert "DUPONT Jean" in answer.content.decode()
    assert Player.objects.count() == before
    if "category" in form[1]:
        shown = answer.context["form"]  # on his own page, to be saved there
        assert [shown[name].value() for name in TYPED] == ["DUPONT", "Jean", "L77"]
    else:
        assert tournament.registrations.get(player=known).status == "present"


def test_of_two_of_one_name_the_door_asks_which_and_a_third_has_a_licence(as_organiser: Client, tournament: Tournament):
    older, younger = (
        PlayerFactory(club=tournament.club, last_name="DUPON", first_name="Jean", licence="", birth_year=year)
        for year in (1948, 1979)
    )
    check_in, typed = address("check_in_newcomer", tournament), TYPED | {"key": str(uuid.uuid4())}
    third = typed | {"who": f"autre-{older.pk}-{younger.pk}", "key": str(uuid.uuid4())}
    answer = as_organiser.post(check_in, typed)
    page = answer.content.decode()

    assert answer.status_code == 422
    assert answers(page) == [str(older.pk), str(younger.pk), f"autre-{older.pk}-{younger.pk}"]
    assert "c’est DUPON Jean · 1948" in page
    as_organiser.post(check_in, typed | {"who": str(younger.pk)})
    assert tournament.registrations.get().player == younger
    as_organiser.post(check_in, third)
    assert {one.player.licence for one in tournament.registrations.all()} == {"", "L77"}
