"""
The exchange format of rotations: from numbers and a constraints file to a demand, and the answer as one JSON object.

Players are numbered from 1; tables, chairs and rounds in the file from 0, as the checkers of other programs expect.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tournaments.kit.translation import gettext_noop as _
from tournaments.kit.translation import translated
from tournaments.seating.demand import MOST_ROUNDS, Demand, Tables, Turns
from tournaments.seating.drawing import prices
from tournaments.seating.layouts import Remainder, layout
from tournaments.seating.plan import Plan
from tournaments.seating.refusals import ImpossibleDemand
from tournaments.seating.telling import tell
from tournaments.seating.wishes import Apart, Wishes

KEYS = frozenset(("clubs", "fixed", "fixed_seat", "active", "past", "past_byes", "teams", "apart", "lines"))
SIZES = {
    frozenset((4,)): (4, Remainder.EXEMPT),
    frozenset((3, 4)): (4, Remainder.SMALLER),
    frozenset((4, 5)): (4, Remainder.LARGER),
    frozenset((3,)): (3, Remainder.EXEMPT),
    frozenset((5,)): (5, Remainder.EXEMPT),
}


def sizes_of(text: str) -> list[int]:
    """Return the sizes written as « 4,5 ». Raises ImpossibleDemand, with the possible sizes, for anything else."""
    try:
        return [int(size) for size in text.split(",")]
    except ValueError:
        raise ImpossibleDemand("sizes", {"sizes": text}) from None


class UnreadableConstraints(ValueError):
    """A constraints file that does not follow the format; `where` is the key of the first error, or the file."""

    def __init__(self, where: str) -> None:
        self.where = where
        super().__init__(where)

    def message(self, language: str = "fr") -> str:
        sentence = _("Les souhaits ne se lisent pas, à partir de « {where} » : un objet JSON est attendu, avec {keys}.")
        return translated(sentence, language).format(where=self.where, keys=", ".join(sorted(KEYS)))


def demand_of(
    *,
    players: int,
    rounds: int,
    seed: int,
    sizes: Sequence[int],
    constraints: Mapping[str, Any],
    by_rule: bool = False,
    turns: Turns = Turns.FIRST,
    sets: int | None = None,
) -> Demand:
    """
    Return the demand for the rounds after the past: `rounds` is the total number.

    `sets` of boards make it a duplicate, 0 for one a table.

    `clubs` meet as little as possible; `teams` and `apart` never meet. Raises UnreadableConstraints, and
    ImpossibleDemand as a Demand does.
    """
    if unknown := sorted(constraints.keys() - KEYS):
        raise UnreadableConstraints(unknown[0])
    if frozenset(sizes) not in SIZES:
        raise ImpossibleDemand("sizes", {"sizes": ", ".join(map(str, sizes))})
    table_size, remainder = SIZES[frozenset(sizes)]
    layout(players, table_size, Remainder.EXEMPT)  # too few or too many are refused before they are all written down
    past: tuple[Tables, ...] = _read("past", constraints, _tables) or ()
    stays: dict[int, tuple[int, int]] = _read("active", constraints, _stays) or {}
    done = len(past)
    _refuse_rounds(rounds, done)
    if past and sets is not None:  # a file does not say which sets were met
        raise ImpossibleDemand("boards_and_wishes")
    for player in stays:
        _refuse_stranger(player, players)
    for player in (player for tables in past for table in tables for player in table):
        _refuse_stranger(player, players)
    # Those who left during the past stay in the past.
    players_left = [player for player in range(1, players + 1) if player not in stays or stays[player][1] >= done]
    present = frozenset(players_left)
    active = tuple(
        (player, max(0, first - done), last - done)
        for player, (first, last) in sorted(stays.items())
        if player in present and (first > done or last < rounds - 1)
    )
    return Demand(
        players=tuple(players_left),
        rounds=rounds - done,
        seed=seed,
        table_size=table_size,
        remainder=remainder,
        past=past,
        past_exempts=_past_exempts(past, players, stays, constraints),
        wishes=Wishes(
            apart=(
                *(
                    Apart(_members_present(group, present), name=name)
                    for name, group in _groups("clubs", constraints).items()
                ),
                *(
                    Apart(_members_present(group, present), hard=True)
                    for group in _groups("apart", constraints).values()
                ),
            ),
            teams=tuple(_members_present(group, present) for group in _groups("teams", constraints).values()),
            fixed_tables=_places("fixed", constraints, present, players),
            fixed_seats=_places("fixed_seat", constraints, present, players),
            sectors=tuple(_members_present(group, present) for group in _groups("lines", constraints).values()),
            active=active,
        ),
        by_rule=by_rule,
        turns=turns,
        sets=0 if sets is None else sets or len(layout(players, table_size, Remainder.EXEMPT).tables),
    )


def answer(
    plan: Plan,
    demand: Demand,
    *,
    players: int,
    sizes: Sequence[int],
    constraints: Mapping[str, Any],
    language: str = "fr",
) -> dict[str, Any]:
    """Return the whole rotation, the past first, with its certificate and the constraints, to be checked as a whole."""
    data = plan.as_json()
    rule = plan.movement
    return {
        "players": players,
        "rounds": [[list(table) for table in tables] for tables in (*demand.past, *plan.rounds)],
        "byes": [list(out) for out in (*demand.past_exempts, *plan.exempts)],
        "sizes": sorted(sizes),
        **({"sets": data["sets"]} if plan.sets else {}),
        "certificate": data["certificate"] | {"words": tell(plan.certificate, language)},
        **({"movement": data["movement"] | {"words": rule.words(language)}} if rule else {}),
        **constraints,
    }


def prices_answer(demand: Demand) -> dict[str, dict[str, int]]:
    """Return, for each choice of turns, the `least` repeats (past included) and those `found` by a short search."""
    return {turns.value: {"least": price.least, "found": price.reached} for turns, price in prices(demand).items()}


def _refuse_rounds(rounds: int, done: int) -> None:
    """Refuse a total number of rounds that is too small or too large: it includes the `done` ones."""
    if done and rounds <= done:
        raise ImpossibleDemand("all_played", {"rounds": rounds, "least": done + 1})
    if rounds > done + MOST_ROUNDS:
        raise ImpossibleDemand("rounds", {"most": done + MOST_ROUNDS, "rounds": rounds})


def _whole(number: Any) -> int:
    """Return a whole number, also from a text: names in JSON objects are texts. Raises TypeError for other values."""
    if isinstance(number, bool) or not isinstance(number, int | str):
        raise TypeError(number)
    return int(number)


def _tables(rounds: Any) -> tuple[Tables, ...]:
    return tuple(tuple(tuple(map(_whole, table)) for table in tables) for tables in rounds)


def _stays(stays: Any) -> dict[int, tuple[int, int]]:
    return {_whole(player): (_whole(first), _whole(last)) for player, (first, last) in stays.items()}


def _refuse_stranger(player: int, players: int) -> None:
    if not 1 <= player <= players:
        raise ImpossibleDemand("stranger", {"player": player, "most": players})


def _read(key: str, constraints: Mapping[str, Any], read: Callable[[Any], Any]) -> Any:
    if key not in constraints:
        return None
    try:
        return read(constraints[key])
    except (TypeError, ValueError, AttributeError) as wrong:
        raise UnreadableConstraints(key) from wrong


def _groups(key: str, constraints: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    """Read {"player": "group"} or lists of players."""

    def read(value: Any) -> dict[str, tuple[int, ...]]:
        if isinstance(value, Mapping):
            groups: dict[str, list[int]] = {}
            for player, name in value.items():
                groups.setdefault(str(name), []).append(_whole(player))
            return {name: tuple(members) for name, members in groups.items()}
        return {str(number): tuple(map(_whole, members)) for number, members in enumerate(value, 1)}

    groups: dict[str, tuple[int, ...]] = _read(key, constraints, read) or {}
    return groups


def _places(
    key: str, constraints: Mapping[str, Any], present: frozenset[int], players: int
) -> tuple[tuple[int, int], ...]:
    def read(value: Any) -> dict[int, int]:
        return {_whole(player): _whole(place) for player, place in value.items()}

    places: dict[int, int] = _read(key, constraints, read) or {}
    for player in places:
        _refuse_stranger(player, players)
    return tuple((player, place) for player, place in sorted(places.items()) if player in present)


def _members_present(group: Iterable[int], present: frozenset[int]) -> tuple[int, ...]:
    """Return the members of a group who are present; an unknown number stays, and is refused later."""
    return tuple(player for player in group if player in present or player < 1 or player > max(present, default=0))


def _past_exempts(
    past: tuple[Tables, ...], players: int, stays: Mapping[int, tuple[int, int]], constraints: Mapping[str, Any]
) -> tuple[tuple[int, ...], ...]:
    """Return the exempts of the past rounds: as given, or else the players who were there without a table."""
    exempts = _read("past_byes", constraints, lambda byes: tuple(tuple(map(_whole, out)) for out in byes))
    if exempts is not None:
        return tuple(exempts)
    outs = []
    for number, tables in enumerate(past):
        seated = {player for table in tables for player in table}
        present = [p for p in range(1, players + 1) if p not in stays or stays[p][0] <= number <= stays[p][1]]
        outs.append(tuple(player for player in present if player not in seated))
    return tuple(outs)
