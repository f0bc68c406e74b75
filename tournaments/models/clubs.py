"""A club, its players, and what the public may read of a player."""

import secrets
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.kit.text import searched
from tournaments.kit.zones import PARIS, zone_called
from tournaments.labels import Category, Grade, Purpose, Sex
from tournaments.models.members import Membership, MembershipPeriod, OwnToClub, Suspension, own_constraints

# The column of the consent to each purpose; the others need the first.
CONSENTS = {Purpose.RESULTS: "consent", Purpose.CARD: "card_consent", Purpose.SHARING: "sharing_consent"}
# The column that says he asked for it by his link, and nobody answered yet.
ASKS = {purpose: f"asks_{column}" for purpose, column in CONSENTS.items()}
CONTACTS = {"email": "email_consent", "phone": "phone_consent"}  # how he is reached → whether his clubs may keep it
# Columns that say nothing without another: they come, go and are taken back with it.
GOES_WITH = {
    **{name: (agrees,) for name, agrees in CONTACTS.items()},
    "federal_series": ("federal_series_on",),
    "suspended_from": ("suspended_until", "suspension_reason"),
}
KEY_LETTERS, KEY_LENGTH = "abcdefghijkmnpqrstuvwxyz23456789", 12  # 60 bits: nobody can guess an address
FIRST_BIRTH_YEAR, LAST_BIRTH_YEAR = 1900, 2099
OLDEST = 120


def new_player_key() -> str:
    """Return a random key for the address of a player's card, which tells nothing about him and cannot be guessed."""
    return random_key()


def random_key() -> str:
    """Return a random key that nobody can guess."""
    return "".join(secrets.choice(KEY_LETTERS) for _letter in range(KEY_LENGTH))


class Club(models.Model):
    """
    A club: it has members, and owns seasons and tournaments.

    Everybody reads `hall` (where it plays), `hours` (when), `welcome` (who may come, in its own words) and its
    `committee`. `time_zone` is the name of the time zone of its hall. By its own choice its comité reads the list of
    its members (`lists_members`) and that of its arbiters (`lists_arbiters`).
    """

    name = models.CharField(max_length=100, unique=True)
    slug = models.SlugField(max_length=60, unique=True)
    town = models.CharField(max_length=100, blank=True)
    hall = models.CharField(max_length=200, blank=True)
    hours = models.CharField(max_length=200, blank=True)
    welcome = models.CharField(max_length=600, blank=True, default="", db_default="")
    time_zone = models.CharField(max_length=40, default=PARIS, db_default=PARIS)
    committee = models.ForeignKey(
        "Committee", null=True, blank=True, on_delete=models.PROTECT, related_name="clubs", editable=False
    )
    lists_members = models.BooleanField(default=False, db_default=False, editable=False)
    lists_arbiters = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(name="club_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(
                name="a_club_without_a_committee_lists_nobody",
                condition=Q(committee__isnull=False) | Q(lists_members=False, lists_arbiters=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of the club's hall."""
        return zone_called(self.time_zone)

    def day(self, at: datetime) -> date:
        """Return the date at this moment in the club's time zone."""
        return timezone.localdate(at, self.zone)

    @property
    def where(self) -> str:
        """The hall and the town, without those that are empty."""
        return ", ".join(filter(None, (self.hall, self.town)))

    @property
    def players(self) -> "PeopleSet":
        """The present members of the club: it opens their files, and they owe its fee."""
        return Player.objects.of(self)

    @property
    def known(self) -> "PeopleSet":
        """The people whom the club finds and registers: its members and guests, and those asked for a membership."""
        return Player.objects.known_to(self)

    @property
    def files(self) -> "PeopleSet":
        """The players whose files the club opens: its members, and guests whose file it keeps."""
        return Player.objects.filed_at(self)


class SearchText(models.CharField):
    """
    The text in which searches find a player: set each time a row is saved, alone or in bulk.

    A save with `update_fields` must name this column too.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: FBT001 - Django's own
        assert isinstance(model_instance, Player)
        text = searched(model_instance.last_name, model_instance.first_name, model_instance.licence)[: self.max_length]
        model_instance.search_text = text
        return text

    def deconstruct(self) -> Any:
        """Describe the column to migrations as a plain text column."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class ClubPicture(models.Model):
    """
    A picture of a club, written by this program, never the bytes that a user sent. Its own row, so that a list of clubs
    does not read pictures. `digest` is in its address: browsers cache it.
    """

    club: models.OneToOneField[Club]
    content = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=16)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.club} {self.width} × {self.height}"


class ClubLogo(ClubPicture):
    """The logo of a club, as PNG."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="logo")


class ClubPhoto(ClubPicture):
    """A photo of a club's hall, as JPEG."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="photo")


