"""Faults of entering donnes: what is read under the lock, confirmed, signed and contested."""

from tests.faults.fault import Fault

OF_PENALTIES = "tests/scoring/services/decisions/test_penalties.py"
OF_CALLS = "tests/scoring/services/decisions/test_calls.py"

ENTRY: tuple[Fault, ...] = (
    Fault(
        "a donne is written on a sheet that was closed meanwhile",
        "scoring/queries/table/sheets.py",
        "TableState(first.tournament is None, first.closed_at is not None)",
        "TableState(first.tournament is None, is_closed=False)",
        ("tests/scoring/services/sheets/test_donnes.py",),
    ),
    Fault(
        "a donne is written in a round that was cancelled meanwhile",
        "scoring/queries/table/sheets.py",
        "TableState(first.tournament is None, first.closed_at is not None)",
        "TableState(is_gone=False, is_closed=first.closed_at is not None)",
        ("tests/scoring/services/sheets/test_cancelled_rounds.py",),
    ),
    Fault(
        "a camp's penalty stays with whom it hit when its donne is corrected",
        "scoring/services/sheets/donnes.py",
        "if place.is_penalised:",
        "if not place.seats:",
        (OF_PENALTIES,),
    ),
    Fault(
        "a donne forgets the call that announced its chelem",
        "scoring/services/sheets/donnes.py",
        "calls_in_force(table) if place.has_calls else {}",
        "calls_in_force(table) if not place.seats else {}",
        (OF_CALLS,),
    ),
    Fault(
        "the messages that nobody looks at are written to the session with every donne",
        "tarot_club/messages.py",
        "messages[-MOST_WAITING:]",
        "messages",
        ("tests/tarot_club/test_messages.py",),
    ),
    Fault(
        "the collector reads all that is loaded in the middle of a request",
        "tarot_club/collector.py",
        "    gc.freeze()\n",
        "",
        ("tests/tarot_club/test_deployment.py",),
    ),
    Fault(
        "a query that is compiled once answers everybody with the first one's values",
        "tournaments/prepared.py",
        "arguments = [values[place.place] if isinstance(place, _Placeholder) else place for place in places]",
        "arguments = [values[0] if isinstance(place, _Placeholder) else place for place in places]",
        ("tests/tournaments/test_prepared.py",),
    ),
    Fault(
        "a number beyond all ids in an address is an error of the database",
        "tournaments/prepared.py",
        "if any(isinstance(value, int) and value > LARGEST_ID for value in values):",
        "if any(value == LARGEST_ID + 1 for value in values):",
        ("tests/tournaments/test_prepared.py",),
        needs="sqlite",
    ),
)
