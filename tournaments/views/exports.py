"""Lists as files: `?format=csv`, `xlsx`, `ods` or `json` at the address of a list gives the rows of its page."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from tournaments.exports.tables import ExportTable
from tournaments.exports.writing import FORMATS
from tournaments.kit.languages import current_language
from tournaments.kit.throttle import RateLimit, address_of, too_many
from tournaments.refusals import Refusal
from tournaments.views.answers import file_answer, see_other

# A workbook takes as long to make as a hundred cached pages, and a hall needs few of them in an evening.
FROM_STRANGERS = RateLimit("exports", 60, 600)
PARAMETER = "format"  # of an address; a public page names it among its `texts`, because no cache keeps a file


def wants_file(request: HttpRequest) -> bool:
    """Return True when the address asks for a file; an unknown format asks for the page."""
    return request.GET.get(PARAMETER) in FORMATS


def file_of(request: HttpRequest, make_table: Callable[[], ExportTable]) -> HttpResponse:
    """
    Return the list as the file that the address asks for. A refusal is shown at the top of the list's page.

    One network address without a login gets at most `FROM_STRANGERS` files; a player with a personal link has the same
    limit, counted per player.
    """
    link = getattr(request, "link", None)
    whose = f"player-{link.of_player.pk}" if link else address_of(request)
    wait = None if request.user.is_authenticated else FROM_STRANGERS.wait(whose)
    if wait is not None:
        return too_many(request, wait)
    file_format = FORMATS[request.GET[PARAMETER]]
    try:
        table = make_table()
    except Refusal as refusal:
        messages.error(request, str(refusal))
        query = request.GET.copy()
        del query[PARAMETER]
        return see_other(f"{request.path}?{query.urlencode()}")
    content = file_format.write(table, current_language())
    return file_answer(content, file_format.file_name(table), content_type=file_format.content_type, as_attachment=True)
