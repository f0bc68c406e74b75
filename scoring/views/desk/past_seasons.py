"""
Past seasons, from one file or many: each file is read and previewed on its own, then imported.

Between two steps, the sheets wait in the session (`waiting_lists.py`), compressed: each request reads them from the
database.
"""

import json
import uuid
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from scoring.forms.desk.imports import PastSeasonsForm, SeasonAnswersForm
from scoring.imports import past_results, past_seasons
from scoring.imports.archives import Opened, concours_of, opened_all, stem_of
from scoring.imports.past_files import PastFile
from scoring.imports.past_results import PastConcours, import_past_results
from scoring.imports.past_seasons import import_past_seasons
from scoring.imports.season_files import SeasonFile
from tournaments.forms.people.imports import ColumnsForm
from tournaments.imports.headings import Meanings
from tournaments.imports.mappings import remembered
from tournaments.imports.previews import SOMEBODY_ELSE, player_choices
from tournaments.imports.spreadsheets import CellSheet
from tournaments.kit.text import whole_number
from tournaments.labels import ImportKind
from tournaments.models import Club, Season
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.people.files import seen_by
from tournaments.refusals import Refusal
from tournaments.views.answers import SeeOther, form_page, refusals_on, see_other
from tournaments.views.waiting_lists import (
    KEY,
    Waiting,
    at_list,
    change_list,
    drop_list,
    drop_lists,
    keep_list,
    waiting_list,
)

FILE = "fichier"  # in an address: which file of those that wait, from 1
MOST_KEPT = 2 * 1024 * 1024  # letters of all sheets, packed
READY, ASKS, BROKEN, KNOWN, DONE = "prêt", "question", "erreur", "connu", "entré"


@never_cache
@requires(Action.MANAGE_CLUB)
def club_past_seasons(request: MemberRequest, club: Club) -> HttpResponse:
    """Take the files, show what each would make, then import them: one by one, or all that need no answer."""
    if KEY not in request.GET:
        return _take_files(request, club)
    waiting = waiting_list(request, ImportKind.SEASON, club)
    if waiting is None:
        messages.info(request, _("Cet import est déjà fait, ou il a été remplacé par un autre : voici le club."))
        return see_other("club_desk", club_id=club.pk)
    if request.method == "POST" and "all" in request.POST:
        return _let_all_in(request, club, waiting)
    if request.method == "POST" and (number := whole_number(request.POST.get("open", ""))) is not None:
        return _look_at_concours(request, club, waiting, number)
    number = 1 if len(waiting["files"]) == 1 else whole_number(request.GET.get(FILE, "")) or 0
    if not 1 <= number <= len(waiting["files"]) or waiting["files"][number - 1]["kind"] != ImportKind.SEASON:
        return render(request, "scoring/past_archive.html", _told(club, waiting))
    return _one_season(request, club, waiting, number)


def _take_files(request: MemberRequest, club: Club) -> HttpResponse:
    sent_form = (request.POST, request.FILES) if request.method == "POST" else ()
    form = PastSeasonsForm(*sent_form, club=club)
    if form.is_valid():
        with refusals_on(form):
            sent = [(file.name or "", file.read()) for file in form.cleaned_data["spreadsheets"]]
            seasons, results = _meanings(club, ImportKind.SEASON), _meanings(club, ImportKind.RESULTS)
            season = form.cleaned_data["season"]
            days = (season.starts_on, season.ends_on) if season else None
            files = [_row(club, season, one) for one in opened_all(sent, seasons, results, days)]
            if len(files) == 1 and files[0]["state"] == BROKEN and not files[0]["sheet"]:
                raise Refusal(files[0]["why"], code="file_broken")
            if sum(len(row["sheet"]) for row in files) > MOST_KEPT:
                sentence = _("Ces fichiers sont trop gros pour attendre ensemble : envoyez-les en plusieurs fois.")
                raise Refusal(sentence, code="archive_too_big")
            drop_lists(request, ImportKind.SEASON, club)
            return at_list("club_past_seasons", club, _keep(request, club, season, files))
    return form_page(request, "scoring/past_seasons.html", {"club": club, "form": form})


