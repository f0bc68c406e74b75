"""
The links of a season: of an evening by its host, personal by the club that keeps the file; given, withdrawn, tried.

Rules for `AnySeason` of `test_season_machine.py`, beside `ActsOfClubs`, of which they use who is who.
"""

from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.scoring.evenings import pick
from tests.scoring.machines import when_there_is
from tests.scoring.services.acts_of_clubs import ActsOfClubs, speakers, whiches
from tournaments.models import Registration, Tournament
from tournaments.queries.pages.personal_links import ShutLink, evening_code, opened_by, personal_code
from tournaments.services.people.links import withdraw_evening_link, withdraw_evening_links, withdraw_link

MOST = 6  # links that are tried after each act, the latest


@dataclass
class Given:
    """A code that somebody was given: of an entry, or a personal one by the club that kept his file."""

    code: str
    player: int
    entry: int | None = None
    by_club: int | None = None
    is_withdrawn: bool = False


class ActsByLinks(ActsOfClubs):
    given: list[Given]

    def entry(self, which: int) -> Registration | None:
        return pick(Registration.objects.filter(player__double_of=None).select_related("player", "tournament"), which)

    @when_there_is(Registration)
    @rule(which=whiches)
    def give_links(self, which) -> None:
        if entry := self.entry(which):
            personal = personal_code(entry.player, self.today)
            self.given += [Given(evening_code(entry), entry.player_id, entry=entry.pk)]
            self.given += [Given(personal, entry.player_id, by_club=self.keepers[entry.player_id])]

    @when_there_is(Registration)
    @rule(which=whiches, of_all=st.sampled_from([True, False, False]))
    def withdraw_of_the_evening(self, which, of_all) -> None:
        if (entry := self.entry(which)) is None:
            return
        by, tournament = self.bosses[entry.tournament.club], entry.tournament
        asked = {"tournament": tournament, "reason": "perdu", "by": by, "again": False}
        if of_all:
            self.act(withdraw_evening_links, **asked)
        else:
            self.act(withdraw_evening_link, registration=entry.pk, **asked)
        entries = set(tournament.registrations.values_list("pk", flat=True)) if of_all else {entry.pk}
        for link in self.given:
            link.is_withdrawn |= link.entry in entries

    @rule(whom=whiches, who=speakers)
    def withdraw_the_personal_one(self, whom, who) -> None:
        person = self.person(whom)
        by = self.speaker(who, person)
        made = self.act(withdraw_link, player=person, reason="perdu", by=by, again=False)
        assert (made is not None) == self.is_his_word(by, person.pk)
        for link in self.given if made else ():
            link.is_withdrawn |= link.entry is None and link.player == person.pk

    def each_link_opens_what_it_may(self) -> None:
        entries = self.rows[Registration]
        for link in self.given[-MOST:]:
            found = opened_by(link.code, self.today)
            row = entries.get(link.entry, {"player_id": link.player, "tournament_id": None})
            gone = link.entry is not None and link.entry not in entries
            gone |= row["player_id"] not in self.keepers  # merged, or the double of somebody
            gone |= link.entry is None and self.keepers.get(link.player) != link.by_club
            assert (found.shut is ShutLink.WITHDRAWN) == (link.is_withdrawn or gone), link
            if found.shut is None:
                assert (found.of_player.pk, found.is_personal) == (row["player_id"], link.entry is None)
                his = Tournament.objects.filter(registrations__player=row["player_id"])
                opened = {one.pk for one in his if found.opens(one)}
                assert opened == ({one.pk for one in his} if found.is_personal else {row["tournament_id"]})
