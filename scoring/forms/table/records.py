"""Forms that ask for the record of a donne card by card: read from a pasted text, a file, or an address."""

import base64
import dataclasses
import json
import zlib
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.cards import Card
from scoring.cards.problems import ImpossibleRecord
from scoring.cards.reading import as_mapping, read
from scoring.cards.record import Record
from scoring.forms.table.cards import NEVER_CALLED, ONE_CALLED, CardsField, may_be_called
from scoring.forms.table.trick_tables import LONGEST_NAME, MOST_TRICKS, TrickTable, refused
from scoring.marque import ImpossibleDonne, Variant
from scoring.marque.lines import decoded
from tournaments.forms.base import AnchoredForm, CorrectionForm, ReasonForm
from tournaments.kit.languages import current_language
from tournaments.labels import SEAT_NAMES
from tournaments.refusals import Refusal

LONGEST = 16 * 1024  # bytes; a whole donne, indented and with long names, takes half
MOST_LINES = 100  # lines of a table: 24 tricks, and a few lines about them
LONGEST_LINE = 500  # letters of a table's line: five long names, or a hand
LONGEST_ADDRESS = 6_000  # letters; a whole donne takes about eight hundred


class RecordForm(AnchoredForm):
    """
    Asks for a record. On a valid form, `record` is the record; the field keeps the text that was pasted.

    A file has priority over a text. The text of a file is shown when something in it cannot be read.
    """

    releve = forms.CharField(
        label=gettext_lazy("Le relevé"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 8, "class": "codes", "autocomplete": "off", "spellcheck": "false", "maxlength": LONGEST}
        ),
    )
    fichier = forms.FileField(
        label=gettext_lazy("ou son fichier"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,.txt,.csv,application/json,text/plain"}),
    )

    only_play = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.record: Record | None = None

    @property
    def valid_record(self) -> Record:
        """Return the record. Call it on a valid form."""
        assert self.record is not None
        return self.record

    def clean(self) -> dict[str, Any]:
        answers = super().clean()
        if self.errors:
            return answers
        try:
            text = self._text(answers)
            self.record = read_record(text, only_play=self.only_play)
        except Refusal as refusal:
            self.refuse(refusal)
        return answers

    def _text(self, answers: dict[str, Any]) -> str:
        """Return the text of the record: of the file when there is one, else the pasted text."""
        file: Any = answers.get("fichier")
        if not file:
            return str(answers.get("releve") or "")
        refuse_too_long(file.size)
        text = file.read().decode("utf-8-sig", "replace")
        if "\x00" in text:
            raise Refusal("", code="record_unreadable", fields={"fichier": [_("Ce fichier n’est pas un texte.")]})
        self.data = self.data.copy()
        self.data["releve"] = text
        return text


class PlayForm(RecordForm):
    """
    Asks for the cards in the order they were played, and for the called card when the cards do not tell it.

    At five, the called card decides what the first lead may be [R21]. `asks_called` is true while it is not known.
    """

    only_play = True

    carte_appelee = CardsField(
        label=gettext_lazy("À cinq joueurs, la carte appelée"),
        required=False,
        help_text=gettext_lazy("La première entame n’est pas dans sa couleur, sauf si c’est elle."),
    )

    @property
    def asks_called(self) -> bool:
        return self.record is not None and self.record.variant is Variant.FIVE and self.record.called is None

    def clean_carte_appelee(self) -> Card | None:
        called = self.cleaned_data["carte_appelee"]
        if len(called) > 1:
            raise forms.ValidationError(ONE_CALLED)
        if called and not may_be_called(called[0]):
            raise forms.ValidationError(NEVER_CALLED)
        return called[0] if called else None

    def clean(self) -> dict[str, Any]:
        answers = super().clean()
        if self.asks_called and self.record is not None:
            self.record = dataclasses.replace(self.record, called=answers["carte_appelee"])
        return answers


class AttachForm(RecordForm, CorrectionForm):
    """Asks for the record of one donne of a sheet, and for the confirmations that the record needs."""

    premier = forms.ChoiceField(
        label=gettext_lazy("Le premier joueur du relevé est assis en"),
        choices=[("", gettext_lazy("d’après les noms")), *((str(seat), name) for seat, name in enumerate(SEAT_NAMES))],
        required=False,
        widget=forms.RadioSelect,
    )
    quand_meme = forms.BooleanField(
        label=gettext_lazy("C’est bien ce qui s’est passé à la table : rattacher quand même"), required=False
    )

    shown_at = {"record": "releve"}

    def __init__(self, *args: Any, chairs: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asks_anyway = False
        self.fields["premier"].choices = self.fields["premier"].choices[: chairs + 1]

    @property
    def first_chair(self) -> int | None:
        chosen = self.cleaned_data.get("premier")
        return int(chosen) if chosen else None

    def ask_anyway(self) -> None:
        """Show the box that confirms: the faults in the record really happened at the table."""
        self.asks_anyway = True


class WithdrawForm(ReasonForm):
    """Asks why a record is withdrawn; `record` is the id of the record that was shown."""

    record = forms.IntegerField(widget=forms.HiddenInput(attrs={"autocomplete": "off"}))


def read_record(text: str, *, only_play: bool = False) -> Record:
    """
    Return the record that a text describes. With `only_play`, the text has only the cards played, without hands.

    Refuses with everything that cannot be read, as errors of the field `releve`.
    """
    refuse_too_long(len(text.encode("utf-8", "replace")))
    text = text.strip().removeprefix("\ufeff").strip()
    if not text:
        raise refused([_("Collez un relevé, ou choisissez son fichier.")])
    try:
        if text.startswith(("{", "[", '"')):
            return read(_sound(_from_json(text)))
        _refuse_long_table(text)
        table = TrickTable(text)
        return table.play() if only_play else read(_sound(table.mapping()))
    except ImpossibleRecord as impossible:
        raise refused(problem.message(current_language()) for problem in impossible.problems) from impossible


def refuse_too_long(size: int) -> None:
    """Refuse a text of more bytes than a record can have."""
    if size > LONGEST:
        raise refused([_("Ce relevé est trop long : 16 ko au plus, pour une seule donne.")])


def _refuse_long_table(text: str) -> None:
    """Refuse a table with more lines, or longer lines, than a donne can have. Nothing of it is read."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise refused([_("Ce relevé a trop de lignes : %(most)d au plus, un pli par ligne.") % {"most": MOST_LINES}])
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            sentence = _("Ligne %(line)d : elle est trop longue, %(most)d lettres au plus. Écrivez un pli par ligne.")
            raise refused([sentence % {"line": number, "most": LONGEST_LINE}])


def _from_json(text: str) -> object:
    try:
        return decoded(text.encode("utf-8", "replace"))
    except ImpossibleDonne as impossible:
        if impossible.problems[0].code == "not_json":
            sentences = [
                _(
                    "Ce texte commence comme du JSON mais ne se lit pas : vérifiez accolades, guillemets et virgules, "
                    "et ne collez qu’une donne à la fois."
                )
            ]
        else:
            sentences = [problem.message(current_language()) for problem in impossible.problems]
        raise refused(sentences) from impossible


def _sound(mapping: object) -> object:
    """Return the object read, when its texts can be stored and shown. Refuses half characters and overlong names."""
    try:
        text = json.dumps(mapping, ensure_ascii=False)
        text.encode()
    except (ValueError, RecursionError):
        raise refused([_("Ce relevé contient des caractères abîmés : copiez-le de nouveau.")]) from None
    if "\\u0000" in text:
        raise refused([_("Ce relevé contient des caractères abîmés : copiez-le de nouveau.")])
    if isinstance(mapping, Mapping):
        names = mapping.get("players")
        if isinstance(names, list) and any(len(str(name)) > LONGEST_NAME for name in names):
            raise refused([_("Un nom est trop long : %(most)d lettres au plus.") % {"most": LONGEST_NAME}])
        tricks = mapping.get("tricks")
        if isinstance(tricks, list) and len(tricks) > MOST_TRICKS:
            raise refused([_("Il y a trop de plis : une donne en a 24 au plus.")])
    return mapping


def packed(record: Record) -> str:
    """Return a record packed into letters and digits, for an address. Refuses a record that is too long for it."""
    text = json.dumps(as_mapping(record), ensure_ascii=False, separators=(",", ":"))
    letters = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    if len(letters) > LONGEST_ADDRESS:
        raise refused([_("Ce relevé est trop long pour être rejoué : une donne seule, et des noms courts.")])
    return letters


def unpacked(letters: str) -> Record:
    """Return the record packed in an address. Refuses any other text, and never unpacks more than `LONGEST` bytes."""
    stream = zlib.decompressobj()
    try:
        padded = letters[:LONGEST_ADDRESS] + "=" * (-len(letters[:LONGEST_ADDRESS]) % 4)
        content = stream.decompress(base64.urlsafe_b64decode(padded), LONGEST)
        text = content.decode()
    except (ValueError, zlib.error):
        text = ""
    if not text or not stream.eof:
        raise refused([_("Cette adresse est incomplète ou abîmée : collez de nouveau le relevé.")])
    return read_record(text)
