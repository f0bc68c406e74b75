"""
Sentences about the rule of a league, the same on pages, papers and in the journal.

One query where a rule speaks of single evenings. A draft or a trial, of which nobody is told, is left out.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from fractions import Fraction

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.kit.days import french_day
from tournaments.kit.languages import current_language
from tournaments.kit.text import in_thousandths, signed
from tournaments.league_labels import LEAGUE_TIE_WORDS
from tournaments.models import Tournament, is_shown
from tournaments.standings import Adds, Brings, LeagueRule, LeagueTie, Total

PLACES_TOLD = 12  # of a table of points: the rest is said by its last ones
EVENINGS_TOLD = 12  # of those chosen, or left out
USUAL = LeagueRule()


def league_words(rule: LeagueRule) -> list[str]:
    """Return the sentences of a rule: how many results count, and everything that differs from the usual rule."""
    told, usual = _sentences(rule), _sentences(USUAL)
    return [told[0], *(sentence for sentence, known in zip(told[1:], usual[1:], strict=True) if sentence != known)]


def changed_league_words(before: LeagueRule, after: LeagueRule) -> tuple[str, str]:
    """Return the sentences of the old rule that differ, and those of the new rule in their place."""
    changed = [pair for pair in zip(_sentences(before), _sentences(after), strict=True) if pair[0] != pair[1]]
    return " ".join(old for old, _new in changed), " ".join(new for _old, new in changed)


def beyond_words(rule: LeagueRule, held: int) -> list[str]:
    """Return sentences: what a rule demands that `held` evenings cannot give; [] before the first evening."""
    if not held:
        return []
    sentences = []
    if rule.best_of is not None and rule.best_of > held:
        sentences.append(
            ngettext(
                "La règle compte %(count)d résultats, la saison n’a encore que %(held)d soirée : elle compte.",
                "La règle compte %(count)d résultats, la saison n’a encore que %(held)d soirées : toutes comptent.",
                held,
            )
            % {"count": rule.best_of, "held": held}
        )
    if rule.drops >= held:
        sentences.append(
            ngettext(
                "La règle retire %(count)d résultats, la saison n’a encore que %(held)d soirée : le meilleur compte.",
                "La règle retire %(count)d résultats, la saison n’a encore que %(held)d soirées : le meilleur compte.",
                held,
            )
            % {"count": rule.drops, "held": held}
        )
    if rule.minimum is not None and rule.minimum > held:
        sentences.append(
            ngettext(
                "Il faut %(count)d soirées pour être classé, il n’y en a que %(held)d : tout le monde est classé.",
                "Il faut %(count)d soirées pour être classé, il n’y en a que %(held)d : tout le monde est classé.",
                held,
            )
            % {"count": rule.minimum, "held": held}
        )
    return sentences


def left_out_words(names: Sequence[str]) -> str:
    """Return why a league that adds up points does not count the tournaments of these names; "" without any."""
    if not names:
        return ""
    return ngettext(
        "%(names)s ne compte pas ici : ce championnat additionne les points marqués, et en duplicate un total est un "
        "pourcentage ou un écart à la moyenne. Un championnat selon la place compte toutes les soirées.",
        "%(names)s ne comptent pas ici : ce championnat additionne les points marqués, et en duplicate un total est un "
        "pourcentage ou un écart à la moyenne. Un championnat selon la place compte toutes les soirées.",
        len(names),
    ) % {"names": ", ".join(names)}


def _sentences(rule: LeagueRule) -> list[str]:
    return [
        _what_counts(rule),
        _who_plays(rule),
        _what_is_brought(rule),
        *_who_is_ranked(rule),
        _who_goes_first(rule),
        *_beside(rule),
        *_single_evenings(rule),
    ]


def _what_counts(rule: LeagueRule) -> str:
    """Return the first sentence, on every page: what is added up, and of which days."""
    return " ".join(filter(None, [_what_is_added(rule), _days(rule)]))


def _days(rule: LeagueRule) -> str:
    first, last = rule.starts_on, rule.ends_on
    days = {"first": first and french_day(first), "last": last and french_day(last)}
    if first and last:
        return _("Comptent les soirées du %(first)s au %(last)s.") % days
    if first:
        return _("Comptent les soirées depuis le %(first)s.") % days
    return _("Comptent les soirées jusqu’au %(last)s.") % days if last else ""


def _single_evenings(rule: LeagueRule) -> list[str]:
    """Return the sentences about evenings that are chosen or left out, and about those that count more or less."""
    by_weight: dict[Total, list[int]] = defaultdict(list)
    for event, _weight in rule.weights:
        by_weight[rule.weight_of(event)].append(event)
    names = _names({event for event, _weight in rule.weights})
    if rule.only_chosen:
        chosen = _listed(names, {event for event, weight in rule.weights if weight})
        which = _("Seules comptent les soirées choisies : %(evenings)s.") % {"evenings": chosen or _("aucune encore")}
    else:
        out = _listed(names, by_weight[0])
        which = _("Ne compte pas : %(evenings)s.") % {"evenings": out} if out else _("Aucune soirée n’est écartée.")
    counts = [
        _("%(times)s : %(evenings)s.") % {"times": capfirst(weight_text(weight)), "evenings": told}
        for weight, events in sorted(by_weight.items(), reverse=True)
        if weight not in (0, 1) and (told := _listed(names, events))
    ]
    if not counts:
        return [which, _("Chaque soirée compte une fois.")]
    if rule.adds is Adds.AVERAGE:
        counts.append(_("La moyenne en tient compte ; les meilleurs résultats sont choisis sans cela."))
    return [which, " ".join(counts)]


def weight_text(weight: Total) -> str:
    """Return in words how often an evening counts."""
    usual: dict[Total, str] = {
        0: _("ne compte pas"),
        Fraction(1, 2): _("compte pour moitié"),
        1: _("compte une fois"),
        2: _("compte double"),
        3: _("compte triple"),
    }
    return usual.get(weight) or _("compte %(times)s fois") % {"times": times_text(weight)}


def times_text(weight: Total) -> str:
    """Return how often an evening counts as a number: « 2 », « 1,5 »; 1.5 in English."""
    number = f"{in_thousandths(weight)}".rstrip("0") if isinstance(weight, Fraction) else str(weight)
    return number if current_language() == "en" else number.replace(".", ",")


def _names(events: Collection[int]) -> dict[int, str]:
    """Return the names of the evenings that everybody may know, with their days, by date."""
    if not events:
        return {}
    shown = Tournament.objects.filter(is_shown(), pk__in=events).order_by("date", "pk")
    return {
        pk: _("« %(name)s » (%(day)s)") % {"name": name, "day": french_day(day)}
        for pk, name, day in shown.values_list("pk", "name", "date")
    }


def _listed(names: dict[int, str], events: Collection[int]) -> str:
    told = [name for event, name in names.items() if event in events]
    more = len(told) - EVENINGS_TOLD
    if more > 0:
        told[EVENINGS_TOLD:] = [ngettext("%(count)d autre", "%(count)d autres", more) % {"count": more}]
    return ", ".join(told)


def _what_is_added(rule: LeagueRule) -> str:
    most = rule.best_of
    if rule.adds is Adds.AVERAGE and most != 1:
        sentence = _("Championnat : la moyenne des résultats de chacun.")
        if most:
            sentence = _("Championnat : la moyenne des %(count)d meilleurs résultats de chacun.") % {"count": most}
    elif most:
        sentence = ngettext(
            "Championnat : seul le meilleur résultat de chacun compte.",
            "Championnat : les %(count)s meilleurs résultats de chacun comptent.",
            most,
        ) % {"count": most}
    else:
        sentence = _("Championnat : tous les résultats s’additionnent.")
    return _with_drops(sentence, rule.drops)


def _with_drops(sentence: str, dropped: int) -> str:
    if not dropped:
        return sentence
    more = ngettext(
        "Le plus mauvais résultat est retiré, une soirée manquée d’abord.",
        "Les %(count)d plus mauvais résultats sont retirés, une soirée manquée d’abord.",
        dropped,
    ) % {"count": dropped}
    return f"{sentence} {more}"


def _who_plays(rule: LeagueRule) -> str:
    if not rule.of_teams:
        return _("Les joueurs sont classés.")
    return _(
        "Les équipes sont classées, dans les tournois par équipes : une équipe est la même sous le même nom, pour le "
        "club de son capitaine."
    )


def _what_is_brought(rule: LeagueRule) -> str:
    if rule.brings is Brings.SCORES:
        return _("Chaque soirée rapporte les points qu’on y a marqués.")
    if rule.brings is Brings.FIELD:
        if rule.of_teams:
            return _("Chaque soirée rapporte selon la place : un point, et un de plus par équipe classée derrière.")
        return _("Chaque soirée rapporte selon la place : un point, et un de plus par joueur classé derrière.")
    told = ", ".join(map(str, rule.table[:PLACES_TOLD])) + ("…" if len(rule.table) > PLACES_TOLD else "")
    if rule.after_table:
        return _("Chaque soirée rapporte selon la place : %(points)s, puis %(after)d.") % {
            "points": told,
            "after": rule.after_table,
        }
    return _("Chaque soirée rapporte selon la place : %(points)s, puis rien.") % {"points": told}


def _who_is_ranked(rule: LeagueRule) -> list[str]:
    if rule.minimum is None:
        minimum = _("Qui a été classé une fois est classé.")
    else:
        minimum = ngettext(
            "Il faut %(count)d soirée pour être classé, dès que la saison en compte autant.",
            "Il faut %(count)d soirées pour être classé, dès que la saison en compte autant.",
            rule.minimum,
        ) % {"count": rule.minimum}
    if not rule.bonus:
        return [minimum, _("Venir ne rapporte rien de plus.")]
    points = signed(rule.bonus, language=current_language())
    return [minimum, _("Chaque soirée où l’on est classé ajoute %(points)s.") % {"points": points}]


def _who_goes_first(rule: LeagueRule) -> str:
    if not rule.ties:
        return _("À total égal, la place est partagée.")
    criteria = _(", puis ").join(str(LEAGUE_TIE_WORDS[tie]) for tie in rule.ties)
    return _("À total égal départagent : %(criteria)s ; sinon la place est partagée.") % {"criteria": criteria}


def _beside(rule: LeagueRule) -> list[str]:
    """Return the sentences about clubs and about the final."""
    clubs = _("Les clubs ne sont pas classés.")
    if rule.club_best is not None:
        clubs = ngettext(
            "À chaque soirée le meilleur de chaque club compte pour lui.",
            "À chaque soirée les %(count)d meilleurs de chaque club comptent pour lui.",
            rule.club_best,
        ) % {"count": rule.club_best}
    if not rule.qualified:
        return [clubs, _("Il n’y a pas de finale.")]
    if rule.carries:
        final = ngettext(
            "Le premier va en finale, avec ce qu’il a.",
            "Les %(count)d premiers vont en finale, avec ce qu’ils ont.",
            rule.qualified,
        )
    else:
        final = ngettext(
            "Le premier va en finale.",
            "Les %(count)d premiers vont en finale, où chacun repart de zéro.",
            rule.qualified,
        )
    return [clubs, final % {"count": rule.qualified}]


def tie_value(tie: LeagueTie, value: Total) -> str:
    """Return a player's value by a criterion, in words."""
    return str(value) if tie in (LeagueTie.WINS, LeagueTie.EVENTS) else signed(value, language=current_language())
