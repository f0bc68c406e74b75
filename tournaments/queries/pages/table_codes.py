"""
The signed codes of tables, for addresses.

One kind is for a table in one round. The other is printed on a card that lies on a table all evening, for all its
rounds. Both contain the version of the codes: raising it revokes them.
"""

from tournaments.models import Table, Tournament
from tournaments.queries.pages.signed_codes import SignedCodes

CODES = SignedCodes("scoring.table")
CARD = "0"  # no table has this id


def token_of(table: Table, tournament: Tournament) -> str:
    """Return the code of a table in one round: its id, and the versions of the tournament's codes and of its own."""
    return CODES.of(table.pk, tournament.entry_version, table.entry_version)


def card_token_of(tournament: Tournament, number: int) -> str:
    """Return the code of the card of a table: tournament id, version of its codes, table number."""
    return CODES.of(tournament.pk, tournament.entry_version, number, mark=CARD)


def numbers_of_token(token: str) -> tuple[bool, tuple[int, int, int]] | None:
    """Return whether a code is a card's, and its three numbers; None if the signature is wrong."""
    is_card = token.startswith(f"{CARD}-")
    numbers = CODES.numbers(token, 3 + is_card)
    if numbers is None:
        return None
    first, second, third = numbers[-3:]
    return is_card, (first, second, third)
