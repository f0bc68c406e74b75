"""A table's sheet: its current lines, what is missing, and what a donne would be worth before it is saved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.labels import Outcome
from scoring.marque import Bareme, ImpossibleDonne, Problem, Scored, read, score
from scoring.models import ChelemCall, DonneRecord, SheetLine, SheetTotal
from scoring.queries.baremes import bareme_of
from scoring.queries.numbering import expected_donnes, numbers_on_sheet, variant_of
from tournaments.labels import SEAT_NAMES, Keeps
from tournaments.models import Seat, Table, Tournament
from tournaments.refusals import Refusal

# The keys of the exchange format → the fields of the entry form, where they differ.
FORM_FIELDS = {"chelem": "chelem_made", "sits_out": "mort", "players": "taker"}
# What is told again each time a line is shown, in the language of the page.
TOLD = ("parts", "warnings", "why", "house_rules")


@dataclass(frozen=True)
class Entry:
    """
    What somebody wrote for one donne, before it is known to be possible. Positions are chairs (0 Sud … 4).

    `points` is the attack's count as typed: "46" or "40,5". A void donne has an outcome and nothing else.
    """

    outcome: str = Outcome.PLAYED
    taker: int | None = None
    partner: int | None = None
    mort: int | None = None
    contract: str = ""
    bouts: int | None = None
    points: str = ""
    petit_au_bout: str = ""
    poignees: tuple[tuple[int, str], ...] = ()
    chelem_announced: bool = False
    chelem_made: str = ""
    petit_chelem_announced: bool = False
    petit_chelem_made: bool = False
    miseres: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class SheetRow:
    """One numbered place on the sheet: its current line, or None while it is to be played."""

    number: int
    line: SheetLine | None
    call: ChelemCall | None


@dataclass(frozen=True)
class Sheet:
    """A table's sheet. `marks` of a row and `totals` are whole points by chair; they sum to zero."""

    table: Table
    tournament: Tournament
    seats: tuple[Seat, ...]
    rows: tuple[SheetRow, ...]
    expected: int | None
    totals: tuple[int, ...]
    balances: Mapping[int, SheetTotal] = field(default_factory=dict)

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the donnes still to be entered."""
        return tuple(row.number for row in self.rows if row.line is None)

    @property
    def next_number(self) -> int:
        """The donne to enter next: the first gap, or the one after the last."""
        return self.missing[0] if self.missing else len(self.rows) + 1

    @property
    def is_complete(self) -> bool:
        if self.tournament.keeps == Keeps.TOTALS:
            return len(self.balances) == len(self.seats)
        return self.expected is not None and not self.missing

    @property
    def takes_another(self) -> bool:
        """Whether one more donne may be entered than the rows show (a timed round has no last donne)."""
        return self.expected is None

    def turn_of(self, number: int) -> int:
        """Return the turn of a donne, from 1: after a void one the same mort deals again, unless void donnes count."""
        if self.tournament.void_donnes_count:
            return number
        return number - sum(
            row.line is not None and row.line.outcome != Outcome.PLAYED for row in self.rows if row.number < number
        )


def weigh(entry: Entry, *, tournament: Tournament, chairs: int, names: Sequence[str] | None = None) -> Scored:
    """
    Return what a played donne is worth at a table of so many chairs, by the barème of its tournament.

    Its sentences name the players by their chairs, or by these `names` when no two are the same. Refuses an
    incomplete or impossible one with all its reasons at once, each tied to its field.
    """
    bareme = bareme_of(tournament)
    called = list(names) if names and len(set(names)) == chairs else chair_names(chairs)
    wanted: dict[str, list[str]] = {}
    for name, asked, sentence in (
        ("taker", entry.taker is None, _("Indiquez qui a pris.")),
        ("contract", not entry.contract, _("Indiquez le contrat : prise, garde, garde sans ou garde contre.")),
        ("bouts", entry.bouts is None, _("Indiquez le nombre de bouts de l’attaque, de 0 à 3.")),
        ("points", not entry.points.strip(), _("Indiquez les points de l’attaque, de 0 à 91.")),
    ):
        if asked:
            wanted[name] = [sentence]
    problems = wanted | _not_in_force(entry, bareme)
    try:
        donne = read(_exchange(entry, called, variant_of(tournament, chairs)), house=bareme.house)
    except ImpossibleDonne as impossible:
        language = spoken()
        for problem in impossible.problems:
            field = _field_of(problem)
            if field in wanted:
                continue  # asked for already, in the words of the form
            sentences = problems.setdefault(field, [])
            if problem.message(language) not in sentences:
                sentences.append(problem.message(language))
    if problems:
        code = "donne_incomplete" if wanted else "donne_impossible"
        raise Refusal(_incomplete(problems), code=code, fields=problems)
    return score(donne, bareme=bareme)


def spoken() -> str:
    """Return the language of this page among those that the marque speaks."""
    return "en" if (get_language() or "fr").startswith("en") else "fr"


def chair_names(chairs: int) -> list[str]:
    """Return the names of the chairs of a table, in playing order."""
    return [str(name) for name in SEAT_NAMES[:chairs]]


def sheet_of(table: Table) -> Sheet:
    """Return a table's sheet, from five queries whatever its length; its lines know whether they `has_record`."""
    tournament = table.round.of_tournament
    seats = tuple(table.seats.select_related("registration__player").order_by("position"))
    recorded = DonneRecord.objects.filter(table=OuterRef("table"), number=OuterRef("number"), current=True)
    written = table.lines.filter(current=True).select_related("taker", "partner", "sits_out")
    written = written.annotate(has_record=Exists(recorded))
    lines = {line.number: line for line in written}
    calls = {call.number: call for call in table.chelem_calls.filter(cancelled_at=None).select_related("caller")}
    balances = {
        total.seat.chair: total
        for total in SheetTotal.objects.filter(seat__table=table, current=True).select_related("seat")
    }
    void = sum(line.outcome != Outcome.PLAYED for line in lines.values())
    expected = expected_donnes(tournament, len(seats), void)
    totals = [0] * len(seats)
    for line in lines.values():
        for position, points in enumerate(marks_of(line, len(seats))):
            totals[position] += points
    for position, balance in balances.items():
        totals[position] += balance.points
    return Sheet(
        table=table,
        tournament=tournament,
        seats=seats,
        rows=tuple(
            SheetRow(number, lines.get(number), calls.get(number))
            for number in numbers_on_sheet(tournament, expected, [*lines, *calls])
        ),
        expected=expected,
        totals=tuple(totals),
        balances=balances,
    )


