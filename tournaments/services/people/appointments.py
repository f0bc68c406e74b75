"""Logins and roles: people are given a role and lose it; a player is given a login of his own."""

import secrets
import unicodedata
from dataclasses import dataclass
from datetime import datetime

from axes.utils import reset as lift_lock
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import RoleName
from tournaments.models import Account, Appointment, Club, Invitation, Player, Tournament
from tournaments.queries.clubs.directory import has_role_at, login_name
from tournaments.queries.people.members import keeps_file
from tournaments.refusals import Refusal
from tournaments.services.journal import log
from tournaments.services.locks import lock_club, lock_clubs_of
from tournaments.services.people.players import not_its_keeper, refuse_erased
from tournaments.subjects import Subject, subject_of

# No letter or figure that is mistaken for another when it is read out across a hall.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
TAKEN = "username_taken"  # the one refusal that reveals a login of another club: views limit how often it is given


@dataclass(frozen=True)
class Login:
    """A new login with its password, to be shown once: only a hash of the password is stored."""

    account: Account
    password: str


@transaction.atomic
def create_login(
    *,
    club: Club,
    username: str,
    first_name: str,
    last_name: str,
    role: str,
    by: Account | None,
    at: datetime,
    tournament: Tournament | None = None,
) -> Login:
    """
    Make an account, give it a role, and return it with its password, of which only a hash is stored.

    `role` is a `RoleName`. Refuses a login that is taken or empty, and a tournament of another club.
    """
    lock_club(club)
    login = _new_login(username, first_name=first_name, last_name=last_name)
    appoint(club=club, account=login.account, role=role, tournament=tournament, by=by, at=at)
    return login


@transaction.atomic
def give_player_access(*, club: Club, player: Player, username: str, by: Account | None, at: datetime) -> Login:
    """
    Make a login with which a player of the club reads his own evenings; only a hash of its password is stored.

    Refuses a login that is taken or empty, a player who has a login already, and a club that does not keep his file,
    because the login opens the evenings of all his clubs.
    """
    lock_clubs_of(player, and_club=club)
    _refuse_other_keeper(club, player)
    _refuse_second_access(player)
    login = _new_login(username, first_name=player.first_name, last_name=player.last_name, player=player)
    _log_access(club, player, login.account, by=by, at=at)
    return login


@transaction.atomic
def link_player(*, club: Club, player: Player, username: str, by: Account | None, at: datetime) -> None:
    """
    Let an account that has a role in the club open a player's own evenings, with the login that it has.

    The account's owner is not asked here; `invitations.offer_file` asks. Refuses what `login_for` refuses.
    """
    account = login_for(club, player, username)
    account.player = player
    account.save(update_fields=["player"])
    _log_access(club, player, account, by=by, at=at)


def login_for(club: Club, player: Player, username: str) -> Account:
    """
    Return the account with this login, locked, if it has a role in the club and is no other player's.

    Refuses any other login and an unknown login in the same words: an organiser must not give his players' pages to
    strangers, nor learn which logins exist. Refuses a club that does not keep the player's file, and a player who has a
    login or an open offer of another one.
    """
    lock_clubs_of(player, and_club=club)
    _refuse_other_keeper(club, player)
    _refuse_second_access(player, but=username)
    of_club = has_role_at(club.pk)
    candidate = Account.objects.filter(of_club, username__iexact=username.strip(), is_active=True).first()
    account = candidate and Account.objects.select_for_update().get(pk=candidate.pk)
    if account is None or account.player_id:
        sentence = _(
            "« %(username)s » n’est pas l’identifiant de quelqu’un qui a un rôle dans ce club, ou sert déjà à un "
            "autre joueur. L’organisateur peut créer un nouvel identifiant."
        ) % {"username": username}
        raise Refusal(sentence, code="not_of_this_club", fields={"username": [sentence]})
    return account


@transaction.atomic
def appoint(
    *,
    club: Club,
    account: Account,
    role: str,
    by: Account | None,
    at: datetime,
    tournament: Tournament | None = None,
) -> Appointment:
    """
    Give an account a `role` in the club, or only in its `tournament`. Idempotent.

    The account's owner is not asked here; for people of other clubs `invitations.name_or_invite` asks. Refuses a
    tournament of another club.
    """
    lock_club(club)
    refuse_other_club(club, tournament)
    scope = {"tournament": tournament} if tournament else {"club": club}
    appointment, is_new = Appointment.objects.get_or_create(account=account, role=role, **scope)
    if is_new:
        log(
            action=gettext_noop("nomination"),
            subject=appointment_subject(appointment, appointment.account),
            by=by,
            at=at,
            club=club,
            tournament=tournament,
        )
    return appointment


def refuse_other_club(club: Club, tournament: Tournament | None) -> None:
    """Refuse a tournament of another club; None, which means the whole club, passes."""
    if tournament is not None and tournament.club_id != club.pk:
        raise Refusal(_("Ce tournoi est celui d’un autre club."), code="not_of_this_club")


