"""Sentences about a ranking, the same on pages, papers and in the API: its rule, and who did not play it all."""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.comparison import Method, VictoryBy, read_match_scale
from tournaments.kit.days import french_day
from tournaments.kit.languages import current_language
from tournaments.kit.text import Percent, WonPoints, signed
from tournaments.labels import ADJUSTED_WORDS, TIE_WORDS
from tournaments.models import Match, Tournament
from tournaments.queries.evening.round_names import all_rounds, counted_rounds, round_name, round_word, rounds_word
from tournaments.queries.standings.trio_words import trios_compared_words, trios_ranked_words
from tournaments.standings import NOT_POINTS, Adjusted, Decided, Missed, Tie, Total, Unfinished, team_rule


def unnamed_text(count: int) -> str:
    """Return the line at the foot of a league that counts the players who are not named."""
    words = ngettext("et %(count)d joueur qui n’est pas nommé", "et %(count)d joueurs qui ne sont pas nommés", count)
    return words % {"count": count}


def rule_words(tournament: Tournament, language: str) -> list[str]:
    """Return three sentences: who is ranked without playing all, what a missed round brings, what breaks ties."""
    first = _who_goes_first(tournament, tournament.ranking_rule.ties)
    if tournament.is_duplicate:
        return [_how_compared(tournament), _who_counts(tournament), first]
    return [_who_counts(tournament), _what_is_missed(tournament, language), first]


def team_rule_words(tournament: Tournament, language: str) -> list[str]:
    """Return sentences about the ranking of teams: what is added up, who is ranked, what breaks ties."""
    if tournament.plays_matches:
        how = _how_matched(tournament)
    elif tournament.plays_trios:
        how = trios_ranked_words()
    elif tournament.is_duplicate:
        how = _("Une équipe a ce que ses joueurs ont gagné ensemble, sur tout ce qui leur était possible.")
    else:
        how = _("Une équipe a la somme des points de ses joueurs, remplaçants et pénalités compris.")
    ties = team_rule(tournament.ranking_rule).ties
    missed = [] if tournament.is_duplicate else [_what_is_missed(tournament, language)]
    return [how, _which_teams_count(tournament), *missed, _who_goes_first(tournament, ties)]


def _how_matched(tournament: Tournament) -> str:
    """Return what a match brings a team, and a bye."""
    if tournament.compared_by == Method.MATCHPOINTS:
        how = _(
            "Par matchs : sur chaque étui, 2 points à l’équipe dont le preneur marque plus que l’autre, 1 à chacune "
            "s’ils marquent autant ; le classement dit la part gagnée de ce qui était possible."
        )
    else:
        how = _(
            "Par matchs : sur chaque étui une équipe a la différence entre ce que marque son preneur et ce que marque "
            "celui de l’autre, avec le même jeu."
        )
    if tournament.bye_points is None:
        bye = _("Une équipe exempte a ce que rapporte un match nul.")
    else:
        bye = _("Une équipe exempte a %(points)s.") % {"points": _bye_told(tournament)}
    return " ".join([how, *([victory_words(tournament)] if tournament.victory_by else []), bye])


def victory_words(tournament: Tournament) -> str:
    """Return how a match brings victory points, and that teams are ranked by them."""
    if tournament.victory_by == VictoryBy.RESULT:
        points = (tournament.victory_win, tournament.victory_draw, tournament.victory_loss)
        win, draw, loss = (ngettext("%(n)d point", "%(n)d points", n or 0) % {"n": n or 0} for n in points)
        how = _("Le total des étuis dit qui gagne le match : gagné il rapporte %(win)s, nul %(draw)s, perdu %(loss)s.")
        told = how % {"win": win, "draw": draw, "loss": loss}
    else:
        if tournament.compared_by == Method.MATCHPOINTS:
            what = _("Ce que le gagnant a de plus que l’autre sur leurs étuis")
        else:
            what = _("L’écart du match, ce que ses étuis rapportent au gagnant,")
        how = _("%(what)s donne des points aux deux équipes, d’après la table « %(name)s » (%(day)s) : %(steps)s.")
        told = how % {
            "what": what,
            "name": tournament.victory_scale_name,
            "day": french_day(date.fromisoformat(str(tournament.victory_scale_on))),
            "steps": ", ".join(_match_steps(tournament.victory_scale)),
        }
    added = _("Les équipes sont classées par la somme de ces points de victoire, d’où se retirent les pénalités.")
    return f"{told} {added}"


