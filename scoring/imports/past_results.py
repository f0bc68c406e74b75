"""The results of a concours played elsewhere, imported as a finished tournament: first a preview, then the import."""

import uuid
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.imports.chosen_seasons import ChosenSeason, outside, season_in
from scoring.imports.past_files import PastFile, PastRow
from scoring.imports.past_people import AskedPerson, alike_to, identify, put_zeros_back, said_to_be
from scoring.imports.same_evenings import SameEvening, brought, same_evenings
from scoring.models import SheetTotal
from tournaments.imports.columns import LineProblem
from tournaments.imports.mappings import meanings_of, remember
from tournaments.imports.players import NOBODY
from tournaments.kit.text import signed
from tournaments.labels import Grade, ImportKind, Keeps, Pace, Status
from tournaments.models import Account, Club, Import, Player, Registration, Round, Seat, Tournament
from tournaments.refusals import Refusal, form_used
from tournaments.services.clubs.clubs import SeasonFacts
from tournaments.services.evening import tournaments
from tournaments.services.evening.settings import Settings
from tournaments.services.journal import log
from tournaments.services.locks import lock_clubs_of
from tournaments.services.people.joining import receive
from tournaments.services.people.registrations import LOT
from tournaments.services.results import Result, set_results
from tournaments.standings import PlayerPoints, rank

BATCH = 1000


@dataclass(frozen=True)
class PastConcours:
    """The concours of a file: its name, its day and its season."""

    name: str
    date: date
    season: ChosenSeason | None = None


@dataclass
class ResultsPreview:
    """
    What the import of a file would make. With `problems` nothing can be imported.

    `alike` maps a row that is no known player to the players it may mean; rows in `asked` need an answer first.
    `is_verified` means that the file has published totals or places; `disagreements` are sentences about those that
    differ from ours, `shared` about places that only our standings share.
    """

    problems: list[LineProblem] = field(default_factory=list)
    known: list[PastRow] = field(default_factory=list)
    created: list[PastRow] = field(default_factory=list)
    is_verified: bool = False
    alike: dict[int, list[Player]] = field(default_factory=dict)
    asked: dict[int, AskedPerson] = field(default_factory=dict)
    disagreements: list[str] = field(default_factory=list)
    shared: list[str] = field(default_factory=list)
    zeros: str = ""  # a sentence about the licences that lost theirs
    taken: str = ""  # that the club has a tournament of this name on this day
    same_evening: SameEvening | None = None  # that another has the same players and figures
    outside: str = ""  # that its day is none of its season's


def preview_of(*, club: Club, file: PastFile, past: PastConcours | None = None) -> ResultsPreview:
    """
    Return what the import would make: known players, new ones, and differences from the published standings. With
    `past`, also whether the club has this concours already.
    """
    preview = ResultsPreview(problems=list(file.problems))
    if file.problems:
        return preview
    preview.zeros = put_zeros_back(club, file)
    people, preview.asked, preview.problems = identify(club, file.rows)
    for line in file.rows:
        (preview.known if line.line in people else preview.created).append(line)
    if preview.problems:
        return preview
    if past is not None:
        preview.taken, preview.outside = _taken(club, past), outside(past.season, past.date)
        preview.same_evening = None if preview.taken else _same_evening(club, past, file, people)
    preview.alike = alike_to(club, preview.created, people, preview.asked)
    _verify(file, preview)
    return preview


