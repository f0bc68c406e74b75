"""A line of a list of players: what it says of a person."""

from dataclasses import dataclass, fields
from datetime import date

from django.utils.translation import gettext as _


@dataclass(frozen=True)
class PlayerRow:
    """
    A line of the file. None is an empty cell: a known player keeps the old value.

    `line` is the line number in the spreadsheet. `doubt` is a sentence when the line may not mean a person. `presence`
    is True for a person who comes to the evening, False for one who does not. `is_unclear` when the consent is neither
    yes nor no: the answer given for the whole list is then not used. `team` is the name of the team that the person is
    in, in an evening of teams, and `captain` True for its captain. What the line says of a fee is kept as it is
    written: `listed_fees.py` reads it.
    """

    line: int
    last_name: str
    first_name: str | None = None
    licence: str | None = None
    category: str | None = None
    public_name: str | None = None
    consent: bool | None = None
    home_club: str | None = None
    sex: str | None = None
    birth_year: int | None = None
    doubt: str = ""
    card_consent: bool | None = None
    sharing_consent: bool | None = None
    licence_until: date | None = None
    federal_series: str | None = None
    federal_series_on: date | None = None
    email: str | None = None
    email_consent: bool | None = None
    phone: str | None = None
    phone_consent: bool | None = None
    suspended_from: date | None = None
    suspended_until: date | None = None
    suspension_reason: str | None = None
    presence: bool | None = None
    team: str | None = None
    captain: bool | None = None
    is_unclear: bool = False
    member_since: date | None = None
    fee_rate: str | None = None
    fee: str | None = None
    fee_paid_on: str | None = None
    fee_method: str | None = None

    @property
    def says_fee(self) -> bool:
        """Return True when a line says something of a fee; the means alone says nothing."""
        return bool(self.fee_rate or self.fee or self.fee_paid_on)

    @property
    def doubt_if_known(self) -> str:
        """Return `doubt`; "" when the doubt is only a missing first name, because a known licence holder has one."""
        return "" if self.licence and self.doubt == no_first_name() else self.doubt


NO_FACTS = {"line", "last_name", "first_name", "doubt", "presence", "is_unclear"}
FACTS = [fact.name for fact in fields(PlayerRow) if fact.name not in NO_FACTS]


def no_first_name() -> str:
    return _("il n’y a pas de prénom.")


def contradicts(first: PlayerRow, second: PlayerRow) -> bool:
    """Return True when two lines with one name say different things about a person."""
    pairs = ((getattr(first, name), getattr(second, name)) for name in FACTS)
    return any(value is not None and another is not None and value != another for value, another in pairs)
