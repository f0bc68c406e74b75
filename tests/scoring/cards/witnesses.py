"""
A complete legal donne for each bound of what the attack can count: the witness that the bound is really reached.

Both camps are alike here, so call the camp that takes (nearly) everything the *winners* and the other the *losers*.
At a bound the losers own as little as their bouts allow: one trick of low cards, or no trick at all in a chelem. The
attack is the losers at its minimum and the winners at its maximum.

Two players make the donne, whatever the others do:

- the **runner**, a winner, holds every trump that counts, from the top down, the Petit too when it is the winners',
  and spades from the top down when a hand is longer than that. On lead they play trumps until nobody has any left, then
  the spades, then the Petit, then (in a chelem) the Excuse: all masters.
- the **loser** leads the first trick and takes it: with the 10 of clubs, on which everybody throws a smaller club, when
  the losers need no bout from it; with the 21, under which a low trump falls, when they need it; with the Petit falling
  under the 21 when they need all three. Then the loser leads another club, the runner trumps it and never stops.

The Excuse makes the last difference. The losers' is played in the second trick: it stays theirs against a low card of
their only trick. The winners' is played by the runner in the first trick and costs the winners a low card, which the
losers get in its place. In a chelem the runner leads from the start; the losers' Excuse falls at once and counts
alone, the winners' ends the last trick.

The dog is chosen card by card: low cards where there is no chelem, and otherwise whatever makes the bound, the bouts
that are missing from the tricks among them. An écart is the dog again: of hand and dog the taker puts back the dog,
which holds neither king, bout nor trump whenever there is an écart. At five the called king is the taker's own or in
the dog, or, with a partner, in the hand of somebody who only follows: it never matters, trumps being led throughout.

Everyone else's cards are drawn, and they throw any card they may: the bound does not depend on it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from scoring.cards import DEALT, DECK, EXCUSE, PETIT, VINGT_ET_UN, Card, Kind, Suit, card, count, legal, winner
from scoring.cards.deck import BY_CODE
from scoring.cards.record import WITH_ECART, Record
from scoring.cards.steps import turn
from scoring.marque import Camp, Contract, Variant
from scoring.marque.feasible import exact_counts

VARIANTS = (Variant.THREE, Variant.FOUR, Variant.FIVE)
CONTRACTS = (Contract.PRISE, Contract.GARDE, Contract.GARDE_SANS, Contract.GARDE_CONTRE)
NAMES = ("Sud", "Est", "Nord", "Ouest", "Cinquième")
TEN_OF_CLUBS = card("T10")
LOW_CLUBS = [BY_CODE[f"T{rank}"] for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "A")]


@dataclass(frozen=True)
class Bound:
    """The lowest or the highest count, in half-points, with so many bouts under a contract; `chelem` as it was made."""

    variant: Variant
    contract: Contract
    bouts: int
    chelem: Camp | None
    half_points: int

    def __str__(self) -> str:
        chelem = "" if self.chelem is None else f"-chelem_{self.chelem}"
        return f"{self.variant}-{self.contract}-{self.bouts}{chelem}-{self.half_points / 2:g}"


@dataclass(frozen=True)
class Hands:
    """The cards the construction needs in each hand; the rest is drawn."""

    runner: Sequence[Card]
    loser: Sequence[Card]
    others: Sequence[Sequence[Card]]


def bounds() -> Iterator[Bound]:
    """Yield every bound the rules know at three, four and five players."""
    for variant, contract, chelem, bouts in product(VARIANTS, CONTRACTS, (None, *Camp), range(4)):
        counts = exact_counts(variant, contract, bouts, chelem)
        for half_points in sorted({min(counts), max(counts)}) if counts else ():
            yield Bound(variant, contract, bouts, chelem, half_points)


def witness(bound: Bound, *, seed: int = 0, with_partner: bool = False) -> Record:
    """Return a legal donne whose attack counts exactly the bound; `with_partner` is for five players only."""
    rng = Random(seed)
    if bound.chelem is not None:
        return _chelem(bound, rng, with_partner)
    lowest = bound.half_points == min(exact_counts(bound.variant, bound.contract, bound.bouts, None))
    losers = Camp.ATTAQUE if lowest else Camp.DEFENSE
    bouts = bound.bouts if lowest else 3 - bound.bouts
    return _one_trick(bound, losers, bouts, rng, with_partner)


def _one_trick(bound: Bound, losers: Camp, bouts: int, rng: Random, with_partner: bool) -> Record:
    """Return a donne whose losers take the first trick alone, and own so many bouts and else only low cards."""
    hands = bound.variant.hands
    dog = [BY_CODE[code] for code in ("K2", "K3", "K4", "C2", "C3", "C4")][: DEALT[hands][1]]
    clubs = LOW_CLUBS[: hands - 1]
    thrown = {0: EXCUSE, 1: clubs[0], 2: card("2"), 3: PETIT}[bouts]  # the runner's card of the first trick
    led = TEN_OF_CLUBS if bouts < 2 else VINGT_ET_UN
    loser = dict.fromkeys([led, TEN_OF_CLUBS, LOW_CLUBS[-1]])  # the second trick is led in clubs
    hands_of = Hands([thrown], [*loser, *([EXCUSE] if bouts else [])], [[club] for club in clubs[1:]])
    return _deal(bound, rng, hands_of, dog=dog, losers=losers, with_partner=with_partner, opening=(led, thrown))


def _chelem(bound: Bound, rng: Random, with_partner: bool) -> Record:
    """Return a donne without a trick for the losers, with the dog and the Excuse that make the count."""
    assert bound.chelem is not None
    losers = Camp.DEFENSE if bound.chelem is Camp.ATTAQUE else Camp.ATTAQUE
    dog, excuse = next(_dogs(bound, losers))
    played = [] if EXCUSE in dog else [EXCUSE]
    others: list[list[Card]] = [[] for _ in range(bound.variant.hands - 2)]
    hands_of = Hands([], played, others) if excuse is losers else Hands(played, [], others)
    return _deal(bound, rng, hands_of, dog=dog, losers=losers, with_partner=with_partner, opening=None)


def _dogs(bound: Bound, losers: Camp) -> Iterator[tuple[list[Card], Camp | None]]:
    """Yield each dog, with the camp that keeps the Excuse, that gives the attack its bouts and its count."""
    size = DEALT[bound.variant.hands][1]
    ecart = bound.contract in WITH_ECART
    with_attack = bound.contract is not Contract.GARDE_CONTRE
    kinds = [Kind.DAME, Kind.CAVALIER] if ecart else [Kind.ROI, Kind.DAME, Kind.CAVALIER]
    lows = [BY_CODE[f"K{rank}"] for rank in ("2", "3", "4", "5", "6", "7")]
    # Bouts out of the dog in every order; honours by kind, as many of each as there are.
    bouts_aside = [[]] if ecart else [[], [VINGT_ET_UN], [VINGT_ET_UN, PETIT], [VINGT_ET_UN, PETIT, EXCUSE]]
    for aside, *numbers in product(bouts_aside, *(range(5) for _ in kinds)):
        honours = [
            one
            for kind, number in zip(kinds, numbers, strict=True)
            for one in [one for one in DECK if one.kind is kind][:number]
        ]
        if len(aside) + len(honours) > size:
            continue
        dog = [*aside, *honours, *lows[: size - len(aside) - len(honours)]]
        for excuse in [None] if EXCUSE in dog else list(Camp):
            attack = count(dog if with_attack else [])
            attack_half, attack_bouts = attack.half_points, attack.bouts
            if losers is Camp.ATTAQUE:
                attack_half += 9 * (excuse is Camp.ATTAQUE)
                attack_bouts += excuse is Camp.ATTAQUE
            else:
                lost = count([*([] if with_attack else dog), *([EXCUSE] if excuse is Camp.DEFENSE else [])])
                attack_half, attack_bouts = 182 - lost.half_points, 3 - lost.bouts
            if (attack_half, attack_bouts) == (bound.half_points, bound.bouts):
                yield dog, excuse


def _deal(
    bound: Bound,
    rng: Random,
    hands: Hands,
    *,
    dog: Sequence[Card],
    losers: Camp,
    with_partner: bool,
    opening: tuple[Card, Card] | None,
) -> Record:
    """Return the donne dealt around these cards; `opening` is what loser and runner play first, if the loser leads."""
    players = NAMES[: bound.variant.seats]
    loser, runner, *others = players
    size, _ = DEALT[bound.variant.hands]
    taker = loser if losers is Camp.ATTAQUE else runner
    kept = {loser: list(hands.loser), runner: list(hands.runner)}
    kept |= {player: list(hand) for player, hand in zip(others, hands.others, strict=True)}
    called = _called(dog, with_partner) if bound.variant is Variant.FIVE else None
    if called is not None and called not in dog:
        kept[others[0] if with_partner else taker].append(called)
    given = {*dog, *(one for hand in kept.values() for one in hand)}
    strong = _masters(given)[: size - len(kept[runner])]
    kept[runner] += strong
    left = [one for one in DECK if one not in given and one not in strong]
    rng.shuffle(left)
    for player in (loser, *others):
        while len(kept[player]) < size:
            kept[player].append(left.pop())
    record = Record(
        variant=bound.variant,
        players=players,
        taker=taker,
        contract=bound.contract,
        hands={player: tuple(sorted(kept[player])) for player in players},
        chien=tuple(dog),
        ecart=tuple(dog) if bound.contract in WITH_ECART else (),
        called=called,
        leader=loser if opening else runner,
    )
    return _played(record, rng, loser=loser, runner=runner, opening=opening)


def _called(dog: Sequence[Card], with_partner: bool) -> Card:
    """Return a king of the dog for a taker alone, if there is one; otherwise a king that is not there."""
    kings = [one for one in DECK if one.kind is Kind.ROI]
    aside = [one for one in kings if one in dog]
    return aside[0] if aside and not with_partner else next(one for one in kings if one not in dog)


def _masters(given: set[Card]) -> list[Card]:
    """Return what the runner wins with, best first: the Petit, the trumps and the spades from the top down."""
    free = [one for one in DECK if one not in given]
    petit = [one for one in free if one is PETIT]
    trumps = [one for one in free if one.suit is Suit.ATOUT and one is not PETIT]
    return [*petit, *trumps, *(one for one in free if one.suit is Suit.PIQUE)]


def _played(record: Record, rng: Random, *, loser: str, runner: str, opening: tuple[Card, Card] | None) -> Record:
    left = {player: list(record.held_by(player)) for player in record.players}
    leader = record.leader
    assert leader is not None
    tricks = []
    for number in range(1, record.hand_size + 1):
        order = turn(record.players, leader)
        table: list[Card] = []
        for player in order:
            called = record.called if number == 1 and not table else None
            allowed = legal(left[player], table, called=called)
            if number == 1 and opening and player in (loser, runner):
                choice = opening[0] if player == loser else opening[1]
            elif player == runner:
                choice = min(allowed, key=_runner_order)
            elif number == 2 and opening and not table:
                choice = next(one for one in allowed if one.suit is Suit.TREFLE)
            elif number == 1:
                choice = min(allowed, key=_smallest)
            else:
                choice = EXCUSE if EXCUSE in allowed and table else rng.choice(allowed)
            left[player].remove(choice)
            table.append(choice)
        tricks.append(tuple(zip(order, table, strict=True)))
        leader = order[winner(table)]
    return replace(record, tricks=tuple(tricks))


def _runner_order(one: Card) -> tuple[bool, bool, bool, int]:
    """Order the runner's cards: trumps from the top, then spades, then the Petit, then the Excuse."""
    return one is EXCUSE, one is PETIT, one.suit is not Suit.ATOUT, -one.rank


def _smallest(one: Card) -> tuple[bool, int, int]:
    """Order what is thrown on the first trick: no Excuse, nothing dear, the smallest."""
    return one is EXCUSE, one.half_points, one.rank
