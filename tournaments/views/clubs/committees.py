"""Pages about comités: public ones, and those of the people responsible, of the administrator, of a member club."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.exports.clubs import arbiters_table, committee_table
from tournaments.exports.tables import of_list
from tournaments.forms.clubs.committees import (
    CommitteeForm,
    ListsForm,
    NewCommitteeForm,
    NewLeagueForm,
    NewSuspensionForm,
    ResponsibleForm,
    SuspensionForm,
)
from tournaments.models import Account, Club, Committee, Season, Tournament, is_shown
from tournaments.permissions import Action, MemberRequest, public, requires
from tournaments.queries.clubs.committees import (
    arbiters_of,
    club_members,
    coming_in,
    leagues_held,
    listed_members,
    member_clubs,
)
from tournaments.queries.clubs.directory import with_entries
from tournaments.queries.pages.revisions import of_committee
from tournaments.queries.people.files import barred_by
from tournaments.queries.standings.league_events import leagues_joined
from tournaments.services.clubs import committees
from tournaments.services.clubs.committee_leagues import open_league
from tournaments.services.people.suspensions import change_suspension, lift_suspension, suspend
from tournaments.tables import page
from tournaments.tables.committees import (
    CommitteeMemberFilter,
    CommitteeMemberTable,
    CommitteeTournamentFilter,
    CommitteeTournamentTable,
)
from tournaments.views.answers import SeeOther, form_page, reason_page, refusals_on, refusals_told, see_other
from tournaments.views.caching import cached_page
from tournaments.views.exports import PARAMETER, file_of, wants_file

ROWS = 50


@public
@cached_page(of_committee, texts=(PARAMETER,))
def committee(request: HttpRequest, committee_slug: str) -> HttpResponse:
    """Show a comité: its clubs with their leagues, and the events they announce."""
    committee = get_object_or_404(Committee, slug=committee_slug)
    clubs = member_clubs(committee)
    if wants_file(request):
        return file_of(request, lambda: committee_table(committee, clubs))
    context = {"committee": committee, "clubs": clubs, "coming": coming_in(committee, today=timezone.localdate())}
    context["held"] = leagues_held(committee)
    context["joined"] = leagues_joined(Season.objects.filter(club__committee=committee)).exclude(committee=committee)
    return render(request, "tournaments/public/committee.html", context)


@require_safe
@requires(Action.READ_COMMITTEE)
def committee_desk(request: MemberRequest, committee: Committee) -> HttpResponse:
    """Show the clubs of a comité: numbers of players, evenings and leagues, and links to the public pages."""
    if wants_file(request):
        return file_of(request, lambda: committee_table(committee, member_clubs(committee), with_players=True))
    return _desk(request, committee, ResponsibleForm())


@require_safe
@requires(Action.READ_COMMITTEE)
def committee_tournaments(request: MemberRequest, committee: Committee) -> HttpResponse:
    """Show the tournaments of all clubs of a comité, with what everybody may read of each."""
    shown = Tournament.objects.filter(is_shown(), club__committee=committee).select_related("club", "season")
    filterset = CommitteeTournamentFilter(request.GET, queryset=with_entries(shown))
    table = page(request, CommitteeTournamentTable(filterset.qs))
    if wants_file(request):
        return file_of(request, lambda: of_list(table, title=_("Tournois"), stem=f"tournois-{committee.slug}"))
    context = {"committee": committee, "filter": filterset, "table": table}
    return render(request, "tournaments/office/committee_tournaments.html", context)


@require_safe
@requires(Action.READ_COMMITTEE)
def committee_members(request: MemberRequest, committee: Committee) -> HttpResponse:
    """Show the members of those clubs of a comité that let it, and how many each of its clubs has."""
    clubs = club_members(committee)
    listed = listed_members(committee)
    filterset = CommitteeMemberFilter(request.GET, queryset=listed, clubs=committee.clubs.filter(lists_members=True))
    table = page(request, CommitteeMemberTable(filterset.qs))
    if wants_file(request):
        return file_of(request, lambda: of_list(table, title=_("Membres"), stem=f"membres-{committee.slug}"))
    context = {"committee": committee, "filter": filterset, "table": table, "clubs": list(clubs)}
    context["opened"] = [club for club in context["clubs"] if club.lists_members]
    return render(request, "tournaments/office/committee_members.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RUN_COMMITTEE)
def committee_leagues(request: MemberRequest, committee: Committee) -> HttpResponse:
    """Show the leagues of a comité, with how many of its clubs agreed; a POST opens one and proposes it to them."""
    form = NewLeagueForm(request.POST or None, committee=committee)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            opened = open_league(committee=committee, **form.cleaned_data, by=request.user, at=timezone.now())
            messages.success(request, _("Le championnat est proposé aux clubs du comité. Écrivez maintenant sa règle."))
            return see_other("edit_league", league_id=opened.pk)
    context = {"committee": committee, "form": form, "leagues": leagues_held(committee)}
    return form_page(request, "tournaments/office/committee_leagues.html", context)


@require_safe
@requires(Action.READ_COMMITTEE)
def committee_arbiters(request: MemberRequest, committee: Committee) -> HttpResponse:
    """Show the arbiters of those clubs of a comité that let it, and whom the comité names to its other clubs."""
    arbiters = arbiters_of(committee)
    if wants_file(request):
        return file_of(request, lambda: arbiters_table(committee, arbiters))
    context = {"committee": committee, "page": Paginator(arbiters, ROWS).get_page(request.GET.get("page"))}
    context["clubs"] = committee.clubs.aggregate(all=Count("pk"), opened=Count("pk", filter=Q(lists_arbiters=True)))
    return render(request, "tournaments/office/committee_arbiters.html", context)


@require_POST
@requires(Action.RUN_COMMITTEE)
def name_arbiter(request: MemberRequest, committee: Committee, arbiter_id: int) -> HttpResponse:
    """Name an arbiter to the clubs of a comité, or no longer (`drop`)."""
    account = get_object_or_404(Account, pk=arbiter_id, pk__in=[one.account.pk for one in arbiters_of(committee)])
    act = committees.drop_arbiter if "drop" in request.POST else committees.name_arbiter
    with refusals_told(request):
        act(committee=committee, account=account, by=request.user, at=timezone.now())
        if "drop" in request.POST:
            messages.success(request, _("%(person)s n’est plus arbitre du comité.") % {"person": account})
        else:
            messages.success(
                request, _("%(person)s est arbitre du comité : ses clubs le trouvent.") % {"person": account}
            )
    return see_other("committee_arbiters", committee_id=committee.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.SUSPEND)
def committee_suspensions(request: MemberRequest, committee: Committee) -> HttpResponse:
    """Show the suspensions of a comité: whom, from when until when, why; a POST adds one."""
    form = NewSuspensionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            barred: dict[str, Any] = {"committee": committee, "player": form.cleaned_data["player"]}
            barred |= {"facts": form.facts, "key": form.cleaned_data["key"]}
            suspend(**barred, by=request.user, at=timezone.now())
            messages.success(request, _("%(player)s est suspendu dans tous les clubs du comité.") % barred)
            return see_other("committee_suspensions", committee_id=committee.pk)
    page = Paginator(barred_by(committee), ROWS).get_page(request.GET.get("page"))
    context = {"committee": committee, "form": form, "page": page}
    return form_page(request, "tournaments/office/committee_suspensions.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.SUSPEND)
def committee_suspension(request: MemberRequest, committee: Committee, suspension_id: int) -> HttpResponse:
    """Correct or lift a suspension of a comité."""
    suspension = get_object_or_404(barred_by(committee), pk=suspension_id)
    acts: dict[str, Any] = {"suspension": suspension, "by": request.user, "at": timezone.now()}
    back = see_other("committee_suspensions", committee_id=committee.pk)
    if "lift" in request.POST:
        with refusals_told(request):
            lift_suspension(**acts)
            messages.success(request, _("La suspension de %(player)s est levée.") % {"player": suspension.player})
        return back
    form = SuspensionForm(request.POST) if request.method == "POST" else SuspensionForm.about(suspension)
    if form.is_valid():
        with refusals_on(form):
            change_suspension(**acts, facts=form.facts)
            messages.success(request, _("La suspension de %(player)s est corrigée.") % {"player": suspension.player})
            return back
    context = {"committee": committee, "suspension": suspension, "form": form}
    return form_page(request, "tournaments/office/committee_suspensions.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RUN_SITE)
def new_committee(request: MemberRequest) -> HttpResponse:
    form = NewCommitteeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            committee = committees.create_committee(name=form.cleaned_data["name"])
            messages.success(request, _("Le comité est créé. Dites maintenant quels clubs en sont."))
            return see_other("edit_committee", committee_id=committee.pk)
    return form_page(request, "tournaments/office/edit_committee.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RUN_SITE)
def edit_committee(request: MemberRequest, committee: Committee) -> HttpResponse:
    """Change the name and the clubs of a comité."""
    form = CommitteeForm(request.POST or None, committee=committee)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            committees.change_committee(committee=committee, **form.cleaned_data, by=request.user, at=timezone.now())
            messages.success(request, _("Le comité est enregistré."))
            return see_other("committee_desk", committee_id=committee.pk)
    return form_page(request, "tournaments/office/edit_committee.html", {"form": form, "committee": committee})


@require_POST
@requires(Action.RUN_SITE)
def appoint_responsible(request: MemberRequest, committee: Committee) -> HttpResponse:
    """Let the holder of an existing login answer for a comité."""
    form = ResponsibleForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            appointment = committees.appoint_to_committee(committee=committee, **form.cleaned_data)
            messages.success(request, _("%(person)s est nommé.") % {"person": appointment.account})
            return see_other("committee_desk", committee_id=committee.pk)
    return _desk(request, committee, form, refused=True)


@require_POST
@requires(Action.RUN_SITE)
def revoke_responsible(request: MemberRequest, committee: Committee, responsible_id: int) -> HttpResponse:
    appointment = get_object_or_404(committee.appointments.select_related("account"), pk=responsible_id)
    committees.revoke_from_committee(committee=committee, appointment=appointment)
    messages.success(request, _("%(person)s n’a plus ce rôle.") % {"person": appointment.account})
    return see_other("committee_desk", committee_id=committee.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def club_lists(request: MemberRequest, club: Club) -> HttpResponse:
    """Say which lists of a club its comité reads; without a comité, say that there is nothing to open."""
    form = ListsForm(request.POST) if request.method == "POST" else ListsForm.about(club)
    if form.is_valid():
        opened = {"committee_id": form.cleaned_data["committee"], "lists": form.lists}
        with refusals_on(form):
            committees.open_lists(club=club, **opened, by=request.user, at=timezone.now())
            messages.success(request, _("Ce que le comité lit du club est enregistré."))
            return see_other("club_lists", club_id=club.pk)
    return form_page(request, "tournaments/office/club_lists.html", {"club": club, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def leave_committee(request: MemberRequest, club: Club) -> HttpResponse:
    """Take a club out of its comité; the reason goes to the club's journal."""

    def act(reason: str) -> SeeOther:
        committees.leave_committee(club=club, reason=reason, by=request.user, at=timezone.now())
        messages.success(request, _("Le club a quitté son comité."))
        return see_other("edit_club", club_id=club.pk)

    context = {
        "club": club,
        "title": _("Quitter le comité"),
        "what": _(
            "Le club ne paraît plus sur la page du comité, et qui en répond ne voit plus ses chiffres. Ses "
            "suspensions ne comptent plus dans le club. Seul l’administrateur du site peut l’y remettre."
        ),
        "verb": _("Quitter le comité"),
        "back": reverse("edit_club", args=[club.pk]),
    }
    return reason_page(request, "tournaments/office/withdraw_link.html", context, act)


def _desk(
    request: MemberRequest, committee: Committee, form: ResponsibleForm, *, refused: bool = False
) -> HttpResponse:
    context: dict[str, Any] = {"committee": committee, "clubs": member_clubs(committee)}
    if Action.RUN_SITE in request.actions:
        context |= {"form": form, "responsibles": committee.appointments.select_related("account")}
    return form_page(request, "tournaments/office/committee.html", context, refused=refused)
