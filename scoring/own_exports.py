"""The data stored about one person as a list to read: the words for `queries/player/own_data.py`."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.text import capfirst, slugify
from django.utils.translation import gettext as _

from scoring.labels import CAMP_WORDS, CONTRACT_WORDS, CallAbout, Outcome, ProtestAbout, Sanction
from scoring.marque.facts import NAMES
from tournaments.exports.tables import ExportTable, cell_of, cells_of
from tournaments.imports.player_columns import headings
from tournaments.kit.days import french_day
from tournaments.kit.languages import current_language
from tournaments.kit.text import euros, points_text
from tournaments.labels import (
    ADJUSTED_WORDS,
    SEAT_NAMES,
    Category,
    EntryState,
    Grade,
    PaymentMethod,
    PrizeMethod,
    SeatChangeKind,
    Sex,
    Status,
    Waits,
    WishKind,
)
from tournaments.models.clubs import ASKS

TOURNAMENT = "tournament__name"
# When a row happened, in the column of dates; any other day is said with its name.
HAPPENED = ("tournament__date", "paid_on", "at", "given_at", "noted_at", "made_at", "entered_at", "proposed_on")
LEFT_TO_PROGRAMS = ("marque", "poignees", "miseres")  # objects, whole in the JSON
MONEY, HALVES = ("amount", "rate__amount"), ("half_points",)


def own_data_table(data: Mapping[str, Any]) -> ExportTable:
    """Return the data stored about a person (`data_of`), a row for each item: section, date, tournament, text."""
    columns = [_("Rubrique"), _("Date"), _("Tournoi"), _("Ce qui est gardé")]
    file = [{key: value} for key, value in data["player"].items()]
    rows_of = {**data, "player": [*file, {"username": data.get("login")}, {"email": data.get("email")}]}
    rows = [
        (section, _when(row), _where(row), text)
        for key, section in sections().items()
        for row in rows_of.get(key, ())  # a link leaves some out
        if (text := _in_words(row))
    ]
    player = data["player"]
    stem = f"donnees-{slugify(player['last_name'])}-{slugify(player['first_name'])}"
    return ExportTable(_("Toutes les données"), stem.strip("-"), columns, cells_of(rows))


def _when(row: Mapping[str, Any]) -> object:
    return next((row[key] for key in HAPPENED if row.get(key)), None)


def _where(row: Mapping[str, Any]) -> object:
    return next((value for key, value in row.items() if key.endswith(TOURNAMENT)), None)


def _in_words(row: Mapping[str, Any]) -> str:
    """Return the other fields of a row in words: « Position : 2 · Table : 3 · Contrat : Garde »."""
    labels, words = _labels(), _words()
    phrases = []
    for key, value in row.items():
        is_empty = value is None or value in ("", [], {}) or (value is False and key in NAMES)
        if is_empty or key.endswith(TOURNAMENT) or key in HAPPENED or key in LEFT_TO_PROGRAMS:
            continue
        whole = key.removeprefix("line__")
        name = whole.removeprefix("table__").removeprefix("registration__").removeprefix("seat__")
        text = words.get(name, {}).get(value, value) if isinstance(value, str) else _figure(name, value)
        if text == "":  # a change that the file's headings do not name
            continue
        phrases.append(
            _("%(what)s : %(value)s") % {"what": capfirst(labels.get(whole, labels.get(name, name))), "value": text}
        )
    return " · ".join(phrases)


def _figure(name: str, value: Any) -> object:
    if name in HALVES:
        return points_text(value, current_language())
    if name in MONEY:
        return euros(value, current_language())
    if name in ("details", "changes"):
        return ", ".join(_changed(field, change) for field, change in value.items() if field in headings())
    if isinstance(value, date):
        return french_day(value)
    return SEAT_NAMES[value] if name.endswith("__chair") else cell_of(value)


def _changed(field: str, change: Any) -> str:
    """Return a field of a player's file with its old and new value, or with its only value."""
    values = " → ".join(str(cell_of(value) or "–") for value in (change if isinstance(change, list) else [change]))
    return f"{headings()[field]} {values}"


