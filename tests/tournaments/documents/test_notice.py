"""A notice for the wall: in the club's name, with or without a message, before anything is drawn."""

from io import BytesIO

import pytest
from PIL import Image
from pypdf import PdfReader

from tests.factories import field, rewrite
from tests.tournaments.documents.printing import pages
from tests.tournaments.documents.rotations import document_of, images, printed
from tournaments.documents.notice import DOWN, MESSAGE, _height
from tournaments.labels import JobKind, Pace
from tournaments.models import Club, ClubLogo, Tournament
from tournaments.services.work.documents import LONGEST_MESSAGE, MOST_LINES


def notice(tournament: Tournament, **said: object) -> str:
    (page,) = printed(tournament, JobKind.NOTICE, **said)
    return page


def test_it_says_what_is_played_in_the_clubs_name(tournament: Tournament) -> None:
    field(tournament, 8)
    shown = notice(tournament)
    assert shown.startswith(f"{tournament.club.name} ")
    assert f"{tournament.name} samedi 21 novembre 2026" in shown
    assert f"{tournament.rounds_planned} positions de {tournament.donnes_per_round} donnes Tables de 4 joueurs" in shown
    assert "Règlement FFT 2012" in shown
    assert "que les noms de ceux qui l’ont accepté" in shown
    assert f"Pour {tournament.club.name}, merci." in shown


def test_it_says_where_and_when_and_shows_the_clubs_picture(tournament: Tournament) -> None:
    assert images(document_of(tournament, JobKind.NOTICE)) == []
    Club.objects.filter(pk=tournament.club_id).update(hall="Salle des fêtes", hours="le vendredi à 20 h 30")
    picture = Image.new("RGB", (60, 40), "red")
    picture.save(written := BytesIO(), "PNG")
    ClubLogo.objects.create(club=tournament.club, content=written.getvalue(), width=60, height=40, digest="a")
    made = document_of(tournament, JobKind.NOTICE)
    assert "Salle des fêtes · le vendredi à 20 h 30" in " ".join(pages(made)[0].split())
    (drawn,) = PdfReader(BytesIO(bytes(made.content))).pages[0].images
    assert images(made) == [tournament.club.name]  # what a screen reader says
    assert drawn.image is not None
    assert drawn.image.size == (60, 40)


def test_a_timed_event_has_sequences(tournament: Tournament) -> None:
    rewrite(tournament, pace=Pace.MINUTES, donnes_per_round=None, minutes_per_round=45, rounds_planned=1)
    assert "1 séquence de 45 minutes" in notice(tournament)
    rewrite(tournament, minutes_per_round=None)
    assert "1 séquence Tables" in notice(tournament)


def test_what_the_club_has_to_say_is_said_as_it_was_typed(tournament: Tournament) -> None:
    shown = notice(tournament, message="Buvette à l’entracte <b>fermée</b>.\n\nReprise à 21 h.")
    assert "Buvette à l’entracte <b>fermée</b>. Reprise à 21 h." in shown


SENTENCE = "La buvette ouvre à l’entracte ; les lots sont remis après la dernière donne, merci à tous les bénévoles. "


@pytest.mark.parametrize("length", [40, 120, 250, LONGEST_MESSAGE])
@pytest.mark.parametrize("lines", [1, MOST_LINES])
def test_a_message_holds_on_the_page_of_the_longest_names(tournament: Tournament, length: int, lines: int) -> None:
    rewrite(tournament, name="Grand concours annuel des ménestrels de Saint-Symphorien et de Montbéliard réunis"[:100])
    said = (SENTENCE * 6)[:length]
    each = length // lines
    message = "\n".join(said[start : start + each] for start in range(0, lines * each, each))
    shown = notice(tournament, message=message, site="https://tarot.comite-regional.saint-symphorien.example.org")
    assert shown.startswith(tournament.club.name)
    assert "merci. Avis" in shown


def test_a_short_message_is_in_large_letters() -> None:
    assert _height("Reprise à 21 h", MESSAGE[0]) < DOWN
    assert _height(SENTENCE * 5, MESSAGE[0]) > DOWN
