"""A club's catalogue of faults: its editions, the faults of an edition, a spreadsheet previewed and imported."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.exports import faults_table
from scoring.forms.rules.catalogues import EditionForm, FaultForm, FaultsForm
from scoring.imports.fault_files import FaultFile, open_faults
from scoring.models import PenaltyEdition, PenaltyKind
from scoring.queries.rules.catalogues import edition_on, editions_of, faults_of, faults_on
from scoring.services.rules import catalogues
from tournaments.forms.people.imports import ColumnsForm
from tournaments.imports.headings import Meanings
from tournaments.imports.mappings import meanings_of, remembered
from tournaments.imports.spreadsheets import CellSheet
from tournaments.kit.text import whole_number
from tournaments.labels import ImportKind
from tournaments.models import Club
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file
from tournaments.views.waiting_lists import KEY, at_list, change_list, drop_list, keep_list, waiting_list


@require_safe
@requires(Action.MANAGE_CLUB)
def club_faults(request: MemberRequest, *, club: Club) -> HttpResponse:
    """Show the faults that arbiters may choose today, and the club's editions."""
    today = timezone.localdate()
    faults = faults_on(club, today)
    if wants_file(request):
        return file_of(request, lambda: faults_table(club, faults))
    context = {"club": club, "editions": editions_of(club), "now": edition_on(club, today), "faults": faults}
    return render(request, "scoring/faults.html", context)


@require_safe
@requires(Action.MANAGE_CLUB)
def fault_edition(request: MemberRequest, *, club: Club, edition_id: int) -> HttpResponse:
    """Show one edition and its faults. They may be changed here until a decision names one."""
    edition = _of(club, edition_id)
    faults = faults_of(edition)
    if wants_file(request):
        return file_of(request, lambda: faults_table(club, faults))
    return render(request, "scoring/fault_edition.html", {"club": club, "edition": edition, "faults": faults})


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def new_fault_edition(request: MemberRequest, *, club: Club) -> HttpResponse:
    """Make a new edition from a day on, as a copy of the last one."""
    form = EditionForm(request.POST or None, initial={"valid_from": timezone.localdate()})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            edition = catalogues.open_edition(
                club=club, valid_from=form.cleaned_data["valid_from"], by=request.user, at=timezone.now()
            )
            messages.success(request, _("« %(edition)s » est ouverte : écrivez ses fautes.") % {"edition": edition})
            return see_other("fault_edition", club_id=club.pk, edition_id=edition.pk)
    return form_page(request, "scoring/fault_edition_new.html", {"club": club, "form": form})


