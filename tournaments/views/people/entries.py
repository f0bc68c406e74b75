"""Entries from home: the public form, the page of one entry, and the list for the club."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.exports.people import entries_table
from tournaments.forms.people.entries import AcceptForm, EntryForm
from tournaments.kit.languages import current_language
from tournaments.kit.text import fold, whole_number
from tournaments.kit.throttle import RateLimit, address_of, addressee_of, too_many_words
from tournaments.labels import HAVE_LEFT, Status
from tournaments.models import Entry, FromHome, Tournament
from tournaments.permissions import Action, MemberRequest, public, requires, shown_tournament
from tournaments.queries.pages.addresses import sends_mail, site_asked
from tournaments.queries.people.entries import (
    confirms_address,
    entries_opened_by,
    entry_code,
    listed_entries,
    offer_of,
    place_in_line,
    reminds,
    to_remind,
)
from tournaments.queries.people.messages import is_written
from tournaments.refusals import Refusal
from tournaments.services.people import entries as service
from tournaments.services.people import entry_changes as changes
from tournaments.services.work.purges import DAYS_OF_AN_ENTRY
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file
from tournaments.views.own_pages import by_entry
from tournaments.views.phones import entries_kept, remember_entry
from tournaments.views.public_page import entry_page_of

SENT = RateLimit("entries", 40, 600)  # a whole club may stand behind one address
MAILED = RateLimit("entry_mails", 8, 86_400)  # messages to one e-mail address, which somebody else may type
HALF_A_DAY = 43_200
TOGETHER = 4  # people who enter one event from one address, however few places it has
TOO_MANY = 429


def of_event(tournament: Tournament) -> RateLimit:
    """Return how many people may enter one event from one network address: enough places are left for others."""
    most = (
        SENT.most
        if tournament.capacity is None
        else max(TOGETHER, tournament.people_together, tournament.capacity // 2)
    )
    return RateLimit(f"entries:{tournament.pk}", min(most, SENT.most), HALF_A_DAY)


@require_http_methods(["GET", "HEAD", "POST"])
@public
def enter(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """
    Enter a tournament without an account. What was typed stays in the form after a refusal.

    A name that was entered in this browser already leads to its entry: two tabs of one browser make one entry.
    """
    tournament = shown_tournament(request, tournament_id)
    data = request.POST if request.method == "POST" else None
    form = EntryForm(data, tournament=tournament)
    made_here = entries_opened_by(entries_kept(request), tournament)
    status = None
    if request.method == "POST":
        if (wait := SENT.wait(address_of(request))) is not None:
            form.add_error(None, too_many_words(wait))
            status = TOO_MANY
        elif form.is_valid():
            name = fold(form.facts.full_name)
            entry = next((one for one in made_here if fold(one.full_name) == name), None)
            try:
                entry = entry or _enter(request, tournament, form)
            except Refusal as refusal:
                form.refuse(refusal)
                if refusal.code == "stale_entry":  # somebody else, typed in a page that was sent already
                    form.renew()
                status = TOO_MANY if refusal.code == "too_many" else None
            else:
                leads = see_other("entry", entered_code=entry_code(entry))
                remember_entry(leads, request, entry_code(entry))
                return leads
    context = {
        "tournament": tournament,
        "offer": offer_of(tournament, timezone.now()),
        "form": form,
        "kept_days": DAYS_OF_AN_ENTRY,
        "made_here": [(entry_code(one), one) for one in made_here],
    }
    response = form_page(request, "tournaments/public/enter.html", context)
    response.status_code = status or response.status_code
    return response


def _enter(request: HttpRequest, tournament: Tournament, form: EntryForm) -> Entry:
    """Enter the person typed. Refuses after too many entries to one e-mail address or from one network address."""
    facts, sender = form.facts, address_of(request)
    _refuse_addressee(facts.email)
    if of_event(tournament).is_used_up(sender, facts.places):
        raise Refusal(
            _("Assez d’inscriptions à « %(name)s » sont venues d’ici aujourd’hui : adressez-vous au club.")
            % {"name": tournament.name},
            code="too_many",
        )
    key, at = form.cleaned_data["key"], timezone.now()
    entry = service.enter(tournament=tournament, facts=facts, key=key, at=at, language=current_language())
    if entry.entered_at == at:  # else the form was sent before
        of_event(tournament).wait(sender, facts.places)
        if facts.email and sends_mail():
            MAILED.wait(addressee_of(facts.email))
    return entry


def _refuse_addressee(email: str) -> None:
    if email and sends_mail() and MAILED.is_used_up(addressee_of(email)):
        sentence = _(
            "Cette adresse a déjà reçu assez de messages aujourd’hui : écrivez-en une autre, ou adressez-vous au club."
        )
        raise Refusal(sentence, code="too_many", fields={"email": [sentence]})


@require_safe
@by_entry
def entry(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Show an entry to its holder: its state, for printing, and the address to find it again."""
    code = entry_code(entry)
    page, tournament, at = entry_page_of(code, request), entry.tournament, timezone.now()
    written = is_written(tournament.club_id, entry.email)
    context = {
        "entry": entry,
        "tournament": tournament,
        "code": code,
        "line": place_in_line(entry) if entry.waits else 0,
        "page": page,
        "address": page.shown if page else site_asked(request) + request.get_full_path(),
        "is_written": written,
        "is_reminded": written and reminds(tournament, at) and to_remind().filter(pk=entry.pk).exists(),
        "has_left": entry.registration is not None and entry.registration.status in HAVE_LEFT,
        "may_enter": entry.is_cancelled and offer_of(tournament, at).is_open,
    }
    return render(request, "tournaments/player/entry.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@by_entry
def confirm(request: HttpRequest, entry: Entry, proof: str) -> HttpResponse:
    """Confirm the e-mail address of an entry by the link sent to it. Needs a button: mail programs open links."""
    back = see_other("entry", entered_code=entry_code(entry))
    if entry.is_cancelled or entry.address_confirmed_at is not None:
        return back
    is_right = confirms_address(entry, proof)
    if request.method == "POST" and is_right:
        with refusals_told(request):
            service.confirm_address(entry=entry, email=entry.email, at=timezone.now())
        remember_entry(back, request, entry_code(entry))
        return back
    context = {"entry": entry, "tournament": entry.tournament, "is_right": is_right}
    return render(request, "tournaments/player/confirm_entry.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@by_entry
def change(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Change what was typed in an entry, which keeps its place in the queue; what is typed stays after a refusal."""
    back = reverse("entry", args=[entry_code(entry)])
    if entry.is_cancelled:
        return see_other(back)
    data = request.POST if request.method == "POST" else None
    form = EntryForm(data, tournament=entry.tournament, entry=entry)
    if form.is_valid():
        with refusals_on(form):
            facts = form.facts
            is_new_address = facts.email != entry.email
            if is_new_address:
                _refuse_addressee(facts.email)
            changes.change_entry(entry=entry, facts=facts, by=FromHome(facts.full_name), at=timezone.now())
            if is_new_address and facts.email and sends_mail():
                MAILED.wait(addressee_of(facts.email))
            messages.success(request, _("L’inscription est changée."))
            return see_other(back)
    context = {"entry": entry, "tournament": entry.tournament, "form": form, "back": back}
    return form_page(request, "tournaments/player/change_entry.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@by_entry
def stop_reminder(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Stop the reminder of the day before, by the link in each message. Needs a button: mail programs open links."""
    back = reverse("entry", args=[entry_code(entry)])
    if request.method == "POST":
        changes.stop_reminder(entry=entry)
        messages.success(request, _("Aucun rappel ne part plus."))
        return see_other(back)
    context = {"entry": entry, "tournament": entry.tournament, "back": back}
    return render(request, "tournaments/player/stop_reminder.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@by_entry
def cancel(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Cancel an entry by its link, after a confirmation."""
    back = reverse("entry", args=[entry_code(entry)])
    if request.method == "POST":
        with refusals_told(request):
            service.cancel_entry(entry=entry, by=FromHome(entry.full_name), at=timezone.now())
        return see_other(back)
    return render(request, "tournaments/player/cancel_entry.html", {"entry": entry, "back": back})


@requires(Action.MANAGE_TOURNAMENT)
def entries(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show who entered from home: who has a place, who is on the waiting list, who cancelled."""
    listed = listed_entries(tournament)
    if wants_file(request):
        return file_of(request, lambda: entries_table(tournament, listed))
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "listed": listed,
        "offer": offer_of(tournament, timezone.now()),
        "to_check": [one.entry for one in listed if one.is_to_check],
        "known": sum(
            len([each for each in one.people if each.may_be_taken_in])
            for one in listed
            if one.is_to_take_in and all(each.known for each in one.people if each.may_be_taken_in)
        ),
    }
    return render(request, "tournaments/office/entries.html", context)


@require_POST
@requires(Action.MANAGE_TOURNAMENT)
def accept_known(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Register all people of the entries whom the club knows, in one press."""
    with refusals_told(request):
        count = service.take_in_known(tournament=tournament, by=request.user, at=timezone.now())
        words = ngettext("%(count)d joueur inscrit.", "%(count)d joueurs inscrits.", count)
        messages.success(request, words % {"count": count})
    return see_other("entries", tournament_id=tournament.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_TOURNAMENT)
def accept(request: MemberRequest, tournament: Tournament, entered_id: int, person_number: int) -> HttpResponse:
    """Register one person of an entry as expected; `person_number` counts from 0."""
    return _accept(request, tournament, entered_id, person_number, is_door=False)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.CHECK_IN)
def accept_at_door(request: MemberRequest, tournament: Tournament, entered_id: int, person_number: int) -> HttpResponse:
    """Register one person of an entry as present; the check-in then shows the line for the payment."""
    return _accept(request, tournament, entered_id, person_number, is_door=True)


def _accept(
    request: MemberRequest, tournament: Tournament, entered_id: int, person_number: int, *, is_door: bool
) -> HttpResponse:
    """Register one person of an entry: as typed in the entry, or as corrected in the form."""
    entry = _entry(tournament, entered_id)
    if person_number >= len(entry.people):
        raise Http404
    person = entry.people[person_number]
    typed = AcceptForm.typed(person)
    data = (request.POST if "last_name" in request.POST else typed) if request.method == "POST" else None
    form = AcceptForm(data, initial=typed)
    if form.is_valid():
        with refusals_on(form):
            registration = service.take_in(
                entry=entry,
                place=person_number,
                facts=form.facts,
                player=form.known_player(tournament.club),
                others=form.others,
                same=form.same,
                status=Status.PRESENT if is_door else Status.REGISTERED,
                by=request.user,
                at=timezone.now(),
            )
            values = {"player": registration.player.full_name, "number": registration.start_number}
            sentence = (
                _("%(player)s est là, n° %(number)d.") if is_door else _("%(player)s est inscrit, n° %(number)d.")
            )
            messages.success(request, sentence % values)
            if not is_door:
                return see_other("entries", tournament_id=tournament.pk)
            query = urlencode({"q": registration.player.full_name, "arrive": registration.pk})
            return see_other(f"{reverse('check_in', args=[tournament.pk])}?{query}#top")
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "form": form,
        "person": person,
        "back": reverse("check_in" if is_door else "entries", args=[tournament.pk]),
    }
    return form_page(request, "tournaments/office/accept_entry.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_TOURNAMENT)
def cancel_for_him(request: MemberRequest, tournament: Tournament, entered_id: int) -> HttpResponse:
    """Cancel an entry for its holder, after a confirmation."""
    entry = _entry(tournament, entered_id)
    if request.method == "POST":
        with refusals_told(request):
            service.cancel_entry(entry=entry, by=request.user, at=timezone.now())
            messages.success(request, _("L’inscription de %(who)s est annulée.") % {"who": entry.names})
        return see_other("entries", tournament_id=tournament.pk)
    context = {"tournament": tournament, "club": tournament.club, "entries": [entry]}
    return render(request, "tournaments/office/cancel_entry.html", context)


@require_POST
@requires(Action.MANAGE_TOURNAMENT)
def accept_several(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Register all people of the ticked entries, as typed."""
    if ticked := _ticked(request):
        with refusals_told(request):
            taken = changes.take_in_several(tournament=tournament, entries=ticked, by=request.user, at=timezone.now())
            words = ngettext("%(count)d joueur inscrit.", "%(count)d joueurs inscrits.", taken.done)
            messages.success(request, words % {"count": taken.done})
            words = ngettext(
                "%(count)d reste à accepter à la main. %(why)s", "%(count)d restent à accepter à la main. %(why)s",
                len(taken.left),
            )  # fmt: skip
            _tell_left(request, words, taken)
    return see_other("entries", tournament_id=tournament.pk)


@require_POST
@requires(Action.MANAGE_TOURNAMENT)
def cancel_several(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Cancel the ticked entries, after a confirmation."""
    if not (ticked := _ticked(request)):
        return see_other("entries", tournament_id=tournament.pk)
    if "sure" in request.POST:
        with refusals_told(request):
            several = changes.cancel_several(tournament=tournament, entries=ticked, by=request.user, at=timezone.now())
            words = ngettext("%(count)d inscription annulée.", "%(count)d inscriptions annulées.", several.done)
            messages.success(request, words % {"count": several.done})
            words = ngettext("%(count)d reste. %(why)s", "%(count)d restent. %(why)s", len(several.left))
            _tell_left(request, words, several)
        return see_other("entries", tournament_id=tournament.pk)
    entries = list(tournament.entries.filter(pk__in=ticked).prefetch_related("partners"))
    context = {"tournament": tournament, "club": tournament.club, "entries": entries}
    return render(request, "tournaments/office/cancel_entry.html", context)


def _ticked(request: MemberRequest) -> list[int]:
    """Return the ids of the ticked entries; add a message when there are none."""
    ticked = [number for each in request.POST.getlist("entry") if (number := whole_number(each)) is not None]
    if not ticked:
        messages.warning(request, _("Cochez au moins une inscription."))
    return ticked


def _tell_left(request: MemberRequest, words: str, several: changes.Several) -> None:
    """Say how many entries were not changed, and why the first one was not: a message holds only one reason."""
    if several.left:
        messages.warning(request, words % {"count": len(several.left), "why": several.left[0]})


def _entry(tournament: Tournament, entered_id: int) -> Entry:
    rows = tournament.entries.select_related("registration", "tournament__club")
    return get_object_or_404(rows.prefetch_related("partners__registration"), pk=entered_id)