@transaction.atomic
def import_past_results(
    *,
    club: Club,
    past: PastConcours,
    file: PastFile,
    key: uuid.UUID,
    by: Account,
    at: datetime,
    file_name: str = "",
    same: Mapping[int, int] = NOBODY,
    others: Collection[int] = frozenset(),
    is_another: bool = False,
) -> Tournament:
    """
    Write the results of a file as a finished tournament: a round for each sequence, with balances and no tables.

    `same` are answers, row → id of the chosen player; one of another club becomes a guest. Rows in `others` are new
    people, not those with their name or licence: they have no licence. New players give no consent, so the public does
    not read their names. What headings were said to mean is kept. The same form sent twice (`key`) makes one
    tournament.

    Refuses a file with a problem, a concours of this name and day, one with the same players and figures unless it
    `is_another`, one player for two rows, and a question without an answer.
    """
    lock_clubs_of(*same.values(), and_club=club)
    first = SheetTotal.objects.filter(key=first_key(key)).select_related("seat__round__tournament").first()
    if first is not None:
        tournament = first.seat.round.of_tournament
        if tournament.club_id != club.pk:
            raise form_used("stale_import")
        return tournament
    if sentence := _taken(club, past):
        raise Refusal(sentence, code="tournament_exists", fields={"name": [sentence]})
    put_zeros_back(club, file)
    people, asked, problems = identify(club, file.rows)
    problems = [*file.problems, *problems]
    if problems:
        raise Refusal(" ".join(problem.sentence for problem in problems[:5]), code="past_results_refused")
    if not is_another and (known := _same_evening(club, past, file, people)):
        raise Refusal(known.sentence, code="same_evening")
    if unsaid := [asks.sentence for line, asks in asked.items() if line not in same and line not in others]:
        raise Refusal(" ".join(unsaid[:5]), code="who_is_it")
    people |= said_to_be(alike_to(club, [line for line in file.rows if line.line in same], people, asked), same)
    unnumbered = {line for line, asks in asked.items() if asks.is_held and line in others and line not in same}
    file.rows = [replace(line, licence="") if line.line in unnumbered else line for line in file.rows]
    import_ = Import.objects.create(club=club, kind=ImportKind.RESULTS, at=at, by=by, file_name=file_name)
    remember(club, ImportKind.RESULTS, meanings_of(file))
    past = replace(past, season=season_in(import_, past.season))
    new = [line for line in file.rows if line.line not in people]
    return write_results(import_, past, file, people | add_players(import_, new), key, new=new)


def _taken(club: Club, past: PastConcours) -> str:
    """Return a sentence when the club has a tournament of this name on this day, else an empty text."""
    if not club.tournaments.filter(name=past.name, date=past.date).exists():
        return ""
    sentence = _("Le club a déjà un tournoi « %(name)s » ce jour-là : ses résultats sont sans doute entrés.")
    return sentence % {"name": past.name}


def _same_evening(club: Club, past: PastConcours, file: PastFile, people: Mapping[int, Player]) -> SameEvening | None:
    (same,) = same_evenings(club, [brought(past.date, file.rows, people)])
    return same


def _verify(file: PastFile, preview: ResultsPreview) -> None:
    """Compare the published totals and places with those of our standings, and note the differences in the preview."""
    lines = {line.number: line for line in file.rows}
    ranking = rank(PlayerPoints(key=line.number, rounds=line.points) for line in file.rows)
    share = Counter(row.place for row in ranking)
    preview.is_verified = any({line.published_total, line.published_rank} != {None} for line in file.rows)
    for row in ranking:
        line = lines[row.sheet.key]
        words = {"line": line.line, "name": line.name or line.licence, "place": row.place}
        if line.published_total not in (None, row.sheet.total):
            words |= {"published": signed(line.published_total), "total": signed(row.sheet.total)}
            preview.disagreements.append(
                _("Ligne %(line)d, %(name)s : le total publié est %(published)s, les séquences font %(total)s.") % words
            )
        if row.place is None or line.published_rank in (None, row.place):
            continue
        words |= {"published": line.published_rank}
        if row.place < line.published_rank < row.place + share[row.place]:
            preview.shared.append(
                _("%(name)s : publié à la place %(published)d, ici %(place)d ex æquo (même total).") % words
            )
        else:
            preview.disagreements.append(
                _("Ligne %(line)d, %(name)s : la place publiée est %(published)d, le classement dit %(place)d.") % words
            )


