"""Cancelling a round and putting it back: why, and what its page showed."""

from typing import Any

from django import forms

from scoring.forms.parts import ReasonForm


class RestoreRoundForm(ReasonForm):
    """Asks why, below standings that are read first: the page must not open on the field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["reason"].widget.attrs["autofocus"]


class CancelRoundForm(RestoreRoundForm):
    """Asks why; `seen` says what was written in the round when its page was made."""

    seen = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput(attrs={"autocomplete": "off"}))

    def show(self, seen: str) -> None:
        """Have the form confirm the round as it is shown now."""
        if self.is_bound:
            self.data = self.data.copy()
            self.data["seen"] = seen
        else:
            self.initial["seen"] = seen
