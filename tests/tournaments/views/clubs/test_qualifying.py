"""The pages of a stage: where its players come from, who is in, who is a reserve and why, and what each reads of it."""

import datetime
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import NOW, AccountFactory, ClubFactory, PlayerFactory, SeasonFactory, TournamentFactory, rewrite
from tests.texts import NO_BREAK, words
from tests.tournaments.documents.printing import claimed, pages
from tests.tournaments.links import evening_phone, phone_of
from tests.tournaments.monitors import Listening
from tests.tournaments.qualifying import leads
from tests.tournaments.rounds import evening
from tests.tournaments.teams import teams_of
from tournaments.labels import JobKind, TournamentState
from tournaments.models import Club, Declined, Document, Job, JournalEntry, Player, Qualifying, Season, Tournament
from tournaments.services.clubs.qualifying import enter_qualified
from tournaments.services.people.registrations import register
from tournaments.tasks import WORKS

pytestmark = pytest.mark.django_db
NAMES = ("Alix", "Bob", "Cleo", "Dan", "Eve", "Fay")


@pytest.fixture
def season(club: Club) -> Season:
    return SeasonFactory(club=club, name="2026-2027")


@pytest.fixture
def first(season: Season) -> Tournament:
    people = [PlayerFactory(club=season.club, last_name=name, first_name="Anne", consent=True) for name in NAMES]
    return evening(season, 1, dict(zip(people, (50, 40, 30, -20, -40, -60), strict=True)), name="Mardi")


@pytest.fixture
def final(club: Club) -> Tournament:
    return TournamentFactory(club=club, name="Finale", state=TournamentState.OPEN, date=datetime.date(2026, 10, 30))


def named(name: str) -> Player:
    return Player.objects.get(last_name=name)


def test_an_organiser_says_where_the_players_of_a_final_come_from(
    as_organiser: Client, first: Tournament, final: Tournament
) -> None:
    address = reverse("qualifying", args=[final.pk])
    assert "Ce tournoi est ouvert à tous" in words(as_organiser.get(address))
    typed = {"source": f"tournoi-{first.pk}", "share": "34", "club_most": "3", "carried": "50", "start": "1"}
    assert as_organiser.post(address, typed).status_code == 303
    row = Qualifying.objects.get()
    assert (row.source, row.share, row.club_most, row.carried) == (first, 34, 3, 50)
    told = words(as_organiser.get(address))
    assert "34 % des classés, arrondis au-dessus, 3 au plus d’un même club, chacun garde 50 % de son total" in told
    assert re.findall(r"Vont en finale|Réserve, dans l’ordre|Quota|\w+ Anne", told)[:7] == [
        *("Vont en finale", "Alix Anne", "Bob Anne", "Cleo Anne", "Réserve, dans l’ordre", "Quota", "Dan Anne")
    ]
    rows = as_organiser.get(f"{address}?format=csv").content.decode()
    assert "quota de son club atteint,Mardi,4,Dan Anne" in rows.replace(";", ",")


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"first": "2", "share": "10"}, "share", "Dites un nombre ou une part, pas les deux."),
        ({}, "first", "Dites combien de joueurs se qualifient, ou quelle part."),
        ({"share": "0"}, "share", "Écrivez un nombre à partir de 1."),
        ({"share": "101"}, "share", "Écrivez un nombre de 100 au plus."),
        ({"first": "0"}, "first", "Écrivez un nombre à partir de 1."),
        ({"first": "2", "carried": "120"}, "carried", "Écrivez un nombre de 100 au plus."),
        ({"first": "2", "source": ""}, "source", "Choisissez d’où viennent les qualifiés."),
    ],
)
def test_what_is_wrong_with_a_source_is_said_where_it_was_typed(
    as_organiser: Client, first: Tournament, final: Tournament, typed: dict[str, str], field: str, said: str
) -> None:
    asked = {"source": f"tournoi-{first.pk}"} | typed
    answer = as_organiser.post(reverse("qualifying", args=[final.pk]), asked)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert said in words(answer)


