"""
Comités: the administrator of the site creates them and puts clubs in; a club leaves by itself.

The journal of each club says that it came or left. A comité has no journal of its own.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.text import tidy
from tournaments.labels import RoleName
from tournaments.models import Account, Appointment, Club, Committee
from tournaments.queries.clubs.committees import clubs_listing
from tournaments.queries.clubs.directory import login_name
from tournaments.refusals import Refusal, refuse_without_reason
from tournaments.services.clubs.clubs import free_slug
from tournaments.services.clubs.committee_leagues import hand_over_leagues
from tournaments.services.journal import differences, log
from tournaments.services.locks import lock_club


@transaction.atomic
def create_committee(*, name: str) -> Committee:
    """Create a comité without clubs, and return it. Refuses a name that is empty or taken."""
    name = tidy(name)
    _refuse_name(name)
    try:
        with transaction.atomic():
            return Committee.objects.create(name=name, slug=free_slug(name, Committee))
    except IntegrityError:  # the button was pressed twice
        _refuse_name(name)
        raise


@transaction.atomic
def change_committee(
    *, committee: Committee, name: str, clubs: Collection[Club], by: Account | None, at: datetime
) -> Committee:
    """
    Change the name of a comité, and which clubs are in it; its address stays, because people have it.

    Refuses a name that is empty or taken, and a club that is in another comité: the club leaves that comité first.
    """
    wanted = {club.pk for club in clubs}
    concerned = Q(pk__in=wanted) | Q(committee=committee)
    locked = {club.pk: club for club in Club.objects.select_for_update(no_key=True).filter(concerned).order_by("pk")}
    committee = Committee.objects.select_for_update().get(pk=committee.pk)
    name = tidy(name)
    _refuse_name(name, but=committee)
    _refuse_others([locked[pk] for pk in sorted(wanted & locked.keys())], committee)
    if name != committee.name:
        committee.name = name
        committee.save(update_fields=["name"])
    for club in locked.values():
        if (club.pk in wanted) == (club.committee_id == committee.pk):
            continue
        joins = club.pk in wanted
        _put(club, committee if joins else None)
        action = gettext_noop("comité rejoint") if joins else gettext_noop("comité quitté")
        log(action=action, subject=committee.name, by=by, at=at, club=club)
    return committee


@transaction.atomic
def leave_committee(*, club: Club, reason: str, by: Account | None, at: datetime) -> None:
    """Take a club out of its comité. Refuses without a reason, and a club that is in none."""
    lock_club(club)
    club = Club.objects.select_related("committee").get(pk=club.pk)
    if club.committee is None:
        raise Refusal(
            _("Le club n’est dans aucun comité : il n’y a rien à quitter. Rechargez la page."), code="no_committee"
        )
    reason = refuse_without_reason(reason)
    _put(club, None)
    log(action=gettext_noop("comité quitté"), subject=club.committee.name, by=by, at=at, club=club, reason=reason)


@dataclass(frozen=True)
class Lists:
    """Which lists of a club its comité reads."""

    lists_members: bool = False
    lists_arbiters: bool = False


@transaction.atomic
def open_lists(*, club: Club, committee_id: int, lists: Lists, by: Account | None, at: datetime) -> None:
    """
    Let the comité of a club read these lists of the club and no other; nothing is written when nothing changes.

    Refuses when the club is no longer in the comité for which its organiser answered.
    """
    lock_club(club)
    club = Club.objects.select_related("committee").get(pk=club.pk)
    if club.committee is None or club.committee_id != committee_id:
        sentence = _("Le club n’est plus dans le comité que cette page montrait : rechargez-la, puis choisissez.")
        raise Refusal(sentence, code="other_committee")
    changes = differences({name: getattr(club, name) for name in asdict(lists)}, asdict(lists))
    if changes:
        Club.objects.filter(pk=club.pk).update(**asdict(lists))
        action = gettext_noop("listes ouvertes au comité")
        log(action=action, subject=club.committee.name, by=by, at=at, club=club, details=changes)


@transaction.atomic
def appoint_to_committee(*, committee: Committee, username: str) -> Appointment:
    """
    Give the account with this login the role of a comité's responsible. Idempotent.

    Refuses an unknown login, and says so: only the administrator of the site asks here.
    """
    committee = Committee.objects.select_for_update().get(pk=committee.pk)
    account = Account.objects.filter(username__iexact=login_name(username), is_active=True).first()
    if account is None:
        sentence = _(
            "Personne n’a l’identifiant « %(username)s ». Vérifiez-le, ou faites d’abord créer cet accès par un club."
        ) % {"username": username}
        raise Refusal(sentence, code="no_account", fields={"username": [sentence]})
    appointment, _is_new = Appointment.objects.get_or_create(
        account=account, role=RoleName.COMMITTEE, committee=committee
    )
    return appointment


@transaction.atomic
def revoke_from_committee(*, committee: Committee, appointment: Appointment) -> None:
    """Take back the role of a comité's responsible; the account stays."""
    Committee.objects.select_for_update().get(pk=committee.pk)
    appointment.delete()


