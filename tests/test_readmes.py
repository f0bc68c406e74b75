"""The examples that the READMEs of the pure packages print are run, and say what they are said to say."""

import ast
import re
from pathlib import Path

import pytest

from tournaments.standings import LeagueRule, Sheet, add_up, rank

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCKS = [
    pytest.param(block, id=f"{path.parent.relative_to(ROOT)}")
    for app in ("scoring", "tournaments")
    for path in sorted((ROOT / app).glob("*/README.md"))
    for block in BLOCK.findall(path.read_text("utf-8"))
]


def promised(block: str, node: ast.stmt) -> str:
    """Return the comment behind an expression, on its line and on the lines below it."""
    lines = block.splitlines()[node.end_lineno - 1 :]
    words = [lines[0].encode()[node.end_col_offset :].decode().strip()]
    for line in lines[1:]:
        if not line.startswith("#"):
            break
        words.append(line)
    return " ".join(word.removeprefix("#").strip() for word in words).strip()


def value_of(comment: str) -> object:
    """Return the literal that a comment is, or begins with: `"r13": where it is explained`."""
    for end in (len(comment), *(match.start() for match in re.finditer(": ", comment))):
        try:
            return ast.literal_eval(comment[:end])
        except (SyntaxError, ValueError):
            continue
    raise AssertionError(f"no value is promised here: {comment}")


@pytest.mark.parametrize("block", BLOCKS)
def test_the_example_says_what_it_is_said_to_say(block: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    promises = 0
    for node in ast.parse(block).body:
        source = ast.unparse(node)
        if not isinstance(node, ast.Expr):
            exec(source, names)
        elif comment := promised(block, node):
            assert eval(source, names) == value_of(comment), source
            promises += 1
        else:
            eval(source, names)
    assert promises > 0


def test_every_package_with_an_example_is_here() -> None:
    assert [param.id for param in BLOCKS] == ["scoring/cards", "scoring/marque", "scoring/rulebook"]


def whole(text: str) -> int | None:
    """Return a number as the README prints it, None for a round without points."""
    text = text.strip().replace("−", "-")
    return None if text == "–" else int(text)


def test_the_worked_example_of_the_standings() -> None:
    readme = (ROOT / "tournaments" / "standings" / "README.md").read_text("utf-8")
    table = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in readme.splitlines()
        if re.match(r"\| \d", line)
    ]
    sheets = [
        Sheet(int(key), tuple(whole(mark) for mark in rounds.split(",")), whole(penalties))
        for key, rounds, penalties, _total, _place in table
    ]
    printed = [
        (int(key), whole(total), int(place.rstrip(" =")), place.endswith("=")) for key, *_, total, place in table
    ]
    assert [(row.sheet.key, row.sheet.total, row.place, row.shared) for row in rank(sheets)] == printed

    first = {sheet.key: sheet.total for sheet in sheets}
    totals = {key: {1: total} for key, total in first.items()}
    for key, points in {1: 30, 2: 70, 4: -10}.items():
        totals[key][2] = points
    prose = " ".join(readme.split())
    assert "brings +30, +70, −10 to players 1, 2 and 4; player 3 stays at home" in prose
    for best_of, said in (
        (1, "+120 (the first evening counts), +70 (the second), +40, −10"),
        (None, "+150, +110, +40, −230"),
    ):
        league = add_up(totals, LeagueRule(best_of=best_of))
        assert [(row.key, row.total, row.place) for row in league.rows] == [
            (key, whole(number), key) for key, number in enumerate(re.findall(r"[+−]\d+", said), 1)
        ]
        assert said in prose
