"""Past seasons, a row a donne, imported as finished evenings: first a preview, then the import."""

import uuid
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.imports.chosen_seasons import ChosenSeason, outside, season_in
from scoring.imports.past_files import PastRow
from scoring.imports.past_people import AskedPerson, alike_to, identify, said_to_be
from scoring.imports.same_evenings import Brought, SameEvening, same_evenings
from scoring.imports.season_evenings import (
    SeasonTold,
    evenings_brought,
    evenings_of,
    overlaps,
    people_of,
    seasons_told,
)
from scoring.imports.season_files import POINTS, Alias, SeasonFile, SeasonRow
from scoring.models import SheetTotal
from tournaments.imports.columns import LineProblem
from tournaments.imports.mappings import meanings_of, remember
from tournaments.imports.players import NOBODY
from tournaments.imports.spreadsheets import named
from tournaments.kit.dated_names import evening_name
from tournaments.kit.days import NBSP, french_day
from tournaments.labels import Grade, ImportKind, Keeps, Pace, Status
from tournaments.models import (
    Account,
    Club,
    Import,
    Player,
    Registration,
    Round,
    Season,
    Seat,
    Table,
)
from tournaments.refusals import Refusal, form_used, refuse_without_reason
from tournaments.services.clubs.clubs import SeasonFacts, create_season
from tournaments.services.evening import tournaments
from tournaments.services.evening.settings import Settings
from tournaments.services.journal import log
from tournaments.services.locks import lock_club
from tournaments.services.people.joining import receive
from tournaments.services.people.registrations import LOT
from tournaments.services.results import Result, set_results

CHAIRS = 5
MOST_DONNES = 60  # of a round, as its settings take them


@dataclass(frozen=True)
class Doubt:
    """A row that contradicts itself, and the sentences that say how."""

    row: SeasonRow
    sentences: tuple[str, ...]

    @property
    def line(self) -> int:
        return self.row.line


@dataclass(frozen=True)
class Answers:
    """
    The answers about a file of past seasons.

    `merged`: unknown name → index of its column from 0, or None to leave its rows out. Of rows that contradict
    themselves, `kept` come in as they are (for this `reason`), `left` do not. Columns with a name like one of the club,
    by number from 1: `same` → id of that player, `others` are new people.
    """

    merged: Mapping[str, int | None] = field(default_factory=dict)
    kept: Collection[int] = frozenset()
    left: Collection[int] = frozenset()
    reason: str = ""
    same: Mapping[int, int] = field(default_factory=lambda: NOBODY)
    others: Collection[int] = frozenset()
    is_another: bool = False  # the evenings are not those of the club that have the same people and figures


NOTHING_ANSWERED = Answers()


@dataclass(frozen=True)
class PersonColumn:
    """
    A column of points and its player, None for somebody new. `alike` are the people of the club with a similar name;
    `asked` is the question about him, if there is one.
    """

    row: PastRow
    player: Player | None
    alike: Sequence[Player]
    asked: AskedPerson | None = None


@dataclass
class SeasonPreview:
    """What the import would make. With `problems` nothing can be imported; doubts and aliases need an answer."""

    problems: list[LineProblem] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    aliases: list[Alias] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    seasons: list[SeasonTold] = field(default_factory=list)
    people: list[PersonColumn] = field(default_factory=list)
    evenings: list[Brought] = field(default_factory=list)
    same: list[SameEvening] = field(default_factory=list)

    @property
    def is_ready(self) -> bool:
        """Return whether the file can be imported without any answer."""
        asks = self.problems or self.aliases or self.doubts or self.same
        return not (asks or any(person.alike for person in self.people))


