"""Who plays, in what, and where they sit."""

from tournaments.models.clubs import Club, Player, Season
from tournaments.models.draws import Draw
from tournaments.models.jobs import Document, Job
from tournaments.models.journal import JournalEntry
from tournaments.models.people import Account, Appointment, Invitation
from tournaments.models.rounds import Round, Seat, SeatChange, SeatResult, Table
from tournaments.models.tournaments import Registration, Tournament
from tournaments.models.wishes import Wish, WishPlayer

__all__ = [
    "Account",
    "Appointment",
    "Club",
    "Document",
    "Draw",
    "Invitation",
    "Job",
    "JournalEntry",
    "Player",
    "Registration",
    "Round",
    "Season",
    "Seat",
    "SeatChange",
    "SeatResult",
    "Table",
    "Tournament",
    "Wish",
    "WishPlayer",
]
