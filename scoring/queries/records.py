"""The record attached to a donne: who sits where in it, what is wrong with it, and where it differs from the sheet."""

import dataclasses
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.cards.problems import Problem
from scoring.cards.reading import as_mapping, read
from scoring.cards.record import Record
from scoring.cards.replay import replay
from scoring.cards.steps import Replay
from scoring.labels import CampChoice, ContractChoice, Outcome, PoigneeChoice
from scoring.marque import FFT_2012, Variant
from scoring.models import DonneRecord, SheetLine
from scoring.queries.numbering import variant_of
from scoring.queries.replays import renamed
from scoring.queries.sheets import Entry, entry_of, marks_of, spoken, weigh
from tournaments.labels import SEAT_NAMES
from tournaments.models import Seat, Table, Tournament
from tournaments.refusals import Refusal

# What people did wrong at the table may be true; what the cards cannot be is a slip of the pen.
DONE_AT_THE_TABLE = {
    "renonce",
    "called_suit",
    "called_not_allowed",
    "out_of_turn",
    "leader_conflict",
    "petit_sec",
    "ecart_king",
    "ecart_bout",
    "ecart_trump",
    "poignee_twice",
    "poignee_excuse",
}


@dataclass(frozen=True)
class Difference:
    """Something the sheet and the cards do not say alike, as a sentence; `field` is its field of the entry form."""

    field: str
    text: str


@dataclass(frozen=True)
class Comparison:
    """
    A sheet line beside its record.

    `entry` is the line as the cards would have it written; `marks` what it would bring each chair, in whole points,
    None when it cannot be weighed or brings what the line brings.
    """

    differences: tuple[Difference, ...]
    entry: Entry | None
    marks: tuple[int, ...] | None


def record_of(table: Table, number: int) -> DonneRecord | None:
    """Return the record that stands at a donne."""
    return table.records.filter(current=True, number=number).select_related("line").first()


def line_at(table: Table, number: int) -> SheetLine | None:
    """Return the current line of a donne."""
    lines = table.lines.filter(current=True, number=number)
    return lines.select_related("taker", "partner", "sits_out").first()


def kept_record(kept: DonneRecord, names: Sequence[str]) -> Record:
    """Return a record that was attached, with these names by chair."""
    return renamed(chairs_of(kept), {str(chair): name for chair, name in enumerate(_different(names))})


def chairs_of(kept: DonneRecord) -> Record:
    """Return a record that was attached, its players the chairs: "0" for Sud, "1" …"""
    return read(kept.record | {"tricks": [dict(trick) for trick in kept.record["tricks"]]})


def stored(record: Record) -> dict[str, Any]:
    """Return what a column keeps of a record: its tricks as lists of [chair, card], for keys of JSON have no order."""
    return as_mapping(record) | {"tricks": [[[who, card.code] for who, card in trick] for trick in record.tricks]}


def by_chair(record: Record, *, seats: Sequence[Seat], first: int | None, tournament: Tournament) -> Record:
    """
    Return a record with the chairs of a table for its players: "0" for Sud, "1" …

    `first` is the chair of its first player; without it the names say who sits where: chairs, full names, or last or
    first names that only one player of the table has. Refuses another number of players, names nobody here has, and
    an order that is not the table's.
    """
    chairs = len(seats)
    variant = variant_of(tournament, chairs)
    if record.variant != variant:
        raise _not_this_table(
            _("Cette table joue à %(chairs)s ; le relevé est à %(players)s. Vérifiez la table et le relevé.")
            % {"chairs": _how_many(variant), "players": _how_many(record.variant)}
        )
    if first is None:
        places = [_chair_of(player, seats) for player in record.players]
        unknown = [player for player, place in zip(record.players, places, strict=True) if place is None]
        if unknown:
            raise _not_this_table(
                _(
                    "Je ne trouve pas à cette table : %(unknown)s. Écrivez les chaises ou les noms de la feuille "
                    "(%(names)s), ou dites où est assis le premier joueur du relevé."
                )
                % {
                    "unknown": ", ".join(unknown),
                    "names": ", ".join(seat.registration.player.full_name for seat in seats),
                },
                field="premier",
            )
        if any(place != (places[0] + turn) % chairs for turn, place in enumerate(places)):
            raise _not_this_table(
                _("Dans le relevé l’ordre du jeu est %(order)s : ce n’est pas celui de la table, %(names)s.")
                % {
                    "order": ", ".join(record.players),
                    "names": ", ".join(seat.registration.player.full_name for seat in seats),
                },
                field="premier",
            )
        first = places[0]
    turned = {player: str((first + turn) % chairs) for turn, player in enumerate(record.players)}
    seated = renamed(record, turned)
    return dataclasses.replace(seated, players=tuple(str(chair) for chair in range(chairs)))


