"""The page of a table on a phone, the way to open it without a camera, and the script that lets it reload offline."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms.table.tables import CallForm, ContestForm, FindTableForm
from scoring.labels import ANNOUNCED, CallAbout
from scoring.queries.desk.console import open_call_at, whole_minutes
from scoring.queries.table.agreements import (
    Agreement,
    agreement_of,
    contested_until,
    lent_by,
    may_be_contested,
    next_places,
    next_round,
)
from scoring.queries.table.boards import number_told
from scoring.queries.table.phones import gone_from, held_elsewhere, others_at, who_writes
from scoring.queries.table.sheets import Sheet, sheet_of
from scoring.queries.table.table_access import TableAccess, reads_marks, table_after, table_by_code
from scoring.services.decisions.arbiter_calls import call_arbiter, settle_call
from scoring.services.decisions.protests import contest, refuse_unless_contestable
from scoring.services.sheets.confirmations import confirm_line, sign_sheet
from scoring.services.sheets.phones import take_seat
from scoring.views.desk.addresses import table_names, ways_in
from scoring.views.desk.sheets import sheet_context
from scoring.views.table.at_table import TableRequest, at_table, refusals_told_at
from tournaments.kit.text import whole_number
from tournaments.kit.throttle import RateLimit, address_of, too_many
from tournaments.labels import Keeps
from tournaments.models import Seat
from tournaments.permissions import public
from tournaments.queries.evening.clocks import clock_of
from tournaments.queries.pages.table_codes import token_of
from tournaments.refusals import Refusal
from tournaments.views.answers import form_page, refusals_on, see_other
from tournaments.views.phones import key_kept

# Who guesses codes is told to wait; a whole hall behind one address mistypes them less often. A right one is let in all
# the same, so that one joker keeps nobody out, up to where guessing begins: five letters have millions of codes.
# A phone that has sent something from a table is counted by itself, whatever others of its address type.
WRONG_CODES = RateLimit("entry_code", 40, 600)
GUESSED_CODES = RateLimit("entry_code_guessed", 400, 600)


@require_http_methods(["GET", "HEAD", "POST"])
@public
def find_table(request: HttpRequest) -> HttpResponse:
    """Ask for the code of the evening and the number of a table, and lead to the table's page."""
    form = FindTableForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return form_page(request, "scoring/table/find.html", {"form": form})
    key = key_kept(request)
    whose = address_of(request) if key is None else str(key)
    if GUESSED_CODES.is_used_up(whose):
        return too_many(request, GUESSED_CODES.left(whose), instead=_scan_it())
    table = table_by_code(form.cleaned_data["code"], form.cleaned_data["table"])
    if table is None:
        GUESSED_CODES.wait(whose)
        if (wait := WRONG_CODES.wait(whose)) is not None:
            return too_many(request, wait, instead=_scan_it())
        form.refuse(
            Refusal(
                _(
                    "Aucune table %(table)d ne répond à ce code. Relisez les cinq lettres et le numéro sur la carte de "
                    "la table, ou demandez à l’arbitre."
                )
                % {"table": form.cleaned_data["table"]},
                code="no_such_table",
            )
        )
        return form_page(request, "scoring/table/find.html", {"form": form})
    return see_other("table_page", token=token_of(table, table.round.of_tournament))


def _scan_it() -> str:
    return _("Le QR code de la table, lui, l’ouvre tout de suite : photographiez-le.")


@require_safe
@at_table
def table_page(request: TableRequest) -> HttpResponse:
    """Show the current sheet of the table, who still has to confirm or sign, and what to do next."""
    access, phone = request.access, request.phone
    sheet = sheet_of(access.of_table)
    agreement = agreement_of(sheet)
    others = others_at(phone)
    seat, now, table = phone.sits_at, timezone.now(), sheet.table
    names = table_names(sheet.seats, names_all=request.names_all)
    context = sheet_context(sheet, names, changes={})
    is_blind = not reads_marks(phone, table)
    if is_blind:
        context |= {"rows": [], "columns": []}
    _add_agreements(context["rows"], agreement, seat, reads_only=bool(access.reads_only))
    is_full = (not sheet.missing and bool(sheet.rows)) or sheet.is_complete
    is_over = bool(access.reads_only) or (is_full and len(agreement.signed) == len(sheet.seats))
    call = open_call_at(table)
    goes_on = not sheet.tournament.is_finished and (is_over or (is_full and not sheet.takes_another))
    may_contest = may_be_contested(table, sheet.tournament, at=now)
    return render(
        request,
        "scoring/table/page.html",
        context
        | {
            "access": access,
            "phone": phone,
            "mine": None if seat is None else seat.chair,
            "agreement": agreement,
            "asks_who": seat is None and may_contest,
            "names_all": request.names_all,
            "is_blind": is_blind,
            "who": list(zip(sheet.seats, names, strict=True)),
            "holder": None if seat is None else names[seat.chair_index],
            "rows_written": any(row.line for row in sheet.rows),
            "held": {other.sits_at.pk for other in others if other.sits_at is not None},
            "writing": who_writes(others, sheet, now),
            "elsewhere": held_elsewhere(phone, table) if request.names_all else None,
            "gone": gone_from(phone) if request.names_all else None,
            "to_sign": is_full and not access.reads_only and seat is not None and not _unconfirmed(sheet, agreement),
            "is_over": is_over,
            "may_contest": may_contest,
            "contested_until": contested_until(table, sheet.tournament.protest_minutes),
            "next_number": _next_number(sheet, access),
            "call": call,
            "call_waits": 0 if call is None else whole_minutes(call.at, now),
            "now": now,
            "clock": clock_of(sheet.tournament, table.round, extra=table.extra_minutes),
        }
        | _what_follows(sheet, seat, goes_on=goes_on),
    )


