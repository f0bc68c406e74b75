"""What each club may read of a player's file, and what clubs have asked for: only the keeper reads the whole file."""

from collections import defaultdict
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.kit.days import french_day
from tournaments.labels import Grade, RoleName, Status
from tournaments.models import (
    Account,
    Appointment,
    ByLink,
    Club,
    Committee,
    CommitteeSuspension,
    Membership,
    OwnToClub,
    Player,
    Proposal,
    Suspension,
    Tournament,
)
from tournaments.models.clubs import CONSENTS
from tournaments.queries.people.linking import is_one_person, linked_with
from tournaments.queries.people.members import speaks_for
from tournaments.queries.people.roles import clubs_run_by

OWN_FIELDS = tuple(column.name for column in OwnToClub._meta.fields)  # what each club has for itself
# What a member's other clubs do not read, and what a club where he only plays does not read either.
NOT_ELSEWHERE = ("birth_year",)
NOT_OF_GUESTS = ("sex", "home_club", "public_name", "licence_until", "federal_series", "federal_series_on")
PATIENCE = timedelta(days=14)  # how long the club that keeps a file has to answer; then it is asked once more
NOTHING = Player()
MOST_TOLD = 5  # suspended people whom one sentence names


def seen_by(club_id: int, players: Iterable[Player]) -> list[Player]:
    """
    Return these players as a club may read them, in the same order: copies, never to be saved.

    If another club keeps the file, a member has the contacts and suspension that this club noted itself, and no year of
    birth; a guest has name, licence and category. `by_committees` of each are the suspensions by the club's comité,
    which hold for all linked files. One query, two if the club does not keep all the files.
    """
    players = list(players)
    if not players:
        return []
    others = [player.pk for player in players if player.club_id != club_id]
    rows = Membership.objects.filter(club=club_id, player__in=others, until=None) if others else ()
    known = {row.player_id: row for row in rows}
    seen = [
        player if player.club_id == club_id else _seen(player, known.get(player.pk, Membership(grade=Grade.GUEST)))
        for player in players
    ]
    by_person: dict[int | str, list[CommitteeSuspension]] = defaultdict(list)
    for barred in _by_its_committee(club_id).select_related("committee", "player"):
        by_person[barred.player.linked_as or barred.player_id].append(barred)
    for player in seen:
        noted = by_person.get(player.linked_as or player.pk, ())
        player.by_committees = [barred for barred in noted if is_one_person(player, barred.player)]
    return seen


def distinct_name(player: Player) -> str:
    """Return a player's name with his licence, birth year and home club, as far as `seen_by` left them readable."""
    facts = (player.full_name, player.licence, player.birth_year, player.home_club)
    return " · ".join(str(fact) for fact in facts if fact)


def _seen(player: Player, membership: Membership) -> Player:
    shown = copy(player)
    for name in OWN_FIELDS:
        setattr(shown, name, getattr(membership, name))
    hidden = NOT_ELSEWHERE if membership.grade == Grade.MEMBER else (*NOT_ELSEWHERE, *NOT_OF_GUESTS)
    for name in hidden:
        setattr(shown, name, getattr(NOTHING, name))
    return shown


def _by_its_committee(club_id: int) -> QuerySet[CommitteeSuspension]:
    return CommitteeSuspension.objects.filter(committee__clubs=club_id)


def suspended_at(club_id: int, day: date) -> set[int]:
    """Return the ids of all players whom a club or its comité has suspended on a day, in the club's own tournaments."""
    then = Suspension.suspended_on(day)
    kept = Player.objects.filter(then, club=club_id).values_list("pk", flat=True)
    rows = Membership.objects.filter(then, club=club_id, until=None).exclude(player__club=club_id)
    barred = [one.player for one in _by_its_committee(club_id).filter(then).select_related("player")]
    linked = Player.objects.filter(linked_as__in={player.linked_as for player in barred} - {""})
    people = (player.pk for player in (*barred, *linked) if any(is_one_person(player, one) for one in barred))
    return {*kept, *rows.values_list("player", flat=True), *people}