class PeopleSet(models.QuerySet["Player"]):
    """Players; a new player is known to the club that keeps his file."""

    def of(self, *clubs: "Club | int") -> "PeopleSet":
        """Return the members of these clubs, each once."""
        return self.filter(pk__in=_now(clubs).filter(grade=Grade.MEMBER).values("player"))

    def known_to(self, *clubs: "Club | int") -> "PeopleSet":
        """Return the members and guests of these clubs, each once."""
        return self.filter(pk__in=_now(clubs).values("player"))

    def filed_at(self, *clubs: "Club | int") -> "PeopleSet":
        """Return the members of these clubs and the guests whose file one of them keeps, each once."""
        kept = Q(player__club__in=clubs, player__without_keeper_since=None)
        return self.filter(pk__in=_now(clubs).filter(Q(grade=Grade.MEMBER) | kept).values("player"))

    def create(self, *, grade: Grade = Grade.MEMBER, since: date | None = None, **columns: Any) -> Any:
        """
        Store a player, and make him a member of the club that keeps his file, or its guest by `grade`; `since` is the
        first day of his membership, None if nobody knows it.
        """
        player = super().create(**columns)
        _enrol([player], grade, since)
        return player

    def bulk_create(
        self,
        objs: Iterable[Any],
        *args: Any,
        grade: Grade = Grade.MEMBER,
        since: date | Sequence[date | None] | None = None,
        **options: Any,
    ) -> list[Any]:
        """
        Store many players as `create` does, with one first day or one of each. With `update_conflicts` they exist
        already, and nobody becomes a member.
        """
        players = super().bulk_create(objs, *args, **options)
        if not options.get("update_conflicts"):
            _enrol(players, grade, since)
        return players


def _now(clubs: "Collection[Club | int]") -> "models.QuerySet[Membership]":
    return Membership.objects.filter(club__in=clubs, until=None)


def _enrol(players: Sequence["Player"], grade: Grade, since: date | Sequence[date | None] | None) -> None:
    """Store what players are to the clubs that keep their files, and since when each is a member, if he is one."""
    days = since if isinstance(since, Sequence) else [since] * len(players)
    people = [(player, day) for player, day in zip(players, days, strict=True) if player.double_of_id is None]
    rows = [Membership(club_id=player.club_id, player=player, grade=grade) for player, _day in people]
    Membership.objects.bulk_create(rows, batch_size=500)
    if grade == Grade.MEMBER:
        MembershipPeriod.objects.bulk_create(
            [MembershipPeriod(membership=row, since=day) for row, (_player, day) in zip(rows, people, strict=True)],
            batch_size=500,
        )


class People(models.Manager.from_queryset(PeopleSet)):  # type: ignore[misc]
    """The players that lists, searches and imports find: each person once, without doubles."""

    def get_queryset(self) -> PeopleSet:
        return super().get_queryset().filter(double_of=None)


