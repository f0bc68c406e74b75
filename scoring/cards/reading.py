"""
Reads a record from an object of the exchange format, and writes it back.

`read` notes everything that cannot be read before it raises. Other faults (a card twice, a renonce) are found by `deal`
and `replay`, all at once as well.
"""

from collections import Counter
from collections.abc import Mapping, Sized
from enum import StrEnum
from typing import TypeVar

from scoring.marque import Contract, Variant

from .deck import DECK, Card, UnreadableCard, card, codes, read_cards
from .problems import CardProblem, ImpossibleRecord, RecordPlace
from .record import Record, ShownPoignee

Code = TypeVar("Code", bound=StrEnum)

REQUIRED = ("variant", "players", "taker", "contract", "hands", "chien", "tricks")
OPTIONAL = ("dealer", "leader", "ecart", "called", "chelem_announced", "poignees", "sits_out")
KEYS = frozenset(REQUIRED + OPTIONAL)
VARIANTS = (Variant.THREE, Variant.FOUR, Variant.FIVE, Variant.FIVE_MORT)
CONTRACTS = (Contract.PRISE, Contract.GARDE, Contract.GARDE_SANS, Contract.GARDE_CONTRE)
MOST_CARDS = len(DECK)  # no hand, trick or list of a donne has more, so comparisons stay cheap

_NO_CARDS: tuple[Card, ...] = ()


def read(mapping: object) -> Record:
    """
    Return the record that an object of the exchange format describes.

    Raises `ImpossibleRecord` with everything that cannot be read: keys, names, cards.
    """
    return _RecordReading(mapping).record()


def as_mapping(record: Record) -> dict[str, object]:
    """Return a record as an object of the exchange format; `read` returns an equal record from it."""
    mapping: dict[str, object] = {
        "variant": record.variant.value,
        "players": list(record.players),
        "taker": record.taker,
        "contract": record.contract.value,
        "hands": {player: codes(hand) for player, hand in record.hands.items()},
        "chien": codes(record.chien),
        "ecart": codes(record.ecart),
        "chelem_announced": record.chelem_announced,
        "poignees": [{"player": poignee.player, "cards": codes(poignee.cards)} for poignee in record.poignees],
        "called": record.called and record.called.code,
        "tricks": [{player: card.code for player, card in trick} for trick in record.tricks],
    }
    people = {"dealer": record.dealer, "leader": record.leader, "sits_out": record.mort}
    return mapping | {key: name for key, name in people.items() if name is not None}


