"""The organiser's first page, a club's desk, seasons, access, documents and the journal."""

import datetime
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    NOW,
    ClubFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    arbiter,
    field,
    other_league,
)
from tests.texts import words
from tests.tournaments.rounds import mark, publish
from tournaments.forms.clubs.clubs import SeasonForm
from tournaments.kit.days import french_moment
from tournaments.labels import Group, JobKind, JobState, TournamentState
from tournaments.models import Account, Appointment, Club, Document, Job, Player, Season, Table, Tournament
from tournaments.queries.standings.leagues import league_standings
from tournaments.services.journal import log

AGES = ["youth_until_age", "veteran_from_age"]


def document(tournament: Tournament) -> Document:
    job = Job.objects.create(
        kind=JobKind.RANKING, tournament=tournament, state=JobState.DONE, asked_at=NOW, ended_at=NOW
    )
    return Document.objects.create(
        job=job,
        tournament=tournament,
        title="Classement",
        filename="classement-été.pdf",
        content=b"%PDF-1.7",
        size=8,
        made_at=NOW,
    )


def test_the_first_page_costs_the_same_with_one_tournament_and_thirty(
    as_organiser: Client, club: Club, django_assert_num_queries
):
    TournamentFactory(club=club, season=SeasonFactory(club=club))
    for _rows in range(2):
        with django_assert_num_queries(11):
            as_organiser.get(reverse("organisation"))
        for _more in range(29):
            TournamentFactory(club=club, season=SeasonFactory(club=club))


def hero_of(client: Client) -> list[str]:
    """Return the evening to go on with, and what stands below it."""
    shown: str = client.get(reverse("organisation")).content.decode()
    return shown.split('class="hero"')[1].split("</section>", 1)


def test_the_evening_to_go_on_with_stands_first_and_once(as_organiser: Client, club: Club):
    now = TournamentFactory(club=club, name="Ce soir", state=TournamentState.RUNNING)
    later = TournamentFactory(club=club, name="Dans un mois")
    later.date = now.date + timedelta(days=30)
    later.save()
    hero, rest = hero_of(as_organiser)
    assert "Ce soir" in hero
    assert "Continuer" in hero
    assert ("Ce soir" in rest, rest.count("Dans un mois")) == (False, 1)


def test_the_evening_being_played_shows_how_far_it_is_and_who_leads(as_organiser: Client, club: Club):
    now = TournamentFactory(club=club, state=TournamentState.RUNNING)
    players = field(now, 8)
    mark(publish(now, 1, [players[:4], players[4:]]), dict(zip(players, range(40, -40, -10), strict=True)))
    assert Table.objects.filter(round__tournament=now, number=1).update(closed_at=NOW)
    hero, _rest = hero_of(as_organiser)
    assert "En direct · position 1 sur " in hero
    assert 'aria-label="Feuilles closes\u00a0: 1 sur 2"' in hero
    assert (hero.count("<li"), "badge" in hero) == (3, False)


def test_an_evening_that_is_prepared_is_no_evening_being_played(as_organiser: Client, club: Club):
    TournamentFactory(club=club, name="Ce soir")
    hero = hero_of(as_organiser)[0]
    assert ("personne d’inscrit" in hero, "badge" in hero, "En direct" in hero) == (True, True, False)


def test_a_club_s_desk_and_its_seasons_cost_the_same_with_one_tournament_and_thirty(
    as_organiser: Client, club: Club, django_assert_num_queries
):
    RegistrationFactory(tournament=TournamentFactory(club=club, season=SeasonFactory(club=club)))
    for _rows in range(2):
        with django_assert_num_queries(14):
            as_organiser.get(reverse("club_desk", args=[club.pk]))
        with django_assert_num_queries(8):  # one of them for the groups of all leagues
            as_organiser.get(reverse("club_seasons", args=[club.pk]))
        for _more in range(29):
            TournamentFactory(club=club, season=SeasonFactory(club=club))


