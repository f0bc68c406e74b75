"""Faults of who may do what: roles, sheets that are not for everybody, invitations."""

from tests.faults.fault import Fault

PERMISSIONS = "tournaments/permissions.py"
GUARDED = "tests/test_urls.py::test_what_is_guarded_is_open_to_whom_the_table_says_and_to_nobody_else"
ROLES = "tests/tournaments/test_permissions.py"

WHO_MAY: tuple[Fault, ...] = (
    Fault(
        "an arbiter draws",
        PERMISSIONS,
        "Action.DRAW: frozenset({Role.ORGANISER}),",
        "Action.DRAW: frozenset({Role.ORGANISER, Role.ARBITER}),",
        (ROLES,),
    ),
    Fault(
        "a player penalises",
        PERMISSIONS,
        "Action.PENALISE: frozenset({Role.ORGANISER, Role.ARBITER}),",
        "Action.PENALISE: frozenset({Role.ORGANISER, Role.ARBITER, Role.PLAYER}),",
        (ROLES,),
    ),
    Fault(
        "an arbiter may no longer print",
        PERMISSIONS,
        "Action.PRINT: frozenset({Role.ORGANISER, Role.ARBITER}),",
        "Action.PRINT: frozenset({Role.ORGANISER}),",
        (ROLES,),
    ),
    Fault(
        "a closed account keeps its roles",
        PERMISSIONS,
        "isinstance(person, AnonymousUser) or not person.is_active:",
        "isinstance(person, AnonymousUser):",
        (ROLES,),
    ),
    Fault(
        "a role in one tournament holds in all of them",
        PERMISSIONS,
        "Appointment.objects.filter(Q(tournament=tournament) | Q(club=club), account=account)",
        "Appointment.objects.filter(account=account)",
        (ROLES,),
    ),
    Fault(
        "who organises one tournament organises the club",
        PERMISSIONS,
        "roles |= {Role.ORGANISER} if club_id is None else",
        "roles |= {Role.ORGANISER} if club_id == 0 else",
        (ROLES,),
    ),
    Fault(
        "a cache may keep a page that is for a role",
        PERMISSIONS,
        "patch_cache_control(response, private=True, no_store=True)",
        "patch_cache_control(response, private=True)",
        (GUARDED,),
    ),
    Fault(
        "a page of a timed tournament says position",
        PERMISSIONS,
        "with override(language_of(tournament)):",
        "with override(language_of(None)):",
        ("tests/test_words_on_pages.py",),
    ),
    Fault(
        "the login page takes the place of a part of a page",
        PERMISSIONS,
        'if "HX-Request" in request.headers or',
        'if "HX-Boosted" in request.headers or',
        ("tests/journeys/test_kept_forms.py::test_a_part_of_a_page_never_becomes_the_login_page",),
    ),
    Fault(
        "the API shows a sheet to any role",
        "tournaments/api/guarded.py",
        "if self.action not in self.actions:",
        "if not self.actions:",
        (GUARDED, "tests/scoring/api/test_sheets.py"),
    ),
    Fault(
        "an answer of the API is the same in every language",
        "tournaments/api/access.py",
        "values = (code_version(), current_language(), *parts)",
        "values = (code_version(), *parts)",
        ("tests/tournaments/api",),
    ),
    Fault(
        "the last organiser leaves a club without one",
        "tournaments/services/people/appointments.py",
        "if appointment.club_id and appointment.role == RoleName.ORGANISER and not",
        "if appointment.tournament_id and appointment.role == RoleName.ORGANISER and not",
        ("tests/tournaments/services/people/test_appointments.py",),
    ),
    Fault(
        "an organiser gives the administrator a new password",
        "tournaments/services/people/appointments.py",
        "if account.is_staff or account.is_superuser or elsewhere",
        "if elsewhere",
        ("tests/tournaments/services/people/test_appointments.py",),
    ),
    Fault(
        "an organiser takes over the login of another club's player",
        "tournaments/services/people/appointments.py",
        "or elsewhere or plays_elsewhere or not is_ours",
        "or elsewhere or not is_ours",
        ("tests/tournaments/services/people/test_appointments.py",),
    ),
    Fault(
        "a new password does not lift the lock",
        "tournaments/services/people/appointments.py",
        "lift_lock(username=account.username.casefold())",
        "lift_lock(username=account.username.upper())",
        ("tests/tournaments/services/people/test_appointments.py", "tests/tarot_club/test_accounts.py"),
    ),
    Fault(
        "an invitation is accepted by whoever knows its number",
        "tournaments/queries/clubs/directory.py",
        "Invitation.objects.filter(username=login_name(account.username))",
        "Invitation.objects.all()",
        ("tests/tournaments/services/people/test_invitations.py",),
    ),
)