@require_POST
@requires(Action.MANAGE_CLUB)
def drop_fault_edition(request: MemberRequest, *, club: Club, edition_id: int) -> HttpResponse:
    """Delete an edition made by mistake."""
    edition = _of(club, edition_id)
    name = str(edition)
    with refusals_told(request):
        catalogues.drop_edition(edition=edition, by=request.user, at=timezone.now())
        messages.success(request, _("« %(edition)s » est supprimée.") % {"edition": name})
        return see_other("club_faults", club_id=club.pk)
    return see_other("fault_edition", club_id=club.pk, edition_id=edition.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def add_fault(request: MemberRequest, *, club: Club, edition_id: int) -> HttpResponse:
    """Add a fault to an edition, or the next time of one of its faults (`?apres=` and its id)."""
    edition = _of(club, edition_id)
    after = whole_number(request.GET.get("apres", ""))
    first = None if after is None else _fault(edition, after)
    return _fault_page(request, edition, FaultForm(request.POST or None, first=first))


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def change_fault(request: MemberRequest, *, club: Club, edition_id: int, kind_id: int) -> HttpResponse:
    """Change a fault of an edition that no decision names, or remove it."""
    edition = _of(club, edition_id)
    kind = _fault(edition, kind_id)
    if "remove" in request.POST:
        name = str(kind)
        with refusals_told(request):
            catalogues.remove_fault(kind=kind, by=request.user, at=timezone.now())
            messages.success(request, _("« %(fault)s » est retirée.") % {"fault": name})
        return see_other("fault_edition", club_id=club.pk, edition_id=edition.pk)
    return _fault_page(request, edition, FaultForm(request.POST or None, kind=kind))


@requires(Action.MANAGE_CLUB)
def import_faults(request: MemberRequest, *, club: Club) -> HttpResponse:
    """Read a spreadsheet, show the edition it would make, let its columns be named, then import it."""
    is_form = "apply" not in request.POST and "read" not in request.POST
    if not is_form or (KEY in request.GET and request.method != "POST"):
        return _preview_or_apply(request, club)
    waiting = waiting_list(request, ImportKind.FAULTS, club) or {}
    start = {"valid_from": waiting.get("valid_from") or timezone.localdate()}
    form = FaultsForm(request.POST or None, request.FILES or None, initial=start, waiting=waiting.get("filename"))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            facts = {"valid_from": form.cleaned_data["valid_from"].isoformat()}
            if form.keeps_list:
                change_list(request, waiting, facts)
                return at_list("import_faults", club, waiting["key"])
            sheet = open_faults(form.content, _meanings(club))
            facts |= {"filename": form.filename, "columns": {}, **sheet.waiting}
            return at_list("import_faults", club, keep_list(request, ImportKind.FAULTS, club, **facts))
    return form_page(request, "scoring/faults_import.html", {"club": club, "form": form})


def _preview_or_apply(request: MemberRequest, club: Club) -> HttpResponse:
    """Show the edition that a list would make, name its columns differently, or import what was shown, once."""
    waiting = waiting_list(request, ImportKind.FAULTS, club)
    if waiting is None:
        messages.info(request, _("Cet import est déjà fait, ou il a été remplacé par un autre : voici le catalogue."))
        return see_other("club_faults", club_id=club.pk)
    valid_from = date.fromisoformat(waiting["valid_from"])
    sheet = CellSheet.waited(waiting)
    file = FaultFile.read(sheet, _meanings(club, waiting["columns"]))
    columns = ColumnsForm(request.POST or None, table=file)
    if columns.is_valid() and ("read" in request.POST or columns.chosen != columns.shown):
        change_list(request, waiting, {"columns": columns.chosen})
        return at_list("import_faults", club, waiting["key"])
    if request.method != "POST" or file.problems:
        return _preview(request, club, valid_from, file)
    with refusals_told(request):
        edition = catalogues.open_edition(
            club=club,
            valid_from=valid_from,
            faults=file.rows,
            meanings=meanings_of(file),
            by=request.user,
            at=timezone.now(),
        )
        drop_list(request, waiting)
        count = len(file.rows)
        messages.success(
            request,
            ngettext("« %(edition)s » : %(count)d faute.", "« %(edition)s » : %(count)d fautes.", count)
            % {"edition": edition, "count": count},
        )
        return see_other("fault_edition", club_id=club.pk, edition_id=edition.pk)
    form = FaultsForm(initial={"valid_from": valid_from}, waiting=waiting["filename"])
    return form_page(request, "scoring/faults_import.html", {"club": club, "form": form}, refused=True)


def _meanings(club: Club, chosen: Mapping[Any, str] = MappingProxyType({})) -> Meanings:
    return Meanings(remembered(club, ImportKind.FAULTS), {int(index): name for index, name in chosen.items()})


def _preview(request: HttpRequest, club: Club, valid_from: date, file: FaultFile) -> HttpResponse:
    context = {
        "club": club,
        "edition": PenaltyEdition(club=club, valid_from=valid_from),
        "faults": [PenaltyKind(**vars(facts)) for facts in file.rows],
        "problems": file.problems,
        "notices": file.notices,
        "columns": ColumnsForm(table=file),
        "aside": [heading.title for heading in file.headings if not heading.column],
    }
    return form_page(request, "scoring/faults_preview.html", context, refused=bool(file.problems))


def _fault_page(request: MemberRequest, edition: PenaltyEdition, form: FaultForm) -> HttpResponse:
    club = edition.club
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            kind = catalogues.write_fault(
                edition=edition, facts=form.facts, replaces=form.kind, by=request.user, at=timezone.now()
            )
            messages.success(request, _("« %(fault)s » est écrite.") % {"fault": kind})
            return see_other("fault_edition", club_id=club.pk, edition_id=edition.pk)
    context = {"club": club, "edition": edition, "form": form, "kind": form.kind}
    return form_page(request, "scoring/fault_form.html", context)


def _of(club: Club, edition_id: int) -> PenaltyEdition:
    return get_object_or_404(editions_of(club).select_related("club"), pk=edition_id)


def _fault(edition: PenaltyEdition, kind_id: int) -> PenaltyKind:
    return get_object_or_404(edition.kinds, pk=kind_id)
