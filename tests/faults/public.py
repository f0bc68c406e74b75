"""Faults of what players see: pages that are followed, papers of what a page shows, draws while something is kept."""

from tests.faults.fault import Fault

PLACES = "tests/tournaments/views/test_places.py"
PARTS = "tests/tournaments/documents/test_parts_of_rankings.py"
RIGHTS = "tests/scoring/views/player/test_own_rights.py"
HIDDEN = "tests/tournaments/services/draws/test_draws_while_hidden.py"

PUBLIC_PAGES: tuple[Fault, ...] = (
    Fault(
        "the page of a place is not asked for again",
        "tournaments/views/public.py",
        '    context["live"] = live_part(request, "place", SELDOM if tournament.is_finished else OFTEN)\n',
        '    context["live"] = live_part(request, "place", 0)\n',
        (PLACES,),
    ),
    Fault(
        "a poll of a followed page gets all of it",
        "tournaments/views/caching.py",
        'base="live_part.html" if wants_fragment(request) else "live_page.html"',
        'base="live_page.html"',
        (PLACES,),
    ),
    Fault(
        "a draw by standings tells what is kept until the prize-giving",
        "tournaments/queries/draws/drafts.py",
        "    counted = standings(tournament) if whole else public_standings(tournament)\n",
        "    counted = standings(tournament)\n",
        (HIDDEN,),
    ),
    Fault(
        "the choice of the whole ranking is lost on its way to the draw",
        "tournaments/services/draws/requests.py",
        "ranking_of(tournament, players, whole=whole)",
        "ranking_of(tournament, players)",
        (HIDDEN,),
    ),
    Fault(
        "a draw by what everybody reads waits for the sheets that are kept",
        "tournaments/services/draws/requests.py",
        "        counted = begun if whole else begun_and_shown(tournament, begun)\n",
        "        counted = begun\n",
        (HIDDEN,),
    ),
    Fault(
        "the organiser is not told that a draw tells who leads",
        "tournaments/views/draws.py",
        "    return last_shown if last_shown < forecast.begun else None\n",
        "    return last_shown if last_shown > forecast.begun else None\n",
        (HIDDEN,),
    ),
    Fault(
        "a ranking by club is printed of everybody",
        "tournaments/documents/rankings.py",
        '.of_club(order.job.wanted.get("club"))',
        "",
        (PARTS,),
    ),
    Fault(
        "a page that keeps positions prints them",
        "tournaments/queries/standings/lines.py",
        "return part_code(self.span if self.span.is_one_round else until(self.rounds[-1]))",
        'return part_code(self.span) if self.span.is_one_round else ""',
        (PARTS,),
    ),
    Fault(
        "a ranking of one position stands for the last whole one",
        "tournaments/labels.py",
        'NARROWED = ("group", "part", "club")',
        'NARROWED = ("group", "club")',
        (PARTS,),
    ),
    Fault(
        "a consent that a player gives by his link does not say so",
        "tournaments/views/consents.py",
        "players.set_own_consents(player=me, by=request.speaker,",
        "players.set_own_consents(player=me, by=None,",
        (f"{RIGHTS}::test_the_journal_says_what_came_by_his_link_and_who_answered",),
    ),
    Fault(
        "a purpose that a player agrees to by himself is lost",
        "tournaments/services/people/players.py",
        "card_consent=card_consent, sharing_consent=sharing_consent)\n    if not",
        "card_consent=card_consent)\n    if not",
        (f"{RIGHTS}::test_by_a_link_what_is_given_waits_for_the_organiser_and_what_is_taken_back_does_not",),
    ),
    Fault(
        "a player's sheets of before the last ten are linked nowhere",
        "scoring/views/player/own.py",
        "page = Paginator(everything, own_query.PAST)",
        "page = Paginator(everything[: own_query.PAST], own_query.PAST)",
        ("tests/scoring/views/player/test_own.py::test_the_sheets_of_before_the_last_ten_are_linked_page_by_page",),
    ),
)
