"""What is said of a change before it is saved is what the standings and the league say after it."""

import uuid
from functools import partial

import pytest

from scoring.labels import Outcome, PenaltyTarget, Prime, Sanction
from scoring.marque import Camp
from scoring.models import Penalty, PenaltyKind
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.effects import with_balances, with_lines, with_penalty, without_penalty
from scoring.services.decisions.penalties import cancel_penalty, give_penalty
from scoring.services.sheets.lines import score_line
from scoring.services.sheets.moves import empty_donne, move_donne
from scoring.services.undo.undoing import undo, undoing_of
from tests.factories import NOW, SeasonFactory, rewrite
from tests.scoring.sheets import EST, SUD, balanced, garde, record, seated
from tournaments.labels import Keeps
from tournaments.models import Account, JournalEntry, Table, Tournament
from tournaments.queries.standings.leagues import league_standings
from tournaments.queries.standings.standings import StandingsChange, results_of, standings, standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables(tournament: Tournament) -> list[Table]:
    rewrite(tournament, season=SeasonFactory(club=tournament.club))
    return seated(tournament, tables=2)


def foretold(tournament: Tournament, change: StandingsChange) -> tuple[object, ...]:
    """Return the lines of the standings and of the league as they would be."""
    assert tournament.season is not None
    changes = {tournament.pk: change}
    brought = partial(results_of, changes=changes)
    return (
        standings_of([tournament], changes)[tournament.pk].lines,
        league_standings(tournament.season.main_league, results_of=brought).lines,
    )


def stands(tournament: Tournament) -> tuple[object, ...]:
    """Return the lines of the standings and of the league as they are; donnes are counted by the sheets alone."""
    assert tournament.season is not None
    return standings(tournament).lines, league_standings(tournament.season.main_league).lines


def places(lines: tuple[object, ...]) -> list[list[tuple[object, ...]]]:
    """Return who stands where with how much: of the standings with every mark, of the league with every event."""
    ranking, season = lines
    return [
        [(line.registration_id, line.place, line.total, [mark.brought for mark in line.marks]) for line in ranking],
        [(line.player_id, line.place, line.total, line.marks) for line in season],
    ]


def scored(table: Table, entry: object, number: int = 1) -> object:
    return score_line(entry, place=sheet_of(table), number=number)


def penalty(at_table: Table, by: Account, *, give: bool = True, **more: object) -> Penalty:
    asked = {
        "tournament": at_table.round.of_tournament,
        "kind": PenaltyKind.objects.first(),
        "target": PenaltyTarget.CAMP,
        "points": -30,
        "reason": "renonce",
        "table": at_table,
        "donne": 1,
        "camp": Camp.DEFENSE,
    } | more
    if not give:
        return Penalty(**asked)
    return give_penalty(key=uuid.uuid4(), by=by, at=NOW, **asked)


def test_a_corrected_donne_takes_its_camps_along(tournament, tables, the_arbiter):
    record(tables[0], 1, the_arbiter)
    record(tables[1], 1, the_arbiter, garde(points="60"))
    penalty(tables[0], the_arbiter)
    entry = garde(taker=2, points="70")
    said = foretold(tournament, with_lines((tables[0], 1, scored(tables[0], entry))))
    before = stands(tournament)

    record(tables[0], 1, the_arbiter, entry)

    assert places(said) == places(stands(tournament)) != places(before)


def test_a_donne_that_becomes_void_bears_no_camp(tournament, tables, the_arbiter):
    record(tables[0], 1, the_arbiter)
    penalty(tables[0], the_arbiter)
    said = foretold(tournament, with_lines((tables[0], 1, scored(tables[0], Outcome.PASSED))))

    record(tables[0], 1, the_arbiter, Outcome.PASSED)

    assert places(said) == places(stands(tournament))


def test_an_emptied_donne_leaves_nothing(tournament, tables, the_arbiter):
    line = record(tables[0], 1, the_arbiter)
    record(tables[1], 1, the_arbiter)
    said = foretold(tournament, with_lines((tables[0], 1, None)))

    empty_donne(line=line, reason="autre table", by=the_arbiter, at=NOW)

    assert places(said) == places(stands(tournament))


@pytest.mark.parametrize("there", [0, 1], ids=["on its own sheet", "at another table"])
def test_a_moved_donne_counts_where_it_goes(tournament, tables, the_arbiter, there):
    line = record(tables[0], 1, the_arbiter)
    record(tables[0], 2, the_arbiter, garde(taker=1))
    penalty(tables[0], the_arbiter)
    table = tables[there]
    moved = scored(table, line.entry, 3)
    said = foretold(tournament, with_lines((tables[0], 1, None), (table, 3, moved)))

    move_donne(line=line, table=table, number=3, reason="mauvaise table", key=uuid.uuid4(), by=the_arbiter, at=NOW)

    assert places(said) == places(stands(tournament))


