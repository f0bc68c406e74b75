"""The poster: two tables to an A4 page, three to an A3, the exempts last."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.factories import field
from tests.tournaments.documents.rotations import document_of, printed, turned
from tests.tournaments.rounds import publish
from tournaments.labels import JobKind, Paper
from tournaments.models import Player, Tournament

POSTER = JobKind.POSTER


def test_each_table_with_its_players_and_chairs(tournament: Tournament) -> None:
    people = field(tournament, 9)
    publish(tournament, 1, [people[:4], people[4:8]], people[8:])
    names = [entry.player.full_name for entry in people]

    first, last = printed(tournament, POSTER, 1)

    assert f"Position 1 tables 1 et 2 · {tournament.name}" in first
    assert f"Table 2 S {names[4]} E {names[5]} N {names[6]} O {names[7]}" in first
    assert f"Exempts {names[8]}" in last
    assert f"Affiche de la position 1 · {tournament.name} · état n°" in last


@pytest.mark.parametrize(("paper", "pages", "millimetres"), [(Paper.A4, 4, (297, 210)), (Paper.A3, 3, (420, 297))])
def test_the_paper_asked_for(tournament: Tournament, paper: Paper, pages: int, millimetres: tuple[int, int]) -> None:
    turned(tournament, field(tournament, 28), positions=1)
    reader = PdfReader(BytesIO(bytes(document_of(tournament, POSTER, 1, paper).content)))
    sizes = {
        (round(float(page.mediabox.width) * 25.4 / 72), round(float(page.mediabox.height) * 25.4 / 72))
        for page in reader.pages
    }
    assert (len(reader.pages), sizes) == (pages, {millimetres})


def test_a_hidden_name_stays_hidden_on_the_wall(tournament: Tournament) -> None:
    people = field(tournament, 4)
    Player.objects.filter(pk=people[1].player_id).update(consent=False, last_name="Secret")
    publish(tournament, 1, [people])
    (page,) = printed(tournament, POSTER, 1)
    assert "Secret" not in page
    assert "E Joueur n° 2" in page


def test_five_at_a_table_and_long_names_hold_in_their_band(tournament: Tournament) -> None:
    people = field(tournament, 10)
    Player.objects.update(last_name="de La Rochefoucauld-Montbéliard", first_name="Marie-Antoinette")
    publish(tournament, 1, [people[:5], people[5:]])
    (page,) = printed(tournament, POSTER, 1)
    assert page.count("Rochefoucauld") == 10
    assert "Table 2 S" in page
