"""
Checks the points of an old sheet, without card points: do they agree with who took which contract?

The amounts that a contract can bring are computed from what the cards allow.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from .bareme import FFT_2012, Bareme
from .feasible import TRUMPS, counts
from .nouns import Camp, Contract, Variant
from .problems import Problem

NEAREST = 2


class MarkedLine(NamedTuple):
    """
    A donne known only by its scores. People are indexes from 0 of those who play, in the order of `scores`.

    `partner` is None when the taker is alone, also when he called himself. `made` says whether the contract was made,
    as the line has it.
    """

    scores: tuple[int, ...]
    taker: int
    partner: int | None
    contract: Contract
    made: bool


class Attack(NamedTuple):
    """The taker and his partner, and the points that each defender gives (negative: receives)."""

    taker: int
    partner: int | None
    amount: int


def contradictions(line: MarkedLine, bareme: Bareme = FFT_2012) -> list[Problem]:
    """
    Return everything wrong with a line: its sum, shares, attack, result, amount [R7, R9, R22].

    House rules are unknown here: a line that counts a misère is found wrong. Raises ValueError unless three to five
    play.
    """
    playing = len(line.scores)
    variant = {3: Variant.THREE, 4: Variant.FOUR, 5: Variant.FIVE}.get(playing)
    if variant is None:
        raise ValueError(playing)
    partner = None if line.partner == line.taker else line.partner
    if partner is not None and variant is not Variant.FIVE:
        return [Problem("partner_forbidden", "partner", {"playing": playing, "player": partner})]
    said = line._replace(partner=partner)
    problems: list[Problem] = []
    if row_sum := sum(line.scores):
        problems.append(Problem("line_sum", "scores", {"row_sum": row_sum}))
    told = attack_of(line.scores)
    if told is None:
        problems += _wrong_shares(said)
        amount = _likeliest(said)
    else:
        problems += _wrong_attack(said, told, calls_himself=line.partner == line.taker)
        amount = told.amount
    if amount is not None:
        problems += _wrong_amount(said, amount, variant, bareme)
    return problems


def attack_of(scores: tuple[int, ...]) -> Attack | None:
    """Return the only attack that explains these scores; None when there is none, or when all are zero."""
    for taker in range(len(scores)):
        partners = [None, *range(len(scores))] if len(scores) == Variant.FIVE.playing else [None]
        for partner in partners:
            if partner == taker:
                continue
            amount = -next(score for who, score in enumerate(scores) if who not in (taker, partner))
            if amount and scores == shares(len(scores), taker, partner, amount):
                return Attack(taker, partner, amount)
    return None


def shares(playing: int, taker: int, partner: int | None, amount: int) -> tuple[int, ...]:
    """Return the score of each player when each defender gives this amount [R22]."""
    of_taker = amount * (playing - 1) if partner is None else 2 * amount
    return tuple(of_taker if who == taker else amount if who == partner else -amount for who in range(playing))


@cache
def amounts(variant: Variant, contract: Contract, *, made: bool, bareme: Bareme = FFT_2012) -> frozenset[int]:
    """Return every amount that each defender can give for a contract made, or failed, with primes [R7-R16]."""
    multiplier = bareme.multipliers[contract]
    sign = 1 if made else -1
    found: set[int] = set()
    for bouts in range(4):
        petits = [0]
        petits += [bareme.petit_au_bout * multiplier] if bouts else []
        petits += [-bareme.petit_au_bout * multiplier] if bouts < 3 else []
        for winner, chelems in _chelems(bareme):
            margins = {count - bareme.required[bouts] for count in counts(variant, contract, bouts, winner)}
            distances = {(abs(margin) + 1) // 2 for margin in margins if (margin >= 0) == made}  # R8
            found |= {
                sign * ((bareme.base + distance) * multiplier + poignees) + petit + chelem
                for distance in distances
                for poignees in _poignees(variant, bareme)
                for petit in petits
                for chelem in chelems
            }
    return frozenset(found)


def _chelems(bareme: Bareme) -> list[tuple[Camp | None, tuple[int, ...]]]:
    """Return (camp that takes all tricks, points that the chelem adds: unannounced, announced) [R15-R17]."""
    failed, inflicted = bareme.chelem_announced_failed, bareme.chelem_inflicted
    return [
        (None, (0, -failed)),
        (Camp.ATTAQUE, (bareme.chelem_made, bareme.chelem_announced_made)),
        (Camp.DEFENSE, (-inflicted, -failed - inflicted)),
    ]


@cache
def _poignees(variant: Variant, bareme: Bareme) -> frozenset[int]:
    """Return every sum that poignées may add: one a player, and no more than the 22 trumps [R12, R13]."""
    sizes = bareme.shown_trumps(variant) or {}
    return frozenset(
        sum(bareme.poignees[size] for size in shown)
        for number in range(variant.playing + 1)
        for shown in combinations_with_replacement(sizes, number)
        if sum(sizes[size] for size in shown) <= TRUMPS
    )


def _likeliest(line: MarkedLine) -> int | None:
    """
    Return the amount that most scores agree with, if the line names the attack rightly; None when two amounts tie.
    """
    votes: Counter[int] = Counter()
    for who, score in enumerate(line.scores):
        factor = shares(len(line.scores), line.taker, line.partner, 1)[who]
        if score % factor == 0:
            votes[score // factor] += 1
    best = votes.most_common(2)
    return best[0][0] if best and (len(best) == 1 or best[0][1] > best[1][1]) else None


def _wrong_shares(line: MarkedLine) -> Iterator[Problem]:
    """Yield what is wrong when no attack explains the scores: each score that the others contradict, or all."""
    if not any(line.scores):
        return
    amount = _likeliest(line)
    right = None if amount is None else shares(len(line.scores), line.taker, line.partner, amount)
    if right is None or amount is None:
        ways = {3: "line_shares_3", 4: "line_shares_4"}.get(len(line.scores), "line_shares_5")
        yield Problem(ways, "scores", {})
        return
    for who, (score, expected) in enumerate(zip(line.scores, right, strict=True)):
        if score != expected:
            values = {"player": who, "amount": abs(amount), "right": expected, "mark": score}
            yield Problem("line_share", "scores", values)


def _wrong_attack(line: MarkedLine, told: Attack, *, calls_himself: bool) -> Iterator[Problem]:
    if told.taker != line.taker:
        yield Problem("line_taker", "taker", {"player": line.taker, "taker": told.taker})
    elif told.partner != line.partner:
        if calls_himself:
            yield Problem("line_himself", "partner", {"player": line.taker, "partner": told.partner})
        elif line.partner is None:
            yield Problem("line_not_alone", "partner", {"player": told.partner})
        elif told.partner is None:
            yield Problem("line_alone", "partner", {"player": line.partner, "taker": told.taker})
        else:
            yield Problem("line_partner", "partner", {"player": line.partner, "partner": told.partner})


def _wrong_amount(line: MarkedLine, amount: int, variant: Variant, bareme: Bareme) -> Iterator[Problem]:
    """Yield what is wrong with the result and the amount. A failed contract never pays the attack."""

    def possible(contract: Contract) -> frozenset[int]:
        return amounts(variant, contract, made=made, bareme=bareme)

    made = line.made
    if amount in possible(line.contract):
        return
    if (amount > 0 and not made) or amount in amounts(variant, line.contract, made=not made, bareme=bareme):
        made = not made
        yield Problem("line_made" if made else "line_failed", "made", {"amount": abs(amount)})
    if amount in possible(line.contract):
        return
    nearest = sorted(possible(line.contract), key=lambda one: (abs(one - amount), one))[:NEAREST]
    values: dict[str, object] = {"mark": amount, "contract": line.contract, "nearest": tuple(sorted(nearest))}
    others = tuple(one for one in bareme.multipliers if one != line.contract and amount in possible(one))
    if others:
        yield Problem("line_other_contract", "contract", values | {"contracts": others})
    else:
        yield Problem("line_amount", "contract", values)
