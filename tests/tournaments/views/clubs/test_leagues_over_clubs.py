"""Who hosts a league over clubs reads of other clubs' people what the public reads, wherever the league is told."""

import io
import re

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from tests.factories import NOW, ClubFactory, PlayerFactory, SeasonFactory, TournamentFactory
from tests.test_urls import ALL as ADDRESSES
from tests.tournaments.documents.printing import claimed, pages
from tests.tournaments.monitors import Listening
from tests.tournaments.qualifying import leads
from tests.tournaments.rounds import evening
from tests.tournaments.views.clubs.test_leagues import COMPOSED
from tournaments.labels import Grade, JobKind, TournamentState
from tournaments.models import Club, Declined, Document, JournalEntry, LeagueGuest, Player, Qualifying, Season
from tournaments.queries.people.members import grade_of
from tournaments.queries.standings.place_changes import place_changes_in_league
from tournaments.services.work import jobs
from tournaments.standings import LeagueRule
from tournaments.tasks import WORKS

pytestmark = pytest.mark.django_db
# Of the other club, not shown; their totals stand nowhere either. « Zoltan » wins.
HIDDEN = {"Zoltan": 7013, "Yvain": 2029}
TOTALS = re.compile(r"7.?013|2.?029")
RANDOM = re.compile(r"\b[A-Za-z0-9]{64}\b|nonce=\"[^\"]*\"")  # tokens, in which any digits may stand


@pytest.fixture
def season(club: Club) -> Season:
    """A league of two clubs: one evening at each. Of the guest, one shows his name; one hidden person came to both."""
    here = SeasonFactory(club=club)
    leads(here.main_league)
    there = SeasonFactory(club=ClubFactory(name="Ailleurs"))
    LeagueGuest.objects.create(league=here.main_league, season=there, agreed_at=NOW)
    own = PlayerFactory(club=club, last_name="Hôte", first_name="Anne", consent=True)
    both = PlayerFactory(club=there.club, last_name="Xavier", first_name="Anne", consent=False)
    shown = PlayerFactory(club=there.club, last_name="Montré", first_name="Anne", consent=True)
    hidden = {
        PlayerFactory(club=there.club, last_name=name, first_name="Anne", consent=False): points
        for name, points in HIDDEN.items()
    }
    evening(here, 1, {own: 100, both: -100})
    evening(there, 2, hidden | {shown: -9000, both: -42})
    return here


def told_by(answer) -> str:
    """Return the text of an answer, that of the cells of a workbook too."""
    content = b"".join(answer) if answer.streaming else answer.content
    if "spreadsheetml" in answer.headers.get("Content-Type", ""):
        sheets = load_workbook(io.BytesIO(content)).worksheets
        return " ".join(str(cell) for sheet in sheets for row in sheet.iter_rows(values_only=True) for cell in row)
    return RANDOM.sub("", content.decode(errors="ignore"))


def names_in(text: str) -> list[str]:
    return [name for name in ("Hôte", "Xavier", "Montré", *HIDDEN) if name in text]


def test_no_page_or_file_of_the_host_names_whom_the_public_does_not_read(as_organiser: Client, season: Season) -> None:
    league = season.main_league
    final = TournamentFactory(club=season.club, season=season, name="Finale", state=TournamentState.OPEN)
    values = {"season_id": season.pk, "league_id": league.pk, "of_league": league.pk, "club_id": season.club_id}
    values |= {"tournament_id": final.pk, "slug": season.club.slug}
    asked = 0
    for address in ADDRESSES:
        if not address.arguments <= set(values) or not address.arguments & {"season_id", "league_id", "of_league"}:
            continue
        for form in ("", "?format=csv", "?format=xlsx", "?format=json"):
            answer = as_organiser.get(f"{address.at(values)}{form}", follow=True)
            told = told_by(answer)
            assert not set(names_in(told)) & set(HIDDEN), address.route + form
            assert not TOTALS.search(told), address.route + form
            asked += answer.status_code == 200
    assert asked > 20


def test_the_rule_its_preview_and_who_moves_name_those_known_to_the_host(as_organiser: Client, season: Season) -> None:
    league = season.main_league
    preview = told_by(as_organiser.post(reverse("preview_rule", args=[league.pk]), COMPOSED))
    assert names_in(preview) == ["Hôte", "Xavier", "Montré"]
    assert "et 2 joueurs qui ne sont pas nommés" in preview
    changed = as_organiser.post(reverse("edit_league", args=[league.pk]), COMPOSED | {"name": "Autre"})
    assert changed.status_code == 422  # the reason is asked with who moves
    assert not set(names_in(told_by(changed))) & set(HIDDEN)
    assert not TOTALS.search(told_by(changed))
    moves = place_changes_in_league(league, LeagueRule(minimum=2)).standings
    assert {line.name for line in (*moves.lines, *moves.others)} <= {"Hôte Anne", "Xavier Anne", "Montré Anne"}
    assert moves.unnamed == 2
    assert not [words for words in moves.passings if any(name in words for name in HIDDEN)]


def test_the_final_says_the_club_of_who_is_not_named_and_may_be_declined_for(
    as_organiser: Client, season: Season
) -> None:
    address = reverse("league_final", args=[season.main_league.pk])
    page = told_by(as_organiser.get(address))
    assert page.count("Joueur anonyme") == 2
    assert "Ailleurs" in page
    winner = Player.objects.get(last_name="Zoltan")
    as_organiser.post(address, {"player": winner.pk, "declines": "1"})
    assert Declined.objects.get().player == winner
    line = JournalEntry.objects.get(action="finale déclinée")
    assert (line.subject, line.club) == ("Joueur anonyme", season.club)


def test_who_plays_in_the_final_is_named_to_its_host(as_organiser: Client, season: Season) -> None:
    """Entered, he is the guest of the club, and read by it as all who play there."""
    final = TournamentFactory(club=season.club, season=season, name="Finale", state=TournamentState.OPEN)
    Qualifying.objects.update(final=final)
    as_organiser.post(reverse("enter_qualified", args=[final.pk]))
    players = [entry.player for entry in final.registrations.all()]
    assert {player.last_name: grade_of(player, season.club) for player in players} == dict.fromkeys(HIDDEN, Grade.GUEST)
    for address in (
        reverse("registrations", args=[final.pk]),
        reverse("league_final", args=[season.main_league.pk]),
    ):
        assert set(HIDDEN) <= set(names_in(told_by(as_organiser.get(address))))


@pytest.mark.parametrize("kind", [JobKind.LEAGUE, JobKind.LEAGUE_POSTER, JobKind.YEAR_REPORT])
def test_no_paper_of_the_host_names_them(season: Season, kind: JobKind) -> None:
    job = claimed(kind, season=season)
    answer = WORKS[kind](job, Listening())
    jobs.finish(job=job, result=answer, at=NOW)
    text = " ".join(pages(Document.objects.get(pk=answer["document"])))
    assert not set(names_in(text)) & set(HIDDEN)
    assert not TOTALS.search(text)
    assert "Hôte" in text
