"""Faults in what arbiters decide: the catalogue, adjusted scores, the incident book, chelem calls."""

from tests.faults.fault import Fault

CATALOGUES, OF_CATALOGUES = "scoring/services/rules/catalogues.py", "tests/scoring/services/rules/test_catalogues.py"
PENALTIES = "scoring/services/decisions/penalties.py"
OF_PENALTIES = "tests/scoring/services/decisions/test_penalties.py"
STANDINGS = "tournaments/queries/standings/standings.py"
OF_ADJUSTED = "tests/scoring/services/sheets/test_adjusted_scores.py"
OF_CALLS = "tests/scoring/services/decisions/test_calls.py"
OF_ADJUSTED_WORDS = "tests/scoring/views/desk/test_adjusted_words.py"
JOURNAL = "tests/services/test_journal.py"

DECISIONS = (
    Fault(
        "the journal takes an adjusted score for a warning",
        "scoring/tables.py",
        "penalty.takes or penalty.does})",
        "penalty.takes or Sanction.WARNING.label})",
        (OF_ADJUSTED_WORDS,),
    ),
    Fault(
        "an average is told as an assigned score",
        "scoring/models/penalties.py",
        "            label = ADJUSTED_WORDS[Adjusted(self.basis)]",
        "            label = ADJUSTED_WORDS[Adjusted.ASSIGNED]",
        (OF_ADJUSTED_WORDS,),
    ),
    Fault(
        "the journal of a cancelled adjusted score forgets what it was",
        PENALTIES,
        '    return {"basis": penalty.basis, "assigned": penalty.assigned} if penalty.basis else {}',
        "    return {}",
        (OF_ADJUSTED_WORDS,),
    ),
    Fault(
        "an edition that served changes",
        CATALOGUES,
        "    if is_used(edition):",
        "    if is_used(edition) and not edition.kinds.exists():",
        (OF_CATALOGUES,),
    ),
    Fault(
        "the first edition stays in force",
        "scoring/models/penalties.py",
        'ordering = [F("valid_from").desc(nulls_last=True)]',
        'ordering = [F("valid_from").asc(nulls_first=True)]',
        (OF_CATALOGUES,),
    ),
    Fault(
        "the club's fault stands beside the one of the règlement",
        "scoring/queries/rules/catalogues.py",
        'own.values("code")',
        'own.none().values("code")',
        (OF_CATALOGUES,),
    ),
    Fault(
        "a fault that was cancelled counts for the next time",
        "scoring/queries/desk/penalties.py",
        "kind__code=code, cancelled_at=None)",
        "kind__code=code)",
        (OF_PENALTIES,),
    ),
    Fault(
        "an exclusion leaves the player in the draws",
        PENALTIES,
        "status=Status.WITHDRAWN, by=by, at=at)",
        "status=Status.PRESENT, by=by, at=at)",
        (OF_PENALTIES, JOURNAL),
    ),
    Fault(
        "an average counts the rounds that were adjusted",
        STANDINGS,
        "(registration, number) not in adjusted_seats",
        "adjusted_seats",
        (OF_ADJUSTED,),
    ),
    Fault(
        "a decision taken back leaves its score",
        PENALTIES,
        "        give_scores_back(round_=penalty.table.round, registrations=members)",
        "        members.sort()",
        (OF_ADJUSTED,),
    ),
    Fault(
        "nobody compares an adjusted score with its decision",
        "scoring/services/sheets/results.py",
        "    yield from _wrong_adjustments(tournament)\n",
        "",
        (OF_ADJUSTED,),
    ),
    Fault(
        "a redeal comes back as a warning with its round",
        PENALTIES,
        "        sanction=penalty.sanction,\n",
        "",
        (OF_ADJUSTED,),
    ),
    Fault(
        "an incident struck out leaves no line in the journal",
        "scoring/services/decisions/incidents.py",
        '        action=gettext_noop("incident annulé"),',
        '        action=gettext_noop("incident noté"),',
        (JOURNAL,),
    ),
    Fault(
        "the Excuse of the defence is not missed in the bouts",
        "scoring/services/decisions/call_checks.py",
        "excuse == ExcusePlayed.DEFENCE and bouts == ALL",
        "excuse == ExcusePlayed.DEFENCE and bouts > ALL",
        (OF_CALLS,),
    ),
)
