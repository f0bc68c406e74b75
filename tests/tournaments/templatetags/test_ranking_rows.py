"""The lines of the standings, as a browser reads them: end tags that are left out are where they would be."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from unittest.mock import patch

import pytest
import tinyhtml5
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from tournaments.kit.text import Percent
from tournaments.labels import Group
from tournaments.models import Tournament
from tournaments.queries.standings.lines import Line, Mark, Standings
from tournaments.templatetags.ranking_rows import GROUP, MOST_WITH_FIGURES, ranking_rows

pytestmark = pytest.mark.pure
TOURNAMENT = Tournament(name="Grand concours", rounds_planned=3)


def a_line(number: int, **given: Any) -> Line:
    plain: dict[str, Any] = {
        "tournament": TOURNAMENT,
        "place": number,
        "shared": False,
        "registration_id": number,
        "player_id": number,
        "start_number": number,
        "name": f"Joueur {number}",
        "is_named": True,
        "is_shared": True,
        "club": "Ici",
        "marks": (),
        "penalties": 0,
        "total": 0,
    }
    return Line(**plain | given)


def written(*lines: Line, office: bool = False, language: str = "fr", gained: Mapping[int, int] | None = None) -> str:
    rounds = tuple(range(1, 1 + max((len(line.marks) for line in lines), default=0)))
    with override(language):
        return ranking_rows(Standings(TOURNAMENT, rounds, lines), office=office, gained=gained)


def test_a_position_has_a_column_from_its_first_mark_on() -> None:
    drawn = [
        a_line(1, marks=(Mark(10, 4), Mark(), Mark(), Mark())),
        a_line(2, marks=(Mark(), Mark(), Mark(exempt=True), Mark())),
    ]
    assert [len(row) for row in read(written(*drawn))] == [4, 4]
    ahead = a_line(3, marks=(Mark(), Mark(), Mark(-20, 4), Mark(missed=True)))
    assert [len(row) for row in read(written(*drawn, ahead))] == [6, 6, 6]
    given = a_line(4, marks=(Mark(), Mark(), Mark(), Mark(exempt=True, given=5)))
    assert [len(row) for row in read(written(given))] == [7]
    assert [len(row) for row in read(written(a_line(5, marks=(Mark(),))))] == [3]


def read(rows: str) -> list[Any]:
    """Return the rows as a browser builds them from the page."""
    page = tinyhtml5.parse(
        f"<table><thead><tr><th>Pl.</thead><tbody>{rows}</tbody></table>", namespace_html_elements=False
    )
    return list(page.iter("tbody").__next__())


def texts(row: Any) -> list[tuple[str, str]]:
    return [(cell.tag, "".join(cell.itertext())) for cell in row]


def test_a_line_says_the_place_who_the_total_and_what_each_position_brought_the_newest_first() -> None:
    marks = (Mark(120, 4), Mark(-1364, 4), Mark(0, 4), Mark(), Mark(exempt=True, given=12), Mark(missed=True))
    other = a_line(8, marks=(*marks[:5], Mark(10, 4)))
    row, _other = read(written(a_line(7, name="Dupont Anne", total=-1244, marks=marks, shared=True), other))
    assert texts(row) == [
        ("td", "7"),
        ("th", "Dupont Anne, n° 7"),
        ("td", "−1\N{NARROW NO-BREAK SPACE}244"),
        ("td", "abs."),
        ("td", "ex. +12"),
        ("td", "·"),
        ("td", "0"),
        ("td", "−1\N{NARROW NO-BREAK SPACE}364"),
        ("td", "+120"),
    ]
    assert [cell.get("class") for cell in row] == ["shared", None, "minus", None, None, None, None, "minus", None]
    assert [(link.get("href"), link.text) for link in row.iter("a")] == [("7/", "n° 7")]


def test_a_total_in_percent_or_exact_points_is_told_with_its_decimals() -> None:
    marks = (Mark(Percent(60), 4), Mark(exempt=True, given=Percent(99, 2)))
    shares, exact = read(
        written(
            a_line(7, total=Percent(225, 4), marks=marks),
            a_line(8, total=Fraction(-25, 2), penalties=-5, marks=(Mark(Fraction(12), 4), Mark())),
        )
    )
    assert [text for _tag, text in texts(shares)][2:] == ["56,25\u00a0%", "ex. 49,50\u00a0%", "60,00\u00a0%", ""]
    assert [text for _tag, text in texts(exact)][2:] == ["−12,50", "·", "+12,00", "−5"]
    assert exact[2].get("class") == "minus"


def test_an_arrow_says_how_many_places_the_newest_position_brought_of_a_long_list_that_it_brought_some() -> None:
    lines = [a_line(number) for number in range(1, MOST_WITH_FIGURES + 1)]
    gained = {1: 12, 2: -1, 3: 0}
    assert [texts(row)[0][1] for row in read(written(*lines, gained=gained))[:4]] == ["1↑12", "2↓1", "3", "4"]
    longer = [*lines, a_line(MOST_WITH_FIGURES + 1)]
    assert [texts(row)[0][1] for row in read(written(*longer, gained=gained))[:4]] == ["1↑", "2↓", "3", "4"]


def test_a_long_list_comes_in_groups_of_which_a_phone_lays_out_those_in_sight() -> None:
    lines = [a_line(number) for number in range(1, 2 * GROUP + 2)]
    page = tinyhtml5.parse(f"<table><tbody>{written(*lines)}</table>", namespace_html_elements=False)
    groups = list(page.iter("tbody"))
    assert [len(group) for group in groups] == [GROUP, GROUP, 1]
    assert [texts(row)[0][1] for group in groups for row in group] == [str(line.place) for line in lines]
    assert "<tbody>" not in written(*lines[:GROUP])


@pytest.mark.parametrize(
    ("mark", "width"), [(Mark(999), ""), (Mark(-1000), "long"), (Mark(30, given=-20), "longer"), (Mark(), "")]
)
def test_a_column_is_wide_where_four_figures_or_points_given_stand_in_it(mark: Mark, width: str) -> None:
    lines = (a_line(1, marks=(Mark(5),)), a_line(2, marks=(mark,)))
    assert Standings(TOURNAMENT, (1,), lines).mark_width == width


@pytest.mark.parametrize(("method", "width"), [("matchpoints", "long share"), ("mean", "long")])
def test_a_column_of_shares_in_percent_is_wider_than_four_figures(method: str, width: str) -> None:
    lines = (a_line(1, marks=(Mark(Percent(100)),)),)
    assert Standings(Tournament(name="Étuis", compared_by=method), (1,), lines).mark_width == width


def test_it_is_said_in_english() -> None:
    lines = [a_line(2, total=1955, overall=12), a_line(3, place=None, required=3, marks=(Mark(exempt=True),))]
    first, second = (texts(row) for row in read(written(*lines, language="en")))
    assert first == [("td", "2"), ("th", "Joueur 2, no. 212th overall"), ("td", "+1,955")]
    assert second[0] == ("td", "unr.")


def test_who_is_not_named_is_led_to_by_what_he_is_called() -> None:
    (row,) = read(written(a_line(17, name="Joueur n° 17", is_named=False, club="Ailleurs")))
    (link,) = row.iter("a")
    assert (texts(row)[1], link.get("href"), link.text) == (("th", "Joueur n° 17"), "17/", "Joueur n° 17")


def test_those_who_run_the_event_read_it_without_links() -> None:
    rows = written(a_line(1), a_line(2, name="Joueur n° 2", is_named=False), office=True)
    assert "<a" not in rows
    assert [texts(row)[1][1] for row in read(rows)] == ["Joueur 1, n° 1", "Joueur n° 2"]


def test_clubs_are_told_where_there_are_several_and_penalties_where_somebody_has_one() -> None:
    one, two, three = (
        a_line(1, penalties=-40),
        a_line(2, club="<Ailleurs>", arrived_at=2),
        a_line(3, is_named=False, name="Joueur n° 3", club="", overall=9, groups=frozenset(Group)),
    )
    rows = [texts(row) for row in read(written(one, two, three))]
    assert rows[0][1][1] == "Joueur 1, n° 1 · Ici"
    assert "· <Ailleurs>" in rows[1][1][1]
    assert "arrivé" in rows[1][1][1]
    assert rows[2][1][1] == "Joueur n° 39e au général"
    assert [row[-1] for row in rows] == [("td", "−40"), ("td", ""), ("td", "")]


def test_a_hostile_name_is_read_as_it_was_typed() -> None:
    hostile = "<script>alert('1')</script>&amp;<td>\"\N{RIGHT-TO-LEFT OVERRIDE}abc🂡"
    for is_named in (True, False):
        (row,) = read(written(a_line(1, name=hostile, is_named=is_named)))
        assert texts(row)[1][1].startswith(hostile)
        assert [cell.tag for cell in row] == ["td", "th", "td"]


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\r\0", exclude_categories=("Cc", "Cs")), max_size=200)
MARKS = st.builds(Mark, st.none() | st.integers(-9999, 9999), exempt=st.booleans(), missed=st.booleans())


@given(st.lists(st.tuples(NAMES, NAMES, st.booleans(), st.lists(MARKS, min_size=3, max_size=3)), max_size=5))
def test_no_name_ever_leaves_its_cell(people: list[tuple[str, str, bool, list[Mark]]]) -> None:
    lines = [
        a_line(number, name=name, club=club, is_named=named, marks=tuple(marks), place=None)
        for number, (name, club, named, marks) in enumerate(people, 1)
    ]
    with patch.object(Line, "remarks", ["<b>remark</b>"]):
        rows = read(written(*lines))
    assert len(rows) == len(lines)
    for row, line in zip(rows, lines, strict=True):
        cells = texts(row)
        last = max((n for each in lines for n, mark in enumerate(each.marks, 1) if mark.points is not None), default=0)
        assert [tag for tag, _text in cells] == ["td", "th", "td", *["td"] * last]
        assert line.name in cells[1][1]
        assert cells[1][1].endswith("<b>remark</b>")
        assert {element.tag for element in row.iter()} == {"tr", "td", "th", "a", "abbr", "span"}


def test_the_same_mark_of_two_lines_is_written_alike_and_another_apart() -> None:
    same, other = Mark(5), Mark(-5)
    rows = read(written(a_line(1, marks=(same, other)), a_line(2, marks=(other, same))))
    assert [[text for _tag, text in texts(row)[3:]] for row in rows] == [["−5", "+5"], ["+5", "−5"]]
