"""
E-mails asked for, stopped and allowed again: one row for each address and event, whoever asks for it however often.

A message goes to who gave a club his address: with his entry, or to be kept in his file, where he agreed that his clubs
keep it and write to him. That consent covers what concerns him alone: his entries and his evenings that change, and his
fee. He stops each of the two by a link in every message, without taking the consent back. What is sent is told in
`services/work/mails.py`.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext_noop

from tournaments.mail_labels import RETRIED, MailKind, MailPurpose, MailState
from tournaments.models import Account, Club, Entry, Mail, Mailbox, Player, Season, Tournament
from tournaments.queries.pages.addresses import sends_mail
from tournaments.queries.people.files import seen_by
from tournaments.queries.people.messages import A_DAY, MOST_A_DAY, digest_of, may_write_to, reached_among
from tournaments.services.journal import log
from tournaments.services.locks import lock_club

AT_ONCE = 500  # rows of one statement


@dataclass(frozen=True)
class Reader:
    """Who is sent a message: an entry from home, or a player by the address that his club keeps."""

    email: str
    entry: Entry | None = None
    player: Player | None = None
    details: dict[str, Any] | None = None

    @property
    def language(self) -> str:
        """The language of his form; a club's file does not say one."""
        return self.entry.language if self.entry else "fr"


def ask(
    *,
    kind: MailKind,
    club: Club,
    readers: Iterable[Reader],
    event: str,
    at: datetime,
    tournament: Tournament | None = None,
    later: timedelta = timedelta(),
) -> int:
    """
    Ask for a message to each of these readers, and return how many are asked for now. Idempotent for an `event`.

    Nothing is asked for where the site sends none, nor for addresses that want none or refuse them. One address has one
    message of an event, and no more than `MOST_A_DAY` from a tournament in a day, but for the one that calls it off. A
    change that was not told yet is told with the next one. Each leaves after `later`. Called in a transaction. Four
    statements.
    """
    by_digest = {digest_of(reader.email): reader for reader in readers if reader.email} if sends_mail() else {}
    if not by_digest:
        return 0
    Mailbox.objects.bulk_create(
        [Mailbox(club=club, digest=digest) for digest in sorted(by_digest)], ignore_conflicts=True, batch_size=AT_ONCE
    )
    since = Q(mails__tournament=tournament, mails__made_at__gt=at - A_DAY) if tournament else Q(pk=None)
    waits = Q(mails__tournament=tournament, mails__kind=kind, mails__state=MailState.WAITING)
    rows = Mailbox.objects.filter(club=club, digest__in=by_digest).annotate(
        today=Count("mails", filter=since), waiting=Count("mails", filter=waits)
    )
    made = []
    for mailbox in rows:
        tells_it_already = kind is MailKind.CHANGED and mailbox.waiting
        if tells_it_already or not may_write_to(mailbox, kind.purpose):
            continue
        is_over = mailbox.today >= MOST_A_DAY and kind is not MailKind.CALLED_OFF
        message = _message(mailbox, by_digest[mailbox.digest], kind, f"{kind}:{event}:{mailbox.pk}", tournament)
        message.state = MailState.TOO_MANY if is_over else MailState.WAITING
        message.made_at, message.due_at = at, None if is_over else at + later
        made.append(message)
    known = set(Mail.objects.filter(event__in=[one.event for one in made]).values_list("event", flat=True))
    new = [message for message in made if message.event not in known]
    Mail.objects.bulk_create(new, ignore_conflicts=True, batch_size=AT_ONCE)
    return sum(message.state == MailState.WAITING for message in new)


def _message(mailbox: Mailbox, reader: Reader, kind: MailKind, event: str, tournament: Tournament | None) -> Mail:
    """Return a message that is not saved, without its state and its times."""
    return Mail(
        mailbox=mailbox,
        kind=kind,
        event=event,
        tournament=tournament,
        entry=reader.entry,
        player=None if reader.entry else reader.player,
        language=reader.language,
        details=reader.details or {},
    )


def ask_of_entry(entry: Entry, kind: MailKind, at: datetime) -> None:
    """Ask for a message about one entry, to its address: its link, or that it moved up. Called in a transaction."""
    tournament = entry.tournament
    readers = [Reader(entry.email, entry)]
    ask(kind=kind, club=tournament.club, readers=readers, event=f"{entry.pk}", at=at, tournament=tournament)


