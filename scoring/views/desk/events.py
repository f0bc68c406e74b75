"""A whole event as a file: exported, and imported back into a club."""

from base64 import b64decode, b64encode

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms.desk.events import EventForm
from scoring.imports.event_files import CONTENT_TYPE, EXTENSION, MOST_BYTES, event_file, read_event_file
from scoring.imports.events import LoadedEvent, load_event
from tournaments.exports.results import stem_of
from tournaments.models import Club, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.views.answers import file_answer, form_page, refusals_on, see_other
from tournaments.views.waiting_lists import drop_lists, keep_list, waiting_list

KIND = "event"  # of what waits
MOST_KEPT = 2 * 1024 * 1024  # bytes that wait in the session, which every request reads; a larger file is chosen again


@require_safe
@requires(Action.MANAGE_TOURNAMENT)
def save_event(request: MemberRequest, tournament: Tournament) -> HttpResponse:  # noqa: ARG001 - the guard's shape
    """Export everything of a tournament in one file."""
    content = event_file(tournament, at=timezone.now())
    name = f"{stem_of('tournoi', tournament)}.{EXTENSION}"
    return file_answer(content, name, content_type=CONTENT_TYPE, as_attachment=True)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def restore_event(request: MemberRequest, club: Club) -> HttpResponse:
    """Import an event from its file, next to what is there."""
    waiting = waiting_list(request, KIND, club) or {}
    form = EventForm(request.POST or None, request.FILES or None, kept=waiting.get("filename"))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            loaded = load_event(
                club=club,
                content=b64decode(waiting["content"]) if form.keeps_list else _sent(request, club, form),
                name=form.cleaned_data["name"],
                by=request.user,
                at=timezone.now(),
            )
            drop_lists(request, KIND, club)
            messages.success(request, _loaded_sentence(loaded))
            if loaded.without_licence:
                messages.warning(request, " ".join(loaded.without_licence))
            return see_other("tournament_desk", tournament_id=loaded.tournament.pk)
    return form_page(request, "scoring/restore_event.html", {"club": club, "form": form})


def _sent(request: MemberRequest, club: Club, form: EventForm) -> bytes:
    """Return the file that was sent; one that is an event waits until it comes in, however it is refused."""
    file = form.cleaned_data["file"]
    content: bytes = file.read(MOST_BYTES + 1)
    read_event_file(content)
    if len(content) <= MOST_KEPT:
        drop_lists(request, KIND, club)
        keep_list(request, KIND, club, filename=file.name[:120], content=b64encode(content).decode())
        form.keep(file.name[:120])
    return content


def _loaded_sentence(loaded: LoadedEvent) -> str:
    known = ngettext("%(count)d joueur était connu", "%(count)d joueurs étaient connus", loaded.known)
    created = ngettext("%(count)d est ajouté au club", "%(count)d sont ajoutés au club", loaded.created)
    players = f"{known % {'count': loaded.known}}, {created % {'count': loaded.created}}"
    return _("« %(name)s » est repris : %(what)s.") % {"name": loaded.tournament.name, "what": players}
