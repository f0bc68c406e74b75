"""The word for a round on a page: « position », or « séquence » when the round ends by the clock."""

from django import template

from tournaments.queries.evening import round_names

register = template.Library()
register.filter("round_name", round_names.round_name)
register.filter("round_title", round_names.round_title)
register.filter("round_mark", round_names.round_mark)
register.filter("round_word", round_names.round_word)
register.filter("rounds_word", round_names.rounds_word)
