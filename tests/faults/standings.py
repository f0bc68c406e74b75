"""Faults of the marque, the rankings, the leagues and their documents."""

from tests.faults.fault import Fault

STANDINGS: tuple[Fault, ...] = (
    Fault(
        "after two who share a place nobody's place is skipped",
        "tournaments/standings/ranking.py",
        "place += how_many[total]",
        "place += 1",
        ("tests/tournaments/standings/test_ranking.py",),
    ),
    Fault(
        "the worst results count in a league",
        "tournaments/standings/leagues.py",
        "key=lambda event: (-points[event], event))",
        "key=lambda event: (points[event], event))",
        ("tests/tournaments/standings/test_leagues.py",),
    ),
    Fault(
        "best of N counts one more",
        "tournaments/standings/leagues.py",
        "frozenset(best_first[: rule.best_of])",
        "frozenset(best_first[: rule.best_of and rule.best_of + 1])",
        ("tests/tournaments/standings/test_leagues.py",),
    ),
    Fault(
        "a penalty gives its points",
        "tournaments/standings/ranking.py",
        "if isinstance(points, int)) + self.penalties",
        "if isinstance(points, int)) - self.penalties",
        ("tests/tournaments/standings/test_ranking.py",),
    ),
    Fault(
        "a round imported without a table is an exemption",
        "tournaments/queries/standings.py",
        "exempt = table_id is None and points is None",
        "exempt = table_id is None",
        ("tests/tournaments/queries/test_standings.py", "tests/scoring/imports/test_past_results.py"),
    ),
    Fault(
        "who only has a penalty is left out of the league",
        "tournaments/queries/standings.py",
        "return self.rounds_played > 0 or self.penalties < 0",
        "return self.rounds_played > 0",
        ("tests/tournaments/queries/test_leagues.py", "tests/tournaments/queries/test_standings.py"),
    ),
    Fault(
        "the league of a season does not follow its rule",
        "tournaments/queries/leagues.py",
        "LeagueRule(season.best_of, season.minimum_evenings)",
        "LeagueRule()",
        ("tests/tournaments/queries/test_leagues.py",),
    ),
    Fault(
        "the stray half point goes to the camp that loses",
        "scoring/marque/count.py",
        "distance = (abs(margin) + 1) // 2",
        "distance = abs(margin) // 2",
        ("tests/scoring/marque/test_examples.py",),
    ),
    Fault(
        "a table drawn wide of the ranking is printed as it was",
        "tournaments/documents/rankings.py",
        "ROOMY, CROWDED, WIDE = 7, 10, 16",
        "ROOMY, CROWDED, WIDE = 17, 20, 26",
        ("tests/tournaments/documents/test_rankings.py",),
    ),
    Fault(
        "a ranking on paper is in French for everybody",
        "tournaments/documents/registry.py",
        "with override(language), override(",
        'with override("fr"), override(',
        ("tests/tournaments/documents/test_rankings.py",),
    ),
    Fault(
        "a paper of a timed tournament says position",
        "tournaments/documents/registry.py",
        "override(words_of(job.tournament)):",
        "override(words_of(None)):",
        ("tests/tournaments/documents/test_certificate.py",),
    ),
    Fault(
        "what a tournament brought to its league is kept whatever is corrected",
        "tournaments/queries/kept_lines.py",
        "if one.pk in kept and kept[one.pk][0] == one.revision}",
        "if one.pk in kept}",
        ("tests/tournaments/queries/test_kept_lines.py",),
    ),
    Fault(
        "a paper does not say which state it shows",
        "tournaments/documents/rankings.py",
        '"revision": tournament.revision, "moment": moment(order.at)},',
        '"revision": 1, "moment": moment(order.at)},',
        ("tests/tournaments/documents/test_rankings.py",),
    ),
    Fault(
        "a text too long for its room loses its end without a sign",
        "tournaments/documents/paper.py",
        '.rstrip() + "…", smallest)',
        ".rstrip(), smallest)",
        ("tests/tournaments/documents/test_paper.py",),
    ),
)
