"""Entries from home: people who enter a tournament by themselves, before and after the club accepts them."""

from dataclasses import dataclass

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_noop

from tournaments.labels import MOST_IN_TEAM, EntryState

LANGUAGES = ("fr", "en")  # those of the catalogues
MOST_TOGETHER = MOST_IN_TEAM  # people of one entry
MOST_PLACES = 5000  # of a tournament


@dataclass(frozen=True)
class FromHome:
    """A person who enters or cancels without an account: the journal has the typed name, and this device."""

    name: str

    device = gettext_noop("de chez soi")  # kept in French, as everything the journal keeps

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """A person of an entry, with the typed name; `registration` is set once the club has accepted this person."""

    last_name = models.CharField(max_length=80)
    first_name = models.CharField(max_length=80, blank=True)
    registration = models.ForeignKey(
        "tournaments.Registration", null=True, blank=True, on_delete=models.SET_NULL, related_name="%(class)s_rows"
    )

    class Meta:
        abstract = True

    @property
    def full_name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()


class Entry(Entrant):
    """
    An entry that a person made from home, alone or with partners, without an account.

    `number` is the order of arrival, from 1; `places` is how many people enter. `key` is the form's: sent twice, it is
    one entry. `moved_up_at` is when it left the waiting list. `language` is that of the form. `reminder` says whether a
    message the day before was asked for, `reminded_at` when it became due. `address_confirmed_at` is when the link sent
    to `email` was opened: until then an entry may have no place (`TO_CONFIRM`). `team_name` is that of the team which
    its people become once they are accepted.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=EntryState.offered)
    places = models.PositiveSmallIntegerField(default=1)
    licence = models.CharField(max_length=20, blank=True)
    home_club = models.CharField(max_length=100, blank=True)
    team_name = models.CharField(max_length=60, blank=True, default="", db_default="")
    email = models.EmailField(max_length=200, blank=True)
    phone = models.CharField(max_length=40, blank=True)
    message = models.CharField(max_length=500, blank=True)
    consent = models.BooleanField(default=False)
    key = models.UUIDField(unique=True)
    language = models.CharField(max_length=2, choices=[(code, code) for code in LANGUAGES], default=LANGUAGES[0])
    entered_at = models.DateTimeField()
    moved_up_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    reminder = models.BooleanField(default=False, db_default=False)
    reminded_at = models.DateTimeField(null=True, blank=True)
    address_confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "entries"
        indexes = [
            models.Index(
                name="entries_to_remind", fields=["tournament"], condition=Q(reminder=True, reminded_at__isnull=True)
            )
        ]
        constraints = [
            models.UniqueConstraint(name="entry_number_is_unique_in_its_tournament", fields=["tournament", "number"]),
            models.CheckConstraint(name="entry_numbers_begin_at_1", condition=Q(number__gte=1)),
            models.CheckConstraint(name="entry_state_is_known", condition=Q(state__in=EntryState.values)),
            models.CheckConstraint(name="an_entry_has_a_name", condition=~Q(last_name="")),
            models.CheckConstraint(name="an_entry_is_of_1_to_6_people", condition=Q(places__range=(1, MOST_TOGETHER))),
            models.CheckConstraint(
                name="a_cancelled_entry_says_when",
                condition=Q(state=EntryState.CANCELLED, cancelled_at__isnull=False)
                | Q(~Q(state=EntryState.CANCELLED), cancelled_at__isnull=True),
            ),
            models.CheckConstraint(
                name="who_waits_was_neither_moved_up_nor_taken_in",
                condition=~Q(state=EntryState.WAITING) | Q(moved_up_at__isnull=True, registration__isnull=True),
            ),
            models.CheckConstraint(
                name="who_is_to_confirm_his_address_has_no_place",
                condition=~Q(state=EntryState.TO_CONFIRM)
                | Q(moved_up_at__isnull=True, registration__isnull=True, address_confirmed_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.full_name

    @property
    def people(self) -> "list[Entry | EntryPartner]":
        """All people of the entry: the author, then the partners. Prefetch `partners` for several entries."""
        return [self, *self.partners.all()]

    @property
    def names(self) -> str:
        """The names of all people of the entry."""
        return ", ".join(person.full_name for person in self.people)

    @property
    def is_cancelled(self) -> bool:
        return self.state == EntryState.CANCELLED

    @property
    def is_live(self) -> bool:
        """True while neither the entry is cancelled nor its tournament over."""
        return not self.is_cancelled and not self.tournament.is_finished

    @property
    def waits(self) -> bool:
        return self.state == EntryState.WAITING

    @property
    def has_place(self) -> bool:
        return self.state == EntryState.CONFIRMED

    @property
    def is_to_confirm(self) -> bool:
        """True if it has no place and no rank until the link sent to its address is opened."""
        return self.state == EntryState.TO_CONFIRM


class EntryPartner(Entrant):
    """A person who comes with the author of an entry; the author typed only this person's name."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="partners")
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(name="a_partner_has_a_place_of_his_own", fields=["entry", "place"]),
            models.CheckConstraint(name="a_partner_has_a_name", condition=~Q(last_name="")),
            models.CheckConstraint(name="partners_are_up_to_5", condition=Q(place__range=(1, MOST_TOGETHER - 1))),
        ]

    def __str__(self) -> str:
        return self.full_name
