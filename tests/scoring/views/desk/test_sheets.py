"""The pages of a sheet: its donnes with why and what they were, its next act, its balances, a player's own."""

import uuid

import pytest
from django.urls import reverse

from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, AccountFactory, logged_in, rewrite
from tests.scoring.sheets import balanced, garde, record, results, seat, seated
from tests.texts import text
from tournaments.labels import Keeps, TournamentState
from tournaments.models import Player, Table, Tournament

pytestmark = pytest.mark.django_db


def at(table, name="sheet"):
    return reverse(name, args=[table.round.tournament_id, table.round.number, table.number])


@pytest.mark.parametrize("lines", [1, 30])
def test_a_sheet_runs_a_constant_number_of_queries(
    tournament, the_arbiter, as_arbiter, lines, django_assert_num_queries
):
    rewrite(tournament, donnes_per_round=30)
    table = seated(tournament)[0]
    for number in range(1, lines + 1):
        record(table, number, the_arbiter)
        record(table, number, the_arbiter, garde(points="46"))
    as_arbiter.get(at(table))

    with django_assert_num_queries(15):
        assert as_arbiter.get(at(table)).status_code == 200


def test_it_tells_each_donne_why_and_what_it_was_before(table, the_arbiter, as_arbiter):
    record(table, 1, the_arbiter, garde(petit_au_bout="attaque", poignees=((1, "simple"),)))
    record(table, 1, the_arbiter, garde(points="46"), reason="points mal recopiés")

    page = text(as_arbiter.get(at(table)))

    taker = seat(table, 0).registration.player.full_name
    assert f"Garde de {taker}, 2 bouts, 46 points" in page
    assert "(25 + 5) × 2" in page
    assert "historique : 1 changement" in page
    assert f"Corrigée par {the_arbiter} le 21 novembre à 21 h 00 : « points mal recopiés »" in page
    shown = seat(table, 1).registration.player.full_name
    assert f"Garde de {taker}, 2 bouts, 49 points, petit au bout (attaque), poignée simple ({shown})" in page
    assert "Somme des joueurs : 0 ✓" in page


def test_running_totals_are_shown_below_the_marks(table, the_arbiter, as_arbiter):
    record(table, 1, the_arbiter)
    record(table, 3, the_arbiter)

    rows = as_arbiter.get(at(table)).context["rows"]

    assert rows[0]["marks"] == [(198, 198), (-66, -66), (-66, -66), (-66, -66)]
    assert rows[1]["marks"] is None
    assert rows[2]["marks"] == [(198, 396), (-66, -132), (-66, -132), (-66, -132)]


def test_the_primary_act_is_the_next_donne_then_closing_then_the_desk(table, the_arbiter, as_arbiter):
    assert "Saisir la donne 1" in text(as_arbiter.get(at(table)))
    for number in range(1, 5):
        record(table, number, the_arbiter)
    assert "Saisir la donne" not in text(as_arbiter.get(at(table)))

    response = as_arbiter.post(at(table, "close_sheet"))
    assert response.url == reverse("desk_round", args=[table.round.tournament_id, 1])
    assert Table.objects.get(pk=table.pk).closed_at is not None
    assert "Rouvrir la feuille" in text(as_arbiter.get(at(table)))


def test_a_sheet_with_donnes_missing_is_not_closed_and_says_once_what_it_lacks(table, as_arbiter, the_arbiter):
    record(table, 1, the_arbiter)
    lack = "il manque les donnes 2, 3 et 4"
    assert text(as_arbiter.get(at(table))).count(lack) == 1

    response = as_arbiter.post(at(table, "close_sheet"), follow=True)

    assert (text(response).count(lack), text(response).count("il manque")) == (1, 1)
    assert "Saisissez-les ou, si elles ne se jouent plus" in text(response)
    assert Table.objects.get(pk=table.pk).closed_at is None


def test_closing_is_never_a_link(table, as_arbiter):
    answer = as_arbiter.get(at(table, "close_sheet"))
    assert (answer.status_code, answer.url) == (302, at(table, "sheet"))
    table.refresh_from_db()
    assert table.closed_at is None


def test_opening_again_asks_why(table, the_arbiter, as_arbiter):
    for number in range(1, 5):
        record(table, number, the_arbiter)
    close_sheet(table=table, by=the_arbiter, at=NOW)

    assert as_arbiter.get(at(table, "reopen_sheet")).status_code == 200
    assert as_arbiter.post(at(table, "reopen_sheet"), {"reason": " "}).status_code == 422
    assert as_arbiter.post(at(table, "reopen_sheet"), {"reason": "inversion"}).url == at(table)
    assert Table.objects.get(pk=table.pk).closed_at is None


def test_a_finished_tournament_is_read_only(table, as_arbiter):
    Tournament.objects.update(state=TournamentState.FINISHED)

    page = text(as_arbiter.get(at(table)))

    assert "Ce tournoi est terminé" in page
    assert "Saisir la donne" not in page
    assert "Clore la feuille" not in page


