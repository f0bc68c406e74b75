"""Consents of players to a purpose (name in results, card, sharing): noted by the club, or given by the player."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.exports.results import stem_of
from tournaments.exports.tables import of_list
from tournaments.forms.people.players import OwnConsentForm
from tournaments.labels import Purpose
from tournaments.models import Club
from tournaments.models.clubs import ASKS, CONSENTS
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.people.messages import own_mail
from tournaments.queries.people.names import asking, in_alphabet, may_agree
from tournaments.queries.privacy.legal import last_day_to_erase
from tournaments.services.people import consents
from tournaments.services.privacy.asking import ask_erasure
from tournaments.tables import ConsentTable, PlayerFilter, page, ticked_players
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file
from tournaments.views.own_pages import OwnRequest, follows_own

# The name of each purpose's page.
PAGES = {
    Purpose.RESULTS: "record_consents",
    Purpose.CARD: "record_card_consents",
    Purpose.SHARING: "record_sharing_consents",
}


@requires(Action.MANAGE_CLUB)
def record_consents(request: MemberRequest, club: Club, purpose: Purpose = Purpose.RESULTS) -> HttpResponse:
    """Show the players without a consent to a purpose who may give one: tick those who agree, or take all."""
    not_agreed = may_agree(club, purpose)
    if request.method == "POST":
        ticked = not_agreed if "everybody" in request.POST else not_agreed.filter(pk__in=ticked_players(request))
        agreed = consents.record_consents(
            club=club, players=ticked, by=request.user, at=timezone.now(), purpose=purpose
        )
        if not agreed:
            messages.error(request, _("Rien n’est noté : cochez au moins un joueur."))
            return see_other(PAGES[purpose], club_id=club.pk)
        messages.success(request, _agreed_sentence(purpose, len(agreed)))
        return see_other("club_players", club_id=club.pk)
    filterset = PlayerFilter(request.GET, queryset=not_agreed.annotate(alphabet=in_alphabet()), club=club)
    table = page(request, ConsentTable(filterset.qs))
    if wants_file(request):
        title, stem = _("Noms qui ne sont pas montrés"), stem_of("sans-accord", club)
        return file_of(request, lambda: of_list(table, title=title, stem=stem))
    context = {
        "club": club,
        "filter": filterset,
        "table": table,
        "silent": not_agreed.count(),
        "asking": asking(club),
        "purpose": purpose,
        "pages": [(listed_purpose, reverse(name, args=[club.pk])) for listed_purpose, name in PAGES.items()],
    }
    return render(request, "tournaments/office/consents.html", context)


@require_POST
@requires(Action.MANAGE_CLUB)
def answer_consents(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """Accept or decline what a player asked for by a link."""
    player = get_object_or_404(club.files.select_related("club"), pk=player_id)
    accepted = request.POST.get("answer") == "accept"
    with refusals_told(request):
        consents.answer_consents(player=player, accepted=accepted, by=request.user, at=timezone.now())
        sentence = (
            _("Les accords de %(player)s sont notés : les pages publiques les suivent dès maintenant.")
            if accepted
            else _("La demande de %(player)s est écartée : rien n’est devenu public.")
        )
        messages.success(request, sentence % {"player": player})
    return see_other("record_consents", club_id=club.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@follows_own
def own_consents(request: OwnRequest) -> HttpResponse:
    """Show and change a player's own consents. A consent given by a link waits until the club accepts it."""
    me = request.me
    initial = {name: getattr(me, name) or getattr(me, ASKS[purpose]) for purpose, name in CONSENTS.items()}
    form = OwnConsentForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            me = consents.set_own_consents(player=me, by=request.speaker, at=timezone.now(), **form.cleaned_data)
            messages.success(
                request,
                _("Ce que vous acceptez attend le mot de l’organisateur ; ce que vous retirez vaut dès maintenant.")
                if me.asked
                else _("Vos accords sont notés : les pages publiques les suivent dès maintenant."),
            )
            return see_other("own")
    context = {"form": form, "me": me, "mail": own_mail(me)}
    return form_page(request, "tournaments/player/consents.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@follows_own
def own_erasure(request: OwnRequest) -> HttpResponse:
    """Ask the club that keeps the player's file to erase it, or withdraw that request."""
    me = request.me
    if request.method == "POST":
        asks = "asks" in request.POST
        with refusals_told(request):
            ask_erasure(player=me, asks=asks, by=request.speaker, at=timezone.now())
            messages.success(
                request,
                _("Votre demande est notée : le club qui tient votre fiche la lit.")
                if asks
                else _("Votre demande est retirée : rien n’est effacé."),
            )
        return see_other("own_erasure")
    context = {"me": me, "last_day": last_day_to_erase(me)}
    return render(request, "tournaments/player/erasure.html", context)


def _agreed_sentence(purpose: Purpose, count: int) -> str:
    """Return the sentence that says what is allowed from now on, and for how many players."""
    if purpose == Purpose.CARD:
        sentence = ngettext(
            "%(count)d joueur a maintenant sa fiche publique.",
            "%(count)d joueurs ont maintenant leur fiche publique.",
            count,
        )
    elif purpose == Purpose.SHARING:
        sentence = ngettext(
            "Les résultats de %(count)d joueur peuvent maintenant être transmis.",
            "Les résultats de %(count)d joueurs peuvent maintenant être transmis.",
            count,
        )
    else:
        sentence = ngettext(
            "Le nom de %(count)d joueur peut maintenant être montré.",
            "Les noms de %(count)d joueurs peuvent maintenant être montrés.",
            count,
        )
    return sentence % {"count": count}
