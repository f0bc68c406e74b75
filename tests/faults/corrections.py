"""Faults of correcting: who moves, undoing, a tournament that is over, sheets typed twice."""

from tests.faults.fault import Fault

EFFECTS, OF_EFFECTS = "scoring/services/decisions/effects.py", "tests/scoring/services/decisions/test_effects.py"
UNDOING, OF_UNDOING = "scoring/services/undo/undoing.py", "tests/scoring/services/undo/test_undoing.py"
AFTER, OF_AFTER = "scoring/services/decisions/after_end.py", "tests/scoring/views/desk/test_after_end.py"
OF_ACTS_AFTER = "tests/scoring/views/desk/test_acts_after_end.py"
PAPER, OF_PAPER = "scoring/services/sheets/paper.py", "tests/scoring/views/desk/test_paper.py"
OWN, OF_OWN = "scoring/queries/player/own_corrections.py", "tests/scoring/views/player/test_own_corrections.py"

CORRECTIONS: tuple[Fault, ...] = (
    Fault(
        "who moves forgets the penalties of a donne's camps",
        EFFECTS,
        "            _add(penalties, _camps_then(table, number, line))\n",
        "",
        (OF_EFFECTS,),
    ),
    Fault(
        "a phone reads who moves, by everybody's name",
        "scoring/views/desk/donnes.py",
        "_effect(form, line) if names_all else None",
        "_effect(form, line)",
        ("tests/scoring/views/table/test_table_donnes.py",),
    ),
    Fault(
        "a double click undoes twice",
        UNDOING,
        "details__key=str(key)).first()",
        'details__key="").first()',
        (OF_UNDOING,),
    ),
    Fault(
        "what was followed by another is undone all the same",
        "scoring/services/undo/donnes.py",
        "    if standing is None or not says_the_same(standing, line.entry):",
        "    if standing is None:",
        (OF_UNDOING,),
    ),
    Fault(
        "a tournament corrected after its end is open again",
        AFTER,
        "    Tournament.objects.filter(pk=tournament.pk).update(state=tournament.state)\n",
        "",
        (OF_AFTER,),
    ),
    Fault(
        "a sheet corrected after the end is open again",
        "scoring/services/sheets/sheets.py",
        "        Table.objects.filter(pk=pk).update(closed_at=closed_at)\n",
        "        pass\n",
        (OF_AFTER,),
    ),
    Fault(
        "an arbiter corrects what is over",
        "tournaments/permissions.py",
        "return tournament.is_finished and Action.MANAGE_TOURNAMENT in actions",
        "return tournament.is_finished and bool(actions)",
        (OF_AFTER,),
    ),
    Fault(
        "a public correction names the player",
        "tournaments/queries/standings/corrections.py",
        'Correction(entry.at, "", entry.reason)',
        "Correction(entry.at, entry.sentence, entry.reason)",
        (OF_AFTER,),
    ),
    Fault(
        "a sheet is opened again after the end from the journal",
        "scoring/views/desk/journal.py",
        " and entry.action not in WHILE_IT_RUNS",
        "",
        (OF_ACTS_AFTER,),
    ),
    Fault(
        "after the end a donne is moved on the first sheet only",
        "scoring/views/desk/moves.py",
        "                    tables=[sheet.table, table],",
        "                    tables=[sheet.table],",
        (OF_ACTS_AFTER,),
    ),
    Fault(
        "keeping the line that stands is told as a correction after the end",
        "scoring/views/desk/waiting.py",
        "                counts=lambda settled: settled.kept == Kept.OTHER,\n",
        "",
        (OF_ACTS_AFTER,),
    ),
    Fault(
        "after the end the other version meets a closed sheet",
        "scoring/views/desk/waiting.py",
        "                tables=[table],\n",
        "",
        (OF_ACTS_AFTER,),
    ),
    Fault(
        "a first typing is told as a correction after the end",
        "scoring/views/desk/paper.py",
        "            counts=bool,\n",
        "",
        (OF_ACTS_AFTER,),
    ),
    Fault(
        "a paper sheet is saved after the end before anybody saw who moves",
        "scoring/views/desk/paper.py",
        "    moves = _asks_who_moves(request, sheet)\n",
        "    moves = False\n",
        (OF_ACTS_AFTER,),
    ),
    Fault(
        "the end of a tournament takes away the minutes to contest",
        "scoring/services/decisions/protests.py",
        "    if until is None:\n        refuse_if_finished(",
        "    if until is None or tournament.is_finished:\n        refuse_if_finished(",
        ("tests/scoring/services/decisions/test_protests.py",),
    ),
    Fault(
        "a version of before is refused after the end",
        "scoring/services/undo/undoing.py",
        "    if not after_end:\n        refuse_unless_open(tournament, line.table)",
        "    refuse_unless_open(tournament, line.table)",
        (OF_ACTS_AFTER,),
    ),
    Fault(
        "what is contested is closed with the complete ones",
        "scoring/queries/desk/desk.py",
        "return self.complete and not self.closed and not self.is_asked_about",
        "return self.complete and not self.closed",
        ("tests/scoring/services/sheets/test_rounds_of_sheets.py",),
    ),
    Fault(
        "a third version settles what waits",
        "scoring/services/sheets/agreed_versions.py",
        "        if says_the_same(conflict.as_line(seats), entry):\n",
        "        if conflict.as_line(seats):\n",
        ("tests/scoring/services/sheets/test_conflicts.py",),
    ),
    Fault(
        "a phone contests without end",
        "scoring/services/decisions/protests.py",
        "    if len(waiting) >= MOST_WAITING:",
        "    if len(waiting) > 10 * MOST_WAITING:",
        ("tests/scoring/services/decisions/test_protests.py",),
    ),
    Fault(
        "a program settles a donne that it did not read",
        "scoring/api/waiting.py",
        "                seen=seen,\n",
        "                seen=conflict.line_id,\n",
        ("tests/scoring/api/test_waiting.py",),
    ),
    Fault(
        "the printed ranking keeps its corrections to itself",
        "tournaments/documents/rankings.py",
        '"corrections": corrections_of(tournament),',
        '"corrections": [],',
        ("tests/tournaments/documents/test_rankings.py",),
    ),
    Fault(
        "somebody is his own second",
        PAPER,
        "    if first.typed_by_id == by.pk:",
        "    if first.typed_by_id is None:",
        (OF_PAPER,),
    ),
    Fault(
        "two who differ are written",
        PAPER,
        "    if differences and not settles:",
        "    if differences and settles:",
        (OF_PAPER,),
    ),
    Fault(
        "the name of who wrote on a phone is read by everybody at his table",
        OWN,
        "    if change.new.phone_id is not None:",
        "    if change.new.phone_id is None and change.new.phone_id is not None:",
        (OF_OWN,),
    ),
    Fault(
        "an arbiter who withheld his name is named",
        OWN,
        "player is None or player.consent or player.pk == reader",
        "player is not account",
        (OF_OWN,),
    ),
)
