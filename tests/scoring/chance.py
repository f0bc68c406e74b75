"""
Evenings of teams that chance plays through the services: by sums in libre, and by matches of two.

Each is recounted from its event file alone, by the plainest counting there is.
"""

import gzip
import json
import random
import uuid
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from operator import ge, gt
from typing import Any

from scoring.imports.event_files import event_file
from scoring.labels import Outcome, PenaltyTarget, Sanction
from scoring.models import PenaltyKind
from scoring.services.decisions.penalties import cancel_penalty, give_penalty
from scoring.services.sheets.results import differences
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, TournamentFactory, field, registered
from tests.scoring.duplicates import tables_of
from tests.scoring.sheets import garde, record
from tests.tournaments.matches import drawn_matches, of_matches
from tests.tournaments.services.drawing import drawn, published
from tests.tournaments.teams import teams_of
from tournaments.labels import Status, Waits
from tournaments.models import Account, Club, Registration, Team, Tournament
from tournaments.queries.draws.matches import who_may_play
from tournaments.queries.standings.standings import standings
from tournaments.queries.standings.teams import TeamLine, team_standings
from tournaments.refusals import Refusal
from tournaments.services.draws.matches import close_line_ups, publish_matches, seal_line_up
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.replacements import replace_player
from tournaments.services.people.registrations import set_status
from tournaments.services.people.teams import change_team
from tournaments.standings import Adjusted

Rows = dict[int, dict[str, Any]]
Totals = dict[int, Fraction]  # by the number of a team


def read_file(evening: Tournament) -> dict[str, Rows]:
    """Return the rows of an evening's file by the name of their model and their id."""
    content = json.loads(gzip.decompress(event_file(evening, at=NOW)))
    rows = {name: {row["id"]: row for row in found} for name, found in content["event"]["rows"].items() if found}
    return defaultdict(dict, rows)


def told(evening: Tournament) -> dict[int, TeamLine]:
    """Return the whole ranking of teams, by the number of the team."""
    lines = team_standings(standings(Tournament.objects.get(pk=evening.pk))).lines
    return {line.start_number: line for line in lines if isinstance(line, TeamLine)}


def hold(evening: Tournament, totals: Mapping[int, Fraction]) -> None:
    """Hold the ranking of teams, its places and what is stored against totals that were counted another way."""
    lines = told(evening)
    assert {number: line.total for number, line in lines.items()} == {number: totals.get(number, 0) for number in lines}
    assert totals.keys() <= lines.keys()
    ranked = {number: totals[number] for number, line in lines.items() if line.is_ranked and number in totals}
    for number, total in ranked.items():
        better, as_good = (sum(compare(other, total) for other in ranked.values()) for compare in (gt, ge))
        assert better < (lines[number].place or 0) <= as_good  # a tie-break may set equal totals apart
    assert list(differences(evening)) == []


class Chance:
    """What chance chooses in an evening, and who writes it."""

    def __init__(self, seed: int, by: Account) -> None:
        self.rng, self.by = random.Random(seed), by
        self.said: dict[str, Any] = {"by": by, "at": NOW}

    def key(self) -> uuid.UUID:
        return uuid.UUID(int=self.rng.getrandbits(128), version=4)

    def taken(self, taker: int) -> object:
        return garde(taker=taker, bouts=self.rng.choice([1, 2, 3]), points=str(self.rng.randrange(30, 62)))

    def penalise(self, evening: Tournament, **given: Any) -> None:
        """Give a penalty that may be refused, and sometimes take it back."""
        asked = {"points": 0, "reason": "dit", "kind": PenaltyKind.objects.filter(club=None).first()} | given
        with suppress(Refusal):
            penalty = give_penalty(tournament=evening, key=self.key(), **asked, **self.said)
            if self.rng.random() < 0.2:
                cancel_penalty(penalty=penalty, reason="à tort", **self.said)


# Libre by teams


def any_teams(club: Club, by: Account, seed: int) -> Tournament:
    """Play an evening of pairs or fours: members who leave, substitutes in their places, penalties."""
    chance = Chance(seed, by)
    rng = chance.rng
    size = rng.choice([2, 4])
    fixed = {"missed_counts": "fixed", "missed_points": rng.choice([-30, 20])}
    settings = {"team_size": size, "donnes_per_round": 2, "rounds_planned": 3, "void_donnes_count": True} | rng.choice(
        [{}, fixed]
    )
    evening = TournamentFactory(club=club, **settings)
    teams_of(field(evening, size * rng.randint(4, 7)), size)
    published(evening, by)
    for number in (1, 2, 3):
        for table in tables_of(evening, number):
            for donne in (1, 2):
                entry = rng.choices([chance.taken(rng.randrange(4)), Outcome.PASSED], [9, 1])[0]
                record(table, donne, by, entry)
            close_sheet(table=table, **chance.said)
            if rng.random() < 0.2:
                entry = rng.choice(list(table.seats.all())).registration
                player = {"target": PenaltyTarget.PLAYER, "registration": entry, "table": table}
                chance.penalise(evening, **player, sanction=Sanction.POINTS, points=-20)
        if number < 3 and rng.random() < 0.7:
            _somebody_leaves(evening, number + 1, chance)
    return Tournament.objects.get(pk=evening.pk)


