"""Forms that take something back: they confirm what their page has shown."""

from django import forms

from tournaments.forms.base import RefusableForm


class ConfirmationForm(RefusableForm):
    """Confirms what is shown; `seen` is a digest of it, so that nobody takes back what he did not see."""

    seen = forms.CharField(max_length=16, widget=forms.HiddenInput(attrs={"autocomplete": "off"}))

    @property
    def confirmed(self) -> str:
        """Return the digest of what the page had shown. Call it on a valid form."""
        return str(self.cleaned_data["seen"])

    @classmethod
    def of(cls, seen: str) -> "ConfirmationForm":
        """Return the form of a page whose content has this digest."""
        return cls(initial={"seen": seen})
