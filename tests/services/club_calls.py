"""The services of what a club holds again and again, one row for each thing that one of them can do."""

import datetime
import uuid
from dataclasses import replace

from tests.factories import NOW, rewrite
from tests.services.calls import KEY, Act, Entry, World, call_of
from tests.tournaments.teams import a_team
from tournaments.labels import Publication, RoleName, TournamentState, WishKind
from tournaments.models import (
    Appointment,
    Club,
    ClubRating,
    Committee,
    CommitteeSuspension,
    Series,
    Template,
    Tournament,
    Webhook,
)
from tournaments.services.clubs.committees import (
    Lists,
    appoint_to_committee,
    change_committee,
    create_committee,
    drop_arbiter,
    leave_committee,
    name_arbiter,
    open_lists,
    revoke_from_committee,
)
from tournaments.services.clubs.copies import copy_tournament
from tournaments.services.clubs.pages import change_club_page
from tournaments.services.clubs.ratings import keep_ratings, set_rating
from tournaments.services.clubs.series import (
    SeriesFacts,
    change_series,
    create_series,
    delete_series,
    drop_template,
    keep_template,
    skip_date,
)
from tournaments.services.clubs.site import SiteFacts, change_site, note_backup, note_club_taken
from tournaments.services.clubs.webhooks import add_webhook, try_webhook, withdraw_webhook
from tournaments.services.draws.wishes import add_wish
from tournaments.services.money.prize_checks import PrizeFacts
from tournaments.services.money.prizes import set_prizes
from tournaments.services.money.rates import RateFacts, set_rates
from tournaments.services.people.suspensions import (
    SuspensionFacts,
    change_suspension,
    lift_suspension,
    suspend,
)
from tournaments.services.work.deliveries import store_outcome
from tournaments.standings import rate

FACTS = SeriesFacts(name="Le vendredi", starts_on=datetime.date(2026, 11, 6))
BARRED = SuspensionFacts(NOW.date(), NOW.date(), "bagarre")
ELSEWHERE = "https://example.org/tarot"


def fridays(world: World) -> Series:
    return Series.objects.create(club=world.club, name=FACTS.name, starts_on=FACTS.starts_on)


@call_of(create_series, Entry("série créée", "Le vendredi", of="club"))
def a_series_opened(world: World) -> Act:
    return lambda: create_series(club=world.club, facts=FACTS, by=world.by, at=NOW)


@call_of(change_series, Entry("série modifiée", "Le samedi", of="club"))
def a_series_renamed(world: World) -> Act:
    series = fridays(world)
    return lambda: change_series(series=series, facts=replace(FACTS, name="Le samedi"), by=world.by, at=NOW)


@call_of(delete_series, Entry("série supprimée", "Le vendredi", of="club"))
def a_series_taken_away(world: World) -> Act:
    series = fridays(world)
    return lambda: delete_series(series=series, by=world.by, at=NOW)


@call_of(skip_date, Entry("date sans soirée", "Le vendredi", of="club"))
def a_friday_without_an_evening(world: World) -> Act:
    series = fridays(world)
    return lambda: skip_date(series=series, day=datetime.date(2026, 11, 13), is_held=False, by=world.by, at=NOW)


@call_of(skip_date, Entry("date rétablie", "Le vendredi", of="club"))
def a_friday_held_after_all(world: World) -> Act:
    series = fridays(world)
    Series.objects.update(skipped=["2026-11-13"])
    return lambda: skip_date(series=series, day=datetime.date(2026, 11, 13), is_held=True, by=world.by, at=NOW)


@call_of(keep_template, Entry("modèle gardé", "Vendredi"))
def a_template_kept(world: World) -> Act:
    return lambda: keep_template(tournament=world.tournament, name=" Vendredi ", by=world.by, at=NOW)


@call_of(drop_template, Entry("modèle retiré", "Vendredi", of="club"))
def a_template_dropped(world: World) -> Act:
    template = Template.objects.create(club=world.club, source=world.tournament, name="Vendredi")
    return lambda: drop_template(template=template, by=world.by, at=NOW)


