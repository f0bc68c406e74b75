"""Faults of tokens and of what programs write with them."""

from tests.faults.fault import Fault

GUARDED = "tournaments/api/guarded.py"
TOKENS = "tests/tournaments/api/test_tokens.py"
DONNES = "tests/scoring/api/test_donnes.py"
TABLES = "tests/scoring/api/test_tables.py"
DECISIONS = "tests/scoring/api/test_decisions.py"

BY_PROGRAMS: tuple[Fault, ...] = (
    Fault(
        "a token holds in every tournament",
        GUARDED,
        "token.tournament_id not in (None, self.tournament.pk)",
        "token.tournament_id == 0",
        (TOKENS,),
    ),
    Fault(
        "a token does everything", GUARDED, "if self.scope not in token.scopes:", "if not token.scopes:", (DECISIONS,)
    ),
    Fault(
        "a withdrawn token still opens",
        "tournaments/api/tokens.py",
        "if token.withdrawn_at is not None:",
        "if token.digest == secret:",
        (TOKENS,),
    ),
    Fault(
        "the journal forgets the token",
        GUARDED,
        "self.account.device = request.auth.device",
        'self.account.device = ""',
        (DONNES,),
    ),
    Fault(
        "an arbiter's token reads drafts",
        "tournaments/queries/tokens.py",
        "tournaments_run_by(token.account, RoleName.ORGANISER)",
        "tournaments_run_by(token.account)",
        (TOKENS,),
    ),
    Fault(
        "a misspelt key of a donne is passed over",
        "scoring/api/entry_serializers.py",
        "if key not in self.fields]",
        "if key is None]",
        (DONNES,),
    ),
    Fault(
        "a player confirms his own camp's donne through an account",
        "scoring/services/confirmations.py",
        "if phone is not None or seat is not None:",
        "if phone is not None:",
        (DONNES,),
    ),
    Fault(
        "a sheet is closed that was changed since it was read",
        "scoring/services/sheets.py",
        "if seen is not None and seen != version_of(sheet):",
        "if seen is not None and not seen:",
        (TABLES,),
    ),
    Fault(
        "a protest's key says something else the second time",
        "scoring/services/protests.py",
        "known.seat_id, known.reason) != said:",
        "known.seat_id, known.reason) == ():",
        (TABLES,),
    ),
)
