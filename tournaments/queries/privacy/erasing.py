"""What the erasure of a player's data changes, and why it may have to wait."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.kit.text import fold
from tournaments.labels import OVER, Status
from tournaments.models import (
    Account,
    Document,
    Entry,
    EntryPartner,
    Fee,
    Invitation,
    JournalEntry,
    Player,
    Registration,
    Tournament,
)
from tournaments.queries.people.linking import linked_files
from tournaments.queries.people.members import speaks_for
from tournaments.queries.privacy.club_texts import of_clubs, ways_to_club
from tournaments.queries.privacy.earlier_names import person_of
from tournaments.queries.privacy.erased_rows import Rewritten, Without, others_of, rewritten_rows
from tournaments.queries.privacy.named_texts import Finder, NamedPerson
from tournaments.queries.undo.consequences import Consequences, tournament_names


@dataclass(frozen=True)
class Erasure:
    """What an erasure writes: the player's names now and before, rows that name him, documents that may name him."""

    person: NamedPerson
    without: Without
    rows: tuple[Rewritten, ...] = ()
    tournaments: frozenset[int] = frozenset()
    seasons: frozenset[int] = frozenset()
    by_model: dict[type[Model], list[Rewritten]] = field(default_factory=dict)
    invitations: frozenset[int] = frozenset()
    entries: tuple[Entry, ...] = ()  # those he made from home
    partners: tuple[EntryPartner, ...] = ()  # where somebody else named him

    @property
    def lines(self) -> int:
        """How many journal lines are rewritten."""
        return len(self.by_model.get(JournalEntry, ()))

    @property
    def papers(self) -> QuerySet[Document]:
        """The stored documents that may name him: of tournaments that he entered or that name him, their seasons."""
        return Document.objects.filter(Q(tournament__in=self.tournaments) | Q(season__in=self.seasons))


def erasure_of(player: Player) -> Erasure:
    """Return what erasing a player writes. Reads every text of the clubs of `clubs_naming`."""
    clubs = clubs_naming(player)
    person = person_of(player)
    without = Without(Finder(person, others_of(player, clubs)), player.pk)
    rows = tuple(rewritten_rows(player, clubs, without))
    by_model = defaultdict(list)
    for row in rows:
        by_model[row.model].append(row)
    entered = set(Tournament.objects.filter(registrations__player=player).values_list("pk", flat=True))
    tournaments, seasons = _owners_of(by_model)
    tournaments |= entered
    counted = Tournament.objects.filter(pk__in=tournaments).exclude(season=None)
    seasons |= set(counted.values_list("season", flat=True))
    seasons |= set(Fee.objects.filter(membership__player=player).values_list("season", flat=True))
    return Erasure(
        person,
        without,
        rows,
        frozenset(tournaments),
        frozenset(seasons),
        dict(by_model),
        frozenset(_invitations(player, clubs, without)),
        tuple(_his(Entry.objects.select_related("tournament"), "", player, clubs, without)),
        tuple(_his(EntryPartner.objects.select_related("entry__tournament"), "entry__", player, clubs, without)),
    )


def _his(rows: QuerySet[Any], prefix: str, player: Player, clubs: frozenset[int], without: Without) -> Iterator[Any]:
    """
    Yield the entries from home, or partners, that are this player: accepted as him, with his licence, or with a name of
    his that nobody else of these clubs has. `prefix` leads from the row to its entry.
    """
    finder, own = without.finder, set(player.files.values_list("registrations", flat=True))
    for row in rows.filter(**{f"{prefix}tournament__club__in": clubs}):
        if row.registration_id is not None:
            is_he = row.registration_id in own
        else:
            has_licence = getattr(row, "licence", "") in finder.person.licences - {""}
            is_he = finder.is_his_name(row.last_name, row.first_name) and fold(row.full_name) not in finder.shared
            is_he |= has_licence
        if is_he:
            yield row


