"""
The leagues of a comité: opened by its responsible, with the days of a season of one of its clubs.

No evening counts before its club agreed, and the season's club has no say in the rule. A season's club that goes hands
the league over to another club of the comité.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import F, Max, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.text import tidy
from tournaments.models import Account, Club, Committee, League, LeagueGuest, Qualifying, Season
from tournaments.refusals import Refusal
from tournaments.services.clubs.leagues import invite_season
from tournaments.services.journal import log
from tournaments.services.locks import lock_club


@transaction.atomic
def open_league(*, committee: Committee, season: Season, name: str, by: Account | None, at: datetime) -> League:
    """
    Open a league of a comité on the days of this season of one of its clubs, and propose it to all its clubs.

    Every club that has a season on these days is asked, the season's own too; each answers for itself. Refuses a name
    that is empty, or that a league of the comité has on these days, and a season of a club outside the comité.
    """
    lock_club(season.club)
    committee = Committee.objects.select_for_update(no_key=True).get(pk=committee.pk)
    name = tidy(name)
    wrong: dict[str, list[str]] = {}
    if not name:
        wrong["name"] = [_("Le championnat n’a pas de nom : écrivez-le, par exemple « Interclubs ».")]
    elif committee.leagues.filter(name=name, season__starts_on=season.starts_on).exists():
        wrong["name"] = [_("Le comité a déjà un championnat « %(name)s » à ces dates.") % {"name": name}]
    if not committee.clubs.filter(pk=season.club_id).exists():
        wrong["season"] = [_("Le club de cette saison n’est plus dans le comité : choisissez une autre saison.")]
    if wrong:
        raise Refusal(next(iter(wrong.values()))[0], code="league_refused", fields=wrong)
    league = League.objects.create(season=season, committee=committee, name=name, number=_next_number(season))
    log(
        action=gettext_noop("championnat créé"),
        subject=league.title,
        by=by,
        at=at,
        club=season.club,
        details={"committee": committee.name},
    )
    for one in seasons_beside(committee, season):
        invite_season(league=league, season=one, by=by, at=at)
    return league


def seasons_beside(committee: Committee, season: Season) -> QuerySet[Season]:
    """Return the seasons of a comité's clubs that share a day with a season, that one too."""
    days = {"starts_on__lte": season.ends_on, "ends_on__gte": season.starts_on}
    return Season.objects.filter(club__committee=committee, **days).select_related("club").order_by("club__name", "pk")


def hand_over_leagues(club: Club) -> None:
    """
    Put the leagues of a comité that have the days of a season of this club into a season of another of its clubs.

    The first that agreed takes it, else the first that was asked. Where there is none, the club keeps it as its own.
    What the club has not answered to a comité is asked no more; where it agreed, its evenings stay until it or the
    comité takes them out. Called under the club's lock by who takes it out of the comité, or off the site.
    """
    LeagueGuest.objects.filter(season__club=club, agreed_at=None).exclude(league__committee=None).delete()
    for league in League.objects.filter(season__club=club).exclude(committee=None):
        asked = league.guests.filter(season__club__committee=league.committee_id).exclude(season__club=club)
        heir = asked.select_related("season").order_by(F("agreed_at").asc(nulls_last=True), "pk").first()
        if heir is not None:
            league.season, league.number = heir.season, _next_number(heir.season)
        else:
            league.committee = None
            league.guests.filter(season=league.season_id).delete()  # its own evenings count without a word
            league.qualifyings.update(by_committee=False)
        league.name = _free_name(league)
        league.revision = F("revision") + 1
        league.save(update_fields=["season", "number", "committee", "name", "revision"])


def leave_announced(rows: QuerySet[Qualifying]) -> None:
    """
    Leave to comités what they announced by these rows, where a club lets the final go: how many go, and who declined.

    Called under the locks of the finals.
    """
    announced = rows.filter(by_committee=True, final__isnull=False)
    League.objects.filter(pk__in=list(announced.values_list("league", flat=True))).update(revision=F("revision") + 1)
    announced.update(final=None, number=1)


def _free_name(league: League) -> str:
    """Return the name of a league where its season and its holder have no other of this name, else one like it."""
    others = League.objects.filter(season=league.season_id, committee=league.committee_id).exclude(pk=league.pk)
    taken = set(others.values_list("name", flat=True))
    names = (league.name, *(f"{league.name[:50]} ({number})" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def _next_number(season: Season) -> int:
    last: int = season.leagues.aggregate(last=Max("number"))["last"]
    return last + 1
