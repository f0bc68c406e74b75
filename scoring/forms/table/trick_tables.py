"""
A donne as people write it: a table with a trick on each line, and a few lines of what cannot be read off the cards.

The table needs no more than the cards that fell; what is in the hands follows from them::

    Preneur : Nord
    Contrat : prise
    Chien : 18 P9 CC K8 TC TA
    Nord  Ouest  Sud  Est
    CR    C4     C2   C7*
    TC    T2     TR   T6

A star marks the card that leads; the first one is enough. « - » stands for a card that has not fallen yet.
"""

import re
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from scoring.cards import DECK, Card, UnreadableCard, card, codes, read_cards
from scoring.cards.record import WITH_ECART, Record
from scoring.marque import Contract, Variant
from tournaments.kit.text import unaccented
from tournaments.refusals import Refusal

LONGEST_NAME = 60
MOST_TRICKS = 30
MOST_SENTENCES = 20

PLAYED_BY = {3: Variant.THREE, 4: Variant.FOUR, 5: Variant.FIVE}
KEYS = {
    "joueurs": "players",
    "preneur": "taker",
    "contrat": "contract",
    "chien": "chien",
    "ecart": "ecart",
    "donneur": "dealer",
    "entame": "leader",
    "mort": "sits_out",
    "appele": "called",
    "appelee": "called",
    "roi appele": "called",
    "carte appelee": "called",
    # and the same in English
    "players": "players",
    "taker": "taker",
    "contract": "contract",
    "dog": "chien",
    "discard": "ecart",
    "dealer": "dealer",
    "leader": "leader",
    "called": "called",
    "called card": "called",
}
CONTRACTS = {
    "petite": Contract.PRISE,
    "prise": Contract.PRISE,
    "garde": Contract.GARDE,
    "garde sans": Contract.GARDE_SANS,
    "garde contre": Contract.GARDE_CONTRE,
}
NOT_YET = {"-", "–", "—", "."}
_BETWEEN = re.compile(r"[,;|\t]")
_NUMBERED = re.compile(r"\s*[0-9]{1,2}[.)]\s+")


def refused(sentences: Iterable[str]) -> Refusal:
    """Return a refusal with these sentences at the field of the record; of many sentences only the first ones."""
    listed = list(dict.fromkeys(sentences))
    if len(listed) > MOST_SENTENCES:
        more = len(listed) - MOST_SENTENCES
        listed = [*listed[:MOST_SENTENCES], _("… et %(count)d autres fautes de lecture.") % {"count": more}]
    return Refusal(" ".join(listed), code="record_unreadable", fields={"releve": listed})


