"""The services of tournaments, one row for each thing that one of them can do."""

import datetime
import uuid
from dataclasses import asdict, replace

from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    organiser,
    other_league,
    rewrite,
)
from tests.services.calls import KEY, Act, Entry, World, call_of
from tests.tournaments.rotations import done, drawn, redrawn
from tests.tournaments.rounds import evening, publish
from tournaments.imports.evening_lists import enter_list
from tournaments.imports.player_files import Row
from tournaments.imports.players import apply_import, examine
from tournaments.labels import EntryState, JobKind, Pace, Purpose, RoleName, Status, TournamentState, WishKind
from tournaments.models import (
    Account,
    Appointment,
    ByLink,
    Clock,
    Club,
    FromHome,
    Invitation,
    League,
    Player,
    Proposal,
    Season,
    SeatResult,
    Table,
    Tournament,
    Wish,
)
from tournaments.models import Entry as HomeEntry
from tournaments.queries.draws.seating import digest, places
from tournaments.seating import Monitor, Remainder
from tournaments.services.clubs.clubs import SeasonFacts, change_club, change_season, create_club, create_season
from tournaments.services.clubs.leagues import (
    LeagueFacts,
    answer_invitation,
    change_league,
    create_league,
    decline_final,
    enter_qualified,
    invite_season,
    publish_league,
)
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.replacements import replace_player, undo_replacement
from tournaments.services.draws.requests import ask_draw, ask_smallest_change, compute_draw, finish_draw
from tournaments.services.draws.seat_changes import swap_players, undo_swap
from tournaments.services.draws.wishes import add_wish, cancel_wish, put_sector_last
from tournaments.services.evening.chosen_bareme import set_bareme
from tournaments.services.evening.clocks import call_time, give_extra_minutes, pause_clock, reset_clock, start_clock
from tournaments.services.evening.states import archive, hold_back_ranking, release_ranking, set_state, take_out
from tournaments.services.evening.tournaments import Settings, change_settings, create_tournament, finish, reopen
from tournaments.services.people.appointments import (
    appoint,
    create_login,
    give_player_access,
    link_player,
    renew_password,
    revoke,
)
from tournaments.services.people.consents import answer_consents, record_consents, set_own_consents
from tournaments.services.people.entries import EntryFacts, cancel_entry, confirm_address, enter, take_in, take_in_known
from tournaments.services.people.entry_changes import cancel_several, change_entry, stop_reminder, take_in_several
from tournaments.services.people.files import answer_proposal, facts_now, hide_player, record_facts
from tournaments.services.people.invitations import accept, decline, name_or_invite, offer_file, withdraw
from tournaments.services.people.joining import answer_membership
from tournaments.services.people.keeping import name_keeper
from tournaments.services.people.linking import link_files, offer_link, unlink
from tournaments.services.people.links import withdraw_evening_link, withdraw_evening_links, withdraw_link
from tournaments.services.people.members import end_membership
from tournaments.services.people.merging import merge_players
from tournaments.services.people.players import (
    PlayerFacts,
    add_player,
    change_player,
    join_club,
)
from tournaments.services.people.registrations import leave, mark_all_present, register, set_status, walk_in
from tournaments.services.privacy.asking import ask_erasure
from tournaments.services.privacy.erasing import erase_player
from tournaments.services.undo.leaving import delete_club
from tournaments.services.undo.undoing import (
    delete_league,
    delete_player,
    delete_registration,
    delete_season,
    delete_tournament,
)
from tournaments.services.work import jobs
from tournaments.services.work.documents import keep_document
from tournaments.standings import LeagueRule

FACTS = PlayerFacts(last_name="ZIMMER", first_name="Zoé", licence="Z1")
SEASON = SeasonFacts(name="2027-2028", starts_on=datetime.date(2027, 9, 1), ends_on=datetime.date(2028, 6, 30))
SWAP = "position 1 : n° 1 NOM1 Ada et n° 5 NOM5 Ada"


# Clubs and seasons


@call_of(create_club, Entry("club créé", "Les Oudlers", of="result"))
def a_club_founded(world: World) -> Act:
    return lambda: create_club(name="Les Oudlers", organiser=AccountFactory(), by=world.by, at=NOW)


@call_of(change_club, Entry("club modifié", "Les Oudlers", of="club"), told=True)
def a_club_renamed(world: World) -> Act:
    return lambda: change_club(
        club=world.club, name=" Les  Oudlers ", slug="les-oudlers", town="Ici", by=world.by, at=NOW
    )


@call_of(change_club, Entry("club modifié", "Ailleurs", of="result"), told=True)
def a_club_renamed_whose_player_visits(world: World) -> Act:
    world.tables()
    visitor = PlayerFactory(last_name="ZIMMER", first_name="Zoé", licence="Z1")
    world.tournament.registrations.filter(start_number=1).update(player=visitor)
    club = visitor.club
    return lambda: change_club(club=club, name="Ailleurs", slug=club.slug, town="", by=world.by, at=NOW)


@call_of(create_season, Entry("saison créée", "2027-2028", of="club"))
def a_season_opened(world: World) -> Act:
    return lambda: create_season(club=world.club, facts=SEASON, by=world.by, at=NOW)


@call_of(create_league, Entry("championnat créé", "Challenge, 2026-2027", of="club"))
def a_league_added(world: World) -> Act:
    return lambda: create_league(season=world.season, facts=LeagueFacts("Challenge"), by=world.by, at=NOW)


@call_of(change_league, Entry("championnat modifié", "2026-2027", of="club"), told=True)
def a_league_renamed(world: World) -> Act:
    league = world.season.main_league
    return lambda: change_league(league=league, facts=LeagueFacts("Grand prix"), by=world.by, at=NOW)


@call_of(change_league, Entry("règle du championnat changée", "2026-2027", "vote", of="club"), told=True)
def a_league_rule_changed_after_the_first_result(world: World) -> Act:
    a_result(world)
    league = world.season.main_league
    facts = LeagueFacts(league.name, LeagueRule(best_of=1))
    return lambda: change_league(league=league, facts=facts, by=world.by, at=NOW, reason=" vote ")


@call_of(delete_league, Entry("championnat supprimé", "Challenge 2, 2026-2027", of="club"), told=True)
def a_league_deleted(world: World) -> Act:
    league = other_league(world.season)
    return lambda: delete_league(league=league, by=world.by, at=NOW)


INVITED = "championnat proposé à un club"


