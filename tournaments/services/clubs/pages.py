"""What everybody reads on a club's page: where and when it plays, who may come, its logo, a photo of its hall."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from tournaments.kit.pictures import MOST_BYTES, Fault, Picture, UnreadablePicture, redrawn, redrawn_photo
from tournaments.kit.text import tidy
from tournaments.models import Account, Club, ClubLogo, ClubPhoto, Tournament
from tournaments.refusals import Refusal, together
from tournaments.services.journal import log
from tournaments.services.locks import lock_club, raise_revisions

MEGABYTE = 1024 * 1024
LONGEST, LONGEST_WELCOME = 200, 600
# What is kept of each picture, and how it is drawn again.
PICTURES: dict[str, tuple[type[ClubLogo | ClubPhoto], Callable[[bytes], Picture]]] = {
    "logo": (ClubLogo, redrawn),
    "photo": (ClubPhoto, redrawn_photo),
}
FAULT_WORDS = {
    Fault.TOO_HEAVY: gettext_lazy("Ce fichier est trop lourd : une image de %(most)d Mo au plus."),
    Fault.TOO_LARGE: gettext_lazy("Cette image a trop de pixels : réduisez-la, 2 000 de côté suffisent."),
    Fault.NO_PICTURE: gettext_lazy("Ce n’est pas une image lisible : choisissez un fichier PNG, JPEG, WebP ou GIF."),
    Fault.TOO_DETAILED: gettext_lazy(
        "Cette photo reste trop lourde une fois réduite : recadrez-la, ou choisissez-en une qui a moins de détails."
    ),
}


@transaction.atomic
def change_club_page(
    *,
    club: Club,
    hall: str,
    hours: str,
    by: Account | None,
    at: datetime,
    welcome: str = "",
    logo: bytes | None = None,
    without_logo: bool = False,
    photo: bytes | None = None,
    without_photo: bool = False,
) -> Club:
    """
    Change the page of a club: `logo` replaces the logo, `without_logo` removes it; the same for `photo`.

    Pictures are redrawn from their pixels (`kit/pictures.py`). Nothing is written when nothing changes. Refuses a file
    that is not a picture or is too large, and texts that are too long.
    """
    lock_club(club)
    club = Club.objects.get(pk=club.pk)
    lines = "\n".join(map(tidy, welcome.splitlines())).strip()
    texts = {"hall": tidy(hall), "hours": tidy(hours), "welcome": lines}
    pictures = _refuse(texts, {"logo": logo, "photo": photo})
    removed = {"logo": without_logo, "photo": without_photo}
    changes = {field: [getattr(club, field), value] for field, value in texts.items() if getattr(club, field) != value}
    for name, (model, _redrawn) in PICTURES.items():
        before = model.objects.filter(club=club).values_list("digest", flat=True).first()
        after = pictures[name].digest if name in pictures else None if removed[name] else before
        if before != after:
            changes[name] = [before, after]
    if not changes:
        return club
    Club.objects.filter(pk=club.pk).update(**texts)
    for name, (model, _redrawn) in PICTURES.items():
        if picture := pictures.get(name):
            columns = {"content": picture.content, "width": picture.width, "height": picture.height}
            model.objects.update_or_create(club=club, defaults=columns | {"digest": picture.digest})
        elif removed[name]:
            model.objects.filter(club=club).delete()
    log(action=gettext_noop("page du club modifiée"), subject=club.name, by=by, at=at, club=club, details=changes)
    if "logo" in changes:  # the big screens show it
        raise_revisions(Tournament.objects.filter(club=club))
    elif "hall" in changes:  # where its tournaments are held that say no other place
        raise_revisions(Tournament.objects.filter(club=club, place=""))
    return Club.objects.get(pk=club.pk)


def _refuse(texts: Mapping[str, str], sent: Mapping[str, bytes | None]) -> dict[str, Picture]:
    """Return the pictures that were sent, redrawn, by their field. Refuses everything that is wrong at once."""
    wrong = []
    for field, text in texts.items():
        most = LONGEST_WELCOME if field == "welcome" else LONGEST
        if len(text) > most:
            sentence = _("Ce texte est trop long : %(most)d caractères au plus.") % {"most": most}
            wrong.append(Refusal(sentence, code="too_long", fields={field: [sentence]}))
    pictures = {}
    for name, content in sent.items():
        if content is None:
            continue
        try:
            pictures[name] = PICTURES[name][1](content)
        except UnreadablePicture as unreadable:
            sentence = str(FAULT_WORDS[unreadable.fault]) % {"most": MOST_BYTES // MEGABYTE}
            wrong.append(Refusal(sentence, code=unreadable.fault, fields={name: [sentence]}))
    if wrong:
        raise together(wrong)
    return pictures
