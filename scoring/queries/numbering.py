"""What is played at a table: which variant, how many donnes, and whose turn it is."""

from collections.abc import Iterable

from scoring.queries.baremes import bareme_of
from tournaments.labels import Keeps, Pace
from tournaments.models import Tournament


def variant_of(tournament: Tournament, chairs: int) -> str:
    """
    Return the variant played at a table of so many chairs.

    Five at a four-player tournament are four and a mort [R25]; five at a tournament of five call a king, unless its
    barème has them play one against four [R26].
    """
    if chairs != 5:
        return str(chairs)
    if tournament.table_size != 5:
        return "5_mort"
    return "5_flambeuse" if bareme_of(tournament).house.flambeuse else "5"


def playing_at(tournament: Tournament, chairs: int) -> int:
    """Return how many play a donne at a table of so many chairs: the mort does not."""
    return chairs - 1 if variant_of(tournament, chairs) == "5_mort" else chairs


def expected_donnes(tournament: Tournament, chairs: int, void: int = 0) -> int | None:
    """
    Return how many lines a full sheet has, None when the clock ends the round.

    A table of five with a mort plays five donnes, or ten …, the number nearest to what gives each as many as elsewhere:
    everyone there is mort as often as the others. A void donne (passed, petit sec …) is played again unless the
    tournament says that it counts.
    """
    if tournament.pace == Pace.MINUTES or tournament.donnes_per_round is None:
        return None
    donnes = tournament.donnes_per_round
    if variant_of(tournament, chairs) == "5_mort":
        donnes = 5 * max(1, (donnes + 1) // 4)
    return donnes if tournament.void_donnes_count else donnes + void


def numbers_on_sheet(tournament: Tournament, expected: int | None, known: Iterable[int]) -> range:
    """Return the numbers of the donnes of a sheet: those expected and, when the clock ends the round, those known."""
    if tournament.keeps == Keeps.TOTALS:
        return range(0)
    return range(1, max([expected or 0, *known]) + 1)


def expected_mort(number: int) -> int:
    """Return the chair that sits out donne `number` at a table of five: each in turn, Sud first."""
    return (number - 1) % 5
