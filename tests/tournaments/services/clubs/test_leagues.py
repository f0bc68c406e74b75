"""The leagues of a season: composed, joined by another club, their final, their publications."""

import uuid
from datetime import timedelta
from fractions import Fraction

import pytest

from tests.factories import NOW, ClubFactory, PlayerFactory, SeasonFactory, TournamentFactory, other_league
from tests.refusals import refusal_of
from tests.tournaments.compared import IN_PERCENT, lines_compared, share
from tests.tournaments.qualifying import leads, told
from tests.tournaments.rounds import evening
from tournaments.labels import TournamentState
from tournaments.models import Club, Declined, JournalEntry, League, Player, Season, Series, Tournament
from tournaments.queries.standings import qualifying
from tournaments.queries.standings.cached import cached_results
from tournaments.queries.standings.league_events import leagues_of
from tournaments.queries.standings.leagues import league_standings
from tournaments.queries.standings.qualifying import stage_of
from tournaments.queries.standings.qualifying_words import warnings_of
from tournaments.services.clubs.leagues import (
    LeagueFacts,
    answer_invitation,
    change_league,
    create_league,
    invite_season,
    publish_league,
)
from tournaments.services.clubs.qualifying import announce_final, decline_final, enter_qualified
from tournaments.services.people.merging import merge_players
from tournaments.services.undo.undoing import delete_league
from tournaments.standings import Adds, Brings, Cut, LeagueRule

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
BY_PLACE = LeagueRule(brings=Brings.TABLE, table=(10, 6, 4))


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [PlayerFactory(club=club, last_name=name, first_name="Anne") for name in "ABCD"]


@pytest.fixture
def season(club: Club, people: list[Player]) -> Season:
    """Two evenings: A leads by points, B by places."""
    season = SeasonFactory(club=club, name="2026-2027")
    one, two, three, four = people
    evening(season, 1, {one: 500, two: 20, three: -200, four: -320})
    evening(season, 8, {one: -100, two: 60, three: 50, four: -10})
    return season


def lines(league: League) -> list[tuple[str, int | None, object]]:
    found = League.objects.select_related("season__club").get(pk=league.pk)
    return [(line.name[0], line.place, line.total) for line in league_standings(found, results_of=cached_results).lines]


def test_each_league_of_a_season_counts_by_its_own_rule(season: Season) -> None:
    by_place = create_league(season=season, facts=LeagueFacts("Places", BY_PLACE), by=None, at=NOW)
    assert lines(season.main_league) == [("A", 1, 400), ("B", 2, 80), ("C", 3, -150), ("D", 4, -330)]
    assert lines(by_place) == [("B", 1, 16), ("A", 2, 10), ("C", 2, 10), ("D", 4, 4)]
    assert (by_place.number, by_place.title) == (2, "Places, 2026-2027")


def test_a_league_of_a_series_counts_its_evenings_alone(season: Season, people: list[Player]) -> None:
    friday = Series.objects.create(club=season.club, name="Le vendredi", starts_on=NOW.date())
    season.tournaments.filter(date__day=8).update(series=friday)
    league = create_league(season=season, facts=LeagueFacts("Vendredi", series=friday), by=None, at=NOW)
    assert lines(league) == [("B", 1, 60), ("C", 2, 50), ("D", 3, -10), ("A", 4, -100)]
    first, second = season.tournaments.order_by("date")
    assert [one.pk for one in leagues_of(second)] == [season.main_league.pk, league.pk]
    assert [one.pk for one in leagues_of(first)] == [season.main_league.pk]


def test_what_is_wrong_with_a_league_is_said_at_once(season: Season) -> None:
    elsewhere = Series.objects.create(club=ClubFactory(), name="Ailleurs", starts_on=NOW.date())
    facts = LeagueFacts("Championnat", series=elsewhere)
    refused = refusal_of(create_league, season=season, facts=facts, by=None, at=NOW)
    assert sorted(refused.fields) == ["name", "series"]
    assert list(refusal_of(create_league, season=season, facts=LeagueFacts(""), by=None, at=NOW).fields) == ["name"]
    for number in range(2, 13):
        other_league(season, LeagueRule(qualified=number))
    refused = refusal_of(create_league, season=season, facts=LeagueFacts("De trop"), by=None, at=NOW)
    assert refused.code == "too_many_leagues"


