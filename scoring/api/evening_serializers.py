"""Requests and answers of the API to prepare an evening: people, tournament, check-in, draws, documents."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.api.entry_serializers import CountedField, RoundField, Sent, SentReasonField
from tournaments.api.serializers import ErrorSerializer
from tournaments.comparison import Method, VictoryBy
from tournaments.kit.text import MOST_ID
from tournaments.labels import (
    BEFORE_PLAY,
    BY_DIFFERENCE,
    OFFERED_METHODS,
    Category,
    DrawMode,
    Group,
    JobKind,
    Pace,
    Sex,
    Status,
    TournamentState,
    Waits,
    turns,
)
from tournaments.models import Document, Job, Player, Registration, Tournament
from tournaments.paper_labels import PAPERS, PRINTS, PRINTS_OF_A_ROUND, Paper
from tournaments.seating import Remainder
from tournaments.services.evening.settings import COMPARED, OF_MATCHES
from tournaments.services.work.documents import LONGEST_MESSAGE
from tournaments.standings import Missed, Unfinished

MOST_AT_ONCE = 500  # people in one body


def first_states() -> list[tuple[str, Any]]:
    """Return the states of a tournament before its first draw is published, as (code, label)."""
    return [(state.value, state.label) for state in BEFORE_PLAY]


def prints() -> list[tuple[str, Any]]:
    """Return the kinds of documents that a program may ask for, as (code, label): the rotation's, and the ranking."""
    return [(kind.value, kind.label) for kind in (*PRINTS, JobKind.RANKING)]


class IdField(serializers.IntegerField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=MOST_ID, **kwargs)


class PlayerSerializer(serializers.ModelSerializer):
    """A person whom the club knows. Of a guest the club reads only name, licence and category."""

    class Meta:
        model = Player
        fields = ["id", "last_name", "first_name", "licence", "category", "sex", "home_club", "public_name", "consent"]
        extra_kwargs = {"consent": {"help_text": "Whether he agreed that the public reads his name."}}


class PersonMeantSerializer(serializers.Serializer):
    id = serializers.IntegerField(help_text="What `who` or `others` name.")
    name = serializers.CharField(help_text="With what tells him from a namesake, where the club may read it.")


class MayBeKnownSerializer(ErrorSerializer):
    """What stands there already. With `people` it asks who the person is: one of them (`who`), or none (`others`)."""

    people = PersonMeantSerializer(many=True, required=False)


class NewcomerSerializer(Sent):
    """Somebody who comes to the check-in and is not in the club's list."""

    last_name = serializers.CharField(max_length=80)
    first_name = serializers.CharField(max_length=80, required=False, allow_blank=True)
    licence = serializers.CharField(max_length=20, required=False, allow_blank=True)
    consent = serializers.BooleanField(required=False, help_text="He agrees that the public reads his name.")
    card_consent = serializers.BooleanField(required=False, help_text="And a public card of his evenings.")
    who = IdField(required=False, help_text="Who he is, of the `people` of the 409 that asked.")
    others = serializers.ListField(
        child=IdField(), required=False, max_length=20, help_text="Or whom of them he is not: he is somebody else."
    )


class NewPlayerSerializer(NewcomerSerializer):
    """A player to add to the club."""

    category = serializers.ChoiceField(choices=Category.choices, default=Category.SENIOR)
    sex = serializers.ChoiceField(choices=Sex.choices, required=False, allow_blank=True)
    home_club = serializers.CharField(max_length=100, required=False, allow_blank=True)
    public_name = serializers.CharField(max_length=100, required=False, allow_blank=True)
    sharing_consent = serializers.BooleanField(required=False, help_text="And that others may be told his results.")


class NewTournamentSerializer(Sent, serializers.ModelSerializer):
    """How a new tournament is played. A key left out has the default of the page of a new evening."""

    counts_with: ClassVar = {
        "donnes_per_round": {"pace": [None, Pace.DONNES]},
        "minutes_per_round": {"pace": [Pace.MINUTES]},
        "at_time_up": {"pace": [Pace.MINUTES]},
        "compared_trim": {"compared_by": [*BY_DIFFERENCE]},
        "compared_per_opponent": {"compared_by": [*BY_DIFFERENCE]},
        "compared_least": {"compared_by": [*Method]},
        "compared_small_fields": {"compared_by": [Method.MATCHPOINTS]},
        **{f"compared_scale{part}": {"compared_by": [Method.SCALE]} for part in ("", "_name", "_on")},
        **{name: {"compared_by": list(OFFERED_METHODS)} for name in ("boards_travel", "plays_matches", "plays_trios")},
        **{key: {"plays_matches": [True]} for key in ("victory_by", "bye_points")},
        **{f"victory_{end}": {"victory_by": [VictoryBy.RESULT]} for end in ("win", "draw", "loss")},
        **{f"victory_scale{part}": {"victory_by": [VictoryBy.SCALE]} for part in ("", "_name", "_on")},
        "minimum_rounds": {"unfinished_rule": [None, Unfinished.MINIMUM]},
        "missed_points": {"missed_counts": [Missed.FIXED]},
    }
    state = serializers.ChoiceField(choices=first_states(), default=TournamentState.DRAFT)

    class Meta:
        model = Tournament
        fields = [
            *("name", "date", "starts_at", "place", "season", "state", "table_size", "team_size", "remainder"),
            "rounds_planned",
            *("pace", "donnes_per_round", "minutes_per_round", "at_time_up", "keeps", "void_donnes_count"),
            *(*COMPARED, "boards_travel", "plays_matches", *OF_MATCHES, "plays_trios"),
            *("unfinished_rule", "minimum_rounds", "missed_counts", "missed_points", "tie_breaks", "hidden_rounds"),
            *("seed", "is_trial", "entry_at_tables", "needs_confirmation", "closes_itself", "protest_minutes"),
            *("double_entry", "arbiters_correct_after_end"),
        ]
        extra_kwargs = {name: {"required": False} for name in fields} | {
            "name": {"required": True},
            "date": {"required": True},
            "season": {"required": False, "help_text": "An id; left out, the season of the club that has this day."},
            "starts_at": {"required": False, "help_text": "An hour on the clock of the club."},
        }


