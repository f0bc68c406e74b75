"""The words of each e-mail, in the language of its reader: why it came, what is to be known, his page, how to stop."""

from datetime import date, datetime, time
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.kit.days import french_day, french_hour
from tournaments.kit.languages import current_language
from tournaments.kit.text import euros, tidy
from tournaments.mail_labels import MailKind, MailPurpose
from tournaments.models import Entry, Mail, Tournament
from tournaments.queries.people.entries import entry_code, place_in_line, proof_of


def subject_of(message: Mail, *, at: datetime) -> str:
    """Return the subject of a message, on one line."""
    tournament = message.tournament
    if tournament is None:
        return tidy(_("Votre cotisation : %(club)s") % {"club": message.mailbox.club.name})
    said = {
        MailKind.LINK: _("Votre inscription : %(tournament)s"),
        MailKind.MOVED_UP: _("Une place s’est libérée : %(tournament)s"),
        MailKind.REMINDER: _("C’est aujourd’hui : %(tournament)s")
        if _is_today(tournament, at)
        else _("C’est demain : %(tournament)s"),
        MailKind.CHANGED: _("Changement : %(tournament)s"),
        MailKind.CALLED_OFF: _("Annulé : %(tournament)s"),
    }[MailKind(message.kind)]
    if message.kind == MailKind.LINK and message.entry is not None and message.entry.is_to_confirm:
        said = _("À confirmer : %(tournament)s")
    return tidy(said % {"tournament": tournament.name})


def body_of(message: Mail, site: str, stop: str, *, at: datetime) -> str:
    """Return the text of a message; `site` is the address of this site, `stop` that of the page that stops them."""
    parts = [_("Bonjour,"), *(_of_fee(message) if message.tournament is None else _of_evening(message, site, at))]
    club = {"club": tidy(message.mailbox.club.name)}
    if message.purpose is MailPurpose.FEES:
        parts.append(_("Pour ne plus recevoir de messages de %(club)s sur votre cotisation :") % club + f"\n{stop}")
    else:
        parts.append(_("Pour ne plus recevoir de messages de %(club)s sur vos soirées :") % club + f"\n{stop}")
    return "\n\n".join(filter(None, parts)) + "\n"


def when_and_where(tournament: Tournament, before: dict[str, Any] | None = None) -> str:
    """Return day, hour and place of a tournament in a line; those of `before` if they are given."""
    day, starts_at, where = tournament.date, tournament.starts_at, tournament.where
    if before is not None:
        day = date.fromisoformat(before["date"])
        starts_at = time.fromisoformat(before["starts_at"]) if before["starts_at"] else None
        where = before["place"]
    return ", ".join(filter(None, (french_day(day), french_hour(starts_at) if starts_at else "", tidy(where))))


def _is_today(tournament: Tournament, at: datetime) -> bool:
    return tournament.date <= tournament.club.day(at)


def _of_fee(message: Mail) -> list[str]:
    """Return what a member owes of his fee."""
    details, language = message.details, current_language()
    words = {
        "season": tidy(details["season"]),
        "club": tidy(message.mailbox.club.name),
        "due": euros(details["due"], language),
        "whole": euros(details["whole"], language),
    }
    owed = (
        _("Votre cotisation à %(club)s pour la saison %(season)s : il reste %(due)s à régler, sur %(whole)s.")
        if details["due"] < details["whole"]
        else _("Votre cotisation à %(club)s pour la saison %(season)s est à régler : %(due)s.")
    )
    return [owed % words, _("Voyez avec le club comment la régler. Si c’est déjà fait, ne faites rien.")]


def _of_evening(message: Mail, site: str, at: datetime) -> list[str]:
    tournament, entry = message.tournament, message.entry
    assert tournament is not None, "it is about an evening"
    words = {
        "tournament": tidy(tournament.name),
        "club": tidy(tournament.club.name),
        "day": french_day(tournament.date),
    }
    why = (
        _(
            "Ce message vous arrive parce que votre adresse a été tapée pour s’inscrire à « %(tournament)s », "
            "%(club)s, le %(day)s."
        )
        if entry is not None
        else _("Ce message vous arrive parce que vous êtes inscrit à « %(tournament)s », %(club)s, le %(day)s.")
    )
    told = _news(message, tournament, at)
    if entry is None:
        page = site + reverse("tournament", args=[tournament.pk])
        told.append(_("La page du tournoi :") + f"\n{page}")
    else:
        told += _of_entry(message, entry, site)
    return [why % words, *told] if message.kind == MailKind.LINK else [*told, why % words]


def _news(message: Mail, tournament: Tournament, at: datetime) -> list[str]:
    """Return what happened to the evening itself: nothing, it is soon, it changed or is called off."""
    when = {"when": when_and_where(tournament)}
    if message.kind == MailKind.REMINDER:
        said = _("C’est aujourd’hui : %(when)s.") if _is_today(tournament, at) else _("C’est demain : %(when)s.")
        return [said % when]
    if message.kind == MailKind.CALLED_OFF:
        said = _("« %(tournament)s » est annulé : ne venez pas le %(day)s.")
        words = {"tournament": tidy(tournament.name), "day": french_day(tournament.date)}
        return [said % words, _("Le club dit pourquoi : %(reason)s") % {"reason": tidy(tournament.called_off)}]
    if message.kind == MailKind.CHANGED:
        if not message.details:
            return [_("Le tournoi a bien lieu, il n’est plus annulé : %(when)s.") % when]
        before = {"when": when_and_where(tournament, message.details)}
        return [_("Le tournoi a changé. Il a lieu : %(when)s.") % when, _("Il était annoncé : %(when)s.") % before]
    return []


def _of_entry(message: Mail, entry: Entry, site: str) -> list[str]:
    """Return the state of an entry, and the address of its page."""
    code = entry_code(entry)
    if message.kind == MailKind.CALLED_OFF:
        return []
    if entry.is_to_confirm:
        page = site + reverse("confirm_entry", args=[code, proof_of(entry)])
        return [
            _("Votre place n’est pas encore tenue : confirmez que cette adresse est la vôtre."),
            _("Pour confirmer, ouvrez cette page :") + f"\n{page}",
            _("Si ce n’était pas vous, ne faites rien : sans confirmation, votre adresse est effacée dans la semaine."),
        ]
    if entry.waits:
        stands = _("Le tournoi est complet : vous êtes sur la liste d’attente, à la place %(place)d.") % {
            "place": place_in_line(entry)
        }
    elif message.kind == MailKind.MOVED_UP:
        stands = _("Une place s’est libérée : vous êtes inscrit.")
    else:
        stands = _("Vous êtes inscrit.")
    return [
        stands,
        _("Votre page, pour la revoir ou annuler :") + f"\n{site}{reverse('entry', args=[code])}",
        _(
            "Si ce n’était pas vous, ouvrez cette page et annulez, ou ne faites rien. Votre adresse est effacée après "
            "le tournoi."
        ),
    ]