def erasing_player(player: Player, erasure: Erasure | None = None, *, by: Account | None = None) -> Consequences:
    """
    Return what happens when a player's data is erased. Refused while he is in a tournament that is not over.

    `erasure` is the result of `erasure_of` if it is known already. `by` must organise the club that keeps his file (or
    be the administrator, or None, the program). It is done everywhere at once: no other club can delay it, and he
    leaves its tournaments that are not over.
    """
    if player.erased_at is not None:
        return Consequences((), (_("Ses données sont déjà effacées."),))
    if not speaks_for(player, by):
        sentence = _(
            "« %(club)s » tient sa fiche et efface ses données, s’il le lui demande. S’il quitte votre club, terminez "
            "son adhésion ici."
        )
        return Consequences((), (sentence % {"club": player.club},))
    entered = Tournament.objects.filter(registrations__player=player)
    if going_on := list(entered.filter(club=player.club_id).exclude(state__in=OVER)):
        sentence = _(
            "Il est inscrit à %(where)s : terminez ce tournoi, ou retirez-le de la liste, puis effacez ses données."
        )
        return Consequences((), (sentence % {"where": tournament_names(going_on)},))
    erasure = erasure or erasure_of(player)
    entered_from_home = (*erasure.entries, *(partner.entry for partner in erasure.partners))
    live = [each.tournament for each in entered_from_home if each.is_live]
    if coming := [tournament for tournament in live if tournament.club_id == player.club_id]:
        sentence = _("Il s’est inscrit en ligne à %(where)s : annulez cette inscription, puis effacez ses données.")
        return Consequences((), (sentence % {"where": tournament_names(coming)},))
    touches = [
        _(
            "Effacés : nom, prénom, licence, série, suspension, naissance, sexe, club d’origine, nom public, adresse "
            "électronique, téléphone, accords."
        ),
        *_earlier(player, erasure.person),
        *_left_elsewhere(player, erasure),
        *_passed_on(player),
        _("Ses résultats restent sous son numéro de départ : totaux, places et championnats ne changent pas."),
        *(words % {"count": count} for count, words in _counted(erasure) if count),
        *_login(player),
        _("Les sauvegardes faites avant gardent ses données jusqu’à ce qu’elles soient supprimées."),
    ]
    return Consequences(tuple(touches))


def going_on_elsewhere(player: Player) -> QuerySet[Registration]:
    """Return a player's registrations in other clubs' tournaments that are not over and that he has not left."""
    entries = Registration.objects.filter(player=player, status__in=[Status.REGISTERED, Status.PRESENT])
    return entries.exclude(tournament__state__in=OVER).exclude(tournament__club=player.club_id)


def _left_elsewhere(player: Player, erasure: Erasure) -> list[str]:
    """Return a sentence: how many evenings of other clubs he leaves; those clubs are told."""
    left = set(going_on_elsewhere(player).values_list("tournament", flat=True))
    left |= {entry.tournament_id for entry in erasure.entries if entry.is_live}
    if not left:
        return []
    sentence = ngettext(
        "Il est retiré d’une soirée d’un autre club, qui l’apprend et le remplace.",
        "Il est retiré de %(count)d soirées d’autres clubs, qui l’apprennent et le remplacent.",
        len(left),
    )
    return [sentence % {"count": len(left)}]


def _passed_on(player: Player) -> list[str]:
    """Return a sentence: the clubs that keep a linked file are asked for its erasure."""
    if not (count := linked_files(player).count()):
        return []
    sentence = ngettext(
        "Sa fiche liée d’un autre club n’est pas effacée ici : ce club lit qu’il le demande.",
        "Ses %(count)d fiches liées d’autres clubs ne sont pas effacées ici : ces clubs lisent qu’il le demande.",
        count,
    )
    return [sentence % {"count": count}]


