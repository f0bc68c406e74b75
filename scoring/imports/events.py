"""A whole event imported into a club from its file. Everything there stays, the original event too."""

import hashlib
import json
import uuid
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DatabaseError, models, transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from scoring.imports.event_files import altered, read_event_file
from scoring.imports.event_rows import BrokenEventError, Loading, Row
from scoring.imports.event_sources import write_sources
from scoring.labels import PenaltyTarget
from scoring.marque import FFT_2012, ImpossibleBareme, as_composed, compose
from scoring.models import ClubBareme, PenaltyKind
from scoring.services.sheets.results import differences
from tournaments.imports.players import MOST_ALIKE, MOST_COMPARED
from tournaments.kit.likeness import Lookalikes, is_surely
from tournaments.kit.text import fold, tidy, visible
from tournaments.labels import OFFICIAL_BAREMES, Grade
from tournaments.models import Account, BoardDeal, Club, Player, Tournament
from tournaments.queries.draws.certificate import certificate_words
from tournaments.queries.people.files import seen_by
from tournaments.queries.people.members import former_members, holders_elsewhere
from tournaments.queries.people.names import keeps_birth_years
from tournaments.refusals import MayBeKnown, Refusal, together
from tournaments.services.evening.tournaments import free_entry_code
from tournaments.services.journal import log
from tournaments.services.locks import lock_clubs_of
from tournaments.services.people.joining import receive
from tournaments.services.people.players import is_birth_year

MOST_TOLD = 10  # how many licences of another club's people are shown
WHO = "who-"  # of the field of a question, before the player's id in the file


@dataclass(frozen=True)
class LoadedEvent:
    """
    The imported tournament; how many of its players the club knew (`known`), and how many are new (`created`).

    `joined` are the names of people of other clubs who became guests, `without_licence` the names of players imported
    without their licence, because somebody else has it, and `without_sources` the rankings from which the tournament
    took its people and that are not here.
    """

    tournament: Tournament
    known: int
    created: int
    joined: tuple[str, ...] = ()
    without_licence: tuple[str, ...] = ()
    without_sources: tuple[str, ...] = ()


class Elsewhere(models.TextChoices):
    """The organiser's answer: are players with the licence of a person of another club that same person?"""

    SAME = "memes", gettext_lazy("Oui, ce sont les mêmes personnes : elles sont invitées du club")
    OTHERS = "autres", gettext_lazy("Non : ces joueurs entrent sans leur numéro")


Question = tuple[str, MayBeKnown]  # the name in the file, and who he may be


class WhoAreThey(Refusal):
    """Asks who some players of a file are: a question for each, together with everything else that is wrong."""

    def __init__(self, questions: Sequence[Question], wrong: Sequence[Refusal]) -> None:
        told = together([*wrong, *(question for _name, question in questions)])
        super().__init__(told.message, code=told.code, fields=told.fields)
        self.questions = questions


@dataclass(frozen=True)
class Said:
    """
    The organiser's answers about players, by their ids in the file: `same` → id of the person of the club, and
    `others`, who are none of the people that the club knows.
    """

    same: Mapping[int, int] = field(default_factory=dict)
    others: Collection[int] = frozenset()


NOTHING_SAID = Said()


def load_event(
    *,
    club: Club,
    content: bytes,
    name: str,
    by: Account | None,
    at: datetime,
    elsewhere: str = "",
    said: Said = NOTHING_SAID,
) -> LoadedEvent:
    """
    Write the event of a file into a club with new ids, and return it. No existing row changes.

    A player of the file is a person of the club by licence, else by name; an unknown player is added. For a licence of
    another club's person, `elsewhere` says whether it is that person; empty, it is asked. When a licence has another
    name in the club, when several people have the name, or nearly that name, `WhoAreThey` asks, until `said` answers.
    The tournament is in no season; an empty `name` keeps the file's.

    Refuses an invalid file, a tournament of this name on that day, and results that differ from their sheets.
    """
    event = read_event_file(content)  # which may take a minute: before anything is locked
    return write_event(club=club, event=event, name=name, elsewhere=elsewhere, said=said, by=by, at=at)