def preview_of(
    *,
    club: Club,
    file: SeasonFile,
    name: str,
    merged: Mapping[str, int | None] = MappingProxyType({}),
    chosen: ChosenSeason | None = None,
) -> SeasonPreview:
    """
    Return what the import would make; `name` is the season of rows that name none, `chosen` that of all files.

    An unknown name means the column in `merged`, else the column that the points tell.
    """
    preview = SeasonPreview(problems=list(file.problems), notices=list(file.notices))
    if file.problems:
        return preview
    preview.aliases = file.aliases()
    means = {alias.name: merged.get(alias.name, alias.means) for alias in preview.aliases}
    places = {name: place for name, place in means.items() if place is not None}
    preview.doubts = [
        Doubt(row, sentences)
        for row in file.resolved(places)
        if {row.taker_name, row.partner_name}.isdisjoint(means.keys() - places)  # they wait for another answer
        and (sentences := tuple(file.wrong_in(row)))
    ]
    rows = people_of(file)
    people, asked, preview.problems = identify(club, rows)
    alike = alike_to(club, [row for row in rows if row.line not in people], people, asked)
    preview.people = [
        PersonColumn(row, people.get(row.line), alike.get(row.line, []), asked.get(row.line)) for row in rows
    ]
    known = {season.name: season for season in club.seasons.all()}
    preview.problems += _taken_evenings(club, file.rows, name)
    preview.seasons = seasons_told(file.rows, name, known)
    preview.notices += overlaps(preview.seasons, list(known.values()))
    evenings = evenings_of(file.rows, name)
    if chosen is not None:
        of_it = sorted(day for season, day in evenings if season == chosen.name)
        preview.notices += filter(None, [outside(chosen, day) for day in of_it])
    preview.evenings = evenings_brought(file, evenings, people)
    preview.same = [same for same in same_evenings(club, preview.evenings) if same]
    return preview


@transaction.atomic
def import_past_seasons(
    *,
    club: Club,
    file: SeasonFile,
    name: str,
    key: uuid.UUID,
    by: Account,
    at: datetime,
    file_name: str = "",
    answers: Answers = NOTHING_ANSWERED,
    chosen: ChosenSeason | None = None,
) -> Import:
    """
    Import the seasons of a file. Each evening becomes a finished tournament of one round: everybody's balance, his
    donnes, the contracts he took and made. Donnes are not kept: they have no card points.

    `chosen` is the season of all files, made with this one if it is new. New players give no consent. The same form
    sent twice (`key`) is one import. Refuses a file with a problem, an evening that the club has already, a name or a
    row without its answer, and rows kept as they are without a reason.
    """
    lock_club(club)
    first = SheetTotal.objects.filter(key=_key(key, 0)).select_related("seat__registration__imported_by").first()
    if first is not None:
        made = first.seat.registration.imported_by
        if made is None or made.club_id != club.pk:
            raise form_used("stale_import")
        return made
    places = range(len(file.players))
    if any(place is not None and place not in places for place in answers.merged.values()):
        raise form_used("stale_import")
    preview = preview_of(club=club, file=file, name=name, merged=answers.merged, chosen=chosen)
    if preview.problems:
        sentences = [problem.sentence for problem in preview.problems[:5]]
        raise Refusal(" ".join(sentences), code="past_season_refused")
    if preview.same and not answers.is_another:
        raise Refusal(" ".join(same.sentence for same in preview.same[:5]), code="same_evening")
    rows, kept, left = _accepted(file, preview, answers)
    people = {person.row.line: person.player for person in preview.people if person.player is not None}
    alike = {person.row.line: list(person.alike) for person in preview.people if person.alike}
    people |= said_to_be(alike, answers.same)
    if unsaid := [
        person.asked.sentence
        for person in preview.people
        if person.asked and person.row.line not in {*answers.same, *answers.others}
    ]:
        raise Refusal(" ".join(unsaid[:5]), code="who_is_it")
    import_ = Import.objects.create(club=club, kind=ImportKind.SEASON, at=at, by=by, file_name=file_name)
    meanings = meanings_of(file)  # but not whose column is whose: the next file has other players
    remember(club, ImportKind.SEASON, {title: column for title, column in meanings.items() if column != POINTS})
    played = {place for row in rows for place, points in enumerate(row.points) if points is not None}
    new = [person.row for person in preview.people if person.row.line not in people and person.row.number - 1 in played]
    people |= zip((row.line for row in new), _new_players(import_, new), strict=True)
    writer = _Writer(import_, {row.number - 1: people[row.line] for row in people_of(file) if row.line in people}, key)
    if chosen is not None and any((row.season or name) == chosen.name for row in rows):
        season_in(import_, chosen)
    seasons = _make_seasons(import_, rows, name)
    for (season, day), lines in sorted(evenings_of(rows, name).items(), key=lambda one: one[0][::-1]):
        reasons = [doubt for doubt in kept if doubt.line in {row.line for row in lines}]
        writer.write(seasons[season], day, lines, reasons, answers.reason.strip())
    log(
        action=gettext_noop("saisons passées importées"),
        subject=file_name or name,
        by=by,
        at=at,
        club=club,
        details={
            "seasons": sorted(seasons),
            "donnes": len(rows),
            "left_out": sorted(left),
            "kept": [doubt.line for doubt in kept],
            "merged": {
                alias.name: len(alias.lines) for alias in preview.aliases if answers.merged[alias.name] is not None
            },
            "created": [row.name for row in new],
        },
    )
    return import_


