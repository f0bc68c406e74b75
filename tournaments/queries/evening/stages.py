"""
The progress of an evening, in figures and in words: its stages, its rounds one by one, the players who left.

A round is begun once a result is entered or a sheet is closed in it, and cancelled if it was set aside.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import groupby

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.labels import HAVE_LEFT, DrawMode, Status, TournamentState, Waits
from tournaments.models import Draw, JournalEntry, Registration, Round, Seat, SeatResult, Table, Tournament
from tournaments.models.rounds import HAS_A_SCORE
from tournaments.models.tournaments import OF_A_PERSON


class Stage(StrEnum):
    """The stages of an evening, in order."""

    ENTRIES = "entries"
    CHECK_IN = "check_in"
    DRAW = "draw"
    SHEETS = "sheets"
    RANKING = "ranking"


@dataclass(frozen=True)
class Counts:
    """How many players are registered, by status; `waiting` are those expected, without the late and the stand-ins."""

    waiting: int
    present: int
    absent: int
    withdrawn: int
    late: int = 0
    stand_ins: int = 0

    @property
    def total(self) -> int:
        return self.waiting + self.late + self.stand_ins + self.present + self.absent + self.withdrawn

    @property
    def words(self) -> str:
        """The figures of the check-in: « 60 présents, 2 attendus, 1 absent »."""
        parts = [ngettext("%(count)d présent", "%(count)d présents", self.present) % {"count": self.present}]
        for count, single, several in (
            (self.waiting, _("%(count)d attendu"), _("%(count)d attendus")),
            (self.late, _("%(count)d en retard"), _("%(count)d en retard")),
            (self.stand_ins, _("%(count)d remplaçant"), _("%(count)d remplaçants")),
            (self.absent, _("%(count)d absent"), _("%(count)d absents")),
            (self.withdrawn, _("%(count)d retiré"), _("%(count)d retirés")),
        ):
            if count:
                parts.append((single if count == 1 else several) % {"count": count})
        return ", ".join(parts)


@dataclass(frozen=True)
class StageStep:
    """One stage: its title, whether it is done, and its progress in words."""

    stage: Stage
    title: str
    sentence: str
    is_done: bool
    is_current: bool


@dataclass(frozen=True)
class EveningStages:
    """The stages and figures of a tournament; `closed` counts closed sheets, `to_draw` the rounds still to be drawn."""

    counts: Counts
    rounds: int
    tables: int
    closed: int
    draw: Draw | None
    steps: tuple[StageStep, ...]
    current: Stage
    to_draw: int = 0

    @property
    def is_imported(self) -> bool:
        """True if the results came from a file: there are rounds, but no tables."""
        return self.rounds > 0 and not self.tables

    @property
    def open_tables(self) -> int:
        return self.tables - self.closed

    @property
    def draw_waits(self) -> bool:
        """True if a finished draw waits to be read and published."""
        return self.draw is not None and self.draw.is_draft


def counts(tournament: Tournament) -> Counts:
    """Return how many players are registered, by status. One query."""
    return Counts(
        **tournament.registrations.filter(OF_A_PERSON).aggregate(
            waiting=Count("pk", filter=Q(status=Status.REGISTERED, waits="")),
            late=Count("pk", filter=Q(waits=Waits.LATE)),
            stand_ins=Count("pk", filter=Q(waits=Waits.STAND_IN)),
            present=Count("pk", filter=Q(status=Status.PRESENT)),
            absent=Count("pk", filter=Q(status=Status.ABSENT)),
            withdrawn=Count("pk", filter=Q(status__in=HAVE_LEFT)),
        )
    )


def evening(tournament: Tournament) -> EveningStages:
    """Return the stages and figures of a tournament. Four queries."""
    people = counts(tournament)
    published = tournament.rounds.aggregate(count=Count("pk"), last=Max("number"))
    # A cancelled round leaves a gap; what comes after it is drawn all the same.
    rounds, last_published = published["count"], published["last"] or 0
    tables = Table.objects.filter(round__tournament=tournament).aggregate(
        all=Count("pk"), closed=Count("pk", filter=Q(closed_at__isnull=False))
    )
    draw = tournament.draws.filter(alone=False).select_related("job").first()
    all_closed = tables["all"] == tables["closed"]
    # A rotation draws every round at once: rounds still to draw were added since. Else the sheets come first.
    waits_for_sheets = not all_closed and (draw is None or draw.mode != DrawMode.ROTATION)
    # A trial may be archived before its end.
    is_over = tournament.is_finished and tournament.archived_from in ("", TournamentState.FINISHED)
    done_by_stage = {
        Stage.ENTRIES: rounds > 0 or people.total - people.withdrawn >= tournament.table_size,
        Stage.CHECK_IN: rounds > 0 or (people.present >= tournament.table_size and not people.waiting),
        Stage.DRAW: last_published >= tournament.rounds_planned or (rounds > 0 and waits_for_sheets),
        Stage.SHEETS: rounds > 0 and all_closed,
        Stage.RANKING: is_over,
    }
    # What was left undone at the end stays told so, and waits for nobody.
    current = next((stage for stage, is_done in done_by_stage.items() if not (is_done or is_over)), Stage.RANKING)
    words = {
        Stage.ENTRIES: (_("Inscriptions"), _entries_words(people)),
        Stage.CHECK_IN: (_("Pointage"), people.words if people.total else _("personne n’est encore là")),
        Stage.DRAW: (_("Tirage des tables"), _draw_words(rounds, tournament.rounds_planned)),
        Stage.SHEETS: (_("Saisie des feuilles"), _sheets_words(rounds, tables["all"], tables["closed"])),
        Stage.RANKING: (_("Classement"), _ranking_words(rounds, is_over=is_over)),
    }
    steps = tuple(
        StageStep(stage, *words[stage], is_done=is_done, is_current=stage is current)
        for stage, is_done in done_by_stage.items()
    )
    return EveningStages(
        people,
        rounds,
        tables["all"],
        tables["closed"],
        draw,
        steps,
        current,
        max(0, tournament.rounds_planned - last_published),
    )


def _ranking_words(rounds: int, *, is_over: bool) -> str:
    return _("définitif") if is_over else _("provisoire") if rounds else _("à venir")


def _entries_words(people: Counts) -> str:
    if not people.total:
        return _("aucun joueur inscrit")
    return ngettext("%(count)d joueur inscrit", "%(count)d joueurs inscrits", people.total) % {"count": people.total}


def _draw_words(rounds: int, planned: int) -> str:
    if not rounds:
        return ngettext("%(count)d position à tirer", "%(count)d positions à tirer", planned) % {"count": planned}
    sentence = ngettext(
        "%(rounds)d position publiée sur %(planned)d", "%(rounds)d positions publiées sur %(planned)d", rounds
    )
    return sentence % {"rounds": rounds, "planned": planned}


def _sheets_words(rounds: int, tables: int, closed: int) -> str:
    if rounds and not tables:
        return _("résultats importés")
    if not tables:
        return _("aucune feuille pour l’instant")
    return closed_words(tables, closed)


def closed_words(tables: int, closed: int) -> str:
    """Return in words how many of these sheets (`tables`) are closed."""
    if not closed:
        return _("aucune feuille close sur %(tables)d") % {"tables": tables}
    sentence = ngettext("%(closed)d feuille close sur %(tables)d", "%(closed)d feuilles closes sur %(tables)d", closed)
    return sentence % {"closed": closed, "tables": tables}


@dataclass(frozen=True)
class RoundState:
    """One round: `results` counts the seats with a result; a round without tables is not drawn, or was cancelled."""

    number: int
    published: bool
    tables: int
    closed: int
    results: int
    cancelled: tuple[Round, ...]

    @property
    def begun(self) -> bool:
        return bool(self.results or self.closed)

    @property
    def sheets(self) -> str:
        """How many sheets of the round are closed, in words."""
        return closed_words(self.tables, self.closed)


def rounds_one_by_one(tournament: Tournament) -> list[RoundState]:
    """Return the rounds that are published, planned or cancelled, in order. Four queries."""
    published = list(tournament.rounds.values_list("number", flat=True))
    tables: dict[int, int] = dict.fromkeys(published, 0)
    closed = dict(tables)
    for number, closed_at in Table.objects.filter(round__tournament=tournament).values_list(
        "round__number", "closed_at"
    ):
        tables[number] += 1
        closed[number] += closed_at is not None
    result_counts: dict[int, int] = dict.fromkeys(published, 0)
    for number in SeatResult.objects.filter(seat__round__tournament=tournament).values_list(
        "seat__round__number", flat=True
    ):
        result_counts[number] += 1
    cancelled = cancelled_rounds(tournament)
    last_number = max([tournament.rounds_planned, *published, *(round_.number for round_ in cancelled)])
    return [
        RoundState(
            number=number,
            published=number in tables,
            tables=tables.get(number, 0),
            closed=closed.get(number, 0),
            results=result_counts.get(number, 0),
            cancelled=tuple(round_ for round_ in cancelled if round_.number == number),
        )
        for number in range(1, last_number + 1)
    ]


def cancelled_rounds(tournament: Tournament) -> list[Round]:
    """Return the cancelled rounds in order; each says who cancelled it, and why."""
    return list(tournament.cancelled_rounds.order_by("number", "pk"))


def begun_rounds(tournament: Tournament) -> int:
    """Return the number of the last begun round, 0 without one; a new draw keeps all rounds up to it."""
    entered = Seat.objects.filter(HAS_A_SCORE, round__tournament=tournament).aggregate(last=Max("round__number"))
    closed = Round.objects.filter(tournament=tournament, tables__closed_at__isnull=False).aggregate(last=Max("number"))
    return max(entered["last"] or 0, closed["last"] or 0)


def begun_and_shown(tournament: Tournament, begun: int) -> int:
    """Return the number of the last begun round whose results are public; later rounds are hidden."""
    last_shown = tournament.last_shown_round
    return begun if last_shown is None else min(begun, last_shown)


def is_begun(tournament: Tournament, number: int) -> bool:
    """Return whether this round itself is begun, whatever happened in others."""
    return (
        Seat.objects.filter(HAS_A_SCORE, round__tournament=tournament, round__number=number).exists()
        or Table.objects.filter(round__tournament=tournament, round__number=number, closed_at__isnull=False).exists()
    )


def begun_numbers(tournament: Tournament) -> set[int]:
    """Return the numbers of the rounds that are begun, each by itself. Two queries."""
    entered = Seat.objects.filter(HAS_A_SCORE, round__tournament=tournament).values_list("round__number", flat=True)
    closed = Table.objects.filter(round__tournament=tournament, closed_at__isnull=False)
    return {*entered.distinct(), *closed.values_list("round__number", flat=True)}


def open_sheets(tournament: Tournament, begun: int, *, but: int | None = None) -> list[tuple[int, int]]:
    """
    Return (round, table) numbers of each open sheet of the rounds up to `begun`: the standings may lack its results.

    The sheets of round `but` are left out.
    """
    still_open = Table.objects.filter(round__tournament=tournament, round__number__lte=begun, closed_at=None)
    if but is not None:
        still_open = still_open.exclude(round__number=but)
    return list(still_open.order_by("round__number", "number").values_list("round__number", "number"))


def sheet_words(sheets: Iterable[Sequence[int]]) -> str:
    """Return sheets in words: « position 2, tables 3, 7 et 9 »."""
    words = []
    for number, group in groupby(sheets, key=lambda sheet: sheet[0]):
        tables = [str(table) for _number, table in group]
        several = _(" et ").join([", ".join(tables[:-1]), tables[-1]] if len(tables) > 1 else tables)
        words.append(
            ngettext("position %(number)d, table %(tables)s", "position %(number)d, tables %(tables)s", len(tables))
            % {"number": number, "tables": several}
        )
    return _(" ; ").join(words)


LEFT = "retrait par le joueur"  # as `services.registrations.leave` writes it in the journal


@dataclass(frozen=True)
class Withdrawal:
    """A player who withdrew by himself, and the time."""

    registration: Registration
    at: datetime


def left_by_themselves(tournament: Tournament) -> list[Withdrawal]:
    """Return players who withdrew by themselves and still are withdrawn, the last first. One query, two if any did."""
    withdrawals = JournalEntry.objects.filter(tournament=tournament, action=LEFT).order_by("pk")
    withdrawn_at = {int(details["registration"]): at for details, at in withdrawals.values_list("details", "at")}
    if not withdrawn_at:
        return []
    entries = tournament.registrations.filter(pk__in=withdrawn_at, status=Status.WITHDRAWN).select_related("player")
    return sorted(
        (Withdrawal(entry, withdrawn_at[entry.pk]) for entry in entries),
        key=lambda withdrawal: withdrawal.at,
        reverse=True,
    )
