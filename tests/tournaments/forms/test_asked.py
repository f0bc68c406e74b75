"""What each form cannot do without, between which numbers an answer lies, and how long a text may be."""

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model

import tournaments.forms
from tests.tournaments.forms.asking import asked_by
from tournaments.forms.clubs.clubs import ClubForm, FaceForm, SeasonForm, SiteForm
from tournaments.forms.clubs.committees import CommitteeForm, NewSuspensionForm, SuspensionForm
from tournaments.forms.clubs.leagues import LeagueForm
from tournaments.forms.clubs.programs import TokenForm, WebhookForm
from tournaments.forms.clubs.qualifying import CutForm
from tournaments.forms.clubs.series import CopyForm, SeriesForm, TemplateForm
from tournaments.forms.draws.draws import DrawForm
from tournaments.forms.draws.wishes import WishForm
from tournaments.forms.evening.tournaments import TournamentForm
from tournaments.forms.money.money import CashForm
from tournaments.forms.people.entries import AcceptForm, EntryForm
from tournaments.forms.people.players import PlayerAccessForm, PlayerForm, WalkInForm
from tournaments.forms.people.teams import TeamForm
from tournaments.models import (
    Account,
    CashCount,
    Club,
    Committee,
    CommitteeSuspension,
    Entry,
    League,
    Player,
    Season,
    Series,
    Site,
    Team,
    Template,
    Token,
    Tournament,
    Webhook,
    Wish,
)

ASKED = {
    "AcceptForm": "last_name",
    "AnswerForm": "answer",
    "AppointmentForm": "role username",
    "CashForm": "opening",
    "CheckInForm": "last_name",
    "ClubForm": "name",
    "CommitteeForm": "name",
    "ConfirmSwapForm": "one other reason seen",
    "ConsentForm": "consent",
    "CopyForm": "date source state",
    "DrawForm": "remainder seed",
    "EntryForm": "first_name last_name",
    "FeeRateForm": "rate",
    "FeesForm": "method paid_on",
    "FoundArbiterForm": "arbiter",
    "LapseForm": "until",
    "EndForm": "until reason",
    "MembershipForm": "since",
    "PaymentForm": "method paid_on",
    "RefundForm": "method paid_on reason",
    "RefundsForm": "paid_on reason",
    "GuestForm": "season",
    "LeagueForm": "adds brings name",
    "LeavingForm": "leaver number",
    "LinkCodeForm": "code",
    "ListsForm": "committee",
    "NewCommitteeForm": "name",
    "NewLeagueForm": "name season",
    "NewPlayerForm": "category last_name",
    "NewSuspensionForm": "first_name last_name licence suspended_from suspension_reason",
    "PlayerAccessForm": "username",
    "PlayerForm": "category last_name",
    "PrintForm": "kind",
    "ReopeningForm": "reason",
    "ReplacementForm": "comer reason",
    "ResponsibleForm": "username",
    "SeasonForm": "ends_on name starts_on",
    "SeriesForm": "every name starts_on",
    "SkipForm": "day",
    "SourceForm": "source",
    "SuspensionForm": "suspended_from suspension_reason",
    "SwapForm": "one other",
    "TapForm": "do player",
    "TeamForm": "name",
    "TemplateForm": "name",
    "TokenForm": "name scopes",
    "TournamentForm": "date keeps name pace remainder rounds_planned seed table_size",
    "WalkInForm": "last_name",
    "WebhookForm": "events url",
}


def test_each_form_asks_what_it_cannot_do_without_and_nothing_else() -> None:
    assert asked_by(tournaments.forms) == {form: set(names.split()) for form, names in ASKED.items()}


@pytest.mark.parametrize(
    ("form", "name", "least", "most"),
    [
        (DrawForm, "seed", 0, 2**31 - 1),
        (LeagueForm, "after_table", 0, 10_000),
        (LeagueForm, "best_of", 1, 1000),
        (LeagueForm, "bonus", 0, 10_000),
        (LeagueForm, "club_best", 1, 1000),
        (LeagueForm, "drops", 0, 1000),
        (LeagueForm, "minimum", 1, 1000),
        (CutForm, "first", 1, 1000),
        (CutForm, "share", 1, 100),
        (CutForm, "club_most", 1, 1000),
        (CutForm, "carried", 0, 100),
        (TournamentForm, "hidden_rounds", 0, 29),
        (WishForm, "table", 1, 1250),
    ],
)
def test_a_number_lies_between_its_ends(form: type[forms.Form], name: str, least: int, most: int) -> None:
    field = form.base_fields[name]
    assert (field.clean(str(least)), field.clean(str(most))) == (least, most)
    for beyond in (least - 1, most + 1):
        with pytest.raises(ValidationError):
            field.clean(str(beyond))


@pytest.mark.parametrize(
    ("form", "model"),
    [
        (AcceptForm, Player),
        (CashForm, CashCount),
        (ClubForm, Club),
        (CommitteeForm, Committee),
        (CopyForm, Tournament),
        (EntryForm, Entry),
        (FaceForm, Club),
        (LeagueForm, League),
        (NewSuspensionForm, Player),
        (PlayerAccessForm, Account),
        (PlayerForm, Player),
        (SeasonForm, Season),
        (SeriesForm, Series),
        (SiteForm, Site),
        (SuspensionForm, CommitteeSuspension),
        (TeamForm, Team),
        (TemplateForm, Template),
        (TokenForm, Token),
        (TournamentForm, Tournament),
        (WalkInForm, Player),
        (WebhookForm, Webhook),
        (WishForm, Wish),
    ],
)
def test_a_text_may_be_as_long_as_its_column(form: type[forms.Form], model: type[Model]) -> None:
    columns = {column.name: column.max_length for column in model._meta.fields}
    lengths = {name: getattr(field, "max_length", None) for name, field in form.base_fields.items() if name in columns}
    longest = {name: length for name, length in lengths.items() if length}
    assert longest
    assert longest == {name: columns[name] for name in longest}
