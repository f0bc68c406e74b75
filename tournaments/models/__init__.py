"""The players and their clubs, the tournaments they play in, and their seats."""

from tournaments.models.boards import BoardDeal, BoardResult, FouledBoard, FouledTable
from tournaments.models.clubs import Club, ClubLogo, ClubPhoto, Player
from tournaments.models.committees import Committee, CommitteeSuspension
from tournaments.models.draws import Draw
from tournaments.models.entries import Entry, EntryPartner, FromHome
from tournaments.models.imports import ColumnMapping, Import
from tournaments.models.jobs import Document, Job
from tournaments.models.journal import JournalEntry
from tournaments.models.mails import Mail, Mailbox
from tournaments.models.matches import Match, SealedLineUp
from tournaments.models.members import Membership, MembershipPeriod, OwnToClub, Proposal, Suspension, has_died
from tournaments.models.money import CashCount, Fee, Payment, Rate, SeasonRate
from tournaments.models.people import Account, Appointment, ByLink, Invitation
from tournaments.models.prizes import Prize, PrizeGiven, PrizePlan
from tournaments.models.programs import Token, Webhook, WebhookDelivery
from tournaments.models.qualifying import Declined, Qualifying
from tournaments.models.ratings import ClubRating, Rating
from tournaments.models.rounds import Clock, Round, Seat, SeatChange, SeatResult, Table
from tournaments.models.seasons import League, LeagueGuest, LeaguePublication, PublishedLine, Season
from tournaments.models.series import Series, Template
from tournaments.models.site import Site
from tournaments.models.teams import Team
from tournaments.models.tournaments import Registration, Tournament, is_shown, language_of
from tournaments.models.wishes import Wish, WishPlayer

__all__ = [
    "Account",
    "Appointment",
    "BoardDeal",
    "BoardResult",
    "ByLink",
    "CashCount",
    "Clock",
    "Club",
    "ClubLogo",
    "ClubPhoto",
    "ClubRating",
    "ColumnMapping",
    "Committee",
    "CommitteeSuspension",
    "Declined",
    "Document",
    "Draw",
    "Entry",
    "EntryPartner",
    "Fee",
    "FouledBoard",
    "FouledTable",
    "FromHome",
    "Import",
    "Invitation",
    "Job",
    "JournalEntry",
    "League",
    "LeagueGuest",
    "LeaguePublication",
    "Mail",
    "Mailbox",
    "Match",
    "Membership",
    "MembershipPeriod",
    "OwnToClub",
    "Payment",
    "Player",
    "Prize",
    "PrizeGiven",
    "PrizePlan",
    "Proposal",
    "PublishedLine",
    "Qualifying",
    "Rate",
    "Rating",
    "Registration",
    "Round",
    "SealedLineUp",
    "Season",
    "SeasonRate",
    "Seat",
    "SeatChange",
    "SeatResult",
    "Series",
    "Site",
    "Suspension",
    "Table",
    "Team",
    "Template",
    "Token",
    "Tournament",
    "Webhook",
    "WebhookDelivery",
    "Wish",
    "WishPlayer",
    "has_died",
    "is_shown",
    "language_of",
]
