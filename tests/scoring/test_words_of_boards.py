"""In duplicate nobody reads « donne 7 »: whatever tells the number of a donne has it from `queries/table/boards.py`."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from scoring.labels import ProtestAbout
from scoring.models import Protest
from tests.factories import arbiter, logged_in, rewrite, rewrite_table
from tests.one_of_everything import world
from tests.test_urls import ALL
from tests.texts import plain
from tournaments.models import Table

ROOT = Path(settings.BASE_DIR)
TOLD_BY = {"number_told", "donne_alone", "donne_told", "donne_title"}
# A number of a donne in a sentence: its placeholder's name, and how it is written. « La feuille donne » is a verb.
IN_PYTHON = re.compile(r"(?<!feuille )\b[dD]onnes? %\((\w+)\)([ds])")
IN_TEMPLATE = re.compile(r"(?<!liste )\b[dD]onnes? \{\{ (\w+) \}\}")
TRANSLATED = re.compile(r"\{%\s*blocktranslate\b(.*?)%\}(.*?)\{%\s*endblocktranslate\s*%\}", re.DOTALL)
# Sentences that no table of a duplicate reads, and the helper itself.
OF_LIBRE = {
    ("tournaments/subjects.py", ""): "« etui » and « camp.etui » stand beside, and the code says which",
    ("scoring/queries/table/boards.py", "donne_alone"): "the helper",
    ("scoring/queries/table/boards.py", "donne_told"): "the helper",
    ("scoring/queries/table/sheets.py", "missing_text"): "the étuis are told beside it",
    ("scoring/queries/table/turns.py", "odd_here"): "who sits out in turn: five at a table, never in duplicate",
    ("scoring/services/sheets/donnes.py", "_no_such_donne"): "`board_not_here` stands before it",
}
IN_WORDS = re.compile(r"\b[dD]onne \d+")
ITS_EXAMPLES = "tournament_rulebook"  # the donnes of the rulebook are of no tournament


def numbered(tree: ast.AST, function: str = "", names: frozenset[str] = frozenset()) -> Iterator[tuple[str, bool]]:
    """Yield the function of each sentence with the number of a donne, and whether the helper can have told it."""
    if isinstance(tree, ast.FunctionDef | ast.ClassDef):
        function = tree.name
        inside = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}
        inside |= {each.attr for each in ast.walk(tree) if isinstance(each, ast.Attribute)}
        names = frozenset(inside)
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        for _name, written in IN_PYTHON.findall(tree.value):
            yield function, written == "s" and bool(names & (TOLD_BY | {"told", "place"}))
    for child in ast.iter_child_nodes(tree):
        yield from numbered(child, function, names)


def test_a_sentence_of_the_code_has_the_number_of_a_donne_from_the_helper() -> None:
    bare, known = set(), set()
    for app in ("tournaments", "scoring", "tarot_club"):
        for path in sorted((ROOT / app).rglob("*.py")):
            place = str(path.relative_to(ROOT))
            if "migrations" in place or "/rulebook/" in place:
                continue
            for function, is_told in numbered(ast.parse(path.read_text())):
                if (place, function) in OF_LIBRE:
                    known.add((place, function))
                elif not is_told:
                    bare.add((place, function))
    assert bare == set()
    assert known == OF_LIBRE.keys()  # no reason outlives its sentence


def test_a_sentence_of_a_template_has_it_from_the_helper_too() -> None:
    bare, seen = [], 0
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for head, sentence in TRANSLATED.findall(path.read_text()):
            for name in IN_TEMPLATE.findall(sentence):
                seen += 1
                if not re.search(rf"\b{name}=\S+\|of_table:", head):
                    bare.append((str(path.relative_to(ROOT)), sentence))
    assert bare == []
    assert seen > 30


@pytest.mark.django_db
def test_no_page_of_a_duplicate_says_donne_with_a_number() -> None:
    here = world()
    rewrite(
        here.tournament,
        compared_by="matchpoints",
        pace="donnes",
        donnes_per_round=4,
        void_donnes_count=True,
        remainder="exempt",
    )
    for table in Table.objects.all():
        rewrite_table(table, first_board=1, last_board=4)
    own = Table.objects.get(round__tournament=here.tournament).seats.get(registration__player=here.player.player)
    Protest.objects.update(about=ProtestAbout.DONNE, number=1, seat=own)
    found, read = [], 0
    people = {
        "arbiter": logged_in(arbiter(here.club)),
        "player": logged_in(here.player),
    }
    for who, client in people.items():
        for address in ALL:
            if not address.arguments & {"tournament_id", "token", "code"} or address.pattern.name == ITS_EXAMPLES:
                continue
            answer = client.get(address.at(here.values))
            content = b"".join(answer) if answer.streaming else answer.content
            read += answer.status_code == 200
            text = " ".join(re.sub(r"<[^>]+>", " ", plain(content.decode("utf-8", "replace"))).split())
            found += [(who, address.pattern.name, said) for said in IN_WORDS.findall(text)]
    assert found == []
    assert read > 100
