"""Faults of players, entries, tournaments and who sits where."""

from tests.faults.fault import Fault

ROWS = "tests/services/test_public.py"

PEOPLE_AND_SEATS: tuple[Fault, ...] = (
    Fault(
        "numbers betray the alphabet",
        "tournaments/services/people/registrations.py",
        "        LOT.shuffle(newcomers)",
        "        newcomers.sort(key=str)",
        ("tests/tournaments/services/people/test_registrations.py",),
    ),
    Fault(
        "a start number is used twice",
        "tournaments/services/people/registrations.py",
        'last_number = tournament.registrations.aggregate(last=Max("start_number"))["last"] or 0',
        "last_number = tournament.registrations.exclude(status=Status.WITHDRAWN).count()",
        ("tests/tournaments/services/people/test_registrations.py",),
    ),
    Fault(
        "the status of somebody in another tournament is changed",
        "tournaments/services/people/registrations.py",
        "tournament.registrations.filter(OF_A_PERSON, pk__in=registrations)",
        "Registration.objects.filter(pk__in=registrations)",
        ("tests/tournaments/services/people/test_registrations.py",),
    ),
    Fault(
        "settings that were announced at the tables are changed",
        "tournaments/services/evening/tournaments.py",
        '"rounds_planned", "is_trial"}',
        '"rounds_planned", "keeps"}',
        ("tests/tournaments/services/evening/test_tournaments.py",),
    ),
    Fault(
        "a tournament in which nothing was played ends",
        "tournaments/services/evening/tournaments.py",
        "    if not tournament.rounds.exists():",
        "    if tournament.rounds.count() > 99:",
        ("tests/tournaments/services/evening/test_tournaments.py",),
    ),
    Fault(
        "a player who changes his name tells no tournament",
        "tournaments/services/people/players.py",
        "    raise_revisions(Tournament.objects.filter(pk__in=Registration.objects.filter(player=player)",
        "    raise_revisions(Tournament.objects.none().filter(pk__in=Registration.objects.filter(player=player)",
        (ROWS, "tests/tournaments/services/people/test_players.py"),
    ),
    Fault(
        "the refusal of a licence names another club's member",
        "tournaments/services/people/players.py",
        "    if holder.club_id == club.pk:",
        "    if holder.club_id:",
        ("tests/tournaments/services/people/test_players.py",),
    ),
    Fault(
        "two players are exchanged at a price that has changed",
        "tournaments/services/draws/seat_changes.py",
        "    if seen != digest(places(tournament)):",
        "    if not seen:",
        ("tests/tournaments/services/draws/test_seat_changes.py",),
    ),
    Fault(
        "two exempts are exchanged",
        "tournaments/services/draws/seat_changes.py",
        "if seats[0].table_id is None and seats[1].table_id is None:",
        "if seats[0].table_id is None and seats[1].table_id == 0:",
        ("tests/tournaments/services/draws/test_seat_changes.py",),
    ),
    Fault(
        "the licence of a form keeps its spaces",
        "tournaments/services/people/players.py",
        'return "".join(text.split()).upper()',
        "return text.strip().upper()",
        ("tests/tournaments/views/test_players.py", "tests/tournaments/services/people/test_players.py"),
    ),
    Fault(
        "an arbiter is named for a tournament that is over",
        "tournaments/forms/clubs.py",
        "club.tournaments.exclude(state__in=OVER)",
        "club.tournaments.all()",
        ("tests/tournaments/views/test_clubs.py",),
    ),
    Fault(
        "the form of a tournament offers the seasons of all clubs",
        "tournaments/forms/tournaments.py",
        'self.fields["season"].queryset = club.seasons.all()',
        'self.fields["season"].queryset = Season.objects.all()',
        ("tests/tournaments/views/test_tournaments.py",),
    ),
    Fault(
        "a certificate hides by how much seats are not shared",
        "tournaments/seating/sentences.py",
        'within = translated(_(", à {spread} près"), language).format(spread=spread) if spread else ""',
        'within = ""',
        ("tests/tournaments/seating/test_sentences.py",),
    ),
    Fault(
        "a certificate hides whom it does not count",
        "tournaments/seating/sentences.py",
        'return translated(_(", sans compter {who}"), language).format(who=who)',
        'return ""',
        ("tests/tournaments/seating/test_sentences.py",),
    ),
    Fault(
        "the check of a plan lets turns be two apart",
        "tournaments/seating/check.py",
        "        if max(counts) - min(counts) > 1:",
        "        if max(counts) - min(counts) > 2:",
        ("tests/tournaments/seating/test_draw.py", "tests/tournaments/seating/test_turns.py"),
    ),
    Fault(
        "the check of a plan believes the repeats of its certificate",
        "tournaments/seating/check.py",
        "    if again != certificate.repeats:",
        "    if again < certificate.repeats:",
        ("tests/tournaments/seating/test_draw.py",),
    ),
    Fault(
        "the check of a plan lets two meet who never must",
        "tournaments/seating/check.py",
        "if len(group.intersection(table)) > 1:",
        "if len(group.intersection(table)) > 2:",
        ("tests/tournaments/seating/test_draw.py",),
    ),
)