def sort_problems(replayed: Replay) -> tuple[list[Problem], list[Problem]]:
    """Return what cannot be, and what may have been done at the table."""
    impossible = [problem for problem in replayed.problems if problem.code not in DONE_AT_THE_TABLE]
    done = [problem for problem in replayed.problems if problem.code in DONE_AT_THE_TABLE]
    return impossible, done


def compared(kept: DonneRecord, line: SheetLine, *, tournament: Tournament, names: Sequence[str]) -> Comparison:
    """Return where a line and the record attached to its donne differ; a donne that was not played has no cards."""
    if line.outcome != Outcome.PLAYED:
        text = _("La feuille dit « %(outcome)s », et un relevé est rattaché.") % {
            "outcome": Outcome(line.outcome).label
        }
        return Comparison((Difference("outcome", text),), None, None)
    replayed = replay(chairs_of(kept))
    written = entry_of(line)
    found = entry_from(replayed, written)
    differences = tuple(_differences(written, found, names))
    marks = None
    if differences and replayed.complete:
        try:
            scored = weigh(found, tournament=tournament, chairs=len(names))
        except Refusal:  # what the cards make is no donne of this barème: the differences stand
            return Comparison(differences, found, None)
        marks = tuple(scored.scores.values())
        if list(marks) == marks_of(line, len(names)):
            marks = None
    return Comparison(differences, found, marks)


def entry_from(replayed: Replay, written: Entry) -> Entry:
    """
    Return a line as the cards have it; what cards cannot say, and an end that has not been reached, is as `written`.

    A count with a half point that the sheet already gives to the winner stays as written [R8].
    """
    record = replayed.record
    sizes = {number: size for size, number in FFT_2012.poignee_trumps[record.variant.hands].items()}
    shown = [(int(one.player), sizes[len(one.cards)].value) for one in record.poignees if len(one.cards) in sizes]
    known = dataclasses.replace(
        written,
        taker=int(record.taker),
        partner=(int(replayed.partner or record.taker)) if record.variant is Variant.FIVE else None,
        mort=None if record.mort is None else int(record.mort),
        contract=record.contract.value,
        poignees=tuple(sorted(shown)),
        chelem_announced=record.chelem_announced,
    )
    if not replayed.complete:
        return known
    return dataclasses.replace(
        known,
        bouts=replayed.bouts,
        points=_points(replayed, written),
        petit_au_bout=replayed.petit_au_bout.value if replayed.petit_au_bout else "",
        chelem_made=replayed.chelem_made.value if replayed.chelem_made else "",
    )


