"""Faults of correcting: who moves, undoing, a tournament that is over, sheets typed twice."""

from tests.faults.fault import Fault

EFFECTS, OF_EFFECTS = "scoring/services/effects.py", "tests/scoring/services/test_effects.py"
UNDOING, OF_UNDOING = "scoring/services/undoing.py", "tests/scoring/services/test_undoing.py"
AFTER, OF_AFTER = "scoring/services/after_end.py", "tests/scoring/views/test_after_end.py"
PAPER, OF_PAPER = "scoring/services/paper.py", "tests/scoring/views/test_paper.py"
OWN, OF_OWN = "scoring/queries/own_corrections.py", "tests/scoring/views/test_own_corrections.py"

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
        "scoring/views/donnes.py",
        "_effect(form, line) if names_all else None",
        "_effect(form, line)",
        ("tests/scoring/views/test_table_donnes.py",),
    ),
    Fault(
        "a double click undoes twice",
        UNDOING,
        "details__key=str(key)).exists():",
        'details__key="").exists():',
        (OF_UNDOING,),
    ),
    Fault(
        "what was followed by another is undone all the same",
        "scoring/services/undoing_donnes.py",
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
        AFTER,
        "        Table.objects.filter(pk=table.pk).update(closed_at=closed_at)\n",
        "        pass\n",
        (OF_AFTER,),
    ),
    Fault(
        "an arbiter corrects what is over",
        "scoring/views/after_end.py",
        " and Action.MANAGE_TOURNAMENT in getattr",
        " and Action.RECORD in getattr",
        (OF_AFTER,),
    ),
    Fault(
        "a public correction names the player",
        "tournaments/queries/corrections.py",
        'entry.sentence if entry.words.get("code") in PLACES else ""',
        "entry.sentence",
        (OF_AFTER,),
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