def within_a_club_text(matches: Sequence[Match]) -> str:
    """Return the sentence that these matches could not be drawn between teams of two clubs."""
    told = ", ".join(
        _("%(match)s (%(round)s)") % {"match": match, "round": round_name(match.tournament, match.round_number)}
        for match in matches
    )
    words = ngettext(
        "Un match oppose quand même deux équipes d’un même club : %(matches)s.",
        "%(count)d matchs opposent quand même deux équipes d’un même club : %(matches)s.",
        len(matches),
    )
    return words % {"count": len(matches), "matches": told}


def _match_steps(scale: str) -> Iterator[str]:
    """Yield the steps of a scale of matches in words: « dès 10 : 12 – 8 »."""
    language = current_language()
    for step in read_match_scale(scale):
        since, winner, loser = (signed(WonPoints(number), language=language) for number in step)
        yield _("dès %(since)s : %(winner)s – %(loser)s") % {"since": since, "winner": winner, "loser": loser}


def _bye_told(tournament: Tournament) -> str:
    given = tournament.bye_points or 0
    if tournament.compared_by == Method.MATCHPOINTS and not tournament.victory_by:
        return signed(Percent(given), language=current_language())
    return ngettext("%(n)d point", "%(n)d points", given) % {"n": given}


def _which_teams_count(tournament: Tournament) -> str:
    if tournament.unfinished_rule == Unfinished.RANKED:
        return _("Une équipe à qui il manque un joueur est classée avec les autres, et marquée.")
    if tournament.unfinished_rule == Unfinished.OUT:
        return _("Est classée l’équipe complète à %(rounds)s ; les autres sont montrées hors classement.") % {
            "rounds": all_rounds(tournament)
        }
    if tournament.minimum_rounds is None:
        return _(
            "Est classée l’équipe complète à plus de la moitié des %(rounds)s ; "
            "les autres sont montrées hors classement."
        ) % {"rounds": rounds_word(tournament)}
    return _("Est classée l’équipe complète à au moins %(rounds)s ; les autres sont montrées hors classement.") % {
        "rounds": counted_rounds(tournament, tournament.minimum_rounds)
    }


def _how_compared(tournament: Tournament) -> str:
    """Return how the results of a board are compared, and what becomes of who did not play all boards."""
    if tournament.plays_matches:
        how = _(
            "Par matchs : chacun a ce que son équipe a gagné aux positions qu’il a jouées ; le classement qui compte "
            "est celui des équipes."
        )
        return f"{how} {victory_words(tournament)}" if tournament.victory_by else how
    if tournament.plays_trios:
        return " ".join([trios_compared_words(tournament), *_how_scaled(tournament)])
    told = [_by_rank() if tournament.compared_by == Method.MATCHPOINTS else _by_difference()]
    told += _how_scaled(tournament)
    if tournament.compared_per_opponent:
        told.append(_("Le résultat d’un preneur y est divisé par trois, ses adversaires."))
    if tournament.compared_trim:
        told.append(
            ngettext(
                "Le meilleur et le pire des autres n’y comptent pas.",
                "Les %(count)d meilleurs et les %(count)d pires des autres n’y comptent pas.",
                tournament.compared_trim,
            )
            % {"count": tournament.compared_trim}
        )
    if tournament.compared_least > 1:
        told.append(
            _("Un étui qui a moins de %(count)d résultats rapporte une moyenne.") % {"count": tournament.compared_least}
        )
    if tournament.compared_small_fields:
        told.append(
            _(
                "Quand les mains d’un étui ont changé, trois tables au plus, et un tiers au plus, en ont 60 pour cent, "
                "et 5 de plus ou de moins par point."
            )
        )
    return " ".join(told)


