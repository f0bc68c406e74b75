"""« Pourquoi 7e ? »: the way to a place, its neighbours, and what decided."""

import re
from html import unescape
from itertools import accumulate

import pytest
from django.test import Client

from tests.factories import PlayerFactory, RegistrationFactory, TournamentFactory, field, rewrite
from tests.texts import plain, text, words
from tests.tournaments.rounds import mark, publish
from tournaments.labels import Group, Status, TournamentState
from tournaments.models import Club, Player, Registration, Seat, Tournament
from tournaments.queries.standings.places import place_of
from tournaments.queries.standings.standings import standings
from tournaments.standings import Adjusted, Missed, Unfinished

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(club: Club) -> Tournament:
    """Two rounds: 1 leads, then 2; number 3 was penalised; number 17 withheld consent and shares 3's total."""
    tournament = TournamentFactory(club=club, name="Soirée", state=TournamentState.RUNNING, rounds_planned=2)
    one, two, three = field(tournament, 3)
    secret = PlayerFactory(club=club, last_name="Secret", consent=False)
    hidden = RegistrationFactory(tournament=tournament, player=secret, start_number=17)
    mark(publish(tournament, 1, [[one, two, three, hidden]]), {one: 90, two: -30, three: 30, hidden: -90})
    mark(publish(tournament, 2, [[one, two, three, hidden]]), {one: -60, two: 120, three: -20, hidden: -40})
    Registration.objects.filter(pk=three.pk).update(penalty_points=-140)
    return tournament


def page(tournament: Tournament, number: int, language: str = "fr") -> str:
    answer = Client(headers={"accept-language": language}).get(f"/tournois/{tournament.pk}/classement/{number}/")
    assert answer.status_code == 200
    return " ".join(plain(answer.content.decode()).split())


def test_the_way_to_a_place_round_by_round(evening: Tournament) -> None:
    told = place_of(evening, 2)
    assert told is not None
    assert [(step.round_number, step.amount, step.total, step.place) for step in told.steps] == [
        (1, -30, -30, 3),
        (2, 120, 90, 1),
        (None, 0, 90, 1),  # the penalties of others are a step as well: they move places
    ]
    assert (told.steps[0].gained, told.steps[1].gained, told.steps[1].lost) == (0, 2, 0)
    assert (told.before, told.behind.line.start_number, told.behind.gap) == (None, 1, 60)
    shown = page(evening, 2)
    assert "Pourquoi 1er ?" in shown
    assert "2 places gagnées" in shown
    name = evening.registrations.get(start_number=1).player.shown_name
    assert f"Derrière, 2e : {name}, à 60 points." in shown
    assert "Why 1st?" in page(evening, 2, "en")


def test_the_place_among_the_ladies_is_told_of_who_is_named(evening: Tournament) -> None:
    numbers = (2, 3, 17)
    for entry in evening.registrations.filter(start_number__in=numbers):
        entry.player.sex = "F"
        entry.player.save()
    told = {number: place_of(evening, number) for number in numbers}
    assert [why.in_groups[:1] for why in told.values() if why] == [((Group.LADIES, 1),), ((Group.LADIES, 2),), ()]
    assert "2e parmi les dames dont le nom est montré." in page(evening, 3)
    assert "parmi les" not in page(evening, 17)


def test_what_penalties_took_and_the_place_without_them(evening: Tournament) -> None:
    told = place_of(evening, 3)
    assert told is not None
    assert (told.line.place, told.without_penalties, [step.place for step in told.steps]) == (3, 3, [2, 3, 3])
    shown = page(evening, 3)
    assert "Pénalités de l’arbitre : −140. Sans elles, la place serait la même." in shown
    Registration.objects.filter(tournament=evening, start_number=2).update(penalty_points=-80)
    moved = place_of(evening, 2)
    assert moved is not None
    assert (moved.line.place, moved.without_penalties) == (2, 1)


def test_what_decided_between_equal_totals(evening: Tournament) -> None:
    shared = page(evening, 17)
    assert "3e avec un total de −130, à égalité avec 1 autre joueur." in shared
    assert "Secret" not in shared
    Tournament.objects.filter(pk=evening.pk).update(tie_breaks="penalites", revision=2)
    told = page(evening, 3)
    assert "Devant, 3e : Joueur n° 17. À total égal a décidé : le moins de pénalités (0 devant −140)." in told


