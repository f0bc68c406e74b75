"""
E-mails to people who entered from home, with the link of their entry: each is taken by one worker and sent, retried if
that fails, and given up after the last retry.

A message goes only to the address that was typed, and contains no text that its writer chose: a stranger cannot make
this site write a text of his to another person.
"""

import logging
from datetime import datetime, timedelta

from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.kit.days import french_day, french_hour
from tournaments.kit.text import tidy
from tournaments.models import Entry, Tournament
from tournaments.queries.pages.addresses import known_site
from tournaments.queries.people.entries import entry_code, is_reminder, mail_due, place_in_line, proof_of, reminders_due

logger = logging.getLogger(__name__)

# The pause after each try, in seconds.
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (60, 600, 3_600, 21_600))


def take_due(*, at: datetime) -> Entry | None:
    """
    Return the entry whose message is due longest, and that only this worker now has; None if no message is due.

    The time of the next try is stored before, by a statement that only one worker wins: if it dies, a retry follows.
    """
    for waiting in mail_due(at).select_related("tournament__club")[:5]:
        tries = waiting.mail_tries + 1
        following = at + PAUSES[tries - 1] if tries <= len(PAUSES) else None
        untaken = Entry.objects.filter(pk=waiting.pk, mail_tries=waiting.mail_tries, mail_at=waiting.mail_at)
        if untaken.update(mail_tries=tries, mail_at=following):
            waiting.mail_tries, waiting.mail_at = tries, following
            return waiting
    return None


def remind(*, at: datetime) -> int:
    """Make a reminder due for each entry that asked for one and whose tournament is tomorrow; return how many."""
    return reminders_due(at).update(reminded_at=at, mail_at=at, mail_tries=0)


def send(entry: Entry) -> None:
    """Send the message of an entry that was taken. Waits for the mail server, so never call it in a transaction."""
    site = known_site()
    if not site:
        logger.warning("entry %s: no e-mail, for nobody outside reaches this site: set PUBLIC_ADDRESS", entry.pk)
        Entry.objects.filter(pk=entry.pk).update(mail_at=None)
        return
    code, name = entry_code(entry), "confirm_entry" if entry.is_to_confirm else "entry"
    address = site + reverse(name, args=[code, proof_of(entry)] if entry.is_to_confirm else [code])
    stop = site + reverse("stop_reminder", args=[code]) if entry.reminder else ""
    with override(entry.language):
        message = EmailMessage(
            subject=subject_of(entry),
            body=body_of(entry, address, stop),
            to=[entry.email],
            headers={"List-Unsubscribe": f"<{stop}>"} if stop else {},
        )
    try:
        message.send()
    except OSError:  # smtplib's own errors are such; the next try is set already
        logger.warning("entry %s: its e-mail was not taken, try %s", entry.pk, entry.mail_tries, exc_info=True)
        return
    Entry.objects.filter(pk=entry.pk, mail_at=entry.mail_at).update(mail_at=None)


def subject_of(entry: Entry) -> str:
    """Return the subject of the message, on one line."""
    said = _("Votre inscription : %(tournament)s")
    if entry.is_to_confirm:
        said = _("À confirmer : %(tournament)s")
    elif is_reminder(entry):
        said = _("C’est demain : %(tournament)s")
    return tidy(said % {"tournament": entry.tournament.name})


def body_of(entry: Entry, address: str, stop: str) -> str:
    """
    Return the text of the message: why it came, the state of the entry, the address of its page (`address`), and the
    address that cancels its reminder (`stop`).
    """
    tournament = entry.tournament
    yours = _("Votre page, pour la revoir ou annuler :")
    if entry.is_to_confirm:
        stands = _("Votre place n’est pas encore tenue : confirmez que cette adresse est la vôtre.")
        yours = _("Pour confirmer, ouvrez cette page :")
    elif entry.waits:
        stands = _("Le tournoi est complet : vous êtes sur la liste d’attente, à la place %(place)d.") % {
            "place": place_in_line(entry)
        }
    elif entry.moved_up_at is not None and not is_reminder(entry):
        stands = _("Une place s’est libérée : vous êtes inscrit.")
    else:
        stands = _("Vous êtes inscrit.")
    parts = (
        _("Bonjour,"),
        _(
            "Ce message vous arrive parce que votre adresse a été tapée pour s’inscrire à « %(tournament)s », "
            "%(club)s, le %(day)s."
        )
        % {"tournament": tidy(tournament.name), "club": tidy(tournament.club.name), "day": french_day(tournament.date)},
        _("C’est demain : %(when)s.") % {"when": _when(tournament)} if is_reminder(entry) else "",
        stands,
        f"{yours}\n{address}",
        _("Si ce n’était pas vous, ne faites rien : sans confirmation, votre adresse est effacée dans la semaine.")
        if entry.is_to_confirm
        else _(
            "Si ce n’était pas vous, ouvrez cette page et annulez, ou ne faites rien. Votre adresse est effacée après "
            "le tournoi."
        ),
        _("Vous avez demandé un rappel la veille. Pour n’en recevoir aucun :") + f"\n{stop}" if stop else "",
    )
    return "\n\n".join(filter(None, parts)) + "\n"


def _when(tournament: Tournament) -> str:
    hour = french_hour(tournament.starts_at) if tournament.starts_at else ""
    return ", ".join(filter(None, (french_day(tournament.date), hour, tidy(tournament.where))))
