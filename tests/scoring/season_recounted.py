"""
The year of a club recounted from its raw rows, by another way than the one its leagues and its rating take.

Evenings of a year are kept by balances: what a donne brings is recounted at each table of `recounted.py`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from django.db.models import F

from scoring.models import Penalty, SheetTotal
from scoring.services.sheets.results import differences
from tests.scoring.recounted import Rows, of_exclusions, places_of
from tests.tournaments.standings.recounted import Event, counted_league
from tournaments.labels import BEFORE_PLAY, Status
from tournaments.models import (
    ClubRating,
    League,
    LeagueGuest,
    Player,
    PublishedLine,
    Qualifying,
    Rating,
    Registration,
    Round,
    Seat,
    Tournament,
)
from tournaments.queries.standings.cached import cached_results, cached_standings
from tournaments.queries.standings.leagues import league_standings
from tournaments.queries.standings.ratings import counted_steps, digest_of
from tournaments.standings import rule_of


def recount_year(kept: Rows, before: Mapping[int, int], linked: Iterable[Collection[int]] = ()) -> dict[int, int]:
    """
    Hold what every page of a year shows against the rows: tournaments, leagues, the rating.

    `before` are the revisions by tournament that the last call returned: the sheets of those that have changed since
    are recounted.
    """
    tournaments = {tournament.pk: tournament for tournament in Tournament.objects.all()}
    revisions = {pk: tournament.revision for pk, tournament in tournaments.items()}
    for pk, _revision in revisions.items() - before.items():
        assert differences(tournaments[pk]) == []
    events = {pk: event_of(kept, pk) for pk in tournaments}
    for pk, shown in cached_standings(tournaments.values()).items():
        with_a_result = [line for line in shown.lines if line.counts and line.double_of is None]
        assert {line.player_id: (line.total, line.place) for line in with_a_result} == events[pk], tournaments[pk]
    for league in League.objects.select_related("season__club"):
        held = {pk: event for pk, event in events.items() if event and pk in counted_in(kept, league)}
        held = added_as_one(kept, held, linked)
        shown_league = league_standings(league, results_of=cached_results)
        wanted = counted_league(rule_of(league.rule), held)
        assert {line.player_id: (line.place, line.total) for line in shown_league.lines} == wanted, league
        assert {event.pk for event in shown_league.events} == set(held)
    for rating in ClubRating.objects.filter(counted_from__gt=""):
        hold_rating(rating)
    return revisions


def added_as_one(kept: Rows, events: dict[int, Event], linked: Iterable[Collection[int]]) -> dict[int, Event]:
    """
    Return the events with linked files under one of them: that of his licence, else the older one.

    Two licences, and two results in one event, are of two people.
    """
    for files in linked:
        played = [file for file in files if any(file in event for event in events.values())]
        licences = {kept[Player][file]["licence"] for file in played} - {""}
        first, *others = sorted(played, key=lambda file: (not kept[Player][file]["licence"], file)) or [0]
        for other in others if len(licences) < 2 else ():
            if not any({first, other} <= event.keys() for event in events.values()):
                events = {
                    pk: {first if one == other else one: result for one, result in event.items()}
                    for pk, event in events.items()
                }
    return events


def event_of(kept: Rows, tournament: int) -> Event:
    """
    Return what a tournament brought to each player who has a result, doubles left out.

    Who sits, and has none yet, is ranked with 0; whom a decision in force excludes has no place.
    """
    in_force = {pk for pk, row in kept[Round].items() if row["tournament_id"] == tournament}
    entry_of = {pk: row["registration_id"] for pk, row in kept[Seat].items() if row["round_id"] in in_force}
    brought: dict[int, list[int]] = {entry: [] for entry in entry_of.values()}
    for row in kept[SheetTotal].values():
        if row["current"] and row["seat_id"] in entry_of:
            brought[entry_of[row["seat_id"]]].append(row["points"])
    for row in kept[Penalty].values():
        if row["tournament_id"] == tournament and row["cancelled_at"] is None and row["points"]:
            brought.setdefault(row["registration_id"], []).append(row["points"])
    people = {kept[Registration][entry]["player_id"]: points for entry, points in brought.items()}
    totals = {one: sum(points) for one, points in people.items() if kept[Player][one]["double_of_id"] is None}
    entries = {pk for pk, row in kept[Registration].items() if row["tournament_id"] == tournament}
    excluded = of_exclusions(kept) & entries
    assert {pk for pk in entries if kept[Registration][pk]["status"] == Status.EXCLUDED} == excluded
    out = {kept[Registration][entry]["player_id"] for entry in excluded}
    places = places_of({one: total for one, total in totals.items() if one not in out})
    return {one: (total, places.get(one)) for one, total in totals.items() if people[one]}


def counted_in(kept: Rows, league: League) -> set[int]:
    """Return the ids of the tournaments that a league adds up."""
    seasons = {
        row["season_id"]
        for row in kept[LeagueGuest].values()
        if row["league_id"] == league.pk and row["agreed_at"] is not None
    }
    return {
        pk
        for pk, row in kept[Tournament].items()
        if row["season_id"] in {league.season_id, *seasons}
        and row["state"] not in BEFORE_PLAY
        and not row["is_trial"]
        and pk not in {row["final_id"] for row in kept[Qualifying].values() if row["league_id"] == league.pk}
        and (league.rule.get("starts_on") or "") <= row["date"].isoformat() <= (league.rule.get("ends_on") or "9")
        and dict(league.rule.get("weights", ())).get(pk, not league.rule.get("only_chosen"))
    }


def hold_rating(rating: ClubRating) -> None:
    """Hold the rows of a rating that is up to date against one counted from the first evening on."""
    if rating.counted_from != digest_of(rating):
        return
    steps = counted_steps(rating, lambda _percent: None)
    columns = ("tournament", "player", "evenings", "mu", "sigma", "before", "value")
    stored = set(Rating.objects.filter(of=rating).values_list(*columns))
    assert stored == {
        (step.event, step.player, step.events, step.mu, step.sigma, step.before, step.value) for step in steps
    }
    last = {step.player: step.event for step in steps}
    assert dict(Rating.objects.filter(of=rating, is_last=True).values_list("player", "tournament")) == last


def publications() -> Iterator[tuple[Any, ...]]:
    """Yield what was published, which nobody changes any more but by saying that two are one person."""
    persons = dict(Player._base_manager.exclude(double_of=None).values_list("pk", "double_of"))
    columns = ("publication", "number", "place", "total", "played", "publication__rule", "player")
    for *line, player in PublishedLine.objects.order_by(F("publication"), "number").values_list(*columns):
        yield (*line, persons.get(player, player))
