"""
The étuis of a duplicate that the product deals: dealt, shared with another tournament, withdrawn, printed.

The seed is drawn here, and is as secret as the hands: no line of the journal, no page and no job has it.
"""

from datetime import datetime
from secrets import randbits

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.cards.boards import SEED_BITS
from scoring.queries.desk.boards import boards_of_round, free_rounds, is_dealt
from tournaments.labels import AWAY, OF_BOARDS, WITH_HANDS_TO_PLAY, JobKind
from tournaments.models import Account, BoardDeal, Job, Player, Tournament
from tournaments.permissions import plays_boards
from tournaments.queries.evening.stages import begun_rounds
from tournaments.refusals import Refusal, refuse_if_finished
from tournaments.services.journal import log
from tournaments.services.locks import lock_club, lock_tournament
from tournaments.services.people.registrations import refuse_two_sessions
from tournaments.services.work import jobs


@transaction.atomic
def deal_boards(*, tournament: Tournament, keeps_petit_sec: bool, by: Account | None, at: datetime) -> BoardDeal:
    """
    Deal the étuis of a duplicate from a secret seed, and return them.

    `keeps_petit_sec`: a hand with a petit sec is not dealt again here, but by the table that first holds it. Refuses in
    libre, once a round has begun, and while the tournament has étuis.
    """
    tournament = lock_tournament(tournament.pk)
    _refuse_unless_ready(tournament)
    etuis = BoardDeal.objects.create(club=tournament.club, seed=randbits(SEED_BITS), keeps_petit_sec=keeps_petit_sec)
    _give(tournament, etuis)
    log(
        action=gettext_noop("étuis distribués"),
        subject=tournament.name,
        by=by,
        at=at,
        tournament=tournament,
        details={"keeps_petit_sec": keeps_petit_sec},
    )
    return etuis


@transaction.atomic
def share_deal(*, tournament: Tournament, other: Tournament, by: Account | None, at: datetime) -> BoardDeal:
    """
    Let a duplicate play the étuis of another tournament of its club, and return them: what each marks is hidden until
    nobody of the other has to play it.

    Refuses as `deal_boards`, somebody who is entered in both, another club, a tournament without étuis, and étuis of
    which hands are known already.
    """
    lock_club(tournament.club)
    tournament = lock_tournament(tournament.pk)
    _refuse_unless_ready(tournament)
    other = Tournament.objects.select_related("board_deal").get(pk=other.pk)
    etuis = other.board_deal
    if other.club_id != tournament.club_id or other.pk == tournament.pk:
        sentence = _("Choisissez un autre tournoi du club : les étuis sont ceux d’un club.")
        raise _not_to_share(sentence, "etuis_elsewhere")
    if etuis is None:
        sentence = _("« %(name)s » n’a pas d’étuis : distribuez-les d’abord là-bas.")
        raise _not_to_share(sentence % {"name": other.name}, "no_etuis")
    if etuis.tournaments.filter(free_rounds__gt=0).exists() or other.is_finished:
        sentence = _("Des donnes de « %(name)s » sont déjà connues : distribuez d’autres étuis pour ce tournoi.")
        raise _not_to_share(sentence % {"name": other.name}, "etuis_known")
    here = tournament.registrations.exclude(status__in=AWAY).values("player")
    refuse_two_sessions(tournament, Player.objects.filter(pk__in=here), etuis)
    _give(tournament, etuis)
    log(
        action=gettext_noop("étuis partagés"),
        subject=other.name,
        by=by,
        at=at,
        tournament=tournament,
        details={"other": other.pk},
    )
    return etuis


@transaction.atomic
def withdraw_deal(*, tournament: Tournament, by: Account | None, at: datetime) -> None:
    """
    Withdraw the étuis of a duplicate, with the papers that tell their hands; étuis that no other tournament plays go.

    Refuses without étuis, and once a round has begun.
    """
    lock_club(tournament.club)
    tournament = lock_tournament(tournament.pk)
    etuis = tournament.board_deal
    if etuis is None:
        raise Refusal(_("Ce tournoi n’a pas d’étuis à retirer."), code="no_etuis")
    refuse_if_finished(tournament)
    _refuse_if_begun(tournament)
    _give(tournament, None)
    tournament.documents.filter(job__kind__in=OF_BOARDS).delete()
    if not etuis.tournaments.exists():
        etuis.delete()
    log(action=gettext_noop("étuis retirés"), subject=tournament.name, by=by, at=at, tournament=tournament)


