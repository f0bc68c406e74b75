"""What was changed after a draw: two players exchanged, one replaced, a round drawn again or cancelled."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.labels import SeatChangeKind
from tournaments.models import Draw, SeatChange, Tournament
from tournaments.queries.places import Places, places


def hand_changes(tournament: Tournament) -> list[SeatChange]:
    """Return what was changed by hand, the latest first: one query."""
    return list(
        SeatChange.objects.filter(tournament=tournament).select_related("one__player", "other__player", "round")
    )


def in_force(change: SeatChange) -> bool:
    """Return whether an exchange still shows in the seats: neither undone nor drawn over since."""
    if change.kind == SeatChangeKind.REPLACEMENT:
        return True
    return change.undone_at is None and change.round is not None and change.round.tournament_id is not None


def hand_words(tournament: Tournament, draw: Draw | None) -> list[str]:
    """
    Return the sentences that a certificate owes to what was changed after its `draw`, naming nobody; none if nothing.

    The figures of a certificate are those of the draw: what the seats are worth as they are now is said here.
    """
    changes = [change for change in hand_changes(tournament) if in_force(change)]
    by_round = Counter(change.number for change in changes if change.kind == SeatChangeKind.SWAP)
    replaced = sum(change.kind == SeatChangeKind.REPLACEMENT for change in changes)
    words = []
    if by_round:
        count = by_round.total()
        exchanged = ngettext(
            "Après le tirage, %(count)d échange de places fait à la main (position %(at)s).",
            "Après le tirage, %(count)d échanges de places faits à la main (positions %(at)s).",
            count,
        )
        words.append(exchanged % {"count": count, "at": ", ".join(str(number) for number in sorted(by_round))})
    if replaced:
        sentence = ngettext(
            "Après le tirage, %(count)d joueur a été remplacé par un autre, qui suit son parcours.",
            "Après le tirage, %(count)d joueurs ont été remplacés par d’autres, qui suivent leur parcours.",
            replaced,
        )
        words.append(sentence % {"count": replaced})
    words += _rounds_changed(tournament, draw)
    if words:
        repeats = _repeats(places(tournament))
        sentence = ngettext(
            "Avec ces changements, %(count)d rencontre répétée en tout.",
            "Avec ces changements, %(count)d rencontres répétées en tout.",
            repeats,
        )
        words.append(
            sentence % {"count": repeats} if repeats else _("Avec ces changements, aucune rencontre ne se répète.")
        )
    return words


def repeats_now(tournament: Tournament, number: int) -> int | None:
    """Return the meetings beyond the first of each pair on all the seats; None without that round."""
    rounds = places(tournament)
    return _repeats(rounds) if number in rounds else None


def _rounds_changed(tournament: Tournament, draw: Draw | None) -> list[str]:
    """Say which rounds were drawn by themselves after the draw, and which were cancelled and not put back."""
    drawn = tournament.rounds.filter(draw__isnull=False).values_list("number", "draw_id", "draw__alone")
    rounds = [(number, alone, made_by > (draw.pk if draw else 0)) for number, made_by, alone in drawn]
    words = []
    again = sorted(number for number, alone, is_later in rounds if alone and is_later)
    if again:
        sentence = ngettext(
            "Après le tirage, la position %(at)s a été tirée à nouveau, seule.",
            "Après le tirage, les positions %(at)s ont été tirées à nouveau, une à une.",
            len(again),
        )
        words.append(sentence % {"at": ", ".join(map(str, again))})
    put_back = {number for number, _alone, is_later in rounds if not is_later}
    cancelled = sorted(set(tournament.cancelled_rounds.values_list("number", flat=True)) - put_back)
    if cancelled:
        sentence = ngettext(
            "La position %(at)s a été annulée : ce qui y était joué ne compte plus.",
            "Les positions %(at)s ont été annulées : ce qui y était joué ne compte plus.",
            len(cancelled),
        )
        words.append(sentence % {"at": ", ".join(map(str, cancelled))})
    return words


def _repeats(rounds: Mapping[int, Places]) -> int:
    """Return the meetings beyond the first of each pair, over all the rounds."""
    met: Counter[tuple[int, ...]] = Counter()
    for here in rounds.values():
        tables: dict[int, list[int]] = defaultdict(list)
        for registration, where in here.items():
            if where is not None:
                tables[where[0]].append(registration)
        met.update(pair for table in tables.values() for pair in combinations(sorted(table), 2))
    return sum(count - 1 for count in met.values())
