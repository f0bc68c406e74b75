"""What programs read of a final: who is qualified, and the ranking after it."""

from rest_framework import serializers

from tournaments.api.serializers import TotalField


class QualifiedPlayerSerializer(serializers.Serializer):
    """A player's place in a ranking that leads to a final, of who agreed to be named."""

    place = serializers.IntegerField(help_text="In the ranking that leads to the final.")
    shared = serializers.BooleanField(help_text="Whether somebody else has the same place.")
    name = serializers.CharField()
    club = serializers.CharField(help_text="The club for which he, or the captain of a team, counts.")


class FinalSourceSerializer(serializers.Serializer):
    """A ranking that leads to a final: how many it qualifies, and whom."""

    league = serializers.IntegerField(
        source="row.league_id", allow_null=True, help_text="Its id, where it is a league."
    )
    tournament = serializers.IntegerField(
        source="row.source_id", allow_null=True, help_text="Its id, where it is a tournament."
    )
    name = serializers.CharField(source="title")
    first = serializers.IntegerField(source="row.first", allow_null=True, help_text="How many are qualified.")
    share = serializers.IntegerField(
        source="row.share", allow_null=True, help_text="Or which share of the ranked, in percent, rounded up."
    )
    club_most = serializers.IntegerField(
        source="row.club_most", allow_null=True, help_text="How many of one club at most; null for no limit."
    )
    start = serializers.IntegerField(source="row.start", help_text="From which line of the ranking they are counted.")
    carried = serializers.IntegerField(source="row.carried", help_text="The part of a total that is kept, in percent.")
    provisional = serializers.BooleanField(source="is_provisional", help_text="Whether its results may still change.")
    secret = serializers.BooleanField(source="is_secret", help_text="Whether its ranking is not public yet.")
    qualified = QualifiedPlayerSerializer(source="going", many=True)
    reserves = QualifiedPlayerSerializer(many=True, help_text="In the order in which they move up.")
    over_quota = QualifiedPlayerSerializer(source="over", many=True, help_text="Out while their club has its most.")


class FinalistSerializer(serializers.Serializer):
    """A line of the ranking after a final."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField(help_text="Whether somebody else has the same place.")
    name = serializers.CharField(help_text="Of who did not agree to be named, his start number.")
    total = TotalField(help_text="With what was kept.")
    scored = TotalField(help_text="What the final alone brought.")


class QualifiedSerializer(serializers.Serializer):
    """Where the players of a final come from."""

    withheld = serializers.BooleanField(source="is_withheld", help_text="Whether who is qualified is not public yet.")
    unnamed = serializers.IntegerField(help_text="How many more go who are not named.")
    sources = FinalSourceSerializer(many=True, help_text="In their order.")
    ranking = FinalistSerializer(source="finalists", many=True, help_text="Empty before the first result of the final.")
