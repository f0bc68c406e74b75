"""How the people of an evening are reached when it changes: who is written to, and whom somebody has to call."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.labels import HAVE_LEFT, EntryState
from tournaments.mail_labels import MailKind, MailPurpose
from tournaments.models import Entry, Player, Tournament, has_died
from tournaments.queries.people.files import seen_by
from tournaments.queries.people.messages import MailsOfKind, digest_of, reached_among
from tournaments.queries.people.names import names_apart


@dataclass(frozen=True)
class Reached:
    """
    A person who is expected at an evening, with the address and telephone number that the club has of him.

    `is_written` says whether messages leave for his address. A partner is reached through who entered him (`through`).
    """

    name: str
    email: str
    phone: str
    is_written: bool
    entry: Entry | None = None
    player: Player | None = None
    through: str = ""


def people_of(tournament: Tournament, *, with_files: bool = True) -> list[Reached]:
    """
    Return who is expected or waits for a place, by name: who entered from home and who is registered, each once.

    Whoever entered from home and did not confirm his address is not written to; who withdrew or died is not there, and
    nobody is reached through the dead. Without `with_files` the telephone numbers of the club's files are left out: who
    organises one evening does not read them. Five queries, whatever the number of people.
    """
    entries = list(
        tournament.entries.filter(state__in=[EntryState.CONFIRMED, EntryState.WAITING]).prefetch_related("partners")
    )
    rows = list(tournament.registrations.select_related("player").annotate(is_of_the_dead=has_died("player__")))
    dead = {row.pk for row in rows if row.is_of_the_dead}
    gone = dead | {row.pk for row in rows if row.status in HAVE_LEFT}
    registered = [row for row in rows if row.pk not in gone]
    players = seen_by(tournament.club_id, [registration.player for registration in registered])
    files = {registration.pk: player for registration, player in zip(registered, players, strict=True)}
    named = names_apart(registered, [player.full_name for player in players])
    names = {registration.pk: name for registration, name in zip(registered, named, strict=True)}
    emails = [entry.email for entry in entries] + [player.email for player in files.values()]
    written = reached_among(tournament.club_id, emails, MailPurpose.EVENINGS)
    found: list[Reached] = []
    for entry in entries:
        own, number = (entry.email, entry.phone) if entry.registration_id not in dead else ("", "")
        for person in entry.people:
            if person.registration_id in gone:
                continue
            file = files.pop(pk := person.registration_id or 0, None)
            email = own or (file.email if file else "")
            phone = number or (file.phone if file and with_files else "")
            through = "" if person is entry else entry.full_name
            found.append(Reached(names.get(pk, person.full_name), email, phone, email in written, entry, file, through))
    found += [
        Reached(
            names[pk],
            player.email,
            player.phone if with_files else "",
            player.email in written,
            player=player,
        )
        for pk, player in files.items()
    ]
    return sorted(found, key=lambda one: one.name)


def to_call(people: Iterable[Reached], mails: Iterable[MailsOfKind]) -> list[Reached]:
    """Return those of these people whom no message reaches, or whom it did not reach when the evening changed."""
    news = (MailKind.CHANGED, MailKind.CALLED_OFF)
    failed = {mail.mailbox.digest for each in mails if each.kind in news for mail, _name in each.unsent}
    return [one for one in people if not one.is_written or digest_of(one.email) in failed]
