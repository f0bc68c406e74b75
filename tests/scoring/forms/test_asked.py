"""What each form cannot do without; whatever else it shows may stay empty."""

from scoring import forms
from tests.tournaments.forms.asking import asked_by

ASKED = {
    "BoardPaperForm": "kind",
    "CalculatorForm": "variant",
    "CallForm": "about",
    "ChelemCallForm": "announced number outcome",
    "ChoiceForm": "bareme",
    "ContestForm": "about",
    "DonneAnswers": "outcome",
    "DonneForm": "outcome",
    "EditionForm": "valid_from",
    "EventForm": "file",
    "ExtraMinutesForm": "minutes",
    "FaultForm": "target",
    "FaultsForm": "valid_from",
    "FindTableForm": "code table",
    "MoveForm": "number position table",
    "PastResultsForm": "date name",
    "PenaltyForm": "kind target",
    "PileForm": "camp joueurs",
    "PlaceForm": "position table",
    "ProtestAnswerForm": "upheld",
    "RenonceForm": "entame joueurs",
    "SettleForm": "kept reason",
    "ShareDealForm": "other",
    "SheetsForm": "position",
    "WithdrawForm": "record",
}


def test_each_form_asks_what_it_cannot_do_without_and_nothing_else() -> None:
    assert asked_by(forms) == {form: set(names.split()) for form, names in ASKED.items()}
