"""
A board and its results from an object of the exchange format, and what they bring back to one.

Everything that is wrong is said at once, as for a donne.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from scoring.comparison.problems import BoardProblem, ImpossibleBoard
from scoring.marque.fields import Fields, by_code
from scoring.marque.lines import Reply, decoded
from scoring.marque.problems import ImpossibleDonne
from tournaments.comparison import HANDS as IN_PLAYING_ORDER
from tournaments.comparison import Hand, HandPoints, Method, MethodRule, TableResult, compare

KEYS = frozenset({"board", "method", "options", "results"})
OPTIONS = frozenset({"expected", "trim", "per_opponent", "scale", "least", "small_fields"})
OF_RESULT = frozenset({"table", "group", "taker", "scores", "adjusted"})


HANDS = {hand: IN_PLAYING_ORDER.index(hand) for hand in Hand}  # their numbers in playing order

_METHODS, _HANDS = by_code(Method), by_code(Hand)
_SHARE = re.compile(r"([0-9]{1,3}(?:[.,][0-9]{1,9})?|[0-9]{1,9}/[1-9][0-9]{0,8})\s?%")
_POINTS = re.compile(r"-?[0-9]{1,9}(?:[.,][0-9]{1,9}|/[1-9][0-9]{0,8})?")


def reply(line: bytes, language: str) -> Reply:
    """Return the points of the board on a line, or everything that is wrong with it."""
    try:
        mapping = decoded(line)
    except ImpossibleDonne as unreadable:  # no JSON, or a key written twice
        readable = unreadable.problems[0].code != "not_json"
        return Reply(unreadable.as_json(language), refused=True, readable=readable)
    try:
        return Reply(compared(mapping))
    except ImpossibleBoard as impossible:
        return Reply(impossible.as_json(language), refused=True)


def compared(mapping: object) -> dict[str, object]:
    """Return what the results of a board bring, exact, as texts of fractions. Raises `ImpossibleBoard`."""
    reading = _BoardReading(mapping)
    rule, results = reading.rule(), reading.results()
    if reading.problems:
        raise ImpossibleBoard(reading.problems)
    assert rule is not None
    points = compare(results, rule)
    answer: dict[str, object] = {
        "board": reading.mapping["board"],
        "points": [{"table": table, **_by_hand(points[table], "points")} for table in points],
    }
    if rule.method is Method.MATCHPOINTS:
        answer["percent"] = [{"table": table, **_by_hand(points[table], "percent")} for table in points]
    return answer


def _by_hand(points: Mapping[int, HandPoints], figure: str) -> dict[str, str]:
    return {letter.value: str(getattr(points[hand], figure)) for letter, hand in HANDS.items()}


class _BoardReading(Fields):
    """One object being read. `table` is the one whose result is being read."""

    def __init__(self, mapping: object) -> None:
        if not isinstance(mapping, Mapping):
            raise ImpossibleBoard([BoardProblem("not_object", "", {"value": mapping})])
        self.mapping = mapping
        self.problems = []
        self.table: object = None
        self.method: Method | None = None
        self.per_opponent = False

    def note(self, code: str, field: str, **values: object) -> None:
        self.problems.append(BoardProblem(code, field, values, table=self.table))

    def rule(self) -> MethodRule | None:
        """Return the method with its options; None where it cannot be read."""
        self.shaped("", self.mapping, KEYS)
        for key in ("board", "method", "results"):
            if self.mapping.get(key) is None:
                self.note("key_missing", key, key=key)
        self.method = self.code("method", self.mapping.get("method"), _METHODS)
        written = self.mapping.get("options")
        options = {} if written is None else self.shaped("options", written, OPTIONS) or {}
        expected, trim, least = (
            self.whole("options", options.get(key), key, at_least)
            for key, at_least in (("expected", 1), ("trim", 0), ("least", 1))
        )
        self.per_opponent, small_fields = (self.flag(options.get(key), key) for key in ("per_opponent", "small_fields"))
        scale = self.scale(options.get("scale"))
        if self.method is Method.SCALE and options.get("scale") is None:
            self.note("key_missing", "options", key="scale")
        if self.method is None:
            return None
        return MethodRule(
            method=self.method,
            expected=expected or 0,
            trim=trim or 0,
            per_opponent=self.per_opponent,
            scale=scale,
            least=least or 1,
            small_fields=small_fields,
        )

    def results(self) -> list[TableResult]:
        listed = self.mapping.get("results")
        if listed is None:
            return []
        if not isinstance(listed, (list, tuple)):
            self.note("wrong_type", "results", key="results", expected="list", value=listed)
            return []
        results = [result for written in listed if (result := self.result(written))]
        for self.table, times in Counter(result.place for result in results).items():
            if times > 1:
                self.note("table_twice", "results")
        self.table = None
        return results

    def result(self, written: object) -> TableResult | None:
        """Return the result of one table; None where nobody could tell whose it is."""
        item = self.shaped("results", written, OF_RESULT)
        if item is None:
            return None
        number = self.whole("results", item.get("table"), "table", 1)
        if item.get("table") is None:
            self.note("key_missing", "results", key="table")
        if number is None:
            return None
        self.table = number
        group = self.whole("results", item.get("group"), "group", 1)
        letter = self.code("results", item.get("taker"), _HANDS, "taker")
        scores = self.by_hand("scores", item.get("scores"))
        given = self.by_hand("adjusted", item.get("adjusted"))
        self.check_hands(scores, given)
        points = {hand: self.number(value, hand) for hand, value in scores.items()}
        adjusted = {hand: self.adjustment(value) for hand, value in given.items()}
        if self.per_opponent and letter is None and any(points.values()):
            self.note("taker_missing", "results")
        self.table = None
        return TableResult(
            place=number,
            group=group or 1,
            taker=None if letter is None else HANDS[letter],
            scores={hand: score for hand, score in points.items() if score is not None},
            adjusted={hand: share for hand, share in adjusted.items() if share is not None},
        )

    def by_hand(self, key: str, written: object) -> dict[int, object]:
        values = {} if written is None else self.shaped("results", written, frozenset(HANDS), key) or {}
        return {HANDS[hand]: values[hand] for hand in Hand if values.get(hand) is not None}

    def check_hands(self, scores: Mapping[int, object], given: Mapping[int, object]) -> None:
        """Note the hands that have nothing, and those that have both."""
        missing = tuple(letter.value for letter, hand in HANDS.items() if hand not in scores and hand not in given)
        twice = tuple(letter.value for letter, hand in HANDS.items() if hand in scores and hand in given)
        if missing:
            self.note("hand_missing", "results", hands=missing)
        if twice:
            self.note("hand_twice", "results", hands=twice)

    def adjustment(self, written: object) -> Fraction | None:
        """Return a share of the most for match points, otherwise points."""
        if self.method is not Method.MATCHPOINTS:
            points = _exact(written)
            if points is None:
                self.note("points_unreadable", "adjusted", value=written)
            return points
        match = _SHARE.fullmatch(written) if isinstance(written, str) else None
        share = Fraction(match[1].replace(",", ".")) / 100 if match else None
        if share is None or share > 1:
            self.note("share_unreadable", "adjusted", value=written)
            return None
        return share

    def scale(self, listed: object) -> tuple[tuple[Fraction, Fraction], ...]:
        if listed is None:
            return ()
        if not isinstance(listed, (list, tuple)):
            self.note("wrong_type", "options", key="scale", expected="list", value=listed)
            return ()
        steps: list[tuple[Fraction, Fraction]] = []
        for written in listed:
            pair = [_exact(value) for value in written] if isinstance(written, (list, tuple)) else []
            if len(pair) != 2 or pair[0] is None or pair[1] is None or pair[0] < 0:
                self.note("scale_unreadable", "options", value=written)
            elif steps and pair[0] <= steps[-1][0]:
                self.note("scale_not_ascending", "options", value=written)
            else:
                steps.append((pair[0], pair[1]))
        return tuple(steps)

    def whole(self, field: str, value: object, key: str, least: int) -> int | None:
        if value is None:
            return None
        if type(value) is not int:
            self.note("wrong_type", field, key=key, expected="integer", value=value)
        elif value < least:
            self.note("too_small", field, key=key, least=least, value=value)
        else:
            return value
        return None

    def flag(self, value: object, key: str) -> bool:
        if value is not None and not isinstance(value, bool):
            self.note("wrong_type", "options", key=key, expected="boolean", value=value)
        return value is True

    def number(self, value: object, hand: int) -> Fraction | None:
        exact = _exact(value) if isinstance(value, (int, float)) else None
        if exact is None:
            key = next(letter.value for letter in Hand if HANDS[letter] == hand)
            self.note("wrong_type", "results", key=key, expected="number", value=value)
        return exact


def _exact(value: object) -> Fraction | None:
    """Return a number of JSON, or the text of a decimal or a fraction, exactly."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)) and math.isfinite(value):
        return Fraction(str(value))
    if isinstance(value, str) and _POINTS.fullmatch(value):
        return Fraction(value.replace(",", "."))
    return None
