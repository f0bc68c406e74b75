"""What programs send to write at a table, and what they are answered. What a body may not hold is refused by name."""

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.api.serializers import COUNT, CountField
from scoring.labels import (
    REDEALS,
    CalledWhen,
    CallOutcome,
    ExcusePlayed,
    Outcome,
    PenaltyTarget,
    Prime,
    ProtestAbout,
    Sanction,
    camps,
    contracts,
    miseres,
)
from scoring.marque import PoigneeSize
from scoring.queries.table.sheets import MOST_CHAIRS
from scoring.services.sheets.donnes import MOST_NUMBER
from tournaments.api.serializers import ErrorSerializer
from tournaments.labels import adjusted_choices
from tournaments.standings import Adjusted

OF_A_TURN = "In duplicate: by how many chairs the étui was turned, where it was."
OF_A_BOARD = "The number of the donne; in duplicate that of its board, which the étui bears."
MOST_POINTS = 100_000  # whole points of one balance or decision: a typing mistake is more


class Sent(serializers.Serializer):
    """
    A body, of which every key is known and counts: one that is misspelt must not be taken for one that was not sent.
    A text is no number: a licence would have lost its zeros.

    `counts_with` names, of a key that would be lost otherwise, the keys and the values beside which it counts; a key
    without values only has to be there, and None stands for one that is left out.
    """

    counts_with: ClassVar[Mapping[str, Mapping[str, Collection[str | bool | None]]]] = {}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := [key for key in data if key not in self.fields]):
            raise serializers.ValidationError(
                {key[:60]: [_("Cette clé n’existe pas ici. Voyez /api/schema/.")] for key in unknown}
            )
        sent = data.items() if isinstance(data, dict) else ()
        texts = {key for key, _value in sent if isinstance(self.fields[key], serializers.CharField)}
        if numbers := [key for key, value in sent if key in texts and isinstance(value, int | float)]:
            raise serializers.ValidationError(
                {key: [_("Envoyez un texte, entre guillemets : ceci est un nombre.")] for key in numbers}
            )
        return super().to_internal_value(data)

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        lost = {
            key: [_("Cette clé ne compte qu’avec %(others)s : retirez-la, ou dites-le.") % {"others": _said(others)}]
            for key, others in self.counts_with.items()
            if _is_said(sent.get(key), self.fields[key].default)
            and not any(_counts(sent, *other) for other in others.items())
        }
        if lost:
            raise serializers.ValidationError(lost)
        return sent


def _is_said(value: Any, default: Any) -> bool:
    """Whether a key says something, as the chair 0 and a score of 0 do."""
    return value is not False and value not in (None, "", default)


def _counts(sent: Mapping[str, Any], other: str, values: Collection[str | bool | None]) -> bool:
    return sent.get(other) in values if values else other in sent


def _said(others: Mapping[str, Collection[str | bool | None]]) -> str:
    """Return keys and their values as a program writes them."""
    said = {
        other: " | ".join("true" if value is True else str(value) for value in values if value)
        for other, values in others.items()
    }
    return ", ".join(f"`{other}`{values and ': '}{values}" for other, values in said.items())


