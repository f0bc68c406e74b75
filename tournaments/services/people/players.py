"""The players of a club: added, made members though another club knows them, corrected."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from types import MappingProxyType
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from tournaments.kit.days import plain
from tournaments.kit.text import visible
from tournaments.labels import Category, Grade
from tournaments.models import Account, ByLink, Club, Import, Membership, Player
from tournaments.models.clubs import ASKS, CONSENTS, CONTACTS, FIRST_BIRTH_YEAR
from tournaments.queries.people.files import PATIENCE, may_change, seen_by
from tournaments.queries.people.lookalikes import MOST as MOST_ALIKE
from tournaments.queries.people.lookalikes import lookalikes
from tournaments.queries.people.members import former_namesakes, holders_elsewhere, is_dead, speaks_for
from tournaments.queries.people.names import namesakes
from tournaments.refusals import MayBeKnown, Refusal
from tournaments.services.journal import OtherClub, differences, log
from tournaments.services.locks import lock_clubs_of, raise_revisions_of
from tournaments.services.people.keeping import give_file
from tournaments.services.people.periods import begin_period, refuse_to_come

FIELDS = (
    "licence",
    "last_name",
    "first_name",
    "category",
    "sex",
    "birth_year",
    "home_club",
    "public_name",
    "consent",
    "card_consent",
    "sharing_consent",
    "licence_until",
    "federal_series",
    "federal_series_on",
    "email",
    "email_consent",
    "phone",
    "phone_consent",
    "suspended_from",
    "suspended_until",
    "suspension_reason",
)
NO_BIRTH_YEAR = gettext_lazy("Une année de naissance a quatre chiffres et n’est pas à venir : par exemple 1958.")
LENGTHS = {
    "licence": 20,
    "last_name": 80,
    "first_name": 80,
    "home_club": 100,
    "public_name": 100,
    "federal_series": 20,
    "email": 200,
    "phone": 40,
    "suspension_reason": 200,
}


@dataclass(frozen=True)
class PlayerFacts:
    """What a club writes down about a person."""

    last_name: str
    first_name: str = ""
    licence: str = ""
    category: str = Category.SENIOR
    public_name: str = ""
    consent: bool = False
    sex: str = ""
    birth_year: int | None = None
    home_club: str = ""
    card_consent: bool = False
    sharing_consent: bool = False
    licence_until: date | None = None
    federal_series: str = ""
    federal_series_on: date | None = None
    email: str = ""
    email_consent: bool = False
    phone: str = ""
    phone_consent: bool = False
    suspended_from: date | None = None
    suspended_until: date | None = None
    suspension_reason: str = ""

    @property
    def agreed(self) -> "PlayerFacts":
        """Return the same facts with valid consents only: without the consent to the name, neither card nor sharing."""
        return self if self.consent else replace(self, card_consent=False, sharing_consent=False)

    def reached(self, before: "Player | PlayerFacts | None" = None) -> "PlayerFacts":
        """
        Return the same facts without contacts whose consent was taken back since `before`, and without consents to
        none.
        """
        columns: dict[str, Any] = {}
        for name, agrees in CONTACTS.items():
            if before is not None and getattr(before, agrees) and not getattr(self, agrees):
                columns[name] = ""
            elif not getattr(self, name):
                columns[agrees] = False
        return replace(self, **columns)

    @property
    def full_name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()


@transaction.atomic
def add_player(
    *,
    club: Club,
    facts: PlayerFacts,
    by: Account | None,
    at: datetime,
    others: Collection[int] = (),
    same: int | None = None,
    grade: Grade = Grade.MEMBER,
    since: date | None = None,
) -> Player:
    """
    Add a player to the club and return him: a member `since` a day (today if None), or a guest if `grade` says so.

    A person with a file keeps that file: a member is asked for (`join_club`), a guest is returned for the caller to
    register. `same` is the id of the known person that the user said it is (see `person_elsewhere`), `others` the ids
    that the user said it is not. Refuses an empty name, a licence that another person has, and, unless they are in
    `others`, a namesake if no licence is given, and a known player with nearly the same name. Asks again if the club no
    longer knows the person `same`.
    """
    lock_clubs_of(*filter(None, [same]), and_club=club)
    facts = facts.reached()
    refuse_facts(facts)
    person = (
        person_elsewhere(club, facts, same, others)
        or former_member(club, facts, same, others)
        or _guest_meant(club, facts, same, others)
    )
    if person is not None:
        return person if grade == Grade.GUEST else join_club(club=club, player=person, since=since, by=by, at=at)
    if same is not None:  # merged, deleted or handed over since he was chosen
        sentence = _("La personne que vous avez choisie n’est plus connue ici. Est-ce quelqu’un d’autre, nouveau ?")
        raise MayBeKnown(sentence, code="person_gone", people=[])
    if since is not None:
        refuse_to_come(since, "since", at)
    _refuse_held_licence([club], facts.licence)
    _refuse_alike(club, facts, others)
    try:
        with transaction.atomic():
            first_day = since or timezone.localdate(at)
            player = Player.objects.create(grade=grade, since=first_day, club=club, **asdict(facts))
    except IntegrityError:  # another club gave this licence out at the same moment
        _refuse_held_licence([club], facts.licence)
        raise
    log(
        action=gettext_noop("joueur ajouté"),
        subject=player.full_name,
        by=by,
        at=at,
        club=club,
        details=plain(asdict(facts)) | {"id": player.pk},  # who it is, even if his name changes
    )
    return player


@transaction.atomic
def join_club(
    *,
    club: Club,
    player: Player,
    by: Account | None,
    at: datetime,
    imported_by: Import | None = None,
    since: date | None = None,
) -> Player:
    """
    Make a player a member of the club, a guest, a former member or one known to another club, and return the player.
    Idempotent.

    He is a member at once if `by` is himself or organises the club that keeps his file, `since` a day (today if None);
    else the club asks, and he is a guest until `answer_membership`. A call two weeks later asks a second time. His file
    does not change. Refuses an erased player, one who died, and a day to come or on which he was a member.
    """
    lock_clubs_of(player, and_club=club)
    player = Player.objects.select_related("club").get(pk=player.pk)
    refuse_erased(player)
    refuse_dead(player)
    membership = Membership.objects.filter(club=club, player=player).first()
    if membership is None or membership.until is not None:
        membership = membership or Membership(club=club, player=player)
        membership.grade, membership.until = Grade.GUEST, None
    action = _next_grade(membership, is_his_word=speaks_for(player, by), today=timezone.localdate(at))
    if action and player.without_keeper_since and membership.grade == Grade.MEMBER:
        give_file(player, club, at=at)
        membership.refresh_from_db()
    if action:
        membership.imported_by = imported_by or membership.imported_by
        membership.save()
        if membership.grade == Grade.MEMBER:
            begin_period(membership, since or timezone.localdate(at), at=at)
        log_membership(action, player, club, by=by, at=at)
    return player


def _next_grade(membership: Membership, *, is_his_word: bool, today: date) -> str:
    """Move a membership to its next grade, or note a second request; return the journal's action, "" for no change."""
    if membership.grade == Grade.MEMBER:
        return ""
    if is_his_word:
        membership.grade, membership.asked_on, membership.asked_again_on = Grade.MEMBER, None, None
        return gettext_noop("adhésion")
    if membership.asked_on is None:
        membership.grade, membership.asked_on = Grade.ASKED, today
        return gettext_noop("adhésion demandée")
    if membership.asked_again_on is None and membership.asked_on + PATIENCE <= today:
        membership.asked_again_on = today
        return gettext_noop("adhésion demandée de nouveau")
    return ""


