"""
« Comme la dernière fois »: a tournament copied from another.

Settings and barème are always copied. Every other kind of row is copied by a function in `CARRY`, from the service that
writes the kind; a new kind needs a code in `labels.Carried` and a line in `CARRY`.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date as Date  # noqa: N812 - `date` is what a tournament has
from datetime import datetime
from random import SystemRandom

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.dated_names import next_name
from tournaments.labels import Carried, TournamentState
from tournaments.models import Account, Club, Player, Series, Tournament
from tournaments.queries.clubs.copies import season_on
from tournaments.queries.people.files import left_out_words, suspended_at
from tournaments.queries.people.regulars import named_in_wishes, regulars
from tournaments.refusals import Refusal
from tournaments.services.clubs.qualifying import carry_sources
from tournaments.services.draws.wishes import carry_wishes
from tournaments.services.evening.chosen_bareme import set_bareme
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.tournaments import create_tournament
from tournaments.services.journal import log
from tournaments.services.locks import lock_club
from tournaments.services.money.prizes import carry_prizes
from tournaments.services.money.rates import carry_rates
from tournaments.services.people.registrations import register
from tournaments.services.people.teams import carry_teams

# (source, tournament, entries, by, at) → how many it copied. `entries` maps ids of registrations of the source to those
# of the new tournament; players who do not come again are not in it.
Carry = Callable[..., int]
CARRY: dict[Carried, Carry] = {
    Carried.TEAMS: carry_teams,
    Carried.WISHES: carry_wishes,
    Carried.RATES: carry_rates,
    Carried.PRIZES: carry_prizes,
    Carried.SOURCES: carry_sources,
}
LOT = SystemRandom()


@dataclass(frozen=True)
class Copied:
    """
    The copy of a tournament. `carried` counts the copied rows by kind, and is empty for a copy made before; `left_out`
    names, in sentences, the players who are not registered because they are suspended on the new day.
    """

    tournament: Tournament
    carried: Mapping[str, int]
    left_out: str = ""


@transaction.atomic
def copy_tournament(
    *,
    source: Tournament,
    date: Date,
    by: Account | None,
    at: datetime,
    carry: Collection[str] = tuple(Carried),
    series: Series | None = None,
    name: str = "",
    state: str = TournamentState.DRAFT,
) -> Copied:
    """
    Open a copy of a tournament in its club on another day; a second call returns the first copy.

    An empty `name` becomes the source's name with the new day in it; `carry` are codes of what is copied (`Carried`).
    Refuses a series of another club, and what `create_tournament` refuses.
    """
    lock_club(source.club)
    source = Tournament.objects.select_related("club", "season").get(pk=source.pk)
    _refuse_series(series, source.club)
    opened = Tournament.objects.filter(copied_from=source, date=date, series=series).first()
    if opened is not None:  # the button was pressed twice
        return Copied(opened, {})
    settings = _settings_on(date, source, series, name)
    tournament = create_tournament(club=source.club, settings=settings, by=by, at=at, state=state)
    Tournament.objects.filter(pk=tournament.pk).update(copied_from=source, series=series)
    tournament = set_bareme(tournament=tournament, edition=source.bareme, name=source.bareme_name, by=by, at=at)
    players = regulars(source) if Carried.PEOPLE in carry else set()
    left_out = left_out_words(tournament, Player.objects.filter(pk__in=players))
    players -= suspended_at(tournament.club_id, tournament.date)
    expected = len(players)
    if Carried.WISHES in carry:
        players |= named_in_wishes(source) - suspended_at(tournament.club_id, tournament.date)
    register(tournament=tournament, players=Player.objects.filter(pk__in=players), by=by, at=at)
    entries = _new_entries(source, tournament)
    carried = {
        str(code): carry_rows(source=source, tournament=tournament, entries=entries, by=by, at=at)
        for code, carry_rows in CARRY.items()
        if code in carry
    }
    carried[str(Carried.PEOPLE)] = expected
    log(
        action=gettext_noop("ouvert comme un autre"),
        subject=source.name,
        by=by,
        at=at,
        tournament=tournament,
        details={"source": source.pk, "date": source.date.isoformat(), **carried},
    )
    return Copied(Tournament.objects.select_related("club").get(pk=tournament.pk), carried, left_out)


def _new_entries(source: Tournament, tournament: Tournament) -> dict[int, int]:
    """Return, by the id of a registration in the source, the id of that player's registration in the new tournament."""
    entries = dict(tournament.registrations.values_list("player_id", "pk"))
    return {
        old_entry: entries[player]
        for player, old_entry in source.registrations.values_list("player_id", "pk")
        if player in entries
    }


def _settings_on(date: Date, source: Tournament, series: Series | None, name: str) -> Settings:
    """
    Return the source's settings for another day: the name says the new day, the seed is drawn anew, and entries from
    home close the same time before the tournament.
    """
    return replace(
        Settings.of(source),
        name=name.strip() or next_name(source.name, source.date, date),
        date=date,
        starts_at=(series and series.starts_at) or source.starts_at,
        season=season_on(source.club, date, source.season),
        seed=LOT.randrange(1000, 10_000),
        is_trial=False,
        entries_close_at=source.entries_close_at and timezone.localtime(source.entries_close_at) + (date - source.date),
    )


def _refuse_series(series: Series | None, club: Club) -> None:
    if series is not None and series.club_id != club.pk:
        raise Refusal(_("Cette série est celle d’un autre club."), code="series_elsewhere")
