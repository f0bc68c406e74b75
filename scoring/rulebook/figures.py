"""The figures a text names in braces: all from the barème or from the pack, none written twice."""

from collections.abc import Mapping
from itertools import combinations_with_replacement

from scoring.marque import Bareme, Camp, Contract, PoigneeSize, Variant
from scoring.marque.feasible import DEALS, TOTAL, exact_counts
from scoring.marque.holdings import TRUMPS
from scoring.marque.words import typeset

from .nouns import Texts

LANGUAGES = ("fr", "en")
FRENCH, ENGLISH = range(2)

_DEALT = {
    "3": Variant.THREE,
    "4": Variant.FOUR,
    "5": Variant.FIVE,
    "flambeuse": Variant.FIVE_FLAMBEUSE,
    "teams": Variant.SIX,
}
_ALONE: Texts = ("une seule", "one only")
_AND: Texts = (" et ", " and ")
_SPAN: Texts = ("{} à {}", "{} to {}")
_OR_TWO: Texts = typeset(("une seule, ou deux : {}", "one only, or two: {}"))


def figures(bareme: Bareme, language: int) -> dict[str, str]:
    """Return what each name in braces is worth by this barème; `language` is FRENCH or ENGLISH."""
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
    shown = {name: str(number) for name, number in numbers.items()}
    shown |= {
        f"slam_against_{bouts}": span_text(
            exact_counts(Variant.FOUR, Contract.GARDE_CONTRE, bouts, Camp.ATTAQUE), language
        )
        for bouts in (2, 3)
    }
    for hands, sizes in bareme.poignee_trumps.items():
        shown |= {f"trumps_{hands}_{size.value}": str(trumps) for size, trumps in sizes.items()}
        shown[f"together_{hands}"] = _together(sizes, language)
    return shown


def _together(sizes: Mapping[PoigneeSize, int], language: int) -> str:
    """Return which poignées the trumps allow in one deal: « une seule, ou deux : simple et simple » [R13]."""
    pairs = [
        _AND[language].join(size.value for size in pair)
        for pair in combinations_with_replacement(sizes, 2)
        if sum(sizes[size] for size in pair) <= TRUMPS
    ]
    return _OR_TWO[language].format(", ".join(pairs)) if pairs else _ALONE[language]


def span_text(counts: frozenset[int], language: int) -> str:
    """Return the lowest and the highest count, in half-points: « 5 à 77 », « 91 », nothing when there is none."""
    if not counts:
        return ""
    lowest, highest = (points_text(count, language) for count in (min(counts), max(counts)))
    return lowest if lowest == highest else _SPAN[language].format(lowest, highest)


def points_text(half_points: int, language: int) -> str:
    """Return a count as people write it: 46, and 40,5 in French or 40.5 in English."""
    whole, half = divmod(half_points, 2)
    return f"{whole}{',.'[language]}5" if half else str(whole)