def _counted(erasure: Erasure) -> tuple[tuple[int, str], ...]:
    """Return how many entries, documents, journal lines and other texts change, each with its sentence."""
    papers, lines = erasure.papers.count(), erasure.lines
    from_home = len(erasure.entries) + len(erasure.partners)
    other_texts = len(erasure.rows) - lines
    return (
        (
            from_home,
            ngettext(
                "%(count)d inscription en ligne est supprimée, avec ce qu’il y avait tapé.",
                "%(count)d inscriptions en ligne sont supprimées, avec ce qu’il y avait tapé.",
                from_home,
            ),
        ),
        (
            papers,
            ngettext(
                "%(count)d document déjà fait le nomme peut-être : il est supprimé, puis refait sans son nom.",
                "%(count)d documents déjà faits le nomment peut-être : ils sont supprimés, puis refaits sans son nom.",
                papers,
            ),
        ),
        (
            lines,
            ngettext(
                "%(count)d ligne du journal ne dira plus son nom.",
                "%(count)d lignes du journal ne diront plus son nom.",
                lines,
            ),
        ),
        (
            other_texts,
            ngettext(
                "%(count)d autre texte (motif, contestation, signature, souhait…) ne le dira plus.",
                "%(count)d autres textes (motifs, contestations, signatures, souhaits…) ne le diront plus.",
                other_texts,
            ),
        ),
    )


def keeps_login(account: Account) -> bool:
    """Return whether a login stays when its player is erased: one with a role does, with its name."""
    return account.is_staff or account.appointments.exists()


def _invitations(player: Player, clubs: frozenset[int], without: Without) -> list[int]:
    """Return the ids of invitations that name him: of his file, his closed login, or an unknown login like his name."""
    account = Account.objects.filter(player=player).first()
    logins_of_others = {
        name.casefold() for name in Account.objects.exclude(player=player).values_list("username", flat=True)
    }
    if account is not None and keeps_login(account):
        logins_of_others.add(account.username.casefold())
    rows = Invitation.objects.filter(of_clubs(Invitation, clubs)).values_list("pk", "username", "player")
    return [
        pk
        for pk, username, file in rows
        if file == player.pk
        or (
            username not in logins_of_others
            and (without.is_login(username) or without.text(username, about=False, near=False) != username)
        )
    ]


def _earlier(player: Player, person: NamedPerson) -> list[str]:
    """Return a sentence with the other names that are searched for."""
    names = {f"{last} {first}".strip() for last, first in person.names} | person.whole
    before = sorted(names - {player.full_name})
    return [_("Cherché aussi sous : %(names)s.") % {"names": ", ".join(before)}] if before else []


def _login(player: Player) -> list[str]:
    account = Account.objects.filter(player=player).first()
    if account is None:
        return []
    if keeps_login(account):
        return [
            _("L’identifiant « %(username)s » garde ses fonctions, donc son nom : retirez-les d’abord pour l’effacer.")
            % {"username": account.username}
        ]
    return [_("L’identifiant « %(username)s » est fermé, et son nom effacé.") % {"username": account.username}]


def clubs_naming(player: Player) -> frozenset[int]:
    """
    Return the ids of the clubs whose texts may name a player: he is or was a member, played there, or his login has a
    role or an invitation.
    """
    clubs = {player.club_id, *player.memberships.values_list("club", flat=True)}
    clubs |= set(Tournament.objects.filter(registrations__player=player).values_list("club", flat=True))
    for account in Account.objects.filter(player=player):
        for roles in (account.appointments.all(), Invitation.objects.filter(username__iexact=account.username)):
            for club, of_tournament in roles.values_list("club", "tournament__club"):
                clubs |= {club, of_tournament}
    return frozenset(clubs - {None})


def _owners_of(by_model: dict[type[Model], list[Rewritten]]) -> tuple[set[Any], set[Any]]:
    """Return the ids of the tournaments and of the seasons of these rows: their documents may name him too."""
    tournaments: set[Any] = set()
    seasons: set[Any] = set()
    for model, rows in by_model.items():
        manager = model._default_manager
        pks = [row.pk for row in rows]
        if model is Tournament:
            tournaments |= set(pks)
        elif model is JournalEntry:
            continue  # no paper prints the journal
        else:
            for way in ways_to_club(model):
                owner = way.removesuffix("__club")
                if owner in ("club", "pk"):
                    continue
                owners = seasons if owner.endswith("season") else tournaments
                for chunk in _chunks(pks):
                    owners |= set(manager.filter(pk__in=chunk).values_list(owner, flat=True))
    return tournaments - {None}, seasons - {None}


def _chunks(pks: Sequence[int], size: int = 500) -> list[Sequence[int]]:
    return [pks[start : start + size] for start in range(0, len(pks), size)]