@call_of(
    copy_tournament,
    Entry("tournoi créé", "Concours", of="result"),
    Entry("inscriptions", "8 joueurs", of="result"),
    Entry("équipes reprises", "1 équipe", of="result"),
    Entry("souhaits repris", "1 souhait", of="result"),
    Entry("tarifs", "1 tarif", of="result"),
    Entry("prix", "1 prix", of="result"),
    Entry("ouvert comme un autre", "Concours", of="result"),
)
def a_tournament_opened_like_another(world: World) -> Act:
    facts = [RateFacts("Entrée", 500)]
    set_rates(of=world.tournament, rates=facts, by=world.by, at=NOW)
    prizes = [PrizeFacts(lot="Jambon")]
    set_prizes(tournament=world.tournament, prizes=prizes, one_each=False, club_adds=0, by=world.by, at=NOW)
    players = [entry.pk for entry in world.entries[:2]]
    add_wish(tournament=world.tournament, kind=WishKind.APART, players=players, by=world.by, at=NOW)
    rewrite(world.tournament, team_size=2)
    a_team("Les Bouts", *world.entries[:2])
    world.tables()
    day = world.tournament.date + datetime.timedelta(days=7)

    def copy() -> Tournament:
        source, state = world.tournament, TournamentState.ANNOUNCED
        return copy_tournament(source=source, date=day, state=state, by=world.by, at=NOW).tournament

    return copy


@call_of(change_club_page, Entry("page du club modifiée", "Les Bouts", of="club"), told=True)
def a_club_that_says_where_it_plays(world: World) -> Act:
    return lambda: change_club_page(club=world.club, hall="Salle des fêtes", hours="", by=world.by, at=NOW)


def a_committee(world: World) -> Committee:
    committee = Committee.objects.create(name="Bourgogne", slug="bourgogne")
    Club.objects.filter(pk=world.club.pk).update(committee=committee)
    return committee


@call_of(create_committee)
def a_committee_made(world: World) -> Act:
    del world
    return lambda: create_committee(name=" Bourgogne ")


@call_of(change_committee, Entry("comité rejoint", "Bourgogne", of="club"))
def a_club_put_into_a_committee(world: World) -> Act:
    committee = Committee.objects.create(name="Bourgogne", slug="bourgogne")
    return lambda: change_committee(committee=committee, name=committee.name, clubs=[world.club], by=world.by, at=NOW)


@call_of(open_lists, Entry("listes ouvertes au comité", "Bourgogne", of="club"))
def a_club_that_lets_its_committee_read_its_members(world: World) -> Act:
    opened = {"committee_id": a_committee(world).pk, "lists": Lists(lists_members=True)}
    return lambda: open_lists(club=world.club, **opened, by=world.by, at=NOW)


@call_of(leave_committee, Entry("comité quitté", "Bourgogne", "pour l’Auvergne", of="club"))
def a_club_that_leaves_its_committee(world: World) -> Act:
    a_committee(world)
    return lambda: leave_committee(club=world.club, reason="pour l’Auvergne", by=world.by, at=NOW)


@call_of(appoint_to_committee)
def somebody_who_answers_for_a_committee(world: World) -> Act:
    committee = a_committee(world)
    return lambda: appoint_to_committee(committee=committee, username=world.by.username)


@call_of(revoke_from_committee)
def somebody_who_answers_for_it_no_more(world: World) -> Act:
    committee = a_committee(world)
    appointment = appoint_to_committee(committee=committee, username=world.by.username)
    return lambda: revoke_from_committee(committee=committee, appointment=appointment)


def _listed(world: World) -> Committee:
    """A comité that reads the arbiters of the club, of whom the one who acts is one."""
    committee = a_committee(world)
    Club.objects.filter(pk=world.club.pk).update(lists_arbiters=True)
    Appointment.objects.get_or_create(account=world.by, role=RoleName.ARBITER, club=world.club)
    return committee


@call_of(name_arbiter, Entry("arbitre du comité nommé", "aline : Bourgogne", of="club"))
def an_arbiter_named_to_all_clubs(world: World) -> Act:
    committee = _listed(world)
    return lambda: name_arbiter(committee=committee, account=world.by, by=world.by, at=NOW)


@call_of(drop_arbiter, Entry("arbitre du comité retiré", "aline : Bourgogne", of="club"))
def an_arbiter_named_no_more(world: World) -> Act:
    committee = _listed(world)
    committee.arbiters.add(world.by)
    return lambda: drop_arbiter(committee=committee, account=world.by, by=world.by, at=NOW)