class ChairField(serializers.IntegerField):
    """A chair: 0 for Sud, in playing order."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0, max_value=MOST_CHAIRS - 1, **kwargs)

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        chair: int = super().to_internal_value(data)
        if chair >= self.context.get("chairs", MOST_CHAIRS):
            raise serializers.ValidationError(_("Il n’y a pas cette place à cette table."))
        return chair


class CountedField(serializers.IntegerField):
    """A number that people count from 1: of a round, a table, a donne, a player; `most` is its greatest."""

    most = 9_999

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=self.most, **kwargs)


class RoundField(CountedField):
    most = 99


class DonneField(CountedField):
    most = MOST_NUMBER

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"help_text": OF_A_BOARD} | kwargs)


class SentReasonField(serializers.CharField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=500, **kwargs)


@extend_schema_field(COUNT)
class SentCountField(serializers.Field):
    """A count as it was sent: the marque reads it, and says what it cannot read."""

    def to_internal_value(self, data: Any) -> Any:
        return data


class SentPoigneeSerializer(Sent):
    player = ChairField(source="position")
    size = serializers.ChoiceField(choices=list(PoigneeSize))


class SentChelemSerializer(Sent):
    announced = serializers.BooleanField(default=False, source="chelem_announced")
    made = serializers.ChoiceField(choices=camps(), allow_null=True, default=None, source="chelem_made")


class SentPetitChelemSerializer(Sent):
    announced = serializers.BooleanField(default=False, source="petit_chelem_announced")
    made = serializers.BooleanField(default=False, source="petit_chelem_made")


class SentMisereSerializer(Sent):
    player = ChairField(source="position")
    kind = serializers.ChoiceField(choices=miseres())


class EntrySerializer(Sent):
    """A donne to write, or to correct. Players are chairs. Of one that was not played only `outcome` is said."""

    outcome = serializers.ChoiceField(choices=Outcome.choices)
    taker = ChairField(required=False, allow_null=True)
    partner = ChairField(
        required=False, allow_null=True, help_text="Required at five: who holds the called card; null, alone."
    )
    sits_out = ChairField(required=False, allow_null=True, help_text="The mort, at five with a mort.")
    contract = serializers.ChoiceField(choices=contracts(), required=False, allow_null=True)
    bouts = serializers.IntegerField(min_value=0, max_value=3, required=False, allow_null=True)
    points = SentCountField(
        source="half_points", required=False, allow_null=True, help_text="The attack's card points, in halves."
    )
    petit_au_bout = serializers.ChoiceField(choices=camps(), required=False, allow_null=True)
    poignees = SentPoigneeSerializer(many=True, required=False)
    chelem = SentChelemSerializer(source="*", required=False)
    petit_chelem = SentPetitChelemSerializer(source="*", required=False, help_text="Where the tournament plays it.")
    miseres = SentMisereSerializer(many=True, required=False, help_text="Where the tournament plays them.")
    turn = serializers.IntegerField(min_value=0, max_value=3, required=False, help_text=OF_A_TURN)
    reason = SentReasonField(required=False, allow_blank=True, help_text="Required for a correction.")
    confirmed = serializers.ListField(
        child=serializers.CharField(max_length=60),
        required=False,
        max_length=30,
        help_text="Codes of what is odd about it and was looked at again: `odd` of a refusal names them.",
    )


class WrittenPoigneeSerializer(serializers.Serializer):
    position = serializers.IntegerField(help_text="The chair.")
    size = serializers.ChoiceField(choices=list(PoigneeSize))


class WrittenMisereSerializer(serializers.Serializer):
    position = serializers.IntegerField(help_text="The chair.")
    kind = serializers.ChoiceField(choices=miseres())


class WrittenLineSerializer(serializers.Serializer):
    """A line of a sheet. Its facts are there when it was played; `id` is the version that `If-Match` names."""

    id = serializers.IntegerField(allow_null=True, help_text="null for what was sent and not written.")
    number = serializers.IntegerField()
    key = serializers.UUIDField(allow_null=True)
    turn = serializers.IntegerField(required=False, help_text=OF_A_TURN)
    outcome = serializers.ChoiceField(choices=Outcome.choices)
    taker = serializers.IntegerField(allow_null=True, required=False)
    partner = serializers.IntegerField(allow_null=True, required=False)
    sits_out = serializers.IntegerField(allow_null=True, required=False)
    contract = serializers.ChoiceField(choices=contracts(), required=False)
    bouts = serializers.IntegerField(required=False)
    points = CountField(required=False, help_text="The attack's card points, in halves, as they are sent.")
    petit_au_bout = serializers.ChoiceField(choices=camps(), required=False, allow_blank=True)
    poignees = WrittenPoigneeSerializer(many=True, required=False)
    chelem_announced = serializers.BooleanField(required=False)
    chelem_made = serializers.ChoiceField(choices=camps(), required=False, allow_blank=True)
    petit_chelem_announced = serializers.BooleanField(required=False)
    petit_chelem_made = serializers.BooleanField(required=False)
    miseres = WrittenMisereSerializer(many=True, required=False)
    marks = serializers.ListField(child=serializers.IntegerField(), help_text="By chair.")
    by = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField(allow_null=True)


class StandingLineSerializer(serializers.Serializer):
    line = WrittenLineSerializer(allow_null=True, help_text="null while nothing is written there.")


class SavedSerializer(serializers.Serializer):
    """`saved`: this request wrote the line, now or when it was sent before; `same`: somebody else had said the same."""

    state = serializers.ChoiceField(choices=["saved", "same"])
    line = WrittenLineSerializer()


class RefusedEntrySerializer(ErrorSerializer):
    """Why a donne is not written: every sentence, and the body's fields they are about."""

    odd = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="When it is possible but odd: what `confirmed` is to name once it was looked at again.",
    )


class StaleLineSerializer(ErrorSerializer):
    """Something else stands there: both versions."""

    line = WrittenLineSerializer(allow_null=True, required=False, help_text="What stands there.")
    sent = WrittenLineSerializer(required=False, help_text="What was sent, with its marks.")


class SentBalancesSerializer(Sent):
    balances = serializers.ListField(
        child=serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS),
        min_length=3,
        max_length=MOST_CHAIRS,
        help_text="Whole points by chair; they sum to zero.",
    )
    reason = SentReasonField(required=False, allow_blank=True, help_text="Required for a correction.")


class BalancesSerializer(serializers.Serializer):
    version = serializers.CharField(allow_null=True, help_text="What `If-Match` names; null while there are none.")
    balances = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="By chair; null while there are none."
    )


class StaleBalancesSerializer(ErrorSerializer):
    standing = BalancesSerializer(required=False)
    sent = serializers.ListField(child=serializers.IntegerField(), required=False)


class ForChairSerializer(Sent):
    chair = ChairField(help_text="The player for whom it is done.")


class ConfirmingSerializer(Sent):
    chair = ChairField(required=False, allow_null=True, help_text="The player who confirms; null: the arbiter himself.")


