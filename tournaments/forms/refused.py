"""What a service refused, shown where it was typed."""

from django.forms import BaseForm

from tournaments.refusals import Refusal


def show_refusal(form: BaseForm, refusal: Refusal) -> None:
    """Put each sentence of a refusal on its field; what has no field here stands above the form."""
    if not refusal.fields:
        form.add_error(None, str(refusal))
    for name, sentences in refusal.fields.items():
        for sentence in sentences:
            form.add_error(name if name in form.fields else None, str(sentence))
