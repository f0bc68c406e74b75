"""The pages of the site itself: its language, its state, its legal page, and files at its root."""

from dataclasses import astuple
from xml.sax.saxutils import escape

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from scoring.api.views import MOST_BYTES
from scoring.own_exports import sections
from tarot_club.backups import moment
from tarot_club.backups.taken import file_name, taken_now
from tarot_club.club_files import CONTENT_TYPE, EXTENSION, club_file
from tournaments import banners
from tournaments.api.guarded import REQUESTS
from tournaments.api.paging import A_PAGE, MOST_A_PAGE
from tournaments.forms.clubs.clubs import SiteForm
from tournaments.kit.typefaces import FACES, web_font
from tournaments.labels import PUBLICATIONS, Scope
from tournaments.models import Club, Site
from tournaments.permissions import Action, MemberRequest, public, requires
from tournaments.queries.pages.addresses import known_site, public_paths, site_asked
from tournaments.queries.pages.personal_links import AFTER_THE_EVENING, AFTER_THE_SEASON
from tournaments.queries.pages.revisions import Dependencies
from tournaments.queries.privacy.legal import installed_facts, legal_facts
from tournaments.services.clubs.site import change_site, note_backup, note_club_taken
from tournaments.services.work.deliveries import PAUSES, SIGNATURE
from tournaments.services.work.purges import DAYS_OF_A_DOCUMENT, DAYS_OF_A_JOB, DAYS_OF_A_TRY, DAYS_OF_AN_ENTRY
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other
from tournaments.views.caching import cached_page
from tournaments.views.phones import KEY_AGE


@public
@csrf_exempt
def choose_language(request: HttpRequest) -> HttpResponse:
    """
    Store the chosen language in a cookie, and go back to the page where it was chosen.

    It needs no CSRF token: the page around the button is the same for everybody and has none, and an attacker who makes
    a visitor read English gains nothing.
    """
    return set_language(request)


def _legal_dependencies() -> Dependencies:
    return [astuple(legal_facts())]


@requires(Action.RUN_SITE)
def site(request: MemberRequest) -> HttpResponse:
    """Show who answers for the site and how long data are kept; an administrator downloads a backup here."""
    said = Site.objects.filter(pk=1).first() or Site()
    form = SiteForm.about(said, installed_facts(), request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            change_site(facts=form.facts, by=request.user, at=timezone.now())
            messages.success(request, _("C’est enregistré : les mentions légales le disent."))
            return see_other("site")
    return form_page(request, "site.html", {"form": form, "site": said, "filename": file_name()})


@require_POST
@requires(Action.RUN_SITE)  # type: ignore[arg-type]  # a file is streamed
def take_backup(request: MemberRequest) -> HttpResponseBase:
    """Make a backup of the whole site and send it. Every journal names who took it."""
    with refusals_told(request):
        file, name = taken_now(), file_name()
        note_backup(by=request.user, at=timezone.now())
        return FileResponse(file, as_attachment=True, filename=name, content_type="application/octet-stream")
    return see_other("site")


@require_POST
@requires(Action.MANAGE_CLUB)  # type: ignore[arg-type]  # a file is streamed
def take_club(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Send a whole club in one file. Its journal names who took it."""
    note_club_taken(club=club, by=request.user, at=timezone.now())
    name = f"{club.slug}-{moment()}.{EXTENSION}"
    return FileResponse(
        club_file(club, at=timezone.now()), as_attachment=True, filename=name, content_type=CONTENT_TYPE
    )


@require_safe
@public
@cached_page(_legal_dependencies)
def legal(request: HttpRequest) -> HttpResponse:
    """Show who answers for this site, what it stores about people, how long, and what they may ask."""
    days = {"documents": DAYS_OF_A_DOCUMENT, "jobs": DAYS_OF_A_JOB, "tries": DAYS_OF_A_TRY, "entries": DAYS_OF_AN_ENTRY}
    kept = {"sections": sections().values(), "phone_days": KEY_AGE.days}
    kept |= {"evening_days": AFTER_THE_EVENING.days, "link_days": AFTER_THE_SEASON.days}
    return render(request, "legal.html", {"legal": legal_facts(), "days": days, **kept})


# Behind these a visitor finds a login form.
FOR_PEOPLE_ALONE = (
    "admin",
    "api/v1",
    "arbitrage",
    "comptes",
    "i",
    "j",
    "langue",
    "moi",
    "organisation",
    "sante",
    "t",
    "table",
)


# Other forms of a page: lists as files, and the part that scripts ask for again and again.
OF_NO_USE = ("/*?*format=", "/*?*fragment")
APP_ICONS = (180, 192, 512)


@public
@require_safe
@cache_control(max_age=86_400, public=True)
def favicon(_request: HttpRequest) -> HttpResponse:
    """Send the icon, for browsers that look at this address first."""
    return HttpResponse(banners.favicon(), content_type="image/x-icon")


@public
@require_safe
@cache_control(max_age=86_400, public=True)
def app_icon(_request: HttpRequest, size: int) -> HttpResponse:
    """Send the icon for the home screen of a phone."""
    if size not in APP_ICONS:
        raise Http404(size)
    return HttpResponse(banners.icon(size), content_type="image/png")


@public
@require_safe
@cache_control(max_age=86_400, public=True)
def robots(request: HttpRequest) -> HttpResponse:
    """Tell search engines which addresses to leave out, and where the others are listed."""
    lines = ["User-agent: *", *(f"Disallow: /{folder}/" for folder in FOR_PEOPLE_ALONE)]
    lines += [f"Disallow: {pattern}" for pattern in OF_NO_USE]
    lines += ["", f"Sitemap: {known_site() or site_asked(request)}{reverse('sitemap')}"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@public
@require_safe
@cache_control(max_age=3600, public=True)
def sitemap(request: HttpRequest) -> HttpResponse:
    """List the pages that everybody may read."""
    site = known_site() or site_asked(request)
    pages = "".join(
        f"<url><loc>{escape(site + path)}</loc>{f'<lastmod>{changed}</lastmod>' if changed else ''}</url>\n"
        for path, changed in public_paths()
    )
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return HttpResponse(f"{head}{pages}</urlset>\n", content_type="application/xml")


@public
@require_safe
@cache_control(max_age=31_536_000, public=True, immutable=True)
def typeface(_request: HttpRequest, face: str) -> HttpResponse:
    """Send one font file of the site. Its address in the style sheet changes with the file."""
    if face not in FACES:
        raise Http404(face)
    return HttpResponse(web_font(face), content_type="font/woff2")


@public
@cached_page(list)
def api_docs(request: HttpRequest) -> HttpResponse:
    """Show how to read the API, log in and get notifications; Swagger UI adds the operations and their schemas."""
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
