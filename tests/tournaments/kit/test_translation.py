"""A French sentence of a package without Django is found in the catalogue of the site."""

import pytest

from tournaments.kit.translation import gettext_noop as _
from tournaments.kit.translation import ngettext, translated

KING = _("roi")


@pytest.mark.parametrize(
    ("language", "said"), [("fr", "roi"), ("en", "king"), ("en-gb", "king"), ("EN", "king"), ("de", "roi"), ("", "roi")]
)
def test_english_for_whoever_asks_for_it_otherwise_french(language: str, said: str) -> None:
    assert translated(KING, language) == said


@pytest.mark.parametrize(
    ("language", "counted"),
    [
        ("fr", ["0 rencontre", "1 rencontre", "2 rencontres"]),
        ("en", ["0 meetings", "1 meeting", "2 meetings"]),
        ("de", ["0 rencontre", "1 rencontre", "2 rencontres"]),
    ],
)
def test_what_is_counted_follows_the_rule_of_the_language(language: str, counted: list[str]) -> None:
    sentences = [ngettext("{broken} rencontre", "{broken} rencontres", count, language) for count in range(3)]
    assert [sentence.format(broken=count) for count, sentence in enumerate(sentences)] == counted
