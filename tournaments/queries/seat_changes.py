"""What a draw that is not published yet changes for each player, told before it is accepted."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Draw, Registration
from tournaments.queries.places import Places, Where, as_places, described, places
from tournaments.queries.search import fold


@dataclass(frozen=True)
class Step:
    """One round in which a player's place changes, in words; `before` or `after` is empty when he has none."""

    number: int
    before: str
    after: str


@dataclass(frozen=True)
class PlayerChange:
    """Somebody who must be told: all the rounds in which he changes place."""

    start_number: int
    name: str
    steps: tuple[Step, ...]
    comes: bool
    leaves: bool


@dataclass(frozen=True)
class Changes:
    """Who changes place when a draft replaces published rounds, in the order of the alphabet; `kept` change nothing."""

    players: tuple[PlayerChange, ...]
    kept: int

    @property
    def sentence(self) -> str:
        count = len(self.players)
        if not count:
            return _("Personne ne change de place.")
        words = ngettext("%(count)d joueur change de place", "%(count)d joueurs changent de place", count) % {
            "count": count
        }
        if not self.kept:
            return _("%(who)s.") % {"who": words}
        others = ngettext("%(count)d garde les siennes", "%(count)d gardent les leurs", self.kept)
        return _("%(who)s, %(others)s.") % {"who": words, "others": others % {"count": self.kept}}


def changes_of(draw: Draw) -> Changes | None:
    """
    Return what a finished draw would change for each player; None when it replaces nothing that was published.

    Two queries. A published round that the draw does not bring back is one where everybody loses his place.
    """
    plan, first = draw.computed_plan, draw.first_round
    after = {
        number: as_places(tables, exempts)
        for number, (tables, exempts) in enumerate(zip(plan.rounds, plan.exempts, strict=True), first)
    }
    now = places(draw.tournament)
    before = {number: here for number, here in now.items() if (number == first if draw.alone else number >= first)}
    return compared(before, after) if before else None


def compared(before: Mapping[int, Places], after: Mapping[int, Places]) -> Changes:
    """Return who changes place between two seatings, {round number: {registration id: place}} each."""
    numbers = sorted({*before, *after})
    seated_before = {registration for here in before.values() for registration in here}
    seated_after = {registration for here in after.values() for registration in here}
    everybody = seated_before | seated_after
    every_place = {where for here in (*before.values(), *after.values()) for where in here.values()}
    words = {where: described(where) for where in every_place}

    def told(here: Places, registration: int) -> str:
        return words[here[registration]] if registration in here else ""

    entries = Registration.objects.filter(pk__in=everybody).select_related("player")
    changed = []
    for entry in sorted(entries, key=lambda one: (fold(one.player.full_name), one.start_number)):
        steps = tuple(
            Step(number, told(before.get(number, {}), entry.pk), told(after.get(number, {}), entry.pk))
            for number in numbers
            if _place(before.get(number, {}), entry.pk) != _place(after.get(number, {}), entry.pk)
        )
        if steps:
            changed.append(
                PlayerChange(
                    start_number=entry.start_number,
                    name=entry.player.full_name,
                    steps=steps,
                    comes=entry.pk not in seated_before,
                    leaves=entry.pk not in seated_after,
                )
            )
    return Changes(tuple(changed), kept=len(everybody) - len(changed))


def _place(here: Places, registration: int) -> tuple[bool, Where]:
    """Return whether somebody has a place, and which: an exempt has one, without a table."""
    return registration in here, here.get(registration)
