"""Which tournaments count in a league: those of its season and of its guests' seasons that its rule takes."""

from collections.abc import Collection, Iterable

from django.db.models import Q, QuerySet

from tournaments.models import League, LeagueGuest, Qualifying, Season, Tournament, is_shown
from tournaments.standings import Brings, LeagueRule

MOST_OFFERED = 300  # evenings that a form asks about


def events_of(league: League) -> QuerySet[Tournament]:
    """
    Return the tournaments that count in a league, played or not: of its and its guests' seasons, not its final.

    Without those of another unit, where the league adds up points, and of no teams where it ranks teams (`counts_in`).
    """
    events = Tournament.objects.filter(within(league))
    if league.ranking_rule.of_teams:
        events = events.filter(team_size__gt=0)
    return events.filter(compared_by="") if _adds_points(league) else events


def events_offered(league: League) -> list[Tournament]:
    """
    Return the tournaments, by date, of which a league's rule may speak one by one: of its season and its guests'.

    Of its guests' those that everybody may know. At most `MOST_OFFERED`; where there are more, those of its own season,
    and in a comité's league, which has none of its own, the last of them. Two queries.
    """
    events = Tournament.objects.filter(_own(league) | is_shown(), is_trial=False).select_related("club")
    offered = list(events.filter(_before_its_finals(league, _own(league))).order_by("-date", "-pk")[: MOST_OFFERED + 1])
    if len(offered) > MOST_OFFERED and league.committee_id is None:
        return list(events.filter(_own(league)).order_by("date", "pk")[:MOST_OFFERED])
    return offered[:MOST_OFFERED][::-1]


def moved_away(league: League, events: Collection[int]) -> set[int]:
    """Return which of these evenings (ids) are no longer of a league's season or its guests'. At most two queries."""
    known = Tournament.objects.filter(pk__in=events)
    here = known.filter(_before_its_finals(league, _own(league)))
    return {*known.values_list("pk", flat=True)} - {*here.values_list("pk", flat=True)} if events else set()


def counts_in(league: League, tournament: Tournament) -> bool:
    """
    Return whether a league's rule takes a tournament, and ranks what it ranks, in its unit: where points are added up,
    no percentage is.
    """
    return bool(counting(league.ranking_rule, [tournament]))


def counting(rule: LeagueRule, tournaments: Iterable[Tournament]) -> list[Tournament]:
    """Return those of a league's tournaments that count by its rule, as `counts_in` says."""
    adds_points = rule.brings is Brings.SCORES
    return [
        one
        for one in tournaments
        if rule.takes(one.pk, one.date)
        and (one.has_teams or not rule.of_teams)
        and not (adds_points and one.is_duplicate)
    ]


def _own(league: League) -> Q:
    """Return the condition « of a league's season »; a comité's league counts the evenings of guests' seasons alone."""
    return Q(season=league.season_id) if league.committee_id is None else Q(pk__in=())


def _adds_points(league: League) -> bool:
    return league.ranking_rule.brings is Brings.SCORES


def within(league: League) -> Q:
    """
    Return the condition « of a league's or its guests' seasons, and taken by its rule », without the stages that it
    leads to.
    """
    own = _own(league)
    if league.series_id is not None:
        own &= Q(series=league.series_id)
    return _before_its_finals(league, own) & _taken(league.ranking_rule)


def _before_its_finals(league: League, own: Q) -> Q:
    """
    Return the condition « `own`, or of a league's guests' seasons », without the stages that it leads to.

    Three stages after a league are looked for, as many as a championship has (`MOST_STEPS`).
    """
    if league.pk is None:
        return own
    guests = LeagueGuest.objects.filter(league=league.pk, agreed_at__isnull=False).values("season")
    leads = _leads("league", "source__sources__", league.pk)
    finals = Qualifying.objects.filter(leads, final__isnull=False).order_by().values("final")
    return (own | Q(season__in=guests)) & ~Q(pk__in=finals)


def _taken(rule: LeagueRule) -> Q:
    """Return the condition of `LeagueRule.takes`."""
    taken = Q()
    if rule.starts_on is not None:
        taken &= Q(date__gte=rule.starts_on)
    if rule.ends_on is not None:
        taken &= Q(date__lte=rule.ends_on)
    if rule.only_chosen:
        return taken & Q(pk__in=[event for event, weight in rule.weights if weight])
    out = [event for event, weight in rule.weights if not weight]
    return taken & ~Q(pk__in=out) if out else taken


def _leads(column: str, step: str, pk: int) -> Q:
    """Return the condition that a source, or one that is up to two stages (`step`) away, has this id in a column."""
    return Q(**{column: pk}) | Q(**{f"{step}{column}": pk}) | Q(**{f"{step * 2}{column}": pk})


def leagues_of(tournament: Tournament) -> list[League]:
    """Return the leagues in which a tournament counts, with their seasons and clubs. One query."""
    if tournament.season_id is None:
        return []
    own = Q(season=tournament.season_id, committee=None) & (Q(series=None) | Q(series=tournament.series_id))
    joined = LeagueGuest.objects.filter(season=tournament.season_id, agreed_at__isnull=False).values("league")
    leads = _leads("final", "final__qualifyings__", tournament.pk)
    before = Qualifying.objects.filter(leads, league__isnull=False).order_by().values("league")
    leagues = League.objects.filter(own | Q(pk__in=joined)).exclude(pk__in=before)
    return [league for league in leagues.select_related("season__club") if counts_in(league, tournament)]


def leagues_joined(seasons: QuerySet[Season]) -> QuerySet[League]:
    """Return the leagues of other clubs, and of comités, in which these seasons count, the latest first."""
    guests = LeagueGuest.objects.filter(season__in=seasons, agreed_at__isnull=False)
    joined = League.objects.filter(pk__in=guests.values("league")).select_related("season__club", "committee")
    return joined.order_by("-season__starts_on", "season__club__name", "number")
