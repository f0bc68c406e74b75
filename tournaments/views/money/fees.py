"""Pages about what members pay for a season: who owes and who paid, one member's fee, the rates."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import Case, Value, When, prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.exports.office import books_table, fee_payments_table, rates_table
from tournaments.exports.results import stem_of
from tournaments.exports.tables import of_list
from tournaments.forms.base import RefusableForm
from tournaments.forms.money.money import (
    USUAL_OF_A_SEASON,
    FeeLetterForm,
    FeeRateForm,
    FeesForm,
    PaymentForm,
    RatesForm,
)
from tournaments.kit.languages import current_language
from tournaments.labels import JobKind
from tournaments.models import Club, Job, Payment, Season
from tournaments.money_labels import OF_A_SEASON
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.money.books import books, movements
from tournaments.queries.money.fees import (
    fees_owing,
    fees_settled,
    fees_to_ask,
    fees_total,
    member_fees,
    season_before,
    season_to_pay,
)
from tournaments.queries.money.takings import with_refunds
from tournaments.queries.pages.addresses import sends_mail
from tournaments.services.money.fees import owe_fees, take_fees
from tournaments.services.money.rates import rates_of, set_rates
from tournaments.services.people.messages import OwedFee, write_to
from tournaments.services.work.documents import ask_fee_papers
from tournaments.tables import FeeFilter, FeeTable, OwingTable, page, ticked_players
from tournaments.views.answers import follow, form_page, refusals_on, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file
from tournaments.views.money.refunds import cancel_page, refund_page

# In a session: whom no message reached (ids of players), to be ticked at `?lettre=1` until their letters are made.
UNREACHED = "letters"


@requires(Action.MANAGE_MONEY)
def club_fees(request: MemberRequest, club: Club) -> HttpResponse:
    """Show who owes and who paid for a season; a POST notes what the ticked members paid, or gives them a rate."""
    name = request.GET.get("saison")
    chosen = club.seasons.filter(name=name).first() if name else None
    season = chosen or season_to_pay(club, timezone.localdate())
    if season is None:
        return render(request, "tournaments/office/fees.html", {"club": club})
    do = request.POST.get("do", "")
    data = request.POST if request.method == "POST" else None
    forms = {
        "": FeesForm(None if do else data, initial={"paid_on": timezone.localdate()}),
        "rate": FeeRateForm(data if do == "rate" else None, season=season),
        "letter": FeeLetterForm(data if do == "letter" else None),
        "mail": RefusableForm(data if do == "mail" else None),
    }
    form: Any = forms.get(do, forms[""])
    if form.is_bound and form.is_valid():
        with refusals_on(form):
            return TICKED[do](request, season, form)
    prefetch_related_objects([season], "rates")  # read five times below; a service reads them under its lock
    paid = "payees" in request.GET.getlist("liste")
    before = season_before(season)
    listed = fees_settled(season) if paid else fees_owing(season)
    filterset = FeeFilter(request.GET, queryset=listed, club=club, season=season, before=before)
    unreached = request.session.get(UNREACHED, []) if "lettre" in request.GET else []
    ticked = Case(When(pk__in=unreached, then=Value(True)), default=Value(False))
    table = page(request, FeeTable(filterset.qs) if paid else OwingTable(filterset.qs.annotate(is_ticked=ticked)))
    if wants_file(request):
        title, stem = (_("Cotisations"), "cotisations") if paid else (_("Cotisations dues"), "cotisations-dues")
        return file_of(request, lambda: of_list(table, title=title, stem=stem_of(stem, season)))
    context = {
        "club": club,
        "season": season,
        "seasons": club.seasons.all(),
        "is_over": season.ends_on < timezone.localdate(),
        "has_rates": season.rates.all().exists(),
        "total": fees_total(season),
        "paid": paid,
        "filter": filterset,
        "table": table,
        "form": form,
        "payment": forms[""],
        "rates": forms["rate"],
        "letter": forms["letter"],
        "do": do or ("letter" if unreached else ""),
        "sends_mail": sends_mail(),
    }
    return form_page(request, "tournaments/office/fees.html", context)


def _take_ticked(request: MemberRequest, season: Season, form: FeesForm) -> HttpResponse:
    taken = take_fees(
        season=season, players=ticked_players(request), by=request.user, at=timezone.now(), **form.cleaned_data
    )
    if taken.payments:
        words = ngettext("%(n)d paiement est noté.", "%(n)d paiements sont notés.", len(taken.payments))
        messages.success(request, words % {"n": len(taken.payments)})
    else:
        messages.error(request, _("Rien n’est noté : cochez au moins un membre."))
    for sentence in taken.paid_before:
        messages.warning(request, sentence)
    return see_other(request.get_full_path())


def _rate_ticked(request: MemberRequest, season: Season, form: FeeRateForm) -> HttpResponse:
    rate = int(form.cleaned_data["rate"])
    made = owe_fees(season=season, players=ticked_players(request), rate=rate, by=request.user, at=timezone.now())
    words = ngettext("Le tarif de %(n)d membre est noté.", "Le tarif de %(n)d membres est noté.", len(made))
    messages.success(request, words % {"n": len(made)})
    return see_other(request.get_full_path())


def _write_ticked(request: MemberRequest, season: Season, form: FeeLetterForm) -> HttpResponse:
    said = {"players": ticked_players(request), "message": form.cleaned_data["message"]}
    job = _fee_papers(request, season, JobKind.FEE_LETTERS, **said)
    request.session.pop(UNREACHED, None)
    return follow(job)


def _mail_ticked(request: MemberRequest, season: Season, _form: RefusableForm) -> HttpResponse:
    """Send a message to the ticked members who owe, then name those whom none reaches, ticked for a letter."""
    ticked = ticked_players(request)
    owed = [OwedFee(who, who.rest, who.due) for who in fees_to_ask(season).filter(pk__in=ticked)]
    left = write_to(club=season.club, season=season, owed=owed, by=request.user, at=timezone.now())
    reached = len(owed) - len(left)
    if reached:
        words = ngettext(
            "Un message part à %(n)d membre, un par jour au plus.",
            "Un message part à %(n)d membres, un par jour au plus.",
            reached,
        )
        messages.success(request, words % {"n": reached})
    elif not owed:
        messages.error(request, _("Rien n’est envoyé : cochez au moins un membre qui doit encore sa cotisation."))
    if left:
        words = ngettext(
            "Aucun message ne peut aller à %(names)s : il est coché pour une lettre.",
            "Aucun message ne peut aller à %(names)s : ils sont cochés pour une lettre.",
            len(left),
        )
        messages.warning(request, words % {"names": ", ".join(who.full_name for who in left)})
    request.session[UNREACHED] = [who.pk for who in left]
    query = request.GET.copy()
    query.setlist("lettre", ["1"] if left else [])
    return see_other(f"{request.path}?{query.urlencode()}")


# What is done with the members ticked, by the button pressed.
TICKED: dict[str, Callable[..., HttpResponse]] = {
    "": _take_ticked,
    "rate": _rate_ticked,
    "letter": _write_ticked,
    "mail": _mail_ticked,
}


def _fee_papers(request: MemberRequest, season: Season, kind: JobKind, **said: Any) -> Job:
    asked: dict[str, Any] = {"season": season, "kind": kind, "language": current_language()}
    return ask_fee_papers(**asked, by=request.user, at=timezone.now(), **said)


@require_POST
@requires(Action.MANAGE_MONEY)
def make_fee_receipts(request: MemberRequest, season: Season) -> HttpResponse:
    """Enqueue one PDF with the receipts of the players sent, or of everybody who paid for the season."""
    players = ticked_players(request) or list(member_fees(season).filter(paid__gt=0).values_list("pk", flat=True))
    with refusals_told(request):
        return follow(_fee_papers(request, season, JobKind.FEE_RECEIPTS, players=players))
    return see_other(_fees_address(season))


@requires(Action.MANAGE_MONEY)
def member_fee(request: MemberRequest, season: Season, player_id: int) -> HttpResponse:
    """Show what one member owes for a season and each payment; a POST takes one, or gives him another rate."""
    player = get_object_or_404(member_fees(season), pk=player_id)
    lines = with_refunds(Payment.objects.filter(fee__season=season, fee__membership__player=player))
    if wants_file(request):
        return file_of(request, lambda: fee_payments_table(season, player, lines))
    is_of_rates = request.method == "POST" and "rate" in request.POST
    initial = {"paid_on": timezone.localdate()}
    form = PaymentForm(request.POST if request.method == "POST" and not is_of_rates else None, initial=initial)
    rates = FeeRateForm(
        request.POST if is_of_rates else None,
        season=season,
        initial={"rate": player.rate_pk},
    )
    back = see_other("member_fee", season_id=season.pk, player_id=player.pk)
    asked: dict[str, Any] = {"season": season, "players": [player.pk], "by": request.user, "at": timezone.now()}
    if form.is_bound and form.is_valid():
        with refusals_on(form):
            take_fees(**asked, **form.cleaned_data)
            messages.success(request, _("Le paiement est noté."))
            return back
    if rates.is_bound and rates.is_valid():
        with refusals_on(rates):
            owe_fees(**asked, rate=int(rates.cleaned_data["rate"]))
            messages.success(request, _("Le tarif est noté."))
            return back
    context = {
        "club": season.club,
        "season": season,
        "player": player,
        "payments": lines.order_by("pk"),
        "form": rates if rates.is_bound else form,
        "payment": form,
        "rates": rates,
    }
    return form_page(request, "tournaments/office/member_fee.html", context)


@requires(Action.MANAGE_MONEY)
def season_rates(request: MemberRequest, season: Season) -> HttpResponse:
    """Set what members pay for a season; at first, the rates of the season before are proposed."""
    if wants_file(request):
        return file_of(request, lambda: rates_table(season, season.rates.all()))
    own = rates_of(season)
    before = None if own else season_before(season)
    proposed = own or (rates_of(before, as_new=True) if before else [])
    form = RatesForm(request.POST or None, proposed=proposed, usual=USUAL_OF_A_SEASON, codes=OF_A_SEASON)
    if request.method == "POST" and form.is_valid():
        form.shown_at = form.refused_at()
        with refusals_on(form):
            set_rates(of=season, rates=form.rates, by=request.user, at=timezone.now())
            messages.success(request, _("Les tarifs sont notés."))
            return see_other(_fees_address(season))
    context = {"season": season, "club": season.club, "form": form, "own": own, "before": before if proposed else None}
    return form_page(request, "tournaments/office/season_rates.html", context)


@require_safe
@requires(Action.MANAGE_MONEY)
def season_books(request: MemberRequest, season: Season) -> HttpResponse:
    """Show the sums of a season by what they were for and how they were paid; the file has each movement."""
    if wants_file(request):
        return file_of(request, lambda: books_table(season, movements(season)))
    context = {"season": season, "club": season.club, "books": books(season)}
    return render(request, "tournaments/office/season_books.html", context)


@requires(Action.MANAGE_MONEY)
def cancel_fee_payment(request: MemberRequest, club: Club, fee_payment_id: int) -> HttpResponse:
    """Cancel a payment of a fee, or a refund, that was a mistake, with a reason."""
    payment = _payment_of(club, fee_payment_id)
    return cancel_page(request, payment, {"club": club}, _member_address(payment))


@requires(Action.MANAGE_MONEY)
def give_fee_back(request: MemberRequest, club: Club, fee_payment_id: int) -> HttpResponse:
    """Give money of a payment of a fee back, with a reason."""
    payment = _payment_of(club, fee_payment_id)
    return refund_page(request, payment, {"club": club}, _member_address(payment))


def _payment_of(club: Club, payment: int) -> Payment:
    rows = with_refunds(Payment.objects.filter(fee__membership__club=club))
    return get_object_or_404(rows.select_related("fee__membership__player", "fee__season__club"), pk=payment)


def _member_address(payment: Payment) -> str:
    assert payment.fee is not None
    return reverse("member_fee", args=[payment.fee.season_id, payment.fee.player.pk])


def _fees_address(season: Season) -> str:
    return f"{reverse('club_fees', args=[season.club_id])}?{urlencode({'saison': season.name})}"
