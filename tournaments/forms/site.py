"""What whoever runs the site says of it."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import RefusableForm
from tournaments.forms.fields import NameField
from tournaments.kit.text import tidy
from tournaments.models import Site
from tournaments.queries.privacy.legal import Legal
from tournaments.services.clubs.site import SiteFacts

NUMBER = {"invalid": _("Écrivez un nombre entier, ou rien.")}


class SiteForm(RefusableForm):
    """Who answers for the site, and how long data is kept. `said` is what the site says where a field is left empty."""

    name = NameField(label=_("Qui répond du site"), max_length=200, required=False)
    contact = forms.CharField(
        label=_("Comment lui écrire"),
        max_length=200,
        required=False,
        help_text=_("Une adresse électronique ou postale : tout le monde la lit."),
    )
    host = forms.CharField(
        label=_("Qui l’héberge"),
        max_length=200,
        required=False,
        help_text=_("Par exemple « l’ordinateur du club », ou le nom et l’adresse d’un hébergeur."),
    )
    kept_years = forms.IntegerField(
        label=_("Années pendant lesquelles la fiche de qui ne joue plus est gardée"),
        required=False,
        error_messages=NUMBER,
        help_text=_("Après son dernier tournoi. Passé ce temps, la page du club dit qui effacer."),
    )
    backup_days = forms.IntegerField(
        label=_("Jours pendant lesquels une sauvegarde est gardée"), required=False, error_messages=NUMBER
    )

    @classmethod
    def about(cls, site: Site, installed: Legal, data: Any = None) -> "SiteForm":
        """Return the form; a field left empty shows what the `installed` settings say in its place."""
        form = cls(data, initial={name: getattr(site, name) or "" for name in cls.base_fields})
        for name, field in form.fields.items():
            if default := getattr(installed, name):
                field.widget.attrs["placeholder"] = gettext("%(value)s, à l’installation") % {"value": default}
        return form

    @property
    def facts(self) -> SiteFacts:
        """What was typed, spaces aside. Ask only a valid form."""
        said = self.cleaned_data
        words = {name: tidy(said[name]) for name in ("name", "contact", "host")}
        return SiteFacts(**words, kept_years=said["kept_years"] or 0, backup_days=said["backup_days"] or 0)
