"""Standings cached by revision: four hundred phones that ask for their places cause one ranking, not 400."""

from functools import partial

from tournaments.kit.languages import current_language
from tournaments.queries.standings.kept import KeptByRevision
from tournaments.queries.standings.public import public_standings_of

MOST = 12  # tournaments, in each language: some 2 MB each of 1,000 players

KeptStandings = partial(KeptByRevision, public_standings_of, vary=current_language)
kept_standings = KeptStandings(MOST)