class TrickTable:
    """Reads a table of tricks line by line, and notes everything that cannot be read."""

    def __init__(self, text: str) -> None:
        self.values: dict[str, Any] = {}
        self.players: list[str] = []
        self.hands: dict[str, list[Card]] = {}
        self.rows: list[list[Card | None]] = []
        self.stars: list[int | None] = []
        self.problems: list[str] = []
        for number, line in enumerate(text.splitlines(), 1):
            numbered = _NUMBERED.match(line)
            words = _words(line[numbered.end() :] if numbered else line)
            if not words or line.lstrip().startswith("#"):
                continue
            if ":" in line:
                self._read_named_line(number, line)
            elif not self.players:
                self._people(words)
            else:
                self._trick(number, words)
        if len(self.players) not in PLAYED_BY:
            self.problems.insert(
                0,
                _(
                    "Écrivez les noms des 3, 4 ou 5 joueurs sur une ligne, dans l’ordre du jeu, puis un pli par "
                    "ligne : une carte sous chaque nom."
                ),
            )
        elif len(set(self.players)) < len(self.players):
            self.problems.insert(0, _("Deux joueurs portent le même nom : donnez à chacun un nom différent."))
        if len(self.rows) > MOST_TRICKS:
            self.problems.append(_("Il y a trop de plis : une donne en a 24 au plus."))
        if any(len(name) > LONGEST_NAME for name in self.players):
            self.problems.append(_("Un nom est trop long : %(most)d lettres au plus.") % {"most": LONGEST_NAME})

    def play(self) -> Record:
        """Return a record to judge only the play: each player's hand is made of the cards he played."""
        if not self.problems and not self.rows:
            self.problems.append(_("Il n’y a aucun pli : écrivez un pli par ligne, une carte sous chaque nom."))
        if self.problems:
            raise refused(self.problems)
        taker = self.values.get("taker")
        return Record(
            variant=self._variant(),
            players=tuple(self.players),
            taker=taker if taker in self.players else self.players[0],
            contract=Contract.GARDE_SANS,  # the hands are as played: no dog is added to them
            hands={player: tuple(cards) for player, cards in self._known_hands().items()},
            chien=(),
            tricks=tuple(tuple(trick.items()) for trick in self._tricks()),
            called=self._called(),
            leader=self._leader() or self.players[0],
            mort=self._mort(),
        )

    def mapping(self) -> dict[str, Any]:
        """Return the whole record as an object of the exchange format."""
        contract = CONTRACTS.get(_plain(self.values.get("contract", "")).replace(" le chien", ""))
        if "taker" not in self.values:
            self.problems.append(_("Écrivez qui a pris, sur une ligne « Preneur : … »."))
        if contract is None:
            self.problems.append(
                _("Écrivez le contrat, sur une ligne « Contrat : … » : prise, garde, garde sans ou garde contre.")
            )
        fallen = self._known_hands()
        remaining = [card_ for card_ in DECK if not any(card_ in cards for cards in fallen.values())]
        dog, ecart, hands = self._cards_under("chien"), self._cards_under("ecart"), dict(fallen)
        if contract in WITH_ECART:
            if "chien" not in self.values:
                self.problems.append(_("Écrivez les cartes retournées, sur une ligne « Chien : … »."))
            ecart = ecart if "ecart" in self.values else remaining
            taker = self.values.get("taker")
            if taker in hands:
                hands[taker] = [card_ for card_ in (*hands[taker], *ecart) if card_ not in dog]
        elif "chien" not in self.values:
            dog = remaining
        if self.problems:
            raise refused(self.problems)
        record = {
            "variant": self._variant().value,
            "players": self.players,
            "taker": self.values["taker"],
            "contract": contract and contract.value,
            "hands": {player: codes(self.hands.get(player, cards)) for player, cards in hands.items()},
            "chien": codes(dog),
            "ecart": codes(ecart),
            "called": self.values.get("called"),
            "tricks": [{player: card_.code for player, card_ in trick.items()} for trick in self._tricks()],
        }
        leader = self._leader()
        people = {"dealer": self.values.get("dealer"), "leader": leader, "sits_out": self.values.get("sits_out")}
        return record | {key: name for key, name in people.items() if name}

    def _read_named_line(self, number: int, line: str) -> None:
        """Read a line « Preneur : Nord », or « Nord : 17 12 … » for a hand."""
        name, _colon, value = line.partition(":")
        name, value = name.strip(), value.strip()
        key = KEYS.get(_plain(name))
        if key == "players":
            self._people(_words(value))
        elif key in ("chien", "ecart"):
            self.values[key] = self._cards(number, value)
        elif key is not None:
            self.values[key] = value
        elif name in self.players:
            self.hands[name] = self._cards(number, value)
        else:
            self.problems.append(
                _("Ligne %(line)d : je ne sais pas ce qu’est « %(name)s ».") % {"line": number, "name": name[:20]}
            )

    def _people(self, names: list[str]) -> None:
        self.players = names

    def _trick(self, number: int, words: list[str]) -> None:
        if len(words) != len(self.players):
            self.problems.append(
                _("Ligne %(line)d : il faut %(expected)d cartes, une par joueur, il y en a %(count)d.")
                % {"line": number, "expected": len(self.players), "count": len(words)}
            )
            return
        row: list[Card | None] = []
        star = None
        for place, word in enumerate(words):
            if "*" in word:
                star = place
            bare = word.replace("*", "")
            try:
                row.append(None if bare in NOT_YET else card(bare))
            except UnreadableCard:
                self.problems.append(
                    _("Ligne %(line)d : je ne connais pas la carte « %(word)s ».") % {"line": number, "word": bare[:20]}
                )
        self.rows.append(row)
        self.stars.append(star)

    def _cards(self, number: int, text: str) -> list[Card]:
        cards, unread = read_cards(text)
        self.problems += [
            _("Ligne %(line)d : je ne connais pas la carte « %(word)s ».") % {"line": number, "word": word[:20]}
            for word in unread
        ]
        return cards

    def _mort(self) -> str | None:
        mort = self.values.get("sits_out")
        return str(mort) if mort in self.players and len(self.players) == 5 else None

    def _variant(self) -> Variant:
        """Return the variant for the number of columns. Five columns, one of them the mort, are a donne at four."""
        return Variant.FIVE_MORT if self._mort() else PLAYED_BY[len(self.players)]

    def _cards_under(self, key: str) -> list[Card]:
        return list(self.values.get(key, []))

    def _called(self) -> Card | None:
        try:
            return card(self.values["called"]) if "called" in self.values else None
        except UnreadableCard:
            return None

    def _leader(self) -> str | None:
        """Return who leads the first trick, None when the table does not say it."""
        if self.values.get("leader") in self.players:
            return str(self.values["leader"])
        return self.players[self.stars[0]] if self.stars and self.stars[0] is not None else None

    def _known_hands(self) -> dict[str, list[Card]]:
        """Return the hand of each player: as the table gives it, else all the cards that the player put down."""
        return {
            player: self.hands.get(player) or [card for row in self.rows for card in row[place : place + 1] if card]
            for place, player in enumerate(self.players)
        }

    def _tricks(self) -> list[dict[str, Card]]:
        """
        Return the tricks. Cards stand in the order played when every line has its star.

        With fewer stars, the order of the columns says nothing: the playing order and the leader are enough.
        """
        starred = all(star is not None for star in self.stars)
        tricks = []
        for row, star in zip(self.rows, self.stars, strict=True):
            first = star if starred and star is not None else 0
            places = [*range(first, len(row)), *range(first)]
            tricks.append({self.players[place]: card_ for place in places if (card_ := row[place]) is not None})
        return tricks


def _words(line: str) -> list[str]:
    """Return the columns of a line. They are separated by commas, semicolons, bars or tabs; without any, by spaces."""
    words = _BETWEEN.split(line) if _BETWEEN.search(line.strip()) else line.split()
    return [word.strip() for word in words if word.strip()]


def _plain(text: str) -> str:
    """Return a word in lower case, without accents and needless spaces."""
    return " ".join(unaccented(text.casefold()).split())
