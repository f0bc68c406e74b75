"""How many tables of which size: what to do when the players are no multiple of the table size."""

from dataclasses import dataclass
from enum import StrEnum

from tournaments.seating.refusals import ImpossibleDemand, layout_words

TABLE_SIZES = (3, 4, 5)
MOST_PLAYERS = 5000


class Remainder(StrEnum):
    """How the players who do not fill a table are seated."""

    SMALLER = "smaller"
    LARGER = "larger"
    EXEMPT = "exempt"


@dataclass(frozen=True)
class Layout:
    """The sizes of the tables of a round, in the order of their numbers (odd tables last), and the exempts."""

    tables: tuple[int, ...]
    exempts: int

    @property
    def players(self) -> int:
        return sum(self.tables) + self.exempts

    def words(self, language: str = "fr") -> str:
        return layout_words(self.tables, self.exempts, language)


def layout(players: int, table_size: int, remainder: Remainder) -> Layout:
    """
    Return the layout with the fewest tables that are not of `table_size`.

    `remainder` has no effect for a multiple of the table size. Raises ImpossibleDemand, with the nearest possible
    layout.
    """
    _refuse_size(players, table_size)
    left_over = players % table_size
    if remainder is Remainder.EXEMPT:
        return Layout((table_size,) * (players // table_size), left_over)
    odd, size = (
        (-players % table_size, table_size - 1) if remainder is Remainder.SMALLER else (left_over, table_size + 1)
    )
    if size not in TABLE_SIZES:  # refused even for a multiple: a choice must not depend on who comes that evening
        raise _impossible("no_larger" if size > 5 else "no_smaller", players, table_size, size)
    regular, unseated = divmod(players - odd * size, table_size)
    if regular < 0 or unseated:
        raise _impossible("indivisible", players, table_size, size)
    return Layout((table_size,) * regular + (size,) * odd, 0)


def possible_layouts(players: int, table_size: int) -> dict[Remainder, Layout]:
    """Return the layout of each possible choice; never empty with enough players for one table."""
    layouts = {}
    for remainder in Remainder:
        try:
            layouts[remainder] = layout(players, table_size, remainder)
        except ImpossibleDemand:
            continue
    return layouts


def _refuse_size(players: int, table_size: int) -> None:
    if table_size not in TABLE_SIZES:
        raise ImpossibleDemand("table_size", {"size": table_size})
    if players < table_size:
        raise ImpossibleDemand("too_few", {"least": table_size, "size": table_size, "players": players})
    if players > MOST_PLAYERS:
        raise ImpossibleDemand("too_many", {"most": MOST_PLAYERS, "players": players})


def _impossible(code: str, players: int, size: int, odd: int) -> ImpossibleDemand:
    """Return the error with the nearest choice: the other odd size when possible (everybody plays), else exempts."""
    choices = _choices(players, size)
    nearest = next((layout for layout in choices if not layout.exempts), choices[-1])
    values = {"players": players, "size": size, "odd": odd, "tables": nearest.tables, "exempts": nearest.exempts}
    return ImpossibleDemand(code, values)


def _choices(players: int, table_size: int) -> list[Layout]:
    """Return every layout with tables of one odd size, for the proposal of `_impossible`."""
    choices = []
    for odd, size in ((-players % table_size, table_size - 1), (players % table_size, table_size + 1)):
        regular = (players - odd * size) // table_size
        if size in TABLE_SIZES and regular >= 0:
            choices.append(Layout((table_size,) * regular + (size,) * odd, 0))
    left_over = players % table_size
    return [*choices, Layout((table_size,) * (players // table_size), left_over)]
