"""
Imports at the desk: a whole event, the results of a past concours; and a club's imports, each with its undo.

Results come in two steps: preview, then import. In between, the list waits (`waiting_lists.py`), also while its name or
day is changed.
"""

import uuid
from base64 import b64decode, b64encode
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms.desk.imports import EventForm, PastResultsForm
from scoring.imports.event_files import CONTENT_TYPE, EXTENSION, MOST_BYTES, event_file, read_event_file
from scoring.imports.events import LoadedEvent, load_event
from scoring.imports.past_files import PastFile, open_past_results
from scoring.imports.past_results import PastConcours, import_past_results, preview_of
from scoring.queries.desk.boards import is_dealt
from scoring.queries.desk.imports import undoing_import
from scoring.services.undo import imports
from scoring.views.desk.waiting_files import meanings, season_facts, season_of, who_choices, who_is_who
from tournaments.exports.clubs import imports_table
from tournaments.exports.results import stem_of
from tournaments.forms.people.imports import ColumnsForm
from tournaments.imports.players import NOBODY
from tournaments.imports.spreadsheets import CellSheet
from tournaments.labels import ImportKind
from tournaments.models import Club, Tournament
from tournaments.permissions import Action, MemberRequest, Tells, plays_boards, requires
from tournaments.queries.undo.consequences import first_names
from tournaments.refusals import Refusal
from tournaments.views.answers import file_answer, form_page, refusals_on, see_other
from tournaments.views.exports import file_of, wants_file
from tournaments.views.undo.undoing import TakingBack, take_back
from tournaments.views.waiting_lists import KEY, at_list, change_list, drop_list, drop_lists, keep_list, waiting_list

SHOWN = 100


@requires(Action.MANAGE_CLUB)
def club_imports(request: MemberRequest, club: Club) -> HttpResponse:
    rows = club.imports.select_related("by")
    if wants_file(request):
        return file_of(request, lambda: imports_table(club, rows))
    context = {"club": club, "imports": rows[:SHOWN]}
    return render(request, "scoring/imports.html", context)


@requires(Action.MANAGE_CLUB)
def undo_import(request: MemberRequest, club: Club, import_id: int) -> HttpResponse:
    import_ = get_object_or_404(club.imports.select_related("club"), pk=import_id)
    imports_page = ("club_imports", {"club_id": club.pk})
    undoing = TakingBack(
        foresee=lambda: undoing_import(import_),
        act=partial(imports.undo_import, made=import_),
        title=_("Défaire l’import « %(name)s »") % {"name": import_},
        button=_("Défaire cet import"),
        done=_("L’import « %(name)s » est défait.") % {"name": import_},
        back=imports_page,
        then=imports_page,
    )
    return take_back(request, undoing, club=club)


KIND = "event"  # of what waits
MOST_KEPT = 2 * 1024 * 1024  # bytes that wait in the session, which every request reads; a larger file is chosen again