def log_membership(
    action: str,
    player: Player,
    club: Club,
    *,
    by: Account | ByLink | None,
    at: datetime,
    heard_on: date | None = None,
    details: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """
    Write a line about a membership in the journals of its club and of the club that keeps the file; the `details` are
    its club's own.
    """
    told: dict[str, Any] = {"id": player.pk} | ({"heard_on": heard_on.isoformat()} if heard_on else {})
    for owner in dict.fromkeys((club, player.club)):
        own = told | dict(details) if owner == club else told
        log(action=action, subject=f"{player} : {club}", by=by, at=at, club=owner, details=own)


def person_elsewhere(club: Club, facts: PlayerFacts, same: int | None, others: Collection[int]) -> Player | None:
    """
    Return another club's player who has this licence, if the user said that it is he (`same`); None if there is none.

    Asks whether it is he (`MayBeKnown`) when the names are alike. Refuses the licence when they are not, or when he is
    among the `others`. Called under the locks of the club.
    """
    held = holders_elsewhere(club.pk, [(facts.licence, facts.last_name, facts.first_name)]).get(facts.licence)
    if held is None:
        return None
    if held.player.pk == same and held.is_alike:
        return held.player
    if held.is_alike and held.player.pk not in others:
        raise MayBeKnown(held.sentence, code="held_elsewhere", people=seen_by(club.pk, [held.player]))
    sentence = replace(held, is_alike=False).sentence
    raise Refusal(sentence, code="licence_elsewhere", fields={"licence": [sentence]})


def _guest_meant(club: Club, facts: PlayerFacts, same: int | None, others: Collection[int]) -> Player | None:
    """Return the club's guest whose id is `same`, or ask whether the guest who has this licence is meant."""
    guests = club.known.exclude(pk__in=club.players.values("pk")).filter(erased_at=None)
    if same is not None:
        return guests.filter(pk=same).first()
    holder = guests.filter(~Q(licence=""), licence=facts.licence).exclude(pk__in=others).first()
    if holder is not None:
        sentence = _("« %(name)s » a déjà joué au club avec cette licence. Est-ce la même personne ?")
        raise MayBeKnown(sentence % {"name": holder.full_name}, code="is_a_guest", people=seen_by(club.pk, [holder]))
    return None


def former_member(club: Club, facts: PlayerFacts, same: int | None, others: Collection[int]) -> Player | None:
    """Return the former member with this name whose id is `same`, or None; ask if a former member may be meant."""
    known = [
        player
        for player in former_namesakes(club.pk, facts.last_name, facts.first_name)
        if not (facts.licence and player.licence) and player.pk not in others
    ]
    if known and same not in [player.pk for player in known]:
        sentence = _("« %(name)s » a été membre du club. Est-ce la même personne ?")
        raise MayBeKnown(sentence % {"name": facts.full_name}, code="was_a_member", people=seen_by(club.pk, known))
    return next((player for player in known if player.pk == same), None)


@transaction.atomic
def change_player(*, player: Player, facts: PlayerFacts, by: Account | ByLink | None, at: datetime) -> Player:
    """
    Correct a player's file and return the player; raises the revision of every tournament that he plays in.

    Nothing is written when nothing changes. Taking back the consent to the name takes back the others too. Refuses what
    `refuse_facts` refuses, a licence that another person has, an erased player, and a writer who may only propose
    (`may_change`). No other service changes a file: lists, answers and proposals call this one.
    """
    clubs = lock_clubs_of(player)
    player = Player.objects.select_related("club").get(pk=player.pk)
    refuse_erased(player)
    if player.consent:  # it is taken back as easily as it was given
        facts = facts.agreed
    facts = facts.reached(player)
    refuse_facts(facts)
    _refuse_held_licence(clubs, facts.licence, but=player)
    changes = fact_changes(player, facts)
    if not changes:
        return player
    if not may_change(player, changes, by):
        raise not_its_keeper(player)
    for name in changes:
        setattr(player, name, getattr(facts, name))
    answered = [ASKS[purpose] for purpose, name in CONSENTS.items() if name in changes]
    for name in answered:
        setattr(player, name, False)
    try:
        with transaction.atomic():
            player.save(update_fields=[*changes, *answered, "search_text"])
    except IntegrityError:  # another club gave this licence out at the same moment
        _refuse_held_licence(clubs, facts.licence, but=player)
        raise
    log_of_file(gettext_noop("joueur modifié"), player, changes, by=by, at=at)
    raise_revisions_of(Player.objects.filter(pk=player.pk))
    return player


def log_of_file(
    action: str, player: Player, changes: dict[str, Any], *, by: Account | ByLink | None, at: datetime
) -> None:
    """Log what changed in a file at the club that keeps it; the player's other clubs only log that it changed."""
    details = changes | {"id": player.pk}
    log(action=action, subject=player.full_name, by=by, at=at, club=player.club, details=details)
    for club in player.clubs.exclude(pk=player.club_id):
        log(
            action=gettext_noop("fiche modifiée"),
            subject=player.full_name,
            by=OtherClub(player.club.name),
            at=at,
            club=club,
            details={"id": player.pk},
        )


def not_its_keeper(player: Player) -> Refusal:
    """Return the refusal of an act that only the player and the club that keeps his file may do."""
    return Refusal(
        _("La fiche de %(player)s est tenue par « %(club)s » : demandez-le à ce club, ou au joueur.")
        % {"player": player.full_name, "club": player.club},
        code="not_its_keeper",
    )


def refuse_erased(player: Player) -> None:
    """Refuse any change to a player whose data was erased."""
    if player.erased_at is not None:
        raise Refusal(
            _("Les données de ce joueur ont été effacées : sa fiche ne se modifie plus. S’il revient, ajoutez-le."),
            code="erased",
        )


def refuse_dead(player: Player) -> None:
    """Refuse to make a member of somebody who died, as the club that keeps his file noted."""
    if is_dead(player):
        raise Refusal(
            _("%(player)s est noté décédé. Si c’est une erreur, annulez-le d’abord sur sa page.")
            % {"player": player.full_name},
            code="dead",
        )


def fact_changes(player: Player, facts: PlayerFacts) -> dict[str, list[Any]]:
    """Return {field: [old, new]} for each field that would change, as `plain` JSON."""
    before, after = (plain({name: getattr(known, name) for name in FIELDS}) for known in (player, facts))
    return differences(before, after)


def refuse_facts(facts: PlayerFacts) -> None:
    """
    Refuse an empty family name, a text too long (`LENGTHS`) or with invisible letters, and a wrong consent or date.
    """
    if not facts.last_name:
        sentence = _("Le nom du joueur est vide : écrivez au moins son nom de famille.")
        raise Refusal(sentence, code="empty_name", fields={"last_name": [sentence]})
    for name, most in LENGTHS.items():
        if len(getattr(facts, name)) > most:
            sentence = _("Ce texte est trop long : %(most)d caractères au plus.") % {"most": most}
            raise Refusal(sentence, code="too_long", fields={name: [sentence]})
        if visible(getattr(facts, name)) != getattr(facts, name):
            sentence = _("Ce texte contient des lettres que personne ne voit : tapez-le de nouveau au clavier.")
            raise Refusal(sentence, code="unseen_letters", fields={name: [sentence]})
    if facts.agreed != facts:
        sentence = _("Sans l’accord sur le nom il n’y a ni fiche ni transmission : cochez d’abord celui-là.")
        fields = [name for name in ("card_consent", "sharing_consent") if getattr(facts, name)]
        raise Refusal(sentence, code="name_first", fields={name: [sentence] for name in fields})
    for name, agrees in CONTACTS.items():
        if getattr(facts, name) and not getattr(facts, agrees):
            sentence = _("On ne le garde qu’avec son accord : cochez-le, ou laissez la case vide.")
            raise Refusal(sentence, code="contact_without_consent", fields={name: [sentence]})
    refuse_suspension(facts.suspended_from, facts.suspended_until, facts.suspension_reason)
    if facts.birth_year is not None and not is_birth_year(facts.birth_year):
        raise Refusal(NO_BIRTH_YEAR, code="birth_year", fields={"birth_year": [NO_BIRTH_YEAR]})


def is_birth_year(year: int) -> bool:
    """Return whether a living person may be born in this year: from `FIRST_BIRTH_YEAR` to this year."""
    return FIRST_BIRTH_YEAR <= year <= timezone.localdate().year


def refuse_suspension(suspended_from: date | None, suspended_until: date | None, suspension_reason: str) -> None:
    """Refuse a suspension that `suspension_problem` finds wrong; the error is at its field."""
    if wrong := suspension_problem(suspended_from, suspended_until, suspension_reason):
        raise Refusal(wrong[1], code="suspension_refused", fields={wrong[0]: [wrong[1]]})


def suspension_problem(first: date | None, last: date | None, reason: str) -> tuple[str, str] | None:
    """Return (field, sentence) if a suspension lacks its first day or reason, or ends before it begins; else None."""
    if first is None and (last or reason):
        return "suspended_from", _("Dites depuis quel jour il est suspendu, ou videz les trois cases.")
    if first and not reason:
        sentence = _("Dites pourquoi il est suspendu : c’est ce que lira qui voudra l’inscrire.")
        return "suspension_reason", sentence
    if first and last and last < first:
        return "suspended_until", _("La suspension finirait avant de commencer : vérifiez les deux dates.")
    return None


def _refuse_alike(club: Club, facts: PlayerFacts, others: Collection[int]) -> None:
    """Ask whether a new person is a known player with the same name, or nearly the same; the user chooses."""
    same = namesakes(club.pk, facts.last_name, facts.first_name) if not facts.licence else []
    if people := [player for player in same if player.pk not in others]:
        sentence = _("Le club a déjà un joueur nommé « %(name)s » : dites qui c’est. Rien n’est encore écrit.")
        raise MayBeKnown(sentence % {"name": facts.full_name}, code="namesake", people=seen_by(club.pk, people))
    found = lookalikes(club.pk, facts.last_name, facts.first_name, licence=facts.licence, most=MOST_ALIKE + len(others))
    if people := [alike.player for alike in found if alike.player.pk not in others]:
        sentence = _("Le club a déjà un nom proche de « %(name)s » : dites qui c’est. Rien n’est encore écrit.")
        raise MayBeKnown(sentence % {"name": facts.full_name}, code="may_be_known", people=seen_by(club.pk, people))


def _refuse_held_licence(clubs: Collection[Club], licence: str, but: Player | None = None) -> None:
    """Refuse a licence that another player has; the refusal names him only if all of these clubs know him."""
    holder = Player.objects.filter(~Q(licence=""), licence=licence).exclude(pk=but.pk if but else 0).first()
    if holder is None:
        return
    known = holder.memberships.filter(club__in=clubs, until=None).count() == len(clubs)
    sentence = (
        _("La licence %(licence)s est déjà celle de %(player)s. Vérifiez le numéro.")
        if known
        else _("La licence %(licence)s est celle d’un joueur d’un autre club. Vérifiez le numéro, ou laissez-le vide.")
    ) % {"licence": licence, "player": holder.full_name}
    raise Refusal(sentence, code="licence_held", fields={"licence": [sentence]})
