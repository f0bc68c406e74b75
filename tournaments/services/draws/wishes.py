"""The wishes of a tournament: added and cancelled, never deleted; a wish that contradicts another is refused."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from tournaments.labels import WishKind
from tournaments.models import Account, Draw, Registration, Tournament, Wish, WishPlayer
from tournaments.queries.clubs.directory import clubs_of
from tournaments.queries.draws.drafts import demand_of, why_impossible
from tournaments.queries.draws.forecast import expected_ids
from tournaments.queries.draws.wishes import Ask, asks_in_force, wanted_wishes, wish_words
from tournaments.queries.evening.stages import begun_rounds
from tournaments.refusals import Refusal, refuse_if_finished
from tournaments.seating import MOST_ROUNDS, ImpossibleDemand, Remainder, possible_layouts
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament
from tournaments.subjects import subject_of

TEAM_SIZES = (2, 4)
WISHES_FINISHED = gettext_lazy("Le tournoi « %(name)s » est terminé : ses souhaits ne changent plus.")


@transaction.atomic
def add_wish(
    *,
    tournament: Tournament,
    kind: str,
    by: Account | None,
    at: datetime,
    players: Collection[int] = (),
    hard: bool = True,
    table: int | None = None,
    chair: int | None = None,
    name: str = "",
    reason: str = "",
) -> Wish:
    """
    Add a wish for all later draws and return it; if the same wish is in force already, return that one.

    `players` are ids of registrations. Refuses an incomplete wish, and one that cannot be kept together with the wishes
    in force for the players present or expected. The journal, which arbiters read, has only its kind: no names, no
    reason.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_if_finished(tournament, WISHES_FINISHED)
    hard = hard or kind not in (WishKind.APART, WishKind.CLUB)
    members = () if kind == WishKind.CLUB else tuple(sorted(set(players)))
    if kind != WishKind.PLACE:
        table = chair = None
    ask = Ask(kind, members, hard, table, chair, name.strip())
    _refuse_incomplete(tournament, ask)
    in_force = asks_in_force(tournament)
    for earlier in in_force:
        if (earlier.kind, earlier.players, earlier.table, earlier.chair) == (
            kind,
            members,
            table,
            chair,
        ) and earlier.hard == hard:
            return Wish.objects.get(pk=earlier.wish or 0)  # the button was pressed twice
    _refuse_contradiction(tournament, in_force, ask)
    wish = _write(tournament, ask, reason=reason, by=by, at=at)
    _log(gettext_noop("souhait ajouté"), wish, by, at)
    return wish


@transaction.atomic
def cancel_wish(*, wish: Wish, by: Account | None, at: datetime) -> None:
    """Cancel a wish: the next draw ignores it, and the row stays. Idempotent. Refuses a finished tournament."""
    tournament = lock_tournament(wish.tournament_id)
    refuse_if_finished(tournament, WISHES_FINISHED)
    if take_back(wish, by, at):
        _log(gettext_noop("souhait retiré"), wish, by, at)


@transaction.atomic
def put_sector_last(*, wish: Wish, by: Account | None, at: datetime) -> None:
    """
    Give a sector the tables after those of all other sectors; the last sector stays where it is.

    The wish is cancelled and added again, because sectors follow the order of their rows. Refuses a wish that is not a
    sector in force, and an order in which a player's fixed table would be in another sector.
    """
    tournament = lock_tournament(wish.tournament_id)
    refuse_if_finished(tournament, WISHES_FINISHED)
    in_force = asks_in_force(tournament)
    sectors = [ask for ask in in_force if ask.kind == WishKind.SECTOR]
    members = tuple(sorted(wish.members.values_list("registration_id", flat=True)))
    if sectors and (sectors[-1].name, sectors[-1].players) == (wish.name, members):
        return
    moved = next((ask for ask in sectors if ask.wish == wish.pk), None)
    if moved is None:
        raise Refusal(
            _("Ce secteur n’est plus en vigueur : rechargez la page, l’ordre des secteurs y est."),
            code="no_sector_in_force",
        )
    _refuse_contradiction(tournament, [ask for ask in in_force if ask is not moved], moved)
    take_back(wish, by, at)
    _write(tournament, moved, reason=wish.reason, by=by, at=at)
    _log(gettext_noop("secteur mis après les autres"), wish, by, at)


