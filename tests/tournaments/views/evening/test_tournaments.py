"""The pages of an evening: opened, followed, changed, ended."""

import datetime
import re
from datetime import time, timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import DAY, NOW, RegistrationFactory, SeasonFactory, TournamentFactory
from tests.scoring.sheets import seat, seated
from tests.texts import NO_BREAK, plain
from tournaments.forms import asked_days
from tournaments.labels import Status, TournamentState
from tournaments.models import Club, Round, SeatResult, Table, Tournament
from tournaments.seating import Remainder
from tournaments.standings import Rule, Tie, Unfinished

TYPED = {
    "name": "Soirée",
    "date": "2026-11-21",
    "season": "",
    "rounds_planned": "5",
    "table_size": "4",
    "remainder": "larger",
    "pace": "donnes",
    "donnes_per_round": "4",
    "minutes_per_round": "",
    "keeps": "donnes",
    "seed": "2012",
}


def test_the_form_of_a_new_evening_is_filled_in(as_organiser: Client, club: Club):
    ours, _another_club_s = SeasonFactory(club=club), SeasonFactory()

    form = as_organiser.get(reverse("new_tournament", args=[club.pk])).context["form"]

    assert form["table_size"].value() == 4
    assert 1000 <= form["seed"].value() < 10_000
    assert list(form.fields["season"].queryset) == [ours]


def test_a_tournament_is_opened(as_organiser: Client, club: Club):
    answer = as_organiser.post(reverse("new_tournament", args=[club.pk]), TYPED)

    tournament = Tournament.objects.get()
    assert answer.url == reverse("tournament_desk", args=[tournament.pk])
    assert (tournament.date, tournament.remainder, tournament.seed) == (DAY, "larger", 2012)


def test_an_evening_that_nobody_named_says_the_day_that_was_chosen(as_organiser: Client, club: Club):
    as_organiser.post(reverse("new_tournament", args=[club.pk]), TYPED | {"name": "", "date": "2026-12-04"})
    assert Tournament.objects.get().name == "Soirée du 4 décembre 2026"


def test_a_new_evening_begins_when_the_last_one_did(as_organiser: Client, club: Club):
    page = reverse("new_tournament", args=[club.pk])
    assert as_organiser.get(page).context["form"]["starts_at"].value() == time(20, 30)
    TournamentFactory(club=club, date=DAY, starts_at=time(14))
    TournamentFactory(club=club, date=DAY + timedelta(days=1), starts_at=time(9), is_trial=True)
    assert as_organiser.get(page).context["form"]["starts_at"].value() == time(14)


@pytest.mark.parametrize("page", ["new_tournament", "tournament_settings"])
@pytest.mark.parametrize(
    ("date", "asked"),
    [
        ("1926-12-04", "Le 4 décembre 1926 est loin d’aujourd’hui."),
        ("2026-12-11", "Le club a déjà « Le gala » le 11 décembre 2026."),
    ],
)
def test_a_day_that_is_hardly_meant_is_asked_about_and_opened_when_it_is(
    as_organiser: Client, club: Club, page: str, date: str, asked: str
):
    TournamentFactory(club=club, date=datetime.date(2026, 12, 11), name="Le gala")
    moved = TournamentFactory(club=club, date=DAY)
    address = reverse(page, args=[club.pk if page == "new_tournament" else moved.pk])
    typed = TYPED | {"name": "Autre", "date": date}

    answer = as_organiser.post(address, typed)
    form = answer.context["form"]
    assert (answer.status_code, [plain(text) for text in form.confirmation.sentences]) == (422, [asked])
    assert form["name"].value() == "Autre"
    assert not Tournament.objects.filter(name="Autre").exists()

    said_yes = typed | {"confirmed": form.confirmation.value}
    assert as_organiser.post(address, said_yes | {"date": "1926-12-05"}).status_code == 422, "a yes to another day"
    assert as_organiser.post(address, said_yes).status_code == 303
    assert str(Tournament.objects.get(name="Autre").date) == date


