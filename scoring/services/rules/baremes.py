"""A club's barèmes: composed, changed into a new version, withdrawn; and the barème of a tournament chosen."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.marque import EDITIONS, FFT_2012, ImpossibleBareme, as_composed, compose
from scoring.models import ClubBareme
from scoring.queries.rules.baremes import composed, flat
from tournaments.kit.languages import current_language
from tournaments.kit.text import tidy
from tournaments.labels import bareme_label
from tournaments.models import Account, Club, Tournament
from tournaments.refusals import Refusal
from tournaments.services.evening.chosen_bareme import set_bareme
from tournaments.services.evening.tournaments import tells_why_not_duplicate
from tournaments.services.journal import log
from tournaments.services.locks import lock_club, lock_tournament

LONGEST_NAME = 60


@transaction.atomic
def compose_bareme(
    *,
    club: Club,
    name: str,
    figures: Mapping[str, Any],
    by: Account | None,
    at: datetime,
    replaces: ClubBareme | None = None,
) -> ClubBareme:
    """
    Return a new edition of a club's barème, or the next version of the edition it `replaces`, which is then withdrawn.

    `figures` are those of `scoring.marque.composing.compose`; a refusal names the dotted keys of the wrong ones, or
    `name`. The same form sent twice, or a version without a change, writes nothing. Refuses figures that make no
    barème, an empty or used name, the règlement under another name, and a change of an edition replaced or withdrawn
    since.
    """
    lock_club(club)
    name = tidy(name)
    replaces = club.baremes.get(pk=replaces.pk) if replaces else None
    _refuse_wrong(club, name, figures, replaces)
    rules = as_composed(compose(figures, edition=FFT_2012.edition))
    twin = club.baremes.filter(archived_at=None, name=name).first()
    if twin is not None and twin.rules == rules:
        return twin
    if replaces is not None:
        ClubBareme.objects.filter(pk=replaces.pk).update(archived_at=at)
    bareme = ClubBareme.objects.create(
        club=club,
        edition=_edition(club, rules),
        name=name,
        version=replaces.version + 1 if replaces else 1,
        supersedes=replaces,
        rules=rules,
        created_by=by,
        created_by_name=str(by) if by is not None else "",
        created_at=at,
    )
    _log_edition(bareme, by=by)
    return bareme


def _log_edition(bareme: ClubBareme, *, by: Account | None) -> None:
    before = bareme.supersedes
    log(
        action=gettext_noop("barème changé") if before else gettext_noop("barème composé"),
        subject=str(bareme),
        by=by,
        at=bareme.created_at,
        club=bareme.club,
        details={
            "edition": bareme.edition,
            "replaces": before.edition if before else None,
            "changes": _changes(before.rules if before else as_composed(FFT_2012), bareme.rules),
        },
    )


def _refuse_wrong(club: Club, name: str, figures: Mapping[str, Any], replaces: ClubBareme | None) -> None:
    wrong = problems(club=club, name=name, figures=figures, replaces=replaces)
    if wrong:
        raise Refusal(next(iter(wrong.values()))[0], code="bareme_refused", fields=wrong)


@transaction.atomic
def withdraw_bareme(*, bareme: ClubBareme, by: Account | None, at: datetime) -> None:
    """Withdraw a barème: it is no longer offered, and its tournaments keep it. Idempotent."""
    lock_club(bareme.club)
    if not ClubBareme.objects.filter(pk=bareme.pk, archived_at=None).update(archived_at=at):
        return
    log(
        action=gettext_noop("barème retiré"),
        subject=str(bareme),
        by=by,
        at=at,
        club=bareme.club,
        details={"edition": bareme.edition},
    )


@transaction.atomic
def choose_bareme(*, tournament: Tournament, edition: str, by: Account | None, at: datetime) -> Tournament:
    """
    Set the barème of a tournament: an official edition, or one that its club offers.

    Refuses another club's edition, one withdrawn or replaced since, any change once a position is published, and a
    mouche in duplicate: a pot grows from donne to donne, and boards are compared one by one.
    """
    if edition == tournament.bareme:
        return tournament
    if edition in EDITIONS:
        return set_bareme(tournament=tournament, edition=edition, name="", by=by, at=at)
    bareme = ClubBareme.objects.filter(club=tournament.club_id, edition=edition).first()
    if bareme is None:
        sentence = _("Le club n’a pas ce barème : choisissez-en un dans la liste.")
        raise Refusal(sentence, code="bareme_unknown", fields={"bareme": [sentence]})
    if bareme.archived_at is not None:
        sentence = _why_not_offered(bareme)
        raise Refusal(sentence, code="bareme_withdrawn", fields={"bareme": [sentence]})
    if composed(bareme).house.mouche and lock_tournament(tournament.pk).is_duplicate:
        sentence = _no_mouche(bareme)
        raise Refusal(sentence, code="mouche_in_duplicate", fields={"bareme": [sentence]})
    return set_bareme(tournament=tournament, edition=edition, name=str(bareme), by=by, at=at)


@tells_why_not_duplicate
def why_not_duplicate(tournament: Tournament) -> str:
    """Return why the barème of a tournament is not for duplicate, where the formula is typed; "" if it is."""
    bareme = ClubBareme.objects.filter(club=tournament.club_id, edition=tournament.bareme).first()
    return _no_mouche(bareme) if bareme is not None and composed(bareme).house.mouche else ""


def _no_mouche(bareme: ClubBareme) -> str:
    return _(
        "« %(bareme)s » joue la mouche, dont le pot passe d’une donne à l’autre : en duplicate, où chaque étui se "
        "compare seul, choisissez un barème sans mouche."
    ) % {"bareme": bareme}


def problems(
    *, club: Club, name: str, figures: Mapping[str, Any], replaces: ClubBareme | None = None
) -> dict[str, list[str]]:
    """Return all problems of a barème by dotted key or `name`; `""` is for the whole barème."""
    wrong: dict[str, list[str]] = {}
    rules: dict[str, Any] = {}
    try:
        composed = compose(figures, edition=FFT_2012.edition)
    except ImpossibleBareme as impossible:
        for problem in impossible.problems:
            wrong.setdefault(problem.field, []).append(problem.message(current_language()))
    else:
        rules = as_composed(composed)
        if composed == FFT_2012:
            wrong[""] = [_("Ces chiffres sont ceux du règlement FFT 2012 : changez-en au moins un.")]
    name = tidy(name)
    namesake = club.baremes.filter(archived_at=None, name=name).first()
    is_sent_again = namesake is not None and namesake.rules == rules
    if not name:
        wrong["name"] = [_("Donnez un nom au barème : c’est lui que les joueurs liront.")]
    elif len(name) > LONGEST_NAME:
        wrong["name"] = [_("Ce nom est trop long : %(most)d caractères au plus.") % {"most": LONGEST_NAME}]
    elif name.casefold() in {bareme_label(edition).casefold() for edition in EDITIONS}:
        wrong["name"] = [_("Ce nom est celui du règlement officiel : donnez-en un autre à votre barème.")]
    elif replaces is not None and replaces.archived_at is not None and not is_sent_again:
        wrong.setdefault("", []).append(_why_not_offered(replaces))
    elif namesake is not None and namesake != replaces and not is_sent_again:
        wrong["name"] = [_("Le club a déjà un barème « %(name)s » : donnez un autre nom à celui-ci.") % {"name": name}]
    return wrong


def _why_not_offered(bareme: ClubBareme) -> str:
    """Return why an edition is no longer offered."""
    newer = ClubBareme.objects.filter(supersedes=bareme).first()
    if newer is None:
        return _("« %(bareme)s » a été retiré : choisissez un autre barème.") % {"bareme": bareme}
    return _("« %(bareme)s » a été remplacé par « %(newer)s » : reprenez à partir de celui-ci.") % {
        "bareme": bareme,
        "newer": newer,
    }


def _edition(club: Club, rules: dict[str, Any]) -> str:
    """Return the code of a new edition: the club, the number of its editions, and a digest of the figures."""
    digest = hashlib.sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:8]
    return f"club-{club.pk}-{club.baremes.count() + 1}-{digest}"


def _changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, list[Any]]:
    """Return {dotted key: [old value, new value]} for every figure that changes."""
    old, new = flat(before), flat(after)
    return {key: [old.get(key), value] for key, value in new.items() if old.get(key) != value}
