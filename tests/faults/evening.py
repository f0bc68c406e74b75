"""Faults of an evening: money, prizes, series, clocks, who counts, files that leave and come back."""

from tests.faults.fault import Fault

MONEY, OF_MONEY = "tournaments/services/money.py", "tests/tournaments/services/test_money.py"
PRIZES, OF_PRIZES = "tournaments/services/prizes.py", "tests/tournaments/services/test_prizes.py"
WON, OF_WON = "tournaments/standings/prizes.py", "tests/tournaments/standings/test_prizes.py"
SERIES, OF_SERIES = "tournaments/queries/series.py", "tests/tournaments/queries/test_series.py"
CLOCKS, OF_CLOCKS = "tournaments/services/clocks.py", "tests/tournaments/services/test_clocks.py"
PRESENCE, OF_PRESENCE = "tournaments/standings/presence.py", "tests/tournaments/standings/test_presence.py"
WRITING, OF_WRITING = "tournaments/exports/writing.py", "tests/tournaments/exports/test_writing.py"
EVENTS, OF_EVENTS = "scoring/imports/events.py", "tests/scoring/imports/test_events.py"
LOCKS = "tests/services/test_locks.py"

EVENING: tuple[Fault, ...] = (
    Fault(
        "the key of another one's payment pays",
        MONEY,
        "        if made.registration_id != registration:",
        "        if made.registration_id is None:",
        (OF_MONEY,),
    ),
    Fault(
        "more is taken than is owed",
        MONEY,
        "    if not 0 < taken <= left:",
        "    if not 0 < taken:",
        (OF_MONEY,),
    ),
    Fault(
        "cards are counted in the cash box",
        "tournaments/queries/money.py",
        "_in_force(tournament).filter(method=PaymentMethod.CASH)",
        "_in_force(tournament)",
        (OF_MONEY,),
    ),
    Fault(
        "a cancelled payment still pays",
        "tournaments/queries/money.py",
        "registration__in=list(registrations), cancelled_at=None)",
        "registration__in=list(registrations))",
        (OF_MONEY,),
    ),
    Fault(
        "a rate that somebody has is taken away",
        "tournaments/services/rates.py",
        "        if people:\n",
        "        if people > 1:\n",
        ("tests/tournaments/services/test_rates.py",),
    ),
    Fault(
        "somebody gets a rate below what he paid",
        "tournaments/services/rates.py",
        "    if paid > (new.amount if new else 0):",
        "    if new is None and paid:",
        ("tests/tournaments/services/test_rates.py",),
    ),
    Fault(
        "a prize is handed over while somebody else has it",
        PRIZES,
        "    if line.strays:",
        "    if line.strays and line.is_given:",
        (OF_PRIZES,),
    ),
    Fault(
        "a prize is handed over before the end",
        PRIZES,
        "    if not tournament.is_finished:",
        "    if tournament.is_coming:",
        (OF_PRIZES,),
    ),
    Fault(
        "one wins two prizes though it is one a person",
        WON,
        "if not (one_each and each.key in elsewhere)]",
        "if not (one_each and each.key in winners_of)]",
        (OF_WON,),
    ),
    Fault(
        "a percentage is paid out in copper",
        WON,
        "self.percent // 100 // STEP * STEP",
        "self.percent // 100",
        (OF_WON,),
    ),
    Fault(
        "a skipped date is announced",
        SERIES,
        "(with_skipped or day.isoformat() not in series.skipped)",
        "(with_skipped or day not in series.skipped)",
        (OF_SERIES,),
    ),
    Fault(
        "a series goes on after its end",
        SERIES,
        "    until = min(series.ends_on or datetime.date.max, since + FURTHEST)",
        "    until = since + FURTHEST",
        (OF_SERIES,),
    ),
    Fault(
        "the fifth Friday is looked for in months of four",
        SERIES,
        "    if nth < LAST_IN_A_MONTH:",
        "    if nth <= LAST_IN_A_MONTH:",
        (OF_SERIES,),
    ),
    Fault(
        "a clock started twice begins again",
        CLOCKS,
        "    if clock.running_since is None:\n",
        "    if clock.running_since != at:\n",
        (OF_CLOCKS,),
    ),
    Fault(
        "a pause gives the time back",
        CLOCKS,
        "min(int(clock.spent_at(at).total_seconds()), LONGEST), None",
        "clock.spent, None",
        (OF_CLOCKS,),
    ),
    Fault(
        "a finished tournament has a clock",
        CLOCKS,
        "    refuse_if_finished(tournament)\n",
        "",
        (OF_CLOCKS,),
    ),
    Fault(
        "a minimum is more than the event has",
        PRESENCE,
        "        return min(rounds, self.minimum or rounds // 2 + 1)",
        "        return self.minimum or rounds // 2 + 1",
        (OF_PRESENCE,),
    ),
    Fault(
        "an average of points below zero is rounded to zero",
        "tournaments/standings/adjusting.py",
        "    return nearest if total >= 0 else -nearest",
        "    return total // count if total < 0 else nearest",
        (OF_PRESENCE, "tests/tournaments/standings/test_adjusting.py"),
    ),
    Fault(
        "a cell of a CSV is a formula",
        WRITING,
        'return f"\'{text}" if text.startswith(FORMULA) else text',
        "return text",
        (OF_WRITING,),
    ),
    Fault(
        "a cell of a workbook is a formula",
        WRITING,
        "        cell.data_type, cell.quotePrefix = TEXT, True\n",
        "",
        (OF_WRITING,),
    ),
    Fault(
        "a heading holds what no workbook holds",
        "tournaments/exports/tables.py",
        "tuple(plain(heading) for heading in self.columns)",
        "tuple(self.columns)",
        (OF_WRITING,),
    ),
    Fault(
        "a file whose results its sheets do not give comes in",
        EVENTS,
        "if wrong := next(differences(tournament), None):",
        "if (wrong := next(differences(tournament), None)) and not name:",
        (OF_EVENTS,),
    ),
    Fault(
        "a file that makes a page fail comes in",
        EVENTS,
        "    _read_as_pages_do(tournament)\n",
        "",
        (OF_EVENTS,),
    ),
    Fault(
        "a file of millions of lists is read",
        "scoring/imports/event_files.py",
        'if text.count(b",") > MOST_VALUES or text.count(b"[") + text.count(b"{") > MOST_VALUES:',
        'if text.count(b";") > MOST_VALUES:',
        (OF_EVENTS,),
    ),
    Fault(
        "two doors decide by what each saw",
        "tournaments/services/door.py",
        'and `take_payment` do.\n    """\n    tournament = lock_tournament(tournament.pk)\n',
        'and `take_payment` do.\n    """\n',
        (LOCKS,),
        needs="postgresql",
    ),
    Fault(
        "an evening opened like another is looked for without the lock",
        "tournaments/services/copies.py",
        "    lock_club(source.club)\n",
        "",
        ("tests/tournaments/services/test_copies_concurrency.py",),
        needs="postgresql",
    ),
    Fault(
        "a tournament is deleted without its lock",
        "tournaments/services/undoing.py",
        "    tournament = lock_tournament(tournament.pk)\n    refuse_forecast(deleting_tournament",
        "    refuse_forecast(deleting_tournament",
        (LOCKS,),
        needs="postgresql",
    ),
    Fault(
        "two players are merged without the lock of their club",
        "tournaments/services/merging.py",
        "    lock_club(keep.club)\n",
        "",
        (LOCKS,),
        needs="postgresql",
    ),
)
