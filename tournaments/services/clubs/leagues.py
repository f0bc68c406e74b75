"""The leagues of a season: composed, joined by other clubs, their publications."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.days import french_day
from tournaments.kit.text import in_thousandths
from tournaments.models import (
    Account,
    Club,
    League,
    LeagueGuest,
    LeaguePublication,
    PublishedLine,
    Season,
    Seat,
    Series,
    Tournament,
)
from tournaments.models.rounds import HAS_A_SCORE
from tournaments.queries.standings.league_events import events_of
from tournaments.queries.standings.leagues import league_standings
from tournaments.refusals import RULE_WITHOUT_REASON, Refusal, refuse_without_reason, sent_before
from tournaments.services.journal import differences, log
from tournaments.services.locks import lock_club, raise_revisions
from tournaments.standings import LeagueRule

MOST = 12  # leagues of a season


@dataclass(frozen=True)
class LeagueFacts:
    """A league as a club announces it: see `League`."""

    name: str
    rule: LeagueRule = field(default_factory=LeagueRule)
    series: Series | None = None


@transaction.atomic
def create_league(*, season: Season, facts: LeagueFacts, by: Account | None, at: datetime) -> League:
    """Return a new league of the season, placed last. Refuses what `_refuse` refuses, and more than `MOST`."""
    lock_club(season.club)
    _refuse(season, facts)
    if season.leagues.filter(committee=None).count() >= MOST:
        sentence = _("La saison « %(season)s » a déjà %(most)d championnats : supprimez-en un d’abord.")
        raise Refusal(sentence % {"season": season.name, "most": MOST}, code="too_many_leagues")
    number = season.leagues.aggregate(last=Max("number"))["last"] + 1
    league = League.objects.create(
        season=season,
        number=number,
        name=facts.name,
        rule=facts.rule.data,
        series=facts.series,
    )
    log(
        action=gettext_noop("championnat créé"),
        subject=league.title,
        by=by,
        at=at,
        club=season.club,
        details=_plain(facts),
    )
    return league


@transaction.atomic
def change_league(*, league: League, facts: LeagueFacts, by: Account | None, at: datetime, reason: str = "") -> League:
    """
    Change a league. A league is counted each time it is shown, so a new rule holds at once.

    Nothing is written when nothing changes. Once the league has a result, a new rule needs a `reason`: everybody reads
    it below the league with both rules. Refuses what `_refuse` refuses.
    """
    league = locked_league(league)
    _refuse(league.season, facts, but=league)
    before = LeagueFacts(league.name, league.ranking_rule, league.series)
    if before == facts:
        return league
    counted = set(events_of(league).values_list("pk", flat=True))
    rules = new_rule(league, facts)
    if rules:
        reason = refuse_without_reason(reason, RULE_WITHOUT_REASON, code="reason_missing")
    league.name, league.rule, league.series = facts.name, facts.rule.data, facts.series
    changes = differences(_plain(before), _plain(replace(facts, rule=before.rule) if rules else facts))
    if changes:
        _log(gettext_noop("championnat modifié"), league, by, at, details=changes)
    if rules:
        details = {"league": league.pk, "rule": [rule.data for rule in rules]}
        _log(gettext_noop("règle du championnat changée"), league, by, at, reason=reason, details=details)
    league.save(update_fields=["name", "rule", "series"])
    _raise(league)
    raise_revisions(Tournament.objects.filter(pk__in=counted).exclude(pk__in=events_of(league).values("pk")))
    return league


def new_rule(league: League, facts: LeagueFacts) -> list[LeagueRule]:
    """Return the league's rules [before, after] the change; [] if they are the same, or no result exists yet."""
    before, after = league.ranking_rule, facts.rule
    has_results = Seat.objects.filter(HAS_A_SCORE, round__tournament__in=events_of(league))
    return [before, after] if before != after and has_results.exists() else []


