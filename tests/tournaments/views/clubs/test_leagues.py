"""A rule is composed while its effect is seen; a league is read, published, finished and joined on pages."""

import re

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    SeasonFactory,
    TournamentFactory,
    logged_in,
    organiser,
    other_league,
    rewrite,
)
from tests.texts import NO_BREAK, text, words
from tests.tournaments.qualifying import leads
from tests.tournaments.rounds import evening, mark, publish
from tournaments.labels import TournamentState
from tournaments.models import (
    Club,
    Committee,
    JournalEntry,
    League,
    LeagueGuest,
    LeaguePublication,
    Player,
    Season,
    Tournament,
)
from tournaments.standings import Adds, Brings, LeagueRule, LeagueTie

pytestmark = pytest.mark.django_db
COMPOSED = {"name": "Challenge", "brings": "table", "table": "10 6 4", "after_table": "1", "adds": "sum"}


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [PlayerFactory(club=club, last_name=name, first_name="Anne") for name in ("Alix", "Bob", "Cleo")]


@pytest.fixture
def season(club: Club, people: list[Player]) -> Season:
    season = SeasonFactory(club=club, name="2026-2027")
    one, two, three = people
    evening(season, 1, {one: 500, two: 20, three: -520})
    evening(season, 8, {one: -100, two: 60, three: 40})
    return season


def test_a_rule_is_tried_on_the_season_before_it_is_kept(as_organiser: Client, season: Season) -> None:
    tried = as_organiser.post(reverse("preview_league", args=[season.pk]), COMPOSED | {"best_of": "5"})
    told = words(tried)
    assert "Chaque soirée rapporte selon la place : 10, 6, 4, puis 1." in told
    assert "La règle compte 5 résultats, la saison n’a encore que 2 soirées : toutes comptent." in told
    assert re.findall(r"(Alix|Bob|Cleo) Anne (?:\S+ par la règle en vigueur )?([+\d]+)", told) == [
        ("Bob", "+16"),
        ("Alix", "+14"),
        ("Cleo", "+10"),
    ]
    main = as_organiser.post(reverse("preview_rule", args=[season.main_league.pk]), COMPOSED)
    assert "2e par la règle en vigueur" in words(main)
    assert "2 changent de place" in words(main)
    assert League.objects.count() == 1

    made = as_organiser.post(reverse("new_league", args=[season.pk]), COMPOSED | {"ties_0": "wins", "ties_1": "all"})
    league = League.objects.get(name="Challenge")
    assert made["Location"] == reverse("edit_league", args=[league.pk])
    ties = (LeagueTie.WINS, LeagueTie.ALL)
    assert league.ranking_rule == LeagueRule(brings=Brings.TABLE, table=(10, 6, 4), after_table=1, ties=ties)
    shown = as_organiser.get(made["Location"])
    assert 'value="10 6 4"' in shown.content.decode()


def test_a_new_league_begins_with_the_usual_points_of_places(as_organiser: Client, season: Season) -> None:
    form = as_organiser.get(reverse("new_league", args=[season.pk])).context["form"]
    assert (form["table"].value(), form["brings"].value(), form["adds"].value()) == (
        "15 12 10 8 7 6 5 4 3 2",
        "scores",
        "sum",
    )


def test_two_places_may_bring_the_same(as_organiser: Client, season: Season) -> None:
    made = as_organiser.post(reverse("new_league", args=[season.pk]), COMPOSED | {"table": "10 6 6"})
    assert made.status_code == 303
    assert League.objects.get(name="Challenge").ranking_rule.table == (10, 6, 6)


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"table": "10 six"}, "table", "« six » n’est pas un nombre de points"),
        ({"table": "10 6 8"}, "table", "La place 3 rapporterait 8, plus que la place d’avant (6)."),
        ({"table": ""}, "table", "Écrivez les points de chaque place"),
        ({"table": "10 99999"}, "table", "de 10000 points au plus"),
        ({"after_table": "5"}, "after_table", "plus que la dernière du tableau (4)"),
        ({"best_of": "0"}, "best_of", "supérieure ou égale à 1"),
        ({"drops": "-1"}, "drops", "supérieure ou égale à 0"),
        ({"brings": "dés"}, "brings", "dés"),
        ({"name": " "}, "name", "Donnez un nom"),
        ({"name": "Championnat"}, "name", "a déjà un championnat"),
    ],
)
def test_what_is_wrong_is_said_where_it_was_typed(
    as_organiser: Client, season: Season, typed: dict[str, str], field: str, said: str
) -> None:
    answer = as_organiser.post(reverse("new_league", args=[season.pk]), COMPOSED | typed)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert said.translate(NO_BREAK) in words(answer)
    assert League.objects.count() == 1


