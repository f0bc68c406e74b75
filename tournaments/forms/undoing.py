"""Forms that take something back: they confirm what their page has shown."""

from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import SeenForm, SeenReasonForm


class ConfirmationForm(SeenForm):
    """Confirms what is shown."""

    @property
    def answers(self) -> dict[str, str]:
        """What the service is called with; nothing was seen where the form is broken."""
        return {"seen": "", **(self.cleaned_data if self.is_valid() else {})}


class MeetingForm(SeenReasonForm, ConfirmationForm):
    """Confirms that two who met are one person, and asks why."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, autofocus=False, **kwargs)
        self.fields["reason"].label = _("Pourquoi est-ce une seule personne ?")
