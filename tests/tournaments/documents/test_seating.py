"""The plan of a position, by name and by table, and its poster: two tables to an A4 page, three to an A3."""

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.factories import field, rewrite
from tests.refusals import refusal_of
from tests.tournaments.documents.rotations import document_of, printed, turned
from tests.tournaments.rounds import publish
from tournaments.documents.composed_pages import sliced
from tournaments.labels import JobKind
from tournaments.models import JournalEntry, Player, Registration, Tournament
from tournaments.paper_labels import Paper

PLAN, POSTER = JobKind.SEATING_PLAN, JobKind.POSTER


def named(tournament: Tournament, names: list[str]) -> list[Registration]:
    people = field(tournament, len(names))
    for entry, name in zip(people, names, strict=True):
        Player.objects.filter(pk=entry.player_id).update(last_name=name, first_name="Ève")
    return people


def test_both_lists_on_one_page_when_they_hold(tournament: Tournament) -> None:
    people = named(tournament, ["Huet", "Îlot", "Jacob", "Abel", "Noël", "Œuf", "Petit", "Zola", "Quai"])
    publish(tournament, 1, [people[:4], people[4:8]], people[8:])

    (page,) = printed(tournament, PLAN, 1)

    assert "Position 1" in page
    assert "Abel Ève 4 1 Ouest Huet Ève 1 1 Sud Îlot Ève 2 1 Est Jacob Ève 3 1 Nord" in page
    assert "Quai Ève 9 exempt" in page
    assert "Table 1 S Huet Ève E Îlot Ève N Jacob Ève O Abel Ève" in page
    assert "Exempts : Quai Ève" in page
    assert f"Plan de la position 1 · {tournament.name} · version {tournament.revision}, imprimé le" in page
    assert "page 1/1" in page


def test_who_withheld_his_name_is_found_by_his_number(tournament: Tournament) -> None:
    people = named(tournament, ["Huet", "Secret", "Jacob", "Abel"])
    Player.objects.filter(last_name="Secret").update(consent=False)
    publish(tournament, 1, [people])

    (page,) = printed(tournament, PLAN, 1)

    assert "Secret" not in page
    assert "Joueur n° 2 2 1 Est" in page
    assert "Cherchez votre numéro" in page


def test_tables_of_three_and_of_five(tournament: Tournament) -> None:
    people = named(tournament, list("ABCDEFGH"))
    publish(tournament, 1, [people[:5], people[5:]])

    (page,) = printed(tournament, PLAN, 1)

    assert "E Ève 5 1 5e joueur" in page
    assert "Table 2 S F Ève E G Ève N H Ève" in page


@pytest.mark.parametrize(
    "count", [8, 24, 25, *(pytest.param(many, marks=pytest.mark.product) for many in (40, 41, 64, 72, 73, 200))]
)
def test_everybody_is_there_twice_and_no_page_spills_over(tournament: Tournament, count: int) -> None:
    turned(tournament, named(tournament, [f"Nom{number:03}" for number in range(count)]), rounds=1)
    Player.objects.filter(last_name="Nom000").update(consent=False)

    found = printed(tournament, PLAN, 1)

    shown = re.findall(r"Nom\d+", re.sub(r"par nom, de \S+ Ève à \S+ (Ève|n°)", "", " ".join(found)))
    assert {name: shown.count(name) for name in set(shown)} == {f"Nom{number:03}": 2 for number in range(1, count)}
    assert [f"page {number}/{len(found)}" in page for number, page in enumerate(found, 1)] == [True] * len(found)


def test_all_the_positions_one_after_the_other(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8), rounds=3)
    assert [re.search(r"Position \d", page).group() for page in printed(tournament, PLAN)] == [
        "Position 1",
        "Position 2",
        "Position 3",
    ]


def test_long_names_stay_on_their_page(tournament: Tournament) -> None:
    turned(tournament, named(tournament, ["de La Rochefoucauld-Montbéliard de Saint-Symphorien"] * 48), rounds=1)
    rewrite(tournament, name="Grand concours " * 6)

    found = printed(tournament, PLAN, 1)

    assert len(found) == 2
    assert sum(re.sub(r"\s", "", page).count("Rochefoucauld") for page in found) == 2 * 48


def test_it_is_kept_and_noted(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    document = document_of(tournament, PLAN, 2)
    assert document.title == f"Plan de la position 2 · {tournament.name}"
    assert document.filename == f"plan-p2-{tournament.name.lower().replace(' ', '-')}-2026-11-21.pdf"
    assert JournalEntry.objects.filter(tournament=tournament, action="document fait").count() == 1


@pytest.mark.parametrize("kind", [PLAN, JobKind.POSTER, JobKind.PLAYER_CARDS, JobKind.TENT_CARDS, JobKind.CERTIFICATE])
def test_before_anything_is_published_it_says_what_to_do(tournament: Tournament, kind: JobKind) -> None:
    assert refusal_of(document_of, tournament, kind).code == "nothing_published"


def test_a_position_nobody_sat_at_is_refused(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    assert refusal_of(document_of, tournament, PLAN, 3).code == "position_without_tables"


def test_each_table_with_its_players_and_chairs(tournament: Tournament) -> None:
    people = field(tournament, 9)
    publish(tournament, 1, [people[:4], people[4:8]], people[8:])
    names = [entry.player.full_name for entry in people]

    first, last = printed(tournament, POSTER, 1)

    assert f"Position 1 tables 1 et 2 · {tournament.name}" in first
    assert f"Table 2 S {names[4]} E {names[5]} N {names[6]} O {names[7]}" in first
    assert f"Exempts {names[8]}" in last
    assert f"Affiche de la position 1 · {tournament.name} · version" in last


@pytest.mark.parametrize(("paper", "pages", "millimetres"), [(Paper.A4, 4, (297, 210)), (Paper.A3, 3, (420, 297))])
def test_the_paper_asked_for(tournament: Tournament, paper: Paper, pages: int, millimetres: tuple[int, int]) -> None:
    turned(tournament, field(tournament, 28), rounds=1)
    reader = PdfReader(BytesIO(bytes(document_of(tournament, POSTER, 1, paper).content)))
    sizes = {
        (round(float(page.mediabox.width) * 25.4 / 72), round(float(page.mediabox.height) * 25.4 / 72))
        for page in reader.pages
    }
    assert (len(reader.pages), sizes) == (pages, {millimetres})


@pytest.mark.parametrize("paper", Paper)
def test_nothing_of_the_largest_letters_is_cut_between_two_tables(tournament: Tournament, paper: Paper) -> None:
    """From the foot of a « J » to the top of an « É » Source Sans takes 1.084 of its size."""
    size = 61
    publish(tournament, 1, list(map(list, sliced(named(tournament, ["Éj"] * 24), 4))))
    (first, *_rest) = PdfReader(BytesIO(bytes(document_of(tournament, POSTER, 1, paper).content))).pages
    baselines: list[float] = []

    def note(text: str, page: list[float], line: list[float], _font: object, _size: float) -> None:
        if "Éj" in text:
            baselines.append(line[5] * page[3] + page[5])

    first.extract_text(visitor_text=note)
    assert len(baselines) % 4 == 0
    assert baselines[3] - baselines[4] > 1.084 * size


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
