"""Enter a donne on a phone at the table: the form, its marks before saving, and saving."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms.desk.donnes import DonneForm
from scoring.models import SheetLine
from scoring.queries.table.agreements import is_confirmed
from scoring.queries.table.phones import others_at, who_writes
from scoring.queries.table.sheets import seated
from scoring.queries.table.table_access import reads_marks
from scoring.services.sheets.phones import begin_writing
from scoring.views.desk.waiting import LATER
from scoring.views.entry import DonneEntry
from scoring.views.table.at_table import TableRequest, at_table
from scoring.views.table.table_answers import wants_json
from tournaments.refusals import Refusal
from tournaments.views.answers import SeeOther, see_other


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def table_donne(request: TableRequest, *, number: int) -> HttpResponse:
    """Show the form of a donne at its table, or save it and go back to the sheet."""
    if not request.names_all and not wants_json(request):  # what a script sends late is received all the same
        messages.error(request, request.access.reads_only)
        return see_other("table_page", token=request.access.token)
    return AtTable(request, number).page()


@require_POST
@at_table
def table_preview(request: TableRequest, *, number: int) -> HttpResponse:
    """Show the marks of the donne being typed, or everything wrong with it. Saves nothing."""
    if not request.names_all:
        return HttpResponse(status=204)  # the form stands open since before the end: its page says so once it is sent
    return AtTable(request, number).preview()


class AtTable(DonneEntry):
    """The entry of a donne on a phone at the table. It may not correct what an arbiter wrote."""

    template, preview_template = "scoring/table/donne.html", "scoring/table/donne_preview.html"

    def __init__(self, request: TableRequest, number: int) -> None:
        self.access, self.phone, table = request.access, request.phone, request.access.of_table
        place = seated(table, table.seats.select_related("registration__player").order_by("chair"))
        super().__init__(request, place, number, by=request.phone, token=request.access.token)
        self.answer = replace(self.answer, names_all=request.names_all)
        self.gives_to_arbiter = LATER in request.POST and not wants_json(request)  # « Porter chez l’arbitre »

    def back(self) -> SeeOther:
        return see_other("table_page", token=self.access.token)

    def balances(self) -> SeeOther:
        return self.back()

    def begin(self, form: DonneForm) -> None:
        if self.access.reads_only:
            raise Refusal(self.access.reads_only, code="sheet_closed")
        if not reads_marks(self.phone, self.access.of_table):
            raise Refusal(_("Touchez d’abord votre nom : cette position est gardée."), code="not_at_this_table")
        if form.line is not None and form.line.is_an_arbiters:
            raise Refusal(
                _("La donne %(number)s a été écrite par l’arbitre : lui seul la corrige.") % {"number": self.told},
                code="arbiters_line",
            )
        if LATER not in self.request.GET:  # a script loads the page for later, without network: nobody writes yet
            begin_writing(self.phone, self.number, at=timezone.now())

    def shown(self, preview: dict[str, Any]) -> dict[str, Any]:
        """Return a preview whose marks use last names, when no two are equal: they share one narrow bar."""
        names = [seat.registration.player.last_name for seat in self.place.seats]
        if "marks" not in preview or len(set(names)) < len(names):
            return preview
        return preview | {"marks": list(zip(names, [points for _full_name, points in preview["marks"]], strict=True))}

    def saved_sentence(self, line: SheetLine, *, is_mine: bool) -> str:
        sentence = (
            _("Donne %(number)s enregistrée.")
            if is_mine
            else _("Donne %(number)s : identique à ce que %(by)s a saisi ✓ Rien n’a changé.")
        )
        return sentence % {"number": self.told, "by": line.written_by_name}

    def context(self, form: DonneForm) -> dict[str, Any]:
        writing = who_writes(others_at(self.phone), form.sheet, timezone.now())
        line = form.line
        if line is not None and line.phone_id == self.phone.pk and not is_confirmed(line):
            form.initial["reason"] = _("faute de saisie")  # his own slip that nobody has agreed to: nothing to explain
        return {"access": self.access, "phone": self.phone, "writing": writing}