def _accepted(
    file: SeasonFile, preview: SeasonPreview, answers: Answers
) -> tuple[list[SeasonRow], list[Doubt], list[int]]:
    """
    Return the rows to import, the doubts about rows kept as they are, and the left out rows. Refuses without answers.
    """
    unsaid = [alias.name for alias in preview.aliases if alias.name not in answers.merged]
    merged = {name: place for name, place in answers.merged.items() if place is not None}
    left = {line for alias in preview.aliases if alias.name not in merged for line in alias.lines}
    doubts = [doubt for doubt in preview.doubts if doubt.line not in left]
    undecided = [doubt.line for doubt in doubts if doubt.line not in {*answers.kept, *answers.left}]
    wrong: list[str] = []
    if unsaid:
        sentence = _("Dites qui est « %(names)s » : aucune colonne de points n’a ce nom.")
        wrong.append(sentence % {"names": "\u00a0», «\u00a0".join(unsaid)})
    if undecided:
        sentence = ngettext(
            "Dites ce que devient la ligne %(lines)s : laissée de côté, ou prise telle quelle.",
            "Dites ce que deviennent les lignes %(lines)s : laissées de côté, ou prises telles quelles.",
            len(undecided),
        )
        wrong.append(sentence % {"lines": named(undecided)})
    if wrong:
        raise Refusal(" ".join(wrong), code="lines_undecided")
    kept = [doubt for doubt in doubts if doubt.line in answers.kept]
    if kept:
        refuse_without_reason(
            answers.reason,
            _("Dites pourquoi des lignes entrent telles quelles : le journal en garde la trace."),
            code="reason_missing",
        )
    left |= {doubt.line for doubt in doubts} - {doubt.line for doubt in kept}
    rows = [row for row in file.resolved(merged) if row.line not in left]
    if not rows:
        raise Refusal(_("Il ne reste aucune donne à faire entrer."), code="nothing_left")
    return rows, kept, sorted(left)


class _Writer:
    """Writes the evenings of one import; `players` are by index of their column of points."""

    def __init__(self, import_: Import, players: Mapping[int, Player], key: uuid.UUID) -> None:
        self.import_, self.players, self.key = import_, players, key
        self.totals = 0

    def write(self, season: Season, day: date, rows: Sequence[SeasonRow], kept: Sequence[Doubt], reason: str) -> None:
        """Write one evening; its journal names each row that is kept as it is."""
        at, by = self.import_.at, self.import_.by
        places = [place for place in self.players if any(row.points[place] is not None for row in rows)]
        playing = Counter(len(row.playing) for row in rows)
        settings = Settings(
            name=evening_name(day),
            date=day,
            season=season,
            table_size=max(playing, key=lambda size: (playing[size], size)),
            rounds_planned=1,
            keeps=Keeps.TOTALS,
            pace=Pace.DONNES if len(rows) <= MOST_DONNES else Pace.MINUTES,
            donnes_per_round=len(rows) if len(rows) <= MOST_DONNES else None,
        )
        tournament = tournaments.create_tournament(
            club=self.import_.club, settings=settings, by=by, at=at, is_past=True
        )
        numbers = list(range(1, len(places) + 1))
        LOT.shuffle(numbers)
        receive(self.import_.club, [self.players[place] for place in places], imported_by=self.import_)
        registrations = Registration.objects.bulk_create(
            Registration(
                tournament=tournament,
                player=self.players[place],
                start_number=number,
                status=Status.PRESENT,
                imported_by=self.import_,
            )
            for place, number in zip(places, numbers, strict=True)
        )
        round_ = Round.objects.create(tournament=tournament, number=1, published_at=at)
        table = Table.objects.create(round=round_, number=1, closed_at=at) if len(places) <= CHAIRS else None
        seats = Seat.objects.bulk_create(
            Seat(round=round_, registration=registration, table=table, chair=chair if table else None)
            for chair, registration in enumerate(registrations)
        )
        self._write_balances(list(zip(places, seats, strict=True)), rows)
        details = {"donnes": len(rows), "players": len(places), "season": season.name}
        entry: dict[str, Any] = {"subject": tournament.name, "tournament": tournament, "by": by, "at": at}
        log(action=gettext_noop("résultats importés"), details=details, **entry)
        for doubt in kept:
            log(
                action=gettext_noop("ligne prise telle quelle"),
                reason=reason,
                details={"line": doubt.line, "wrong": [_told(doubt), _("prise telle quelle")]},
                **entry,
            )
        tournaments.finish(tournament=tournament, by=by, at=at)

    def _write_balances(self, seats: Sequence[tuple[int, Seat]], rows: Sequence[SeasonRow]) -> None:
        by = self.import_.by
        totals: list[SheetTotal] = []
        for place, seat in seats:
            taken = [row for row in rows if row.taker == place and place in row.playing]
            totals.append(
                SheetTotal(
                    seat=seat,
                    points=sum(row.points[place] or 0 for row in rows),
                    donnes=sum(place in row.playing for row in rows),
                    taken=len(taken),
                    contracts=sum(row.made for row in taken),
                    key=_key(self.key, self.totals + len(totals)),
                    written_by=by,
                    written_by_name=str(by),
                    written_at=self.import_.at,
                    reason=_("saison passée"),
                )
            )
        self.totals += len(totals)
        SheetTotal.objects.bulk_create(totals)
        set_results(Result(total.seat, total.points, total.donnes, total.contracts) for total in totals)