@require_safe
@requires(Action.MANAGE_TOURNAMENT, tells=Tells.ALL)
def save_event(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Send a file with the whole tournament; not to somebody who still has to play the étuis that its seed deals."""
    if is_dealt(tournament) and plays_boards(request.user, tournament):
        sentence = _(
            "Ce fichier dit les mains des étuis, et vous êtes inscrit à un tournoi qui les joue : demandez-le à "
            "quelqu’un qui ne les joue pas, ou attendez que plus personne n’ait à les jouer."
        )
        messages.error(request, sentence, extra_tags="plays_the_etuis")
        return see_other("tournament_desk", tournament_id=tournament.pk)
    content = event_file(tournament, at=timezone.now())
    name = f"{stem_of('tournoi', tournament)}.{EXTENSION}"
    return file_answer(content, name, content_type=CONTENT_TYPE, as_attachment=True)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def restore_event(request: MemberRequest, club: Club) -> HttpResponse:
    """Import an event from its file; everything there stays."""
    waiting = waiting_list(request, KIND, club) or {}
    form = EventForm(request.POST or None, request.FILES or None, waiting=waiting.get("filename"))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            loaded = load_event(
                club=club,
                content=b64decode(waiting["content"]) if form.keeps_list else _sent(request, club, form),
                name=form.cleaned_data["name"],
                elsewhere=form.cleaned_data["elsewhere"],
                said=form.said,
                by=request.user,
                at=timezone.now(),
            )
            drop_lists(request, KIND, club)
            messages.success(request, _loaded_sentence(loaded))
            if loaded.joined:
                messages.info(
                    request, _("D’un autre club, invités du vôtre : %(who)s.") % {"who": first_names(loaded.joined)}
                )
            _tell_without_licence(request, loaded.without_licence)
            if loaded.without_sources:
                sentence = _(
                    "Ce tournoi prenait aussi ses joueurs de classements qui ne sont pas ici : %(which)s. Ils n’y "
                    "qualifient personne."
                )
                messages.warning(request, sentence % {"which": ", ".join(loaded.without_sources)})
            return see_other("tournament_desk", tournament_id=loaded.tournament.pk)
    return form_page(request, "scoring/restore_event.html", {"club": club, "form": form})


def _tell_without_licence(request: HttpRequest, names: Sequence[str]) -> None:
    if names:
        sentence = _("Entrés sans leur licence, qui est celle de quelqu’un d’autre : %(who)s.")
        messages.warning(request, sentence % {"who": first_names(names)})


def _sent(request: MemberRequest, club: Club, form: EventForm) -> bytes:
    """Return the file that was sent. A file of an event waits until it is imported, even after a refusal."""
    file = form.cleaned_data["file"]
    content: bytes = file.read(MOST_BYTES + 1)
    read_event_file(content)
    if len(content) <= MOST_KEPT:
        drop_lists(request, KIND, club)
        keep_list(request, KIND, club, filename=file.name[:120], content=b64encode(content).decode())
        form.wait_with(file.name[:120])
    return content


def _loaded_sentence(loaded: LoadedEvent) -> str:
    known = ngettext("%(count)d joueur était connu", "%(count)d joueurs étaient connus", loaded.known)
    created = ngettext("%(count)d est ajouté comme invité", "%(count)d sont ajoutés comme invités", loaded.created)
    players = f"{known % {'count': loaded.known}}, {created % {'count': loaded.created}}"
    return _("« %(name)s » est repris : %(what)s.") % {"name": loaded.tournament.name, "what": players}


PAGE = "scoring/past_results.html"


@never_cache
@requires(Action.MANAGE_CLUB)
def import_results(request: MemberRequest, club: Club) -> HttpResponse:
    """Read a spreadsheet, show what its import would make, let its columns be named, then import it."""
    is_form = "apply" not in request.POST and "read" not in request.POST
    if not is_form or (KEY in request.GET and request.method != "POST"):
        return _preview_or_apply(request, club)
    waiting = waiting_list(request, ImportKind.RESULTS, club) or {}
    typed = {name: waiting[name] for name in ("name", "date", "season") if waiting}
    form = PastResultsForm(
        request.POST or None, request.FILES or None, club=club, initial=typed, waiting=waiting.get("filename")
    )
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            past = form.past
            facts: dict[str, Any] = {
                "name": past.name,
                "date": past.date.isoformat(),
                **season_facts(past.season),
            }
            if form.keeps_list:
                change_list(request, waiting, facts)
                return at_list("import_results", club, waiting["key"])
            sheet = open_past_results(form.content, meanings(club, ImportKind.RESULTS))
            facts |= {"filename": form.filename, "columns": {}, **sheet.waiting}
            return at_list("import_results", club, keep_list(request, ImportKind.RESULTS, club, **facts))
    return _form_page(request, club, form)


def _preview_or_apply(request: MemberRequest, club: Club) -> HttpResponse:
    """Show a list's preview, name its columns differently, or import what was shown, once."""
    waiting = waiting_list(request, ImportKind.RESULTS, club)
    if waiting is None:
        messages.info(request, _("Cet import est déjà fait, ou il a été remplacé par un autre : voici le club."))
        return see_other("club_desk", club_id=club.pk)
    past = PastConcours(waiting["name"], date.fromisoformat(waiting["date"]), season_of(club, waiting))
    sheet = CellSheet.waited(waiting)
    file = PastFile.read(sheet, meanings(club, ImportKind.RESULTS, waiting["columns"]))
    if request.method != "POST":
        return _preview_page(request, club, past, file)
    columns = ColumnsForm(request.POST, table=file)
    if columns.is_valid() and ("read" in request.POST or columns.chosen != columns.shown):
        change_list(request, waiting, {"columns": columns.chosen})
        return at_list("import_results", club, waiting["key"])
    asked = preview_of(club=club, file=file).asked
    same, others = who_is_who(request.POST, file, asked)
    without = [row.name for row in file.rows if row.line in others and row.line in asked and asked[row.line].is_held]
    try:
        tournament = import_past_results(
            club=club,
            past=past,
            file=file,
            key=uuid.UUID(waiting["key"]),
            file_name=waiting["filename"],
            same=same,
            others=others,
            is_another="is_another" in request.POST,
            by=request.user,
            at=timezone.now(),
        )
    except Refusal as refusal:
        if not refusal.fields:
            return _preview_page(request, club, past, file, same=same, others=others, refusal=str(refusal))
        initial = {"name": past.name, "date": past.date, "season": season_facts(past.season)["season"]}
        form = PastResultsForm(initial=initial, club=club, waiting=waiting["filename"])
        return _form_page(request, club, form, refusal=str(refusal))
    drop_list(request, waiting)
    count = tournament.registrations.count()
    sentence = ngettext(
        "« %(name)s » est entré : %(count)d joueur classé.",
        "« %(name)s » est entré : %(count)d joueurs classés.",
        count,
    )
    messages.success(request, sentence % {"name": tournament.name, "count": count})
    _tell_without_licence(request, without)
    return see_other("tournament_desk", tournament_id=tournament.pk)


def _form_page(request: HttpRequest, club: Club, form: PastResultsForm, **context: Any) -> HttpResponse:
    refused = bool(form.errors or context)
    return form_page(request, PAGE, {"club": club, "form": form, **context}, refused=refused)


def _preview_page(
    request: HttpRequest,
    club: Club,
    past: PastConcours,
    file: PastFile,
    *,
    same: Mapping[int, int] = NOBODY,
    others: Collection[int] = frozenset(),
    refusal: str = "",
) -> HttpResponse:
    preview = preview_of(club=club, file=file, past=past)
    new, asked = {line.line for line in preview.created}, preview.asked
    context = {
        "club": club,
        "past": past,
        "file": file,
        "preview": preview,
        "lines": [
            (line, line.line in new, asks, choices)
            for line, asks, choices in who_choices(club, file.rows, preview, same, others)
        ],
        "refusal": refusal,
        "problems": preview.problems,
        "held": sum(asks.elsewhere is not None for asks in asked.values()),
        "notices": [*file.notices, *filter(None, [preview.zeros, preview.outside])],
        "columns": ColumnsForm(table=file),
        "aside": [heading.title for heading in file.headings if not heading.column],
    }
    return form_page(request, "scoring/past_results_preview.html", context, refused=bool(preview.problems or refusal))
