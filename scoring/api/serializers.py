"""
The donne of the exchange format and its answer, described for programs.

These describe and never judge: `scoring.marque.read` alone says whether a donne can have happened.
"""

from collections import defaultdict
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.cards.reading import CONTRACTS, VARIANTS
from scoring.labels import Outcome, camps, contracts, miseres
from scoring.marque import PoigneeSize, PousseReading, Reason, Variant
from scoring.marque.checks import MOST_PLAYERS
from tournaments.api.serializers import ErrorSerializer
from tournaments.labels import CHAIRS

HOUSE_RULES = ("variant", "pousse", "petit_chelem", "misere")
COUNT = {"oneOf": [{"type": "number", "multipleOf": 0.5}, {"type": "string", "pattern": r"\d"}]}
NAMES = {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


@extend_schema_field(COUNT)
class CountField(serializers.Field):
    """Card points in halves, as a number or as text: 46, 40.5, "40,5"."""


@extend_schema_field(NAMES)
class SittingOutField(serializers.Field):
    """Who has no cards: the mort at five, the dealer at seven (a name), the dealing team at eight (a list of two)."""


class PlayerNameField(serializers.RegexField):
    """A player's name: not empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(r"\S", **kwargs)


class PoigneeSerializer(serializers.Serializer):
    player = serializers.CharField()
    size = serializers.ChoiceField(choices=list(PoigneeSize), required=False, allow_null=True)
    trumps = serializers.IntegerField(
        required=False, allow_null=True, help_text="How many trumps were shown, in place of `size`."
    )


class ChelemSerializer(serializers.Serializer):
    announced = serializers.BooleanField(required=False, allow_null=True)
    made = serializers.ChoiceField(choices=camps(), required=False, allow_null=True)
    announced_by = serializers.CharField(required=False, allow_null=True)


class PetitChelemSerializer(serializers.Serializer):
    announced = serializers.BooleanField(required=False, allow_null=True)
    made = serializers.BooleanField(required=False, allow_null=True)


class MisereSerializer(serializers.Serializer):
    player = serializers.CharField()
    kind = serializers.ChoiceField(choices=miseres())


class OptionsSerializer(serializers.Serializer):
    """Rules hors règlement, each off until it is asked for here."""

    pousse = serializers.ChoiceField(
        choices=list(PousseReading),
        required=False,
        allow_null=True,
        help_text="Contracts worth 10, 20, 40, 80, 160: the points added (`add`) or multiplied (`x`).",
    )
    petit_chelem = PetitChelemSerializer(required=False, allow_null=True)
    miseres = MisereSerializer(many=True, required=False, allow_null=True)
    misere_value = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, help_text="What everyone else who plays gives for a misère: 10."
    )


class DonneSerializer(serializers.Serializer):
    variant = serializers.ChoiceField(
        choices=list(Variant),
        help_text="`3`, `4`, `5` and `5_mort` are the règlement's; the others are house variants.",
    )
    players = serializers.ListField(
        child=PlayerNameField(),
        min_length=min(variant.seats for variant in Variant),
        max_length=MOST_PLAYERS,
        help_text="In playing order, all different, as many as the variant has seats.",
    )
    taker = PlayerNameField(help_text="One of `players`.")
    partner = serializers.CharField(
        required=False, allow_null=True, help_text="Required at five (who holds the called card, or null) and in teams."
    )
    sits_out = SittingOutField(required=False, allow_null=True)
    contract = serializers.ChoiceField(choices=contracts(), help_text="`pousse` only with the option of that name.")
    bouts = serializers.IntegerField(min_value=0, max_value=3)
    points = CountField(help_text="The attack's card points, in halves.")
    defense_points = CountField(
        required=False, allow_null=True, help_text="The defence's own count, checked against `points`."
    )
    petit_au_bout = serializers.ChoiceField(choices=camps(), required=False, allow_null=True)
    poignees = PoigneeSerializer(many=True, required=False, allow_null=True)
    chelem = ChelemSerializer(required=False, allow_null=True)
    options = OptionsSerializer(required=False, allow_null=True)


class DonneShape(OpenApiSerializerExtension):
    """What the fields of a donne cannot say one by one: all its players differ, and are as many as its variant has."""

    target_class = DonneSerializer

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        schema["properties"]["players"]["uniqueItems"] = True
        variants_by_seats: dict[int, list[str]] = defaultdict(list)
        for variant in Variant:
            variants_by_seats[variant.seats].append(variant.value)
        schema["oneOf"] = [
            {"properties": {"variant": {"enum": variants}, "players": {"minItems": seats, "maxItems": seats}}}
            for seats, variants in sorted(variants_by_seats.items())
        ]
        return schema


class PartSerializer(serializers.Serializer):
    """
    One term of the marque: signed points for the attack, from each defender.

    A misère has a `player`: its points are what everyone else who plays gives him.
    """

    reason = serializers.ChoiceField(choices=list(Reason))
    points = serializers.IntegerField()
    text = serializers.CharField()
    player = serializers.CharField(required=False)


class ProblemSerializer(serializers.Serializer):
    code = serializers.CharField()
    field = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class ToldSerializer(serializers.Serializer):
    """A marque with its reasons."""

    per_defender = serializers.IntegerField()
    won = serializers.BooleanField()
    parts = PartSerializer(many=True)
    house_rules = serializers.ListField(
        child=serializers.ChoiceField(choices=HOUSE_RULES),
        required=False,
        help_text="The rules hors règlement that this donne was played by, when there are some.",
    )
    warnings = ProblemSerializer(many=True, required=False, help_text="Possible, but to be looked at twice.")
    why = serializers.ListField(child=serializers.CharField(), required=False, help_text="The same in whole sentences.")


class MarqueSerializer(ToldSerializer):
    scores = serializers.DictField(child=serializers.IntegerField(), help_text="By name; they sum to zero.")


class ProblemsSerializer(ErrorSerializer):
    """Everything that is wrong with a donne, at once; `code` and `message` are those of its first problem."""

    problems = ProblemSerializer(many=True)


class ChairSerializer(serializers.Serializer):
    """A player at a table, in playing order."""

    chair = serializers.ChoiceField(choices=CHAIRS, help_text="One word, the same in every language.")
    chair_label = serializers.CharField(help_text="Its name in the language of the answer.")
    name = serializers.CharField()
    start_number = serializers.IntegerField()
    total = serializers.IntegerField(allow_null=True)


class CardCodesField(serializers.ListField):
    """Codes of cards: PR is the king of spades, 1 to 21 the trumps, EX the Excuse."""

    child = serializers.CharField()


class ShownSerializer(serializers.Serializer):
    """A poignée, with all the cards that were shown."""

    player = serializers.CharField()
    cards = CardCodesField()


class RecordSerializer(serializers.Serializer):
    """A donne card by card as it was written, faults and all; `manage.py releve` reads it."""

    variant = serializers.CharField(help_text=f"One of {', '.join(VARIANTS)}.")
    players = serializers.ListField(child=serializers.CharField(), help_text="In playing order.")
    taker = serializers.CharField()
    contract = serializers.CharField(help_text=f"One of {', '.join(CONTRACTS)}.")
    hands = serializers.DictField(child=CardCodesField(), help_text="The cards dealt to each player.")
    chien = CardCodesField()
    ecart = CardCodesField()
    chelem_announced = serializers.BooleanField()
    poignees = ShownSerializer(many=True)
    called = serializers.CharField(allow_null=True, help_text="The called card, at five.")
    tricks = serializers.ListField(child=serializers.DictField(child=serializers.CharField()))
    dealer = serializers.CharField(required=False)
    leader = serializers.CharField(required=False)
    sits_out = serializers.CharField(required=False)


class SheetDonneSerializer(serializers.Serializer):
    """A donne as it stands on the sheet. Players are the indexes of `players`; what was not said is null."""

    number = serializers.IntegerField(help_text="In duplicate the number of its board, which the étui bears.")
    id = serializers.IntegerField(allow_null=True, help_text="The version of its line, for `If-Match`.")
    turn = serializers.IntegerField(required=False, help_text="By how many chairs an étui was turned, where it was.")
    outcome = serializers.ChoiceField(choices=Outcome.choices, allow_null=True, help_text="null while it is missing.")
    taker = serializers.IntegerField(allow_null=True)
    partner = serializers.IntegerField(allow_null=True)
    sits_out = serializers.IntegerField(allow_null=True)
    contract = serializers.ChoiceField(choices=contracts(), allow_null=True)
    bouts = serializers.IntegerField(allow_null=True)
    points = CountField(allow_null=True, help_text="The attack's card points, in halves.")
    petit_au_bout = serializers.ChoiceField(choices=camps(), allow_null=True)
    marks = serializers.ListField(child=serializers.IntegerField(), help_text="By chair; empty while it is missing.")
    marque = ToldSerializer(allow_null=True)
    confirmed = serializers.ListField(child=serializers.CharField(), help_text="Codes of warnings looked at again.")
    corrections = serializers.IntegerField()
    record = RecordSerializer(allow_null=True, help_text="The donne card by card, where one is attached.")


class SheetSerializer(serializers.Serializer):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    bareme = serializers.CharField()
    version = serializers.CharField(help_text="What stands for its lines, to sign or to close it.")
    signed = serializers.ListField(child=serializers.IntegerField(), help_text="The chairs that signed this version.")
    unconfirmed = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of the donnes that the other camp may still confirm."
    )
    closed = serializers.BooleanField()
    complete = serializers.BooleanField()
    players = ChairSerializer(many=True)
    donnes = SheetDonneSerializer(many=True)