@pytest.mark.parametrize(("years", "is_far"), [(-2, True), (-1, False), (1, False), (2, True)])
def test_an_evening_of_last_year_or_the_next_is_not_far(
    as_organiser: Client, club: Club, monkeypatch: pytest.MonkeyPatch, years: int, is_far: bool
):
    monkeypatch.setattr(asked_days, "YEARS_NEAR", 1)
    day = datetime.date(timezone.localdate().year + years, 6, 15)
    answer = as_organiser.post(reverse("new_tournament", args=[club.pk]), TYPED | {"date": day.isoformat()})
    assert answer.status_code == (422 if is_far else 303)


def test_settings_saved_anew_ask_nothing_of_the_day_that_is_there(as_organiser: Client, club: Club):
    first, _second = (TournamentFactory(club=club, date=datetime.date(2019, 5, 3), name=name) for name in "AB")
    typed = TYPED | {"name": "Autre", "date": "2019-05-03"}
    assert as_organiser.post(reverse("tournament_settings", args=[first.pk]), typed).status_code == 303


def test_a_contradiction_is_refused_on_its_field_and_nothing_typed_is_lost(as_organiser: Client, club: Club):
    typed = TYPED | {"table_size": "5", "pace": "minutes", "name": "Gardez-moi"}

    answer = as_organiser.post(reverse("new_tournament", args=[club.pk]), typed)

    form = answer.context["form"]
    assert answer.status_code == 422
    assert sorted(form.errors) == ["minutes_per_round", "remainder"]
    assert form["name"].value() == "Gardez-moi"


def test_the_ways_for_the_players_left_over_follow_the_table_size(as_organiser: Client, club: Club):
    page = as_organiser.get(reverse("new_tournament", args=[club.pk]), {"table_size": "3"})

    choices = [value for value, _words in page.context["form"].fields["remainder"].widget.choices]
    assert choices == ["larger", "exempt"]


def test_once_a_round_is_published_the_locked_settings_are_refused(as_organiser: Client, tournament: Tournament):
    Round.objects.create(tournament=tournament, number=1, published_at=NOW)
    harmless = {"name": "Autre nom", "date": "2026-11-22", "season": "", "rounds_planned": "6"}
    address = reverse("tournament_settings", args=[tournament.pk])

    changed = as_organiser.post(address, harmless)
    refused = as_organiser.post(address, TYPED | {"table_size": "3"})  # a page opened before the first round

    tournament.refresh_from_db()
    assert changed.status_code == 303
    assert refused.status_code == 422
    assert sorted(refused.context["form"].errors) == ["remainder", "seed", "table_size"]
    assert (tournament.name, tournament.rounds_planned, tournament.table_size) == ("Autre nom", 6, 4)


def test_how_tables_enter_is_said_as_the_evening_goes(as_organiser: Client, tournament: Tournament):
    Round.objects.create(tournament=tournament, number=1, published_at=NOW)
    address = reverse("tournament_settings", args=[tournament.pk])
    page = as_organiser.get(address)
    assert page.context["form"]["entry_at_tables"].value() is True
    assert tournament.entry_code in page.content.decode()
    plain = {"name": tournament.name, "date": "2026-11-21", "rounds_planned": "5"}
    said = {"entry_at_tables": "on", "needs_confirmation": "on", "closes_itself": "on", "protest_minutes": "20"}
    said |= {"arbiters_correct_after_end": "on"}
    assert as_organiser.post(address, plain | said).status_code == 303
    tournament.refresh_from_db()
    entry = (tournament.entry_at_tables, tournament.needs_confirmation, tournament.closes_itself)
    assert (*entry, tournament.protest_minutes) == (True, True, True, 20)
    assert tournament.arbiters_correct_after_end
    refused = as_organiser.post(address, plain | said | {"protest_minutes": "121"})
    assert refused.status_code == 422
    assert "On peut contester de 0 à 120 minutes" in refused.content.decode()
    assert '<details class="card" open>' in refused.content.decode()
    as_organiser.post(address, plain | {"protest_minutes": ""})  # by a page that was opened before the site knew them
    tournament.refresh_from_db()
    assert (tournament.entry_at_tables, tournament.closes_itself, tournament.protest_minutes) == (True, True, 20)
    as_organiser.post(address, plain | {"protest_minutes": "", "asked": "entry_at_tables"})
    tournament.refresh_from_db()
    assert (tournament.entry_at_tables, tournament.closes_itself) == (False, True)
    sent = re.search(r'name="asked" value="([a-z_ ]+)"', as_organiser.get(address).content.decode())
    assert sent
    as_organiser.post(address, plain | {"asked": sent[1]})
    tournament.refresh_from_db()
    assert not tournament.closes_itself


