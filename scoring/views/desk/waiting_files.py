"""
The files of past evenings that wait to come in: each as a row, which says what it is, what it asks, and its state.

A row is stored in the session with its sheet, compressed: each request reads it from the database.
"""

import json
import zlib
from base64 import b64decode, b64encode
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.imports import past_evenings, past_results, past_seasons
from scoring.imports.chosen_seasons import ChosenSeason
from scoring.imports.evening_tables import EveningTable
from scoring.imports.evening_titles import Days, days_of
from scoring.imports.file_names import stem_of
from scoring.imports.past_files import PastFile, PastRow
from scoring.imports.past_people import AskedPerson
from scoring.imports.past_results import PastConcours
from scoring.imports.same_evenings import Traits, are_same, brought
from scoring.imports.season_files import SeasonFile
from scoring.imports.workbooks import FileMeanings, Opened
from tournaments.imports.headings import Meanings
from tournaments.imports.mappings import remembered
from tournaments.imports.previews import SOMEBODY_ELSE, player_choices
from tournaments.imports.spreadsheets import CellSheet
from tournaments.kit.text import whole_number
from tournaments.labels import ImportKind
from tournaments.models import Club, Season
from tournaments.queries.people.files import seen_by
from tournaments.services.clubs.clubs import SeasonFacts

READY, ASKS, BROKEN, KNOWN, DONE = "prêt", "question", "erreur", "connu", "entré"
OWN_PAGE = {ImportKind.SEASON, ImportKind.TABLE}  # the kinds of files that the page of past seasons shows one by one

Row = dict[str, Any]


def season_facts(season: ChosenSeason | None) -> dict[str, Any]:
    """Return the season chosen for all files as values to store: one of the club, or a new one."""
    if isinstance(season, SeasonFacts):
        days = {"starts_on": season.starts_on.isoformat(), "ends_on": season.ends_on.isoformat()}
        return {"season": None, "new_season": {"name": season.name, **days}}
    return {"season": season.pk if season else None, "new_season": None}


def season_of(club: Club, waiting: Mapping[str, Any]) -> ChosenSeason | None:
    """Return the season chosen for all files; a new one that a file before has made is one of the club."""
    new = waiting.get("new_season")
    if not new:
        return club.seasons.filter(pk=waiting.get("season") or 0).first()
    made: Season | None = club.seasons.filter(name=new["name"]).first()
    return made or SeasonFacts(new["name"], date.fromisoformat(new["starts_on"]), date.fromisoformat(new["ends_on"]))


def past_of(club: Club, season: ChosenSeason | None, name: str, day: date) -> PastConcours:
    """Return a concours in the season chosen for all files, else in the season of its day."""
    of_its_day = club.seasons.filter(starts_on__lte=day, ends_on__gte=day)
    return PastConcours(name, day, season or of_its_day.first())


def name_of(row: Mapping[str, Any], season: ChosenSeason | None) -> str:
    """Return the season of donnes whose file names none: the chosen season, else the name of the file."""
    return season.name if season else stem_of(row["file"])


def within_of(row: Mapping[str, Any], season: ChosenSeason | None) -> Days | None:
    """Return the days from which the titles of a table take their year: of the season, or as its file is named."""
    return days_of(stem_of(row["name"]), days_in(season))


def days_in(season: ChosenSeason | None) -> Days | None:
    """Return the first and the last day of a season, None without one."""
    return (season.starts_on, season.ends_on) if season else None


def concours_in(row: Mapping[str, Any]) -> tuple[str, date | None]:
    """Return the name and the day of the results in a row; None when nothing says the day."""
    return row.get("title", ""), date.fromisoformat(row["day"]) if row.get("day") else None


def row_of(
    club: Club, season: ChosenSeason | None, file: Opened, columns: Mapping[str, str] = MappingProxyType({})
) -> Row:
    """Return a file as it waits: its compressed sheet, and in words what it is and what it asks."""
    row: Row = {"name": file.name, "kind": file.kind or "", "why": file.why, "columns": dict(columns)}
    row |= {"file": file.file, "title": file.title, "day": file.day.isoformat() if file.day else ""}
    row |= {"sheet": _packed(file.sheet) if file.sheet else "", "state": BROKEN, "told": "", "same": None, "is": []}
    if file.kind:
        tell(club, season, row)
    return row


