"""Boards in, points out, as the exchange format says, and what is said of a board that cannot be compared."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring.comparison import reply

ROOT = Path(__file__).parents[3]
EVEN = {"N": 0, "E": 0, "S": 0, "O": 0}
TAKEN = {"N": -80, "E": 240, "S": -80, "O": -80}
BOARD: dict[str, Any] = {
    "board": 7,
    "method": "matchpoints",
    "options": {"expected": 4},
    "results": [
        {"table": 1, "taker": "E", "scores": TAKEN},
        {"table": 2, "taker": "S", "scores": {"N": 30, "E": 30, "S": -90, "O": 30}},
        {"table": 3, "taker": "E", "scores": TAKEN},
        {"table": 5, "adjusted": {"N": "60%", "E": "40%", "S": "60%", "O": "50%"}},
        {"table": 6, "group": 2, "taker": "N", "scores": {"N": 75, "E": -25, "S": -25, "O": -25}},
    ],
}


def answered(board: Any, language: str = "fr") -> dict[str, Any]:
    return dict(reply(json.dumps(board).encode(), language).answer)


def result(table: int = 1, **more: Any) -> dict[str, Any]:
    return {"table": table, "scores": EVEN} | more


def a_board(*results: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"board": 1, "method": "mean", "results": list(results)} | more


def adjusted(share: Any) -> dict[str, Any]:
    return {"table": 1, "adjusted": dict.fromkeys("NESO", share)}


def test_the_example_of_the_exchange_format() -> None:
    assert answered(BOARD) == {
        "board": 7,
        "points": [
            {"table": 1, "N": "5/3", "E": "13/3", "S": "13/3", "O": "5/3"},
            {"table": 2, "N": "17/3", "E": "1/3", "S": "1/3", "O": "17/3"},
            {"table": 3, "N": "5/3", "E": "13/3", "S": "13/3", "O": "5/3"},
            {"table": 5, "N": "18/5", "E": "12/5", "S": "18/5", "O": "3"},
            {"table": 6, "N": "3", "E": "3", "S": "3", "O": "3"},
        ],
        "percent": [
            {"table": 1, "N": "250/9", "E": "650/9", "S": "650/9", "O": "250/9"},
            {"table": 2, "N": "850/9", "E": "50/9", "S": "50/9", "O": "850/9"},
            {"table": 3, "N": "250/9", "E": "650/9", "S": "650/9", "O": "250/9"},
            {"table": 5, "N": "60", "E": "40", "S": "60", "O": "50"},
            {"table": 6, "N": "50", "E": "50", "S": "50", "O": "50"},
        ],
    }


@pytest.mark.parametrize(
    ("options", "adjusted", "points"),
    [
        ({}, {}, {"N": "-110", "E": "210", "S": "10", "O": "-110"}),
        ({"per_opponent": True}, {}, {"N": "-110", "E": "50", "S": "-50", "O": "-110"}),
        ({"least": 3}, {}, dict.fromkeys("NESO", "0")),
        ({}, {"N": 12.5, "E": "-7/2", "S": "3,5", "O": "+1"}, None),
        ({}, {"N": 12.5, "E": "-7/2", "S": "3,5", "O": 1}, {"N": "25/2", "E": "-7/2", "S": "7/2", "O": "1"}),
    ],
)
def test_the_difference_from_the_mean(options: Any, adjusted: Any, points: dict[str, str] | None) -> None:
    other = result(2, taker="S", scores={"N": 30, "E": 30, "S": -90, "O": 30})
    first = {"table": 1, "adjusted": adjusted} if adjusted else result(taker="E", scores=TAKEN)
    answer = answered(a_board(first, other, options=options))
    if points is None:
        assert [problem["code"] for problem in answer["problems"]] == ["points_unreadable"]
        return
    assert answer["points"][0] == {"table": 1} | points
    assert "percent" not in answer


def test_the_difference_through_a_scale() -> None:
    results = [result(taker="E", scores=TAKEN), result(2)]
    answer = answered(a_board(*results, method="scale", options={"scale": [[80, 1], [240, 12.5]]}))
    assert answer["points"][0] == {"table": 1, "N": "-1", "E": "25/2", "S": "-1", "O": "-1"}


def test_one_hand_alone_may_be_adjusted() -> None:
    results = [result(scores={"N": 0, "S": 0, "O": 0}, adjusted={"E": "60%"}), result(2), result(3)]
    assert answered(a_board(*results, method="matchpoints"))["percent"][0] == {
        "table": 1, "N": "50", "E": "60", "S": "50", "O": "50",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("board", "codes"),
    [
        ([], ["not_object"]),
        ({}, ["key_missing"] * 3),
        (a_board(result(), method="imps"), ["code_unknown"]),
        (a_board(result(), bord=7), ["key_unknown"]),
        (a_board(result(score=7)), ["key_unknown"]),
        (a_board(7), ["wrong_type"]),
        (a_board(results=7), ["wrong_type"]),
        (a_board(result(), result()), ["table_twice"]),
        (a_board(result(), result(), result(2), result(2)), ["table_twice", "table_twice"]),
        (a_board(result(scores={"N": 0, "E": 0, "S": 0})), ["hand_missing"]),
        (a_board(result(scores=EVEN | {"N": None})), ["hand_missing"]),
        (a_board(result(scores=EVEN | {"N": "12"})), ["wrong_type"]),
        (a_board(result(scores=EVEN | {"N": True})), ["wrong_type"]),
        (a_board(result(scores=EVEN | {"N": float("nan")})), ["wrong_type"]),
        (a_board(result(scores=EVEN | {"W": 3})), ["key_unknown"]),
        (a_board({"scores": EVEN}), ["key_missing"]),
        (a_board({"table": 1}), ["hand_missing"]),
        (a_board(result(0)), ["too_small"]),
        (a_board(result(group="A")), ["wrong_type"]),
        (a_board(result(taker="W")), ["code_unknown"]),
        (a_board(result(adjusted={"N": 1})), ["hand_twice"]),
        (a_board(adjusted(60), method="matchpoints"), ["share_unreadable"] * 4),
        (a_board(adjusted("101%"), method="matchpoints"), ["share_unreadable"] * 4),
        (a_board(adjusted("1/0")), ["points_unreadable"] * 4),
        (a_board(result(scores=TAKEN), options={"per_opponent": True}), ["taker_missing"]),
        (a_board(result(), options={"per_opponent": 1}), ["wrong_type"]),
        (a_board(result(), options={"expected": 0, "trim": -1}), ["too_small", "too_small"]),
        (a_board(result(), method="scale"), ["key_missing"]),
        (a_board(result(), method="scale", options={"scale": 7}), ["wrong_type"]),
        (a_board(result(), method="scale", options={"scale": [[0, 0], [-1, 1], [5], 7]}), ["scale_unreadable"] * 3),
        (a_board(result(), method="scale", options={"scale": [[10, 1], [10, 2]]}), ["scale_not_ascending"]),
        (a_board(result(), method="scale", options={"scale": [[10, 1], [5, 2], [7, 3]]}), ["scale_not_ascending"] * 2),
    ],
)  # fmt: skip
def test_a_board_that_cannot_be_compared_is_refused_with_all_that_is_wrong(board: Any, codes: list[str]) -> None:
    for language in ("fr", "en"):
        problems = answered(board, language)["problems"]
        assert [problem["code"] for problem in problems] == codes
        assert all(problem["message"].endswith(".") for problem in problems)
    assert {problem["message"] for problem in answered(board, "fr")["problems"]}.isdisjoint(
        problem["message"] for problem in problems
    )


def test_a_problem_says_whose_result_it_is() -> None:
    board = a_board(result(), result(5, scores={"N": 0, "E": 0, "S": 0}))
    assert answered(board)["problems"] == [
        {
            "code": "hand_missing",
            "field": "results",
            "table": 5,
            "message": "Table 5\u00a0: il manque le score d’O\u00a0: "
            "indiquez les quatre mains, chacune avec un score ou un ajustement.",
        }
    ]


def test_the_command_answers_each_line_and_says_whether_all_were_compared() -> None:
    lines = "\n".join([json.dumps(BOARD), "not json", json.dumps(BOARD | {"method": "imps"}), ""])
    run = subprocess.run(
        [sys.executable, "manage.py", "compare"], input=lines, cwd=ROOT, capture_output=True, text=True, check=False
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [answer.get("board") or answer["problems"][0]["code"] for answer in answers] == [
        7,
        "not_json",
        "code_unknown",
    ]
    assert (run.returncode, run.stderr) == (1, "")
