"""Faults of personal links: who comes in by one, what he may do, and until when."""

from tests.faults.fault import Fault

LINKS = "tournaments/queries/pages/personal_links.py"
OF_LINKS = "tests/tournaments/queries/pages/test_personal_links.py"
GUARD, OF_PAGES = "tournaments/views/own_pages.py", "tests/tournaments/views/test_personal_links.py"
DOOR = "tournaments/views/personal_links.py"
WORDS, OF_WORDS = "scoring/views/player/own.py", "tests/scoring/views/player/test_own_words.py"

BY_LINK: tuple[Fault, ...] = (
    Fault(
        "who left is sent to his next table",
        "templates/tournaments/player/evening.html",
        "{% if may_leave %}\n            <div>",
        "{% if mine %}\n            <div>",
        (OF_PAGES,),
    ),
    Fault(
        "a phone forgets whose line is its reader's",
        "tarot_club/static/tarot_club/mine.js",
        'say(of, kept(MINE + of) === isMe ? "" : isMe)',
        'say(of, "")',
        ("tests/journeys/test_my_line.py",),
    ),
    Fault(
        "the button goes to nobody's line",
        "tarot_club/static/tarot_club/mine.js",
        "    if (!own) return;\n",
        "    if (own) return;\n",
        ("tests/journeys/test_my_line.py",),
    ),
    Fault(
        "what is over leads to a sheet that there is not",
        "tournaments/queries/evening/own.py",
        "registration__in=is_over, table__isnull=False, round__tournament__isnull=False)",
        "registration__in=is_over, round__tournament__isnull=False)",
        ("tests/scoring/views/player/test_own.py",),
    ),
    Fault(
        "the code of who was let in stays in sight of the next one",
        "templates/tournaments/office/door/found.html",
        '    {% include "tournaments/office/door/arrived.html" %}\n',
        "",
        ("tests/tournaments/views/test_door.py",),
    ),
    Fault(
        "a withdrawn link still opens the page of its player",
        LINKS,
        "filter(pk=pk, link_version=version)",
        "filter(pk=pk)",
        (OF_LINKS,),
    ),
    Fault(
        "a link opens for ever",
        LINKS,
        "    if today > last_day:",
        "    if False:",
        (OF_LINKS,),
    ),
    Fault(
        "a forged link is asked for in the database",
        LINKS,
        "        return PersonalLink(code, shut=Shut.FORGED)\n",
        "        said = (0, 0, 0)\n",
        (OF_LINKS,),
    ),
    Fault(
        "the page of a player may be kept by a cache",
        GUARD,
        "    patch_cache_control(response, private=True, no_store=True)\n",
        "",
        (OF_PAGES,),
    ),
    Fault(
        "a link outranks who is logged in",
        GUARD,
        'if not code or getattr(request.user, "player_id", None):',
        "if not code:",
        (OF_PAGES,),
    ),
    Fault(
        "a link that is sent to a phone makes it another's unseen",
        DOOR,
        'or (is_another and request.method != "POST"):',
        "or False:",
        (OF_PAGES,),
    ),
    Fault(
        "all links of a tournament means those of the club",
        "tournaments/services/people/personal_links.py",
        'filter(pk__in=entered.values("pk"))',
        "filter(club=tournament.club)",
        (OF_PAGES,),
    ),
    Fault(
        "whoever may not confirm is told by name who may",
        WORDS,
        "    if not of_line.confirmed_by and seat not in of_line.may_confirm:",
        "    if False:",
        (OF_WORDS,),
    ),
    Fault(
        "the line of another table is confirmed",
        WORDS,
        "number for number, line in sheet.lines.items() if line.pk == line",
        "number for number in sheet.lines",
        (OF_WORDS,),
    ),
    Fault(
        "a player reads the sheets of a draft by his link",
        WORDS,
        "    if not tournament.is_public:\n        raise Http404\n    tables",
        "    tables",
        (OF_PAGES,),
    ),
    Fault(
        "who plays leaves three others alone",
        "tournaments/services/people/registrations.py",
        '    if seat is not None:\n        raise Refusal(\n            _(\n                "Vous jouez',
        '    if False:\n        raise Refusal(\n            _(\n                "Vous jouez',
        (OF_WORDS,),
    ),
    Fault(
        "who came by his link is asked his name at the table",
        "scoring/services/sheets/phones.py",
        "        seat = _seat_of(link, table, at) if link else None\n",
        "        seat = None\n",
        (OF_WORDS,),
    ),
    Fault(
        "a player's place is told in the language of who asked first",
        "tournaments/queries/standings/kept_standings.py",
        "public_standings_of, vary=current_language)",
        "public_standings_of)",
        ("tests/tournaments/queries/standings/test_kept_standings.py",),
    ),
)