def row_again(club: Club, season: ChosenSeason | None, row: Row, columns: Mapping[str, str]) -> Row:
    """Return a row read again with these columns."""
    again = row | {"columns": dict(columns), "state": BROKEN, "told": "", "why": "", "is": []}
    tell(club, season, again)
    return again


def tell(club: Club, season: ChosenSeason | None, row: Row) -> None:
    """Write into a row what its file holds and what it asks, as the club is now."""
    row["same"] = None
    if row["kind"] == ImportKind.SEASON:
        _tell_season(club, season, row)
    elif row["kind"] == ImportKind.TABLE:
        _tell_table(club, season, row)
    else:
        _tell_results(club, season, row)


def tell_twins(files: Sequence[Row], read: Collection[int]) -> None:
    """Ask about each row just `read` (by its place) with an evening that a row before it has too."""
    before: dict[str, list[tuple[str, Traits]]] = defaultdict(list)  # by their figures
    for place, row in enumerate(files):
        twins = {name: None for one in row["is"] for name, other in before[one[1]] if are_same(one, other)}
        if twins and place in read and row["state"] in {READY, ASKS}:
            names = ", ".join(f"« {name} »" for name in twins)
            told = _("La même soirée est dans %(names)s.") % {"names": names}
            row["state"], row["why"] = ASKS, f"{told} {row['why']}".strip()
        for one in row["is"]:
            before[one[1]].append((row["name"], one))


def _tell_season(club: Club, season: ChosenSeason | None, row: Row) -> None:
    file = season_file(club, row)
    preview = past_seasons.preview_of(club=club, file=file, name=name_of(row, season), chosen=season)
    row["state"] = BROKEN if preview.problems else READY if preview.is_ready else ASKS
    row["why"] = preview.problems[0].sentence if preview.problems else ""
    row["is"] = [one.traits for one in preview.evenings]
    donnes = ngettext("%(count)d donne", "%(count)d donnes", len(file.rows)) % {"count": len(file.rows)}
    row["told"] = ", ".join([donnes, *(each.name for each in preview.seasons)])
    if preview.problems:
        return
    if preview.doubts:
        words = ngettext("%(count)d ligne se contredit", "%(count)d lignes se contredisent", len(preview.doubts))
        row["why"] = words % {"count": len(preview.doubts)}
    elif preview.same:
        row |= {"why": preview.same[0].sentence, "same": preview.same[0].tournament}
    elif row["state"] == ASKS:
        row["why"] = _("un nom est à préciser")
    else:
        row["why"] = " ".join(preview.notices)


def _tell_results(club: Club, season: ChosenSeason | None, row: Row) -> None:
    """Write into the row of a file of results its concours. Without a day it cannot be imported from this page."""
    name, day = concours_in(row)
    file = results_file(club, row)
    past = past_of(club, season, name, day) if day else None
    preview = past_results.preview_of(club=club, file=file, past=past)
    words = ngettext("%(count)d joueur", "%(count)d joueurs", len(file.rows)) % {"count": len(file.rows)}
    row["told"] = ", ".join([name, words, *([past.season.name] if past and past.season else [])])
    row["is"] = [brought(day, file.rows, {}).traits] if day else []
    if preview.problems:
        row["why"] = preview.problems[0].sentence
    elif day is None:
        row["why"] = (
            _("Le nom du fichier ne dit pas le jour. Écrivez-le devant : « 2019-11-09 Carbay.csv ».")
            if row["name"] == row["file"]
            else _(
                "Cette feuille ne dit pas son jour entier. Donnez-le-lui pour nom (« 2019-11-09 »), ou envoyez le "
                "classeur avec sa saison."
            )
        )
    elif preview.taken:
        row |= {"state": KNOWN, "why": preview.taken}
    else:
        asked = [_("des noms ou des totaux sont à regarder")]
        asked = asked if preview.alike or preview.asked or preview.disagreements else []
        if preview.same_evening:
            asked.append(preview.same_evening.sentence)
            row["same"] = preview.same_evening.tournament
        row["state"] = ASKS if asked else READY
        also = filter(None, [preview.zeros, preview.outside])
        row["why"] = " ".join([*asked, *file.notices, *also, *preview.shared])


