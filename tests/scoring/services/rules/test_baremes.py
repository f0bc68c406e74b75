"""A club's barèmes: composed, changed into another version, withdrawn; chosen by a tournament until it is played."""

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from scoring.marque import FFT_2012, as_composed, compose
from scoring.models import ClubBareme
from scoring.queries.rules.baremes import bareme_of
from scoring.services.rules.baremes import choose_bareme, compose_bareme, withdraw_bareme
from tests.factories import NOW, ClubFactory, TournamentFactory
from tests.refusals import refusal_of
from tests.scoring.baremes import DOUBLED, a_bareme
from tests.scoring.sheets import seated
from tournaments.models import Account, Club, JournalEntry, Tournament
from tournaments.refusals import Refusal
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.tournaments import change_settings
from tournaments.services.results import set_aside

pytestmark = pytest.mark.django_db


def refused(**said: object) -> dict[str, list[str]]:
    return refusal_of(compose_bareme, **({"by": None, "at": NOW, "name": "Vendredi", "figures": DOUBLED} | said)).fields


def test_a_bareme_keeps_every_figure_and_says_who_composed_it(club: Club, the_organiser: Account) -> None:
    bareme = a_bareme(club, "  Barème  du vendredi ", by=the_organiser)

    assert bareme.rules == as_composed(compose(DOUBLED, edition="any"))
    assert (bareme.name, bareme.version, str(bareme)) == ("Barème du vendredi", 1, "Barème du vendredi")
    assert bareme.created_by_name == str(the_organiser)
    assert bareme.edition.startswith(f"club-{club.pk}-1-")
    note = JournalEntry.objects.get()
    assert (note.club, note.by, note.action, note.subject) == (
        club,
        the_organiser,
        "barème composé",
        "Barème du vendredi",
    )
    assert note.details["changes"] == {"poignees.simple": [20, 40], "house.miseres": [False, True]}


def test_a_change_is_another_version_and_the_first_stays_as_it_was(club: Club) -> None:
    first = a_bareme(club)

    second = a_bareme(club, figures={"base": 30}, replaces=first)

    first.refresh_from_db()
    assert first.rules == as_composed(compose(DOUBLED, edition="any"))
    assert (first.archived_at, second.archived_at) == (NOW, None)
    assert (second.version, second.supersedes, str(second)) == (2, first, "Vendredi, version 2")
    assert second.edition != first.edition
    assert JournalEntry.objects.first().details["changes"] == {
        "base": [25, 30],
        "poignees.simple": [40, 20],
        "house.miseres": [True, False],
    }


def test_the_same_form_sent_twice_writes_one_bareme(club: Club) -> None:
    first = a_bareme(club)
    assert a_bareme(club) == first

    second = a_bareme(club, figures={"base": 30}, replaces=first)
    assert a_bareme(club, figures={"base": 30}, replaces=first) == second

    assert (ClubBareme.objects.count(), JournalEntry.objects.count()) == (2, 2)


def test_a_version_that_changes_nothing_is_not_written(club: Club) -> None:
    first = a_bareme(club)
    assert a_bareme(club, replaces=first) == first
    assert ClubBareme.objects.count() == 1


def test_everything_that_is_wrong_is_said_at_once_where_it_is(club: Club) -> None:
    found = refused(club=club, name=" ", figures={"base": -1, "poignees": {"double": "40"}, "required": {"2": 60}})
    assert sorted(found) == ["base", "name", "poignees.double", "required.2"]


def test_a_name_is_taken_once_in_a_club(club: Club) -> None:
    a_bareme(club)
    assert list(refused(club=club, figures={"base": 30})) == ["name"]
    assert list(refused(club=club, name="x" * 61)) == ["name"]
    assert a_bareme(ClubFactory(), figures={"base": 30}).version == 1


def test_the_reglement_is_not_composed_again_under_another_name(club: Club) -> None:
    assert list(refused(club=club, figures={"base": 25})) == [""]


@pytest.mark.parametrize("name", ["règlement FFT 2012", " RÈGLEMENT  fft 2012 "])
def test_no_club_lends_its_figures_the_name_of_the_reglement(club: Club, name: str) -> None:
    found = refused(club=club, name=name, figures={"base": 26})
    assert found == {"name": ["Ce nom est celui du règlement officiel : donnez-en un autre à votre barème."]}


def test_only_the_last_version_is_changed(club: Club) -> None:
    first = a_bareme(club)
    a_bareme(club, figures={"base": 30}, replaces=first)

    found = refused(club=club, figures={"base": 35}, replaces=first)

    newer = "«\u00a0Vendredi\u00a0» a été remplacé par «\u00a0Vendredi, version 2\u00a0»"
    assert found == {"": [f"{newer}\u00a0: reprenez à partir de celui-ci."]}


def test_a_withdrawn_bareme_is_chosen_by_nobody_and_its_name_is_free(club: Club, tournament: Tournament) -> None:
    bareme = a_bareme(club)

    withdraw_bareme(bareme=bareme, by=None, at=NOW)
    withdraw_bareme(bareme=bareme, by=None, at=NOW)

    refusal = refusal_of(choose_bareme, tournament=tournament, edition=bareme.edition, by=None, at=NOW)
    assert refusal.code == "bareme_withdrawn"
    assert JournalEntry.objects.filter(action="barème retiré").count() == 1
    assert a_bareme(club, figures={"base": 30}).version == 1


