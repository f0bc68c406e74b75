"""The data of somebody who wants to be forgotten: erased, while what he played still counts under his number."""

import re
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db import models, transaction
from django.utils.translation import gettext_noop

from tournaments.models import Account, JournalEntry, Player, Tournament
from tournaments.queries.erasing import erasing_player, lines_naming, names_in_texts, names_of, papers_naming
from tournaments.services.journal import log
from tournaments.services.players import FIELDS, lock_club
from tournaments.services.results import raise_revisions
from tournaments.services.undoing import as_it_is, lock_tournaments_of, refuse_forecast

ERASED = "Joueur effacé"  # what stands in the place of a name; a stored text, as the journal is in French
APPS = ("tournaments", "scoring")
PERSONAL = {"licence": "", "first_name": "", "sex": "", "birth_year": None, "home_club": "", "public_name": ""}
AGREED = {"consent": False, "card_consent": False, "sharing_consent": False}


@transaction.atomic
def erase_player(*, player: Player, by: Account | None, at: datetime, seen: str | None = None) -> Player:
    """
    Erase who somebody was, for ever, and return what is left of him: his results, under his start numbers.

    Documents that may name him are deleted (they are made again at any time), lines of the journal and the names of who
    wrote keep their facts without his. Refuses while a tournament with him is not over, and a second time.
    """
    lock_club(player.club)
    lock_tournaments_of(player)
    player = as_it_is(Player.objects.select_related("club"), player.pk)
    refuse_forecast(erasing_player(player), seen)
    names, written = names_in_texts(player), names_of(player)
    alike = Player.objects.filter(last_name__iexact=player.last_name, first_name__iexact=player.first_name)
    is_only_one = alike.count() == 1  # what a namesake wrote, in whatever club, says his own name
    lines = _anonymise_journal(player, names)
    papers = papers_naming(player)
    titles = list(papers.order_by("pk").values_list("title", flat=True))
    papers.delete()
    if is_only_one:
        _anonymise_writers(written)
    _close_login(player)
    for column, value in (PERSONAL | AGREED).items():
        setattr(player, column, value)
    player.last_name, player.erased_at = f"{ERASED} {player.pk}", at
    player.save()
    entered = Tournament.objects.filter(registrations__player=player)
    raise_revisions(Tournament.objects.filter(pk__in=list(entered.values_list("pk", flat=True))))
    log(
        action=gettext_noop("données effacées"),
        subject=ERASED,
        by=by,
        at=at,
        club=player.club,
        details={"id": player.pk, "documents": titles, "lines": lines},
    )
    return player


def _anonymise_journal(player: Player, names: re.Pattern[str]) -> int:
    """Take his name out of every line of the journal that says it, and return of how many."""
    lines = lines_naming(player)
    for line in lines:
        line.by_name, line.subject, line.reason = (
            names.sub(ERASED, text)[:most]
            for text, most in ((line.by_name, 150), (line.subject, 200), (line.reason, None))
        )
        line.words, line.details = (_without(value, names) for value in (line.words, line.details))
    JournalEntry.objects.bulk_update(lines, ["by_name", "subject", "reason", "words", "details"], batch_size=200)
    return len(lines)


def _without(value: Any, names: re.Pattern[str]) -> Any:
    """Return a value of JSON without the name, and without what a player's file says of a person."""
    if isinstance(value, dict):
        return {
            key: None if key in FIELDS and key not in AGREED else _without(each, names) for key, each in value.items()
        }
    if isinstance(value, list):
        return [_without(each, names) for each in value]
    return names.sub(ERASED, value) if isinstance(value, str) else value


def _anonymise_writers(written: list[str]) -> None:
    """Take his name out of who wrote, confirmed, signed or contested, at a table or logged in."""
    for model in apps.get_models():
        if model._meta.app_label not in APPS or model is JournalEntry:
            continue
        for column in model._meta.fields:
            if isinstance(column, models.CharField) and column.name.endswith("by_name"):
                model._default_manager.filter(**{f"{column.name}__in": written}).update(**{column.name: ERASED})


def _close_login(player: Player) -> None:
    """Take his login off him; one that has no role opens nothing any more, and does not say his name."""
    account = Account.objects.filter(player=player).first()
    if account is None:
        return
    account.player = None
    if not account.is_staff and not account.appointments.exists():
        account.username, account.email, account.first_name, account.last_name = f"efface-{account.pk}", "", "", ""
        account.is_active = False
        account.set_unusable_password()
    account.save()
