"""The draws that stood in the rows of their jobs: a row for each, whatever its age, and every round has its maker."""

import importlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.apps import apps

from tests.factories import NOW, AccountFactory, TournamentFactory, field
from tournaments.labels import DrawMode, JobKind, JobState, WishKind
from tournaments.models import Account, Draw, Job, JournalEntry, Round, Tournament
from tournaments.queries.draws.certificate import certificate_words
from tournaments.queries.draws.drafts import draft_rounds, ranks_of
from tournaments.queries.draws.wishes import Ask, asked_of
from tournaments.seating import Demand, draw

migration = importlib.import_module("tournaments.migrations.0007_draws_of_the_jobs")

PRICE = {"rematches": 1, "rank_spread": 5, "mean_spread": 23, "free_spread": 20, "repeats_ahead": None}


def after(minutes: int) -> datetime:
    return NOW + timedelta(minutes=minutes)


class Evening:
    """A tournament of eight players whose draws are asked for and published as they were before this migration."""

    def __init__(self) -> None:
        self.tournament = TournamentFactory(rounds_planned=5)
        self.players = [entry.pk for entry in field(self.tournament, 8)]
        self.by = AccountFactory()

    def job(self, kind: JobKind, state: JobState = JobState.DONE, *, minute: int, rounds: int = 1, **said: Any) -> Job:
        """Write a job down that was asked a minute before `minute`; `said` are keys of its `wanted` and `result`."""
        wanted = {"players": self.players, "begun": 0, "seed": 7, "remainder": "exempt", "table_size": 4}
        if kind == JobKind.DRAW:
            wanted["rounds"] = rounds
        demand = Demand(players=tuple(self.players), rounds=rounds, seed=7)
        found = said.pop("result", {})
        return Job.objects.create(
            kind=kind,
            tournament=self.tournament,
            state=state,
            wanted=wanted | said,
            result={"plan": draw(demand).as_json()} | found if state == JobState.DONE else None,
            asked_by=self.by,
            asked_at=after(minute - 2),
            heartbeat_at=after(minute - 1),
            ended_at=None if state == JobState.QUEUED else after(minute - 1),
        )

    def round(self, number: int, minute: int, *, cancelled: bool = False) -> Round:
        place: dict[str, Any] = {"tournament": self.tournament}
        if cancelled:
            place = {"cancelled_from": self.tournament, "cancelled_at": after(90), "cancel_reason": "étuis"}
        return Round.objects.create(number=number, published_at=after(minute), **place)

    def told(self, action: str, minute: int, by: Account) -> None:
        JournalEntry.objects.create(
            club=self.tournament.club, tournament=self.tournament, action=action, at=after(minute), by=by, by_name=str(by)
        )


def published(minute: int) -> dict[str, Any]:
    return {"published": True, "published_at": after(minute).isoformat()}