def _keep(request: MemberRequest, club: Club, season: Season | None, files: list[dict[str, Any]]) -> str:
    """Store what was sent and the season chosen for all files; return the key of the list."""
    return keep_list(request, ImportKind.SEASON, club, files=files, season=season.pk if season else None)


def _season_of(club: Club, waiting: Waiting) -> Season | None:
    """Return the season chosen for all files; None for a list stored before that was asked."""
    return club.seasons.filter(pk=waiting.get("season") or 0).first()


def _past(club: Club, season: Season | None, name: str, day: date) -> PastConcours:
    """Return a concours in the season chosen for all files, else in the season of its day."""
    of_its_day = club.seasons.filter(starts_on__lte=day, ends_on__gte=day)
    return PastConcours(name, day, season or of_its_day.first())


def _name_of(row: Mapping[str, Any], season: Season | None) -> str:
    """Return the season of donnes whose file names none: the chosen season, else the name of the file."""
    return season.name if season else stem_of(row["name"])


def _row(
    club: Club, season: Season | None, file: Opened, columns: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Any]:
    """Return a file as it waits: its compressed sheet, and in words what it is and what it asks."""
    row: dict[str, Any] = {"name": file.name, "kind": file.kind or "", "why": file.why, "columns": dict(columns)}
    row |= {"sheet": _packed(file.sheet) if file.sheet else "", "state": BROKEN, "told": ""}
    if file.kind:
        _tell(club, season, row)
    return row


def _tell(club: Club, season: Season | None, row: dict[str, Any]) -> None:
    if row["kind"] == ImportKind.SEASON:
        _tell_season(club, season, row)
    else:
        _tell_results(club, season, row)


def _tell_season(club: Club, season: Season | None, row: dict[str, Any]) -> None:
    """Write into the row of a file of donnes what the file holds and what it asks."""
    file = _season_file(club, row)
    preview = past_seasons.preview_of(club=club, file=file, name=_name_of(row, season))
    row["state"] = BROKEN if preview.problems else READY if preview.is_ready else ASKS
    row["why"] = preview.problems[0].sentence if preview.problems else ""
    donnes = ngettext("%(count)d donne", "%(count)d donnes", len(file.rows)) % {"count": len(file.rows)}
    row["told"] = ", ".join([donnes, *(season.name for season in preview.seasons)])
    if preview.problems:
        return
    if preview.doubts:
        words = ngettext("%(count)d ligne se contredit", "%(count)d lignes se contredisent", len(preview.doubts))
        row["why"] = words % {"count": len(preview.doubts)}
    elif row["state"] == ASKS:
        row["why"] = _("un nom est à préciser")
    else:
        row["why"] = " ".join(preview.notices)


def _tell_results(club: Club, season: Season | None, row: dict[str, Any]) -> None:
    """Write into the row of a file of results its concours. Without a day it cannot be imported from this page."""
    name, day = concours_of(row["name"])
    file = _results_file(club, row)
    past = _past(club, season, name, day) if day else None
    preview = past_results.preview_of(club=club, file=file, past=past)
    words = ngettext("%(count)d joueur", "%(count)d joueurs", len(file.rows)) % {"count": len(file.rows)}
    row["told"] = ", ".join([name, words, *([past.season.name] if past and past.season else [])])
    if preview.problems:
        row["why"] = preview.problems[0].sentence
    elif day is None:
        row["why"] = _("Le nom du fichier ne dit pas le jour. Écrivez-le devant : « 2019-11-09 Carbay.csv ».")
    elif preview.taken:
        row |= {"state": KNOWN, "why": preview.taken}
    else:
        asked = [_("des noms ou des totaux sont à regarder")]
        asked = asked if preview.alike or preview.asked or preview.disagreements else []
        asked += filter(None, [preview.same_evening])
        row["state"] = ASKS if asked else READY
        row["why"] = " ".join([*asked, *file.notices, *filter(None, [preview.zeros]), *preview.shared])


