"""The page that explains the API to people: what programs may do, then every request of the schema by Swagger UI."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.api.views import MOST_BYTES
from tournaments.api.guarded import REQUESTS
from tournaments.api.paging import A_PAGE, MOST_A_PAGE
from tournaments.labels import PUBLICATIONS, Scope
from tournaments.permissions import public
from tournaments.services.work.deliveries import PAUSES, SIGNATURE
from tournaments.views.caching import cached_page


@public
@cached_page(list)
def api_docs(request: HttpRequest) -> HttpResponse:
    """Show how to read, how to log in and how to be notified; Swagger UI adds the requests and the shapes."""
    context = {
        "scopes": list(Scope),
        "events": PUBLICATIONS,
        "a_page": A_PAGE,
        "most_a_page": MOST_A_PAGE,
        "most_bytes": MOST_BYTES,
        "asked": REQUESTS.most,
        "signature": SIGNATURE,
        "tries": len(PAUSES) + 1,
    }
    return render(request, "api_docs.html", context)
