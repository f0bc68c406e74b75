"""Faults of privacy: who was erased and is still found, who was not and loses a line, what is told of one to him."""

from tests.faults.fault import Fault

WHOLE = "tests/scoring/test_erasing_whole.py"
FINDER = "tests/tournaments/queries/privacy/test_named_texts.py"
NAMESAKES = "tests/tournaments/services/privacy/test_erasing.py"
OWN = "tests/scoring/views/player/test_own_data.py"
TEXTS, ROWS = "tournaments/queries/privacy/named_texts.py", "tournaments/queries/privacy/erased_rows.py"
SERVICE = "tournaments/services/privacy/erasing.py"

ERASING: tuple[Fault, ...] = (
    Fault(
        "a stored document still names who was erased",
        "tournaments/services/work/jobs.py",
        "    Document.objects.filter(job__in=rows).delete()\n",
        "",
        (f"{WHOLE}::test_the_whole_database_knows_nothing_of_her",),
    ),
    Fault(
        "the papers of who was erased are not made again",
        "tournaments/services/work/jobs.py",
        "    to_redo = papers_to_make(rows, list(live))\n",
        "    to_redo = list(live)\n",
        (f"{WHOLE}::test_the_whole_database_knows_nothing_of_her",),
    ),
    Fault(
        "a paper that was being made keeps the name that was erased",
        "tournaments/services/work/documents.py",
        "if job.cancel_asked or job.attempts != attempt or job.state == JobState.QUEUED:",
        "if job.cancel_asked:",
        (f"{WHOLE}::test_a_paper_being_made_meanwhile_is_begun_again",),
    ),
    Fault(
        "an earlier name is not looked for",
        "tournaments/queries/privacy/earlier_names.py",
        "    for _at, event in sorted(_events(player), key=lambda pair: pair[0], reverse=True):",
        "    for _at, event in sorted(_events(player), key=lambda pair: pair[0])[:0]:",
        (f"{WHOLE}::test_the_whole_database_knows_nothing_of_her",),
    ),
    Fault(
        "a name that is a key of JSON stays",
        ROWS,
        "                clean_key = self.text(key, about=about, near=False)\n",
        "                clean_key = key\n",
        (f"{WHOLE}::test_whatever_is_written_anywhere_is_found",),
    ),
    Fault(
        "an import taken back brings back who was erased",
        ROWS,
        "            elif not (_is_of_person(item) and whole_number(key) in self.person.ids):",
        "            else:",
        (f"{WHOLE}::test_an_import_taken_back_brings_nobody_back",),
    ),
    Fault(
        "the file of everybody in a line is blanked",
        ROWS,
        "            if is_his and key in OF_PERSON:",
        "            if key in OF_PERSON:",
        (f"{WHOLE}::test_what_the_others_are_and_did_stays",),
    ),
    Fault(
        "what a namesake wrote is taken for who is erased",
        ROWS,
        "            return ERASED if self.players[account] == without.player else stored",
        "            return ERASED",
        ("tests/tournaments/services/privacy/test_erasing.py",),
    ),
    Fault(
        "another's family name is taken out with one who is erased",
        TEXTS,
        "        if word in self._words and not about:",
        "        if word in self._words and about is None:",
        (FINDER,),
    ),
    Fault(
        "a word of the game goes with a player of that name",
        TEXTS,
        """or f" {word} " in WORDS_OF_THE_GAME) and not is_titled:""",
        """or word == "le") and not is_titled:""",
        (FINDER,),
    ),
    Fault(
        "the columns of one model are forgotten",
        "tournaments/queries/privacy/club_texts.py",
        "        if model._meta.app_label in APPS and model not in OWN and (columns := text_columns(model)):",
        "        if model._meta.app_label == APPS[0] and model not in OWN and (columns := text_columns(model)):",
        (f"{WHOLE}::test_whatever_is_written_anywhere_is_found",),
    ),
    Fault(
        "the personal link of who was erased opens his page",
        SERVICE,
        "        row.link_version += 1\n",
        "",
        (f"{WHOLE}::test_her_link_and_her_login_open_nothing",),
    ),
    Fault(
        "an invitation names who was erased",
        SERVICE,
        "    Invitation.objects.filter(pk__in=erasure.invitations).delete()\n",
        "",
        (f"{WHOLE}::test_the_whole_database_knows_nothing_of_her",),
    ),
    Fault(
        "somebody is erased while he plays",
        "tournaments/queries/privacy/erasing.py",
        "if going_on := list(entered.exclude(state__in=OVER)):",
        "if going_on := list(entered.none()):",
        ("tests/tournaments/services/privacy/test_erasing.py",),
    ),
    Fault(
        "who was erased is merged with somebody",
        "tournaments/queries/people/merging.py",
        "    if keep.erased_at or drop.erased_at:",
        "    if keep.erased_at and drop.erased_at:",
        (f"{WHOLE}::test_nobody_is_merged_with_who_was_erased",),
    ),
    Fault(
        "a database brought back has somebody else erased under the same id",
        "tarot_club/erasures.py",
        "        if player is None or _digest(player.key) != erasure.check:",
        "        if player is None:",
        ("tests/tarot_club/test_erasures.py",),
    ),
    Fault(
        "one's data names somebody else",
        "scoring/queries/player/own_data.py",
        "name: hidden(value) if name in texts and isinstance(value, str) else value for",
        "name: value for",
        (OWN,),
    ),
    Fault(
        "a card that somebody finds tells him the licence",
        "scoring/queries/player/own_data.py",
        "for name, item in value.items() if name not in NOT_BY_LINK",
        "for name, item in value.items()",
        ("tests/scoring/views/player/test_own_rights.py",),
    ),
    Fault(
        "the legal page hides that nobody answers for the site",
        "templates/legal.html",
        "{% if legal.name %}",
        "{% if legal %}",
        ("tests/tarot_club/test_legal.py",),
    ),
    Fault(
        "a note that is a namesake's whole name is taken for who is erased",
        TEXTS,
        "        return self._is_all_of(text) and (about or fold(text) not in self.shared)\n",
        "        return self._is_all_of(text)\n",
        (f"{NAMESAKES}::test_where_only_one_of_the_two_was_the_name_is_his",),
    ),
    Fault(
        "his name stays where no namesake of his ever was",
        ROWS,
        "without = self.ignoring_namesakes if any(row[way] in self.alone for way in ways) else self.without",
        "without = self.without",
        (f"{NAMESAKES}::test_where_only_one_of_the_two_was_the_name_is_his",),
    ),
    Fault(
        "an old line of the journal is not told by its licence",
        ROWS,
        "any(finder.is_named(text, about=has_licence) for text in texts)",
        "any(finder.is_named(text) for text in texts)",
        (f"{NAMESAKES}::test_old_lines_of_two_of_one_name_are_told_apart_by_their_licence",),
    ),
    Fault(
        "what a namesake was called before is taken out",
        "tournaments/queries/privacy/earlier_names.py",
        "    if licence not in past.licences and fold(line.subject) in past.namesakes:\n",
        "    if not line.subject:\n",
        (f"{NAMESAKES}::test_a_line_that_nothing_tells_apart_stays_with_who_is_still_there",),
    ),
)
