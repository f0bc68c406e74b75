"""JSON Lines in, JSON Lines out, and the command that speaks them."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.marque.lines import answer_lines, reply

from .donnes import FIVE, FOUR

ROOT = Path(__file__).parents[3]
GOOD = json.dumps(FOUR).encode()
BAD = json.dumps(FOUR | {"points": 88}).encode()


def answered(source: bytes, language: str = "fr") -> tuple[int, list[dict]]:
    sink = io.BytesIO()
    status = answer_lines(io.BytesIO(source), sink, language=language)
    return status, [json.loads(line) for line in sink.getvalue().decode("utf-8").splitlines()]


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize(
    ("figure", "code", "field"), [("46", "points_unreadable", "points"), ("2", "wrong_type", "bouts")]
)
def test_an_integer_too_long_for_python_is_refused_at_its_field(sign: str, figure: str, code: str, field: str) -> None:
    line = GOOD.replace(f'"{field}": {figure}'.encode(), f'"{field}": {sign}{"9" * 20_000}'.encode())
    assert line != GOOD
    answer = reply(line, "fr")
    assert answer.readable
    assert [(problem["code"], problem["field"]) for problem in answer.answer["problems"]] == [(code, field)]


@pytest.mark.parametrize(
    ("source", "status", "codes"),
    [
        (b"", 0, []),
        (b"\n \n\r\n", 0, []),
        (GOOD, 0, [None]),
        (GOOD + b"\r\n\n" + GOOD + b"\n", 0, [None, None]),
        (b"\xef\xbb\xbf" + GOOD, 0, [None]),
        (GOOD + b"\n" + BAD + b"\n" + GOOD, 1, [None, "points_bouts", None]),
        (GOOD + b"\nnot json\n", 1, [None, "not_json"]),
        (GOOD + b'\n{"taker": "\xff"}\n', 1, [None, "not_json"]),
        (b"[1]\n", 1, ["not_object"]),
        (b'{"taker": "A", "taker": "B"}', 1, ["key_twice"]),
        (GOOD.replace(b"46", b"NaN"), 1, ["points_unreadable"]),
        (GOOD.replace(b"46", b"-Infinity"), 1, ["points_unreadable"]),
        (GOOD.replace(b"46", b"1e999"), 1, ["points_unreadable"]),
        (b"{}", 1, ["key_missing"]),
        (b"season;date;taker\nS1;2022;P5\n", 2, ["not_json", "not_json"]),
        (b"\xff\xfe", 2, ["not_json"]),
        (b"[" * 100_000, 2, ["not_json"]),
        (b"9" * 5000, 1, ["not_object"]),
        (b"[" + b"9" * 5000, 2, ["not_json"]),
        (b'{"a": 1, "a": 2, "b": ' + b"9" * 5000 + b"}", 1, ["key_twice"]),
    ],
)
def test_status_and_one_answer_a_line(source, status, codes):
    found, answers = answered(source)
    assert found == status
    assert [answer["problems"][0]["code"] if "problems" in answer else None for answer in answers] == codes


def test_an_answer_says_why_only_when_it_is_asked():
    (answer,) = answered(GOOD)[1]
    assert set(answer) == {"scores", "per_defender", "won", "parts"}
    assert set(reply(GOOD, "fr", why=True).answer) == {"scores", "per_defender", "won", "parts", "why"}


def test_language_of_the_answers():
    (french,), (english,) = answered(BAD, "fr")[1], answered(BAD, "en")[1]
    assert french["problems"][0]["message"].startswith("Avec 2 bouts en garde à 4 joueurs, l’attaque a de 13 à 85")
    assert english["problems"][0]["message"].startswith(
        "With 2 bouts in a garde with 4 players, the attack has from 13"
    )


def test_a_name_without_utf8_comes_back_as_it_went_in():
    players = [*FOUR["players"][:3], "\ud800"]
    status, (answer,) = answered(json.dumps(FOUR | {"players": players}).encode())
    assert status == 0
    assert list(answer["scores"]) == players


def test_every_key_written_twice_is_named_and_no_other():
    (answer,) = answered(b'{"taker": "A", "bouts": 1, "taker": "B", "bouts": 2, "points": 3}')[1]
    assert [(problem["code"], problem["field"]) for problem in answer["problems"]] == [
        ("key_twice", "taker"),
        ("key_twice", "bouts"),
    ]


def test_answers_are_written_in_letters_and_not_in_escapes():
    sink = io.BytesIO()
    answer_lines(io.BytesIO(json.dumps(FOUR | {"players": ["Zoé", *FOUR["players"][1:]]}).encode()), sink)
    assert sink.getvalue().decode().startswith('{"scores": {"Zoé": -60, "Est": 180')


def test_a_mark_of_order_is_taken_off_at_the_start_and_nowhere_else():
    marked = b"\xef\xbb\xbf" + GOOD

    class InTwo(io.BytesIO):
        def read1(self, _size=-1):
            return super().read1(len(marked) + 1)

    sink = io.BytesIO()
    assert answer_lines(InTwo(marked + b"\n" + marked), sink) == 1
    assert ["problems" in json.loads(line) for line in sink.getvalue().splitlines()] == [False, True]


def test_lines_cut_anywhere_are_put_together():
    class Dripping(io.BytesIO):
        def read1(self, _size=-1):
            return super().read1(7)

    sink = io.BytesIO()
    assert answer_lines(Dripping(GOOD + b"\n" + BAD + b"\n" + GOOD), sink) == 1
    assert len(sink.getvalue().splitlines()) == 3


def test_each_donne_is_answered_before_the_next_is_awaited():
    sink = io.BytesIO()

    class Waiting:
        def __init__(self):
            self.turns = iter([GOOD + b"\n", GOOD + b"\n", b""])
            self.answered = []

        def read1(self, _size, /):
            self.answered.append(len(sink.getvalue().splitlines()))
            return next(self.turns)

    source = Waiting()
    assert answer_lines(source, sink) == 0
    assert source.answered == [0, 1, 2]


def run(source: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "manage.py", "marque", *options], cwd=ROOT, input=source, capture_output=True, check=False
    )


@pytest.mark.product
def test_the_command():
    done = run(GOOD + b"\n" + json.dumps(FIVE | {"points": 400}).encode() + b"\n", "--language", "en")
    assert done.returncode == 1, done.stderr
    scored, refused = map(json.loads, done.stdout.splitlines())
    assert scored["scores"] == {"Nord": -60, "Est": 180, "Sud": -60, "Ouest": -60}
    assert refused["problems"] == [
        {
            "code": "points_range",
            "field": "points",
            "message": "There are 91 points in the pack, the attack cannot have 400: count again.",
        }
    ]
    assert run(GOOD).returncode == 0
    (told,) = map(json.loads, run(GOOD, "--why").stdout.splitlines())
    assert told["why"][-1] == "On marque\u00a0: Nord −60, Est +180, Sud −60, Ouest −60."
    assert told == json.loads(run(GOOD).stdout) | {"why": told["why"]}
    nonsense = run(b"bonjour\n")
    assert nonsense.returncode == 2
    assert "JSON Lines" in nonsense.stderr.decode()


def test_the_command_stops_quietly_when_its_reader_leaves():
    done = subprocess.run(
        f"yes '{GOOD.decode()}' | head -50000 | {sys.executable} manage.py marque | head -1",
        cwd=ROOT, shell=True, capture_output=True, check=False,
    )  # fmt: skip
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == b""
