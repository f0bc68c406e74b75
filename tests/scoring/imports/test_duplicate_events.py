"""The event of a duplicate leaves in a file and comes back: étuis, what each brought, matches and line-ups."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from scoring.imports.event_files import event_file
from scoring.models import SheetLine
from scoring.services.sheets.results import differences, recount_table
from tests.factories import NOW, TournamentFactory, organiser
from tests.scoring.duplicates import an_evening, tables_of
from tests.scoring.imports.test_events import changed, load, refused
from tests.scoring.sheets import EST, garde, record, seated
from tests.tournaments.matches import matches_published, of_matches, sealed
from tournaments.labels import TournamentState
from tournaments.models import Account, BoardDeal, BoardResult, Club, Table, Tournament
from tournaments.queries.draws.certificate import certificate_words
from tournaments.queries.standings.standings import standings
from tournaments.queries.standings.teams import team_standings
from tournaments.services.fouled_boards import rule_fouled

pytestmark = pytest.mark.django_db


def a_duplicate(club: Club) -> Tournament:
    """Return a duplicate with one closed position: one table held an étui turned, and another one's hands changed."""
    deal = BoardDeal.objects.create(club=club, seed=2**63 - 1, keeps_petit_sec=True)
    event = TournamentFactory(
        club=club, compared_by="matchpoints", compared_trim=1, compared_per_opponent=True, void_donnes_count=True,
        compared_least=2, compared_small_fields=True,
        donnes_per_round=2, board_deal=deal, free_rounds=1, boards_travel=True, state=TournamentState.RUNNING,
    )  # fmt: skip
    tables = seated(event, tables=2)
    Table.objects.filter(round__tournament=event).update(first_board=1, last_board=2)
    by = organiser(club)
    for table in tables:
        table.refresh_from_db()
        record(table, 1, by)
        record(table, 2, by, garde(taker=EST, points="30"))
    SheetLine.objects.filter(table=tables[1], number=2).update(turn=1)
    recount_table(tables[1], list(tables[1].seats.order_by("chair")))
    asked = {"tournament": event, "board": 1, "tables": tables[1:], "reason": "paquet mélangé", "key": uuid.uuid4()}
    rule_fouled(**asked, by=by, at=NOW)
    return event


def test_matches_of_teams_come_back_with_their_line_ups_and_places(club: Club) -> None:
    by = organiser(club)
    event = matches_published(of_matches(club, 3, members=5, rounds_planned=2), 1)
    for table in tables_of(event, 1):
        for board in table.board_order:
            record(table, board, by, garde(points=str(40 + board + table.number)))
    waiting = event.matches.get(round_number=2, number=1)
    sealed(waiting, waiting.one)  # the other team has not: nobody reads this one

    copy = load(club, event_file(event, at=NOW), name="Copie")

    assert copy.plays_matches
    for one, other in zip(event.matches.all(), copy.matches.all(), strict=True):
        assert (one.round_number, one.number, str(one)) == (other.round_number, other.number, str(other))
    assert [line_up_told(copy, pk) for pk in copy.matches.values_list("pk", flat=True)] == [
        line_up_told(event, pk) if number == 1 else [] for pk, number in event.matches.values_list("pk", "round_number")
    ]
    own, theirs = (team_standings(standings(Tournament.objects.get(pk=each.pk))).lines for each in (event, copy))
    assert [(line.place, line.name, line.total) for line in own] == [
        (line.place, line.name, line.total) for line in theirs
    ]


def line_up_told(event: Tournament, match: int) -> list[list[int]]:
    """Return the start numbers of the line-ups of a match, team by team, each with its taker first."""
    start = dict(event.registrations.values_list("pk", "start_number"))
    line_ups = event.matches.get(pk=match).line_ups.order_by("team__number")
    return [[start[pk] for pk in line_up.player_ids] for line_up in line_ups]


def boards_of(event: Tournament) -> list[tuple[object, ...]]:
    """Return what each board brought each player."""
    rows = BoardResult.objects.filter(seat__round__tournament=event).order_by("board", "seat__registration")
    start = "seat__registration__start_number"
    return list(rows.values_list(start, "board", "hand", "points", "is_taker"))


def test_a_movement_of_boards_that_travel_comes_back(club: Club, the_organiser: Account) -> None:
    event = an_evening(club, the_organiser, boards_travel=True)
    copy = load(club, event_file(event, at=NOW), name="Copie")
    draw, was = copy.draws.get(), event.draws.get()
    assert (copy.boards_travel, draw.sets, draw.computed_plan.sets) == (True, 5, was.computed_plan.sets)
    ends = ("round__number", "number", "first_board", "last_board")
    tables = [Table.objects.filter(round__tournament=one).order_by(*ends[:2]) for one in (event, copy)]
    assert list(tables[0].values_list(*ends)) == list(tables[1].values_list(*ends))
    assert certificate_words(draw) == certificate_words(was)


def test_a_duplicate_comes_back_with_its_etuis_and_what_each_brought(club: Club) -> None:
    event = a_duplicate(club)
    content = event_file(event, at=NOW)
    copy = load(club, content, name="Copie")

    settings = (
        "compared_by",
        "compared_trim",
        "compared_per_opponent",
        "boards_travel",
        "free_rounds",
        "last_shown_round",
    )
    assert [getattr(copy, name) for name in settings] == ["matchpoints", 1, True, True, 1, 1]
    assert (copy.compared_least, copy.compared_small_fields) == (2, True)
    assert copy.board_deal is not None
    assert copy.board_deal != event.board_deal
    assert (copy.board_deal.seed, copy.board_deal.keeps_petit_sec, copy.board_deal.club) == (2**63 - 1, True, club)
    assert boards_of(copy) == boards_of(event)
    assert len(boards_of(copy)) == 16
    assert [(ruling.board, ruling.numbers) for ruling in copy.fouled_boards.all()] == [(1, "2")]
    assert [(line.start_number, line.total) for line in standings(copy).lines] == [
        (line.start_number, line.total) for line in standings(event).lines
    ]
    lines = SheetLine.objects.filter(table__round__tournament=copy, current=True)
    assert set(lines.values_list("table__number", "number", "turn")) == {(1, 1, 0), (1, 2, 0), (2, 1, 0), (2, 2, 1)}
    assert {(table.first_board, table.last_board) for table in Table.objects.filter(round__tournament=copy)} == {(1, 2)}
    assert list(differences(copy)) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda event: event["rows"]["tournaments.BoardResult"][0].update(points=999), "event_differs"),
        (lambda event: event["rows"]["tournaments.BoardResult"].pop(), "event_differs"),
        (lambda event: event["rows"]["tournaments.BoardResult"][0].update(hand=4), "event_altered"),
        (lambda event: event["board_deal"].update(seed=-1), "event_altered"),
        (lambda event: event["board_deal"].update(seed="x"), "event_altered"),
        (lambda event: event.update(board_deal=[]), "event_altered"),
        (lambda event: event["tournament"].update(compared_by="hasard"), "event_altered"),
        (lambda event: event["tournament"].update(compared_by=""), "event_altered"),
        (lambda event: event["tournament"].update(compared_by="scale", compared_scale="dix"), "event_altered"),
    ],
)  # fmt: skip
def test_a_duplicate_that_contradicts_itself_is_refused(
    club: Club, change: Callable[[dict[str, Any]], object], code: str
) -> None:
    assert refused(club, changed(event_file(a_duplicate(club), at=NOW), change), "Copie").code == code
    assert BoardDeal.objects.count() == 1
