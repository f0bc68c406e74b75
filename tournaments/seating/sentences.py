"""Sentences about a certificate: repeats, equal shares, method."""

from collections.abc import Sequence

from tournaments.kit.translation import gettext_noop as _
from tournaments.kit.translation import ngettext, translated
from tournaments.seating.demand import Turns
from tournaments.seating.plan import Certificate, chair_names
from tournaments.seating.trios import DEFENCES, TAKES

_METHODS = {
    "search": _("beaucoup de plans essayés, le meilleur gardé"),
    "class movement": _("rotation à pas réguliers, de table en table"),
    "finite field": _("rotation tirée d’un calcul de mathématiciens"),
    "starter": _("une même position, décalée chaque fois"),
    "shifts": _("chaque place avance de table en table, de pas cherchés un par un"),
    "jumps": _("rotation où l’on saute des tables"),
    "known rotation": _("rotation trouvée d’avance"),
    "line by line": _("secteur par secteur"),
    "standings": _("au classement"),
    "trios": _("plan des triplettes, le sort dit la place de chacune"),
    "fewest changes": _("le tirage publié, avec le moins de changements de place"),
}
_ADAPTED = {"short tables": _(", des places laissées vides"), "exempts": _(", avec des exempts")}
_LEFT_OUT = {
    "fixed_seat": _("qui a une place fixe"),
    "fixed_table": _("qui a une table fixe"),
    "short": _("les tables de trois"),
    "late": _("qui est arrivé après le début"),
    "partial": _("qui ne vient pas à toutes les positions"),
}


def verdict(certificate: Certificate, language: str = "fr") -> str:
    """Return the words for the repeats, as the middle of a sentence; never « optimal » unless it is proved."""
    bound = certificate.lower_bound
    if certificate.proven_optimal:
        sentence = translated(_("{verdict}, prouvé optimal{given}"), language)
    elif bound:
        sentence = ngettext(
            "{verdict}, au moins {lower_bound} inévitable{given}",
            "{verdict}, au moins {lower_bound} inévitables{given}",
            bound,
            language,
        )
    else:
        sentence = translated(_("{verdict}, borne non atteinte"), language)
    repeats = ngettext("{repeats} répétition", "{repeats} répétitions", certificate.repeats, language)
    return sentence.format(
        verdict=repeats.format(repeats=certificate.repeats), lower_bound=bound, given=_given(certificate, language)
    )


def _given(certificate: Certificate, language: str) -> str:
    """Return the conditions of the bound: plans with other turns, or without these wishes, may have fewer repeats."""
    granted = [_(" à passages égaux")] * bool(certificate.for_turns)
    granted += [_(" avec ces souhaits")] * bool(certificate.for_wishes)
    return "".join(translated(words, language) for words in granted)


def repeats_words(certificate: Certificate, language: str = "fr") -> list[str]:
    """Return the sentences for the hall about repeats: if people meet twice, and if that could be avoided."""
    if certificate.trios and certificate.trio_meetings == 1:
        return [translated(_("Deux équipes ne se rencontrent jamais deux fois."), language)]
    if certificate.trios:  # who defends together meets each time: teams are told of
        met = translated(_("Deux équipes se rencontrent {times} au plus."), language)
        return [met.format(times=_times(certificate.trio_meetings, language))]
    if not certificate.repeats:
        never = translated(_("Deux joueurs ne se rencontrent jamais deux fois."), language)
        return [never, verdict(certificate, language) + "."]
    bound = certificate.lower_bound
    if certificate.proven_optimal:
        sentence = translated(
            _("{verdict} : prouvé optimal{given}.")
            if certificate.for_turns or certificate.for_wishes
            else _("{verdict} : prouvé optimal, on ne peut faire moins."),
            language,
        )
    elif bound:
        sentence = ngettext(
            "{verdict}, dont au moins {lower_bound} inévitable{given}.",
            "{verdict}, dont au moins {lower_bound} inévitables{given}.",
            bound,
            language,
        )
    else:
        sentence = translated(_("{verdict} ; il n’est pas prouvé qu’on ne puisse faire mieux."), language)
    repeated = ngettext("{count} rencontre répétée", "{count} rencontres répétées", certificate.repeats, language)
    repeated = repeated.format(count=certificate.repeats)
    given = _given(certificate, language)
    return [sentence.format(verdict=repeated, lower_bound=bound, given=given), *repeats_due(certificate, language)]


