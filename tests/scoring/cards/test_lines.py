"""`manage.py releve`: JSON Lines in, JSON Lines out."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.cards.evaluation import reply
from scoring.marque import Variant
from scoring.marque.lines import answer_lines
from tests.scoring.cards.dealing import NAMES, random_lines

from .records import PRINTED, printed

ROOT = Path(__file__).parents[3]
GOOD = json.dumps(printed()).encode()
BAD = json.dumps(printed(dealer=None)).encode()


def answered(source: bytes, language: str = "fr") -> tuple[int, list[dict]]:
    sink = io.BytesIO()
    status = answer_lines(io.BytesIO(source), sink, language=language, reply=reply)
    return status, [json.loads(line) for line in sink.getvalue().decode().splitlines()]


@pytest.mark.parametrize(
    ("source", "status", "codes"),
    [
        (b"", 0, []),
        (GOOD, 0, [None]),
        (b"\xef\xbb\xbf" + GOOD + b"\r\n\n" + GOOD + b"\n", 0, [None, None]),
        (GOOD + b"\n" + BAD + b"\n" + GOOD, 1, [None, "leader_missing", None]),
        (GOOD + b"\nnot json\n", 1, [None, "not_json"]),
        (b"[1]\n", 1, ["not_object"]),
        (b'{"tricks": [{"Est": "C7", "Est": "C8"}]}', 1, ["key_twice"]),
        (b"{}", 1, ["key_missing"]),
        (b"NaN\n", 1, ["not_object"]),
        (b"Nord;Est;Sud\n17;12;EX\n", 2, ["not_json", "not_json"]),
        (b"\xff\xfe", 2, ["not_json"]),
        (b"[" * 100_000, 2, ["not_json"]),
    ],
)
def test_status_and_one_answer_a_line(source, status, codes):
    found, answers = answered(source)
    assert found == status
    assert [answer["problems"][0]["code"] if "problems" in answer else None for answer in answers] == codes


def test_a_line_that_is_no_json_has_problems_of_the_same_shape():
    _, (answer,) = answered(b"17 12 EX", "en")
    assert answer["problems"] == [
        {
            "code": "not_json",
            "trick": None,
            "player": None,
            "message": "This line is not JSON: write one JSON object a line, in UTF-8.",
        }
    ]


def test_half_points_and_the_partner_at_five():
    lines = random_lines(40, variant=Variant.FIVE)
    status, answers = answered(lines)
    assert status == 0
    assert {type(answer["points"]) for answer in answers} == {int, float}
    assert all(answer["points"] * 2 % 1 == 0 for answer in answers)
    assert {answer["partner"] in (*NAMES, None) for answer in answers} == {True}
    assert len({answer["partner"] for answer in answers}) > 2


def run(source: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "manage.py", "releve", *options], cwd=ROOT, input=source, capture_output=True, check=False
    )


@pytest.mark.product
def test_the_command():
    done = run(GOOD + b"\n" + BAD + b"\n", "--language", "en")
    assert done.returncode == 1, done.stderr
    evaluated, refused = map(json.loads, done.stdout.splitlines())
    assert evaluated == PRINTED["answer"]
    assert refused["problems"][0]["message"].startswith("Nobody knows who leads first")
    assert run(GOOD).returncode == 0
    nonsense = run(b"bonjour\n")
    assert nonsense.returncode == 2
    assert nonsense.stderr.decode() == (
        "L’entrée n’est pas du JSON Lines : écrivez un relevé par ligne, chacun un objet JSON.\n"
    )
