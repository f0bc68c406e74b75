"""The rulebook says every rule, in both languages, with no figure and no result of its own."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from scoring.marque import FFT_2012, Bareme, Camp, Contract, ImpossibleBareme, PoigneeSize, Reason, Variant, compose
from scoring.marque.feasible import exact_counts
from scoring.rulebook import Rulebook, article_for, matching, rulebook
from scoring.rulebook.figures import PHRASES, figures
from scoring.rulebook.nouns import Passage
from scoring.rulebook.reading import prose

FRENCH_BOOK, ENGLISH_BOOK = rulebook("fr"), rulebook("en")
FRENCH, ENGLISH = prose("fr"), prose("en")
ARTICLES, MISTAKES = FRENCH.articles, FRENCH.mistakes


def words_of(shown: Any) -> Iterator[str]:
    """Yield every string in there, however deep."""
    if isinstance(shown, str):
        yield shown
    elif isinstance(shown, Passage):
        yield shown.text
    elif is_dataclass(shown):
        for part in fields(shown):
            yield from words_of(getattr(shown, part.name))
    elif isinstance(shown, tuple):
        for part in shown:
            yield from words_of(part)


def sentences(book: Rulebook) -> list[str]:
    return list(words_of(book))


def entry(book: Rulebook, number: str) -> str:
    return " ".join(words_of(next(one for one in book.entries if one.number == number)))


def written(shown: Any) -> Iterator[str]:
    """Yield every text in there as it was written, figures in braces."""
    if isinstance(shown, Passage):
        yield shown.text
    elif isinstance(shown, tuple):
        for part in shown:
            yield from written(part)
    elif is_dataclass(shown):
        for part in fields(shown):
            yield from written(getattr(shown, part.name))


# ── everything is there ──


def test_every_rule_has_one_article() -> None:
    numbers = sorted(article.number for article in ARTICLES if article.number)

    added = ["R3a", "R3b", "R3c", "R3d", "R6a", "R20a", "R29a", "F1", "F2", "F3"]
    assert numbers == sorted([*added, *(f"R{number}" for number in range(1, 33))])
    assert [entry.number for entry in FRENCH_BOOK.numbered][-4:] == ["R32", "F1", "F2", "F3"]
    assert [entry.number for entry in FRENCH_BOOK.numbered][2:8] == ["R3", "R3a", "R3b", "R3c", "R3d", "R4"]


def test_the_house_rules_and_no_others_are_marked_as_such() -> None:
    house = [article.number for part in FRENCH.parts if not part.official for article in part.articles]

    assert house == ["R26", "R27", "R28", "R29", "R29a", "R30", "R31", "R32"]


def test_every_mistake_of_the_documents_is_told() -> None:
    assert [mistake.code for mistake in MISTAKES] == [
        *(f"A{number}" for number in range(1, 10)),
        *(f"B{number}" for number in range(1, 7)),
        *(f"C{number}" for number in range(1, 36)),
        "D",
    ]


def test_every_article_has_a_source_and_every_source_is_used() -> None:
    assert [article.slug for article in ARTICLES if not article.sources] == []
    assert {source for article in ARTICLES for source in article.sources} == {
        document.name for document in FRENCH.documents
    }


@pytest.mark.parametrize("book", [FRENCH_BOOK, ENGLISH_BOOK], ids=["fr", "en"])
def test_no_two_articles_have_the_same_title(book: Rulebook) -> None:
    titles = [one.title for one in book.entries]

    assert sorted(titles) == sorted(set(titles))


@pytest.mark.parametrize("reason", Reason)
def test_every_term_of_a_marque_has_an_article(reason: Reason) -> None:
    assert [article.anchor for article in ARTICLES if article.explains == reason] == [article_for(reason)]


# ── the figures ──


def bareme(**changed: Any) -> Bareme:
    return replace(FFT_2012, edition="ours", **changed)


@pytest.mark.parametrize(
    ("changed", "number", "said"),
    [
        ({"base": 26}, "R7", "D’abord le contrat\u00a0: 26 plus l’écart"),
        ({"required": {0: 114, 1: 104, 2: 84, 3: 74}}, "R4", "57 points sans bout, 52 avec un, 42 avec deux, 37"),
        (
            {"multipliers": dict(zip(FFT_2012.multipliers, (1, 3, 5, 7), strict=True))},
            "R6",
            "Garde sans le chien, coefficient 5",
        ),
        ({"petit_au_bout": 11}, "R10", "reçoit 11 points multipliés par l’enchère\u00a0: 11 à la prise, 22 à la garde"),
        (
            {"poignees": dict(zip(PoigneeSize, (21, 41, 61), strict=True))},
            "R12",
            "La simple vaut 21 points, la double 41, la triple 61",
        ),
        ({"chelem_made": 201}, "R15", "réussi sans annonce, 201"),
        ({"chelem_announced_made": 401}, "R15", "il rapporte 401 points"),
        ({"chelem_announced_failed": 202}, "R15", "3 × 202 = 606"),
        ({"chelem_inflicted": 203}, "R16", "chaque défenseur reçoit 203 points"),
        ({"house": replace(FFT_2012.house, petit_chelem_made=301)}, "R30", "Annoncé et réussi, 301 points"),
        ({"house": replace(FFT_2012.house, petit_chelem_failed=151)}, "R30", "il en coûte 151"),
        ({"house": replace(FFT_2012.house, misere_value=12)}, "R31", "montrée par Bruno, 12 de chacun"),
        ({"house": replace(FFT_2012.house, mouche_ante=6)}, "R32", "Le donneur y met 6 points"),
    ],
)
def test_a_figure_of_the_bareme_is_told_by_its_article(changed: dict[str, Any], number: str, said: str) -> None:
    assert entry(rulebook("fr", bareme(**changed)), number).count(said) == 1
    assert entry(FRENCH_BOOK, number).count(said) == 0


def test_the_trumps_of_a_poignee_say_which_may_be_shown_together() -> None:
    small = dict(FFT_2012.poignee_trumps) | {4: dict(zip(PoigneeSize, (9, 12, 14), strict=True))}
    shown = figures(bareme(poignee_trumps=small), FRENCH.phrases)

    assert shown["together_4"] == "une seule, ou deux\u00a0: simple et simple, simple et double"
    assert figures(FFT_2012, ENGLISH.phrases)["together_3"] == "one only"


@pytest.mark.parametrize("reading", [None, "add", "x"])
@pytest.mark.parametrize("prise", [0, 1, 10])
def test_whatever_the_pousse_of_a_club_the_rulebook_can_be_made(reading: str | None, prise: int) -> None:
    figures = {"house": {"pousse": reading, "pousse_values": {"prise": prise}}}
    try:
        composed = compose(figures, edition="ours")
    except ImpossibleBareme:
        assert (reading, prise) == ("x", 0)
        return
    examples, usual = (
        {example.donne: example.per_defender for one in book.entries if one.number == "R29" for example in one.examples}
        for book in (rulebook("fr", composed), FRENCH_BOOK)
    )
    own = [line for line in examples if reading and f"pousse={reading}" in line]
    assert {line: examples[line] for line in examples if line not in own} == {
        line: usual[line] for line in usual if line not in own
    }
    assert len(own) == (1 if reading else 0)


def test_no_article_writes_a_figure_of_the_bareme_itself() -> None:
    figure = re.compile(r"(?<![A-Z\d,.])(20|25|30|36|41|51|56|150|200|300|400)(?![\d,.]*\d)")
    articles = (*ARTICLES, *ENGLISH.articles)
    texts = [passage.text for article in articles for passage in (*article.says, *article.settled)]

    assert [text for text in texts if figure.search(text)] == []


def test_every_figure_is_named_somewhere() -> None:
    named = {name for text in written(FRENCH) for name in re.findall(r"\{(\w+)\}", text)}

    assert named == figures(FFT_2012, dict.fromkeys(PHRASES, "")).keys()


# ── the examples ──


def worked(number: str) -> list[tuple[int, int]]:
    """Return, example by example, what each defender gives and what the taker marks."""
    book = {one.number: one.examples for one in FRENCH_BOOK.entries}
    book |= {slip.code: slip.examples for slips in FRENCH_BOOK.slips for slip in slips.slips}
    return [(example.per_defender, example.scores[0][1]) for example in book[number]]


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("R7", [(106, 318), (76, 228), (-42, -126), (92, 276), (582, 1746)]),  # the five of the FFT
        ("R8", [(-26, -52), (52, 104)]),
        ("R17", [(-471, -1413)]),
        ("R22", [(60, 120), (60, 180), (60, 120), (60, 240)]),
        ("R26", [(60, 240)]),
        ("R27", [(60, 60)]),
        ("R28", [(60, 120)]),
        ("R29", [(35, 105), (50, 150)]),
        ("A1", [(72, 216)]),
        ("A2", [(84, 252)]),
        ("A3", [(80, 240)]),
        ("B2", [(-40, -120)]),
        ("B4", [(-62, -186)]),
        ("D", [(-29, -87)]),
    ],
)
def test_a_worked_example_says_what_the_rules_say(number: str, expected: list[tuple[int, int]]) -> None:
    assert worked(number) == expected


def test_the_terms_of_every_example_add_up_and_its_scores_cancel_out() -> None:
    examples = [example for one in FRENCH_BOOK.entries for example in one.examples]
    examples += [example for slips in FRENCH_BOOK.slips for slip in slips.slips for example in slip.examples]

    assert len(examples) > 30
    for example in examples:
        assert sum(points for _text, points in example.parts) == example.per_defender, example.donne
        assert sum(points for _player, points in example.scores) == 0, example.donne


# ── the possible counts ──


def test_the_possible_counts_are_those_of_the_cards() -> None:
    four, three, five = FRENCH_BOOK.ranges
    plain = [[dict(table.endings[0].rows)[bouts] for bouts in range(4)] for table in (four, three, five)]

    assert plain == [
        [
            ("5 à 77", "5 à 77", "2 à 74"),
            ("9 à 81", "9 à 81", "6 à 78"),
            ("13 à 85", "13 à 85", "10 à 82"),
            ("17 à 89", "17 à 89", "14 à 86"),
        ],
        [
            ("4,5 à 77,5", "4,5 à 77,5", "1,5 à 74,5"),
            ("8,5 à 81,5", "8,5 à 81,5", "5,5 à 78,5"),
            ("12,5 à 85,5", "12,5 à 85,5", "9,5 à 82,5"),
            ("16,5 à 89,5", "16,5 à 89,5", "13,5 à 86,5"),
        ],
        [
            ("4 à 76,5", "4 à 76,5", "2,5 à 75"),
            ("8 à 80,5", "8 à 80,5", "6,5 à 79"),
            ("12 à 84,5", "12 à 84,5", "10,5 à 83"),
            ("16 à 88,5", "16 à 88,5", "14,5 à 87"),
        ],
    ]
    assert four.endings[1].rows[2:] == ((2, ("86,5", "86,5", "61,5 à 84")), (3, ("91", "91", "66 à 88")))
    assert four.endings[2].rows[2] == (2, ("", "11 à 30,5", ""))


@pytest.mark.parametrize("variant", [Variant.THREE, Variant.FOUR, Variant.FIVE])
def test_what_is_said_of_the_points_of_a_slam_holds_at_every_bid(variant: Variant) -> None:
    """87 and two bouts, 91 and three: everywhere but against the dog, where the article gives other figures [R18]."""
    for bid in (Contract.PRISE, Contract.GARDE, Contract.GARDE_SANS):
        made = {bouts: exact_counts(variant, bid, bouts, Camp.ATTAQUE) for bouts in range(4)}
        assert made == {0: frozenset(), 1: frozenset(), 2: {2 * 87 - 1}, 3: {182}}
    against = {bouts: exact_counts(variant, Contract.GARDE_CONTRE, bouts, Camp.ATTAQUE) for bouts in range(4)}
    assert all(against.values())
    assert ({2 * 87 - 1, 2 * 87} & against[2], {182} & against[3]) == (set(), set())
    # The attack's Excuse in a slam by the defence: alone it counts 4 and the half point that goes to the other camp.
    assert exact_counts(variant, Contract.GARDE_CONTRE, 1, Camp.DEFENSE) == {9}
    assert exact_counts(variant, Contract.GARDE_SANS, 3, Camp.DEFENSE) != frozenset()


def test_the_points_of_a_slam_against_the_dog_are_those_of_the_table() -> None:
    four = FRENCH_BOOK.ranges[0].endings[1]
    cells = {bouts: row[2] for bouts, row in four.rows}
    assert [cells[2], cells[3]] == ["61,5 à 84", "66 à 88"]
    said = entry(FRENCH_BOOK, "R18")
    assert [said.count(f"{cells[2]} points si elle a deux bouts"), said.count(f"{cells[3]} si elle en a trois")] == [
        1,
        1,
    ]


def test_a_prise_and_a_garde_may_share_a_column() -> None:
    for variant in (Variant.THREE, Variant.FOUR, Variant.FIVE):
        for bouts in range(4):
            prise, garde = (exact_counts(variant, bid, bouts, None) for bid in (Contract.PRISE, Contract.GARDE))
            assert prise == garde


# ── the words ──


@pytest.mark.parametrize("book", [FRENCH_BOOK, ENGLISH_BOOK], ids=["fr", "en"])
def test_no_brace_is_left_and_no_sentence_is_missing(book: Rulebook) -> None:
    assert [text for text in sentences(book) if "{" in text or "}" in text] == []
    assert [text for text in written((FRENCH, ENGLISH)) if not text.strip()] == []


def test_french_is_typeset_as_the_french_do() -> None:
    wrong = re.compile(r"'| [:;!?»]|« |[^\s\u00a0\u202f(«]\?")

    assert [text for text in sentences(FRENCH_BOOK) if wrong.search(text)] == []


def test_english_is_english() -> None:
    wrong = re.compile(r"[«»]|[ \u00a0\u202f][:;!?]|\d,\d")

    assert [text for text in sentences(ENGLISH_BOOK) if wrong.search(text)] == []
    assert [text for text in written(ENGLISH) if "'" in text] == []
    articles = zip(written((FRENCH.parts, FRENCH.chapters)), written((ENGLISH.parts, ENGLISH.chapters)), strict=True)
    assert [english for french, english in articles if french == english] == []


def test_whoever_speaks_neither_reads_french() -> None:
    assert rulebook("de") == FRENCH_BOOK
    assert rulebook("en-gb") == ENGLISH_BOOK


# ── the search ──


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("Petit SEC", {"r3a", "c7", "c8", "f1"}),
        ("petit séc", {"r3a", "c7", "c8", "f1"}),
        ("R25", {"r25", "donnes-annulees"}),
        ("coupé droite", {"r21"}),
        ("battre COUPÉR", {"r3c"}),
        ("as de trefle", {"r3b"}),
        ("l'avant-dernier", {"r11"}),
        ("l’avant-dernier", {"r11"}),
        ("belote", set()),
        ("maldonne", {"f1", "donnes-annulees"}),
        ("misère de tête", {"r31"}),
        ("mettre au chien", {"mots-du-jeu"}),
    ],
)
def test_articles_are_found_by_all_the_words_in_them(asked: str, expected: set[str]) -> None:
    assert matching(FRENCH_BOOK, asked) == expected


def test_an_english_word_of_other_card_games_is_found() -> None:
    assert matching(ENGLISH_BOOK, "renege") == {"f2", "r21"}


def test_nothing_asked_is_everything_found() -> None:
    assert matching(FRENCH_BOOK, "  ") == {
        *(entry.anchor for entry in FRENCH_BOOK.entries),
        *(slip.anchor for slips in FRENCH_BOOK.slips for slip in slips.slips),
    }
