"""The forms of the pages about cards: count a pile, judge one card. The address of the page holds all answers."""

from collections import Counter
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.cards import Card, codes, read_cards
from scoring.cards.deck import JACK, SUITS
from scoring.marque import Camp
from scoring.queries.table.cards import HANDS, PileReading, Verdict, judge, reading_of
from tournaments.forms.base import AnchoredForm
from tournaments.labels import SEAT_NAMES

LONGEST = 1_000  # characters: the 78 cards in full words of four take four hundred
MOST_UNREAD = 8
TABLES = {3: gettext_lazy("3 joueurs"), 4: gettext_lazy("4 joueurs"), 5: gettext_lazy("5 joueurs")}
PLAYERS = [(str(hands), TABLES[hands]) for hands in HANDS]

ONE_CALLED = gettext_lazy("On n’appelle qu’une carte.")
NEVER_CALLED = gettext_lazy("On appelle un roi, ou à défaut une dame, un cavalier ou un valet.")


def _twice(cards: list[Card]) -> list[Card]:
    """Return the cards that the list has more than once."""
    return sorted(card for card, times in Counter(cards).items() if times > 1)


def may_be_called(card: Card) -> bool:
    """Return whether a taker at five may call this card from some hand [R24]."""
    return card.suit in SUITS and card.rank >= JACK