def test_what_is_offered_is_of_the_club_or_public(as_organiser: Client, season: Season, final: Tournament) -> None:
    elsewhere = SeasonFactory(club=ClubFactory(name="Bollène"), name="2026-2027")
    for club_season, club in ((season, "ici"), (elsewhere, "là-bas")):
        for state in (TournamentState.DRAFT, TournamentState.ANNOUNCED):
            names = {"name": f"{state} {club}", "date": "2026-10-03"}
            TournamentFactory(club=club_season.club, season=club_season, state=state, **names)
    TournamentFactory(club=season.club, name="Essai", is_trial=True, date="2026-10-03")
    TournamentFactory(club=season.club, name="D’avant", date="2020-10-03")
    told = words(as_organiser.get(reverse("qualifying", args=[final.pk])))
    offered = ("brouillon ici", "annonce ici", "annonce là-bas", "Championnat, 2026-2027")
    assert [name for name in offered if name in told] == list(offered)
    assert not [name for name in ("brouillon là-bas", "Essai, ", "D’avant") if name in told]


def test_a_cut_is_changed_with_its_reason_and_taken_away(
    as_organiser: Client, client: Client, first: Tournament, final: Tournament
) -> None:
    row = leads(first, final)
    address = reverse("edit_source", args=[final.pk, row.pk])
    answer = as_organiser.post(address, {"first": "4"})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["reason"])
    assert as_organiser.post(address, {"first": "4", "reason": "vote du bureau"}).status_code == 303
    shown = words(client.get(reverse("qualified", args=[final.pk])))
    assert "avant : les 2 premiers, chacun repart de zéro. Maintenant : les 4 premiers" in shown
    assert "Motif : vote du bureau" in shown
    as_organiser.post(address, {"remove": "1"})
    assert not Qualifying.objects.exists()
    assert client.get(reverse("qualified", args=[final.pk])).status_code == 404


def test_an_organiser_notes_who_does_not_come_and_enters_the_others(
    as_organiser: Client, first: Tournament, final: Tournament
) -> None:
    leads(first, final)
    address = reverse("qualifying", args=[final.pk])
    as_organiser.post(address, {"player": named("Alix").pk, "declines": "1"})
    assert JournalEntry.objects.get(action="finale déclinée").tournament == final
    told = words(as_organiser.post(reverse("enter_qualified", args=[final.pk]), follow=True))
    assert "2 joueurs sont inscrits" in told
    assert {entry.player.last_name for entry in final.registrations.all()} == {"Bob", "Cleo"}
    told = words(as_organiser.post(address, {"player": named("Alix").pk, "declines": "0"}, follow=True))
    assert "ne sont pas ou plus qualifiés : Cleo Anne" in told
    stranger = PlayerFactory(club=ClubFactory())
    told = words(as_organiser.post(address, {"player": stranger.pk, "declines": "1"}, follow=True))
    assert "n’est pas dans la liste" in told
    assert as_organiser.post(address, {"player": "x"}).status_code == 404


def test_a_league_announces_its_final_before_the_tournament_is_there(
    as_organiser: Client, client: Client, season: Season, first: Tournament, final: Tournament
) -> None:
    league = season.main_league
    address = reverse("league_final", args=[league.pk])
    assert "La règle de ce championnat ne qualifie personne" in words(as_organiser.get(address))
    as_organiser.post(address, {"first": "2", "carried": "100"})
    assert "Vont en finale : Alix Anne, Bob Anne Réserve, dans l’ordre : Cleo" in words(
        client.get(league.get_absolute_url())
    )
    as_organiser.post(address, {"player": named("Bob").pk, "declines": "1"})
    assert as_organiser.post(address, {"first": "2", "carried": "100", "final": final.pk}).status_code == 303
    row = Qualifying.objects.get()
    assert (row.final, Declined.objects.get().qualifying) == (final, row)
    shown = words(client.get(league.get_absolute_url()))
    assert "Vont en finale : Alix Anne, Cleo Anne" in shown
    assert "Qui va à « Finale », et pourquoi" in shown
    as_organiser.post(address, {"remove": "1"})
    assert not Qualifying.objects.exists()


def test_everybody_reads_who_is_in_who_waits_and_why(client: Client, first: Tournament, final: Tournament) -> None:
    Player.objects.filter(last_name__in=["Bob", "Dan"]).update(home_club="Dijon")
    Player.objects.filter(last_name="Alix").update(home_club="Dijon")
    leads(first, final, club_most=1)
    assert "Les qualifiés et la réserve" in words(client.get(reverse("tournament", args=[final.pk])))
    shown = words(client.get(reverse("qualified", args=[final.pk])))
    assert "Vont en finale : Alix Anne, Cleo Anne" in shown
    assert "Quota de leur club atteint : Bob Anne (Dijon), Dan Anne (Dijon)" in shown
    rewrite(first, hidden_rounds=1, rounds_planned=2, revision=9)
    shown = words(client.get(reverse("qualified", args=[final.pk])))
    assert not [name for name in NAMES if name in shown]
    assert "Qui va en finale est dit ici dès que le classement qui y mène est publié" in shown