def _add_agreements(
    rows: Iterable[dict[str, Any]], agreement: Agreement, seat: Seat | None, *, reads_only: bool
) -> None:
    """Say in each row of a sheet who has confirmed it, whether that is asked for, and whether this chair may."""
    for row in rows:
        of_line = row["agreement"] = agreement.lines.get(row["number"])
        row["asked"] = of_line is not None and of_line.waits and not reads_only
        row["own"] = seat if of_line is not None and seat in of_line.may_confirm else None


def _what_follows(sheet: Sheet, seat: Seat | None, *, goes_on: bool) -> dict[str, Any]:
    """Return what a table's page tells of the next round: its places, and the table where the phone goes on."""
    coming = next_round(sheet) if goes_on else 0
    after = table_after(sheet.table) if (seat is None or goes_on) and not sheet.tournament.is_finished else None
    return {
        "places": next_places(sheet, coming) if goes_on else [],
        "next_round": coming,
        "after": after,
        "token_after": after and token_of(after, sheet.tournament),
        "is_last": sheet.table.round.number >= sheet.tournament.rounds_planned,
    }


def _unconfirmed(sheet: Sheet, agreement: Agreement) -> bool:
    return sheet.tournament.needs_confirmation and bool(agreement.unconfirmed)


def _next_number(sheet: Sheet, access: TableAccess) -> int | None:
    """Return the number of the next donne to enter, None when there is none or the table no longer writes."""
    if access.reads_only or sheet.tournament.keeps == Keeps.TOTALS or not (sheet.missing or sheet.takes_another):
        return None
    return sheet.next_number


@require_POST
@at_table
def take_chair(request: TableRequest) -> HttpResponse:
    """Store who holds this phone: the player whose name was touched, or nobody."""
    with refusals_told_at(request):
        seat = _seat(request)
        if seat is not None or not request.POST.get("chair"):
            take_seat(phone=request.phone, seat=seat)
    return see_other("table_page", token=request.access.token)


@require_POST
@at_table
def confirm(request: TableRequest, *, number: int) -> HttpResponse:
    """Confirm the shown line for the player who touched his name."""
    line = request.access.of_table.lines.filter(
        number=number, pk=whole_number(request.POST.get("line", "")) or 0
    ).first()
    with refusals_told_at(request):
        if line is None:
            raise Refusal(_("Cette donne n’est plus sur la feuille. Relisez-la."), code="stale_line")
        line.table = request.access.of_table
        seat = _seat(request)
        confirmation = confirm_line(line=line, seat=seat, by=request.phone, at=timezone.now())
        if whose := lent_by(confirmation):
            sentence = _("Donne %(number)s confirmée par %(who)s sur le téléphone de %(whose)s : l’arbitre le lit.")
            told = {"number": number_told(line.table, number), "who": confirmation.by_name, "whose": whose}
            messages.success(request, sentence % told)
        else:
            messages.success(request, _("Donne %(number)s confirmée.") % {"number": number_told(line.table, number)})
    return see_other("table_page", token=request.access.token)


