"""
The donne of the exchange format and its answer, described for programs.

These describe and never judge: `scoring.marque.read` alone says whether a donne can have happened.
"""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.labels import CampChoice, ContractChoice
from scoring.marque import PoigneeSize, Reason, Variant

COUNT = {"oneOf": [{"type": "number", "multipleOf": 0.5}, {"type": "string"}]}
NAMES = {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


@extend_schema_field(COUNT)
class CountField(serializers.Field):
    """Card points in halves, as a number or as text: 46, 40.5, "40,5"."""


@extend_schema_field(NAMES)
class SittingOutField(serializers.Field):
    """The mort at a table of five: a name, or a list of one."""


class PoigneeSerializer(serializers.Serializer):
    player = serializers.CharField()
    size = serializers.ChoiceField(choices=list(PoigneeSize), required=False)
    trumps = serializers.IntegerField(required=False, help_text="How many trumps were shown, in place of `size`.")


class ChelemSerializer(serializers.Serializer):
    announced = serializers.BooleanField(required=False)
    made = serializers.ChoiceField(choices=CampChoice.choices, required=False, allow_null=True)
    announced_by = serializers.CharField(required=False, allow_null=True)


class DonneSerializer(serializers.Serializer):
    variant = serializers.ChoiceField(choices=list(Variant))
    players = serializers.ListField(child=serializers.CharField(), help_text="In playing order, all different.")
    taker = serializers.CharField()
    partner = serializers.CharField(
        required=False, allow_null=True, help_text="Five players, required there: who holds the called card, or null."
    )
    sits_out = SittingOutField(required=False)
    contract = serializers.ChoiceField(choices=ContractChoice.choices)
    bouts = serializers.IntegerField(min_value=0, max_value=3)
    points = CountField(help_text="The attack's card points, in halves.")
    defense_points = CountField(required=False, help_text="The defence's own count, checked against `points`.")
    petit_au_bout = serializers.ChoiceField(choices=CampChoice.choices, required=False, allow_null=True)
    poignees = PoigneeSerializer(many=True, required=False)
    chelem = ChelemSerializer(required=False)


class PartSerializer(serializers.Serializer):
    """One term of the marque: signed points for the attack, from each defender."""

    reason = serializers.ChoiceField(choices=list(Reason))
    points = serializers.IntegerField()
    text = serializers.CharField()


class ProblemSerializer(serializers.Serializer):
    code = serializers.CharField()
    field = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class MarqueSerializer(serializers.Serializer):
    scores = serializers.DictField(child=serializers.IntegerField(), help_text="By name; they sum to zero.")
    per_defender = serializers.IntegerField()
    won = serializers.BooleanField()
    parts = PartSerializer(many=True)
    warnings = ProblemSerializer(many=True, required=False, help_text="Possible, but to be looked at twice.")


class ProblemsSerializer(serializers.Serializer):
    """Everything that is wrong with a donne, at once."""

    problems = ProblemSerializer(many=True)
