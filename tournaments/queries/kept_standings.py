"""Standings cached by revision: four hundred phones that ask for their places cause one ranking, not 400."""

from functools import partial

from tournaments.languages import current_language
from tournaments.queries.kept import KeptByRevision
from tournaments.queries.public_standings import public_standings_of

MOST = 12  # tournaments, in each language: some 2 MB each of 1,000 players

KeptStandings = partial(KeptByRevision, public_standings_of, vary=current_language)
kept_standings = KeptStandings(MOST)