class CardsField(forms.CharField):
    """Cards as people type or paste them. Its value is a list of cards; it refuses words that are no card."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {
            "autocomplete": "off",
            "autocapitalize": "characters",
            "spellcheck": "false",
            "class": "codes",
        }
        super().__init__(max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 2} | attrs), **kwargs)

    def clean(self, value: Any) -> list[Card]:
        cards, unread = read_cards(super().clean(value))
        if unread:
            raise forms.ValidationError(unread_text(unread))
        return cards


def unread_text(words: list[str]) -> str:
    """Return the sentence that names the words which are no card."""
    quoted = ", ".join(f"« {word[:12]} »" for word in words[:MOST_UNREAD])
    return ngettext(
        "Je ne connais pas cette carte : %(words)s. Écrivez par exemple 21, EX, PR (roi de pique) ou K10.",
        "Je ne connais pas ces cartes : %(words)s. Écrivez par exemple 21, EX, PR (roi de pique) ou K10.",
        len(words),
    ) % {"words": quoted + (" …" if len(words) > MOST_UNREAD else "")}


class AlwaysBound(AnchoredForm):
    """A form whose answers are in the address: an empty address is an empty form, a missing answer has its default."""

    usual: dict[str, str] = {}

    def __init__(self, query: QueryDict) -> None:
        data = query.copy()
        for name, value in self.usual.items():
            if data.get(name) not in self._choices(name):
                data[name] = value
        super().__init__(data)

    def _choices(self, name: str) -> set[str]:
        field: Any = self.base_fields[name]
        return {value for value, _label in field.choices}


class PileForm(AlwaysBound):
    """
    The cards of a pile, ticked or typed, and which camp owns it.

    On a cleaned form, `cards` are all cards ticked or typed, each once, in the order of the pack.
    """

    usual = {"joueurs": str(HANDS[0]), "camp": Camp.ATTAQUE}

    camp = forms.ChoiceField(
        label=gettext_lazy("Ce tas est à"),
        choices=[
            (Camp.ATTAQUE, gettext_lazy("l’attaque")),
            (Camp.DEFENSE, gettext_lazy("la défense")),
        ],
        widget=forms.RadioSelect,
    )
    joueurs = forms.ChoiceField(label=gettext_lazy("La table"), choices=PLAYERS, widget=forms.RadioSelect)
    cartes = CardsField(
        label=gettext_lazy("Cartes écrites"),
        required=False,
        help_text=gettext_lazy("21 à 1 pour les atouts, EX, puis P, C, K ou T et la carte : PR, C10, KA."),
    )

    def __init__(self, query: QueryDict) -> None:
        super().__init__(query)
        self.cards: list[Card] = []
        self.twice: list[Card] = []

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        ticked, _unread = read_cards(" ".join(self.data.getlist("carte"))[:LONGEST])
        # A word that is no card does not hide the cards beside it.
        written, _unread = read_cards(self.data.get("cartes", "")[:LONGEST])
        self.cards = sorted({*ticked, *written})
        self.twice = _twice(written)
        return cleaned

    @property
    def reading(self) -> PileReading | None:
        """Return what the pile is worth, None while it is empty. Call it on a cleaned form."""
        if not self.cards:
            return None
        hands, attack = int(self.data["joueurs"]), self.data["camp"] == Camp.ATTAQUE
        return reading_of(self.cards, hands=hands, attack=attack)

    def shortest(self) -> str:
        """Return the shortest query string with the same answers, for an address to keep or to send."""
        query = QueryDict(mutable=True)
        if self.cards:
            query["cartes"] = " ".join(codes(self.cards))
        for name, usual in self.usual.items():
            if self.data[name] != usual:
                query[name] = self.data[name]
        return query.urlencode()


class RenonceForm(AlwaysBound):
    """
    One card played, the cards before it in the trick, and the hand. It asks only what players at a table can show.

    On a cleaned form, `verdict` says whether the card was a renonce, None when too little is known.
    """

    usual = {"joueurs": str(HANDS[0]), "entame": "0"}

    joueurs = forms.ChoiceField(label=gettext_lazy("La table"), choices=PLAYERS, widget=forms.RadioSelect)
    entame = forms.ChoiceField(
        label=gettext_lazy("Qui a entamé le pli ?"),
        choices=[(str(chair), name) for chair, name in enumerate(SEAT_NAMES)],
        widget=forms.RadioSelect,
    )
    pli = CardsField(
        label=gettext_lazy("Le pli avant cette carte, dans l’ordre"),
        required=False,
        help_text=gettext_lazy("Rien si cette carte est l’entame."),
    )
    jouee = CardsField(label=gettext_lazy("La carte jouée"), required=False)
    main = CardsField(
        label=gettext_lazy("La main d’où elle vient"),
        required=False,
        help_text=gettext_lazy("Autant que vous savez : les cartes vues ensuite suffisent souvent."),
    )
    appelee = CardsField(
        label=gettext_lazy("La carte appelée"),
        required=False,
        help_text=gettext_lazy("Pour la première entame de la donne ; ensuite, ne dites rien."),
    )

    def __init__(self, query: QueryDict) -> None:
        super().__init__(query)
        self.verdict: Verdict | None = None
        self.fields["entame"].choices = [(str(chair), name) for chair, name in enumerate(SEAT_NAMES[: self.hands])]
        if self.data["entame"] not in map(str, range(self.hands)):
            self.data["entame"] = self.usual["entame"]

    @property
    def hands(self) -> int:
        return int(self.data["joueurs"])

    @property
    def is_blank(self) -> bool:
        return not any(self.data.get(name, "").strip() for name in ("pli", "jouee", "main"))

    @property
    def people(self) -> list[str]:
        """Return the names of the chairs, in the order in which they play on this trick."""
        first = int(self.data["entame"])
        return [str(SEAT_NAMES[(first + turn) % self.hands]) for turn in range(self.hands)]

    def clean(self) -> dict[str, Any]:
        answers = super().clean()
        if self.errors or not answers["jouee"]:
            return answers
        played, trick, hand, called = answers["jouee"], answers["pli"], answers["main"], answers["appelee"]
        if len(played) > 1:
            self.add_error("jouee", _("Une seule carte est jugée à la fois : gardez celle dont on discute."))
        if len(called) > 1:
            self.add_error("appelee", ONE_CALLED)
        elif called and not may_be_called(called[0]):
            self.add_error("appelee", NEVER_CALLED)
        if len(trick) >= self.hands:
            self.add_error(
                "pli",
                _("À %(hands)d joueurs, au plus %(most)d cartes sont tombées avant celle-ci : retirez-en.")
                % {"hands": self.hands, "most": self.hands - 1},
            )
        self._refuse_twice("pli", _twice(trick))
        self._refuse_twice("main", _twice(hand))
        self._refuse_twice("main", [card for card in {*hand, *played[:1]} if card in trick])
        if not self.errors:
            on_lead = called[0] if called and self.hands == 5 and not trick else None
            self.verdict = judge(played[0], hand, trick, hands=self.hands, called=on_lead)
        return answers

    def _refuse_twice(self, field: str, cards: list[Card]) -> None:
        for card in sorted(set(cards)):
            self.add_error(field, _("%(card)s est là deux fois : il n’y en a qu’une.") % {"card": card.symbol})
