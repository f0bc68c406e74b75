"""Pages about access by programs: the webhooks of a club and the API tokens of an account."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.exports.clubs import tokens_table, webhooks_table
from tournaments.forms.clubs.programs import TokenForm, WebhookForm
from tournaments.kit.throttle import RateLimit
from tournaments.labels import Publication, Scope
from tournaments.models import Club, Webhook
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.clubs.tokens import tokens_of
from tournaments.queries.clubs.webhooks import last_deliveries, secret_of, webhooks_of
from tournaments.queries.pages.addresses import site_asked
from tournaments.refusals import Refusal
from tournaments.services.clubs import webhooks
from tournaments.services.clubs.tokens import Made, make_token, withdraw_token
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file

# The form looks names up and sends messages: limited, so that nobody uses it to load other sites.
LOOKED_UP = RateLimit("webhooks-looked-up", 30, 600)
TRIED = RateLimit("webhooks-tried", 20, 600)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def club_webhooks(request: MemberRequest, club: Club) -> HttpResponse:
    """Show the webhooks of a club, each with its address, events, secret and last messages; add one."""
    if wants_file(request):
        return file_of(request, lambda: webhooks_table(club, webhooks_of(club)))
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            _refuse_too_many(LOOKED_UP, club)
            webhooks.look_up(form.cleaned_data["url"])
            webhooks.add_webhook(
                club=club,
                url=form.cleaned_data["url"],
                events=form.chosen_events,
                key=form.cleaned_data["key"],
                by=request.user,
                at=timezone.now(),
            )
            messages.success(request, _("Cette adresse est prévenue à partir de maintenant. Envoyez-lui un essai."))
            return see_other("club_webhooks", club_id=club.pk)
    rows = [
        (
            webhook,
            [Publication(code).label for code in webhook.events if code in Publication],
            secret_of(webhook.key),
            last_deliveries(webhook),
        )
        for webhook in webhooks_of(club)
    ]
    context = {
        "club": club,
        "form": form,
        "webhooks": rows,
        "waits": any(
            delivery.next_try_at and not delivery.attempts for *_columns, deliveries in rows for delivery in deliveries
        ),
    }
    return form_page(request, "tournaments/office/webhooks.html", context)


@require_POST
@requires(Action.MANAGE_CLUB)
def try_one(request: MemberRequest, club: Club, webhook_id: int) -> HttpResponse:
    webhook = get_object_or_404(Webhook, pk=webhook_id, club=club)
    with refusals_told(request):
        _refuse_too_many(TRIED, club)
        webhooks.try_webhook(club=club, webhook=webhook, by=request.user, at=timezone.now())
        messages.success(request, _("L’essai part : ce qu’il devient est écrit sous l’adresse."))
    return see_other("club_webhooks", club_id=club.pk)


@require_POST
@requires(Action.MANAGE_CLUB)
def withdraw_webhook(request: MemberRequest, club: Club, webhook_id: int) -> HttpResponse:
    webhook = get_object_or_404(Webhook, pk=webhook_id, club=club)
    with refusals_told(request):
        webhooks.withdraw_webhook(club=club, webhook=webhook, by=request.user, at=timezone.now())
        messages.success(request, _("Cette adresse n’est plus prévenue."))
    return see_other("club_webhooks", club_id=club.pk)


def _refuse_too_many(rate: RateLimit, club: Club) -> None:
    if rate.wait(str(club.pk)) is not None:
        raise Refusal(_("Trop d’essais en peu de temps. Attendez quelques minutes."), code="too_many_tries")


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def my_tokens(request: MemberRequest) -> HttpResponse:
    """
    Show the account's tokens and the form of a new one, or create one.

    The answer to the form is the only page that shows the secret, so there is no redirect.
    """
    if wants_file(request):
        return file_of(request, lambda: tokens_table(tokens_of(request.user)))
    form = TokenForm(request.POST or None, account=request.user)
    new_token: Made | None = None
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            new_token = make_token(
                account=request.user,
                name=form.cleaned_data["name"],
                scopes=[Scope(code) for code in form.cleaned_data["scopes"]],
                tournament=form.cleaned_data["tournament"],
                key=form.cleaned_data["key"],
                at=timezone.now(),
            )
            form = TokenForm(account=request.user)
    context = {
        "form": form,
        "made": new_token,
        "tokens": [
            (token, [Scope(code).label for code in token.scopes if code in Scope]) for token in tokens_of(request.user)
        ],
        "host": f"{site_asked(request)}/",
    }
    return form_page(request, "tournaments/office/tokens.html", context)


@require_POST
@requires(Action.RECORD)
def withdraw_own_token(request: MemberRequest, own_token_id: int) -> HttpResponse:
    with refusals_told(request):
        token = withdraw_token(token_id=own_token_id, account=request.user, at=timezone.now())
        messages.success(request, _("Le jeton « %(name)s » n’ouvre plus rien.") % {"name": token.name})
    return see_other("my_tokens")
