"""A club with one of everything, for the walk of all addresses: what an address names is here."""

import uuid
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from scoring.labels import CallAbout, CalledWhen, Outcome, PenaltyTarget, ProtestAbout
from scoring.models import (
    ArbiterCall,
    ChelemCall,
    Conflict,
    Incident,
    Penalty,
    PenaltyEdition,
    PenaltyKind,
    Protest,
    SheetLine,
)
from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    SeasonFactory,
    TournamentFactory,
    a_fee,
    arbiter,
    other_league,
)
from tests.scoring.baremes import a_bareme
from tests.scoring.sheets import EST, SUD, seat, seated
from tests.tournaments.ratings import rate
from tests.tournaments.rounds import evening
from tests.tournaments.tokens import a_token
from tournaments.labels import (
    EntryState,
    ImportKind,
    JobKind,
    JobState,
    PaymentMethod,
    RoleName,
    SeatChangeKind,
    TournamentState,
    WishKind,
)
from tournaments.mail_labels import MailKind, MailPurpose, MailState
from tournaments.models import (
    Account,
    Appointment,
    Club,
    ClubLogo,
    ClubPhoto,
    ClubRating,
    Committee,
    CommitteeSuspension,
    Document,
    Entry,
    FouledBoard,
    Import,
    Invitation,
    Job,
    JournalEntry,
    LeagueGuest,
    LeaguePublication,
    Mail,
    Mailbox,
    Payment,
    Player,
    Prize,
    PrizeGiven,
    PrizePlan,
    Qualifying,
    Registration,
    Round,
    SeatChange,
    Series,
    Table,
    Team,
    Template,
    Tournament,
    Webhook,
    Wish,
)
from tournaments.queries.pages.personal_links import personal_code
from tournaments.queries.pages.table_codes import token_of
from tournaments.queries.people.entries import entry_code, proof_of
from tournaments.queries.people.messages import digest_of, stop_code

# What a line that was not played says.
NO_FACTS = {"taker": None, "partner": None, "sits_out": None}


@dataclass
class World:
    """A club with one of everything, and the value of each argument an address may take."""

    club: Club
    tournament: Tournament
    player: Account
    values: dict[str, Any] = field(default_factory=dict)


def _picture(model: type[ClubLogo | ClubPhoto], club: Club) -> str:
    return model.objects.create(club=club, content=b"PNG", width=1, height=1, digest="0123").digest