@transaction.atomic
def invite_season(*, league: League, season: Season, by: Account | None, at: datetime) -> LeagueGuest:
    """
    Offer another club to count the evenings of its season in a league, and return the offer. Idempotent.

    Refuses a season of the league's own club, one of a club that is not in the comité whose league it is, and one that
    shares no day with the league's.
    """
    league = locked_league(league)
    values = {"season": season.name, "club": season.club.name, "league": league.title}
    if league.committee_id is not None and season.club.committee_id != league.committee_id:
        sentence = _("« %(club)s » n’est pas dans le comité : son championnat ne compte que les soirées de ses clubs.")
        raise Refusal(sentence % values, code="not_of_the_committee", fields={"season": [sentence % values]})
    if league.committee_id is None and season.club_id == league.season.club_id:
        sentence = _("La saison « %(season)s » est de ce club : ses soirées comptent déjà ici, ou dans la leur.")
        raise Refusal(sentence % values, code="own_season", fields={"season": [sentence % values]})
    if season.ends_on < league.season.starts_on or season.starts_on > league.season.ends_on:
        sentence = (
            _("La saison « %(season)s » de %(club)s n’a aucun jour commun avec celle de ce championnat.") % values
        )
        raise Refusal(sentence, code="other_days", fields={"season": [sentence]})
    guest, is_new = LeagueGuest.objects.get_or_create(league=league, season=season)
    if is_new:
        for club in {club.pk: club for club in (league.club, season.club)}.values():
            _log(gettext_noop("championnat proposé à un club"), league, by, at, details=values, club=club)
    return guest


@transaction.atomic
def answer_invitation(*, guest: LeagueGuest, agrees: bool, by: Account | None, at: datetime) -> League:
    """Count an invited season's evenings in the league if its club agrees, else no longer; return the league."""
    league = locked_league(guest.league)
    guest = _as_it_is(guest)
    if agrees and guest.agreed_at is not None:
        return league
    if agrees:
        guest.agreed_at = at
        guest.save(update_fields=["agreed_at"])
        action = gettext_noop("championnat rejoint")
    else:
        guest.delete()
        action = gettext_noop("championnat quitté")
    for club in {club.pk: club for club in (league.club, guest.season.club)}.values():
        _log(action, league, by, at, details={"season": guest.season.name, "club": guest.season.club.name}, club=club)
    _raise(league)
    return league


@transaction.atomic
def publish_league(*, league: League, key: uuid.UUID, by: Account | None, at: datetime) -> LeaguePublication:
    """
    Store the standings of a league as they are now, with the date, and return this publication.

    The same form sent twice (`key`) is one publication. Refuses a league that counts no evening yet, and the `key` of
    another league's publication.
    """
    league = locked_league(league)
    if earlier := sent_before(LeaguePublication, key, code="stale_publication", league_id=league.pk):
        return earlier
    standings = league_standings(league)
    if not standings.events:
        sentence = _("Aucune soirée de « %(league)s » n’a encore de résultat : il n’y a rien à publier.")
        raise Refusal(standings.left_out_text or sentence % {"league": league.name}, code="nothing_to_publish")
    publication = LeaguePublication.objects.create(
        league=league,
        at=at,
        rule=league.rule,
        events=len(standings.events),
        is_provisional=bool(standings.running),
        key=key,
    )
    PublishedLine.objects.bulk_create(
        [
            PublishedLine(
                publication=publication,
                player_id=line.player_id,
                name=line.name if line.team_id else "",
                number=number,
                place=line.place,
                shared=line.shared,
                played=line.played,
                total=in_thousandths(line.total),
            )
            for number, line in enumerate(standings.lines, 1)
        ],
        batch_size=500,
    )
    _log(
        gettext_noop("championnat publié"),
        league,
        by,
        at,
        details={"publication": publication.pk, "events": publication.events},
    )
    _raise(league)
    return publication


@transaction.atomic
def publish_leagues(
    *, season: Season, leagues: Collection[int], key: uuid.UUID, by: Account | None, at: datetime
) -> list[LeaguePublication]:
    """
    Publish these leagues (ids) of a club's season, all of them or none, and return their publications.

    The same form sent twice (`key`) publishes each once. Refuses what `publish_league` refuses.
    """
    lock_club(season.club)
    found = season.leagues.filter(pk__in=leagues, committee=None)
    keys = {league: uuid.uuid5(key, str(league.pk)) for league in found}
    return [publish_league(league=league, key=own_key, by=by, at=at) for league, own_key in keys.items()]