def announced(tournament: Tournament) -> dict[str, str]:
    """Return day, hour and place of a tournament as `details` of a message keep them."""
    return {
        "date": tournament.date.isoformat(),
        "starts_at": tournament.starts_at.isoformat() if tournament.starts_at else "",
        "place": tournament.where,
    }


def drop(messages: QuerySet[Mail]) -> None:
    """Drop the messages of a queryset that still wait: what they say is no longer so."""
    messages.filter(state=MailState.WAITING).update(state=MailState.DROPPED, due_at=None)


@transaction.atomic
def stop_messages(*, mailbox: Mailbox, purpose: MailPurpose, at: datetime) -> Mailbox:
    """Send an address no more messages of a purpose from its club, those that wait neither. Idempotent."""
    lock_club(mailbox.club)
    mailbox, column = _mailbox_now(mailbox), Mailbox.STOPS[purpose]
    if getattr(mailbox, column) is None:
        setattr(mailbox, column, at)
        mailbox.save(update_fields=[column])
        drop(mailbox.mails.filter(kind__in=[kind for kind in MailKind if kind.purpose is purpose]))
    return mailbox


@transaction.atomic
def allow_messages(*, mailbox: Mailbox, purpose: MailPurpose) -> Mailbox:
    """Send an address messages of a purpose again, from now on; its holder says so himself. Idempotent."""
    lock_club(mailbox.club)
    mailbox = _mailbox_now(mailbox)
    setattr(mailbox, Mailbox.STOPS[purpose], None)
    mailbox.save(update_fields=[Mailbox.STOPS[purpose]])
    return mailbox


def _mailbox_now(mailbox: Mailbox) -> Mailbox:
    return Mailbox.objects.select_related("club").get(pk=mailbox.pk)


@transaction.atomic
def try_address_again(*, club: Club, message: Mail, by: Account | None, at: datetime) -> None:
    """Forget that the address of a message refused it, and send that message again if it still matters. Idempotent."""
    lock_club(club)
    Mailbox.objects.filter(pk=message.mailbox_id, club=club).update(refused_at=None)
    again = Mail.objects.filter(pk=message.pk, mailbox__club=club, state__in=RETRIED)
    if again.update(state=MailState.WAITING, due_at=at, tries=0):
        subject = message.player.full_name if message.player else message.entry.names if message.entry else ""
        log(action=gettext_noop("message à envoyer de nouveau"), subject=subject, by=by, at=at, club=club)


@dataclass(frozen=True)
class OwedFee:
    """What a member still owes of a season's fee, in cents, and what the whole fee is."""

    player: Player
    due: int
    whole: int


@transaction.atomic
def write_to(
    *, club: Club, season: Season, owed: Collection[OwedFee], by: Account | None, at: datetime
) -> list[Player]:
    """
    Ask for a message to members who owe a fee, and return those who are sent none: without address, or not wanting any.

    One a day at most for each address and season, however often the button is pressed, with what all owe whose address
    it is. Nothing is written to those who owe nothing.
    """
    lock_club(club)
    due = {one.player.pk: one for one in owed if one.due > 0}
    players = seen_by(club.pk, [one.player for one in due.values()])
    readers: dict[str, Reader] = {}
    for player in players:  # a couple has one address, and one message of what both owe
        sums = {"due": due[player.pk].due, "whole": due[player.pk].whole}
        if (other := readers.get(digest := digest_of(player.email))) and other.details:
            sums = {name: cents + other.details[name] for name, cents in sums.items()}
        readers[digest] = Reader(player.email, player=player, details={"season": season.name, **sums})
    asked = ask(
        kind=MailKind.FEE_DUE,
        club=club,
        readers=readers.values(),
        event=f"{season.pk}:{club.day(at).isoformat()}",
        at=at,
    )
    if asked:
        details = {"season": season.name, "count": asked}
        action = gettext_noop("rappel de cotisation envoyé")
        log(action=action, subject=season.name, by=by, at=at, club=club, details=details)
    reached = reached_among(club.pk, [player.email for player in players], MailPurpose.FEES)
    return [player for player in players if player.email not in reached]