def world() -> World:
    club = ClubFactory()
    season = SeasonFactory(club=club)
    tournament = TournamentFactory(club=club, season=season, state=TournamentState.RUNNING)
    (table,) = seated(tournament)
    chair = seat(table, SUD)
    entry = chair.registration
    player = AccountFactory(player=entry.player)
    Player.objects.update(card_consent=True)
    appointed = arbiter(club)
    printed = Job.objects.create(
        kind=JobKind.RANKING, tournament=tournament, state=JobState.DONE, asked_at=NOW, ended_at=NOW
    )
    document = Document.objects.create(
        job=printed, tournament=tournament, title="Classement", filename="c.pdf", content=b"%PDF-", size=5, made_at=NOW
    )
    job = Job.objects.create(kind=JobKind.RANKING, tournament=tournament, asked_at=NOW)
    call = ChelemCall.objects.create(
        table=table, number=1, caller=chair, announced=CalledWhen.BEFORE_CARD, key=uuid.uuid4(), recorded_at=NOW
    )
    penalty = Penalty.objects.create(
        tournament=tournament,
        kind=PenaltyKind.objects.first(),
        target=PenaltyTarget.PLAYER,
        registration=entry,
        points=-20,
        reason="retard",
        key=uuid.uuid4(),
        given_at=NOW,
    )
    edition = PenaltyEdition.objects.create(club=club, created_at=NOW)
    cancelled = Round.objects.create(
        number=9, published_at=NOW, cancelled_from=tournament, cancelled_at=NOW, cancel_reason="mauvais étuis"
    )
    Table.objects.create(round=cancelled, number=1)
    invitation = Invitation.objects.create(
        username=player.username, role=RoleName.ARBITER, tournament=tournament, asked_at=NOW
    )
    Tournament.objects.filter(pk=tournament.pk).update(team_size=2)
    mate = seat(table, EST).registration
    team = Team.objects.create(tournament=tournament, number=1, name="Les Bouts", key=uuid.uuid4())
    Registration.objects.filter(pk__in=[entry.pk, mate.pk]).update(team=team)
    Registration.objects.filter(pk=entry.pk).update(is_captain=True)
    plan = PrizePlan.objects.create(tournament=tournament)
    entered = Entry.objects.create(
        tournament=tournament,
        number=1,
        state=EntryState.CONFIRMED,
        last_name="ZIMMER",
        first_name="Zoé",
        key=uuid.uuid4(),
        entered_at=NOW,
    )
    message = Mail.objects.create(
        mailbox=Mailbox.objects.create(club=club, digest=digest_of("zoe@example.org"), refused_at=NOW),
        kind=MailKind.LINK,
        state=MailState.REFUSED,
        event=str(entered.pk),
        tournament=tournament,
        entry=entered,
        made_at=NOW,
    )
    Tournament.objects.filter(pk=tournament.pk).update(places_taken=1)
    played = evening(season, 1, {entry.player: 10, seat(table, EST).registration.player: -10})
    Tournament.objects.filter(pk=played.pk).update(team_size=2)
    pair = Team.objects.create(tournament=played, number=1, name="Les Levées", key=uuid.uuid4())
    played.registrations.update(team=pair)
    Qualifying.objects.create(final=tournament, number=2, source=played, first=4)
    league = other_league(season)
    committee = Committee.objects.create(name=f"Comité {club.pk}", slug=f"comite-{club.pk}")
    Club.objects.filter(pk=club.pk).update(committee=committee, lists_members=True, lists_arbiters=True)
    answers = Appointment.objects.create(account=AccountFactory(), role=RoleName.COMMITTEE, committee=committee)
    rate(ClubRating.objects.create(club=club, since=NOW.date().replace(month=10, day=1)))
    values = {
        "club_id": club.pk,
        "committee_id": committee.pk,
        "committee_slug": committee.slug,
        "responsible_id": answers.pk,
        "arbiter_id": appointed.pk,
        "suspension_id": CommitteeSuspension.objects.create(
            committee=committee,
            player=seat(table, EST).registration.player,
            suspended_from=NOW.date(),
            suspension_reason="propos",
            key=uuid.uuid4(),
        ).pk,
        "slug": club.slug,
        "season_id": season.pk,
        "league_id": league.pk,
        "of_league": league.pk,
        "qualifying_id": Qualifying.objects.create(final=tournament, league=league, first=4).pk,
        "guest_id": LeagueGuest.objects.create(league=league, season=SeasonFactory()).pk,
        "publication_id": LeaguePublication.objects.create(league=league, at=NOW, rule=league.rule, events=1).pk,
        "tournament_id": tournament.pk,
        "player_id": entry.player_id,
        "player_key": entry.player.key,
        "other_key": seat(table, EST).registration.player.key,
        "registration_id": entry.pk,
        "appointment_id": appointed.appointments.get().pk,
        "account_id": appointed.pk,
        "job_id": job.pk,
        "document_id": document.pk,
        "round_number": 1,
        "table_number": 1,
        "number": 1,  # of a donne, or of a round for programs
        "call_id": call.pk,
        "penalty_id": penalty.pk,
        "incident_id": Incident.objects.create(tournament=tournament, text="bruit", key=uuid.uuid4(), noted_at=NOW).pk,
        "fouled_id": FouledBoard.objects.create(
            tournament=tournament, board=1, reason="paquet mélangé", key=uuid.uuid4(), ruled_at=NOW
        ).pk,
        "edition_id": edition.pk,
        "kind_id": PenaltyKind.objects.create(club=club, edition=edition, code="bruit", name="Bruit").pk,
        "bareme_id": a_bareme(club).pk,
        "change_id": SeatChange.objects.create(
            tournament=tournament,
            kind=SeatChangeKind.SWAP,
            number=1,
            round=table.round,
            one=entry,
            other=seat(table, EST).registration,
            reason="voisins",
            key=uuid.uuid4(),
            made_at=NOW,
        ).pk,
        "cancelled_id": cancelled.pk,
        "invitation_id": invitation.pk,
        "own_invitation_id": invitation.pk,
        "own_token_id": a_token(player)[0].pk,
        "wish_id": Wish.objects.create(tournament=tournament, kind=WishKind.CLUB, added_at=NOW).pk,
        "import_id": Import.objects.create(club=club, kind=ImportKind.PLAYERS, at=NOW).pk,
        "fee_payment_id": a_fee(entry.player.memberships.get(club=club), season).payments.get().pk,
        "payment_id": Payment.objects.create(
            key=uuid.uuid4(), registration=entry, amount=500, method=PaymentMethod.CASH, paid_on=NOW.date(), at=NOW
        ).pk,
        "series_id": Series.objects.create(club=club, name="Le vendredi", starts_on=NOW.date()).pk,
        "template_id": Template.objects.create(club=club, source=tournament, name="Vendredi").pk,
        # Of the logo and of the photo.
        "digest": _picture(ClubLogo, club) and _picture(ClubPhoto, club),
        "given_id": PrizeGiven.objects.create(
            prize=Prize.objects.create(plan=plan, number=1, lot="jambon"), registration=entry, lot="jambon", at=NOW
        ).pk,
        "entry_id": JournalEntry.objects.create(
            club=club, tournament=tournament, at=NOW, action="feuille close", subject="table 1"
        ).pk,
        "line_id": SheetLine.objects.create(
            table=table,
            number=1,
            outcome=Outcome.PASSED,
            current=False,
            key=uuid.uuid4(),
            written_at=NOW,
        ).pk,
        "rest": "v1/nowhere/",
        "face": "sans-400",
        "size": 180,
        "protest_id": Protest.objects.create(
            table=table, about=ProtestAbout.SHEET, reason="total", key=uuid.uuid4(), by_name="Ada", at=NOW
        ).pk,
        "conflict_id": Conflict.objects.create(
            table=table, number=1, late=True, outcome=Outcome.PASSED, facts=NO_FACTS, key=uuid.uuid4(), at=NOW
        ).pk,
        "arbiter_call_id": ArbiterCall.objects.create(
            table=table, about=CallAbout.FAULT, key=uuid.uuid4(), by_name="Ada", at=NOW
        ).pk,
        "webhook_id": Webhook.objects.create(
            club=club, url="https://example.org/", events=["draw_published"], key=uuid.uuid4(), made_at=NOW
        ).pk,
        "token": token_of(table, tournament),
        "start_number": entry.start_number,
        "team_number": team.number,
        "match_number": 1,
        "entered_id": entered.pk,
        "person_number": 0,
        "entered_code": entry_code(entered),
        "proof": proof_of(entered),
        "code": personal_code(entry.player, timezone.localdate()),
    }
    values |= {"mailbox_code": stop_code(message.mailbox, MailPurpose.EVENINGS), "message_id": message.pk}
    return World(club, tournament, player, values)
