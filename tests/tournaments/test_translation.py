"""A French sentence of a package without Django is found in the catalogue of the site."""

import pytest

from tournaments.translation import gettext_noop as _
from tournaments.translation import translated

KING = _("roi")


@pytest.mark.parametrize(
    ("language", "said"), [("fr", "roi"), ("en", "king"), ("en-gb", "king"), ("EN", "king"), ("de", "roi"), ("", "roi")]
)
def test_english_for_whoever_asks_for_it_otherwise_french(language: str, said: str) -> None:
    assert translated(KING, language) == said
