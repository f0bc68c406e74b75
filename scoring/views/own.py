"""A player's own pages: where do I sit, what did I mark, what do I agree with, where do I stand."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.exports import own_corrections_table, sheet_table
from scoring.forms.tables import ContestForm
from scoring.labels import ProtestAbout
from scoring.queries.agreements import Agreement, agreement_of, may_be_contested
from scoring.queries.desk import tables_sat_at
from scoring.queries.own import Asked, asked_of
from scoring.queries.own_corrections import own_corrections
from scoring.queries.sheets import Sheet
from scoring.queries.told_sheets import names_read_by
from scoring.services.confirmations import confirm_line
from scoring.services.protests import contest
from scoring.views.addresses import own_sheet_at
from scoring.views.sheets import sheet_context
from tournaments.exports.results import own_table
from tournaments.labels import Status
from tournaments.models import Registration, Seat, Tournament
from tournaments.queries import own as own_query
from tournaments.queries.clubs import invitations_for
from tournaments.queries.kept_standings import kept_standings
from tournaments.queries.revisions import Facts, of_player
from tournaments.refusals import Refusal
from tournaments.services.registrations import leave
from tournaments.text import whole_number
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other
from tournaments.views.caching import etag_of, kept_fresh_for_one, wants_fragment
from tournaments.views.exports import file_of, is_taken_away
from tournaments.views.own_pages import OwnRequest, follows_own

HERE = (Status.REGISTERED, Status.PRESENT)


def _of_mine(request: OwnRequest) -> Facts:
    """Two players of the same evening have different pages, so the player is one of the facts."""
    me = request.me
    mine = [("player", me.pk, me.full_name, me.consent, me.card_consent), ("invited", _invited(request))]
    return [*mine, *of_player(me.pk)]


def _invited(request: OwnRequest) -> int:
    """Return how many invitations wait for who is logged in; who came by his link has no account to invite."""
    return 0 if request.link else invitations_for(request.user).count()


@follows_own
@kept_fresh_for_one(_of_mine)
def own(request: OwnRequest) -> HttpResponse:
    """My evening, live."""
    facts = _of_mine(request)  # before anything they stand for is read
    entries = own_query.entries(request.me)
    evening = own_query.own(entries, ranked=kept_standings)
    if is_taken_away(request):
        return file_of(request, lambda: own_table(evening))
    invited, asked = _invited(request), asked_of(entries)
    context = {
        "me": request.me,
        "own": evening,
        "running": [
            (mine, asked.get(mine.registration.pk, Asked()), mine.registration.status in HERE)
            for mine in evening.running
        ],
        "invited": invited,
        "etag": etag_of(request, facts, fragment=True),
    }
    name = "evening" if wants_fragment(request) else "own"
    return render(request, f"tournaments/player/{name}.html", context)


@require_safe
@follows_own
def own_past(request: OwnRequest) -> HttpResponse:
    """Every tournament of mine that is over, a few a page, each with the way to my sheets."""
    everything = own_query.past_entries(request.me)
    if is_taken_away(request):
        return file_of(request, lambda: own_table(own_query.own(list(everything))))
    page = Paginator(everything, own_query.PAST).get_page(request.GET.get("page"))
    context = {"me": request.me, "own": own_query.own(list(page.object_list), ranked=kept_standings), "page": page}
    return render(request, "tournaments/player/past.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@follows_own
def own_sheet(request: OwnRequest, *, tournament: Tournament, round_number: int) -> HttpResponse:
    """
    Show a player the sheet of the table where he sat, and no other; the others are named as they consented.

    Posted to, it takes his word for the line that he read.
    """
    shown, mine, tables = _own_sheet(request, tournament, round_number)
    if request.method == "POST":
        return _confirm(request, shown, mine)
    names = names_read_by(shown.seats, request.me.pk)
    context = sheet_context(shown, names, changes={})
    if is_taken_away(request):
        return file_of(request, lambda: sheet_table(shown.table, tournament, context))
    agreement = agreement_of(shown)
    is_open = shown.table.closed_at is None and not tournament.is_finished
    for row in context["rows"]:
        standing = agreement.lines.get(row["number"])
        row["agreed"] = standing is not None and bool(standing.confirmed_by)
        row["waits"] = standing is not None and standing.waits
        row["asked"] = is_open and standing is not None and mine in standing.may_confirm
    context |= {
        "mine": mine.chair_index,
        "positions": sorted(tables),
        "protests": [protest for protest in agreement.protests if protest.seat_id == mine.pk],
        "may_contest": may_be_contested(shown.table, tournament, at=timezone.now()),
    }
    return render(request, "scoring/own_sheet.html", context)


def _confirm(request: OwnRequest, shown: Sheet, mine: Seat) -> HttpResponse:
    line = whole_number(request.POST.get("line", ""))
    agreement = agreement_of(shown)
    with refusals_told(request):
        number = _number_to_confirm(shown, agreement, mine, line)
        written = shown.lines[number]
        written.table = shown.table
        confirm_line(line=written, seat=mine, by=request.speaker, at=timezone.now())
        messages.success(request, _("Donne %(number)d confirmée.") % {"number": number})
    if request.POST.get("de") == "soiree":
        return see_other("own")
    return see_other("own_sheet", tournament_id=shown.tournament.pk, round_number=shown.table.round.number)


def _number_to_confirm(shown: Sheet, agreement: Agreement, mine: Seat, line: int | None) -> int:
    """
    Return the number of the donne whose line was read.

    Refuses what the service would refuse too, but for those who may: it names them, and not all of them agreed to it.
    """
    number = next((number for number, written in shown.lines.items() if written.pk == line), None)
    if number is None:
        raise Refusal(_("Cette donne a été changée entre-temps. Relisez-la, puis confirmez."), code="stale_line")
    standing = agreement.lines[number]
    if not standing.confirmed_by and mine not in standing.may_confirm:
        raise Refusal(
            _("La donne %(number)d n’attend pas votre accord : l’autre camp la confirme, ou l’arbitre l’a saisie.")
            % {"number": number},
            code="own_line",
        )
    return number


@require_http_methods(["GET", "HEAD", "POST"])
@follows_own
def own_protest(request: OwnRequest, *, tournament: Tournament, round_number: int) -> HttpResponse:
    """Ask a player what is wrong on the sheet of his table, and have an arbiter told."""
    shown, mine, _tables = _own_sheet(request, tournament, round_number)
    initial = {}
    if (number := whole_number(request.GET.get("donne", ""))) is not None and number in shown.lines:
        initial = {"about": ProtestAbout.DONNE, "number": number}
    form = ContestForm(request.POST if request.method == "POST" else None, initial=initial)
    context = {"form": form, "table": shown.table, "tournament": tournament}
    if request.method == "POST" and form.is_valid():
        said: dict[str, Any] = form.said
        with refusals_on(form):
            contest(table=shown.table, seat=mine, by=request.speaker, at=timezone.now(), **said)
            messages.success(request, _("L’arbitre est prévenu : il vient à votre table."))
            return see_other("own_sheet", tournament_id=tournament.pk, round_number=round_number)
    return form_page(request, "scoring/own_protest.html", context)


@require_safe
@follows_own
def own_changes(request: OwnRequest, *, tournament: Tournament) -> HttpResponse:
    """Show a player what was changed of his own scores, by whom and why; the others are named as they consented."""
    registration = _own_entry(request, tournament)
    corrections = own_corrections(registration)
    if is_taken_away(request):
        return file_of(request, lambda: own_corrections_table(tournament, corrections))
    return render(request, "scoring/own_corrections.html", {"tournament": tournament, "corrections": corrections})


@require_http_methods(["GET", "HEAD", "POST"])
@follows_own
def own_leaving(request: OwnRequest, *, tournament: Tournament) -> HttpResponse:
    """Ask a player whether he really leaves, then write it down; the organiser reads that he did it himself."""
    registration = _own_entry(request, tournament)
    if request.method == "POST":
        with refusals_told(request):
            leave(registration=registration.pk, tournament=tournament, by=request.speaker, at=timezone.now())
            messages.success(request, _("Vous êtes retiré du tournoi « %(name)s ».") % {"name": tournament.name})
        return see_other("own")
    context = {"tournament": tournament, "entry": registration, "is_in": registration.status in HERE}
    return render(request, "tournaments/player/leave.html", context)


def _own_entry(request: OwnRequest, tournament: Tournament) -> Registration:
    """Return the registration of who asks, or the page that says there is none."""
    entries = tournament.registrations.select_related("player")
    registration = get_object_or_404(entries, player=request.me, tournament=tournament)
    if not tournament.is_public:
        raise Http404
    return registration


def _own_sheet(request: OwnRequest, tournament: Tournament, round_number: int) -> tuple[Sheet, Seat, dict[int, Any]]:
    """Return the sheet of the table where a player sat, his seat there, and his tables by round number."""
    if not tournament.is_public:
        raise Http404
    tables = tables_sat_at(tournament, request.me.pk)
    shown = own_sheet_at(tournament, tables, round_number)
    return shown, next(seat for seat in shown.seats if seat.registration.player_id == request.me.pk), tables