def test_a_tournament_is_played_by_what_its_organiser_chose(
    club: Club, tournament: Tournament, the_organiser: Account
) -> None:
    bareme = a_bareme(club)

    chosen = choose_bareme(tournament=tournament, edition=bareme.edition, by=the_organiser, at=NOW)

    tournament.refresh_from_db()
    assert (tournament.bareme, tournament.bareme_name) == (bareme.edition, "Vendredi")
    assert (chosen.bareme_label, tournament.revision) == ("Vendredi", 2)
    assert bareme_of(tournament) == compose(DOUBLED, edition=bareme.edition)
    note = JournalEntry.objects.first()
    assert (note.action, note.by, note.tournament) == ("barème choisi", the_organiser, tournament)
    assert note.details == {"bareme": ["fft-2012", bareme.edition], "bareme_name": ["", "Vendredi"]}

    choose_bareme(tournament=tournament, edition="fft-2012", by=the_organiser, at=NOW)
    tournament.refresh_from_db()
    assert (tournament.bareme, tournament.bareme_name, tournament.bareme_label) == (
        "fft-2012",
        "",
        "règlement FFT 2012",
    )
    assert bareme_of(tournament) == FFT_2012


def test_choosing_what_is_chosen_writes_nothing(club: Club, tournament: Tournament) -> None:
    choose_bareme(tournament=tournament, edition="fft-2012", by=None, at=NOW)
    tournament.refresh_from_db()
    assert (tournament.revision, JournalEntry.objects.count()) == (1, 0)


@pytest.mark.parametrize("edition", ["club-9-9-0", "fft-1999", ""])
def test_a_bareme_that_the_club_does_not_have_is_refused(tournament: Tournament, edition: str) -> None:
    assert refusal_of(choose_bareme, tournament=tournament, edition=edition, by=None, at=NOW).code == "bareme_unknown"


def test_another_club_s_bareme_is_refused(tournament: Tournament) -> None:
    foreign = a_bareme(ClubFactory())
    refusal = refusal_of(choose_bareme, tournament=tournament, edition=foreign.edition, by=None, at=NOW)
    assert refusal.code == "bareme_unknown"


def test_once_a_position_is_published_the_bareme_stands(club: Club, tournament: Tournament) -> None:
    first = a_bareme(club)
    choose_bareme(tournament=tournament, edition=first.edition, by=None, at=NOW)
    seated(tournament)
    second = a_bareme(club, figures={"base": 30}, replaces=first)

    refusal = refusal_of(choose_bareme, tournament=tournament, edition=second.edition, by=None, at=NOW)

    assert (refusal.code, list(refusal.fields)) == ("bareme_frozen", ["bareme"])
    tournament.refresh_from_db()
    assert bareme_of(tournament) == compose(DOUBLED, edition=first.edition)


def test_a_cancelled_position_keeps_the_bareme_it_was_played_by(tournament: Tournament, the_organiser: Account) -> None:
    (table,) = seated(tournament)
    set_aside(round_=table.round, reason="Panne de courant", by=the_organiser, at=NOW)
    assert not tournament.rounds.exists()

    with pytest.raises(Refusal) as refusal:
        choose_bareme(tournament=tournament, edition=a_bareme(tournament.club).edition, by=None, at=NOW)

    assert refusal.value.code == "bareme_frozen"


def test_a_process_asks_for_an_edition_once(club: Club, django_assert_num_queries) -> None:
    bareme = a_bareme(club)
    tournament = TournamentFactory(club=club, bareme=bareme.edition, bareme_name="Vendredi")
    bareme_of(tournament)
    with django_assert_num_queries(0):
        assert bareme_of(tournament).poignees["simple"] == 40
        assert bareme_of(TournamentFactory.build(club=club)) == FFT_2012


@pytest.mark.parametrize(
    "columns",
    [
        {"name": ""},
        {"edition": "fft-2012"},
        {"version": 2},
    ],
)
def test_the_database_keeps_baremes_in_order(club: Club, columns: dict[str, object]) -> None:
    bareme = a_bareme(club)
    with pytest.raises(IntegrityError), transaction.atomic():
        ClubBareme.objects.filter(pk=bareme.pk).update(**columns)


@pytest.mark.parametrize("columns", [{"bareme": "club-1-1-0"}, {"bareme_name": "Vendredi"}])
def test_the_database_names_a_club_s_bareme_and_that_alone(tournament: Tournament, columns: dict[str, str]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(**columns)


def test_the_database_offers_a_name_once(club: Club) -> None:
    first = a_bareme(club)
    other = a_bareme(club, "Samedi", {"base": 30})
    with pytest.raises(IntegrityError), transaction.atomic():
        ClubBareme.objects.filter(pk=other.pk).update(name=first.name)


def test_a_mouche_is_not_chosen_for_a_duplicate_tournament(club: Club, the_organiser: Account) -> None:
    tournament = TournamentFactory(club=club, compared_by="mean", void_donnes_count=True)
    said = {"tournament": tournament, "by": the_organiser, "at": NOW}
    pot = a_bareme(club, "Mouche", {"house": {"mouche": True}})
    refusal = refusal_of(choose_bareme, edition=pot.edition, **said)
    assert (refusal.code, [*refusal.fields]) == ("mouche_in_duplicate", ["bareme"])
    assert choose_bareme(edition=a_bareme(club).edition, **said).bareme_name == "Vendredi"


def test_a_mouche_that_was_chosen_first_is_refused_where_the_formula_is_typed(
    club: Club, the_organiser: Account
) -> None:
    tournament = TournamentFactory(club=club)
    said = {"tournament": tournament, "by": the_organiser, "at": NOW}
    pot = a_bareme(club, "Mouche", {"house": {"mouche": True}})
    chosen = choose_bareme(edition=pot.edition, **said)
    settings = replace(Settings.of(chosen), compared_by="mean")
    refusal = refusal_of(change_settings, settings=settings, **said)
    assert "choisissez un barème sans mouche" in str(refusal.fields["compared_by"][0])
    choose_bareme(edition=a_bareme(club).edition, **said)
    assert change_settings(settings=settings, **said).is_duplicate