@call_of(invite_season, Entry(INVITED, "2026-2027", of="club"), Entry(INVITED, "2026-2027", of="elsewhere"))
def another_club_s_season_invited(world: World) -> Act:
    league, season = world.season.main_league, SeasonFactory()
    return lambda: invite_season(league=league, season=season, by=world.by, at=NOW)


@call_of(
    answer_invitation,
    Entry("championnat rejoint", "2026-2027", of="club"),
    Entry("championnat rejoint", "2026-2027", of="elsewhere"),
    told=True,
)
def an_invitation_to_a_league_accepted(world: World) -> Act:
    guest = world.season.main_league.guests.create(season=SeasonFactory())
    return lambda: answer_invitation(guest=guest, agrees=True, by=world.by, at=NOW)


@call_of(
    answer_invitation,
    Entry("championnat quitté", "2026-2027", of="club"),
    Entry("championnat quitté", "2026-2027", of="elsewhere"),
    told=True,
)
def a_league_left(world: World) -> Act:
    guest = world.season.main_league.guests.create(season=SeasonFactory(), agreed_at=NOW)
    return lambda: answer_invitation(guest=guest, agrees=False, by=world.by, at=NOW)


@call_of(decline_final, Entry("finale déclinée", "NOM1 Ada", of="club"), told=True)
def a_final_declined(world: World) -> Act:
    player, league = world.entries[0].player, world.season.main_league
    return lambda: decline_final(league=league, player=player, declines=True, by=world.by, at=NOW)


@call_of(decline_final, Entry("finale acceptée", "NOM1 Ada", of="club"), told=True)
def a_final_accepted_after_all(world: World) -> Act:
    player, league = world.entries[0].player, world.season.main_league
    league.declined.create(player=player)
    return lambda: decline_final(league=league, player=player, declines=False, by=world.by, at=NOW)


@call_of(publish_league, Entry("championnat publié", "2026-2027", of="club"), told=True)
def a_league_published(world: World) -> Act:
    a_result(world)
    league = world.season.main_league
    return lambda: publish_league(league=league, key=KEY, by=world.by, at=NOW)


@call_of(enter_qualified, Entry("inscription", "n° 9 ZIMMER Zoé"), told=True)
def the_qualified_entered_in_the_final(world: World) -> Act:
    evening(world.season, 1, {world.another_player(): 10})
    league = other_league(world.season, LeagueRule(qualified=1))
    League.objects.filter(pk=league.pk).update(final=world.tournament)
    return lambda: enter_qualified(league=league, by=world.by, at=NOW)


def a_result(world: World) -> None:
    SeatResult.objects.create(seat=world.tables()[0].seats.all()[0], points=10, donnes=1)


@call_of(change_season, Entry("saison modifiée", "2026-2028", of="club"), told=True)
def a_season_renamed(world: World) -> Act:
    facts = replace(SEASON, name="2026-2028", starts_on=world.season.starts_on)
    return lambda: change_season(season=world.season, facts=facts, by=world.by, at=NOW)


@call_of(change_season, Entry("saison modifiée", "2026-2027", of="club"), told=True)
def a_season_given_ages(world: World) -> Act:
    season = world.season
    facts = SeasonFacts(season.name, season.starts_on, season.ends_on, youth_until_age=25, veteran_from_age=60)
    return lambda: change_season(season=season, facts=facts, by=world.by, at=NOW)


@call_of(delete_season, Entry("saison supprimée", "2027-2028", of="club"))
def a_season_without_an_evening_deleted(world: World) -> Act:
    season = Season.objects.create(club=world.club, **asdict(SEASON))
    return lambda: delete_season(season=season, by=world.by, at=NOW)


# Entries from home

ZOE = EntryFacts(last_name="ZIMMER", first_name="Zoé", licence="Z1", email="zoe@example.org", consent=True)


def opened(world: World, **columns: object) -> Tournament:
    """Open the entries of a tournament that has not begun."""
    rewrite(world.tournament, state=TournamentState.OPEN, entries_open=True, **columns)
    return world.tournament


def entered(world: World, facts: EntryFacts = ZOE) -> HomeEntry:
    return enter(tournament=world.tournament, facts=facts, key=uuid.uuid5(KEY, facts.full_name), at=NOW)


@call_of(enter, Entry("inscription en ligne", "ZIMMER Zoé", by="ZIMMER Zoé"), told=True)
def one_who_enters_from_home(world: World) -> Act:
    opened(world)
    return lambda: entered(world)


@call_of(confirm_address, Entry("adresse confirmée", "ZIMMER Zoé", by="ZIMMER Zoé"), told=True)
def one_who_confirms_his_address(world: World) -> Act:
    opened(world)
    entry = entered(world)
    HomeEntry.objects.filter(pk=entry.pk).update(state=EntryState.TO_CONFIRM)
    return lambda: confirm_address(entry=entry, email=entry.email, at=NOW)


@call_of(
    cancel_entry,
    Entry("retrait par le joueur", "n° 9 ZIMMER Zoé", by="ZIMMER Zoé"),
    Entry("inscription en ligne annulée", "ZIMMER Zoé", by="ZIMMER Zoé"),
    Entry("place libérée en liste d’attente", "AUBE Luc", by=""),
    told=True,
)
def one_who_cancels_before_one_who_waits(world: World) -> Act:
    opened(world, capacity=1)
    entry = entered(world)
    entered(world, EntryFacts(last_name="AUBE", first_name="Luc"))
    take_in(entry=entry, place=0, facts=FACTS, by=None, at=NOW)
    return lambda: cancel_entry(entry=entry, by=FromHome("ZIMMER Zoé"), at=NOW)


@call_of(change_entry, Entry("inscription en ligne modifiée", "ZIMMER Zoé, AUBE Luc", by="ZIMMER Zoé"), told=True)
def one_who_brings_his_partner(world: World) -> Act:
    opened(world, people_per_entry=2)
    entry = entered(world)
    facts = replace(ZOE, partners=(("AUBE", "Luc"),))
    return lambda: change_entry(entry=entry, facts=facts, by=FromHome("ZIMMER Zoé"), at=NOW)


@call_of(stop_reminder)
def one_who_wants_no_reminder(world: World) -> Act:
    opened(world)
    entry = entered(world, replace(ZOE, reminder=True))
    return lambda: stop_reminder(entry=entry)


