"""Faults of entries, members and leagues: what a review planted in November 2026, and no test noticed then."""

from tests.faults.fault import Fault

PEOPLE = "tests/tournaments/services/people"
LEAGUES = ("tests/tournaments/services/clubs/test_leagues.py",)
MOVES = ("tests/tournaments/queries/standings/test_place_changes.py",)

CLUBS: tuple[Fault, ...] = (
    Fault(
        "the organiser of a running evening is told that it is over",
        "tournaments/permissions.py",
        "return tournament.is_finished and corrects in actions",
        "return corrects in actions",
        ("tests/scoring/views/desk/test_after_end.py",),
    ),
    Fault(
        "who was suspended once is never entered again",
        "tournaments/models/members.py",
        "return from_day is not None and from_day <= day and (until is None or day <= until)",
        "return from_day is not None",
        (f"{PEOPLE}/test_licences.py",),
    ),
    Fault(
        "the last day of a suspension is free",
        "tournaments/models/members.py",
        "(until is None or day <= until)",
        "(until is None or day < until)",
        (f"{PEOPLE}/test_licences.py",),
    ),
    Fault(
        "the last day of a suspension is free where everybody is asked about at once",
        "tournaments/models/members.py",
        "Q(suspended_until__gte=day)",
        "Q(suspended_until__gt=day)",
        (f"{PEOPLE}/test_licences.py",),
    ),
    Fault(
        "an open sheet of a cancelled round keeps a player from leaving",
        "tournaments/services/people/registrations.py",
        "registration=entry, round__tournament=tournament, table__closed_at=None",
        "registration=entry, table__closed_at=None",
        (f"{PEOPLE}/test_registrations.py",),
    ),
    Fault(
        "who is absent withdraws",
        "tournaments/services/people/registrations.py",
        "    if entry.status in AWAY:\n        return entry",
        "    if entry.status in {Status.WITHDRAWN, Status.EXCLUDED}:\n        return entry",
        (f"{PEOPLE}/test_registrations.py",),
    ),
    Fault(
        "who agreed already is asked for his consent",
        "tournaments/services/people/entries.py",
        "if entry.consent and place == 0 and not player.consent:",
        "if entry.consent and place == 0:",
        (f"{PEOPLE}/test_entries.py",),
    ),
    Fault(
        "pages stay old after a membership ends",
        "tournaments/services/people/members.py",
        "        raise_revisions(Tournament.objects.filter(pk__in=played))\n",
        "        del played\n",
        (f"{PEOPLE}/test_members.py",),
    ),
    Fault(
        "a published total has no decimals",
        "tournaments/services/clubs/leagues.py",
        "total=in_thousandths(line.total),",
        "total=Decimal(round(line.total)),",
        LEAGUES,
    ),
    Fault(
        "a season that begins after a league's has ended counts in it",
        "tournaments/services/clubs/leagues.py",
        " or season.starts_on > league.season.ends_on:",
        ":",
        LEAGUES,
    ),
    Fault(
        "who declines a final twice is written twice",
        "tournaments/services/clubs/qualifying.py",
        "if declines == declined.exists():",
        "if not declines and not declined.exists():",
        LEAGUES,
    ),
    Fault(
        "who is out of the ranking has no honours",
        "tournaments/queries/standings/honours.py",
        "named = [line for line in league.lines if line.is_named]",
        "named = [line for line in league.ranked if line.is_named]",
        ("tests/tournaments/queries/standings/test_honours.py",),
    ),
    Fault(
        "leagues are told to move by a tournament that is hidden",
        "tournaments/queries/standings/place_changes.py",
        "if not tournament.is_public or tournament.state in BEFORE_PLAY:",
        "if tournament.state in BEFORE_PLAY:",
        MOVES,
    ),
    Fault(
        "leagues are told to move by a tournament that has not begun",
        "tournaments/queries/standings/place_changes.py",
        "if not tournament.is_public or tournament.state in BEFORE_PLAY:",
        "if not tournament.is_public:",
        MOVES,
    ),
    Fault(
        "two taps publish a league twice",
        "tournaments/services/clubs/leagues.py",
        '    if earlier := sent_before(LeaguePublication, key, code="stale_publication", league_id=league.pk):\n'
        "        return earlier\n",
        "    key = uuid.uuid4()\n",
        ("tests/services/test_twice.py",),
    ),
)
