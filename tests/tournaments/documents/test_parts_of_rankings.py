"""The ranking of a club, of a position, after one: on paper as on the page, by one address."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, ClubFactory, SeasonFactory
from tests.tournaments.documents.printing import claimed, made, pages, played
from tournaments.labels import JobKind, TournamentState
from tournaments.models import Document, Job, Player, Tournament
from tournaments.seating import Monitor
from tournaments.services.work import jobs, purges
from tournaments.tasks import WORKS


@pytest.fixture
def evening(tournament: Tournament) -> Tournament:
    """Three positions; numbers 1 and 3 are of one club, 2 and 4 of another, the ladies 3 and 4."""
    played(tournament, [[40, -10, 5], [10, 50, 5], [-10, -20, 5], [-40, -20, -15]])
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING)
    bouts = ClubFactory(name="Les Bouts d’Or")
    Player.objects.filter(last_name__in=("Nom2", "Nom4")).update(club=bouts)
    Player.objects.filter(last_name__in=("Nom3", "Nom4")).update(sex="F")
    tournament.refresh_from_db()
    return tournament


def asked_by_page(client: Client, address: str) -> Job:
    """Press « PDF de ce classement » on a page, and return the job that is asked."""
    shown = client.get(address).content.decode()
    (address, form) = re.findall(r'action="([^"]+/documents/classement/)">(.*?)</form>', shown, re.DOTALL)[0]
    said = dict(re.findall(r'name="(group|club|part)" value="([^"]*)"', form))
    assert "PDF de ce classement" in form
    assert client.post(address, said).status_code == 303
    return Job.objects.latest("pk")


def printed(job: Job) -> tuple[str, Document]:
    """Return the words of the document that a job makes, and the document."""
    document = made(job)
    return " ".join(" ".join(pages(document)).split()), document


def standings_at(tournament: Tournament, query: str = "") -> str:
    return reverse("standings", args=[tournament.pk]) + query


def test_of_one_club(evening: Tournament, as_organiser: Client) -> None:
    bouts = Player.objects.get(last_name="Nom2").club
    words, document = printed(asked_by_page(as_organiser, standings_at(evening, f"?club={bouts.pk}")))
    assert "Parmi les joueurs de Les Bouts d’Or dont le nom est montré." in words
    assert "1 2 Nom2 Élodie 1er au général +10 +50 +5 +65" in words
    assert re.search(r"2 4 Nom4 Élodie", words)
    assert "Nom1" not in words
    assert document.title == f"Classement · {evening.name} · Les Bouts d’Or"


def test_as_it_stood_after_a_position(evening: Tournament, as_organiser: Client) -> None:
    words, document = printed(asked_by_page(as_organiser, standings_at(evening, "?apres=2")))
    assert "Le classement après la position 2, avec les pénalités données jusque-là." in words
    assert re.search(r"1 2 Nom2 Élodie.*?\+10 \+50 \+60", words)
    assert "Classement provisoire" not in words
    assert document.title.endswith("· après la position 2")
    assert document.filename.startswith("classement-0-2-")


def test_of_one_position_alone_among_the_ladies(evening: Tournament, as_organiser: Client) -> None:
    words, document = printed(asked_by_page(as_organiser, standings_at(evening, "?position=1&categorie=dames")))
    assert "Les résultats de la position 1 seule, pénalités non comprises." in words
    assert re.search(r"1 3 Nom3 Élodie.*?−10 −10", words)
    assert "Nom1" not in words
    assert document.title.endswith("· dames · la position 1 seule")


def test_of_the_veterans_by_their_birth_years(evening: Tournament, as_organiser: Client) -> None:
    season = SeasonFactory(club=evening.club, veteran_from_age=60)
    Tournament.objects.filter(pk=evening.pk).update(season=season)
    Player.objects.filter(last_name="Nom3").update(birth_year=1967)
    Player.objects.filter(last_name="Nom1").update(birth_year=1968)
    words, document = printed(asked_by_page(as_organiser, standings_at(evening, "?categorie=veteran")))
    assert re.search(r"1 3 Nom3 Élodie", words)
    assert "Nom1" not in words
    assert "1967" not in words
    assert document.title.endswith("· vétérans")
    job = Job.objects.create(
        kind=JobKind.LEAGUE, season=season, wanted={"language": "fr", "group": "veteran"}, asked_at=NOW
    )
    words, _document = printed(job)
    assert re.search(r"1 Nom3 Élodie", words)
    assert "Nom1" not in words


def test_the_whole_one_says_nothing_of_parts(evening: Tournament, as_organiser: Client) -> None:
    job = asked_by_page(as_organiser, standings_at(evening))
    assert set(job.wanted) == {"language", "site"}
    words, _document = printed(job)
    assert "Classement provisoire" in words
    assert "Dames, en tête parmi les noms montrés : Nom3 Élodie (−25)" in words


def test_a_page_that_hides_positions_prints_none_of_them(evening: Tournament, as_organiser: Client) -> None:
    Tournament.objects.filter(pk=evening.pk).update(rounds_planned=3, hidden_rounds=1, revision=2)
    words, _document = printed(asked_by_page(as_organiser, standings_at(evening)))
    assert re.search(r"1 2 Nom2 Élodie.*?\+10 \+50 \+60", words)
    assert "+65" not in words
    whole, _document = printed(asked_by_page(as_organiser, reverse("whole_ranking", args=[evening.pk])))
    assert "+65" in whole


def test_the_page_of_documents_offers_the_same(evening: Tournament, as_organiser: Client) -> None:
    shown = as_organiser.get(reverse("documents", args=[evening.pk])).content.decode()
    assert '<option value="0-2">après la position 2</option>' in shown
    assert '<option value="2-2">la position 2 seule</option>' in shown
    assert "Les Bouts d’Or</option>" in shown


def test_who_does_not_print_has_no_button(evening: Tournament, client: Client) -> None:
    assert "PDF de ce classement" not in client.get(standings_at(evening)).content.decode()


@pytest.mark.parametrize("said", [{"part": "0-9"}, {"part": "x"}, {"club": "999"}, {"group": "rois"}])
def test_what_no_page_offers_is_refused_in_a_sentence(
    evening: Tournament, as_organiser: Client, said: dict[str, str]
) -> None:
    answer = as_organiser.post(reverse("make_ranking", args=[evening.pk]), said, follow=True)
    assert "de la liste." in answer.content.decode()
    assert not Job.objects.exists()


def test_the_last_whole_ranking_stays_whatever_parts_were_printed_since(evening: Tournament) -> None:
    whole = claimed(JobKind.RANKING, tournament=evening, language="fr")
    kept = Document.objects.get(pk=WORKS[JobKind.RANKING](whole, Monitor())["document"])
    jobs.finish(job=whole, result={}, at=NOW)
    part = claimed(JobKind.RANKING, tournament=evening, language="fr", part="0-1")
    WORKS[JobKind.RANKING](part, Monitor())
    old = purges.old_documents(kept.made_at.replace(year=kept.made_at.year + 1))
    assert [document.job.wanted for document in old] == [part.wanted]
