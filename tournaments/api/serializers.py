"""The shapes that programs read. Names of people come from `queries.names` only."""

from rest_framework import serializers

from tournaments.models import Club, Round, Season, Tournament


class ErrorSerializer(serializers.Serializer):
    """Why a request was not answered: `code` for programs, `message` for people."""

    code = serializers.CharField()
    message = serializers.CharField()
    fields = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="What is wrong with which parameter, when that is known.",
    )  # type: ignore[assignment]


class ClubSerializer(serializers.ModelSerializer):
    class Meta:
        model = Club
        fields = ["id", "slug", "name", "town"]


class SeasonSerializer(serializers.ModelSerializer):
    club = ClubSerializer()

    class Meta:
        model = Season
        fields = ["id", "name", "club", "starts_on", "ends_on", "best_of"]
        extra_kwargs = {"best_of": {"help_text": "How many results count for each player; null for all of them."}}


class TournamentSerializer(serializers.ModelSerializer):
    club = ClubSerializer()
    state_label = serializers.CharField(source="get_state_display", help_text="The state in words.")
    bareme_label = serializers.CharField(help_text="Its name as people know it.")
    entered = serializers.IntegerField(help_text="How many players are registered.")

    class Meta:
        model = Tournament
        fields = [
            "id",
            "name",
            "date",
            "club",
            "season",
            "state",
            "state_label",
            "entered",
            "table_size",
            "rounds_planned",
            "pace",
            "donnes_per_round",
            "minutes_per_round",
            "keeps",
            "bareme",
            "bareme_label",
            "revision",
        ]
        extra_kwargs = {
            "season": {"help_text": "The id of the season it counts in, or null."},
            "bareme": {"help_text": "The code of the edition it is played by: official, or the club's own."},
            "revision": {"help_text": "Raised by everything that changes what the public sees."},
        }


class RoundSerializer(serializers.ModelSerializer):
    tables = serializers.IntegerField(source="all_tables", help_text="How many tables play in it.")
    closed_tables = serializers.IntegerField(help_text="How many sheets are closed.")

    class Meta:
        model = Round
        fields = ["number", "published_at", "tables", "closed_tables"]


class SeatedSerializer(serializers.Serializer):
    """A player in a round; without consent the name is the start number, and the club is empty."""

    start_number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField(allow_blank=True)
    chair = serializers.CharField(allow_blank=True, help_text="Sud, Est, Nord, Ouest; empty for an exempt.")


class SeatedTableSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    closed = serializers.BooleanField(help_text="Whether its sheet is closed.")
    seats = SeatedSerializer(many=True, help_text="In playing order.")


class SeatingSerializer(serializers.Serializer):
    """A round: who sits where."""

    number = serializers.IntegerField(source="round.number")
    published_at = serializers.DateTimeField(source="round.published_at")
    tables = SeatedTableSerializer(many=True)
    exempts = SeatedSerializer(many=True)


class MarkSerializer(serializers.Serializer):
    """What a round brought a player; `points` is null when it brought nothing (yet)."""

    points = serializers.IntegerField(allow_null=True)
    donnes = serializers.IntegerField()
    exempt = serializers.BooleanField()


class LineSerializer(serializers.Serializer):
    """A player's line; without consent the name is the start number, and the club is empty."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField(help_text="Whether somebody else has the same place.")
    start_number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField(allow_blank=True)
    marks = MarkSerializer(many=True, help_text="One for each of `rounds`, in the same order.")
    penalties = serializers.IntegerField(help_text="Zero or negative; counted in the total.")
    total = serializers.IntegerField()
    donnes = serializers.IntegerField()
    rounds_played = serializers.IntegerField()


class StandingsSerializer(serializers.Serializer):
    """The ranking as it stands, from the first place to the last."""

    tournament = serializers.IntegerField(source="tournament.pk")
    name = serializers.CharField(source="tournament.name")
    state = serializers.CharField(source="tournament.state")
    revision = serializers.IntegerField(source="tournament.revision")
    rounds = serializers.ListField(child=serializers.IntegerField(), help_text="The numbers of the rounds drawn.")
    lines = LineSerializer(many=True)


class EventSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    date = serializers.DateField()


class EventMarkSerializer(serializers.Serializer):
    """What one tournament brought a player; `dropped` when the rule leaves it out."""

    points = serializers.IntegerField(allow_null=True)
    dropped = serializers.BooleanField()


class LeagueLineSerializer(serializers.Serializer):
    place = serializers.IntegerField()
    shared = serializers.BooleanField(help_text="Whether somebody else has the same place.")
    name = serializers.CharField()
    club = serializers.CharField(allow_blank=True)
    marks = EventMarkSerializer(many=True, help_text="One for each of `events`, in the same order.")
    played = serializers.IntegerField()
    total = serializers.IntegerField()


class LeagueSerializer(serializers.Serializer):
    """The tournaments of a season added up, from the first place to the last."""

    season = SeasonSerializer()
    events = EventSerializer(many=True)
    lines = LeagueLineSerializer(many=True)
