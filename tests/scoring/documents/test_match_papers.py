"""Papers of matches: the plan of a round, the sheet of a match, and the half-time on sheets to write on."""

import re

import pytest

from tests.factories import DAY
from tests.refusals import refused
from tests.scoring.duplicates import an_evening
from tests.texts import plain
from tests.tournaments.documents.rotations import document_of, printed
from tests.tournaments.matches import drawn_matches, matches_published, of_matches
from tournaments.labels import JobKind
from tournaments.models import Account, Club, Player, Table, Tournament
from tournaments.queries.people.names import public_name

pytestmark = pytest.mark.django_db
PLAN, SHEETS, BLANK = JobKind.MATCH_PLAN, JobKind.MATCH_SHEETS, JobKind.BLANK_SHEETS
SCALE = {"victory_by": "scale", "victory_scale": "0 : 10", "victory_scale_name": "du comité", "victory_scale_on": DAY}


@pytest.fixture
def evening(club: Club, the_organiser: Account) -> Tournament:
    """Five teams of four, three rounds of four boards; the first round is published."""
    return matches_published(of_matches(club, 5), 1, the_organiser)


def words(tournament: Tournament, kind: JobKind, number: int | None = 1) -> list[str]:
    return [plain(page) for page in printed(tournament, kind, number)]


def test_the_plan_tells_each_match_its_tables_takers_and_half_time(evening: Tournament) -> None:
    (page,) = words(evening, PLAN)
    for match in evening.matches.filter(round_number=1):
        if match.is_bye:
            assert f"{match.one.name} : exempte." in page
            continue
        assert f"{match.one.name} – {match.other.name}" in page
        first, second = match.table_numbers
        for number, other, team in ((first, second, match.one), (second, first, match.other)):
            table = Table.objects.get(round__tournament=evening, round__number=1, number=number)
            seats = list(table.seats.select_related("registration__player").order_by("chair"))
            taker, *defence = (public_name(seat.registration) for seat in seats)
            assert seats[0].registration.team == team
            assert f"Table {number} Sud prend, {team.name} {taker} Est {defence[0]} Nord {defence[1]}" in page
            halves = ("1 à 2", "3 à 4") if number % 2 else ("3 à 4", "1 à 2")
            assert f"Étuis {halves[0]}, puis échange avec la table {other} : étuis {halves[1]}." in page


def test_each_match_has_a_sheet_with_its_boards_and_their_dealers(evening: Tournament) -> None:
    pages = words(evening, SHEETS)
    assert len(pages) == 2
    for page, match in zip(pages, evening.matches.filter(round_number=1, other__isnull=False), strict=True):
        assert page.count(match.one.name) >= 3
        assert re.findall(r"(\d) (Nord|Est|Sud|Ouest)", page.partition("Écart")[2])[:4] == [
            ("1", "Nord"),
            ("2", "Est"),
            ("3", "Sud"),
            ("4", "Ouest"),
        ]
        assert "Signatures des capitaines" in page
        assert "Points de victoire" not in page


def test_a_long_match_has_several_pages_and_one_sum(club: Club, the_organiser: Account) -> None:
    evening = matches_published(of_matches(club, 2, donnes_per_round=30, **SCALE), 1, the_organiser)
    pages = words(evening, SHEETS)
    assert ["Points de victoire" in page for page in pages] == [False, False, True]
    assert ["Total" in page for page in pages] == [False, False, True]


def test_blank_sheets_of_a_match_name_the_half_time(evening: Tournament, club: Club) -> None:
    told = " ".join(words(evening, BLANK))
    assert told.count("puis échange avec la table") == 4
    assert "Étuis 3 à 4, puis échange avec la table 1 : étuis 1 à 2." in told


def test_nobody_is_named_who_did_not_agree_and_no_line_up_is_printed_early(evening: Tournament) -> None:
    Player.objects.update(consent=False, last_name="Zzverdier", first_name="Zzodile")
    drawn_matches(evening)
    told = " ".join(words(evening, PLAN, None) + words(evening, SHEETS, None))
    assert "Zz" not in told
    assert "Position 2" not in told
    assert refused(document_of, evening, PLAN, 2)


def test_a_tournament_without_matches_has_no_papers_of_them(club: Club, the_organiser: Account) -> None:
    for kind in (PLAN, SHEETS):
        assert refused(document_of, an_evening(club, the_organiser), kind)[0] == "no_matches"