@require_POST
@at_table
def sign(request: TableRequest) -> HttpResponse:
    """Sign the sheet, as it was shown, for a player."""
    with refusals_told_at(request):
        seat = _seat(request)
        if seat is None:
            raise Refusal(_("Touchez le nom de qui signe."), code="not_at_this_table")
        seen = request.POST.get("seen", "")
        closed = sign_sheet(table=request.access.of_table, seat=seat, seen=seen, by=request.phone, at=timezone.now())
        sentence = _("Tout le monde a signé : la feuille est close.") if closed else _("Signé.")
        messages.success(request, sentence)
    return see_other("table_page", token=request.access.token)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def contest_sheet(request: TableRequest) -> HttpResponse:
    """Ask what is wrong, and store the protest for an arbiter."""
    table, phone = request.access.of_table, request.phone
    about = request.GET.get("objet", "")
    if request.method != "POST":
        try:
            refuse_unless_contestable(table, request.access.tournament, at=timezone.now())
        except Refusal as refusal:  # before somebody writes why
            messages.error(request, str(refusal))
            return see_other("table_page", token=request.access.token)
    form = ContestForm(request.POST if request.method == "POST" else None, initial={"about": about})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            contest(table=table, seat=phone.sits_at, by=phone, at=timezone.now(), **form.arguments)
            messages.success(request, _("L’arbitre est prévenu : il vient à votre table."))
            return see_other("table_page", token=request.access.token)
    context = {"form": form, "access": request.access, "table": table, "tournament": request.access.tournament}
    return form_page(request, "scoring/table/contest.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def call(request: TableRequest) -> HttpResponse:
    """Ask why the table needs an arbiter, a button for each reason, and call him; ask who made an announcement."""
    access = request.access
    if not request.names_all:
        messages.error(request, access.reads_only)
        return see_other("table_page", token=access.token)
    table, sheet = access.of_table, sheet_of(access.of_table)
    form = CallForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            answers = form.cleaned_data
            number = _next_number(sheet, access) if answers["about"] in ANNOUNCED else None
            call_arbiter(
                table=table, number=number, seat=_seat(request), by=request.phone, at=timezone.now(), **answers
            )
            messages.success(request, _("L’arbitre est appelé : il vient à votre table."))
            return see_other("table_page", token=access.token)
    motif = request.GET.get("motif", "")
    context = {
        "form": form,
        "access": access,
        "table": table,
        "tournament": access.tournament,
        "reasons": [(about, about.label, about in ANNOUNCED) for about in CallAbout if about != CallAbout.OTHER],
        "announced": CallAbout(motif) if motif in ANNOUNCED else None,
        "seats": sheet.seats,
    }
    return form_page(request, "scoring/table/call.html", context)


@require_POST
@at_table
def settle(request: TableRequest) -> HttpResponse:
    """Mark a call as settled by the table: it no longer needs the arbiter."""
    waiting = open_call_at(request.access.of_table)
    with refusals_told_at(request):
        if waiting is not None:
            waiting.table = request.access.of_table
            settle_call(call=waiting, by=request.phone, at=timezone.now())
        messages.success(request, _("L’arbitre n’est plus appelé."))
    return see_other("table_page", token=request.access.token)


@require_safe
@at_table
def show_code(request: TableRequest) -> HttpResponse:
    """Show the code of this table, for another phone to photograph."""
    access = request.access
    table, tournament = access.of_table, access.tournament
    context = {"access": access, "table": table, "tournament": tournament} | ways_in(request, table, tournament)
    return render(request, "scoring/table/code.html", context)


def _seat(request: TableRequest) -> Seat | None:
    """Return the seat that was touched (`touched`), None without one. Refuses when another player sits there now."""
    chair, _dot, named = request.POST.get("chair", "").partition(".")
    chosen = whole_number(chair)
    seats = request.access.of_table.seats.select_related("registration__player")
    seat = None if chosen is None else seats.filter(chair=chosen).first()
    if seat is not None and named and whole_number(named) != seat.registration_id:
        raise Refusal(
            _(
                "%(player)s a cette place depuis que vous avez ouvert la page. Relisez qui est à la table, puis "
                "touchez le nom."
            )
            % {"player": seat.registration.player.full_name},
            code="seat_changed",
        )
    return seat


# The files that the pages of a table use: when one of these changes, phones discard what they cached.
SCRIPTS, SHEETS = (
    ("worker.js", "queue.js", "table.js", "entry.js", "marks.js", "live.js", "answers.js"),
    ("theme.css", "lists.css", "office.css"),
)
MADE_OF = [f"tarot_club/{name}" for name in SCRIPTS + SHEETS]


@require_safe
@public
@cache_control(no_cache=True)
def worker(_request: HttpRequest) -> HttpResponse:
    """Send the service worker's script at an address under those of tables: a browser lets it control only these."""
    version = hashlib.sha256(" ".join(map(static, MADE_OF)).encode()).hexdigest()[:12]
    path = finders.find(MADE_OF[0])
    assert path is not None  # a file of ours
    script = f'const VERSION = "{version}";\n{Path(path).read_text("utf-8")}'
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")
