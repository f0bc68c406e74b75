"""
The subject of a journal line: a code with its values, put into words in the reader's language.

A subject is a JSON object: `{"code": "table", "round": 3, "table": 6}`. A value may itself be such an object. Codes
stay for ever: the journal is never rewritten.
"""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.labels import ImportKind, JobKind, RoleName, Status, Waits, WishKind

Subject = dict[str, Any]

TEMPLATES: dict[str, str | Promise] = {
    "round": _("position %(number)d"),
    "table": _("position %(round)d, table %(table)d"),
    "match": _("position %(round)d, match %(match)d"),
    "donne": _("position %(round)d, table %(table)d, donne %(donne)d"),
    "etui": _("position %(round)d, table %(table)d, étui %(donne)d"),
    "board": _("étui %(board)d, tables : %(tables)s"),
    "camp": _("position %(round)d, table %(table)d, donne %(donne)d, %(camp)s"),
    "camp.etui": _("position %(round)d, table %(table)d, étui %(donne)d, %(camp)s"),
    "camp.attaque": _("attaque"),
    "camp.defense": _("défense"),
    "rounds": ngettext_lazy("%(count)d position", "%(count)d positions", "count"),
    "players": ngettext_lazy("%(count)d joueur", "%(count)d joueurs", "count"),
    "import": _("%(created)d ajoutés, %(changed)d modifiés"),
    "import.file": _("%(kind)s « %(file)s »"),
    "import.pasted": _("%(kind)s, copier-coller du %(day)s"),
    "import.from": _("%(what)s · %(file)s"),
    "pasted": _("copier-coller"),
    **{f"import.{kind.value}": kind.label for kind in ImportKind},
    "exchange": _("position %(number)d : %(one)s et %(other)s"),
    "replacement": _("%(other)s prend la place de %(one)s à partir de la position %(number)d"),
    "status": _("%(who)s : %(status)s"),
    "appointment": _("%(account)s : %(role)s · %(where)s"),
    "file": _("fiche de %(player)s"),
    "merge": _("%(drop)s est %(keep)s"),
    "wishes": ngettext_lazy(
        "%(count)d souhait passe au remplaçant", "%(count)d souhaits passent au remplaçant", "count"
    ),
    "teams": ngettext_lazy("%(count)d équipe", "%(count)d équipes", "count"),
    "carried_wishes": ngettext_lazy("%(count)d souhait", "%(count)d souhaits", "count"),
    **{f"wish.{kind.value}": kind.label for kind in WishKind},
    **{f"status.{status.value}": status.label for status in Status},
    **{f"status.{waits.value}": waits.label for waits in Waits},
    "edition": _("édition du %(day)s"),
    "edition.first": _("édition d’origine"),
    "fault": _("%(fault)s, %(edition)s"),
    "money": _("%(who)s : %(amount)s"),
    "rate": _("%(who)s : tarif %(rate)s"),
    "prizes": ngettext_lazy("%(count)d prix", "%(count)d prix", "count"),
    "rates": ngettext_lazy("%(count)d tarif", "%(count)d tarifs", "count"),
    "cash": _("%(counted)s comptés, %(expected)s attendus"),
    **{f"role.{role.value}": role.label for role in RoleName},
    **{f"job.{kind.value}": kind.label for kind in JobKind},
}


def subject_of(code: str, **values: object) -> Subject:
    """Return a subject with these values: numbers and subjects unchanged, anything else as its text."""
    return {"code": code} | {
        name: value if isinstance(value, int | dict) else str(value) for name, value in values.items()
    }


def tell(subject: Subject | str) -> str:
    """Return a subject in words; a name is the same in every language. Raises KeyError for an unknown code."""
    if isinstance(subject, str):
        return subject
    values = {
        name: tell(value) if isinstance(value, dict) else value for name, value in subject.items() if name != "code"
    }
    template = TEMPLATES[subject["code"]]
    return str(template % values) if values else str(template)
