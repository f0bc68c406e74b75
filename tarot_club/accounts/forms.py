"""The forms of accounts that differ from allauth's."""

from allauth.account.adapter import get_adapter
from allauth.account.forms import ChangePasswordForm


class PasswordChange(ChangePasswordForm):
    """A new password; a wrong old one is a try like those of the login page, counted and locked with them."""

    def clean_oldpassword(self) -> str:
        password = str(self.cleaned_data.get("oldpassword", ""))
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("enter_current_password")
        return password
