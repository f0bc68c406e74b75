"""
Every sentence of a certificate, read and counted again on the seats themselves.

Shares nothing with the certificate but its words: a sentence that no reader knows is a mistake, and so is a figure that
the seats do not give.
"""

import re
from collections import Counter
from functools import partial
from itertools import combinations

from tournaments.seating import Certificate, Demand, Plan, tell

CHAIRS = {
    "Sud, Est, Nord": 3,
    "Sud, Est, Nord, Ouest": 4,
    "Sud, Est, Nord, Ouest, cinquième place": 5,
    "South, East, North": 3,
    "South, East, North, West": 4,
    "South, East, North, West, fifth seat": 5,
}
LEFT_OUT = {
    "qui a une place fixe": "fixed_seat",
    "qui a une table fixe": "fixed_table",
    "les tables de trois": "short",
    "qui est arrivé après le début": "late",
    "qui ne vient pas à toutes les positions": "partial",
    "whoever has a fixed seat": "fixed_seat",
    "whoever has a fixed table": "fixed_table",
    "tables of three": "short",
    "whoever came after the start": "late",
    "whoever is not there in every round": "partial",
}
TIMES = {"once": 1, "twice": 2}


class Recount:
    """The seats of a plan and of its past; each method takes what a sentence claims and answers if it is so."""

    def __init__(self, plan: Plan, demand: Demand) -> None:
        self.plan, self.demand = plan, demand
        self.whole = [*demand.past, *plan.rounds]
        self.size = demand.table_size
        self.met = Counter(pair for tables in self.whole for table in tables for pair in combinations(sorted(table), 2))

    def players(self, players: str, rounds: str) -> bool:
        return (int(players), int(rounds)) == (len(self.demand.players), len(self.plan.rounds))

    def past(self, count: str | None) -> bool:
        return int(count or 1) == len(self.demand.past)

    def repeats(self, count: str, bound: str | None = None) -> bool:
        there_are = sum(self.met.values()) - len(self.met)
        return int(count) == there_are and int(bound or 0) <= there_are

    def most_meetings(self, count: str) -> bool:
        return max(self.met.values()) == number(count)

    def sets(self, count: str | None, least: str | None) -> bool:
        met = Counter(
            (player, held)
            for tables, of_round in zip(self.plan.rounds, self.plan.sets, strict=True)
            for table, held in zip(tables, of_round, strict=True)
            for player in table
        )
        again = sum(times - 1 for times in met.values())
        return int(count or 0) == again >= int(least or 0)

    def trios(self, teams: str, defends: str, waits: str | None) -> bool:
        """Count positions in which each team takes, all its members in Sud at once, defends together, and waits."""
        for trio in self.demand.trios:
            roles = Counter(
                ("takes" if all(one == table[0] for one, table in found) else "defends") if found else "waits"
                for tables in self.whole
                for found in [[(one, table) for one in trio for table in tables if one in table]]
            )
            if roles != +Counter(takes=1, defends=int(defends), waits=int(waits or 0)):
                return False
        return int(teams) == len(self.demand.trios)

    def results(self, count: str, defences: str) -> bool:
        return int(count) == int(defences) == min(len(teams) for teams in self.by_set(0) + self.by_set(1))

    def by_set(self, chair: int) -> list[set[int]]:
        """Return the teams of whoever sits on a chair, by set."""
        found: dict[int, set[int]] = {}
        for tables, of_round in zip(self.plan.rounds, self.plan.sets, strict=True):
            for table, held in zip(tables, of_round, strict=True):
                (team,) = [number for number, trio in enumerate(self.demand.trios) if table[chair] in trio]
                found.setdefault(held, set()).add(team)
        return list(found.values())

    def teams_meet(self, count: str = "1 fois") -> bool:
        team = {player: number for number, trio in enumerate(self.demand.trios) for player in trio}
        met = Counter(frozenset(map(team.__getitem__, table)) for tables in self.whole for table in tables)
        return max(met.values()) == number(count)

    def keeps_chairs(self) -> bool:
        chairs = {(player, chair) for tables in self.whole for table in tables for chair, player in enumerate(table)}
        return len(chairs) == len({player for player, _chair in chairs})

    def turns(self, count: str) -> bool:
        """Nobody of a section is at an odd table twice while another has not been."""
        had = Counter(dict.fromkeys(self.demand.players, 0))
        for tables in self.plan.rounds:
            had.update(player for table in tables for player in table if len(table) != self.size)
            for line in self.demand.sectors:
                if max(had[p] for p in line) > 1 and not min(had[p] for p in line):
                    return False
        return 0 < int(count) <= sum(self.met.values()) - len(self.met)

    def other_turns(self, no_fewer: str | None, count: str | None) -> bool:
        """What few repeats first would cost is said where turns came first, and fewer is fewer than there are."""
        there_are = sum(self.met.values()) - len(self.met)
        return self.demand.turns == "first" and (bool(no_fewer) or int(count or 0) < there_are)

    def seats(self, chairs: str, within: str | None, left_out: str | None) -> bool:
        count, without = CHAIRS[chairs], reasons(left_out)
        worst = 0
        for player in self.everybody(without):
            had = [0] * count
            for tables in self.whole:
                for table in tables:
                    if player in table[:count] and not ("short" in without and len(table) == 3):
                        had[table.index(player)] += 1
            worst = max(worst, max(had) - min(had))
        everywhere = max(len(table) for tables in self.whole for table in tables)
        return worst == int(within or 0) and count <= everywhere

    def tables_once(self, left_out: str | None) -> bool:
        return self.tables("1", None, left_out)

    def tables(self, most: str, again: str | None = None, left_out: str | None = None) -> bool:
        """No `again` and more than one visit: everybody comes as little to one table as can be."""
        worst = beyond = 0
        for player in self.everybody(reasons(left_out)):
            at = [n for tables in self.whole for n, table in enumerate(tables) if player in table]
            new = sum(player in table for tables in self.plan.rounds for table in tables)
            own = max(map(len, self.whole))
            if self.demand.wishes.sectors:
                section = next(number for number, line in enumerate(self.demand.sectors) if player in line)
                own = len(self.demand.sector_layouts[section].tables)
            share = max(-(-len(at) // max(map(len, self.whole))), -(-new // own))
            visits = Counter(at).values()
            worst = max([worst, *visits])
            beyond += sum(max(0, visit - share) for visit in visits)
        return worst == number(most) and beyond == int(again or 0)

    def neighbours(self, right: str, facing: str | None) -> bool:
        beside = Counter(
            pair
            for tables in self.whole
            for table in tables
            for pair in zip(table, (*table[1:], table[0]), strict=True)
        )
        across = Counter(
            frozenset(pair)
            for tables in self.whole
            for table in tables
            if len(table) == 4
            for pair in ((table[0], table[2]), (table[1], table[3]))
        )
        return (max(beside.values()), max(across.values(), default=0)) == (number(right), number(facing or "0"))

    def exempts(self, sections: str | None, within: str | None, left_out: str | None) -> bool:
        out = Counter(player for one in (*self.demand.past_exempts, *self.plan.exempts) for player in one)
        return any(self.plan.exempts) and self.shared(out, sections, within, left_out)

    def odd_tables(self, sections: str | None, within: str | None, left_out: str | None) -> bool:
        odd = Counter(p for tables in self.whole for table in tables if len(table) != self.size for p in table)
        return self.shared(odd, sections, within, left_out)

    def early(self, early: str | None, left_out: str | None) -> bool:
        """So many are at an odd table a second time while somebody of their section has not been at one."""
        counted = self.everybody(reasons(left_out))
        at_odd = [[p for table in tables if len(table) != self.size for p in table] for tables in self.whole]
        found = set()
        for line in self.demand.sectors:
            for number in range(len(at_odd)):
                had = Counter(p for one in at_odd[: number + 1] for p in one)
                if any(not had[p] for p in line if p in counted):
                    found |= {p for p in line if p in counted and had[p] > 1}
        return self.demand.turns == "last" and len(found) == int(early or 0)

    def spared(self, count: str) -> bool:
        """A plan with fewer repeats than any that shares turns first must not share them first itself."""
        had: Counter[int] = Counter()
        early = False
        for tables in self.plan.rounds:
            had.update(p for table in tables for p in table if len(table) != self.size)
            early = early or any(
                max(had[p] for p in line) > 1 and not min(had[p] for p in line) for line in self.demand.sectors
            )
        return early and int(count) > sum(self.met.values()) - len(self.met)

    def shared(self, had: Counter[int], sections: str | None, within: str | None, left_out: str | None) -> bool:
        counted = self.everybody(reasons(left_out))
        parts = self.demand.sectors if sections else [self.demand.players]
        spreads = [max(counts) - min(counts) for line in parts if (counts := [had[p] for p in line if p in counted])]
        return max(spreads, default=0) == int(within or 0)

    def wish(self, kind: str, who: str, verdict: str) -> bool:
        wishes = [wish for wish in self.plan.certificate.wishes if wish.kind == kind]
        (wish,) = [wish for wish in wishes if who in (wish.name, ", ".join(map(str, wish.players)))]
        against = self.against(wish)
        if verdict in ("Respecté", "Kept"):
            return against == 0
        claimed = [int(figure) for figure in re.findall(r"\d+", verdict)]
        return against == claimed[0] and all(figure <= against for figure in claimed)

    def against(self, wish) -> int:
        """Return the meetings against a wish in the new rounds, or the rounds where its place is not kept."""
        if wish.kind in ("fixed_table", "fixed_seat"):
            (player,) = wish.players
            wanted = dict(getattr(self.demand.wishes, wish.kind + "s"))[player]
            places = [
                (at, table.index(player))
                for tables in self.plan.rounds
                for at, table in enumerate(tables)
                if player in table
            ]
            return sum(place[wish.kind == "fixed_seat"] != wanted for place in places)
        members = set(wish.players)
        total = 0
        for tables in self.plan.rounds:
            for table in tables:
                inside = len(members.intersection(table))
                outside = len(table) - inside
                total += inside * outside if wish.kind == "line" else inside * (inside - 1) // 2
        return total

    def everybody(self, without: set[str]) -> set[int]:
        """Return the players of the draw, but those that a sentence leaves out."""
        demand, wishes = self.demand, self.demand.wishes
        seen = {player for tables in demand.past for table in tables for player in table}
        seen |= {player for out in demand.past_exempts for player in out}
        kinds = {
            "fixed_seat": {player for player, _ in wishes.fixed_seats},
            "fixed_table": {player for player, _ in wishes.fixed_tables},
            "late": set(demand.players) - seen,
            "partial": {p for p in demand.players if not all(p in here for here in demand.present)},
            "short": set(),
        }
        return set(demand.players).difference(*(kinds[reason] for reason in without))


KINDS = {
    "apart": ("À séparer : ", "To keep apart: "),
    "team": ("Équipe : ", "Team: "),
    "fixed_table": ("Table fixe : ", "Fixed table: "),
    "fixed_seat": ("Place fixe : ", "Fixed seat: "),
    "line": ("Secteur ", "Section "),
}
SO_OFTEN = r"(?P<most>once|twice|\d+ times)"
WITHOUT = "(?:, sans compter (?P<left_out>.+?))?"
NOT_COUNTING = "(?:, not counting (?P<left_out>.+?))?"
WITHIN = r"(?:, à (?P<within>\d+) près)?"
IN_ENGLISH = r"(?:, within (?P<within>\d+))?"
BY_SECTION = "(?P<sections>dans chaque secteur, )?"
IN_EACH = "(?P<sections>in each section, )?"
# Each sentence, its spaces plain, and who counts it again: the groups are what it claims.
SENTENCES = [
    (r"(?P<players>\d+) joueurs, (?P<rounds>\d+) positions?\.", Recount.players),
    (r"(?P<players>\d+) players, (?P<rounds>\d+) rounds?\.", Recount.players),
    (r"La position déjà jouée compte aussi(?:, sauf pour les souhaits)?\.(?P<count>)", Recount.past),
    (r"The round already played counts too(?:, except for the wishes)?\.(?P<count>)", Recount.past),
    (r"Les (?P<count>\d+) positions déjà jouées comptent aussi(?:, sauf pour les souhaits)?\.", Recount.past),
    (r"The (?P<count>\d+) rounds already played count too(?:, except for the wishes)?\.", Recount.past),
    (
        (
            r"(?P<count>\d+) répétitions?, (?:prouvé optimal|borne non atteinte|au moins (?P<bound>\d+) inévitables?)"
            r"(?: à passages égaux)?(?: avec ces souhaits)?\."
        ),
        Recount.repeats,
    ),
    (
        (
            r"(?P<count>\d+) repeats?, (?:proved optimal|bound not reached|at least (?P<bound>\d+) unavoidable)"
            r"(?: with equal turns)?(?: with these wishes)?\."
        ),
        Recount.repeats,
    ),
    (r"Personne ne joue deux fois les mêmes étuis\.(?P<count>)(?P<least>)", Recount.sets),
    (r"Nobody plays the same boards twice\.(?P<count>)(?P<least>)", Recount.sets),
    (
        r"(?P<count>\d+) fois, quelqu’un joue des étuis qu’il a déjà joués : il y en a au moins (?P<least>\d+)\.",
        Recount.sets,
    ),
    (
        r"(?P<count>\d+) times?, somebody plays boards that he has played: there (?:is|are) (?P<least>\d+) at least\.",
        Recount.sets,
    ),
    (
        (
            r"(?P<teams>\d+) triplettes : chacune prend à 1 position,? (?:et )?défend à (?P<defends>\d+)"
            r"(?: et attend à (?P<waits>\d+))?\."
        ),
        Recount.trios,
    ),
    (
        (
            r"(?P<teams>\d+) teams of three: each takes in 1 round,? (?:and )?defends in (?P<defends>\d+)"
            r"(?: and waits in (?P<waits>\d+))?\."
        ),
        Recount.trios,
    ),
    (
        r"Chaque étui a au moins (?P<count>\d+) résultats de preneurs et (?P<defences>\d+) de défenses, .+\.",
        Recount.results,
    ),
    (
        r"Each board has at least (?P<count>\d+) results of takers and (?P<defences>\d+) of defences, .+\.",
        Recount.results,
    ),
    (r"Deux équipes ne se rencontrent jamais deux fois\.|No two teams meet twice\.", Recount.teams_meet),
    (r"Deux équipes se rencontrent (?P<count>.+) au plus\.", Recount.teams_meet),
    (r"Two teams meet (?P<count>.+) at most\.", Recount.teams_meet),
    (r"Chacun garde sa place\.|Everybody keeps his seat\.", Recount.keeps_chairs),
    (r"Deux joueurs se rencontrent (?P<count>\d+ fois) au plus\.", Recount.most_meetings),
    (r"Two players meet (?P<count>.+) at most\.", Recount.most_meetings),
    (r"(?P<count>\d+) répétitions au moins tiennent au partage .* avant que tous y soient allés\.", Recount.turns),
    (
        r"L’autre choix, .+, (?:n’en fait aucune|(?P<no_fewer>n’en fait pas moins)|en fait (?P<count>\d+)) à un .+\.",
        Recount.other_turns,
    ),
    (
        r"The other choice, .+, makes (?:none|(?P<no_fewer>no fewer)|(?P<count>\d+)) in a quick trial\.",
        Recount.other_turns,
    ),
    (r"At least (?P<count>\d+) repeats come from sharing out .* twice before all have been\.", Recount.turns),
    (
        rf"Chacun occupe chaque place \((?P<chairs>.+?)\) le même nombre de fois{WITHIN}{WITHOUT}\.",
        Recount.seats,
    ),
    (rf"Everybody has each seat \((?P<chairs>.+?)\) as often{IN_ENGLISH}{NOT_COUNTING}\.", Recount.seats),
    (rf"Personne ne vient deux fois à une même table{WITHOUT}\.", Recount.tables_once),
    (rf"Nobody comes to one table twice{NOT_COUNTING}\.", Recount.tables_once),
    (
        rf"Personne ne vient plus de (?P<most>\d+ fois) à une même table{WITHOUT} : on ne peut faire moins\.",
        Recount.tables,
    ),
    (rf"Nobody comes to one table more than {SO_OFTEN}{NOT_COUNTING}, the least there can be\.", Recount.tables),
    (
        (
            rf"Personne ne vient plus de (?P<most>\d+ fois) à une même table{WITHOUT} ; en tout, (?P<again>\d+) "
            r"passages? de plus qu’à parts égales\."
        ),
        Recount.tables,
    ),
    (
        (
            rf"Nobody comes to one table more than {SO_OFTEN}{NOT_COUNTING}; in all, (?P<again>\d+) visits? "
            r"more than by equal shares\."
        ),
        Recount.tables,
    ),
    (
        (
            r"On a le même voisin de droite (?P<right>\d+ fois) au plus"
            r"(?:, et le même vis-à-vis (?P<facing>\d+ fois) au plus)?\."
        ),
        Recount.neighbours,
    ),
    (
        (
            r"Nobody has the same right-hand neighbour more than (?P<right>.+?)"
            r"(?:, nor faces the same player more than (?P<facing>.+))?\."
        ),
        Recount.neighbours,
    ),
    (
        rf"Les exemptions tournent : {BY_SECTION}chacun en a le même nombre{WITHIN}{WITHOUT}\.",
        Recount.exempts,
    ),
    (rf"Exemptions go round: {IN_EACH}everybody has as many{IN_ENGLISH}{NOT_COUNTING}\.", Recount.exempts),
    (
        (
            rf"Les passages aux tables d’une autre taille tournent : {BY_SECTION}chacun en a le même nombre{WITHIN}"
            rf"{WITHOUT}\."
        ),
        Recount.odd_tables,
    ),
    (
        rf"Turns at tables of another size go round: {IN_EACH}everybody has as many{IN_ENGLISH}{NOT_COUNTING}\.",
        Recount.odd_tables,
    ),
    (
        (
            r"Les répétitions comptaient avant l’égalité des passages aux tables d’une autre taille : (?:personne n’y "
            r"va deux fois|(?P<early>\d+) joueurs? y v(?:a|ont) une deuxième fois) avant que tous y soient allés"
            rf"{WITHOUT}\."
        ),
        Recount.early,
    ),
    (
        (
            r"Few repeats came before equal turns at tables of another size: (?:nobody goes there twice|(?P<early>\d+) "
            rf"players? go(?:es)? there a second time) before all have been{NOT_COUNTING}\."
        ),
        Recount.early,
    ),
    (r"À passages égaux, il y aurait au moins (?P<count>\d+) répétitions?\.", Recount.spared),
    (r"With equal turns there would be at least (?P<count>\d+) repeats?\.", Recount.spared),
    *(
        (rf"{words}(?P<who>[^.]+)\. (?P<verdict>.+)\.", partial(Recount.wish, kind=kind))
        for kind, both in KINDS.items()
        for words in both
    ),
]
METHOD = re.compile(r"(Méthode : .+\. Numéro du tirage : \d+ ; |Method: .+\. Number of the draw: \d+; ).+\.")
ONE_OF_MANY = re.compile(r"(?<![\d,])[01] (?!fois\b|près\b)\w+s\b|(?<!\d)1 times\b")


def refuted(plan: Plan, demand: Demand) -> list[str]:
    """Return the sentences that the seats give the lie, that count one thing as many, or that nobody reads here."""
    found = []
    said: Certificate = plan.certificate
    recount = Recount(plan, demand)
    for language in ("fr", "en"):
        for sentence in tell(said, language):
            plain = sentence.replace("\u00a0", " ").replace("\u202f", " ")
            if METHOD.fullmatch(plain):
                continue
            if not _holds(plain, recount) or (language == "fr" and ONE_OF_MANY.search(plain)):
                found.append(plain)
    return found


def _holds(sentence: str, recount: Recount) -> bool:
    read = [(match, count) for pattern, count in SENTENCES if (match := re.fullmatch(pattern, sentence))]
    return len(read) == 1 and read[0][1](recount, **read[0][0].groupdict())


def number(words: str) -> int:
    """Read « 3 », "3 times", "twice"."""
    return TIMES.get(words, 0) or int(words.split(maxsplit=1)[0])


def reasons(words: str | None) -> set[str]:
    """Read who is left out of a count."""
    return {LEFT_OUT[one] for one in re.split(r", | ni | or ", words)} if words else set()
