"""What e-mails to people are about, and what became of them: stored code and words shown."""

from django.utils.translation import gettext_lazy as _

from tournaments.labels import Codes


class MailPurpose(Codes):
    """What the messages of a club are for; the holder of an address stops each separately."""

    EVENINGS = "soirees", _("ses soirées et ses tournois")
    FEES = "cotisation", _("sa cotisation")


class MailKind(Codes):
    """Why a message is sent."""

    LINK = "lien", _("lien de l’inscription")
    MOVED_UP = "place", _("place qui s’est libérée")
    REMINDER = "rappel", _("rappel de la veille")
    CHANGED = "change", _("jour, heure ou lieu changés")
    CALLED_OFF = "annule", _("soirée annulée")
    FEE_DUE = "cotisation", _("cotisation à régler")

    @property
    def purpose(self) -> MailPurpose:
        return MailPurpose.FEES if self is MailKind.FEE_DUE else MailPurpose.EVENINGS


class MailState(Codes):
    """
    What became of a message: it waits for a try, is being handed to the mail server, was sent, or was not.

    `LEAVING` stays where a worker was killed meanwhile: nobody knows whether it was sent, and it is not sent again.
    """

    WAITING = "attend", _("attend d’être envoyé")
    LEAVING = "part", _("parti ou non, on ne le sait pas")
    SENT = "parti", _("parti")
    REFUSED = "refuse", _("l’adresse refuse nos messages")
    REJECTED = "rejete", _("le serveur de courrier a refusé ce message")
    GIVEN_UP = "abandonne", _("le serveur de courrier ne répond pas : abandonné")
    TOO_MANY = "trop", _("déjà assez de messages ce jour-là")
    DROPPED = "inutile", _("n’avait plus lieu d’être")


RETRIED = (MailState.REFUSED, MailState.REJECTED, MailState.GIVEN_UP)  # when an organiser asks for it
UNSENT = (*RETRIED, MailState.LEAVING, MailState.TOO_MANY)
