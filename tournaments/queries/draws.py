"""What a draw would start from, and what each choice means, told before anything is drawn."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.labels import JobState, Status, TournamentState
from tournaments.models import Job, Registration, Round, Seat, SeatResult, Table, Tournament
from tournaments.queries.standings import standings
from tournaments.seating import Layout, Remainder, possible_layouts

MOST_NAMED = 8  # of those who came or left
SMALLEST_TABLE = 3


@dataclass(frozen=True)
class Choice:
    """One way to seat everybody, in words."""

    remainder: Remainder
    layout: Layout
    sentence: str


@dataclass(frozen=True)
class Forecast:
    """
    What can be drawn now: who is present, which rounds are already begun, and the ways to seat everybody.

    `unseated` are present without a place in the published rounds still to come, `gone` have one and are not here.
    `missing` are the open sheets of the begun rounds, and `replaces` the published rounds that a new draw takes away.
    """

    present: int
    begun: int
    rounds: int
    choices: tuple[Choice, ...]
    unseated: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    missing: tuple[tuple[int, int], ...] = ()
    replaces: tuple[int, ...] = ()

    @property
    def next(self) -> int:
        """The number of the first round that a draw makes."""
        return self.begun + 1

    @property
    def undrawn(self) -> int:
        """How many rounds are neither begun nor published."""
        return max(0, self.rounds - len(self.replaces))

    @property
    def waited_for(self) -> str:
        """The open sheets of the begun rounds, in words; else nothing."""
        return sheet_words(self.missing)

    @property
    def moved(self) -> str:
        """Who came or left since the published rounds were drawn, in a sentence that says what to do; else nothing."""
        words = []
        if self.unseated:
            words.append(_("ne sont pas encore placés : %(names)s") % {"names": names_words(self.unseated)})
        if self.gone:
            words.append(_("ne sont plus là : %(names)s") % {"names": names_words(self.gone)})
        if not words:
            return ""
        told = _("Depuis ce tirage, %(who)s. Tirez à nouveau les positions qui ne sont pas commencées.") % {
            "who": _(" ; ").join(words)
        }
        if self.unseated and self.gone:
            told += " " + _("Si l’un prend la place de l’autre, remplacez-le plutôt : personne d’autre ne bouge.")
        return told

    @property
    def is_even(self) -> bool:
        """Whether everybody sits at a table of the usual size, so that there is nothing to choose."""
        return (
            bool(self.choices) and self.choices[0].layout.exempts == 0 and len(set(self.choices[0].layout.tables)) == 1
        )


@dataclass(frozen=True)
class DraftRound:
    """A round of a plan that is not published yet: tables in order, then who is exempt."""

    number: int
    tables: tuple[tuple[Registration, ...], ...]
    exempts: tuple[Registration, ...]


def present_ids(tournament: Tournament) -> list[int]:
    """Return the registration ids of those who are here, in the order of their start numbers."""
    return list(
        tournament.registrations.filter(status=Status.PRESENT).order_by("start_number").values_list("pk", flat=True)
    )


def begun_rounds(tournament: Tournament) -> int:
    """Return the number of the last round in which something was entered or closed; a new draw keeps all up to it."""
    entered = SeatResult.objects.filter(seat__round__tournament=tournament).aggregate(last=Max("seat__round__number"))
    closed = Round.objects.filter(tournament=tournament, tables__closed_at__isnull=False).aggregate(last=Max("number"))
    return max(entered["last"] or 0, closed["last"] or 0)


def forecast(tournament: Tournament) -> Forecast:
    """Return what a draw would start from."""
    present = tournament.registrations.filter(status=Status.PRESENT).count()
    begun = begun_rounds(tournament)
    published = list(tournament.rounds.filter(number__gt=begun).order_by("number").values_list("number", flat=True))
    unseated, gone = _moved(tournament, published[-1] if published else begun + 1)
    layouts = possible_layouts(present, tournament.table_size)
    # The choice made in the settings comes first; the others stay one tap away.
    first = proposed(layouts, Remainder(tournament.remainder))
    ways = sorted(layouts.items(), key=lambda way: (way[0] != first, list(Remainder).index(way[0])))
    return Forecast(
        present=present,
        begun=begun,
        rounds=tournament.rounds_planned - begun,
        choices=tuple(Choice(way, layout, describe(layout, tournament.table_size)) for way, layout in ways),
        unseated=unseated,
        gone=gone,
        missing=tuple(open_sheets(tournament, begun)),
        replaces=tuple(published),
    )


def proposed(layouts: Mapping[Remainder, Layout], chosen: Remainder) -> Remainder:
    """
    Return the way to place everybody that is proposed first: the one chosen in the settings.

    But where it would leave out as many as a table seats, three or more, and another way seats everybody, that one.
    """
    if chosen not in layouts or layouts[chosen].exempts < SMALLEST_TABLE:
        return chosen
    return next((way for way, layout in layouts.items() if not layout.exempts), chosen)


def open_sheets(tournament: Tournament, begun: int) -> list[tuple[int, int]]:
    """Return (position, table) of each sheet of the begun rounds that is not closed: the standings may lack it."""
    still_open = Table.objects.filter(round__tournament=tournament, round__number__lte=begun, closed_at=None)
    return list(still_open.order_by("round__number", "number").values_list("round__number", "number"))


def moved_words(tournament: Tournament) -> str:
    """Return who came or left since the draw, in words, while the tournament is under way; else nothing."""
    return forecast(tournament).moved if tournament.state == TournamentState.RUNNING else ""


def names_words(names: Sequence[str]) -> str:
    """Return a few people by name; of many the first, and how many more: « Petit Zoé, Roux Luc et 12 autres »."""
    more = len(names) - MOST_NAMED
    if more <= 1:  # « et 1 autre » is no shorter than his name
        return ", ".join(names)
    return _("%(names)s et %(count)d autres") % {"names": ", ".join(names[:MOST_NAMED]), "count": more}


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


def ranking_of(tournament: Tournament, players: Collection[int]) -> list[int]:
    """
    Return these registration ids by the standings as they are, the best first.

    Equal totals come by start number; who has not played yet has a total of zero.
    """
    totals = {line.registration_id: line.total for line in standings(tournament).lines}
    return sorted(players, key=lambda player: -totals.get(player, 0))


def _moved(tournament: Tournament, last: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """
    Return who is here without a seat in the last published round, and who has one and is not here.

    The last, since somebody replaced from a round on may still play the one before.
    """
    seats = Seat.objects.filter(round__tournament=tournament, round__number=last)
    seated = set(seats.values_list("registration", flat=True))
    if not seated:
        return (), ()
    people = tournament.registrations.select_related("player").order_by("start_number")
    unseated = [one.player.full_name for one in people if one.status == Status.PRESENT and one.pk not in seated]
    gone = [one.player.full_name for one in people if one.status != Status.PRESENT and one.pk in seated]
    return tuple(unseated), tuple(gone)


def describe(layout: Layout, table_size: int) -> str:
    """Return a layout in words: « 5 tables de 4, 1 table de 5 où chacun est mort à son tour »."""
    words = []
    for size, count in sorted(Counter(layout.tables).items(), key=lambda item: (item[0] != table_size, item[0])):
        phrase = ngettext("%(count)d table de %(size)d", "%(count)d tables de %(size)d", count)
        phrase %= {"count": count, "size": size}
        if table_size == 4 and size == 5:
            phrase += " " + _("où chacun est mort à son tour")
        words.append(phrase)
    if layout.exempts:
        words.append(
            ngettext("%(count)d exempt à chaque position", "%(count)d exempts à chaque position", layout.exempts)
            % {"count": layout.exempts}
        )
    return ", ".join(words)


def past_of(tournament: Tournament, begun: int) -> tuple[list[list[list[int]]], list[list[int]]]:
    """Return the rounds already begun, as tables of registration ids in playing order, and their exempts."""
    tables: list[dict[int, list[int]]] = [{} for _number in range(begun)]
    exempts: list[list[int]] = [[] for _number in range(begun)]
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lte=begun)
    for number, table, registration in seats.order_by("table__number", "position").values_list(
        "round__number", "table__number", "registration_id"
    ):
        if table is None:
            exempts[number - 1].append(registration)
        else:
            tables[number - 1].setdefault(table, []).append(registration)
    return [list(round_tables.values()) for round_tables in tables], exempts


def draw_to_show(asked: Job | None) -> Job | None:
    """Return the draw that was asked for last; when it came to nothing, the one that was waiting to be published."""
    if asked is None or asked.state not in (JobState.CANCELLED, JobState.FAILED):
        return asked
    alike = Job.objects.filter(kind=asked.kind, tournament=asked.tournament_id, about=asked.about)
    before = alike.filter(pk__lt=asked.pk, state=JobState.DONE).first()
    return asked if before is None or before.outcome.get("published") else before


def draft_rounds(job: Job) -> list[DraftRound]:
    """Return the rounds of a finished draw, with their players, ready to be shown before they are published."""
    plan = (job.result or {}).get("plan", {})
    people = {
        registration.pk: registration
        for registration in Registration.objects.filter(pk__in=job.wanted["players"]).select_related("player__club")
    }
    first = job.wanted["begun"] + 1
    return [
        DraftRound(
            number=first + index,
            tables=tuple(tuple(people[pk] for pk in table if pk in people) for table in tables),
            exempts=tuple(people[pk] for pk in plan["exempts"][index] if pk in people),
        )
        for index, tables in enumerate(plan.get("rounds", []))
    ]