@call_of(
    take_in_several,
    Entry("joueur ajouté", "ZIMMER Zoé", of="club"),
    Entry("inscription", "n° 9 ZIMMER Zoé"),
    Entry("inscription en ligne acceptée", "ZIMMER Zoé"),
    told=True,
)
def several_whom_the_club_takes_in(world: World) -> Act:
    opened(world)
    entries = [entered(world).pk]
    return lambda: take_in_several(tournament=world.tournament, entries=entries, by=world.by, at=NOW)


@call_of(cancel_several, Entry("inscription en ligne annulée", "ZIMMER Zoé"), told=True)
def several_entries_cancelled(world: World) -> Act:
    opened(world)
    entries = [entered(world).pk]
    return lambda: cancel_several(tournament=world.tournament, entries=entries, by=world.by, at=NOW)


@call_of(
    take_in,
    Entry("joueur ajouté", "ZIMMER Zoé", of="club"),
    Entry("inscription", "n° 9 ZIMMER Zoé"),
    Entry("inscription en ligne acceptée", "ZIMMER Zoé"),
    told=True,
)
def one_whom_the_club_takes_in(world: World) -> Act:
    opened(world)
    entry = entered(world)
    return lambda: take_in(entry=entry, place=0, facts=FACTS, by=world.by, at=NOW)


@call_of(
    take_in_known,
    Entry("inscription", "n° 9 ZIMMER Zoé"),
    Entry("inscriptions en ligne acceptées", "1 joueur"),
    told=True,
)
def all_whom_the_club_knows(world: World) -> Act:
    opened(world)
    world.another_player()
    entered(world)
    return lambda: take_in_known(tournament=world.tournament, by=world.by, at=NOW)


# Players


@call_of(add_player, Entry("joueur ajouté", "ZIMMER Zoé", of="club"))
def a_player_added(world: World) -> Act:
    return lambda: add_player(club=world.club, facts=FACTS, by=world.by, at=NOW)


@call_of(
    join_club,
    Entry("adhésion demandée", "ROY Al : Les Bouts", of="club"),
    Entry("adhésion demandée", "ROY Al : Les Bouts", of="result"),
)
def a_person_of_another_club_who_is_asked_for(world: World) -> Act:
    person = PlayerFactory(club=ClubFactory(), last_name="ROY", first_name="Al")
    return lambda: join_club(club=world.club, player=person, by=world.by, at=NOW)


@call_of(
    join_club,
    Entry("adhésion demandée de nouveau", "ROY Al : Les Bouts", of="club"),
    Entry("adhésion demandée de nouveau", "ROY Al : Les Bouts", of="result"),
)
def a_person_of_another_club_who_is_asked_for_again(world: World) -> Act:
    person = PlayerFactory(club=ClubFactory(), last_name="ROY", first_name="Al")
    join_club(club=world.club, player=person, by=world.by, at=NOW - datetime.timedelta(days=14))
    return lambda: join_club(club=world.club, player=person, by=world.by, at=NOW)


@call_of(
    name_keeper,
    Entry("fiche confiée à un autre club", "ROY Al : Les Bouts", of="elsewhere"),
    Entry("fiche confiée à un autre club", "ROY Al : Les Bouts", of="club"),
)
def a_keeper_named_by_the_administrator(world: World) -> Act:
    person = PlayerFactory(club=ClubFactory(), last_name="ROY", first_name="Al")
    join_club(club=world.club, player=person, by=world.by, at=NOW)
    Account.objects.filter(pk=world.by.pk).update(is_superuser=True)
    world.by.refresh_from_db()
    return lambda: name_keeper(club=world.club, player=person, by=world.by, at=NOW)


def _asked_elsewhere(world: World) -> tuple[Player, Club]:
    """Return a player of the club, and another club that asked for his membership."""
    other = ClubFactory(name="Ailleurs")
    join_club(club=other, player=world.entries[0].player, by=organiser(other), at=NOW)
    return world.entries[0].player, other


@call_of(
    answer_membership,
    Entry("adhésion", "NOM1 Ada : Ailleurs", of="elsewhere"),
    Entry("adhésion", "NOM1 Ada : Ailleurs", of="club"),
)
def a_membership_elsewhere_that_is_agreed_to(world: World) -> Act:
    person, other = _asked_elsewhere(world)
    return lambda: answer_membership(club=other, player=person, accepted=True, by=world.by, at=NOW)


@call_of(
    answer_membership,
    Entry("adhésion refusée", "NOM1 Ada : Ailleurs", of="elsewhere"),
    Entry("adhésion refusée", "NOM1 Ada : Ailleurs", of="club"),
)
def a_membership_elsewhere_that_is_declined(world: World) -> Act:
    person, other = _asked_elsewhere(world)
    return lambda: answer_membership(club=other, player=person, accepted=False, by=world.by, at=NOW)


@call_of(
    record_facts,
    Entry("changement proposé", "ROY Al", of="club"),
    Entry("changement proposé", "ROY Al", of="result"),
)
def a_change_of_a_file_of_another_club(world: World) -> Act:
    person = PlayerFactory(club=ClubFactory(), last_name="ROY", first_name="Al", consent=False)
    join_club(club=world.club, player=person, by=None, at=NOW)
    return lambda: record_facts(club=world.club, player=person, facts=FACTS, by=world.by, at=NOW).player


@call_of(record_facts, Entry("joueur modifié", "ZIMMER Zoé", of="club"), told=True)
def a_player_written_by_his_club(world: World) -> Act:
    world.tables()
    person = world.entries[0].player
    return lambda: record_facts(club=world.club, player=person, facts=FACTS, by=world.by, at=NOW).player


def _proposed(world: World) -> Proposal:
    """Return a change of a player of the club that another club proposes."""
    person, other = world.entries[0].player, ClubFactory(name="Ailleurs")
    join_club(club=other, player=person, by=None, at=NOW)
    facts = replace(facts_now(person), last_name="ZIMMER", birth_year=None)
    record_facts(club=other, player=person, facts=facts, by=organiser(other), at=NOW)
    return Proposal.objects.get()


@call_of(
    answer_proposal,
    Entry("joueur modifié", "ZIMMER Ada", of="club"),
    Entry("fiche modifiée", "ZIMMER Ada", of="elsewhere", by="Les Bouts"),
    Entry("changement accepté", "ZIMMER Ada", of="elsewhere"),
    Entry("changement accepté", "ZIMMER Ada", of="club"),
    told=True,
)
def a_proposal_that_is_taken(world: World) -> Act:
    world.tables()
    proposal = _proposed(world)
    return lambda: answer_proposal(proposal=proposal, accepted=True, by=world.by, at=NOW)