@transaction.atomic
def write_event(
    *,
    club: Club,
    event: dict[str, Any],
    name: str,
    elsewhere: str,
    by: Account | None,
    at: datetime,
    said: Said = NOTHING_SAID,
) -> LoadedEvent:
    """Write an event that was already read into a club. Refuses as `load_event`."""
    licences = [row.get("licence") or "" for row in event["players"]] if elsewhere else []
    held = Player.objects.filter(~Q(licence=""), licence__in=licences)
    lock_clubs_of(*held.values_list("pk", flat=True), and_club=club)
    try:
        with transaction.atomic():
            return _load(club, event, name=tidy(name), elsewhere=elsewhere, said=said, by=by, at=at)
    except (
        BrokenEventError,
        ValidationError,
        ImpossibleBareme,
        DatabaseError,
        LookupError,
        ArithmeticError,
        AttributeError,
        TypeError,
        ValueError,
        AssertionError,
    ) as error:
        # Any other error of a file that is not a valid event; some are found only by the database.
        raise altered() from error


def _load(
    club: Club, event: dict[str, Any], *, name: str, elsewhere: str, said: Said, by: Account | None, at: datetime
) -> LoadedEvent:
    loading = Loading(club, uuid.uuid4())
    known, joined, without = _people(loading, event["players"], event["tournament"], name, elsewhere, said)
    created = len(event["players"]) - known
    tournament = _tournament(loading, event, name=name, at=at)
    for kind in event["penalty_kinds"]:
        loading.know(PenaltyKind, kind["id"], _kind(club, kind, tournament.date).pk)
    loading.write(event["rows"])
    if wrong := differences(tournament):
        raise Refusal(
            _("Les résultats de ce fichier ne sont pas ceux de ses feuilles : rien n’en a été repris. %(why)s")
            % {"why": wrong[0]},
            code="event_differs",
        )
    _read_as_pages_do(tournament)
    missing = write_sources(tournament, event.get("sources", []), by=by, at=at)
    log(
        action=gettext_noop("tournoi repris d’un fichier"),
        subject=tournament.name,
        by=by,
        at=at,
        tournament=tournament,
        details={
            "club": event["club"],
            "known": known,
            "created": created,
            "without_licence": len(without),
            "was": event["tournament"]["id"],
        },
    )
    return LoadedEvent(tournament, known, created, tuple(map(str, joined)), tuple(without), tuple(missing))


def _read_as_pages_do(tournament: Tournament) -> None:
    """Read once the JSON columns as the pages do. An error here refuses the file; otherwise a page would fail later."""
    for draw in tournament.draws.select_related("tournament"):
        if draw.plan is not None:
            certificate_words(draw)
    for entry in tournament.journal.exclude(words={}):
        assert isinstance(entry.sentence, str)


def _tournament(loading: Loading, event: dict[str, Any], *, name: str, at: datetime) -> Tournament:
    row: Row = dict(event["tournament"])
    tournament = loading.read(Tournament, row)
    assert isinstance(tournament, Tournament)
    tournament.name = (name or tournament.name)[:100]
    tournament.place = tournament.place or _held_at(event["club"], loading.club)
    if event["bareme"] is not None:
        bareme = _bareme(loading.club, event["bareme"], at)
        tournament.bareme, tournament.bareme_name = bareme.edition, str(bareme)
    elif tournament.bareme not in OFFICIAL_BAREMES:
        raise BrokenEventError(tournament.bareme)
    if (deal := event.get("board_deal")) is not None:  # older files have none
        # Its own: what the original still has to play must not wait for this one.
        tournament.board_deal = _board_deal(loading.club, deal)
    tournament.entry_code = free_entry_code()
    tournament.save(force_insert=True)
    loading.know(Tournament, row["id"], tournament.pk)
    return tournament


def _board_deal(club: Club, row: Row) -> BoardDeal:
    """Write the étuis of an event, dealt from the same seed. Raises ValidationError."""
    deal = BoardDeal(club=club, seed=row["seed"], keeps_petit_sec=row["keeps_petit_sec"])
    deal.full_clean()
    deal.save()
    return deal


def _held_at(origin: Row, club: Club) -> str:
    """Return the place of an event that names none: the hall of its club. Empty when that is the importing club."""
    if origin["name"] == club.name:
        return ""
    hall = ", ".join(filter(None, (origin.get("hall", ""), origin["town"])))  # older files have no hall
    return visible(hall or origin["name"])[:200]


def _bareme(club: Club, row: Row, at: datetime) -> ClubBareme:
    """Return the club's barème with these figures, or a new one that no other tournament may choose."""
    rules = _figures(row["rules"])
    same = [bareme for bareme in club.baremes.order_by("pk") if _figures(bareme.rules) == rules]
    if same:
        return same[-1]
    digest = hashlib.sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:8]
    return ClubBareme.objects.create(
        club=club,
        edition=f"club-{club.pk}-{club.baremes.count() + 1}-{digest}",
        name=row["name"][:60],
        rules=rules,
        created_by_name="",
        created_at=at,
        archived_at=at,
    )


