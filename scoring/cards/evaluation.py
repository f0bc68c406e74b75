"""What a whole donne card by card comes to: the answer of the exchange format."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from scoring.marque import FFT_2012, Bareme, Chelem, Donne, Poignee, PoigneeSize, Scored, Variant, score

from .problems import Counted, ImpossibleRecord, Problem, Who
from .record import Record, ShownPoignee
from .replay import replay
from .steps import Replay
from .words import DEFAULT_LANGUAGE


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A replay without a fault, and the donne it makes with its scores."""

    replay: Replay
    scored: Scored

    @property
    def points(self) -> Fraction:
        """Return the attack's count as the cards make it, before the stray half is given away [R8]."""
        return Fraction(self.replay.half_points, 2)

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, object]:
        """
        Return the answer of the exchange format; `partner` is there only at five.

        A half point is written 40.5, which a binary number holds exactly.
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
        Return what an arbiter should look at twice, of the shape the marque gives its own: the cards' first.

        Those of the cards name their trick and their player besides.
        """
        warnings = [{"field": "tricks", **warning.as_json(language)} for warning in self.replay.warnings]
        warnings += [dict(warning.as_json(language)) for warning in self.scored.donne.warnings]
        return warnings


def evaluate(record: Record, bareme: Bareme = FFT_2012) -> Evaluation:
    """
    Replay a record to its end and score it.

    Raises `ImpossibleRecord` with every problem of the deal and of the play, and when the donne is not finished.
    """
    replayed = replay(record)
    problems = [*replayed.problems, *_unfinished(replayed)]
    if problems:
        raise ImpossibleRecord(problems)
    return Evaluation(replayed, score(as_donne(replayed), bareme))


def as_donne(replayed: Replay) -> Donne:
    """Return the donne a complete replay without problems makes, for the marque."""
    record = replayed.record
    return Donne(
        variant=record.variant,
        players=record.players,
        taker=record.taker,
        partner=replayed.partner,
        contract=record.contract,
        bouts=replayed.bouts,
        half_points=replayed.half_points,
        petit_au_bout=replayed.petit_au_bout,
        poignees=tuple(Poignee(shown.player, _size(shown, record)) for shown in record.poignees),
        chelem=Chelem(record.chelem_announced, replayed.chelem_made),
        sits_out=() if record.mort is None else (record.mort,),
    )


def _size(shown: ShownPoignee, record: Record) -> PoigneeSize:
    sizes = FFT_2012.poignee_trumps[record.variant.hands]
    return next(size for size, number in sizes.items() if number == len(shown.cards))


def _unfinished(replayed: Replay) -> Iterator[Problem]:
    """Yield what is missing at the end of a record: tricks, or cards in its last trick."""
    record, tricks = replayed.record, replayed.tricks
    if len(tricks) < record.hand_size:
        values = {"count": Counted(len(tricks), "trick"), "expected": record.hand_size}
        yield Problem("unfinished", None, None, values)
    if tricks and tricks[-1].winner is None:
        played = {play.player for play in tricks[-1].plays}
        missing = tuple(player for player in record.playing if player not in played)
        values = {"count": Counted(len(played)), "expected": len(record.playing), "who": Who(missing)}
        yield Problem("trick_size", len(tricks), missing[0], values)
