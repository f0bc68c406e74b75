#!/bin/sh -e
# Make the catalogues of a timed tournament, where a round is a sequence: the sentences that name a round, with that word.
cd "$(dirname "$0")"

of_rounds() {
  msggrep --no-wrap --msgid --regexp='\b[Pp]osition' en/LC_MESSAGES/django.po
}
# The names of values, %(round)d and {round}, stay.
with_sequence() {
  msgfilter --no-wrap --keep-header perl -pe "s/(?<![%{\w])(?<!%\()$1/$2/g; s/(?<!\w)\u$1/\u$2/g"
}
said() {
  sed '1s/.*/# Of a timed tournament, where a round is a sequence: made by make_sequences.sh./'
}

mkdir -p en_Sequences/LC_MESSAGES fr_Sequences/LC_MESSAGES
of_rounds | with_sequence round sequence | said > en_Sequences/LC_MESSAGES/django.po
{
  sed '/^$/q' fr/LC_MESSAGES/django.po
  of_rounds | msgfilter --keep-header sed d | msgen --no-wrap - | sed '1,/^$/d'
} | with_sequence position séquence | said > fr_Sequences/LC_MESSAGES/django.po
