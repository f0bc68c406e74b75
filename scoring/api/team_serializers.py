"""Requests and answers of the API about teams, and who plays a match for one."""

from typing import ClassVar

from rest_framework import serializers

from scoring.api.entry_serializers import CountedField, Sent
from tournaments.labels import MOST_IN_TEAM
from tournaments.models import SealedLineUp, Team


class SentTeamSerializer(Sent):
    """A team as a whole: whoever is not among `members` leaves it."""

    name = serializers.CharField(max_length=200)
    members = serializers.ListField(
        child=CountedField(), min_length=2, max_length=MOST_IN_TEAM, help_text="Start numbers, stand-ins too."
    )
    captain = CountedField(help_text="The start number of one of them.")


class FormedTeamSerializer(serializers.ModelSerializer):
    """A team, for those who run the event."""

    members = serializers.SerializerMethodField(help_text="Start numbers.")
    captain = serializers.SerializerMethodField(help_text="A start number; null without one.")

    class Meta:
        model = Team
        fields: ClassVar = ["number", "name", "members", "captain"]

    def get_members(self, team: Team) -> list[int]:
        return [member.start_number for member in team.members.all()]

    def get_captain(self, team: Team) -> int | None:
        return team.captain.start_number if team.captain is not None else None


class SentLineUpSerializer(Sent):
    """Who plays a match for a team. It replaces an earlier one, until the first donne of the round."""

    taker = CountedField(help_text="The start number of the prescribed taker, in Sud.")
    defence = serializers.ListField(
        child=CountedField(), min_length=3, max_length=3, help_text="Of the three who play at the other table."
    )


class SealedSerializer(serializers.ModelSerializer):
    """That a line-up is sealed. Nobody reads it before the other team's is there: `matches/` then tells both."""

    team = serializers.IntegerField(source="team.number")

    class Meta:
        model = SealedLineUp
        fields: ClassVar = ["team", "sealed_at"]