class ConfirmedSerializer(serializers.Serializer):
    line = serializers.IntegerField(source="line_id")
    by = serializers.CharField(source="by_name")
    at = serializers.DateTimeField()


class ClosedSerializer(serializers.Serializer):
    closed = serializers.BooleanField()


class WhySerializer(Sent):
    reason = SentReasonField()


class ContestingSerializer(Sent):
    counts_with: ClassVar = {"donne": {"about": [ProtestAbout.DONNE]}}

    about = serializers.ChoiceField(choices=ProtestAbout.choices)
    donne = DonneField(required=False, allow_null=True)
    chair = ChairField(required=False, allow_null=True, help_text="Who contests, when he says so.")
    reason = SentReasonField()


class ProtestSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    about = serializers.ChoiceField(choices=ProtestAbout.choices)
    donne = serializers.IntegerField(source="number", allow_null=True, help_text=OF_A_BOARD)
    by = serializers.CharField(source="by_name")
    reason = serializers.CharField()
    at = serializers.DateTimeField()


class CallingSerializer(Sent):
    """A chelem that a player announced; what became of it is said of one that was announced in time."""

    counts_with: ClassVar = {
        key: {"announced": [CalledWhen.BEFORE_CARD]} for key in ("outcome", "excuse", "petit_before_last")
    }

    donne = DonneField()
    chair = ChairField(help_text="Who announced it.")
    announced = serializers.ChoiceField(choices=CalledWhen.choices)
    outcome = serializers.ChoiceField(choices=CallOutcome.choices, default=CallOutcome.PENDING)
    led = serializers.BooleanField(allow_null=True, default=None)
    excuse = serializers.ChoiceField(choices=ExcusePlayed.choices, allow_blank=True, default="")
    petit_before_last = serializers.BooleanField(default=False)
    reason = SentReasonField(required=False, allow_blank=True, default="", help_text="Required after the end.")


class CallSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    donne = serializers.IntegerField(source="number", help_text=OF_A_BOARD)
    chair = serializers.IntegerField(source="caller.chair_index")
    announced = serializers.ChoiceField(choices=CalledWhen.choices)
    outcome = serializers.ChoiceField(choices=CallOutcome.choices)
    cancelled_at = serializers.DateTimeField(allow_null=True)


class PenalisingSerializer(Sent):
    """A decision. The fault is named by its code; what the catalogue proposes is not taken by itself."""

    counts_with: ClassVar = {
        "round": {"table": ()},
        "start_number": {"target": [PenaltyTarget.PLAYER]},
        "camp": {"target": [PenaltyTarget.CAMP]},
        "basis": {"sanction": [Sanction.ADJUSTED]},
        "assigned": {"sanction": [Sanction.DONNE_SCORE], "basis": [Adjusted.ASSIGNED]},
        "prime": {"sanction": [Sanction.PRIME_CANCELLED]},
        "is_dealt_again": {"sanction": REDEALS},
    }

    fault = serializers.CharField(max_length=30, help_text="`code` of one of `faults/`.")
    step = serializers.IntegerField(min_value=1, max_value=99, default=1)
    target = serializers.ChoiceField(choices=PenaltyTarget.choices)
    points = serializers.IntegerField(min_value=-MOST_POINTS, max_value=0, help_text="For each punished player.")
    sanction = serializers.ChoiceField(choices=Sanction.choices, required=False)
    basis = serializers.ChoiceField(choices=adjusted_choices(), required=False, help_text="How a score is adjusted.")
    assigned = serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS, required=False)
    prime = serializers.ChoiceField(choices=Prime.choices, required=False, help_text="The one that is cancelled.")
    is_dealt_again = serializers.BooleanField(
        default=False, help_text="Whether what is entered is already the new deal: then it is not annulled."
    )
    start_number = CountedField(required=False)
    round = RoundField(required=False)
    table = CountedField(required=False)
    donne = DonneField(required=False)
    camp = serializers.ChoiceField(choices=camps(), required=False)
    reason = SentReasonField(required=False, allow_blank=True, default="", help_text="Required after the end.")


class PenaltySerializer(serializers.Serializer):
    id = serializers.IntegerField()
    fault = serializers.CharField(source="kind.code")
    sanction = serializers.ChoiceField(choices=Sanction.choices)
    basis = serializers.ChoiceField(
        choices=adjusted_choices(), allow_blank=True, help_text="Where an adjusted score comes from."
    )
    assigned = serializers.IntegerField(allow_null=True, help_text="The adjusted score, where it is a number.")
    prime = serializers.ChoiceField(choices=Prime.choices, allow_blank=True, help_text="The prime that is cancelled.")
    target = serializers.ChoiceField(choices=PenaltyTarget.choices)
    points = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    cancelled_at = serializers.DateTimeField(allow_null=True)


class FaultSerializer(serializers.Serializer):
    """A fault of the catalogue on the day of the tournament, and what it proposes."""

    code = serializers.CharField()
    step = serializers.IntegerField()
    name = serializers.CharField(source="__str__")
    target = serializers.ChoiceField(choices=PenaltyTarget.choices)
    sanction = serializers.CharField(source="proposed", allow_blank=True)
    points = serializers.IntegerField(allow_null=True)
