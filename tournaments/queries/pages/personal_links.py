"""
The links that open a player's own pages without an account.

A **personal link** is given by the club that keeps his file, or by himself: it opens all his evenings, his data and his
consents. Its signed code has his id, the id of the club that gave it (it no longer opens if another club keeps his
file), the version of his links and the last day on which it opens. An **evening's link** is shown and printed by the
hosts of an evening: it opens that evening for him, and nothing else. Its code has the id of his registration and the
version of its links. A **captain's link** is the evening's link of whoever is captain of a team; its code has the id of
the team and the version of its links, which another captain raises. Raising a version withdraws the links of its kind.
Nothing is stored: printing a thousand cards writes nothing.
"""

from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from enum import Enum

from django.db.models import F, Q
from django.utils.translation import gettext as _

from tournaments.labels import OVER
from tournaments.models import Player, Registration, Season, Team, Tournament, has_died
from tournaments.queries.pages.signed_codes import SignedCodes

PERSONAL, EVENING = SignedCodes("tournaments.person"), SignedCodes("tournaments.evening")
CAPTAIN = SignedCodes("tournaments.captain")
# Signed until November 2026, when whoever had entered somebody was shown one link for all his evenings.
EARLIER = SignedCodes("tournaments.player")
# The last days are counted from here: three letters of the code, where a whole date takes four.
FIRST_DAY = date(2020, 1, 1)
# Results are still read after the last evening of a season; outside of a season a link lasts half a year.
AFTER_THE_SEASON, WITHOUT_SEASON = timedelta(days=60), timedelta(days=180)
# An evening's link opens it as long as it is not over, and so long after its day.
AFTER_THE_EVENING = timedelta(days=30)


class ShutLink(Enum):
    """The reason why a link opens nothing."""

    FORGED = "forged"
    WITHDRAWN = "withdrawn"  # or another club keeps his file now, or he is in no file any more, or died
    EXPIRED = "expired"


@dataclass(frozen=True)
class PersonalLink:
    """
    What a code opens: pages of a player until the end of `last_day`; or nothing, for the reason `shut`.

    `evenings` is the condition for the registrations of the player that it opens; a personal link opens all of them,
    and the pages that are about no evening.
    """

    code: str
    player: Player | None = None
    last_day: date = FIRST_DAY
    shut: ShutLink | None = None
    is_personal: bool = False
    evenings: Q = field(default_factory=Q)

    @property
    def of_player(self) -> Player:
        """The player, with his club; only for a link that opens."""
        assert self.player is not None
        return self.player

    @property
    def sentence(self) -> str:
        """A sentence that says why the link opens nothing, and what to do; "" if it opens."""
        return "" if self.shut is None else _sentences()[self.shut]

    def opens(self, tournament: Tournament) -> bool:
        """Return whether this link opens a tournament: False for another player's evening, unless it is personal."""
        if self.is_personal:
            return True
        return Registration.objects.filter(self.evenings, player=self.player, tournament=tournament).exists()

    def outlasts(self, other: "PersonalLink") -> bool:
        """Return whether a phone with this link has no use for another link of the same player."""
        if not self.is_personal:
            return False
        return not other.is_personal or self.last_day >= other.last_day


def evening_code(registration: Registration) -> str:
    """Return the code of the link that opens an evening for this registration."""
    return EVENING.of(registration.pk, registration.link_version)


def captain_code(team: Team) -> str:
    """Return the code of the link that opens an evening for the captain of this team."""
    return CAPTAIN.of(team.pk, team.link_version)


def personal_code(player: Player, today: date) -> str:
    """Return the code of a player's personal link, given today by the club that keeps his file. One query."""
    seasons = Season.objects.filter(club=player.club_id, starts_on__lte=today, ends_on__gte=today)
    season = seasons.order_by("-ends_on").first()
    last_day = today + WITHOUT_SEASON if season is None else season.ends_on + AFTER_THE_SEASON
    return PERSONAL.of(player.pk, player.club_id, player.link_version, _days(last_day))


def opened_by(code: str, today: date) -> PersonalLink:
    """Return what a code opens. One query, none for a wrong signature."""
    link = _signed(code, today)
    return PersonalLink(code, shut=ShutLink.EXPIRED) if link.shut is None and today > link.last_day else link


def _signed(code: str, today: date) -> PersonalLink:
    """Return what a code opens, whether or not it has expired."""
    if (numbers := PERSONAL.numbers(code, 4)) is not None:
        pk, club_id, version, days = numbers
        return _of_player(PersonalLink(code, is_personal=True), Q(pk=pk, club=club_id, link_version=version), days)
    if (numbers := EVENING.numbers(code, 2)) is not None:
        pk, version = numbers
        return _of_evening(code, Q(pk=pk, link_version=version), today)
    if (numbers := CAPTAIN.numbers(code, 2)) is not None:
        pk, version = numbers
        return _of_evening(code, Q(team=pk, team__link_version=version, is_captain=True), today)
    if (numbers := EARLIER.numbers(code, 3)) is not None:
        pk, version, days = numbers
        link = _of_player(PersonalLink(code), Q(pk=pk, link_version=version), days)
        # It does not say who gave it: it opens what evenings' links of the club that keeps his file would.
        return replace(link, evenings=Q(tournament__club=F("player__club")) & _still_open(today))
    return PersonalLink(code, shut=ShutLink.FORGED)


def _of_player(link: PersonalLink, found: Q, days: int) -> PersonalLink:
    player = Player.objects.select_related("club").filter(found).exclude(has_died()).first()
    if player is None:
        return replace(link, shut=ShutLink.WITHDRAWN)
    return replace(link, player=player, last_day=FIRST_DAY + timedelta(days=days))


def _of_evening(code: str, found: Q, today: date) -> PersonalLink:
    """Return what the code of a registration opens; a double has no page."""
    entries = Registration.objects.select_related("player__club", "tournament").filter(player__double_of=None)
    entry = entries.filter(found, ~has_died("player__"), player__erased_at=None).first()
    if entry is None:
        return PersonalLink(code, shut=ShutLink.WITHDRAWN)
    evening = entry.tournament
    last_day = evening.date if evening.is_finished else max(evening.date, today)
    return PersonalLink(code, entry.player, last_day + AFTER_THE_EVENING, evenings=Q(tournament=evening.pk))


def _still_open(today: date) -> Q:
    """Return the condition that an evening's link opens it today."""
    return ~Q(tournament__state__in=OVER) | Q(tournament__date__gte=today - AFTER_THE_EVENING)


def _days(last_day: date) -> int:
    return max(0, (last_day - FIRST_DAY).days)


def _sentences() -> dict[ShutLink, str]:
    return {
        ShutLink.FORGED: _(
            "Ce lien n’ouvre aucune page. Photographiez à nouveau le QR code de votre fiche, ou demandez-le à "
            "l’organisateur."
        ),
        ShutLink.WITHDRAWN: _(
            "Ce lien ne vaut plus : il a été retiré. Celui de la soirée se photographie à l’entrée ; le vôtre, qui les "
            "ouvre toutes, se demande au club qui tient votre fiche."
        ),
        ShutLink.EXPIRED: _(
            "Ce lien valait pour une soirée ou une saison qui est passée. Celui de ce soir se photographie à "
            "l’entrée ; le vôtre, qui ouvre toutes vos soirées, se demande au club qui tient votre fiche."
        ),
    }
