"""The public pages about cards: the count of a pile, the verdict on one card, and a whole donne as an example."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.cards import DEALT, DECK, EXCUSE, Card, Pile, Playable, Suit, count, demand
from scoring.cards.deck import SUITS
from scoring.cards.play import suit_led
from scoring.cards.reading import read
from scoring.cards.record import Record
from scoring.marque import FFT_2012
from scoring.queries.table.records import renamed

HANDS = (4, 3, 5)  # as people play most


@dataclass(frozen=True)
class PileReading:
    """
    The count of a pile and of the rest of the pack, in half-points, and the contract they make.

    `gap` is by how many whole points the contract is made or failed [R8]. `usual` says whether a camp can have this
    number of cards; it is false only for an Excuse that could not be paid for.
    """

    pile: Pile
    rest: Pile
    hands: int
    attack: bool
    required: int
    won: bool
    gap: int
    usual: bool

    @property
    def of_attack(self) -> Pile:
        return self.pile if self.attack else self.rest

    @property
    def is_half(self) -> bool:
        """Return whether a half point is left over; it goes to the camp that wins."""
        return self.of_attack.half_points % 2 == 1


def reading_of(cards: Sequence[Card], *, hands: int, attack: bool) -> PileReading:
    """Return the count of a pile of the attack, or of the defence; `hands` is how many were dealt [R2, R4, R8]."""
    chosen = set(cards)
    pile, rest = count(cards), count(card for card in DECK if card not in chosen)
    of_attack = pile if attack else rest
    required = FFT_2012.required[of_attack.bouts]
    margin = of_attack.half_points - required
    dog = DEALT[hands][1]
    return PileReading(
        pile=pile,
        rest=rest,
        hands=hands,
        attack=attack,
        required=required,
        won=margin >= 0,
        gap=(abs(margin) + 1) // 2,
        usual=pile.cards % hands in (0, dog % hands),
    )


@dataclass(frozen=True)
class Verdict:
    """
    The verdict on a played card: legal or not, as far as the hand is known.

    A renonce is certain whatever the unknown cards are. A legal card is `sure` only when no unknown card could have
    forced another one. `asks_called` says that a first lead at five needs the called card to be judged [R21].
    """

    played: Card
    hand: tuple[Card, ...]
    table: tuple[Card, ...]
    demand: Playable
    renonce: bool
    sure: bool
    led: Suit | None
    asks_called: bool

    @property
    def is_excuse(self) -> bool:
        return self.played is EXCUSE


def judge(
    played: Card, hand: Sequence[Card], table: Sequence[Card], *, hands: int = 4, called: Card | None = None
) -> Verdict:
    """
    Return the verdict on a card; `table` are the cards before it in the trick, `hands` how many were dealt.

    `called` is as in `demand`.
    """
    known_hand = tuple(sorted({*hand, played}))
    demanded = demand(known_hand, table, called=called)
    led = suit_led(table)
    follows = played.suit is led and (led is not Suit.ATOUT or played.rank > demanded.trump)
    asks_called = hands == 5 and not table and called is None and played.suit in SUITS
    free_lead = led is None and not asks_called and (called is None or played is called or played.suit != called.suit)
    return Verdict(
        played=played,
        hand=known_hand,
        table=tuple(table),
        demand=demanded,
        renonce=played not in demanded.cards,
        sure=played is EXCUSE or follows or free_lead,
        led=led,
        asks_called=asks_called,
    )


def _tricks(*lines: str) -> list[dict[str, str]]:
    """Return the tricks in lines such as « Est C7 Nord CR … », in the order played."""
    return [dict(zip(line.split()[::2], line.split()[1::2], strict=True)) for line in lines]


# The donne that explains the replay: a prise of Nord's that fails by four, as an old book of rules relates it.
EXAMPLE: dict[str, Any] = {
    "variant": "4",
    "players": ["Nord", "Ouest", "Sud", "Est"],
    "dealer": "Sud",
    "taker": "Nord",
    "contract": "prise",
    "hands": {
        "Nord": "17 12 7 5 2 1 EX PR P10 P3 CR KC K6 TD T7 T5 T4 T3",
        "Ouest": "19 15 14 11 6 4 PD PV P8 P5 CD CV C4 KA TV T9 T8 T2",
        "Sud": "21 16 9 3 P6 P4 P2 C9 C8 C2 KD K10 K9 K5 K4 K3 K2 TR",
        "Est": "20 13 10 8 PC P7 PA C10 C7 C6 C5 C3 CA KR KV K7 T10 T6",
    },
    "chien": "18 P9 CC K8 TC TA",
    "ecart": "KC K8 K6 P9 P3 CC",
    "tricks": _tricks(
        "Est C7 Nord CR Ouest C4 Sud C2",
        "Nord TC Ouest T2 Sud TR Est T6",
        "Sud 21 Est 8 Nord 2 Ouest 4",
        "Sud C9 Est CA Nord 5 Ouest CV",
        "Nord TD Ouest T8 Sud 16 Est T10",
        "Sud 3 Est 10 Nord 12 Ouest 14",
        "Ouest 6 Sud 9 Est 20 Nord 7",
        "Est 13 Nord EX Ouest 15 Sud KD",
        "Ouest 19 Sud K4 Est PC Nord 17",
        "Ouest 11 Sud P6 Est K7 Nord 18",
        "Nord T7 Ouest T9 Sud K2 Est PA",
        "Ouest CD Sud C8 Est C3 Nord 1",
        "Nord PR Ouest P5 Sud P2 Est P7",
        "Nord TA Ouest TV Sud K3 Est KV",
        "Ouest PD Sud P4 Est C5 Nord P10",
        "Ouest KA Sud K9 Est KR Nord T3",
        "Est C10 Nord T5 Ouest PV Sud K5",
        "Est C6 Nord T4 Ouest P8 Sud K10",
    ),
}

# What to look at in some of the steps: 0 is the deal.
EXAMPLE_NOTES: dict[int, Promise] = {
    0: _("Nord a le Petit et l’Excuse, mais peu d’honneurs : en gardant le 10 de pique il écarte un cavalier de cœur."),
    1: _("Est joue dans sa couleur la plus longue."),
    2: _("Nord joue le cavalier pour faire tomber le roi : sa dame de trèfle devient maîtresse."),
    3: _("Sud joue le 21 : la défense commence à chasser le Petit."),
    4: _("Nord n’a plus de cœur et coupe du 5."),
    5: _("La dame de trèfle était maîtresse, mais Sud n’a plus de trèfle : il coupe haut, du 16."),
    8: _("Nord laisse l’Excuse sur un atout : elle ne fait pas le pli, elle reste à lui contre une petite carte."),
    9: _("Nord donne son 17 plutôt que son Petit."),
    10: _("Ouest rend la main à Nord d’un petit atout, pour qu’il ne puisse plus mener le Petit au bout."),
    12: _("Nord doit couper du Petit : il est sauvé, mais il ne sera pas au bout."),
    13: _("Nord fait son roi de pique tant qu’il a la main."),
    15: _("Sans atout, Nord ne peut plus que fournir : les derniers plis sont à la défense."),
}


def example() -> Record:
    """Return the record of the example donne."""
    return read(EXAMPLE)


def example_told() -> Record:
    """Return the record of the example donne, with the names of the chairs in the reader's language."""
    return renamed(example(), {name: gettext(name) for name in EXAMPLE["players"]})
