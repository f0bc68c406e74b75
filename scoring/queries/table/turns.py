"""What is odd about the place and time of a donne: after the time or an exclusion, or with the wrong mort."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.labels import Outcome
from scoring.marque import Variant
from scoring.models import SheetLine
from scoring.queries.table.lines import AFTER_TIME, OTHER_MORT, WITH_EXCLUDED, Oddity, facts_beside
from scoring.queries.table.sheets import Sheet
from tournaments.labels import Pace, Status, TimeUp
from tournaments.queries.evening.clocks import clock_of


def odd_here(line: SheetLine, sheet: Sheet, *, names: Sequence[str], at: datetime | None = None) -> tuple[Oddity, ...]:
    """
    Return what a person must confirm about the place of a line on its sheet; `names` are the players by chair.

    `at` is when a new donne is entered; None for a correction, and for a donne copied from paper. One query when the
    round has a clock.
    """
    if line.outcome != Outcome.PLAYED:
        return ()
    odd = []
    if (due := mort_due(line, sheet)) is not None:
        sentence = _(
            "Le mort de la donne %(number)d est %(mort)s, et c’était le tour de %(due)s : chacun l’est à son tour."
        )
        said = {"number": line.number, "mort": names[_mort(line)], "due": names[due]}
        odd.append(Oddity(OTHER_MORT, sentence % said, facts_beside()[OTHER_MORT]))
    if at is not None and is_after_time(sheet, at):
        sentence = _(
            "Le temps est fini et la donne en cours ne compte pas : confirmez seulement si celle-ci était finie avant."
        )
        odd.append(Oddity(AFTER_TIME, sentence, facts_beside()[AFTER_TIME]))
    if at is not None:
        sentence = _("%(player)s a été exclu : confirmez seulement si cette donne a été jouée avant.")
        odd += [
            Oddity(WITH_EXCLUDED, sentence % {"player": names[seat.chair_index]}, facts_beside()[WITH_EXCLUDED])
            for seat in sheet.seats
            if seat.registration.status == Status.EXCLUDED and seat.pk != line.sits_out_id
        ]
    return tuple(odd)


def is_after_time(sheet: Sheet, at: datetime) -> bool:
    """Return whether a donne entered now comes after the time of its table, where the time ends the round."""
    tournament, table = sheet.tournament, sheet.table
    if tournament.pace != Pace.MINUTES or tournament.at_time_up != TimeUp.STOP:
        return False
    clock = clock_of(tournament, table.round)
    return clock is not None and clock.is_over(at, extra=table.extra_minutes)


def mort_due(line: SheetLine, sheet: Sheet) -> int | None:
    """
    Return the chair that should have been mort at a donne; None when it was, or when there is no mort.

    An excluded player no longer plays: he is always the mort.
    """
    if sheet.rules.variant is not Variant.FIVE_MORT or line.outcome != Outcome.PLAYED or line.sits_out is None:
        return None
    if sheet.seats[_mort(line)].registration.status == Status.EXCLUDED:
        return None
    due = sheet.expected_mort(line.number)
    return due if due != _mort(line) else None


def morts_told(sheet: Sheet, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each donne with another mort than the one whose turn it was."""
    for _number, line in sorted(sheet.lines.items()):
        yield from (oddity.sentence for oddity in odd_here(line, sheet, names=names))


def _mort(line: SheetLine) -> int:
    assert line.sits_out is not None  # asked only where there is one
    return line.sits_out.chair_index