def _somebody_leaves(evening: Tournament, number: int, chance: Chance) -> None:
    """Have a member leave: a substitute of his team takes his chairs, or all is drawn again without him."""
    team: Team = chance.rng.choice(list(evening.teams.all()))
    members = who_may_play(team)
    leaver = chance.rng.choice(members)
    if chance.rng.random() < 0.4:
        (comer,) = registered(evening, [evening.registrations.count() + 1])
        Registration.objects.filter(pk=comer.pk).update(status=Status.REGISTERED, waits=Waits.STAND_IN)
        captain = next((one.pk for one in members if one.is_captain), members[0].pk)
        change_team(
            team=team, name=team.name, members=[*team.members.values_list("pk", flat=True), comer.pk],
            captain=captain, **chance.said,
        )  # fmt: skip
        asked = {"leaver": leaver.pk, "comer": comer.pk, "number": number, "reason": "souffrant", "key": chance.key()}
        replace_player(tournament=evening, **asked, **chance.said)
        return
    set_status(tournament=evening, registrations=[leaver.pk], status=Status.WITHDRAWN, **chance.said)
    publish_draw(draw=drawn(evening, chance.by), **chance.said)


def recounted_teams(evening: Tournament) -> Totals:
    """Return what the members of each team brought, with what the rule gives for those it lacked."""
    rows = read_file(evening)
    seats, tables = rows["tournaments.Seat"], rows["tournaments.Table"]
    entries = {pk: row for pk, row in rows["tournaments.Registration"].items() if row["team"]}
    marks: dict[tuple[int, int], int] = defaultdict(int)  # by table and chair
    for line in [line for line in rows["scoring.SheetLine"].values() if line["current"]]:
        for chair in range(4):
            marks[line["table"], chair] += line["marque"].get("scores", {}).get(str(chair), 0)
    points: dict[int, int] = defaultdict(int)
    there: dict[tuple[int, int], set[int]] = defaultdict(set)  # (team, round): who played
    for seat in seats.values():
        team = entries[seat["registration"]]["team"] if seat["registration"] in entries else None
        if team is None or seat["table"] is None:
            continue
        assert tables[seat["table"]]["round"] == seat["round"]
        points[team] += marks[seat["table"], seat["chair"]]
        there[team, seat["round"]].add(seat["registration"])
    given = {pk for pk, row in rows["scoring.Penalty"].items() if row["cancelled_at"] is None}
    for share in rows["scoring.PenaltyShare"].values():
        if share["penalty"] in given and share["registration"] in entries:
            points[entries[share["registration"]]["team"]] += share["points"]
    for team in rows["tournaments.Team"]:
        members = sum(row["team"] == team for row in entries.values())
        for round_ in rows["tournaments.Round"]:
            lacking = max(0, evening.team_size - len(there[team, round_]))
            points[team] += (evening.missed_points or 0) * min(lacking, members - len(there[team, round_]))
    return {row["number"]: Fraction(points[pk]) for pk, row in rows["tournaments.Team"].items()}


# Matches of teams


def any_matches(club: Club, by: Account, seed: int) -> Tournament:
    """Play matches: sealed and usual line-ups, a bye, members who leave, boards left out, adjusted results."""
    chance = Chance(seed, by)
    rng = chance.rng
    settings: dict[str, Any] = {"compared_by": rng.choice(["mean", "matchpoints"]), "rounds_planned": rng.randint(1, 3)}
    settings |= {"donnes_per_round": rng.randint(2, 4), "bye_points": rng.choice([None, 30])}
    evening = of_matches(club, rng.randint(2, 5), members=rng.choice([4, 5, 6]), **settings)
    drawn_matches(evening, by)
    for number in range(1, evening.rounds_planned + 1):
        _line_ups(evening, number, chance)
        tables = tables_of(evening, number)
        rng.shuffle(tables)
        for table in tables:
            _a_match_table(evening, table, chance)
        if rng.random() < 0.5:
            _a_member_leaves(evening, chance)
    return Tournament.objects.get(pk=evening.pk)


def _line_ups(evening: Tournament, number: int, chance: Chance) -> None:
    for match in evening.matches.filter(round_number=number).select_related("one", "other").order_by("number"):
        for team in filter(None, (match.one, match.other)):
            if match.other is not None and chance.rng.random() < 0.5:
                taker, *defence = chance.rng.sample([one.pk for one in who_may_play(team)], 4)
                seal_line_up(match=match, team=team, taker=taker, defence=defence, key=chance.key(), **chance.said)
    close_line_ups(tournament=evening, number=number, **chance.said)
    publish_matches(tournament=evening, number=number, **chance.said)