@call_of(set_rating, Entry("cote du club réglée", "Les Bouts", of="club"))
def a_club_that_rates_its_players(world: World) -> Act:
    return lambda: set_rating(club=world.club, since=FACTS.starts_on, frozen_on=None, by=world.by, at=NOW)


@call_of(keep_ratings)
def a_rating_counted(world: World) -> Act:
    rating = ClubRating.objects.create(club=world.club, since=FACTS.starts_on)
    places = {entry.player_id: place for place, entry in enumerate(world.entries, 1)}
    steps = rate([(world.tournament.pk, places)])
    return lambda: keep_ratings(rating=rating, steps=steps, digest="0123", at=NOW)


@call_of(change_site, Entry("mentions légales modifiées", "Les Bouts", of="club"))
def a_site_that_says_who_answers_for_it(world: World) -> Act:
    return lambda: change_site(facts=SiteFacts(name="Jeanne Roux"), by=world.by, at=NOW)


@call_of(note_backup, Entry("sauvegarde emportée", "Les Bouts", of="club"))
def a_backup_taken_away(world: World) -> Act:
    return lambda: note_backup(by=world.by, at=NOW)


@call_of(note_club_taken, Entry("club pris dans un fichier", "Les Bouts", of="club"))
def a_club_taken_in_a_file(world: World) -> Act:
    return lambda: note_club_taken(club=world.club, by=world.by, at=NOW)


def _suspended(world: World) -> CommitteeSuspension:
    return suspend(
        committee=a_committee(world), player=world.entries[0].player, facts=BARRED, key=KEY, by=world.by, at=NOW
    )


@call_of(suspend, Entry("suspendu par un comité", "NOM1 Ada : Bourgogne", of="club"))
def a_player_suspended_by_a_committee(world: World) -> Act:
    committee, player = a_committee(world), world.entries[0].player
    return lambda: suspend(committee=committee, player=player, facts=BARRED, key=KEY, by=world.by, at=NOW)


@call_of(change_suspension, Entry("suspension par un comité corrigée", "NOM1 Ada : Bourgogne", of="club"))
def a_suspension_that_lasts_longer(world: World) -> Act:
    barred, facts = _suspended(world), replace(BARRED, suspended_until=None)
    return lambda: change_suspension(suspension=barred, facts=facts, by=world.by, at=NOW)


@call_of(lift_suspension, Entry("suspension par un comité levée", "NOM1 Ada : Bourgogne", of="club"))
def a_suspension_lifted(world: World) -> Act:
    barred = _suspended(world)
    return lambda: lift_suspension(suspension=barred, by=world.by, at=NOW)


def a_webhook(world: World) -> Webhook:
    return Webhook.objects.create(
        club=world.club, url=ELSEWHERE, events=[Publication.DRAW], key=uuid.uuid4(), made_at=NOW
    )


@call_of(add_webhook, Entry("adresse à prévenir ajoutée", ELSEWHERE, of="club"))
def an_address_to_be_told(world: World) -> Act:
    events = [Publication.FINISHED]
    return lambda: add_webhook(club=world.club, url=ELSEWHERE, events=events, key=uuid.uuid4(), by=world.by, at=NOW)


@call_of(try_webhook, Entry("essai envoyé", ELSEWHERE, of="club"))
def an_address_that_is_tried(world: World) -> Act:
    webhook = a_webhook(world)
    return lambda: try_webhook(club=world.club, webhook=webhook, by=world.by, at=NOW)


@call_of(withdraw_webhook, Entry("adresse à prévenir retirée", ELSEWHERE, of="club"))
def an_address_that_is_told_no_more(world: World) -> Act:
    webhook = a_webhook(world)
    return lambda: withdraw_webhook(club=world.club, webhook=webhook, by=world.by, at=NOW)


@call_of(store_outcome, Entry("annonce abandonnée", ELSEWHERE, of="club", by=""))
def a_message_that_is_given_up(world: World) -> Act:
    delivery = try_webhook(club=world.club, webhook=a_webhook(world), by=world.by, at=NOW)
    delivery.next_try_at = None
    return lambda: store_outcome(delivery=delivery, status=500, problem="", at=NOW)
