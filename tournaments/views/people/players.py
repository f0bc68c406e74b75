"""Pages of a club's players: the list, one player, the player's login, the file to download."""

from typing import Any

from django.contrib import messages
from django.db.models import Exists, OuterRef, Value
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.exports.people import columns_kept, members_table, players_table
from tournaments.exports.writing import FORMATS
from tournaments.forms.people.players import NewPlayerForm, PlayerAccessForm, PlayerForm
from tournaments.kit.languages import current_language
from tournaments.labels import Grade
from tournaments.models import Account, Club, Player
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.clubs.directory import free_username, invitations_of
from tournaments.queries.money.fees import season_to_pay
from tournaments.queries.pages.personal_links import personal_code
from tournaments.queries.people.files import seen_by, suspension_words, waiting_for
from tournaments.queries.people.lookalikes import lookalikes_kept
from tournaments.queries.people.members import ever_members, grade_of, is_dead, is_known_elsewhere, with_last_period
from tournaments.queries.people.messages import mailbox_at, mailbox_words
from tournaments.queries.people.names import in_alphabet
from tournaments.queries.privacy.legal import erasure_asked_text
from tournaments.queries.undo.consequences import with_use
from tournaments.services.people import appointments, invitations, players
from tournaments.services.people.files import RecordedPlayer, record_facts
from tournaments.tables import PlayerTable, page
from tournaments.tables.members import FormerTable, MemberFilter
from tournaments.views.answers import file_answer, form_page, refusals_on, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file
from tournaments.views.people.access import new_names_counted
from tournaments.views.public_page import own_page_of


@requires(Action.MANAGE_CLUB)
def club_players(request: MemberRequest, club: Club) -> HttpResponse:
    """Show the members of a club today, those of another day, or former ones."""
    people = with_last_period(ever_members(club.pk).select_related("club"), club.pk)
    kept = Exists(club.files.filter(pk=OuterRef("pk")))
    people = people.annotate(alphabet=in_alphabet(), here=Value(club.pk), is_filed=kept)
    filterset = MemberFilter(request.GET, queryset=people, club=club)
    table = page(request, (FormerTable if filterset.shows_former else PlayerTable)(filterset.qs))
    table.seen = {player.pk: player for player in seen_by(club.pk, [row.record for row in table.page.object_list])}
    if wants_file(request):
        pays = Action.MANAGE_MONEY in request.actions
        season = season_to_pay(club, timezone.localdate()) if pays else None
        return file_of(request, lambda: members_table(club, [row.record for row in table.rows], season))
    waiting = waiting_for(club=club)
    context = {
        "club": club,
        "filter": filterset,
        "table": table,
        "is_empty": not table.rows and not request.GET,
        "plays_first": bool(table.rows) and not club.tournaments.exists(),  # its first evening is what comes next
        "has_guests": bool(waiting) or club.known.exclude(pk__in=ever_members(club.pk).values("pk")).exists(),
        "waiting": len(waiting.memberships) + len(waiting.proposals),
    }
    return render(request, "tournaments/office/players.html", context)


@requires(Action.MANAGE_CLUB)
def add_player(request: MemberRequest, club: Club) -> HttpResponse:
    form = NewPlayerForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        known_player = form.known_player(club)
        if known_player is not None and club.files.filter(pk=known_player.pk).exists():
            sentence = _("%(player)s est déjà du club : complétez sa fiche, puis enregistrez-la.")
            messages.info(request, sentence % {"player": known_player})
            return _player_page(request, club, known_player, PlayerForm.about(known_player, club, form.facts))
        with refusals_on(form):
            player = players.add_player(
                club=club,
                facts=form.facts,
                others=form.others,
                same=form.same,
                by=request.user,
                at=timezone.now(),
            )
            messages.success(request, _added_sentence(player, club))
            return see_other("add_player" if "another" in request.POST else "club_players", club_id=club.pk)
    context = {"club": club, "form": form}
    return form_page(request, "tournaments/office/player.html", context)


