"""
E-mails to people: each is taken by one worker, written as things are then, and sent; retried if that fails, and given
up after the last retry. What a mail server refuses for good is not tried again.

A message goes only to an address that its holder gave for it, and contains no text that a stranger chose: nobody can
make this site write a text of his to another person.
"""

import logging
import re
from contextlib import suppress
from datetime import datetime, timedelta
from email.utils import formataddr, parseaddr
from smtplib import SMTPDataError, SMTPRecipientsRefused

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tournaments.kit.text import tidy
from tournaments.mail_labels import MailKind, MailState
from tournaments.models import Entry, Mail, Mailbox, Payment
from tournaments.queries.pages.addresses import known_site, sends_mail
from tournaments.queries.people.entries import reminders_due
from tournaments.queries.people.members import is_dead
from tournaments.queries.people.messages import digest_of, mail_due, may_write_to, stop_code
from tournaments.services.people.messages import announced, ask_of_entry
from tournaments.services.work.mail_texts import body_of, subject_of

logger = logging.getLogger(__name__)

# The pause after each try, in seconds.
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (60, 600, 3_600, 21_600, 43_200))
FINAL = range(500, 600)  # what a mail server answers when trying again is of no use
NO_SUCH_ADDRESS = (550, 551, 553)  # where it does not say why in an enhanced code
ENHANCED = re.compile(r"\b5\.(\d{1,3})\.\d{1,3}\b")  # RFC 3463: 5.1.x is about the address, 5.2.x about its mailbox
OF_ADDRESS = ("1", "2")


def take_due(*, at: datetime) -> Mail | None:
    """
    Return the message that is due longest, and that only this worker now has; None if none is due.

    The time of the next try is stored before, by a statement that only one worker wins: if it dies, a retry follows.
    """
    related = (
        "mailbox__club",
        "tournament__club",
        "tournament__season",
        "entry__tournament__club",
        "entry__registration__player",
        "player",
    )
    for waiting in mail_due(at).select_related(*related)[:5]:
        tries = waiting.tries + 1
        following = at + PAUSES[min(tries, len(PAUSES)) - 1]
        if _waiting(waiting).update(tries=tries, due_at=following):
            waiting.tries, waiting.due_at = tries, following
            return waiting
    return None


def _waiting(message: Mail) -> QuerySet[Mail]:
    """Return the row of a message if it still waits for the try that this worker has taken."""
    return Mail.objects.filter(pk=message.pk, state=MailState.WAITING, tries=message.tries, due_at=message.due_at)


def remind(*, at: datetime) -> int:
    """Ask for a reminder of each entry that asked for one and whose tournament is tomorrow; return how many."""
    reminded = 0
    for entry in reminders_due(at).select_related("tournament__club"):
        if Entry.objects.filter(pk=entry.pk, reminded_at=None).update(reminded_at=at):
            ask_of_entry(entry, MailKind.REMINDER, at)
            reminded += 1
    return reminded


def send(message: Mail, *, at: datetime) -> None:
    """
    Send a message that was taken. Waits for the mail server, so never call it in a transaction.

    What takes long, to reach the server, comes before the row says that the message leaves. A worker that is killed
    after that leaves a message of which nobody knows: it is not sent again, and the organiser reads so.
    """
    email = address_of(message)
    if not email or not _still_matters(message, email, at):
        _waiting(message).update(state=MailState.DROPPED, due_at=None)
        return
    connection = get_connection()
    composed = _composed(message, email, connection, at=at)
    try:
        connection.open()
        if _waiting(message).update(state=MailState.LEAVING, due_at=None, handed_at=timezone.now()):
            composed.send()
            _leaving(message).update(state=MailState.SENT)
    except OSError as error:  # smtplib's own errors are such
        logger.warning("message %s was not taken, try %s", message.pk, message.tries, exc_info=True)
        _note_failure(message, error, at=at)
    finally:
        with suppress(OSError):
            connection.close()


def _leaving(message: Mail) -> QuerySet[Mail]:
    return Mail.objects.filter(pk=message.pk, state=MailState.LEAVING)


