"""The services of e-mails to people, and of an evening that is called off, one row for each thing that they do."""

from django.test import override_settings

from tests.factories import NOW, rewrite
from tests.services.calls import Act, Entry, World, call_of
from tests.services.entry_calls import entered, opened
from tournaments.labels import TournamentState
from tournaments.mail_labels import MailKind, MailPurpose, MailState
from tournaments.models import Mail, Mailbox, Player
from tournaments.queries.people.messages import digest_of
from tournaments.services.evening.calling_off import call_off, hold_after_all
from tournaments.services.people.messages import OwedFee, allow_messages, stop_messages, try_address_again, write_to


def _mailbox(world: World) -> Mailbox:
    return Mailbox.objects.get_or_create(club=world.club, digest=digest_of("zoe@example.org"))[0]


@call_of(call_off, Entry("soirée annulée", "Concours", reason="Salle fermée"), told=True)
def an_evening_called_off(world: World) -> Act:
    rewrite(world.tournament, state=TournamentState.OPEN)
    return lambda: call_off(tournament=world.tournament, reason=" Salle fermée ", by=world.by, at=NOW)


@call_of(hold_after_all, Entry("soirée maintenue", "Concours"), told=True)
def an_evening_held_after_all(world: World) -> Act:
    rewrite(world.tournament, state=TournamentState.OPEN, called_off="Salle fermée")
    return lambda: hold_after_all(tournament=world.tournament, by=world.by, at=NOW)


@call_of(stop_messages)
def one_who_wants_no_more_messages(world: World) -> Act:
    mailbox = _mailbox(world)
    return lambda: stop_messages(mailbox=mailbox, purpose=MailPurpose.EVENINGS, at=NOW)


@call_of(allow_messages)
def one_who_wants_messages_again(world: World) -> Act:
    mailbox = _mailbox(world)
    return lambda: allow_messages(mailbox=mailbox, purpose=MailPurpose.FEES)


@call_of(try_address_again, Entry("message à envoyer de nouveau", "ZIMMER Zoé", of="club"))
def an_address_that_is_tried_again(world: World) -> Act:
    opened(world)
    message = Mail.objects.create(
        mailbox=_mailbox(world),
        kind=MailKind.LINK,
        state=MailState.REFUSED,
        event="lien",
        tournament=world.tournament,
        entry=entered(world),
        made_at=NOW,
    )
    return lambda: try_address_again(club=world.club, message=message, by=world.by, at=NOW)


@call_of(write_to, Entry("rappel de cotisation envoyé", "2026-2027", of="club"))
def a_fee_asked_for(world: World) -> Act:
    Player.objects.update(email="ada@example.org", email_consent=True)
    owed = [OwedFee(Player.objects.get(pk=world.entries[0].player_id), due=500, whole=3000)]

    def act() -> object:
        with override_settings(SENDS_MAIL=True, PUBLIC_ADDRESS="https://tarot.example.org"):
            return write_to(club=world.club, season=world.season, owed=owed, by=world.by, at=NOW)

    return act
