"""How the catalogue becomes sentences: translated, cards and counts shown."""

import json
from collections.abc import Mapping, Sequence

from scoring.marque.words import with_elisions
from tournaments.text import points_text
from tournaments.translation import gettext_noop as _
from tournaments.translation import is_english, translated

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
)

DEFAULT_LANGUAGE = "fr"
LANGUAGES = ("fr", "en")

_LONGEST = 80  # a value quoted back is cut there: the sentence has to stay readable


def card_text(suit: str | None, rank: int, language: str) -> str:
    """Return a card in words; `suit` is the letter of its suit, « A » for a trump, `None` for the Excuse."""
    if suit is None:
        return translated(CARDS["excuse"], language)
    if suit == "A":
        return translated(CARDS["trump"], language).format(rank=rank)
    named = translated(RANKS[rank], language) if rank in RANKS else str(rank)
    return translated(CARDS["suit"], language).format(rank=named, suit=translated(SUITS[suit], language))


def told_text(suit: str | None, rank: int, language: str) -> str:
    """Return a card in words with its article: « le roi de pique », « l’as de cœur », « l’Excuse »."""
    key: int | str = "excuse" if suit is None else rank if suit != "A" and rank in ARTICLES else "other"
    return translated(ARTICLES[key], language) + card_text(suit, rank, language)


def duty_text(duty: str, suit: str | None, trump: int, language: str) -> str:
    """Return what had to be played, as words that follow « il fallait »."""
    named = translated(SUITS[suit], language) if suit else ""
    return translated(DUTIES[duty], language).format(suit=named, trump=trump)


def pairs_text(times: int, kinds: tuple[str, ...], half_points: int, language: str) -> str:
    """Return one line of a count by pairs: « 3 × (roi + petite carte) = 15 »."""
    first, second = (translated(KINDS[kind], language) for kind in (kinds[0], kinds[-1]))
    form = "lone" if len(kinds) == 1 else "pair" if times == 1 else "pairs"
    points = points_text(half_points, language)
    return translated(PAIRS[form], language).format(times=times, first=first, second=second, points=points)


def move_text(kind: str, giver: str, receiver: str, card: str, language: str) -> str:
    """Return what the Excuse, or the card given for it, does after a trick."""
    giver, receiver = (translated(CAMPS[camp], language) for camp in (giver, receiver))
    text = translated(MOVES[kind], language)
    return text.format(giver=giver, Giver=giver[0].upper() + giver[1:], receiver=receiver, card=card)


def problem_text(code: str, values: Mapping[str, object], language: str) -> str:
    """Return the sentence of a problem, its values already in words."""
    text = translated(PROBLEMS[code], language)
    return with_elisions(text, {key: str(value) for key, value in values.items()}).format_map(values)


def place_text(key: str, player: str | None, trick: int | None, language: str) -> str:
    text = with_elisions(translated(PLACES[key], language), {"player": player or ""})
    return text.format(player=player, trick=trick)


def counted_text(number: int, noun: str, language: str) -> str:
    """Return « 1 carte », « 17 cartes », « 2 plis »: in French 0 is singular."""
    several = number != 1 if is_english(language) else number > 1
    return translated(COUNTED[f"{noun}s" if several else noun], language).format(count=number)


def who_text(names: Sequence[str], *, extra: bool, language: str) -> str:
    return translated(WHO["extra" if extra else "missing"], language).format(names=joined(names, language))


def expected_text(kind: str, language: str) -> str:
    """Return what a value has to be: « une liste de cartes »."""
    return translated(EXPECTED[kind], language)


def joined(words: Sequence[str], language: str, *, either: bool = False) -> str:
    """Return words after one another, the last one after « ou » when only one is to be chosen."""
    if either and len(words) > 1:
        return " ".join((", ".join(words[:-1]), translated(_("ou"), language), words[-1]))
    return ", ".join(words)


def quoted(value: object) -> str:
    """Return a value as it came in, cut when it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
