"""The addresses of the scoring app: the desk in round and table numbers, a player's own sheets, past results."""

from django.urls import path

from scoring.views import balances, calls, desk, donnes, past_results, penalties, sheets

DESK = "arbitrage/<int:tournament_id>/"
ROUND = f"{DESK}<int:round_number>/"
TABLE = f"{ROUND}tables/<int:table_number>/"
DONNE = f"{TABLE}donnes/<int:number>/"

urlpatterns = [
    path(DESK, desk.desk, name="desk"),
    path(ROUND, desk.desk, name="desk_round"),
    path(TABLE, sheets.sheet, name="sheet"),
    path(f"{TABLE}clore/", sheets.close, name="close_sheet"),
    path(f"{TABLE}rouvrir/", sheets.reopen, name="reopen_sheet"),
    path(f"{TABLE}bilans/", balances.balances, name="balances"),
    path(DONNE, donnes.donne, name="donne"),
    path(f"{DONNE}marque/", donnes.donne_preview, name="donne_preview"),
    path(f"{DESK}chelems/", calls.chelem_calls, name="chelem_calls"),
    path(f"{DESK}chelems/<int:call_id>/annuler/", calls.cancel_call, name="cancel_chelem_call"),
    path(f"{DESK}penalites/", penalties.penalties, name="penalties"),
    path(f"{DESK}penalites/donner/", penalties.give, name="give_penalty"),
    path(f"{DESK}penalites/<int:penalty_id>/annuler/", penalties.cancel, name="cancel_penalty"),
    path("moi/feuilles/<int:tournament_id>/<int:round_number>/", sheets.own_sheet, name="own_sheet"),
    path("organisation/clubs/<int:club_id>/resultats/importer/", past_results.import_results, name="import_results"),
]