def test_a_new_evening_proposes_that_who_leaves_early_does_not_win_it(as_organiser: Client, club: Club):
    address = reverse("new_tournament", args=[club.pk])
    proposed = as_organiser.get(address).context["form"]["unfinished_rule"].value()

    as_organiser.post(address, TYPED | {"unfinished_rule": proposed, "minimum_rounds": "", "missed_counts": "zero"})
    refused = as_organiser.post(
        address, TYPED | {"name": "Autre", "missed_counts": "fixed", "missed_points": "", "unfinished_rule": "perhaps"}
    )

    assert Tournament.objects.get().ranking_rule == Rule(Unfinished.MINIMUM)
    assert (refused.status_code, sorted(refused.context["form"].errors)) == (422, ["unfinished_rule"])
    too_many = {"date": "2026-11-22", "missed_counts": "fixed", "missed_points": "2000"}
    again = as_organiser.post(address, TYPED | too_many)
    assert sorted(again.context["form"].errors) == ["missed_points"]


def test_the_last_rounds_are_kept_until_the_prizes(as_organiser: Client, tournament: Tournament):
    address = reverse("tournament_settings", args=[tournament.pk])
    plain = {"name": tournament.name, "date": "2026-11-21", "rounds_planned": "5", "table_size": "4", "seed": "7"}
    plain |= {"remainder": "exempt", "pace": "donnes", "donnes_per_round": "4", "keeps": "donnes"}
    assert as_organiser.post(address, plain | {"hidden_rounds": "2"}).status_code == 303
    tournament.refresh_from_db()
    assert (tournament.hidden_rounds, tournament.last_shown_round) == (2, 3)
    assert "gardées jusqu’à la remise des prix 2" in as_organiser.get(address).content.decode()  # of the folded part
    for hostile in ("5", "-1", "30", "x"):
        refused = as_organiser.post(address, plain | {"hidden_rounds": hostile})
        assert (refused.status_code, sorted(refused.context["form"].errors)) == (422, ["hidden_rounds"])
        assert '<a href="#f-hidden_rounds">' in refused.content.decode()  # above the form, whose field is far below
    Tournament.objects.filter(pk=tournament.pk).update(released_at=NOW)
    assert as_organiser.post(address, plain | {"hidden_rounds": "1"}).status_code == 303
    tournament.refresh_from_db()
    assert tournament.last_shown_round == 4  # what was released were two
    assert as_organiser.post(address, plain | {"hidden_rounds": ""}).status_code == 303
    tournament.refresh_from_db()
    assert (tournament.hidden_rounds, tournament.last_shown_round) == (0, None)


