"""Documents: prints of a rotation, rankings, receipts and prizes are requested; a job makes and stores each."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import OF_DUPLICATE, OF_MATCHES, JobKind, JobState
from tournaments.models import Account, Document, Job, Payment, Prize, Season, Seat, SeatResult, Tournament
from tournaments.paper_labels import NARROWED, PAPERS, PRINTS, PRINTS_OF_A_ROUND, Paper
from tournaments.queries.draws.rotation import printable
from tournaments.queries.draws.small_changes import void_papers
from tournaments.queries.money.fees import fees_to_ask, member_fees
from tournaments.queries.money.prizes import given_in
from tournaments.refusals import Refusal
from tournaments.seating import Cancelled
from tournaments.services.journal import log
from tournaments.services.work import jobs

# The most places on a plan or poster of all positions: more takes more memory than a small machine has.
MOST_PLACES = 2_000
LONGEST_MESSAGE, MOST_LINES = 500, 8  # of a notice, in characters and lines: more does not fit on its page


@transaction.atomic
def keep_document(*, job: Job, title: str, filename: str, content: bytes, at: datetime) -> Document:
    """
    Store the document that a job made, and return it. If two workers did the job, the first document stays.

    The job's row is locked first, so that two workers that finish together keep one document. Raises Cancelled if the
    job was cancelled meanwhile, or must be done again: the document may name a player who was erased.
    """
    rows = Job.objects.select_for_update(of=("self",), no_key=True)
    attempt = job.attempts
    job = rows.select_related("tournament__club", "season__club").get(pk=job.pk)
    if job.cancel_asked or job.attempts != attempt or job.state == JobState.QUEUED:
        raise Cancelled
    document, is_new = Document.objects.get_or_create(
        job=job,
        defaults={
            "tournament": job.tournament,
            "season": job.season,
            "title": title[:200],
            "filename": filename[:120],
            "content": content,
            "size": len(content),
            "made_at": at,
        },
    )
    if is_new:
        log(
            action=gettext_noop("document fait"),
            subject=document.title,
            by=job.asked_by,
            at=at,
            details={"filename": document.filename, "size": document.size},
            tournament=job.tournament,
            club=job.club,
        )
    return document


def ask_print(
    *,
    tournament: Tournament,
    kind: JobKind,
    language: str,
    by: Account | None,
    at: datetime,
    round_number: int | None = None,
    paper: Paper = Paper.A4,
    papers: Collection[JobKind] = (),
    message: str = "",
    moved: bool = False,
    site: str = "",
) -> Job:
    """
    Return the job that prints one kind of paper of the published rotation. The caller then calls
    `tasks.enqueue(job.pk)`.

    `round_number` is for papers about a round, None for all rounds. `paper` is the size of the poster. `papers` are the
    kinds of `PAPERS` to print together. `message` is the text of the notice. `moved` prints only the cards of players
    whom the smallest change moved or seated. An argument that does not apply is ignored, so that the same print is not
    made twice. `site` is the answer of `public_site`, for the QR codes. Refuses if nothing is published (except a
    notice, which has no tables), a round without tables, all rounds at once with more than `MOST_PLACES` seats, and no
    kind at all in `papers`. Raises ValueError for a `kind` not in `PRINTS`.
    """
    if kind not in PRINTS:
        raise ValueError(f"{kind} is not printed of a rotation")
    printed = [paper_kind for paper_kind in PAPERS if paper_kind in papers] if kind == JobKind.PAPERS else [kind]
    if kind not in PRINTS_OF_A_ROUND:
        round_number = None
    _refuse_unprintable(tournament, kind, printed, round_number)
    wanted: dict[str, Any] = {
        "position": round_number,
        "paper": (paper if JobKind.POSTER in printed else Paper.A4).value,
        "language": language,
        "site": site,
    }
    about = f"{round_number or 'toutes'}/{wanted['paper']}/{language}"
    if moved and kind == JobKind.PLAYER_CARDS and (void := void_papers(tournament)):
        wanted["registrations"] = [entry.pk for entry in void.people]
        about += f"/{void.draw.pk}"
    if kind == JobKind.PAPERS:
        wanted["papers"] = [str(paper_kind) for paper_kind in printed]
    if JobKind.NOTICE in printed:
        wanted["message"] = message
    if kind in (JobKind.PAPERS, JobKind.NOTICE):
        about += f"/{hashlib.sha256(json.dumps(wanted).encode()).hexdigest()[:12]}"
    return jobs.ask(kind=kind, tournament=tournament, about=about, wanted=wanted, by=by, at=at)


def ask_ranking(
    *,
    kind: JobKind,
    choices: Mapping[str, Any],
    language: str,
    site: str,
    by: Account | None,
    at: datetime,
    **owner: Any,
) -> Job:
    """
    Return the job that prints a ranking of a tournament or a season (`owner`); `choices` may narrow it (`NARROWED`).
    `money` among them adds the books of a season. The caller then calls `tasks.enqueue(job.pk)`.
    """
    wanted = {"language": language} | {name: choices[name] for name in (*NARROWED, "money") if choices.get(name)}
    about = "/".join(map(str, wanted.values()))
    return jobs.ask(kind=kind, about=about, wanted=wanted | {"site": site}, by=by, at=at, **owner)


def _refuse_unprintable(
    tournament: Tournament, kind: JobKind, printed: Sequence[str], round_number: int | None
) -> None:
    if not printed:
        raise Refusal(_("Cochez au moins un papier à imprimer."), code="no_paper_named")
    if kind == JobKind.NOTICE:
        return
    if kind in OF_DUPLICATE and not tournament.is_duplicate:
        raise Refusal(_("Ce tournoi se joue en libre : il n’a pas d’étuis."), code="not_duplicate")
    if kind in OF_MATCHES and not tournament.plays_matches:
        sentence = _("« %(name)s » ne se joue pas par matchs : choisissez-le d’abord dans ses réglages.")
        raise Refusal(sentence % {"name": tournament.name}, code="no_matches")
    if kind == JobKind.SET_CARDS and not tournament.boards_travel:
        sentence = _("Les étuis de ce tournoi ne voyagent pas : toutes les tables jouent les mêmes à la fois.")
        raise Refusal(sentence, code="boards_do_not_travel")
    round_numbers = rounds_to_print(tournament, round_number)
    if kind in PRINTS_OF_A_ROUND and len(round_numbers) > 1:
        _refuse_if_huge(tournament)


def ask_receipts(
    *, tournament: Tournament, language: str, by: Account | None, at: datetime, registration: int | None = None
) -> Job:
    """
    Return the job that prints the receipt of one registration (an id), or of all players who paid.

    The caller then calls `tasks.enqueue(job.pk)`. Refuses if nothing is paid.
    """
    paid = Payment.objects.filter(registration__tournament=tournament, cancelled_at=None)
    if registration is not None:
        paid = paid.filter(registration=registration)
    if not paid.exists():
        raise Refusal(
            _("Rien n’est encore payé : il n’y a pas de reçu à imprimer. Encaissez d’abord à la porte."),
            code="nothing_paid",
        )
    return jobs.ask(
        kind=JobKind.RECEIPTS,
        tournament=tournament,
        about=f"{registration or 'tous'}/{language}",
        wanted={"registration": registration, "language": language},
        by=by,
        at=at,
    )


def ask_fee_papers(
    *,
    season: Season,
    kind: JobKind,
    players: Collection[int],
    language: str,
    by: Account | None,
    at: datetime,
    message: str = "",
) -> Job:
    """
    Return the job that prints the receipts (FEE_RECEIPTS) or letters (FEE_LETTERS) of members' fees (ids of players).

    `message` says in a letter how to pay. The caller then calls `tasks.enqueue(job.pk)`. Refuses if none of them has
    paid, or is a member who owes, anything.
    """
    people = member_fees(season).filter(paid__gt=0) if kind == JobKind.FEE_RECEIPTS else fees_to_ask(season)
    chosen = people.filter(pk__in=players)
    wanted = {"players": sorted(chosen.values_list("pk", flat=True)), "message": message, "language": language}
    if not wanted["players"] and kind == JobKind.FEE_RECEIPTS:
        raise Refusal(_("Rien n’est encore payé : il n’y a pas de reçu à imprimer."), code="nothing_paid")
    if not wanted["players"]:
        raise Refusal(_("Cochez au moins un membre qui doit encore sa cotisation."), code="nothing_owed")
    about = hashlib.sha256(json.dumps(wanted).encode()).hexdigest()[:12]
    return jobs.ask(kind=kind, season=season, about=about, wanted=wanted, by=by, at=at)


def ask_prizes(*, tournament: Tournament, language: str, by: Account | None, at: datetime, site: str = "") -> Job:
    """
    Return the job that prints the first places and the list of prizes; `site` as in `ask_print`.

    Refuses if there is neither a prize nor a result.
    """
    has_prizes = Prize.objects.filter(plan__tournament=tournament).exists()
    if not has_prizes and not SeatResult.objects.filter(seat__round__tournament=tournament).exists():
        raise Refusal(
            _("Ce tournoi n’a encore ni prix ni résultat : écrivez la liste des prix, ou attendez une feuille."),
            code="no_prizes",
        )
    wanted = {"language": language, "site": site}
    return jobs.ask(kind=JobKind.PRIZES, tournament=tournament, about=language, wanted=wanted, by=by, at=at)


def ask_prize_receipts(*, tournament: Tournament, language: str, by: Account | None, at: datetime) -> Job:
    """Return the job that prints the receipts for winners to sign. Refuses if no prize was handed over."""
    if not given_in(tournament).exists():
        raise Refusal(_("Aucun prix n’est encore remis : il n’y a pas de reçu à imprimer."), code="nothing_given")
    return jobs.ask(
        kind=JobKind.PRIZE_RECEIPTS, tournament=tournament, about=language, wanted={"language": language}, by=by, at=at
    )


def rounds_to_print(tournament: Tournament, round_number: int | None) -> tuple[int, ...]:
    """Return the numbers of the rounds to print; None means all. Refuses if none is published, or not this one."""
    round_numbers = printable(tournament).round_numbers
    if not round_numbers:
        raise Refusal(
            _("Rien n’est encore publié : tirez les tables, publiez le tirage, puis imprimez-le."),
            code="nothing_published",
        )
    if round_number is not None and round_number not in round_numbers:
        raise Refusal(
            _("La position %(position)d n’a pas de table : choisissez une position de la liste.")
            % {"position": round_number},
            code="position_without_tables",
        )
    return round_numbers if round_number is None else (round_number,)


def _refuse_if_huge(tournament: Tournament) -> None:
    if Seat.objects.filter(round__tournament=tournament).count() > MOST_PLACES:
        raise Refusal(
            _("Il y a trop de joueurs pour imprimer toutes les positions à la fois : choisissez-en une."),
            code="too_many_places",
        )
