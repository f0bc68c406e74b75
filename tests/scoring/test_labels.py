"""The words of what happens at a table hold for every table and are those of the documents."""

import gettext
from pathlib import Path

import pytest
from django.utils.translation import override

from scoring.labels import MISERE_WORDS, Outcome
from scoring.marque import MisereKind

LOCALE = Path(__file__).parents[2] / "tarot_club" / "locale"


def test_a_donne_that_nobody_took_is_told_alike_at_three_four_and_five():
    with override("fr"):
        assert str(Outcome.PASSED.label) == "passée (personne n’a pris)"
    with override("en"):
        assert str(Outcome.PASSED.label) == "passed out (nobody took)"


def test_a_misere_without_a_court_card_is_called_de_figure_and_stays_tete_for_programs():
    with override("fr"):
        assert (MisereKind.TETE.value, str(MISERE_WORDS[MisereKind.TETE])) == ("tete", "de figure")


@pytest.mark.parametrize("words", ["quatre passes", "four passes", "misère de tête"])
def test_no_sentence_says_it_the_old_way(words):
    with (LOCALE / "en/LC_MESSAGES/django.mo").open("rb") as compiled:
        catalogue = gettext.GNUTranslations(compiled)._catalog
    sentences = [str(text) for pair in catalogue.items() for text in pair]
    assert [text for text in sentences if words in text.lower()] == []
