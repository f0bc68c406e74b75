"""Type a signed paper sheet at the desk as one grid: once, or by two people who must agree."""

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms.desk.paper import DIFFERS, MOVES, PaperForm
from scoring.labels import Outcome
from scoring.marque import Facts
from scoring.queries.desk.paper import Differing, is_recorded, waiting_typing
from scoring.queries.table.boards import number_told
from scoring.queries.table.sheets import Sheet, subject_of_sheet
from scoring.services.decisions.effects import with_lines
from scoring.services.sheets.lines import score_line
from scoring.services.sheets.paper import TypingsDiffer, record_paper, withdraw_typing
from scoring.services.sheets.sheets import refuse_unless_open
from scoring.templatetags.donnes import donne_text_with_marks
from scoring.views.desk.addresses import address, sheet_at, staff_names, table_at
from scoring.views.desk.after_end import corrected, corrects_after_end
from tournaments.labels import Keeps
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.standings.place_changes import place_changes
from tournaments.refusals import Refusal
from tournaments.views.answers import SeeOther, form_page, refusals_told, see_other


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def paper_sheet(
    request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int
) -> HttpResponse:
    """Show the missing donnes of a sheet as one grid, or save them all."""
    sheet = sheet_at(tournament, round_number, table_number)
    place = address(sheet.table)
    if tournament.keeps == Keeps.TOTALS:
        return see_other("balances", **place)
    form = PaperForm(request.POST if request.method == "POST" else None, sheet=sheet)
    if request.method == "POST" and form.is_valid() and (saved := _save(request, form)):
        return saved
    if request.method == "POST" and is_recorded(sheet.table, form.cleaned_data.get("key")):
        return see_other("sheet", **place)  # the button was pressed twice
    if request.method != "POST":
        with refusals_told(request):
            if not corrects_after_end(request, tournament):
                refuse_unless_open(tournament, sheet.table)
            return _page(request, form, refused=False)
        return see_other("sheet", **place)
    return _page(request, form, refused=True)


def _save(request: MemberRequest, form: PaperForm) -> SeeOther | None:
    """Save what was typed and redirect; None when the form must be shown again."""
    sheet = form.sheet
    confirmed = form.confirmed_codes()
    moves = _asks_who_moves(request, sheet)
    if not confirmed.issuperset({*form.odd, *({MOVES} if moves else ())}):
        form.ask(moves=moves)
        return None
    try:
        counts = corrected(
            request,
            sheet.tournament,
            partial(
                record_paper,
                table=sheet.table,
                lines=form.lines,
                key=form.cleaned_data["key"],
                confirmed=confirmed,
                settles=DIFFERS in confirmed,
                by=request.user,
                at=timezone.now(),
            ),
            subject=subject_of_sheet(sheet.table),
            reason=form.cleaned_data["reason"],
            tables=[sheet.table],
            counts=bool,
        )
    except TypingsDiffer as refusal:
        form.ask([_versions_sentence(difference, sheet) for difference in refusal.differences], moves=moves)
        return None
    except Refusal as refusal:
        form.refuse(refusal)
        return None
    values = {"count": len(form.lines), "table": sheet.table.number}
    if counts:
        sentence = ngettext(
            "Table %(table)d : %(count)d donne enregistrée.",
            "Table %(table)d : %(count)d donnes enregistrées.",
            len(form.lines),
        )
    else:
        sentence = _(
            "Table %(table)d : première saisie gardée. Elle comptera quand une autre personne aura tapé "
            "la même feuille."
        )
    messages.success(request, sentence % values)
    return see_other("sheet", **address(sheet.table))


def _asks_who_moves(request: MemberRequest, sheet: Sheet) -> bool:
    """Return whether the page must show who changes place: the tournament is over, and this typing would count."""
    tournament = sheet.tournament
    counts = not tournament.double_entry or waiting_typing(sheet.table) is not None
    return counts and corrects_after_end(request, tournament)


@require_POST
@requires(Action.RECORD)
def withdraw_typed(
    request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int
) -> HttpResponse:
    """Withdraw a first typing that waits for a second one, and show the empty grid again."""
    table = table_at(tournament, round_number, table_number)
    with refusals_told(request):
        withdraw_typing(table=table, by=request.user, at=timezone.now())
        messages.success(request, _("La saisie est retirée : la feuille est à taper de nouveau."))
        return see_other("paper_sheet", **address(table))
    return see_other("sheet", **address(table))


def _page(request: MemberRequest, form: PaperForm, *, refused: bool) -> HttpResponse:
    sheet = form.sheet
    waiting = waiting_typing(sheet.table) if sheet.tournament.double_entry else None
    asks = form.confirmation is not None and _asks_who_moves(request, sheet)
    places = [(sheet.table, number, line) for number, line in form.lines.items()]
    context = {
        "tournament": sheet.tournament,
        "sheet": sheet,
        "table": sheet.table,
        "place": address(sheet.table),
        "form": form,
        "chairs": [(key, staff_names(sheet.seats)[int(chair)]) for key, chair in form.keys.items()],
        "waiting": waiting,
        "after_end": corrects_after_end(request, sheet.tournament),
        "effect": place_changes(sheet.tournament, with_lines(*places)) if asks else None,
        "is_mine": waiting is not None and waiting.typed_by_id == request.user.pk,
    }
    return form_page(request, "scoring/paper.html", context, refused=refused)


def _versions_sentence(differing: Differing, sheet: Sheet) -> str:
    """Return a sentence with both versions of a donne."""
    versions = [_in_words(entry, differing.number, sheet) for entry in (differing.first, differing.second)]
    return _("Donne %(number)s : première saisie, %(first)s ; seconde saisie, %(second)s.") % {
        "number": number_told(sheet.table, differing.number),
        "first": versions[0],
        "second": versions[1],
    }


def _in_words(entry: Facts | Outcome | None, number: int, sheet: Sheet) -> str:
    if entry is None:
        return _("rien")
    line = score_line(entry, place=sheet, number=number)
    return donne_text_with_marks(line, staff_names(sheet.seats))
