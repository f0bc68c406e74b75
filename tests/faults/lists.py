"""Faults of what comes in from a spreadsheet."""

from tests.faults.fault import Fault

OF_IMPORTS = "tests/tournaments/imports/test_players.py"
OF_PAGES = "tests/tournaments/views/test_player_imports.py"

LISTS: tuple[Fault, ...] = (
    Fault(
        "refused settings of a tournament say so below alone",
        "tournaments/forms/tournaments.py",
        "class TournamentForm(SeenReasonForm):",
        "class TournamentForm(RefusableForm):",
        ("tests/tournaments/views/test_tournaments.py",),
    ),
    Fault(
        "a refused list of prizes says so at its foot alone",
        "tournaments/forms/prizes.py",
        "class PrizesForm(AnchoredForm):",
        "class PrizesForm(RefusableForm):",
        ("tests/tournaments/views/test_prizes.py",),
    ),
    Fault(
        "the prize list on the wall leads nowhere",
        "templates/documents/prizes.html",
        '    {% include "documents/qr.html" with page=public %}\n',
        "",
        ("tests/tournaments/views/test_prizes.py",),
    ),
    Fault(
        "a list puts Élise after Ginette",
        "tournaments/queries/people/names.py",
        'return F(f"{prefix}search_text")',
        'return F(f"{prefix}last_name")',
        ("tests/tournaments/queries/people/test_names.py",),
    ),
    Fault(
        "the title of a group is a person where people have more cells",
        "tournaments/imports/player_files.py",
        "if not row.doubt and self.filled[row.line] == 1",
        "if not row.doubt and self.filled[row.line] == 0",
        ("tests/tournaments/imports/test_lists.py",),
    ),
    Fault(
        "a list without consent comes in without being asked",
        "tournaments/views/player_imports.py",
        "if asked or (asks_consent and not consent.is_valid()):",
        "if asked or (asks_consent and not consent.is_valid() and choices.unticked):",
        (OF_PAGES,),
    ),
    Fault(
        "an unticked line comes in",
        "tournaments/views/player_imports.py",
        '(set(waiting["shown"]) | set(waiting["doubtful"])) - ticked',
        'set(waiting["doubtful"]) - ticked',
        (OF_PAGES,),
    ),
    Fault(
        "a line that is somebody of the club makes somebody new all the same",
        "tournaments/imports/previews.py",
        "created=[effect for effect in self.created if effect.line not in same],",
        "created=self.created,",
        (OF_IMPORTS,),
    ),
    Fault(
        "one player is two lines of a list",
        "tournaments/imports/previews.py",
        "if lines > 1]",
        "if lines > 2]",
        (OF_IMPORTS,),
    ),
    Fault(
        "another file under the same lines is applied unseen",
        "tournaments/imports/previews.py",
        "act.changes or asdict(act.facts),",
        "act.changes,",
        (OF_IMPORTS,),
    ),
    Fault(
        "who refused in the list is shown with the others",
        "tournaments/imports/players.py",
        "effect if effect.says_consent else replace(effect",
        "replace(effect",
        (OF_IMPORTS,),
    ),
    Fault(
        "what a heading means is said again every time",
        "tournaments/imports/players.py",
        "remember(club, ImportKind.PLAYERS, meanings or {})",
        "remember(club, ImportKind.PLAYERS, {})",
        (OF_IMPORTS, OF_PAGES),
    ),
    Fault(
        "an import does not know whom it made",
        "tournaments/imports/players.py",
        "Player(club=club, imported_by=made, **asdict(effect.facts))",
        "Player(club=club, **asdict(effect.facts))",
        (OF_IMPORTS,),
    ),
    Fault(
        "a total is a player",
        "tournaments/imports/columns.py",
        "if _is_total(cells) or self._is_title(cells):",
        "if self._is_title(cells):",
        ("tests/tournaments/imports/test_player_files.py",),
    ),
    Fault(
        "a title above the headings is the headings",
        "tournaments/imports/headings.py",
        "if known > best[1]:",
        "if known >= best[1]:",
        ("tests/tournaments/imports/test_lists.py",),
    ),
)
