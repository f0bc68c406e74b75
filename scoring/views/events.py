"""A whole event as a file: exported, and imported back into a club."""

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms.events import EventForm
from scoring.imports.event_files import CONTENT_TYPE, EXTENSION, MOST_BYTES, event_file
from scoring.imports.events import LoadedEvent, load_event
from tournaments.exports.results import stem_of
from tournaments.models import Club, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.views.answers import file_answer, form_page, refusals_on, see_other


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
    form = EventForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            loaded = load_event(
                club=club,
                content=form.cleaned_data["file"].read(MOST_BYTES + 1),
                name=form.cleaned_data["name"],
                by=request.user,
                at=timezone.now(),
            )
            messages.success(request, _loaded_sentence(loaded))
            if loaded.without_licence:
                messages.warning(request, " ".join(loaded.without_licence))
            return see_other("tournament_desk", tournament_id=loaded.tournament.pk)
    return form_page(request, "scoring/restore_event.html", {"club": club, "form": form})


def _loaded_sentence(loaded: LoadedEvent) -> str:
    known = ngettext("%(count)d joueur était connu", "%(count)d joueurs étaient connus", loaded.known)
    created = ngettext("%(count)d est ajouté au club", "%(count)d sont ajoutés au club", loaded.created)
    players = f"{known % {'count': loaded.known}}, {created % {'count': loaded.created}}"
    return _("« %(name)s » est repris : %(what)s.") % {"name": loaded.tournament.name, "what": players}
