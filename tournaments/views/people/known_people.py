"""Guests of a club, and what clubs ask of one another about a player: the player's club or the player answers."""

from collections import defaultdict
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.forms.people.players import AnswerForm
from tournaments.imports.player_columns import headings
from tournaments.kit.text import whole_number
from tournaments.labels import Category, Grade, Sex
from tournaments.models import Account, ByLink, Club, Membership, Player, Proposal
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.people.files import PATIENCE, Waiting, asked_by, files_unanswered, seen_by, waiting_for
from tournaments.queries.people.members import ever_members, grade_of, keeps_file
from tournaments.queries.people.names import in_alphabet
from tournaments.refusals import Refusal
from tournaments.services.people.files import answer_proposal, hide_player
from tournaments.services.people.joining import answer_membership
from tournaments.services.people.keeping import name_keeper
from tournaments.services.people.players import join_club
from tournaments.views.answers import refusals_told, see_other
from tournaments.views.own_pages import OwnRequest, follows_own

ROWS = 50
Question = tuple[Membership | Proposal, list[tuple[Any, ...]] | None]  # changes are (heading, before, after)
WORDS = {"category": dict(Category.choices), "sex": dict(Sex.choices)}


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def club_guests(request: MemberRequest, club: Club) -> HttpResponse:
    """Show a club's guests (players who are not members), the requests that it made, and those it has to answer."""
    if request.method == "POST":
        if "ask" in request.POST:
            _ask(request, club)
        elif "hide" in request.POST:
            _hide(request, club)
        else:
            _answer(request, waiting_for(club=club), request.user)
        return see_other("club_guests", club_id=club.pk)
    guests = club.known.filter(erased_at=None).exclude(pk__in=ever_members(club.pk).values("pk"))
    pages = Paginator(guests.select_related("club").annotate(alphabet=in_alphabet()).order_by("alphabet", "pk"), ROWS)
    page = pages.get_page(request.GET.get("page"))
    asked = list(asked_by(club))
    waiting_ids = {membership.player_id for membership in asked}
    context = {
        "club": club,
        "waiting": _in_words(waiting_for(club=club), under="player"),
        "asked": asked,
        "due": timezone.localdate() - PATIENCE,  # asked until then, it may be asked once more
        "guests": [
            (guest, keeps_file(club, guest))
            for guest in seen_by(club.pk, page.object_list)
            if guest.pk not in waiting_ids
        ],
        "page": page,
    }
    return render(request, "tournaments/office/guests.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@follows_own
def own_requests(request: OwnRequest) -> HttpResponse:
    """Show the requests of clubs about me: to be a member, to correct my file. A POST answers one."""
    if request.method == "POST":
        _answer(request, waiting_for(player=request.me), request.speaker)
        return see_other("own_requests")
    context = {"me": request.me, "waiting": _in_words(waiting_for(player=request.me), under="club")}
    return render(request, "tournaments/player/requests.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.NAME_KEEPER)
def unanswered_files(request: MemberRequest) -> HttpResponse:
    """Show the files for which no club answers, with the club that could keep each; a POST gives one to that club."""
    waiting = files_unanswered(request.user, timezone.localdate())
    if request.method == "POST":
        membership = waiting.filter(pk=whole_number(request.POST.get("membership", "")) or 0).first()
        if membership is None:
            messages.error(request, _("Cette demande n’attend plus : rechargez la page."))
        else:
            with refusals_told(request):
                given: dict[str, Any] = {"club": membership.club, "player": membership.player}
                name_keeper(**given, by=request.user, at=timezone.now())
                messages.success(request, _("« %(club)s » tient maintenant la fiche de %(player)s.") % given)
        return see_other("unanswered_files")
    page = Paginator(waiting, ROWS).get_page(request.GET.get("page"))
    return render(request, "tournaments/office/unanswered_files.html", {"page": page})


def _known(club: Club, typed: str) -> Player:
    return get_object_or_404(club.known, pk=whole_number(typed) or 0, erased_at=None)


def _hide(request: MemberRequest, club: Club) -> None:
    player = _known(club, request.POST["hide"])
    with refusals_told(request):
        hide_player(club=club, player=player, by=request.user, at=timezone.now())
        sentence = _("Le nom de %(player)s n’est plus montré sur aucune page publique du site.")
        messages.success(request, sentence % {"player": player})


def _ask(request: MemberRequest, club: Club) -> None:
    player = _known(club, request.POST["ask"])
    try:
        join_club(club=club, player=player, by=request.user, at=timezone.now())
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return
    messages.success(request, joined_sentence(player, club))


def joined_sentence(player: Player, club: Club) -> str:
    """Return a sentence: whether a player is now a member of a club, or was only asked for."""
    if grade_of(player, club) == Grade.ASKED:
        return _("L’adhésion de %(player)s est demandée.") % {"player": player}
    return _("%(player)s est maintenant membre du club.") % {"player": player}


def _answer(request: MemberRequest, waiting: Waiting, by: Account | ByLink) -> None:
    """Answer one request, as the form says; add a message when the request awaits no answer from this user."""
    form = AnswerForm(request.POST, waiting=waiting)
    if not form.is_valid():
        messages.error(request, " ".join(str(text) for errors in form.errors.values() for text in errors))
        return
    answer: dict[str, Any] = {"accepted": form.cleaned_data["accepted"], "by": by, "at": timezone.now()}
    try:
        if isinstance(form.one, Proposal):
            answer_proposal(proposal=form.one, **answer)
        else:
            assert form.one is not None, "it was valid"
            heard_on = form.cleaned_data["heard_on"]
            answer_membership(club=form.one.club, player=form.one.player, heard_on=heard_on, **answer)
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return
    messages.success(request, _("C’est noté : le club qui demandait lit votre réponse."))


def _in_words(waiting: Waiting, *, under: str) -> list[tuple[Player | Club, list[Question]]]:
    """Return the requests grouped by player (`under="player"`) or by asking club (`under="club"`): one card a group."""
    names = headings()
    cards: dict[Player | Club, list[Question]] = defaultdict(list)
    for membership in waiting.memberships:
        cards[getattr(membership, under)].append((membership, None))
    for proposal in waiting.proposals:
        changes = [
            (names[name], *(WORDS.get(name, {}).get(value, value) for value in pair))
            for name, pair in proposal.changes.items()
        ]
        cards[getattr(proposal, under)].append((proposal, changes))
    return list(cards.items())
