"""Forms about a spreadsheet: the upload or the cells pasted, the meaning of its columns, consents."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import RefusableForm
from tournaments.forms.fields import SpreadsheetField
from tournaments.imports.columns import ReadTable
from tournaments.imports.headings import LEFT_ASIDE, Heading

MOST_PASTED = 1_000_000  # letters: browsers are slow with more


def pasted_field(*, help_text: Any) -> forms.CharField:
    """Return the field in which the cells of a spreadsheet are pasted."""
    return forms.CharField(
        label=_("… ou collez les cases ici"),
        required=False,
        max_length=MOST_PASTED,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
        help_text=help_text,
    )


class WaitingFileForm(RefusableForm):
    """A form that may reuse an earlier upload: while the file named `waiting` is stored, `file` may be left empty."""

    def __init__(self, *args: Any, waiting: str | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.wait_with(waiting)

    def wait_with(self, name: str | None) -> None:
        """Set the name of the stored file that is used when nothing else is sent; None when no file is stored."""
        self.waiting = name
        if name is not None:
            sentence = gettext("Laissez vide pour garder « %(name)s », ou choisissez un autre fichier.")
            self["file"].help_text = sentence % {"name": name or gettext("Liste collée")}
            self.fields["file"].required = False

    @property
    def keeps_list(self) -> bool:
        """Return True when nothing new was sent, so that the stored file is used again. Call this on a valid form."""
        return self.waiting is not None and self.cleaned_data["file"] is None


class SpreadsheetForm(WaitingFileForm):
    """Asks for a spreadsheet as a file, or as pasted cells; both may be empty while the file `waiting` is stored."""

    file = SpreadsheetField(
        label=_("Fichier"),
        required=False,
        help_text=_("XLSX, ODS ou CSV. Rien n’est enregistré avant votre accord."),
    )
    pasted = pasted_field(
        help_text=_("Dans votre tableur, sélectionnez la liste, copiez-la, puis collez-la. Un nom par ligne suffit.")
    )

    @property
    def keeps_list(self) -> bool:
        return super().keeps_list and not self.cleaned_data["pasted"].strip()

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        has_pasted = bool((values.get("pasted") or "").strip())
        if "file" in values and "pasted" in values:
            if values["file"] is None and not has_pasted and self.waiting is None:
                self.add_error("file", gettext("Choisissez un fichier, ou collez la liste dessous."))
            elif values["file"] is not None and has_pasted:
                self.add_error("pasted", gettext("Choisissez un fichier ou collez la liste, pas les deux."))
        return values

    @property
    def content(self) -> bytes:
        """Return the bytes of the spreadsheet. Call this on a valid form, once: the file is read."""
        file: UploadedFile | None = self.cleaned_data["file"]
        if file is None:
            return str(self.cleaned_data["pasted"]).encode()
        content: bytes = file.read()
        return content

    @property
    def filename(self) -> str:
        """Return the name of the file; "" for pasted cells."""
        file: UploadedFile | None = self.cleaned_data["file"]
        return (file.name or "")[:120] if file else ""


class ColumnsForm(RefusableForm):
    """Asks for the meaning of each column of a file."""

    def __init__(self, *args: Any, table: ReadTable, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table = table
        choices = [(LEFT_ASIDE, _("laissée de côté")), *((column.name, column.label) for column in table.columns)]
        for heading in table.headings:
            select = forms.Select(attrs={"aria-label": gettext("Colonne « %(title)s »") % {"title": heading.title}})
            self.fields[_field_name(heading)] = forms.ChoiceField(
                choices=choices, required=False, initial=heading.column, label=heading.title, widget=select
            )

    @property
    def rows(self) -> list[tuple[Heading, forms.BoundField]]:
        return [(heading, self[_field_name(heading)]) for heading in self.table.headings]

    @property
    def shown(self) -> dict[int, str]:
        """Return the present meaning of each column: {index from 0: name of the meaning}."""
        return {heading.index: heading.column for heading in self.table.headings}

    @property
    def chosen(self) -> dict[int, str]:
        """Return the meaning of each column of a valid form, as sent, else the present one: {index from 0: name}."""
        return {
            heading.index: self.cleaned_data[_field_name(heading)]
            if _field_name(heading) in self.data
            else heading.column
            for heading in self.table.headings
        }


class ConsentForm(RefusableForm):
    """Asks if new players agree that their names are shown, for a list that has no such column."""

    consent = forms.ChoiceField(
        label=_("Les nouveaux joueurs ont-ils accepté que leur nom soit montré au public ?"),
        choices=[
            ("oui", _("Oui, ils l’ont accepté")),
            ("non", _("Non, ou pas encore : ils paraissent sans leur nom")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Répondez à cette question : elle décide des noms que le public lira.")},
        help_text=_(
            "Montrer le nom de quelqu’un sur une page ouverte à tous ou sur une affiche demande son accord, qu’il peut "
            "retirer à tout moment (RGPD, articles 6 et 7). Vous pourrez le noter plus tard, pour plusieurs à la fois."
        ),
    )


def _field_name(heading: Heading) -> str:
    return f"column-{heading.index}"
