"""Entries from home: who entered a tournament by himself, before and after the club takes him in."""

from dataclasses import dataclass

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_noop

from tournaments.labels import EntryState

LANGUAGES = ("fr", "en")  # those of the catalogues
MOST_TOGETHER = 4  # people of one entry: a team of four
MOST_PLACES = 5000  # of a tournament


@dataclass(frozen=True)
class FromHome:
    """Somebody who enters, or cancels, without an account: the journal has the name he typed, and this device."""

    name: str

    device = gettext_noop("de chez soi")  # kept in French, as everything the journal keeps

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """A person of an entry, by the name that was typed. `registration` is his once the club has taken him in."""

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
    An entry made by whoever comes, alone or with partners, without an account.

    `number` is the order in which they came, from 1; `places` is how many people they are. `key` is that of the form:
    sent twice, it is one entry. `moved_up_at` is when a place was free for one who waited. `mail_at` is when the
    message with his link is to be sent next, None when none waits; `language` is the one in which he read the form.
    `reminder` is whether he asked for a message the day before, `reminded_at` when it was to leave.
    `address_confirmed_at` is when whoever reads `email` said so: until then an entry may hold no place (`TO_CONFIRM`).
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=EntryState.offered)
    places = models.PositiveSmallIntegerField(default=1)
    licence = models.CharField(max_length=20, blank=True)
    home_club = models.CharField(max_length=100, blank=True)
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
    mail_at = models.DateTimeField(null=True, blank=True, db_index=True)
    mail_tries = models.PositiveSmallIntegerField(default=0)

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
            models.CheckConstraint(name="an_entry_is_of_1_to_4_people", condition=Q(places__range=(1, MOST_TOGETHER))),
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
        """Everybody of the entry: who made it, then his partners. Prefetch `partners` for several."""
        return [self, *self.partners.all()]

    @property
    def names(self) -> str:
        """The names of everybody of the entry."""
        return ", ".join(person.full_name for person in self.people)

    @property
    def is_cancelled(self) -> bool:
        return self.state == EntryState.CANCELLED

    @property
    def is_live(self) -> bool:
        """Whether it still counts: neither is it cancelled nor its tournament over."""
        return not self.is_cancelled and not self.tournament.is_finished

    @property
    def waits(self) -> bool:
        return self.state == EntryState.WAITING

    @property
    def has_place(self) -> bool:
        return self.state == EntryState.CONFIRMED

    @property
    def is_to_confirm(self) -> bool:
        """Whether it holds no place, and is in no line, until somebody opens the link sent to its address."""
        return self.state == EntryState.TO_CONFIRM


class EntryPartner(Entrant):
    """Somebody who comes with whoever made the entry: only his name was typed, and not by himself."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="partners")
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(name="a_partner_has_a_place_of_his_own", fields=["entry", "place"]),
            models.CheckConstraint(name="a_partner_has_a_name", condition=~Q(last_name="")),
            models.CheckConstraint(name="partners_are_up_to_3", condition=Q(place__range=(1, MOST_TOGETHER - 1))),
        ]

    def __str__(self) -> str:
        return self.full_name
