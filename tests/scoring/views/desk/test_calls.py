"""Chelem calls, as the arbiter fills them in."""

import re
import uuid

import pytest
from django.urls import reverse

from scoring.labels import CalledWhen, CallOutcome
from scoring.models import ChelemCall
from tests.factories import NOW
from tests.scoring.sheets import chelem_called, garde, record, results, seat, seated
from tests.texts import NO_BREAK, text
from tournaments.models import Table

pytestmark = pytest.mark.django_db


class TestCalls:
    def url(self, tournament, query=""):
        return reverse("chelem_calls", args=[tournament.pk]) + query

    def typed(self, **changes):
        return {
            "caller": "2",
            "number": "1",
            "announced": "avant_carte",
            "outcome": "en_attente",
            "key": str(uuid.uuid4()),
        } | changes

    def test_first_the_table_then_who_called(self, tournament, table, as_arbiter):
        assert as_arbiter.get(self.url(tournament)).context["form"] is None

        form = as_arbiter.get(self.url(tournament, "?position=1&table=1")).context["form"]

        assert [label for _code, label in form.fields["caller"].choices][2].startswith("N · ")
        assert form["number"].value() == 1

    def test_what_the_arbiter_saw_is_kept_shown_and_taken_away(self, tournament, table, as_arbiter):
        page = self.url(tournament, "?position=1&table=1")
        seen = {"led": "0", "excuse": "derniere", "petit_before_last": "on"}
        answer = as_arbiter.post(page, self.typed(**seen), follow=True)
        call = ChelemCall.objects.get()
        assert (call.led, call.excuse, call.petit_before_last) == (False, "derniere", True)
        told = "n’a pas entamé · Excuse à l’attaque, jouée à la dernière levée · Petit à l’avant-dernière levée"
        assert told in text(answer)
        assert "l’entame lui revenait" in text(answer)
        who = call.caller.registration.player.full_name
        said = f"Chelem annoncé par {who} enregistré : position 1, table 1, donne 1."
        assert said in text(answer)
        taken = as_arbiter.get(self.url(tournament, "?format=csv")).content.decode()
        assert told.replace(" · ", ", ") in taken

    def test_the_position_asked_about_first_is_where_the_work_is(self, tournament, table, the_arbiter, as_arbiter):
        seated(tournament, round_number=2)
        Table.objects.filter(round__number=1).update(closed_at=NOW)

        assert as_arbiter.get(self.url(tournament)).context["place"]["position"].value() == 2

    @pytest.mark.parametrize("query", ["?position=1&table=9", "?position=8&table=1", "?position=1&table=x", "?table="])
    def test_a_table_that_does_not_exist_is_said(self, tournament, table, as_arbiter, query):
        response = as_arbiter.get(self.url(tournament, query))

        assert response.context["form"] is None
        assert response.context["place"].errors

    def test_a_call_is_recorded_and_listed(self, tournament, table, as_arbiter):
        response = as_arbiter.post(self.url(tournament, "?position=1&table=1"), self.typed(), follow=True)

        call = ChelemCall.objects.get()
        assert (call.table, call.number, call.caller) == (table, 1, seat(table, 2))
        assert "position 1, table 1, donne 1" in text(response)

    def test_without_a_caller_nothing_is_recorded(self, tournament, table, as_arbiter):
        response = as_arbiter.post(self.url(tournament, "?position=1&table=1"), self.typed(caller="", number="12"))

        assert response.status_code == 422
        assert response.context["form"]["number"].value() == "12"
        assert ChelemCall.objects.count() == 0

    def test_a_refusal_is_shown_at_its_field(self, tournament, table, the_arbiter, as_arbiter):
        record(table, 1, the_arbiter)

        response = as_arbiter.post(self.url(tournament, "?position=1&table=1"), self.typed())

        assert (response.status_code, list(response.context["form"].errors)) == (422, ["caller"])

    def test_cancelling_asks_why_and_keeps_it_listed(self, tournament, table, as_arbiter):
        as_arbiter.post(self.url(tournament, "?position=1&table=1"), self.typed())
        cancel = reverse("cancel_chelem_call", args=[tournament.pk, ChelemCall.objects.get().pk])

        assert as_arbiter.get(cancel).status_code == 200
        assert as_arbiter.post(cancel, {"reason": ""}).status_code == 422
        page = text(as_arbiter.post(cancel, {"reason": "mauvaise table"}, follow=True))

        assert "« mauvaise table »" in page
        assert "<s>" in page

    def test_a_call_on_an_entered_donne_shows_what_it_changes_before_and_after(
        self, tournament, table, the_arbiter, as_arbiter
    ):
        record(table, 1, the_arbiter)
        said = self.typed(caller="0")
        where = self.url(tournament, "?position=1&table=1")

        asked = as_arbiter.post(where, said)
        sentences = asked.context["form"].confirmation.sentences
        assert (asked.status_code, ChelemCall.objects.count()) == (422, 0)
        assert [sentence.translate(NO_BREAK).rpartition(" : ")[2] for sentence in sentences] == [
            "+198 / −66 / −66 / −66",
            "−402 / +134 / +134 / +134",
        ]
        page = text(as_arbiter.post(where, said | {"confirmed": asked.context["form"].confirmation.value}, follow=True))

        assert "La donne 1 de la table 1 est corrigée" in page
        assert "−402 / +134 / +134 / +134" in page

    def test_cancelling_shows_what_is_taken_back_and_says_so(self, tournament, table, the_arbiter, as_arbiter):
        record(table, 1, the_arbiter)
        made = chelem_called(table, the_arbiter)
        cancel = reverse("cancel_chelem_call", args=[tournament.pk, made.pk])

        shown = as_arbiter.get(cancel)
        effects = [effect.translate(NO_BREAK) for effect in shown.context["effects"]]
        assert effects[0] == "Ce que cet appel a changé à la donne 1 est repris :"
        assert [effect.rpartition(" : ")[2] for effect in effects[1:]] == [
            "−402 / +134 / +134 / +134",
            "+198 / −66 / −66 / −66",
        ]
        seen = shown.context["form"]["seen"].value()
        page = text(as_arbiter.post(cancel, {"reason": "erreur de table", "seen": seen}, follow=True))

        assert results(table) == [198, -66, -66, -66]
        assert "+198 / −66 / −66 / −66" in page

    def test_cancelling_is_refused_when_the_donne_changed_meanwhile(self, tournament, table, the_arbiter, as_arbiter):
        record(table, 1, the_arbiter)
        made = chelem_called(table, the_arbiter)
        cancel = reverse("cancel_chelem_call", args=[tournament.pk, made.pk])
        seen = as_arbiter.get(cancel).context["form"]["seen"].value()
        record(table, 1, the_arbiter, garde(points="50", chelem_announced=True))

        response = as_arbiter.post(cancel, {"reason": "erreur de table", "seen": seen})

        assert response.status_code == 422
        assert ChelemCall.objects.get().cancelled_at is None
        assert response.context["form"]["seen"].value() != seen  # what is shown now is what the next press confirms

    def test_a_late_call_has_no_outcome_anywhere(self, tournament, table, the_arbiter, as_arbiter):
        record(table, 1, the_arbiter)
        chelem_called(table, the_arbiter, chair=2, announced=CalledWhen.LATE, outcome=CallOutcome.FAILED)
        ChelemCall.objects.update(outcome=CallOutcome.FAILED)  # as older rows say

        name = seat(table, 2).registration.player.full_name
        shown = text(as_arbiter.get(reverse("sheet", args=[tournament.pk, 1, 1])))
        listed = text(as_arbiter.get(self.url(tournament)))

        assert f"chelem annoncé hors délai par {name}" in shown
        assert "hors délai" in listed
        badges = re.findall(r'<span class="badge[^>]*>([^<]*)<', shown + listed)
        assert [badge for badge in badges if "chut" in badge or "en cours" in badge] == []

    @pytest.mark.parametrize("count", [1, 30])
    def test_the_list_runs_a_constant_number_of_queries(
        self, tournament, table, the_arbiter, as_arbiter, count, django_assert_num_queries
    ):
        ChelemCall.objects.bulk_create(
            ChelemCall(
                table=table,
                number=number,
                caller=seat(table, 0),
                announced="avant_carte",
                key=uuid.uuid4(),
                recorded_by=the_arbiter,
                recorded_by_name=str(the_arbiter),
                recorded_at=NOW,
                cancelled_by=the_arbiter,
                cancelled_at=NOW,
                cancel_reason="essai",
            )
            for number in range(1, count + 1)
        )
        as_arbiter.get(self.url(tournament))

        with django_assert_num_queries(6):
            assert text(as_arbiter.get(self.url(tournament))).count("« essai »") == count
