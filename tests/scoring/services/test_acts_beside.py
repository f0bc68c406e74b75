"""One evening that walks through the acts of `acts_beside.py`, each of which has to do something there."""

import pytest

from tests.scoring.services.test_evening_machine import AnyEvening, a_begun_world
from tests.scoring.sheets import facts
from tournaments.labels import Keeps

pytestmark = pytest.mark.django_db


def test_paper_cards_a_table_of_five_and_a_replacement_keep_what_must_always_hold() -> None:
    evening = AnyEvening(a_begun_world())
    garde = facts(taker=0, contract="garde", bouts=2, points="49")
    paper = {"at": 2, "number": 1, "entry": garde, "settles": False}
    steps = [
        lambda: evening.says(Keeps.DONNES, needs_confirmation=False, closes_itself=False),
        lambda: evening.begins(five=True, twice=True),
        lambda: evening.enter_with_a_mort(at=0, number=1, mort=4, taker=0, desk=False),
        lambda: evening.type_paper(**paper, other=False),
        lambda: evening.withdraw_paper(at=2, really=True),
        lambda: evening.type_paper(**paper, other=True),
        lambda: evening.type_paper(**paper, other=False),
        lambda: evening.write_cards(at=1, reason="erreur", really=True),
        lambda: evening.withdraw_cards(which=0, reason="erreur"),
        lambda: evening.replace(who=7, number=2, at_the_door=True, which=0, reason="erreur"),
    ]
    try:
        for step in steps:
            before = evening.evening.rows
            step()
            assert evening.evening.rows != before
            evening.all_is_recounted()
    finally:
        evening.teardown()