@requires(Action.MANAGE_CLUB)
def edit_player(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(club.files.select_related("club"), pk=player_id)
    posted = request.method == "POST"
    form = PlayerForm(request.POST, player=player, club=club) if posted else PlayerForm.about(player, club)
    if posted and form.is_valid():
        with refusals_on(form):
            recorded = record_facts(club=club, player=player, facts=form.facts, by=request.user, at=timezone.now())
            messages.success(request, _recorded_sentence(recorded))
            return see_other("club_players", club_id=club.pk)
    return _player_page(request, club, player, form)


def _added_sentence(player: Player, club: Club) -> str:
    words = {"player": player, "keeper": player.club}
    if grade_of(player, club) == Grade.ASKED:
        return (
            _(
                "L’adhésion de %(player)s est demandée : elle attend son mot, ou celui de « %(keeper)s », qui tient sa "
                "fiche. Il joue ici comme invité, dès maintenant."
            )
            % words
        )
    return _("%(player)s est ajouté aux joueurs du club.") % words


def _recorded_sentence(recorded: RecordedPlayer) -> str:
    words = {"player": recorded.player.full_name, "club": recorded.player.club}
    if recorded.is_proposed:
        return (
            _("Ce qui est à votre club est enregistré ; le reste est proposé à « %(club)s », qui tient la fiche.")
            % words
        )
    return _("La fiche de %(player)s est enregistrée.") % words


@never_cache
@require_POST
@requires(Action.MANAGE_CLUB)
def give_access(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """Give a player a login to see the own evenings."""
    player = get_object_or_404(club.files.select_related("club"), pk=player_id)
    form = PlayerAccessForm(request.POST)
    login = None
    if form.is_valid():
        access: dict[str, Any] = {"club": club, "player": player, "by": request.user, "at": timezone.now()}
        with refusals_on(form):
            if form.cleaned_data["existing"]:
                invitations.offer_file(username=form.cleaned_data["username"], **access)
                sentence = _(
                    "La fiche de %(player)s est proposée à cet identifiant, qui l’ouvrira une fois que la personne "
                    "aura répondu oui sur sa page « Invitations »."
                )
                messages.success(request, sentence % access)
                return see_other("edit_player", club_id=club.pk, player_id=player.pk)
            with new_names_counted(request):
                login = appointments.give_player_access(username=form.cleaned_data["username"], **access)
    # Shown in this answer only: no redirect could carry the password without writing it somewhere.
    return _player_page(request, club, player, PlayerForm.about(player, club), access_form=form, login=login)


@never_cache
@require_POST
@requires(Action.MANAGE_CLUB)
def renew_access(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """Give a new password to a player who lost the old one."""
    player = get_object_or_404(club.files.select_related("club"), pk=player_id)
    account = Account.objects.filter(player=player).first()
    if account is None:
        messages.error(request, _("%(player)s n’a pas encore d’accès.") % {"player": player})
        return see_other("edit_player", club_id=club.pk, player_id=player.pk)
    with refusals_told(request):
        login = appointments.renew_password(club=club, account=account, by=request.user, at=timezone.now())
        return _player_page(request, club, player, PlayerForm.about(player, club), login=login)
    return see_other("edit_player", club_id=club.pk, player_id=player.pk)


def _player_page(
    request: HttpRequest,
    club: Club,
    player: Player,
    form: PlayerForm,
    *,
    access_form: PlayerAccessForm | None = None,
    login: appointments.Login | None = None,
) -> HttpResponse:
    (seen,) = seen_by(club.pk, [player])
    if player.club_id == club.pk:  # it reads what other clubs' comités say too: who asks about him asks it
        of_file = player.committee_suspensions.select_related("committee")
        seen.by_committees = list(dict.fromkeys([*seen.by_committees, *of_file]))
    account = Account.objects.filter(player=player).first()
    other_clubs = list(player.clubs.exclude(pk=club.pk))
    keeps_file, has_died = player.club_id == club.pk, is_dead(player)
    offer = invitations_of(club).filter(player=player).first()
    if access_form is None and account is None and offer is None and not has_died:
        access_form = PlayerAccessForm(initial={"username": free_username(player, club)})
    refused = bool(form.errors or (login is None and access_form is not None and access_form.errors))
    context = {
        "club": club,
        "other_clubs": other_clubs,
        "form": form,
        "player": player,
        "account": account,
        "access_form": access_form,
        "offer": offer,
        "login": login,
        "suspension": suspension_words(seen, timezone.localdate()),
        "unwritten": mailbox_words(mailbox_at(club.pk, seen.email)),
        "may_be_deleted": keeps_file
        and not is_known_elsewhere(player)
        and not any(entry.is_used for entry in with_use(player.registrations.all())),  # type: ignore[attr-defined]
        "keeps_file": keeps_file,
        "erasure_asked": erasure_asked_text(player) if keeps_file else "",
        "page": own_page_of(personal_code(player, timezone.localdate()), request)
        if keeps_file and not has_died
        else None,
        "alike": lookalikes_kept(club, player),
    }
    return form_page(request, "tournaments/office/player.html", context, refused=refused)


@requires(Action.MANAGE_CLUB)
def player_model(request: MemberRequest, club: Club) -> HttpResponse:  # noqa: ARG001 - the guard's shape
    """Return an empty workbook with the headings of an import, to be filled in."""
    workbook_format = FORMATS["xlsx"]
    content = workbook_format.write(players_table(club, (), columns_kept(club)), current_language())
    return file_answer(content, "joueurs-modele.xlsx", content_type=workbook_format.content_type, as_attachment=True)