def _told(club: Club, waiting: Waiting) -> dict[str, Any]:
    files = list(enumerate(waiting["files"], 1))
    return {
        "club": club,
        "files": files,
        "key": waiting["key"],
        "ready": sum(row["state"] == READY for _number, row in files),
        "broken": sum(row["state"] == BROKEN for _number, row in files),
        "known": sum(row["state"] == KNOWN for _number, row in files),
        "season": _season_of(club, waiting),
        "season_kind": ImportKind.SEASON.value,
    }


def _let_all_in(request: MemberRequest, club: Club, waiting: Waiting) -> HttpResponse:
    """Import every file that needs no answer, each by itself: a refused file stops no other."""
    came, season = 0, _season_of(club, waiting)
    files = [dict(row) for row in waiting["files"]]
    for number, row in enumerate(files, 1):
        if row["state"] != READY:
            continue
        _tell(club, season, row)  # the club has changed with the file before
        if row["state"] != READY:
            continue
        try:
            _import_one(request, club, waiting, number, row, season)
        except Refusal as refusal:
            row |= {"state": BROKEN, "why": str(refusal)}
        else:
            row |= {"state": DONE, "why": "", "sheet": ""}
            came += 1
    words = ngettext("%(count)d fichier est entré.", "%(count)d fichiers sont entrés.", came) % {"count": came}
    (messages.success if came else messages.warning)(request, words)
    return _after(request, club, waiting, files)


def _import_one(
    request: MemberRequest, club: Club, waiting: Waiting, number: int, row: dict[str, Any], season: Season | None
) -> None:
    key = uuid.uuid5(uuid.UUID(waiting["key"]), str(number))
    at, by = timezone.now(), request.user
    if row["kind"] == ImportKind.SEASON:
        file, name = _season_file(club, row), _name_of(row, season)
        import_past_seasons(club=club, file=file, name=name, key=key, file_name=row["name"], by=by, at=at)
        return
    name, day = concours_of(row["name"])
    assert day is not None  # or it was not ready
    past = _past(club, season, name, day)
    results = _results_file(club, row)
    import_past_results(club=club, past=past, file=results, key=key, file_name=row["name"], by=by, at=at)


def _after(request: MemberRequest, club: Club, waiting: Waiting, files: list[dict[str, Any]]) -> SeeOther:
    """Redirect to the files that still wait, or to the club when all are imported."""
    if all(row["state"] == DONE for row in files):
        drop_list(request, waiting)
        return see_other("club_desk", club_id=club.pk)
    change_list(request, waiting, {"files": files})
    return at_list("club_past_seasons", club, waiting["key"])


def _look_at_concours(request: MemberRequest, club: Club, waiting: Waiting, number: int) -> HttpResponse:
    """Redirect to the preview of a concours, as if its file had been sent there."""
    row = waiting["files"][number - 1] if 1 <= number <= len(waiting["files"]) else {}
    name, day = concours_of(row.get("name", ""))
    if row.get("kind") != ImportKind.RESULTS or not row["sheet"] or day is None:
        return at_list("club_past_seasons", club, waiting["key"])
    sheet = _unpacked(row["sheet"])
    facts: dict[str, Any] = {"name": name, "date": day.isoformat(), "filename": row["name"]}
    past = _past(club, _season_of(club, waiting), name, day)
    facts["season"] = past.season.pk if past.season else None
    facts |= {"columns": {}, **sheet.waiting}
    return at_list("import_results", club, keep_list(request, ImportKind.RESULTS, club, **facts))