def barred_from(tournament: Tournament) -> set[int]:
    """Return the ids of the players whom a tournament refuses: suspended on its day, or excluded from it."""
    excluded = tournament.registrations.filter(status=Status.EXCLUDED).values_list("player", flat=True)
    return suspended_at(tournament.club_id, tournament.date) | set(excluded)


def suspension_words(player: Player, day: date) -> str:
    """
    Return in sentences from when until when a player (of `seen_by`) is suspended on a day; "" if he is not.

    The club's own suspension is shown with its reason, a comité's with the comité's name only.
    """
    return " ".join(
        words_by_committee(one, player) if isinstance(one, CommitteeSuspension) else _own_words(player)
        for one in player.suspensions_on(day)
    )


def words_by_committee(barred: CommitteeSuspension, player: Player) -> str:
    """Return a sentence: from when until when a comité has suspended a player."""
    words = {"committee": barred.committee, **_days(barred, player)}
    if barred.suspended_until:
        return _("%(player)s est suspendu du %(start)s au %(end)s par le comité « %(committee)s ».") % words
    return _("%(player)s est suspendu depuis le %(start)s, sans date de fin, par le comité « %(committee)s ».") % words


def _own_words(player: Player) -> str:
    words = {"reason": player.suspension_reason, **_days(player, player)}
    if player.suspended_until:
        return _("%(player)s est suspendu du %(start)s au %(end)s (%(reason)s).") % words
    return _("%(player)s est suspendu depuis le %(start)s, sans date de fin (%(reason)s).") % words


def _days(barred: Suspension, player: Player) -> dict[str, str]:
    assert barred.suspended_from is not None, "it holds on some day"
    end = barred.suspended_until
    start = french_day(barred.suspended_from)
    return {"player": player.full_name, "start": start, "end": french_day(end) if end else ""}


def barred_by(committee: Committee) -> QuerySet[CommitteeSuspension]:
    """Return the suspensions that a comité noted, past ones too, the last to begin first."""
    return committee.suspensions.select_related("player")


def suspensions_of(player: Player) -> QuerySet[CommitteeSuspension]:
    """Return the suspensions that comités noted for a person, on this file or on a linked one."""
    files = Player.objects.filter(linked_with(player))
    his = [file.pk for file in files if is_one_person(file, player)]
    return CommitteeSuspension.objects.filter(player__in=his).select_related("committee")


def own_suspensions(player: Player, today: date) -> list[str]:
    """Return, for the player himself, sentences about each comité's suspension that is not over, with its reason."""
    sentences = []
    for barred in suspensions_of(player).exclude(suspended_until__lt=today):
        words = {"committee": barred.committee, "reason": barred.suspension_reason, **_days(barred, player)}
        if barred.suspended_until:
            sentence = _("Le comité « %(committee)s » vous suspend du %(start)s au %(end)s (%(reason)s).")
        else:
            sentence = _("Le comité « %(committee)s » vous suspend depuis le %(start)s, sans date de fin (%(reason)s).")
        sentences.append(sentence % words)
    return sentences


def licence_marks(player: Player, day: date) -> list[str]:
    """Return what is wrong with a player's licence on a day, in a few words: expired, suspended."""
    marks = []
    if player.licence_until is not None and player.licence_until < day:
        marks.append(_("expirée le %(day)s") % {"day": french_day(player.licence_until)})
    if player.is_suspended_on(day):
        marks.append(_("suspendu"))
    return marks


def exclusion_words(player: Player) -> str:
    """Return a sentence that says why an excluded player no longer plays."""
    sentence = _("%(player)s a été exclu par l’arbitre : il ne joue plus, sauf si sa décision est annulée.")
    return sentence % {"player": player.full_name}


def left_out_words(tournament: Tournament, players: Iterable[Player]) -> str:
    """Return, in sentences, which of these players are suspended on the day of the tournament; "" if nobody is."""
    day, here = tournament.date, seen_by(tournament.club_id, players)
    suspended = [player for player in here if player.is_suspended_on(day)]
    if not suspended:
        return ""
    told = [suspension_words(player, day) for player in suspended[:MOST_TOLD]]
    if len(suspended) > MOST_TOLD:
        told[-1] += " …"
    by_club = {not isinstance(one, CommitteeSuspension) for player in suspended for one in player.suspensions_on(day)}
    if True in by_club:
        told.append(_("Il ne joue pas ce jour-là : sa fiche dit la suspension, et la corrige."))
    if False in by_club:
        told.append(_("Ce qu’un comité a noté, lui seul le corrige."))
    return " ".join(told)


