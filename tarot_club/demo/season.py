"""A past season for the demonstration: twelve evenings, four leagues and a final."""

import uuid
from datetime import date, datetime, timedelta
from random import Random

from scoring.imports.past_files import PastFile
from scoring.imports.past_results import PastConcours, import_past_results
from tournaments.imports.spreadsheets import CellSheet
from tournaments.models import Account, Club, Player, Season, Tournament
from tournaments.queries.standings.qualifying import stage_of_row
from tournaments.services.clubs.clubs import SeasonFacts, create_season
from tournaments.services.clubs.leagues import LeagueFacts, change_league, create_league, publish_league
from tournaments.services.clubs.qualifying import announce_final
from tournaments.standings import Brings, Cut, LeagueRule, LeagueTie

EVENINGS, THERE, SEQUENCES = 12, 60, 3
DAYS_BETWEEN = 21
FINALISTS = 16
AT_TABLE = 4
BEST_8 = LeagueRule(best_of=8, minimum=6, ties=(LeagueTie.WINS, LeagueTie.BEST))
BY_PLACE = LeagueRule(
    brings=Brings.TABLE, table=(25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2), after_table=1, bonus=1
)
OF_CLUBS = LeagueRule(club_best=4)
TO_THE_FINAL = LeagueRule(best_of=9, ties=(LeagueTie.EVENTS, LeagueTie.BEST))


def play_season(
    club: Club,
    players: list[Player],
    year: int,
    *,
    rng: Random,
    by: Account,
    at: datetime,
    evenings: int = EVENINGS,
    there: int = THERE,
) -> Season:
    """
    Return the season that ended in `year`, its evenings imported as results.

    So many of the players are `there` each evening. The final comes after all evenings.
    """
    facts = SeasonFacts(f"{year - 1}-{year}", date(year - 1, 9, 1), date(year, 8, 31))
    season = create_season(club=club, facts=facts, by=by, at=at)
    change_league(league=season.main_league, facts=LeagueFacts("Les 8 meilleures", BEST_8), by=by, at=at)
    for name, rule in (("Aux points", BY_PLACE), ("Interclubs", OF_CLUBS)):
        create_league(season=season, facts=LeagueFacts(name, rule), by=by, at=at)
    league = create_league(season=season, facts=LeagueFacts("Vers la finale", TO_THE_FINAL), by=by, at=at)
    skills = {player.pk: rng.gauss(0, 40) for player in players}
    for number in range(evenings):
        day = facts.starts_on + timedelta(days=10 + number * DAYS_BETWEEN)
        play_evening(f"Soirée {number + 1}", day, season, rng.sample(players, there), skills, rng, by, at)
    publish_league(league=league, key=uuid.uuid4(), by=by, at=at)
    cut = Cut(first=FINALISTS, carried=100)
    row = announce_final(league=league, cut=cut, final=None, by=by, at=at)
    going = {line.player_id for line in stage_of_row(row).going}
    finalists = [player for player in players if player.pk in going]
    played = play_evening("Finale", date(year, 6, 20), season, finalists, skills, rng, by, at)
    announce_final(league=league, cut=cut, final=played, by=by, at=at)
    return season


def play_evening(
    name: str,
    day: date,
    season: Season,
    there: list[Player],
    skills: dict[int, float],
    rng: Random,
    by: Account,
    at: datetime,
) -> Tournament:
    """Return an evening of some sequences. In each sequence, the balances of a table sum to zero."""
    points: dict[int, list[str]] = {player.pk: [] for player in there}
    for _sequence in range(SEQUENCES):
        seated = rng.sample(there, len(there))
        for first in range(0, len(seated), AT_TABLE):
            table = seated[first : first + AT_TABLE]
            balances = [round(skills[player.pk] + rng.gauss(0, 160)) * 2 for player in table]
            balances[-1] -= sum(balances)
            for player, balance in zip(table, balances, strict=True):
                points[player.pk].append(str(balance))
    titles = ["Nom", "Prénom", "Licence", *(f"Séquence {number}" for number in range(1, SEQUENCES + 1))]
    rows = [[player.last_name, player.first_name, player.licence, *points[player.pk]] for player in there]
    file = PastFile.read(CellSheet(list(enumerate([titles, *rows], 1))))
    key = uuid.UUID(int=rng.getrandbits(128), version=4)
    past = PastConcours(name, day, season)
    return import_past_results(club=season.club, past=past, file=file, key=key, by=by, at=at)