@call_of(
    answer_proposal,
    Entry("changement refusé", "NOM1 Ada", of="elsewhere"),
    Entry("changement refusé", "NOM1 Ada", of="club"),
)
def a_proposal_that_is_declined(world: World) -> Act:
    proposal = _proposed(world)
    return lambda: answer_proposal(proposal=proposal, accepted=False, by=world.by, at=NOW)


@call_of(
    end_membership,
    Entry("adhésion terminée", "NOM1 Ada : Les Bouts", of="club"),
    Entry("adhésion terminée", "NOM1 Ada : Les Bouts", of="result"),
    told=True,
)
def a_person_of_two_clubs_who_leaves(world: World) -> Act:
    person = world.entries[0].player
    join_club(club=ClubFactory(), player=person, by=None, at=NOW)
    rewrite(world.tournament, state=TournamentState.FINISHED)
    return lambda: end_membership(club=world.club, player=person, by=world.by, at=NOW)


@call_of(change_player, Entry("joueur modifié", "ZIMMER Zoé", of="club"), told=True)
def a_player_renamed(world: World) -> Act:
    world.tables()
    return lambda: change_player(player=world.entries[0].player, facts=FACTS, by=world.by, at=NOW)


@call_of(
    hide_player,
    Entry("joueur modifié", "NOM1 Ada", of="club"),
    Entry("nom masqué", "NOM1 Ada", of="club"),
    told=True,
)
def a_name_that_a_club_hides(world: World) -> Act:
    world.tables()
    return lambda: hide_player(club=world.club, player=world.entries[0].player, by=world.by, at=NOW)


@call_of(set_own_consents, Entry("joueur modifié", "NOM1 Ada", of="club"), told=True)
def a_name_that_its_owner_withholds(world: World) -> Act:
    world.tables()
    me, none = world.entries[0].player, {"consent": False, "card_consent": False, "sharing_consent": False}
    return lambda: set_own_consents(player=me, by=world.by, at=NOW, **none)


@call_of(set_own_consents, Entry("accord demandé", "NOM1 Ada", of="club", by="NOM1 Ada"))
def a_name_that_a_link_asks_to_show(world: World) -> Act:
    me, none = world.entries[0].player, {"consent": False, "card_consent": False, "sharing_consent": False}
    Player.objects.filter(pk=me.pk).update(**none)
    return lambda: set_own_consents(player=me, by=ByLink(me), at=NOW, **(none | {"consent": True}))


@call_of(answer_consents, Entry("joueur modifié", "NOM1 Ada", of="club"), told=True)
def a_name_that_was_asked_for_and_may_be_shown(world: World) -> Act:
    world.tables()
    me = world.entries[0].player
    Player.objects.filter(pk=me.pk).update(consent=False, asks_consent=True)
    return lambda: answer_consents(player=me, accepted=True, by=world.by, at=NOW)


@call_of(answer_consents, Entry("demande d’accord écartée", "NOM1 Ada", of="club"))
def a_name_that_was_asked_for_and_stays_withheld(world: World) -> Act:
    me = world.entries[0].player
    Player.objects.filter(pk=me.pk).update(consent=False, asks_consent=True)
    return lambda: answer_consents(player=me, accepted=False, by=world.by, at=NOW)


@call_of(record_consents, Entry("accord de montrer son nom", "2 joueurs", of="club"), told=True)
def names_that_may_be_shown(world: World) -> Act:
    world.tables()
    players = [entry.player for entry in world.entries[:2]]
    Player.objects.filter(pk__in=[player.pk for player in players]).update(consent=False)
    return lambda: record_consents(club=world.club, players=players, by=world.by, at=NOW)


@call_of(record_consents, Entry("accord sur la fiche de joueur", "2 joueurs", of="club"), told=True)
def cards_of_many_players(world: World) -> Act:
    players = [entry.player for entry in world.entries[:2]]
    return lambda: record_consents(club=world.club, players=players, by=world.by, at=NOW, purpose=Purpose.CARD)


@call_of(record_consents, Entry("accord de transmission", "NOM1 Ada", of="club"), told=True)
def one_player_is_shared(world: World) -> Act:
    players = [world.entries[0].player]
    return lambda: record_consents(club=world.club, players=players, by=world.by, at=NOW, purpose=Purpose.SHARING)


@call_of(apply_import, Entry("import de joueurs", "1 ajoutés, 1 modifiés · copier-coller", of="club"), told=True)
def players_imported(world: World) -> Act:
    world.tables()
    rows = [
        Row(line=2, last_name="NOM1", first_name="Ada", licence="P1", sex="F"),
        Row(line=3, last_name="ZIMMER", first_name="Zoé", licence="Z1"),
    ]
    shown = examine(club=world.club, rows=rows)
    return lambda: apply_import(club=world.club, rows=rows, fingerprint=shown.fingerprint, by=world.by, at=NOW)


@call_of(
    enter_list,
    Entry("import de joueurs", "1 ajoutés, 0 modifiés · copier-coller", of="club"),
    Entry("inscription", "n° 9 ZIMMER Zoé"),
    told=True,
)
def a_list_read_into_an_evening(world: World) -> Act:
    world.tables()
    rows = [Row(line=2, last_name="ZIMMER", first_name="Zoé", licence="Z1", presence=True)]
    seen = examine(club=world.club, rows=rows, evening=world.tournament).fingerprint
    return lambda: enter_list(tournament=world.tournament, rows=rows, fingerprint=seen, by=world.by, at=NOW)


# Who may log in


@call_of(create_login, Entry("nomination", "zoe : arbitre · Les Bouts", of="club"))
def an_arbiter_given_a_login(world: World) -> Act:
    return lambda: create_login(
        club=world.club, username="zoe", first_name="", last_name="", role=RoleName.ARBITER, by=world.by, at=NOW
    )


@call_of(give_player_access, Entry("accès donné à un joueur", "NOM2 Ada : zoe", of="club"))
def a_player_given_a_login(world: World) -> Act:
    return lambda: give_player_access(
        club=world.club, player=world.entries[1].player, username="zoe", by=world.by, at=NOW
    )


@call_of(link_player, Entry("accès donné à un joueur", "NOM2 Ada : aline", of="club"))
def an_organiser_who_plays(world: World) -> Act:
    return lambda: link_player(
        club=world.club, player=world.entries[1].player, username=world.by.username, by=world.by, at=NOW
    )


