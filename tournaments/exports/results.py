"""Public lists, with the names that players agreed to: clubs, their tournaments, standings, tables, a league."""

from collections.abc import Iterable, Mapping

from django.utils.text import capfirst, slugify
from django.utils.translation import gettext as _

from tournaments.comparison import Method
from tournaments.exports.tables import Cell, ExportTable, cell_of, cells_of
from tournaments.kit.text import in_thousandths, signed
from tournaments.models import Club, League, Season, Tournament
from tournaments.queries.clubs.pages import ClubPage
from tournaments.queries.clubs.series import ComingDate
from tournaments.queries.draws.matches import RoundOfMatches
from tournaments.queries.draws.seating import Seated, Seating
from tournaments.queries.evening.own_evenings import OwnEvenings, OwnRound
from tournaments.queries.evening.round_names import round_name, round_title, round_word
from tournaments.queries.people.names import public_club
from tournaments.queries.standings.league_words import times_text
from tournaments.queries.standings.leagues import LeagueStandings
from tournaments.queries.standings.lines import Mark, Standings
from tournaments.queries.standings.matches import MatchScore
from tournaments.queries.standings.publications import ShownPublication
from tournaments.queries.standings.qualifying import FinalStage
from tournaments.queries.standings.ratings import RatingTable
from tournaments.queries.standings.words import unnamed_text


def stem_of(word: str, owner: Tournament | Season | Club) -> str:
    """Return the beginning of a file name: its content, then its tournament, season or club."""
    name = f"{owner.name} {owner.date:%Y-%m-%d}" if isinstance(owner, Tournament) else owner.name
    return f"{word}-{slugify(name)[:80]}".rstrip("-")


def standings_table(standings: Standings) -> ExportTable:
    """Return the standings, a column for each round; « ex. » for an exempt player."""
    lines = standings.lines if standings.rounds_begun else ()
    in_percent = standings.tournament.compared_by == Method.MATCHPOINTS
    total = _("Total en pour cent") if in_percent else _("Total")
    columns = [_("Place"), _("Équipe") if standings.of_teams else _("Joueur"), _("N°"), _("Club"), total]
    columns += [round_title(standings.tournament, number) for number in standings.rounds]
    columns += [_("Pénalités"), _("Donnes jouées"), _("Remarques")]
    rows: list[list[object]] = [
        [
            *(line.place, line.name, line.start_number, line.club, line.total),
            *(_mark_cell(mark) for mark in line.marks),
            *(line.penalties, line.donnes, ", ".join(line.remarks)),
        ]
        for line in lines
    ]
    rows += _told(standings.unsaid, columns)
    title = ", ".join([_("Classement"), *standings.view])
    stem = stem_of("-".join(["classement", *map(slugify, standings.view)]), standings.tournament)
    return ExportTable(title, stem, columns, cells_of(rows))


def league_table(league: LeagueStandings) -> ExportTable:
    """
    Return a league, a column for each tournament, which says how often it counts if not once: what it brought by its
    weight. The last column names the results that do not count.
    """
    columns = [_place_head(league.unnamed), _who_head(of_teams=league.rule.of_teams), _("Club"), _("Total")]
    weights = [league.rule.weight_of(event.pk) for event in league.events]
    events = [
        f"{event.date:%Y-%m-%d} {event.name}" + (f" ×{times_text(weight)}" if weight != 1 else "")
        for event, weight in zip(league.events, weights, strict=True)
    ]
    columns += [*events, _("Joués"), _("Ne comptent pas")]
    rows: list[list[object]] = [
        [
            line.place,
            line.name,
            line.club,
            line.total,
            *(mark.points for mark in line.marks),
            line.played,
            ", ".join(events[number] for number, mark in line.attended if not mark.counts),
        ]
        for line in league.lines
    ]
    view = [str(league.group.label)] if league.group else []
    if league.unnamed and not league.group:
        rows += _told(unnamed_text(league.unnamed), columns)
    rows += _told(league.unsaid, columns)
    return ExportTable(
        ", ".join([named(league.league), *view]), _league_stem(league.league, *view), columns, cells_of(rows)
    )


def named(league: League) -> str:
    """Return the title of a list: the league and its season."""
    return f"{league.name}, {league.season.name}"


def _league_stem(league: League, *words: str) -> str:
    return stem_of("-".join(map(slugify, (league.name, *words))), league.season)


