"""E-mails to people: which are due, which addresses want none, and what became of those of a tournament or a club."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from types import MappingProxyType

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.kit.days import french_day
from tournaments.mail_labels import UNSENT, MailKind, MailPurpose, MailState
from tournaments.models import Club, Mail, Mailbox, Player, Tournament
from tournaments.queries.pages.addresses import sends_mail
from tournaments.queries.pages.signed_codes import SignedCodes
from tournaments.queries.people.entries import asks_address

CODES = SignedCodes("tournaments.mailbox")  # of the link that stops messages
PURPOSES = tuple(MailPurpose)  # numbered in the links that were sent: a new one comes last
MOST_A_DAY = 8  # messages from one tournament to one address, but for one that calls the evening off
A_DAY = timedelta(days=1)
LOST_AFTER = timedelta(minutes=10)  # a worker hands a message over in seconds


def digest_of(email: str) -> str:
    """Return the digest by which a club knows an e-mail address; case does not matter."""
    return sha256(f"tarot-club {email.strip().casefold()}".encode()).hexdigest()


def mail_due(at: datetime) -> QuerySet[Mail]:
    """Return the messages that are due, the longest due first."""
    return Mail.objects.filter(due_at__lte=at).order_by("due_at", "pk")


def stop_code(mailbox: Mailbox, purpose: MailPurpose) -> str:
    """Return the signed code of the link that stops the messages of a purpose to an address."""
    return CODES.of(mailbox.pk, PURPOSES.index(purpose))


def stop_opened_by(code: str) -> tuple[Mailbox, MailPurpose] | None:
    """Return what a code stops: an address and a purpose; None for a forged code, or if the club has left."""
    numbers = CODES.numbers(code, 2)
    if numbers is None or numbers[1] >= len(PURPOSES):
        return None
    mailbox = Mailbox.objects.select_related("club").filter(pk=numbers[0]).first()
    return None if mailbox is None else (mailbox, PURPOSES[numbers[1]])


def stopped_at(mailbox: Mailbox, purpose: MailPurpose) -> datetime | None:
    """Return since when the holder of an address wants no messages of a purpose; None if he does."""
    since: datetime | None = getattr(mailbox, Mailbox.STOPS[purpose])
    return since


def may_write_to(mailbox: Mailbox | None, purpose: MailPurpose) -> bool:
    """Return whether an address may be sent messages of a purpose: neither stopped nor refused; None is a new one."""
    return mailbox is None or (stopped_at(mailbox, purpose) is None and mailbox.refused_at is None)


def mailbox_at(club_id: int, email: str) -> Mailbox | None:
    """Return what a club knows of an address; None of a new or empty one."""
    return Mailbox.objects.filter(club=club_id, digest=digest_of(email)).first() if email else None


def reached_among(club_id: int, emails: Iterable[str], purpose: MailPurpose) -> set[str]:
    """Return those of these addresses to which messages of a purpose leave. One query."""
    asked = {email for email in emails if email} if sends_mail() else set()
    found = Mailbox.objects.filter(club=club_id, digest__in=map(digest_of, asked)) if asked else ()
    shut = {mailbox.digest for mailbox in found if not may_write_to(mailbox, purpose)}
    return {email for email in asked if digest_of(email) not in shut}


def is_written(club_id: int, email: str) -> bool:
    """Return whether messages about evenings leave for this address, so that a page may promise one."""
    return bool(email) and sends_mail() and may_write_to(mailbox_at(club_id, email), MailPurpose.EVENINGS)


def has_enough(mailbox: Mailbox, tournament: Tournament | None, at: datetime) -> bool:
    """Return whether an address was sent as many messages from a tournament today as anybody is."""
    if tournament is None:
        return False
    return mailbox.mails.filter(tournament=tournament, made_at__gt=at - A_DAY).count() >= MOST_A_DAY


def address_problem(tournament: Tournament, email: str, at: datetime, *, known: str = "") -> str:
    """
    Return a sentence that says why somebody may not enter with this address: there is none and it would be confirmed,
    or no link leaves for it; "" if he may. `known` is the address that his entry has already.

    It does not tell an address that was stopped from one that refuses messages: whoever types it may be a stranger.
    """
    if not email and asks_address(tournament):
        return _("Écrivez votre adresse : un message y est envoyé, qui confirme l’inscription.")
    mailbox = mailbox_at(tournament.club_id, email) if sends_mail() and email != known else None
    if mailbox is None:
        return ""
    if not may_write_to(mailbox, MailPurpose.EVENINGS):
        return _(
            "Cette adresse ne reçoit pas les messages du club : écrivez-en une autre, ou laissez-la vide et "
            "adressez-vous au club."
        )
    if has_enough(mailbox, tournament, at):
        return _(
            "Cette adresse a déjà reçu assez de messages aujourd’hui : écrivez-en une autre, ou adressez-vous au club."
        )
    return ""


def mailbox_words(mailbox: Mailbox | None) -> list[str]:
    """Return sentences for a club about an address of one of its people: what he stopped, whether it refuses."""
    if mailbox is None:
        return []
    said = [
        _("Il ne veut plus de messages du club sur %(what)s, depuis le %(day)s.")
        % {"what": purpose.label, "day": french_day(since)}
        for purpose in PURPOSES
        if (since := stopped_at(mailbox, purpose)) is not None
    ]
    if mailbox.refused_at is not None:
        sentence = _("Cette adresse refuse nos messages depuis le %(day)s : demandez-lui la bonne.")
        said.append(sentence % {"day": french_day(mailbox.refused_at)})
    return said


@dataclass(frozen=True)
class OwnMail:
    """The messages of a club for one purpose, as their reader sees them: `code` leads to the page that stops them."""

    club: Club
    what: str
    stopped_at: datetime | None
    code: str


def own_mail(player: Player) -> list[OwnMail]:
    """Return what clubs write to a player about, and what he stopped. Two queries."""
    words = {MailPurpose.EVENINGS: _("vos soirées et vos tournois"), MailPurpose.FEES: _("votre cotisation")}
    return [
        OwnMail(mailbox.club, words[purpose], stopped_at(mailbox, purpose), stop_code(mailbox, purpose))
        for mailbox in _mailboxes_of(player)
        for purpose in PURPOSES
    ]


def _mailboxes_of(player: Player) -> list[Mailbox]:
    known = [(player.club_id, player.email)] if player.email else []
    rows = player.memberships.exclude(email="").values_list("club", "email")
    digests = {(club, digest_of(email)) for club, email in [*known, *rows]}
    found = Mailbox.objects.filter(digest__in={digest for _club, digest in digests}).select_related("club")
    return [one for one in found.order_by("club__name", "pk") if (one.club_id, one.digest) in digests]


def name_of(message: Mail, names: Mapping[int, str]) -> str:
    """Return the name of the person a message is for; `names` are those of players whom their name does not tell."""
    person = message.entry or message.player
    return "" if person is None else names.get(message.player_id or 0, person.full_name)


@dataclass
class MailsOfKind:
    """How many messages of one kind were sent and how many wait, and those that were not sent."""

    kind: MailKind
    sent: int = 0
    waiting: int = 0
    unsent: list[tuple[Mail, str]] = field(default_factory=list)  # with the name of the person


def mails_by_kind(
    owner: Tournament | Club, at: datetime, *, names: Mapping[int, str] = MappingProxyType({})
) -> list[MailsOfKind]:
    """
    Return what became of the messages of a tournament or of a whole club, by kind. Two queries.

    `names` as in `name_of`.
    """
    messages = owner.mails.all() if isinstance(owner, Tournament) else Mail.objects.filter(mailbox__club=owner)
    counted = Counter(messages.order_by().values_list("kind", "state"))
    unsent = messages.filter(state__in=UNSENT).select_related("entry", "player", "tournament", "mailbox")
    failed = [(one, name_of(one, names)) for one in unsent if one.handed_at is None or one.handed_at < at - LOST_AFTER]
    return list(_by_kind(counted, failed))


def _by_kind(counted: Counter[tuple[str, str]], failed: Iterable[tuple[Mail, str]]) -> Iterable[MailsOfKind]:
    for kind in MailKind:
        told = MailsOfKind(
            kind,
            sent=counted[kind.value, MailState.SENT.value],
            waiting=counted[kind.value, MailState.WAITING.value],
            unsent=[(message, name) for message, name in failed if message.kind == kind],
        )
        if told.sent or told.waiting or told.unsent:
            yield told