def test_a_league_beside_the_main_one_has_its_page_its_why_and_its_file(client: Client, season: Season) -> None:
    rule = LeagueRule(brings=Brings.TABLE, table=(10, 6, 4), adds=Adds.AVERAGE, bonus=1, club_best=2)
    league = other_league(season, rule)
    leads(league, first=1)
    main = client.get(reverse("season", args=[season.pk]))
    assert f'href="{league.get_absolute_url()}"' in text(main)
    shown = words(client.get(league.get_absolute_url()))
    assert "Challenge 2, 2026-2027" in shown
    assert "la moyenne des résultats de chacun" in shown
    assert "Iraient en finale" not in shown
    assert "Vont en finale : Bob Anne" in shown
    assert "+10" in shown
    bob = Player.objects.get(last_name="Bob")
    why = words(client.get(reverse("league_place", args=[league.pk, bob.pk])))
    assert "1er avec un total de +10" in why
    assert "2e avec +20" in why
    assert "+2 pour sa présence sont dans son total" in why
    rows = client.get(f"{league.get_absolute_url()}?format=csv").content.decode()
    assert "Bob Anne" in rows
    assert client.get(reverse("league", args=[season.main_league.pk]))["Location"] == reverse(
        "season", args=[season.pk]
    )
    assert client.get(reverse("league", args=[league.pk + 99])).status_code == 404


def test_baremes_that_differ_are_told(client: Client, season: Season) -> None:
    address = reverse("season", args=[season.pk])
    assert "même barème" not in words(client.get(address))
    season.tournaments.filter(date__day=1).update(bareme="club-1", bareme_name="Maison", revision=9)
    assert "pas toutes comptées selon le même barème : Maison, règlement FFT 2012." in words(client.get(address))


def test_who_is_not_named_counts_for_his_club_whose_sum_is_then_not_told(client: Client, season: Season) -> None:
    season.leagues.update(rule=LeagueRule(club_best=3).data)
    Player.objects.filter(last_name="Alix").update(home_club="Albi")
    shown = words(client.get(reverse("season", args=[season.pk])))
    assert f"1er Albi +400 2e {season.club.name} −400" in shown
    Player.objects.filter(last_name="Alix").update(consent=False)
    season.leagues.update(revision=2)
    shown = words(client.get(reverse("season", args=[season.pk])))
    assert f"1er Albi – 2e {season.club.name} –" in shown  # −400 would leave +400
    assert "n’est pas dit, ni celui dont on le déduirait." in shown
    assert "400" not in shown.split("Les clubs")[1]


def published(as_organiser: Client, league: League, *, taps: int = 1) -> LeaguePublication:
    """Press « Publier » on the page of a league."""
    page = text(as_organiser.get(reverse("edit_league", args=[league.pk])))
    key = re.search(r'name="key" value="([^"]+)"', page)
    assert key is not None
    for _tap in range(taps):
        as_organiser.post(reverse("publish_league", args=[league.pk]), {"key": key[1]})
    return league.publications.get()


def test_two_taps_are_one_publication(as_organiser: Client, season: Season) -> None:
    league = season.main_league
    publication = published(as_organiser, league, taps=2)
    assert JournalEntry.objects.filter(action="championnat publié").count() == 1
    again = as_organiser.post(reverse("publish_league", args=[league.pk]), {"key": str(publication.key)})
    assert again["location"] == reverse("published_league", args=[publication.pk])
    without = as_organiser.post(reverse("publish_league", args=[league.pk]), follow=True)
    assert "Ce formulaire est incomplet. Rechargez la page et saisissez de nouveau." in text(without)
    assert league.publications.get() == publication


@pytest.mark.parametrize("sent", [{}, {"preview": "1"}], ids=["kept", "tried"])
def test_a_criterion_is_chosen_once(as_organiser: Client, season: Season, sent: dict[str, str]) -> None:
    """No rule can be made of it, so the form refuses it before anything is shown of what it would do."""
    twice = COMPOSED | sent | {"ties_0": "wins", "ties_1": "best", "ties_2": "wins"}
    for address in (reverse("new_league", args=[season.pk]), reverse("edit_league", args=[season.main_league.pk])):
        page = as_organiser.post(address, twice)
        assert page.context["form"].errors == {"ties": ["Un critère de départage se choisit une fois."]}
        assert (page.status_code, page.context["preview"]) == (422, None)
    tried = as_organiser.post(reverse("preview_league", args=[season.pk]), twice)
    assert (tried.status_code, tried.context["preview"]) == (422, None)
    assert "Un critère de départage se choisit une fois." in text(tried)
    assert League.objects.get().ranking_rule == LeagueRule()


