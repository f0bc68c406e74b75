"""Faults of what is told to whom: withheld names, the journal, kept pages, words on a page that failed."""

from tests.faults.fault import Fault

JOURNAL = "tests/services/test_journal.py"
PENALTIES = "scoring/services/decisions/penalties.py"
PRIVACY = "tests/tournaments/views/test_privacy.py"
CARDS = "tests/scoring/views/player/test_player_cards.py"

WHAT_IS_TOLD: tuple[Fault, ...] = (
    Fault(
        "a card is shown of who agreed to his name alone, and names him on others",
        "tournaments/queries/people/names.py",
        "return Player.objects.filter(consent=True, card_consent=True)",
        "return Player.objects.filter(consent=True)",
        (CARDS,),
    ),
    Fault(
        "two players are compared though one of them withheld it",
        "scoring/views/player/player_cards.py",
        "player, other = _player(player_key), _player(other_key)",
        "player, other = _player(player_key), get_object_or_404(Player, key=other_key)",
        (CARDS,),
    ),
    Fault(
        "a trial is on a card",
        "scoring/queries/player/player_cards.py",
        "tournaments = Tournament.objects.filter(is_shown()).exclude(",
        "tournaments = Tournament.objects.exclude(",
        (CARDS,),
    ),
    Fault(
        "a card stays kept after its consent is withdrawn",
        "tournaments/queries/pages/revisions.py",
        "if all(row[CONSENTED])] or None",
        "if row] or [(player_key,)]",
        ("tests/tournaments/queries/pages/test_revisions_of_players.py",),
    ),
    Fault(
        "who takes back his name keeps his card",
        "tournaments/services/people/players.py",
        "        facts = facts.agreed",
        "        facts = replace(facts, consent=True)",
        ("tests/tournaments/services/people/test_players.py",),
    ),
    Fault(
        "a withheld name is shown in a league",
        "tournaments/models/clubs.py",
        "        if not self.consent:",
        "        if not self.last_name:",
        (PRIVACY,),
    ),
    Fault(
        "a withheld name is « Joueur anonyme » where the start number is known",
        "tournaments/queries/people/names.py",
        "    if registration.player.consent:",
        "    if registration.player.pk:",
        ("tests/tournaments/api/test_standings.py",),
    ),
    Fault(
        "the club of a withheld name is shown",
        "tournaments/queries/people/names.py",
        'return player.club.name if player.consent else ""',
        "return player.club.name",
        (PRIVACY,),
    ),
    Fault(
        "those at a table read a withheld name",
        "tournaments/queries/evening/own.py",
        "if other.pk == seat.pk else public_name(other.registration)",
        "if other.pk == seat.pk else other.registration.player.full_name",
        (PRIVACY,),
    ),
    Fault(
        "the journal does not say who",
        "tournaments/services/journal.py",
        'by_name=str(by)[:150] if by is not None else "",',
        'by_name="",',
        (JOURNAL,),
    ),
    Fault(
        "the journal is in the language of whoever writes",
        "tournaments/services/journal.py",
        'with override("fr"):',
        "if True:",
        ("tests/tournaments/test_subjects.py",),
    ),
    Fault(
        "the journal does not say why a penalty was cancelled",
        PENALTIES,
        "        reason=reason,\n        details={",
        "        details={",
        (JOURNAL,),
    ),
    Fault(
        "a donne that was moved leaves no line in the journal",
        "scoring/services/sheets/moves.py",
        '    log(\n        action=gettext_noop("donne déplacée"),',
        '    dict(\n        action=gettext_noop("donne déplacée"),',
        (JOURNAL, "tests/scoring/services/sheets/test_moves.py"),
    ),
    Fault(
        "a password is sent back by the page of failures",
        "tarot_club/failures.py",
        'if files or any("password" in name for name, _value in sent):',
        "if files:",
        ("tests/tarot_club/test_failures.py",),
    ),
    Fault(
        "a fault of the program offers to send the same again",
        "tarot_club/failures.py",
        'code="error", resend=False)',
        'code="error")',
        ("tests/tarot_club/test_failures.py",),
    ),
    Fault(
        "thousands are apart by a wide space in French",
        "tournaments/kit/text.py",
        r'THIN = "\N{NARROW NO-BREAK SPACE}"',
        r'THIN = "\N{NO-BREAK SPACE}"',
        ("tests/tournaments/test_marks.py",),
    ),
    Fault(
        "a loss is written with a hyphen",
        "tournaments/kit/text.py",
        r'MINUS = "\N{MINUS SIGN}"',
        'MINUS = "-"',
        ("tests/tournaments/test_marks.py",),
    ),
    Fault(
        "112th is 112nd",
        "tournaments/templatetags/marks.py",
        "if place % 100 in (11, 12, 13):",
        "if place in (11, 12, 13):",
        ("tests/tournaments/test_marks.py",),
    ),
    Fault(
        "a page is the same in every language",
        "tournaments/views/caching.py",
        "parts = (code_version(), language, path,",
        "parts = (code_version(), path,",
        ("tests/tournaments/views/test_public.py", "tests/tarot_club/test_page_cache.py"),
    ),
    Fault(
        "the front page of yesterday is kept today",
        "tournaments/queries/pages/revisions.py",
        "return [_day(), *_CLUBS.rows(),",
        "return [*_CLUBS.rows(),",
        ("tests/tournaments/views/test_public.py", "tests/tarot_club/test_page_cache.py"),
    ),
    Fault(
        "a withheld name stands where the alphabet puts it",
        "tournaments/queries/draws/seating.py",
        'fold(seat.name) if seat.is_named else "", seat.start_number)',
        "fold(seat.name), seat.start_number)",
        (PRIVACY, "tests/tournaments/queries/draws/test_seating.py"),
    ),
)