@call_of(appoint, Entry("nomination", "zoe : arbitre · Concours"))
def an_arbiter_of_one_tournament(world: World) -> Act:
    account = AccountFactory(username="zoe")
    return lambda: appoint(
        club=world.club, account=account, role=RoleName.ARBITER, tournament=world.tournament, by=world.by, at=NOW
    )


@call_of(revoke, Entry("nomination retirée", "aline : arbitre · Concours"))
def an_appointment_taken_back(world: World) -> Act:
    held = Appointment.objects.create(account=world.by, role=RoleName.ARBITER, tournament=world.tournament)
    return lambda: revoke(club=world.club, appointment=held, by=world.by, at=NOW)


@call_of(revoke, Entry("nomination retirée", "zoe : arbitre · Les Bouts", of="club"))
def an_appointment_of_the_club_taken_back(world: World) -> Act:
    held = Appointment.objects.create(account=AccountFactory(username="zoe"), role=RoleName.ARBITER, club=world.club)
    return lambda: revoke(club=world.club, appointment=held, by=world.by, at=NOW)


@call_of(renew_password, Entry("mot de passe renouvelé", "zoe", of="club"))
def a_password_renewed(world: World) -> Act:
    account = AccountFactory(username="zoe")
    Appointment.objects.create(account=account, role=RoleName.ARBITER, club=world.club)
    return lambda: renew_password(club=world.club, account=account, by=world.by, at=NOW)


# Invitations


def inviting(world: World, tournament: Tournament | None = None) -> Act:
    AccountFactory(username="zoe")
    return lambda: name_or_invite(
        club=world.club, username="zoe", role=RoleName.ARBITER, tournament=tournament, by=world.by, at=NOW
    )


@call_of(name_or_invite, Entry("invitation", "zoe : arbitre · Les Bouts", of="club"))
def somebody_invited(world: World) -> Act:
    return inviting(world)


@call_of(
    accept,
    Entry("invitation acceptée", "zoe : arbitre · Concours", by="zoe"),
    Entry("nomination", "zoe : arbitre · Concours", by="zoe"),
)
def an_invitation_accepted(world: World) -> Act:
    inviting(world, world.tournament)()
    zoe, invitation = Account.objects.get(username="zoe"), Invitation.objects.get()
    return lambda: accept(invitation_id=invitation.pk, account=zoe, at=NOW)


def offering(world: World) -> Act:
    return lambda: offer_file(
        club=world.club, player=world.entries[1].player, username=world.by.username, by=world.by, at=NOW
    )


@call_of(offer_file, Entry("invitation", "aline : fiche de NOM2 Ada · Les Bouts", of="club"))
def a_file_offered(world: World) -> Act:
    return offering(world)


@call_of(
    accept,
    Entry("invitation acceptée", "aline : fiche de NOM2 Ada · Les Bouts", of="club"),
    Entry("accès donné à un joueur", "NOM2 Ada : aline", of="club"),
)
def a_file_accepted(world: World) -> Act:
    offering(world)()
    invitation = Invitation.objects.get()
    return lambda: accept(invitation_id=invitation.pk, account=world.by, at=NOW)


@call_of(decline, Entry("invitation refusée", "zoe : arbitre · Les Bouts", of="club", by="zoe"))
def an_invitation_declined(world: World) -> Act:
    inviting(world)()
    zoe, invitation = Account.objects.get(username="zoe"), Invitation.objects.get()
    return lambda: decline(invitation_id=invitation.pk, account=zoe, at=NOW)


@call_of(withdraw, Entry("invitation retirée", "zoe : arbitre · Les Bouts", of="club"))
def an_invitation_withdrawn(world: World) -> Act:
    inviting(world)()
    invitation = Invitation.objects.get()
    return lambda: withdraw(club=world.club, invitation=invitation, by=world.by, at=NOW)


# Tournaments


@call_of(create_tournament, Entry("tournoi créé", "Soirée", of="result"))
def a_tournament_opened(world: World) -> Act:
    settings = Settings(name="Soirée", date=world.tournament.date, season=world.season)
    return lambda: create_tournament(club=world.club, settings=settings, by=world.by, at=NOW)


@call_of(change_settings, Entry("réglages modifiés", "Soirée"), told=True)
def a_tournament_renamed(world: World) -> Act:
    settings = replace(Settings.of(world.tournament), name="Soirée")
    return lambda: change_settings(tournament=world.tournament, settings=settings, by=world.by, at=NOW)


@call_of(change_settings, Entry("règle du classement changée", "Concours", "vote du comité"), told=True)
def a_ranking_rule_changed_after_the_first_result(world: World) -> Act:
    SeatResult.objects.create(seat=world.tables()[0].seats.all()[0], points=10, donnes=1)
    settings = replace(Settings.of(world.tournament), unfinished_rule="out")
    told = {"reason": " vote du comité ", "by": world.by, "at": NOW}
    return lambda: change_settings(tournament=world.tournament, settings=settings, **told)


@call_of(finish, Entry("tournoi terminé", "Concours"), told=True)
def a_tournament_finished(world: World) -> Act:
    world.tables()
    return lambda: finish(tournament=world.tournament, by=world.by, at=NOW)


@call_of(reopen, Entry("tournoi rouvert", "Concours", "oubli"), told=True)
def a_tournament_reopened(world: World) -> Act:
    world.tables()
    Tournament.objects.update(state=TournamentState.FINISHED)
    return lambda: reopen(tournament=world.tournament, reason=" oubli ", by=world.by, at=NOW)


@call_of(set_bareme, Entry("barème choisi", "Concours"), told=True)
def a_bareme_named(world: World) -> Act:
    return lambda: set_bareme(tournament=world.tournament, edition="club-1-1", name="Vendredi", by=world.by, at=NOW)


@call_of(set_state, Entry("tournoi annoncé", "Concours"), told=True)
def a_tournament_announced(world: World) -> Act:
    Tournament.objects.update(state=TournamentState.OPEN)
    return lambda: set_state(tournament=world.tournament, state=TournamentState.ANNOUNCED, by=world.by, at=NOW)


@call_of(set_state, Entry("inscriptions ouvertes", "Concours"), told=True)
def a_tournament_opened_to_entries(world: World) -> Act:
    Tournament.objects.update(state=TournamentState.ANNOUNCED)
    return lambda: set_state(tournament=world.tournament, state=TournamentState.OPEN, by=world.by, at=NOW)


