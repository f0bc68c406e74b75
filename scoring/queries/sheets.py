"""A table's sheet: its current lines, what is missing, and what a donne would be worth before it is saved."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.labels import Outcome
from scoring.marque import EDITIONS, ImpossibleDonne, Scored, read, score
from scoring.models import ChelemCall, SheetLine, SheetTotal
from tournaments.labels import SEAT_NAMES, Keeps, Pace
from tournaments.models import Seat, Table, Tournament
from tournaments.refusals import Refusal

# The keys of the exchange format → the fields of the entry form, where they differ.
FORM_FIELDS = {"chelem": "chelem_made", "sits_out": "mort", "players": "taker"}


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


def variant_of(tournament: Tournament, chairs: int) -> str:
    """Return the variant played at a table of so many chairs: five at a four-player tournament is with a mort [R25]."""
    return "5_mort" if chairs == 5 and tournament.table_size != 5 else str(chairs)


def expected_donnes(tournament: Tournament, chairs: int, void: int = 0) -> int | None:
    """
    Return how many lines a full sheet has, None when the clock ends the round.

    A table of five with a mort plays five donnes, or ten …, the number nearest to what gives each as many as elsewhere:
    everyone there is mort as often as the others. A void donne (passed, petit sec …) is played again unless the
    tournament says that it counts.
    """
    if tournament.pace == Pace.MINUTES or tournament.donnes_per_round is None:
        return None
    donnes = tournament.donnes_per_round
    if variant_of(tournament, chairs) == "5_mort":
        donnes = 5 * max(1, (donnes + 1) // 4)
    return donnes if tournament.void_donnes_count else donnes + void


def numbers_on_sheet(tournament: Tournament, expected: int | None, known: Iterable[int]) -> range:
    """Return the numbers of the donnes of a sheet: those expected and, when the clock ends the round, those known."""
    if tournament.keeps == Keeps.TOTALS:
        return range(0)
    return range(1, max([expected or 0, *known]) + 1)


def expected_mort(number: int) -> int:
    """Return the chair that sits out donne `number` at a table of five: each in turn, Sud first."""
    return (number - 1) % 5


def weigh(entry: Entry, *, tournament: Tournament, chairs: int) -> Scored:
    """
    Return what a played donne is worth at a table of so many chairs, with its parts.

    Refuses an impossible one with all its reasons at once, each tied to its field.
    """
    names = chair_names(chairs)
    problems: dict[str, list[str]] = {}
    for name, asked, sentence in (
        ("taker", entry.taker is None, _("Indiquez qui a pris.")),
        ("contract", not entry.contract, _("Indiquez le contrat : prise, garde, garde sans ou garde contre.")),
        ("bouts", entry.bouts is None, _("Indiquez le nombre de bouts de l’attaque, de 0 à 3.")),
        ("points", not entry.points.strip(), _("Indiquez les points de l’attaque, de 0 à 91.")),
    ):
        if asked:
            problems[name] = [sentence]
    if problems:
        raise Refusal(_incomplete(problems), code="donne_incomplete", fields=problems)
    try:
        donne = read(_exchange(entry, names, variant_of(tournament, chairs)))
    except ImpossibleDonne as impossible:
        language = spoken()
        for problem in impossible.problems:
            sentences = problems.setdefault(FORM_FIELDS.get(problem.field, problem.field), [])
            if problem.message(language) not in sentences:
                sentences.append(problem.message(language))
        raise Refusal(_incomplete(problems), code="donne_impossible", fields=problems) from impossible
    return score(donne, bareme=EDITIONS[tournament.bareme])


def spoken() -> str:
    """Return the language of this page among those that the marque speaks."""
    return "en" if (get_language() or "fr").startswith("en") else "fr"


def chair_names(chairs: int) -> list[str]:
    """Return the names of the chairs of a table, in playing order."""
    return [str(name) for name in SEAT_NAMES[:chairs]]


def sheet_of(table: Table) -> Sheet:
    """Return a table's sheet, from five queries whatever its length."""
    tournament = table.round.tournament
    seats = tuple(table.seats.select_related("registration__player").order_by("position"))
    written = table.lines.filter(current=True).select_related("taker", "partner", "sits_out")
    lines = {line.number: line for line in written}
    calls = {call.number: call for call in table.chelem_calls.filter(cancelled_at=None).select_related("caller")}
    balances = {
        total.seat.position: total
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


def marks_of(line: SheetLine, chairs: int) -> list[int]:
    """Return what a line brought each chair, in whole points; zeros for a void donne."""
    scores = line.marque.get("scores", {})
    return [scores.get(str(position), 0) for position in range(chairs)]


def told_marque(line: SheetLine, *, tournament: Tournament, chairs: int) -> dict[str, Any]:
    """Return a line's marque with its parts in the language of this page: a line keeps them in French."""
    language = spoken()
    if language == "fr" or line.outcome != Outcome.PLAYED:
        return line.marque
    try:
        answer = weigh(entry_of(line), tournament=tournament, chairs=chairs).as_json(language)
    except Refusal:  # `check_results` names such a line; it still says what it was worth that day
        return line.marque
    return line.marque | {key: answer[key] for key in ("parts", "warnings") if key in answer}


def entry_of(line: SheetLine) -> Entry:
    """Return a line as it was typed, to be corrected from its own values."""
    whole, half = divmod(line.half_points or 0, 2)
    return Entry(
        outcome=line.outcome,
        taker=line.taker.position if line.taker else None,
        partner=line.partner.position if line.partner else None,
        mort=line.sits_out.position if line.sits_out else None,
        contract=line.contract,
        bouts=line.bouts,
        points="" if line.half_points is None else f"{whole},5" if half else str(whole),
        petit_au_bout=line.petit_au_bout,
        poignees=tuple((poignee["position"], poignee["size"]) for poignee in line.poignees),
        chelem_announced=line.chelem_announced,
        chelem_made=line.chelem_made,
    )


def _exchange(entry: Entry, names: list[str], variant: str) -> dict[str, Any]:
    """Return an entry in the exchange format, chairs standing for players."""
    donne: dict[str, Any] = {
        "variant": variant,
        "players": names,
        "taker": names[entry.taker],
        "contract": entry.contract,
        "bouts": entry.bouts,
        "points": entry.points.strip(),
        "petit_au_bout": entry.petit_au_bout or None,
        "poignees": [{"player": names[position], "size": size} for position, size in entry.poignees],
        "chelem": {"announced": entry.chelem_announced, "made": entry.chelem_made or None},
    }
    if variant == "5" or entry.partner is not None:
        donne["partner"] = names[entry.taker if entry.partner is None else entry.partner]
    if entry.mort is not None:
        donne["sits_out"] = names[entry.mort]
    return donne


def _incomplete(problems: Mapping[str, list[str]]) -> str:
    return " ".join(sentence for sentences in problems.values() for sentence in sentences)
