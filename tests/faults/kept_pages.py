"""Faults of the pages that are kept while nothing is committed."""

from tests.faults.fault import Fault

BEFORE_DJANGO, PAGES = "tarot_club/page_cache/before_django.py", "tarot_club/page_cache/pages.py"
WAL_INDEX, OF_WAL_INDEX = "tarot_club/page_cache/wal_index.py", "tests/tarot_club/test_wal_index.py"
OF_PAGE_CACHE = "tests/tarot_club/test_page_cache.py"

KEPT_WHILE_NOTHING_IS_COMMITTED: tuple[Fault, ...] = (
    Fault(
        "a page is taken for known in a state that was read after its facts",
        BEFORE_DJANGO,
        "            self.pages.found_up_to_date(request.slot, page, state)",
        "            self.pages.found_up_to_date(request.slot, page, _state())",
        (OF_PAGE_CACHE,),
    ),
    Fault(
        "a page known in one state is sent in the next",
        PAGES,
        "return known.pages.get(slot) if known.state == state else None",
        "return known.pages.get(slot)",
        (OF_PAGE_CACHE,),
    ),
    Fault(
        "a page that hangs on the day outlives it",
        BEFORE_DJANGO,
        "return None if committed is None else (committed, int(time.time()))",
        "return None if committed is None else (committed, 0)",
        (OF_PAGE_CACHE,),
    ),
    Fault(
        "nothing seems to have changed in a transaction that changes something",
        WAL_INDEX,
        'if database.vendor != "sqlite" or database.in_atomic_block:',
        'if database.vendor != "sqlite":',
        (OF_WAL_INDEX, OF_PAGE_CACHE),
    ),
    Fault(
        "a header that is being written is taken for a state",
        WAL_INDEX,
        "if header == index.header[COPY : 2 * COPY] and header.startswith(VERSION) else None",
        "if header.startswith(VERSION) else None",
        (OF_WAL_INDEX,),
    ),
    Fault(
        "the index is closed when it was looked at, and its locks are gone",
        WAL_INDEX,
        "                _OPENED[name] = _open(name)\n    return _OPENED[name]",
        "                return _open(name)\n    return _OPENED[name]",
        (OF_WAL_INDEX,),
    ),
)