def published_table(published: ShownPublication) -> ExportTable:
    """Return a league as it was published, with the names that players agree to today."""
    who = _who_head(of_teams=published.of_teams)
    columns = [_place_head(published.unnamed), who, _("Club"), _("Total"), _("Joués")]
    rows: list[list[object]] = [
        [place, name, public_club(line.player), in_thousandths(line.total), line.played]
        for place, _shared, line, name in published.lines
    ]
    if published.unnamed:
        rows += _told(unnamed_text(published.unnamed), columns)
    league = published.publication.league
    return ExportTable(named(league), _league_stem(league, _("publié")), columns, cells_of(rows))


def _told(text: str, columns: list[str]) -> list[list[object]]:
    """Return a last row with the remark that the page shows about the whole list; [] without a remark."""
    return [[None, text, *[None] * (len(columns) - 2)]] if text else []


def _who_head(*, of_teams: bool) -> str:
    return _("Équipe") if of_teams else _("Joueur")


def _place_head(unnamed: int) -> str:
    return _("Place parmi ceux dont le nom est montré") if unnamed else _("Place")


def rating_list(table: RatingTable) -> ExportTable:
    """Return a club's ratings of the players who agreed to a card, each with the change by the last evening."""
    columns = [_("Place"), _("Joueur"), _("Club"), _("Cote"), _("Évolution"), _("Soirées"), _("Dernière soirée")]
    rows = [
        [
            *(line.place, line.name, line.club, line.last.value, line.last.change),
            *(line.last.evenings, line.last.tournament.date),
        ]
        for line in table.lines
    ]
    return ExportTable(_("Cote du club"), stem_of("cote", table.rating.club), columns, cells_of(rows))


def seating_table(seating: Seating) -> ExportTable:
    """Return the seats of a round, table by table, the exempts at the end."""
    columns = [capfirst(round_word(seating.tournament)), _("Table"), _("Place"), _("Joueur"), _("N°")]
    number = seating.round.number if seating.round else None
    seats: list[Seated] = [seat for table in seating.tables for seat in table.seats]
    rows: list[list[Cell]] = [[number, seat.table, seat.chair, seat.name, seat.start_number] for seat in seats]
    rows += [[number, _("exempt"), None, seat.name, seat.start_number] for seat in seating.exempts]
    title = ", ".join([_("Tables"), *([round_name(seating.tournament, number)] if number else [])])
    return ExportTable(title, stem_of(f"tables-{number or ''}", seating.tournament), columns, cells_of(rows))


def matches_table(
    tournament: Tournament, rounds: Iterable[RoundOfMatches], scores: Mapping[int, MatchScore]
) -> ExportTable:
    """Return the matches, a row each: what everybody may read of them; « exempte » for a team that has a bye."""
    columns = [capfirst(round_word(tournament)), _("Match"), _("Équipe"), _("Points"), _("Adversaire")]
    columns += [_("Ses points"), _("Gagnant")]
    if tournament.victory_by:
        columns += [_("Points de victoire"), _("Ses points de victoire")]
    rows = []
    for each in rounds:
        for drawn in each.matches:
            match, score = drawn.match, scores.get(drawn.match.pk)
            points: tuple[object, ...] = score.points if score is not None and (score.boards or score.bye) else ()
            own, other = (*points, None, None)[:2]
            opponent = _("exempte") if match.other is None else match.other.name
            winner = None if score is None or score.winner is None else score.winner.name
            row = (each.number, match.number, match.one.name, own, opponent, other, winner)
            rows.append((*row, *_victory_points(score)) if tournament.victory_by else row)
    return ExportTable(_("Matchs"), stem_of("matchs", tournament), columns, cells_of(rows))


def _victory_points(score: MatchScore | None) -> tuple[object, object]:
    """Return the victory points of both teams of a match; None where there are none, and for who is not there."""
    if score is None or not (score.boards or score.bye):
        return None, None
    one, other = (*map(score.counted_of, score.match.team_ids), None)[:2]
    return one, other