def _figures(rules: object) -> dict[str, Any]:
    """Return all figures of a barème; those it leaves out are the règlement's. Raises ImpossibleBareme."""
    return as_composed(compose(rules, edition=FFT_2012.edition))


def _kind(club: Club, row: Row, day: date) -> PenaltyKind:
    """
    Return the fault from the common catalogue or the club's; an unknown one is added, for the day of the event only.

    Older files have neither the proposal nor the step of a fault.
    """
    step = row.get("step", 1)
    kinds = PenaltyKind.objects.filter(club=club if row["is_of_club"] else None, step=step)
    if kind := kinds.filter(code=row["code"], name=row["name"]).first():
        return kind
    if same := PenaltyKind.objects.filter(club=club, step=step, name=row["name"], points=row["points"]).first():
        return same
    count = PenaltyKind.objects.filter(club=club).count()
    is_taken = PenaltyKind.objects.filter(club=club, edition=None, code=row["code"], step=step).exists()
    code = f"{row['code'][:24]}-{count + 1}" if is_taken else row["code"]
    return PenaltyKind.objects.create(
        club=club,
        code=code[:30],
        step=step,
        name=row["name"][:100],
        reference=row.get("reference", "")[:120],
        target=row.get("target", PenaltyTarget.PLAYER),
        sanction=row.get("sanction", ""),
        points=row["points"],
        valid_from=day,
        valid_until=day,
    )


def _people(
    loading: Loading, rows: list[Row], tournament: Row, name: str, elsewhere: str, said: Said
) -> tuple[int, list[Player], list[str]]:
    """
    Find each player of the file in the club, or add him. Return how many were found, the people of other clubs who
    join, and the names of players whose licence is left out.

    Raises WhoAreThey with all players of whom it is not sure.
    """
    club, wrong = loading.club, _name_taken(loading.club, tournament, name)
    if any(row.get("birth_year") is not None and not is_birth_year(row["birth_year"]) for row in rows):
        raise BrokenEventError("birth_year")
    doubles = [row for row in rows if row.get("double_of") is not None]
    not_kept: Row = {} if keeps_birth_years(club) else {"birth_year": None}
    loaded = [(row["id"], loading.read(Player, row | not_kept)) for row in rows if row not in doubles]
    players = [(old, player) for old, player in loaded if isinstance(player, Player)]
    joined, without = _held_elsewhere(club, [player for _old, player in players], elsewhere)
    found, asked, unlicensed = _recognised(club, players, joined, said)
    without += unlicensed
    if asked:
        raise WhoAreThey(asked, wrong)
    if wrong:
        raise together(wrong)
    receive(club, found.values())
    for old, known_player in found.items():
        loading.know(Player, old, known_player.pk)
    new = [(old, player) for old, player in players if old not in found]
    Player.objects.bulk_create([player for _old, player in new], batch_size=500, grade=Grade.GUEST)
    for old, player in new:
        loading.know(Player, old, player.pk)
    for row in doubles:  # of people who are known by now
        double = loading.read(Player, row | not_kept)
        double.save()
        loading.know(Player, row["id"], double.pk)
    return len(found), list(joined.values()), without


def _held_elsewhere(club: Club, players: list[Player], elsewhere: str) -> tuple[dict[str, Player], list[str]]:
    """
    Return the people of other clubs who are these players, by licence, and the names of players whose licence is left
    out because somebody else has it. Refuses, with a question, when `elsewhere` does not answer.
    """
    held = holders_elsewhere(club.pk, [(player.licence, player.last_name, player.first_name) for player in players])
    if held and elsewhere not in Elsewhere.values:
        sentences = [one.sentence for one in held.values()][:MOST_TOLD]
        if more := len(held) - len(sentences):
            others = ngettext("%(n)d autre", "%(n)d autres", more) % {"n": more}
            sentences.append(_("Et %(others)s.") % {"others": others})
        raise Refusal(" ".join(sentences), code="held_elsewhere", fields={"elsewhere": sentences})
    joined = {licence: one.player for licence, one in held.items() if one.is_alike and elsewhere == Elsewhere.SAME}
    without = []
    for player in players:
        if player.licence in held and player.licence not in joined:
            without.append(player.full_name)
            player.licence = ""
    return joined, without


def _name(player: Player) -> tuple[str, str]:
    return fold(player.last_name), fold(player.first_name)


