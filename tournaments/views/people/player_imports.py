"""Import of players from a spreadsheet, in two steps: a preview, then the import. See `waiting_lists.py`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.exports.people import columns_kept
from tournaments.forms.people.imports import ColumnsForm, ConsentForm, SpreadsheetForm
from tournaments.imports import players as player_imports
from tournaments.imports.evening_files import file_read_into
from tournaments.imports.evening_lists import enter_list
from tournaments.imports.evening_teams import teams_told, wrong_with
from tournaments.imports.fee_lists import apply_fees, examine_fees
from tournaments.imports.headings import Meanings
from tournaments.imports.mappings import meanings_of, remembered
from tournaments.imports.player_columns import FEE_COLUMNS, TEAM_COLUMNS, headings
from tournaments.imports.player_files import PlayerFile
from tournaments.imports.previews import SOMEBODY_ELSE, Alike, Applied, LineEffect, PlayersPreview
from tournaments.imports.spreadsheets import CellSheet
from tournaments.kit.languages import current_language
from tournaments.kit.text import euros, whole_number, whole_numbers
from tournaments.labels import ImportKind, Sex
from tournaments.models import Club, Season, Tournament
from tournaments.models.clubs import CONTACTS
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.money.fees import season_to_pay
from tournaments.queries.people.files import distinct_name, left_out_words
from tournaments.queries.undo.consequences import first_names
from tournaments.refusals import Refusal
from tournaments.services.people.players import FIELDS, PlayerFacts
from tournaments.views.answers import REFUSED, form_page, refusals_on, see_other
from tournaments.views.waiting_lists import Waiting, at_list, change_list, drop_list, keep_list, waiting_list

NAMED = ("last_name", "first_name")
OF_WHO = (*NAMED, "licence")  # the columns by which a member is known
EVENING = "soiree"  # in an address: the tournament that a list is read into
SHOWN = 300  # lines shown of each kind, each with its tick; the rest is counted


@requires(Action.MANAGE_MONEY)
def import_players(request: MemberRequest, club: Club) -> HttpResponse:
    """
    Read a spreadsheet and lead to its preview; `?soiree=` gives the id of the tournament that its people enter.

    Who holds the money without running the club brings in fees alone: see `fee_lists`.
    """
    evening = _evening(request, club, request.GET.get(EVENING, ""))
    form = SpreadsheetForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            meanings = Meanings(remembered(club, ImportKind.PLAYERS))
            kind = file_read_into(evening)
            sheet = kind.open(form.content, meanings)
            table = kind.read(sheet, meanings)
            key = keep_list(
                request,
                ImportKind.PLAYERS,
                club,
                filename=form.filename,
                **sheet.waiting,
                columns=ColumnsForm(table=table).shown,
                evening=evening.pk if evening else None,
            )
            return at_list("apply_import", club, key)
    return _form_page(request, club, form, evening)


@never_cache
@requires(Action.MANAGE_MONEY)
def apply_import(request: MemberRequest, club: Club) -> HttpResponse:
    """Show the preview of an import, show it again with other columns, or apply it once."""
    waiting = waiting_list(request, ImportKind.PLAYERS, club)
    if waiting is None:
        messages.info(request, _("Cet import est déjà fait, ou il a été abandonné : voici les joueurs du club."))
        return see_other("club_fees" if _only_fees(request) else "club_players", club_id=club.pk)
    evening = _evening(request, club, waiting.get("evening"))
    table = _read(club, evening, waiting, waiting["columns"])
    if request.method != "POST":
        return _preview_page(request, club, waiting, table)
    if (answer := _answer(request, table) or _season_chosen(request, club, waiting)) is not None:
        change_list(request, waiting, answer)
        return at_list("apply_import", club, waiting["key"])
    season = _season_paid(club, waiting, table)
    return (_note_fees if _only_fees(request) else _apply)(request, club, waiting, table, season)


def _apply(
    request: MemberRequest, club: Club, waiting: Waiting, table: PlayerFile, season: Season | None
) -> HttpResponse:
    """Apply a list as its lines are ticked, or show the preview again with what is still to be said."""
    evening = _evening(request, club, waiting.get("evening"))
    choices = _line_choices(request, waiting)
    asked = None if waiting.get("has_no_licence") else table.licence_like
    consent = ConsentForm(request.POST)
    asks_consent = bool(set(waiting["without_consent"]) - choices.unticked - choices.same.keys())
    if asked or (asks_consent and not consent.is_valid()):
        sentence = _("Dites d’abord si la colonne « %(title)s » est la licence.")
        said = [sentence % {"title": asked.title}] if asked else []
        return _preview_page(
            request, club, waiting, table, choices=choices, consent=consent, sentences=said, status=REFUSED
        )
    act = (
        partial(player_imports.apply_import, club=club, season=season)
        if evening is None
        else partial(_enter, request, evening)
    )
    try:
        applied = act(
            rows=table.rows,
            fingerprint=request.POST.get("fingerprint", ""),
            unticked=choices.unticked,
            same=choices.same,
            consent=asks_consent and consent.cleaned_data["consent"] == "oui",
            file_name=waiting["filename"],
            meanings=meanings_of(table),
            by=request.user,
            at=timezone.now(),
        )
    except Refusal as refusal:
        return _preview_page(request, club, waiting, table, choices=choices, sentences=[str(refusal)], status=409)
    drop_list(request, waiting)
    if evening is None or applied.created or applied.changed or applied.joined or applied.asked or applied.left:
        messages.success(request, _applied_sentence(applied))
    here = {"club_id": club.pk} if evening is None else {"tournament_id": evening.pk}
    return see_other("club_players" if evening is None else "registrations", **here)


def _only_fees(request: MemberRequest) -> bool:
    """Return True for who holds the money of a club and may not change its members."""
    return Action.MANAGE_CLUB not in request.actions


def _note_fees(
    request: MemberRequest, club: Club, waiting: Waiting, table: PlayerFile, season: Season | None
) -> HttpResponse:
    fingerprint = request.POST.get("fingerprint", "")
    try:
        applied = apply_fees(
            club=club, rows=table.rows, season=season, fingerprint=fingerprint, by=request.user, at=timezone.now()
        )
    except Refusal as refusal:
        return _preview_page(request, club, waiting, table, sentences=[str(refusal)], status=409)
    drop_list(request, waiting)
    messages.success(request, _applied_sentence(applied))
    return see_other("club_fees", club_id=club.pk)


def _enter(request: HttpRequest, evening: Tournament, **what: Any) -> Applied:
    """Register the people of a list in an evening, and say how many there are."""
    applied, entered, present = enter_list(tournament=evening, **what)
    if left_out := left_out_words(evening, [player for player, _is_there in applied.people]):
        messages.warning(request, left_out)
    words = ngettext("%(count)d joueur inscrit", "%(count)d joueurs inscrits", entered) % {"count": entered}
    there = ngettext("%(count)d pointé présent", "%(count)d pointés présents", present) % {"count": present}
    messages.success(request, f"{evening} : {words}, {there}.".replace(" :", "\u00a0:"))
    return applied


@require_POST
@requires(Action.MANAGE_MONEY)
def abandon_import(request: MemberRequest, club: Club) -> HttpResponse:
    if (waiting := waiting_list(request, ImportKind.PLAYERS, club)) is not None:
        drop_list(request, waiting)
    messages.info(request, _("Import abandonné : rien n’a été changé."))
    return see_other("import_players", club_id=club.pk)


def _read(club: Club, evening: Tournament | None, waiting: dict[str, Any], chosen: dict[Any, str]) -> PlayerFile:
    columns = {int(index): name for index, name in chosen.items()}
    meanings = Meanings(remembered(club, ImportKind.PLAYERS), columns, waiting.get("title_line", 0))
    return file_read_into(evening).read(CellSheet.waited(waiting), meanings)


def _answer(request: HttpRequest, table: PlayerFile) -> dict[str, Any] | None:
    """
    Return what the user of the preview changed: the line of the headings, the meaning of columns, or that no column
    holds the licences. None when nothing changed.
    """
    if (line := whole_number(request.POST.get("title_line", ""))) is not None:
        return {"title_line": line, "columns": {}}
    if "has_no_licence" in request.POST:
        return {"has_no_licence": True}
    columns = ColumnsForm(request.POST, table=table)
    index, _colon, name = request.POST.get("reads", "").partition(":")
    if (place := whole_number(index)) in columns.shown and name in headings():
        return {"columns": columns.shown | {place: name}}
    is_new = columns.is_valid() and ("read" in request.POST or columns.chosen != columns.shown)
    return {"columns": columns.chosen} if is_new else None


@dataclass(frozen=True)
class LineChoices:
    """The choices of the user of a preview: unticked lines, and {line: id of the club's player} in `same`."""

    unticked: set[int]
    same: dict[int, int]
    new_players: set[int]  # the lines that are somebody new, not one of the players they resemble


def _line_choices(request: HttpRequest, waiting: dict[str, Any]) -> LineChoices:
    """Return the choices for the lines shown; a doubtful line without an answer counts as unticked."""
    ticked = set(whole_numbers(request.POST.getlist("line"), digits=9))
    answers = {line: request.POST.get(f"who-{line}", "") for line in waiting["doubtful"]}
    same = {line: player for line, answer in answers.items() if (player := whole_number(answer)) is not None}
    if "all_held" in request.POST:
        same |= {int(line): player for line, player in waiting.get("held", {}).items() if not answers.get(int(line))}
    new_players = {line for line, answer in answers.items() if answer == SOMEBODY_ELSE}
    unticked = (set(waiting["shown"]) | set(waiting["doubtful"])) - ticked - same.keys() - new_players
    return LineChoices(unticked, same, new_players)


def _evening(request: MemberRequest, club: Club, number: object) -> Tournament | None:
    """
    Return the club's tournament that a list is read into; None when there is none, when it is finished, or where only
    fees are read.
    """
    pk = None if _only_fees(request) else whole_number(str(number))
    tournament = None if pk is None else club.tournaments.filter(pk=pk).first()
    return None if tournament is None or tournament.is_finished else tournament


def _form_page(request: MemberRequest, club: Club, form: SpreadsheetForm, evening: Tournament | None) -> HttpResponse:
    names = headings()
    read = OF_WHO if _only_fees(request) else columns_kept(club)
    columns = [names[name] for name in read]
    more = FEE_COLUMNS if evening is None else TEAM_COLUMNS if evening.has_teams else ()
    columns += [str(column.label) for column in more]
    context = {"club": club, "form": form, "evening": evening, "columns": columns, "only_fees": _only_fees(request)}
    return form_page(request, "tournaments/office/import.html", context)


def _preview_page(
    request: MemberRequest,
    club: Club,
    waiting: Waiting,
    table: PlayerFile,
    *,
    choices: LineChoices | None = None,
    consent: ConsentForm | None = None,
    sentences: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    evening = _evening(request, club, waiting.get("evening"))
    season = _season_paid(club, waiting, table)
    of_list: dict[str, Any] = {"club": club, "rows": table.rows, "season": season}
    preview = examine_fees(**of_list) if _only_fees(request) else player_imports.examine(**of_list, evening=evening)
    needs_columns = any(not problem.line for problem in table.problems)
    problems = sorted([*table.problems, *preview.problems], key=lambda problem: problem.line)
    # Doubtful lines stand first: they wait for a tick.
    created = sorted(preview.created, key=lambda effect: not effect.doubt)[:SHOWN]
    changed, entering = preview.changed[:SHOWN], preview.entering[:SHOWN]
    columns, read = ColumnsForm(table=table), _columns_read(table, preview, created)
    left = preview.doubtful if choices is None else choices.unticked
    teams = teams_told(evening, preview.without(left)) if evening else []
    shown = _shown(columns, preview, [*created, *changed, *entering])
    change_list(request, waiting, shown | {"season_shown": season.pk if season else 0})
    context = {
        "club": club,
        "preview": preview,
        "problems": problems,
        "left": left,
        "created": [(effect, _choices(effect, choices), _in_words(effect, read)) for effect in created],
        "changed": [(effect, _changes_in_words(effect)) for effect in changed],
        "held": len(preview.held),
        "evening": evening,
        "entering": [(effect, ()) for effect in entering],
        "teams": teams,
        "wrong_teams": [] if choices or evening is None else [s for team in teams for s in wrong_with(evening, team)],
        "fees": _fees_of(club, table, season, preview),
        "more_entering": max(0, len(preview.entering) - SHOWN),
        "only_fees": _only_fees(request),
        "said": sentences or [],
        "notices": [*table.notices, *preview.notices, *preview.doubts],
        "columns": columns,
        "read": [headings()[name] for name in read],
        "nothing_enters": bool(problems) and not (preview.does_something or preview.unchanged),
        "needs_columns": needs_columns,
        "open_columns": needs_columns or table.is_headless or table.is_guessed,
        "consent": (consent or ConsentForm()) if preview.asks_consent else None,
        "more_created": max(0, len(preview.created) - SHOWN),
        "more_changed": max(0, len(preview.changed) - SHOWN),
    } | _read_of(table, waiting)
    is_refused = needs_columns or context["nothing_enters"]
    return render(request, "tournaments/office/import_preview.html", context, status=REFUSED if is_refused else status)


def _says_fees(table: PlayerFile) -> bool:
    """Return True when a list says something of fees."""
    return any(table.has(column.name) for column in FEE_COLUMNS) and any(row.says_fee for row in table.rows)


def _season_paid(club: Club, waiting: Waiting, table: PlayerFile) -> Season | None:
    """Return the season for which the fees of a list are noted: the one chosen, else the one to pay today."""
    if not _says_fees(table):
        return None
    chosen = waiting.get("season")
    if chosen is None:
        return season_to_pay(club, timezone.localdate())
    return club.seasons.filter(pk=chosen).first() if chosen else None


def _season_chosen(request: MemberRequest, club: Club, waiting: Waiting) -> dict[str, Any] | None:
    """Return the season that the user of a preview chose now, 0 to note no fee; None when it is the one shown."""
    chosen = whole_number(request.POST.get("season", ""))
    if chosen is None or chosen == waiting.get("season_shown"):
        return None
    is_known = chosen == 0 or club.seasons.filter(pk=chosen).exists()
    return {"season": chosen} if is_known else None


def _fees_of(club: Club, table: PlayerFile, season: Season | None, preview: PlayersPreview) -> dict[str, Any] | None:
    """Return what the page says of fees: the seasons to choose from, what each line brings and what is noted in all."""
    if not _says_fees(table):
        return None
    return {
        "season": season,
        "seasons": list(club.seasons.all()),
        "has_rates": season is not None and season.rates.exists(),
        "lines": sorted(preview.fees, key=lambda fee: not fee.is_left)[:SHOWN],
        "more": max(0, len(preview.fees) - SHOWN),
        "count": sum(bool(fee.amount) for fee in preview.fees),
        "sum": sum(fee.amount for fee in preview.fees),
        "left": sum(fee.is_left for fee in preview.fees),
    }


def _read_of(table: PlayerFile, waiting: Waiting) -> dict[str, Any]:
    """Return what the page says of how a list was read: its titles, names and licences, and what it leaves aside."""
    return {
        "filename": waiting["filename"],
        "is_headless": table.is_headless or table.is_guessed,
        "first_lines": [(line, " · ".join(filter(None, cells))) for line, cells in table.possible_titles],
        "together": table.names_together if table.is_headless else None,
        "licence_like": None if waiting.get("has_no_licence") else table.licence_like,
        "aside": [heading.title for heading in table.headings if not heading.column],
    }


def _shown(columns: ColumnsForm, preview: PlayersPreview, effects: Sequence[LineEffect]) -> dict[str, Any]:
    """Return the values to store of a preview: which lines the page showed, and of which kind."""
    return {
        "columns": columns.shown,
        "without_consent": [effect.line for effect in preview.made] if preview.asks_consent else [],
        "doubtful": sorted(preview.doubtful),
        "held": {str(line): player for line, player in preview.held.items()},
        "shown": [effect.line for effect in effects],
    }


def _columns_read(table: PlayerFile, preview: PlayersPreview, created: Sequence[LineEffect]) -> list[str]:
    """
    Return the columns that the preview shows beside the names: those of the file, and those that some line fills.
    Contacts without a consent are not among them.
    """
    nothing = PlayerFacts(last_name="")
    return [
        name
        for name in FIELDS
        if name not in NAMED
        and not (name == "consent" and preview.asks_consent)
        and not (name == "birth_year" and preview.leaves_years)
        and (
            (table.has(name) and name not in CONTACTS)
            or any(getattr(effect.facts, name) != getattr(nothing, name) for effect in created)
        )
    ]


def _choices(effect: LineEffect, choices: LineChoices | None) -> list[dict[str, Any]]:
    """Return the choices for a line that may mean known players: value, label, changes, and if the choice is made."""
    if not effect.alike:
        return []
    same = choices.same.get(effect.line) if choices else None
    is_else = choices is not None and effect.line in choices.new_players
    return [
        {"value": "", "label": _("laisser de côté"), "is_chosen": same is None and not is_else},
        *(
            {
                "value": candidate.player.pk,
                "label": _("c’est %(player)s")
                % {"player": candidate.player.full_name if effect.is_held else distinct_name(candidate.player)},
                "is_chosen": same == candidate.player.pk,
                "changes": _changes_in_words(candidate),
            }
            for candidate in effect.alike
        ),
        *(
            []
            if effect.is_held
            else [{"value": SOMEBODY_ELSE, "label": _("quelqu’un d’autre, nouveau"), "is_chosen": is_else}]
        ),
    ]


def _in_words(effect: LineEffect, names: Sequence[str]) -> list[Any]:
    """Return, in words, the values of a new player in these columns."""
    words = {"sex": dict(Sex.choices)}
    values = ((name, getattr(effect.facts, name)) for name in names)
    return ["" if value in ("", None) else words.get(name, {}).get(value, value) for name, value in values]


def _changes_in_words(effect: LineEffect | Alike) -> list[tuple[str, Any, Any]]:
    """Return the changes of a player, in words: (heading, before, after)."""
    names = headings()
    labels = {"sex": dict(Sex.choices)}
    return [
        (names[name], *(labels.get(name, {}).get(value, value) for value in pair))
        for name, pair in effect.changes.items()
    ]


def _applied_sentence(applied: Applied) -> str:
    if not (applied.created or applied.changed or applied.joined or applied.asked or applied.fees):
        return _("Tout était déjà à jour : rien n’a été changé.")
    parts = []
    if applied.created:
        parts.append(
            ngettext("%(count)d joueur ajouté", "%(count)d joueurs ajoutés", applied.created)
            % {"count": applied.created}
        )
    if applied.changed:
        parts.append(
            ngettext("%(count)d joueur modifié", "%(count)d joueurs modifiés", applied.changed)
            % {"count": applied.changed}
        )
    if applied.joined:
        parts.append(
            ngettext(
                "%(count)d adhésion faite ou demandée",
                "%(count)d adhésions faites ou demandées",
                applied.joined,
            )
            % {"count": applied.joined}
        )
    if applied.asked:
        parts.append(
            ngettext(
                "%(count)d joueur d’un autre club, dont l’adhésion est demandée",
                "%(count)d joueurs d’autres clubs, dont l’adhésion est demandée",
                applied.asked,
            )
            % {"count": applied.asked}
        )
    if applied.fees:
        noted = ngettext(
            "%(count)d cotisation notée (%(sum)s)", "%(count)d cotisations notées (%(sum)s)", len(applied.fees)
        )
        total = sum(payment.amount for payment in applied.fees)
        parts.append(noted % {"count": len(applied.fees), "sum": euros(total, current_language())})
    done = _("Import fait : %(what)s.") % {"what": ", ".join(parts)}
    return f"{done} {_left_sentence(applied)}".strip()


def _left_sentence(applied: Applied) -> str:
    """Return a sentence with the people left out and why; "" when nobody was."""
    count = sum(map(len, applied.left.values()))
    if not count:
        return ""
    whys = [f"{len(names)} {why} ({first_names(names)})" for why, names in applied.left.items()]
    words = ngettext("%(count)d laissé de côté : %(why)s.", "%(count)d laissés de côté : %(why)s.", count)
    return words % {"count": count, "why": ", ".join(whys)}