def may_change(player: Player, changes: dict[str, list[Any]], by: Account | ByLink | None) -> bool:
    """
    Return whether `by` may make these changes to a file ({field: [old, new]}), and not only propose them.

    The player and his keeper may change all. Any club that knows him may hide his name: a consent holds for the whole
    site, and is easier to take back than to give.
    """
    if speaks_for(player, by):
        return True
    hides = changes.keys() <= set(CONSENTS.values()) and not any(new for _old, new in changes.values())
    assert isinstance(by, Account), "a link and the program speak for him"
    return hides and Membership.objects.filter(player=player, until=None, club__in=clubs_run_by(by)).exists()


@dataclass(frozen=True)
class Waiting:
    """Requests for a membership and proposals that wait for an answer of a player, or of his file's keeper."""

    memberships: list[Membership]
    proposals: list[Proposal]

    def __bool__(self) -> bool:
        return bool(self.memberships or self.proposals)


def waiting_for(*, club: Club | None = None, player: Player | None = None) -> Waiting:
    """Return what waits for a club's answer about the files it keeps, or for a player's own answer. Two queries."""
    kept: dict[str, Any] = {"player__club": club, "player__without_keeper_since": None}
    whose = {"player": player} if club is None else kept
    asked = Membership.objects.filter(grade=Grade.ASKED, until=None, **whose).select_related("club", "player__club")
    proposed = Proposal.objects.filter(**whose).select_related("club", "player__club")
    return Waiting(list(asked.order_by("asked_on", "pk")), list(proposed))


def asked_by(club: Club) -> QuerySet[Membership]:
    """Return the memberships that a club has asked for and that have no answer, the oldest first."""
    asked = club.memberships.filter(grade=Grade.ASKED, until=None)
    return asked.select_related("player__club").order_by("asked_on", "pk")


def unanswered(today: date) -> Q:
    """
    Return the condition on a membership that nobody answers for the file: no club keeps it, its keeper has no
    organiser, or the keeper did not answer two requests, two weeks apart.
    """
    organised = Appointment.objects.filter(
        club=OuterRef("player__club"), role=RoleName.ORGANISER, account__is_active=True
    )
    is_late = Q(grade=Grade.ASKED, asked_again_on__lte=today - PATIENCE)
    return Q(player__without_keeper_since__isnull=False) | is_late | Q(~Exists(organised))


def answered_for_by(account: Account | None) -> Q:
    """Return the condition on a membership that an account may name the keeper, for a comité or for the site."""
    if account is None or account.is_superuser:
        return Q()
    committees = Appointment.objects.filter(account=account, role=RoleName.COMMITTEE).values("committee")
    nobody_keeps = Q(player__without_keeper_since__isnull=False)
    return (nobody_keeps & Q(club__committee__in=committees)) | (
        ~nobody_keeps & Q(player__club__committee__in=committees)
    )


def may_keep() -> QuerySet[Membership]:
    """Return the memberships whose club may become the keeper of the player's file: another club, and no guest's."""
    rows = Membership.objects.filter(until=None, player__erased_at=None, player__double_of=None)
    elsewhere = ~Q(club=F("player__club")) | Q(player__without_keeper_since__isnull=False)
    return rows.filter(elsewhere).exclude(grade=Grade.GUEST).select_related("club", "player__club")


def files_unanswered(account: Account | None, today: date) -> QuerySet[Membership]:
    """Return the memberships whose club this account may make the keeper of an unanswered file, by player name."""
    rows = may_keep().filter(unanswered(today), answered_for_by(account))
    return rows.order_by("player__last_name", "player__first_name", "player", "club__name")


def count_unanswered(account: Account | None, today: date) -> int:
    """Return the number of players whose file this account may give to another club."""
    return files_unanswered(account, today).order_by().values("player").distinct().count()
