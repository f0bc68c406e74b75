"""The figures and examples of the rulebook, computed from the barème or from the pack of cards."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Any

from scoring.marque import (
    NO_HOUSE_RULES,
    Bareme,
    Camp,
    Contract,
    Donne,
    PoigneeSize,
    Scored,
    Variant,
    parse,
    score,
)
from scoring.marque.feasible import DEALS, TOTAL, TRUMPS, exact_counts
from tournaments.kit.text import points_text

from .nouns import DonneExample, Passage, Phrases

PHRASES: dict[str, frozenset[str]] = {
    "decimal": frozenset(),
    "span": frozenset({"lowest", "highest"}),
    "one_poignee": frozenset(),
    "two_poignees": frozenset({"pairs"}),
    "pair": frozenset({"first", "second"}),
    **{f"bid_{bid}": frozenset() for bid in (Contract.PRISE, Contract.GARDE_SANS, Contract.GARDE_CONTRE)},
    **{f"players_{players}": frozenset() for players in (3, 4, 5)},
    **{f"slam_{chelem}": frozenset() for chelem in ("none", Camp.ATTAQUE, Camp.DEFENSE)},
    "told": frozenset({"attack", "contract", "points", "bouts", "required", "result"}),
    "with": frozenset(),
    "sits_out": frozenset({"player"}),
    **{f"bouts_{bouts}": frozenset() for bouts in range(4)},
    "made": frozenset({"gap"}),
    "just_made": frozenset(),
    "failed": frozenset({"gap"}),
}
"""The keys of `phrases.md`, each with what stands there in braces."""

_DEALT = {
    "3": Variant.THREE,
    "4": Variant.FOUR,
    "5": Variant.FIVE,
    "flambeuse": Variant.FIVE_FLAMBEUSE,
    "teams": Variant.SIX,
}
# The bids that differ: a garde is counted as a prise, its écart counts for the attack [R6].
_BIDS = (Contract.PRISE, Contract.GARDE_SANS, Contract.GARDE_CONTRE)
_VARIANTS = {4: Variant.FOUR, 3: Variant.THREE, 5: Variant.FIVE}
_SLAMS = {"none": None, "attaque": Camp.ATTAQUE, "defense": Camp.DEFENSE}
_OFF: dict[str, Any] = {
    "pousse": None,
    "petit_chelem": False,
    "miseres": False,
    "mouche": False,
    "flambeuse": False,
}


@dataclass(frozen=True, slots=True)
class Ending:
    """The rows of a table that end alike: for each number of bouts, a cell a contract, empty when it cannot happen."""

    title: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Ranges:
    """The counts that the attack can have with this number of players."""

    title: str
    bids: tuple[str, ...]
    endings: tuple[Ending, ...]


def figures(bareme: Bareme, phrases: Phrases) -> dict[str, str]:
    """Return the text of each name in braces, for this barème."""
    multipliers = {contract.value: times for contract, times in bareme.multipliers.items()}
    house = bareme.house
    numbers = {
        "total": TOTAL // 2,
        "trumps": TRUMPS,
        "base": bareme.base,
        "base_and_5": bareme.base + 5,
        "petit_au_bout": bareme.petit_au_bout,
        "chelem_made": bareme.chelem_made,
        "chelem_announced_made": bareme.chelem_announced_made,
        "chelem_announced_failed": bareme.chelem_announced_failed,
        "chelem_failed_at_four": 3 * bareme.chelem_announced_failed,
        "chelem_inflicted": bareme.chelem_inflicted,
        "petit_chelem_made": house.petit_chelem_made,
        "petit_chelem_failed": house.petit_chelem_failed,
        "misere": house.misere_value,
        "mouche_ante": house.mouche_ante,
        **{f"required_{bouts}": half_points // 2 for bouts, half_points in bareme.required.items()},
        **{f"coef_{contract}": times for contract, times in multipliers.items()},
        **{f"petit_{contract}": bareme.petit_au_bout * times for contract, times in multipliers.items()},
        **{f"poignee_{size.value}": points for size, points in bareme.poignees.items()},
        **{f"pousse_{contract.value}": points for contract, points in house.pousse_values.items()},
        **{f"mouche_{contract.value}": points for contract, points in house.mouche_values.items()},
        **{f"hand_{name}": DEALS[variant].tricks for name, variant in _DEALT.items()},
        **{f"dog_{name}": DEALS[variant].dog for name, variant in _DEALT.items()},
    }
    texts = {name: str(number) for name, number in numbers.items()}
    texts |= {
        f"slam_against_{bouts}": span_text(
            exact_counts(Variant.FOUR, Contract.GARDE_CONTRE, bouts, Camp.ATTAQUE), phrases
        )
        for bouts in (2, 3)
    }
    for hands, sizes in bareme.poignee_trumps.items():
        texts |= {f"trumps_{hands}_{size.value}": str(trumps) for size, trumps in sizes.items()}
        texts[f"together_{hands}"] = _together(sizes, phrases)
    return texts


def _together(sizes: Mapping[PoigneeSize, int], phrases: Phrases) -> str:
    """Return which poignées one deal has trumps for: « une seule, ou deux : simple et simple » [R13]."""
    pairs = [
        phrases["pair"].format(first=first.value, second=second.value)
        for first, second in combinations_with_replacement(sizes, 2)
        if sizes[first] + sizes[second] <= TRUMPS
    ]
    return phrases["two_poignees"].format(pairs=", ".join(pairs)) if pairs else phrases["one_poignee"]


def span_text(counts: frozenset[int], phrases: Phrases) -> str:
    """Return the lowest and the highest of these half-points as points: « 5 à 77 », « 91 »; empty without counts."""
    if not counts:
        return ""
    lowest, highest = (points_text(count, comma=phrases["decimal"]) for count in (min(counts), max(counts)))
    return lowest if lowest == highest else phrases["span"].format(lowest=lowest, highest=highest)


def ranges(phrases: Phrases) -> tuple[Ranges, ...]:
    """Return a table of possible counts for each number of players."""
    return tuple(
        Ranges(
            title=phrases[f"players_{players}"],
            bids=tuple(phrases[f"bid_{bid}"] for bid in _BIDS),
            endings=tuple(
                Ending(
                    title=phrases[f"slam_{slam}"],
                    rows=tuple((bouts, _cells(variant, bouts, chelem, phrases)) for bouts in range(4)),
                )
                for slam, chelem in _SLAMS.items()
            ),
        )
        for players, variant in _VARIANTS.items()
    )


def _cells(variant: Variant, bouts: int, chelem: Camp | None, phrases: Phrases) -> tuple[str, ...]:
    return tuple(span_text(exact_counts(variant, bid, bouts, chelem), phrases) for bid in _BIDS)


@dataclass(frozen=True, slots=True)
class Worked:
    """
    A counted example: what happened in words, the terms of the marque, and each player's score, the taker first.

    `per_defender` is what each defender gives the attack (negative: receives), the sum of `parts`. Points that go to
    one player whoever wins (a misère) are in `beside`, in words.
    """

    donne: str
    note: Passage | None
    summary: str
    parts: tuple[tuple[str, int], ...]
    per_defender: int
    beside: tuple[str, ...]
    scores: tuple[tuple[str, int], ...]


def read_donne(line: str, bareme: Bareme) -> Donne:
    """
    Return the donne of an example as this barème plays it. Raises `ImpossibleDonne`.

    A house rule is in force only when the line asks for it; its figures are this barème's. A pousse that this barème
    reads in another way, or does not have, has its default figures.
    """
    donne = parse(line, house=replace(bareme.house, **_OFF, pousse_values=NO_HOUSE_RULES.pousse_values))
    if donne.house.pousse is None or donne.house.pousse is not bareme.house.pousse:
        return donne
    return parse(line, house=replace(bareme.house, **_OFF))


def worked(example: DonneExample, bareme: Bareme, phrases: Phrases, language: str) -> Worked:
    """Return an example counted by this barème, with the figures of its note filled in."""
    donne = read_donne(example.donne, bareme)
    scored = score(donne, bareme)
    attack_first = sorted(scored.scores, key=lambda player: (player != donne.taker, player != donne.partner))
    return Worked(
        donne=example.donne,
        note=example.note,
        summary=_summary(donne, scored, bareme, phrases),
        parts=tuple((part.text(language), part.points) for part in scored.marque.parts if part.player is None),
        per_defender=scored.marque.per_defender,
        beside=tuple(part.text(language) for part in scored.marque.parts if part.player is not None),
        scores=tuple((player, scored.scores[player]) for player in attack_first),
    )


def _summary(donne: Donne, scored: Scored, bareme: Bareme, phrases: Phrases) -> str:
    distance = scored.marque.distance
    if not scored.marque.won:
        result = phrases["failed"].format(gap=distance)
    elif distance:
        result = phrases["made"].format(gap=distance)
    else:
        result = phrases["just_made"]
    attack = [f" {phrases['with']} ".join(donne.attackers)]
    attack += [phrases["sits_out"].format(player=player) for player in donne.sits_out]
    return phrases["told"].format(
        attack=" ".join(attack),
        contract=donne.contract.value.replace("_", " "),
        points=points_text(donne.half_points, comma=phrases["decimal"]),
        bouts=phrases[f"bouts_{donne.bouts}"],
        required=points_text(bareme.required[donne.bouts], comma=phrases["decimal"]),
        result=result,
    )