def hand_over(
    *,
    tournament: Tournament,
    wishes: Collection[int],
    outgoing: Registration,
    incoming: Registration,
    by: Account | None,
    at: datetime,
) -> int:
    """
    Replace the player `outgoing` by `incoming` in these wishes (ids), and return how many wishes changed.

    Each wish is cancelled and added again with the other player; a wish that names both does not change. Refuses a wish
    that would contradict the others in force, and names it. Called under the tournament's lock.
    """
    count = 0
    for wish in tournament.wishes.filter(pk__in=wishes, cancelled_at=None, members__registration=outgoing):
        members = set(wish.members.values_list("registration_id", flat=True))
        if incoming.pk in members:
            continue
        take_back(wish, by, at)
        players = tuple(sorted(members - {outgoing.pk} | {incoming.pk}))
        ask = Ask(wish.kind, players, wish.hard, wish.table, wish.chair, wish.name)
        try:
            _refuse_contradiction(tournament, asks_in_force(tournament), ask)
        except Refusal as refusal:
            sentence = _(
                "Le souhait « %(what)s » ne peut passer à %(player)s. %(why)s Décochez ce souhait, ou choisissez "
                "quelqu’un d’autre."
            ) % {
                "what": wish_words(wish),
                "player": incoming.player.full_name,
                "why": refusal,
            }
            raise Refusal(sentence, code="wish_not_handed_over", fields={"wishes": [sentence]}) from refusal
        _write(tournament, ask, reason=wish.reason, by=by, at=at)
        count += 1
    if count:
        subject = subject_of("wishes", count=count)
        log(action=gettext_noop("souhaits repris"), subject=subject, by=by, at=at, tournament=tournament)
    return count


def carry_wishes(
    *, source: Tournament, tournament: Tournament, entries: Mapping[int, int], by: Account | None, at: datetime
) -> int:
    """
    Copy the wishes in force of a tournament to a new one, and return how many were copied.

    `entries` maps ids of registrations to those of the new tournament; a player not in it is left out of a wish. A team
    with a player missing is not copied, nor players to keep apart if only one is left. Called under the club's lock.
    """
    lock_tournament(tournament.pk)
    count = 0
    for wish in source.wishes.filter(cancelled_at=None).prefetch_related("members"):
        member_ids = [member.registration_id for member in wish.members.all()]
        players = tuple(sorted(entries[player] for player in member_ids if player in entries))
        least = {WishKind.APART: 2, WishKind.TEAM: len(member_ids), WishKind.CLUB: 0}.get(WishKind(wish.kind), 1)
        if len(players) < least:
            continue
        ask = Ask(wish.kind, players, wish.hard, wish.table, wish.chair, wish.name)
        _write(tournament, ask, reason=wish.reason, by=by, at=at)
        count += 1
    if count:
        subject = subject_of("carried_wishes", count=count)
        log(action=gettext_noop("souhaits repris"), subject=subject, by=by, at=at, tournament=tournament)
    return count


def _write(tournament: Tournament, ask: Ask, *, reason: str, by: Account | None, at: datetime) -> Wish:
    wish = Wish.objects.create(
        tournament=tournament,
        kind=ask.kind,
        hard=ask.hard,
        table=ask.table,
        chair=ask.chair,
        name=ask.name,
        reason=reason.strip(),
        added_by=by,
        added_by_name=str(by) if by is not None else "",
        added_at=at,
    )
    WishPlayer.objects.bulk_create(WishPlayer(wish=wish, registration_id=player) for player in ask.players)
    return wish


def take_back(wish: Wish, by: Account | None, at: datetime) -> bool:
    """Cancel a wish, and return whether it was in force before; a wish that is cancelled already stays as it is."""
    return bool(
        Wish.objects.filter(pk=wish.pk, cancelled_at=None).update(
            cancelled_at=at, cancelled_by=by, cancelled_by_name=str(by) if by is not None else ""
        )
    )


def _log(action: str, wish: Wish, by: Account | None, at: datetime) -> None:
    subject = subject_of(f"wish.{wish.kind}")
    log(action=action, subject=subject, by=by, at=at, tournament=wish.tournament)


