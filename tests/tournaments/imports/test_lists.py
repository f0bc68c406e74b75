"""Every list of the thirty comes in, as an organiser brings it: with no more than two clicks above a clean one."""

from collections import Counter

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import SeasonFactory
from tests.tournaments.imports.lists import LISTS, PEOPLE, List
from tournaments.kit.text import fold
from tournaments.models import Club

CLEAN = 3  # clicks: the file, « Vérifier », « Importer »


def bring(client: Client, club: Club, brought: List) -> int:
    """Bring a list in as a person does, answering what is asked, and return the clicks it took."""
    sent = (
        {"pasted": brought.sent}
        if isinstance(brought.sent, str)
        else {"file": SimpleUploadedFile("liste", brought.sent)}
    )
    page = client.post(reverse("import_players", args=[club.pk]), sent, follow=True)
    clicks = 2
    chosen = {f"column-{heading.index}": heading.column for heading in page.context["columns"].table.headings}
    if brought.by_hand:
        chosen |= {f"column-{index}": name for index, name in brought.by_hand.items()}
        page = client.post(reverse("apply_import", args=[club.pk]), chosen | {"read": "1"}, follow=True)
        clicks += len(brought.by_hand) + 1
    if brought.answered:
        page = client.post(reverse("apply_import", args=[club.pk]), chosen | brought.answered, follow=True)
        chosen = {f"column-{heading.index}": heading.column for heading in page.context["columns"].table.headings}
        clicks += 1
    answers: dict[str, object] = dict(chosen)
    if page.context["consent"]:
        answers["consent"] = "oui"
        clicks += 1
    created = [effect.line for effect in page.context["preview"].created]
    answers["line"] = [line for line in created if line not in page.context["left"]]
    answers["fingerprint"] = page.context["preview"].fingerprint
    done = client.post(reverse("apply_import", args=[club.pk]), answers)
    assert done.status_code == 303
    return clicks + 1


@pytest.mark.page
@pytest.mark.parametrize("name", LISTS)
def test_it_comes_in_with_two_clicks_more_at_most(name: str, as_organiser: Client, club: Club) -> None:
    clicks = bring(as_organiser, club, LISTS[name])

    assert {fold(player.full_name) for player in club.players.all()} == {fold(" ".join(person)) for person in PEOPLE}
    assert club.players.filter(consent=True).count() == len(PEOPLE)
    assert club.players.exclude(home_club="").count() == 0
    if LISTS[name].has_licences:
        assert sorted(club.players.values_list("licence", flat=True)) == [str(10001 + n) for n in range(len(PEOPLE))]
    assert clicks <= CLEAN + 2


def test_there_are_thirty_of_them_and_none_is_another() -> None:
    assert len(LISTS) >= 30
    assert Counter(brought.sent for brought in LISTS.values()).most_common(1)[0][1] == 1


def test_what_a_list_says_of_people_comes_with_them(as_organiser: Client, club: Club) -> None:
    SeasonFactory(club=club, veteran_from_age=60)  # elsewhere a birth year is not kept
    bring(as_organiser, club, LISTS["everything the secretary knows"])

    anne = club.players.get(first_name="Anne")
    assert (anne.last_name, anne.sex, anne.birth_year, anne.licence) == ("LE GALL", "F", 1952, "10002")


def test_what_a_club_said_of_its_titles_is_said_once(as_organiser: Client, club: Club) -> None:
    brought = LISTS["a title that only this club uses"]
    first = bring(as_organiser, club, brought)
    club.players.all().delete()
    again = bring(as_organiser, club, List(brought.sent))

    assert (first, again) == (CLEAN + 2, CLEAN)