def _told(doubt: Doubt) -> str:
    return _("Ligne %(line)d : %(wrong)s") % {"line": doubt.line, "wrong": " ".join(doubt.sentences)}


def _make_seasons(import_: Import, rows: Sequence[SeasonRow], name: str) -> dict[str, Season]:
    """Return the seasons of these rows by name. A season that the club does not have is made from its first row on."""
    known = {season.name: season for season in import_.club.seasons.all()}
    for told in seasons_told(rows, name, known):
        if not told.is_known:
            facts = SeasonFacts(told.name, told.starts_on, told.ends_on)
            season = create_season(club=import_.club, facts=facts, by=import_.by, at=import_.at)
            Season.objects.filter(pk=season.pk).update(imported_by=import_)
            known[told.name] = season
    return {told.name: known[told.name] for told in seasons_told(rows, name, known)}


def _new_players(import_: Import, rows: Sequence[PastRow]) -> list[Player]:
    return Player.objects.bulk_create(
        (
            Player(club=import_.club, last_name=row.last_name, first_name=row.first_name, imported_by=import_)
            for row in rows
        ),
        grade=Grade.GUEST,
    )


def _taken_evenings(club: Club, rows: Sequence[SeasonRow], name: str) -> list[LineProblem]:
    """Return a problem for each evening that the club has already, or that two seasons of the file have."""
    lines: dict[date, dict[str, int]] = {}
    for row in rows:
        lines.setdefault(row.day, {}).setdefault(row.season or name, row.line)
    own = club.tournaments.filter(date__in=lines)
    named_so = {day for name, day in own.values_list("name", "date") if name.replace(NBSP, " ") == evening_name(day)}
    # Its name is in the language of whoever brought it in.
    brought = own.filter(registrations__imported_by__kind=ImportKind.SEASON).values_list("date", flat=True)
    taken = named_so.union(brought)
    problems = []
    for day, seasons in lines.items():
        line = max(seasons.values())
        values = {"line": line, "day": french_day(day)}
        if day in taken:
            sentence = _("Ligne %(line)d : la soirée du %(day)s est déjà dans le club. Retirez ses lignes du fichier.")
            problems.append(LineProblem(line, sentence % values))
        elif len(seasons) > 1:
            sentence = _("Ligne %(line)d : le %(day)s est de deux saisons. Corrigez la date ou la saison.")
            problems.append(LineProblem(line, sentence % values))
    return problems


def _key(key: uuid.UUID, index: int) -> uuid.UUID:
    """Return the key of one balance. When the first balance of a form exists, that form was imported before."""
    return uuid.uuid5(key, f"season/{index}")
