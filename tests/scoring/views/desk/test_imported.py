"""An imported result that was copied wrong: its total or its name is corrected, in public, with a reason."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.imports.past_results import PastConcours, import_past_results
from scoring.models import SheetTotal
from scoring.queries.desk.imports import undoing_import
from scoring.services.sheets.imported_totals import correct_imported
from scoring.services.sheets.results import differences
from tests.factories import DAY, NOW, PlayerFactory, RegistrationFactory, SeasonFactory, TournamentFactory
from tests.refusals import refusal_of
from tests.scoring.imports.files import read_past_results
from tests.texts import plain, text
from tournaments.labels import PaymentMethod, PrizeMethod, TournamentState
from tournaments.models import (
    Account,
    Club,
    Import,
    Payment,
    Player,
    Prize,
    PrizeGiven,
    PrizePlan,
    Registration,
    Tournament,
)
from tournaments.queries.standings.leagues import league_standings
from tournaments.queries.standings.place_changes import Effect, Moves
from tournaments.services.clubs.leagues import publish_league
from tournaments.services.evening.states import archive

pytestmark = pytest.mark.django_db
FILE = "joueur;séquence 1;séquence 2\nDUPONT Jean;100;20\nMARTIN Luc;-100;-20\n"


@pytest.fixture
def imported(club: Club, the_organiser: Account) -> Tournament:
    past = PastConcours("Carbay", DAY, SeasonFactory(club=club))
    file = read_past_results(FILE.encode())
    return import_past_results(club=club, past=past, file=file, key=uuid.uuid4(), by=the_organiser, at=NOW)


def entry_of(name: str) -> Registration:
    return Registration.objects.get(player__last_name=name)


def page_of(tournament: Tournament, name: str = "DUPONT") -> str:
    return reverse("imported_result", args=[tournament.pk, entry_of(name).pk])


def sent(client: Client, page: str, **changes: str) -> dict[str, str]:
    """Return the form of a page as it is shown, with these changes."""
    form = client.get(page).context["form"]
    shown = {field.html_name: str(field.value() or "") for field in form}
    return shown | {"reason": "mal recopié"} | changes


def test_a_total_is_corrected_in_public_and_the_league_follows(as_organiser: Client, imported: Tournament) -> None:
    season = imported.season
    assert season is not None
    desk = as_organiser.get(reverse("tournament_desk", args=[imported.pk]))
    listed = reverse("imported_results", args=[imported.pk])
    assert listed in text(desk)
    assert page_of(imported) in text(as_organiser.get(listed))
    page = page_of(imported)
    assert "Ce tournoi est terminé et le reste" in text(as_organiser.get(page))

    answer = as_organiser.post(page, sent(as_organiser, page, round_2="−35"), follow=True)

    assert "DUPONT Jean : +65, corrigé." in text(answer)
    assert "La somme des totaux fait −55 au lieu de 0." in text(answer)
    assert [line.total for line in league_standings(season.main_league).lines] == [65, -120]
    assert Tournament.objects.get().state == TournamentState.FINISHED
    public = text(Client().get(reverse("standings", args=[imported.pk])))
    assert "mal recopié" in public
    assert "mal recopié" in text(Client().get(reverse("season", args=[season.pk])))
    entry = imported.journal.get(action="résultat importé corrigé")
    assert (entry.subject, entry.details) == ("DUPONT Jean", {"old": {"2": 20}, "new": {"2": -35}})
    assert list(SheetTotal.objects.filter(current=False).values_list("points", flat=True)) == [20]
    assert list(differences(imported)) == []


def effect_of(client: Client, page: str, **changes: str) -> Effect:
    """Return who moves by what is typed, which is the same with and without scripts."""
    typed = sent(client, page, **changes)
    said: Effect = client.post(f"{page}effet/", typed).context["effect"]
    assert client.post(page, typed | {"preview": "1"}).context["effect"] == said
    return said


def told(moves: Moves) -> list[tuple[str, int | None, int | None, object]]:
    return [(line.name, line.place_before, line.place_after, line.total_after) for line in moves.lines]


def test_the_page_says_who_moves_here_and_in_the_league_before_it_is_saved(
    as_organiser: Client, imported: Tournament
) -> None:
    page = page_of(imported)
    assert f'hx-post="{page}effet/"' in text(as_organiser.get(page))
    said = effect_of(as_organiser, page, round_2="−300", reason="")
    assert told(said.standings) == [("DUPONT Jean", 1, 2, -200)]
    ((_title, moves),) = said.leagues
    assert told(moves) == [("DUPONT Jean", 1, 2, -200)]
    assert "DUPONT Jean passe derrière MARTIN Luc." in text(
        as_organiser.post(f"{page}effet/", sent(as_organiser, page, round_2="−300"))
    )
    assert "who-moves" not in text(as_organiser.post(f"{page}effet/", sent(as_organiser, page, round_2="x")))
    assert not SheetTotal.objects.filter(current=False).exists()
    as_organiser.post(page, sent(as_organiser, page, round_2="−300"))
    assert imported.season is not None
    lines = league_standings(imported.season.main_league).lines
    assert [(line.place, line.total) for line in lines] == [(1, -120), (2, -200)]


def test_another_name_says_who_leaves_and_who_comes_into_the_league(as_organiser: Client, imported: Tournament) -> None:
    other, page = PlayerFactory(club=imported.club, last_name="DUPOND", consent=False), page_of(imported)
    said = effect_of(as_organiser, page, player=str(other.pk))
    assert said.standings.is_nobody
    ((_title, moves),) = said.leagues
    assert told(moves) == [(other.full_name, None, 1, 120), ("DUPONT Jean", 1, None, 0)]
    as_organiser.post(page, sent(as_organiser, page, player=str(other.pk)))
    assert imported.season is not None
    assert [line.total for line in league_standings(imported.season.main_league).lines] == [120, -120]


def test_another_correction_takes_it_back(as_organiser: Client, imported: Tournament) -> None:
    page = page_of(imported)
    for points in ("−35", "20"):
        assert as_organiser.post(page, sent(as_organiser, page, round_2=points)).status_code == 303
    assert sorted(SheetTotal.objects.filter(current=True).values_list("points", flat=True)) == [-100, -20, 20, 100]
    assert imported.journal.filter(action="corrigé après la fin").count() == 2


def test_a_line_of_somebody_else_gets_his_name(as_organiser: Client, imported: Tournament) -> None:
    other, page = PlayerFactory(club=imported.club, last_name="DUPOND"), page_of(imported)
    as_organiser.post(page, sent(as_organiser, page, player=str(other.pk)))
    assert entry_of("DUPOND").player == other
    entry = imported.journal.get(action="résultat importé corrigé")
    assert entry.details["player"] == ["DUPONT Jean", other.full_name]
    assert "mal recopié" in text(Client().get(reverse("standings", args=[imported.pk])))


@pytest.mark.parametrize("paid", [True, False])
def test_who_got_a_prize_or_paid_keeps_his_line(
    as_organiser: Client, imported: Tournament, the_organiser: Account, paid: bool
) -> None:
    """Else the papers of the evening say that somebody got or gave money whom nobody saw."""
    other, entry, page = PlayerFactory(club=imported.club), entry_of("DUPONT"), page_of(imported)
    facts = {"registration": entry, "amount": 500, "at": NOW, "by": the_organiser, "by_name": "Anne"}
    if paid:
        row = Payment.objects.create(key=uuid.uuid4(), method=PaymentMethod.CASH, paid_on=DAY, **facts)
    else:
        prize = Prize.objects.create(plan=PrizePlan.objects.create(tournament=imported), number=1, amount=500)
        row = PrizeGiven.objects.create(prize=prize, method=PrizeMethod.CASH, **facts)
    typed = sent(as_organiser, page, player=str(other.pk))
    refused = as_organiser.post(page, typed)
    assert (refused.status_code, "annulez d’abord ce prix" in text(refused)) == (422, True)
    assert entry_of("DUPONT") == entry
    assert as_organiser.post(page, sent(as_organiser, page, round_2="7")).status_code == 303
    type(row).objects.update(cancelled_at=NOW, cancel_reason="Erreur")
    assert as_organiser.post(page, sent(as_organiser, page, player=str(other.pk))).status_code == 303
    entry.refresh_from_db()
    assert entry.player == other


def test_an_import_with_a_name_corrected_since_is_not_undone(as_organiser: Client, imported: Tournament) -> None:
    other, page = PlayerFactory(club=imported.club, last_name="DUPOND"), page_of(imported)
    made = Import.objects.get()
    assert not undoing_import(made).refusals
    as_organiser.post(page, sent(as_organiser, page, player=str(other.pk)))
    assert "Quelque chose a été écrit dans « Carbay »" in plain(undoing_import(made).refusals[0])


def test_nobody_is_named_twice_and_no_stranger(
    as_organiser: Client, imported: Tournament, the_organiser: Account
) -> None:
    page, here = page_of(imported), Player.objects.get(last_name="MARTIN")
    for pk in (here.pk, PlayerFactory().pk):
        refused = as_organiser.post(page, sent(as_organiser, page, player=str(pk)))
        assert refused.status_code == 422
        assert refusal_of(corrects(imported, the_organiser, player=pk)).code == "player_not_free"
    assert entry_of("DUPONT").player.last_name == "DUPONT"


def corrects(tournament: Tournament, by: Account, **changes: object):
    """Return a call of the service about the first entry, whose tournament is open."""
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING)
    totals = SheetTotal.objects.filter(seat__registration=entry_of("DUPONT"), current=True)
    said = {
        "tournament": tournament,
        "registration": entry_of("DUPONT").pk,
        "points": {1: 100, 2: 30},
        "player": None,
        "key": uuid.uuid4(),
        "replaces": [total.pk for total in totals],
        "reason": "mal recopié",
    }
    return lambda: correct_imported(by=by, at=NOW, **said | changes)  # type: ignore[arg-type]


def test_without_a_reason_nothing_is_written_and_what_was_typed_stays(
    as_organiser: Client, imported: Tournament
) -> None:
    page = page_of(imported)
    answer = as_organiser.post(page, sent(as_organiser, page, round_1="7", reason=" "))
    assert (answer.status_code, 'value="7"' in text(answer)) == (422, True)
    assert "Tout le monde lira ce motif" in text(answer)
    wrong = as_organiser.post(page, sent(as_organiser, page, round_1="sept"))
    assert (wrong.status_code, "Écrivez un nombre entier" in text(wrong)) == (422, True)
    assert not SheetTotal.objects.filter(current=False).exists()


def test_the_same_form_twice_is_one_correction_and_an_old_page_is_told(
    as_organiser: Client, imported: Tournament
) -> None:
    page = page_of(imported)
    form, old = sent(as_organiser, page, round_2="30"), sent(as_organiser, page, round_2="40")
    for _time in range(2):
        assert as_organiser.post(page, form).status_code == 303
    assert imported.journal.filter(action="corrigé après la fin").count() == 1
    stale = as_organiser.post(page, old)
    assert (stale.status_code, "corrigé pendant que vous l’écriviez" in text(stale)) == (422, True)
    again = as_organiser.post(page, sent(as_organiser, page), follow=True)
    assert "DUPONT Jean : +130, c’était déjà écrit ainsi." in text(again)
    assert imported.journal.filter(action="corrigé après la fin").count() == 1


def test_a_key_that_served_elsewhere_writes_nothing(imported: Tournament, the_organiser: Account) -> None:
    key = uuid.uuid4()
    corrects(imported, the_organiser, key=key)()
    other = corrects(imported, the_organiser, key=key, registration=entry_of("MARTIN").pk)
    assert refusal_of(other).code == "stale_totals"


def test_what_no_file_gave_has_no_such_page(as_organiser: Client, club: Club, imported: Tournament) -> None:
    other = RegistrationFactory(tournament=TournamentFactory(club=club)).tournament
    assert as_organiser.get(reverse("imported_result", args=[other.pk, entry_of("DUPONT").pk])).status_code == 404
    page = reverse("imported_result", args=[other.pk, other.registrations.get().pk])
    assert "ne viennent pas d’un fichier" in text(as_organiser.get(page, follow=True))


def test_an_arbiter_is_told_who_corrects_what_is_over(as_arbiter: Client, imported: Tournament) -> None:
    page = page_of(imported)
    assert "L’organisateur peut encore le corriger" in text(as_arbiter.get(page))
    assert as_arbiter.post(page, sent(as_arbiter, page, round_2="30")).status_code == 422
    assert not SheetTotal.objects.filter(current=False).exists()


def test_a_publication_of_the_league_stays_and_an_archived_evening_is_corrected(
    as_organiser: Client, imported: Tournament, the_organiser: Account
) -> None:
    season = imported.season
    assert season is not None
    publication = publish_league(league=season.main_league, key=uuid.uuid4(), by=the_organiser, at=NOW)
    before = list(publication.lines.values_list("player", "total"))
    archive(tournament=imported, by=the_organiser, at=NOW)
    page = page_of(imported)
    as_organiser.post(page, sent(as_organiser, page, round_2="30"))
    assert list(publication.lines.values_list("player", "total")) == before
    assert Tournament.objects.get().state == TournamentState.ARCHIVED
    assert league_standings(season.main_league).lines[0].total == 130


@pytest.mark.parametrize("count", [2, 6])
def test_the_list_asks_as_much_for_many(
    as_organiser: Client, club: Club, the_organiser: Account, django_assert_num_queries, count: int
) -> None:
    lines = "".join(f"NOM{number} Ada;{number}\n" for number in range(count))
    file = read_past_results(f"joueur;séquence 1\n{lines}".encode())
    past = PastConcours("Carbay", DAY)
    made = import_past_results(club=club, past=past, file=file, key=uuid.uuid4(), by=the_organiser, at=NOW)
    as_organiser.get(reverse("imported_results", args=[made.pk]))
    with django_assert_num_queries(7):
        as_organiser.get(reverse("imported_results", args=[made.pk]))
