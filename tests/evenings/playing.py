"""Playing an evening step by step with its judge, and leaving out of a failing one what is not needed."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from django.db import transaction

from tests.evenings.acts import ACTS
from tests.evenings.judge import judged, judged_at_the_end, stored
from tests.evenings.world import World, an_evening
from tournaments.refusals import Refusal

Step = tuple[str, int]  # an act's name, and the number from which it chooses
STEPS = 14  # of an evening
MOST_TRIES = 400  # of a shrinking


class Played(NamedTuple):
    """What came of an evening: how many acts were done and refused; what was wrong, after which step."""

    done: int
    refused: int
    wrong: str = ""
    after: int = 0


def steps_of(seed: int) -> list[Step]:
    """Return the steps of an evening."""
    rng = Random(seed)
    names, weights = list(ACTS), [weight for _act, weight in ACTS.values()]
    return [(name, rng.getrandbits(32)) for name in rng.choices(names, weights, k=STEPS)]


def play(seed: int, steps: Sequence[Step]) -> Played:
    """Play an evening until something is wrong, and judge it after each act."""
    done = refused = 0
    with an_evening(seed) as world:
        for number, step in enumerate(steps, 1):
            wrong, was_refused = _take(world, step)
            refused += was_refused
            done += not was_refused
            if wrong:
                return Played(done, refused, wrong, number)
        wrong = next(judged_at_the_end(world), "")
    return Played(done, refused, wrong, len(steps))


def _take(world: World, step: Step) -> tuple[str, bool]:
    """Do a step; return what is wrong then, and whether it was refused."""
    name, number = step
    world.tick(number)
    before = stored(world)
    code = ""
    try:
        with transaction.atomic():
            ACTS[name][0](world)
    except Refusal as refusal:
        code = refusal.code
    except Exception as error:  # noqa: BLE001 - an act that breaks is what is looked for
        return f"{type(error).__name__}: {error}", False
    if stored(world) == before:
        return "", bool(code)  # it was judged before, and nothing was written
    return (f"refused ({code}), and something was written" if code else next(judged(world), "")), bool(code)


def _kind(wrong: str) -> str:
    """Return what a sentence says beside its numbers: they are others in a shorter evening."""
    return "".join(letter for letter in wrong.partition(" has ")[0] if letter.isalpha())[:20]


def shortest(seed: int, steps: Sequence[Step]) -> list[Step]:
    """Return the shortest list of these steps found that still goes wrong in the same way."""
    kind = _kind(play(seed, steps).wrong)
    steps, tries, size = list(steps), 0, max(1, len(steps) // 2)
    while size and tries < MOST_TRIES:
        for start in range(len(steps) - size, -1, -1):
            shorter = steps[:start] + steps[start + size :]
            tries += 1
            if _kind(play(seed, shorter).wrong) == kind:
                steps = shorter
                break
        else:
            size //= 2
    return steps
