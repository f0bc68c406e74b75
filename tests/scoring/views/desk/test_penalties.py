"""Penalties, as the arbiter fills them in: from the list, and from the sheet of a table."""

import datetime
import uuid

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.labels import Outcome, PenaltyTarget
from scoring.marque import Camp
from scoring.models import Penalty, PenaltyKind
from scoring.queries.table.sheet_texts import sheet_text
from scoring.services.decisions.penalties import cancel_penalty
from scoring.templatetags.penalties import penalty_text
from tests.factories import DAY, NOW, ClubFactory, arbiter
from tests.scoring.sheets import a_penalty, record, seat, void
from tests.texts import NO_BREAK, text
from tournaments.models import Table

pytestmark = pytest.mark.django_db


class TestPenalties:
    def url(self, tournament):
        return reverse("penalties", args=[tournament.pk])

    def give(self, client, tournament, kind, **changes):
        form = {"kind": kind.pk, "target": "joueur", "points": "", "reason": "renonce à cœur", "key": str(uuid.uuid4())}
        return client.post(reverse("give_penalty", args=[tournament.pk]), form | changes, follow=True)

    @pytest.mark.parametrize(
        ("typed", "taken"), [("20", -20), ("−20", -20), ("-20", -20), ("0", 0), ("", -20), (" 40 ", -40)]
    )
    def test_points_taken_away_are_written_either_way(self, tournament, table, kind, as_arbiter, typed, taken):
        self.give(as_arbiter, tournament, kind, player="2", points=typed)

        assert Penalty.objects.get().points == taken
        assert seat(table, 1).registration.penalty_points == taken

    def test_the_same_of_two_arbiters_is_asked_about_once(self, tournament, table, kind, as_arbiter):
        colleague = arbiter(tournament.club)
        a_penalty(tournament, colleague, kind=kind, registration=seat(table, 1).registration, at=timezone.now())

        asked = self.give(as_arbiter, tournament, kind, player="2", points="20")

        assert (asked.status_code, Penalty.objects.count()) == (422, 1)
        assert f"Rien n’est encore enregistré. Déjà donnée par {colleague}" in text(asked)
        box = asked.context["form"].confirmation.value
        given = self.give(as_arbiter, tournament, kind, player="2", points="20", confirmed=box)
        assert (given.status_code, Penalty.objects.count()) == (200, 2)

    @pytest.mark.parametrize("typed", ["vingt", "1,5", "--3", "1000000", "-1000000"])
    def test_other_things_are_not_points(self, tournament, table, kind, as_arbiter, typed):
        response = self.give(as_arbiter, tournament, kind, player="2", points=typed)

        assert (response.status_code, list(response.context["form"].errors)) == (422, ["points"])
        assert response.context["form"]["points"].value() == typed

    def test_a_player_is_found_by_number_or_by_name(self, tournament, table, kind, as_arbiter):
        one = seat(table, 2).registration
        one.player.last_name, one.player.first_name = "Vandenbroucke", "Anne-Marie"
        one.player.save()

        for typed in ("3", "3 · Vandenbroucke Anne-Marie", "vanden", "anne-marie VANDENBROUCKE"):
            self.give(as_arbiter, tournament, kind, player=typed)
            Penalty.objects.update(cancelled_at=NOW, cancel_reason="essai")  # the same again would be asked about

        assert set(Penalty.objects.values_list("registration", flat=True)) == {one.pk}
        assert Penalty.objects.count() == 4

    @pytest.mark.parametrize(
        ("typed", "said"), [("99", "Aucun joueur"), ("Prénom", "Plusieurs joueurs"), ("", "Choisissez")]
    )
    def test_nobody_and_several_are_said(self, tournament, table, kind, as_arbiter, typed, said):
        response = self.give(as_arbiter, tournament, kind, player=typed)

        assert response.status_code == 422
        assert said in text(response)
        assert Penalty.objects.count() == 0

    def test_a_camp_of_a_donne(self, tournament, table, kind, the_arbiter, as_arbiter):
        record(table, 1, the_arbiter)

        self.give(as_arbiter, tournament, kind, target="camp", position="1", table="1", donne="1", camp="defense")

        penalty = Penalty.objects.get()
        assert (penalty.target, penalty.table, penalty.donne, penalty.camp) == (
            PenaltyTarget.CAMP,
            table,
            1,
            Camp.DEFENSE,
        )
        assert penalty.shares.count() == 3

    def test_a_whole_table_that_exists(self, tournament, table, kind, as_arbiter):
        wrong = self.give(as_arbiter, tournament, kind, target="table", position="1", table="7")
        assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["table"])

        self.give(as_arbiter, tournament, kind, target="table", position="1", table="2")
        assert Penalty.objects.get().shares.count() == 4

    def test_only_the_kinds_of_this_club_on_that_day(self, tournament, table, kind, as_arbiter):
        PenaltyKind.objects.create(code="A", name="Ancienne", valid_until=DAY - datetime.timedelta(days=1))
        PenaltyKind.objects.create(code="F", name="Future", valid_from=DAY + datetime.timedelta(days=1))
        PenaltyKind.objects.create(code="E", name="D’ailleurs", club=ClubFactory())
        own = PenaltyKind.objects.create(code="M", name="Maison", club=tournament.club, valid_from=DAY, valid_until=DAY)

        offered = as_arbiter.get(self.url(tournament)).context["form"].fields["kind"].queryset

        assert {own, kind} <= set(offered)
        assert not offered.filter(code__in=["A", "F", "E"]).exists()

    def test_cancelling_asks_why_and_keeps_it_listed(self, tournament, table, kind, as_arbiter):
        self.give(as_arbiter, tournament, kind, player="2")
        cancel = reverse("cancel_penalty", args=[tournament.pk, Penalty.objects.get().pk])

        assert as_arbiter.get(cancel).status_code == 200
        assert as_arbiter.post(cancel, {"reason": ""}).status_code == 422
        page = text(as_arbiter.post(cancel, {"reason": "mauvais joueur"}, follow=True))

        assert "« mauvais joueur »" in page
        assert "<s>" in page
        assert seat(table, 1).registration.penalty_points == 0

    @pytest.mark.parametrize("count", [1, 30])
    def test_the_list_runs_a_constant_number_of_queries(
        self, tournament, table, kind, the_arbiter, as_arbiter, count, django_assert_num_queries
    ):
        for _ in range(count):
            given = a_penalty(tournament, the_arbiter, target=PenaltyTarget.TABLE, table=table, reason="bavardage")
            cancel_penalty(penalty=given, reason="essai", by=the_arbiter, at=NOW)
        as_arbiter.get(self.url(tournament))

        with django_assert_num_queries(10):
            assert text(as_arbiter.get(self.url(tournament))).count("« bavardage »") == count


