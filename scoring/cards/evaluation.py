"""The result of a whole donne card by card: the answer of the exchange format, for a record or a line of JSON."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from scoring.marque import (
    FFT_2012,
    Bareme,
    Chelem,
    Donne,
    Facts,
    ImpossibleDonne,
    Poignee,
    Scored,
    Variant,
    oddities,
    score,
)
from scoring.marque.lines import Reply, decoded
from scoring.marque.words import DEFAULT_LANGUAGE

from .problems import CardProblem, Counted, ImpossibleRecord, Names
from .reading import read
from .record import Record
from .replay import replay
from .steps import Replay


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A complete replay without a fault, its donne and the donne's scores."""

    replay: Replay
    scored: Scored

    @property
    def points(self) -> Fraction:
        """Return the attack's count in points as its cards make it, before a half point goes to one camp [R8]."""
        return Fraction(self.replay.half_points, 2)

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, object]:
        """
        Return the answer of the exchange format; it has `partner` only at five.

        A half point is a number such as 40.5, which a binary number holds exactly.
        """
        replayed = self.replay
        whole, half = divmod(replayed.half_points, 2)
        answer: dict[str, object] = {
            "points": replayed.half_points / 2 if half else whole,
            "bouts": replayed.bouts,
            "petit_au_bout": replayed.petit_au_bout and replayed.petit_au_bout.value,
            "chelem_made": replayed.chelem_made and replayed.chelem_made.value,
            "won": self.scored.marque.won,
            "scores": dict(self.scored.scores),
        }
        if replayed.record.variant is Variant.FIVE:
            answer["partner"] = replayed.partner
        if warnings := self.warnings(language):
            answer["warnings"] = warnings
        return answer

    def warnings(self, language: str = DEFAULT_LANGUAGE) -> list[dict[str, object]]:
        """
        Return what an arbiter should check again, in the shape of the marque's warnings; those about cards come first.

        A warning about cards also has its trick and its player.
        """
        warnings = [{"field": "tricks", **warning.as_json(language)} for warning in self.replay.warnings]
        warnings += [dict(warning.as_json(language)) for warning in oddities(self.scored.donne)]
        return warnings


def evaluate(record: Record, bareme: Bareme = FFT_2012) -> Evaluation:
    """
    Replay a record to its end and score it.

    Raises `ImpossibleRecord` with every problem of the deal and of the play, and for a donne that is not finished.
    """
    replayed = replay(record)
    problems = [*replayed.problems, *_unfinished(replayed)]
    if problems:
        raise ImpossibleRecord(problems)
    return Evaluation(replayed, score(as_donne(replayed), bareme))


def scored_of(replayed: Replay, bareme: Bareme = FFT_2012) -> Scored | None:
    """Return the marque of a replay; None when the replay has a problem or is not finished."""
    if replayed.problems or not replayed.complete:
        return None
    try:
        return score(as_donne(replayed), bareme)
    except ImpossibleDonne:  # the cards are legal, but the barème has no such donne
        return None


def reply(line: bytes, language: str) -> Reply:
    """Return the evaluation of the record on a line, or everything that is wrong with the line."""
    try:
        return Reply(evaluate(read(decoded(line))).as_json(language))
    except ImpossibleRecord as impossible:
        return Reply(impossible.as_json(language), refused=True)
    except ImpossibleDonne as impossible:  # the line is not JSON, or has a key twice
        problems = [
            {"code": problem.code, "trick": None, "player": None, "message": problem.message(language)}
            for problem in impossible.problems
        ]
        readable = impossible.problems[0].code != "not_json"
        return Reply({"problems": problems}, refused=True, readable=readable)


def as_donne(replayed: Replay) -> Donne:
    """
    Return the donne of a complete replay without problems, for the marque.

    Raises `ImpossibleDonne` when the marque does not allow such a donne.
    """
    return Donne.of(facts_replayed(replayed), replayed.record.players)


def facts_replayed(replayed: Replay) -> Facts:
    """Return the facts of a donne from its cards, by chair. Before the last card, the result is unknown."""
    record, complete = replayed.record, replayed.complete
    chair = record.players.index
    sizes = {number: size for size, number in FFT_2012.poignee_trumps[record.variant.hands].items()}
    return Facts(
        variant=record.variant,
        taker=chair(record.taker),
        partner=None if replayed.partner is None else chair(replayed.partner),
        contract=record.contract,
        bouts=replayed.bouts if complete else None,
        half_points=replayed.half_points if complete else None,
        petit_au_bout=replayed.petit_au_bout if complete else None,
        poignees=tuple(
            Poignee(chair(poignee.player), sizes[len(poignee.cards)])
            for poignee in record.poignees
            if len(poignee.cards) in sizes
        ),
        chelem=Chelem(record.chelem_announced, replayed.chelem_made if complete else None),
        sits_out=() if record.mort is None else (chair(record.mort),),
        players=len(record.players),
    )


def _unfinished(replayed: Replay) -> Iterator[CardProblem]:
    """Yield what a record lacks at its end: tricks, or cards of its last trick."""
    record, tricks = replayed.record, replayed.tricks
    if len(tricks) < record.hand_size:
        values = {"count": Counted(len(tricks), "trick"), "expected": record.hand_size}
        yield CardProblem("unfinished", None, None, values)
    if tricks and tricks[-1].winner is None:
        played = {play.player for play in tricks[-1].plays}
        missing = tuple(player for player in record.playing if player not in played)
        values = {"count": Counted(len(played)), "expected": len(record.playing), "who": Names(missing)}
        yield CardProblem("trick_size", len(tricks), missing[0], values)