def _how_scaled(tournament: Tournament) -> list[str]:
    """Return a sentence that tells the steps of the scale; [] where none is used."""
    if tournament.compared_by != Method.SCALE:
        return []
    sentence = _("L’écart rapporte les points de l’échelle « %(name)s » (%(day)s) : %(steps)s.")
    day = french_day(date.fromisoformat(str(tournament.compared_scale_on)))
    steps = ", ".join(tournament.compared_scale.splitlines())
    return [sentence % {"name": tournament.compared_scale_name, "day": day, "steps": steps}]


def _by_rank() -> str:
    return _(
        "Duplicate : sur chaque étui, 2 points par résultat battu et 1 par résultat égal, parmi ceux qui ont tenu "
        "le même jeu ; le classement dit la part gagnée de ce qui était possible sur les étuis joués. Une pénalité "
        "est un pourcentage de ce qu’un étui peut rapporter."
    )


def _by_difference() -> str:
    return _(
        "Duplicate : chaque résultat est comparé à la moyenne des autres qui ont tenu le même jeu ; qui n’a pas "
        "joué tous les étuis est mesuré sur ceux qu’il a joués."
    )


def ruled_by(tournament: Tournament, rule: Mapping[str, Any]) -> Tournament:
    """Return the tournament as it would be with these columns of its ranking rule; itself if there are none."""
    if not rule:
        return tournament
    other = copy(tournament)
    for name, value in rule.items():
        setattr(other, name, value)
    return other


def changed_rule_words(tournament: Tournament, rules: Sequence[Mapping[str, Any]], language: str) -> tuple[str, str]:
    """Return the old ranking rule's sentences that differ, and the new ones; `rules` are their columns [old, new]."""
    before, after = (rule_words(ruled_by(tournament, rule), language) for rule in rules)
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    return " ".join(old for old, _new in changed), " ".join(new for _old, new in changed)


def arrived_words(tournament: Tournament, round_number: int) -> str:
    return _("arrivée à la %(round)s") % {"round": round_name(tournament, round_number)}


def left_words(tournament: Tournament, round_number: int) -> str:
    """Return that a player left after this round; 0 means before he took part in any."""
    if not round_number:
        return _("départ avant de jouer")
    return _("départ après la %(round)s") % {"round": round_name(tournament, round_number)}


def adjusted_words(tournament: Tournament, round_number: int, basis: str, shift: Total) -> str:
    """Return that a score is adjusted: a round's, or, without `basis`, that of donnes, by `shift` points."""
    if not basis:
        return _("%(round)s : score de donne ajusté (%(points)s)") % {
            "round": round_name(tournament, round_number),
            "points": signed(shift, language=current_language()),
        }
    return _("%(round)s : score ajusté (%(basis)s)") % {
        "round": round_name(tournament, round_number),
        "basis": ADJUSTED_WORDS[Adjusted(basis)],
    }


def hidden_words(numbers: Sequence[int]) -> str:
    """Return that the results of these rounds, at least one, are published at the prize-giving."""
    if len(numbers) == 1:
        return _("Les résultats de la position %(number)d seront publiés à la remise des prix.") % {
            "number": numbers[0]
        }
    if len(numbers) == 2:
        return _("Les résultats des positions %(first)d et %(last)d seront publiés à la remise des prix.") % {
            "first": numbers[0],
            "last": numbers[1],
        }
    return _("Les résultats des positions %(first)d à %(last)d seront publiés à la remise des prix.") % {
        "first": numbers[0],
        "last": numbers[-1],
    }


def secret_boards_words(tournament: Tournament) -> str:
    """Return that what is marked on boards that somebody has still to play is told to nobody."""
    if tournament.plays_trios:
        return _("Les résultats d’une position paraissent quand aucune table n’a plus ses étuis à jouer.")
    if tournament.boards_travel:
        return _(
            "Les étuis voyagent : ils se jouent jusqu’à la dernière position, et le classement paraît quand toutes ses "
            "feuilles sont closes."
        )
    return _(
        "Les résultats d’une position paraissent quand toutes ses feuilles sont closes : d’ici là ses étuis se jouent "
        "encore."
    )


def no_board_words() -> str:
    """Return why who has played no board has no place."""
    return _("hors classement : n’a pas encore joué d’étui")


