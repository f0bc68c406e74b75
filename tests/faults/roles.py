"""Faults of roles: who does what he may not, or may no longer what he may."""

from tests.faults.fault import Fault

ROLES: tuple[Fault, ...] = (
    Fault(
        "an arbiter draws",
        "tournaments/permissions.py",
        "Action.DRAW: frozenset({Role.ORGANISER}),",
        "Action.DRAW: frozenset({Role.ORGANISER, Role.ARBITER}),",
        ("tests/tournaments/test_permissions.py",),
    ),
    Fault(
        "a player penalises",
        "tournaments/permissions.py",
        "Action.PENALISE: frozenset({Role.ORGANISER, Role.ARBITER}),",
        "Action.PENALISE: frozenset({Role.ORGANISER, Role.ARBITER, Role.PLAYER}),",
        ("tests/tournaments/test_permissions.py",),
    ),
    Fault(
        "an arbiter corrects what is over",
        "tournaments/permissions.py",
        "return tournament.is_finished and corrects in actions",
        "return tournament.is_finished and bool(actions)",
        ("tests/scoring/views/desk/test_after_end.py",),
    ),
    Fault(
        "a closed account keeps its roles",
        "tournaments/permissions.py",
        "isinstance(person, AnonymousUser) or not person.is_active:",
        "isinstance(person, AnonymousUser):",
        ("tests/tournaments/test_permissions.py",),
    ),
    Fault(
        "a role in one tournament holds in all of them",
        "tournaments/permissions.py",
        "appointments = appointments.filter(Q(tournament=tournament) | Q(club=tournament.club_id))",
        "pass",
        ("tests/tournaments/test_permissions.py",),
    ),
    Fault(
        "who organises one tournament organises the club",
        "tournaments/permissions.py",
        "if name == RoleName.ORGANISER and club_id is not None:",
        "if name == RoleName.ORGANISER:",
        ("tests/tournaments/test_permissions.py",),
    ),
    Fault(
        "the last organiser leaves a club without one",
        "tournaments/services/people/appointments.py",
        "if appointment.club_id and appointment.role == RoleName.ORGANISER and not",
        "if appointment.tournament_id and appointment.role == RoleName.ORGANISER and not",
        ("tests/tournaments/services/people/test_appointments.py",),
    ),
    Fault(
        "the API shows a sheet to any role",
        "tournaments/api/guarded.py",
        "if self.action not in self.actions:",
        "if not self.actions:",
        (
            "tests/test_urls.py::test_what_is_guarded_is_open_to_whom_the_table_says_and_to_nobody_else",
            "tests/scoring/api/test_sheets.py",
        ),
    ),
    Fault(
        "an arbiter's token reads drafts",
        "tournaments/queries/clubs/tokens.py",
        "tournaments_run_by(token.account, RoleName.ORGANISER)",
        "tournaments_run_by(token.account)",
        ("tests/tournaments/api/test_tokens.py",),
    ),
    Fault(
        "a player confirms his own camp's donne through an account",
        "scoring/services/sheets/confirmations.py",
        "    if seat is not None or not isinstance(by, Account) or not is_of_the_table(line):",
        "    if not isinstance(by, Account) or not is_of_the_table(line):",
        ("tests/scoring/api/test_donnes.py",),
    ),
    Fault(
        "the writer's own camp confirms",
        "scoring/queries/table/agreements.py",
        "        return tuple(seat for seat in playing if seat.pk not in attack)",
        "        return playing",
        ("tests/scoring/services/sheets/test_confirmations.py",),
    ),
    Fault(
        "whoever touches a name confirms",
        "scoring/services/sheets/confirmations.py",
        "        _refuse_own(line, table, seat)",
        "        pass",
        ("tests/scoring/services/sheets/test_confirmations.py",),
    ),
    Fault(
        "the line of another table is confirmed",
        "scoring/views/player/own.py",
        "number for number, line in sheet.lines.items() if line.pk == line",
        "number for number in sheet.lines",
        ("tests/scoring/views/player/test_own_words.py",),
    ),
    Fault(
        "somebody is his own second",
        "scoring/services/sheets/paper.py",
        "    if first.typed_by_id == by.pk:",
        "    if first.typed_by_id is None:",
        ("tests/scoring/views/desk/test_paper.py",),
    ),
)
