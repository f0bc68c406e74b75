"""A player's own pages: his seat, his marks, his confirmations, his place, and the data kept about him."""

import json
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.exports import own_corrections_table, sheet_table
from scoring.forms.table.tables import ContestForm
from scoring.labels import ProtestAbout
from scoring.models import Protest
from scoring.own_exports import own_data_table
from scoring.queries.desk.desk import tables_sat_at
from scoring.queries.player.own_data import data_of, is_written_of_elsewhere
from scoring.queries.player.own_sheets import Asked, asked_of, own_corrections, own_protests, said_by
from scoring.queries.table.agreements import Agreement, agreement_of, may_be_contested
from scoring.queries.table.boards import number_told
from scoring.queries.table.sheet_texts import names_read_by
from scoring.queries.table.sheets import Sheet
from scoring.queries.table.table_access import access_to
from scoring.services.decisions.protests import contest
from scoring.services.sheets.confirmations import confirm_line
from scoring.views.desk.addresses import own_sheet_at
from scoring.views.desk.sheets import sheet_context
from tournaments.exports.results import own_table
from tournaments.kit.text import whole_number
from tournaments.labels import Status
from tournaments.models import Club, Player, Registration, Seat, Tournament
from tournaments.permissions import Action, MemberRequest, requires, shut_tournaments
from tournaments.queries.clubs.directory import invitations_for
from tournaments.queries.evening import own_evenings as own_query
from tournaments.queries.money.fees import OwnFee, own_fees
from tournaments.queries.pages.revisions import Dependencies, of_finals, of_own_ratings, of_player
from tournaments.queries.people.files import own_suspensions, waiting_for
from tournaments.queries.standings import known_leagues
from tournaments.queries.standings.cached import cached_standings
from tournaments.queries.standings.own_finals import finals_before, own_places
from tournaments.queries.standings.qualifying_words import own_words
from tournaments.queries.standings.ratings import ratings_of
from tournaments.refusals import Refusal
from tournaments.services.people.registrations import leave
from tournaments.views.answers import file_answer, form_page, refusals_on, refusals_told, see_other
from tournaments.views.caching import cached_for_one, etag_of, wants_fragment
from tournaments.views.exports import file_of, wants_file
from tournaments.views.own_pages import OwnRequest, follows_evening, follows_own

HERE = (Status.REGISTERED, Status.PRESENT)


def _own_dependencies(request: OwnRequest) -> Dependencies:
    """Return what the page depends on, with the player: each player of an evening has his own page."""
    me = request.me
    of_me = [
        ("player", me.pk, me.full_name, me.consent, me.card_consent, *me.asked),
        ("invited", _invited(request)),
        ("asked", _asked(request)),
        ("suspended", *_suspended(request)),
    ]
    if request.speaks_for_self:
        of_me += of_finals(finals_before(me))
        of_me += [("fee", one.fee.pk, one.fee.rate.amount, one.paid, len(one.payments)) for one in _fees(me)]
    of_kind = [] if request.link is None else [("link", request.link.code)]
    return [*of_me, *of_kind, *of_player(me.pk), *of_own_ratings(me.key)]


def _fees(me: Player) -> list[OwnFee]:
    return own_fees(me, timezone.localdate())


def _asked(request: OwnRequest) -> int:
    """Return how many questions wait for the player. The link of an evening shows and answers none."""
    waiting = waiting_for(player=request.me) if request.speaks_for_self else None
    return len(waiting.memberships) + len(waiting.proposals) if waiting else 0


def _suspended(request: OwnRequest) -> list[str]:
    """Return the comités that suspend the player. A link does not show them: others may find it."""
    return [] if request.link else own_suspensions(request.me, timezone.localdate())


def _invited(request: OwnRequest) -> int:
    """Return how many invitations wait for the account that is logged in; 0 with a personal link."""
    return 0 if request.link else invitations_for(request.user).count()


@follows_evening
@cached_for_one(_own_dependencies)
def own(request: OwnRequest) -> HttpResponse:
    """Show the player his current evening, live."""
    dependencies = _own_dependencies(request)  # read before the page
    entries = own_query.entries(request.me, request.evenings)
    evening = own_query.own_evenings(entries, ranked=cached_standings)
    if wants_file(request):
        return file_of(request, lambda: own_table(evening))
    invited, questions = _invited(request), asked_of(entries)
    context = {
        "me": request.me,
        "own": evening,
        "running": [
            (event, questions.get(event.registration.pk, Asked()), event.registration.status in HERE)
            for event in evening.running
        ],
        "invited": invited,
        "asked": _asked(request),
        "suspended": _suspended(request),
        "etag": etag_of(request, dependencies, fragment=True),
    }
    if wants_fragment(request):
        return render(request, "tournaments/player/evening.html", context)
    ratings = ratings_of(request.me) if request.speaks_for_self else []
    places = own_places(request.me) if request.speaks_for_self else []
    context["fees"] = _fees(request.me) if request.speaks_for_self else []
    context |= {"ratings": ratings, "places": [(place, own_words(place)) for place in places]}
    return render(request, "tournaments/player/own.html", context)


