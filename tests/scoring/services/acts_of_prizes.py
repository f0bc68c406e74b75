"""
What is done with the prizes of any evening: handed over once it is over, taken back, whatever the ranking says since.

Rules for `AnyEvening` of `test_evening_machine.py`, whose `evening`, `world` and `said` they use.
"""

from collections import Counter
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from tests.scoring.acts_at_tables import reasons, whiches
from tests.scoring.evenings import Evening, pick
from tests.scoring.machines import when_there_is
from tests.services.calls import World
from tournaments.models import Prize, PrizeGiven, Registration
from tournaments.queries.money.prizes import prize_list
from tournaments.services.money.prizes import give_all_prizes, give_prize, take_prize_back


class ActsOfPrizes:
    evening: Evening
    world: World
    said: dict[str, Any]

    @precondition(lambda self: self.evening.tournament.is_finished)
    @rule(which=st.integers(0, 2), whom=st.integers(0, 7))
    def hand_over(self, which, whom) -> None:
        prizes, entries = (model.objects.order_by("pk").values_list("pk", flat=True) for model in (Prize, Registration))
        asked = {"prize": prizes[which], "registration": entries[whom]} | self.said
        self.evening.act(lambda: give_prize(tournament=self.world.tournament, **asked), late=True)

    @rule()
    def hand_all_over(self) -> None:
        said = self.said
        self.evening.act(lambda: give_all_prizes(tournament=self.world.tournament, **said), late=True)

    @when_there_is(PrizeGiven)
    @rule(which=whiches, reason=reasons)
    def take_prize_back(self, which, reason) -> None:
        asked = {"prize_given": pick(PrizeGiven.objects.all(), which).pk, "reason": reason} | self.said
        self.evening.act(lambda: take_prize_back(tournament=self.world.tournament, **asked), late=True)

    @precondition(lambda self: bool(self.evening.different) and bool(self.rows[PrizeGiven]))
    @invariant()
    def no_prize_brings_more_than_it_is_worth(self) -> None:
        """Who has what he does not win as it stands is told, and nobody else is given any of it."""
        given = [row for row in self.evening.rows[PrizeGiven].values() if row["cancelled_at"] is None]
        handed = Counter()
        for row in given:
            handed[row["prize_id"]] += row["amount"]
        assert len({(row["prize_id"], row["registration_id"]) for row in given}) == len(given)
        for line in prize_list(self.evening.tournament).lines:
            assert handed[line.prize.pk] <= line.worth
            right = {(winner.registration.pk, line.amount) for winner in line.winners}
            mine = {(row["registration_id"], row["amount"]) for row in given if row["prize_id"] == line.prize.pk}
            told = {(row.registration_id, row.amount) for row in (*line.strays, *line.uneven)}
            assert told == mine - right