def locked_league(league: League) -> League:
    """Lock the club of a league and return the league as it is now. Refuses a league that was deleted meanwhile."""
    lock_club(league.season.club)
    rows = League.objects.select_related("season__club", "series", "committee").filter(pk=league.pk)
    found = rows.first()
    if found is None:
        raise Refusal(_("Ce championnat n’existe plus : quelqu’un l’a supprimé."), code="gone")
    return found


def _as_it_is(guest: LeagueGuest) -> LeagueGuest:
    found = LeagueGuest.objects.select_related("season__club").filter(pk=guest.pk).first()
    if found is None:
        raise Refusal(_("Cette proposition n’existe plus : quelqu’un y a répondu."), code="gone")
    return found


def _raise(league: League) -> None:
    League.objects.filter(pk=league.pk).update(revision=F("revision") + 1)
    raise_revisions(events_of(league))


def _log(
    action: str,
    league: League,
    by: Account | None,
    at: datetime,
    *,
    details: dict[str, Any],
    reason: str = "",
    club: Club | None = None,
) -> None:
    log(action=action, subject=league.title, by=by, at=at, club=club or league.club, reason=reason, details=details)


def _refuse(season: Season, facts: LeagueFacts, but: League | None = None) -> None:
    """
    Refuse a name that is empty or taken, a series of another club, days that share none with the season's, evenings of
    other seasons, and teams where players go to a final.
    """
    wrong: dict[str, list[str]] = {}
    others = season.leagues.filter(committee=but.committee_id if but else None).exclude(pk=but.pk if but else 0)
    if not facts.name:
        wrong["name"] = [_("Le championnat n’a pas de nom : écrivez-le, par exemple « Challenge du vendredi ».")]
    elif others.filter(name=facts.name).exists():
        wrong["name"] = [_("La saison a déjà un championnat « %(name)s ».") % {"name": facts.name}]
    if facts.series is not None and facts.series.club_id != season.club_id:
        wrong["series"] = [_("Cette série est celle d’un autre club.")]
    wrong |= _wrong_evenings(season, facts.rule, but)
    if facts.rule.of_teams and but is not None and but.qualifyings.exists():
        sentence = _(
            "Ce championnat mène à une finale de joueurs : retirez-la d’abord, ou créez un autre championnat pour les "
            "équipes."
        )
        wrong["of_teams"] = [sentence]
    if wrong:
        raise Refusal(next(iter(wrong.values()))[0], code="league_refused", fields=wrong)


def _wrong_evenings(season: Season, rule: LeagueRule, but: League | None) -> dict[str, list[str]]:
    """Return what is wrong with the days of a rule, and with the evenings that it names and did not name before."""
    wrong = {}
    days = {"start": french_day(season.starts_on), "end": french_day(season.ends_on)}
    sentence = _("La saison va du %(start)s au %(end)s : aucune de ses soirées ne compterait.") % days
    if rule.starts_on is not None and rule.starts_on > season.ends_on:
        wrong["starts_on"] = [sentence]
    if rule.ends_on is not None and rule.ends_on < season.starts_on:
        wrong["ends_on"] = [sentence]
    named = {event for event, _weight in rule.weights}
    if but is not None:
        named -= {event for event, _weight in but.ranking_rule.weights}
    guests = LeagueGuest.objects.filter(league=but, agreed_at__isnull=False).values("season")
    known = Tournament.objects.filter(Q(season=season) | Q(season__in=guests), pk__in=named)
    if named and known.count() < len(named):
        wrong["only_chosen"] = [_("Une des soirées n’est plus de cette saison : rechargez la page.")]
    return wrong


def _plain(facts: LeagueFacts) -> dict[str, Any]:
    """Return the facts as plain JSON, for the journal."""
    return {
        "name": facts.name,
        "rule": facts.rule.data,
        "series": facts.series.name if facts.series else None,
    }