def test_what_decides_between_equal_totals_is_chosen_in_order(as_organiser: Client, tournament: Tournament):
    address = reverse("tournament_settings", args=[tournament.pk])
    plain = {"name": tournament.name, "date": "2026-11-21", "rounds_planned": "5", "table_size": "4", "seed": "7"}
    plain |= {"remainder": "exempt", "pace": "donnes", "donnes_per_round": "4", "keeps": "donnes"}
    chosen = {"tie_breaks_0": "directe", "tie_breaks_1": "", "tie_breaks_2": "penalites", "tie_breaks_4": "sort"}
    assert as_organiser.post(address, plain | chosen).status_code == 303
    tournament.refresh_from_db()
    assert tournament.tie_breaks == "directe,penalites,sort"
    assert (tournament.ranking_rule.ties, tournament.ranking_rule.lots) == ((Tie.DIRECT, Tie.PENALTIES, Tie.LOTS), 7)

    page = as_organiser.get(address).content.decode()
    assert "les tables jouées ensemble, puis le moins de pénalités, puis le sort" in page  # of the folded part
    assert page.count('<option value="penalites" selected>') == 1
    assert as_organiser.post(address, plain).status_code == 303  # a page of before, which does not ask
    tournament.refresh_from_db()
    assert tournament.tie_breaks == "directe,penalites,sort"

    refused = as_organiser.post(address, plain | {"tie_breaks_0": "sort", "tie_breaks_1": "directe"})
    assert (refused.status_code, sorted(refused.context["form"].errors)) == (422, ["tie_breaks"])
    assert '<option value="sort" selected>' in refused.content.decode()
    told = as_organiser.get(reverse("tournament", args=[tournament.pk])).content.decode()
    assert "le sort (tirage n°\u00a07)" in told


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"tie_breaks_0": "directe", "tie_breaks_1": "directe"}, "tie_breaks"),
        ({"tie_breaks_0": "sort", "tie_breaks_1": "directe"}, "tie_breaks"),
        ({"unfinished_rule": "minimum", "minimum_rounds": "0"}, "minimum_rounds"),
        ({"missed_counts": "fixed", "missed_points": ""}, "missed_points"),
    ],
)
def test_a_rule_that_cannot_be_is_refused_and_moves_nobody(as_organiser, tournament: Tournament, typed, field: str):
    """Of a tournament with results the form shows who would move: of what is refused there is nothing to show."""
    chair = seat(seated(tournament, tables=1)[0], 0)
    SeatResult.objects.create(seat=chair, points=10, donnes=1)
    plain = {"name": tournament.name, "date": "2026-11-21", "rounds_planned": "5"}
    page = as_organiser.post(reverse("tournament_settings", args=[tournament.pk]), plain | typed)
    assert (page.status_code, [*page.context["form"].errors]) == (422, [field])
    assert "effect" not in page.context


def test_who_counts_is_asked_until_the_tournament_is_finished_then_shown(as_organiser: Client, tournament: Tournament):
    Round.objects.create(tournament=tournament, number=1, published_at=NOW)
    address = reverse("tournament_settings", args=[tournament.pk])
    plain = {"name": tournament.name, "date": "2026-11-21", "season": "", "rounds_planned": "5"}

    as_organiser.post(address, plain | {"unfinished_rule": "out"})
    kept = as_organiser.post(address, plain | {"name": "Autre nom"})  # a page that does not ask

    tournament.refresh_from_db()
    assert (kept.status_code, tournament.unfinished_rule, tournament.name) == (303, Unfinished.OUT, "Autre nom")
    Tournament.objects.update(state=TournamentState.FINISHED)
    shown = as_organiser.get(address).content.decode()
    assert 'name="unfinished_rule"' not in shown
    assert "hors classement, à moins d’avoir tout joué" in shown
    late = as_organiser.post(address, plain | {"unfinished_rule": "ranked"})
    assert (late.status_code, "unfinished_rule" in late.context["form"].errors) == (422, True)


@pytest.mark.parametrize("begun", [False, True])
def test_the_evening_shows_one_primary_action(as_organiser: Client, tournament: Tournament, begun: bool):
    if begun:
        Table.objects.create(round=Round.objects.create(tournament=tournament, number=1, published_at=NOW), number=1)

    page = as_organiser.get(reverse("tournament_desk", args=[tournament.pk])).content.decode()

    assert page.count("primary") == 1
    assert page.count('aria-current="step"') == 1


