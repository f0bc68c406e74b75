"""The papers: the files they name are there, their links lead somewhere, their examples say what they are said to."""

import ast
import re
from pathlib import Path

import pytest

from tests.tournaments.standings.events import results_of
from tournaments.standings import LeagueRule, PlayerPoints, add_up, rank

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCKS = [
    pytest.param(block, id=f"{path.parent.relative_to(ROOT)}")
    for app in ("scoring", "tournaments")
    for path in sorted((ROOT / app).glob("*/README.md"))
    for block in BLOCK.findall(path.read_text("utf-8"))
]

FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
QUOTED = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"\.?\w[\w.-]*(/[\w.-]+)*\.(py|js|css|html|md|sh|json|yaml|po|txt|example)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)

FOLDERS = ("docker", "scoring", "tarot_club", "templates", "tests", "tournaments")
OURS = [*ROOT.glob("*.*"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.*"))]
FILE_NAMES = {path.name for path in OURS}
# The prose of the rulebook has tests of its own; the log of changes names files that are gone.
PAPERS = sorted(
    path for path in OURS if path.suffix == ".md" and "prose" not in path.parts and path.name != "CHANGELOG.md"
)
EACH_PAPER = pytest.mark.parametrize("paper", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))


def text_of(paper: Path) -> str:
    """Return what a paper says, without the blocks that are code."""
    return FENCED.sub("", paper.read_text("utf-8"))


def is_there(name: str, paper: Path) -> bool:
    """Return whether a file that a paper names exists: in the paper's folder, its app, the project or the templates."""
    if "/" not in name:
        return name in FILE_NAMES
    app = paper.relative_to(ROOT).parts[0]
    apps = [app] if (ROOT / app).is_dir() else ["scoring", "tournaments"]
    return any(
        (folder / name).is_file()
        for folder in (paper.parent, paper.parent / "prose" / "fr", ROOT, ROOT / "templates", *map(ROOT.joinpath, apps))
    )


def linked(paper: Path) -> list[tuple[Path, str]]:
    """Return what a paper links to in the project, with the heading it names: a folder stands for its README."""
    found = []
    for link in LINK.findall(QUOTED.sub("", text_of(paper))):
        if "://" not in link:
            place, _, heading = link.partition("#")
            target = (paper.parent / place).resolve() if place else paper
            readme = target / "README.md"
            found.append((readme if readme.is_file() else target, heading))
    return found


@EACH_PAPER
def test_every_file_that_a_paper_names_is_there(paper: Path) -> None:
    words = [word for quoted in QUOTED.findall(text_of(paper)) for word in quoted.split()]
    assert [word for word in words if FILE.fullmatch(word) and not is_there(word, paper)] == []


@EACH_PAPER
def test_every_link_of_a_paper_leads_somewhere(paper: Path) -> None:
    for target, heading in linked(paper):
        assert target.exists(), target
        if heading:
            slugs = [
                re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in HEADING.findall(text_of(target))
            ]
            assert heading in slugs


def test_every_paper_is_found_from_the_first() -> None:
    found, waiting = set(), [ROOT / "README.md"]
    while waiting:
        paper = waiting.pop()
        if paper not in found and paper in PAPERS:
            found.add(paper)
            waiting += [target for target, _heading in linked(paper)]
    assert sorted(found) == PAPERS


@pytest.mark.parametrize(("paper", "bytes_at_most"), [("README.md", 9_000), ("CONTRIBUTING.md", 10_000)])
def test_what_everybody_reads_is_short(paper: str, bytes_at_most: int) -> None:
    assert (ROOT / paper).stat().st_size <= bytes_at_most, "longer explanations go beside their code"


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
        PlayerPoints(int(key), tuple(whole(mark) for mark in rounds.split(",")), whole(penalties))
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
        league = add_up(results_of(totals), LeagueRule(best_of=best_of))
        assert [(row.key, row.total, row.place) for row in league.rows] == [
            (key, whole(number), key) for key, number in enumerate(re.findall(r"[+−]\d+", said), 1)
        ]
        assert said in prose
