"""The certificate that everybody reads, when one draw seats everybody and when several do."""

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import NOW
from tests.tournaments.rotations import published, redrawn
from tests.tournaments.views.reading import text_of
from tournaments.models import Account, Tournament
from tournaments.services.draws.publishing import publish_draw


def read(tournament: Tournament) -> str:
    return text_of(Client(), reverse("certificate", args=[tournament.pk]))


def test_one_draw_speaks_for_itself(tournament: Tournament, the_organiser: Account) -> None:
    published(tournament, the_organiser)
    page = read(tournament)
    assert "Le tirage, tel qu’il a été publié" in page
    assert "Positions 1 à 5, 16 joueurs." in page
    assert "Le tirage des positions" not in page


def test_each_draw_in_force_has_its_own_words(tournament: Tournament, the_organiser: Account) -> None:
    published(tournament, the_organiser)
    publish_draw(draw=redrawn(tournament, 4, the_organiser), by=the_organiser, at=NOW)
    page = read(tournament)
    heads = ["Le tirage des positions 1 à 3", "Le tirage de la position 4", "Le tirage de la position 5"]
    places = [page.index(head) for head in heads]
    assert places == sorted(places)
    assert "Position 4, 16 joueurs." in page[places[1] : places[2]]
    assert "C’est le tirage de la position 1, dit plus haut." in page[places[2] :]
    assert page.count("Positions 1 à 5, 16 joueurs.") == 1
    assert "Le tirage, tel qu’il a été publié" not in page


def test_the_queries_do_not_grow_with_the_rounds_drawn_alone(tournament: Tournament, the_organiser: Account) -> None:
    published(tournament, the_organiser)
    counts = []
    for number in (2, 4, 5):
        publish_draw(draw=redrawn(tournament, number, the_organiser), by=the_organiser, at=NOW)
        with CaptureQueriesContext(connection) as asked:
            read(tournament)
        counts.append(len(asked))
    assert len(set(counts)) == 1, counts
