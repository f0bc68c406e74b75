"""Cancelling a round and putting it back: why, and what its page showed."""

from typing import Any

from scoring.forms.parts import ReasonForm, SeenReasonForm


class RestoreRoundForm(ReasonForm):
    """Asks why, below standings that are read first: the page must not open on the field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["reason"].widget.attrs["autofocus"]


class CancelRoundForm(RestoreRoundForm, SeenReasonForm):
    """Asks why; `seen` says what was written in the round when its page was made."""
