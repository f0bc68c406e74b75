"""A sample of evenings by random acts; the judge sees what goes wrong, and no act is left that is not needed for it."""

import pytest

from scoring.services.sheets import donnes
from tarot_club.demo.playing import chelem
from tests.evenings.judge import marks
from tests.evenings.playing import play, shortest, steps_of
from tests.scoring.sheets import garde
from tournaments.models import SeatResult

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", range(12))
def test_whatever_people_do_the_evening_is_what_was_acknowledged(seed: int) -> None:
    played = play(seed, steps_of(seed))
    assert played.wrong == ""
    assert played.done > 0


def test_a_mark_that_is_lost_is_seen_and_what_does_not_matter_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever corrects a donne is told that it is done, and the first player of the table keeps what he had."""
    counted = donnes.set_results

    def forgets(*args: object, **kwargs: object) -> None:
        before = {row.seat_id: row.points for row in SeatResult.objects.order_by("-seat")[:1]}
        counted(*args, **kwargs)
        for seat, points in before.items():
            SeatResult.objects.filter(seat=seat).update(points=points)

    monkeypatch.setattr(donnes, "set_results", forgets)
    seed = next(seed for seed in range(100) if "seat" in play(seed, steps_of(seed)).wrong)
    left = shortest(seed, steps_of(seed))
    assert "seat" in play(seed, left).wrong
    assert all("seat" not in play(seed, left[:step] + left[step + 1 :]).wrong for step in range(len(left)))


def test_the_judge_counts_as_the_reglement_does() -> None:
    """Its examples: a garde of 49 with two bouts is 318 with a poignée, and U is 66."""
    assert marks(garde()) == [198, -66, -66, -66]
    assert marks(garde(poignees=((0, "simple"),), petit_au_bout="attaque")) == [318, -106, -106, -106]
    assert marks(garde(points="40", petit_au_bout="defense")) == [-216, 72, 72, 72]
    assert marks(chelem(0)) == [1740, -580, -580, -580]