def match_table(tournament: Tournament, score: MatchScore) -> ExportTable:
    """Return a match, a row for each board that everybody may read: what both takers marked, what it brought."""
    match = score.match
    columns = [_("Étui"), _("Marque, %(team)s") % {"team": match.one}, _("Marque, %(team)s") % {"team": match.other}]
    columns += [str(match.one), str(match.other)]
    rows = [
        (board.board, board.marks, board.other_marks, board.one.points, board.other.points) for board in score.boards
    ]
    stem = stem_of(f"match-{match.round_number}-{match.number}", tournament)
    return ExportTable(str(match), stem, columns, cells_of(rows))


def clubs_table(club_pages: Iterable[ClubPage]) -> ExportTable:
    """Return the clubs, each with its place and hours."""
    columns = [_("Club"), _("Ville"), _("Salle"), _("Horaires"), _("Prochaine date"), _("Heure")]
    rows = []
    for club_page in club_pages:
        coming = club_page.coming[0] if club_page.coming else None
        hour = f"{coming.time:%H:%M}" if coming and coming.time else None
        club = club_page.club
        rows.append((club.name, club.town, club.hall, club.hours, coming and coming.date, hour))
    return ExportTable(_("Clubs"), "clubs", columns, cells_of(rows))


def own_table(evenings: OwnEvenings) -> ExportTable:
    """Return a player's own tournaments: a row for each round and for the ranking, one for a tournament to come."""
    columns = [_("Date"), _("Tournoi"), _("Position"), _("Table"), _("Place")]
    columns += [_("Points"), _("Classement"), _("Total")]
    rows: list[list[object]] = []
    for event in (*evenings.running, *evenings.past):
        head = [event.registration.tournament.date, event.registration.tournament.name]
        rows += [
            [*head, round_.number, _table_cell(round_), round_.chair, round_.points, None, None]
            for round_ in reversed(event.rounds)
        ]
        if event.line is not None:
            rows.append([*head, None, None, None, None, event.line.place, event.line.total])
    for entry in evenings.coming:
        rows.append([entry.tournament.date, entry.tournament.name, *[None] * 6])
    return ExportTable(_("Mes tournois"), "mes-tournois", columns, cells_of(rows))


def tournaments_table(club: Club, tournaments: Iterable[Tournament]) -> ExportTable:
    """Return tournaments; each needs the annotation `entered`: how many played or are expected."""
    columns = [_("Date"), _("Heure"), _("Tournoi"), _("Lieu"), _("État"), _("Joueurs")]
    rows = [
        [
            event.date,
            f"{event.starts_at:%H:%M}" if event.starts_at else None,
            event.name,
            event.where,
            event.get_state_display(),
            event.entered,  # type: ignore[attr-defined]
        ]
        for event in tournaments
    ]
    return ExportTable(_("Tournois"), stem_of("tournois", club), columns, cells_of(rows))


def calendar_table(coming: Iterable[ComingDate]) -> ExportTable:
    """Return the dates that clubs announce; a date without a tournament yet has the name of its series."""
    columns = [_("Date"), _("Heure"), _("Tournoi"), _("Club"), _("Lieu"), _("État")]
    rows = [
        [
            each.date,
            f"{each.time:%H:%M}" if each.time else None,
            each.name,
            each.club.name,
            each.where,
            each.tournament and each.tournament.get_state_display(),
        ]
        for each in coming
    ]
    return ExportTable(_("Calendrier"), "calendrier", columns, cells_of(rows))


def _table_cell(round_: OwnRound) -> Cell:
    return _("exempt") if round_.exempt else round_.table


def _mark_cell(mark: Mark) -> Cell:
    if not mark.exempt and not mark.missed:
        return cell_of(mark.points)
    word = _("ex.") if mark.exempt else _("abs.")
    return f"{word} {signed(mark.given)}" if mark.given else word


def finalists_table(stage: FinalStage) -> ExportTable:
    """Return the ranking after a final, as everybody reads it: what each scored there, what counts, his source."""
    assert stage.final is not None  # a ranking is of a tournament
    who = _("Équipe") if stage.of_teams else _("Joueur")
    columns = [_("Place"), who, _("Club"), _("Total"), _("En finale"), _("Qualifié par")]
    rows = [
        [
            cell_of(cell)
            for cell in (
                *(one.place, one.name, one.club if one.is_named else "", one.total, one.scored),
                one.source.title if one.source else "",
            )
        ]
        for one in stage.finalists
    ]
    return ExportTable(f"{_('Palmarès')}, {stage.final.name}", stem_of("palmares", stage.final), columns, rows)
