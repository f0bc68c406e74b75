"""Events of a league as its tests write them: player → event → points, ranked among those who were there."""

from collections.abc import Collection, Mapping

from tournaments.standings import EventResult
from tournaments.standings.leagues import Results


def results_of(points: Mapping[int, Mapping[int, int]], void: Mapping[int, Collection[int]] | None = None) -> Results:
    """Return the results with the place of each in its event; `void` are those out of its ranking, player → events."""
    out = void or {}

    def place(player: int, event: int) -> int | None:
        if event in out.get(player, ()):
            return None
        rivals = [of_him[event] for key, of_him in points.items() if event in of_him and event not in out.get(key, ())]
        return 1 + sum(rival > points[player][event] for rival in rivals)

    return {
        player: {event: EventResult(scored, place(player, event)) for event, scored in by_event.items()}
        for player, by_event in points.items()
    }