def test_nobody_is_named_who_did_not_agree(client: Client, first: Tournament, final: Tournament) -> None:
    leads(first, final)
    Player.objects.filter(last_name="Bob").update(consent=False)
    rewrite(first, revision=9)
    address = reverse("qualified", args=[final.pk])
    assert "Vont en finale : Alix Anne et 1 joueur qui n’est pas nommé" in words(client.get(address))
    answer = client.get(reverse("api_qualified", args=[final.pk]))
    assert "Bob" not in answer.content.decode()
    assert answer.json()["unnamed"] == 1
    assert [one["name"] for one in answer.json()["sources"][0]["qualified"]] == ["Alix Anne"]
    again = client.get(reverse("api_qualified", args=[final.pk]), headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304
    rewrite(final, revision=99)
    again = client.get(reverse("api_qualified", args=[final.pk]), headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 200


def test_a_page_of_the_qualified_is_new_when_somebody_far_before_it_changes(
    client: Client, season: Season, first: Tournament, final: Tournament
) -> None:
    semi = evening(season, 8, {named("Alix"): 5, named("Bob"): -5}, name="Demi-finale")
    leads(first, semi, carried=100)
    leads(semi, final, first=1)
    address = reverse("qualified", args=[final.pk])
    before = client.get(address)
    assert "Vont en finale : Alix Anne" in words(before)
    tag = {"headers": {"if-none-match": before["ETag"]}}
    assert client.get(address, **tag).status_code == 304
    first.registrations.filter(player=named("Alix")).update(penalty_points=-100)
    rewrite(first, revision=99)
    after = client.get(address, **tag)
    assert "Vont en finale : Bob Anne" in words(after)


def test_the_palmares_has_what_was_kept_on_the_page_in_the_file_and_on_paper(
    as_organiser: Client, client: Client, season: Season, first: Tournament
) -> None:
    played = evening(season, 20, {named("Alix"): -35, named("Bob"): 35}, name="Grande finale")
    leads(first, played, carried=50)
    Player.objects.filter(last_name="Cleo").update(consent=False)
    address = reverse("qualified", args=[played.pk])
    shown = words(client.get(address))
    assert "Palmarès" in shown
    assert "1er Bob Anne +55 dont +35 en finale 2e Alix Anne −10 dont −35 en finale" in shown
    rows = client.get(f"{address}?format=csv").content.decode().splitlines()
    assert [re.split("[;,]", row)[1] for row in rows[1:]] == ["Bob Anne", "Alix Anne"]
    assert "Palmarès" in words(client.get(reverse("standings", args=[played.pk])))
    as_organiser.post(reverse("make_stages", args=[played.pk]))
    assert Job.objects.get(kind=JobKind.STAGES).tournament == played
    (paper,) = pages(
        Document.objects.get(
            pk=WORKS[JobKind.STAGES](claimed(JobKind.STAGES, tournament=played), Listening())["document"]
        )
    )
    told = " ".join(paper.split())
    assert told.index("Bob Anne") < told.index("Alix Anne")
    assert "Mardi" in told
    assert "+55" in told
    assert "Cleo" not in told


def test_a_player_reads_whether_he_goes_and_says_that_he_does_not_come(
    client: Client, first: Tournament, final: Tournament
) -> None:
    leads(first, final)
    for name, said in (
        ("Alix", "1er de « Mardi ». Vous êtes qualifié : dites si vous venez."),
        ("Cleo", "3e de « Mardi ». Vous êtes réserviste n° 1 : vous venez si assez de qualifiés renoncent."),
    ):
        phone = phone_of(named(name))
        assert said in words(phone.get(reverse("own"))), name
        assert said in words(phone.get(reverse("own_place", args=[final.pk]))), name
    phone = phone_of(named("Alix"))
    address = reverse("own_place", args=[final.pk])
    phone.post(address, {"declines": "1"})
    noted = Declined.objects.get()
    assert (noted.player, noted.is_own_word, noted.by) == (named("Alix"), True, None)
    assert "Vous avez dit que vous ne venez pas" in words(phone.get(reverse("own")))
    assert "Vous êtes qualifié" in words(phone_of(named("Cleo")).get(reverse("own")))
    phone.post(address, {"declines": "0"})
    assert not Declined.objects.exists()
    phone.post(address, {"comes": "1"})
    assert [entry.player for entry in final.registrations.all()] == [named("Alix")]
    assert "Vous y êtes inscrit" in words(phone.get(address))
    refused = phone_of(named("Cleo")).post(address, {"comes": "1"}, follow=True)
    assert "Vous n’avez pas encore de place" in words(refused)
    assert final.registrations.count() == 1


def test_nobody_else_speaks_for_a_player_and_no_stranger_reads_a_place(
    client: Client, first: Tournament, final: Tournament
) -> None:
    leads(first, final)
    address = reverse("own_place", args=[final.pk])
    other = TournamentFactory(club=first.club, state=TournamentState.OPEN)
    (entry,) = register(tournament=other, players=[named("Alix")], by=None, at=NOW)
    shown = evening_phone(entry)  # the link of an evening: anybody may hold it
    assert shown.get(address).status_code == 403
    assert shown.post(address, {"declines": "1"}).status_code == 403
    assert "Vous êtes qualifié" not in words(shown.get(reverse("own")))
    stranger = Client()
    stranger.force_login(AccountFactory(player=PlayerFactory(club=first.club)))
    assert stranger.get(address).status_code == 404
    rewrite(final, state=TournamentState.DRAFT)
    assert phone_of(named("Alix")).get(address).status_code == 404


def test_a_player_s_page_is_new_when_a_reserve_becomes_qualified(first: Tournament, final: Tournament) -> None:
    leads(first, final)
    phone = phone_of(named("Cleo"))
    before = phone.get(reverse("own"))
    tag = {"headers": {"if-none-match": before["ETag"]}}
    assert phone.get(reverse("own"), **tag).status_code == 304
    phone_of(named("Alix")).post(reverse("own_place", args=[final.pk]), {"declines": "1"})
    after = phone.get(reverse("own"), **tag)
    assert after.status_code == 200
    assert "Vous êtes qualifié" in words(after)


def test_first_of_a_final_by_rank_is_offered_first(as_organiser: Client, first: Tournament, final: Tournament) -> None:
    leads(first, final, first=4)
    enter_qualified(final=final, by=None, at=NOW)
    final.registrations.update(status="present")
    answer = as_organiser.get(reverse("draw", args=[final.pk]))
    assert answer.context["form"]["mode"].value() == "danois"
    said = "La première position suit le rang de qualification : les quatre premiers à la table 1".translate(NO_BREAK)
    assert said.replace("\u00a0", " ") in words(answer).replace("\u00a0", " ")


def test_a_ranking_of_another_club_tells_its_host_nobody_who_is_not_named(
    as_organiser: Client, first: Tournament, final: Tournament
) -> None:
    elsewhere = SeasonFactory(club=ClubFactory(name="Bollène"))
    hidden = PlayerFactory(club=elsewhere.club, last_name="Zoltan", first_name="Anne", consent=False)
    shown = PlayerFactory(club=elsewhere.club, last_name="Yann", first_name="Anne", consent=True)
    leads(evening(elsewhere, 2, {hidden: 30, shown: -30}, name="Chez eux"), final)
    address = reverse("qualifying", args=[final.pk])
    told = words(as_organiser.post(reverse("enter_qualified", args=[final.pk]), follow=True))
    assert {entry.player for entry in final.registrations.all()} == {shown}
    assert "1 qualifié d’un autre club, dont le nom n’est pas montré, n’est pas inscrit par vous" in told
    assert "Zoltan" not in told
    assert "Zoltan" not in as_organiser.get(f"{address}?format=csv").content.decode()
    phone_of(hidden).post(reverse("own_place", args=[final.pk]), {"comes": "1"})
    assert {entry.player for entry in final.registrations.all()} == {shown, hidden}
    assert "Zoltan Anne" in words(as_organiser.get(address))


def test_the_pages_of_a_stage_cost_as_many_statements_whatever_its_sources(as_organiser: Client, club: Club) -> None:
    counted = []
    for size in (1, 4):
        final = TournamentFactory(club=club, name=f"Finale {size}", state=TournamentState.OPEN, date="2026-10-30")
        for day in range(1, size + 1):
            season = SeasonFactory(club=club, name=f"{size}-{day}")
            people = [PlayerFactory(club=club, consent=True) for _one in range(2 * size)]
            leads(evening(season, day, dict(zip(people, range(len(people)), strict=True))), final)
            leads(season.main_league, final, first=1)
        of_size = []
        for name in ("qualifying", "qualified", "api_qualified"):
            address = reverse(name, args=[final.pk])
            as_organiser.get(address)  # sessions, caches
            with CaptureQueriesContext(connection) as asked:
                assert as_organiser.get(address).status_code == 200
            of_size.append((name, len(asked)))
        counted.append(of_size)
    assert counted[0] == counted[1]


def pairs_of(first: Tournament, final: Tournament) -> None:
    """Make pairs of the six players of an evening, and its final one of pairs."""
    rewrite(first, team_size=2, state=TournamentState.RUNNING)
    rewrite(final, team_size=2)
    teams_of(list(first.registrations.order_by("start_number")), 2)
    rewrite(first, state=TournamentState.FINISHED)


def test_an_organiser_reads_and_notes_whole_teams(as_organiser: Client, first: Tournament, final: Tournament) -> None:
    pairs_of(first, final)
    other = TournamentFactory(club=final.club, name="Chacun pour soi", date=first.date)
    address = reverse("qualifying", args=[final.pk])
    offered = words(as_organiser.get(address))
    assert "Combien d’équipes" in offered
    assert other.name not in offered
    assert as_organiser.post(address, {"source": f"tournoi-{first.pk}", "first": "1"}).status_code == 303
    told = words(as_organiser.get(address))
    assert "la première équipe, chacune repart de zéro" in told
    assert re.findall(r"Vont en finale|Réserve, dans l’ordre|Équipe \w", told)[:5] == [
        *("Vont en finale", "Équipe A", "Réserve, dans l’ordre", "Équipe B", "Équipe C"),
    ]
    team = first.teams.get(name="Équipe A")
    assert as_organiser.post(address, {"player": str(team.pk), "declines": "1"}).status_code == 303
    assert Declined.objects.get().team == team
    assert as_organiser.post(address, {"player": "999999", "declines": "1"}).status_code == 404
    rows = as_organiser.get(address, {"format": "json"}).json()["rows"]
    assert [row[3] for row in rows] == ["Équipe B", "Équipe C", "Équipe A"]
    as_organiser.post(reverse("enter_qualified", args=[final.pk]))
    assert [one.name for one in final.teams.all()] == ["Équipe B"]


def test_a_captain_s_phone_says_whether_his_team_comes(client: Client, first: Tournament, final: Tournament) -> None:
    pairs_of(first, final)
    leads(first, final, first=1)
    address = reverse("own_place", args=[final.pk])
    captain, member, next_captain = (phone_of(named(name)) for name in ("Alix", "Bob", "Cleo"))
    told = words(member.get(address))
    assert "Votre équipe « Équipe A » est qualifiée." in told
    assert "L’équipe ne vient pas" not in told
    assert "Alix Anne, le capitaine, qui dit si elle vient" in told
    assert member.post(address, {"declines": "1"}).status_code == 303
    assert not Declined.objects.exists()
    assert "en réserve, n° 1" in words(next_captain.get(reverse("own")))
    assert "L’équipe ne vient pas" in words(captain.get(address))
    assert captain.post(address, {"declines": "1"}).status_code == 303
    assert "Votre équipe « Équipe B » est qualifiée." in words(next_captain.get(reverse("own")))
    assert next_captain.post(address, {"comes": "1"}).status_code == 303
    assert [one.name for one in final.teams.all()] == ["Équipe B"]
    public = words(client.get(reverse("qualified", args=[final.pk])))
    assert "Vont en finale : Équipe B " in public
    assert "Réserve, dans l’ordre : Équipe C " in public


def test_an_organiser_puts_one_ranking_before_another(
    as_organiser: Client, season: Season, first: Tournament, final: Tournament
) -> None:
    second = leads(first, final, first=2)
    other = leads(TournamentFactory(club=season.club, name="Jeudi"), final)
    told = words(as_organiser.get(reverse("qualifying", args=[final.pk])))
    assert told.count("Faire passer avant") == 1
    assert "Faire passer avant « Mardi »" in told
    address = reverse("edit_source", args=[final.pk, other.pk])
    assert as_organiser.post(address, {"before": str(second.pk)}).status_code == 303
    assert [row.title for row in final.sources.all()] == ["Jeudi", "Mardi"]
    assert as_organiser.post(address, {"before": "999999"}).status_code == 404
