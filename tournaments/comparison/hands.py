"""The four hands of a board, by the chairs that hold them as long as its étui is not turned."""

from enum import StrEnum


class Hand(StrEnum):
    """A hand as it is written; in this order they deal: board 1 Nord, 2 Est, 3 Sud, 4 Ouest, then again."""

    NORD = "N"
    EST = "E"
    SUD = "S"
    OUEST = "O"


# A hand is its number in playing order.
HANDS = (Hand.SUD, Hand.EST, Hand.NORD, Hand.OUEST)