class _RecordReading:
    """Reads one object; everything wrong is noted in `problems`."""

    def __init__(self, mapping: object) -> None:
        if not isinstance(mapping, Mapping):
            raise ImpossibleRecord([CardProblem("not_object", values={"value": mapping})])
        self.mapping = mapping
        self.problems: list[CardProblem] = []

    def record(self) -> Record:
        for key in self.mapping:
            if key not in KEYS:
                self.note("key_unknown", key=str(key))
        for key in REQUIRED:
            if self.mapping.get(key) is None:
                self.note("key_missing", key=key)
        variant = self.code("variant", Variant, VARIANTS)
        contract = self.code("contract", Contract, CONTRACTS)
        players = self.players(variant)
        hands = self.hands()
        mort = self.mort(variant, players, hands)
        self.places = players, mort
        taker = self.seated("taker", "taker", self.mapping.get("taker"))
        dealer = self.seated("dealer", "dealer", self.mapping.get("dealer"), resting=True)
        leader = self.seated("leader", "leader", self.mapping.get("leader"))
        for player in hands:
            self.seated("hands", "hands", player, resting=not hands[player])
        chien = self.cards("chien", self.mapping.get("chien"), RecordPlace("chien"))
        ecart = self.cards("ecart", self.mapping.get("ecart"), RecordPlace("ecart"))
        called = self.called(variant)
        poignees = self.poignees()
        tricks = self.tricks()
        announced = self.mapping.get("chelem_announced")
        if announced is not None and not isinstance(announced, bool):
            self.note("wrong_type", key="chelem_announced", expected="boolean", value=announced)
        if self.problems or variant is None or contract is None or taker is None:
            raise ImpossibleRecord(self.problems)
        return Record(
            variant=variant,
            players=players,
            taker=taker,
            contract=contract,
            hands={player: hand for player, hand in hands.items() if player != mort},
            chien=chien,
            ecart=ecart,
            tricks=tricks,
            called=called,
            dealer=dealer,
            leader=leader,
            chelem_announced=bool(announced),
            poignees=poignees,
            mort=mort,
        )

    def note(self, code: str, trick: int | None = None, player: str | None = None, **values: object) -> None:
        self.problems.append(CardProblem(code, trick, player, values))

    def too_many(self, key: str, values: Sized, trick: int | None = None, player: str | None = None) -> bool:
        """Return whether there are more values than a donne can have; then a problem is noted, and no value is read."""
        if len(values) <= MOST_CARDS:
            return False
        self.note("too_many", trick, player, key=key, count=len(values), most=MOST_CARDS)
        return True

    def code(self, key: str, codes: type[Code], choices: tuple[Code, ...]) -> Code | None:
        value = self.mapping.get(key)
        if value is None:
            return None
        if not isinstance(value, str):
            self.note("wrong_type", key=key, expected="text", value=value)
        elif value not in choices:
            self.note("code_unknown", key=key, value=value, choices=tuple(code.value for code in choices))
        else:
            return codes(value)
        return None

    def players(self, variant: Variant | None) -> tuple[str, ...]:
        """Return the names in playing order; empty when something is wrong with them."""
        value = self.mapping.get("players")
        if value is None:
            return ()
        if not isinstance(value, (list, tuple)) or not all(isinstance(name, str) for name in value):
            self.note("wrong_type", key="players", expected="names", value=value)
            return ()
        before = len(self.problems)
        if self.too_many("players", value):
            return ()
        if variant is not None and len(value) != variant.seats:
            self.note("players_count", count=len(value), expected=variant.seats)
        if len(set(value)) != len(value):
            self.note("players_twice", players=tuple(name for name, times in Counter(value).items() if times > 1))
        if not all(map(str.strip, value)):
            self.note("player_unnamed")
        return () if len(self.problems) > before else tuple(value)

    def hands(self) -> dict[str, tuple[Card, ...]]:
        value = self.mapping.get("hands")
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.note("wrong_type", key="hands", expected="object", value=value)
            return {}
        if self.too_many("hands", value):
            return {}
        return {
            str(player): self.cards("hands", hand, RecordPlace("hand", str(player)), str(player))
            for player, hand in value.items()
        }

    def mort(
        self, variant: Variant | None, players: tuple[str, ...], hands: Mapping[str, tuple[Card, ...]]
    ) -> str | None:
        """Return the player who sits out: the one named, or the only one without a hand [R25]."""
        value = self.mapping.get("sits_out")
        names = list(value) if isinstance(value, (list, tuple)) else [] if value is None else [value]
        if self.too_many("sits_out", names):
            names = []
        if not all(isinstance(name, str) for name in names):
            self.note("wrong_type", key="sits_out", expected="name", value=value)
            return None
        if variant is not Variant.FIVE_MORT:
            if names and variant is not None:
                self.note("sits_out_forbidden", players=tuple(names))
            return None
        if not players:
            return None
        without = names or [player for player in players if not hands.get(player)]
        if len(without) != 1:
            self.note("mort_unclear", count=len(without))
            return None
        (mort,) = without
        if mort not in players:
            self.note("player_unknown", player=mort, place=RecordPlace("sits_out"), choices=players)
            return None
        return str(mort)

    def seated(self, key: str, place: str, value: object, *, resting: bool = False) -> str | None:
        """Return a name when that player is at the table and holds cards. With `resting`, he may hold none."""
        if value is None:
            return None
        if not isinstance(value, str):
            self.note("wrong_type", key=key, expected="name", value=value)
            return None
        players, mort = self.places
        if players and value not in players:
            self.note("player_unknown", player=value, place=RecordPlace(place), choices=players)
        elif value == mort and not resting:
            self.note("player_sits_out", player=value, place=RecordPlace(place))
        return value

    def called(self, variant: Variant | None) -> Card | None:
        value = self.mapping.get("called")
        called = None if value is None else self.card("called", value, RecordPlace("called"))
        if variant is Variant.FIVE and value is None:
            self.note("called_missing")
        elif variant is not None and variant is not Variant.FIVE and called is not None:
            self.note("called_forbidden", card=called)
        return called

    def poignees(self) -> tuple[ShownPoignee, ...]:
        listed = self.listed("poignees")
        poignees: list[ShownPoignee] = []
        for item in listed:
            if not isinstance(item, Mapping):
                self.note("wrong_type", key="poignees", expected="object", value=item)
                continue
            for key in item:
                if key not in ("player", "cards"):
                    self.note("key_unknown", key=f"poignees.{key}")
            player = self.seated("poignees", "poignees", item.get("player"))
            for key in ("player", "cards"):
                if item.get(key) is None:
                    self.note("key_missing", player=player, key=f"poignees.{key}")
            if player is not None:
                cards = self.cards("poignees", item.get("cards"), RecordPlace("poignee", player), player)
                poignees.append(ShownPoignee(player, cards))
        return tuple(poignees)

    def tricks(self) -> tuple[tuple[tuple[str, Card], ...], ...]:
        return tuple(self.trick(number, item) for number, item in enumerate(self.listed("tricks"), 1))

    def trick(self, number: int, item: object) -> tuple[tuple[str, Card], ...]:
        if not isinstance(item, Mapping):
            self.note("wrong_type", number, key="tricks", expected="object", value=item)
            return ()
        if self.too_many("tricks", item, number):
            return ()
        place = RecordPlace("trick", trick=number)
        played = ((str(name), self.card("tricks", value, place, str(name), number)) for name, value in item.items())
        return tuple((player, card) for player, card in played if card is not None)

    def listed(self, key: str) -> list[object]:
        value = self.mapping.get(key)
        if value is None:
            return []
        if not isinstance(value, (list, tuple)):
            self.note("wrong_type", key=key, expected="list", value=value)
            return []
        return [] if self.too_many(key, value) else list(value)

    def cards(self, key: str, value: object, place: RecordPlace, player: str | None = None) -> tuple[Card, ...]:
        """Return the cards of a list, or of a text such as « 17 12 EX PR »."""
        if value is None:
            return _NO_CARDS
        if isinstance(value, str):
            cards, unread = read_cards(value)
            if self.too_many(key, [*cards, *unread], player=player):
                return _NO_CARDS
            for text in unread:
                self.note("card_unreadable", player=player, value=text, place=place)
            return tuple(cards)
        if not isinstance(value, (list, tuple)):
            self.note("wrong_type", player=player, key=key, expected="cards", value=value)
            return _NO_CARDS
        if self.too_many(key, value, player=player):
            return _NO_CARDS
        cards_read = [self.card(key, item, place, player) for item in value]
        return tuple(card for card in cards_read if card is not None)

    def card(
        self, key: str, value: object, place: RecordPlace, player: str | None = None, trick: int | None = None
    ) -> Card | None:
        """Return the card of a code; a trump may be a number."""
        if type(value) is int:
            value = str(value)
        if not isinstance(value, str):
            self.note("wrong_type", trick, player, key=key, expected="card", value=value)
            return None
        try:
            return card(value)
        except UnreadableCard:
            self.note("card_unreadable", trick, player, value=value, place=place)
            return None