@transaction.atomic
def revoke(*, club: Club, appointment: Appointment, by: Account | None, at: datetime) -> None:
    """Take an appointment back; the account stays. Idempotent. Refuses the last organiser of the club."""
    lock_club(club)
    if not Appointment.objects.filter(pk=appointment.pk).exists():  # another organiser took it back meanwhile
        return
    organisers = Appointment.objects.filter(club=club, role=RoleName.ORGANISER)
    if appointment.club_id and appointment.role == RoleName.ORGANISER and not organisers.exclude(pk=appointment.pk):
        raise Refusal(
            _("%(person)s est le dernier organisateur du club. Nommez-en d’abord un autre.")
            % {"person": appointment.account},
            code="last_organiser",
        )
    log(
        action=gettext_noop("nomination retirée"),
        subject=appointment_subject(appointment, appointment.account),
        by=by,
        at=at,
        club=club,
        tournament=appointment.tournament,
    )
    appointment.delete()


@transaction.atomic
def renew_password(*, club: Club, account: Account, by: Account | None, at: datetime) -> Login:
    """
    Give an account whose password is lost a new one, and return it; a lock after wrong passwords is lifted.

    Refuses an account that is not this club's alone (a role or a file elsewhere): an organiser must not take over the
    login of another club's member, or of the administrator.
    """
    lock_club(club)
    of_ours = Q(club=club) | Q(tournament__club=club)
    elsewhere = account.appointments.exclude(of_ours).exists()
    plays_here = account.player is not None and keeps_file(club, account.player)
    plays_elsewhere = account.player is not None and not plays_here
    is_ours = plays_here or account.appointments.filter(of_ours).exists()
    if account.is_staff or account.is_superuser or elsewhere or plays_elsewhere or not is_ours:
        raise Refusal(
            _("%(person)s a aussi un rôle hors de ce club : seul l’administrateur peut changer son mot de passe.")
            % {"person": account},
            code="not_only_ours",
        )
    password = readable_password()
    account.set_password(password)
    account.save(update_fields=["password"])
    lift_lock(username=account.username.casefold())  # somebody who was locked out gets in with the new one
    log(action=gettext_noop("mot de passe renouvelé"), subject=str(account), by=by, at=at, club=club)
    return Login(account, password)


def readable_password() -> str:
    """Return a random password: three groups of four letters and figures (59 bits), easy to read out."""
    return "-".join("".join(secrets.choice(LETTERS) for _letter in range(4)) for _group in range(3))


def _new_login(username: str, *, first_name: str, last_name: str, player: Player | None = None) -> Login:
    username = unicodedata.normalize("NFKC", username.strip())
    _refuse_username(username)
    password = readable_password()
    try:
        with transaction.atomic():
            account = Account.objects.create_user(
                username=username, password=password, first_name=first_name, last_name=last_name, player=player
            )
    except IntegrityError:  # another club took this name at the same moment
        _refuse_username(username)
        raise
    return Login(account, password)


def _refuse_other_keeper(club: Club, player: Player) -> None:
    player.refresh_from_db(fields=["club"])
    if not keeps_file(club, player):
        raise not_its_keeper(player)


def _refuse_second_access(player: Player, *, but: str = "") -> None:
    """Refuse a player who has a login, and one who is offered another login than `but` and has not answered."""
    refuse_erased(player)
    account = Account.objects.filter(player=player).first()
    if account is not None:
        raise Refusal(
            _("%(player)s a déjà un accès : son identifiant est « %(username)s ».")
            % {"player": player, "username": account.username},
            code="has_access",
        )
    offer = Invitation.objects.filter(player=player).exclude(username=login_name(but)).first()
    if offer is not None:
        raise Refusal(
            _(
                "La fiche de %(player)s est proposée à « %(username)s », qui n’a pas répondu. Retirez d’abord cette "
                "proposition."
            )
            % {"player": player, "username": offer.username},
            code="offer_waits",
        )


def _log_access(club: Club, player: Player, account: Account, *, by: Account | None, at: datetime) -> None:
    subject = f"{player} : {account.username}"
    log(action=gettext_noop("accès donné à un joueur"), subject=subject, by=by, at=at, club=club)


def _refuse_username(username: str) -> None:
    sentence = ""
    is_taken = Account.objects.filter(username__iexact=username).exists()
    if not username:
        sentence = _("Écrivez l’identifiant avec lequel la personne se connectera.")
    elif is_taken:
        sentence = _(
            "L’identifiant « %(username)s » est déjà pris. Choisissez-en un autre ; si c’est la même personne, "
            "cochez « cette personne a déjà un identifiant »."
        ) % {"username": username}
    else:
        try:
            UnicodeUsernameValidator()(username)
        except ValidationError:
            sentence = _("L’identifiant « %(username)s » ne peut avoir que des lettres, des chiffres et @ . + - _.") % {
                "username": username
            }
    if sentence:
        code = TAKEN if is_taken else "username_refused"
        raise Refusal(sentence, code=code, fields={"username": [sentence]})


def appointment_subject(offer: Appointment | Invitation, account: Account | str) -> Subject:
    """Return the subject of a journal entry about a role that an account has, or about an offer to a login."""
    of_file = offer.player if isinstance(offer, Invitation) else None
    role = subject_of("file", player=of_file.full_name) if of_file else subject_of(f"role.{offer.role}")
    return subject_of("appointment", account=account, role=role, where=offer.tournament or offer.club)
