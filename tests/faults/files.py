"""Faults of files read and kept, of what strangers send, of old rows migrated, and of kept pages."""

from tests.faults.fault import Fault

OF_PAGE_CACHE = "tests/tarot_club/test_page_cache.py"
TEXT, OF_TEXT = "tournaments/kit/text.py", "tests/tournaments/kit/test_text.py"
COLUMNS, OF_COLUMNS = "tournaments/imports/columns.py", "tests/tournaments/imports/test_columns.py"
OLD_DRAWS = "tournaments/migrations/0007_draws_of_the_jobs.py"
OF_OLD_DRAWS = "tests/tournaments/migrations/test_draws_of_the_jobs.py"
OF_BACKUPS, OF_GROWTH = "tests/tarot_club/test_backups.py", "tests/test_growth.py"


FILES_AND_OLD_ROWS: tuple[Fault, ...] = (
    Fault(
        "half a point that is lost is half a point won",
        TEXT,
        "size = -half_points if half_points < 0 else half_points",
        "size = half_points",
        (OF_TEXT,),
    ),
    Fault(
        "Lebœuf and Leboeuf are two people",
        TEXT,
        '.replace("œ", "oe")',
        "",
        (OF_TEXT,),
    ),
    Fault(
        "a cell that is wrong is told to be empty as well",
        COLUMNS,
        "                del values[column.name]",
        "                values[column.name] = None",
        (OF_COLUMNS,),
    ),
    Fault(
        "a line whose problem is one too many to be told is taken",
        COLUMNS,
        "        self._problem_count += 1\n        if len(self.problems) < self.most_problems:\n",
        "        if len(self.problems) < self.most_problems:\n            self._problem_count += 1\n",
        (OF_COLUMNS,),
    ),
    Fault(
        "a file of as many lines as it may have is refused",
        COLUMNS,
        "if len(sheet.lines) > cls.most_lines + 1:",
        "if len(sheet.lines) > cls.most_lines:",
        (OF_COLUMNS,),
    ),
    Fault(
        "a column that is there twice is read twice",
        COLUMNS,
        "if len(mine) > 1 and not column.several:",
        "if len(mine) > 2 and not column.several:",
        (OF_COLUMNS,),
    ),
    Fault(
        "an old round is of a draw that was published after it",
        OLD_DRAWS,
        "for at, draw in drawn if at <= round_.published_at]",
        "for at, draw in drawn]",
        (OF_OLD_DRAWS,),
    ),
    Fault(
        "an old round is of the draw that was asked for last",
        OLD_DRAWS,
        "max(before)[1]",
        "before[-1][1]",
        (OF_OLD_DRAWS,),
    ),
    Fault(
        "an old draw by lot follows a ranking",
        OLD_DRAWS,
        'ranking = wanted.get("ranking") if mode in BY_STANDINGS else None',
        'ranking = wanted.get("ranking")',
        (OF_OLD_DRAWS,),
    ),
    Fault(
        "an old plan without rounds may be published",
        OLD_DRAWS,
        'plan = plan if plan and plan.get("rounds") else None',
        "plan = plan or None",
        (OF_OLD_DRAWS,),
    ),
    Fault(
        "the page that was read last is thrown away first",
        "tarot_club/page_cache/pages.py",
        "self._pages.popitem(last=False)",
        "self._pages.popitem(last=True)",
        (OF_PAGE_CACHE,),
    ),
    Fault(
        "two sites that share a Redis share their pages",
        "tarot_club/page_cache/shared.py",
        'self.mark = salted_hmac("kept pages", "").hexdigest()[:16]',
        'self.mark = "kept pages"',
        (OF_PAGE_CACHE,),
    ),
    Fault(
        "a process gives up the lock that another one has",
        "tarot_club/page_cache/shared.py",
        "if cache.get(lock) == token:",
        "if cache.get(lock):",
        (OF_PAGE_CACHE,),
    ),
    Fault(
        "the page of before the change is fetched from Redis",
        "tarot_club/page_cache/shared.py",
        "if stored is not None and stored[1] == etag:",
        "if stored is not None:",
        (OF_PAGE_CACHE,),
    ),
    Fault(
        "each name of a donne is compared with all of them",
        "scoring/marque/checks.py",
        "player for player, times in Counter(players).items() if times > 1)",
        "player for player in players if players.count(player) > 1)",
        (OF_GROWTH,),
    ),
    Fault(
        "each key of an object is compared with all of them",
        "scoring/marque/lines.py",
        "for key in mapping if times[key] > 1)",
        "for key in mapping if [*times.elements()].count(key) > 1)",
        (OF_GROWTH,),
    ),
    Fault(
        "a restore takes its own connection for somebody else's",
        "tarot_club/backups/postgres.py",
        " AND pid IS DISTINCT FROM %s::int",
        " AND pid IS DISTINCT FROM -abs(%s::int)",
        (OF_BACKUPS,),
        needs="postgresql",
    ),
)