def test_a_publication_shows_the_names_that_people_agree_to_now(as_organiser: Client, season: Season) -> None:
    publication = published(as_organiser, season.main_league)
    address = reverse("published_league", args=[publication.pk])
    visitor = Client(headers={"accept-language": "fr"})
    assert "Alix Anne +400" in words(visitor.get(address))
    assert address in text(visitor.get(reverse("season", args=[season.pk])))
    Player.objects.filter(last_name="Alix").update(consent=False)
    Tournament.objects.update(revision=7)
    shown = words(visitor.get(address))
    assert "et 1 joueur qui n’est pas nommé" in shown
    assert "Alix" not in shown
    assert "+400" not in shown
    assert re.search(r" 1 Bob Anne .* 2 Cleo Anne ", shown)  # who was second is the first of those shown
    rows = visitor.get(f"{address}?format=csv").content.decode()
    assert ("Alix" in rows, "Bob Anne" in rows) == (False, True)
    assert ",400" not in rows
    key = "abcdefghijkl"  # of two files of Bob: their total says what both brought
    PlayerFactory(club=ClubFactory(), consent=False, linked_as=key)
    Player.objects.filter(last_name="Bob").update(linked_as=key)
    Tournament.objects.update(revision=8)
    assert "et 2 joueurs qui ne sont pas nommés" in words(visitor.get(address))
    assert "Bob" not in visitor.get(f"{address}?format=csv").content.decode()


def test_the_final_lists_reserves_and_who_does_not_come(as_organiser: Client, season: Season) -> None:
    leads(season.main_league, first=1)
    address = reverse("league_final", args=[season.main_league.pk])
    alix = Player.objects.get(last_name="Alix")
    assert as_organiser.post(address, {"player": alix.pk, "declines": "1"}).status_code == 303
    told = words(as_organiser.get(address))
    assert re.findall(r"(Vont en finale|Réserve, dans l’ordre|Ne viennent pas|\w+ Anne)", told)[:6] == [
        "Vont en finale",
        "Bob Anne",
        "Réserve, dans l’ordre",
        "Cleo Anne",
        "Ne viennent pas",
        "Alix Anne",
    ]
    assert as_organiser.post(address, {"player": "x"}).status_code == 404
    assert "Bob Anne" in as_organiser.get(f"{address}?format=csv").content.decode()


def test_all_clubs_of_the_comite_are_asked_at_once(as_organiser: Client, season: Season) -> None:
    committee = Committee.objects.create(name="Bourgogne", slug="bourgogne")
    address, league = reverse("edit_league", args=[season.main_league.pk]), season.main_league
    for name in ("Beaune", "Chagny", "Ailleurs"):
        of = None if name == "Ailleurs" else committee
        SeasonFactory(club=ClubFactory(name=name, committee=of))
    assert "tous les clubs du comité" not in words(as_organiser.get(address))
    Club.objects.filter(pk=season.club_id).update(committee=committee)
    assert "tous les clubs du comité" in words(as_organiser.get(address))
    for _twice in range(2):
        as_organiser.post(reverse("invite_season", args=[league.pk]), {"committee": "1"})
    assert sorted(league.guests.values_list("season__club__name", flat=True)) == ["Beaune", "Chagny"]
    assert not league.guests.exclude(agreed_at=None).exists()


def test_another_club_is_asked_and_answers_on_its_own_desk(
    as_organiser: Client, season: Season, client: Client
) -> None:
    theirs = SeasonFactory(club=ClubFactory(name="Bollène"), name="Challenge")
    evening(theirs, 3, {PlayerFactory(club=theirs.club, last_name="Zoé", first_name="Z"): 900})
    league = season.main_league
    as_organiser.post(reverse("invite_season", args=[league.pk]), {"season": theirs.pk})
    guest = LeagueGuest.objects.get()
    own = reverse("answer_invitation", args=[season.club.pk, guest.pk])
    as_organiser.post(own, {"agrees": "1"})  # the host does not answer for its guest
    assert LeagueGuest.objects.get().agreed_at is None

    client.force_login(organiser(theirs.club), backend="allauth.account.auth_backends.AuthenticationBackend")
    desk = reverse("club_seasons", args=[theirs.club.pk])
    assert f"{season.club.name} compte vos soirées de la saison Challenge dans « 2026-2027 »" in words(client.get(desk))
    answered = client.post(reverse("answer_invitation", args=[theirs.club.pk, guest.pk]), {"agrees": "1"})
    assert answered["Location"] == desk
    shown = words(Client(headers={"accept-language": "fr"}).get(reverse("season", args=[season.pk])))
    assert "Zoé Z Bollène +900" in shown
    assert f"Soirées de : Bollène, {season.club.name}." in shown


def hide(*names: str) -> None:
    """Take the names of these people back, as their consent would: what is cached is read again."""
    Player.objects.filter(last_name__in=names).update(consent=False)
    Tournament.objects.update(revision=F("revision") + 1)