def test_corrected_balances(tournament, tables, the_arbiter):
    Tournament.objects.update(keeps=Keeps.TOTALS)
    table = Table.objects.select_related("round__tournament").get(pk=tables[0].pk)
    balanced(table, the_arbiter, 40, -40, 0, 0)
    right = {0: -40, 1: 40, 2: 10, 3: -10}
    said = foretold(tournament, with_balances(table, right))

    balanced(table, the_arbiter, *right.values())

    assert places(said) == places(stands(tournament))


def test_a_penalty_given_and_cancelled(tournament, tables, the_arbiter):
    record(tables[0], 1, the_arbiter)
    record(tables[1], 1, the_arbiter)
    nothing = places(stands(tournament))
    said = foretold(tournament, with_penalty(penalty(tables[0], the_arbiter, give=False)))

    given = penalty(tables[0], the_arbiter)

    assert places(said) == places(stands(tournament)) != nothing
    back = foretold(tournament, without_penalty(given))
    cancel_penalty(penalty=given, reason="erreur", by=the_arbiter, at=NOW)
    assert places(back) == places(stands(tournament)) == nothing


def test_who_has_played_nothing_can_be_penalised(tournament, tables, the_arbiter):
    late = tables[0].seats.get(chair=SUD).registration
    tables[0].seats.all().delete()
    record(tables[1], 1, the_arbiter)
    wanted = {"target": PenaltyTarget.PLAYER, "registration": late, "table": None, "donne": None, "camp": ""}
    said = foretold(tournament, with_penalty(penalty(tables[0], the_arbiter, give=False, **wanted)))

    penalty(tables[1], the_arbiter, **wanted)

    assert places(said) == places(stands(tournament))
    assert late.pk in [line.registration_id for line in said[0]]


@pytest.mark.parametrize(
    "decides",
    [{"sanction": Sanction.REDEAL}, {"sanction": Sanction.PRIME_CANCELLED, "prime": Prime.PETIT}],
    ids=["dealt again", "without its petit"],
)
def test_a_decision_about_a_donne_takes_its_camps_and_adjusted_scores_along(tournament, tables, the_arbiter, decides):
    record(tables[0], 1, the_arbiter, garde(petit_au_bout="attaque"))
    record(tables[1], 1, the_arbiter)
    penalty(tables[0], the_arbiter)
    est = {"target": PenaltyTarget.PLAYER, "registration": tables[0].seats.get(chair=EST).registration, "camp": ""}
    penalty(tables[0], the_arbiter, sanction=Sanction.DONNE_SCORE, points=0, assigned=50, **est)
    asked = decides | {"target": PenaltyTarget.DONNE, "points": 0, "camp": ""}
    before = places(stands(tournament))
    said = foretold(tournament, with_penalty(penalty(tables[0], the_arbiter, give=False, **asked)))

    given = penalty(tables[0], the_arbiter, **asked)

    assert places(said) == places(stands(tournament)) != before
    back = foretold(tournament, without_penalty(given))
    cancel_penalty(penalty=given, reason="erreur", by=the_arbiter, at=NOW)
    assert places(back) == places(stands(tournament)) == before


@pytest.mark.parametrize("is_dealt_again", [True, False], ids=["dealt again before", "dealt again since"])
def test_a_new_deal_given_again_moves_nobody_once_the_donne_is_another(tournament, tables, the_arbiter, is_dealt_again):
    record(tables[0], 1, the_arbiter)
    asked = {"target": PenaltyTarget.DONNE, "sanction": Sanction.REDEAL, "points": 0, "camp": ""}
    given = penalty(tables[0], the_arbiter, is_dealt_again=is_dealt_again, **asked)
    if not is_dealt_again:
        empty_donne(line=tables[0].lines.get(current=True), reason="redonnée", by=the_arbiter, at=NOW)
        record(tables[0], 1, the_arbiter, garde(points="60"))
    cancel_penalty(penalty=given, reason="erreur", by=the_arbiter, at=NOW)
    entry, before = JournalEntry.objects.get(action="pénalité annulée"), places(stands(tournament))
    undoing = undoing_of(tournament, entry)
    said = foretold(tournament, undoing.change)

    undo(entry=entry, key=uuid.uuid4(), reason="à tort", by=the_arbiter, at=NOW)

    assert (undoing.new, places(said)) == (None, before)
    assert places(stands(tournament)) == before