class Player(OwnToClub):
    """
    A person who plays, with or without a licence, in one club or in several (`Membership`); all clubs share one file.

    `club` keeps the file: it is shown as his club, he is its member or guest, and it alone changes the file
    (`queries/people/members.py` says who may do what). If that club left the site and he is a member of no other,
    nobody keeps the file (`without_keeper_since`): it has his name, licence and results, hidden, and `club` is a club
    where he played. A public page may only show `shown_name`, which follows the consent. `home_club` is a visitor's own
    club, empty for the club's own players. `imported_by` is the spreadsheet that added him. `link_version` is raised to
    withdraw the link to his own pages (`queries/pages/personal_links.py`). `consent` is to his name in results,
    `card_consent` to a card that adds up his evenings, `sharing_consent` to other programs, such as the federation's,
    that recognise him from event to event; both need the first. A consent asked for through his link waits in
    `asks_consent` and so on for an organiser. `key` is in the address of his card. Linked files, of one person in
    several clubs, have the same `linked_as`, which means nothing else. Whoever gives away a `link_code`, valid through
    `link_code_until`, agrees to a link with the file on which it is typed. Since `erasure_asked_on` he has waited for
    the keeper of his file to erase him. Once `erased_at` is set, nothing says who he was. The licence is valid through
    `licence_until`; `federal_series` is his federation's rank for him, in its words, as of `federal_series_on`.
    Contacts and suspension here are those of the keeper; another club has its own in `Membership`. A person registered
    twice who sat twice in one round is one player: the second row stays for that event only, as his `double_of`;
    `objects` does not find it, `rows` does.
    """

    club = models.ForeignKey("Club", on_delete=models.PROTECT, related_name="kept_players")
    without_keeper_since = models.DateField(null=True, blank=True, editable=False)
    licence = models.CharField(max_length=20, blank=True)
    licence_until = models.DateField(null=True, blank=True)
    last_name = models.CharField(max_length=80)
    first_name = models.CharField(max_length=80)
    category = models.CharField(max_length=10, choices=Category.offered, default=Category.SENIOR)
    federal_series = models.CharField(max_length=20, blank=True)
    federal_series_on = models.DateField(null=True, blank=True)
    sex = models.CharField(max_length=1, blank=True, choices=Sex.offered)
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    home_club = models.CharField(max_length=100, blank=True)
    public_name = models.CharField(max_length=100, blank=True)
    consent = models.BooleanField(default=False)
    card_consent = models.BooleanField(default=False)
    sharing_consent = models.BooleanField(default=False)
    asks_consent = models.BooleanField(default=False, editable=False)
    asks_card_consent = models.BooleanField(default=False, editable=False)
    asks_sharing_consent = models.BooleanField(default=False, editable=False)
    key = models.CharField(max_length=KEY_LENGTH, unique=True, default=new_player_key, editable=False)
    linked_as = models.CharField(max_length=KEY_LENGTH, blank=True, default="", db_default="", editable=False)
    link_code = models.CharField(max_length=KEY_LENGTH, blank=True, default="", db_default="", editable=False)
    link_code_until = models.DateField(null=True, blank=True, editable=False)
    erasure_asked_on = models.DateField(null=True, blank=True, editable=False)
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
    search_text = SearchText(max_length=400, editable=False, default="")
    link_version = models.PositiveSmallIntegerField(default=1, editable=False)
    imported_by = models.ForeignKey("Import", null=True, blank=True, on_delete=models.SET_NULL, related_name="players")
    double_of = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="+", editable=False)

    by_committees: Sequence[Suspension] = ()  # those of the comité of the club that reads him: `seen_by` says them

    objects = People()
    rows = models.Manager["Player"]()

    class Meta:
        ordering = ["last_name", "first_name", "pk"]
        indexes = [models.Index(name="files_of_one_person", fields=["linked_as"], condition=~Q(linked_as=""))]
        constraints = [
            models.UniqueConstraint(
                name="a_link_code_is_of_one_file", fields=["link_code"], condition=~Q(link_code="")
            ),
            models.CheckConstraint(
                name="a_link_code_has_a_last_day",
                condition=Q(link_code="", link_code_until__isnull=True)
                | (~Q(link_code="") & Q(link_code_until__isnull=False)),
            ),
            models.UniqueConstraint(name="licence_belongs_to_one_player", fields=["licence"], condition=~Q(licence="")),
            models.CheckConstraint(name="player_has_a_last_name", condition=~Q(last_name="")),
            models.CheckConstraint(name="player_category_is_known", condition=Q(category__in=Category.values)),
            models.CheckConstraint(name="player_sex_is_known", condition=Q(sex__in=["", *Sex.values])),
            models.CheckConstraint(
                name="player_was_born_in_a_year_of_four_figures",
                condition=Q(birth_year__isnull=True) | Q(birth_year__range=(FIRST_BIRTH_YEAR, LAST_BIRTH_YEAR)),
            ),
            models.CheckConstraint(
                name="a_card_and_sharing_stand_on_the_name",
                condition=Q(consent=True) | Q(card_consent=False, sharing_consent=False),
            ),
            *own_constraints(
                contact="a_contact_is_kept_by_consent",
                begins="a_suspension_has_a_first_day_and_a_reason",
                ends="a_suspension_ends_after_it_begins",
            ),
            models.CheckConstraint(
                name="who_is_erased_agrees_to_nothing",
                condition=Q(erased_at__isnull=True) | Q(consent=False, licence="", public_name=""),
            ),
            models.CheckConstraint(
                name="a_double_is_of_somebody_else",
                condition=Q(double_of__isnull=True) | ~Q(double_of=F("pk")),
            ),
            models.CheckConstraint(
                name="a_double_agrees_to_nothing",
                condition=Q(double_of__isnull=True) | Q(consent=False, licence="", public_name=""),
            ),
            models.CheckConstraint(
                name="who_is_erased_asks_for_nothing",
                condition=Q(erased_at__isnull=True)
                | Q(asks_consent=False, asks_card_consent=False, asks_sharing_consent=False),
            ),
        ]

    def __str__(self) -> str:
        return self.full_name

    @property
    def full_name(self) -> str:
        """The name for those who run the event, never for the public."""
        return f"{self.last_name} {self.first_name}".strip()

    def suspensions_on(self, day: date) -> list[Suspension]:
        """Return the suspensions on a day at the club that reads him: this row itself (its own), and its comité's."""
        return [one for one in (self, *self.by_committees) if Suspension.is_suspended_on(one, day)]

    def is_suspended_on(self, day: date) -> bool:
        """Return whether he is suspended on a day at the club that reads him."""
        return bool(self.suspensions_on(day))

    @property
    def files(self) -> "models.QuerySet[Player]":
        """The player's own row and those of his doubles."""
        return Player.rows.filter(Q(pk=self.pk) | Q(double_of=self.pk))

    @property
    def clubs(self) -> models.QuerySet[Club]:
        """The clubs of which he is a member."""
        return Club.objects.filter(memberships__player=self, memberships__until=None, memberships__grade=Grade.MEMBER)

    @property
    def asked(self) -> list[Purpose]:
        """The consents asked for through his link that have no answer; those beyond the name need the name's."""
        may_have_more = self.consent or self.asks_consent
        return [
            purpose
            for purpose, column in CONSENTS.items()
            if getattr(self, ASKS[purpose])
            and not getattr(self, column)
            and (purpose == Purpose.RESULTS or may_have_more)
        ]

    @property
    def shows_card(self) -> bool:
        """True if everybody may read his card."""
        return self.consent and self.card_consent

    @property
    def shown_name(self) -> str:
        """The name for everybody; without consent, « Joueur anonyme »."""
        if not self.consent:
            return _("Joueur anonyme")
        return self.public_name or self.full_name
