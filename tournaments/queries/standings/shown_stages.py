"""A stage of a championship as a club reads it, or everybody: the names, and what is not public yet."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from tournaments.kit.text import fold
from tournaments.models import Club, Committee
from tournaments.queries.people.names import name_apart
from tournaments.queries.standings.candidates import Candidate
from tournaments.queries.standings.known_leagues import names_known_to
from tournaments.queries.standings.qualifying import FinalStage, SourceNow
from tournaments.standings import places


def names_read_in(stage: FinalStage, reader: Club | Committee) -> dict[int, str]:
    """
    Return the names that a club reads in a stage, by `Candidate.id`: full ones of players it knows; teams have theirs.
    A comité reads the names that everybody reads.

    Of two who have the same name, whoever is entered in the final has his start number. Two queries, one more then.
    """
    if stage.of_teams:
        return _names_of_teams(stage)
    files_of = {one.player_id: one.files for one in stage.everybody}
    shown = {one.player_id: one.name for one in stage.everybody if one.is_named}
    events = [event for source in stage.sources for event in source.events]
    known = names_known_to(reader, events, files_of) if isinstance(reader, Club) and files_of else {}
    names = shown | known
    met = Counter(fold(name) for name in names.values())
    same = {pk: name for pk, name in names.items() if met[fold(name)] > 1}
    if not same or stage.final is None:
        return names
    entries = stage.final.registrations.filter(player__in={file for pk in same for file in files_of[pk]})
    numbers = dict(entries.values_list("player", "start_number"))
    return names | {
        pk: name_apart(name, numbers[file], is_namesake=True)
        for pk, name in same.items()
        for file in files_of[pk]
        if file in numbers
    }


def _names_of_teams(stage: FinalStage) -> dict[int, str]:
    """Return the names of the teams of a stage; of two that have the same, with their clubs."""
    met = Counter(fold(name) for name in {one.key: one.name for one in stage.everybody}.values())
    return {one.id: f"{one.name} ({one.club})" if met[fold(one.name)] > 1 else one.name for one in stage.everybody}


def strangers(stage: FinalStage, club: Club) -> list[Candidate]:
    """
    Return the qualified players whom the host of a final cannot enter, because he may not read who they are.

    A ranking of another club leads here without its word: of whom it does not name, the host learns nothing. A team is
    such a stranger with one member who is, and its captain enters it.
    """
    abroad = [
        one for source in stage.sources if source.host != club for one in source.going if one.key not in stage.entered
    ]
    if not stage.of_teams:
        known = names_read_in(stage, club)
        return [one for one in abroad if one.id not in known]
    coming = {one.id: [member.player for member in one.team.coming] for one in abroad if one.team}
    unnamed = {player.pk for players in coming.values() for player in players if not player.consent}
    read = names_known_to(club, (), {pk: frozenset({pk}) for pk in unnamed}) if unnamed else {}
    return [one for one in abroad if any(player.pk in unnamed - read.keys() for player in coming[one.id])]


def shown_stage(stage: FinalStage) -> FinalStage:
    """
    Return a stage as everybody reads it.

    If a league has a player who is not named, its qualified players are shown only once they are registered: after each
    evening, the list would show between which totals his total is. Nothing is said of a source that is not public, or
    whose last rounds are hidden, or of boards that somebody has still to play. After the final, who is not named has no
    line: what he kept would show which start number he had before.
    """
    stage = replace(stage, declined=(), left=(), beyond=())
    if stage.final is not None and not stage.final.is_public:
        return replace(stage, sources=(), finalists=(), is_withheld=True)
    shown = [_shown(source, stage, stage.entered if stage.has_unnamed else None) for source in stage.sources]
    going = [one for source in shown for one in source.going]
    told = replace(stage, sources=tuple(map(_named, shown)))
    if stage.finalists:
        return _of_the_named(told)
    is_withheld = (stage.has_unnamed and not going) or all(source.is_secret for source in stage.sources)
    return replace(told, unnamed=sum(not one.is_named for one in going), is_withheld=is_withheld)


def _shown(source: SourceNow, stage: FinalStage, entered: Collection[int] | None) -> SourceNow:
    """Return a source without what is secret; with `entered` (keys), those of them that it leads to the final alone."""
    if source.is_secret:
        return replace(source, ranked=(), going=(), reserves=(), over=())
    if entered is None:
        return source
    going = tuple(one for one in source.ranked if one.key in entered and stage.by_key[one.key][0] is source)
    return replace(source, going=going, reserves=(), over=())


def _named(source: SourceNow) -> SourceNow:
    """Return a source with the named players alone; in a league, where others have no line, places count only them."""
    among: dict[int, tuple[int, bool]] = {}
    if source.unnamed:
        order = {one.key: -one.place for one in source.ranked if one.is_named}
        among = {key: (place, shared) for key, place, shared in places(order)}

    def placed(one: Candidate) -> Candidate:
        place, shared = among.get(one.key, (one.place, one.shared))
        return replace(one, place=place, shared=shared)

    going, reserves, over = (
        tuple(placed(one) for one in part if one.is_named) for part in (source.going, source.reserves, source.over)
    )
    return replace(source, ranked=(), going=going, reserves=reserves, over=over)


def _of_the_named(stage: FinalStage) -> FinalStage:
    """Return the ranking after a final without the players who are not named; places count only the others."""
    named = [one for one in stage.finalists if one.is_named]
    order = {index: -one.place for index, one in enumerate(named)}
    among = tuple(replace(named[index], place=place, shared=shared) for index, place, shared in places(order))
    return replace(stage, finalists=among, unnamed=len(stage.finalists) - len(named))
