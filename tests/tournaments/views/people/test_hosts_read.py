"""What a club where somebody only plays reads of him: at no address more than name, licence, category."""

from collections.abc import Iterator

import pytest
from django.test import Client

from tests.factories import ClubFactory, logged_in, organiser
from tests.one_of_everything import world
from tests.test_urls import ALL, Address
from tests.tournaments.ways import hidden_person, told
from tournaments.labels import Grade
from tournaments.models import Fee, Membership, Payment, Player
from tournaments.permissions import Action, Role

pytestmark = pytest.mark.django_db
HIS_OWN = (Action.FOLLOW_OWN, Role.BY_LINK)  # by his login, or a link that he holds


def read(client: Client, address: Address, values: dict[str, object]) -> Iterator[str]:
    """Yield what an address answers, and what its list holds as a file."""
    answer = client.get(address.at(values), follow=True)
    content = b"".join(answer) if answer.streaming else answer.content
    yield content.decode(errors="replace")
    if b"format=csv" in content:
        answer = client.get(address.at(values), {"format": "csv"})
        yield (b"".join(answer) if answer.streaming else answer.content).decode()


def test_no_address_of_a_club_where_he_plays_tells_what_his_own_keeps() -> None:
    """He is the one of whom that club has one of everything: entries, payments, penalties, prizes, changes of seats."""
    host, keeper = world(), ClubFactory(name="Ailleurs")
    guest = Player.objects.filter(pk=host.values["player_id"])
    secrets = Player.objects.filter(pk=hidden_person(keeper).pk).values(
        "birth_year", "consent", "email", "email_consent", "phone", "phone_consent", "suspended_from",
        "suspension_reason", "card_consent", "sharing_consent",
    )  # fmt: skip
    guest.update(club=keeper, **secrets.get())
    Payment.objects.exclude(fee=None).delete()
    Fee.objects.all().delete()
    Membership.objects.filter(club=host.club, player=guest.get()).update(grade=Grade.GUEST)
    Membership.objects.create(club=keeper, player=guest.get())
    client = logged_in(organiser(host.club))

    found, named = {}, 0
    for address in ALL:
        if address.audience in HIS_OWN:
            continue
        texts = list(read(client, address, host.values))
        named += any(guest.get().last_name in text for text in texts)
        if secret := told(*texts):
            found[address.route] = secret
    assert found == {}
    assert named > 20