@transaction.atomic
def name_arbiter(*, committee: Committee, account: Account, by: Account | None, at: datetime) -> None:
    """
    Name an arbiter to all clubs of a comité, which may then invite him: it gives him no role. Idempotent.

    The journals of his clubs say it. Refuses who is arbiter of no club that lets the comité read its arbiters.
    """
    committee = Committee.objects.select_for_update(no_key=True).get(pk=committee.pk)
    clubs = clubs_listing(committee, account)
    if not clubs:
        sentence = _("%(person)s n’est plus arbitre d’un club qui montre ses arbitres au comité. Rechargez la page.")
        raise Refusal(sentence % {"person": account}, code="not_listed")
    if not committee.arbiters.filter(pk=account.pk).exists():
        committee.arbiters.add(account)
        _tell(gettext_noop("arbitre du comité nommé"), committee, account, clubs, by, at)


@transaction.atomic
def drop_arbiter(*, committee: Committee, account: Account, by: Account | None, at: datetime) -> None:
    """Name an arbiter no longer to the clubs of a comité; the roles that clubs gave him stay. Idempotent."""
    committee = Committee.objects.select_for_update(no_key=True).get(pk=committee.pk)
    if committee.arbiters.filter(pk=account.pk).exists():
        committee.arbiters.remove(account)
        clubs = clubs_listing(committee, account)
        _tell(gettext_noop("arbitre du comité retiré"), committee, account, clubs, by, at)


def _tell(
    action: str, committee: Committee, account: Account, clubs: list[Club], by: Account | None, at: datetime
) -> None:
    for club in clubs:
        log(action=action, subject=f"{account} : {committee.name}", by=by, at=at, club=club)


def _put(club: Club, committee: Committee | None) -> None:
    """Put a club into a comité, or out of any; no comité reads lists that were opened to another one."""
    hand_over_leagues(club)
    Club.objects.filter(pk=club.pk).update(committee=committee, **asdict(Lists()))


def _refuse_name(name: str, but: Committee | None = None) -> None:
    sentence = ""
    if not name:
        sentence = _("Le comité n’a pas de nom : écrivez-le.")
    elif Committee.objects.filter(name=name).exclude(pk=but.pk if but else 0).exists():
        sentence = _("Un comité « %(name)s » existe déjà. Choisissez un autre nom, ou ouvrez ce comité.") % {
            "name": name
        }
    if sentence:
        raise Refusal(sentence, code="committee_name_refused", fields={"name": [sentence]})


def _refuse_others(clubs: Collection[Club], committee: Committee) -> None:
    """Refuse clubs that are in another comité, with one sentence for each club."""
    sentences = [
        _("« %(club)s » est déjà d’un autre comité, « %(committee)s » : ce club doit d’abord le quitter.")
        % {"club": club.name, "committee": Committee.objects.get(pk=club.committee_id)}
        for club in clubs
        if club.committee_id not in (None, committee.pk)
    ]
    if sentences:
        raise Refusal(sentences[0], code="of_another_committee", fields={"clubs": sentences})
