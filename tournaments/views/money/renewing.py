"""The members of a club at the start of a season: renewed together, each at his rate, or noted as who did not renew."""

from datetime import date

from django.contrib import messages
from django.db.models import Value
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods
from django_tables2 import RequestConfig

from tournaments.exports.results import stem_of
from tournaments.exports.tables import of_list
from tournaments.forms.base import RefusableForm
from tournaments.forms.money.money import LapseForm
from tournaments.labels import EndReason
from tournaments.models import Season
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.money.fees import member_fees, season_before
from tournaments.queries.people.membership_years import members_year
from tournaments.services.money.fees import owe_fees
from tournaments.services.people.members import end_memberships
from tournaments.tables import ticked_players
from tournaments.tables.members import RenewTable
from tournaments.views.answers import SeeOther, form_page, refusals_on, see_other
from tournaments.views.exports import file_of, wants_file


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_MONEY)
def renew_members(request: MemberRequest, season: Season) -> HttpResponse:
    """
    Show the members who owe no fee of a season yet, all ticked at its start; a POST makes the ticked ones owe it.

    A POST that does `stop` ends the memberships of the ticked ones: they did not renew. Organisers alone may.
    """
    may_stop = Action.MANAGE_CLUB in request.actions
    stops = may_stop and request.POST.get("do") == "stop"
    lapse = LapseForm(request.POST if stops else None, initial={"until": _last_day(season, timezone.localdate())})
    form: RefusableForm = lapse if stops else RefusableForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with refusals_on(form):
            return _lapse(request, season, lapse) if stops else _renew(request, season)
    renewed = season.fees.count()
    table = RenewTable(member_fees(season).filter(fee_pk=None).annotate(is_ticked=Value(not renewed)))
    RequestConfig(request, paginate=False).configure(table)  # all are on one page, or a button would renew fifty
    if wants_file(request):
        title, stem = _("Membres à renouveler"), stem_of("a-renouveler", season)
        return file_of(request, lambda: of_list(table, title=title, stem=stem))
    context = {
        "club": season.club,
        "season": season,
        "has_rates": season.rates.exists(),
        "is_over": season.ends_on < timezone.localdate(),
        "renewed": renewed,
        "table": table,
        "form": form,
        "lapse": lapse,
        "year": members_year(season, timezone.localdate()),
        "may_stop": may_stop,
    }
    return form_page(request, "tournaments/office/renew.html", context)


def _last_day(season: Season, today: date) -> date:
    """Return the last day of who does not renew: that of the season before, or today."""
    before = season_before(season)
    return min(before.ends_on, today) if before else today


def _renew(request: MemberRequest, season: Season) -> SeeOther:
    made = owe_fees(season=season, players=ticked_players(request), by=request.user, at=timezone.now())
    if made:
        words = ngettext("%(n)d membre est renouvelé.", "%(n)d membres sont renouvelés.", len(made))
        messages.success(request, words % {"n": len(made)})
    else:
        messages.error(request, _("Personne n’est renouvelé : cochez au moins un membre."))
    return see_other("renew_members", season_id=season.pk)


def _lapse(request: MemberRequest, season: Season, form: LapseForm) -> SeeOther:
    said = {"until": form.cleaned_data["until"], "reason": EndReason.LAPSED}
    ended = end_memberships(
        club=season.club, players=ticked_players(request), by=request.user, at=timezone.now(), **said
    )
    if ended:
        words = ngettext("%(n)d personne n’est plus membre.", "%(n)d personnes ne sont plus membres.", len(ended))
        messages.success(request, words % {"n": len(ended)})
    else:
        messages.error(request, _("Rien n’est noté : cochez au moins un membre."))
    return see_other("renew_members", season_id=season.pk)