@pytest.fixture
def evening(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setattr(migration, "AT_ONCE", 2)
    yield Evening()


def migrated() -> None:
    migration.make_draws(apps, None)


def test_every_round_is_of_the_draw_that_made_it(evening: Evening) -> None:
    """The last draw of it that was published no later than itself, as it was told before by the times alone."""
    old = evening.job(JobKind.DRAW, minute=0, rounds=5, result={"published": True})  # its time was not kept yet
    again = evening.job(
        JobKind.REDRAW, minute=10, number=3, begun=2, others="a" * 16, wishes={}, result=published(10)
    )
    by_standings = evening.job(
        JobKind.DRAW, minute=20, begun=3, rounds=1, mode="suisse", ranking=evening.players, result=published(20)
    )
    late = evening.job(JobKind.REDRAW, minute=31, number=1, begun=0, wishes={}, result=published(31))
    early = evening.job(JobKind.REDRAW, minute=30, number=1, begun=0, wishes={}, result=published(30))
    evening.job(JobKind.DRAW, minute=40, begun=4, rounds=1)  # a draft
    rounds = {
        evening.round(1, 31): late,
        evening.round(2, 0): old,
        evening.round(3, 0): old,  # restored in place of the one drawn again
        evening.round(3, 10, cancelled=True): again,
        evening.round(1, 30, cancelled=True): early,
        evening.round(4, 20): by_standings,
        Round.objects.create(tournament=TournamentFactory(), number=1, published_at=after(50)): None,  # imported
    }
    migrated()
    assert Draw.objects.count() == 6
    assert {one: one.draw and one.draw.job for one in Round.objects.all()} == rounds
    assert [one.draw.alone for one in evening.tournament.rounds.order_by("number")] == [True, False, False, False]


def test_a_draw_of_an_older_commit_is_one_without_what_it_did_not_keep(evening: Evening) -> None:
    job = evening.job(JobKind.DRAW, minute=5, rounds=2, result={"published": True})
    migrated()
    made = Draw.objects.get()
    assert (made.job, made.first_round, made.round_count, made.alone, made.mode) == (job, 1, 2, False, "rotation")
    assert (made.seed, made.remainder, made.table_size, made.players) == (7, "exempt", 4, evening.players)
    assert (made.wishes, made.seats_digest, made.ranking, made.price, made.lower_bound) == ([], "", None, None, None)
    assert (made.asked_by, made.asked_at) == (evening.by, after(3))
    assert (made.published_by, made.published_at) == (None, after(4))
    assert made.computed_plan.rounds == draw(Demand(players=tuple(evening.players), rounds=2, seed=7)).rounds
    assert certificate_words(made)[-1].endswith("Le même numéro redonne le même tirage.")


def test_what_was_asked_and_found_is_kept_whole(evening: Evening) -> None:
    one, other, third, fourth = evening.players[:4]
    publisher = AccountFactory()
    evening.told("tirage publié", 20, publisher)
    evening.told("joueur ajouté", 20, evening.by)
    evening.job(
        JobKind.DRAW,
        minute=20,
        begun=2,
        rounds=1,
        mode="danois",
        by_rule=False,
        seated="0123456789abcdef",
        bound=3,
        ranking=evening.players[::-1],
        rounds_left=2,
        missing=[[1, 2]],
        anyway=True,
        wishes={
            "places": [{"wish": 5, "player": third, "table": 2, "chair": None}],
            "apart": [{"wish": 4, "players": [one, other], "hard": False, "name": "Les Bouts"}],
            "sectors": [{"wish": 6, "players": [one, fourth], "name": "bas"}],
        },
        result=published(20) | {"standing": PRICE, "stopped_early": True},
    )
    migrated()
    made = Draw.objects.get()
    assert (made.first_round, made.last_round, made.mode, made.lower_bound) == (3, 3, DrawMode.DANISH, 3)
    assert (made.missing, made.anyway, made.rounds_left) == ([[1, 2]], True, 2)
    assert (made.seats_digest, made.stopped_early) == ("0123456789abcdef", True)
    assert asked_of(made) == [
        Ask(WishKind.APART, (one, other), hard=False, name="Les Bouts", wish=4),
        Ask(WishKind.PLACE, (third,), table=2, wish=5),
        Ask(WishKind.SECTOR, (one, fourth), name="bas", wish=6),
    ]
    assert made.standings_price is not None
    assert made.standings_price.as_json() == PRICE
    assert ranks_of(made)[evening.players[-1]] == 1
    assert (made.published_by, made.published_at) == (publisher, after(20))


def test_what_came_to_nothing_or_is_under_way_has_no_plan(evening: Evening) -> None:
    evening.job(JobKind.REDRAW, JobState.FAILED, minute=10, number=4, begun=3, wishes={}, others="b" * 16)
    evening.job(JobKind.DRAW, JobState.QUEUED, minute=20, rounds=5, by_rule=True)
    evening.job(JobKind.RANKING, JobState.FAILED, minute=30)
    migrated()
    waiting, failed = Draw.objects.all()
    assert (failed.plan, failed.first_round, failed.alone, failed.seats_digest) == (None, 4, True, "b" * 16)
    assert (waiting.plan, waiting.is_live, waiting.round_count, waiting.by_rule) == (None, True, 5, True)


def test_what_means_nothing_is_left_behind(evening: Evening) -> None:
    """By lot nobody's rank counts, and a plan of no round is no plan: the database would take neither."""
    lot = evening.job(JobKind.DRAW, minute=10, mode="hasard", ranking=evening.players, result={"standing": PRICE})
    empty = evening.job(JobKind.DRAW, minute=20, result={"plan": {"rounds": []}} | published(20))
    migrated()
    assert (lot.draw.mode, lot.draw.ranking, lot.draw.price) == ("hasard", None, None)
    assert (empty.draw.plan, empty.draw.published_at, empty.draw.round_count) == (None, None, 1)


def test_a_draft_may_still_be_looked_at(evening: Evening) -> None:
    evening.job(JobKind.DRAW, minute=20, rounds=5)
    migrated()
    draft = Draw.objects.get()
    assert draft.is_draft
    assert [each.number for each in draft_rounds(draft)] == [1, 2, 3, 4, 5]
