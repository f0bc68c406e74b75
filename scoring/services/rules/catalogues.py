"""A club's catalogue of faults: dated editions, which may be changed or dropped until a decision names their faults."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.labels import OF_A_DONNE, TAKES_POINTS, PenaltyTarget, Sanction
from scoring.models import PenaltyEdition, PenaltyKind
from scoring.queries.rules.catalogues import edition_on, is_used
from tournaments.imports.mappings import remember
from tournaments.kit.days import french_day
from tournaments.labels import ImportKind
from tournaments.models import Account, Club
from tournaments.refusals import Refusal
from tournaments.services.journal import log
from tournaments.services.locks import lock_club
from tournaments.subjects import Subject, subject_of

LENGTHS = {"name": 100, "reference": 120, "code": 30}
MOST_POINTS = 100_000  # a typing mistake must not overflow a column of the database
MOST_STEPS = 9
MOST_FAULTS = 500  # of an edition


@dataclass(frozen=True)
class FaultFacts:
    """
    A fault as a club writes it. `points` is whole, negative or zero; None when the arbiter decides.

    `code` is the same in all editions; an empty code is made from the name. `step` is how often the fault was
    committed.
    """

    name: str
    code: str = ""
    reference: str = ""
    target: str = PenaltyTarget.PLAYER
    step: int = 1
    sanction: str = ""
    points: int | None = None

    @property
    def with_code(self) -> "FaultFacts":
        code = self.code or slugify(self.name).replace("-", "_")[: LENGTHS["code"]].rstrip("_") or "faute"
        return FaultFacts(**asdict(self) | {"code": code})


def facts_of_fault(kind: PenaltyKind) -> FaultFacts:
    """Return the values of a fault."""
    return FaultFacts(kind.name, kind.code, kind.reference, kind.target, kind.step, kind.sanction, kind.points)


def problems(facts: FaultFacts) -> dict[str, list[str]]:
    """Return all problems of a fault by field; an empty dict when there are none."""
    wrong: dict[str, list[str]] = {}
    if not facts.name:
        wrong["name"] = [_("Écrivez la faute : c’est ce que les joueurs liront.")]
    for field in ("name", "reference", "code"):
        if len(getattr(facts, field)) > LENGTHS[field]:
            wrong[field] = [_("C’est trop long : %(most)d caractères au plus.") % {"most": LENGTHS[field]}]
    if facts.target not in PenaltyTarget.values:
        wrong["target"] = [_("Dites sur qui elle porte : un joueur, un camp, toute la table ou la donne.")]
    if facts.sanction and facts.sanction not in Sanction.values:
        wrong["sanction"] = [_("Choisissez une sanction de la liste, ou aucune : l’arbitre décide alors.")]
    if not 1 <= facts.step <= MOST_STEPS:
        wrong["step"] = [_("Écrivez la combientième fois, de 1 à %(most)d.") % {"most": MOST_STEPS}]
    if wrong_points := _wrong_points(facts):
        wrong["points"] = [wrong_points]
    if facts.target == PenaltyTarget.DONNE and facts.sanction and facts.sanction not in OF_A_DONNE:
        wrong["target"] = [
            _("« %(sanction)s » porte sur des joueurs : choisissez un joueur, un camp ou toute la table.")
            % {"sanction": Sanction(facts.sanction).label}
        ]
    return wrong


def _wrong_points(facts: FaultFacts) -> str:
    """Return a sentence about wrong points of a fault, "" when they are right."""
    if facts.points is None:
        return ""
    if facts.points > 0:
        return _("Une pénalité retire des points : écrivez un nombre négatif, ou rien.")
    if facts.points < -MOST_POINTS:
        return _("Une pénalité retire au plus %(most)d points. Vérifiez le nombre.") % {"most": MOST_POINTS}
    if facts.points and facts.sanction and facts.sanction not in TAKES_POINTS:
        return _("« %(sanction)s » ne retire pas de points : videz la case, ou choisissez « points ».") % {
            "sanction": Sanction(facts.sanction).label if facts.sanction in Sanction.values else facts.sanction
        }
    return ""


@transaction.atomic
def open_edition(
    *,
    club: Club,
    valid_from: date,
    by: Account,
    at: datetime,
    faults: Sequence[FaultFacts] | None = None,
    meanings: dict[str, str | None] | None = None,
) -> PenaltyEdition:
    """
    Return a new edition of a club's catalogue, in force from a day on, with these `faults`, or a copy of the last
    edition.

    The same edition sent twice is one. `meanings` (of `mappings.meanings_of`) says what the headings of its spreadsheet
    mean, and is kept. Refuses a day that has an edition already, and faults that are wrong, written twice, or whose
    second time has no first.
    """
    lock_club(club)
    if faults is None:
        last = edition_on(club, valid_from)
        faults = [facts_of_fault(kind) for kind in last.kinds.all()] if last is not None else []
    faults = [facts.with_code for facts in faults]
    existing = club.penalty_editions.filter(valid_from=valid_from).first()
    if existing is not None:
        if {facts_of_fault(kind) for kind in existing.kinds.all()} == set(faults):
            return existing
        raise _edition_exists(valid_from)
    if len(faults) > MOST_FAULTS:
        raise Refusal(
            _("Une édition a au plus %(most)d fautes : celle-ci en a trop.") % {"most": MOST_FAULTS},
            code="too_many_faults",
        )
    _refuse_list(faults)
    edition = PenaltyEdition.objects.create(
        club=club, valid_from=valid_from, created_by=by, created_by_name=str(by), created_at=at
    )
    PenaltyKind.objects.bulk_create(
        [PenaltyKind(edition=edition, club=club, **asdict(facts)) for facts in faults], batch_size=100
    )
    remember(club, ImportKind.FAULTS, meanings or {})
    log(
        action=gettext_noop("édition du catalogue ouverte"),
        subject=_subject(edition),
        by=by,
        at=at,
        club=club,
        details={"faults": len(faults)},
    )
    return edition


def _edition_exists(day: date) -> Refusal:
    sentence = _("Le club a déjà une édition du %(day)s : choisissez un autre jour, ou changez celle-là.") % {
        "day": french_day(day)
    }
    return Refusal(sentence, code="edition_exists", fields={"valid_from": [sentence]})


@transaction.atomic
def write_fault(
    *, edition: PenaltyEdition, facts: FaultFacts, by: Account, at: datetime, replaces: PenaltyKind | None = None
) -> PenaltyKind:
    """
    Return a fault written into an edition, new or in place of one of its faults.

    The code never changes: it shows that an earlier decision was about the same fault. Refuses wrong values, a fault
    that the edition has already, a second time without a first, and any change of an edition that a decision names.
    """
    _lock_unused(edition)
    wrong = problems(facts)
    if wrong:
        raise Refusal(next(iter(wrong.values()))[0], code="fault_refused", fields=wrong)
    if replaces is not None:
        replaces = edition.kinds.get(pk=replaces.pk)
        facts = FaultFacts(**asdict(facts) | {"code": replaces.code, "step": replaces.step})
    facts = facts.with_code
    others = edition.kinds.exclude(pk=replaces.pk) if replaces is not None else edition.kinds.all()
    if others.filter(code=facts.code, step=facts.step).exists():
        sentence = _("L’édition a déjà « %(fault)s » : changez-la, ou donnez un autre nom à celle-ci.") % {
            "fault": others.get(code=facts.code, step=facts.step)
        }
        raise Refusal(sentence, code="fault_exists", fields={"name": [sentence]})
    if facts.step > 1 and not others.filter(code=facts.code, step=facts.step - 1).exists():
        raise _without_a_first(facts)
    kind = replaces or PenaltyKind(edition=edition, club=edition.club)
    before = asdict(facts_of_fault(kind)) if replaces else {}
    for name, value in asdict(facts).items():
        setattr(kind, name, value)
    kind.save()
    log(
        action=gettext_noop("faute du catalogue changée") if replaces else gettext_noop("faute ajoutée au catalogue"),
        subject=subject_of("fault", fault=str(kind), edition=_subject(edition)),
        by=by,
        at=at,
        club=edition.club,
        details={"before": before, "after": asdict(facts)},
    )
    return kind


@transaction.atomic
def remove_fault(*, kind: PenaltyKind, by: Account, at: datetime) -> None:
    """Remove a fault from its edition, with its rows for further times. Refuses an edition that a decision names."""
    edition = kind.edition
    assert edition is not None  # the faults of no edition have no page
    _lock_unused(edition)
    removed = edition.kinds.filter(code=kind.code, step__gte=kind.step)
    if not removed.exists():
        return
    facts = [asdict(facts_of_fault(fault)) for fault in removed]
    removed.delete()
    log(
        action=gettext_noop("faute retirée du catalogue"),
        subject=subject_of("fault", fault=str(kind), edition=_subject(edition)),
        by=by,
        at=at,
        club=edition.club,
        details={"faults": facts},
    )


@transaction.atomic
def drop_edition(*, edition: PenaltyEdition, by: Account, at: datetime) -> None:
    """Delete an edition made by mistake; the edition before is in force again. Refuses one that a decision names."""
    lock_club(edition.club)
    if not PenaltyEdition.objects.filter(pk=edition.pk).exists():
        return
    _lock_unused(edition)
    facts = [asdict(facts_of_fault(kind)) for kind in edition.kinds.all()]
    subject = _subject(edition)
    edition.delete()
    log(
        action=gettext_noop("édition du catalogue supprimée"),
        subject=subject,
        by=by,
        at=at,
        club=edition.club,
        details={"faults": facts},
    )


def _lock_unused(edition: PenaltyEdition) -> None:
    """
    Lock a club's catalogue and the faults of an edition. Refuses an edition that a decision names.

    The locks are against a decision being given: it names its fault under the lock of its tournament.
    """
    lock_club(edition.club)
    list(edition.kinds.select_for_update().values_list("pk", flat=True))
    if is_used(edition):
        raise Refusal(
            _("« %(edition)s » a déjà servi à une décision : elle ne change plus. Ouvrez-en une nouvelle.")
            % {"edition": edition},
            code="edition_used",
        )


def _refuse_list(faults: Sequence[FaultFacts]) -> None:
    """Refuse a list in which a fault is wrong, written twice, or has a further time without the time before."""
    written: set[tuple[str, int]] = set()
    for facts in faults:
        if wrong := problems(facts):
            sentence = _("« %(fault)s » : %(why)s") % {"fault": facts.name, "why": next(iter(wrong.values()))[0]}
            raise Refusal(sentence, code="fault_refused")
        if (facts.code, facts.step) in written:
            raise Refusal(
                _("« %(fault)s » est écrite deux fois : gardez-en une.") % {"fault": facts.name}, code="fault_exists"
            )
        written.add((facts.code, facts.step))
    for facts in faults:
        if facts.step > 1 and (facts.code, facts.step - 1) not in written:
            raise _without_a_first(facts)


def _without_a_first(facts: FaultFacts) -> Refusal:
    sentence = _("« %(fault)s », %(step)de fois : écrivez d’abord ce qui suit la fois d’avant.") % {
        "fault": facts.name,
        "step": facts.step,
    }
    return Refusal(sentence, code="fault_without_a_first", fields={"step": [sentence]})


def _subject(edition: PenaltyEdition) -> Subject:
    if edition.valid_from is None:
        return subject_of("edition.first")
    return subject_of("edition", day=edition.valid_from.isoformat())
