"""What everyone may read of a player: the only place where a name is chosen for a page open to the public."""

from django.utils.translation import gettext as _

from tournaments.models import Player, Registration


def public_name(registration: Registration) -> str:
    """Return the shown name, or for whoever withheld consent the start number, which is on the table's slip anyway."""
    if registration.player.consent:
        return registration.player.shown_name
    return _nameless(registration.start_number)


def numbered_name(start_number: int, name: str) -> str:
    """Return a public name after its start number, which a name withheld is already."""
    if name == _nameless(start_number):
        return name
    return _("n° %(number)d %(name)s") % {"number": start_number, "name": name}


def _nameless(start_number: int) -> str:
    return _("Joueur n° %(number)d") % {"number": start_number}


def public_club(player: Player) -> str:
    """Return the club's name; nothing without consent: a club that sends one player would name him."""
    return player.club.name if player.consent else ""
