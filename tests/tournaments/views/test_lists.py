"""Every page that shows a list offers it as a file, or is named here with the reason why not."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.pure

TEMPLATES = Path(__file__).parents[3] / "templates"
EXPORTS = "tournaments/exports.html"
INCLUDED = re.compile(r'(?:{%-?\s*include\s+|\bshows=)"([^"]+)"')  # a frame includes what it `shows`
EXTENDS = re.compile(r"{%\s*extends\s")  # a page that is followed extends what the view says
# A table, the rows of a card, what a card holds, a history. Other `ul` and `ol` are tabs, steps, seats, errors.
LIST = re.compile(r'<table\b|{% render_table|<[uo]l[^>]*\bclass="[^"]*\b(?:rows|kept|history|donnes|podium)\b')
APART = {"documents", "account"}  # papers; the pages of a login

ONE_DONNE = "one donne, counted as it is asked: there is nothing to take away but the answer"
PREVIEW = "a preview of what is about to be written, which the page of the list then shows"
RULES = "what a barème or the règlement says, to be read and printed; the club's list of barèmes is taken away"
CHOICE = "a choice to be made, of a list that its own page gives"
ONE_PERSON = "a person's evenings: he takes away all that is kept of him, and nobody else does"
NOT_OFFERED = {
    "scoring/bareme.html": RULES,
    "scoring/board_deal.html": "papers to be made; the hands themselves are on no page",
    "scoring/bareme_choice.html": RULES,
    "scoring/bareme_form.html": RULES,
    "scoring/bareme_of_club.html": RULES,
    "scoring/rulebook.html": RULES,
    "scoring/calculator.html": ONE_DONNE,
    "scoring/cards/count.html": ONE_DONNE,
    "scoring/cards/replay.html": ONE_DONNE,
    "scoring/cards/record.html": ONE_DONNE,
    "scoring/cancelled_record.html": ONE_DONNE,
    "scoring/donne.html": PREVIEW,
    "scoring/cancel_round.html": PREVIEW,
    "scoring/fouled_board.html": "what was ruled of one étui: the journal, which is taken away, has it too",
    "scoring/restore_round.html": PREVIEW,
    "scoring/faults_preview.html": PREVIEW,
    "scoring/imported_results.html": CHOICE,
    "scoring/past_archive.html": PREVIEW,
    "scoring/past_evenings_preview.html": PREVIEW,
    "scoring/past_results_preview.html": PREVIEW,
    "scoring/past_season_preview.html": PREVIEW,
    "tournaments/office/import_preview.html": PREVIEW,
    "tournaments/office/league.html": PREVIEW,
    "tournaments/office/seasons.html": "a club's seasons, each with its papers, which are made here",
    "tournaments/office/season_end.html": "what is left to do: leagues, tournaments and prizes have their own pages",
    "tournaments/office/draw.html": "a draft of a draw; its tables are taken away once they are published",
    "tournaments/office/matches.html": "what waits for each match: they are taken away from the page all read",
    "tournaments/player/consents.html": "what one person agrees to, and what his clubs write to him about",
    "tournaments/player/line_up.html": "whom one captain called: the team's page, which is taken away, has them too",
    "tournaments/player/matches.html": "one team's matches, which are taken away from the page that all read",
    "tournaments/office/finish.html": "what still waits before the end, each on the page that its line leads to",
    "scoring/settle.html": "two versions of one donne, side by side, between which the arbiter decides",
    "scoring/table/page.html": "the phone at a table: the desk and the players' own sheets give the same lines",
    "tournaments/office/link.html": "the clubs that keep another file of one person: one or two names",
    "tournaments/office/merge.html": CHOICE,
    "tournaments/office/player.html": CHOICE,
    "tournaments/office/seat_changes_swap.html": CHOICE,
    "tournaments/office/guests.html": "what waits for a word, and people of whom a club reads no more than their name",
    "tournaments/office/settings.html": "the settings themselves, where they no longer change: there is one of each",
    "tournaments/public/tournament.html": "the first of the standings, which are taken away from their page",
    "tournaments/public/team.html": "one team of the ranking of teams, which is taken away from its page",
    "tournaments/public/place.html": "one line of the standings, which are taken away from their page",
    "tournaments/public/league_place.html": "one line of the league, which is taken away from its page",
    "tournaments/office/committee_leagues.html": "a comité's leagues, each taken away from its own page",
    "tournaments/office/committee_suspensions.html": "whom a comité suspends and why: that stays with it, in no file",
    "scoring/player_card.html": ONE_PERSON,
    "scoring/two_players.html": ONE_PERSON,
    "tournaments/player/linked_files.html": ONE_PERSON,
}


def texts() -> dict[str, str]:
    return {str(path.relative_to(TEMPLATES)): path.read_text() for path in TEMPLATES.rglob("*.html")}


# What writes the cells of a table's rows elsewhere, each line with its `th`.
ROWS_ELSEWHERE = re.compile(
    r"{% (?:evening_rows|ranking_rows|include \"scoring/(?:marks_rows|bareme_example_rows)\.html\")"
)
TABLE = re.compile(r"<table\b.*?</table>", re.DOTALL)


def test_every_table_has_a_name_and_each_of_its_rows_a_head() -> None:
    """The walk of tests/test_urls.py looks at those that its world shows, here are all."""
    without = []
    for name, page in texts().items():
        if not name.startswith("documents/"):
            for table in TABLE.findall(page):
                named = "aria-label" in table or "<caption" in table
                headed = 'scope="row"' in table or ROWS_ELSEWHERE.search(table)
                without += [] if named and headed else [(name, table[:80])]
    assert without == []


def reached(name: str, templates: dict[str, str]) -> set[str]:
    """Return a template and all that it includes."""
    found, waiting = set[str](), [name]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += INCLUDED.findall(templates[one])
    return found


def without_their_list(templates: dict[str, str]) -> set[str]:
    """Return the pages that show a list, themselves or by what they include, and do not offer it."""
    pages = [name for name, text in templates.items() if EXTENDS.search(text)]
    return {
        page
        for page in pages
        if page.split("/")[0] not in APART
        and EXPORTS not in reached(page, templates)
        and any(LIST.search(templates[part]) for part in reached(page, templates))
    }


def test_every_page_with_a_list_offers_it_or_says_here_why_not() -> None:
    assert without_their_list(texts()) == NOT_OFFERED.keys()


def test_a_new_page_with_a_list_is_noticed() -> None:
    """By its own table, and by the one of a part of it."""
    new = {
        "a.html": '{% extends "base.html" %}{% include "part.html" %}',
        "part.html": "<table class='list'>",
        "b.html": '{% extends "base.html" %}<ul class="card rows">',
        "c.html": '{% extends "base.html" %}<ul class="tabs">',
        "d.html": '{% extends "base.html" %}{% render_table table %}{% include "tournaments/exports.html" %}',
        EXPORTS: "",
    }
    assert without_their_list(new) == {"a.html", "b.html"}


def test_what_each_template_includes_is_written_as_a_name() -> None:
    """A name that is a variable would hide a list from the test above; what a frame `shows` its page writes."""
    hidden = re.compile(r'{%-?\s*include\s+(?!shows %})[^"\s]|\bshows=[^"]')
    assert not [name for name, text in texts().items() if hidden.search(text)]