@require_safe
@follows_own
def own_past(request: OwnRequest) -> HttpResponse:
    """Show the player his past tournaments, a few a page, with links to his sheets."""
    everything = own_query.past_entries(request.me)
    if wants_file(request):
        return file_of(request, lambda: own_table(own_query.own_evenings(list(everything))))
    page = Paginator(everything, own_query.PAST).get_page(request.GET.get("page"))
    context = {
        "me": request.me,
        "own": own_query.own_evenings(list(page.object_list), ranked=cached_standings),
        "page": page,
    }
    return render(request, "tournaments/player/past.html", context)


@require_safe
@follows_own
def own_leagues(request: OwnRequest) -> HttpResponse:
    """Show the player his true place and total in the leagues of his evenings, whether his name is public or not."""
    leagues = known_leagues.own_leagues(request.me)
    return render(request, "tournaments/player/leagues.html", {"me": request.me, "leagues": leagues})


@require_safe
@follows_evening
def own_number(request: OwnRequest, *, tournament: Tournament) -> HttpResponse:
    """Tell a phone the start number of its player: it finds his line on public pages by it."""
    numbers = tournament.registrations.filter(player=request.me).values_list("start_number", flat=True)
    return JsonResponse({"number": numbers.first()})


@require_http_methods(["GET", "HEAD", "POST"])
@follows_evening
def own_sheet(request: OwnRequest, *, tournament: Tournament, round_number: int) -> HttpResponse:
    """
    Show a player the sheet of the table where he sat; other players are named as they consented.

    A POST confirms the line that he read.
    """
    sheet, seat, tables = _own_sheet(request, tournament, round_number)
    if request.method == "POST":
        return _confirm(request, sheet, seat)
    names = names_read_by(sheet.seats, request.me.pk)
    context = sheet_context(sheet, names, changes={})
    if wants_file(request):
        return file_of(request, lambda: sheet_table(sheet.table, tournament, context))
    agreement, access = agreement_of(sheet), access_to(sheet.table)
    is_open = sheet.table.closed_at is None and not tournament.is_finished
    for row in context["rows"]:
        of_line = agreement.lines.get(row["number"])
        row["agreed"] = of_line is not None and bool(of_line.confirmed_by)
        row["waits"] = of_line is not None and of_line.waits
        row["asked"] = is_open and of_line is not None and seat in of_line.may_confirm
    context |= {
        "mine": seat.chair_index,
        "positions": sorted(tables),
        "protests": own_protests(
            said_by(Protest.objects.filter(table=sheet.table), [seat.registration])[seat.registration_id],
            request.me,
            tournament,
        ),
        "may_contest": may_be_contested(sheet.table, tournament, at=timezone.now()),
        "written_at": access.token if access.shut is None and not access.reads_only else "",
    }
    return render(request, "scoring/own_sheet.html", context)


def _confirm(request: OwnRequest, sheet: Sheet, seat: Seat) -> HttpResponse:
    line_id = whole_number(request.POST.get("line", ""))
    agreement = agreement_of(sheet)
    with refusals_told(request):
        number = _number_to_confirm(sheet, agreement, seat, line_id)
        line = sheet.lines[number]
        line.table = sheet.table
        confirm_line(line=line, seat=seat, by=request.speaker, at=timezone.now())
        messages.success(request, _("Donne %(number)s confirmée.") % {"number": number_told(sheet.table, number)})
    if request.POST.get("de") == "soiree":
        return see_other("own")
    return see_other("own_sheet", tournament_id=sheet.tournament.pk, round_number=sheet.table.round.number)


def _number_to_confirm(sheet: Sheet, agreement: Agreement, seat: Seat, line_id: int | None) -> int:
    """
    Return the number of the donne whose line was read. Refuses like the service, but without naming who may confirm:
    not all of these players agreed to be named.
    """
    number = next((number for number, line in sheet.lines.items() if line.pk == line_id), None)
    if number is None:
        raise Refusal(_("Cette donne a été changée entre-temps. Relisez-la, puis confirmez."), code="stale_line")
    of_line = agreement.lines[number]
    if not of_line.confirmed_by and seat not in of_line.may_confirm:
        raise Refusal(
            _("La donne %(number)s n’attend pas votre accord : l’autre camp la confirme, ou l’arbitre l’a saisie.")
            % {"number": number_told(sheet.table, number)},
            code="own_line",
        )
    return number