def _points(replayed: Replay, written: Entry) -> str:
    exact = replayed.half_points
    stray = (exact + 1 if exact >= FFT_2012.required[replayed.bouts] else exact - 1) if exact % 2 else exact
    if written.points.replace(",5", ".5") in (str(stray // 2), _halved(exact).replace(",", ".")):
        return written.points
    return _halved(exact)


def _differences(written: Entry, found: Entry, names: Sequence[str]) -> list[Difference]:
    """Return each thing the two do not say alike, in the order of the form."""
    called = [None if entry.partner == entry.taker else entry.partner for entry in (written, found)]
    told: list[tuple[str, str, str, str]] = [
        ("taker", _("Preneur"), _name(written.taker, names), _name(found.taker, names)),
        ("partner", _("Appelé"), _name(called[0], names), _name(called[1], names)),
        ("mort", _("Mort"), _name(written.mort, names), _name(found.mort, names)),
        ("contract", _("Contrat"), _label(ContractChoice, written.contract), _label(ContractChoice, found.contract)),
        ("bouts", _("Bouts"), str(written.bouts), str(found.bouts)),
        ("points", _("Points"), _said(written.points), _said(found.points)),
        (
            "petit_au_bout",
            _("Petit au bout"),
            _label(CampChoice, written.petit_au_bout),
            _label(CampChoice, found.petit_au_bout),
        ),
        ("poignees", _("Poignées"), _poignees(written, names), _poignees(found, names)),
        ("chelem_announced", _("Chelem annoncé"), _yes(written.chelem_announced), _yes(found.chelem_announced)),
        (
            "chelem_made",
            _("Chelem réussi"),
            _label(CampChoice, written.chelem_made),
            _label(CampChoice, found.chelem_made),
        ),
    ]
    sentence = _("%(what)s : la feuille dit %(sheet)s, les cartes disent %(cards)s.")
    counted = _("%(what)s : la feuille dit %(sheet)s, les cartes font %(cards)s.")
    return [
        Difference(
            field,
            (counted if field in ("points", "bouts") else sentence) % {"what": what, "sheet": sheet, "cards": cards},
        )
        for field, what, sheet, cards in told
        if sheet != cards
    ]


def _chair_of(player: str, seats: Sequence[Seat]) -> int | None:
    """Return the chair a name stands for, None when it is nobody's or could be several people's."""
    wanted = _plain(player)
    for words in (_chair_words, _full_names, _part_names):
        found = [seat.position for seat in seats if wanted in words(seat)]
        if len(found) == 1:
            return int(found[0])
    return None


def _chair_words(seat: Seat) -> set[str]:
    """Return the names of a chair in every language: a record is not always written in its reader's."""
    words = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            words |= {_plain(str(SEAT_NAMES[seat.position])), _plain(str(seat.letter))}
    return words


def _full_names(seat: Seat) -> set[str]:
    player = seat.registration.player
    return {_plain(f"{player.first_name} {player.last_name}"), _plain(f"{player.last_name} {player.first_name}")}


def _part_names(seat: Seat) -> set[str]:
    player = seat.registration.player
    return {_plain(player.last_name), _plain(player.first_name)}


def _plain(text: str) -> str:
    bare = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(letter for letter in bare if not unicodedata.combining(letter)).split())


def _different(names: Sequence[str]) -> list[str]:
    """Return names that are all different: two players called alike are told apart by their chairs."""
    return [
        f"{name} ({SEAT_NAMES[chair]})" if list(names).count(name) > 1 else name for chair, name in enumerate(names)
    ]


def _how_many(variant: str) -> str:
    return _("cinq avec un mort") if variant == "5_mort" else str(variant).partition("_")[0]


def _not_this_table(sentence: str, field: str = "releve") -> Refusal:
    return Refusal(sentence, code="record_of_another_table", fields={field: [sentence]})


def _name(chair: int | None, names: Sequence[str]) -> str:
    return _("personne") if chair is None else names[chair]


def _label(choices: Any, value: str) -> str:
    return str(choices(value).label) if value else _("non")


def _yes(value: bool) -> str:  # noqa: FBT001 — a yes or a no is all it says
    return _("oui") if value else _("non")


def _poignees(entry: Entry, names: Sequence[str]) -> str:
    shown = [f"{PoigneeChoice(size).label} ({names[chair]})" for chair, size in sorted(entry.poignees)]
    return ", ".join(shown) or _("aucune")


def _said(points: str) -> str:
    """Return a count as it is written in the language of the page: « 40,5 », 40.5 in English."""
    return points.replace(",", ".") if spoken() == "en" else points


def _halved(half_points: int) -> str:
    whole, half = divmod(half_points, 2)
    return f"{whole},5" if half else str(whole)
