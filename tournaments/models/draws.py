"""Draws: the request to the seating, the plan that it found, and the publication."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.labels import DrawMode, remainders, turns, values_of
from tournaments.seating import Certificate, Movement, Plan, Remainder, RoundByStandings, Turns


@dataclass(frozen=True)
class StandingsPrice:
    """
    What a round drawn by standings cost: pairs who meet again, and distances in places of the ranking.

    `mean_spread` and `free_spread` (the mean if rematches were allowed) are in tenths of a place. `repeats_ahead` is
    None if the later rounds were not searched.
    """

    rematches: int
    rank_spread: int
    mean_spread: int
    free_spread: int
    repeats_ahead: int | None = None

    @classmethod
    def of(cls, ranked: RoundByStandings) -> Self:
        return cls(**{field.name: getattr(ranked, field.name) for field in fields(cls)})

    def as_json(self) -> dict[str, int | None]:
        return asdict(self)


class Draw(models.Model):
    """
    One draw, from its request to its publication. A draw that a `Round` points to is never deleted.

    It draws `round_count` rounds from `first_round` on, in place of all rounds published from there on; if `alone`,
    only that round: all others count as its past and stay. `job` computes it and shows the progress; the job may be
    deleted once the draw is published. The request has `players` (registration ids by start number), `wishes` (`Ask` of
    `queries/draws/wishes.py`) and `seats_digest` (the places it started from, `digest` of `queries/draws/seating.py`;
    empty if not stored). A draw by standings also has the `ranking` it follows (registration ids, the best first),
    `rounds_left` after it, and, if `anyway`, the open sheets at that time: `missing`, [[round, table]]. `sets` is among
    how many sets of boards its tables are shared out, where boards travel, else 0. The smallest
    change of a published draw has a list in `moved`: [[registration id, [round]]] of each player whom it moves or
    seats, once it is computed; None for other draws. The result is `plan`, written by `Plan.as_json`, with its
    certificate and movement, and `price`, by `StandingsPrice.as_json`; the properties below read these.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="draws")
    job = models.OneToOneField("Job", null=True, on_delete=models.SET_NULL, related_name="draw")
    first_round = models.PositiveSmallIntegerField()
    round_count = models.PositiveSmallIntegerField(default=1)
    alone = models.BooleanField(default=False)
    mode = models.CharField(max_length=10, choices=DrawMode.offered, default=DrawMode.ROTATION)
    by_rule = models.BooleanField(default=False)
    turns = models.CharField(max_length=5, choices=turns, default=Turns.FIRST)
    seed = models.PositiveIntegerField()
    table_size = models.PositiveSmallIntegerField()
    remainder = models.CharField(max_length=10, choices=remainders)
    sets = models.PositiveSmallIntegerField(default=0, db_default=0)
    players = models.JSONField(default=list)
    wishes = models.JSONField(default=list)
    seats_digest = models.CharField(max_length=16, blank=True)
    ranking = models.JSONField(null=True)
    rounds_left = models.PositiveSmallIntegerField(default=0)
    missing = models.JSONField(default=list)
    anyway = models.BooleanField(default=False)
    lower_bound = models.PositiveIntegerField(null=True)
    moved = models.JSONField(null=True)
    plan = models.JSONField(null=True)
    price = models.JSONField(null=True)
    stopped_early = models.BooleanField(default=False)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    asked_at = models.DateTimeField()
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    published_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(name="draw_mode_is_known", condition=Q(mode__in=DrawMode.values)),
            models.CheckConstraint(name="draw_remainder_is_known", condition=Q(remainder__in=values_of(Remainder))),
            models.CheckConstraint(name="draw_turns_are_known", condition=Q(turns__in=values_of(Turns))),
            models.CheckConstraint(
                name="a_draw_is_of_a_round_or_more", condition=Q(first_round__gte=1, round_count__gte=1)
            ),
            models.CheckConstraint(
                name="a_round_drawn_alone_is_one", condition=Q(alone=False) | Q(round_count=1, by_rule=False)
            ),
            models.CheckConstraint(
                name="a_published_draw_has_a_plan", condition=Q(published_at__isnull=True) | Q(plan__isnull=False)
            ),
            models.CheckConstraint(
                name="who_published_a_draw_did_it_once",
                condition=Q(published_by__isnull=True) | Q(published_at__isnull=False),
            ),
            models.CheckConstraint(
                name="only_a_draw_by_standings_follows_a_ranking",
                condition=Q(ranking__isnull=True) | Q(mode__in=[DrawMode.SWISS, DrawMode.DANISH]),
            ),
            models.CheckConstraint(
                name="a_price_is_that_of_a_plan_by_standings",
                condition=Q(price__isnull=True) | Q(plan__isnull=False, ranking__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_mode_display()}, {self.first_round}–{self.last_round}"

    @property
    def last_round(self) -> int:
        return self.first_round + self.round_count - 1

    @property
    def is_live(self) -> bool:
        """True while it is computed, or waits to be."""
        return self.job is not None and self.job.is_live

    @property
    def is_draft(self) -> bool:
        """True if it has a plan that is not published."""
        return self.plan is not None and self.published_at is None

    def renumber(self, new_id: Callable[[int], int]) -> None:
        """Replace every registration id in this draw by `new_id` of it. The caller saves the draw."""

        def new_ids(ids: Iterable[int]) -> list[int]:
            return [new_id(old) for old in ids]

        def new_wishes(wishes: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
            return [wish | {"players": new_ids(wish["players"])} for wish in wishes]

        self.players, self.wishes = new_ids(self.players), new_wishes(self.wishes)
        self.ranking = None if self.ranking is None else new_ids(self.ranking)
        self.moved = None if self.moved is None else [[new_id(old), rounds] for old, rounds in self.moved]
        if self.plan is not None:
            certificate = self.plan["certificate"]
            self.plan = self.plan | {
                "rounds": [[new_ids(table) for table in tables] for tables in self.plan["rounds"]],
                "exempts": [new_ids(exempts) for exempts in self.plan["exempts"]],
                "certificate": certificate | {"wishes": new_wishes(certificate.get("wishes", ()))},
            }

    @property
    def computed_plan(self) -> Plan:
        """The plan; only for a draw that has one."""
        return Plan.from_json(self._computed)

    @property
    def certificate(self) -> Certificate:
        """The certificate of the plan; only for a draw that has a plan."""
        return Certificate.from_json(self._computed["certificate"])

    @property
    def movement(self) -> Movement | None:
        """The movement rule between the draw's rounds; None if it has none."""
        return Movement.from_json(self.plan.get("movement")) if self.plan else None

    @property
    def standings_price(self) -> StandingsPrice | None:
        """The cost of following the ranking; None if it followed none."""
        return StandingsPrice(**self.price) if self.price else None

    @property
    def _computed(self) -> dict[str, Any]:
        assert self.plan is not None
        return self.plan
