"""Faults of what a first view weighs, and of what a phone does before it shows the standings of a thousand."""

from tests.faults.fault import Fault

ASSETS, OF_ASSETS = "tarot_club/assets.py", "tests/tarot_club/test_assets.py"
THEME = "tarot_club/static/tarot_club/theme.css"
OF_ROWS = "tests/tournaments/templatetags/test_ranking_rows.py"
OF_LISTS = "tests/journeys/test_light_pages.py::test_the_standings_miss_no_rule_of_the_lists_that_they_leave_out"
OF_LETTERS = "tests/journeys/test_large_letters.py::test_a_name_and_its_total_are_read_at_once"
OF_GROUPS = "tests/journeys/test_my_line.py::test_of_a_long_list_a_phone_lays_out_what_is_in_sight"

FIRST_VIEW: tuple[Fault, ...] = (
    Fault(
        "what a package ships is minified too",
        ASSETS,
        "if path.parent.name == OURS and not settings.DEBUG else",
        "if not settings.DEBUG else",
        (OF_ASSETS,),
    ),
    Fault(
        "who works on the style sheets reads them minified",
        ASSETS,
        " and not settings.DEBUG else",
        " else",
        (OF_ASSETS,),
    ),
    Fault(
        "what is collected for the image keeps its comments",
        ASSETS,
        'ContentFile(minified(Path(name), b"".join(content.chunks())))',
        "content",
        (OF_ASSETS,),
    ),
    Fault(
        "a style sheet in Brotli is said to be in gzip",
        ASSETS,
        'return self.tight, "br"',
        'return self.tight, "gzip"',
        (OF_ASSETS,),
    ),
    Fault(
        "the standings bring the rules of the other pages along",
        "templates/tournaments/public/standings.html",
        "{% if tournament.is_coming or not standings.rounds %}{{ block.super }}{% endif %}",
        "{{ block.super }}",
        (OF_LISTS,),
    ),
    Fault(
        "the path of a page is cut where letters are twice as large",
        THEME,
        "  .page-head.close :is(.crumbs, .lede) { white-space: normal; }",
        "",
        ("tests/journeys/test_light_pages.py::test_nothing_is_cut_where_letters_are_twice_as_large",),
    ),
    Fault(
        "every cell of a printed ranking draws a rule",
        "templates/documents/print.css",
        ".striped tbody > tr > * { border-bottom: 0; }",
        "",
        ("tests/tournaments/documents/test_rankings.py::test_a_cell_of_a_long_ranking_draws_its_figures_alone",),
    ),
    Fault(
        "a line of the standings is lost where a group ends",
        "tournaments/templatetags/ranking_rows.py",
        "yield lines[first : first + GROUP]",
        "yield lines[first : first + GROUP - 1]",
        (OF_ROWS,),
    ),
    Fault(
        "points given beside a result overflow a narrow column",
        "tournaments/queries/standings/lines.py",
        "if any(mark.given for mark in marks):",
        "if not marks:",
        (OF_ROWS,),
    ),
    Fault(
        "a phone lays out every line of the standings before it shows one",
        THEME,
        "content-visibility: auto; contain",
        "contain",
        (OF_GROUPS,),
    ),
    Fault(
        "one's own line is pinned in its group only",
        THEME,
        "#standings tbody:has(> :is(.is-me, .is-pinned)) { display: contents; }",
        "",
        (OF_GROUPS,),
    ),
    Fault(
        "a name in large letters covers the total beside it",
        THEME,
        "clamp(5.6rem, 100vw - 10.6rem, 8.3rem)",
        "8.3rem",
        (OF_LETTERS,),
    ),
    Fault(
        "a name in letters twice as large stands beside its figures",
        THEME,
        "@media screen and (max-width: 17.99rem) {",
        "@media screen and (max-width: 1rem) {",
        (OF_LETTERS,),
    ),
)
