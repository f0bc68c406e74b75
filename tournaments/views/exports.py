"""How a list answers on its own address: `?format=csv`, `xlsx`, `ods` or `json` takes away what the page shows."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from tournaments.exports.tables import ExportTable
from tournaments.exports.writing import FORMATS
from tournaments.languages import current_language
from tournaments.rates import Rate, address_of, too_many
from tournaments.refusals import Refusal
from tournaments.views.answers import file_answer, see_other

# A workbook takes as long to make as a hundred kept pages: a hall fetches a few of an evening.
FROM_STRANGERS = Rate("exports", 60, 600)
PARAMETER = "format"  # of an address; a public page names it among its `texts`, for no such answer is kept


def is_taken_away(request: HttpRequest) -> bool:
    """Whether the address asks for the list as a file; any other word asks for the page."""
    return request.GET.get(PARAMETER) in FORMATS


def file_of(request: HttpRequest, table: Callable[[], ExportTable]) -> HttpResponse:
    """
    Return the list as the file asked for. What is refused is told above the page of the list.

    How many of them one address may ask for without a login is counted.
    """
    wait = None if request.user.is_authenticated else FROM_STRANGERS.wait(address_of(request))
    if wait is not None:
        return too_many(request, wait)
    asked = FORMATS[request.GET[PARAMETER]]
    try:
        wanted = table()
    except Refusal as refusal:
        messages.error(request, str(refusal))
        query = request.GET.copy()
        del query[PARAMETER]
        return see_other(f"{request.path}?{query.urlencode()}")
    content = asked.write(wanted, current_language())
    return file_answer(content, asked.file_name(wanted), content_type=asked.content_type, as_attachment=True)
