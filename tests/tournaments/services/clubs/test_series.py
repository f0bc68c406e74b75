"""Series and templates of a club: what is refused, and what stays when they go."""

from dataclasses import replace
from datetime import date

import pytest

from tests.factories import NOW, ClubFactory, TournamentFactory
from tests.refusals import refusal_of
from tournaments.labels import Every
from tournaments.models import Account, Club, JournalEntry, Series, Template, Tournament
from tournaments.refusals import Refusal
from tournaments.services.clubs.series import (
    MOST,
    SeriesFacts,
    change_series,
    create_series,
    delete_series,
    drop_template,
    keep_template,
    skip_date,
)

FACTS = SeriesFacts(name="Le vendredi", starts_on=date(2026, 11, 6))


@pytest.fixture
def fridays(club: Club, the_organiser: Account) -> Series:
    return create_series(club=club, facts=FACTS, by=the_organiser, at=NOW)


def test_what_is_wrong_with_a_series_is_said_at_once(club: Club, fridays: Series, the_organiser: Account) -> None:
    theirs = Template.objects.create(club=ClubFactory(), source=TournamentFactory(), name="M")
    wrong = SeriesFacts(
        name=" Le  vendredi", starts_on=date(2026, 11, 6), every="année", ends_on=date(2026, 11, 5), template=theirs
    )
    refusal = refusal_of(create_series, club=club, facts=wrong, by=the_organiser, at=NOW)
    assert set(refusal.fields) == {"name", "ends_on", "every", "template"}
    refusal = refusal_of(change_series, series=fridays, facts=replace(FACTS, name=" "), by=the_organiser, at=NOW)
    assert list(refusal.fields) == ["name"]
    assert Series.objects.count() == 1


def test_a_club_has_so_many_series_and_templates(
    club: Club, tournament: Tournament, fridays: Series, the_organiser: Account
) -> None:
    Series.objects.bulk_create(
        Series(club=club, name=str(number), starts_on=FACTS.starts_on) for number in range(1, MOST)
    )
    Template.objects.bulk_create(Template(club=club, source=tournament, name=str(number)) for number in range(MOST))
    with pytest.raises(Refusal, match="20 séries"):
        create_series(club=club, facts=replace(FACTS, name="Une de trop"), by=the_organiser, at=NOW)
    with pytest.raises(Refusal, match="20 modèles"):
        keep_template(tournament=tournament, name="Un de trop", by=the_organiser, at=NOW)


def test_nothing_is_written_when_nothing_changes(fridays: Series, the_organiser: Account) -> None:
    before = JournalEntry.objects.count()
    change_series(series=fridays, facts=replace(FACTS, name="Le  vendredi "), by=the_organiser, at=NOW)
    skip_date(series=fridays, day=date(2026, 11, 13), is_held=True, by=the_organiser, at=NOW)
    assert JournalEntry.objects.count() == before


def test_a_changed_series_keeps_its_tournaments(fridays: Series, club: Club, the_organiser: Account) -> None:
    held = TournamentFactory(club=club, series=fridays)
    change_series(series=fridays, facts=replace(FACTS, every=Every.MONTH), by=the_organiser, at=NOW)
    delete_series(series=fridays, by=the_organiser, at=NOW)
    held.refresh_from_db()
    assert held.series is None
    with pytest.raises(Refusal, match="n’existe plus"):
        delete_series(series=fridays, by=the_organiser, at=NOW)


def test_only_its_own_dates_are_skipped_and_each_once(fridays: Series, the_organiser: Account) -> None:
    for _twice in range(2):
        skip_date(series=fridays, day=date(2026, 12, 25), is_held=False, by=the_organiser, at=NOW)
    with pytest.raises(Refusal, match="n’est pas une date"):
        skip_date(series=fridays, day=date(2026, 12, 24), is_held=False, by=the_organiser, at=NOW)
    fridays.refresh_from_db()
    assert fridays.skipped == ["2026-12-25"]


def test_a_template_is_a_name_of_one_tournament(tournament: Tournament, the_organiser: Account) -> None:
    kept = keep_template(tournament=tournament, name="Vendredi", by=the_organiser, at=NOW)
    assert keep_template(tournament=tournament, name=" Vendredi", by=the_organiser, at=NOW) == kept
    other = TournamentFactory(club=tournament.club)
    for name in ("", "x" * 61, "Vendredi"):
        assert list(refusal_of(keep_template, tournament=other, name=name, by=the_organiser, at=NOW).fields) == ["name"]
    for _twice in range(2):
        drop_template(template=kept, by=the_organiser, at=NOW)
    assert not Template.objects.exists()
    assert Tournament.objects.filter(pk=tournament.pk).exists()
