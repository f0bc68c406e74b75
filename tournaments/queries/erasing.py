"""What the erasure of a person's data touches, and why it may have to wait."""

import re

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.labels import OVER
from tournaments.models import Account, Document, JournalEntry, Player, Tournament
from tournaments.queries.undoing import Forecast, login_goes, named


def erasing_player(player: Player) -> Forecast:
    """Return what becomes of the data of somebody who wants to be forgotten. No tournament with him may be going on."""
    refusals = []
    if player.erased_at is not None:
        refusals.append(_("Ses données sont déjà effacées."))
    entered = Tournament.objects.filter(registrations__player=player)
    if going_on := list(entered.exclude(state__in=OVER)):
        refusals.append(
            _("Il est inscrit à %(where)s : terminez ce tournoi, ou retirez-le de la liste, puis effacez ses données.")
            % {"where": named(going_on)}
        )
    papers, lines = papers_naming(player).count(), len(lines_naming(player))
    touches = [
        _("Effacés : nom, prénom, licence, naissance, sexe, club d’origine, nom public, accords."),
        _("Ses résultats restent sous son numéro de départ : totaux, places et championnats ne changent pas."),
        ngettext(
            "%(count)d document déjà fait le nommait peut-être : il est supprimé, et se refait à tout moment.",
            "%(count)d documents déjà faits le nommaient peut-être : ils sont supprimés, et se refont à tout moment.",
            papers,
        )
        % {"count": papers},
        ngettext(
            "%(count)d ligne du journal ne dira plus son nom.",
            "%(count)d lignes du journal ne diront plus son nom.",
            lines,
        )
        % {"count": lines},
        *login_goes(player),
    ]
    return Forecast(tuple(touches), tuple(refusals))


def papers_naming(player: Player) -> QuerySet[Document]:
    """Return the stored documents of every tournament he entered, and of their seasons: any of them may name him."""
    entered = Tournament.objects.filter(registrations__player=player)
    return Document.objects.filter(Q(tournament__in=entered) | Q(season__in=entered.values("season")))


def lines_naming(player: Player) -> list[JournalEntry]:
    """Return the lines of the journal, of his club and of the tournaments he entered, that say his name."""
    entered = Tournament.objects.filter(registrations__player=player).values("pk")
    lines = JournalEntry.objects.filter(Q(club=player.club_id) | Q(tournament__in=entered))
    names = names_in_texts(player)
    return [line for line in lines if any(names.search(text) for text in texts_of(line))]


def names_of(player: Player) -> list[str]:
    """Return all that somebody is called by in what was written, the longest first; a licence may be a number too."""
    account = Account.objects.filter(player=player).first()
    login = [account.username, str(account), account.get_full_name()] if account else []
    turned = f"{player.first_name} {player.last_name}".strip()
    return sorted({player.full_name, turned, player.public_name, *login} - {""}, key=len, reverse=True)


def names_in_texts(player: Player) -> re.Pattern[str]:
    """Return what finds somebody named in a text, in whole words."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names_of(player)))})(?!\w)", re.IGNORECASE)


def texts_of(line: JournalEntry) -> list[str]:
    """Return every text that a line of the journal says."""
    return [line.by_name, line.subject, line.reason, *_texts_in(line.words), *_texts_in(line.details)]


def _texts_in(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for each in value.values() for text in _texts_in(each)]
    if isinstance(value, list):
        return [text for each in value for text in _texts_in(each)]
    return [value] if isinstance(value, str) else []
