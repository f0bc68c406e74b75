"""The services of people: files, consents, links, erasure; one row for each thing that one of them can do."""

import datetime
from dataclasses import replace

from tests.factories import NOW, ClubFactory, PlayerFactory, organiser, rewrite
from tests.services.calls import Act, Entry, World, call_of
from tournaments.imports.evening_lists import enter_list
from tournaments.imports.player_rows import PlayerRow
from tournaments.imports.players import apply_import, examine
from tournaments.labels import EndReason, Purpose, TournamentState
from tournaments.models import Account, ByLink, Club, Player, Proposal
from tournaments.services.people.consents import answer_consents, record_consents, set_own_consents
from tournaments.services.people.files import answer_proposal, facts_now, hide_player, record_facts
from tournaments.services.people.joining import answer_membership
from tournaments.services.people.keeping import name_keeper
from tournaments.services.people.linking import link_files, offer_link, unlink
from tournaments.services.people.members import date_membership, end_membership, end_memberships, take_end_back
from tournaments.services.people.merging import merge_players
from tournaments.services.people.players import PlayerFacts, add_player, change_player, join_club
from tournaments.services.privacy.asking import ask_erasure
from tournaments.services.privacy.erasing import erase_player
from tournaments.services.undo.undoing import delete_player, delete_registration

FACTS = PlayerFacts(last_name="ZIMMER", first_name="Zoé", licence="Z1")


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


@call_of(end_memberships, Entry("adhésion terminée", "2 joueurs", of="club"), told=True)
def members_who_did_not_renew(world: World) -> Act:
    rewrite(world.tournament, state=TournamentState.FINISHED)
    join_club(club=ClubFactory(), player=world.entries[0].player, by=None, at=NOW)
    ids, until = [entry.player_id for entry in world.entries[:2]], NOW.date()
    return lambda: end_memberships(
        club=world.club, players=ids, until=until, reason=EndReason.LAPSED, by=world.by, at=NOW
    )


@call_of(take_end_back, Entry("fin d’adhésion annulée", "NOM1 Ada", of="club"))
def a_member_who_never_stopped(world: World) -> Act:
    person = world.entries[0].player
    end_membership(club=world.club, player=person, by=None, at=NOW)
    return lambda: take_end_back(club=world.club, player=person, by=world.by, at=NOW)


@call_of(date_membership, Entry("adhésion datée", "NOM1 Ada", of="club"))
def a_member_since_another_day(world: World) -> Act:
    person = world.entries[0].player
    return lambda: date_membership(club=world.club, player=person, since=datetime.date(2019, 9, 1), by=world.by, at=NOW)


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
        PlayerRow(line=2, last_name="NOM1", first_name="Ada", licence="P1", sex="F"),
        PlayerRow(line=3, last_name="ZIMMER", first_name="Zoé", licence="Z1"),
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
    rows = [PlayerRow(line=2, last_name="ZIMMER", first_name="Zoé", licence="Z1", presence=True)]
    seen = examine(club=world.club, rows=rows, evening=world.tournament).fingerprint
    return lambda: enter_list(tournament=world.tournament, rows=rows, fingerprint=seen, by=world.by, at=NOW)


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