def repeats_due(certificate: Certificate, language: str) -> list[str]:
    """Return sentences about the causes of the repeats, and how often two players meet; [] without repeats."""
    sentences = []
    if certificate.for_turns:
        due = ngettext(
            "{for_turns} répétition au moins tient au partage des tables d’une autre taille : personne n’y va deux "
            "fois avant que tous y soient allés.",
            "{for_turns} répétitions au moins tiennent au partage des tables d’une autre taille : personne n’y va deux "
            "fois avant que tous y soient allés.",
            certificate.for_turns,
            language,
        )
        sentences.append(due.format(for_turns=certificate.for_turns))
    if certificate.turns_last_reached is not None:
        sentences.append(_other_turns(certificate, certificate.turns_last_reached, language))
    if certificate.repeats:
        most = translated(_("Deux joueurs se rencontrent {times} au plus."), language)
        sentences.append(most.format(times=_times(certificate.most_meetings, language)))
    return sentences


def _other_turns(certificate: Certificate, reached: int, language: str) -> str:
    """Return a sentence about the repeats of a short search with few repeats first; it claims no bound."""
    if reached >= certificate.repeats:
        cost = _("n’en fait pas moins")
    else:
        cost = _("en fait {count}") if reached else _("n’en fait aucune")
    other = translated(
        _("L’autre choix, peu de répétitions avant l’égalité des passages, {cost} à un essai rapide."), language
    )
    return other.format(cost=translated(cost, language).format(count=reached))


def sets_words(certificate: Certificate, language: str = "fr") -> list[str]:
    """Say how often somebody meets a set of boards again, and that everybody keeps his chair; nothing of a libre."""
    again, least = certificate.set_repeats, certificate.set_repeats_bound
    if again is None:
        return []
    if not again:
        met = translated(_("Personne ne joue deux fois les mêmes étuis."), language)
    else:
        met = ngettext(
            "{count} fois, quelqu’un joue des étuis qu’il a déjà joués : il y en a au moins {least}.",
            "{count} fois, quelqu’un joue des étuis qu’il a déjà joués : il y en a au moins {least}.",
            again,
            language,
        ).format(count=again, least=least)
    if certificate.method == "fewest changes" or certificate.trios:  # who takes a free chair takes it as it is
        return [met]
    return [met, translated(_("Chacun garde sa place."), language)]


def trios_words(certificate: Certificate, language: str) -> list[str]:
    """Return sentences about teams of three: how often each takes, defends and waits, results of a set; [] without."""
    if not certificate.trios:
        return []
    waits = certificate.rounds - TAKES - DEFENCES
    turns = (
        _("{trios} triplettes : chacune prend à 1 position, défend à {defends} et attend à {waits}.")
        if waits
        else _("{trios} triplettes : chacune prend à 1 position et défend à {defends}.")
    )
    results = translated(
        _("Chaque étui a au moins {count} résultats de preneurs et {count} de défenses, tous d’équipes différentes."),
        language,
    )
    return [
        translated(turns, language).format(trios=certificate.trios, defends=DEFENCES, waits=waits),
        results.format(count=certificate.trio_results),
    ]


def fairness(certificate: Certificate, language: str) -> list[str]:
    """Return sentences about the shares of seats, table numbers, neighbours, exemptions and odd tables, one each."""
    if certificate.trios:
        return []
    sentences = []
    if certificate.chairs:
        seats = translated(
            _("Chacun occupe chaque place ({chairs}) le même nombre de fois{within}{without}."), language
        )
        chairs = ", ".join(chair_names(certificate.chairs, language))
        shared = _shared(certificate.seats_spread, certificate.seats_without, language)
        sentences.append(seats.format(chairs=chairs, **shared))
    if certificate.tables_most:
        sentences.append(_tables(certificate, language))
    sentences += _neighbours(certificate, language)
    sections = translated(_("dans chaque secteur, "), language) if certificate.sections else ""
    if certificate.has_exempts:
        exempts = translated(
            _("Les exemptions tournent : {sections}chacun en a le même nombre{within}{without}."), language
        )
        shared = _shared(certificate.exempts_spread, certificate.exempts_without, language)
        sentences.append(exempts.format(sections=sections, **shared))
    if certificate.has_odd_tables:
        sentences += _repeats_first(certificate, language)
        odd_tables = translated(
            _(
                "Les passages aux tables d’une autre taille tournent : {sections}chacun en a le même "
                "nombre{within}{without}."
            ),
            language,
        )
        shared = _shared(certificate.odd_tables_spread, certificate.odd_tables_without, language)
        sentences.append(odd_tables.format(sections=sections, **shared))
    return sentences