def test_neighbours_are_one_key_away(tournament, as_arbiter):
    _one, two, _three = seated(tournament, tables=3)

    context = as_arbiter.get(at(two)).context

    assert (context["before"], context["after"]) == (1, 3)


def test_an_unknown_table_is_not_found(table, tournament, as_arbiter):
    beyond = 10**40  # what any column of a database holds
    for numbers in ([tournament.pk, 1, 9], [tournament.pk, 1, beyond], [tournament.pk, beyond, 1], [beyond, 1, 1]):
        assert as_arbiter.get(reverse("sheet", args=numbers)).status_code == 404


class TestBalances:
    @pytest.fixture
    def table(self, tournament):
        rewrite(tournament, keeps=Keeps.TOTALS)
        return seated(tournament)[0]

    def typed(self, *points, **changes):
        form = {f"chair_{chair}": value for chair, value in enumerate(points)}
        return form | {"key": str(uuid.uuid4()), "replaces": ""} | changes

    def test_they_are_written_as_people_write_them(self, table, as_arbiter):
        response = as_arbiter.post(at(table, "balances"), self.typed("+1 120", "−40", "-60", "-1\u00a0020"))

        assert response.url == at(table)
        assert results(table) == [1120, -40, -60, -1020]

    def test_a_sum_that_is_not_zero_keeps_what_was_typed(self, table, as_arbiter):
        response = as_arbiter.post(at(table, "balances"), self.typed("120", "−40", "−60", "−10"))

        assert response.status_code == 422
        assert "la somme des bilans fait +10 au lieu de 0" in text(response)
        assert response.context["form"]["chair_1"].value() == "−40"
        assert results(table) == []

    def test_each_must_be_a_number(self, table, as_arbiter):
        response = as_arbiter.post(at(table, "balances"), self.typed("douze", "", "1,5", "0"))

        assert list(response.context["form"].errors) == ["chair_0", "chair_1", "chair_2"]

    def test_nobody_wins_or_loses_more_than_a_hundred_thousand(self, table, as_arbiter):
        beyond = as_arbiter.post(at(table, "balances"), self.typed("100001", "−100001", "0", "0"))
        assert list(beyond.context["form"].errors) == ["chair_0", "chair_1"]
        as_arbiter.post(at(table, "balances"), self.typed("100000", "−100000", "0", "0"))
        assert results(table) == [100_000, -100_000, 0, 0]

    def test_a_correction_starts_from_what_is_written_and_asks_why(self, table, the_arbiter, as_arbiter):
        balanced(table, the_arbiter, 30, -10, -10, -10)
        form = as_arbiter.get(at(table, "balances")).context["form"]
        assert form["chair_0"].value() == 30

        change = self.typed("0", "0", "0", "0", replaces=form["replaces"].value())
        assert list(as_arbiter.post(at(table, "balances"), change).context["form"].errors) == ["reason"]
        assert as_arbiter.post(at(table, "balances"), change | {"reason": "page sautée"}).status_code == 303
        assert results(table) == [0, 0, 0, 0]
        assert "page sautée" in text(as_arbiter.get(at(table)))

    def test_an_old_page_is_told_what_is_there(self, table, the_arbiter, as_arbiter):
        balanced(table, the_arbiter, 30, -10, -10, -10)

        response = as_arbiter.post(at(table, "balances"), self.typed("0", "0", "0", "0"))

        assert response.status_code == 422
        assert "Ce qui est maintenant enregistré" in text(response)
        assert response.context["form"].is_correction


class TestOwnSheet:
    @pytest.fixture
    def mine(self, table):
        player = seat(table, 1).registration.player
        return logged_in(AccountFactory(player=player))

    def own(self, table, number=1):
        return reverse("own_sheet", args=[table.round.tournament_id, number])

    def test_a_player_reads_his_own_sheet_and_why(self, table, the_arbiter, mine):
        record(table, 1, the_arbiter)

        page = text(mine.get(self.own(table)))

        assert "(25 + 8) × 2" in page
        assert "/arbitrage/" not in page
        assert "Saisir la donne" not in page

    def test_names_are_shown_by_consent_except_his_own(self, table, mine):
        Player.objects.update(consent=False)

        names = mine.get(self.own(table)).context["names"]

        own = seat(table, 1).registration.player.full_name
        others = [f"Joueur n°\u00a0{seat(table, chair).registration.start_number}" for chair in (0, 2, 3)]
        assert names == [others[0], own, *others[1:]]

    def test_nobody_reads_where_he_did_not_sit(self, table, mine, tournament):
        assert mine.get(self.own(table, 2)).status_code == 404
        elsewhere = seat(seated(tournament, tables=3, round_number=2)[2], 0).registration.player
        stranger = logged_in(AccountFactory(player=elsewhere))
        assert stranger.get(self.own(table)).status_code == 404

    def test_an_arbiter_who_does_not_play_has_none(self, table, as_arbiter):
        assert as_arbiter.get(self.own(table)).status_code == 403