def ask_board_paper(
    *,
    tournament: Tournament,
    kind: JobKind,
    language: str,
    by: Account | None,
    at: datetime,
    round_number: int | None = None,
) -> Job:
    """
    Return the job that prints a paper about the étuis. The caller then calls `tasks.enqueue(job.pk)`.

    `round_number` is for the hands of a round once it is played, None for the others. Refuses without étuis, hands that
    somebody has still to play, and whoever plays them. Raises ValueError for a `kind` not in `OF_BOARDS`.
    """
    if kind not in OF_BOARDS:
        raise ValueError(f"{kind} is not about étuis")
    refuse_without_etuis(tournament)
    if kind in WITH_HANDS_TO_PLAY:
        round_number = None
        if plays_boards(by, tournament):
            raise Refusal(
                _(
                    "Vous êtes inscrit à un tournoi qui joue ces étuis : demandez ce papier à quelqu’un qui ne les "
                    "joue pas. Vous lirez leurs mains quand plus personne n’aura à les jouer."
                ),
                code="plays_the_etuis",
            )
    else:
        refuse_unless_free(tournament, round_number)
    return jobs.ask(
        kind=kind,
        tournament=tournament,
        about=f"{tournament.board_deal_id}/{round_number or 'tous'}/{language}",
        wanted={"position": round_number, "language": language, "etuis": tournament.board_deal_id},
        by=by,
        at=at,
    )


def refuse_without_etuis(tournament: Tournament) -> None:
    """Refuse a tournament whose étuis the product did not deal."""
    if not is_dealt(tournament):
        raise Refusal(
            _("Le programme n’a pas distribué d’étuis pour ce tournoi : distribuez-les d’abord, page « Étuis »."),
            code="no_etuis",
        )


def refuse_unless_free(tournament: Tournament, round_number: int | None) -> None:
    """Refuse a round without tables, and one of which somebody has still to play a board."""
    values = {"position": round_number or 0}
    if not round_number or not boards_of_round(tournament, round_number):
        sentence = _("La position %(position)d n’a pas de table : choisissez une position de la liste.")
        raise Refusal(sentence % values, code="position_without_tables")
    if round_number not in free_rounds(tournament):
        raise Refusal(
            _(
                "Les donnes de la position %(position)d sont encore secrètes : elles s’impriment quand toutes ses "
                "feuilles sont closes et que plus personne n’a à les jouer."
            )
            % values,
            code="round_not_free",
        )


def _refuse_unless_ready(tournament: Tournament) -> None:
    refuse_if_finished(tournament)
    if not tournament.is_duplicate:
        raise Refusal(
            _("Ce tournoi se joue en libre : il n’a pas d’étuis. Choisissez d’abord le duplicate dans ses réglages."),
            code="not_duplicate",
        )
    _refuse_if_begun(tournament)
    if tournament.board_deal_id is not None:
        raise Refusal(
            _("Ce tournoi a déjà ses étuis : retirez-les d’abord pour en distribuer d’autres."), code="etuis_dealt"
        )


def _refuse_if_begun(tournament: Tournament) -> None:
    if begun := begun_rounds(tournament):
        sentence = _("La position %(number)d est commencée : les étuis de ce tournoi ne changent plus.")
        raise Refusal(sentence % {"number": begun}, code="round_begun")


def _not_to_share(sentence: str, code: str) -> Refusal:
    return Refusal(sentence, code=code, fields={"other": [sentence]})


def _give(tournament: Tournament, etuis: BoardDeal | None) -> None:
    tournament.board_deal = etuis
    tournament.save(update_fields=["board_deal"])
