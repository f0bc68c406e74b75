"""Enter one donne at the desk: the form, its marks before saving, and saving."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms.desk.donnes import DonneForm
from scoring.labels import Outcome
from scoring.models import Protest, SheetLine
from scoring.queries.table.agreements import upheld_since_closing
from scoring.queries.table.boards import number_told
from scoring.queries.table.sheets import PlayingTable, TableState, marks_of
from scoring.services.sheets.donnes import Recorded
from scoring.services.sheets.sheets import refuse_unless_open
from scoring.views.desk.addresses import address, seated_at, staff_names
from scoring.views.entry import DonneEntry
from tournaments.kit.days import french_hour
from tournaments.kit.languages import current_language
from tournaments.kit.text import signed
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, corrects_after_end, requires
from tournaments.views.answers import SeeOther, see_other


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def donne(
    request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int, number: int
) -> HttpResponse:
    """Show the form of a donne, or save it and go on to the next missing donne."""
    return AtDesk(request, seated_at(tournament, round_number, table_number), number).page()


@require_POST
@requires(Action.RECORD)
def donne_preview(
    request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int, number: int
) -> HttpResponse:
    """Show the marks of the donne being typed, or everything wrong with it. Saves nothing."""
    return AtDesk(request, seated_at(tournament, round_number, table_number), number).preview()


class AtDesk(DonneEntry):
    """The entry by those who run the event: also on a closed sheet with an upheld protest, and after the end."""

    template, preview_template = "scoring/donne.html", "scoring/donne_preview.html"
    names_all = True

    def __init__(self, request: MemberRequest, place: PlayingTable, number: int) -> None:
        super().__init__(request, place, number, by=request.user)
        self.after_end = corrects_after_end(request.actions, place.tournament)

    def back(self) -> SeeOther:
        return see_other("sheet", **address(self.place.table))

    def balances(self) -> SeeOther:
        return see_other("balances", **address(self.place.table))

    def begin(self, form: DonneForm) -> None:
        if not self.after_end:
            table = self.place.table
            closed = table.closed_at is not None and self._upheld() is None
            refuse_unless_open(self.place.tournament, table, TableState(False, closed))

    def saved_sentence(self, line: SheetLine, *, is_mine: bool) -> str:
        """Return « Donne 3, table 12 enregistrée : Dupont +318, … », or that somebody else had typed the same."""
        table = self.place.table
        values: dict[str, Any] = {"number": number_told(table, line.number), "table": table.number}
        if not is_mine:
            values |= {"by": line.written_by_name, "time": french_hour(line.written_at)}
            return (
                _("Donne %(number)s, table %(table)d : identique à ce que %(by)s a saisi à %(time)s ✓ Rien n’a changé.")
                % values
            )
        if line.outcome != Outcome.PLAYED:
            values["outcome"] = Outcome(line.outcome).label
            return _("Donne %(number)s, table %(table)d enregistrée : %(outcome)s.") % values
        names, language = staff_names(self.place.seats), current_language()
        marks = ", ".join(
            f"{name} {signed(points, language=language)}"
            for name, points in zip(names, marks_of(line, len(names)), strict=True)
        )
        return _("Donne %(number)s, table %(table)d enregistrée : %(marks)s.") % (values | {"marks": marks})

    def onwards(self, recorded: Recorded) -> SeeOther:
        """
        Redirect after saving: from a new donne to the next missing one; from the last or a correction to the sheet.
        """
        line, sheet = recorded
        if not self.after_end and line.supersedes_id is None and (sheet.missing or sheet.takes_another):
            return see_other("donne", **address(self.place.table), number=sheet.next_number)
        return self.back()

    def context(self, form: DonneForm) -> dict[str, Any]:
        upheld = None if self.after_end else self._upheld()
        if upheld is not None:
            form.initial["reason"] = upheld.answer
        place = address(self.place.table)
        return {"place": place, "after_end": self.after_end, "corrects_closed": upheld is not None}

    def _upheld(self) -> Protest | None:
        """Return the upheld protest that allows to correct a donne of a closed sheet. No query for an open sheet."""
        table = self.place.table
        return upheld_since_closing(table).filter(number=self.number).last() if table.closed_at else None
