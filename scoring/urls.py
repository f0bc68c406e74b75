"""The addresses of the scoring app: the desk in round and table numbers, a player's own sheets, past results."""

from django.urls import path

from scoring.views import (
    balances,
    baremes,
    calculator,
    calls,
    cancelled_rounds,
    cards,
    donnes,
    events,
    imports,
    moves,
    past_results,
    penalties,
    records,
    rulebook,
    sheets,
    table_desk,
    table_donnes,
    tables,
)

DESK = "arbitrage/<int:tournament_id>/"
ROUND = f"{DESK}<int:round_number>/"
TABLE = f"{ROUND}tables/<int:table_number>/"
DONNE = f"{TABLE}donnes/<int:number>/"
TOURNAMENT = "tournois/<int:tournament_id>/"
BAREMES = "organisation/clubs/<int:club_id>/baremes/"
BAREME = f"{BAREMES}<int:bareme_id>/"

AT_TABLE = "t/<str:token>/"  # short: a QR code holds it

urlpatterns = [
    path(AT_TABLE, tables.table_page, name="table_page"),
    path(f"{AT_TABLE}moi/", tables.take_chair, name="table_seat"),
    path(f"{AT_TABLE}signer/", tables.sign, name="table_sign"),
    path(f"{AT_TABLE}contester/", tables.contest_sheet, name="table_contest"),
    path(f"{AT_TABLE}code/", tables.show_code, name="table_qr"),
    path(f"{AT_TABLE}donnes/<int:number>/", table_donnes.table_donne, name="table_donne"),
    path(f"{AT_TABLE}donnes/<int:number>/marque/", table_donnes.table_preview, name="table_preview"),
    path(f"{AT_TABLE}donnes/<int:number>/confirmer/", tables.confirm, name="table_confirm"),
    path("table/", tables.find_table, name="find_table"),
    path("marque/", calculator.calculator, name="calculator"),
    path("reglement/", rulebook.rulebook, name="rulebook"),
    path("cartes/compter/", cards.count_pile, name="count_pile"),
    path("cartes/renonce/", cards.renonce, name="renonce"),
    path("cartes/rejouer/", cards.replay, name="replay"),
    path(DESK, sheets.desk, name="desk"),
    path(ROUND, sheets.desk, name="desk_round"),
    path(f"{ROUND}clore/", sheets.close_complete, name="close_complete_sheets"),
    path(f"{ROUND}bilans/", balances.balance_grid, name="balance_grid"),
    path(TABLE, sheets.sheet, name="sheet"),
    path(f"{TABLE}code/", table_desk.table_code, name="table_code"),
    path(f"{TABLE}code/revoquer/", table_desk.revoke_table, name="revoke_table_code"),
    path(f"organisation/{TOURNAMENT}codes/revoquer/", table_desk.revoke_all, name="revoke_all_codes"),
    path(f"{DESK}contestations/<int:protest_id>/", table_desk.answer, name="answer_protest"),
    path(f"{DONNE}confirmer/", table_desk.confirm_at_desk, name="confirm_donne"),
    path(f"{TABLE}clore/", sheets.close, name="close_sheet"),
    path(f"{TABLE}rouvrir/", sheets.reopen, name="reopen_sheet"),
    path(f"{TABLE}bilans/", balances.balances, name="balances"),
    path(DONNE, donnes.donne, name="donne"),
    path(f"{DONNE}deplacer/", moves.move, name="move_donne"),
    path(f"{DONNE}vider/", moves.empty, name="empty_donne"),
    path(f"{DONNE}marque/", donnes.donne_preview, name="donne_preview"),
    path(f"{DONNE}releve/", records.donne_record, name="donne_record"),
    path(f"{DONNE}releve/rattacher/", records.attach, name="attach_record"),
    path(f"{DONNE}releve/retirer/", records.withdraw, name="withdraw_record"),
    path(f"{DESK}chelems/", calls.chelem_calls, name="chelem_calls"),
    path(f"{DESK}chelems/<int:call_id>/annuler/", calls.cancel_call, name="cancel_chelem_call"),
    path(f"{DESK}penalites/", penalties.penalties, name="penalties"),
    path(f"{DESK}penalites/donner/", penalties.give, name="give_penalty"),
    path(f"{DESK}penalites/<int:penalty_id>/annuler/", penalties.cancel, name="cancel_penalty"),
    path("moi/feuilles/<int:tournament_id>/<int:round_number>/", sheets.own_sheet, name="own_sheet"),
    path(
        "moi/feuilles/<int:tournament_id>/<int:round_number>/donnes/<int:number>/releve/",
        records.own_record,
        name="own_record",
    ),
    path("organisation/tournois/<int:tournament_id>/documents/feuilles/", sheets.make_sheets, name="make_sheets"),
    path(
        f"organisation/{TOURNAMENT}positions/<int:round_number>/annuler/",
        cancelled_rounds.cancel,
        name="cancel_round",
    ),
    path(f"{DESK}annulees/<int:cancelled_id>/", cancelled_rounds.cancelled, name="cancelled_round"),
    path(
        f"{DESK}annulees/<int:cancelled_id>/tables/<int:table_number>/",
        cancelled_rounds.cancelled_sheet,
        name="cancelled_sheet",
    ),
    path(
        f"{DESK}annulees/<int:cancelled_id>/tables/<int:table_number>/donnes/<int:number>/releve/",
        cancelled_rounds.cancelled_record,
        name="cancelled_record",
    ),
    path(
        f"organisation/{TOURNAMENT}annulees/<int:cancelled_id>/retablir/",
        cancelled_rounds.restore,
        name="restore_round",
    ),
    path("organisation/clubs/<int:club_id>/imports/", imports.club_imports, name="club_imports"),
    path("organisation/clubs/<int:club_id>/imports/<int:import_id>/defaire/", imports.undo_import, name="undo_import"),
    path("organisation/clubs/<int:club_id>/resultats/importer/", past_results.import_results, name="import_results"),
    path(f"organisation/{TOURNAMENT}fichier/", events.save_event, name="save_event"),
    path("organisation/clubs/<int:club_id>/tournois/reprendre/", events.restore_event, name="restore_event"),
    path(BAREMES, baremes.club_baremes, name="club_baremes"),
    path(f"{BAREMES}nouveau/", baremes.compose_bareme, name="compose_bareme"),
    path(f"{BAREMES}apercu/", baremes.preview_bareme, name="preview_bareme"),
    path(BAREME, baremes.club_bareme, name="club_bareme"),
    path(f"{BAREME}changer/", baremes.change_bareme, name="change_bareme"),
    path(f"{BAREME}reglement/", rulebook.club_rulebook, name="club_rulebook"),
    path(f"{BAREME}retirer/", baremes.withdraw_bareme, name="withdraw_bareme"),
    path(f"organisation/{TOURNAMENT}bareme/", baremes.tournament_bareme, name="tournament_bareme"),
    path(f"{TOURNAMENT}bareme/", baremes.bareme, name="bareme"),
    path(f"{TOURNAMENT}reglement/", rulebook.tournament_rulebook, name="tournament_rulebook"),
]
