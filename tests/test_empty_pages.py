"""Where there is nothing yet: a page (suits, dashes) or a line of a list; who works with it is offered what to do."""

import re
from collections.abc import Iterator
from pathlib import Path

TEMPLATES = Path(__file__).parent.parent / "templates"
BLOCK = re.compile(r'^( *)<(div|p) class="(?:empty|\{% if [^"]*\bempty\b[^"]*)">(.*?)</\2>$', re.DOTALL | re.MULTILINE)
OFFICE = ("tournaments/office", "scoring")
# What says that nothing is to be done, waits for others, or stands beside what there is to do.
WITHOUT_AN_ACT = {
    "scoring/board_deal.html": "a libre has no étuis, whoever plays them gets no paper of them",
    "scoring/cancelled_record.html": "of a round that was cancelled nothing is attached any more",
    "scoring/desk_tables.html": "an arbiter whose tables are complete, or who has none here",
    "scoring/fouled_board.html": "a libre has no étuis, and other étuis are reached from their donnes",
    "scoring/imported_results.html": "of such an evening no result came from a file",
    "scoring/mouche.html": "its pot fills as donnes are entered",
    "scoring/noted.html": "its form is beside it",
    "scoring/own_corrections.html": "a player's page",
    "scoring/penalties.html": "its form is beside it",
    "scoring/player_card.html": "everybody's page",
    "scoring/two_players.html": "everybody's page",
    "tournaments/office/_finalists.html": "one of three lists of one page",
    "tournaments/office/check_in/found.html": "the box to type in is above it",
    "tournaments/office/committee_suspensions.html": "its form is above it",
    "tournaments/office/documents.html": "the buttons that make them are above it",
    "tournaments/office/doubles.html": "nothing to do",
    "tournaments/office/fees.html": "everybody has paid",
    "tournaments/office/member.html": "waits for an evening",
    "tournaments/office/member_fee.html": "its form is above it",
    "tournaments/office/merge.html": "the box to type in is above it",
    "tournaments/office/organisation.html": "the club's buttons are below it, or somebody else is to act",
    "tournaments/office/teams.html": "its form is below it",
    "tournaments/office/qualifying.html": "its form is below it",
    "tournaments/office/season_books.html": "says what fills it",
    "tournaments/office/unanswered_files.html": "nothing to do",
    "tournaments/office/whole_league.html": "waits for an evening",
}


def empty_places() -> Iterator[tuple[str, str, str]]:
    """Return each such place: its template, its tag, what is in it."""
    for path in sorted(TEMPLATES.rglob("*.html")):
        for _indent, tag, inside in BLOCK.findall(path.read_text()):
            yield path.relative_to(TEMPLATES).as_posix(), tag, inside


def test_what_is_empty_offers_what_to_do() -> None:
    found = list(empty_places())
    assert len(found) > 60
    silent = {
        name
        for name, _tag, inside in found
        if name.startswith(OFFICE) and not re.search(r"<a |<button|_to_evening\.html", inside)
    }
    assert silent == set(WITHOUT_AN_ACT)


def test_a_page_is_no_line_and_a_line_no_page() -> None:
    """A line holds words and perhaps a link; what has a button is a page."""
    for name, tag, inside in empty_places():
        assert ("<p" in inside, "button" in inside and tag == "p") == (tag == "div", False), name