def _refuse_incomplete(tournament: Tournament, ask: Ask) -> None:
    """Refuse a wish without the players, the place or the name that its kind needs."""
    entered = set(tournament.registrations.filter(pk__in=ask.players).values_list("pk", flat=True))
    if not entered.issuperset(ask.players):
        _refuse("players", _("Un de ces joueurs n’est pas inscrit à ce tournoi. Choisissez dans la liste."))
    count = len(ask.players)
    if ask.kind == WishKind.TEAM and tournament.has_teams:
        sentence = _("Ce tournoi se joue par équipes : les joueurs d’une équipe ne s’y rencontrent jamais. Formez-la.")
        _refuse(None, sentence, code="has_teams")
    if ask.kind == WishKind.APART and count < 2:
        _refuse("players", _("Cochez au moins deux joueurs à séparer."))
    if ask.kind == WishKind.TEAM and count not in TEAM_SIZES:
        _refuse("players", _("Une équipe compte 2 ou 4 joueurs : cochez-les tous."))
    if ask.kind == WishKind.PLACE and count != 1:
        _refuse("players", _("Choisissez le joueur qui garde sa place."))
    if ask.kind == WishKind.PLACE and ask.table is None and ask.chair is None:
        _refuse("table", _("Dites quelle table, ou quelle place, ou les deux."))
    if ask.kind == WishKind.SECTOR and not ask.name:
        _refuse("name", _("Donnez un nom à ce secteur : « près de la porte », « salle du bas »…"))
    if ask.kind == WishKind.SECTOR and not count:
        _refuse("players", _("Cochez les joueurs de ce secteur."))


def _refuse_contradiction(tournament: Tournament, in_force: list[Ask], ask: Ask) -> None:
    """Refuse a wish that contradicts those in force for the players expected, once these are enough to be seated."""
    coming = sorted({*expected_ids(tournament), *ask.players})
    clubs = clubs_of(coming)
    if ask.kind == WishKind.CLUB:
        if any(other.kind == WishKind.CLUB for other in in_force):
            _refuse(
                None,
                _("Les clubs sont déjà séparés par un autre souhait : retirez-le d’abord."),
                code="clubs_not_apart",
            )
        if len(clubs) < 2 and sum(map(len, clubs.values())) == len(coming):
            _refuse(
                None,
                _("Tous les inscrits sont du même club : séparez plutôt des groupes, joueur par joueur."),
                code="clubs_not_apart",
            )
    for other in in_force:
        place = (other.table, other.chair)
        if ask.kind == other.kind == WishKind.PLACE and None not in place and (ask.table, ask.chair) == place:
            holder = tournament.registrations.select_related("player").get(pk=other.players[0])
            sentence = _("%(player)s a déjà cette place : choisissez une autre place ou une autre table.")
            _refuse("chair", sentence % {"player": holder.player.full_name}, code="chair_taken")
        in_two_teams = set(ask.players).intersection(other.players) if ask.kind == other.kind == WishKind.TEAM else ()
        if in_two_teams:
            twice = tournament.registrations.select_related("player").get(pk=min(in_two_teams))
            sentence = _("%(player)s est déjà dans une équipe : retirez-la d’abord, ou choisissez quelqu’un d’autre.")
            _refuse("players", sentence % {"player": twice.player.full_name}, code="two_teams")
    begun = begun_rounds(tournament)
    ways = possible_layouts(len(coming), tournament.table_size) if len(coming) >= tournament.table_size else {}
    if not ways:
        return
    remainder = Remainder(tournament.remainder)
    to_come = Draw(
        tournament=tournament,
        first_round=begun + 1,
        round_count=min(MOST_ROUNDS, max(1, tournament.rounds_planned - begun)),
        players=coming,
        seed=tournament.seed,
        remainder=remainder if remainder in ways else next(iter(ways)),
        table_size=tournament.table_size,
        wishes=[of_draw.as_json() for of_draw in wanted_wishes([*in_force, ask], coming)],
    )
    try:
        demand_of(to_come)
    except ImpossibleDemand as impossible:
        raise Refusal(why_impossible(impossible, to_come), code=impossible.code) from impossible


def _refuse(field: str | None, sentence: str, *, code: str = "wish_incomplete") -> None:
    raise Refusal(sentence, code=code, fields={field: [sentence]} if field else None)
