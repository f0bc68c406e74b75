"""Nothing that the documents say of play, marque or faults is missing, and each article names who says it."""

import re
from collections import Counter

import pytest

from scoring.rulebook import Rulebook, matching, rulebook
from scoring.rulebook.reading import prose
from tests.texts import plain

from .statements import STATEMENTS, Statement

DOCUMENTS = {"0": "wikipedia_fr", "1": "games_site", "2": "booklet", "3": "fft", "4": "wikipedia_pt"}
SOURCES = {told.anchor: told.sources for told in (*prose("fr").articles, *prose("fr").mistakes)}


def texts(book: Rulebook) -> dict[str, str]:
    """Return what each article and each mistake says, by its place, spaces and apostrophes plain."""
    said = {entry.anchor: (*entry.says, *entry.settled) for entry in book.entries}
    said |= {slip.anchor: (slip.says, slip.right) for slips in book.slips for slip in slips.slips}
    return {
        anchor: plain(" ".join(one.text for one in passages)).replace("’", "'") for anchor, passages in said.items()
    }


FRENCH, ENGLISH = texts(rulebook("fr")), texts(rulebook("en"))


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: statement.said)
def test_a_statement_of_the_documents_is_told_by_its_article(statement: Statement) -> None:
    assert (statement.french in FRENCH[statement.anchor], statement.english in ENGLISH[statement.anchor]) == (
        True,
        True,
    )


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: statement.said)
def test_its_article_names_every_document_that_makes_it(statement: Statement) -> None:
    named = SOURCES[statement.anchor]
    assert [number for number in statement.documents if DOCUMENTS[number] not in named] == []


def test_every_article_tells_a_statement_unless_its_source_is_another_one() -> None:
    """What has no statement here comes from elsewhere, and says so."""
    told = {statement.anchor for statement in STATEMENTS}
    assert {anchor for anchor in SOURCES if anchor not in told} == {"f2", "r23", "r25"}
    seeds = set(DOCUMENTS.values())
    assert {anchor for anchor in ("f2", "r25") if seeds & set(SOURCES[anchor])} == set()


def test_no_statement_is_listed_twice() -> None:
    assert [said for said, times in Counter(statement.said for statement in STATEMENTS).items() if times > 1] == []


# ── what an arbiter looks for ──

LOOKED_FOR = (
    "carte exposée", "cartes exposées", "carte exposee", "HORS TOUR", "jeu hors tour", "faux écart", "faux ecart",
    "renonce", "renonces", "retard", "retards", "irrégularité", "irregularites", "sanction", "sanctions", "pénalité",
)  # fmt: skip


@pytest.mark.parametrize("asked", LOOKED_FOR)
def test_an_arbiter_who_looks_for_a_fault_finds_an_article_on_faults(asked: str) -> None:
    assert matching(rulebook("fr"), asked) & {"f1", "f2", "f3"} != set()


@pytest.mark.parametrize(
    "asked", ["exposed card", "out of turn", "false discard", "revoke", "lateness", "irregularities", "penalty"]
)
def test_in_english_too(asked: str) -> None:
    assert matching(rulebook("en"), asked) & {"f1", "f2", "f3"} != set()


@pytest.mark.parametrize("texts", [FRENCH, ENGLISH], ids=["fr", "en"])
def test_no_article_on_faults_gives_a_figure_of_its_own(texts: dict[str, str]) -> None:
    """The documents give none: all numbers there are those of articles, of the year and of the Excuse's kind."""
    numbers = {number for anchor in ("f1", "f2", "f3") for number in re.findall(r"(?<![RF\d])\d+", texts[anchor])}
    assert numbers == {"2012"}


# ── sentences that were wrong ──


@pytest.mark.parametrize(
    ("anchor", "french", "english"),
    [
        ("r24", "n'a pas à le dire", "need not say so"),
        ("r12", "répétées nulle part", "repeated nowhere"),
        ("r29", "ancien", "old"),
        ("r14", "un ou deux de trop", "one or two too many"),
        ("c19", "Les autres documents", "The other documents"),
        ("c10", "les autres documents", "the other documents"),
        ("d", "", "Nord"),
    ],
)
def test_a_sentence_that_was_wrong_is_gone(anchor: str, french: str, english: str) -> None:
    assert not french or french not in FRENCH[anchor]
    assert english not in ENGLISH[anchor]


def test_what_a_bid_that_a_text_calls_for_is_treated_where_it_sends_the_reader() -> None:
    """R6 sends for the pousse, the parole and the petit chelem: each named article is about one of them."""
    named = [number.lower() for number in re.findall(r"R\d+[a-z]?", FRENCH["r6"].split("La pousse, la parole")[1])]
    assert [anchor for anchor in named if anchor in {"r29", "r29a", "r30"}] == named == ["r29", "r29a", "r30"]
    assert ["pousse" in FRENCH["r29"], "parole" in FRENCH["r29a"], "plis sauf un" in FRENCH["r30"]] == [True] * 3


def test_english_calls_the_chairs_as_its_tables_do() -> None:
    chairs = re.compile(r"\b(?:Nord|Sud|Est|Ouest)\b")
    assert {anchor: chairs.findall(text) for anchor, text in ENGLISH.items() if chairs.search(text)} == {}