def test_an_arbiter_of_one_tournament_sees_that_one_only(club: Club, client: Client):
    seen, _hidden = TournamentFactory(club=club), TournamentFactory(club=club)
    account = Account.objects.create_user("arbitre")
    account.appointments.create(role="arbiter", tournament=seen)
    client.force_login(account, backend="allauth.account.auth_backends.AuthenticationBackend")

    (office,) = client.get(reverse("organisation")).context["offices"]

    assert (office.open, office.organises) == ((seen,), False)


def test_a_season_is_created_and_changed(as_organiser: Client, club: Club):
    typed = {"name": "2026-2027", "starts_on": "2026-09-01", "ends_on": "2027-06-30"}

    as_organiser.post(reverse("new_season", args=[club.pk]), typed)
    season = Season.objects.get()
    as_organiser.post(reverse("edit_season", args=[season.pk]), typed | {"ends_on": "2027-07-14"})

    season.refresh_from_db()
    assert (season.club, season.ends_on) == (club, datetime.date(2027, 7, 14))


@pytest.mark.parametrize(
    ("today", "year"), [("2026-08-31", 2025), ("2026-09-01", 2026), ("2026-12-31", 2026), ("2027-01-01", 2026)]
)
def test_a_new_season_is_proposed_from_september_to_august(club: Club, today: str, year: int):
    SeasonFactory(club=ClubFactory(), name=f"{year}-{year + 1}")
    day = datetime.date.fromisoformat(today)

    first = SeasonForm.proposed(club, today=day).initial
    SeasonFactory(club=club, name=first["name"], youth_until_age=21)
    second = SeasonForm.proposed(club, today=day).initial

    assert list(first.values()) == [f"{year}-{year + 1}", datetime.date(year, 9, 1), datetime.date(year + 1, 8, 31)]
    assert list(second.values()) == [
        f"{year + 1}-{year + 2}", datetime.date(year + 1, 9, 1), datetime.date(year + 2, 8, 31), 21, None
    ]  # fmt: skip


def test_the_page_of_a_new_season_is_filled_in(as_organiser: Client, club: Club):
    page = as_organiser.get(reverse("new_season", args=[club.pk]))

    sent = {name: page.context["form"].initial[name] for name in ("name", "starts_on", "ends_on")}
    assert as_organiser.post(reverse("new_season", args=[club.pk]), sent).status_code == 303
    assert Season.objects.get().name == sent["name"]


def test_a_new_season_asks_whether_it_takes_the_leagues_of_the_last_one(as_organiser: Client, club: Club):
    address = reverse("new_season", args=[club.pk])
    assert "Reprendre les championnats" not in words(as_organiser.get(address))
    last = SeasonFactory(club=club, name="2025-2026", starts_on="2025-09-01", ends_on="2026-08-31")
    other_league(last)
    asked = as_organiser.get(address)
    assert "Reprendre les championnats de « 2025-2026 »" in words(asked)
    assert "Championnat, Challenge 2 : leurs règles, sans résultat ni finale." in words(asked)
    assert asked.context["form"]["takes_leagues"].value() is True
    assert "Reprendre les championnats" not in words(as_organiser.get(reverse("edit_season", args=[last.pk])))
    for year, ticked, leagues in ((2026, {"takes_leagues": "on"}, 2), (2027, {}, 1)):
        days = {"starts_on": f"{year}-09-01", "ends_on": f"{year + 1}-06-30"}
        as_organiser.post(address, {"name": str(year), **days, **ticked})
        assert Season.objects.get(name=str(year)).leagues.count() == leagues


