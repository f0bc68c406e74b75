"""What the cards allow that hardly ever happens: what is odd, then what to look at."""

from .texts import Texts

ODD: dict[str, tuple[Texts, Texts]] = {
    "chelem_inflicted_on_announcer": (
        (
            "chelem annoncé par l'attaque et réussi par la défense, les deux primes s'ajoutent",
            "slam announced by the attack and made by the defence, both primes are counted",
        ),
        ("faites confirmer par l'arbitre", "have the arbiter confirm"),
    ),
    "poignee_without_trick": (
        (
            "{player} a montré une poignée {size} sans que son camp fasse un seul pli",
            "{player} showed a {size} poignée and yet their camp took no trick",
        ),
        ("vérifiez le chelem et la poignée", "check the slam and the poignée"),
    ),
    "chelem_rare": (
        ("un chelem réussi par {camp}, cela n'arrive presque jamais", "a slam made by {camp} hardly ever happens"),
        ("faites confirmer tous les plis", "have every trick confirmed"),
    ),
    "chelem_on_prise": (
        ("un chelem annoncé sur une prise", "a slam announced on a prise"),
        ("vérifiez le contrat et l'annonce", "check the contract and the announcement"),
    ),
    "petit_chelem_rare": (
        ("un petit chelem réussi, cela n'arrive presque jamais", "a petit chelem hardly ever happens"),
        ("faites confirmer les plis", "have the tricks confirmed"),
    ),
    "petit_chelem_inflicted": (
        (
            "petit chelem annoncé par l'attaque et chelem réussi par la défense, les deux primes s'ajoutent",
            "petit chelem announced by the attack and slam made by the defence, both primes are counted",
        ),
        ("faites confirmer par l'arbitre", "have the arbiter confirm"),
    ),
    "made_by_far": (
        (
            "{points} points {with_bouts}, c'est réussi de {distance}",
            "{points} points {with_bouts} is made by {distance}",
        ),
        ("vérifiez les points et les bouts", "check the points and the bouts"),
    ),
    "failed_by_far": (
        (
            "{points} points {with_bouts}, c'est chuté de {distance}",
            "{points} points {with_bouts} is failed by {distance}",
        ),
        ("vérifiez les points et les bouts", "check the points and the bouts"),
    ),
    "bold_without_bout": (
        ("une {contract} sans un seul bout à la fin", "a {contract} without a single bout at the end"),
        ("vérifiez le contrat et les bouts", "check the contract and the bouts"),
    ),
    "poignee_against_bid": (
        (
            "{player} défend contre une {contract} avec une poignée {size}",
            "{player} defends against a {contract} with a {size} poignée",
        ),
        ("vérifiez qui a montré la poignée", "check who showed the poignée"),
    ),
    "misere_of_taker": (
        ("{player} a pris avec une {misere}", "{player} took with a {misere}"),
        ("vérifiez qui l'a montrée", "check who showed it"),
    ),
}

FACTS: dict[str, Texts] = {code: fact for code, (fact, _look) in ODD.items()}


def _whole(fact: str, look: str, colon: str) -> str:
    """Return both as one sentence; what stands in braces keeps its own letters."""
    return f"{fact[0].upper()}{fact[1:]}{colon} {look}."


WARNINGS: dict[str, Texts] = {
    code: (_whole(fact[0], look[0], " :"), _whole(fact[1], look[1], ":")) for code, (fact, look) in ODD.items()
}
