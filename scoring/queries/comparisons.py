"""A line of a sheet beside the record of its donne: where they differ, and what it would change."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.cards.replay import replay
from scoring.cards.steps import Replay
from scoring.labels import CampChoice, ContractChoice, Outcome, PoigneeChoice
from scoring.marque import FFT_2012, Variant
from scoring.models import DonneRecord, SheetLine
from scoring.queries.records import chairs_of
from scoring.queries.sheets import Entry, entry_of, marks_of, spoken, weigh
from tournaments.models import Tournament
from tournaments.refusals import Refusal


@dataclass(frozen=True)
class Difference:
    """Something the sheet and the cards do not say alike, as a sentence; `field` is its field of the entry form."""

    field: str
    text: str


@dataclass(frozen=True)
class Comparison:
    """
    A sheet line beside its record.

    `entry` is the line as the cards would have it written; `marks` what it would bring each chair, in whole points,
    None when it cannot be weighed or brings what the line brings.
    """

    differences: tuple[Difference, ...]
    entry: Entry | None
    marks: tuple[int, ...] | None


def compared(kept: DonneRecord, line: SheetLine, *, tournament: Tournament, names: Sequence[str]) -> Comparison:
    """Return where a line and the record attached to its donne differ; a donne that was not played has no cards."""
    if line.outcome != Outcome.PLAYED:
        text = _("La feuille dit « %(outcome)s », et un relevé est rattaché.") % {
            "outcome": Outcome(line.outcome).label
        }
        return Comparison((Difference("outcome", text),), None, None)
    replayed = replay(chairs_of(kept))
    written = entry_of(line)
    found = entry_from(replayed, written)
    differences = tuple(_differences(written, found, names))
    marks = None
    if differences and replayed.complete:
        try:
            scored = weigh(found, tournament=tournament, chairs=len(names))
        except Refusal:  # what the cards make is no donne of this barème: the differences stand
            return Comparison(differences, found, None)
        marks = tuple(scored.scores.values())
        if list(marks) == marks_of(line, len(names)):
            marks = None
    return Comparison(differences, found, marks)


def entry_from(replayed: Replay, written: Entry) -> Entry:
    """
    Return a line as the cards have it; what cards cannot say, and an end that has not been reached, is as `written`.

    A count with a half point that the sheet already gives to the winner stays as written [R8].
    """
    record = replayed.record
    sizes = {number: size for size, number in FFT_2012.poignee_trumps[record.variant.hands].items()}
    shown = [(int(one.player), sizes[len(one.cards)].value) for one in record.poignees if len(one.cards) in sizes]
    known = dataclasses.replace(
        written,
        taker=int(record.taker),
        partner=(int(replayed.partner or record.taker)) if record.variant is Variant.FIVE else None,
        mort=None if record.mort is None else int(record.mort),
        contract=record.contract.value,
        poignees=tuple(sorted(shown)),
        chelem_announced=record.chelem_announced,
    )
    if not replayed.complete:
        return known
    return dataclasses.replace(
        known,
        bouts=replayed.bouts,
        points=_points(replayed, written),
        petit_au_bout=replayed.petit_au_bout.value if replayed.petit_au_bout else "",
        chelem_made=replayed.chelem_made.value if replayed.chelem_made else "",
    )


def _points(replayed: Replay, written: Entry) -> str:
    exact = replayed.half_points
    stray = (exact + 1 if exact >= FFT_2012.required[replayed.bouts] else exact - 1) if exact % 2 else exact
    if written.points.replace(",5", ".5") in (str(stray // 2), _halved(exact).replace(",", ".")):
        return written.points
    return _halved(exact)


def _differences(written: Entry, found: Entry, names: Sequence[str]) -> list[Difference]:
    """Return each thing the two do not say alike, in the order of the form."""
    called = [None if entry.partner == entry.taker else entry.partner for entry in (written, found)]
    told: list[tuple[str, str, str, str]] = [
        ("taker", _("Preneur"), _name(written.taker, names), _name(found.taker, names)),
        ("partner", _("Appelé"), _name(called[0], names), _name(called[1], names)),
        ("mort", _("Mort"), _name(written.mort, names), _name(found.mort, names)),
        ("contract", _("Contrat"), _label(ContractChoice, written.contract), _label(ContractChoice, found.contract)),
        ("bouts", _("Bouts"), str(written.bouts), str(found.bouts)),
        ("points", _("Points"), _said(written.points), _said(found.points)),
        (
            "petit_au_bout",
            _("Petit au bout"),
            _label(CampChoice, written.petit_au_bout),
            _label(CampChoice, found.petit_au_bout),
        ),
        ("poignees", _("Poignées"), _poignees(written, names), _poignees(found, names)),
        ("chelem_announced", _("Chelem annoncé"), _yes(written.chelem_announced), _yes(found.chelem_announced)),
        (
            "chelem_made",
            _("Chelem réussi"),
            _label(CampChoice, written.chelem_made),
            _label(CampChoice, found.chelem_made),
        ),
    ]
    sentence = _("%(what)s : la feuille dit %(sheet)s, les cartes disent %(cards)s.")
    counted = _("%(what)s : la feuille dit %(sheet)s, les cartes font %(cards)s.")
    return [
        Difference(
            field,
            (counted if field in ("points", "bouts") else sentence) % {"what": what, "sheet": sheet, "cards": cards},
        )
        for field, what, sheet, cards in told
        if sheet != cards
    ]


def _name(chair: int | None, names: Sequence[str]) -> str:
    return _("personne") if chair is None else names[chair]


def _label(choices: Any, value: str) -> str:
    return str(choices(value).label) if value else _("non")


def _yes(value: bool) -> str:  # noqa: FBT001 — a yes or a no is all it says
    return _("oui") if value else _("non")


def _poignees(entry: Entry, names: Sequence[str]) -> str:
    shown = [f"{PoigneeChoice(size).label} ({names[chair]})" for chair, size in sorted(entry.poignees)]
    return ", ".join(shown) or _("aucune")


def _said(points: str) -> str:
    """Return a count as it is written in the language of the page: « 40,5 », 40.5 in English."""
    return points.replace(",", ".") if spoken() == "en" else points


def _halved(half_points: int) -> str:
    whole, half = divmod(half_points, 2)
    return f"{whole},5" if half else str(whole)