def test_the_ages_of_a_season_are_the_club_s_own_and_what_is_wrong_is_said_on_them(as_organiser: Client, club: Club):
    season = SeasonFactory(club=club, name="2026")
    address = reverse("edit_season", args=[season.pk])
    typed = {"name": "2026", "starts_on": "2026-09-01", "ends_on": "2027-06-30"}
    empty = as_organiser.get(address).context["form"]
    assert (empty["youth_until_age"].value(), empty["veteran_from_age"].value()) == (None, None)

    for youth, veteran, wrong in (("60", "60", ["veteran_from_age"]), ("0", "121", [*AGES]), ("x", "60", AGES[:1])):
        answer = as_organiser.post(address, typed | {"youth_until_age": youth, "veteran_from_age": veteran})
        assert (answer.status_code, list(answer.context["form"].errors)) == (422, wrong)
        assert answer.context["form"]["youth_until_age"].value() == youth
    as_organiser.post(address, typed | {"youth_until_age": "25", "veteran_from_age": "60"})

    season.refresh_from_db()
    assert (season.youth_until_age, season.veteran_from_age) == (25, 60)
    assert club.journal.get().details == {"youth_until_age": [None, 25], "veteran_from_age": [None, 60]}


def test_the_desk_offers_the_leagues_of_groups_that_are_not_everybody(as_organiser: Client, club: Club):
    season, other = SeasonFactory(club=club), SeasonFactory(club=club)
    evening = TournamentFactory(club=club, season=season, state=TournamentState.FINISHED)
    one, two, withheld, away = field(evening, 4)
    Player.objects.filter(pk=two.player_id).update(sex="F")
    Player.objects.filter(pk=withheld.player_id).update(category="jeune", consent=False)
    Player.objects.filter(pk=away.player_id).update(category="veteran")
    mark(publish(evening, 1, [[one, two, withheld]]), {one: 1, two: 0, withheld: -1})

    page = as_organiser.get(reverse("club_seasons", args=[club.pk])).content.decode()

    offered = re.findall(r'name="group" id="id_group_(\d+)">(.*?)</select>', page, re.DOTALL)
    assert [(int(pk), re.findall(r'value="(\w+)"', options)) for pk, options in offered] == [(season.pk, ["dames"])]
    assert str(other) in page
    assert league_standings(season.main_league).groups == [Group.LADIES]


def test_people_are_named_for_the_evenings_of_the_club_that_are_not_over(as_organiser: Client, club: Club):
    coming = TournamentFactory(club=club)
    TournamentFactory(club=club, state=TournamentState.FINISHED)
    TournamentFactory(club=ClubFactory())

    form = as_organiser.get(reverse("club_access", args=[club.pk])).context["form"]

    assert list(form.fields["tournament"].queryset) == [coming]


def test_a_new_login_is_shown_once(as_organiser: Client, club: Club):
    address = reverse("club_access", args=[club.pk])
    typed = {"role": "arbiter", "tournament": "", "username": "arbitre1", "last_name": "Roy", "first_name": "Paul"}

    shown = as_organiser.post(address, typed)
    password = shown.context["login"].password
    later = as_organiser.get(address)

    assert shown.content.decode().count(password) == 1
    assert later.content.decode().count(password) == 0
    assert "no-store" in shown["Cache-Control"].split(", ")
    assert Account.objects.get(username="arbitre1").check_password(password)


def test_somebody_who_has_a_login_is_appointed_with_it(as_organiser: Client, club: Club):
    ours = arbiter(club)
    address = reverse("club_access", args=[club.pk])

    answer = as_organiser.post(
        address, {"role": "organiser", "tournament": "", "existing": "on", "username": ours.username.upper()}
    )

    assert (answer.status_code, answer.url) == (303, address)
    assert Appointment.objects.filter(account=ours, club=club, role="organiser").exists()
    assert Account.objects.count() == 2


def test_an_appointment_is_taken_back_and_never_that_of_another_club(
    as_organiser: Client, club: Club, the_arbiter: Account
):
    elsewhere = arbiter(ClubFactory()).appointments.get()

    ours = as_organiser.post(reverse("revoke_access", args=[club.pk, the_arbiter.appointments.get().pk]))
    theirs = as_organiser.post(reverse("revoke_access", args=[club.pk, elsewhere.pk]))
    password = as_organiser.post(reverse("renew_password", args=[club.pk, elsewhere.account_id]))

    assert (ours.status_code, theirs.status_code, password.status_code) == (303, 404, 404)
    assert not the_arbiter.appointments.exists()


