"""The JSON that programs read. Names of people come from `queries.names` only."""

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.kit.text import Total, in_thousandths
from tournaments.labels import CHAIRS, Group, chair_code
from tournaments.models import Club, Round, Season, Tournament
from tournaments.queries.people.names import LETTERS_OF_A_KEY, public_key
from tournaments.queries.standings.corrections import league_corrections, public_corrections
from tournaments.queries.standings.leagues import LeagueStandings
from tournaments.queries.standings.lines import Standings
from tournaments.services.evening.settings import OF_MATCHES


class ErrorSerializer(serializers.Serializer):
    """Why a request was not answered: `code` for programs, `message` for people."""

    code = serializers.CharField()
    message = serializers.CharField()
    fields = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="What is wrong with which parameter, when that is known.",
    )  # type: ignore[assignment]


class HourOfClub(OpenApiSerializerFieldExtension):
    """An hour on the clock of a club has no offset, which the format `time` of a schema asks for."""

    target_class = "rest_framework.fields.TimeField"

    def map_serializer_field(self, _auto_schema: Any, _direction: Any) -> dict[str, Any]:
        return {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$"}


@extend_schema_field({"type": "string", "nullable": True, "minLength": LETTERS_OF_A_KEY, "maxLength": LETTERS_OF_A_KEY})
class PersonField(serializers.Field):
    """The same letters for the same person in every event of this site; null for who did not agree to it."""

    def __init__(self, **kwargs: Any) -> None:
        help_text = "The same for the same person in every event here; null for who did not agree to it."
        super().__init__(source="*", read_only=True, help_text=help_text, **kwargs)

    def to_representation(self, value: Any) -> str | None:
        return public_key(value.player_id, is_shared=value.is_shared)


@extend_schema_field({"type": "string", "enum": [*CHAIRS, ""]})
class ChairWordField(serializers.Field):
    """A chair by one word, whatever the language of the answer; empty for an exempt. Reads `chair_index`."""

    def __init__(self, **kwargs: Any) -> None:
        help_text = "One word, the same in every language; empty for an exempt."
        super().__init__(source="*", read_only=True, help_text=help_text, **kwargs)

    def to_representation(self, value: Any) -> str:
        return chair_code(value.chair_index)


class ClubSerializer(serializers.ModelSerializer):
    class Meta:
        model = Club
        fields = ["id", "slug", "name", "town"]


class SeasonSerializer(serializers.ModelSerializer):
    club = ClubSerializer()

    best_of = serializers.IntegerField(
        source="main_league.ranking_rule.best_of",
        allow_null=True,
        read_only=True,
        help_text="How many results count for each player; null for all of them.",
    )
    minimum_evenings = serializers.IntegerField(
        source="main_league.ranking_rule.minimum",
        allow_null=True,
        read_only=True,
        help_text="How many evenings it takes to be ranked, once there are as many; null ranks everybody.",
    )
    rule = serializers.JSONField(
        source="main_league.rule",
        read_only=True,
        help_text="The whole rule of its league, with its version; `weights` are [event, how often in hundredths].",
    )

    class Meta:
        model = Season
        fields = ["id", "name", "club", "starts_on", "ends_on", "best_of", "minimum_evenings", "rule"]


class TournamentSerializer(serializers.ModelSerializer):
    club = ClubSerializer()
    state_label = serializers.CharField(source="get_state_display", help_text="The state in words.")
    bareme_label = serializers.CharField(help_text="Its name as people know it.")
    place = serializers.CharField(source="where", help_text="Its own place, else the hall of its club; may be empty.")
    entered = serializers.IntegerField(help_text="How many played or are expected; who stayed away is not counted.")

    class Meta:
        model = Tournament
        fields = [
            "id",
            "name",
            "date",
            "starts_at",
            "place",
            "club",
            "season",
            "state",
            "state_label",
            "entered",
            "table_size",
            "team_size",
            "rounds_planned",
            "pace",
            "donnes_per_round",
            "minutes_per_round",
            "keeps",
            "compared_by",
            "compared_trim",
            "compared_per_opponent",
            *("boards_travel", "plays_trios", "compared_least"),
            "compared_small_fields",
            "compared_scale",
            "compared_scale_name",
            "compared_scale_on",
            *("plays_matches", *OF_MATCHES),
            "unfinished_rule",
            "minimum_rounds",
            "missed_counts",
            "missed_points",
            "tie_breaks",
            "hidden_rounds",
            "released_at",
            "bareme",
            "bareme_label",
            "revision",
            "changed_at",
        ]
        extra_kwargs = {
            "starts_at": {"help_text": "The hour it begins, on the clock of the club; null where none is told."},
            "season": {"help_text": "The id of the season it counts in, or null."},
            "team_size": {"help_text": "How many of each team play at once; 0 where nobody has a team."},
            "compared_by": {"help_text": "In duplicate, how the results of a board are compared; empty in libre."},
            "compared_trim": {"help_text": "With `mean`: how many of the best and of the worst others do not count."},
            "compared_per_opponent": {"help_text": "With `mean`: a score is divided by the number of opponents."},
            "boards_travel": {"help_text": "In duplicate: one copy of each board; a table plays others in each round."},
            "compared_least": {"help_text": "A board with fewer results brings an average."},
            "compared_small_fields": {"help_text": "With `matchpoints`: EBU's share where few held the hands."},
            "compared_scale": {"help_text": "With `scale`: a line for each step, « difference : points », ascending."},
            "compared_scale_name": {"help_text": "With `scale`: whose scale it is."},
            "compared_scale_on": {"help_text": "With `scale`: of which day it is; else null."},
            "plays_matches": {"help_text": "Teams of four meet two by two, with a prescribed taker in Sud."},
            "victory_by": {"help_text": "With matches, how one brings victory points; empty: its boards are added up."},
            "victory_win": {"help_text": "With `result`: the points of a match won; else null."},
            "victory_draw": {"help_text": "With `result`: of a match drawn, for each team."},
            "victory_loss": {"help_text": "With `result`: of a match lost."},
            "victory_scale": {"help_text": "With `scale`: lines « difference : winner – loser », ascending from 0."},
            "victory_scale_name": {"help_text": "With `scale`: whose table it is."},
            "victory_scale_on": {"help_text": "With `scale`: of which day it is; else null."},
            "bye_points": {"help_text": "With matches: what a bye brings; null: what a drawn match does."},
            "plays_trios": {"help_text": "Teams of three defend whole against a prescribed taker of another, in Sud."},
            "unfinished_rule": {"help_text": "What becomes of who did not take part in every round."},
            "minimum_rounds": {"help_text": "With `minimum`: in how many rounds; null is more than half of them."},
            "missed_counts": {"help_text": "What a round exempt or missed brings."},
            "missed_points": {"help_text": "With `fixed`: how many points; else null."},
            "tie_breaks": {"help_text": "What decides between equal totals, in order: codes and commas; empty shares."},
            "hidden_rounds": {"help_text": "Of how many of the last rounds nothing is told before the prize-giving."},
            "released_at": {"help_text": "When the ranking was released with them; null until then."},
            "bareme": {"help_text": "The code of the edition it is played by: official, or the club's own."},
            "revision": {"help_text": "Raised by everything that changes what the public sees."},
            "changed_at": {"help_text": "When it was raised last: what `updated_since` compares with."},
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
    person = PersonField()
    club = serializers.CharField(allow_blank=True)
    chair = ChairWordField()
    chair_index = serializers.IntegerField(
        allow_null=True, help_text="The same as a number from 0, as bodies that write name it."
    )
    chair_label = serializers.CharField(
        source="chair", allow_blank=True, help_text="Its name in the language of the answer; empty for an exempt."
    )


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


# Of a tournament's ranking.
TOTAL = "Whole points. Where boards are compared: a percentage, or points, with at most three decimals."


@extend_schema_field({"type": "number"})
class TotalField(serializers.Field):
    """Points: whole, but for averages and where boards are compared, which have at most three decimals."""

    def to_representation(self, value: Total) -> float:
        told = in_thousandths(value)
        return told if isinstance(told, int) else float(told)


class MarkSerializer(serializers.Serializer):
    """What a round brought a player at a table; `points` is null when it brought nothing (yet)."""

    points = TotalField(allow_null=True, help_text="In the unit of `total`.")
    donnes = serializers.IntegerField()
    exempt = serializers.BooleanField()
    missed = serializers.BooleanField(help_text="Whether he did not play a round that was begun, and was not exempt.")
    given = TotalField(help_text="What the tournament gives for a round exempt or missed.")


class LineSerializer(serializers.Serializer):
    """A player's line; without consent the name is the start number, and the club is empty."""

    place = serializers.IntegerField(allow_null=True, help_text="Null for who is out of the ranking.")
    shared = serializers.BooleanField(help_text="Whether somebody else has the same place.")
    overall = serializers.IntegerField(allow_null=True, help_text="With `group`: the place among everybody.")
    arrived_at = serializers.IntegerField(
        allow_null=True, help_text="The round he came for, when it was not the first."
    )
    left_after = serializers.IntegerField(
        allow_null=True, help_text="The last round he took part in, when he left before the end; 0 is none."
    )
    attended = serializers.IntegerField(help_text="How many rounds he took part in, exempt ones too.")
    remarks = serializers.ListField(child=serializers.CharField(), help_text="The same in words.")
    start_number = serializers.IntegerField()
    name = serializers.CharField()
    person = PersonField()
    club = serializers.CharField(allow_blank=True)
    marks = MarkSerializer(many=True, help_text="One for each of `rounds`, in the same order.")
    penalties = TotalField(help_text="Zero or negative; counted in the total.")
    total = TotalField(help_text=TOTAL)
    donnes = serializers.IntegerField()
    rounds_played = serializers.IntegerField()


class FirstSerializer(serializers.Serializer):
    """Who is first in one group, among those whose names are shown; `context` names the group."""

    group = serializers.SerializerMethodField(help_text="A code that the parameter `group` takes.")
    place = serializers.IntegerField(help_text="The place among everybody.")
    name = serializers.CharField()
    person = PersonField()
    club = serializers.CharField(allow_blank=True)
    total = TotalField(help_text=TOTAL)

    def get_group(self, _line: object) -> str:
        return str(self.context["group"])


class WithFirsts(serializers.Serializer):
    """A ranking of a tournament or of a season, with who is first in each group."""

    firsts = serializers.SerializerMethodField(
        help_text="Who is first in each group, several where the place is shared; empty in the ranking of a group."
    )

    unsaid = serializers.SerializerMethodField(
        help_text="Why the ranking of a group may not be one: most files do not say who is in it. Empty where they do."
    )

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_unsaid(self, ranking: Standings | LeagueStandings) -> list[str]:
        return ranking.unsaid_texts if ranking.group is None else list(filter(None, [ranking.unsaid]))

    @extend_schema_field(FirstSerializer(many=True))
    def get_firsts(self, ranking: Standings | LeagueStandings) -> Any:
        firsts: list[tuple[Group, tuple[Any, ...]]] = list(ranking.firsts)
        return [FirstSerializer(line, context={"group": group.value}).data for group, lines in firsts for line in lines]


class CorrectionSerializer(serializers.Serializer):
    """A correction after the end, or another ranking rule; what it is about is empty where it would name somebody."""

    at = serializers.DateTimeField()
    event = serializers.IntegerField(
        source="event.pk", default=None, allow_null=True, help_text="Of a league: the tournament corrected; else null."
    )
    what = serializers.CharField(
        source="subject", allow_blank=True, help_text="In words: which position, table and donne."
    )
    reason = serializers.CharField(allow_blank=True, help_text="Empty of a rule while rounds are hidden.")
    before = serializers.CharField(allow_blank=True, help_text="Of a ranking rule: what it said; else empty.")
    after = serializers.CharField(allow_blank=True, help_text="Of a ranking rule: what it says now; else empty.")


class StandingsSerializer(WithFirsts):
    """The ranking as it stands, from the first place to the last."""

    tournament = serializers.IntegerField(source="tournament.pk")
    name = serializers.CharField(source="tournament.name")
    state = serializers.CharField(source="tournament.state")
    revision = serializers.IntegerField(source="tournament.revision")
    rounds = serializers.ListField(child=serializers.IntegerField(), help_text="The numbers of the rounds drawn.")
    rounds_required = serializers.IntegerField(
        source="required", help_text="In how many rounds one has to take part to be ranked."
    )
    group = serializers.CharField(allow_null=True, help_text="Whose ranking it is; null for everybody's.")
    lines = LineSerializer(many=True, help_text="Who is out of the ranking stands last.")
    corrections = serializers.SerializerMethodField(
        help_text="What was corrected after the end, the latest first, then the ranking rules since the first result."
    )

    @extend_schema_field(CorrectionSerializer(many=True))
    def get_corrections(self, standings: Standings) -> Any:
        return CorrectionSerializer(public_corrections(standings.tournament), many=True).data


class TeamMemberSerializer(serializers.Serializer):
    """Somebody of a team; without consent the name is the start number."""

    start_number = serializers.IntegerField(help_text="The same as in `standings/`.")
    name = serializers.CharField()
    captain = serializers.BooleanField(source="is_captain")
    stand_in = serializers.BooleanField(source="is_stand_in", help_text="Whether he plays where somebody is missing.")
    left = serializers.BooleanField(source="has_left")
    total = TotalField(
        source="line.total", default=None, allow_null=True, help_text="His own; null before he has a line."
    )


class TeamLineSerializer(serializers.Serializer):
    """A team's line: what its members brought, added up."""

    place = serializers.IntegerField(allow_null=True, help_text="Null for a team out of the ranking.")
    shared = serializers.BooleanField(help_text="Whether another team has the same place.")
    number = serializers.IntegerField(source="start_number")
    name = serializers.CharField()
    members = TeamMemberSerializer(many=True)
    marks = MarkSerializer(many=True, help_text="One for each of `rounds`, in the same order.")
    penalties = TotalField(help_text="Zero or negative; counted in the total.")
    total = TotalField(help_text=TOTAL)
    lacking = serializers.IntegerField(help_text="How many players it lacks now.")
    short_rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="The rounds in which fewer took part than a team has."
    )


class TeamStandingsSerializer(serializers.Serializer):
    """The ranking of teams as it stands, from the first place to the last."""

    tournament = serializers.IntegerField(source="tournament.pk")
    name = serializers.CharField(source="tournament.name")
    state = serializers.CharField(source="tournament.state")
    revision = serializers.IntegerField(source="tournament.revision")
    team_size = serializers.IntegerField(source="tournament.team_size")
    rounds = serializers.ListField(child=serializers.IntegerField(), help_text="The numbers of the rounds drawn.")
    rounds_required = serializers.IntegerField(
        source="required", help_text="In how many rounds a team has to be whole to be ranked."
    )
    lines = TeamLineSerializer(many=True, help_text="Teams out of the ranking stand last.")


class EventSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    date = serializers.DateField()
    starts_at = serializers.TimeField(allow_null=True, help_text="The hour it begins; null where none is told.")


class EventMarkSerializer(serializers.Serializer):
    """What one tournament brought a player; `dropped` when the rule leaves it out."""

    points = TotalField(allow_null=True, help_text="What it brought by the rule of the league, its weight included.")
    score = TotalField(allow_null=True, help_text="What he scored, where points come from places.")
    place = serializers.IntegerField(allow_null=True, help_text="His place there, where points come from places.")
    dropped = serializers.BooleanField()
    ranked = serializers.BooleanField(help_text="False when he was out of its ranking: then it counts for nothing.")
    late = serializers.BooleanField(help_text="Whether he came after others had played.")
    left = serializers.BooleanField(help_text="Whether he left before the end.")


class LeagueLineSerializer(serializers.Serializer):
    """A player's line, of who agreed to be named."""

    place = serializers.IntegerField(
        allow_null=True, help_text="Counted among these lines; null for who is out of the ranking."
    )
    shared = serializers.BooleanField(help_text="Whether somebody else has the same place.")
    overall = serializers.IntegerField(allow_null=True, help_text="With `group`: the place in the league without it.")
    name = serializers.CharField()
    person = PersonField()
    club = serializers.CharField(allow_blank=True)
    marks = EventMarkSerializer(many=True, help_text="One for each of `events`, in the same order.")
    played = serializers.IntegerField(help_text="In how many of them he was ranked.")
    total = TotalField(help_text="Whole, but for an average or weights: two decimals.")


class LeagueSerializer(WithFirsts):
    """The tournaments of a season added up, from the first place to the last of those who agreed to be named."""

    season = SeasonSerializer()
    events = EventSerializer(many=True)
    events_required = serializers.IntegerField(source="required", help_text="In how many of them one has to be ranked.")
    group = serializers.CharField(allow_null=True, help_text="Whose league it is; null for everybody's.")
    lines = LeagueLineSerializer(many=True, help_text="Who is out of the ranking stands last.")
    unnamed = serializers.IntegerField(help_text="How many players are not named: they have no line and no place.")
    corrections = serializers.SerializerMethodField(
        help_text="What was corrected of its events after their end, the latest first, then changes of its rule."
    )

    @extend_schema_field(CorrectionSerializer(many=True))
    def get_corrections(self, standings: LeagueStandings) -> Any:
        return CorrectionSerializer(league_corrections(standings.league, standings.events), many=True).data
