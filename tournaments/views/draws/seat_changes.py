"""Pages of seats changed by hand after a draw: all rounds, an exchange with its price, a replacement."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.exports.office import seat_changes_table
from tournaments.forms.draws.seat_changes import ConfirmSwapForm, LeavingForm, ReplacementForm, SwapForm
from tournaments.labels import SeatChangeKind
from tournaments.models import Registration, SeatChange, Table, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.draws.certificate import hand_words
from tournaments.queries.draws.drafts import published_draw
from tournaments.queries.draws.seat_changes import hand_changes, in_force, leavers, leaving, price, rounds_to_leave
from tournaments.queries.draws.seating import Places, digest, places
from tournaments.queries.evening.stages import begun_rounds, rounds_one_by_one
from tournaments.queries.people.names import in_alphabet, names_apart
from tournaments.refusals import Refusal
from tournaments.services.draws import replacements, seat_changes
from tournaments.services.draws.seat_changes import has_records
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file


@never_cache
@require_safe
@requires(Action.DRAW)
def changes(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show every round with what can be done in it, and the changes made by hand."""
    if wants_file(request):
        return file_of(request, lambda: seat_changes_table(tournament, hand_changes(tournament)))
    begun = begun_rounds(tournament)
    rounds = rounds_one_by_one(tournament)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "rounds": rounds,
        "published": [state.number for state in rounds if state.published],
        "begun": begun,
        "changes": [
            (change, *_names(change), in_force(change), in_force(change) and _may_be_undone(change, begun))
            for change in hand_changes(tournament)
        ],
        "words": hand_words(tournament, published_draw(tournament)),
        "is_finished": tournament.is_finished,
    }
    return render(request, "tournaments/office/seat_changes.html", context)


def _names(change: SeatChange) -> list[str]:
    """Return the names of the two players of a change; namesakes are told apart."""
    entries = (change.one, change.other)
    return names_apart(entries, [str(entry.player) for entry in entries])


def _may_be_undone(change: SeatChange, begun: int) -> bool:
    """Return True when nothing is played of what a change moved. In the current round a replacement moved one table."""
    if change.tournament.is_finished or change.number < begun:
        return False
    tables = Table.objects.filter(round__tournament=change.tournament, round__number=begun)
    is_whole_round = change.kind == SeatChangeKind.SWAP
    return change.number > begun or not (is_whole_round or has_records(tables.filter(seats__registration=change.other)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.DRAW)
def swap(request: MemberRequest, tournament: Tournament, round_number: int) -> HttpResponse:
    """Choose two players of a round, see the price of the exchange, then exchange them."""
    rounds = places(tournament)
    seats = rounds.get(round_number)
    if seats is None:
        raise Http404(_("La position %(number)d n’est pas publiée.") % {"number": round_number})
    is_sent = request.method == "POST"
    people = _people(seats)
    confirm_form = ConfirmSwapForm(request.POST) if is_sent else None
    swap_form = SwapForm(request.POST if is_sent else request.GET or None, people=people, seats=seats)
    if confirm_form is not None and confirm_form.is_valid():
        try:
            seat_changes.swap_players(
                tournament=tournament,
                number=round_number,
                by=request.user,
                at=timezone.now(),
                **confirm_form.cleaned_data,
            )
        except Refusal as refusal:
            confirm_form.refuse(refusal)
            # What was shown is out of date: the price below is that of the seats as they are now.
            confirm_form.data = {**request.POST.dict(), "seen": digest(rounds)}
        else:
            messages.success(request, _("L’échange est fait à la position %(number)d.") % {"number": round_number})
            return see_other("seat_changes", tournament_id=tournament.pk)
    priced = None
    if swap_form.is_bound and swap_form.is_valid():
        values = swap_form.cleaned_data
        priced = price(tournament, rounds, round_number, values["one"], values["other"])
        confirm_form = confirm_form or ConfirmSwapForm(initial=values | {"seen": digest(rounds)})
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "number": round_number,
        "form": swap_form,
        "confirm": confirm_form,
        "price": priced,
        "is_begun": round_number <= begun_rounds(tournament),
        "is_finished": tournament.is_finished,
    }
    return form_page(request, "tournaments/office/seat_changes_swap.html", context, refused=is_sent)


@require_POST
@requires(Action.DRAW)
def undo_change(request: MemberRequest, tournament: Tournament, change_id: int) -> HttpResponse:
    """Undo an exchange or a replacement: every player gets the old seat back. A second press does nothing."""
    change = SeatChange.objects.filter(pk=change_id).first()
    if change is not None and change.tournament_id != tournament.pk:
        raise Http404
    with refusals_told(request):
        if change is None:
            raise Refusal(_("Ce changement est déjà défait."), code="gone")
        is_swap = change.kind == SeatChangeKind.SWAP
        undo = seat_changes.undo_swap if is_swap else replacements.undo_replacement
        undo(change=change, by=request.user, at=timezone.now())
        messages.success(
            request,
            _("L’échange est défait : chacun a retrouvé sa place.")
            if is_swap
            else _("Le remplacement est défait : %(player)s a retrouvé sa place.") % {"player": change.one.player},
        )
    return see_other("seat_changes", tournament_id=tournament.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.DRAW)
def replace(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Choose who leaves and from which round on, see what passes to the new player, then choose the new player."""
    rounds = rounds_to_leave(tournament)
    leaving_form = LeavingForm(request.GET or None, people=leavers(tournament), rounds=rounds)
    if not leaving_form.is_bound:
        leaving_form.fields["number"].initial = begun_rounds(tournament) + 1
    departure = None
    if leaving_form.is_bound and leaving_form.is_valid():
        departure = leaving(tournament, leaving_form.cleaned_data["leaver"], leaving_form.cleaned_data["number"])
        if departure is None:
            leaving_form.add_error("leaver", _("Ce joueur n’a aucune place à partir de cette position."))
    form = ReplacementForm(request.POST or None, leaving=departure) if departure else None
    if request.method == "POST" and departure is not None and form is not None and form.is_valid():
        with refusals_on(form):
            replacement = replacements.replace_player(
                tournament=tournament,
                leaver=departure.entry.pk,
                comer=form.chosen_comer(tournament.club),
                others=form.others,
                same=form.same,
                number=departure.number,
                key=form.cleaned_data["key"],
                reason=form.cleaned_data["reason"],
                wishes=form.cleaned_data["wishes"],
                by=request.user,
                at=timezone.now(),
            )
            sentence = _("%(other)s prend la place de %(one)s à partir de la position %(number)d.")
            values = {"one": replacement.one.player, "other": replacement.other.player, "number": replacement.number}
            messages.success(request, sentence % values)
            return see_other("seat_changes", tournament_id=tournament.pk)
    if request.method == "POST" and form is None:
        messages.error(request, _("Les places de ce joueur ont changé : choisissez de nouveau."))
        return see_other("replace_player", tournament_id=tournament.pk)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "choose": leaving_form,
        "leaving": departure,
        "form": form,
        "rounds": rounds,
        "is_finished": tournament.is_finished,
    }
    refused = form is not None and bool(form.errors)
    return form_page(request, "tournaments/office/seat_changes_replace.html", context, refused=refused)


def _people(seats: Places) -> list[Registration]:
    """Return the players seated in a round, sorted by name."""
    entries = Registration.objects.filter(pk__in=seats).select_related("player")
    return list(entries.annotate(alphabet=in_alphabet("player__")).order_by("alphabet", "start_number"))