def _a_match_table(evening: Tournament, table: Any, chance: Chance) -> None:
    rng = chance.rng
    for board in table.board_order:
        if rng.random() < 0.1:
            continue  # nobody's fault: there was no time
        record(table, board, chance.by, chance.taken(0))
        if rng.random() < 0.15:
            record(table, board, chance.by, chance.taken(0))
        if rng.random() < 0.15:
            entry = rng.choice(list(table.seats.filter(chair=rng.choice([0, 1])))).registration
            given = {"sanction": Sanction.DONNE_SCORE, "basis": Adjusted.ASSIGNED, "assigned": rng.choice([-40, 0, 60])}
            place = {"target": PenaltyTarget.PLAYER, "registration": entry, "table": table, "donne": board}
            chance.penalise(evening, **place, **given)
    if rng.random() < 0.8:
        with suppress(Refusal):  # boards are missing
            close_sheet(table=table, **chance.said)


def _a_member_leaves(evening: Tournament, chance: Chance) -> None:
    for team in chance.rng.sample(list(evening.teams.order_by("number")), evening.teams.count()):
        members: list[Registration] = who_may_play(team)
        if len(members) > 4:
            leaver = chance.rng.choice(members)
            set_status(tournament=evening, registrations=[leaver.pk], status=Status.WITHDRAWN, **chance.said)
            return


def recounted_matches(evening: Tournament) -> Totals:
    """Return the total of each team by its takers' marks: in points of the boards of the event, or in percent."""
    rows = read_file(evening)
    matches = rows["tournaments.Match"]
    number_of = {pk: row["number"] for pk, row in rows["tournaments.Team"].items()}
    by_points = evening.compared_by == "matchpoints"
    marks, ruled = _takers_marks(rows), _rulings(rows)
    won: dict[int, Fraction] = defaultdict(Fraction)
    played: dict[int, int] = defaultdict(int)
    begun = set()
    for (match_id, board), by_team in marks.items():
        if len(by_team) < 2:
            continue
        begun.add(matches[match_id]["round_number"])
        for team, own in by_team.items():
            (theirs,) = (points for other, points in by_team.items() if other != team)
            points = Fraction((own > theirs) - (own < theirs) + 1 if by_points else own - theirs)
            if ruled[match_id, board] and team not in ruled[match_id, board]:
                points = Fraction(by_points)  # nothing is left to compare it with: an average
            if team in ruled[match_id, board]:
                points = Fraction(ruled[match_id, board][team] * (2 if by_points else 100), 100)
            won[number_of[team]] += points
            played[number_of[team]] += 1
    for match in matches.values():
        if match["other"] is None and match["round_number"] in begun:
            count, given = evening.donnes_per_round or 0, evening.bye_points
            share = Fraction(50 if given is None else given, 100)
            won[number_of[match["one"]]] += share * 2 * count if by_points else given or 0
            played[number_of[match["one"]]] += count
    event = {board for _match, board in marks}
    whole = Fraction(100, 2) if by_points else Fraction(len(event))
    return {number: won[number] * whole / played[number] for number in number_of.values() if played[number]}


OfTeams = dict[tuple[int, int], dict[int, int]]  # {(match, board): {team: marks, or what was ruled}}


def _takers_marks(rows: dict[str, Rows]) -> OfTeams:
    """Return the marks of the taker of each team on each board that stands on a sheet."""
    tables, matches, seats = rows["tournaments.Table"], rows["tournaments.Match"], rows["tournaments.Seat"]
    marks: OfTeams = defaultdict(dict)
    for line in [line for line in rows["scoring.SheetLine"].values() if line["current"]]:
        table = tables[line["table"]]
        match = matches[table["match"]]
        assert seats[line["taker"]]["chair"] == 0
        team = match["one"] if table["number"] % 2 else match["other"]
        marks[match["id"], line["number"]][team] = line["marque"]["scores"]["0"]
    return marks


def _rulings(rows: dict[str, Rows]) -> OfTeams:
    """Return what an arbiter put in place of a team's result: of its taker, or else of a defender of it."""
    tables, matches = rows["tournaments.Table"], rows["tournaments.Match"]
    chair_of = {(row["table"], row["registration"]): row["chair"] for row in rows["tournaments.Seat"].values()}
    ruled: OfTeams = defaultdict(dict)
    for share in rows["scoring.PenaltyShare"].values():
        penalty = rows["scoring.Penalty"][share["penalty"]]
        if penalty["cancelled_at"] is None and penalty["sanction"] == Sanction.DONNE_SCORE:
            table = tables[penalty["table"]]
            match = matches[table["match"]]
            taking, defending = ("one", "other") if table["number"] % 2 else ("other", "one")
            is_taker = chair_of[table["id"], share["registration"]] == 0
            team, of_board = match[taking if is_taker else defending], ruled[match["id"], penalty["donne"]]
            if is_taker or team not in of_board:
                of_board[team] = penalty["assigned"]
    return ruled
