"""An evening in steps: what is done, what is next, in figures and in words."""

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.labels import DrawMode, Status, TournamentState
from tournaments.models import Draw, Table, Tournament


class Stage(StrEnum):
    """The stages of an evening, in order."""

    ENTRIES = "entries"
    CHECK_IN = "check_in"
    DRAW = "draw"
    SHEETS = "sheets"
    RANKING = "ranking"


@dataclass(frozen=True)
class Counts:
    """How many are entered, by status."""

    waiting: int
    present: int
    absent: int
    withdrawn: int

    @property
    def total(self) -> int:
        return self.waiting + self.present + self.absent + self.withdrawn

    @property
    def words(self) -> str:
        """The figures of the check-in: « 60 présents, 2 attendus, 1 absent »."""
        parts = [ngettext("%(count)d présent", "%(count)d présents", self.present) % {"count": self.present}]
        for count, one, many in (
            (self.waiting, _("%(count)d attendu"), _("%(count)d attendus")),
            (self.absent, _("%(count)d absent"), _("%(count)d absents")),
            (self.withdrawn, _("%(count)d retiré"), _("%(count)d retirés")),
        ):
            if count:
                parts.append((one if count == 1 else many) % {"count": count})
        return ", ".join(parts)


@dataclass(frozen=True)
class Step:
    """One stage: its title, how far it is, and a sentence that says where it stands."""

    stage: Stage
    title: str
    sentence: str
    is_done: bool
    is_current: bool


@dataclass(frozen=True)
class Evening:
    """Where a tournament stands."""

    counts: Counts
    rounds: int
    tables: int
    closed: int
    draw: Draw | None
    steps: tuple[Step, ...]
    current: Stage
    to_draw: int = 0

    @property
    def is_imported(self) -> bool:
        """Whether its results came from a file: it has rounds, and nobody sat at a table."""
        return self.rounds > 0 and not self.tables

    @property
    def open_tables(self) -> int:
        return self.tables - self.closed

    @property
    def draw_waits(self) -> bool:
        """Whether a finished draw waits to be looked at and published."""
        return self.draw is not None and self.draw.is_draft


def counts(tournament: Tournament) -> Counts:
    """Return how many are entered, by status: one query."""
    return Counts(
        **tournament.registrations.aggregate(
            waiting=Count("pk", filter=Q(status=Status.REGISTERED)),
            present=Count("pk", filter=Q(status=Status.PRESENT)),
            absent=Count("pk", filter=Q(status=Status.ABSENT)),
            withdrawn=Count("pk", filter=Q(status=Status.WITHDRAWN)),
        )
    )


def evening(tournament: Tournament) -> Evening:
    """Return where a tournament stands: four queries."""
    people = counts(tournament)
    published = tournament.rounds.aggregate(count=Count("pk"), last=Max("number"))
    # A cancelled round leaves a gap; what comes after it is drawn all the same.
    rounds, last = published["count"], published["last"] or 0
    tables = Table.objects.filter(round__tournament=tournament).aggregate(
        all=Count("pk"), closed=Count("pk", filter=Q(closed_at__isnull=False))
    )
    draw = tournament.draws.filter(alone=False).select_related("job").first()
    all_closed = tables["all"] == tables["closed"]
    # A rotation seats every round at once: what is left was added since. Otherwise the sheets come first.
    waits_for_sheets = not all_closed and (draw is None or draw.mode != DrawMode.ROTATION)
    is_over = tournament.state == TournamentState.FINISHED
    done = {
        Stage.ENTRIES: rounds > 0 or people.total - people.withdrawn >= tournament.table_size,
        Stage.CHECK_IN: rounds > 0 or (people.present >= tournament.table_size and not people.waiting),
        Stage.DRAW: last >= tournament.rounds_planned or (rounds > 0 and waits_for_sheets),
        Stage.SHEETS: rounds > 0 and all_closed,
        Stage.RANKING: is_over,
    }
    if is_over:
        done = dict.fromkeys(done, True)
    current = next((stage for stage, is_done in done.items() if not is_done), Stage.RANKING)
    words = {
        Stage.ENTRIES: (_("Inscriptions"), _entered(people)),
        Stage.CHECK_IN: (_("Pointage"), people.words if people.total else _("personne n’est encore là")),
        Stage.DRAW: (_("Tirage des tables"), _drawn(rounds, tournament.rounds_planned)),
        Stage.SHEETS: (_("Saisie des feuilles"), _entered_sheets(rounds, tables["all"], tables["closed"])),
        Stage.RANKING: (_("Classement"), _("définitif") if is_over else _("provisoire") if rounds else _("à venir")),
    }
    steps = tuple(
        Step(stage, *words[stage], is_done=is_done, is_current=stage is current) for stage, is_done in done.items()
    )
    return Evening(
        people, rounds, tables["all"], tables["closed"], draw, steps, current, max(0, tournament.rounds_planned - last)
    )


def _entered(people: Counts) -> str:
    if not people.total:
        return _("aucun joueur inscrit")
    return ngettext("%(count)d joueur inscrit", "%(count)d joueurs inscrits", people.total) % {"count": people.total}


def _drawn(rounds: int, planned: int) -> str:
    if not rounds:
        return ngettext("%(count)d position à tirer", "%(count)d positions à tirer", planned) % {"count": planned}
    sentence = ngettext(
        "%(rounds)d position publiée sur %(planned)d", "%(rounds)d positions publiées sur %(planned)d", rounds
    )
    return sentence % {"rounds": rounds, "planned": planned}


def _entered_sheets(rounds: int, tables: int, closed: int) -> str:
    if rounds and not tables:
        return _("résultats importés")
    if not tables:
        return _("aucune feuille pour l’instant")
    return closed_words(tables, closed)


def closed_words(tables: int, closed: int) -> str:
    """Return how many sheets of so many are closed."""
    if not closed:
        return _("aucune feuille close sur %(tables)d") % {"tables": tables}
    sentence = ngettext("%(closed)d feuille close sur %(tables)d", "%(closed)d feuilles closes sur %(tables)d", closed)
    return sentence % {"closed": closed, "tables": tables}