@require_http_methods(["GET", "HEAD", "POST"])
@follows_evening
def own_protest(request: OwnRequest, *, tournament: Tournament, round_number: int) -> HttpResponse:
    """Ask a player what is wrong on the sheet of his table, and store the protest for an arbiter."""
    sheet, seat, _tables = _own_sheet(request, tournament, round_number)
    initial = {}
    if (number := whole_number(request.GET.get("donne", ""))) is not None and number in sheet.lines:
        initial = {"about": ProtestAbout.DONNE, "number": number}
    form = ContestForm(request.POST if request.method == "POST" else None, initial=initial)
    context = {"form": form, "table": sheet.table, "tournament": tournament}
    if request.method == "POST" and form.is_valid():
        arguments: dict[str, Any] = form.arguments
        with refusals_on(form):
            contest(table=sheet.table, seat=seat, by=request.speaker, at=timezone.now(), **arguments)
            messages.success(request, _("L’arbitre est prévenu : il vient à votre table."))
            return see_other("own_sheet", tournament_id=tournament.pk, round_number=round_number)
    return form_page(request, "scoring/own_protest.html", context)


@require_safe
@follows_evening
def own_changes(request: OwnRequest, *, tournament: Tournament) -> HttpResponse:
    """Show a player the changes of his own scores, by whom and why; others are named as they consented."""
    registration = _own_entry(request, tournament)
    corrections = own_corrections(registration)
    if wants_file(request):
        return file_of(request, lambda: own_corrections_table(tournament, corrections))
    return render(request, "scoring/own_corrections.html", {"tournament": tournament, "corrections": corrections})


@require_http_methods(["GET", "HEAD", "POST"])
@follows_evening
def own_leaving(request: OwnRequest, *, tournament: Tournament) -> HttpResponse:
    """Ask a player whether he really leaves, then note it. The organiser reads that he did it himself."""
    registration = _own_entry(request, tournament)
    if request.method == "POST":
        with refusals_told(request):
            leave(registration=registration.pk, tournament=tournament, by=request.speaker, at=timezone.now())
            messages.success(request, _("Vous êtes retiré du tournoi « %(name)s ».") % {"name": tournament.name})
        return see_other("own")
    context = {"tournament": tournament, "is_in": registration.status in HERE}
    return render(request, "tournaments/player/leave.html", context)


def _own_entry(request: OwnRequest, tournament: Tournament) -> Registration:
    """Return the player's registration. Raises Http404 when there is none."""
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
    sheet = own_sheet_at(tournament, tables, round_number)
    return sheet, next(seat for seat in sheet.seats if seat.registration.player_id == request.me.pk), tables


@never_cache
@require_safe
@requires(Action.MANAGE_CLUB)
def player_data(request: MemberRequest, *, club: Club, player_id: int) -> HttpResponse:
    """
    Show the organiser whom a player asked the data of that player. Raises Http404 for an erased player.

    The data has what all clubs keep about him, and why a comité suspends him. An organiser who does not organise all
    these clubs reads whom the player may ask.
    """
    player = get_object_or_404(club.files.select_related("club").filter(erased_at=None), pk=player_id)
    if is_written_of_elsewhere(player, request.user):
        sentence = _(
            "Ce fichier dirait aussi ce que d’autres clubs, ou un comité, écrivent de lui : il le prend lui-même "
            "sur sa page, ou le demande à l’administrateur du site."
        )
        messages.error(request, sentence)
        return see_other("edit_player", club_id=club.pk, player_id=player.pk)
    if shut_tournaments(request.user, Tournament.objects.filter(registrations__player__in=player.files)):
        sentence = _(
            "Ce fichier dirait ce qui s’est passé sur des étuis que vous avez encore à jouer : attendez que plus "
            "personne n’ait à les jouer."
        )
        messages.error(request, sentence, extra_tags="plays_the_etuis")
        return see_other("edit_player", club_id=club.pk, player_id=player.pk)
    return _file(request, data_of(player))


@never_cache
@require_safe
@follows_own
def own_data(request: OwnRequest) -> HttpResponse:
    """Show the player his own data; with a personal link, without what identifies him elsewhere."""
    return _file(request, data_of(request.me, by_link=request.link is not None))


def _file(request: HttpRequest, data: dict[str, Any]) -> HttpResponse:
    if wants_file(request) and request.GET["format"] != "json":
        return file_of(request, lambda: own_data_table(data))
    text = json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    return file_answer(text.encode(), "donnees.json", content_type="application/json", as_attachment=True)