@call_of(set_state, Entry("tournoi remis en brouillon", "Concours"), told=True, gone=True)
def a_tournament_hidden(world: World) -> Act:
    Tournament.objects.update(state=TournamentState.OPEN)
    return lambda: set_state(tournament=world.tournament, state=TournamentState.DRAFT, by=world.by, at=NOW)


@call_of(release_ranking, Entry("classement publié", "Concours"), told=True)
def a_ranking_released(world: World) -> Act:
    world.tables()
    Tournament.objects.update(hidden_rounds=1)
    return lambda: release_ranking(tournament=world.tournament, by=world.by, at=NOW)


@call_of(hold_back_ranking, Entry("classement gardé de nouveau", "Concours"), told=True)
def a_ranking_held_back(world: World) -> Act:
    world.tables()
    Tournament.objects.update(hidden_rounds=1, released_at=NOW)
    return lambda: hold_back_ranking(tournament=world.tournament, by=world.by, at=NOW)


@call_of(archive, Entry("tournoi archivé", "Concours"), told=True)
def a_tournament_archived(world: World) -> Act:
    world.tables()
    Tournament.objects.update(state=TournamentState.FINISHED)
    return lambda: archive(tournament=world.tournament, by=world.by, at=NOW)


@call_of(take_out, Entry("tournoi sorti des archives", "Concours"), told=True)
def a_tournament_taken_out(world: World) -> Act:
    world.tables()
    Tournament.objects.update(state=TournamentState.ARCHIVED)
    return lambda: take_out(tournament=world.tournament, by=world.by, at=NOW)


@call_of(delete_tournament, Entry("tournoi supprimé", "Concours", of="club"), gone=True)
def a_tournament_deleted(world: World) -> Act:
    return lambda: delete_tournament(tournament=world.tournament, by=world.by, at=NOW)


@call_of(delete_club, told=True, gone=True)
def a_club_that_leaves(world: World) -> Act:
    return lambda: delete_club(club=world.club, name=world.club.name, by=world.by, at=NOW)


# Players made by mistake


@call_of(delete_registration, Entry("inscription supprimée", "n° 8 NOM8 Ada"), told=True)
def one_entry_deleted(world: World) -> Act:
    return lambda: delete_registration(registration=world.entries[7], by=world.by, at=NOW)


@call_of(delete_player, Entry("joueur supprimé", "NOM8 Ada", of="club"), told=True)
def one_player_deleted(world: World) -> Act:
    return lambda: delete_player(player=world.entries[7].player, by=world.by, at=NOW)


@call_of(merge_players, Entry("joueurs fusionnés", "ZIMMER Zoé est NOM8 Ada", of="club"), told=True)
def two_players_merged(world: World) -> Act:
    drop = world.another_player()
    keep = world.entries[7].player
    drop.licence = ""
    drop.save()
    return lambda: merge_players(keep=keep, drop=drop, by=world.by, at=NOW)


@call_of(
    merge_players,
    Entry("double hors classement", "n° 7 NOM7 Ada est n° 8 NOM8 Ada", reason="entré deux fois"),
    Entry("joueurs fusionnés", "NOM7 Ada est NOM8 Ada", reason="entré deux fois", of="club"),
    told=True,
)
def two_who_met_merged(world: World) -> Act:
    world.tables()
    drop, keep = (entry.player for entry in world.entries[6:])
    keep.licence = ""
    keep.save()
    return lambda: merge_players(keep=keep, drop=drop, by=world.by, at=NOW, reason="entré deux fois")


# Registrations


@call_of(register, Entry("inscription", "n° 9 ZIMMER Zoé"), told=True)
def one_registered(world: World) -> Act:
    players = [world.another_player()]
    return lambda: register(tournament=world.tournament, players=players, by=world.by, at=NOW)


@call_of(register, Entry("inscriptions", "8 joueurs"), told=True)
def several_registered(world: World) -> Act:
    players = [entry.player for entry in world.entries]
    world.tournament.registrations.all().delete()
    return lambda: register(tournament=world.tournament, players=players, by=world.by, at=NOW)


@call_of(set_status, Entry("pointage", "n° 8 NOM8 Ada : absent"), told=True)
def one_absent(world: World) -> Act:
    return lambda: set_status(
        tournament=world.tournament, registrations=[world.entries[7].pk], status=Status.ABSENT, by=world.by, at=NOW
    )


@call_of(leave, Entry("retrait par le joueur", "n° 1 NOM1 Ada", by="NOM1 Ada"), told=True)
def somebody_who_leaves(world: World) -> Act:
    entry = world.entries[0]
    return lambda: leave(tournament=world.tournament, registration=entry.pk, by=ByLink(entry.player), at=NOW)


@call_of(withdraw_link, Entry("lien personnel retiré", "NOM1 Ada", reason="fiche perdue", of="club"))
def a_link_withdrawn(world: World) -> Act:
    player = world.entries[0].player
    return lambda: withdraw_link(player=player, reason=" fiche perdue ", by=world.by, at=NOW)


@call_of(withdraw_link, Entry("lien personnel retiré", "NOM1 Ada", reason="par lui-même", of="club", by="NOM1 Ada"))
def a_link_withdrawn_by_its_owner(world: World) -> Act:
    player = world.entries[0].player
    return lambda: withdraw_link(player=player, reason="", by=ByLink(player), at=NOW)


@call_of(withdraw_evening_link, Entry("lien de la soirée retiré", "NOM1 Ada", reason="fiche perdue"))
def a_link_of_the_evening_withdrawn(world: World) -> Act:
    entry = world.entries[0].pk
    evening = world.tournament
    return lambda: withdraw_evening_link(
        tournament=evening, registration=entry, reason=" fiche perdue ", by=world.by, at=NOW
    )


@call_of(withdraw_evening_links, Entry("liens de la soirée retirés", "8 joueurs", reason="fiches volées"))
def all_links_withdrawn(world: World) -> Act:
    return lambda: withdraw_evening_links(tournament=world.tournament, reason="fiches volées", by=world.by, at=NOW)


@call_of(mark_all_present, Entry("pointage", "8 joueurs : présent"), told=True)
def all_present(world: World) -> Act:
    world.tournament.registrations.update(status=Status.REGISTERED)
    return lambda: mark_all_present(tournament=world.tournament, by=world.by, at=NOW)


@call_of(
    walk_in,
    Entry("joueur ajouté", "ZIMMER Zoé", of="club"),
    Entry("inscription", "n° 9 ZIMMER Zoé"),
    told=True,
)
def one_at_the_door(world: World) -> Act:
    return lambda: walk_in(tournament=world.tournament, facts=FACTS, by=world.by, at=NOW)


