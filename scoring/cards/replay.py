"""
A donne replayed card by card, with every step: which cards were allowed, who takes the trick, what each camp has.

Pages, the command and the tests read the same steps: showing a step computes nothing.
"""

from collections import Counter
from collections.abc import Sequence

from scoring.marque import Camp, Contract

from .deck import EXCUSE, PETIT, Card
from .hands import problems_in
from .pile import Move, Piles
from .play import Duty, demand, winner
from .problems import CardProblem, Counted, Names
from .record import Record
from .steps import Play, Replay, Trick, turn


def replay(record: Record) -> Replay:
    """
    Replay a record as far as it goes; never raises.

    `problems` holds every problem of the deal and of the play: the search goes on after a renonce. A record that stops
    early, even within a trick, is no problem: `complete` is then false.
    """
    game = _Game(record)
    for number in range(1, len(record.tricks) + 1):
        game.play(number)
    return game.replay()


class _Game:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.playing = record.playing
        self.size = record.hand_size
        self.attackers = record.attackers
        self.hands = {player: record.held_by(player) for player in self.playing}
        self.left = {player: list(hand) for player, hand in self.hands.items()}
        self.problems = problems_in(record)
        self.aside = record.ecart if record.has_ecart else record.chien
        self.aside_camp = Camp.DEFENSE if record.contract is Contract.GARDE_CONTRE else Camp.ATTAQUE  # R6
        self.piles = Piles(self.aside, self.aside_camp)
        self.leader = record.first_leader
        self.in_order = _written_in_order(record)
        self.dealt = {card for hand in self.hands.values() for card in hand}
        self.fallen: dict[Card, int] = {}
        # No renonce is reported where the hand or the leader itself is doubtful.
        self.doubtful = self._doubtful()
        self.leader_known = True
        self.tricks: list[Trick] = []
        self.petit_au_bout: Camp | None = None

    def play(self, number: int) -> None:
        """Play one trick as written: check who plays, then which cards, then who takes the trick."""
        written = [(who, card) for who, card in self.record.tricks[number - 1] if who in self.left]
        # The leader is unknown, which is already noted: the order as written is used.
        leader = self.leader or (written[0][0] if written else self.playing[0])
        order = turn(self.playing, leader)
        cards = dict(written)
        ordered = [(player, cards[player]) for player in order if player in cards]
        self._check_size(number)
        in_turn = self._check_turn(number, order, ordered, written)
        whole = len(ordered) == len(order)
        under_way = not whole and number == len(self.record.tricks)
        plays = self._plays(number, ordered if in_turn else written, judged=in_turn and (whole or under_way))
        if under_way or not plays:
            self._keep(number, plays[0].player if plays else leader, plays, None, None)
            return
        taken_by = self._trick_winner(number, plays, ordered, whole=in_turn and whole)
        camp = self._camp(taken_by)
        excuse_by = next((play.player for play in plays if play.card is EXCUSE), None)
        last = number == self.size
        if last and excuse_by is not None and not self.piles.tricks[self._camp(excuse_by).other]:
            taken_by, camp = excuse_by, self._camp(excuse_by)  # the Excuse finishes a chelem and takes the trick [R18]
        if last:
            self.petit_au_bout = self._petit_au_bout(plays, camp, by_excuse=taken_by == excuse_by)
        moves = self.piles.take(
            [play.card for play in plays],
            camp=camp,
            excuse_from=None if excuse_by is None else self._camp(excuse_by),
            last=last,
        )
        self._keep(number, plays[0].player, plays, taken_by, camp, moves)
        self.leader = taken_by

    def replay(self) -> Replay:
        record, piles = self.record, self.piles
        tricks_taken = sum(piles.tricks.values())
        complete = tricks_taken == len(record.tricks) == record.hand_size
        if len(record.tricks) > record.hand_size:
            values = {"count": Counted(len(record.tricks), "trick"), "expected": record.hand_size}
            self.problems.append(CardProblem("tricks_too_many", record.hand_size + 1, None, values))
        slam = next((camp for camp in Camp if complete and piles.tricks[camp] == tricks_taken), None)
        return Replay(
            record=record,
            partner=record.partner,
            attackers=self.attackers,
            hands=self.hands,
            aside=self.aside,
            aside_camp=self.aside_camp,
            tricks=tuple(self.tricks),
            half_points=piles.half_points[Camp.ATTAQUE],
            bouts=piles.bouts[Camp.ATTAQUE],
            attack_cards=piles.cards(Camp.ATTAQUE),
            defense_cards=piles.cards(Camp.DEFENSE),
            petit_au_bout=self.petit_au_bout if complete else None,
            chelem_made=slam,
            complete=complete,
            problems=tuple(self.problems),
        )

    def _camp(self, player: str) -> Camp:
        return Camp.ATTAQUE if player in self.attackers else Camp.DEFENSE

    def _keep(
        self,
        number: int,
        leader: str,
        plays: tuple[Play, ...],
        taken_by: str | None,
        camp: Camp | None,
        moves: tuple[Move, ...] = (),
    ) -> None:
        half_points, bouts = self.piles.half_points[Camp.ATTAQUE], self.piles.bouts[Camp.ATTAQUE]
        self.tricks.append(Trick(number, leader, plays, taken_by, camp, half_points, bouts, moves))

    def _check_size(self, number: int) -> None:
        """Note a trick with too few or too many cards, or with cards of people who do not play."""
        written, expected = self.record.tricks[number - 1], len(self.playing)
        strangers = tuple(who for who, _ in written if who not in self.left)
        short = len(written) < expected and not strangers
        if short and number == len(self.record.tricks):
            return  # still being entered
        if len(written) != expected:
            missing = tuple(player for player in self.playing if player not in dict(written))
            who = Names(strangers, extra=True) if strangers else Names(missing)
            self.doubtful.update(missing)
            values = {"count": Counted(len(written)), "expected": expected, "who": who}
            self.problems.append(CardProblem("trick_size", number, who.names[0], values))
        else:
            self.problems += [CardProblem("trick_stranger", number, who) for who in strangers]

    def _check_turn(
        self,
        number: int,
        order: Sequence[str],
        ordered: Sequence[tuple[str, Card]],
        written: Sequence[tuple[str, Card]],
    ) -> bool:
        """Return whether the cards were played in turn; note the first card that was not."""
        if len(ordered) < len(order) and number == len(self.record.tricks):
            in_turn, players = list(order), [player for player, _ in ordered]  # the last trick fills up in turn
        else:
            in_turn, players = [player for player, _ in ordered], [player for player, _ in written]
            if not self.in_order or not self.leader_known:
                return True
        for expected, player in zip(in_turn, players, strict=False):
            if player != expected:
                self.problems.append(CardProblem("out_of_turn", number, player, {"other": expected}))
                return False
        return True

    def _plays(self, number: int, played: Sequence[tuple[str, Card]], *, judged: bool) -> tuple[Play, ...]:
        plays: list[Play] = []
        table: list[Card] = []
        for player, card in played:
            hand = self.left[player]
            called = self.record.called if number == 1 and not table else None  # R21
            demanded = demand(hand, table, called=called)
            is_held = card in hand
            sure = judged and self.leader_known and player not in self.doubtful
            renonce = sure and is_held and card not in demanded.cards
            if renonce:
                code = "called_suit" if demanded.duty is Duty.CALLED else "renonce"
                values = {"card": card, "duty": demanded, "cards": demanded.cards}
                self.problems.append(CardProblem(code, number, player, values))
            if is_held:
                hand.remove(card)
            else:
                self._not_held(number, player, card)
            self.fallen.setdefault(card, number)
            plays.append(Play(player, card, demanded, is_held, renonce))
            table.append(card)
        return tuple(plays)

    def _not_held(self, number: int, player: str, card: Card) -> None:
        self.doubtful.add(player)
        if card in self.fallen:
            values = {"card": card, "first": self.fallen[card]}
            self.problems.append(CardProblem("card_played_twice", number, player, values))
        elif card in self.aside and card not in self.dealt:
            self.problems.append(CardProblem("card_discarded", number, player, {"card": card}))
        elif card in self.dealt:  # otherwise the deal already notes that this card is missing
            self.problems.append(CardProblem("card_not_held", number, player, {"card": card}))

    def _doubtful(self) -> set[str]:
        """Return the players with a wrong hand: a wrong number of cards, or a card that somebody else also has."""
        record = self.record
        dealt = Counter(card for cards in (*record.hands.values(), record.chien) for card in cards)
        twice = {card for card, number in dealt.items() if number > 1}
        return {
            player
            for player, hand in self.hands.items()
            if len(hand) != record.hand_size or twice & {*hand, *record.hands.get(player, ())}
        }

    def _trick_winner(
        self, number: int, plays: Sequence[Play], ordered: Sequence[tuple[str, Card]], *, whole: bool
    ) -> str:
        """
        Return the name of the player who takes a trick.

        When a card is missing or out of turn, the cards alone do not decide. Then the winner is the leader of the next
        trick, if that player could win this one and the tricks are written in order.
        """
        by_cards = plays[winner([play.card for play in plays])].player
        if whole:
            return by_cards
        following = self.record.tricks[number : number + 1]
        next_leader = following[0][0][0] if self.in_order and following and following[0] else None
        if len(plays) == len(self.playing):
            in_turn = ordered[winner([card for _, card in ordered])][0]
            return in_turn if next_leader == in_turn else by_cards
        if next_leader in self.left and next_leader is not None:
            return next_leader
        self.leader_known = False
        return by_cards

    def _petit_au_bout(self, plays: Sequence[Play], camp: Camp, *, by_excuse: bool) -> Camp | None:
        """Return the camp of the petit au bout [R10]; in a chelem finished by the Excuse, of the trick before [R11]."""
        cards = [play.card for play in plays]
        if by_excuse and self.tricks:
            cards += self.tricks[-1].cards
        return camp if PETIT in cards else None


def _written_in_order(record: Record) -> bool:
    """
    Return whether each trick lists its cards in the order they were played.

    Programs also write tricks in columns, with the same names in the same order. That order says nothing: the leader
    and the playing order tell who played when.
    """
    orders = {tuple(player for player, _ in trick) for trick in record.tricks if len(trick) == len(record.playing)}
    return len(orders) > 1