def test_an_arbiter_follows_the_evening_but_changes_nothing(as_arbiter: Client, tournament: Tournament):
    desk = as_arbiter.get(reverse("tournament_desk", args=[tournament.pk]))
    settings = as_arbiter.get(reverse("tournament_settings", args=[tournament.pk]))

    assert (desk.status_code, settings.status_code) == (200, 403)
    assert reverse("registrations", args=[tournament.pk]) not in desk.content.decode()


def test_a_tournament_ends_and_is_opened_again_with_a_reason(as_organiser: Client, tournament: Tournament):
    Round.objects.create(tournament=tournament, number=1, published_at=NOW)
    states = []

    as_organiser.post(reverse("finish_tournament", args=[tournament.pk]))
    states.append(Tournament.objects.get().state)
    without = as_organiser.post(reverse("reopen_tournament", args=[tournament.pk]), {"reason": ""})
    as_organiser.post(reverse("reopen_tournament", args=[tournament.pk]), {"reason": "feuille mal lue"})
    states.append(Tournament.objects.get().state)

    assert without.status_code == 422
    assert states == [TournamentState.FINISHED, TournamentState.RUNNING]


def test_ending_what_never_began_is_refused_in_words(as_organiser: Client, tournament: Tournament):
    answer = as_organiser.post(reverse("finish_tournament", args=[tournament.pk]))

    assert answer.status_code == 409
    assert answer.context["refused"].startswith("Aucune position n’a été publiée")


@pytest.mark.parametrize(
    ("players", "size", "remainder", "first"),
    [
        (13, 5, Remainder.EXEMPT, Remainder.SMALLER),  # 3 exempts, or 1 table of 5 and 2 of 4
        (12, 5, Remainder.EXEMPT, Remainder.EXEMPT),
        (15, 4, Remainder.EXEMPT, Remainder.SMALLER),
        (14, 4, Remainder.EXEMPT, Remainder.EXEMPT),
        (15, 4, Remainder.LARGER, Remainder.LARGER),
        (7, 5, Remainder.EXEMPT, Remainder.EXEMPT),  # 7 are 5 and 2 exempts, and nothing else
    ],
)
def test_nobody_is_left_out_by_default_where_all_can_sit(
    as_organiser: Client, tournament: Tournament, players: int, size: int, remainder: str, first: str
):
    Tournament.objects.update(table_size=size, remainder=remainder)
    for number in range(1, players + 1):
        RegistrationFactory(tournament=tournament, start_number=number, status=Status.PRESENT)
    page = as_organiser.get(reverse("draw", args=[tournament.pk]))
    assert page.context["form"]["remainder"].initial == first


def folds(page: str) -> list[tuple[str, bool]]:
    """Return what each folded part of a form says, and whether it is open."""
    return [
        (" ".join(unescape(told).translate(NO_BREAK).split()), "open" in opening)
        for opening, told in re.findall(r'<details class="fold"([^>]*)>.*?<small[^>]*>(.*?)</small>', page, re.DOTALL)
    ]


def test_what_has_a_good_default_is_folded_and_says_what_it_is(as_organiser, club):
    page = as_organiser.get(reverse("new_tournament", args=[club.pk])).content.decode()
    seed = re.search(r'name="seed" value="(\d+)"', page).group(1)
    assert folds(page) == [
        ("Hors saison · les organisateurs seulement : c’est un brouillon", False),
        (f"des exempts à tour de rôle · chaque donne · Numéro du tirage {seed}", False),
        ("classé à partir d’un minimum de positions · rien : 0 point", False),
    ]


def test_a_folded_part_opens_where_something_in_it_is_wrong(as_organiser, tournament):
    address = reverse("tournament_settings", args=[tournament.pk])
    assert [is_open for _told, is_open in folds(as_organiser.get(address).content.decode())] == [False] * 3
    wrong = {"unfinished_rule": Unfinished.MINIMUM, "minimum_rounds": "beaucoup"}
    answer = as_organiser.post(address, TYPED | wrong)
    assert answer.status_code == 422
    assert [is_open for _told, is_open in folds(answer.content.decode())] == [False, False, True]
