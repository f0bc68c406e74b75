"""Faults of what tables write themselves: codes, who confirms, signatures, protests."""

from tests.faults.fault import Fault

CODES, OF_CODES = "tournaments/queries/pages/signed_codes.py", "tests/scoring/views/table/test_table_access.py"
ACCESS = "scoring/queries/table/table_access.py"
AGREED, OF_AGREED = "scoring/queries/table/agreements.py", "tests/scoring/services/sheets/test_confirmations.py"
SIGNING = "scoring/services/sheets/confirmations.py"
PROTESTS, OF_PROTESTS = "scoring/services/decisions/protests.py", "tests/scoring/services/decisions/test_protests.py"
ENTRY, OF_ENTRY = "scoring/services/sheets/table_entry.py", "tests/scoring/views/table/test_table_donnes.py"
WITHDRAWING = "scoring/services/sheets/agreed_versions.py"
OF_WITHDRAWN = "tests/scoring/services/sheets/test_withdrawn_versions.py"
OF_ENDING = "tests/scoring/views/desk/test_ending.py"
PAGE, OF_PAGE = "scoring/views/table/tables.py", "tests/scoring/views/table/test_tables.py"

TABLES: tuple[Fault, ...] = (
    Fault(
        "a forged code opens a table",
        CODES,
        '        if not constant_time_compare(self._signed("-".join(parts)), code):\n            return None\n',
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
        "        WRONG_CODES.wait(address)\n",
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
        "scoring/services/sheets/lines.py",
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
        (OF_PROTESTS,),
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
        ("tests/scoring/views/desk/test_table_desk.py",),
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
    Fault(
        "who confirms leaves his own version to the arbiter",
        SIGNING,
        "    withdraw_own(line=line, seat=seat, tournament=tournament, by=by, at=at)\n    return confirmation\n",
        "    return confirmation\n",
        (OF_WITHDRAWN,),
    ),
    Fault(
        "a phone handed over withdraws what somebody else sent",
        WITHDRAWING,
        "phone.sits_at == seat and conflict.by_name == str(phone)[:150]",
        "phone.sits_at == seat",
        (OF_WITHDRAWN,),
    ),
    Fault(
        "a version withdrawn is still counted on a desk that asks again",
        WITHDRAWING,
        "        raise_revision(tournament)  # the desk looks again\n",
        "        pass\n",
        ("tests/scoring/services/sheets/test_withdrawn_versions.py::test_the_second_of_a_camp_withdraws_his_too",),
    ),
    Fault(
        "what was on its way when its writer confirmed waits for the arbiter",
        "scoring/services/sheets/conflicts.py",
        "        withdraw_confirmed(line=standing, tournament=tournament, by=by, at=at)\n",
        "        pass\n",
        (OF_WITHDRAWN,),
    ),
    Fault(
        "a phone that is a day ahead says that the time is over",
        "tarot_club/static/tarot_club/clock.js",
        "    if (ends && !heard && (seconds <= 0 || seconds > LONGEST)) return false;",
        "    if (ends && !heard && seconds > LONGEST && false) return false;",
        ("tests/journeys/test_tables.py::test_the_time_left_is_the_servers_on_a_phone_whose_clock_is_a_day_wrong",),
    ),
    Fault(
        "what cannot be contested any more is asked all the same",
        PAGE,
        "            refuse_unless_contestable(table, request.access.tournament, at=timezone.now())\n",
        "            pass\n",
        (OF_PAGE,),
    ),
    Fault(
        "the sheet of a position that is long over leads to one that is over",
        AGREED,
        ".first() or number + 1",
        ".none().first() or number + 1",
        (OF_PAGE,),
    ),
    Fault(
        "a second phone has to scroll when it is told who writes",
        "tarot_club/static/tarot_club/office.css",
        ".entering .notice[role=status] {",
        ".entering .notice[role=never] {",
        ("tests/journeys/test_tables.py::test_a_second_phone_that_is_told_who_writes_needs_no_scrolling_either",),
    ),
    Fault(
        "who ends a tournament is not told what is contested",
        "scoring/queries/desk/ending.py",
        "answered_at=None)",
        "answered_at__isnull=False)",
        (OF_ENDING,),
    ),
    Fault(
        "a closed sheet that nobody confirmed is passed over at the end",
        "scoring/queries/desk/ending.py",
        "if sheet.is_open or sheet.unconfirmed)",
        "if sheet.is_open)",
        (OF_ENDING,),
    ),
    Fault(
        "a phone is not told which of its donnes wait to be confirmed",
        "templates/scoring/table/page.html",
        "{% with agreement=row.agreement %}",
        "{% with agreement=row.nothing %}",
        (OF_PAGE,),
    ),
)
