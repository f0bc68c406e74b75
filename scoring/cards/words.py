"""How the catalogue becomes sentences: cards and counts shown, French typeset."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.marque.words import typeset, with_elisions

from .catalogue import (
    ARTICLES,
    CAMPS,
    CARDS,
    COUNTED,
    DUTIES,
    EXPECTED,
    KINDS,
    MOVES,
    PAIRS,
    PLACES,
    PROBLEMS,
    RANKS,
    SUITS,
    WHO,
    Texts,
)

DEFAULT_LANGUAGE = "fr"
LANGUAGES = ("fr", "en")

_LONGEST = 80  # a value quoted back is cut there: the sentence has to stay readable


def card_text(suit: str | None, rank: int, language: str) -> str:
    """Return a card in words; `suit` is the letter of its suit, « A » for a trump, `None` for the Excuse."""
    index = which(language)
    if suit is None:
        return _CARDS["excuse"][index]
    if suit == "A":
        return _CARDS["trump"][index].format(rank=rank)
    named = RANKS[rank][index] if rank in RANKS else str(rank)
    return _CARDS["suit"][index].format(rank=named, suit=SUITS[suit][index])


def told_text(suit: str | None, rank: int, language: str) -> str:
    """Return a card in words with its article: « le roi de pique », « l’as de cœur », « l’Excuse »."""
    key: int | str = "excuse" if suit is None else rank if suit != "A" and rank in ARTICLES else "other"
    return _ARTICLES[key][which(language)] + card_text(suit, rank, language)


def duty_text(duty: str, suit: str | None, trump: int, language: str) -> str:
    """Return what had to be played, as words that follow « il fallait »."""
    index = which(language)
    return _DUTIES[duty][index].format(suit=_SUITS[suit][index] if suit else "", trump=trump)


def pairs_text(times: int, kinds: tuple[str, ...], half_points: int, language: str) -> str:
    """Return one line of a count by pairs: « 3 × (roi + petite carte) = 15 »."""
    index = which(language)
    first, second = KINDS[kinds[0]][index], KINDS[kinds[-1]][index]
    form = "lone" if len(kinds) == 1 else "pair" if times == 1 else "pairs"
    points = number_text(Fraction(half_points, 2), language)
    return _PAIRS[form][index].format(times=times, first=first, second=second, points=points)


def move_text(kind: str, giver: str, receiver: str, card: str, language: str) -> str:
    """Return what the Excuse, or the card given for it, does after a trick."""
    index = which(language)
    giver, receiver = _CAMPS[giver][index], _CAMPS[receiver][index]
    return _MOVES[kind][index].format(giver=giver, Giver=giver[0].upper() + giver[1:], receiver=receiver, card=card)


def problem_text(code: str, values: Mapping[str, object], language: str) -> str:
    """Return the sentence of a problem, its values already in words."""
    text = _PROBLEMS[code][which(language)]
    if not which(language):
        text = with_elisions(text, {key: str(value) for key, value in values.items()})
    return text.format_map(values)


def place_text(key: str, player: str | None, trick: int | None, language: str) -> str:
    text = _PLACES[key][which(language)]
    if not which(language):
        text = with_elisions(text, {"player": player or ""})
    return text.format(player=player, trick=trick)


def counted_text(number: int, noun: str, language: str) -> str:
    """Return « 1 carte », « 17 cartes », « 2 plis »: in French 0 is singular."""
    index = which(language)
    several = number != 1 if index else number > 1
    return COUNTED[f"{noun}s" if several else noun][index].format(count=number)


def who_text(names: Sequence[str], *, extra: bool, language: str) -> str:
    return WHO["extra" if extra else "missing"][which(language)].format(names=joined(names, language))


def expected_text(kind: str, language: str) -> str:
    """Return what a value has to be: « une liste de cartes »."""
    return _EXPECTED[kind][which(language)]


def joined(words: Sequence[str], language: str, *, either: bool = False) -> str:
    """Return words after one another, the last one after « ou » when only one is to be chosen."""
    if either and len(words) > 1:
        return f"{', '.join(words[:-1])} {('ou', 'or')[which(language)]} {words[-1]}"
    return ", ".join(words)


def quoted(value: object) -> str:
    """Return a value as it came in, cut when it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def number_text(points: Fraction, language: str) -> str:
    """Return a count of points: 46, and 40,5 in French or 40.5 in English."""
    whole, half = divmod(points * 2, 2)
    return f"{whole}{',.'[which(language)] + '5' if half else ''}"


def which(language: str) -> int:
    """Return the place of a language in the texts; anything but English is answered in French."""
    return 1 if language[:2].lower() == "en" else 0


def _all_typeset(catalogue: Mapping[str, Texts]) -> dict[str, Texts]:
    return {code: typeset(texts) for code, texts in catalogue.items()}


_ARTICLES = {key: typeset(texts) for key, texts in ARTICLES.items()}
_CARDS, _DUTIES, _PAIRS, _SUITS = map(_all_typeset, (CARDS, DUTIES, PAIRS, SUITS))
_CAMPS, _EXPECTED, _MOVES, _PLACES, _PROBLEMS = map(_all_typeset, (CAMPS, EXPECTED, MOVES, PLACES, PROBLEMS))
