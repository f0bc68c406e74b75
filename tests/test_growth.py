"""
Whatever a stranger sends is read in a time that grows as its length: sixteen times as long, about sixteen times.

Each parser that can be reached without login, and what looks at a whole list before its lines are read, is given texts
made against it, without the bounds that pages put before it, so that neither defence hides a fault of the other. A scan
that compares everything with everything takes 256 times as long for sixteen times the input. What is compared is the
work of the processor, the least of several readings. On a machine with other work the larger text, which no longer fits
the processor's cache, took up to seventy times as long.
"""

import gc
import json
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from scoring.cards import read_cards
from scoring.cards.problems import ImpossibleRecord
from scoring.cards.reading import read as read_record
from scoring.cards.replay import replay
from scoring.forms.table.trick_tables import TrickTable
from scoring.marque import ImpossibleDonne, parse
from scoring.marque import read as read_donne
from scoring.marque.lines import decoded
from scoring.rulebook import matching, rulebook
from tests.scoring.cards.records import printed
from tournaments.imports.decoding import not_a_list
from tournaments.imports.ooxml import hidden_in, merged_in
from tournaments.imports.spreadsheets import ADDRESSEES, LEADERS
from tournaments.kit.text import fold
from tournaments.queries.people.names import words_of
from tournaments.refusals import Refusal

SHORTEST = 0.001  # seconds of CPU: less is mostly noise
LONGEST = 1 << 15  # letters, or names: who is quick with so many is quick enough
MORE = 16  # times the text
MOST = 100  # times the work: linear is about 16, quadratic 256
TRIES = 5  # of which the best counts

Reader = Callable[[str], object]


def took(read: Reader, text: str) -> float:
    """Return the least CPU time of several readings, in seconds; of one when that is too short or very long."""
    gc.disable()
    try:
        times = []
        for _try in range(3):
            began = time.thread_time()
            with suppress(Refusal, ImpossibleDonne, ImpossibleRecord):
                read(text)
            times.append(time.thread_time() - began)
            if times[-1] < SHORTEST or times[-1] > 1:
                break
    finally:
        gc.enable()
    return min(times)


def growth(read: Reader, hostile: Callable[[int], str]) -> float:
    """
    Return how many times as long the reader takes for `MORE` times the text; 1 for one that nothing slows down.

    The text is the shortest that takes long enough to be measured.
    """
    size = 500
    while (short := took(read, hostile(size))) < SHORTEST:
        size *= 2
        if size > LONGEST:
            return 1
    return took(read, hostile(MORE * size)) / min(short, took(read, hostile(size)))


def donne(**changes: object) -> str:
    usual = {
        "variant": "4",
        "players": ["Nord", "Est", "Sud", "Ouest"],
        "taker": "Est",
        "contract": "garde",
        "bouts": 2,
        "points": 46,
    }
    return json.dumps(usual | changes)


def record(**changes: object) -> str:
    return json.dumps(printed(**changes))


def names(count: int) -> list[str]:
    """Return so many names, all different but two."""
    return [*(f"n{number}" for number in range(count)), "n0"]


def hear_record(text: str) -> None:
    """Read a record, replay it and put in words whatever is wrong."""
    try:
        replay(read_record(decoded(text.encode())))
    except (ImpossibleRecord, ImpossibleDonne) as impossible:
        impossible.as_json("fr")


def hear_donne(text: str) -> None:
    try:
        read_donne(decoded(text.encode()))
    except ImpossibleDonne as impossible:
        impossible.as_json("fr")


def hear_line(text: str) -> None:
    try:
        parse(text)
    except ImpossibleDonne as impossible:
        impossible.as_json("fr")


def read_table(text: str) -> None:
    for only_play in (False, True):
        table = TrickTable(text)
        with suppress(Refusal):
            table.play() if only_play else table.mapping()


