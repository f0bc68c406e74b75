"""
The link that opens a player's own page without an account: a QR code on his card, and on the screen of the check-in.

A link is for a player, not for an evening: it leads to whatever he plays in, so that a phone that opened it once works
every Friday, and a card of three weeks ago too. Its signed code has the id of the player, the version of his links
(raising it withdraws them all) and the last day on which it opens. Nothing is stored: printing a thousand cards writes
nothing.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum

from django.utils.translation import gettext as _

from tournaments.models import Club, Player, Season, Tournament
from tournaments.queries.pages.signed_codes import Codes

CODES = Codes("tournaments.player")
# The last days are counted from here: three letters of the code, where a whole date takes four.
FIRST_DAY = date(2020, 1, 1)
# Results are still read after the last evening of a season; outside of a season a link lasts half a year.
AFTER_THE_SEASON, WITHOUT_SEASON = timedelta(days=60), timedelta(days=180)


class Shut(Enum):
    """Why a link does not open anything."""

    FORGED = "forged"
    WITHDRAWN = "withdrawn"  # by the organiser, or the player is no longer in the club's file
    EXPIRED = "expired"


@dataclass(frozen=True)
class PersonalLink:
    """What a code opens: the page of a player until the end of `last_day`, or nothing and why (`shut`)."""

    code: str
    player: Player | None = None
    last_day: date = FIRST_DAY
    shut: Shut | None = None

    @property
    def of_player(self) -> Player:
        """The player, with his club: only to be asked of a link that opens."""
        assert self.player is not None
        return self.player

    @property
    def sentence(self) -> str:
        """Why this link opens nothing, and what to do."""
        return "" if self.shut is None else _sentences()[self.shut]


def link_code(player: Player, tournament: Tournament) -> str:
    """Return the code of a player's link given at a tournament."""
    return _code(player, _last_day(tournament.season, tournament.date))


def link_code_on(player: Player, club: Club, today: date) -> str:
    """Return the code of a player's link given by his club on a day. One query."""
    season = Season.objects.filter(club=club, starts_on__lte=today, ends_on__gte=today).order_by("-ends_on").first()
    return _code(player, _last_day(season, today))


def opened_by(code: str, today: date) -> PersonalLink:
    """Return what a code opens: one query, none for a code with a wrong signature."""
    numbers = CODES.numbers(code, 3)
    if numbers is None:
        return PersonalLink(code, shut=Shut.FORGED)
    pk, version, days = numbers
    last_day = FIRST_DAY + timedelta(days=days)
    player = Player.objects.select_related("club").filter(pk=pk, link_version=version).first()
    if player is None:
        return PersonalLink(code, shut=Shut.WITHDRAWN)
    if today > last_day:
        return PersonalLink(code, shut=Shut.EXPIRED)
    return PersonalLink(code, player, last_day)


def _code(player: Player, last_day: date) -> str:
    return CODES.of(player.pk, player.link_version, max(0, (last_day - FIRST_DAY).days))


def _last_day(season: Season | None, day: date) -> date:
    """Return the last day of a link given on a day, in a season or in none."""
    return day + WITHOUT_SEASON if season is None else max(season.ends_on, day) + AFTER_THE_SEASON


def _sentences() -> dict[Shut, str]:
    return {
        Shut.FORGED: _(
            "Ce lien n’ouvre aucune page. Photographiez à nouveau le QR code de votre fiche, ou demandez-le à "
            "l’organisateur."
        ),
        Shut.WITHDRAWN: _(
            "Ce lien ne vaut plus : l’organisateur l’a retiré. Demandez-lui le nouveau ; il se photographie à l’entrée."
        ),
        Shut.EXPIRED: _(
            "Ce lien valait pour une saison qui est passée. Photographiez le QR code de votre nouvelle fiche, ou "
            "demandez-le à l’organisateur."
        ),
    }