def test_a_rule_after_the_first_result_takes_a_reason_and_is_kept_whole(season: Season) -> None:
    league = season.main_league
    facts = LeagueFacts("Championnat", BY_PLACE)
    assert refusal_of(change_league, league=league, facts=facts, by=None, at=NOW).code == "reason_missing"
    changed = change_league(league=league, facts=facts, by=None, at=NOW, reason="vote")
    assert changed.ranking_rule == BY_PLACE
    details = {"league": league.pk, "rule": [LeagueRule().data, BY_PLACE.data]}
    assert season.club.journal.get(action="règle du championnat changée").details == details
    before = League.objects.get().revision
    change_league(league=league, facts=facts, by=None, at=NOW)
    assert League.objects.get().revision == before == 2


def test_evenings_that_no_longer_count_are_raised_and_strange_ones_refused(season: Season) -> None:
    league = season.main_league
    first, second = season.tournaments.order_by("date")
    elsewhere = TournamentFactory(season=SeasonFactory())
    facts = LeagueFacts("Championnat", LeagueRule(weights=((elsewhere.pk, 200),)))
    refused = refusal_of(change_league, league=league, facts=facts, by=None, at=NOW, reason="vote")
    assert list(refused.fields) == ["only_chosen"]
    facts = LeagueFacts("Championnat", LeagueRule(weights=((second.pk, 0),)))
    change_league(league=league, facts=facts, by=None, at=NOW, reason="vote")
    after = season.tournaments.order_by("date")
    assert [one.revision - was.revision for one, was in zip(after, (first, second), strict=True)] == [1, 1]
    assert lines(league) == [("A", 1, 500), ("B", 2, 20), ("C", 3, -200), ("D", 4, -320)]


def test_a_change_of_a_league_is_told_with_what_it_was(season: Season) -> None:
    friday = Series.objects.create(club=season.club, name="Le vendredi", starts_on=NOW.date())
    league = create_league(season=season, facts=LeagueFacts("Places", BY_PLACE), by=None, at=NOW)
    change_league(league=league, facts=LeagueFacts("Finalistes", LeagueRule(), friday), by=None, at=NOW, reason="vote")
    assert season.club.journal.get(action="championnat modifié").details == {
        "name": ["Places", "Finalistes"],
        "series": [None, "Le vendredi"],
    }


def test_the_main_league_stays_and_another_goes(season: Season) -> None:
    assert "changez sa règle" in str(refusal_of(delete_league, league=season.main_league, by=None, at=NOW))
    delete_league(league=other_league(season), by=None, at=NOW)
    assert season.leagues.count() == 1


def test_another_club_s_evenings_count_once_it_agreed(season: Season, people: list[Player]) -> None:
    theirs = SeasonFactory(club=ClubFactory(name="Bollène"), name="Challenge")
    guest_player = PlayerFactory(club=theirs.club, last_name="Z", first_name="Zoé")
    evening(theirs, 3, {guest_player: 1000, people[0]: -1000})
    league = season.main_league
    guest = invite_season(league=league, season=theirs, by=None, at=NOW)
    assert invite_season(league=league, season=theirs, by=None, at=NOW) == guest
    assert lines(league)[0] == ("A", 1, 400)
    answer_invitation(guest=guest, agrees=True, by=None, at=NOW)
    assert lines(league)[0] == ("Z", 1, 1000)
    assert [one.pk for one in leagues_of(theirs.tournaments.get())] == [league.pk, theirs.main_league.pk]
    answer_invitation(guest=guest, agrees=False, by=None, at=NOW)
    assert lines(league)[0] == ("A", 1, 400)
    assert refusal_of(answer_invitation, guest=guest, agrees=True, by=None, at=NOW).code == "gone"


def test_neither_its_own_season_nor_one_of_other_days_is_invited(season: Season) -> None:
    own = refusal_of(invite_season, league=season.main_league, season=season, by=None, at=NOW)
    assert own.code == "own_season"
    starts, ends = season.starts_on, season.ends_on
    for days in ((starts - 9 * DAY, starts - DAY), (ends + DAY, ends + 9 * DAY)):
        other = SeasonFactory(club=ClubFactory(), starts_on=days[0], ends_on=days[1])
        assert refusal_of(invite_season, league=season.main_league, season=other, by=None, at=NOW).code == "other_days"
    for days in ((starts - 9 * DAY, starts), (ends, ends + 9 * DAY)):  # one day in common is enough
        other = SeasonFactory(club=ClubFactory(), starts_on=days[0], ends_on=days[1])
        assert invite_season(league=season.main_league, season=other, by=None, at=NOW).agreed_at is None


