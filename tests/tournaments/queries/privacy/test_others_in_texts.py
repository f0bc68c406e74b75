"""What a person reads about himself names nobody but him."""

import pytest

from tournaments.queries.privacy.named_texts import Others

OTHERS = Others(
    [("LE GARDE", "Rose"), ("DUPONT", "Li"), ("PETIT", "Jean-Marc"), ("ROY", "Léo")], own=[("DUPONT", "Anne")]
)


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Rose Le Garde a joué", "un autre joueur a joué"),
        ("Rose a joué une garde", "un autre joueur a joué une garde"),
        ("une rose à la boutonnière", "une rose à la boutonnière"),
        ("Garde contrée, Petit perdu", "Garde contrée, Petit perdu"),
        ("Li Dupont contre Dupont Anne", "un autre joueur contre Dupont Anne"),
        ("Jean est venu", "un autre joueur est venu"),
        ("Jean-Marc est venu", "un autre joueur est venu"),
        ("Léo a triché, M. Roy l’a vu", "un autre joueur a triché, un autre joueur l’a vu"),
        ("M. Petit a triché au Petit", "un autre joueur a triché au Petit"),
        ("selon Mme Le Garde et mme li", "selon un autre joueur et un autre joueur"),
        ("Mme Dupont contre M. Petit Jean-Marc", "Mme Dupont contre un autre joueur"),
    ],
)
def test_a_name_is_hidden_whole_or_alone_with_a_capital_unless_it_is_one_s_own_or_a_word_of_the_game(text, hidden):
    assert OTHERS.hidden(text) == hidden


def test_a_short_word_alone_is_nobody():
    assert OTHERS.hidden("Le Li") == "Le Li"
