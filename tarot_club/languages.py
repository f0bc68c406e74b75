"""The language of the pages, chosen by whoever reads them."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from tournaments.permissions import public


@public
@csrf_exempt
def choose_language(request: HttpRequest) -> HttpResponse:
    """
    Keep the language chosen in a cookie and lead back to the page it was chosen on.

    No token: the page around the button is the same for everybody and holds none, and a stranger who made a visitor
    read English would have gained nothing.
    """
    return set_language(request)
