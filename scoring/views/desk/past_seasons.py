"""
Past seasons, from one file or many: each file is read and previewed on its own, then imported.

Between two steps, the sheets wait in the session (`waiting_files.py`).
"""

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from scoring.forms.desk.imports import EveningTableForm, PastSeasonsForm, SeasonAnswersForm
from scoring.imports import past_evenings, past_seasons
from scoring.imports.archives import opened_all
from scoring.imports.chosen_seasons import ChosenSeason
from scoring.imports.past_evenings import import_past_evenings, imported_before
from scoring.imports.past_results import import_past_results
from scoring.imports.past_seasons import import_past_seasons
from scoring.views.desk.waiting_files import (
    BROKEN,
    DONE,
    KNOWN,
    OWN_PAGE,
    READY,
    Row,
    concours_in,
    name_of,
    past_of,
    reading_of,
    results_file,
    row_again,
    row_of,
    season_facts,
    season_file,
    season_of,
    table_file,
    tell,
    tell_twins,
    unpacked,
    who_choices,
    who_is_who,
    within_of,
)
from tournaments.forms.people.imports import ColumnsForm
from tournaments.imports.previews import SOMEBODY_ELSE, player_choices
from tournaments.kit.text import whole_number
from tournaments.labels import ImportKind
from tournaments.models import Club
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.people.files import seen_by
from tournaments.refusals import Refusal
from tournaments.services.clubs.clubs import SeasonFacts, refuse_season
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
    row = waiting["files"][number - 1] if 1 <= number <= len(waiting["files"]) else {"kind": "", "sheet": ""}
    if row["kind"] in OWN_PAGE and row["sheet"]:
        return (_one_season if row["kind"] == ImportKind.SEASON else _one_table)(request, club, waiting, number)
    return render(request, "scoring/past_archive.html", _told(club, waiting))


def _take_files(request: MemberRequest, club: Club) -> HttpResponse:
    sent_form = (request.POST, request.FILES) if request.method == "POST" else ()
    form = PastSeasonsForm(*sent_form, club=club)
    if form.is_valid():
        with refusals_on(form):
            season = form.chosen
            if isinstance(season, SeasonFacts):
                refuse_season(club, season)
            opened = opened_all(form.sent(), reading_of(club, season))
            files = [row_of(club, season, one) for one in opened]
            if len(files) == 1 and files[0]["state"] == BROKEN and not files[0]["sheet"]:
                raise Refusal(files[0]["why"], code="file_broken")
            if sum(len(row["sheet"]) for row in files) > MOST_KEPT:
                sentence = _("Ces fichiers sont trop gros pour attendre ensemble : envoyez-les en plusieurs fois.")
                raise Refusal(sentence, code="archive_too_big")
            tell_twins(files, range(len(files)))
            drop_lists(request, ImportKind.SEASON, club)
            key = keep_list(request, ImportKind.SEASON, club, files=files, **season_facts(season))
            return at_list("club_past_seasons", club, key)
    return form_page(request, "scoring/past_seasons.html", {"club": club, "form": form})


def _told(club: Club, waiting: Waiting) -> dict[str, Any]:
    files = list(enumerate(waiting["files"], 1))
    return {
        "club": club,
        "files": files,
        "key": waiting["key"],
        "ready": sum(row["state"] == READY for _number, row in files),
        "broken": sum(row["state"] == BROKEN for _number, row in files),
        "known": sum(row["state"] == KNOWN for _number, row in files),
        "season": season_of(club, waiting),
        "own_page": [kind.value for kind in OWN_PAGE],
    }


def _let_all_in(request: MemberRequest, club: Club, waiting: Waiting) -> HttpResponse:
    """Import every file that needs no answer, each by itself: a refused file stops no other."""
    came = 0
    files = [dict(row) for row in waiting["files"]]
    for number, row in enumerate(files, 1):
        if row["state"] != READY:
            continue
        season = season_of(club, waiting)  # a new one was made with the file before
        tell(club, season, row)  # the club has changed with it
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
    request: MemberRequest, club: Club, waiting: Waiting, number: int, row: Row, season: ChosenSeason | None
) -> None:
    written: dict[str, Any] = {"key": _key_of(waiting, number), "by": request.user, "at": timezone.now()}
    written |= {"club": club, "file_name": row["name"]}
    if row["kind"] == ImportKind.SEASON:
        import_past_seasons(file=season_file(club, row), name=name_of(row, season), chosen=season, **written)
        return
    if row["kind"] == ImportKind.TABLE:
        table = table_file(club, row)
        days = {one.index: one.day for one in table.evenings(within_of(row, season)) if one.day is not None}
        import_past_evenings(table=table, days=days, season=season, **written)
        return
    name, day = concours_in(row)
    assert day is not None  # or it was not ready
    import_past_results(past=past_of(club, season, name, day), file=results_file(club, row), **written)


def _key_of(waiting: Waiting, number: int) -> uuid.UUID:
    """Return the key of the import of a file, by its number from 1."""
    return uuid.uuid5(uuid.UUID(waiting["key"]), str(number))


