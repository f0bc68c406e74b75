"""The standings after a position, of one alone, of a club: chosen by links, kept like the whole."""

import re

import pytest
from django.test import Client
from django.utils.text import slugify

from tests.factories import ClubFactory, PlayerFactory, RegistrationFactory, TournamentFactory, field
from tests.texts import plain
from tests.tournaments.rounds import mark, publish
from tournaments.labels import TournamentState
from tournaments.models import Club, Registration, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(club: Club) -> Tournament:
    """Two rounds; 2 and the nameless 9 are of another club, 1 was penalised."""
    tournament = TournamentFactory(club=club, state=TournamentState.RUNNING, rounds_planned=3)
    (one,) = field(tournament, 1)
    guest = ClubFactory(name="Les Invités")
    two, nine = (
        RegistrationFactory(
            tournament=tournament, start_number=number, player=PlayerFactory(club=guest, consent=consent)
        )
        for number, consent in ((2, True), (9, False))
    )
    mark(publish(tournament, 1, [[one, two, nine]]), {one: 50, two: -20, nine: -30})
    mark(publish(tournament, 2, [[one, two, nine]]), {one: -60, two: 10, nine: 50})
    Registration.objects.filter(pk=one.pk).update(penalty_points=-80)
    return tournament


def read(tournament: Tournament, query: str) -> tuple[list[tuple[str, str]], str]:
    """Return (start number, total) of each line of a page, and what the page says."""
    answer = Client().get(f"/tournois/{tournament.pk}/classement/{query}")
    assert answer.status_code == 200
    page = answer.content.decode()
    rows = [
        re.search(r'href="(\d+)/">.*?<td[^>]*>([^<]*)', row).groups()
        for row in page.partition("<tbody>")[2].partition("</tbody>")[0].split("<tr>")[1:]
    ]
    return rows, " ".join(plain(page).split())


@pytest.mark.parametrize(
    ("query", "rows", "words"),
    [
        ("", [("9", "+20"), ("2", "−10"), ("1", "−90")], "Classement provisoire, position 2 sur 3"),
        (
            "?apres=1",
            [("2", "−20"), ("1", "−30"), ("9", "−30")],
            "Le classement après la position 1, avec les pénalités données jusque-là.",
        ),
        ("?position=2", [("9", "+50"), ("2", "+10"), ("1", "−60")], "Les résultats de la position 2 seule, pénalités"),
        ("?apres=1&position=2", [("9", "+50"), ("2", "+10"), ("1", "−60")], "Les résultats de la position 2 seule"),
        ("?apres=3", [("9", "+20"), ("2", "−10"), ("1", "−90")], "Classement provisoire"),  # not drawn
        ("?apres=0&position=-1", [("9", "+20"), ("2", "−10"), ("1", "−90")], "Classement provisoire"),
        ("?club=9999", [("9", "+20"), ("2", "−10"), ("1", "−90")], "Classement provisoire"),
    ],
)
def test_a_part_of_the_standings(evening: Tournament, query: str, rows: list[tuple[str, str]], words: str) -> None:
    found, said = read(evening, query)
    assert found == rows
    assert words in said


def test_a_club_has_a_ranking_of_its_own_without_who_is_not_named(evening: Tournament) -> None:
    two = evening.registrations.get(start_number=2).player
    rows, said = read(evening, f"?club={two.club_id}")
    assert rows == [("2", "−10")]
    assert "Parmi les joueurs de Les Invités dont le nom est montré." in said
    assert "2e au général" in said
    both, _said = read(evening, f"?club={two.club_id}&apres=1")
    assert both == [("2", "−20")]


def test_links_lead_there_and_the_poll_and_files_stay_with_what_is_read(evening: Tournament) -> None:
    two = evening.registrations.get(start_number=2).player
    page = Client().get(f"/tournois/{evening.pk}/classement/?apres=1").content.decode()
    base = f"/tournois/{evening.pk}/classement/"
    for link in (f"{base}?position=2", f"{base}?apres=1&amp;club={two.club_id}", "?apres=1&amp;format=csv"):
        assert f'href="{link}"' in page
    assert f'data-follow="{base}?apres=1&amp;fragment="' in page
    fragment = Client().get(f"{base}?apres=1&fragment=").content.decode()
    assert fragment.lstrip().startswith("<table")
    assert "après la position 1" in fragment
    alone = TournamentFactory(club=evening.club, state=TournamentState.RUNNING)
    (single,) = field(alone, 1)
    publish(alone, 1, [[single]])
    assert 'class="by-round"' not in Client().get(f"/tournois/{alone.pk}/classement/").content.decode()


def test_what_is_hidden_is_offered_by_no_link_and_asked_for_in_vain(evening: Tournament) -> None:
    Tournament.objects.filter(pk=evening.pk).update(hidden_rounds=2, revision=2)
    shown = [("2", "−20"), ("1", "−30"), ("9", "−30")]
    for query in ("", "?position=2", "?apres=2", "?apres=3"):
        rows, said = read(evening, query)
        assert rows == shown
        assert "La 2 seule" not in said
        assert "Les résultats des positions 2 et 3 seront publiés à la remise des prix." in said


@pytest.mark.parametrize(
    ("query", "title", "stem"),
    [
        ("?", "Classement", "classement"),
        ("?apres=1", "Classement, après la position 1", "classement-apres-la-position-1"),
        ("?position=2", "Classement, la position 2 seule", "classement-la-position-2-seule"),
    ],
)
def test_a_view_has_a_title_and_a_file_of_its_own(evening: Tournament, query: str, title: str, stem: str) -> None:
    address = f"/tournois/{evening.pk}/classement/{query}"
    page = Client().get(address).content.decode()
    assert f"<title>{title} · {evening.name} · Tarot Club</title>" in " ".join(page.split()).replace(
        " </title>", "</title>"
    )
    file = Client().get(f"{address}&format=json")
    assert file.json()["title"] == title
    assert f'filename="{stem}-{slugify(evening.name)}' in file["Content-Disposition"]