def test_documents_cost_the_same_with_one_and_thirty(
    as_arbiter: Client, tournament: Tournament, django_assert_num_queries
):
    document(tournament)
    for _rows in range(2):
        with django_assert_num_queries(12):
            as_arbiter.get(reverse("documents", args=[tournament.pk]))
        for _more in range(29):
            document(tournament)


def test_a_document_comes_as_a_pdf_under_its_name(as_arbiter: Client, tournament: Tournament):
    answer = as_arbiter.get(reverse("document", args=[document(tournament).pk]))

    assert (answer.content, answer["Content-Type"]) == (b"%PDF-1.7", "application/pdf")
    assert answer["Content-Disposition"] == "inline; filename*=utf-8''classement-%C3%A9t%C3%A9.pdf"


def test_a_club_s_documents_are_those_of_its_tournaments_and_of_its_leagues(
    as_organiser: Client, tournament: Tournament, django_assert_num_queries
):
    document(tournament)
    season = SeasonFactory(club=tournament.club)
    job = Job.objects.create(kind=JobKind.LEAGUE, season=season, state=JobState.DONE, asked_at=NOW, ended_at=NOW)
    Document.objects.create(job=job, season=season, title="Championnat", filename="c.pdf", size=1, made_at=NOW)
    document(Tournament.objects.create(club=ClubFactory(), name="Ailleurs", date=NOW.date()))

    with django_assert_num_queries(6):
        page = as_organiser.get(reverse("club_documents", args=[tournament.club_id]))

    assert sorted(row.record.title for row in page.context["table"].rows) == ["Championnat", "Classement"]


@pytest.mark.parametrize("name", ["documents", "club_documents"])
def test_the_list_of_documents_says_how_long_they_are_kept(as_organiser: Client, tournament: Tournament, name: str):
    owner = tournament.pk if name == "documents" else tournament.club_id
    page = as_organiser.get(reverse(name, args=[owner])).content.decode()
    assert (page.count("Un document est gardé 90 jours"), page.count("gardé 30 jours")) == (1, 1)


def test_a_document_of_another_club_stays_there(as_organiser: Client):
    stranger = document(Tournament.objects.create(club=ClubFactory(), name="Ailleurs", date=NOW.date()))

    assert as_organiser.get(reverse("document", args=[stranger.pk])).status_code == 403


def test_the_journal_costs_the_same_with_one_and_thirty(
    as_arbiter: Client, tournament: Tournament, django_assert_num_queries
):
    log(action="essai", subject="table 1", by=None, at=NOW, tournament=tournament)
    for _rows in range(2):
        with django_assert_num_queries(9):
            as_arbiter.get(reverse("journal", args=[tournament.pk]))
        for number in range(29):
            log(action="essai", subject=f"table {number}", by=None, at=NOW, tournament=tournament)


def test_the_journal_is_searched(as_organiser: Client, tournament: Tournament):
    for subject in ("table 1", "table 2"):
        log(action="essai", subject=subject, by=None, at=NOW, tournament=tournament, reason="pourquoi pas")

    page = as_organiser.get(reverse("journal", args=[tournament.pk]), {"q": "table 2"})
    whole = as_organiser.get(reverse("club_journal", args=[tournament.club_id]), {"q": "pourquoi"})

    assert [row.record.subject for row in page.context["table"].rows] == ["table 2"]
    assert len(whole.context["table"].rows) == 2


def test_a_moment_is_told_on_the_page_and_sorts_in_a_file(as_organiser: Client, tournament: Tournament):
    log(action="essai", subject="table 1", by=None, at=NOW, tournament=tournament)
    address = reverse("journal", args=[tournament.pk])

    assert french_moment(NOW) in as_organiser.get(address).content.decode()
    told = as_organiser.get(address, {"format": "csv"}).content.decode()
    assert f"{timezone.localtime(NOW):%Y-%m-%d %H:%M:%S};" in told
