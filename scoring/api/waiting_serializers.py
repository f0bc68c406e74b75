"""What waits for an arbiter, as programs read it, and what they send to have it settled."""

from typing import Any

from rest_framework import serializers

from scoring.api.entry_serializers import (
    ChairField,
    DonneField,
    ReasonField,
    Sent,
    StaleLineSerializer,
    WrittenLineSerializer,
)
from scoring.labels import CallAbout, Kept, ProtestAbout
from scoring.models import Conflict
from scoring.queries.table.answers import line_as_json


class ArbiterWantedSerializer(Sent):
    """Why a table calls the arbiter."""

    about = serializers.ChoiceField(choices=CallAbout.choices)
    donne = DonneField(required=False, allow_null=True, help_text="The donne in which it is announced.")
    chair = ChairField(required=False, allow_null=True, help_text="Who announces it.")
    reason = ReasonField(required=False, allow_blank=True, default="", help_text="Required for `autre`.")


class ArbiterCallSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    about = serializers.ChoiceField(choices=CallAbout.choices)
    donne = serializers.IntegerField(source="number", allow_null=True)
    by = serializers.CharField(source="by_name")
    reason = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    coming = serializers.CharField(source="coming_by_name", allow_blank=True, help_text="Who goes there.")
    settled_at = serializers.DateTimeField(allow_null=True)
    answer = serializers.CharField(allow_blank=True)


class SettlingCallSerializer(Sent):
    answer = ReasonField(required=False, allow_blank=True, default="", help_text="A note, if there is one.")


class AnsweringSerializer(Sent):
    answer = ReasonField(help_text="The table reads it.")
    upheld = serializers.BooleanField(help_text="Whether the table is right.")


class AnsweredSerializer(serializers.Serializer):
    """What a table contests, and what an arbiter answered, if one did."""

    id = serializers.IntegerField()
    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    about = serializers.ChoiceField(choices=ProtestAbout.choices)
    donne = serializers.IntegerField(source="number", allow_null=True)
    by = serializers.CharField(source="by_name")
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(allow_null=True)
    answer = serializers.CharField(allow_blank=True)
    upheld = serializers.BooleanField(allow_null=True)


class SettlingVersionsSerializer(Sent):
    kept = serializers.ChoiceField(choices=Kept.choices, help_text="That of the sheet, or the other version.")
    reason = ReasonField()


class VersionsSerializer(serializers.Serializer):
    """A donne in two versions: `line` is that of the sheet, null where nothing stands; `other` waits beside it."""

    id = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    donne = serializers.IntegerField()
    late = serializers.BooleanField(help_text="Whether it came after the sheet was closed.")
    line = WrittenLineSerializer(allow_null=True)
    other = WrittenLineSerializer()
    settled_at = serializers.DateTimeField(allow_null=True)
    kept = serializers.ChoiceField(choices=Kept.choices, allow_blank=True)
    reason = serializers.CharField(allow_blank=True)


class StaleVersionsSerializer(StaleLineSerializer):
    """The sheet says something else by now, or somebody settled it: both versions as they are."""

    versions = VersionsSerializer(required=False)


def versions_as_json(conflict: Conflict) -> dict[str, Any]:
    """Return the two versions of a donne; `conflict` was read by `conflicts_of`."""
    table = conflict.table
    standing = next((line for line in table.lines.all() if line.number == conflict.number), None)
    return {
        "id": conflict.pk,
        "round": table.round.number,
        "table": table.number,
        "donne": conflict.number,
        "late": conflict.late,
        "line": standing and line_as_json(standing),
        "other": line_as_json(conflict.as_line(list(table.seats.all()))),
        "settled_at": conflict.settled_at,
        "kept": conflict.kept,
        "reason": conflict.settle_reason,
    }