def test_who_is_out_of_the_ranking_reads_why(evening: Tournament) -> None:
    late = RegistrationFactory(tournament=evening, start_number=9, status=Status.PRESENT)
    five = list(evening.registrations.exclude(pk=late.pk).order_by("start_number"))[:3]
    mark(publish(evening, 3, [[*five, late]]), {late: 500})
    rewrite(evening, unfinished_rule="out", rounds_planned=3, revision=2)
    told = place_of(evening, 9)
    assert told is not None
    assert (told.line.place, told.before, told.behind, told.sharing) == (None, None, None, ())
    assert "Pourquoi hors classement ?" in page(evening, 9)


@pytest.fixture
def unfinished(club: Club) -> Tournament:
    """Three rounds: 1 missed the second, 2 was exempt in the third, 4 left after the first, 5 has adjusted scores."""
    tournament = TournamentFactory(club=club, name="Soirée", state=TournamentState.FINISHED, rounds_planned=3)
    one, two, three, four, five = field(tournament, 5)
    mark(publish(tournament, 1, [[one, two, three, four, five]]), {one: 50, two: -20, three: -71, four: 95, five: -54})
    mark(publish(tournament, 2, [[two, three, five]]), {two: 40, three: -33, five: -7})
    mark(publish(tournament, 3, [[one, three, five]], [two]), {one: 71, three: 18, five: -89})
    Seat.objects.filter(registration=five, round__number=1).update(adjusted=Adjusted.EVENT)
    Seat.objects.filter(registration=five, round__number=2).update(adjusted=Adjusted.ASSIGNED, adjusted_points=45)
    Seat.objects.filter(registration=three, round__number=3).update(adjusted=Adjusted.OWN)
    return tournament


@pytest.mark.parametrize("ties", ["", "position,penalites,directe,sort"])
@pytest.mark.parametrize("penalised", [(), (1,), (3, 4)])
@pytest.mark.parametrize("missed", Missed)
@pytest.mark.parametrize("rule", Unfinished)
def test_the_steps_add_up_to_the_total_and_end_at_the_place_under_every_rule(
    unfinished: Tournament, rule: Unfinished, missed: Missed, penalised: tuple[int, ...], ties: str
) -> None:
    unfinished.registrations.filter(start_number__in=penalised).update(penalty_points=-10)
    unfinished.unfinished_rule, unfinished.missed_counts, unfinished.tie_breaks = rule, missed, ties
    unfinished.missed_points = -25 if missed is Missed.FIXED else None
    lines = standings(unfinished).lines
    assert [line.place for line in lines].count(None) == {"ranked": 0, "minimum": 1, "out": 2}[rule]
    for line in lines:
        told = place_of(unfinished, line.start_number)
        assert told is not None
        assert [step.total for step in told.steps] == list(accumulate(step.amount or 0 for step in told.steps))
        assert (told.steps[-1].total, told.steps[-1].place) == (line.total, line.place)
        assert {step.place is None for step in told.steps} == {line.place is None}


def test_what_an_absence_an_exemption_and_an_adjusted_score_brought_is_read(unfinished: Tournament) -> None:
    Registration.objects.filter(tournament=unfinished, start_number__in=(1, 4)).update(penalty_points=-10)
    Tournament.objects.filter(pk=unfinished.pk).update(missed_counts=Missed.AVERAGE, unfinished_rule="minimum")
    visitor = Client(headers={"accept-language": "fr"})

    def read(number: int) -> str:
        return words(visitor.get(f"/tournois/{unfinished.pk}/classement/{number}/"))

    assert "1 +50 +50 1er 2 abs. +61 +111 1er 3 +71 +182 1er Pénalités −10 +172 1er" in read(1)
    assert "3 ex. +10 +30" in read(2)
    assert "2 ajusté +45" in read(5)
    outside = read(4)
    assert "Pénalités −10 +275 h.c." in outside
    assert "hors classement, on n’a pas de place" in outside
    assert "Pénalités de l’arbitre : −10." in outside
    assert "Sans elles" not in outside


