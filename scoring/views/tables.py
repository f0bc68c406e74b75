"""The page of a table, on a phone that lies on it, and the way to it without a camera."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms.tables import FindTableForm
from scoring.queries.sheets import sheet_of
from scoring.queries.table_access import table_by_code, token_of
from scoring.views.addresses import staff_names
from scoring.views.at_table import TableRequest, at_table
from scoring.views.sheets import sheet_context
from tournaments.permissions import public
from tournaments.rates import Rate, address_of, too_many
from tournaments.refusals import Refusal
from tournaments.views.answers import form_page, see_other

# Whoever guesses codes is stopped; a whole hall behind one address types it wrong less often.
WRONG_CODES = Rate("entry_code", 40, 600)


@require_http_methods(["GET", "HEAD", "POST"])
@public
def find_table(request: HttpRequest) -> HttpResponse:
    """Ask for the code of the evening and a table's number, and lead to its page."""
    form = FindTableForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return form_page(request, "scoring/table/find.html", {"form": form})
    who = address_of(request)
    if WRONG_CODES.is_used_up(who):
        return too_many(request, WRONG_CODES.seconds)
    table = table_by_code(form.cleaned_data["code"], form.cleaned_data["table"])
    if table is None:
        WRONG_CODES.wait(who)
        form.refuse(
            Refusal(
                _(
                    "Aucune table %(table)d ne répond à ce code. Relisez les cinq lettres et le numéro sur la carte de "
                    "la table, ou demandez à l’arbitre."
                )
                % {"table": form.cleaned_data["table"]},
                code="no_such_table",
            )
        )
        return form_page(request, "scoring/table/find.html", {"form": form})
    return see_other("table_page", token=token_of(table, table.round.of_tournament))


@require_safe
@at_table
def table_page(request: TableRequest) -> HttpResponse:
    """Show the sheet of the table as it is, and what is to be done next."""
    sheet = sheet_of(request.access.of_table)
    context = sheet_context(sheet, staff_names(sheet.seats), changes={}) | {"access": request.access}
    return render(request, "scoring/table/page.html", context)