def test_the_places_of_the_named_are_counted_among_those_shown(client: Client, season: Season) -> None:
    hide("Alix")
    address = reverse("season", args=[season.pk])
    shown = words(client.get(address))
    assert "Places comptées parmi ceux dont le nom est montré." in shown
    assert re.search(r" 1 Bob Anne \+80 .* 2 Cleo Anne −480 .* et 1 joueur qui n’est pas nommé", shown)
    bob, alix = Player.objects.get(last_name="Bob"), Player.objects.get(last_name="Alix")
    why = words(client.get(reverse("league_place", args=[season.main_league.pk, bob.pk])))
    assert "Pourquoi 1er ?" in why
    assert "1er des 2 montrés avec un total de +80." in why
    assert "Devant" not in why
    assert client.get(reverse("league_place", args=[season.main_league.pk, alix.pk])).status_code == 404


def test_a_club_reads_the_true_places_of_who_played_at_its_evenings(
    as_organiser: Client, season: Season, client: Client
) -> None:
    theirs = SeasonFactory(club=ClubFactory(name="Bollène"))
    evening(theirs, 3, {PlayerFactory(club=theirs.club, last_name="Zoé", first_name="Z"): 90})
    league = season.main_league
    LeagueGuest.objects.create(league=league, season=theirs, agreed_at=NOW)
    hide("Alix", "Zoé")
    own = reverse("whole_league", args=[season.club_id, league.pk])
    assert own in text(as_organiser.get(reverse("edit_league", args=[league.pk])))
    told = words(as_organiser.get(own))
    assert re.search(r" 1 Alix Anne nom non montré \+400 2 3 Bob Anne \+80 2 4 Cleo Anne −480 2 et 1 joueur", told)
    assert "Zoé" not in told
    rows = as_organiser.get(f"{own}?format=csv").content.decode()
    assert ("Alix Anne" in rows, "Zoé" in rows, "90" in rows) == (True, False, False)

    guest = logged_in(organiser(theirs.club))
    at_home = reverse("whole_league", args=[theirs.club_id, league.pk])
    assert at_home in text(guest.get(reverse("club_seasons", args=[theirs.club_id])))
    told = words(guest.get(at_home))
    assert re.search(r" 2 Zoé Z nom non montré \+90 1 3 Bob Anne", told)
    assert "Alix" not in told
    assert guest.get(own).status_code == 403
    LeagueGuest.objects.update(agreed_at=None)
    assert guest.get(at_home).status_code == 404


def test_who_goes_to_the_final_is_told_once_they_are_entered_where_somebody_is_not_named(
    as_organiser: Client, client: Client, season: Season
) -> None:
    final = TournamentFactory(club=season.club, name="Finale", state=TournamentState.OPEN)
    leads(season.main_league, final, carried=100)
    address = reverse("season", args=[season.pk])
    assert "Vont en finale : Alix Anne, Bob Anne Réserve, dans l’ordre : Cleo Anne" in words(client.get(address))
    hide("Alix")
    shown = words(client.get(address))
    assert "qui va en finale est dit ici une fois les qualifiés inscrits" in shown
    assert "Réserve" not in shown
    assert "Alix Anne" in words(as_organiser.get(reverse("league_final", args=[season.main_league.pk])))

    as_organiser.post(reverse("enter_qualified", args=[final.pk]))
    assert "Vont en finale : Bob Anne et 1 joueur qui n’est pas nommé" in words(client.get(address))

    entries = list(final.registrations.order_by("player__last_name"))
    mark(publish(final, 1, [entries]), dict(zip(entries, (30, -30), strict=True)))
    rewrite(final, state=TournamentState.FINISHED)
    hide()
    told = words(client.get(address)).split("Finale", 1)[1]
    assert "1er Bob Anne +50 dont −30 en finale et 1 joueur qui n’est pas nommé" in told


def test_a_player_reads_his_true_place_on_his_own_page(client: Client, season: Season) -> None:
    hide("Alix", "Bob")
    bob = Player.objects.get(last_name="Bob")
    client.force_login(AccountFactory(player=bob), backend="allauth.account.auth_backends.AuthenticationBackend")
    assert reverse("own_leagues") in text(client.get(reverse("own")))
    told = words(client.get(reverse("own_leagues")))
    assert "2e sur 3, avec un total de +80. 2 soirées classées." in told
    assert "Alix" not in told
    assert "+400" not in told
    stranger = PlayerFactory(club=season.club)
    client.force_login(AccountFactory(player=stranger), backend="allauth.account.auth_backends.AuthenticationBackend")
    assert "Aucune de vos soirées" in words(client.get(reverse("own_leagues")))
