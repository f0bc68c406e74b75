"""Each code that people are shown has its words."""

from enum import Enum

import pytest

import scoring.labels
import tournaments.labels

WORDS = {
    name: words
    for labels in (scoring.labels, tournaments.labels)
    for name, words in vars(labels).items()
    if name.endswith("_WORDS")
}


@pytest.mark.parametrize("name", WORDS)
def test_every_code_of_an_enum_has_its_words(name: str) -> None:
    words = WORDS[name]
    (kind,) = {type(code) for code in words}
    assert issubclass(kind, Enum)
    assert set(words) == set(kind)