def _tell_table(club: Club, season: ChosenSeason | None, row: Row) -> None:
    """Write into the row of a table of players and evenings how many there are, and what it asks."""
    table = table_file(club, row)
    preview = past_evenings.preview_of(club=club, table=table, season=season, within=within_of(row, season))
    evenings, people = preview.evenings, len(table.came)
    told = [
        ngettext("%(count)d soirée", "%(count)d soirées", len(evenings)) % {"count": len(evenings)},
        ngettext("%(count)d joueur", "%(count)d joueurs", people) % {"count": people},
    ]
    row["told"] = ", ".join([*told, *([season.name] if season else [])])
    row["is"] = [
        brought(one.column.day, table.of_evening(one.index).rows, {}).traits
        for one in evenings
        if one.column.day is not None
    ]
    same = [one.same for one in evenings if one.same]
    asked = [each.sentence for each in same[:1]]
    if any(one.column.day is None for one in evenings):
        asked.append(_("le jour d’une soirée est à dire"))
    if preview.alike or preview.asked or preview.disagreements:
        asked.append(_("des noms ou des totaux sont à regarder"))
    row["why"] = " ".join(asked)
    row["same"] = same[0].tournament if same else None
    if preview.problems:
        row |= {"state": BROKEN, "why": preview.problems[0].sentence}
    elif evenings and all(one.taken for one in evenings):
        row |= {"state": KNOWN, "why": _("Toutes ses soirées sont déjà dans le club.")}
    else:
        row["state"] = READY if preview.is_ready else ASKS


def season_file(club: Club, row: Mapping[str, Any]) -> SeasonFile:
    return SeasonFile.read(unpacked(row["sheet"]), meanings(club, ImportKind.SEASON, row["columns"]))


def results_file(club: Club, row: Mapping[str, Any]) -> PastFile:
    return PastFile.read(unpacked(row["sheet"]), meanings(club, ImportKind.RESULTS))


def table_file(club: Club, row: Mapping[str, Any]) -> EveningTable:
    return EveningTable.read(unpacked(row["sheet"]), meanings(club, ImportKind.TABLE, row["columns"]))


def meanings(club: Club, kind: ImportKind, chosen: Mapping[str, str] = MappingProxyType({})) -> Meanings:
    return Meanings(remembered(club, kind), {int(index): name for index, name in chosen.items()})


def reading_of(club: Club, season: ChosenSeason | None) -> FileMeanings:
    kinds = (ImportKind.SEASON, ImportKind.RESULTS, ImportKind.TABLE)
    seasons, results, tables = (meanings(club, kind) for kind in kinds)
    return FileMeanings(seasons, results, tables, days_in(season))


def _packed(sheet: CellSheet) -> str:
    return b64encode(zlib.compress(json.dumps(sheet.waiting).encode())).decode()


def unpacked(packed: str) -> CellSheet:
    kept = json.loads(zlib.decompress(b64decode(packed)))
    return CellSheet.waited(kept if isinstance(kept, dict) else dict(zip(("lines", "notices"), kept, strict=True)))


def who_is_who(
    sent: Mapping[str, str], file: PastFile, asked: Mapping[int, AskedPerson]
) -> tuple[dict[int, int], set[int]]:
    """Return whose line each is, as the organiser answered: ids of players by line, and the lines of other people."""
    answers = {line.line: sent.get(f"who-{line.line}", "") for line in file.rows}
    same = {line: player for line, answer in answers.items() if (player := whole_number(answer)) is not None}
    others = {line for line, answer in answers.items() if answer == SOMEBODY_ELSE}
    if "all_held" in sent:
        held = {line: asks.elsewhere.pk for line, asks in asked.items() if asks.elsewhere and line not in others}
        same = held | same
    return same, others


def who_choices(
    club: Club,
    rows: Iterable[PastRow],
    preview: past_results.ResultsPreview | past_evenings.TablePreview,
    same: Mapping[int, int],
    others: Collection[int],
) -> list[tuple[PastRow, AskedPerson | None, list[dict[str, Any]]]]:
    """Return each row with the question about its player and whom it may mean; `same` and `others` are chosen."""
    asked = preview.asked
    alike = {player.pk: player for players in preview.alike.values() for player in players}
    seen = {player.pk: player for player in seen_by(club.pk, alike.values())}
    return [
        (
            row,
            asked.get(row.line),
            player_choices(
                [seen[player.pk] for player in preview.alike.get(row.line, [])],
                is_asked=row.line in asked,
                is_held=row.line in asked and asked[row.line].is_held,
                same=same.get(row.line),
                is_else=row.line in others,
            )
            if row.line in preview.alike or row.line in asked
            else [],
        )
        for row in rows
    ]