def _name_taken(club: Club, row: Row, name: str) -> list[Refusal]:
    called = name or row["name"]
    if not club.tournaments.filter(name=called, date=row["date"]).exists():
        return []
    sentence = _("Le club a déjà un tournoi « %(name)s » ce jour-là : donnez un autre nom à celui du fichier.") % {
        "name": called
    }
    return [Refusal(sentence, code="tournament_exists", fields={"name": [sentence]})]


def _recognised(
    club: Club, players: Sequence[tuple[int, Player]], joined: Mapping[str, Player], said: Said
) -> tuple[dict[int, Player], list[Question], list[str]]:
    """
    Return file id → person of the club (new ones are left out), the questions to ask, and the names of players whose
    licence is left out because somebody else has it.
    """
    licences = {player.licence for _old, player in players} - {""}
    holders = {player.licence: player for player in club.known.filter(licence__in=licences)} | dict(joined)
    namesakes: dict[tuple[str, str], list[Player]] = {}
    for each in (*club.known, *former_members(club.pk)):  # whoever played here is known, member or not
        namesakes.setdefault(_name(each), []).append(each)
    found: dict[int, Player] = {}
    asked: list[Question] = []
    unlicensed = []
    unknown: list[tuple[int, Player]] = []
    for old, player in players:
        holder = holders.get(player.licence) if player.licence else None
        is_sure, possible = _possible(player, holder, namesakes.get(_name(player), []), joined)
        said_to_be = next((each for each in possible if each.pk == said.same.get(old)), None)
        if old not in said.others and (said_to_be is not None or (possible and is_sure)):
            found[old] = said_to_be or possible[0]
        elif old not in said.others and possible:
            asked.append(_whose(club, old, player, possible, holder))
        elif old not in said.others:
            unknown.append((old, player))
        if holder is not None and found.get(old) != holder:
            unlicensed.append(player.full_name)
            player.licence = ""
    for old, player, near in _near(club, unknown, found.values()):
        chosen = next((each for each in near if each.pk == said.same.get(old)), None)
        if chosen:
            found[old] = chosen
        else:
            asked.append(_whose(club, old, player, near, is_near=True))
    met = Counter(found.values())
    asked += [
        _whose(club, old, player, [found[old]]) for old, player in players if old in found and met[found[old]] > 1
    ]
    return found, asked, unlicensed


def _possible(
    player: Player, holder: Player | None, namesakes: Sequence[Player], joined: Collection[str]
) -> tuple[bool, list[Player]]:
    """Return (is sure, people): the people of the club that a player of the file may be; when sure, he is the first."""
    if holder is None:
        alike = [each for each in namesakes if not (each.licence and player.licence)]
        return len(alike) == 1, alike
    names = [(each.last_name, each.first_name) for each in (player, holder)]
    if player.licence in joined or is_surely(*names):
        return True, [holder]
    return False, [holder, *(each for each in namesakes if each != holder)]


def _near(
    club: Club, unknown: Sequence[tuple[int, Player]], met: Collection[Player]
) -> Iterator[tuple[int, Player, list[Player]]]:
    """Yield unknown players with known people of nearly the same name. Two licences are always two people."""
    free = {player.pk: player for player in club.known.exclude(pk__in={one.pk for one in met})} if unknown else {}
    if len(free) * len(unknown) > MOST_COMPARED:
        return
    index = Lookalikes((pk, player.last_name, player.first_name) for pk, player in free.items())
    for old, player in unknown:
        alike = [free[pk] for pk, _how in index.find(player.last_name, player.first_name)]
        if near := [each for each in alike if not (each.licence and player.licence)][:MOST_ALIKE]:
            yield old, player, near


def _whose(
    club: Club,
    old: int,
    player: Player,
    possible: Sequence[Player],
    holder: Player | None = None,
    *,
    is_near: bool = False,
) -> Question:
    """Return the question who a player of the file is; `possible` are the people to choose from."""
    words = {"name": player.full_name, "licence": player.licence, "holder": holder.full_name if holder else ""}
    sentence = (
        _("Le numéro %(licence)s est celui de %(holder)s au club, et de %(name)s dans le fichier. Qui est-ce ?")
        if holder
        else _("« %(name)s », qui est dans le fichier, ressemble à quelqu’un que le club connaît. Qui est-ce ?")
        if is_near
        else _("Plusieurs joueurs peuvent être « %(name)s », qui est dans le fichier. Qui est-ce ?")
    )
    people = seen_by(club.pk, possible)
    return player.full_name, MayBeKnown(sentence % words, code="who_is_it", people=people, field=f"{WHO}{old}")
