"""The time zones that a club may choose: names of the IANA database, those of overseas France first. No Django here."""

from collections.abc import Iterator
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from tournaments.kit.translation import gettext_noop as _

PARIS = "Europe/Paris"
OVERSEAS = {
    "America/Guadeloupe": _("Guadeloupe"),
    "America/Martinique": _("Martinique"),
    "America/Cayenne": _("Guyane"),
    "Indian/Reunion": _("La Réunion"),
    "Indian/Mayotte": _("Mayotte"),
    "Pacific/Noumea": _("Nouvelle-Calédonie"),
    "Pacific/Tahiti": _("Tahiti et îles de la Société"),
    "Pacific/Marquesas": _("Îles Marquises"),
    "Pacific/Gambier": _("Îles Gambier"),
    "Pacific/Wallis": _("Wallis-et-Futuna"),
    "America/Miquelon": _("Saint-Pierre-et-Miquelon"),
    "America/St_Barthelemy": _("Saint-Barthélemy"),
    "America/Marigot": _("Saint-Martin"),
    "Indian/Kerguelen": _("Terres australes"),
}
NAMES = {PARIS: _("France métropolitaine"), **OVERSEAS}


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all zones that this machine knows: areas and cities, without technical zones."""
    return frozenset(name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "posix/")))


def offered() -> Iterator[str]:
    """Yield the names of time zones to choose from: France and overseas France, then all others by name."""
    named = [name for name in NAMES if name in known_zones()]
    yield from named
    yield from sorted(known_zones().difference(named))


def zone_called(name: str) -> ZoneInfo:
    """Return a zone by its name; the zone of Paris when this machine does not know the name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(PARIS)
