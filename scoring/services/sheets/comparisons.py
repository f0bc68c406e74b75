"""Compares the line of a donne with its record card by card: where they differ, and what a correction would change."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.cards.evaluation import facts_replayed
from scoring.cards.replay import replay
from scoring.cards.steps import Replay
from scoring.labels import CAMP_WORDS, CONTRACT_WORDS, POIGNEE_WORDS, Outcome
from scoring.marque import FFT_2012, Chelem, Facts
from scoring.models import DonneRecord, SheetLine
from scoring.queries.rules.baremes import variant_of
from scoring.queries.table.records import chairs_of
from scoring.queries.table.sheets import marks_of, seated
from scoring.services.sheets.lines import score_line
from tournaments.kit.languages import current_language
from tournaments.kit.text import points_text
from tournaments.labels import Words
from tournaments.models import Seat, Tournament
from tournaments.refusals import Refusal


@dataclass(frozen=True)
class Difference:
    """A sentence about a difference between sheet and cards; `field` is its field of the entry form."""

    field: str
    text: str


@dataclass(frozen=True)
class Comparison:
    """
    A line of a sheet compared with the record of its donne.

    `facts` are the line's facts corrected by the cards. `marks` are the scores they would give, whole points by chair;
    None when the donne cannot be scored or nothing changes.
    """

    differences: tuple[Difference, ...]
    facts: Facts | None
    marks: tuple[int, ...] | None


def compared(
    record: DonneRecord, line: SheetLine, *, tournament: Tournament, seats: Sequence[Seat], names: Sequence[str]
) -> Comparison:
    """
    Return the differences between a line and the record of its donne. A donne that was not played has no cards.

    `seats` are those of the table, by chair; `names` are their names as the page may show them.
    """
    if line.outcome != Outcome.PLAYED:
        text = _("La feuille dit « %(outcome)s », et un relevé est rattaché.") % {
            "outcome": Outcome(line.outcome).label
        }
        return Comparison((Difference("outcome", text),), None, None)
    replayed = replay(chairs_of(record))
    variant = variant_of(tournament, len(seats))
    sheet_facts = line.facts.at(variant)
    card_facts = from_cards(replayed, sheet_facts).at(variant)
    differences = tuple(_differences(sheet_facts, card_facts, names))
    if not differences or not replayed.complete:
        return Comparison(differences, card_facts, None)
    try:
        scored = score_line(card_facts, place=seated(line.table, seats, tournament), number=line.number)
    except Refusal:  # the barème has no such donne: the differences remain
        return Comparison(differences, card_facts, None)
    marks = marks_of(scored, len(seats))
    return Comparison(differences, card_facts, None if marks == marks_of(line, len(seats)) else tuple(marks))


def from_cards(replayed: Replay, sheet_facts: Facts) -> Facts:
    """
    Return the facts of a line corrected by its cards. Facts that cards do not tell, or not yet, stay those of the
    sheet.

    A half point that the sheet has already given to the winner stays as written [R8].
    """
    facts = facts_replayed(replayed)
    facts = replace(
        facts,
        poignees=tuple(sorted(facts.poignees, key=lambda poignee: (poignee.player, poignee.size))),
        petit_chelem=sheet_facts.petit_chelem,
        miseres=sheet_facts.miseres,
    )
    if replayed.complete:
        return replace(facts, half_points=_half_points(replayed, sheet_facts))
    return replace(
        facts,
        bouts=sheet_facts.bouts,
        half_points=sheet_facts.half_points,
        petit_au_bout=sheet_facts.petit_au_bout,
        chelem=Chelem(replayed.record.chelem_announced, sheet_facts.chelem.made if sheet_facts.chelem else None),
    )


def _half_points(replayed: Replay, sheet_facts: Facts) -> int | None:
    exact = replayed.half_points
    stray = (exact + 1 if exact >= FFT_2012.required[replayed.bouts] else exact - 1) if exact % 2 else exact
    return sheet_facts.half_points if sheet_facts.half_points in {stray, exact} else exact


def _differences(sheet_facts: Facts, card_facts: Facts, names: Sequence[str]) -> list[Difference]:
    """Return all differences between the sheet's facts and the cards', in the order of the form."""
    pairs = zip(_in_words(sheet_facts, names), _in_words(card_facts, names), strict=True)
    sentence = _("%(what)s : la feuille dit %(sheet)s, les cartes disent %(cards)s.")
    counted = _("%(what)s : la feuille dit %(sheet)s, les cartes font %(cards)s.")
    return [
        Difference(
            field,
            (counted if field in ("points", "bouts") else sentence) % {"what": label, "sheet": sheet, "cards": cards},
        )
        for (field, label, sheet), (_field, _label, cards) in pairs
        if sheet != cards
    ]


def _in_words(facts: Facts, names: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return (field of the form, its name, its value in words) for each fact."""
    chelem = facts.chelem or Chelem()
    return [
        ("taker", _("Preneur"), _name(facts.taker, names)),
        ("partner", _("Appelé"), _name(facts.partner, names)),
        ("mort", _("Mort"), _name(facts.sits_out[0] if facts.sits_out else None, names)),
        ("contract", _("Contrat"), _words(CONTRACT_WORDS, facts.contract)),
        ("bouts", _("Bouts"), str(facts.bouts)),
        ("points", _("Points"), points_text(facts.half_points or 0, current_language())),
        ("petit_au_bout", _("Petit au bout"), _words(CAMP_WORDS, facts.petit_au_bout)),
        ("poignees", _("Poignées"), _poignees(facts, names)),
        ("chelem_announced", _("Chelem annoncé"), _yes(chelem.announced)),
        ("chelem_made", _("Chelem réussi"), _words(CAMP_WORDS, chelem.made)),
    ]


def _name(chair: int | None, names: Sequence[str]) -> str:
    return _("personne") if chair is None else names[chair]


def _words(words: Words, code: str | None) -> str:
    return str(words[code]) if code else _("non")


def _yes(value: bool) -> str:  # noqa: FBT001 — a yes or a no is all it says
    return _("oui") if value else _("non")


def _poignees(facts: Facts, names: Sequence[str]) -> str:
    pairs = sorted((poignee.player, poignee.size) for poignee in facts.poignees)
    return ", ".join(f"{POIGNEE_WORDS[size]} ({names[chair]})" for chair, size in pairs) or _("aucune")
