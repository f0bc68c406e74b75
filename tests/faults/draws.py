"""Faults of draws, of the facts of a donne, and of what is bound and printed."""

from tests.faults.fault import Fault

ROWS = "tests/services/test_public.py"
DRAWS, PUBLISHING = "tournaments/services/draws/requests.py", "tournaments/services/draws/publishing.py"
OF_DRAWS, OF_TURNS = "tests/tournaments/services/draws/test_requests.py", "tests/tournaments/views/test_draw_turns.py"
FACTS, OF_FACTS = "scoring/marque/checks.py", "tests/scoring/marque/test_facts.py"
PAGE_CACHE, OF_PAGE_CACHE = "tarot_club/page_cache/before_django.py", "tests/tarot_club/test_page_cache.py"

DRAWS_FACTS_AND_PAPER: tuple[Fault, ...] = (
    Fault(
        "a draw is published though players came or left",
        PUBLISHING,
        "if present_ids(tournament) != draw.players:",
        "if len(present_ids(tournament)) < len(draw.players):",
        (OF_DRAWS,),
    ),
    Fault(
        "a draw published twice replaces its rounds twice",
        PUBLISHING,
        "    if draw.published_at is not None:",
        "    if draw.published_at is not None and draw.alone:",
        (OF_DRAWS,),
    ),
    Fault(
        "rounds do not know the draw that made them",
        PUBLISHING,
        "published_at=at, draw=draw)",
        "published_at=at)",
        ("tests/tournaments/queries/draws/test_certificate.py",),
    ),
    Fault(
        "one round drawn again replaces those after it too",
        PUBLISHING,
        'replaced = {"number": first} if draw.alone else',
        'replaced = {"number": first} if draw.by_rule else',
        ("tests/tournaments/services/draws/test_redraws.py",),
    ),
    Fault(
        "a plan published raises no revision",
        PUBLISHING,
        "details=details)\n    raise_revision(tournament)",
        "details=details)",
        (ROWS,),
    ),
    Fault(
        "a draw forgets that repeats were to come first",
        DRAWS,
        "turns=(Turns.FIRST if mode.one_by_one else turns).value,",
        "turns=Turns.FIRST.value,",
        (OF_TURNS,),
    ),
    Fault(
        "a draw already under way is asked once more",
        DRAWS,
        "    if under_way is not None:",
        "    if under_way is not None and under_way.alone:",
        (OF_DRAWS,),
    ),
    Fault(
        "a fact that could not be read is said to be missing as well",
        FACTS,
        'if not (problem.code.endswith("_missing") and problem.field in explained):',
        'if not (problem.code.endswith("_unread") and problem.field in explained):',
        (OF_FACTS, "tests/scoring/marque/test_reading.py"),
    ),
    Fault(
        "somebody who sits out may take",
        FACTS,
        "        elif chair in sits_out:",
        '        elif chair in sits_out and field != "taker":',
        (OF_FACTS, "tests/scoring/marque/test_refusals.py"),
    ),
    Fault(
        "who showed a poignée is not looked for among those who hold cards",
        FACTS,
        "_people(variant, players, taker, partner, sits_out, in_primes)",
        "_people(variant, players, taker, partner, sits_out, ())",
        (OF_FACTS, "tests/scoring/marque/test_refusals.py"),
    ),
    Fault(
        "a donne's own house rules take the place of the club's",
        "scoring/marque/reading.py",
        "return dataclasses.replace(house, **dict(rules))",
        "return HouseRules(**dict(rules))",
        ("tests/scoring/marque",),
    ),
    Fault(
        "a petit chelem counts where the club does not play it",
        FACTS,
        "(facts.petit_chelem.announced or facts.petit_chelem.made) and not house.petit_chelem:",
        "facts.petit_chelem.announced and not house.petit_chelem:",
        ("tests/scoring/marque/test_reading.py",),
    ),
    Fault(
        "a kind of document is declared twice",
        "tournaments/documents/registry.py",
        "        if kind in DOCUMENTS:",
        "        if kind in DOCUMENTS and DOCUMENTS[kind].template == template:",
        ("tests/scoring/documents/test_registry.py::test_a_kind_of_document_is_declared_once",),
    ),
    Fault(
        "the second volume is read out as the first",
        "tournaments/documents/volumes.py",
        'element["StructParents"] += begin',
        'element["StructParents"] += 0',
        ("tests/tournaments/documents/test_pdf.py",),
    ),
    Fault(
        "the bookmarks end with the first volume",
        "tournaments/documents/volumes.py",
        'self.bookmarks["Count"] += bookmarks["Count"]',
        'self.bookmarks["Count"] = bookmarks["Count"]',
        ("tests/tournaments/documents/test_pdf.py",),
    ),
    Fault(
        "a page of before the change is sent",
        PAGE_CACHE,
        "        page = self.pages.get(request.slot)\n        if page is None or page.facts != facts:\n",
        "        page = self.pages.get(request.slot)\n        if page is None:\n",
        (OF_PAGE_CACHE,),
    ),
    Fault(
        "a page rendered for a visitor with his cookie is everybody's",
        PAGE_CACHE,
        'if not status.startswith("200 ") or "set-cookie" in names or',
        'if not status.startswith("200 ") or',
        (OF_PAGE_CACHE,),
    ),
    Fault(
        "who is logged in gets the page of everybody",
        PAGE_CACHE,
        "if cookies and not query.fragment and (",
        "if cookies and query.fragment and (",
        (OF_PAGE_CACHE,),
    ),
)
