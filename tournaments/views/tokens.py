"""The tokens of an account: made, shown once, withdrawn."""

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.exports.clubs import tokens_table
from tournaments.forms.programs import TokenForm
from tournaments.labels import Scope
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.clubs.tokens import tokens_of
from tournaments.services.clubs.tokens import Made, make_token, withdraw_token
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def my_tokens(request: MemberRequest) -> HttpResponse:
    """
    Show the account's tokens and the form of a new one, or make it.

    Its secret is in the answer to the form and nowhere else: no page after a redirect could show it.
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
        "host": request.build_absolute_uri("/"),
    }
    return form_page(request, "tournaments/office/tokens.html", context)


@require_POST
@requires(Action.RECORD)
def withdraw(request: MemberRequest, own_token_id: int) -> HttpResponse:
    with refusals_told(request):
        token = withdraw_token(token_id=own_token_id, account=request.user, at=timezone.now())
        messages.success(request, _("Le jeton « %(name)s » n’ouvre plus rien.") % {"name": token.name})
    return see_other("my_tokens")
