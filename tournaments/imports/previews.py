"""What a list of players would change in a club, shown before it is done."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.imports.columns import LineProblem
from tournaments.imports.listed_fees import FeeTold
from tournaments.imports.spreadsheets import named
from tournaments.models import Payment, Player
from tournaments.queries.people.files import distinct_name
from tournaments.refusals import Refusal
from tournaments.services.people.players import PlayerFacts

SOMEBODY_ELSE = "new"  # the answer that a line is somebody new
MOST_DOUBTS = 12  # reasons in a summary; each line says its own


@dataclass(frozen=True)
class Alike:
    """
    A known player whom a line may mean under another spelling, and what the line would change.

    `joins` when the player is not a member now: the player would join, and nothing else changes.
    """

    player: Player
    facts: PlayerFacts
    changes: dict[str, list[Any]]
    joins: bool = False


@dataclass(frozen=True)
class LineEffect:
    """
    The effect of one line: `player` is None for a new player; `changes` is {field: [old, new]}.

    `doubt` says why the line may be wrong. `alike` are known players whom the line may mean. `says_consent` when the
    line says if the name may be shown. `is_held`: a person of another club has the licence; the line means that person,
    or does nothing. `joins` when the player becomes a member.
    """

    line: int
    facts: PlayerFacts
    player: Player | None = None
    changes: dict[str, list[Any]] = field(default_factory=dict)
    doubt: str = ""
    says_consent: bool = True
    alike: tuple[Alike, ...] = ()
    is_held: bool = False
    joins: bool = False


@dataclass(frozen=True)
class TeamAsked:
    """The team that a line names, and whether it names its captain; `team` is its id, None for a team to make."""

    line: int
    name: str
    is_captain: bool = False
    team: int | None = None


@dataclass
class PlayersPreview:
    """
    What a file would change in a club, sorted; `problems` are the lines that would do nothing.

    `leaves_years` when the file has birth years, which the club does not keep. For a list of an evening
    (`is_of_evening`), `entering` are known players without changes whom it registers, or checks in (`present`).
    """

    created: list[LineEffect] = field(default_factory=list)
    changed: list[LineEffect] = field(default_factory=list)
    unchanged: list[LineEffect] = field(default_factory=list)
    joined: list[LineEffect] = field(default_factory=list)
    problems: list[LineProblem] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    leaves_years: bool = False
    is_of_evening: bool = False
    entering: list[LineEffect] = field(default_factory=list)
    present: set[int] = field(default_factory=set)  # lines
    staying: set[int] = field(default_factory=set)  # lines of who does not come
    teams: dict[int, TeamAsked] = field(default_factory=dict)  # by line, in an evening of teams
    since: dict[int, date] = field(default_factory=dict)  # by line, the first day of a new member
    fees: list[FeeTold] = field(default_factory=list)

    @property
    def fingerprint(self) -> str:
        """Return a digest of what was shown, to be compared when it is applied."""
        acts: list[object] = [
            (
                act.line,
                act.player.pk if act.player else 0,
                act.changes or asdict(act.facts),
                [(candidate.player.pk, candidate.changes) for candidate in act.alike],
            )
            for act in (*self.created, *self.changed, *self.entering)
        ]
        acts += [asdict(asked) for asked in self.teams.values()]
        acts += list(self.since.items())
        acts += [asdict(fee.listed) | {"line": fee.line, "amount": fee.amount} for fee in self.fees if fee.listed]
        return hashlib.sha256(json.dumps(acts, default=str).encode()).hexdigest()[:32]

    @property
    def does_something(self) -> bool:
        return self.changes_club or bool(self.entering or self.joined or any(fee.listed for fee in self.fees))

    @property
    def members(self) -> dict[int, Player | PlayerFacts]:
        """Return who pays a fee by the line that means him; of who is no member yet, only what is known of him."""
        new = {effect.line: effect.facts for effect in (*self.made, *self.joined)}
        known = (*self.changed, *self.unchanged)
        return new | {each.line: each.facts if each.joins else each.player or each.facts for each in known}

    @property
    def changes_club(self) -> bool:
        """Return True when a player is created or changed, or joins the club (in an evening nobody joins)."""
        return bool(self.created or self.changed or (self.joined and not self.is_of_evening))

    @property
    def asks_consent(self) -> bool:
        """Return True when no line says if the names of the new players may be shown."""
        return bool(self.made) and not any(effect.says_consent for effect in self.made)

    @property
    def made(self) -> list[LineEffect]:
        """Return the lines of new players, without those that can only mean a person of another club."""
        return [effect for effect in self.created if not effect.is_held]

    @property
    def doubtful(self) -> set[int]:
        """Return the numbers of the lines that do nothing until the user ticks them or says who they are."""
        return {effect.line for effect in (*self.created, *self.changed, *self.entering) if effect.doubt}

    @property
    def doubts(self) -> list[str]:
        """Return the reasons why lines are not ticked, each with its lines, for the summary."""
        lines_of: dict[str, list[int]] = defaultdict(list)
        for effect in (*self.created, *self.changed, *self.entering):
            if effect.doubt:
                lines_of["" if effect.alike else effect.doubt].append(effect.line)
        who = _("dites qui c’est parmi ceux qui lui ressemblent.")
        return [
            ngettext(
                "%(count)d ligne n’est pas cochée (%(lines)s) : %(why)s",
                "%(count)d lignes ne sont pas cochées (%(lines)s) : %(why)s",
                len(lines),
            )
            % {"count": len(lines), "lines": named(sorted(lines)), "why": why or who}
            for why, lines in lines_of.items()
        ][:MOST_DOUBTS]

    @property
    def new_players(self) -> int:
        """Return how many new players are ticked from the start."""
        return sum(not effect.doubt for effect in self.created)

    @property
    def corrected_players(self) -> int:
        """Return how many changed players are ticked from the start."""
        return sum(not effect.doubt for effect in self.changed)

    def without(self, lines: Collection[int]) -> "PlayersPreview":
        """Return the preview without these lines, which were unticked."""
        created, changed, entering = (
            [effect for effect in effects if effect.line not in lines]
            for effects in (self.created, self.changed, self.entering)
        )
        fees = [fee for fee in self.fees if fee.line not in lines]
        return replace(self, created=created, changed=changed, entering=entering, fees=fees)

    def left_out(self, same: Collection[int], unticked: Collection[int]) -> dict[str, list[str]]:
        """Return the names of the lines that do nothing, by reason: unticked, and not in `same`."""
        left: dict[str, list[str]] = defaultdict(list)
        for effect in (*self.created, *self.changed, *self.entering):
            if effect.line in unticked and effect.line not in same:
                elsewhere, doubted = _("d’un autre club"), _("à vérifier")
                why = elsewhere if effect.is_held else doubted if effect.doubt else _("non cochés")
                left[why].append(effect.facts.full_name)
        for problem in self.problems:
            left[_("refusés")].append(_("ligne %(line)d") % {"line": problem.line})
        return dict(left)

    @property
    def held(self) -> dict[int, int]:
        """Return {line: id of the person of another club who has its licence and a similar name}."""
        return {effect.line: effect.alike[0].player.pk for effect in self.created if effect.is_held}

    def answered(self, same: Mapping[int, int]) -> "PlayersPreview":
        """
        Return the preview when these lines mean these players ({line: player id}), among those proposed.

        Refuses a player who was not proposed for the line, and one player for two lines.
        """
        matched = [_as_answered(effect, same[effect.line]) for effect in self.created if effect.line in same]
        meant = Counter(effect.player.pk for effect in matched if effect.player)
        twice = [player for player, lines in meant.items() if lines > 1]
        if twice:
            contradicting = [effect for effect in matched if effect.player and effect.player.pk == twice[0]]
            raise player_twice(contradicting[0].line, contradicting[1].line, contradicting[0].facts.full_name)
        as_they_are = [effect for effect in matched if not effect.changes and not effect.joins]
        return replace(
            self,
            created=[effect for effect in self.created if effect.line not in same],
            changed=[*self.changed, *(effect for effect in matched if effect.changes)],
            unchanged=[*self.unchanged, *([] if self.is_of_evening else as_they_are)],
            entering=[*self.entering, *(as_they_are if self.is_of_evening else [])],
            joined=[*self.joined, *(effect for effect in matched if effect.joins)],
        )


@dataclass(frozen=True)
class Applied:
    """
    The result of an import: how many players were created or changed, how many joined, or are `asked` to join.

    `left` are the names of the lines that did nothing, by reason; `people` are the players of the other lines, each
    with True (present), False (not said) or None (does not come); `teams` are those who are in a team by their line.
    `fees` are the payments noted for a season.
    """

    created: int
    changed: int
    joined: int = 0
    asked: int = 0
    left: Mapping[str, Sequence[str]] = field(default_factory=dict, compare=False)
    people: Sequence[tuple[Player, bool | None]] = field(default=(), compare=False)
    teams: Sequence[tuple[TeamAsked, Player]] = field(default=(), compare=False)
    fees: Sequence[Payment] = field(default=(), compare=False)


def stale() -> Refusal:
    """Return the refusal of an import whose effects are no longer those that were shown."""
    return Refusal(
        _(
            "Ce n’est plus ce qui avait été montré : les joueurs ont changé depuis, ou un autre fichier est venu. "
            "Voici ce que l’import ferait maintenant."
        ),
        code="import_is_stale",
    )


def nothing_ticked() -> Refusal:
    """Return the refusal of an import without a ticked line."""
    return Refusal(
        _("Aucune ligne n’est cochée : rien n’a été changé. Cochez celles à importer, ou abandonnez l’import."),
        code="nothing_ticked",
    )


def player_twice(line: int, other_line: int, player: str) -> Refusal:
    """Return the refusal of one player for two lines."""
    return Refusal(
        _("Les lignes %(one)d et %(other)d ne peuvent pas être %(player)s toutes les deux : choisissez.")
        % {"one": line, "other": other_line, "player": player},
        code="player_twice",
    )


def _as_answered(effect: LineEffect, player: int) -> LineEffect:
    candidate = next((candidate for candidate in effect.alike if candidate.player.pk == player), None)
    if candidate is None:
        raise stale()
    return LineEffect(effect.line, candidate.facts, candidate.player, candidate.changes, joins=candidate.joins)


def player_choices(
    alike: Sequence[Player],
    *,
    is_asked: bool = False,
    is_held: bool = False,
    same: int | None = None,
    is_else: bool = False,
) -> list[dict[str, Any]]:
    """
    Return the choices for a line of a new player: a new player (the default), or one of `alike`.

    `is_asked`: the user has to choose. `is_held`: the licence belongs to another person, so a new player would come
    without it. `same` is the id chosen; `is_else` when « somebody else » was chosen.
    """
    if not alike and not is_asked:
        return []
    choices: list[dict[str, Any]] = [
        {
            "value": player.pk,
            "label": _("c’est %(player)s") % {"player": distinct_name(player)},
            "is_chosen": player.pk == same,
        }
        for player in alike
    ]
    other = _("quelqu’un d’autre, sans ce numéro") if is_held else _("quelqu’un d’autre, nouveau")
    if not is_asked:
        return [{"value": "", "label": other}, *choices]
    somebody_else = {"value": SOMEBODY_ELSE, "label": other, "is_chosen": is_else}
    return [{"value": "", "label": _("dites qui c’est")}, *choices, somebody_else]
