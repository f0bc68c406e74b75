"""What everybody reads of a club on its page: where it plays, when, its logo."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from tournaments.kit.pictures import MOST_BYTES, Fault, Picture, UnreadablePicture, redrawn
from tournaments.kit.text import tidy
from tournaments.models import Account, Club, ClubLogo, Tournament
from tournaments.refusals import Refusal, together
from tournaments.services.journal import log
from tournaments.services.people.players import lock_club
from tournaments.services.results import raise_revisions

MEGABYTE = 1024 * 1024
LONGEST = 200
FAULT_WORDS = {
    Fault.TOO_HEAVY: gettext_lazy("Ce fichier est trop lourd : une image de %(most)d Mo au plus."),
    Fault.TOO_LARGE: gettext_lazy("Cette image a trop de pixels : réduisez-la, 2 000 de côté suffisent."),
    Fault.NO_PICTURE: gettext_lazy("Ce n’est pas une image lisible : choisissez un fichier PNG, JPEG, WebP ou GIF."),
}


@transaction.atomic
def change_club_page(
    *,
    club: Club,
    hall: str,
    hours: str,
    by: Account | None,
    at: datetime,
    logo: bytes | None = None,
    without_logo: bool = False,
) -> Club:
    """
    Change the page of a club; a `logo` replaces the present one, `without_logo` removes it.

    The picture is drawn again from its pixels (`kit/pictures.py`). Nothing is written when nothing changes. Refuses
    what is no picture, or is too large, and texts that are too long.
    """
    lock_club(club)
    club = Club.objects.get(pk=club.pk)
    texts = {"hall": tidy(hall), "hours": tidy(hours)}
    picture = _refuse(texts, logo)
    changes = {field: [getattr(club, field), value] for field, value in texts.items() if getattr(club, field) != value}
    before = ClubLogo.objects.filter(club=club).values_list("digest", flat=True).first()
    after = picture.digest if picture else None if without_logo else before
    if before != after:
        changes["logo"] = [before, after]
    if not changes:
        return club
    Club.objects.filter(pk=club.pk).update(**texts)
    if picture is not None:
        columns = {"content": picture.content, "width": picture.width, "height": picture.height}
        ClubLogo.objects.update_or_create(club=club, defaults=columns | {"digest": picture.digest})
    elif without_logo:
        ClubLogo.objects.filter(club=club).delete()
    log(action=gettext_noop("page du club modifiée"), subject=club.name, by=by, at=at, club=club, details=changes)
    if "logo" in changes:  # the big screens show it
        raise_revisions(Tournament.objects.filter(club=club))
    elif "hall" in changes:  # where its tournaments are held that say no other place
        raise_revisions(Tournament.objects.filter(club=club, place=""))
    return Club.objects.get(pk=club.pk)


def _refuse(texts: dict[str, str], logo: bytes | None) -> Picture | None:
    """Return the picture to keep, None when none was sent. Refuses all that is wrong at once."""
    wrong = []
    for field, text in texts.items():
        if len(text) > LONGEST:
            sentence = _("Ce texte est trop long : %(most)d caractères au plus.") % {"most": LONGEST}
            wrong.append(Refusal(sentence, code="too_long", fields={field: [sentence]}))
    picture = None
    if logo is not None:
        try:
            picture = redrawn(logo)
        except UnreadablePicture as unreadable:
            sentence = str(FAULT_WORDS[unreadable.fault]) % {"most": MOST_BYTES // MEGABYTE}
            wrong.append(Refusal(sentence, code=unreadable.fault, fields={"logo": [sentence]}))
    if wrong:
        raise together(wrong)
    return picture