def test_who_declines_gives_his_place_and_the_final_counts_what_was_carried(
    season: Season, people: list[Player]
) -> None:
    final = TournamentFactory(club=season.club, season=season, state=TournamentState.OPEN, date="2026-10-30")
    asked = {"league": season.main_league, "cut": Cut(first=2, carried=100), "by": None, "at": NOW}
    row = announce_final(**asked, final=final)
    for _tap in range(2):
        decline_final(row=row, player=people[1], declines=True, by=None, at=NOW)
    assert Declined.objects.count() == 1
    assert told(row) == ["AC", "D", "", "B"]
    entered = enter_qualified(final=final, by=None, at=NOW)
    assert sorted(entry.player.last_name for entry in entered) == ["A", "C"]
    assert enter_qualified(final=final, by=None, at=NOW) == []
    decline_final(row=row, player=people[1], declines=False, by=None, at=NOW)
    assert told(row)[0] == "AB"

    played = evening(season, 31, {people[0]: -500, people[1]: 500})
    row = announce_final(**asked, final=played)
    assert [(one.name[0], one.place, one.total, one.scored) for one in stage_of(played).finalists] == [
        ("B", 1, 580, 500),
        ("A", 2, -100, -500),
    ]
    assert [stage_of(final).sources, leagues_of(final)] == [(), [season.main_league]]
    assert leagues_of(played) == []


def test_a_final_asks_the_host_alone_who_is_suspended(season: Season, people: list[Player]) -> None:
    final = TournamentFactory(club=season.club, season=season, state=TournamentState.OPEN, date="2026-10-30")
    leads(season.main_league, final)
    barred = {"suspended_from": NOW.date(), "suspension_reason": "propos injurieux"}
    Player.objects.filter(pk=people[0].pk).update(club=ClubFactory(), **barred)

    entered = enter_qualified(final=final, by=None, at=NOW)

    assert people[0] in {entry.player for entry in entered}


def test_a_tournament_without_a_source_enters_nobody(season: Season) -> None:
    final = TournamentFactory(club=season.club)
    assert refusal_of(enter_qualified, final=final, by=None, at=NOW).code == "no_source"


def test_who_declines_twice_is_written_once(season: Season, people: list[Player]) -> None:
    said, row = [], leads(season.main_league)
    for declines in (True, True, False, False):
        decline_final(row=row, player=people[0], declines=declines, by=None, at=NOW)
        said.append(list(JournalEntry.objects.filter(club=season.club).order_by("pk").values_list("action", flat=True)))
    assert said == [["finale déclinée"]] * 2 + [["finale déclinée", "finale acceptée"]] * 2


def test_an_offer_and_its_answer_are_written_once_for_both_clubs(season: Season) -> None:
    theirs = SeasonFactory(club=ClubFactory(name="Bollène"), name="Challenge")
    for _tap in range(2):
        guest = invite_season(league=season.main_league, season=theirs, by=None, at=NOW)
    for at in (NOW, NOW + DAY):
        answer_invitation(guest=guest, agrees=True, by=None, at=at)
    guest.refresh_from_db()
    assert guest.agreed_at == NOW
    written = JournalEntry.objects.order_by("pk")
    for club in (season.club, theirs.club):
        said = written.filter(club=club).values_list("action", flat=True)
        assert [*said] == ["championnat proposé à un club", "championnat rejoint"]


def test_the_pages_of_a_league_are_told_of_who_declines(season: Season, people: list[Player]) -> None:
    revisions, row = [], leads(season.main_league)
    for declines in (True, True, False):
        decline_final(row=row, player=people[0], declines=declines, by=None, at=NOW)
        revisions.append(League.objects.get(pk=season.main_league.pk).revision)
    assert [revision - revisions[0] for revision in revisions] == [0, 0, 1]
    assert revisions[0] == season.main_league.revision + 1


