"""The sources of a final in the file of its event: linked to the rankings that are here, told where they are not."""

import pytest

from scoring.imports.event_files import event_file
from scoring.imports.events import load_event
from tests.factories import NOW, ClubFactory, SeasonFactory, TournamentFactory
from tests.scoring.imports.test_events import changed, load, refused
from tests.tournaments.qualifying import leads
from tournaments.models import Club, League, Tournament
from tournaments.standings import Cut

pytestmark = pytest.mark.django_db


def a_final_of_two(club: Club) -> tuple[Tournament, Tournament, League]:
    """Return a final that takes two of a tournament and a quarter of a league, with both."""
    season = SeasonFactory(club=club, name="2026-2027")
    league, final = season.main_league, TournamentFactory(club=club, name="Finale")
    origin = TournamentFactory(club=club, name="Mardi", date=final.date, season=season)
    leads(origin, final, first=2, club_most=1, carried=50)
    leads(league, final, first=None, share=25)
    return final, origin, league


def test_a_final_comes_back_with_its_sources(club: Club) -> None:
    final, origin, league = a_final_of_two(club)
    loaded = load_event(club=club, content=event_file(final, at=NOW), name="Reprise", by=None, at=NOW)
    told_of = [(row.origin, row.cut) for row in loaded.tournament.sources.all()]
    assert told_of == [(origin, Cut(first=2, club_most=1, carried=50)), (league, Cut(share=25))]
    assert loaded.without_sources == ()
    TournamentFactory(club=club, name="Mardi", date=final.date)  # two of that name: neither is taken
    loaded = load_event(club=club, content=event_file(final, at=NOW), name="Encore", by=None, at=NOW)
    assert [row.origin for row in loaded.tournament.sources.all()] == [league]
    assert loaded.without_sources == ("Mardi",)


def test_a_club_that_lacks_the_rankings_of_a_final_is_told_which(club: Club) -> None:
    final, _origin, _league = a_final_of_two(club)
    content = event_file(final, at=NOW)
    elsewhere = ClubFactory(name="Ailleurs")
    Club.objects.filter(pk=club.pk).update(name="Un autre nom")
    loaded = load_event(club=elsewhere, content=content, name="", by=None, at=NOW)
    assert not loaded.tournament.sources.exists()
    assert loaded.without_sources == ("Mardi", "Championnat, 2026-2027")


def test_a_file_without_sources_is_read_and_one_with_broken_ones_is_refused(club: Club) -> None:
    final, _origin, _league = a_final_of_two(club)
    content = event_file(final, at=NOW)
    before = load(club, changed(content, lambda event: event.pop("sources")), name="D’avant")
    assert not before.sources.exists()
    for broken in ({"league": 3}, [1], [{"tournament": "Mardi"}], [{}] * 30):
        bad = changed(content, lambda event, broken=broken: event.update(sources=broken))
        assert refused(club, bad, name="Cassé").code == "event_altered", broken
    first_cut = changed(content, lambda event: event["sources"][0].update(first=-3))
    assert refused(club, first_cut, name="Cassé").code == "event_altered"
    assert not Tournament.objects.filter(name="Cassé").exists()
