"""The catalogue that every club starts with says of each fault what the rulebook's articles of the faults say."""

from typing import NamedTuple

import pytest

from scoring.models import PenaltyKind

from .test_statements import ENGLISH, FRENCH


class Fault(NamedTuple):
    """A fault's code, the article that names it and its telling words, on what it falls and what follows from it."""

    code: str
    anchor: str
    french: str
    english: str
    target: str = "joueur"
    sanction: str = ""


DEALING = ("donne", "donneur_exclu")
FAULTS = [
    Fault(*row)
    for row in (
        ("fausse_donne", "f1", "le même donneur redonne, et il n'enchérit pas", "may not bid this time", *DEALING),
        (
            "coupe_irreguliere",
            "f1",
            "fautes de distribution la coupe",
            "in dealing we count the irregular cut",
            *DEALING,
        ),
        ("carte_retournee", "f1", "une carte retournée en donnant", "a card turned up while dealing", *DEALING),
        ("chien_premiere_derniere", "f1", "la dernière carte mise au chien", "the last card laid in the dog", *DEALING),
        ("petit_sec_tu", "f1", "la donne est annulée (R3a). Aucune", "the deal is void (R3a). No penalty", "donne"),
        ("main_levee", "f1", "l'arbitre peut donner une pénalité au joueur", "the arbiter may penalise the player"),
        ("ecart_consulte", "f1", "consulté ou changé après « Jeu »", "looked at or changed after “Jeu”"),
        ("poignee_tardive", "f1", "ou mal montrée, aucune autre sanction n'est dite", "or wrongly, no other penalty"),
        ("faux_ecart", "f2", "les faux écarts", "false discards"),
        ("ecart_interdit", "f2", "un bout ou un atout écarté sans droit", "or a trump discarded without right"),
        ("jeu_hors_tour", "f2", "les jeux hors tour", "play out of turn"),
        ("carte_exposee", "f2", "les cartes exposées", "exposed cards"),
        ("renonce", "f2", "les renonces", "exposed cards, revokes"),
        ("nombre_de_cartes", "f2", "un nombre de cartes faux", "a wrong number of cards"),
        ("hesitation", "f2", "une hésitation injustifiée", "an unjustified hesitation"),
        ("manierisme", "f2", "un maniérisme", "a mannerism"),
        ("etui", "f2", "une main mal remise dans l'étui", "put back wrongly in the board", "table"),
        ("propos", "f2", "propos ou comportement déplacés", "improper remarks or conduct"),
        ("retard", "f2", "aucun document lu ne parle", "lateness no document we read speaks"),
        ("arbitre_non_appele", "f3", "c'est une faute grave", "a serious fault", "table"),
        (
            "chelem_sans_arbitre",
            "f3",
            "une faute, dont aucun document ne dit le prix",
            "a fault, whose price no document gives",
        ),
    )
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.code)
def test_an_article_names_the_fault(fault: Fault) -> None:
    assert (fault.french in FRENCH[fault.anchor], fault.english in ENGLISH[fault.anchor]) == (True, True)


@pytest.mark.django_db
def test_the_catalogue_says_of_each_fault_what_its_article_says() -> None:
    rows = PenaltyKind.objects.filter(club=None).exclude(code="autre").values_list("code", "target", "sanction")
    assert sorted(rows) == sorted((fault.code, fault.target, fault.sanction) for fault in FAULTS)
