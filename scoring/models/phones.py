"""The phones at a table: people write on them without an account."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

from tournaments.models import Account, ByLink

if TYPE_CHECKING:
    from tournaments.models import Seat


class Phone(models.Model):
    """
    A phone that opened the page of a table. At another table it is another row, with the same `key` from its cookie.

    `holder` is the player who said that the phone is his, `seat` where he then sat. When somebody else sits there, or
    he sits elsewhere, the phone has no holder until a player says so again (`sits_at`). `origin` is a digest of the
    address that first sent something, for this tournament only: it tells whether phones share an address, not which.
    `writes_donne` is the donne being written on it since `writes_since`; the table's other phones show it.
    """

    key = models.UUIDField()
    table = models.ForeignKey("tournaments.Table", on_delete=models.CASCADE, related_name="phones")
    seat = models.ForeignKey("tournaments.Seat", null=True, on_delete=models.SET_NULL, related_name="phones")
    holder = models.ForeignKey("tournaments.Registration", null=True, on_delete=models.SET_NULL, related_name="+")
    origin = models.CharField(max_length=16, blank=True, default="", db_default="")
    first_seen = models.DateTimeField()
    last_seen = models.DateTimeField()
    writes_donne = models.PositiveSmallIntegerField(null=True)
    writes_since = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="a_phone_is_in_once_at_a_table", fields=["table", "key"]),
            models.CheckConstraint(
                name="who_writes_a_donne_began_it",
                condition=Q(writes_donne__isnull=True, writes_since__isnull=True)
                | Q(writes_donne__gte=1, writes_since__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        """Return who wrote, as a sheet and the journal keep it: in French, like all that they keep."""
        seat = self.sits_at
        return self.device if seat is None else f"{seat.registration.player.full_name}, {self.device}"

    @property
    def device(self) -> str:
        return f"téléphone de la table {self.table.number}"

    @property
    def sits_at(self) -> "Seat | None":
        """Return the seat of the holder; None when he was moved to another table, or somebody else sits there."""
        return self.sits_among([] if self.seat is None else [self.seat])

    def sits_among(self, seats: "Iterable[Seat]") -> "Seat | None":
        """Return the holder's seat among `seats`, read with the phone or later; None when it is not there."""
        told = (self.seat_id, self.table_id, self.holder_id)
        return next((seat for seat in seats if (seat.pk, seat.table_id, seat.registration_id) == told), None)

    def is_said_to_be_of(self, seat: "Seat | None") -> None:
        """Set the holder of this object, without saving: the player who now sits at `seat`."""
        self.seat, self.holder_id = seat, None if seat is None else seat.registration_id


# Who enters donnes: an account, or a phone at the table.
Writer = Account | Phone
# Who confirms or contests them: also a player with his personal link.
Speaker = Writer | ByLink
