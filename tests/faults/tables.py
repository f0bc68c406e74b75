"""Faults of what tables write themselves: codes, who confirms, signatures, protests."""

from tests.faults.fault import Fault

CODES, OF_CODES = "tournaments/queries/signed_codes.py", "tests/scoring/views/test_table_access.py"
ACCESS = "scoring/queries/table_access.py"
AGREED, OF_AGREED = "scoring/queries/agreements.py", "tests/scoring/services/test_confirmations.py"
SIGNING = "scoring/services/confirmations.py"
PROTESTS = "scoring/services/protests.py"
ENTRY, OF_ENTRY = "scoring/services/table_entry.py", "tests/scoring/views/test_table_donnes.py"
PAGE, OF_PAGE = "scoring/views/tables.py", "tests/scoring/views/test_tables.py"

TABLES: tuple[Fault, ...] = (
    Fault(
        "a forged code opens a table",
        CODES,
        '        if not constant_time_compare(self._signed("-".join(said)), code):\n            return None\n',
        "",
        (OF_CODES,),
    ),
    Fault(
        "a revoked code still opens its table",
        ACCESS,
        "    if (version, last) != (table.round.tournament.entry_version, table.entry_version):",
        "    if version != table.round.tournament.entry_version:",
        (OF_CODES,),
    ),
    Fault(
        "the card of a table outlives its code",
        ACCESS,
        "entry_version or table.entry_version > 1:",
        "entry_version:",
        (OF_CODES,),
    ),
    Fault(
        "codes of the evening are guessed as often as one likes",
        PAGE,
        "        WRONG_CODES.wait(who)\n",
        "",
        (OF_CODES,),
    ),
    Fault(
        "the writer's own camp confirms",
        AGREED,
        "        return tuple(seat for seat in playing if seat.pk not in attack)",
        "        return playing",
        (OF_AGREED,),
    ),
    Fault(
        "whoever touches a name confirms",
        SIGNING,
        "    if seat is not None or not isinstance(by, Account):\n        _refuse_own(line, table, seat)\n",
        "",
        (OF_AGREED,),
    ),
    Fault(
        "a superseded line is confirmed",
        SIGNING,
        "    if not line.current:",
        "    if False:",
        (OF_AGREED,),
    ),
    Fault(
        "who wrote a line is forgotten",
        "scoring/services/lines.py",
        "    line.writer = None if line.phone is None else line.phone.sits_at\n",
        "",
        (OF_AGREED,),
    ),
    Fault(
        "a signature outlives what was signed",
        AGREED,
        "filter(seat__table=table, sheet=version)",
        "filter(seat__table=table)",
        (OF_AGREED,),
    ),
    Fault(
        "a sheet that nobody confirmed is signed",
        SIGNING,
        "    if tournament.needs_confirmation and agreement.unconfirmed:",
        "    if False:",
        (OF_AGREED,),
    ),
    Fault(
        "a sheet is contested for ever",
        PROTESTS,
        "    elif at > until:",
        "    elif False:",
        (OF_AGREED,),
    ),
    Fault(
        "a table corrects what the arbiter wrote",
        ENTRY,
        "    if replaces is not None and SheetLine",
        "    if replaces is None and SheetLine",
        (OF_ENTRY,),
    ),
    Fault(
        "a desk that asks again never learns of a confirmation",
        SIGNING,
        "    if tournament.needs_confirmation:\n        raise_revision(tournament)  # the desk says what waits\n",
        "",
        ("tests/scoring/views/test_table_desk.py",),
    ),
    Fault(
        "a phone on the wrong table's page is not warned",
        PAGE,
        '            "elsewhere": held_elsewhere(phone, table),\n',
        "",
        (OF_PAGE,),
    ),
    Fault(
        "who writes is told for ever",
        ENTRY,
        "    stop_writing(phone)\n",
        "",
        (OF_ENTRY,),
    ),
)