def _shared(spread: int, left_out: Sequence[str], language: str) -> dict[str, str]:
    """Return the end of a sentence about equal shares: their largest difference, and who does not count."""
    within = translated(_(", à {spread} près"), language).format(spread=spread) if spread else ""
    return {"within": within, "without": _without(left_out, language)}


def _without(left_out: Sequence[str], language: str) -> str:
    """Return the end of a sentence that says who does not count; "" when everybody does."""
    if not left_out:
        return ""
    *others, last = [translated(_LEFT_OUT[kind], language) for kind in left_out]
    who = translated(_(" ni "), language).join([", ".join(others), last] if others else [last])
    return translated(_(", sans compter {who}"), language).format(who=who)


def _tables(certificate: Certificate, language: str) -> str:
    """Return a sentence about how often a player comes to one table number."""
    if certificate.tables_most == 1:
        sentence = translated(_("Personne ne vient deux fois à une même table{without}."), language)
    elif certificate.tables_again:
        sentence = ngettext(
            "Personne ne vient plus de {times} à une même table{without} ; en tout, {tables_again} passage de plus "
            "qu’à parts égales.",
            "Personne ne vient plus de {times} à une même table{without} ; en tout, {tables_again} passages de plus "
            "qu’à parts égales.",
            certificate.tables_again,
            language,
        )
    else:
        sentence = translated(
            _("Personne ne vient plus de {times} à une même table{without} : on ne peut faire moins."), language
        )
    return sentence.format(
        times=_times(certificate.tables_most, language),
        tables_again=certificate.tables_again,
        without=_without(certificate.tables_without, language),
    )


def _neighbours(certificate: Certificate, language: str) -> list[str]:
    """Return sentences about repeated neighbours; [] when there are none."""
    right, facing = certificate.same_right_most, certificate.same_facing_most
    if max(right, facing) <= 1:
        return []
    if facing:
        sentence = _("On a le même voisin de droite {right} au plus, et le même vis-à-vis {facing} au plus.")
    else:
        sentence = _("On a le même voisin de droite {right} au plus.")
    return [translated(sentence, language).format(right=_times(right, language), facing=_times(facing, language))]


def _repeats_first(certificate: Certificate, language: str) -> list[str]:
    """Return sentences about the price of few repeats before equal turns; [] where repeats did not come first."""
    if certificate.turns is Turns.FIRST:
        return []
    early, bound = certificate.early_turns, certificate.turns_first_bound
    if early:
        price = ngettext(
            "{early_turns} joueur y va une deuxième fois avant que tous y soient allés{without}",
            "{early_turns} joueurs y vont une deuxième fois avant que tous y soient allés{without}",
            early,
            language,
        )
    else:
        price = translated(_("personne n’y va deux fois avant que tous y soient allés{without}"), language)
    price = price.format(early_turns=early, without=_without(certificate.odd_tables_without, language))
    turns_last = _("Les répétitions comptaient avant l’égalité des passages aux tables d’une autre taille : {price}.")
    sentences = [translated(turns_last, language).format(price=price)]
    if bound > certificate.repeats:
        spared = ngettext(
            "À passages égaux, il y aurait au moins {turns_first_bound} répétition.",
            "À passages égaux, il y aurait au moins {turns_first_bound} répétitions.",
            bound,
            language,
        )
        sentences.append(spared.format(turns_first_bound=bound))
    return sentences


def method_words(method: str, language: str) -> str:
    """Return in words how a plan was found; an unknown method is shown as it is."""
    if method.startswith("search from "):
        way = method_words(method.removeprefix("search from "), language)
        return translated(_("un plan connu ({way}), amélioré par beaucoup d’essais"), language).format(way=way)
    name, _with, adapted = method.partition(" with ")
    words = translated(_METHODS[name], language) if name in _METHODS else name
    return words + (translated(_ADAPTED.get(adapted, f" with {adapted}"), language) if adapted else "")


def _times(count: int, language: str) -> str:
    """Return « 2 fois », in English "twice"."""
    named = {1: _("1 fois"), 2: _("2 fois")}
    return translated(named.get(count, _("{count} fois")), language).format(count=count)
