"""The JSON that programs read of matches of teams."""

from rest_framework import serializers

from tournaments.api.serializers import TotalField


class TeamOfMatchSerializer(serializers.Serializer):
    """A team in a match."""

    number = serializers.IntegerField(help_text="The same as in `teams/`.")
    name = serializers.CharField()
    line_up = serializers.ListField(
        child=serializers.CharField(),
        help_text="Who plays, the taker first, once the tables are published; without consent the start number.",
    )
    points = TotalField(allow_null=True, help_text="What the boards brought that everybody may read; else null.")
    victory_points = TotalField(allow_null=True, help_text="Where `victory_by` is set; else null.")


class MatchSerializer(serializers.Serializer):
    """Two teams at two tables with the same boards; one team alone has a bye."""

    round = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Its tables are twice this number, and the one before.")
    teams = TeamOfMatchSerializer(many=True)
    over = serializers.BooleanField(help_text="Whether both sheets are closed and everybody may read them.")
    winner = serializers.IntegerField(allow_null=True, help_text="The number of a team; null also when it is drawn.")


class MatchesSerializer(serializers.Serializer):
    """The matches that are drawn, by round."""

    tournament = serializers.IntegerField()
    name = serializers.CharField()
    revision = serializers.IntegerField()
    matches = MatchSerializer(many=True)
