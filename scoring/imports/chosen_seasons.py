"""The season of evenings that come in: one of the club, or a new one that the first of them makes."""

from datetime import date

from django.utils.translation import gettext as _

from tournaments.kit.days import french_day
from tournaments.models import Import, Season
from tournaments.services.clubs.clubs import SeasonFacts, create_season

ChosenSeason = Season | SeasonFacts


def season_in(import_: Import, chosen: ChosenSeason | None) -> Season | None:
    """
    Return the season to write into: a new one is made with the import, and goes when it is undone. Under the club's
    lock. Refuses what `create_season` refuses.
    """
    if not isinstance(chosen, SeasonFacts):
        return chosen
    made = import_.club.seasons.filter(name=chosen.name).first()  # by a file before, of the same ones
    if made is None:
        made = create_season(club=import_.club, facts=chosen, by=import_.by, at=import_.at)
        Season.objects.filter(pk=made.pk).update(imported_by=import_)
    return made


def outside(chosen: ChosenSeason | None, day: date) -> str:
    """Return a sentence when a day is none of the season's, else an empty text."""
    if chosen is None or chosen.starts_on <= day <= chosen.ends_on:
        return ""
    words = {"day": french_day(day), "season": chosen.name}
    words |= {"first": french_day(chosen.starts_on), "last": french_day(chosen.ends_on)}
    sentence = _("Le %(day)s n’est pas dans « %(season)s », du %(first)s au %(last)s : la soirée y entre quand même.")
    return sentence % words