class TestPenaltiesFromASheet:
    """The penalty form opened from a sheet knows its table: players and donnes are chosen, not typed."""

    def opened(self, client, tournament, table):
        where = f"?position={table.round.number}&table={table.number}"
        return client.get(reverse("penalties", args=[tournament.pk]) + where)

    def give(self, client, tournament, table, kind, **changes):
        form = {
            "kind": kind.pk,
            "target": "joueur",
            "points": "30",
            "reason": "",
            "key": str(uuid.uuid4()),
            "from_sheet": "1",
            "position": table.round.number,
            "table": table.number,
        }
        return client.post(reverse("give_penalty", args=[tournament.pk]), form | changes, follow=True)

    def test_it_offers_the_players_and_the_donnes_of_the_table(self, tournament, table, the_arbiter, as_arbiter):
        record(table, 1, the_arbiter)
        record(table, 2, the_arbiter, void(Outcome.PASSED))

        form = self.opened(as_arbiter, tournament, table).context["form"]

        names = [seat(table, chair).registration.player.full_name for chair in range(4)]
        assert [label for _chair, label in form.fields["seated"].choices] == [
            f"{letter} · {name}" for letter, name in zip("SENO", names, strict=True)
        ]
        assert [label.translate(NO_BREAK) for _number, label in form.fields["donne"].choices] == [
            "–",
            f"1 · attaque : {names[0]}",
            "2 · passée (personne n’a pris)",
            "3 · à saisir",
            "4 · à saisir",
            "5 · à saisir",
        ]

    def test_one_tap_names_the_player_and_the_fault_is_reason_enough(self, tournament, table, kind, as_arbiter):
        self.give(as_arbiter, tournament, table, kind, seated="2")

        penalty = Penalty.objects.get()
        assert (penalty.registration, penalty.table, penalty.points) == (seat(table, 2).registration, table, -30)
        assert penalty.reason == ""

    def test_another_player_is_still_found_by_name_and_never_two(self, tournament, table, kind, as_arbiter):
        (_here, there) = Table.objects.order_by("number")
        other = seat(there, 0).registration

        both = self.give(as_arbiter, tournament, table, kind, seated="2", player=str(other.start_number))
        self.give(as_arbiter, tournament, table, kind, player=str(other.start_number))

        assert list(both.context["form"].errors) == ["player"]
        assert Penalty.objects.get().registration == other

    def test_a_camp_is_told_with_its_members_everywhere(self, tournament, table, kind, the_arbiter, as_arbiter):
        record(table, 1, the_arbiter)
        given = self.give(as_arbiter, tournament, table, kind, target="camp", camp="defense", donne="1")

        names = ", ".join(seat(table, chair).registration.player.full_name for chair in (1, 2, 3))
        assert f"donnée, −30 chacun : défense ({names})." in text(given)
        told = f"Pénalité « Renonce », −30 chacun, défense ({names}), donne 1"
        assert told in text(as_arbiter.get(reverse("sheet", args=[tournament.pk, 1, 1])))
        assert [penalty_text(penalty).translate(NO_BREAK) for penalty in sheet_text(table).penalties] == [told]

        page, journal = (text(as_arbiter.get(reverse(name, args=[tournament.pk]))) for name in ("penalties", "journal"))
        assert '<b class="num minus">−30 chacun</b>' in page
        assert "Renonce (−30 chacun)" in journal
        in_english = as_arbiter.get(reverse("penalties", args=[tournament.pk]), headers={"accept-language": "en"})
        assert "−30 each" in text(in_english)

        record(table, 1, the_arbiter, void(Outcome.ANNULLED))
        nobody = "défense, ne tombe sur personne : la donne n’est pas saisie ou n’a pas été jouée, donne 1"
        assert nobody in text(as_arbiter.get(reverse("sheet", args=[tournament.pk, 1, 1])))

    def test_read_after_a_login_its_address_leads_to_the_form(self, tournament, table, as_arbiter):
        assert as_arbiter.get(reverse("give_penalty", args=[tournament.pk])).url == reverse(
            "penalties", args=[tournament.pk]
        )
        give = reverse("give_penalty", args=[tournament.pk]) + "?position=1&table=1"

        response = as_arbiter.get(give)

        assert (response.status_code, response.url) == (
            303,
            reverse("penalties", args=[tournament.pk]) + "?position=1&table=1",
        )

    def test_a_refused_form_keeps_its_table(self, tournament, table, kind, as_arbiter):
        response = self.give(as_arbiter, tournament, table, kind)

        assert response.status_code == 422
        assert response.context["form"].sheet.table == table

    @pytest.mark.parametrize("typed", ["barthélemy", "barthelemy", "BARTHÉLEMY", "Barthélemy Julien", "julien bart"])
    def test_a_name_is_found_without_accents_and_in_any_case(self, tournament, table, kind, as_arbiter, typed):
        player = seat(table, 1).registration.player
        player.last_name, player.first_name = "BARTHÉLEMY", "Julien"
        player.save()

        self.give(as_arbiter, tournament, table, kind, player=typed)

        assert Penalty.objects.get().registration == seat(table, 1).registration


