"""Faults of tokens and of what programs write with them."""

from tests.faults.fault import Fault

GUARDED = "tournaments/api/guarded.py"
SENDING, DELIVERIES = "tournaments/kit/sending.py", "tournaments/services/work/deliveries.py"
WEBHOOKS = "tests/tournaments/services/clubs/test_webhooks.py"
TOKENS = "tests/tournaments/api/test_tokens.py"
DONNES = "tests/scoring/api/test_donnes.py"
TABLES = "tests/scoring/api/test_tables.py"
DECISIONS = "tests/scoring/api/test_decisions.py"
CORRECTIONS = "tests/scoring/api/test_corrections.py"
CLOCKS = "tests/scoring/api/test_clock_and_incidents.py"
AFTER_END = "tests/scoring/api/test_after_end.py"

BY_PROGRAMS: tuple[Fault, ...] = (
    Fault(
        "a token holds in every tournament",
        GUARDED,
        "token.tournament_id not in (None, self.tournament.pk)",
        "token.tournament_id == 0",
        (TOKENS,),
    ),
    Fault(
        "a token does everything", GUARDED, "if self.scope not in token.scopes:", "if not token.scopes:", (DECISIONS,)
    ),
    Fault(
        "who withheld his name has a key for programs",
        "tournaments/queries/people/names.py",
        "if not is_shared:\n        return None",
        "if is_shared is None:\n        return None",
        ("tests/tournaments/api/test_people.py",),
    ),
    Fault(
        "the tag of a ranking does not change with the revision",
        "tournaments/api/access.py",
        "_tag(request.path, _ranking_parameters(request), revision)",
        "_tag(request.path, _ranking_parameters(request))",
        ("tests/tournaments/api/test_standings.py",),
    ),
    Fault(
        "a number of the query that is none is left unread",
        "tournaments/api/parameters.py",
        """        raise ValidationError({name: [_("Écrivez un nombre entier.")]})
    return int(text) if text else None""",
        """        return None
    return int(text) if text else None""",
        (CORRECTIONS,),
    ),
    Fault(
        "an empty size of a page is a wrong one",
        "tournaments/api/paging.py",
        'request.query_params.get("page_size") or str(A_PAGE)',
        'request.query_params.get("page_size", str(A_PAGE))',
        ("tests/tournaments/api/test_lists.py",),
    ),
    Fault(
        "an address with a line feed is answered by a page",
        "tarot_club/api.py",
        'path("<anything:rest>"',
        'path("<path:rest>"',
        ("tests/tarot_club/test_api.py",),
    ),
    Fault(
        "a list is a 304 to whoever has any tag of it",
        "tournaments/api/paging.py",
        "sha256(rendered.content)",
        "sha256(request.path.encode())",
        ("tests/tournaments/api/test_lists.py",),
    ),
    Fault(
        "what changed is not told to programs",
        "tournaments/services/results.py",
        """(pk=tournament.pk).update(revision=F("revision") + 1, changed_at=timezone.now())""",
        """(pk=tournament.pk).update(revision=F("revision") + 1)""",
        ("tests/tournaments/api/test_lists.py",),
    ),
    Fault(
        "a chair has another name in another language",
        "tournaments/api/serializers.py",
        "return chair_code(value.chair_index)",
        "return value.chair",
        ("tests/tournaments/api/test_people.py",),
    ),
    Fault(
        "scripts of other sites read what a role opens",
        "tarot_club/cross_origin.py",
        "if request.method in READING and _is_public(request):",
        "if request.method in READING:",
        ("tests/tarot_club/test_cross_origin.py",),
    ),
    Fault(
        "a withdrawn token still opens",
        "tournaments/api/tokens.py",
        "token.account.is_active and token.withdrawn_at is None:",
        "token.account.is_active:",
        (TOKENS,),
    ),
    Fault(
        "the journal forgets the token",
        GUARDED,
        "self.account.device = request.auth.device",
        'self.account.device = ""',
        (DONNES,),
    ),
    Fault(
        "an arbiter's token reads drafts",
        "tournaments/queries/clubs/tokens.py",
        "tournaments_run_by(token.account, RoleName.ORGANISER)",
        "tournaments_run_by(token.account)",
        (TOKENS,),
    ),
    Fault(
        "a misspelt key of a donne is passed over",
        "scoring/api/entry_serializers.py",
        "if key not in self.fields]",
        "if key is None]",
        (DONNES,),
    ),
    Fault(
        "a player confirms his own camp's donne through an account",
        "scoring/services/sheets/confirmations.py",
        "    if seat is not None or not isinstance(by, Account):",
        "    if not isinstance(by, Account):",
        (DONNES,),
    ),
    Fault(
        "a sheet is closed that was changed since it was read",
        "scoring/services/sheets/sheets.py",
        "if seen is not None and seen != version_of(sheet):",
        "if seen is not None and not seen:",
        (TABLES,),
    ),
    Fault(
        "a protest's key says something else the second time",
        "scoring/services/decisions/protests.py",
        "earlier.seat_id, earlier.reason) != sent:",
        "earlier.seat_id, earlier.reason) == ():",
        (TABLES,),
    ),
    Fault(
        "a message goes to this machine",
        SENDING,
        "return parsed.is_global and not",
        "return parsed.is_global or parsed.is_loopback and not",
        ("tests/tournaments/kit/test_sending.py",),
    ),
    Fault(
        "one address of the Internet is enough",
        SENDING,
        "not all(map(is_internet, addresses))",
        "not any(map(is_internet, addresses))",
        ("tests/tournaments/kit/test_sending.py",),
    ),
    Fault(
        "the name is looked up a second time to connect",
        SENDING,
        "socket.create_connection((address, port)",
        "socket.create_connection((host, port)",
        ("tests/tournaments/kit/test_sending.py",),
    ),
    Fault(
        "an address inside is hidden in one of IPv6",
        SENDING,
        "if any(parsed in network for network in NOT_GIVEN_OUT):",
        "if not NOT_GIVEN_OUT:",
        ("tests/tournaments/kit/test_sending.py",),
    ),
    Fault(
        "an address of one site alone is one of the Internet",
        SENDING,
        "if parsed not in GIVEN_OUT or (int",
        "if (int",
        ("tests/tournaments/kit/test_sending.py",),
    ),
    Fault(
        "who writes a letter now and then is waited for",
        SENDING,
        "    watchdog.start()\n",
        "",
        ("tests/tournaments/kit/test_sending.py",),
    ),
    Fault(
        "an address inside is taken when it is typed",
        "tournaments/services/clubs/webhooks.py",
        "        addresses_of(host, port)\n",
        "        assert host and port\n",
        (WEBHOOKS, "tests/tournaments/views/test_webhooks.py"),
    ),
    Fault(
        "what the public does not see is told",
        "tournaments/queries/clubs/webhooks.py",
        "return interested if current.is_public else []",
        "return interested if current else []",
        (WEBHOOKS,),
    ),
    Fault(
        "a message is signed without its instant",
        DELIVERIES,
        'instant.encode() + b"." + body',
        "body",
        (WEBHOOKS,),
    ),
    Fault(
        "a message that is being sent is taken by another worker",
        DELIVERIES,
        "if untaken.update(attempts=tries, next_try_at=following):",
        "if untaken.update(attempts=tries):",
        (WEBHOOKS,),
    ),
    Fault(
        "a position is told closed while a sheet of it is open",
        "scoring/services/sheets/sheets.py",
        "if not Table.objects.filter(round=round_, closed_at=None).exists():",
        "if Table.objects.filter(round=round_).exists():",
        ("tests/scoring/services/sheets/test_webhooks.py",),
    ),
    Fault(
        "sheets closed in one go are told to nobody",
        "scoring/services/sheets/rounds_of_sheets.py",
        "        tell_if_round_is_closed(round_, tournament=tournament, at=at)\n",
        "",
        ("tests/scoring/services/sheets/test_webhooks.py",),
    ),
    Fault(
        "half of the schema is in the language of its reader",
        "tarot_club/schema.py",
        'with override("en"):',
        "with override(None):",
        ("tests/tarot_club/test_api_docs.py",),
    ),
    Fault(
        "a redirect counts as received",
        DELIVERIES,
        "200 <= status < 300",
        "200 <= status < 400",
        (WEBHOOKS,),
    ),
    Fault(
        "the picture of a shared link is kept when its names change",
        "tournaments/views/sharing.py",
        "@kept_fresh(of_tournament)",
        "@kept_fresh(lambda tournament_id: [(tournament_id,)])",
        ("tests/tarot_club/test_shared.py",),
    ),
    Fault(
        "pages and pictures name who did not consent",
        "tournaments/queries/people/names.py",
        "    if registration.player.consent:\n        return registration.player.shown_name",
        "    if registration.player:\n        return registration.player.full_name",
        ("tests/tarot_club/test_shared.py", "tests/tournaments/api/test_standings.py"),
    ),
    Fault(
        "drafts are listed for search engines",
        "tournaments/queries/pages/sitemap.py",
        "Tournament.objects.filter(is_shown())",
        "Tournament.objects.exclude(pk=0)",
        ("tests/tarot_club/test_shared.py",),
    ),
    Fault(
        "a token undoes what it may not do",
        "scoring/api/corrections.py",
        "            self.scope = SCOPES.get(entry.action, Scope.RECORD)\n",
        "",
        (CORRECTIONS,),
    ),
    Fault(
        "the key of an act undone undoes nothing else, and says that it did",
        "scoring/services/undo/undoing.py",
        '        if earlier.details.get("entry", entry.pk) != entry.pk:',
        '        if earlier.details.get("entry", entry.pk) == 0:',
        (CORRECTIONS,),
    ),
    Fault(
        "a version is restored over a line that nobody saw",
        "scoring/services/undo/undoing.py",
        "    if seen is not None and (standing.pk if standing else 0) != seen:",
        "    if seen == -1:",
        (CORRECTIONS,),
    ),
    Fault(
        "a place that is taken shows one version only",
        "scoring/api/corrections.py",
        ', **_standing(target, sent["donne"]), sent=line_as_json(line))',
        ', **_standing(target, sent["donne"]))',
        (CORRECTIONS,),
    ),
    Fault(
        "a clock that somebody changed since is changed by a program",
        "tournaments/services/evening/clocks.py",
        "    if seen not in (None, version_of(clock)):",
        '    if seen == "":',
        (CLOCKS,),
    ),
    Fault(
        "minutes that somebody gave since are overwritten by a program",
        "tournaments/services/evening/clocks.py",
        "    if seen not in (None, str(before)):",
        '    if seen == "":',
        (CLOCKS,),
    ),
    Fault(
        "an arbiter's program corrects a tournament that is over",
        "tournaments/permissions.py",
        "    return tournament.is_finished and Action.MANAGE_TOURNAMENT in actions",
        "    return tournament.is_finished and Action.RECORD in actions",
        (AFTER_END,),
    ),
    Fault(
        "what a program undoes after the end stays on a closed sheet",
        "scoring/api/corrections.py",
        "            tables = sheets_written_by(self.tournament, entry)\n",
        "            tables = ()\n",
        (AFTER_END,),
    ),
    Fault(
        "a program that keeps the sheet's version corrects it in public",
        "scoring/api/waiting.py",
        "counts=lambda settled: settled.kept == Kept.OTHER,",
        "counts=lambda settled: settled.kept != Kept.OTHER,",
        (AFTER_END,),
    ),
)
