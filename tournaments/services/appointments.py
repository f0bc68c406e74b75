"""Who is organiser or arbiter of what: appointed, given a login, dismissed."""

import secrets
import unicodedata
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import RoleName
from tournaments.models import Account, Appointment, Club, Tournament
from tournaments.refusals import Refusal
from tournaments.services.journal import note
from tournaments.services.players import lock_club

# No letter or figure that is mistaken for another when it is read out across a hall.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True)
class Login:
    """A new login, to be shown once: only its hash is kept."""

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
    """Make an account, appoint it, and return its password, which is never shown again."""
    lock_club(club)
    username = unicodedata.normalize("NFKC", username.strip())
    _refuse_username(username)
    password = readable_password()
    try:
        with transaction.atomic():
            account = Account.objects.create_user(
                username=username, password=password, first_name=first_name, last_name=last_name
            )
    except IntegrityError:  # another club took this name at the same moment
        _refuse_username(username)
        raise
    appoint(club=club, account=account, role=role, tournament=tournament, by=by, at=at)
    return Login(account, password)


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
    """Make an account organiser or arbiter of the club, or of one of its tournaments. Twice is once."""
    lock_club(club)
    if tournament is not None and tournament.club_id != club.pk:
        raise Refusal(_("Ce tournoi est celui d’un autre club."), code="not_of_this_club")
    scope = {"tournament": tournament} if tournament else {"club": club}
    appointment, is_new = Appointment.objects.get_or_create(account=account, role=role, **scope)
    if is_new:
        note(
            action=gettext_noop("nomination"),
            subject=_said(appointment),
            by=by,
            at=at,
            club=club,
            tournament=tournament,
        )
    return appointment


@transaction.atomic
def revoke(*, club: Club, appointment: Appointment, by: Account | None, at: datetime) -> None:
    """Take an appointment back; the account stays. Refuses the last organiser of the club."""
    lock_club(club)
    organisers = Appointment.objects.filter(club=club, role=RoleName.ORGANISER)
    if appointment.club_id and appointment.role == RoleName.ORGANISER and not organisers.exclude(pk=appointment.pk):
        raise Refusal(
            _("%(person)s est le dernier organisateur du club. Nommez-en d’abord un autre.")
            % {"person": appointment.account},
            code="last_organiser",
        )
    note(
        action=gettext_noop("nomination retirée"),
        subject=_said(appointment),
        by=by,
        at=at,
        club=club,
        tournament=appointment.tournament,
    )
    appointment.delete()


@transaction.atomic
def renew_password(*, club: Club, account: Account, by: Account | None, at: datetime) -> Login:
    """
    Give a new password to somebody who lost his own.

    Only to an account that is this club's alone: an organiser must not take over the login of another club's people,
    or of the administrator.
    """
    lock_club(club)
    elsewhere = account.appointments.exclude(Q(club=club) | Q(tournament__club=club))
    if account.is_staff or account.is_superuser or elsewhere.exists():
        raise Refusal(
            _("%(person)s a aussi un rôle hors de ce club : seul l’administrateur peut changer son mot de passe.")
            % {"person": account},
            code="not_only_ours",
        )
    password = readable_password()
    account.set_password(password)
    account.save(update_fields=["password"])
    note(action=gettext_noop("mot de passe renouvelé"), subject=str(account), by=by, at=at, club=club)
    return Login(account, password)


def readable_password() -> str:
    """Return three groups of four letters and figures (59 bits): easy to read out, hopeless to guess."""
    return "-".join("".join(secrets.choice(LETTERS) for _letter in range(4)) for _group in range(3))


def _refuse_username(username: str) -> None:
    sentence = ""
    if not username:
        sentence = _("Écrivez l’identifiant avec lequel la personne se connectera.")
    elif Account.objects.filter(username__iexact=username).exists():
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
        raise Refusal(sentence, code="username_refused", fields={"username": [sentence]})


def _said(appointment: Appointment) -> str:
    where = appointment.tournament or appointment.club
    return f"{appointment.account} : {appointment.get_role_display()} · {where}"