class StateSerializer(Sent):
    state = serializers.ChoiceField(choices=first_states())


class ReopeningSerializer(Sent):
    reason = SentReasonField(help_text="Everybody reads it below the ranking, once it is finished with other figures.")


class ReleaseSerializer(Sent):
    released = serializers.BooleanField(
        help_text="True lets everybody read the hidden rounds; false hides them again, where it was too early."
    )


class EnteringSerializer(Sent):
    players = serializers.ListField(
        child=IdField(), min_length=1, max_length=MOST_AT_ONCE, help_text="The `id` of each: of `players/` of the club."
    )
    present = serializers.BooleanField(default=False, help_text="Whether those who are new are there already.")


class CheckingInSerializer(Sent):
    start_numbers = serializers.ListField(child=CountedField(), min_length=1, max_length=MOST_AT_ONCE)
    status = serializers.ChoiceField(choices=[(one.value, one.label) for one in Status if one != Status.EXCLUDED])


class RegistrationSerializer(serializers.ModelSerializer):
    """A player who is entered in the tournament."""

    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.full_name")
    waits = serializers.ChoiceField(choices=Waits.choices, allow_blank=True, help_text="Late, or a stand-in; or empty.")

    class Meta:
        model = Registration
        fields = ["start_number", "player", "name", "status", "waits"]


class DrawingSerializer(Sent):
    """How to draw. A key left out has the value that the page proposes."""

    smallest_change = serializers.BooleanField(
        required=False,
        help_text="After somebody came or left: keep the published places, but for as few as can be. It goes alone.",
    )
    round = RoundField(required=False, help_text="This round alone; without it, every round not begun.")
    mode = serializers.ChoiceField(choices=DrawMode.of_players(), required=False)
    remainder = serializers.ChoiceField(choices=list(Remainder), required=False)
    turns = serializers.ChoiceField(choices=turns(), required=False)
    by_rule = serializers.BooleanField(required=False)
    anyway = serializers.BooleanField(required=False, help_text="By standings, although sheets are open.")
    whole = serializers.BooleanField(required=False, help_text="By the whole ranking, with the hidden rounds.")
    seed = serializers.IntegerField(min_value=0, max_value=2_147_483_647, required=False)


class PrintingSerializer(Sent):
    """A document to make: about the published rotation, or the current ranking."""

    counts_with: ClassVar = {
        "group": {"kind": [JobKind.RANKING]},
        "moved": {"kind": [JobKind.PLAYER_CARDS]},
        "round": {"kind": PRINTS_OF_A_ROUND},
        "papers": {"kind": [JobKind.PAPERS]},
        "message": {"kind": [JobKind.PAPERS, JobKind.NOTICE]},
        "paper": {"kind": [JobKind.PAPERS, JobKind.POSTER]},
    }
    kind = serializers.ChoiceField(choices=prints())
    round = RoundField(required=False, help_text="Of those about one round: which; all without it.")
    paper = serializers.ChoiceField(choices=Paper.choices, required=False)
    papers = serializers.ListField(
        child=serializers.ChoiceField(choices=[str(kind) for kind in PAPERS]),
        required=False,
        help_text="What all the papers are; left out, what a hall needs now.",
    )
    message = serializers.CharField(max_length=LONGEST_MESSAGE, required=False, allow_blank=True)
    moved = serializers.BooleanField(
        required=False, help_text="The cards of those alone whom the smallest change moved or seated."
    )
    group = serializers.ChoiceField(
        choices=Group.choices, required=False, help_text="Whose ranking; without it, everybody's."
    )


class JobSerializer(serializers.ModelSerializer):
    """A job that runs in the background. Ask again until `state` says that it is over."""

    document = serializers.SerializerMethodField(help_text="The id of the document it made.")
    published_at = serializers.SerializerMethodField(help_text="Of a draw: when it was published.")

    class Meta:
        model = Job
        fields = ["id", "kind", "state", "percent", "message", "document", "published_at"]
        extra_kwargs = {"message": {"help_text": "Why it failed."}}

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_document(self, job: Job) -> int | None:
        return Document.objects.filter(job=job).values_list("pk", flat=True).first()

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_published_at(self, job: Job) -> Any:
        draw = getattr(job, "draw", None)
        at = draw and draw.published_at
        return at and serializers.DateTimeField().to_representation(at)


class DocumentSerializer(serializers.ModelSerializer):
    class Meta:
        model = Document
        fields = ["id", "title", "filename", "size", "made_at"]
