"""The lists that are more than players: of members with their fees, of an evening with the team of each."""

from django.utils.translation import ngettext

from tournaments.imports.player_columns import COLUMNS, FEE_COLUMNS, TEAM_COLUMNS
from tournaments.imports.player_files import PlayerFile
from tournaments.imports.spreadsheets import named
from tournaments.models import Tournament


class MembersFile(PlayerFile):
    """A list of members with what each paid for a season."""

    columns = (*COLUMNS, *FEE_COLUMNS)


class TeamsPlayerFile(PlayerFile):
    """A list of players with the team of each, and who is its captain."""

    columns = (*COLUMNS, *TEAM_COLUMNS)

    def check_rows(self) -> None:
        super().check_rows()
        lines = [row.line for row in self.rows if row.captain and not row.team]
        if lines:
            sentence = ngettext(
                "Ligne %(lines)s : ce capitaine n’a pas d’équipe dans la liste, il n’en devient donc pas un.",
                "Lignes %(lines)s : ces capitaines n’ont pas d’équipe dans la liste, ils n’en deviennent donc pas.",
                len(lines),
            )
            self.notices.append(sentence % {"lines": named(lines)})


def file_read_into(evening: Tournament | None) -> type[PlayerFile]:
    """Return the kind of list that is read into this evening; None is the list of a club."""
    if evening is None:
        return MembersFile
    return TeamsPlayerFile if evening.has_teams else PlayerFile
