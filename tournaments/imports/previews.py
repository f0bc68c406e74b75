"""What a list of players would do to a club, told before it is done: who is new, who changes, who may be known."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.imports.columns import LineProblem
from tournaments.imports.spreadsheets import named
from tournaments.models import Player
from tournaments.queries.people.files import distinct_name
from tournaments.refusals import Refusal
from tournaments.services.people.players import PlayerFacts

SOMEBODY_ELSE = "new"  # the answer that a line is somebody new
MOST_DOUBTS = 12  # reasons in a summary; each line says its own


@dataclass(frozen=True)
class Alike:
    """
    A player whom a line may mean under another spelling, and what it would then change of him.

    Who is no member of the club now `joins` it, and nothing of him changes.
    """

    player: Player
    facts: PlayerFacts
    changes: dict[str, list[Any]]
    joins: bool = False


@dataclass(frozen=True)
class LineEffect:
    """
    What one line does: `player` is None for somebody new; `changes` is {field: [old, new]}.

    `doubt` says why it should perhaps do nothing, `alike` who it may be instead of somebody new; `says_consent` whether
    the line says if the name may be shown. A line that `is_held` has the licence of a person of another club: it is he,
    or does nothing. Who `joins` becomes a member.
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


@dataclass
class PlayersPreview:
    """
    What a file would do to a club's players, sorted; `problems` are of the lines that would do nothing.

    `leaves_years` when it gives birth years, which the club does not keep. Of a list that is read into an evening
    (`is_of_evening`) `entering` are known people whom it changes in nothing and enters, or finds there (`present`).
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

    @property
    def fingerprint(self) -> str:
        """What was shown, in a few letters: applying compares, so that only what was seen is done."""
        acts = [
            (
                act.line,
                act.player.pk if act.player else 0,
                act.changes or asdict(act.facts),
                [(candidate.player.pk, candidate.changes) for candidate in act.alike],
            )
            for act in (*self.created, *self.changed, *self.entering)
        ]
        return hashlib.sha256(json.dumps(acts, default=str).encode()).hexdigest()[:32]

    @property
    def does_something(self) -> bool:
        return self.changes_club or bool(self.entering or self.joined)

    @property
    def changes_club(self) -> bool:
        """Whether somebody new comes in, changes or joins; whom another club knows is a guest of an evening only."""
        return bool(self.created or self.changed or (self.joined and not self.is_of_evening))

    @property
    def asks_consent(self) -> bool:
        """Whether nobody said if the names of the new players may be shown."""
        return bool(self.made) and not any(effect.says_consent for effect in self.made)

    @property
    def made(self) -> list[LineEffect]:
        """The lines of somebody new, without those that can only be a person of another club."""
        return [effect for effect in self.created if not effect.is_held]

    @property
    def doubtful(self) -> set[int]:
        """The lines that do nothing unless somebody ticks them, or says who they are."""
        return {effect.line for effect in (*self.created, *self.changed, *self.entering) if effect.doubt}

    @property
    def doubts(self) -> list[str]:
        """Why lines wait for a tick, as a summary says it: each reason with its lines, those who are alike together."""
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
        """How many players the lines make that are ticked from the start."""
        return sum(not effect.doubt for effect in self.created)

    @property
    def corrected_players(self) -> int:
        """How many players the lines change that are ticked from the start."""
        return sum(not effect.doubt for effect in self.changed)

    def without(self, lines: Collection[int]) -> "PlayersPreview":
        """Return what is left to do when these lines are unticked."""
        created, changed, entering = (
            [effect for effect in effects if effect.line not in lines]
            for effects in (self.created, self.changed, self.entering)
        )
        return replace(self, created=created, changed=changed, entering=entering)

    def left_out(self, same: Collection[int], unticked: Collection[int]) -> dict[str, list[str]]:
        """Return the names of the lines that do nothing, by why: neither ticked nor said to be the `same` as one."""
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
        """Line → the person of another club whose licence it gives, under a name like his."""
        return {effect.line: effect.alike[0].player.pk for effect in self.created if effect.is_held}

    def answered(self, same: Mapping[int, int]) -> "PlayersPreview":
        """
        Return what is left to do when these lines mean these players (line → id) among those they may mean.

        Refuses a player who was not proposed for that line, and one whom two lines are said to mean.
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
    How many players an import made, how many it changed, and how many of other clubs became members, or are `asked` to.

    `left` are the names of the lines that did nothing, by why; `people` are those of the other lines, each with whether
    the list says that he is there (None: that he does not come).
    """

    created: int
    changed: int
    joined: int = 0
    asked: int = 0
    left: Mapping[str, Sequence[str]] = field(default_factory=dict, compare=False)
    people: Sequence[tuple[Player, bool | None]] = field(default=(), compare=False)


def stale() -> Refusal:
    """Return the refusal of an import that would do something else by now."""
    return Refusal(
        _(
            "Ce n’est plus ce qui avait été montré : les joueurs ont changé depuis, ou un autre fichier est venu. "
            "Voici ce que l’import ferait maintenant."
        ),
        code="import_is_stale",
    )


def nothing_ticked() -> Refusal:
    """Return the refusal of an import whose lines were all unticked or left aside."""
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
    Return the choices for a line that looks new: a new player, the default, or one of the players who are alike
    (`seen_by` the club).

    Of a line that `is_asked` it is to be said. The licence of one that `is_held` is somebody's: somebody new comes in
    without it. `same` was chosen, or somebody else (`is_else`).
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