def short_words(tournament: Tournament, numbers: Sequence[int]) -> str:
    """Return that a team had fewer players than it should in these rounds."""
    return _("incomplète : %(rounds)s") % {"rounds": ", ".join(round_name(tournament, number) for number in numbers)}


def lacking_words(count: int) -> str:
    """Return how many players a team lacks now."""
    return ngettext("il manque %(n)d joueur", "il manque %(n)d joueurs", count) % {"n": count}


def captain_left_words() -> str:
    return _("sans capitaine : il n’est plus là")


def stand_ins_words(names: Sequence[str]) -> str:
    return ngettext("remplaçant : %(names)s", "remplaçants : %(names)s", len(names)) % {"names": ", ".join(names)}


def unranked_words(tournament: Tournament, attended: int, required: int) -> str:
    return _("hors classement : %(rounds)s, il en faut %(required)d") % {
        "rounds": counted_rounds(tournament, attended),
        "required": required,
    }


def double_words(number: int) -> str:
    """Return why a double is not ranked: the person is, under this start number, 0 if unknown."""
    if not number:
        return _("hors classement : la même personne est inscrite sous un autre numéro")
    return _("hors classement : double du n° %(number)d") % {"number": number}


def excluded_words() -> str:
    """Return why an excluded player is not ranked, whatever the ranking rule."""
    return _("hors classement : par décision de l’arbitre")


def _who_counts(tournament: Tournament) -> str:
    if tournament.unfinished_rule == Unfinished.RANKED:
        return _("Qui arrive en cours ou part avant la fin est classé avec les autres, et marqué.")
    if tournament.unfinished_rule == Unfinished.OUT:
        return _(
            "Est classé qui a pris part à %(rounds)s, exempt compris ; les autres sont montrés hors classement."
        ) % {"rounds": all_rounds(tournament)}
    if tournament.minimum_rounds is None:
        return _(
            "Est classé qui a pris part à plus de la moitié des %(rounds)s, exempt compris ; "
            "les autres sont montrés hors classement."
        ) % {"rounds": rounds_word(tournament)}
    return _(
        "Est classé qui a pris part à au moins %(rounds)s, exempt compris ; les autres sont montrés hors classement."
    ) % {"rounds": counted_rounds(tournament, tournament.minimum_rounds)}


def decided_words(decision: Decided) -> str:
    """Return which criterion decided between two players with the same total, and the value of each."""
    ahead, after = (_value(decision.tie, value) for value in (decision.value, decision.other))
    return decision_text(TIE_WORDS[decision.tie], ahead, after)


def decision_text(criterion: str | Promise, ahead: str, after: str) -> str:
    """Return the sentence that a criterion decided between equal totals, with the value of each player."""
    return _("À total égal a décidé : %(criterion)s (%(ahead)s devant %(after)s).") % {
        "criterion": criterion,
        "ahead": ahead,
        "after": after,
    }


def _value(tie: Tie, value: Total | None) -> str:
    """Return a player's value by a criterion, in words; of lots, the highest number goes first."""
    if value is None:
        return _("rien")
    if tie in NOT_POINTS:
        return str(value)
    return signed(value, language=current_language())


def _who_goes_first(tournament: Tournament, ties: Sequence[Tie]) -> str:
    if not ties:
        return _("À total égal, la place est partagée.")
    words = {"criteria": _(", puis ").join(str(TIE_WORDS[tie]) for tie in ties), "seed": tournament.seed}
    if Tie.LOTS in ties:
        return _("À total égal départagent : %(criteria)s (tirage n° %(seed)d).") % words
    return _("À total égal départagent : %(criteria)s ; sinon la place est partagée.") % words


def _what_is_missed(tournament: Tournament, language: str) -> str:
    words = {"round": round_word(tournament), "rounds": rounds_word(tournament)}
    if tournament.missed_counts == Missed.AVERAGE:
        return _("Une %(round)s où l’on est exempt ou absent rapporte la moyenne de ses autres %(rounds)s.") % words
    if tournament.missed_counts == Missed.FIXED:
        points = signed(tournament.missed_points or 0, language=language)
        return _("Une %(round)s où l’on est exempt ou absent rapporte %(points)s.") % {**words, "points": points}
    return _("Une %(round)s où l’on est exempt ou absent ne rapporte rien.") % words