def sections() -> dict[str, str]:
    """Return the name of each section of a person's data, in the order of the list. The legal page names them too."""
    return {
        "player": _("Fiche"),
        "clubs": _("Ce que chacun de ses clubs garde pour lui"),
        "suspensions": _("Suspensions par un comité"),
        "proposals": _("Changements proposés par d’autres clubs"),
        "fees": _("Cotisations"),
        "online_entries": _("Inscriptions en ligne"),
        "messages": _("Messages du club"),
        "entries": _("Inscriptions"),
        "places": _("Places"),
        "donnes": _("Donnes à sa table"),
        "boards": _("Étuis joués"),
        "ratings": _("Cote du club"),
        "penalties": _("Pénalités"),
        "incidents": _("Décisions sans points"),
        "payments": _("Paiements"),
        "prizes": _("Prix"),
        "wishes": _("Souhaits"),
        "finals_declined": _("Finales où il ne vient pas"),
        "seat_changes": _("Échanges de places"),
        "protests": _("Contestations"),
        "arbiter_calls": _("Appels de l’arbitre"),
        "confirmations": _("Donnes confirmées"),
        "journal": _("Journal"),
        "texts": _("Autres textes qui le nomment"),
    }


def _labels() -> dict[str, str]:
    return {
        **headings(),
        **{column: _("Accord demandé (%(purpose)s)") % {"purpose": purpose.label} for purpose, column in ASKS.items()},
        **dict.fromkeys(("club", "club__name", "membership__club__name"), _("Club")),
        "qualifying__final__name": _("Finale"),
        "qualifying__league__name": _("Championnat"),
        "is_own_word": _("Dit par lui-même"),
        "grade": _("Adhésion"),
        "until": _("Jusqu’au"),
        "erasure_asked_on": _("Effacement demandé le"),
        "cancelled_at": _("Annulé le"),
        "changes": _("Détail"),
        "season__name": _("Saison"),
        "fee__season__name": _("Saison"),
        "rate__amount": _("Dû"),
        "committee__name": _("Comité"),
        "username": _("Identifiant"),
        "email": _("Adresse électronique"),
        "phone": _("Téléphone"),
        "message": _("Message"),
        "state": _("État"),
        "start_number": _("N°"),
        "status": _("Pointage"),
        "waits": _("Attend"),
        "rate__label": _("Tarif"),
        **dict.fromkeys(("team_name", "team__name"), _("Équipe")),
        "is_captain": _("Capitaine"),
        "penalty_points": _("Pénalités"),
        "round__number": _("Position"),
        "table__number": _("Table"),
        "number": _("Donne"),
        "chair": _("Place"),
        "result__points": _("Points"),
        "adjusted": _("Score ajusté"),
        "adjusted_points": _("Points ajustés"),
        "donne_adjustment": _("Points de donnes ajustées"),
        "taker__chair": _("Preneur"),
        "board": _("Étui"),
        "hand": _("Main"),
        "is_taker": _("Preneur"),
        "partner__chair": _("Appelé"),
        "sits_out__chair": _("Mort"),
        "chelem_announced": _("Chelem annoncé"),
        "chelem_made": _("Chelem réussi"),
        "petit_chelem_announced": _("Petit chelem annoncé"),
        "petit_chelem_made": _("Petit chelem réussi"),
        "outcome": _("Issue"),
        "contract": _("Contrat"),
        "bouts": _("Bouts"),
        "value": _("Cote"),
        "mu": _("Moyenne"),
        "sigma": _("Écart type"),
        "evenings": _("Soirées"),
        "half_points": _("Points du preneur"),
        "petit_au_bout": _("Petit au bout"),
        "points": _("Points"),
        "sanction": _("Sanction"),
        "basis": _("Score ajusté"),
        "assigned": _("Points ajustés"),
        "reason": _("Motif"),
        "cancel_reason": _("Motif de l’annulation"),
        "text": _("Texte"),
        "in": _("Nature"),
        "kind": _("Nature"),
        "about": _("Sujet"),
        "answer": _("Réponse"),
        "name": _("Nom"),
        "lot": _("Lot"),
        "amount": _("Montant"),
        "method": _("Moyen"),
        "hard": _("Impératif"),
        "action": _("Acte"),
        "subject": _("Objet"),
        "details": _("Détail"),
        "reminder": _("Rappel la veille"),
    }


def _words() -> dict[str, Mapping[Any, Any]]:
    return {
        "category": dict(Category.choices),
        "sex": dict(Sex.choices),
        "grade": dict(Grade.choices),
        "status": dict(Status.choices),
        "state": dict(EntryState.choices),
        "waits": dict(Waits.choices),
        "outcome": dict(Outcome.choices),
        "contract": CONTRACT_WORDS,
        **dict.fromkeys(("petit_au_bout", "chelem_made"), CAMP_WORDS),
        "sanction": dict(Sanction.choices),
        "adjusted": ADJUSTED_WORDS,
        "basis": ADJUSTED_WORDS,
        "kind": {**dict(WishKind.choices), **dict(SeatChangeKind.choices)},
        "about": {**dict(ProtestAbout.choices), **dict(CallAbout.choices)},
        "method": {**dict(PaymentMethod.choices), **dict(PrizeMethod.choices)},
    }