def _one_season(request: MemberRequest, club: Club, waiting: Waiting, number: int) -> HttpResponse:
    """Show a file of donnes: its preview, its columns to name differently; then import it with the answers."""
    row = waiting["files"][number - 1]
    here = reverse("club_past_seasons", kwargs={"club_id": club.pk}, query={KEY: waiting["key"], FILE: number})
    if not row["sheet"]:
        return at_list("club_past_seasons", club, waiting["key"])
    season = _season_of(club, waiting)
    file, name = _season_file(club, row), _name_of(row, season)
    columns = ColumnsForm(request.POST or None, table=file)
    if request.method == "POST" and columns.is_valid() and ("read" in request.POST or columns.chosen != columns.shown):
        chosen = {str(index): column for index, column in columns.chosen.items()}
        changed = _row(club, season, Opened(row["name"], ImportKind.SEASON, _unpacked(row["sheet"])), chosen)
        files = [changed if one is row else one for one in waiting["files"]]
        change_list(request, waiting, {"files": files})
        return SeeOther(here)
    preview = past_seasons.preview_of(club=club, file=file, name=name)
    form = SeasonAnswersForm(request.POST or None, preview=preview, players=file.players)
    if request.method == "POST" and form.is_valid() and form.merged:  # other lines may contradict themselves then
        preview = past_seasons.preview_of(club=club, file=file, name=name, merged=form.merged)
        form = SeasonAnswersForm(request.POST, preview=preview, players=file.players)
    whose = {person.row.line: request.POST.get(f"who-{person.row.line}", "") for person in preview.people}
    same = {line: pk for line, answer in whose.items() if (pk := whole_number(answer)) is not None}
    others = {line for line, answer in whose.items() if answer == SOMEBODY_ELSE}
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            import_past_seasons(
                club=club,
                file=file,
                name=name,
                key=uuid.uuid5(uuid.UUID(waiting["key"]), str(number)),
                file_name=row["name"],
                answers=form.answers(same, others),
                by=request.user,
                at=timezone.now(),
            )
            messages.success(request, _("« %(name)s » est entré.") % {"name": row["name"]})
            files = [one | {"state": DONE, "why": "", "sheet": ""} if one is row else one for one in waiting["files"]]
            return _after(request, club, waiting, files)
    context = {
        "club": club,
        "name": row["name"],
        "here": here,
        "file": file,
        "form": form,
        "preview": preview,
        "problems": preview.problems,
        "notices": preview.notices,
        "columns": ColumnsForm(table=file),
        "aside": [heading.title for heading in file.headings if not heading.column],
        "people": [
            (
                person,
                player_choices(
                    seen_by(club.pk, person.alike),
                    is_asked=person.asked is not None,
                    same=same.get(person.row.line),
                    is_else=person.row.line in others,
                ),
            )
            for person in preview.people
        ],
        "is_alone": len(waiting["files"]) == 1,
        "key": waiting["key"],
    }
    refused = bool(preview.problems or form.errors)
    return form_page(request, "scoring/past_season_preview.html", context, refused=refused)


def _season_file(club: Club, row: Mapping[str, Any]) -> SeasonFile:
    return SeasonFile.read(_unpacked(row["sheet"]), _meanings(club, ImportKind.SEASON, row["columns"]))


def _results_file(club: Club, row: Mapping[str, Any]) -> PastFile:
    return PastFile.read(_unpacked(row["sheet"]), _meanings(club, ImportKind.RESULTS))


def _meanings(club: Club, kind: ImportKind, chosen: Mapping[str, str] = MappingProxyType({})) -> Meanings:
    return Meanings(remembered(club, kind), {int(index): name for index, name in chosen.items()})


def _packed(sheet: CellSheet) -> str:
    return b64encode(zlib.compress(json.dumps(sheet.waiting).encode())).decode()


def _unpacked(packed: str) -> CellSheet:
    kept = json.loads(zlib.decompress(b64decode(packed)))
    return CellSheet.waited(kept if isinstance(kept, dict) else dict(zip(("lines", "notices"), kept, strict=True)))