def test_what_is_published_while_an_evening_runs_says_so(season: Season, people: list[Player]) -> None:
    league = season.main_league
    running = evening(season, 15, {people[0]: 10, people[1]: -10}, state=TournamentState.RUNNING)
    assert publish_league(league=league, key=uuid.uuid4(), by=None, at=NOW).is_provisional
    Tournament.objects.filter(pk=running.pk).update(state=TournamentState.FINISHED)
    assert not publish_league(league=league, key=uuid.uuid4(), by=None, at=NOW + DAY).is_provisional


def test_a_publication_keeps_the_hundredths_of_an_average(season: Season, people: list[Player]) -> None:
    evening(season, 15, {people[0]: -362, people[1]: 1})
    league = other_league(season, LeagueRule(adds=Adds.AVERAGE))
    published = publish_league(league=league, key=uuid.uuid4(), by=None, at=NOW)
    shown = [(line.name[0], str(line.total)) for line in league_standings(league).lines]
    kept = [(line.player.last_name, str(line.total)) for line in published.lines.select_related("player")]
    assert [(name, float(total)) for name, total in kept] == [(name, float(Fraction(total))) for name, total in shown]
    assert dict(kept)["A"] == "12.670"


def test_a_publication_stays_as_it_was(season: Season, people: list[Player]) -> None:
    league = season.main_league
    publication = publish_league(league=league, key=uuid.uuid4(), by=None, at=NOW)
    season.tournaments.get(date__day=1).registrations.filter(player=people[0]).update(penalty_points=-900)
    change_league(league=league, facts=LeagueFacts("Championnat", BY_PLACE), by=None, at=NOW, reason="vote")
    kept = [(line.player.last_name, line.place, int(line.total)) for line in publication.lines.select_related("player")]
    assert kept == [("A", 1, 400), ("B", 2, 80), ("C", 3, -150), ("D", 4, -330)]
    assert (publication.events, publication.rule, publication.is_provisional) == (2, LeagueRule().data, False)
    empty = SeasonFactory(club=ClubFactory())
    assert (
        refusal_of(publish_league, league=empty.main_league, key=uuid.uuid4(), by=None, at=NOW).code
        == "nothing_to_publish"
    )


def test_who_is_merged_keeps_his_line_in_what_was_published(season: Season, people: list[Player]) -> None:
    publication = publish_league(league=season.main_league, key=uuid.uuid4(), by=None, at=NOW)
    Player.objects.filter(pk=people[3].pk).update(licence="")
    again = PlayerFactory(club=season.club, last_name="D", first_name="Anna", licence="")
    merge_players(keep=again, drop=Player.objects.get(pk=people[3].pk), by=None, at=NOW)
    assert publication.lines.order_by("number").last().player == again  # type: ignore[union-attr]


def test_a_final_in_percent_takes_nothing_along(season: Season, people: list[Player]) -> None:
    final = TournamentFactory(club=season.club, name="Finale", **IN_PERCENT)
    asked = {"league": season.main_league, "final": final, "by": None, "at": NOW}
    refused = refusal_of(announce_final, **asked, cut=Cut(first=2, carried=50))
    assert list(refused.fields) == ["carried"]
    assert "n’ont pas la même unité" in str(refused)
    announce_final(**asked, cut=Cut(first=2))


def test_a_final_that_became_one_in_percent_ranks_by_its_own_totals(
    season: Season, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    final = evening(season, 22, {people[0]: 40, people[1]: 60})
    leads(season.main_league, final, carried=100)
    Tournament.objects.filter(pk=final.pk).update(**IN_PERCENT)
    monkeypatch.setattr(qualifying, "cached_lines", lines_compared)
    stage = stage_of(Tournament.objects.get(pk=final.pk))
    assert [(one.place, one.name[0], one.total) for one in stage.finalists] == [
        (1, "B", share(60)),
        (2, "A", share(40)),
    ]
    assert "n’ont plus la même unité" in warnings_of(stage)[0]


def test_a_season_in_percent_alone_is_not_published_as_a_sum(club: Club, people: list[Player]) -> None:
    season = SeasonFactory(club=club, name="2027-2028")
    evening(season, 1, {people[0]: 40, people[1]: 60}, **IN_PERCENT)
    refused = refusal_of(publish_league, league=season.main_league, key=uuid.uuid4(), by=None, at=NOW)
    assert refused.code == "nothing_to_publish"
    assert "ne compte pas ici" in str(refused)