def _change_row(request: MemberRequest, waiting: Waiting, number: int, changed: Row) -> None:
    """Store a file read with other columns, by its number from 1, in place of what it was."""
    files = [changed if place == number else row for place, row in enumerate(waiting["files"], 1)]
    tell_twins(files, [number - 1])
    change_list(request, waiting, {"files": files})


def _done(waiting: Waiting, row: Row) -> list[Row]:
    """Return the rows that wait, with this one done."""
    return [one | {"state": DONE, "why": "", "sheet": ""} if one is row else one for one in waiting["files"]]


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
    name, day = concours_in(row)
    if row.get("kind") != ImportKind.RESULTS or not row["sheet"] or day is None:
        return at_list("club_past_seasons", club, waiting["key"])
    sheet = unpacked(row["sheet"])
    facts: dict[str, Any] = {"name": name, "date": day.isoformat(), "filename": row["name"]}
    facts |= season_facts(past_of(club, season_of(club, waiting), name, day).season)
    facts |= {"columns": {}, **sheet.waiting}
    return at_list("import_results", club, keep_list(request, ImportKind.RESULTS, club, **facts))


def _one_season(request: MemberRequest, club: Club, waiting: Waiting, number: int) -> HttpResponse:
    """Show a file of donnes: its preview, its columns to name differently; then import it with the answers."""
    row = waiting["files"][number - 1]
    here = reverse("club_past_seasons", kwargs={"club_id": club.pk}, query={KEY: waiting["key"], FILE: number})
    season = season_of(club, waiting)
    file, name = season_file(club, row), name_of(row, season)
    columns = ColumnsForm(request.POST or None, table=file)
    if request.method == "POST" and columns.is_valid() and ("read" in request.POST or columns.chosen != columns.shown):
        chosen = {str(index): column for index, column in columns.chosen.items()}
        changed = row_again(club, season, row, chosen)
        _change_row(request, waiting, number, changed)
        return SeeOther(here)
    preview = past_seasons.preview_of(club=club, file=file, name=name, chosen=season)
    form = SeasonAnswersForm(request.POST or None, preview=preview, players=file.players)
    if request.method == "POST" and form.is_valid() and form.merged:  # other lines may contradict themselves then
        preview = past_seasons.preview_of(club=club, file=file, name=name, merged=form.merged, chosen=season)
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
                key=_key_of(waiting, number),
                chosen=season,
                file_name=row["name"],
                answers=form.answers(same, others),
                by=request.user,
                at=timezone.now(),
            )
            messages.success(request, _("« %(name)s » est entré.") % {"name": row["name"]})
            return _after(request, club, waiting, _done(waiting, row))
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


def _one_table(request: MemberRequest, club: Club, waiting: Waiting, number: int) -> HttpResponse:
    """Show a table of players and evenings: its days, its people, its columns; then import it with the answers."""
    row, season = waiting["files"][number - 1], season_of(club, waiting)
    here = reverse("club_past_seasons", kwargs={"club_id": club.pk}, query={KEY: waiting["key"], FILE: number})
    table, within = table_file(club, row), within_of(row, season)
    columns = ColumnsForm(request.POST or None, table=table)
    if request.method == "POST" and columns.is_valid() and ("read" in request.POST or columns.chosen != columns.shown):
        chosen = {str(index): column for index, column in columns.chosen.items()}
        changed = row_again(club, season, row, chosen)
        _change_row(request, waiting, number, changed)
        return SeeOther(here)
    if request.method == "POST" and imported_before(club, _key_of(waiting, number)):
        return _after(request, club, waiting, _done(waiting, row))
    typed = EveningTableForm.days_typed(request.POST)
    preview = past_evenings.preview_of(club=club, table=table, season=season, within=within, days=typed)
    form = EveningTableForm(request.POST or None, preview=preview)
    same, others = who_is_who(request.POST, table, preview.asked)
    if request.method == "POST" and not preview.problems and form.is_valid():
        with refusals_on(form):
            import_past_evenings(
                club=club,
                table=table,
                days=form.days,
                aside=form.aside,
                season=season,
                key=_key_of(waiting, number),
                file_name=row["name"],
                same=same,
                others=others,
                anyway=form.anyway,
                by=request.user,
                at=timezone.now(),
            )
            words = ngettext("%(count)d soirée est entrée.", "%(count)d soirées sont entrées.", len(form.days))
            messages.success(request, words % {"count": len(form.days)})
            return _after(request, club, waiting, _done(waiting, row))
    rows = table.came
    context = {
        "club": club,
        "name": row["name"],
        "season": season,
        "here": here,
        "file": table,
        "form": form,
        "preview": preview,
        "problems": preview.problems,
        "notices": [*table.notices, *filter(None, [preview.zeros, preview.undated])],
        "absent": len(table.rows) - len(rows),
        "columns": ColumnsForm(table=table),
        "aside": [heading.title for heading in table.headings if not heading.column],
        "held": sum(asks.elsewhere is not None for asks in preview.asked.values()),
        "people": who_choices(club, rows, preview, same, others),
        "is_alone": len(waiting["files"]) == 1,
        "key": waiting["key"],
    }
    return form_page(
        request, "scoring/past_evenings_preview.html", context, refused=bool(preview.problems or form.errors)
    )
