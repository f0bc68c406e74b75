"""Faults of penalties, chelem calls and moved donnes."""

from tests.faults.fault import Fault

ROWS = "tests/services/test_public.py"
PENALTIES, CALLS = "scoring/services/decisions/penalties.py", "scoring/services/decisions/calls.py"
WHOM_PENALTIES_HIT = "scoring/queries/desk/penalties.py"
OF_PENALTIES = "tests/scoring/services/decisions/test_penalties.py"
OF_CALLS = "tests/scoring/services/decisions/test_calls.py"

PENALTIES_AND_CALLS: tuple[Fault, ...] = (
    Fault(
        "a cancelled penalty goes on counting",
        WHOM_PENALTIES_HIT,
        "registration__in=registration_ids, penalty__cancelled_at=None)",
        "registration__in=registration_ids)",
        (OF_PENALTIES,),
    ),
    Fault(
        "a penalty taken back raises no revision",
        PENALTIES,
        "        _take_back_in(penalty, tournament, by=by, at=at)\n    raise_revision(tournament)",
        "        _take_back_in(penalty, tournament, by=by, at=at)",
        (ROWS, OF_PENALTIES),
    ),
    Fault(
        "a penalty of the attack falls on the defence",
        WHOM_PENALTIES_HIT,
        "(seat.pk in attack) == (",
        "(seat.pk in attack) != (",
        (OF_PENALTIES,),
    ),
    Fault(
        "a penalty of a camp falls on who sat out",
        WHOM_PENALTIES_HIT,
        "if seat.pk != line.sits_out_id and",
        "if",
        (OF_PENALTIES,),
    ),
    Fault(
        "a penalty may give points",
        "scoring/services/decisions/penalty_checks.py",
        "if penalty.points is not None and penalty.points > 0:",
        "if penalty.points is not None and penalty.points > 1000:",
        (OF_PENALTIES,),
    ),
    Fault(
        "the form of a penalty sent twice gives two",
        PENALTIES,
        "earlier = Penalty.objects.filter(key=key).first()",
        "earlier = Penalty.objects.filter(key=key, cancelled_at__isnull=False).first()",
        (OF_PENALTIES,),
    ),
    Fault(
        "a penalty of another club's catalogue is given",
        PENALTIES,
        "if kind.club_id not in (None, tournament.club_id):",
        "if kind.club_id == 0:",
        (OF_PENALTIES,),
    ),
    Fault(
        "a chelem called too late counts",
        CALLS,
        "counts = announced == CalledWhen.BEFORE_CARD",
        "counts = announced != CalledWhen.BEFORE_CARD or True",
        (OF_CALLS,),
    ),
    Fault(
        "somebody of another table calls a chelem",
        CALLS,
        "if caller.table_id != table.pk:",
        "if caller.pk is None:",
        (OF_CALLS,),
    ),
    Fault(
        "a call is cancelled though its donne was changed meanwhile",
        CALLS,
        "if seen is not None and seen != (line.pk if line else 0):",
        "if seen is not None and seen < 0:",
        (OF_CALLS,),
    ),
    Fault(
        "balances that do not sum to zero are kept",
        "scoring/services/sheets/balances.py",
        "    total = sum(balances.values())\n    if total:",
        "    total = sum(balances.values())\n    if total < -10_000:",
        ("tests/scoring/services/sheets/test_balances.py",),
    ),
    Fault(
        "a sheet is closed with donnes missing",
        "scoring/services/sheets/sheets.py",
        "    if sheet.missing:",
        "    if not sheet.missing:",
        ("tests/scoring/services/sheets/test_sheets.py",),
    ),
    Fault(
        "a donne is moved onto another one",
        "scoring/services/sheets/moves.py",
        "if table.lines.filter(number=number, current=True).exists():",
        "if table.lines.filter(number=0, current=True).exists():",
        ("tests/scoring/services/sheets/test_moves.py",),
    ),
    Fault(
        "a donne is moved to a table of another tournament",
        "scoring/services/sheets/moves.py",
        "if table.round.tournament_id != tournament.pk:",
        "if table.round.tournament_id is None:",
        ("tests/scoring/services/sheets/test_moves.py",),
    ),
    Fault(
        "who draws by the standings forgets the penalties",
        "tournaments/queries/draws/drafts.py",
        "totals = {line.registration_id: line.total for line",
        "totals = {line.registration_id: line.total - line.penalties for line",
        ("tests/scoring/services/sheets/test_complaints.py",),
    ),
)