def address_of(message: Mail) -> str:
    """Return the address that the person of a message has given, and has now; "" if he has withdrawn it."""
    if message.entry is not None:
        return message.entry.email
    player, club = message.player, message.mailbox.club
    assert player is not None, "a message is for an entry or for a player"
    if player.club_id == club.pk and player.without_keeper_since is None:
        return player.email
    row = player.memberships.filter(club=club, until=None).first()
    return "" if row is None else row.email


def _still_matters(message: Mail, email: str, at: datetime) -> bool:
    """Return whether a message is still true and wanted when it is about to leave. Nobody writes to the dead."""
    mailbox, tournament, entry = message.mailbox, message.tournament, message.entry
    if not sends_mail() or mailbox.digest != digest_of(email) or not may_write_to(mailbox, message.purpose):
        return False
    who = message.player or (entry.registration.player if entry and entry.registration else None)
    if who is not None and is_dead(who):
        return False
    if entry is not None and (entry.is_cancelled or (message.kind == MailKind.REMINDER and not entry.reminder)):
        return False
    if tournament is None:
        return _is_owed_as_told(message)
    is_past = tournament.date < tournament.club.day(at)
    if is_past or not tournament.is_public or bool(tournament.called_off) != (message.kind == MailKind.CALLED_OFF):
        return False
    return not (message.kind == MailKind.CHANGED and message.details == announced(tournament))


def _is_owed_as_told(message: Mail) -> bool:
    """Return whether who owes a fee is still a member, and neither paid nor got anything back since he was written."""
    club, player = message.mailbox.club, message.player
    assert player is not None, "who owes a fee is a player"
    moved = Payment.objects.filter(Q(at__gt=message.made_at) | Q(cancelled_at__gt=message.made_at))
    has_moved = moved.filter(fee__membership__player=player, fee__membership__club=club).exists()
    return not has_moved and club.players.filter(pk=player.pk).exists()


def _composed(message: Mail, email: str, connection: BaseEmailBackend, *, at: datetime) -> EmailMessage:
    """Return the e-mail of a message from its club, in the language of its reader."""
    club = message.mailbox.club
    site = known_site()
    stop = site + reverse("stop_messages", args=[stop_code(message.mailbox, message.purpose)])
    with override(message.language):
        return EmailMessage(
            subject=subject_of(message, at=at),
            body=body_of(message, site, stop, at=at),
            from_email=formataddr((tidy(club.name), parseaddr(settings.DEFAULT_FROM_EMAIL)[1])),
            to=[email],
            headers={
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Message-ID": f"<{message.mailbox.digest[:16]}.{message.pk}@{site.partition('://')[2].split(':')[0]}>",
                "Auto-Submitted": "auto-generated",
            },
            connection=connection,
        )


def _note_failure(message: Mail, error: OSError, *, at: datetime) -> None:
    """Store that a try failed: it is retried, or it was the last one, or the server refuses the message for good."""
    state = MailState.WAITING
    if (refusal := final_refusal(error)) is not None:
        state = MailState.REFUSED if refusal else MailState.REJECTED
    elif message.tries > len(PAUSES):
        state = MailState.GIVEN_UP
    due_at = message.due_at if state is MailState.WAITING else None
    unsent = Mail.objects.filter(Q(state=MailState.LEAVING) | Q(state=MailState.WAITING), pk=message.pk)
    unsent.update(state=state, due_at=due_at, handed_at=None)
    if state is MailState.REFUSED:
        Mailbox.objects.filter(pk=message.mailbox_id, refused_at=None).update(refused_at=at)


def final_refusal(error: OSError) -> bool | None:
    """
    Return whether a mail server refused a message for good because of its address; None if another try may help.

    False where it refuses the message and not the address: as spam, by its rules, for its size.
    """
    code: int
    said: bytes | str
    if isinstance(error, SMTPRecipientsRefused):
        code, said = next(iter(error.recipients.values()), (0, b""))
    elif isinstance(error, SMTPDataError):
        code, said = error.smtp_code, error.smtp_error
    else:
        return None  # it is away, or it does not let us in: that may be mended
    if code not in FINAL:
        return None
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    enhanced = ENHANCED.search(text)
    return enhanced.group(1) in OF_ADDRESS if enhanced else code in NO_SUCH_ADDRESS
