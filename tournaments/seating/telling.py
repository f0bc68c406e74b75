"""
A certificate told in sentences, by one function for the pages, the PDFs and the command.

What each sentence claims must be what a count of the seats finds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.seating.certificate import Certificate, Kept
from tournaments.seating.demand import Turns
from tournaments.seating.wording import chair_names, say, times, without


class Way(StrEnum):
    """How a round was drawn that is not part of a whole rotation."""

    RANDOM = "random"
    NO_STANDINGS = "no_standings"  # by standings was asked for, and there were none yet
    SWISS = "swiss"
    DANISH = "danish"


@dataclass(frozen=True)
class Distances:
    """
    What a round by standings cost; `Standing` says what each figure is.

    `mean_spread` and `free_spread` are in tenths of a place.
    """

    rank_spread: int
    mean_spread: int
    free_spread: int
    rematches: int
    repeats_ahead: int | None


@dataclass(frozen=True)
class Evening:
    """
    What a tournament knows of a draw beside its certificate.

    `first` is the number of its first round, `way` None for a whole rotation, `sheets` those that were not waited for,
    in words. Of `wishes` only their number is told: a wish is personal.
    """

    first: int
    players: int
    rounds: int
    way: Way | None = None
    distances: Distances | None = None
    sheets: str = ""
    wishes: Sequence[Kept] = ()
    stopped_early: bool = False


def tell(certificate: Certificate, language: str = "fr", evening: Evening | None = None) -> list[str]:
    """
    Return everything worth saying of a plan, the most important first.

    Without an evening it is a rotation of players who are numbers, each wish told by itself. With one it is for
    everybody in the hall.
    """
    if evening is not None:
        return _for_the_hall(certificate, language, evening)
    values: dict[str, object] = {
        "players": certificate.players,
        "rounds": certificate.rounds,
        "past": certificate.past,
        "seed": certificate.seed,
        "way": _method(certificate.method, language),
    }
    told = [say("players_rounds", language, values, certificate.rounds), verdict(certificate, language) + "."]
    if certificate.past:
        told.append(say("past_wishes" if certificate.wishes else "past", language, values, certificate.past))
    told += [*_repeats(certificate, language), *fairness(certificate, language)]
    told.extend(wish.words(language) for wish in certificate.wishes)
    return [*told, say("method", language, values)]


def verdict(certificate: Certificate, language: str = "fr") -> str:
    """Return what is said of the repeats, in the middle of a sentence; never « optimal » unless it is proved."""
    words = say("repeats", language, {"repeats": certificate.repeats}, certificate.repeats)
    return _bounded("", words, certificate, language)


def repeats_words(certificate: Certificate, language: str = "fr") -> list[str]:
    """Return what the hall is told of the repeats: do people meet twice, and could it be otherwise?"""
    if not certificate.repeats:
        return [say("never_twice", language, {}), verdict(certificate, language) + "."]
    words = say("repeated", language, {"count": certificate.repeats}, certificate.repeats)
    return [_bounded("hall_", words, certificate, language), *_repeats(certificate, language)]


def _bounded(prefix: str, words: str, certificate: Certificate, language: str) -> str:
    bound = certificate.lower_bound
    known = "proved" if certificate.proven_optimal else "bounded" if bound else "unbounded"
    return say(prefix + known, language, {"verdict": words, "lower_bound": bound}, bound)


def _for_the_hall(certificate: Certificate, language: str, evening: Evening) -> list[str]:
    last = evening.first + evening.rounds - 1
    values: dict[str, object] = {
        "first": evening.first,
        "last": last,
        "players": evening.players,
        "sheets": evening.sheets,
        "way": _method(certificate.method, language),
        "seed": certificate.seed,
    }
    told = [say(f"way_{evening.way}", language, values)] if evening.way is not None else []
    told += repeats_words(certificate, language)
    told += _distances(evening.distances, language) if evening.distances is not None else []
    if evening.sheets:
        told.append(say("not_waited", language, values))
    told += fairness(certificate, language)
    told += _counted(evening.wishes, language)
    told.append(say("hall_round" if evening.rounds == 1 else "hall_rounds", language, values, evening.players))
    told.append(say("hall_method", language, values))
    told.append(say("hall_number_stopped" if evening.stopped_early else "hall_number", language, values))
    return told


def _repeats(certificate: Certificate, language: str) -> list[str]:
    """Return what the repeats are due to, and how often two players meet; nothing without repeats."""
    due = certificate.for_turns
    told = [say("for_turns", language, {"for_turns": due}, due)] if due else []
    if certificate.repeats:
        told.append(say("most_meetings", language, {"times": times(certificate.most_meetings, language)}))
    return told


def fairness(certificate: Certificate, language: str = "fr") -> list[str]:
    """Return how seats, table numbers, neighbours, exemptions and odd tables are shared, a sentence each."""
    one = certificate
    told = [_shared("seats", one, one.seats_spread, one.seats_without, language)] if one.chairs else []
    if one.tables_most:
        told.append(_tables(one, language))
    if one.same_right_most > 1 or one.same_facing_most > 1:
        both = {"right": times(one.same_right_most, language), "facing": times(one.same_facing_most, language)}
        told.append(say("neighbours" if one.same_facing_most else "right", language, both))
    if one.has_exempts:
        told.append(_shared("exempts", one, one.exempts_spread, one.exempts_without, language))
    if one.has_odd_tables:
        told += _repeats_first(one, language) if one.turns is Turns.LAST else []
        told.append(_shared("odd_tables", one, one.odd_tables_spread, one.odd_tables_without, language))
    return told


def _repeats_first(certificate: Certificate, language: str) -> list[str]:
    """Return that repeats came before turns at odd tables, what it cost, and what it is known to have spared."""
    early, bound = certificate.early_turns, certificate.turns_first_bound
    values = {"early_turns": early, "without": without(certificate.odd_tables_without, language)}
    price = say("turns_early" if early else "turns_kept", language, values, early)
    told = [say("turns_last", language, {"price": price})]
    if bound > certificate.repeats:
        told.append(say("turns_first_bound", language, {"turns_first_bound": bound}, bound))
    return told


def _shared(name: str, certificate: Certificate, spread: int, left_out: tuple[str, ...], language: str) -> str:
    values = {
        "chairs": ", ".join(chair_names(certificate.chairs, language)),
        "sections": say("sections", language, {}) if certificate.sections else "",
        "within": say("within", language, {"spread": spread}) if spread else "",
        "without": without(left_out, language),
    }
    return say(name, language, values)


def _tables(certificate: Certificate, language: str) -> str:
    again = certificate.tables_again
    values = {
        "times": times(certificate.tables_most, language),
        "tables_again": again,
        "without": without(certificate.tables_without, language),
    }
    if certificate.tables_most == 1:
        return say("tables_once", language, values)
    return say("tables_again" if again else "tables_bound", language, values, again)


def _distances(price: Distances, language: str) -> list[str]:
    """Say what a round by standings cost: how far apart in the ranking people sit, and who meets again."""
    values = {"worst": price.rank_spread, "mean": _tenths(price.mean_spread, language)}
    told = [say("ranks_apart", language, values, price.rank_spread)]
    if price.mean_spread > price.free_spread:
        told.append(say("ranks_free", language, {"free": _tenths(price.free_spread, language)}))
    for name, count in (("rematches", price.rematches), ("repeats_ahead", price.repeats_ahead)):
        if count:
            told.append(say(name, language, {"count": count}, count))
    return told


def _tenths(value: int, language: str) -> str:
    whole, tenths = divmod(value, 10)
    return f"{whole}.{tenths}" if language == "en" else f"{whole},{tenths}"


def _counted(wishes: Sequence[Kept], language: str) -> list[str]:
    """Say how many wishes were kept, and nothing of whose they are; nothing without wishes."""
    if not wishes:
        return []
    count, kept = len(wishes), sum(not one.broken for one in wishes)
    best = sum(0 < one.broken <= one.unavoidable for one in wishes)
    if kept == count:
        return [say("wishes_all", language, {"count": count}, count)]
    words = say("wishes_some", language, {"kept": kept, "count": count}, kept)
    return [words + (say("wishes_best", language, {"count": best}) if best else "") + "."]


def _method(method: str, language: str) -> str:
    """Return how a plan was found, in words; a method nobody named is shown as it is."""
    if method.startswith("search from "):
        return say("search_from", language, {"way": _method(method.removeprefix("search from "), language)})
    name, _, way = method.partition(" with ")
    words = say(f"method_{name.replace(' ', '_')}", language, {})
    return words + (say(f"with_{way.replace(' ', '_')}", language, {}) if way else "")
