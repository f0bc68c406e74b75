"""What is odd about a possible donne: the rules allow it but it hardly ever happens, so a person should look again."""

from collections.abc import Iterator

from .bareme import FFT_2012
from .donne import Donne
from .nouns import Camp, Contract, MisereKind, PoigneeSize
from .problems import Problem

# In 634 real donnes at five players, six lie beyond: three were made by 49 or more, three failed by 40 or more. By the
# official needs, whatever a club asks for: what is odd is the cards.
MADE_BY, FAILED_BY = 45, 35

_BOLD = frozenset({Contract.GARDE_SANS, Contract.GARDE_CONTRE})


def oddities(donne: Donne) -> tuple[Problem, ...]:
    """Return what is odd about a possible donne; each problem names the field to look at."""
    problems: list[Problem] = []
    if donne.bouts == 0 and donne.contract in _BOLD:  # such a high bid is rare on a hand that ends without a bout
        problems.append(Problem("bold_without_bout", "bouts", {"contract": donne.contract}))
    all_the_tricks = donne.chelem.made is not None or donne.petit_chelem.made
    margin = donne.half_points - FFT_2012.required[donne.bouts]
    if not all_the_tricks and not -2 * FAILED_BY <= margin <= 2 * MADE_BY:
        values = {"points": donne.points, "with_bouts": donne.bouts, "distance": (abs(margin) + 1) // 2}
        problems.append(Problem("made_by_far" if margin > 0 else "failed_by_far", "points", values))
    if all_the_tricks or donne.chelem.announced:
        problems += _odd_chelem(donne)
    if donne.poignees or donne.miseres:
        problems += _odd_primes(donne)
    return tuple(problems)


def _odd_chelem(donne: Donne) -> Iterator[Problem]:
    announced, made = donne.chelem.announced, donne.chelem.made
    if made is Camp.DEFENSE and announced:
        # No source covers this; both primes apply, and a person should confirm [R17].
        yield Problem("chelem_inflicted_on_announcer", "chelem")
    elif made is not None:
        yield Problem("chelem_rare", "chelem", {"camp": made})
    elif announced and donne.contract is Contract.PRISE:
        yield Problem("chelem_on_prise", "chelem")
    if made is Camp.DEFENSE and donne.petit_chelem.announced:
        yield Problem("petit_chelem_inflicted", "options")
    elif donne.petit_chelem.made:
        yield Problem("petit_chelem_rare", "options")


def _odd_primes(donne: Donne) -> Iterator[Problem]:
    chelem = donne.chelem.made
    for poignee in donne.poignees:
        values = {"player": poignee.player, "size": poignee.size, "contract": donne.contract}
        attacks = poignee.player in donne.attackers
        if chelem is not None and attacks is (chelem is Camp.DEFENSE):
            yield Problem("poignee_without_trick", "poignees", values)
        elif donne.contract in _BOLD and not attacks and poignee.size is not PoigneeSize.SIMPLE:
            yield Problem("poignee_against_bid", "poignees", values)
    for misere in donne.miseres:
        if misere.player == donne.taker and misere.kind is MisereKind.ATOUT:
            yield Problem("misere_of_taker", "options", {"player": misere.player, "misere": misere.kind})