def write_results(
    import_: Import,
    past: PastConcours,
    file: PastFile,
    people: Mapping[int, Player],
    key: uuid.UUID,
    *,
    new: Sequence[PastRow],
) -> Tournament:
    """Write a finished tournament with the results of a file. `people` are its players by line, `new` those added."""
    club, at, by = import_.club, import_.at, import_.by
    assert by is not None  # somebody sent the form
    assert not isinstance(past.season, SeasonFacts)  # made by now
    settings = Settings(
        name=past.name,
        date=past.date,
        season=past.season,
        rounds_planned=len(file.sequences),
        pace=Pace.MINUTES,
        donnes_per_round=None,
        minutes_per_round=file.minutes,
        keeps=Keeps.TOTALS,
    )
    tournament = tournaments.create_tournament(club=club, settings=settings, by=by, at=at, is_past=True)
    registrations = _enter(import_, tournament, file, people)
    rounds = Round.objects.bulk_create(
        [Round(tournament=tournament, number=number, published_at=at) for number in range(1, len(file.sequences) + 1)]
    )
    _seat(file, registrations, rounds, key, by, at)
    log(
        action=gettext_noop("résultats importés"),
        subject=tournament.name,
        by=by,
        at=at,
        tournament=tournament,
        details={
            "players": len(registrations),
            "sequences": file.sequences,
            "created": [line.name for line in new],
        },
    )
    return tournaments.finish(tournament=tournament, by=by, at=at)


def _enter(import_: Import, tournament: Tournament, file: PastFile, people: Mapping[int, Player]) -> list[Registration]:
    """Enter all players, each under the start number of his row; without numbers in the file, by lot."""
    receive(import_.club, [people[line.line] for line in file.rows], imported_by=import_)
    numbers = [line.number for line in file.rows]
    if not file.has_numbers:
        LOT.shuffle(numbers)
    return Registration.objects.bulk_create(
        [
            Registration(
                tournament=tournament,
                player=people[line.line],
                start_number=number,
                status=Status.PRESENT,
                imported_by=import_,
            )
            for line, number in zip(file.rows, numbers, strict=True)
        ],
        batch_size=BATCH,
    )


def add_players(import_: Import, lines: Sequence[PastRow]) -> dict[int, Player]:
    """Add the players of these rows as guests, and return them by line."""
    players = Player.objects.bulk_create(
        [
            Player(
                club=import_.club,
                last_name=line.last_name,
                first_name=line.first_name,
                licence=line.licence,
                imported_by=import_,
            )
            for line in lines
        ],
        batch_size=BATCH,
        grade=Grade.GUEST,
    )
    return {line.line: player for line, player in zip(lines, players, strict=True)}


def _seat(
    file: PastFile, registrations: list[Registration], rounds: list[Round], key: uuid.UUID, by: Account, at: datetime
) -> None:
    """Write, for each sequence that each player played, a seat without a table, its balance and its result."""
    places: list[tuple[int, int, int]] = [
        (row, column, points)
        for row, line in enumerate(file.rows)
        for column, points in enumerate(line.points)
        if points is not None
    ]
    seats = Seat.objects.bulk_create(
        [Seat(round=rounds[column], registration=registrations[row]) for row, column, _points in places],
        batch_size=BATCH,
    )
    SheetTotal.objects.bulk_create(
        [
            SheetTotal(
                seat=seat,
                points=points,
                key=_key(key, index, column),
                written_by=by,
                written_by_name=str(by),
                written_at=at,
                reason=_("résultats publiés"),
            )
            for index, (seat, (_row, column, points)) in enumerate(zip(seats, places, strict=True))
        ],
        batch_size=BATCH,
    )
    set_results(Result(seat, points, donnes=0) for seat, (_row, _column, points) in zip(seats, places, strict=True))


def first_key(key: uuid.UUID) -> uuid.UUID:
    """Return the key of the first balance of a form: when it exists, that form was imported before."""
    return uuid.uuid5(key, "first")


def _key(key: uuid.UUID, index: int, column: int) -> uuid.UUID:
    return uuid.uuid5(key, f"{index}/{column}") if index else first_key(key)