# Wishes


def sector(world: World, name: str, first: int) -> Wish:
    players = [entry.pk for entry in world.entries[first : first + 4]]
    return add_wish(tournament=world.tournament, kind=WishKind.SECTOR, players=players, name=name, by=world.by, at=NOW)


@call_of(add_wish, Entry("souhait ajouté", "joueurs à séparer"))
def two_to_keep_apart(world: World) -> Act:
    players = [entry.pk for entry in world.entries[:2]]
    return lambda: add_wish(
        tournament=world.tournament, kind=WishKind.APART, players=players, reason="frères", by=world.by, at=NOW
    )


@call_of(cancel_wish, Entry("souhait retiré", "secteur de la salle"))
def a_wish_taken_back(world: World) -> Act:
    wish = sector(world, "scène", 0)
    return lambda: cancel_wish(wish=wish, by=world.by, at=NOW)


@call_of(put_sector_last, Entry("secteur mis après les autres", "secteur de la salle"))
def a_sector_put_last(world: World) -> Act:
    first = sector(world, "scène", 0)
    sector(world, "fond", 4)
    return lambda: put_sector_last(wish=first, by=world.by, at=NOW)


# Draws


@call_of(jobs.ask)
def a_ranking_asked_for(world: World) -> Act:
    return lambda: jobs.ask(kind=JobKind.RANKING, tournament=world.tournament, by=world.by, at=NOW)


@call_of(jobs.cancel, Entry("travail annulé", "classement en PDF"))
def a_ranking_cancelled(world: World) -> Act:
    job = jobs.ask(kind=JobKind.RANKING, tournament=world.tournament, by=world.by, at=NOW)
    return lambda: jobs.cancel(job=job, by=world.by, at=NOW)


@call_of(jobs.cancel, Entry("travail annulé", "championnat en PDF", of="club"))
def a_league_cancelled(world: World) -> Act:
    job = jobs.ask(kind=JobKind.LEAGUE, season=world.season, by=world.by, at=NOW)
    return lambda: jobs.cancel(job=job, by=world.by, at=NOW)


@call_of(jobs.stop_early, Entry("recherche arrêtée", "tirage des tables"))
def a_search_stopped(world: World) -> Act:
    job = jobs.ask(kind=JobKind.DRAW, tournament=world.tournament, by=world.by, at=NOW)
    return lambda: jobs.stop_early(job=job, by=world.by, at=NOW)


@call_of(keep_document, Entry("document fait", "Classement · Concours"))
def a_ranking_kept(world: World) -> Act:
    asked = jobs.ask(kind=JobKind.RANKING, tournament=world.tournament, by=world.by, at=NOW)
    job = jobs.claim(job_id=asked.pk, worker="one", at=NOW)
    assert job is not None
    return lambda: keep_document(job=job, title="Classement · Concours", filename="a.pdf", content=b"%PDF", at=NOW)


@call_of(keep_document, Entry("document fait", "Championnat", of="club"))
def a_league_kept(world: World) -> Act:
    asked = jobs.ask(kind=JobKind.LEAGUE, season=world.season, by=world.by, at=NOW)
    job = jobs.claim(job_id=asked.pk, worker="one", at=NOW)
    assert job is not None
    return lambda: keep_document(job=job, title="Championnat", filename="a.pdf", content=b"%PDF", at=NOW)


@call_of(ask_draw)
def a_draw_asked_for(world: World) -> Act:
    return lambda: ask_draw(tournament=world.tournament, remainder=Remainder.EXEMPT, seed=1, by=world.by, at=NOW)


@call_of(finish_draw)
def a_draw_finished(world: World) -> Act:
    asked = ask_draw(tournament=world.tournament, remainder=Remainder.EXEMPT, seed=1, by=world.by, at=NOW)
    job = jobs.claim(job_id=asked.job_id, worker="test", at=NOW)
    found = compute_draw(job, Monitor())
    return lambda: finish_draw(job=job, result=found, at=NOW)


@call_of(publish_draw, Entry("tirage publié", "2 positions"), told=True)
def a_draw_published(world: World) -> Act:
    draw = drawn(world.tournament, world.by)
    return lambda: publish_draw(draw=draw, by=world.by, at=NOW)


@call_of(ask_draw)
def a_redraw_asked_for(world: World) -> Act:
    world.tables()
    return lambda: ask_draw(
        tournament=world.tournament, number=1, remainder=Remainder.EXEMPT, seed=1, by=world.by, at=NOW
    )


@call_of(publish_draw, Entry("position tirée à nouveau", "position 1"), told=True)
def a_redraw_published(world: World) -> Act:
    publish(world.tournament, 1, [world.entries[0:4], world.entries[4:8]])
    draw = redrawn(world.tournament, 1, world.by)
    return lambda: publish_draw(draw=draw, by=world.by, at=NOW)


def left_after(world: World) -> None:
    """Publish places of nine, one exempt, and let the first of them go."""
    publish_draw(draw=drawn(world.tournament, world.by), by=world.by, at=NOW)
    gone = world.tournament.registrations.filter(status=Status.PRESENT).first()
    set_status(tournament=world.tournament, registrations=[gone.pk], status=Status.WITHDRAWN, by=world.by, at=NOW)


@call_of(ask_smallest_change)
def a_smallest_change_asked_for(world: World) -> Act:
    left_after(world)
    return lambda: ask_smallest_change(tournament=world.tournament, by=world.by, at=NOW)


@call_of(publish_draw, Entry("plus petit changement publié", "2 positions"), told=True)
def a_smallest_change_published(world: World) -> Act:
    left_after(world)
    draw = done(ask_smallest_change(tournament=world.tournament, by=world.by, at=NOW))
    return lambda: publish_draw(draw=draw, by=world.by, at=NOW)


# Seats changed by hand


def swapping(world: World) -> Act:
    seen = digest(places(world.tournament))
    return lambda: swap_players(
        tournament=world.tournament,
        number=1,
        one=world.entries[0].pk,
        other=world.entries[4].pk,
        seen=seen,
        key=uuid.uuid4(),
        reason=" voisins ",
        by=world.by,
        at=NOW,
    )


@call_of(swap_players, Entry("places échangées", SWAP, "voisins"), told=True)
def two_exchanged(world: World) -> Act:
    world.tables()
    return swapping(world)


