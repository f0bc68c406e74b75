"""JSON Lines in and out: a donne a line, an answer a line, in the same order. The README has the exchange format."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO, NamedTuple, Protocol

from .problems import ImpossibleDonne, Problem
from .reading import read
from .scored import score
from .words import DEFAULT_LANGUAGE

ALL_SCORED, SOME_REFUSED, NOT_JSON_LINES = 0, 1, 2

_CHUNK = 1 << 16
_MOST_DIGITS = 640  # the lowest limit that Python may be configured to


class Source(Protocol):
    """A binary stream that returns the bytes it has without waiting for more, such as standard input."""

    def read1(self, size: int, /) -> bytes: ...


class Reply(NamedTuple):
    """The answer to one line: `refused` when it tells problems, not `readable` when the line was no JSON."""

    answer: Mapping[str, object]
    refused: bool = False
    readable: bool = True


def reply(line: bytes, language: str, *, why: bool = False) -> Reply:
    """
    Return the scores of the donne on a line, or everything that is wrong with it.

    `why` adds the marque in sentences.
    """
    try:
        return Reply(score(read(decoded(line))).as_json(language, why=why))
    except ImpossibleDonne as impossible:
        readable = impossible.problems[0].code != "not_json"
        return Reply(impossible.as_json(language), refused=True, readable=readable)


def answer_lines(
    source: Source,
    sink: BinaryIO,
    *,
    language: str = DEFAULT_LANGUAGE,
    reply: Callable[[bytes, str], Reply] = reply,
) -> int:
    """
    Write the answer of `reply` to each line of `source` on `sink`, and return the exit status.

    Answers are flushed when the input has nothing more for now: a program that writes one donne and waits gets its
    answer, and a big file is written in big pieces. Status 2 means that no line was JSON; one unreadable line is a
    refused donne.
    """
    answered = refused = unreadable = 0
    for lines in _as_they_come(source):
        answers = []
        for line in filter(None, map(bytes.strip, lines)):
            answer, is_refused, is_readable = reply(line, language)
            answered += 1
            refused += is_refused
            unreadable += not is_readable
            answers.append(json.dumps(answer, ensure_ascii=False) + "\n")
        if answers:
            # A lone surrogate ("\ud800") in a name has no UTF-8: it goes out as the escape it came in as.
            sink.write("".join(answers).encode("utf-8", "backslashreplace"))
            sink.flush()
    if answered and unreadable == answered:
        return NOT_JSON_LINES
    return SOME_REFUSED if refused else ALL_SCORED


def _as_they_come(source: Source) -> Iterator[list[bytes]]:
    """Yield the whole lines of each piece of input."""
    pieces: list[bytes] = []
    start = True
    while chunk := source.read1(_CHUNK):
        if start:
            chunk, start = chunk.removeprefix(b"\xef\xbb\xbf"), False  # some editors write a byte order mark
        pieces.append(chunk)
        if b"\n" in chunk:
            *lines, unfinished = b"".join(pieces).split(b"\n")
            pieces = [unfinished]
            yield lines
    yield [b"".join(pieces)]


def decoded(text: bytes) -> object:
    """
    Return the value of one line of JSON. Raises ImpossibleDonne for a line that is no JSON.

    NaN and Infinity, which JSON does not have but many programs write, are returned as texts, and so are integers too
    long for Python. `read` then refuses them by name.
    """
    try:
        line = text.decode("utf-8")
        try:
            return json.loads(line, object_pairs_hook=_without_repeats)
        except ValueError as wrong:
            if isinstance(wrong, (json.JSONDecodeError, ImpossibleDonne)):
                raise
            return json.loads(line, object_pairs_hook=_without_repeats, parse_int=_integer)
    except ImpossibleDonne:  # a key written twice
        raise
    except (ValueError, RecursionError):
        raise ImpossibleDonne([Problem("not_json", "")]) from None


def _integer(digits: str) -> int | str:
    return int(digits) if len(digits) <= _MOST_DIGITS else digits


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the object of these pairs. Refuses a key written twice: one of its values would be lost."""
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        times = Counter(key for key, _ in pairs)
        raise ImpossibleDonne(Problem("key_twice", key, {"key": key}) for key in mapping if times[key] > 1)
    return mapping
