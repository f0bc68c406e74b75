"""A ranking in percent, wherever it is shown or passed on: read through what makes its lines."""

import pytest
from django.template.loader import render_to_string
from django.test import Client

from tests.factories import RegistrationFactory, rewrite
from tests.texts import plain, text
from tests.tournaments.compared import line_in_percent
from tests.tournaments.rounds import mark, publish
from tournaments.api.serializers import StandingsSerializer
from tournaments.documents.standings.rankings import layout_of
from tournaments.exports.results import standings_table
from tournaments.kit.text import Percent
from tournaments.labels import TournamentState
from tournaments.models import Tournament
from tournaments.queries.evening.own_evenings import Gap, OwnTournament, own_evenings
from tournaments.queries.standings import standings as read
from tournaments.queries.standings.lines import Line
from tournaments.services.evening.tournaments import figures_of


@pytest.fixture
def in_points(tournament: Tournament) -> Tournament:
    """One position of four, which is over: 60, 50, 50 and 40."""
    entries = [RegistrationFactory(tournament=tournament, start_number=number) for number in range(1, 5)]
    mark(publish(tournament, 1, [entries]), dict(zip(entries, (60, 50, 50, 40), strict=True)))
    rewrite(tournament, state=TournamentState.FINISHED)
    return tournament


@pytest.fixture
def evening(in_points: Tournament, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """The same in percent: 60,25, 50,25, 50,25 and 40,25."""
    monkeypatch.setattr(read, "Line", lambda **facts: line_in_percent(Line(**facts)))
    return in_points


def test_every_page_tells_a_share_as_one(client: Client, as_organiser: Client, evening: Tournament) -> None:
    top = f"/tournois/{evening.pk}/"
    rows = text(client.get(f"{top}classement/")).split("<tr")[2:]
    assert ["60,25 %<td>60,25 %" in rows[0], "40,25 %" in rows[3]] == [True, True]
    why = text(client.get(f"{top}classement/1/"))
    assert "1er avec un total de 60,25 %." in why
    assert "Derrière, 2e : " in why
    assert ", à 10,00 %. " in why
    assert "<td>60,25 %<td>" in text(as_organiser.get(f"/organisation/tournois/{evening.pk}/classement/"))
    assert "60,25 %" in text(client.get("/"))
    assert client.get(f"{top}image.png").status_code == 200
    assert "60.25%" in text(client.get(f"{top}classement/", headers={"accept-language": "en"}))


def test_programs_and_spreadsheets_read_numbers(client: Client, evening: Tournament) -> None:
    told = client.get(f"/api/v1/tournaments/{evening.pk}/standings/").json()["lines"]
    assert [(line["total"], line["marks"][0]["points"]) for line in told] == [
        (share, share) for share in (60.25, 50.25, 50.25, 40.25)
    ]
    sheet = client.get(f"/tournois/{evening.pk}/classement/?format=csv").content.decode("utf-8-sig")
    assert [row.split(";")[4] for row in sheet.split("\r\n")[1:5]] == ["60,25", "50,25", "50,25", "40,25"]
    current = read.standings(evening)
    current.tournament.compared_by = "matchpoints"
    assert standings_table(current).columns[4] == "Total en pour cent"


def test_what_was_added_up_stays_whole_for_programs(in_points: Tournament) -> None:
    line = StandingsSerializer(read.standings(in_points)).data["lines"][0]
    values = [line["total"], line["penalties"], line["marks"][0]["points"], line["marks"][0]["given"]]
    assert [(value, type(value)) for value in values] == [(60, int), (0, int), (60, int), (0, int)]


def test_on_paper_each_share_is_a_cell(evening: Tournament) -> None:
    current = read.standings(evening)
    context = {"standings": current, "lines": current.lines, "heads": ["1"], "layout": layout_of(1)}
    page = plain(render_to_string("documents/ranking.html", {**context, "tournament": evening, "club": evening.club}))
    assert "<td>60,25 %</td>" in page
    assert '<td class="total">60,25 %</td>' in page


@pytest.mark.parametrize(
    ("gap", "told"),
    [
        (1, "1 point"),
        (12, "12 points"),
        (Percent(60) - Percent(117, 2), "1,50 point"),
        (Percent(60) - Percent(50), "10,00 points"),
    ],
)
def test_a_gap_on_my_page_is_in_points(evening: Tournament, gap: int, told: str) -> None:
    registration = evening.registrations.get(start_number=4)
    mine = OwnTournament(registration, (), None, 4, ahead=Gap(3, "Anne", gap), behind=Gap(5, "Anne", gap))
    page = " ".join(plain(render_to_string("tournaments/player/_place.html", {"mine": mine})).split())
    assert f"à {told} de Anne, 3e" in page
    assert f"{told} devant Anne, 5e" in page


def test_my_gaps_and_my_total_are_those_of_the_ranking(evening: Tournament) -> None:
    mine = own_evenings([evening.registrations.get(start_number=2)]).past[0]
    assert mine.line is not None
    assert mine.ahead is not None
    assert (mine.line.total, mine.ahead.points) == (Percent(201, 4), 10)


def test_the_digest_of_the_figures_takes_shares(in_points: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    before = figures_of(in_points)
    monkeypatch.setattr(read, "Line", lambda **facts: line_in_percent(Line(**facts)))
    assert figures_of(in_points) == figures_of(in_points) != before