def test_the_first_of_a_group_is_said_to_be_of_those_whose_name_is_shown(unfinished: Tournament) -> None:
    Player.objects.filter(registrations__tournament=unfinished, registrations__start_number__in=(2, 3)).update(sex="F")
    told = plain(Client(headers={"accept-language": "fr"}).get(f"/tournois/{unfinished.pk}/").content.decode())
    assert "Premiers de leur catégorie, parmi ceux dont le nom est montré" in told


def test_the_firsts_stand_beside_the_standings_and_come_with_each_poll(unfinished: Tournament) -> None:
    Player.objects.filter(registrations__tournament=unfinished, registrations__start_number__in=(2, 3)).update(sex="F")
    visitor, page = Client(headers={"accept-language": "fr"}), f"/tournois/{unfinished.pk}/classement/"
    said = "Premiers de leur catégorie, parmi ceux dont le nom est montré"
    whole, poll = visitor.get(page), visitor.get(f"{page}?fragment")
    dames = words(whole).partition(f"{said} ")[2].split("au général")[0]
    assert dames.startswith("Dames ")
    assert said in text(poll).partition('id="firsts" hx-swap-oob="true"')[2]
    assert dames in words(poll)
    assert "hx-swap-oob" not in text(whole)
    for narrowed in (f"{page}?categorie=dames", f"{page}?categorie=dames&fragment"):
        assert said not in text(visitor.get(narrowed))


def test_nobody_of_that_number_and_nothing_played_yet(evening: Tournament, club: Club) -> None:
    visitor = Client()
    assert visitor.get(f"/tournois/{evening.pk}/classement/99/").status_code == 404
    coming = TournamentFactory(club=club, state=TournamentState.OPEN)
    RegistrationFactory(tournament=coming, start_number=1)
    assert visitor.get(f"/tournois/{coming.pk}/classement/1/").status_code == 404
    Tournament.objects.filter(pk=evening.pk).update(is_trial=True)
    assert visitor.get(f"/tournois/{evening.pk}/classement/1/").status_code == 404


def test_every_line_of_the_standings_leads_there_and_it_costs_no_more_for_more(
    evening: Tournament, django_assert_max_num_queries
) -> None:
    listed = Client().get(f"/tournois/{evening.pk}/classement/").content.decode()
    assert all(f'href="{number}/">' in listed for number in (1, 2, 3, 17))
    with django_assert_max_num_queries(4):
        place_of(evening, 17)


def test_a_place_leads_to_the_card_of_who_agreed_to_one(evening: Tournament) -> None:
    player = evening.registrations.get(start_number=1).player
    assert "Sa fiche" not in page(evening, 1)
    player.card_consent = True
    player.save()
    Tournament.objects.filter(pk=evening.pk).update(revision=2)
    assert f'href="/joueurs/{player.key}/"' in Client().get(f"/tournois/{evening.pk}/classement/1/").content.decode()


def test_the_page_of_a_place_is_followed_and_told_anew_at_the_next_revision(evening: Tournament) -> None:
    visitor = Client(headers={"accept-language": "fr"})
    whole = visitor.get(f"/tournois/{evening.pk}/classement/3/").content.decode()
    asked = re.search(r'<div id="place"\s+data-follow="([^"]+)"\s+data-every="15"\s+data-etag="([^"]+)"', whole)
    assert asked is not None
    assert 'data-live="place"' in whole
    address, etag = (unescape(text) for text in asked.groups())
    assert visitor.get(address, headers={"if-none-match": etag}).status_code == 304

    Registration.objects.filter(tournament=evening, start_number=3).update(penalty_points=-160)
    Tournament.objects.filter(pk=evening.pk).update(revision=2)
    answer = visitor.get(address, headers={"if-none-match": etag})
    told = " ".join(plain(answer.content.decode()).split())
    assert answer.status_code == 200
    assert "Pénalités de l’arbitre : −160." in told
    assert '<div id="place"' in told
    assert "<html" not in told


def test_the_page_of_a_place_is_asked_for_seldom_once_it_is_over(evening: Tournament) -> None:
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.FINISHED, revision=2)
    assert 'data-every="60"' in Client().get(f"/tournois/{evening.pk}/classement/3/").content.decode()