class TestSanctions:
    """What the form makes of a sanction, and of a fault that comes again."""

    def give(self, client, tournament, kind, **changes):
        form = {"kind": kind.pk, "target": "joueur", "points": "", "reason": "", "key": str(uuid.uuid4())}
        return client.post(reverse("give_penalty", args=[tournament.pk]), form | changes)

    def test_the_catalogue_proposes_and_the_arbiter_decides(self, tournament, table, as_arbiter):
        late = PenaltyKind.objects.create(code="X", name="Retard", sanction="points_total", points=-15)
        self.give(as_arbiter, tournament, late, player="1")
        self.give(as_arbiter, tournament, late, player="2", sanction="avertissement")
        self.give(as_arbiter, tournament, late, player="3", points="7")
        self.give(as_arbiter, tournament, late, player="4", sanction="federation")

        given = Penalty.objects.order_by("pk").values_list("sanction", "points")
        assert list(given) == [("points_total", -15), ("avertissement", 0), ("points_total", -7), ("federation", 0)]

    def test_where_the_catalogue_says_nothing_the_arbiter_must(self, tournament, table, as_arbiter):
        open_ = PenaltyKind.objects.create(code="X", name="Renonce")
        undecided = self.give(as_arbiter, tournament, open_, player="1")
        how_many = self.give(as_arbiter, tournament, open_, player="1", sanction="points")
        assert [list(page.context["form"].errors) for page in (undecided, how_many)] == [["sanction"], ["points"]]
        assert (undecided.status_code, how_many.status_code, Penalty.objects.count()) == (422, 422, 0)

    def test_a_redeal_is_of_a_donne_and_takes_from_nobody(self, tournament, table, as_arbiter):
        fault = PenaltyKind.objects.get(club=None, code="fausse_donne")
        nowhere = self.give(as_arbiter, tournament, fault, target="donne")
        assert sorted(nowhere.context["form"].errors) == ["donne", "table"]
        self.give(as_arbiter, tournament, fault, target="donne", position="1", table="1", donne="2")

        penalty = Penalty.objects.get()
        assert (penalty.sanction, penalty.points, penalty.shares.count()) == ("donneur_exclu", 0, 0)
        assert penalty_text(penalty).translate(NO_BREAK) == (
            "Pénalité « Fausse donne », nouvelle donne par le même donneur, qui n’enchérit pas, donne 2"
        )

    def test_a_fault_that_comes_again_is_said_once_with_what_the_club_does_then(self, tournament, table, as_arbiter):
        first = PenaltyKind.objects.create(code="X", name="Retard", sanction="avertissement")
        again = PenaltyKind.objects.create(code="X", name="Retard", step=2, sanction="points", points=-20)
        self.give(as_arbiter, tournament, first, player="2")
        asked = self.give(as_arbiter, tournament, first, player="2")

        form = asked.context["form"]
        assert (asked.status_code, Penalty.objects.count()) == (422, 1)
        assert text(asked).count("c’est la 2e fois. Le club prévoit alors : points, −20.") == 1
        assert ("Rien n’a été enregistré." in text(asked), 'class="errorlist"' in text(asked)) == (False, False)
        assert "Décisions déjà prises" in text(asked)
        names = ("kind", "sanction", "points", "times_seen", "key")
        proposed = {name: form[name].value() for name in names}
        assert (proposed["kind"], proposed["sanction"], proposed["points"]) == (str(again.pk), "points", "20")

        sent = {name: str(value) for name, value in proposed.items()} | {"target": "joueur", "player": "2"}
        address = reverse("give_penalty", args=[tournament.pk])
        assert as_arbiter.post(address, sent).status_code == 303
        assert as_arbiter.post(address, sent).status_code == 303  # the same once more is the same decision
        assert list(Penalty.objects.order_by("pk").values_list("kind", "points")) == [(first.pk, 0), (again.pk, -20)]

    def test_who_was_told_may_give_the_first_sanction_again(self, tournament, table, as_arbiter):
        first = PenaltyKind.objects.create(code="X", name="Retard", sanction="avertissement")
        self.give(as_arbiter, tournament, first, player="2")
        asked = self.give(as_arbiter, tournament, first, player="2")
        assert "Le catalogue ne prévoit rien de plus" in text(asked)
        seen = asked.context["form"]["times_seen"].value()
        self.give(as_arbiter, tournament, first, player="2", times_seen=seen)
        self.give(as_arbiter, tournament, first, player="3", times_seen=seen)  # another player is no second time
        assert Penalty.objects.count() == 3

    def test_the_list_is_narrowed_to_a_sanction_for_the_page_and_the_file(self, tournament, table, as_arbiter, kind):
        self.give(as_arbiter, tournament, kind, player="1")
        self.give(as_arbiter, tournament, kind, player="2", sanction="federation", reason="propos graves")
        address = reverse("penalties", args=[tournament.pk])
        shown = as_arbiter.get(f"{address}?sanction=federation")
        assert [each.sanction for each in shown.context["penalties"]] == ["federation"]
        rows = as_arbiter.get(f"{address}?sanction=federation&format=csv").content.decode("utf-8-sig").splitlines()
        assert len(rows) == 2
        assert rows[1].startswith("Renonce;;signalement à la fédération;0;")

    def test_an_address_may_name_the_fault(self, tournament, table, as_arbiter):
        fault = PenaltyKind.objects.get(club=None, code="renonce")
        shown = as_arbiter.get(reverse("penalties", args=[tournament.pk]) + "?position=1&table=1&faute=renonce")
        assert shown.context["form"]["kind"].value() == fault.pk

    def test_a_score_is_adjusted_from_the_sheet_and_everybody_reads_it(
        self, tournament, table, the_arbiter, as_arbiter, client
    ):
        record(table, 1, the_arbiter)
        fault = PenaltyKind.objects.get(club=None, code="etui")
        sheet = {"from_sheet": "1", "position": "1", "table": "1", "sanction": "score_ajuste"}
        unsaid = self.give(as_arbiter, tournament, fault, seated="2", **sheet)
        assert list(unsaid.context["form"].errors) == ["basis"]
        given = self.give(
            as_arbiter, tournament, fault, seated="2", basis="attribue", assigned="−12", reason="main abîmée", **sheet
        )
        assert given.status_code == 303
        public = " ".join(text(client.get(reverse("standings", args=[tournament.pk]))).split())
        assert "position 1 : score ajusté (score attribué)" in public
        assert "main abîmée" not in public
        shown = text(as_arbiter.get(reverse("penalties", args=[tournament.pk])))
        assert "score ajusté : score attribué −12" in shown
        assert "score ajusté : score attribué −12" in text(as_arbiter.get(reverse("sheet", args=[tournament.pk, 1, 1])))

    @pytest.mark.parametrize("many", [1, 12])
    def test_earlier_decisions_cost_no_query_each(
        self, tournament, table, kind, the_arbiter, as_arbiter, django_assert_num_queries, many
    ):
        for number in range(many):
            a_penalty(tournament, the_arbiter, kind=kind, target=PenaltyTarget.TABLE, table=table, points=-number)
        address = reverse("penalties", args=[tournament.pk]) + "?position=1&table=1"
        with django_assert_num_queries(16):
            shown = as_arbiter.get(address)
        assert [len(player["decisions"]) for player in shown.context["earlier"]] == [many] * 4
