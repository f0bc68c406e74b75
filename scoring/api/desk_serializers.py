"""Requests and answers of the API: corrections, the journal, the incident book and the clock."""

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework import serializers

from scoring.api.entry_serializers import (
    OF_A_BOARD,
    CountedField,
    DonneField,
    RoundField,
    Sent,
    SentReasonField,
    StaleLineSerializer,
    WhySerializer,
    WrittenLineSerializer,
)
from scoring.labels import CallOutcome
from scoring.services.decisions.incidents import LONGEST
from tournaments.api.serializers import ErrorSerializer
from tournaments.services.evening.clocks import MOST_EXTRA

MOST_PLAYERS = 20
ACTS = ["start", "pause", "call", "reset"]


class MovingSerializer(WhySerializer):
    """The round, the table and the donne to which a line is moved."""

    round = RoundField(required=False, help_text="The round of the donne when it is left out.")
    table = CountedField()
    donne = DonneField()


class MovedSerializer(serializers.Serializer):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    line = WrittenLineSerializer()


class PlaceTakenSerializer(StaleLineSerializer):
    """Answered when the line changed since it was read, or the target is not empty: both lines are told."""


class VersionOfLineSerializer(serializers.Serializer):
    current = serializers.BooleanField(help_text="Whether this is the line that stands now.")
    reason = serializers.CharField(allow_blank=True)
    line = WrittenLineSerializer()


class RestoringSerializer(WhySerializer):
    line = serializers.IntegerField(min_value=1, max_value=10**18, help_text="The `id` of one of `history/`.")


OF_A_CHELEM = "What an arbiter said became of a called chelem; empty where the act is about something else."


class ActSerializer(serializers.Serializer):
    """An entry of the tournament's journal: one act."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField(source="by_name", allow_blank=True)
    device = serializers.CharField(allow_blank=True)
    action = serializers.CharField(help_text="In French, as it is written; what pages say of it is translated.")
    subject = serializers.CharField(source="sentence")
    reason = serializers.CharField(allow_blank=True)
    chelem_before = serializers.ChoiceField(choices=CallOutcome.choices, allow_blank=True, help_text=OF_A_CHELEM)
    chelem_after = serializers.ChoiceField(choices=CallOutcome.choices, allow_blank=True, help_text=OF_A_CHELEM)
    stands = serializers.BooleanField(help_text="Whether it can be undone: nothing changed since what it did.")


class UndoneSerializer(serializers.Serializer):
    undone = serializers.IntegerField(help_text="The `id` of the line of the journal.")


class NotingSerializer(Sent):
    """An incident to note: what an arbiter ruled without taking points."""

    counts_with: ClassVar = {"round": {"table": ()}}

    text = serializers.CharField(max_length=LONGEST, help_text="What happened, and what was decided.")
    round = RoundField(required=False)
    table = CountedField(required=False)
    donne = DonneField(required=False)
    start_numbers = serializers.ListField(
        child=CountedField(),
        required=False,
        default=list,
        max_length=MOST_PLAYERS,
        help_text="Who was there.",
    )


class IncidentSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    text = serializers.CharField()
    round = serializers.IntegerField(source="table.round.number", default=None, allow_null=True)
    table = serializers.IntegerField(source="table.number", default=None, allow_null=True)
    donne = serializers.IntegerField(allow_null=True, help_text=OF_A_BOARD)
    start_numbers = serializers.SerializerMethodField()
    by = serializers.CharField(source="noted_by_name")
    at = serializers.DateTimeField(source="noted_at")
    cancelled_at = serializers.DateTimeField(allow_null=True)

    def get_start_numbers(self, incident: object) -> list[int]:
        return sorted(row.registration.start_number for row in incident.players.all())  # type: ignore[attr-defined]


class ChangingClockSerializer(Sent):
    act = serializers.ChoiceField(choices=ACTS, help_text="`call`: the time is over, whatever the clock says.")


class ClockSerializer(serializers.Serializer):
    """The clock of a timed round: a running clock ends at `ends_at`; a stopped clock has `left` seconds left."""

    version = serializers.CharField(help_text="What `If-Match` names.")
    left = serializers.IntegerField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    called_at = serializers.DateTimeField(allow_null=True)


class StaleClockSerializer(ErrorSerializer):
    standing = ClockSerializer(required=False)
    sent = ChangingClockSerializer(required=False)


class ExtraMinutesSerializer(Sent):
    minutes = serializers.IntegerField(min_value=0, max_value=MOST_EXTRA, help_text="The total; 0 takes them back.")
    reason = SentReasonField(
        required=False, allow_blank=True, default="", help_text="Required unless the minutes are 0."
    )

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        if sent["reason"] and not sent["minutes"]:
            raise serializers.ValidationError({"reason": [_("Des minutes reprises n’ont pas de motif : retirez-le.")]})
        return sent


class StaleMinutesSerializer(ErrorSerializer):
    standing = ExtraMinutesSerializer(required=False)
    sent = ExtraMinutesSerializer(required=False)