@call_of(undo_swap, Entry("échange défait", SWAP), told=True)
def an_exchange_undone(world: World) -> Act:
    world.tables()
    change = swapping(world)()
    return lambda: undo_swap(change=change, by=world.by, at=NOW)


@call_of(
    replace_player,
    Entry("joueur remplacé", "n° 9 ZIMMER Zoé prend la place de n° 1 NOM1 Ada à partir de la position 1", "parti"),
    Entry("souhaits repris", "1 souhait passe au remplaçant"),
    told=True,
)
def one_replaced_who_was_pointed_as_gone(world: World) -> Act:
    """Both have their status already: only the chairs change hands."""
    world.tables()
    come = RegistrationFactory(tournament=world.tournament, player=world.another_player(), start_number=9)
    wish = sector(world, "scène", 0)
    gone = world.entries[0]
    world.tournament.registrations.filter(pk=gone.pk).update(status=Status.WITHDRAWN)
    return lambda: replace_player(
        tournament=world.tournament,
        leaver=gone.pk,
        comer=come.pk,
        number=1,
        key=uuid.uuid4(),
        reason=" parti ",
        wishes=[wish.pk],
        by=world.by,
        at=NOW,
    )


@call_of(
    undo_replacement,
    Entry("pointage", "n° 1 NOM1 Ada : présent"),
    Entry("souhaits repris", "1 souhait passe au remplaçant"),
    Entry("remplacement défait", "n° 9 ZIMMER Zoé prend la place de n° 1 NOM1 Ada à partir de la position 1"),
    told=True,
)
def a_replacement_undone(world: World) -> Act:
    change = one_replaced_who_was_pointed_as_gone(world)()
    return lambda: undo_replacement(change=change, by=world.by, at=NOW)


# The clock of a timed round


def timed(world: World, *, spent: int = 0, running: bool = False) -> Tournament:
    """Publish a round of an hour; its clock was let run before, or runs."""
    world.tournament.pace, world.tournament.minutes_per_round = Pace.MINUTES, 60
    world.tournament.donnes_per_round = None
    world.tournament.save()
    round_ = world.tables()[0].round
    if spent or running:
        Clock.objects.create(round=round_, spent=spent, running_since=NOW if running else None)
    return world.tournament


@call_of(start_clock, Entry("horloge lancée", "position 1"), told=True)
def a_clock_started(world: World) -> Act:
    tournament = timed(world)
    return lambda: start_clock(tournament=tournament, round_number=1, by=world.by, at=NOW)


@call_of(pause_clock, Entry("horloge arrêtée", "position 1"), told=True)
def a_clock_paused(world: World) -> Act:
    tournament = timed(world, running=True)
    return lambda: pause_clock(tournament=tournament, round_number=1, by=world.by, at=NOW)


@call_of(call_time, Entry("temps annoncé", "position 1"), told=True)
def a_time_called(world: World) -> Act:
    tournament = timed(world, running=True)
    return lambda: call_time(tournament=tournament, round_number=1, by=world.by, at=NOW)


@call_of(give_extra_minutes, Entry("minutes de plus", "position 1, table 1", "renonce"), told=True)
def a_table_with_more_time(world: World) -> Act:
    timed(world)
    table = Table.objects.select_related("round__tournament").get(number=1)
    return lambda: give_extra_minutes(table=table, minutes=5, reason=" renonce ", by=world.by, at=NOW)


@call_of(reset_clock, Entry("horloge remise au début", "position 1"), told=True)
def a_clock_set_back(world: World) -> Act:
    tournament = timed(world, spent=600)
    return lambda: reset_clock(tournament=tournament, round_number=1, by=world.by, at=NOW)


@call_of(offer_link, Entry("code de lien donné", "NOM1 Ada", of="club"))
def a_code_given_for_a_file(world: World) -> Act:
    return lambda: offer_link(player=world.entries[0].player, by=world.by, at=NOW)


def a_file_elsewhere(world: World) -> Player:
    """Return the file of the first player of the world in another club, for which that club gave a code."""
    one = world.entries[0].player
    other = PlayerFactory(club=ClubFactory(), last_name=one.last_name, first_name=one.first_name, licence="")
    offer_link(player=other, by=None, at=NOW)
    other.refresh_from_db()
    return other


@call_of(
    link_files,
    Entry("fiches liées", "NOM1 Ada", of="club"),
    Entry("fiches liées", "NOM1 Ada", of="elsewhere"),
    told=True,
)
def two_files_linked(world: World) -> Act:
    world.tables()
    code, here = a_file_elsewhere(world).link_code, world.entries[0].player
    return lambda: link_files(player=here, code=code, by=world.by, at=NOW)


@call_of(
    unlink,
    Entry("lien de fiches défait", "NOM1 Ada", of="club"),
    Entry("lien de fiches défait", "NOM1 Ada", of="elsewhere"),
    told=True,
)
def two_files_linked_no_more(world: World) -> Act:
    world.tables()
    code, here = a_file_elsewhere(world).link_code, world.entries[0].player
    link_files(player=here, code=code, by=None, at=NOW)
    return lambda: unlink(player=here, by=world.by, at=NOW)


@call_of(unlink, Entry("code de lien retiré", "NOM1 Ada", of="club"))
def a_code_taken_back(world: World) -> Act:
    here = offer_link(player=world.entries[0].player, by=None, at=NOW)
    return lambda: unlink(player=here, by=world.by, at=NOW)


@call_of(ask_erasure, Entry("effacement demandé", "NOM1 Ada", of="club", by="NOM1 Ada"))
def an_erasure_asked_for(world: World) -> Act:
    me = world.entries[0].player
    return lambda: ask_erasure(player=me, asks=True, by=ByLink(me), at=NOW)


@call_of(ask_erasure, Entry("demande d’effacement retirée", "NOM1 Ada", of="club", by="NOM1 Ada"))
def an_erasure_asked_for_no_longer(world: World) -> Act:
    me = world.entries[0].player
    Player.objects.filter(pk=me.pk).update(erasure_asked_on=NOW.date())
    return lambda: ask_erasure(player=me, asks=False, by=ByLink(me), at=NOW)


@call_of(erase_player, Entry("données effacées", "Joueur effacé", of="club"), told=True)
def somebody_is_forgotten(world: World) -> Act:
    world.tournament.state = TournamentState.FINISHED
    world.tournament.save()
    return lambda: erase_player(player=world.entries[1].player, by=world.by, at=NOW)