def recorded_numbers(sheet: Sheet) -> list[int]:
    """Return the numbers of the donnes that were also written card by card."""
    written = [row.line for row in sheet.rows if row.line is not None]
    return [line.number for line in written if line.has_record]  # type: ignore[attr-defined]


def marks_of(line: SheetLine, chairs: int) -> list[int]:
    """Return what a line brought each chair, in whole points; zeros for a void donne."""
    scores = line.marque.get("scores", {})
    return [scores.get(str(position), 0) for position in range(chairs)]


def told_marque(
    line: SheetLine, *, tournament: Tournament, chairs: int, names: Sequence[str] | None = None
) -> dict[str, Any]:
    """
    Return a line's marque told in the language of this page, with its `why`; a line keeps its parts in French only.

    `names` are the players as this page may name them, by chair; without them the chairs are named.
    """
    if line.outcome != Outcome.PLAYED:
        return line.marque
    try:
        told = explained(entry_of(line), tournament=tournament, names=names or chair_names(chairs))
    except Refusal:  # `check_results` names such a line; it still says what it was worth that day
        return line.marque
    return line.marque | {key: told[key] for key in TOLD if key in told}


def explained(entry: Entry, *, tournament: Tournament, names: Sequence[str]) -> dict[str, Any]:
    """Return the answer of a played donne with its `why`, in the language of this page. Refuses as `weigh` does."""
    return weigh(entry, tournament=tournament, chairs=len(names), names=names).as_json(spoken(), why=True)


def entry_of(line: SheetLine) -> Entry:
    """Return a line as it was typed, to be corrected from its own values."""
    whole, half = divmod(line.half_points or 0, 2)
    return Entry(
        outcome=line.outcome,
        taker=line.taker.chair if line.taker else None,
        partner=line.partner.chair if line.partner else None,
        mort=line.sits_out.chair if line.sits_out else None,
        contract=line.contract,
        bouts=line.bouts,
        points="" if line.half_points is None else f"{whole},5" if half else str(whole),
        petit_au_bout=line.petit_au_bout,
        poignees=tuple((poignee["position"], poignee["size"]) for poignee in line.poignees),
        chelem_announced=line.chelem_announced,
        chelem_made=line.chelem_made,
        petit_chelem_announced=line.petit_chelem_announced,
        petit_chelem_made=line.petit_chelem_made,
        miseres=tuple((misere["position"], misere["kind"]) for misere in line.miseres),
    )


def _exchange(entry: Entry, names: list[str], variant: str) -> dict[str, Any]:
    """Return an entry in the exchange format, chairs standing for players."""
    donne: dict[str, Any] = {
        "variant": variant,
        "players": names,
        "taker": None if entry.taker is None else names[entry.taker],
        "contract": entry.contract or None,
        "bouts": entry.bouts,
        "points": entry.points.strip() or None,
        "petit_au_bout": entry.petit_au_bout or None,
        "poignees": [{"player": names[position], "size": size} for position, size in entry.poignees],
        "chelem": {"announced": entry.chelem_announced, "made": entry.chelem_made or None},
    }
    if variant == "5" or entry.partner is not None:
        partner = entry.taker if entry.partner is None else entry.partner
        donne["partner"] = None if partner is None else names[partner]
    if entry.mort is not None:
        donne["sits_out"] = names[entry.mort]
    # What is not said of the rules hors règlement stays out: a donne of the règlement has no options.
    options: dict[str, Any] = {}
    if entry.petit_chelem_announced or entry.petit_chelem_made:
        options["petit_chelem"] = {"announced": entry.petit_chelem_announced, "made": entry.petit_chelem_made}
    if entry.miseres:
        options["miseres"] = [{"player": names[position], "kind": kind} for position, kind in entry.miseres]
    return donne | ({"options": options} if options else {})


def _field_of(problem: Problem) -> str:
    """Return the field of the entry form that a problem of the exchange format concerns."""
    if problem.field == "options":
        return "petit_chelem_announced" if "petit_chelem" in problem.code else "miseres"
    return FORM_FIELDS.get(problem.field, problem.field)


def _not_in_force(entry: Entry, bareme: Bareme) -> dict[str, list[str]]:
    """Return what an entry says by rules its tournament does not play: the exchange format takes saying for asking."""
    problems: dict[str, list[str]] = {}
    if (entry.petit_chelem_announced or entry.petit_chelem_made) and not bareme.house.petit_chelem:
        problems["petit_chelem_announced"] = [_("Le petit chelem n’est pas au barème de ce tournoi : retirez-le.")]
    if entry.miseres and not bareme.house.miseres:
        problems["miseres"] = [_("Les misères ne sont pas au barème de ce tournoi : retirez-les.")]
    return problems


def _incomplete(problems: Mapping[str, list[str]]) -> str:
    return " ".join(sentence for sentences in problems.values() for sentence in sentences)