BOOK = rulebook("fr")
HOSTILE: dict[str, tuple[Reader, Callable[[int], str]]] = {
    "spaces in a line of a table": (read_table, lambda n: "PR" + " " * n + "x"),
    "numbers in a line of a table": (read_table, lambda n: "1. " * n),
    "names of a table": (read_table, lambda n: " ".join(names(n))),
    "lines of a table": (read_table, lambda n: "a b c\n" + "PR PD PC\n" * n),
    "unknown lines of a table": (read_table, lambda n: "a b c\n" + "".join(f"w{number}: x\n" for number in range(n))),
    "a hand of a table": (read_table, lambda n: "a b c\na: " + "1 " * n + "\nPreneur: a\nContrat: prise\nChien: EX"),
    "an écart of a table": (read_table, lambda n: "a b c\nChien: " + "EX " * n + "\nEcart: " + "1 " * n),
    "stars of a table": (read_table, lambda n: "a b c\n" + "PR" + "*" * n + " PD PC"),
    "suits without a rank": (read_cards, lambda n: "P " * n),
    "a suit, then spaces": (read_cards, lambda n: "P" + " " * n + "x"),
    "one word of digits": (read_cards, lambda n: "1" * n),
    "players of a record": (hear_record, lambda n: record(players=names(n))),
    "hands of a record": (hear_record, lambda n: record(hands={name: ["1"] for name in names(n)})),
    "cards of a hand and of an écart": (
        hear_record,
        lambda n: record(hands={"Nord": ["1"] * n}, ecart=["EX"] * n, chien=["21"] * n),
    ),
    "cards as texts": (hear_record, lambda n: record(hands={"Nord": "1 " * n}, ecart="EX " * n)),
    "poignées of a record": (
        hear_record,
        lambda n: record(poignees=[{"player": name, "cards": ["1"]} for name in names(n)]),
    ),
    "cards of a poignée": (
        hear_record,
        lambda n: record(hands={"Nord": ["1"] * n}, poignees=[{"player": "Nord", "cards": ["EX"] * n}]),
    ),
    "tricks of a record": (hear_record, lambda n: record(tricks=[{"Nord": "1", "Est": "2"}] * n)),
    "names in a trick": (hear_record, lambda n: record(tricks=[dict.fromkeys(names(n), "1")])),
    "morts of a record": (hear_record, lambda n: record(variant="5_mort", sits_out=names(n))),
    "keys of an object": (hear_record, lambda n: "{" + ",".join(f'"{name}":1' for name in names(n)) + "}"),
    "the same key": (hear_record, lambda n: "{" + '"a":1,' * n + '"a":1}'),
    "lists in lists": (hear_record, lambda n: "[" * n),
    "digits": (hear_record, lambda n: '{"a":[' + ",".join(["9" * 4000] * (n // 4000)) + "]}"),
    "players of a donne": (hear_donne, lambda n: donne(players=names(n))),
    "players and those who sit out": (hear_donne, lambda n: donne(players=names(n), sits_out=names(n))),
    "poignées of a donne": (
        hear_donne,
        lambda n: donne(poignees=[{"player": name, "size": "simple"} for name in names(n)]),
    ),
    "misères of a donne": (
        hear_donne,
        lambda n: donne(options={"miseres": [{"player": name, "kind": "atout"} for name in names(n)]}),
    ),
    "poignées and misères": (
        hear_donne,
        lambda n: donne(
            poignees=[{"player": name, "size": "simple"} for name in names(n)],
            options={"miseres": [{"player": name, "kind": "atout"} for name in names(n)]},
        ),
    ),
    "players of a line": (hear_line, lambda n: f"4 {','.join(names(n))} garde n0 46/2"),
    "words of a line": (hear_line, lambda n: "4 a,b,c,d garde a 46/2 " + "repos=a " * n),
    "misères of a line": (
        hear_line,
        lambda n: "4 a,b,c,d garde a 46/2 " + " ".join(f"misere={name}:atout" for name in names(n)),
    ),
    "escapes of a line": (hear_line, lambda n: "4 " + "%41" * n + " garde a 46/2"),
    "a name looked for": (words_of, lambda n: "a-" * n),
    "a name that is folded": (fold, lambda n: "É-" * n),
    "accents looked for": (words_of, lambda n: "a" + "\u0301\u0323" * n),
    "blank lines behind dashes of a list": (not_a_list, lambda n: "---" + "\n" * n + "x"),
    "equals signs behind a tag of a list": (not_a_list, lambda n: "<a " + "=" * n),
    "spaces before a list": (not_a_list, lambda n: " " * n + "x"),
    "spaces below a line of a list": (not_a_list, lambda n: "a: b\n" + "\t" * n + "\n- a: b\n" + " " * n),
    "spaces in a line of a list": (lambda text: LEADERS.sub("", text), lambda n: "a" + " " * n + "b" + ". " * n),
    "addresses in a line of a list": (lambda text: ADDRESSEES.sub("", text), lambda n: "<a@b.c>; " * n + "<a@" * n),
    "rows of a workbook that do not end": (lambda text: hidden_in(text.encode()), lambda n: "<row " * n),
    "merged cells that do not end": (lambda text: merged_in(text.encode()), lambda n: "<mergeCell " * n),
    "words of the rulebook": (lambda text: matching(BOOK, text[:100]), lambda n: "a " * n),
}


@pytest.mark.product
@pytest.mark.parametrize("name", HOSTILE)
def test_sixteen_times_the_text_takes_about_sixteen_times_the_work(name: str) -> None:
    measured: list[float] = []
    while not measured or (measured[-1] > MOST and len(measured) < TRIES):
        measured.append(growth(*HOSTILE[name]))
    least = min(measured)
    assert least <= MOST, f"{name}: {least:.0f} times as long for {MORE} times the text"


def test_the_measure_tells_a_comparison_of_everything_with_everything() -> None:
    def quadratic(text: str) -> int:
        letters = list(text)
        return sum(letters.count(letter) for letter in letters[: len(letters) // 8])

    assert growth(quadratic, lambda n: "x" * n) > MOST
